/* field_implicit.c: distances to the surface of an ellipsoid with bumps
 *
 * Lines along the three axes of the object's own frame cut its surface in many points. To find the point y of the surface that is
 * nearest to x, Newton's method solves y - x + l grad F(y) = 0, F(y) = 0 for y and l. It starts from every point that may be
 * close to the nearest one. Without bumps, the nearest point is the root of one equation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "shape/field_kinds.h"
#include "solid/ellipsoid.h"
#include "solid/implicit.h"

struct body {
	struct implicit o;
	double at[3], turn[3][3];
	double spacing, reach;   /* spacing of the points; a radius of the body about its own origin, or more [L] */
	int n;
	size_t cap;
	double (*point)[3];      /* [n] points of the surface in the object's own frame [L] */
	struct boxtree tree;
};

static void into(const struct body *b, const double x[3], double to[3])
{
	const double d[3] = { x[0] - b->at[0], x[1] - b->at[1], x[2] - b->at[2] };

	mat3_apply_back(to, (const double (*)[3])b->turn, d);
}

static void out_of(const struct body *b, const double x[3], double to[3])
{
	mat3_apply(to, (const double (*)[3])b->turn, x);
	for (int k = 0; k < 3; k++)
		to[k] += b->at[k];
}

/* ---- Newton's method ---- */

/* Solve a x = b for four unknowns by elimination; x replaces b. Returns -1 if a is singular. */
static int solve4(double a[4][4], double b[4])
{
	for (int k = 0; k < 4; k++) {
		int p = k;

		for (int i = k + 1; i < 4; i++)
			if (fabs(a[i][k]) > fabs(a[p][k]))
				p = i;
		if (!(fabs(a[p][k]) > 0))
			return -1;
		for (int j = 0; j < 4; j++) {
			double swap = a[k][j];

			a[k][j] = a[p][j];
			a[p][j] = swap;
		}
		double swap = b[k];
		b[k] = b[p];
		b[p] = swap;
		for (int i = k + 1; i < 4; i++) {
			double w = a[i][k] / a[k][k];

			for (int j = k; j < 4; j++)
				a[i][j] -= w * a[k][j];
			b[i] -= w * b[k];
		}
	}
	for (int k = 3; k >= 0; k--) {
		for (int j = k + 1; j < 4; j++)
			b[k] -= a[k][j] * b[j];
		b[k] /= a[k][k];
	}
	return 0;
}

static double separation(const double a[3], const double b[3])
{
	double d[3] = { a[0] - b[0], a[1] - b[1], a[2] - b[2] };

	return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static vec3 apply(const double h[6], vec3 u)
{
	return v3(h[0] * u.x + h[3] * u.y + h[4] * u.z, h[3] * u.x + h[1] * u.y + h[5] * u.z, h[4] * u.x + h[5] * u.y + h[2] * u.z);
}

/* The least eigenvalue of 1 + l h in the plane across g. Where it is negative, points of the surface beside a stationary point
 * are nearer to x. */
static double least_bend(double l, const double h[6], const double g[3])
{
	const vec3 n = v3_scale(1 / v3_norm(v3_from(g)), v3_from(g));
	vec3 u = fabs(n.x) < 0.6 ? v3_cross(n, v3(1, 0, 0)) : v3_cross(n, v3(0, 1, 0));

	u = v3_scale(1 / v3_norm(u), u);
	const vec3 v = v3_cross(n, u);
	const double uu = l * v3_dot(u, apply(h, u)), uv = l * v3_dot(u, apply(h, v)), vv = l * v3_dot(v, apply(h, v));

	return 1 + (uu + vv) / 2 - sqrt((uu - vv) * (uu - vv) / 4 + uv * uv);
}

/* Move y, a point near the surface, to the nearest point of the surface to x. Returns its distance from x, or infinity if the
 * method does not converge. Newton's method leads to farthest points and passes too; so where the distance bends down, a
 * multiple of the square of the step is added that makes it bend up. */
static double nearest_from(const struct body *b, const double x[3], double y[3])
{
	enum { STEPS = 30 };
	double g[3], h[6], f = implicit_value(&b->o, y, g), gg = g[0] * g[0] + g[1] * g[1] + g[2] * g[2], l = 0;
	double start = separation(x, y);

	for (int k = 0; k < 3; k++)
		l -= (y[k] - x[k]) * g[k] / gg;
	for (int step = 0; step < STEPS; step++) {
		implicit_curvature(&b->o, y, h);
		const double bend = least_bend(l, h, g), one = bend < 0 ? 1 - 2 * bend : 1;
		double a[4][4] = {
			{ one + l * h[0], l * h[3], l * h[4], g[0] },
			{ l * h[3], one + l * h[1], l * h[5], g[1] },
			{ l * h[4], l * h[5], one + l * h[2], g[2] },
			{ g[0], g[1], g[2], 0 },
		}, d[4] = { x[0] - y[0] - l * g[0], x[1] - y[1] - l * g[1], x[2] - y[2] - l * g[2], -f };

		if (solve4(a, d))
			return INFINITY;
		double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), part = fmin(1, b->spacing / length);
		for (int k = 0; k < 3; k++)
			y[k] += part * d[k];
		l += part * d[3];
		f = implicit_value(&b->o, y, g);
		if (length <= 1e-14 * (start + b->spacing))
			break;
	}
	gg = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
	double d = separation(x, y);
	return fabs(f) <= 1e-10 * sqrt(gg) * b->spacing && d <= start * (1 + 1e-12) ? d : INFINITY;
}

