/* implicit.c: an ellipsoid with bumps, and the intervals of lines inside it */
#include "solid/implicit.h"

#include <math.h>
#include <stdlib.h>

#include "base/eigen3.h"
#include "base/order.h"
#include "base/sym3.h"

/* Q at x; slope gets B (x - c). */
static double bump_value(const struct bump *b, const double x[3], double slope[3])
{
	double d[3] = { x[0] - b->c[0], x[1] - b->c[1], x[2] - b->c[2] };

	v3_to(slope, sym3_apply(b->b, v3_from(d)));
	return b->k * (1 - (d[0] * slope[0] + d[1] * slope[1] + d[2] * slope[2]));
}

double implicit_value(const struct implicit *o, const double x[3], double gradient[3])
{
	double f = 1, slope[3];

	for (int k = 0; k < 3; k++) {
		double u = x[k] / o->a[k];

		f -= u * u;
		if (gradient)
			gradient[k] = -2 * u / o->a[k];
	}
	for (int i = 0; i < o->n; i++) {
		const struct bump *b = &o->bump[i];
		double q = bump_value(b, x, slope);

		if (!(q > 0))
			continue;
		f += b->sign * q * q * q;
		for (int k = 0; k < 3 && gradient; k++)
			gradient[k] -= b->sign * 6 * q * q * b->k * slope[k];
	}
	return f;
}

/* The second derivatives of q^3 are 6 q (grad q) (grad q)^T + 3 q^2 (-2 k B), with grad q = -2 k B (x - c). */
void implicit_curvature(const struct implicit *o, const double x[3], double second[6])
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	double slope[3];

	for (int m = 0; m < 6; m++)
		second[m] = m < 3 ? -2 / (o->a[m] * o->a[m]) : 0;
	for (int i = 0; i < o->n; i++) {
		const struct bump *b = &o->bump[i];
		double q = bump_value(b, x, slope);

		for (int m = 0; m < 6 && q > 0; m++)
			second[m] += b->sign * 6 * b->k * q * (4 * b->k * slope[row[m]] * slope[column[m]] - q * b->b[m]);
	}
}

static int finite_bump(const struct bump *b)
{
	double sum = b->k;

	for (int k = 0; k < 3; k++)
		sum += fabs(b->c[k]);
	for (int k = 0; k < 6; k++)
		sum += fabs(b->b[k]);
	return isfinite(sum);
}

enum implicit_fault implicit_check(const struct implicit *o, int *which)
{
	int none, *at = which ? which : &none;
	double value[3], axis[3][3];

	*at = -1;
	for (int k = 0; k < 3; k++)
		if (!(o->a[k] > 0) || !isfinite(o->a[k]))
			return IMPLICIT_AXIS;
	for (int i = 0; i < o->n; i++) {
		const struct bump *b = &o->bump[i];

		*at = i;
		if (!(b->k > 0 && b->k <= IMPLICIT_HIGH) || (b->sign != 1 && b->sign != -1) || !finite_bump(b))
			return IMPLICIT_HEIGHT;
		eigen3(value, axis, b->b);
		if (b->sign > 0 && !(value[0] > 1e-14 * value[2]))
			return IMPLICIT_OPEN;
	}
	*at = -1;
	return implicit_value(o, (double[3]){ 0, 0, 0 }, NULL) > 0 ? IMPLICIT_GOOD : IMPLICIT_HOLLOW;
}

void implicit_box(const struct implicit *o, double lo[3], double hi[3])
{
	bumps_box(o->a, o->n, o->bump, lo, hi);
}

/* ---- zeros of polynomials ---- */

enum { DEGREE = 6 };

static double poly_at(const double *p, int degree, double t)
{
	double sum = p[degree];

	for (int k = degree - 1; k >= 0; k--)
		sum = sum * t + p[k];
	return sum;
}

/* The zero between a and b, where the polynomial has different signs and no extremum. Newton's method; a step that would leave
 * the bracket is replaced by halving it. */
static double poly_zero(const double *p, int degree, double a, double b)
{
	int up = poly_at(p, degree, a) < 0;
	double t = 0.5 * (a + b);

	for (int k = 0; k < 100; k++) {
		double f = p[degree], slope = 0;

		for (int i = degree - 1; i >= 0; i--) {
			slope = slope * t + f;
			f = f * t + p[i];
		}
		if ((f < 0) == up)
			a = t;
		else
			b = t;
		double next = slope != 0 ? t - f / slope : a;
		if (!(next > a && next < b))
			next = 0.5 * (a + b);
		if (fabs(next - t) <= 1e-16 * (1 + fabs(t)))
			break;
		t = next;
	}
	return t;
}

/* The zeros in a .. b where the sign changes, ascending. There is at most one between successive extrema, which are the zeros of
 * the derivative. */
