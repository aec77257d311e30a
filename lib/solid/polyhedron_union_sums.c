/* polyhedron_union_sums.c: integrals over the layer of a spheropolyhedron that is not convex */
#include "solid/polyhedron_union_parts.h"

#include <stdint.h>
#include <string.h>

#include "base/trig.h"

enum { VALUES = 14, SURFACE = 10, NORMALS = 11, DEEPEST = 8, SAMPLES = 13 };
/* Widths below this are points where the limiting feature changes. The error of the surface is of this order. */
#define NARROW 1e-6
/* The relative error of integrals over one piece. */
#define CLOSE 1e-8
/* The label of a height that nothing limits; other labels are those of features of faces. */
enum { FREE = -1 };

/* ---- how high a normal reaches ---- */

/* The greatest n.z / |z|^2 over the edge from a to b, twice; a and b are relative to x. *end: 1 if at the end a, 2 if at b. */
static double edge_limit(vec3 a, vec3 b, vec3 n, int *end)
{
	vec3 d = v3_sub(b, a);
	double l = v3_norm(d), s0 = -v3_dot(a, d) / l;
	vec3 u = v3_scale(1 / l, d), foot = v3_add(a, v3_scale(s0, u));
	double A = v3_dot(n, foot), B = v3_dot(n, u), d2 = v3_dot(foot, foot), R = sqrt(A * A + B * B * d2);

	*end = 0;
	if (d2 > 1e-24 * l * l && A + R > 0) {
		double s = s0 + B * d2 / (A + R);

		if (s >= 0 && s <= l)
			return (A + R) / d2;
	}
	double aa = v3_dot(a, a), bb = v3_dot(b, b), ka = aa > 0 ? 2 * v3_dot(n, a) / aa : 0, kb = bb > 0 ? 2 * v3_dot(n, b) / bb : 0;
	*end = ka > kb ? 1 : 2;
	return fmax(ka, kb);
}

/* Whether no point of face f is within the radius t of the place q above x, so that the face does not limit the height to less
 * than t: its plane is too far, or the circle in which the plane cuts the ball is beyond one of the edges. */
static int too_far(const struct polyhedron_union *u, int f, vec3 q, double t)
{
	const struct polyhedron *p = u->p;
	double h = v3_dot(v3_sub(q, u->point[p->corner[p->first[f]]]), v3_from(p->normal[f])), most = t * t - h * h;

	if (most <= 0)
		return 1;
	for (int c = p->first[f]; c < p->first[f + 1]; c++) {
		double in = v3_dot(u->inward[c], v3_sub(q, u->point[p->corner[c]]));

		if (in < 0 && in * in >= most)
			return 1;
	}
	return 0;
}

/* Limit *most, the inverse of the height of the normal n at x, by face f. *label tells what limits it. */
static void face_limit(const struct polyhedron_union *u, int f, vec3 x, vec3 n, double *most, int64_t *label)
{
	const struct polyhedron *p = u->p;
	const int first = p->first[f], last = p->first[f + 1] - 1;
	vec3 m = v3_from(p->normal[f]);
	double h = v3_dot(v3_sub(u->point[p->corner[first]], x), m), along = v3_dot(n, m);
	double limit = (1 + (h > 0 ? along : -along)) / fabs(h);
	vec3 z = v3_add(v3_scale(1 / (2 * h), m), v3_scale(1 / (2 * fabs(h)), n));
	int inside = fabs(h) > 1e-14 && limit > *most;

	z = v3_scale(1 / v3_dot(z, z), z);
	for (int c = first; c <= last && inside; c++)
		inside = v3_dot(u->inward[c], v3_sub(z, v3_sub(u->point[p->corner[c]], x))) >= 0;
	if (inside) {
		*most = limit;
		*label = 3 * (int64_t)f;
		return;
	}
	for (int c = first; c <= last; c++) {
		int end, a = p->corner[c], b = p->corner[c < last ? c + 1 : first];

		limit = edge_limit(v3_sub(u->point[a], x), v3_sub(u->point[b], x), n, &end);
		if (limit > *most) {
			*most = limit;
			*label = end ? 3 * (int64_t)(end == 1 ? a : b) + 2 : 3 * (int64_t)p->edge_of[c] + 1;
		}
	}
}

