/* patch.c: the part of a unit sphere that no cap covers
 *
 * Two circles cross in two points at most. The points are computed once for both circles, so that both are cut at the same
 * points. A cap covers the interval of another cap's circle between the two points. The uncovered parts of the circles are the
 * arcs of the patch's boundary.
 *
 * Integrals over the patch are integrals along the arcs. On the circle of a cap the conormal is nu = s a - c e, where e is the
 * direction from the axis; it points out of the patch into the cap. The surface divergence theorem on the unit sphere,
 * integral of div(tangential part of a field) = integral of field.nu, for constant fields and for those times n and n n^T gives
 *     2 I1 = - oint nu,   3 I2_jk = d_jk area - oint n_j nu_k,   4 I3_ijk = d_ik I1_j + d_jk I1_i - oint n_i n_j nu_k.
 *
 * The area follows from a one-form whose differential is the area everywhere except for one point -p. One must know whether -p is
 * exposed; p is chosen so that -p is far from all circles. */
#include "solid/patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/trig.h"

static const double pi = 3.14159265358979323846;
static const double same = 1e-14; /* axes closer than this are parallel: the rounding of a difference of centres */
static const double closed = 1e-12;

struct patch_cap *patch_add(struct patch *p)
{
	MEM_GROW(p->cap, &p->n_cap, (size_t)p->n + 1);
	return &p->cap[p->n++];
}

void patch_free(struct patch *p)
{
	free(p->cap);
	free(p->cover);
	free(p->cross);
	free(p->key);
	caps_free(&p->prune);
	*p = (struct patch){ .n = 0 };
}

/* The length along a square from the x axis to the direction d: it grows with the angle from 0 to 4 and needs no trigonometry. */
static double square_angle(vec2 d)
{
	double f = d.y / (fabs(d.x) + fabs(d.y));

	return d.x < 0 ? 2 - f : d.y < 0 ? 4 + f : f;
}

/* ---- crossings of circles ---- */

/* Mark the arc of the circle from p to q as covered; start and end are the crossings there. less says whether the arc is less
 * than half of the circle, which is known exactly; so if the ends are equal to rounding, the arc is nothing or the whole
 * circle. */
static void cover_add(struct patch *w, struct patch_cap *on, int less, vec2 p, vec2 q, int start, int end)
{
	double from = square_angle(p), to = square_angle(q), width = to < from ? to - from + 4 : to - from;

	if (less ? width > 3 : width < 1) {
		on->idle |= less ? 0 : 2;
		return;
	}
	MEM_GROW(w->cover, &w->cap_cover, (size_t)w->n_cover + 1);
	w->cover[w->n_cover] = (struct patch_cover){ from, to, p, q, start, end, on->cover };
	on->cover = w->n_cover++;
}

static vec2 on_circle(const struct patch_cap *k, vec3 at)
{
	return v2(v3_dot(at, k->u) / k->s, v3_dot(at, k->v) / k->s);
}

static int cross_add(struct patch *w, vec3 at)
{
	MEM_GROW(w->cross, &w->cap_cross, (size_t)w->n_cross + 1);
	w->cross[w->n_cross] = (struct patch_cross){ at, 0 };
	return w->n_cross++;
}

enum relation { CROSS, SEPARATE, FIRST_IN_SECOND, SECOND_IN_FIRST, ALL };

/* How two caps are related that nearly touch or are small; theta is the angle between their axes. Consider the spherical
 * triangle of the two axes and a crossing, whose sides are theta and the angular radii. It exists if each side is less than the
 * sum of the other two and if their sum is less than 2 pi. Differences of angles decide this to the last digit, where
 * differences of cosines would be lost. By Heron's formula the product of four sines is (s_j sin(theta) sin(t))^2, with t as in
 * cap_pair; *y gets its root. */
static enum relation relate(const struct patch_cap *j, const struct patch_cap *k, double theta, double *y)
{
	double alpha = trig_atan2(j->s, j->c), beta = trig_atan2(k->s, k->c), product = 4, sine, cosine;
	double part[4] = { pi - 0.5 * (alpha + beta + theta), 0.5 * ((alpha - theta) + beta), 0.5 * ((alpha - beta) + theta),
	                   0.5 * ((beta - alpha) + theta) };
	static const enum relation how[4] = { ALL, SEPARATE, FIRST_IN_SECOND, SECOND_IN_FIRST };

	*y = 0;
	for (int i = 0; i < 4; i++) {
		if (part[i] <= 0)
			return how[i];
		trig_sincos(part[i], &sine, &cosine);
		product *= sine;
	}
	*y = sqrt(product);
	return CROSS;
}

