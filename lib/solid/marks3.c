/* marks3.c: axes of a body from marks */
#include "solid/marks3.h"

#include <string.h>

#include "base/trig.h"

static const double tau = 6.28318530717958647693, least = 1e-6;

/* Mark i relative to the centre, in units of reach. */
static vec3 mark(const struct marks3 *m, int i)
{
	return v3_scale(1 / m->reach, v3_sub(v3_from(m->at[i]), v3_from(m->centre)));
}

void marks3_set(struct marks3 *m, int n, const double (*at)[4], const double centre[3])
{
	*m = (struct marks3){ .n = n, .at = at, .centre = { centre[0], centre[1], centre[2] } };
	for (int i = 0; i < n; i++)
		m->reach = fmax(m->reach, v3_norm(v3_sub(v3_from(at[i]), v3_from(centre))));
	if (!(m->reach > 0))
		m->n = 0;
}

/* ---- sums of powers ---- */

static const struct marks3_form *form_of(struct marks3 *m, int degree)
{
	static const double factorial[MARKS3_SPACE + 1] = { 1, 1, 2, 6, 24, 120, 720 };
	struct marks3_form *f = &m->form[degree];

	if (f->size > 0)
		return f;
	for (int i = 0; i < m->n; i++) {
		vec3 x = mark(m, i);
		double power[3][MARKS3_SPACE + 1] = { { 1 }, { 1 }, { 1 } }, far = 1, r = v3_norm(x), w = m->at[i][3];

		for (int k = 1; k <= degree; k++) {
			power[0][k] = power[0][k - 1] * x.x;
			power[1][k] = power[1][k - 1] * x.y;
			power[2][k] = power[2][k - 1] * x.z;
			far *= r;
		}
		for (int a = 0; a <= degree; a++)
			for (int b = 0; a + b <= degree; b++)
				f->coefficient[a][b] += w * power[0][a] * power[1][b] * power[2][degree - a - b];
		f->mean += degree % 2 ? 0 : w * far / (degree + 1); /* the mean of cos^k over the sphere is 1 / (k + 1), or 0 */
		f->size += fabs(w) * far;
	}
	for (int a = 0; a <= degree; a++)
		for (int b = 0; a + b <= degree; b++)
			f->coefficient[a][b] *= factorial[degree] / (factorial[a] * factorial[b] * factorial[degree - a - b]);
	return f;
}

/* The sum for a direction e; *slope gets its gradient. */
static double form_at(const struct marks3_form *f, int degree, vec3 e, vec3 *slope)
{
	double power[3][MARKS3_SPACE + 2] = { { 0, 1 }, { 0, 1 }, { 0, 1 } }, sum = 0; /* power[d][k + 1] = e_d^k */

	for (int k = 2; k <= degree + 1; k++) {
		power[0][k] = power[0][k - 1] * e.x;
		power[1][k] = power[1][k - 1] * e.y;
		power[2][k] = power[2][k - 1] * e.z;
	}
	*slope = v3(0, 0, 0);
	for (int a = 0; a <= degree; a++)
		for (int b = 0; a + b <= degree; b++) {
			int c = degree - a - b;
			const double k = f->coefficient[a][b], *x = &power[0][a], *y = &power[1][b], *z = &power[2][c];

			sum += k * x[1] * y[1] * z[1];
			*slope = v3_add(*slope, v3_scale(k, v3(a * x[0] * y[1] * z[1], b * x[1] * y[0] * z[1], c * x[1] * y[1] * z[0])));
		}
	return sum;
}

/* sum[k] = sum of w (g.x)^k for k = 3..most; size[k] = sum of |w| |x|^k, a bound. By polynomials if there are any for most. */
static void power_sums(struct marks3 *m, vec3 g, int most, double *sum, double *size)
{
	if (most <= MARKS3_SPACE) {
		for (int k = 3; k <= most; k++) {
			const struct marks3_form *f = form_of(m, k);
			vec3 slope;

			sum[k] = form_at(f, k, g, &slope);
			size[k] = f->size;
		}
		return;
	}
	memset(sum, 0, ((size_t)most + 1) * sizeof *sum);
	memset(size, 0, ((size_t)most + 1) * sizeof *size);
	for (int i = 0; i < m->n; i++) {
		vec3 x = mark(m, i);
		double t = v3_dot(g, x), r = v3_norm(x), w = m->at[i][3], power = w * t * t, far = fabs(w) * r * r;

		for (int k = 3; k <= most; k++) {
			sum[k] += power *= t;
			size[k] += far *= r;
		}
	}
}