/* The height of the normal n at x. *label tells what limits it. */
static double height(const struct polyhedron_union *u, vec3 x, vec3 n, int64_t *label)
{
	double most = 1 / u->r, t = u->r;
	vec3 q = v3_add(x, v3_scale(t, n));

	*label = FREE;
	for (int k = 0; k < u->n_face; k++) {
		if (too_far(u, u->face[k], q, t))
			continue;
		face_limit(u, u->face[k], x, n, &most, label);
		t = 1 / most;
		q = v3_add(x, v3_scale(t, n));
	}
	return t;
}

/* ---- integrals ---- */

/* The place x and the normal n at s, w. Returns the element of area, length times angle, or solid angle. */
static double place(const struct union_patch *q, double s, double w, vec3 *x, vec3 *n)
{
	vec3 along = v3_sub(v3_add(q->a, v3_scale(s, v3_sub(q->b, q->a))), q->c);

	if (q->power == 1) {
		double sine, cosine;

		trig_sincos(w * q->angle, &sine, &cosine);
		*x = v3_add(q->a, v3_scale(s, v3_sub(q->b, q->a)));
		*n = v3_add(v3_scale(cosine, q->c), v3_scale(sine, q->across));
		return v3_norm(v3_sub(q->b, q->a)) * q->angle;
	}
	vec3 to = v3_add(q->c, v3_scale(w, along)), e = v3_sub(q->a, q->c), f = v3_sub(q->b, q->c);
	if (q->power == 0) {
		*x = to;
		*n = q->n;
		return w * v3_norm(v3_cross(e, f));
	}
	double length = v3_norm(to);
	*x = q->at;
	*n = v3_scale(1 / length, to);
	return w * fabs(v3_dot(q->c, v3_cross(e, f))) / (length * length * length);
}

static double height_at(const struct polyhedron_union *u, const struct union_patch *q, double s, double w, int64_t *label)
{
	vec3 x, n;

	place(q, s, w, &x, &n);
	return height(u, x, n, label);
}

/* Add weight times the integrals along the normal at s, w; is_free: whether its height is known to be r. */
static void add_normal(const struct polyhedron_union *u, const struct union_patch *q, double s, double w, double weight,
	int is_free, double sum[VALUES])
{
	int64_t label = FREE;
	vec3 at, out;
	double element = weight * place(q, s, w, &at, &out), h = is_free ? u->r : height(u, at, out, &label), i[3], x[3], n[3];
	double power = element;

	for (int k = 0; k < q->power; k++)
		power *= h;
	if (label == FREE) {
		sum[SURFACE] += power;
		sum[NORMALS] += power * out.x;
		sum[NORMALS + 1] += power * out.y;
		sum[NORMALS + 2] += power * out.z;
	}
	for (int k = 0; k < 3; k++) {
		power *= h;
		i[k] = power / (q->power + 1 + k);
	}
	v3_to(x, at);
	v3_to(n, out);
	sum[0] += i[0];
	for (int k = 0; k < 3; k++)
		sum[1 + k] += x[k] * i[0] + n[k] * i[1];
	for (int k = 0; k < 6; k++) {
		int a = moments3_second[k][0], b = moments3_second[k][1];

		sum[4 + k] += x[a] * x[b] * i[0] + (x[a] * n[b] + x[b] * n[a]) * i[1] + n[a] * n[b] * i[2];
	}
}

static void gauss_piece(const struct polyhedron_union *u, const struct union_patch *q, double s, double lo, double hi,
	int is_free, double sum[VALUES])
{
	const double *x = is_free ? u->free_x : u->x, *w = is_free ? u->free_w : u->w;

	for (int k = 0; k < (is_free ? UNION_FREE : UNION_GAUSS); k++)
		add_normal(u, q, s, lo + (hi - lo) * (1 + x[k]) / 2, w[k] * (hi - lo) / 2, is_free, sum);
}

/* Add the integral over w from lo to hi, where one feature limits the height. Intervals are halved because heights may change
 * fast near one end, but not where this does not matter, since heights above shallow dents have rounding errors that halving does
 * not end: whole is a first estimate, or NULL. */