/* Find the parts that the caps j and k cover of each other's circles; k is not wider than j. In the frame of j the axis of k is
 * at the angle theta, with cos(theta) = g. The points c_j a_j + s_j e of j's circle are in cap k if
 * s_j sin(theta) cos(t) > c_k - c_j g, where t is counted from the direction of k's axis. */
static void cap_pair(struct patch *w, struct patch_cap *j, struct patch_cap *k)
{
	double g = v3_dot(j->a, k->a), need = k->c - j->c * g, back = j->c - k->c * g;
	vec3 normal = v3_cross(j->a, k->a);
	double sine = v3_norm(normal), most = j->s * sine;

	if (sine < same) { /* one axis: nested caps, or opposite caps, which cover the sphere or leave a zone */
		if (g > 0)
			k->idle |= 1;
		else if (j->c + k->c <= 0)
			j->idle |= 2, k->idle |= 2;
		return;
	}
	enum relation how;
	double x = need / most, y;
	if (most > 1e-4 && fabs(x) < 1 - 1e-4) {
		how = CROSS;
		y = sqrt((1 - x) * (1 + x));
	} else {
		how = relate(j, k, trig_atan2(sine, g), &y);
		y = fmin(y / most, 1);
		x = x < 0 ? -sqrt((1 - y) * (1 + y)) : sqrt((1 - y) * (1 + y));
	}
	if (how == ALL)
		j->idle |= 2, k->idle |= 2;
	else if (how == FIRST_IN_SECOND)
		j->idle |= 1;
	else if (how == SECOND_IN_FIRST)
		k->idle |= 1;
	if (how != CROSS)
		return;
	vec3 side = v3_scale(1 / sine, normal), to = v3_cross(side, j->a);
	vec3 middle = v3_add(v3_scale(j->c, j->a), v3_scale(j->s * x, to)), off = v3_scale(j->s * y, side);
	vec3 right = v3_sub(middle, off), left = v3_add(middle, off);
	int a = cross_add(w, right), b = cross_add(w, left);

	cover_add(w, j, need > 0, on_circle(j, right), on_circle(j, left), a, b);
	cover_add(w, k, back > 0, on_circle(k, left), on_circle(k, right), b, a);
}

/* ---- integrals along an arc ---- */

struct pole { vec3 p; int exposed; };

/* The sums over the arcs. */
struct sums { double area, nu[3], n_nu[3][3], nn_nu[3][3]; };

/* The integral, along the arc from p to q, of the one-form whose differential is the area. With k = a.p, q = sqrt(1 - k^2) and
 * the angle t counted from the direction of p it is - c dt + (c + k) / (1 + c k + s q cos t) dt. The integral of the second
 * part is 2 atan(rho tan(t / 2)) with rho = (c + k) / (1 + c k + s q), because (1 + c k)^2 - (s q)^2 = (c + k)^2. It is written
 * so that it is continuous over all t. */
static double area_form(const struct patch_cap *k, vec3 pole, vec2 p, vec2 q, double angle)
{
	double along = v3_dot(k->a, pole), x = v3_dot(k->u, pole), y = v3_dot(k->v, pole), across = sqrt(x * x + y * y);
	double rho = (k->c + along) / (1 + k->c * along + k->s * across), sum = angle;
	double sign = rho < 0 ? -1 : 1, size = fabs(rho);
	vec2 start = across > 0 ? v2(x / across, y / across) : v2(1, 0), end[2] = { p, q };

	for (int i = 0; i < 2; i++) {
		double s = v2_cross(start, end[i]), c = v2_dot(start, end[i]);

		sum += (i ? 2 : -2) * trig_atan2((size - 1) * s, 1 + size + (1 - size) * c);
	}
	return sign * sum - k->c * angle;
}

/* to += weight x g y^T */
static void add_product(double to[3][3], double weight, const double x[3][3], const double g[3][3], const double y[3][3])
{
	for (int i = 0; i < 3; i++) {
		for (int q = 0; q < 3; q++) {
			double xg = weight * (x[i][0] * g[0][q] + x[i][1] * g[1][q] + x[i][2] * g[2][q]);

			for (int j = 0; j < 3; j++)
				to[i][j] += xg * y[j][q];
		}
	}
}

/* Add the arc of the given angle from p to q, which are unit vectors of the circle's plane. With f = (1, cos t, sin t), n = N f
 * and nu = M f. The integrals of products of two and three elements of f are those of powers of cosine and sine. */