/* From the centre of a ball all points of the surface are equally near: after VAIN attempts that lead to other points, none
 * of them better, only points that are nearer themselves are tried. */
enum { FEET = 8, VAIN = 8 };
struct search { const struct body *body; double best, at[3], foot[FEET][3]; int n_foot, vain; };

/* A point of the surface at r from the nearest one is farther from x by about r^2 / (2 d) if the surface is flat. Curved surfaces
 * get r^2 / d. */
static double slack(const struct search *s, double d)
{
	double r = s->body->spacing;

	return d > r ? r * r / d : r;
}

/* Whether Newton's method would lead from p to a point it has already found. At edges and in thin parts two nearest points may be
 * less than the spacing from each other. */
static int known(const struct search *s, const double p[3])
{
	double r2 = 0.25 * s->body->spacing * s->body->spacing;

	for (int k = 0; k < s->n_foot && k < FEET; k++) {
		const double *q = s->foot[k], d[3] = { p[0] - q[0], p[1] - q[1], p[2] - q[2] };

		if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < r2)
			return 1;
	}
	return 0;
}

static double look(void *to, int item, const double x[3])
{
	struct search *s = to;
	const double *p = s->body->point[item];
	double y[3] = { p[0], p[1], p[2] }, far = separation(x, p);

	if (far - slack(s, far) < s->best && (s->vain < VAIN || far < s->best * (1 - 1e-13)) && !known(s, p)) {
		double d = nearest_from(s->body, x, y);

		if (!(d <= far)) {
			d = far;
			memcpy(y, p, sizeof y);
		}
		int again = known(s, y); /* from points around a foot that is known, many ways lead to it */
		if (!again)
			memcpy(s->foot[s->n_foot++ % FEET], y, sizeof y);
		s->vain = d < s->best * (1 - 1e-13) ? 0 : s->vain + !again;
		if (d < s->best) {
			s->best = d;
			memcpy(s->at, y, sizeof y);
		}
	}
	return s->best + slack(s, s->best);
}

static double distance(const struct field *f, const double x[3], double at[3])
{
	struct search s = { .body = f->body, .best = INFINITY };
	double p[3];

	into(s.body, x, p);
	if (s.body->o.n == 0) {
		double d = ellipsoid_nearest(s.body->o.a, p, s.at);

		out_of(s.body, s.at, at);
		return d;
	}
	boxtree_near(&s.body->tree, p, INFINITY, look, &s);
	out_of(s.body, s.at, at);
	return s.best;
}

static int inside(const struct field *f, const double x[3])
{
	const struct body *b = f->body;
	double p[3];

	into(b, x, p);
	return implicit_value(&b->o, p, NULL) >= 0;
}

/* ---- lines and points ---- */

static void cut(void *body, double y, double z, struct intervals *s)
{
	const struct body *b = body;
	const double from[3] = { 0, y, z }, along[3] = { 1, 0, 0 };
	double p[3], d[3], far = b->reach;

	into(b, from, p);
	mat3_apply_back(d, (const double (*)[3])b->turn, along);
	far += fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
	implicit_cut(&b->o, p, d, -far, far, s);
}