static void piece(const struct polyhedron_union *u, const struct union_patch *q, double s, double lo, double hi,
	const double *whole, int depth, double sum[VALUES])
{
	double middle = lo + (hi - lo) / 2, all[VALUES] = { 0 }, left[VALUES] = { 0 }, right[VALUES] = { 0 };

	if (!whole)
		gauss_piece(u, q, s, lo, hi, 0, all);
	else
		memcpy(all, whole, sizeof all);
	gauss_piece(u, q, s, lo, middle, 0, left);
	gauss_piece(u, q, s, middle, hi, 0, right);
	double off = fabs(left[0] + right[0] - all[0]);
	if (off > CLOSE * (fabs(all[0]) + q->volume * (hi - lo)) && off > u->least && depth < DEEPEST) {
		piece(u, q, s, lo, middle, left, depth + 1, sum);
		piece(u, q, s, middle, hi, right, depth + 1, sum);
		return;
	}
	for (int i = 0; i < VALUES; i++)
		sum[i] += left[i] + right[i];
}

/* Add the integral over a whole piece. Where nothing limits the height the integrand is a polynomial, or nearly one. */
static void add_piece(const struct polyhedron_union *u, const struct union_patch *q, double s, double lo, double hi,
	int64_t label, double sum[VALUES])
{
	if (label == FREE)
		gauss_piece(u, q, s, lo, hi, 1, sum);
	else
		piece(u, q, s, lo, hi, NULL, 0, sum);
}

/* What goes along the normals of the patch at s, from w = 0 on: where the present piece begins, the features that limited it so
 * far, as a number that tells their sequences apart, and the integrals, or NULL if only the features are wanted. */
struct course { double s, from, narrow, *sum; uint64_t features; };

static void end_piece(const struct polyhedron_union *u, const struct union_patch *q, struct course *c, double to, int64_t label)
{
	if (c->sum)
		add_piece(u, q, c->s, c->from, to, label, c->sum);
	c->from = to;
	c->features = (c->features ^ (uint64_t)label) * 1099511628211u;
}

/* Go over w from lo to hi, where the limiting features are known: one piece if they are equal. */
static void split(const struct polyhedron_union *u, const struct union_patch *q, struct course *c, double lo, int64_t low,
	double hi, int64_t high)
{
	if (low == high)
		return;
	if (hi - lo > c->narrow) {
		double middle = lo + (hi - lo) / 2;
		int64_t label;

		height_at(u, q, c->s, middle, &label);
		split(u, q, c, lo, low, middle, label);
		split(u, q, c, middle, label, hi, high);
		return;
	}
	end_piece(u, q, c, lo + (hi - lo) / 2, low);
}

/* Of the faces, put those first that may limit heights of the patch between s = lo and hi, and return their number. A ball that
 * touches the patch from outside has its centre in the ball about the middle of these centres. */
static int put_near_first(struct polyhedron_union *u, const struct union_patch *q, double lo, double hi)
{
	vec3 x, n, middle;
	double away = 0;
	int kept = 0;

	place(q, (lo + hi) / 2, 0.5, &x, &n);
	middle = v3_add(x, v3_scale(u->r, n));
	for (int k = 0; k < 4; k++) {
		place(q, k & 1 ? lo : hi, k & 2 ? 0 : 1, &x, &n);
		away = fmax(away, v3_norm(v3_sub(v3_add(x, v3_scale(u->r, n)), middle)));
	}
	for (int k = 0; k < u->n_face; k++) {
		int f = u->face[k];

		if (too_far(u, f, middle, (u->r + away) * (1 + 1e-12)))
			continue;
		u->face[k] = u->face[kept];
		u->face[kept++] = f;
	}
	return kept;
}

static int insert(double *x, int n, double y)
{
	int k = n;

	for (; k > 0 && x[k - 1] > y; k--)
		x[k] = x[k - 1];
	x[k] = y;
	return n + 1;
}