static void add_arc(struct sums *a, const struct patch_cap *k, vec3 given, vec3 pole, vec2 p, vec2 q, double angle)
{
	double c = k->c, s = k->s, half = (q.y * q.x - p.y * p.x) / 2;
	double s3 = (q.y * q.y * q.y - p.y * p.y * p.y) / 3, c3 = (p.x * p.x * p.x - q.x * q.x * q.x) / 3;
	double f1 = q.y - p.y, f2 = p.x - q.x, f11 = angle / 2 + half, f22 = angle / 2 - half;
	double f12 = (q.y - p.y) * (q.y + p.y) / 2, f111 = f1 - s3, f112 = c3, f122 = s3, f222 = f2 - c3;
	const double f[3][3][3] = { { { angle, f1, f2 }, { f1, f11, f12 }, { f2, f12, f22 } },
	                            { { f1, f11, f12 }, { f11, f111, f112 }, { f12, f112, f122 } },
	                            { { f2, f12, f22 }, { f12, f112, f122 }, { f22, f122, f222 } } };
	const double n[3][3] = { { c * k->a.x, s * k->u.x, s * k->v.x },
	                         { c * k->a.y, s * k->u.y, s * k->v.y },
	                         { c * k->a.z, s * k->u.z, s * k->v.z } };
	const double nu[3][3] = { { s * k->a.x, -c * k->u.x, -c * k->v.x },
	                          { s * k->a.y, -c * k->u.y, -c * k->v.y },
	                          { s * k->a.z, -c * k->u.z, -c * k->v.z } };
	double g[3][3];

	a->area += area_form(k, pole, p, q, angle);
	for (int i = 0; i < 3; i++)
		a->nu[i] += s * (nu[i][0] * angle + nu[i][1] * f1 + nu[i][2] * f2);
	add_product(a->n_nu, s, n, f[0], nu);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			g[i][j] = s * v3_dot(k->a, given) * f[0][i][j] - c * v3_dot(k->u, given) * f[1][i][j] -
			          c * v3_dot(k->v, given) * f[2][i][j];
	add_product(a->nn_nu, s, n, g, n);
}

/* ---- the uncovered part of a circle ---- */

static int by_start(const void *a, const void *b)
{
	double x = ((const struct patch_key *)a)->from, y = ((const struct patch_key *)b)->from;

	return x < y ? -1 : x > y;
}

/* Sort the keys; insertion is faster for few keys. */
static void sort_keys(struct patch_key *key, int n)
{
	if (n > 40) {
		qsort(key, (size_t)n, sizeof *key, by_start);
		return;
	}
	for (int i = 1; i < n; i++) {
		struct patch_key k = key[i];
		int j = i;

		for (; j > 0 && key[j - 1].from > k.from; j--)
			key[j] = key[j - 1];
		key[j] = k;
	}
}

/* A place on a circle: the length along the square, the unit vector, and the crossing there, or -1. */
struct place { double at; vec2 d; int cross; };

static double angle_of(const struct place *x)
{
	double a = trig_atan2(x->d.y, x->d.x);

	return x->at == 4 ? 2 * pi : a < 0 ? a + 2 * pi : a;
}

static void expose_arc(struct patch *w, struct sums *a, const struct patch_cap *k, vec3 given, vec3 pole, struct place p,
	struct place q)
{
	double norm_p = v2_norm(p.d), norm_q = v2_norm(q.d);

	add_arc(a, k, given, pole, v2_scale(1 / norm_p, p.d), v2_scale(1 / norm_q, q.d), angle_of(&q) - angle_of(&p));
	if (p.cross >= 0)
		w->cross[p.cross].balance++;
	if (q.cross >= 0)
		w->cross[q.cross].balance--;
}

/* Add the uncovered arcs. An interval across the angle 0 is split there: one part comes first, and the other last. */
static void circle_rest(struct patch *w, struct sums *a, const struct patch_cap *k, vec3 given, vec3 pole)
{
	struct place at = { 0, v2(1, 0), -1 }, end = { 4, v2(1, 0), -1 };
	int n = 0;

	for (int i = k->cover; i >= 0; i = w->cover[i].next) {
		const struct patch_cover *c = &w->cover[i];

		MEM_GROW(w->key, &w->cap_key, (size_t)n + 1);
		w->key[n++] = (struct patch_key){ c->from, i };
		if (c->from > c->to && c->to > at.at)
			at = (struct place){ c->to, c->q, c->end };
		if (c->from > c->to && c->from < end.at)
			end = (struct place){ c->from, c->p, c->start };
	}
	sort_keys(w->key, n);
	for (int i = 0; i < n && w->key[i].from < end.at; i++) {
		const struct patch_cover *c = &w->cover[w->key[i].cover];

		if (c->from > c->to)
			continue;
		if (c->from > at.at)
			expose_arc(w, a, k, given, pole, at, (struct place){ c->from, c->p, c->start });
		if (c->to > at.at)
			at = (struct place){ c->to, c->q, c->end };
	}
	if (at.at < end.at)
		expose_arc(w, a, k, given, pole, at, end);
}

/* ---- the patch ---- */