/* Add the points on lines along axis k, at the spacing h. On such a line a point stands for an area of h^2 / |n_k|. The three
 * axes divide the surface in the ratio |n_x| : |n_y| : |n_z|, so with the sum s of these each point counts h^2 / s. */
static void put_lines(struct field *f, struct body *b, int k, double h, const double lo[3], const double hi[3],
	struct intervals *s)
{
	int p = (k + 1) % 3, q = (k + 2) % 3, np = (int)ceil((hi[p] - lo[p]) / h), nq = (int)ceil((hi[q] - lo[q]) / h);
	double along[3] = { k == 0, k == 1, k == 2 };

	for (int i = 0; i < np * nq; i++) {
		double x[3] = { 0, 0, 0 };

		x[p] = 0.5 * (lo[p] + hi[p]) + h * (i % np - 0.5 * (np - 1));
		x[q] = 0.5 * (lo[q] + hi[q]) + h * (i / np - 0.5 * (nq - 1));
		s->n = 0;
		implicit_cut(&b->o, x, along, lo[k] - h, hi[k] + h, s);
		for (int m = 0; m < 2 * s->n; m++) {
			double y[3] = { x[0], x[1], x[2] }, g[3], normal[3], at[3], sum = 0, l = 0;

			y[k] = s->at[m / 2][m % 2];
			implicit_value(&b->o, y, g);
			for (int c = 0; c < 3; c++)
				l += g[c] * g[c];
			for (int c = 0; c < 3 && l > 0; c++) {
				g[c] /= -sqrt(l);
				sum += fabs(g[c]);
			}
			if (!(l > 0))
				continue;
			MEM_GROW(b->point, &b->cap, (size_t)b->n + 1);
			memcpy(b->point[b->n++], y, sizeof y);
			out_of(b, y, at);
			mat3_apply(normal, (const double (*)[3])b->turn, g);
			field_add_point(f, at, normal, h * h / sum);
		}
	}
}

static void free_body(void *body)
{
	struct body *b = body;

	boxtree_free(&b->tree);
	free(b->point);
	free(b);
}

void field_of_implicit(struct field *f, const struct shape *shape, int points)
{
	static const struct field_kind kind = { distance, inside, free_body };
	const struct solid *s = shape->solid;
	struct body *b = MEM_ZERO(struct body, 1);
	struct intervals cuts = { .n = 0 };
	double lo[3], hi[3], own[4] = { 1, 0, 0, 0 };

	b->o = (struct implicit){ .a = { s->a[0], s->a[1], s->a[2] }, .n = s->n_bump, .bump = s->bump };
	if (shape->kind == SHAPE_OBJECT) {
		memcpy(b->at, s->at, sizeof b->at);
		memcpy(own, s->turn, sizeof own);
	}
	quat_matrix(b->turn, own);
	implicit_box(&b->o, lo, hi);
	double a = hi[0] - lo[0], c = hi[1] - lo[1], d = hi[2] - lo[2];
		/* a line along each axis cuts the surface twice */
	b->spacing = sqrt(2 * (a * c + c * d + d * a) / points);
	for (int k = 0; k < 3; k++)
		b->reach += fmax(fabs(lo[k]), fabs(hi[k]));
	for (int k = 0; k < 3; k++)
		put_lines(f, b, k, b->spacing, lo, hi, &cuts);
	free(cuts.at);
	double (*box)[6] = mem_new((size_t)b->n, sizeof *box);
	for (int k = 0; k < b->n; k++) {
		memcpy(box[k], b->point[k], sizeof b->point[k]);
		memcpy(box[k] + 3, b->point[k], sizeof b->point[k]);
	}
	boxtree_init(&b->tree, b->n, (const double (*)[6])box);
	free(box);
	f->kind = &kind;
	f->body = b;
	f->lines = (struct lines){ .cut = cut, .body = b };
	for (int k = 0; k < 3; k++) {
		f->lines.lo[k] = INFINITY;
		f->lines.hi[k] = -INFINITY;
		for (int m = 0; m < f->n_point; m++) {
			f->lines.lo[k] = fmin(f->lines.lo[k], f->point[m].at[k] - 0.5 * b->spacing);
			f->lines.hi[k] = fmax(f->lines.hi[k], f->point[m].at[k] + 0.5 * b->spacing);
		}
	}
}