/* Add the foot of the point x on the plane of a patch, if it is within r of the patch. */
static void add_foot(struct polyhedron_union *u, const struct union_patch *q, vec3 x)
{
	const vec3 e = v3_sub(q->a, q->c), f = v3_sub(q->b, q->c), g = v3_sub(f, e), m = v3_cross(e, f);
	const vec3 at = v3_sub(x, v3_scale(v3_dot(v3_sub(x, q->c), q->n), q->n)), d = v3_sub(at, q->c);
	const double a = v3_dot(v3_cross(d, f), m), b = v3_dot(v3_cross(e, d), m);
	double s = b / (a + b), w = (a + b) / v3_dot(m, m);

	if (b < 0) {
		s = 0;
		w = v3_dot(d, e) / v3_dot(e, e);
	} else if (a < 0) {
		s = 1;
		w = v3_dot(d, f) / v3_dot(f, f);
	} else if (w > 1) {
		s = v3_dot(v3_sub(d, e), g) / v3_dot(g, g);
		w = 1;
	}
	const vec3 off = v3_sub(d, v3_scale(w, v3_add(e, v3_scale(s, g))));
	int known = u->n_foot == UNION_FEET || !(w > 0 && v3_dot(off, off) < u->r * u->r);
	for (int i = 0; i < u->n_foot && !known; i++)
		known = v3_norm(v3_sub(u->foot[i].at, at)) < 1e-6 * u->r;
	if (known)
		return;
	u->foot[u->n_foot].at = at;
	u->foot[u->n_foot++].s = fmin(fmax(s, 1e-9), 1 - 1e-9);
}

/* Find the feet on a patch of a face of vertices above it, and of edges that rise from its plane. Heights are limited around
 * them, and where the patch is large against r, other places may be too far apart to notice. */
static void find_feet(struct polyhedron_union *u, const struct union_patch *q)
{
	const struct polyhedron *p = u->p;

	u->n_foot = 0;
	for (int k = 0; k < u->n_face && q->power == 0 && q->scale < 1; k++) {
		const int first = p->first[u->face[k]], end = p->first[u->face[k] + 1];

		for (int c = first; c < end; c++) {
			const vec3 x = u->point[p->corner[c]], y = u->point[p->corner[c + 1 < end ? c + 1 : first]];
			const double high = v3_dot(v3_sub(x, q->c), q->n), next = v3_dot(v3_sub(y, q->c), q->n);

			if (high > 0 && high < 2 * u->r)
				add_foot(u, q, x);
			if ((high <= 1e-12) != (next <= 1e-12))
				add_foot(u, q, v3_add(x, v3_scale(high / (high - next), v3_sub(y, x))));
		}
	}
}

/* Go over w at s. Places where limiting features are looked for are dense near both ends, at distances of parts of r. sum gets
 * the integrals, unless it is NULL. Returns a number that tells sequences of limiting features apart. */
static uint64_t across(struct polyhedron_union *u, const struct union_patch *q, double s, double sum[VALUES])
{
	static const double part[SAMPLES] = { 0, 0.04, 0.15, 0.45, 0.8, 1.5, 3, -1.5, -0.8, -0.45, -0.15, -0.04, 0 };
	const vec3 along = v3_sub(v3_add(q->a, v3_scale(s, v3_sub(q->b, q->a))), q->c);
	const double end = 1e-9, length = v3_norm(along);
	double unit = q->power ? 1.0 / 6 : fmin(u->r / length, 1.0 / 6), last = end, at[SAMPLES + UNION_FEET];
	struct course c = { s, 0, sum ? NARROW : 1e-3, sum, 0 };
	int64_t label = FREE, before = FREE;
	int all = u->n_face, n = 0;

	for (int k = 1; k < SAMPLES; k++)
		at[n++] = k == SAMPLES - 1 ? 1 - end : part[k] == 3 ? 0.5 : part[k] > 0 ? part[k] * unit : 1 + part[k] * unit;
	for (int k = 0; k < u->n_foot; k++) { /* the place nearest to the foot */
		const vec3 d = v3_sub(u->foot[k].at, q->c);
		const double w = v3_dot(d, along) / (length * length);

		if (w > end && w < 1 - end && v3_dot(d, d) - w * w * length * length < u->r * u->r)
			n = insert(at, n, w);
	}
	if (sum)
		memset(sum, 0, VALUES * sizeof *sum);
	u->n_face = put_near_first(u, q, s, s);
	height_at(u, q, s, end, &before);
	for (int k = 0; k < n && u->n_face; k++) {
		height_at(u, q, s, at[k], &label);
		split(u, q, &c, last, before, at[k], label);
		last = at[k];
		before = label;
	}
	end_piece(u, q, &c, 1, before);
	u->n_face = all;
	return c.features;
}