/* ---- comparing frames ---- */

/* Directions in the frame that no symmetry maps to each other. */
enum { DIRECTIONS = 5 };
static const double direction[DIRECTIONS][3] = {
	{ 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 2. / 7, 3. / 7, 6. / 7 }, { 4. / 9, -1. / 9, 8. / 9 }
};

int marks3_compare(struct marks3 *m, const vec3 a[3], const vec3 b[3], int most)
{
	double sum[2][MARKS3_PLANE + 1], size[MARKS3_PLANE + 1];
	int better[MARKS3_PLANE + 1] = { 0 };

	for (int d = 0; d < DIRECTIONS && m->n; d++) {
		for (int which = 0; which < 2; which++) {
			const vec3 *e = which ? b : a;
			vec3 g = v3_add(v3_scale(direction[d][0], e[0]), v3_add(v3_scale(direction[d][1], e[1]),
				v3_scale(direction[d][2], e[2])));

			power_sums(m, g, most, sum[which], size);
		}
		for (int k = 3; k <= most; k++)
			if (!better[k] && fabs(sum[0][k] - sum[1][k]) > least * size[k])
				better[k] = sum[0][k] > sum[1][k] ? 1 : -1;
	}
	for (int k = 3; k <= most; k++)
		if (better[k])
			return better[k];
	return 0;
}

static double trace(const vec3 e[3])
{
	return e[0].x + e[1].y + e[2].z;
}

void marks3_improve(struct marks3 *m, vec3 best[3], const vec3 e[3], int most, int *any)
{
	int better = *any ? marks3_compare(m, e, best, most) : 1;

	if (better > 0 || (better == 0 && trace(e) > trace(best) + 1e-9))
		memcpy(best, e, 3 * sizeof *e);
	*any = 1;
}

/* ---- in a plane ---- */

struct complex { double re, im; };

/* The least k >= 1 for which the sum of w (u + i v)^k is not 0, or 0 if there is none; *angle gets the angle of the sum. */
static int first_harmonic(const struct marks3 *m, vec3 u, vec3 v, double *angle)
{
	struct complex sum[MARKS3_PLANE + 1] = { { 0, 0 } };
	double size[MARKS3_PLANE + 1] = { 0 };

	for (int i = 0; i < m->n; i++) {
		vec3 x = mark(m, i);
		struct complex c = { v3_dot(u, x), v3_dot(v, x) }, power = { m->at[i][3], 0 };
		double r = sqrt(c.re * c.re + c.im * c.im), far = fabs(m->at[i][3]);

		for (int k = 1; k <= MARKS3_PLANE && r > least; k++) { /* a mark on the axis has no angle */
			power = (struct complex){ power.re * c.re - power.im * c.im, power.re * c.im + power.im * c.re };
			sum[k].re += power.re;
			sum[k].im += power.im;
			size[k] += far *= r;
		}
	}
	for (int k = 1; k <= MARKS3_PLANE; k++)
		if (sqrt(sum[k].re * sum[k].re + sum[k].im * sum[k].im) > least * size[k]) {
			*angle = trig_atan2(sum[k].im, sum[k].re);
			return k;
		}
	return 0;
}

/* Try all turns of e[p] and e[p + 1] that make the first harmonic real and of the given sign. Returns the number of turns. */
static int turns(struct marks3 *m, vec3 best[3], const vec3 e[3], int p, int sign, int most, int *any)
{
	double angle, s, c;
	int n = first_harmonic(m, e[p], e[p + 1], &angle);

	for (int j = 0; j < n; j++) {
		vec3 f[3] = { e[0], e[1], e[2] };

		trig_sincos((angle + tau * (sign > 0 ? j : j + 0.5)) / n, &s, &c);
		f[p] = v3_add(v3_scale(c, e[p]), v3_scale(s, e[p + 1]));
		f[p + 1] = v3_sub(v3_scale(c, e[p + 1]), v3_scale(s, e[p]));
		marks3_improve(m, best, f, most, any);
	}
	return n;
}