/* Of 48 evenly spread points, the point -p farthest from all circles. */
static struct pole choose_pole(const struct patch *w)
{
	enum { N = 48 };
	struct pole best = { v3(0, 0, 1), 1 };
	double most = -1;

	for (int i = 0; i < N; i++) {
		double z = 1 - (2 * i + 1.0) / N, r = sqrt((1 - z) * (1 + z)), s, c, least = 2;
		int exposed = 1;

		trig_sincos(2.399963229728653 * i + 0.3, &s, &c);
		vec3 p = v3(r * c, r * s, z);
		for (int j = 0; j < w->n && least > most; j++) {
			const struct patch_cap *k = &w->cap[j];

			if (k->idle & 1)
				continue;
			double in = -v3_dot(p, k->a) - k->c;
			exposed &= in <= 0;
			least = fmin(least, fabs(in));
		}
		if (least > most) {
			most = least;
			best = (struct pole){ p, exposed };
		}
	}
	return best;
}

/* The total distance between crossings where only an arc begins and crossings where only an arc ends. */
static double gap_of(struct patch *w)
{
	double gap = 0;

	for (int i = 0; i < w->n_cross; i++) {
		while (w->cross[i].balance != 0) {
			int sign = w->cross[i].balance > 0 ? 1 : -1, near = -1;
			double least = 2;

			for (int j = 0; j < w->n_cross; j++) {
				double d = v3_norm(v3_sub(w->cross[i].at, w->cross[j].at));

				if (w->cross[j].balance * sign < 0 && d < least) {
					least = d;
					near = j;
				}
			}
			w->cross[i].balance -= sign;
			if (near >= 0)
				w->cross[near].balance += sign;
			gap += least;
		}
	}
	return gap;
}

static void circle_frame(struct patch_cap *k)
{
	double x = fabs(k->a.x), y = fabs(k->a.y), z = fabs(k->a.z);
	vec3 far = x <= y && x <= z ? v3(1, 0, 0) : y <= z ? v3(0, 1, 0) : v3(0, 0, 1), u = v3_cross(far, k->a);

	k->u = v3_scale(1 / v3_norm(u), u);
	k->v = v3_cross(k->a, k->u);
	k->idle = 0;
	k->cover = -1;
}

static void measure(struct patch *w, vec3 given, struct patch_moments *m)
{
	struct sums a = { 0 };

	w->n_cover = w->n_cross = 0;
	for (int j = 0; j < w->n; j++)
		circle_frame(&w->cap[j]);
	for (int j = 0; j < w->n; j++)
		for (int k = j + 1; k < w->n && !(w->cap[j].idle & 1); k++)
			if (!(w->cap[k].idle & 1))
				cap_pair(w, &w->cap[j], &w->cap[k]);
	struct pole pole = choose_pole(w);
	for (int j = 0; j < w->n; j++)
		if (!w->cap[j].idle)
			circle_rest(w, &a, &w->cap[j], given, pole.p);
	const double c[3] = { given.x, given.y, given.z };
	m->area = (pole.exposed ? 4 * pi : 0) - a.area;
	for (int i = 0; i < 3; i++)
		m->first[i] = -a.nu[i] / 2;
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			m->second[i][j] = ((i == j ? m->area : 0) - (a.n_nu[i][j] + a.n_nu[j][i]) / 2) / 3;
			m->third[i][j] = (c[i] * m->first[j] + c[j] * m->first[i] - a.nn_nu[i][j]) / 4;
		}
	}
	m->gap = gap_of(w);
}

static int wider_first(const void *a, const void *b)
{
	double x = ((const struct patch_cap *)a)->c, y = ((const struct patch_cap *)b)->c;

	return x < y ? -1 : x > y;
}

void patch_measure(struct patch *p, vec3 given, struct patch_moments *m)
{
	enum { FEW = 12 }; /* so few caps are measured as fast without pruning */
	struct rng g;
	double shift = 1e-14;

	if (p->n > 1)
		qsort(p->cap, (size_t)p->n, sizeof *p->cap, wider_first);
	int left = p->n > FEW ? caps_prune(&p->prune, p->n, p->cap) : p->n;
	if (left < 0) {
		*m = (struct patch_moments){ .area = 0 };
		return;
	}
	p->n = left;
	measure(p, given, m);
	for (int try = 1; try <= 8 && m->gap > closed; try++) {
		rng_seed(&g, (uint64_t)try);
		for (int j = 0; j < p->n; j++) {
			struct patch_cap *k = &p->cap[j];
			double angle = shift * (2 * rng_uniform(&g) - 1), c = k->c - k->s * angle;

			k->s += k->c * angle;
			k->c = c;
		}
		shift *= 4;
		measure(p, given, m);
	}
}