/* The integral over s from lo to hi by Gauss's rule. Returns how far off it may be: the difference from the rule of three of the
 * same places, which is exact for cubic functions. */
static double gauss(struct polyhedron_union *u, const struct union_patch *q, double lo, double hi, double sum[VALUES])
{
	const double side = 1 / (3 * u->x[0] * u->x[0]);
	double one[VALUES], three[VALUES] = { 0 }, off = 0;

	memset(sum, 0, VALUES * sizeof *sum);
	for (int k = 0; k < UNION_GAUSS; k++) {
		double weight = k == UNION_GAUSS / 2 ? 2 - 2 * side : k == 0 || k == UNION_GAUSS - 1 ? side : 0;

		across(u, q, lo + (hi - lo) * (1 + u->x[k]) / 2, one);
		for (int i = 0; i < VALUES; i++) {
			sum[i] += u->w[k] * (hi - lo) / 2 * one[i];
			three[i] += weight * (hi - lo) / 2 * one[i];
		}
	}
	for (int i = 0; i < SURFACE; i++)
		off = fmax(off, fabs(sum[i] - three[i]));
	return fmax(off, 0.03 * u->r * fabs(sum[SURFACE] - three[SURFACE]));
}

/* Add the integral over s from lo to hi, halving the interval where it is farther off than tolerance. */
static void halve(struct polyhedron_union *u, const struct union_patch *q, double lo, double hi, double tolerance, int depth,
	double sum[VALUES])
{
	double one[VALUES], off = gauss(u, q, lo, hi, one), middle = lo + (hi - lo) / 2;

	if (off > tolerance && depth < DEEPEST) {
		halve(u, q, lo, middle, tolerance / 2, depth + 1, sum);
		halve(u, q, middle, hi, tolerance / 2, depth + 1, sum);
		return;
	}
	u->error += off;
	for (int i = 0; i < VALUES; i++)
		sum[i] += one[i];
}

/* The integral over a patch: where its present part in s begins, and how often the limiting features may still be found. */
struct whole { double from, tolerance; int left; double sum[VALUES]; };

/* Go over s from lo to hi, where the sequences of limiting features are known. Parts with one sequence are integrated apart, as
 * integrands have kinks where it changes. */
static void divide(struct polyhedron_union *u, const struct union_patch *q, struct whole *t, double lo, uint64_t low, double hi,
	uint64_t high)
{
	double middle = lo + (hi - lo) / 2;

	if (low == high)
		return;
	if (hi - lo > 1e-4 && t->left-- > 0) {
		uint64_t features = across(u, q, middle, NULL);

		divide(u, q, t, lo, low, middle, features);
		divide(u, q, t, middle, features, hi, high);
		return;
	}
	halve(u, q, t->from, middle, t->tolerance * (middle - t->from), 0, t->sum);
	t->from = middle;
}

void union_integrate(struct polyhedron_union *u, struct moments3 *m, const struct union_patch *q)
{
	const double h = fmin(2 * q->scale, 0.25);
	double at[7 + UNION_FEET] = { 1e-9, 0.06 * h, h, 0.5, 1 - h, 1 - 0.06 * h, 1 - 1e-9 };
	struct whole t = { .tolerance = u->tolerance * (fmin(q->volume / u->whole, 1) + 0.1 / u->p->n_edge), .left = 100 };
	int all = u->n_face, n = 7;

	u->least = 0.01 * t.tolerance;
	u->n_face = put_near_first(u, q, 0, 1);
	find_feet(u, q);
	for (int k = 0; k < u->n_foot; k++)
		n = insert(at, n, u->foot[k].s);
	uint64_t last = across(u, q, at[0], NULL);
	for (int k = 1; k < n && u->n_face; k++) {
		uint64_t features = across(u, q, at[k], NULL);

		divide(u, q, &t, at[k - 1], last, at[k], features);
		last = features;
	}
	halve(u, q, t.from, 1, t.tolerance * (1 - t.from), 0, t.sum);
	u->n_face = all;
	m->one += t.sum[0];
	for (int k = 0; k < 3; k++)
		m->first[k] += t.sum[1 + k];
	for (int k = 0; k < 6; k++)
		m->second[k] += t.sum[4 + k];
	u->surface += t.sum[SURFACE];
	u->normals = v3_add(u->normals, v3_from(t.sum + NORMALS));
}