/* Turn the third axis to its other side, by half a turn about e[p]. */
static void turn_over(vec3 to[3], const vec3 e[3], int p)
{
	for (int k = 0; k < 3; k++)
		to[k] = k == p ? e[k] : v3_scale(-1, e[k]);
}

int marks3_plane(struct marks3 *m, vec3 e[3], int p, int flip)
{
	vec3 best[3], over[3];
	int any = 0;

	if (!turns(m, best, e, p, -1, MARKS3_PLANE, &any))
		return 0;
	turn_over(over, e, p);
	if (flip)
		turns(m, best, over, p, -1, MARKS3_PLANE, &any);
	memcpy(e, best, sizeof best);
	return 1;
}

/* ---- in space ---- */

/* Climb from e to an extremum of sign times the form. The iteration e <- sign slope + shift e climbs if the shift is large enough
 * (Kolda & Mayo 2011). The slope is that of the form less its mean, so that the shift need only be large against what differs
 * between directions, not against the form itself: else the way would be long where all directions are nearly equal. By a
 * theorem of Banach degree (degree - 1) differs is enough, with differs the greatest difference from the mean. */
static vec3 climb(const struct marks3_form *f, int degree, vec3 e, int sign, double differs)
{
	for (int k = 0; k < 3000; k++) {
		vec3 slope, next;

		form_at(f, degree, e, &slope);
		next = v3_add(v3_scale(sign, slope), v3_scale(degree * ((degree - 1) * differs - sign * f->mean), e));
		next = v3_scale(1 / v3_norm(next), next);
		double step = v3_norm(v3_sub(next, e));
		e = next;
		if (step < 1e-16)
			break;
	}
	return e;
}

/* The directions where the form differs most from its mean. Returns their number, 0 if the form is the same everywhere. */
enum { SAMPLES = 200, PEAKS = 64 };
static int peaks(const struct marks3_form *f, int degree, vec3 *peak)
{
	double value[PEAKS], start[SAMPLES], differs = least * f->size, most = 0;
	vec3 e[SAMPLES], slope;
	int n = 0, left = 0;

	for (int k = 0; k < SAMPLES; k++) {
		double z = 1 - (2 * k + 1.0) / SAMPLES, r = sqrt((1 - z) * (1 + z)), s, c;

		trig_sincos(2.399963229728653 * k, &s, &c);
		e[k] = v3(r * c, r * s, z);
		start[k] = form_at(f, degree, e[k], &slope) - f->mean;
		differs = fmax(differs, 2 * fabs(start[k])); /* samples miss peaks by much less than half of their height */
	}
	for (int k = 0; k < SAMPLES; k++) {
		if (fabs(start[k]) < 0.5 * most)
			continue; /* far from a peak: other samples start closer */
		vec3 there = climb(f, degree, e[k], start[k] > 0 ? 1 : -1, differs);
		double here = fabs(form_at(f, degree, there, &slope) - f->mean);
		int known = 0;
		for (int j = 0; j < n && !known; j++)
			known = v3_dot(there, peak[j]) > 1 - 1e-8;
		if (!known && n < PEAKS) {
			value[n] = here;
			peak[n++] = there;
		}
		most = fmax(most, here);
	}
	for (int j = 0; j < n && most > least * f->size; j++)
		if (value[j] > most - least * f->size)
			peak[left++] = peak[j];
	return left;
}

int marks3_space(struct marks3 *m, vec3 e[3])
{
	vec3 peak[PEAKS], best[3];
	int any = 0;

	for (int degree = 4; degree <= MARKS3_SPACE && m->n && !any; degree += 2) {
		const struct marks3_form *f = form_of(m, degree);

		for (int j = 0, n = peaks(f, degree, peak); j < n; j++) {
			vec3 far = fabs(peak[j].x) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0), u = v3_cross(peak[j], far), g[3];

			g[0] = peak[j];
			g[1] = v3_scale(1 / v3_norm(u), u);
			g[2] = v3_cross(g[0], g[1]);
			turns(m, best, g, 1, form_at(f, degree, peak[j], &u) > f->mean ? 1 : -1, MARKS3_SPACE, &any);
		}
	}
	if (any)
		memcpy(e, best, sizeof best);
	return any;
}
