/* segment.c: the parts of straight segments in slices and shells */
#include "measure/segment.h"

#include <math.h>

#include "base/exponent.h"
#include "base/trig.h"

int segment_bins(double from, double to, int n, double lo, double hi, int *first, int *last)
{
	double width = (to - from) / n;

	if (!(hi > from && lo < to))
		return 0;
	*first = (int)fmin(fmax(floor((lo - from) / width), 0), n - 1);
	*last = (int)fmin(fmax(floor((hi - from) / width), 0), n - 1);
	return 1;
}

int segment_shells(double from, double to, int n, vec3 a, vec3 l, int *first, int *last)
{
	double ll = v3_dot(l, l), nearest = fmin(fmax(-v3_dot(a, l) / ll, 0), 1), least = v3_norm(v3_add(a, v3_scale(nearest, l)));
	double most = fmax(sqrt(v3_dot(a, a)), v3_norm(v3_add(a, l)));

	return segment_bins(from, to, n, least, nextafter(most, INFINITY), first, last);
}

void segment_clip(double a, double l, double lo, double hi, double *t0, double *t1)
{
	if (l == 0) {
		if (!(a >= lo && a < hi))
			*t1 = *t0;
		return;
	}
	double s = (lo - a) / l, t = (hi - a) / l;

	*t0 = fmax(*t0, fmin(s, t));
	*t1 = fmax(*t0, fmin(*t1, fmax(s, t)));
}

/* The part within r lies between the roots of |a + t l|^2 = r^2. A shell holds the part within its outer radius minus the part
 * within its inner radius. */
static void within(double aa, double al, double ll, double r, double t[2])
{
	double root = al * al - ll * (aa - r * r), w = root > 0 ? sqrt(root) : 0;

	t[0] = fmin(fmax((-al - w) / ll, 0), 1);
	t[1] = fmin(fmax((-al + w) / ll, 0), 1);
}

int segment_in_shell(vec3 a, vec3 l, double inner, double outer, double part[2][2])
{
	double hole[2], whole[2], aa = v3_dot(a, a), al = v3_dot(a, l), ll = v3_dot(l, l);

	within(aa, al, ll, inner, hole);
	within(aa, al, ll, outer, whole);
	part[0][0] = whole[0];
	part[0][1] = whole[1];
	if (!(hole[0] < hole[1]))
		return whole[0] < whole[1];
	part[0][1] = hole[0];
	part[1][0] = hole[1];
	part[1][1] = whole[1];
	return 2;
}

/* u^2 / (u^2 + h^2), u h / (u^2 + h^2) and h^2 / (u^2 + h^2) have elementary integrals. */
struct segment_outwards segment_outward_integrals(double h, double u0, double u1)
{
	struct segment_outwards w = { .uu = u1 - u0 };

	if (h == 0)
		return w;
	w.hh = h * (trig_atan2(u1, fabs(h)) - trig_atan2(u0, fabs(h))) * (h > 0 ? 1 : -1);
	w.uh = 0.5 * h * (exponent_log(u1 * u1 + h * h) - exponent_log(u0 * u0 + h * h));
	w.uu -= w.hh;
	return w;
}