static int poly_zeros(const double *p, int degree, double a, double b, double *zero)
{
	double slope[DEGREE], extremum[DEGREE];
	int n = 0;

	while (degree > 0 && p[degree] == 0)
		degree--;
	if (degree == 0)
		return 0;
	for (int k = 0; k < degree; k++)
		slope[k] = (k + 1) * p[k + 1];
	int m = poly_zeros(slope, degree - 1, a, b, extremum);
	for (int k = 0; k <= m; k++) {
		double from = k > 0 ? extremum[k - 1] : a, to = k < m ? extremum[k] : b;

		if ((poly_at(p, degree, from) < 0) != (poly_at(p, degree, to) < 0))
			zero[n++] = poly_zero(p, degree, from, to);
	}
	return n;
}

/* ---- along a line ---- */

/* Q on x + t d as p0 + p1 t + p2 t^2. */
struct quadratic { double p[3]; };

static struct quadratic bump_along(const struct bump *b, const double x[3], const double d[3])
{
	double slope[3], q = bump_value(b, x, slope), dd;

	dd = b->b[0] * d[0] * d[0] + b->b[1] * d[1] * d[1] + b->b[2] * d[2] * d[2] +
	     2 * (b->b[3] * d[0] * d[1] + b->b[4] * d[0] * d[2] + b->b[5] * d[1] * d[2]);
	return (struct quadratic){ { q, -2 * b->k * (slope[0] * d[0] + slope[1] * d[1] + slope[2] * d[2]), -b->k * dd } };
}

/* F' on x + t d for t = from .. from + width as a polynomial of (t - from) / width. No Q may change its sign there. */
static void piece_of(const struct implicit *o, const double x[3], const double d[3], double from, double width,
	double p[DEGREE + 1])
{
	double start[3], step[3];

	for (int k = 0; k <= DEGREE; k++)
		p[k] = k == 0;
	for (int k = 0; k < 3; k++) {
		start[k] = x[k] + from * d[k];
		step[k] = width * d[k];
		double u = start[k] / o->a[k], v = step[k] / o->a[k];

		p[0] -= u * u;
		p[1] -= 2 * u * v;
		p[2] -= v * v;
	}
	for (int i = 0; i < o->n; i++) {
		struct quadratic q = bump_along(&o->bump[i], start, step);
		double square[5] = { 0 };

		if (!(q.p[0] + 0.5 * q.p[1] + 0.25 * q.p[2] > 0))
			continue;
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++)
				square[j + k] += q.p[j] * q.p[k];
		for (int j = 0; j < 5; j++)
			for (int k = 0; k < 3; k++)
				p[j + k] += o->bump[i].sign * square[j] * q.p[k];
	}
}

/* The values of t between from and to, ascending, where some Q changes its sign; with from and to themselves. */
static void find_edges(const struct implicit *o, const double x[3], const double d[3], double from, double to,
	struct intervals *s)
{
	double zero[2];

	intervals_add(s, from, 0);
	for (int i = 0; i < o->n; i++) {
		struct quadratic q = bump_along(&o->bump[i], x, d);
		int n = poly_zeros(q.p, 2, from, to, zero);

		for (int k = 0; k < n; k++)
			intervals_add(s, zero[k], 0);
	}
	intervals_add(s, to, 0);
	qsort(s->at, (size_t)s->n, sizeof *s->at, order_doubles);
}

/* The edges are stored at the front of s and the intervals behind them; at the end the intervals move to the front. */
void implicit_cut(const struct implicit *o, const double x[3], const double d[3], double from, double to,
	struct intervals *s)
{
	double p[DEGREE + 1], cut[DEGREE + 2];

	s->n = 0;
	find_edges(o, x, d, from, to, s);
	int edges = s->n;
	for (int e = 0; e + 1 < edges; e++) {
		double start = s->at[e][0], width = s->at[e + 1][0] - start;

		if (!(width > 0))
			continue;
		piece_of(o, x, d, start, width, p);
		int n = poly_zeros(p, DEGREE, 0, 1, cut + 1);
		cut[0] = 0;
		cut[n + 1] = 1;
		for (int k = 0; k <= n; k++)
			if (cut[k] < cut[k + 1] && poly_at(p, DEGREE, 0.5 * (cut[k] + cut[k + 1])) >= 0)
				intervals_add(s, start + width * cut[k], k < n ? start + width * cut[k + 1] : s->at[e + 1][0]);
	}
	s->n -= edges;
	for (int k = 0; k < s->n; k++) {
		s->at[k][0] = s->at[k + edges][0];
		s->at[k][1] = s->at[k + edges][1];
	}
	intervals_join(s);
}

static void cut_line(void *body, double y, double z, struct intervals *s)
{
	const struct implicit *o = body;
	double lo[3], hi[3];

	implicit_box(o, lo, hi);
	implicit_cut(o, (double[3]){ 0, y, z }, (double[3]){ 1, 0, 0 }, lo[0], hi[0], s);
}

void implicit_lines(struct lines *l, const struct implicit *o)
{
	*l = (struct lines){ .cut = cut_line, .body = (void *)(uintptr_t)o };
	implicit_box(o, l->lo, l->hi);
}
