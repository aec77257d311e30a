/* object3.c: contacts of bodies given by a function */
#include "contact/object3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/sym3.h"

void object3_place(struct object3 *o, vec3 c, const double q[4])
{
	o->c = c;
	quat_matrix(o->m, q);
}

static vec3 into(const struct object3 *o, vec3 x)
{
	vec3 d = v3_sub(x, o->c);
	const double p[3] = { d.x, d.y, d.z };
	double to[3];

	mat3_apply_back(to, o->m, p);
	return v3_scale(1 / o->size, v3_from(to));
}

static vec3 turned(const struct object3 *o, vec3 x)
{
	const double p[3] = { x.x, x.y, x.z };
	double to[3];

	mat3_apply(to, o->m, p);
	return v3_from(to);
}

static vec3 out_of(const struct object3 *o, vec3 x)
{
	return v3_add(o->c, v3_scale(o->size, turned(o, x)));
}

/* In the body's own frame. A bump adds q^3, 3 q^2 grad q and 6 q grad q grad q^T + 3 q^2 (-2 k B), grad q = -2 k B (x - c). */
static double value_inside(const struct implicit *o, const double x[3], double g[3], double h[6])
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	double f = 1;

	for (int k = 0; k < 3; k++) {
		double i2 = 1 / (o->a[k] * o->a[k]);

		f -= x[k] * x[k] * i2;
		g[k] = -2 * x[k] * i2;
		h[k] = -2 * i2;
		h[3 + k] = 0;
	}
	for (int i = 0; i < o->n; i++) {
		const struct bump *b = &o->bump[i];
		vec3 d = v3(x[0] - b->c[0], x[1] - b->c[1], x[2] - b->c[2]), e = sym3_apply(b->b, d);
		double q = b->k * (1 - v3_dot(d, e)), s = b->sign;
		const double slope[3] = { -2 * b->k * e.x, -2 * b->k * e.y, -2 * b->k * e.z };

		if (!(q > 0))
			continue;
		f += s * q * q * q;
		for (int k = 0; k < 3; k++)
			g[k] += s * 3 * q * q * slope[k];
		for (int k = 0; k < 6; k++)
			h[k] += s * (6 * q * slope[row[k]] * slope[column[k]] - 6 * q * q * b->k * b->b[k]);
	}
	return f;
}

double object3_value(const struct object3 *o, vec3 x, vec3 *gradient, double second[6])
{
	vec3 p = into(o, x);
	const double at[3] = { p.x, p.y, p.z };
	double g[3], h[6], f = value_inside(&o->shape, at, g, h), is = 1 / o->size;

	*gradient = v3_scale(is, turned(o, v3_from(g)));
	if (!second)
		return f;
	/* R h R^T / size^2 */
	const double rows[3][3] = { { h[0], h[3], h[4] }, { h[3], h[1], h[5] }, { h[4], h[5], h[2] } };
	double rh[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			rh[i][j] = is * is * (o->m[i][0] * rows[0][j] + o->m[i][1] * rows[1][j] + o->m[i][2] * rows[2][j]);
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	for (int k = 0; k < 6; k++) {
		const double *m = o->m[column[k]], *r = rh[row[k]];

		second[k] = r[0] * m[0] + r[1] * m[1] + r[2] * m[2];
	}
	return f;
}

/* About how far x is outside: exact in the first order. */
static double outside(const struct object3 *o, vec3 x)
{
	vec3 g;
	double f = object3_value(o, x, &g, NULL), l = v3_norm(g);

	return l > 0 ? -f / l : -o->thin;
}

/* The nearest point of the surface along the gradient. */
static vec3 onto(const struct object3 *o, vec3 x)
{
	for (int k = 0; k < 20; k++) {
		vec3 g;
		double f = object3_value(o, x, &g, NULL), l2 = v3_dot(g, g), step = f / sqrt(l2);

		if (!(l2 > 0))
			break;
		if (fabs(step) > 0.2 * o->reach)
			step = step > 0 ? 0.2 * o->reach : -0.2 * o->reach;
		x = v3_sub(x, v3_scale(step / sqrt(l2), g));
		if (fabs(step) < 1e-13 * o->reach)
			break;
	}
	return x;
}

/* ---- samples ---- */

/* Where the ray u leaves the body for the last time. */
static vec3 outermost(const struct implicit *o, vec3 u)
{
	const double from[3] = { 0, 0, 0 }, d[3] = { u.x, u.y, u.z };
	double lo[3], hi[3], far = 0;
	struct stretches s = { 0 };

	implicit_box(o, lo, hi);
	for (int k = 0; k < 3; k++)
		far += fmax(-lo[k], hi[k]);
	implicit_cut(o, from, d, 0, far, &s);
	double r = s.n > 0 ? s.at[s.n - 1][1] : 0;
	free(s.at);
	return v3_scale(r, u);
}

struct triangles { int n, n_vertex; int (*tri)[3]; vec3 *at; };

/* Cut every triangle into four; edges' middles are shared. */
static void halve(struct triangles *t)
{
	int edges = 3 * t->n / 2, n = t->n_vertex, (*edge)[3] = mem_new((size_t)edges, sizeof *edge), m = 0;
	int (*to)[3] = mem_new(4 * (size_t)t->n, sizeof *to);

	MEM_RESIZE(t->at, (size_t)(n + edges));
	for (int k = 0; k < t->n; k++) {
		int v[6];

		for (int i = 0; i < 3; i++) {
			int a = t->tri[k][i], b = t->tri[k][(i + 1) % 3], e = 0, low = a < b ? a : b, high = a < b ? b : a;

			while (e < m && !(edge[e][0] == low && edge[e][1] == high))
				e++;
			if (e == m) {
				vec3 mid = v3_add(t->at[a], t->at[b]);

				edge[m][0] = low, edge[m][1] = high, edge[m][2] = t->n_vertex;
				t->at[t->n_vertex++] = v3_scale(1 / v3_norm(mid), mid);
				m++;
			}
			v[i] = a;
			v[3 + i] = edge[e][2];
		}
		const int four[4][3] = { { v[0], v[3], v[5] }, { v[1], v[4], v[3] }, { v[2], v[5], v[4] }, { v[3], v[4], v[5] } };
		memcpy(to[4 * k], four, sizeof four);
	}
	free(edge);
	free(t->tri);
	t->tri = to;
	t->n *= 4;
}

static void icosahedron(struct triangles *t)
{
	static const int face[20][3] = { { 0, 11, 5 }, { 0, 5, 1 }, { 0, 1, 7 }, { 0, 7, 10 }, { 0, 10, 11 }, { 1, 5, 9 },
		{ 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 }, { 3, 9, 4 }, { 3, 4, 2 }, { 3, 2, 6 }, { 3, 6, 8 }, { 3, 8, 9 },
		{ 4, 9, 5 }, { 2, 4, 11 }, { 6, 2, 10 }, { 8, 6, 7 }, { 9, 8, 1 } };
	const double p = 1.6180339887498949;
	const vec3 corner[12] = { { -1, p, 0 }, { 1, p, 0 }, { -1, -p, 0 }, { 1, -p, 0 }, { 0, -1, p }, { 0, 1, p }, { 0, -1, -p },
		{ 0, 1, -p }, { p, 0, -1 }, { p, 0, 1 }, { -p, 0, -1 }, { -p, 0, 1 } };

	*t = (struct triangles){ .n = 20, .n_vertex = 12, .tri = mem_new(20, sizeof *t->tri), .at = MEM_NEW(vec3, 12) };
	memcpy(t->tri, face, sizeof face);
	for (int k = 0; k < 12; k++)
		t->at[k] = v3_scale(1 / v3_norm(corner[k]), corner[k]);
}

void samples3_init(struct samples3 *s, const struct implicit *o, int halvings)
{
	struct triangles t;

	icosahedron(&t);
	for (int k = 0; k < halvings; k++)
		halve(&t);
	*s = (struct samples3){ .n = t.n_vertex, .at = t.at, .from = MEM_ZERO(int, (size_t)t.n_vertex + 2) };
	for (int k = 0; k < s->n; k++) {
		vec3 u = v3(s->at[k].x * o->a[0], s->at[k].y * o->a[1], s->at[k].z * o->a[2]);

		s->at[k] = outermost(o, v3_scale(1 / v3_norm(u), u));
	}
	/* around every vertex each neighbour once: the triangles' edges as they are directed */
	s->next = MEM_NEW(int, 3 * (size_t)t.n);
	for (int k = 0; k < 3 * t.n; k++)
		s->from[t.tri[k / 3][k % 3] + 2]++;
	for (int k = 0; k < s->n; k++)
		s->from[k + 2] += s->from[k + 1];
	for (int k = 0; k < 3 * t.n; k++) {
		int a = t.tri[k / 3][k % 3], b = t.tri[k / 3][(k % 3 + 1) % 3];

		s->next[s->from[a + 1]++] = b;
		s->apart = fmax(s->apart, v3_norm(v3_sub(s->at[a], s->at[b])));
	}
	free(t.tri);
}

void samples3_free(struct samples3 *s)
{
	free(s->at);
	free(s->from);
	free(s->next);
}

/* ---- Newton's method ---- */

enum { UNKNOWNS = 8 };

/* Solve m x = r in place, rows exchanged for the greatest pivot; 0 where m is singular. */
static int solve(int n, double m[][UNKNOWNS + 1])
{
	for (int k = 0; k < n; k++) {
		int best = k;

		for (int i = k + 1; i < n; i++)
			if (fabs(m[i][k]) > fabs(m[best][k]))
				best = i;
		if (!(fabs(m[best][k]) > 1e-300))
			return 0;
		for (int j = k; j <= n && best != k; j++) {
			double keep = m[k][j];

			m[k][j] = m[best][j];
			m[best][j] = keep;
		}
		for (int i = 0; i < n; i++) {
			double f = i == k ? 0 : m[i][k] / m[k][k];

			for (int j = k; j <= n && f != 0; j++)
				m[i][j] -= f * m[k][j];
		}
	}
	for (int k = 0; k < n; k++)
		m[k][n] /= m[k][k];
	return 1;
}

static void put_matrix(double m[][UNKNOWNS + 1], int row, int column, const double h[6], double f, double unit)
{
	const double full[3][3] = { { h[0], h[3], h[4] }, { h[3], h[1], h[5] }, { h[4], h[5], h[2] } };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			m[row + i][column + j] += f * full[i][j] + (i == j ? unit : 0);
}

static void put_column(double m[][UNKNOWNS + 1], int row, int column, vec3 v)
{
	m[row][column] += v.x;
	m[row + 1][column] += v.y;
	m[row + 2][column] += v.z;
}

static void put_row(double m[][UNKNOWNS + 1], int row, int column, vec3 v)
{
	m[row][column] += v.x;
	m[row][column + 1] += v.y;
	m[row][column + 2] += v.z;
}

/* A pair of points, gradients and second derivatives there. */
struct pair3 {
	vec3 x, y, ga, gb;
	double ha[6], hb[6], fa, fb;
};

static void look(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	p->fa = object3_value(a, p->x, &p->ga, p->ha);
	p->fb = object3_value(b, p->y, &p->gb, p->hb);
}

/* The sum of curvatures in the common tangent plane positive: -t.H t / |grad F| of both. */
static int is_minimum(const struct pair3 *p)
{
	double la = 1 / v3_norm(p->ga), lb = 1 / v3_norm(p->gb), k[6];
	vec3 n = v3_scale(-la, p->ga), axis = fabs(n.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0), t = v3_cross(n, axis), s;

	for (int i = 0; i < 6; i++)
		k[i] = -la * p->ha[i] - lb * p->hb[i];
	t = v3_scale(1 / v3_norm(t), t);
	s = v3_cross(n, t);
	double tt = sym3_between(k, t, t), ts = sym3_between(k, t, s), ss = sym3_between(k, s, s);
	return tt + ss > 0 && tt * ss - ts * ts >= -1e-9 * (tt + ss) * (tt + ss);
}

/* Returns 1 when the points have converged to a contact. */
static int newton_pair(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	double size = fmin(a->thin, b->thin), lambda, tau;

	p->x = onto(a, p->x);
	p->y = onto(b, p->y);
	look(p, a, b);
	tau = v3_norm(p->gb) / v3_norm(p->ga);
	lambda = -v3_dot(v3_sub(p->y, p->x), p->ga) / v3_dot(p->ga, p->ga);
	for (int step = 0; step < 40; step++) {
		double m[UNKNOWNS][UNKNOWNS + 1] = { { 0 } };
		vec3 apart = v3_add(v3_sub(p->y, p->x), v3_scale(lambda, p->ga)), skew = v3_add(p->gb, v3_scale(tau, p->ga));

		put_matrix(m, 0, 0, p->ha, lambda, -1);
		put_matrix(m, 0, 3, p->ha, 0, 1);
		put_column(m, 0, 6, p->ga);
		put_column(m, 0, 8, v3_scale(-1, apart));
		put_matrix(m, 3, 0, p->ha, tau, 0);
		put_matrix(m, 3, 3, p->hb, 1, 0);
		put_column(m, 3, 7, p->ga);
		put_column(m, 3, 8, v3_scale(-1, skew));
		put_row(m, 6, 0, p->ga);
		put_row(m, 7, 3, p->gb);
		m[6][8] = -p->fa;
		m[7][8] = -p->fb;
		if (!solve(UNKNOWNS, m))
			return 0;
		vec3 dx = v3(m[0][8], m[1][8], m[2][8]), dy = v3(m[3][8], m[4][8], m[5][8]);
		double far = fmax(v3_norm(dx), v3_norm(dy)), f = far > 0.2 * size ? 0.2 * size / far : 1;
		if (!(far < 1e100))
			return 0;
		p->x = v3_add(p->x, v3_scale(f, dx));
		p->y = v3_add(p->y, v3_scale(f, dy));
		lambda += f * m[6][8];
		tau += f * m[7][8];
		look(p, a, b);
		if (far < 1e-12 * size)
			return tau > 0 && v3_norm(v3_cross(p->ga, p->gb)) < 1e-8 * v3_norm(p->ga) * v3_norm(p->gb) && is_minimum(p);
	}
	return 0;
}

/* Each point in turn to its own surface, nearest to the other. */
static void approach(struct pair3 *p, const struct object3 *a, const struct object3 *b)
{
	for (int k = 0; k < 20; k++) {
		p->x = onto(a, v3_scale(0.5, v3_add(p->x, p->y)));
		p->y = onto(b, v3_scale(0.5, v3_add(p->x, p->y)));
	}
}

/* ---- contacts ---- */

/* Keep t sorted by gaps; contacts nearer than 2 % of the size and within 5 degrees of each other are one. */
static int keep(struct touch3 *t, int n, const struct touch3 *c, double size)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (v3_norm(v3_sub(t[i].a, c->a)) < 0.02 * size && v3_dot(t[i].n, c->n) > 0.996)
			return n;
	while (k < n && t[k].gap <= c->gap)
		k++;
	if (k == OBJECT3_MOST)
		return n;
	n = n < OBJECT3_MOST ? n + 1 : n;
	for (int i = n - 1; i > k; i--)
		t[i] = t[i - 1];
	t[k] = *c;
	return n;
}

/* Refine from x, near the surfaces of both. */
static int refine(const struct object3 *a, const struct object3 *b, vec3 x, double within, struct touch3 *t, int n)
{
	double size = fmin(a->thin, b->thin);
	struct pair3 p = { .x = x, .y = x };
	struct touch3 c;

	if (!newton_pair(&p, a, b)) {
		p.x = p.y = x;
		approach(&p, a, b);
		if (!newton_pair(&p, a, b))
			return n;
	}
	c.n = v3_scale(-1 / v3_norm(p.ga), p.ga);
	c.gap = v3_dot(c.n, v3_sub(p.y, p.x));
	c.a = p.x;
	c.b = p.y;
	/* points of surfaces that are not those of one overlap */
	if (!(c.gap < within) || c.gap < -0.5 * size)
		return n;
	return keep(t, n, &c, size);
}

/* A point of a, or where side is 1 of b, deep inside the other. */
static struct touch3 deep_inside(const struct object3 *a, const struct object3 *b, int side, vec3 x, double gap)
{
	vec3 g;

	object3_value(side ? a : b, x, &g, NULL);
	vec3 n = v3_scale((side ? -1 : 1) / v3_norm(g), g), other = v3_add(x, v3_scale(side ? -gap : gap, n));
	return side ? (struct touch3){ gap, n, other, x } : (struct touch3){ gap, n, x, other };
}

int object3_gaps(const struct object3 *a, const struct object3 *b, double within, struct touch3 t[OBJECT3_MOST])
{
	const struct object3 *body[2] = { a, b };
	vec3 deepest = v3(0, 0, 0);
	double depth = 0;
	int from = 0;

	double *out = MEM_NEW(double, (size_t)(a->samples->n > b->samples->n ? a->samples->n : b->samples->n));
	int n = 0;

	for (int side = 0; side < 2; side++) {
		const struct object3 *o = body[side], *other = body[1 - side];
		const struct samples3 *s = o->samples;
		/* between samples the surface comes nearer by what is between the chord and it */
		double look_at = within + 0.3 * s->apart * o->size, near = other->reach + look_at;

		vec3 centre = into(o, other->c); /* where the other is, in this one's frame */
		double ball = near * near / (o->size * o->size);

		for (int k = 0; k < s->n; k++) {
			vec3 d = v3_sub(s->at[k], centre), x = other->c;

			out[k] = INFINITY;
			if (v3_dot(d, d) < ball)
				out[k] = outside(other, x = out_of(o, s->at[k]));
			if (out[k] < depth) {
				depth = out[k];
				deepest = x;
				from = side;
			}
		}
		for (int k = 0; k < s->n; k++) {
			int least = out[k] < look_at;

			for (int i = s->from[k]; least && i < s->from[k + 1]; i++)
				least = out[k] < out[s->next[i]] || (out[k] == out[s->next[i]] && k < s->next[i]);
			if (least)
				n = refine(a, b, out_of(o, s->at[k]), within, t, n);
		}
	}
	free(out);
	if (n == 0 && depth < 0)
		t[n++] = deep_inside(a, b, from, deepest, depth);
	return n;
}

/* ---- walls ---- */

/* What is to be least on the surface: of a plane the height n.x, of a tube minus half of the square of the distance from
 * the axis through the point c along the unit vector z, of a rod half of it; bend is that factor, 0 of a plane. */
struct wall { vec3 n, c, z; double bend; };

static vec3 wall_slope(const struct wall *w, vec3 x)
{
	vec3 d = v3_sub(x, w->c);

	return w->bend == 0 ? w->n : v3_scale(w->bend, v3_sub(d, v3_scale(v3_dot(d, w->z), w->z)));
}

static double wall_value(const struct wall *w, vec3 x)
{
	vec3 s = wall_slope(w, x);

	return w->bend == 0 ? v3_dot(w->n, x) : 0.5 * w->bend * v3_dot(s, s);
}

/* F(x) = 0, slope - tau grad F = 0 for x and tau. */
static int newton_wall(const struct object3 *o, const struct wall *w, vec3 *x)
{
	const double z[3] = { w->z.x, w->z.y, w->z.z };
	vec3 g;
	double h[6], tau, f;

	*x = onto(o, *x);
	f = object3_value(o, *x, &g, h);
	tau = v3_dot(wall_slope(w, *x), g) / v3_dot(g, g);
	for (int step = 0; step < 40; step++) {
		double m[UNKNOWNS][UNKNOWNS + 1] = { { 0 } };
		vec3 off = v3_sub(wall_slope(w, *x), v3_scale(tau, g));

		put_matrix(m, 0, 0, h, -tau, w->bend);
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				m[i][j] -= w->bend * z[i] * z[j];
		put_column(m, 0, 3, v3_scale(-1, g));
		put_column(m, 0, 4, v3_scale(-1, off));
		put_row(m, 3, 0, g);
		m[3][4] = -f;
		if (!solve(4, m))
			return 0;
		vec3 d = v3(m[0][4], m[1][4], m[2][4]);
		double far = v3_norm(d), part = far > 0.2 * o->thin ? 0.2 * o->thin / far : 1;
		if (!(far < 1e100))
			return 0;
		*x = v3_add(*x, v3_scale(part, d));
		tau += part * m[3][4];
		f = object3_value(o, *x, &g, h);
		if (far < 1e-12 * o->thin)
			break;
		if (step == 39)
			return 0;
	}
	/* a minimum on the surface: the second derivatives of slope - tau grad F, across the gradient */
	vec3 t = v3_cross(g, fabs(g.x) < 0.6 * v3_norm(g) ? v3(1, 0, 0) : v3(0, 1, 0)), s;
	t = v3_scale(1 / v3_norm(t), t);
	s = v3_cross(v3_scale(1 / v3_norm(g), g), t);
	double tz = v3_dot(t, w->z), sz = v3_dot(s, w->z);
	double tt = w->bend * (1 - tz * tz) - tau * sym3_between(h, t, t), ss = w->bend * (1 - sz * sz) - tau * sym3_between(h, s, s);
	double ts = -w->bend * tz * sz - tau * sym3_between(h, t, s);
	return tau > 0 && tt + ss > 0 && tt * ss - ts * ts >= -1e-9 * (tt + ss) * (tt + ss);
}

/* All minima on the surface with values up to most, at the samples before. */
static int minima(const struct object3 *o, const struct wall *w, double most, vec3 x[OBJECT3_MOST])
{
	const struct samples3 *s = o->samples;
	double *value = MEM_NEW(double, (size_t)s->n);
	int n = 0;

	for (int k = 0; k < s->n; k++)
		value[k] = wall_value(w, out_of(o, s->at[k]));
	for (int k = 0; k < s->n && n < OBJECT3_MOST; k++) {
		int least = value[k] < most;
		vec3 at = out_of(o, s->at[k]);

		for (int i = s->from[k]; least && i < s->from[k + 1]; i++)
			least = value[k] < value[s->next[i]] || (value[k] == value[s->next[i]] && k < s->next[i]);
		if (!least || !newton_wall(o, w, &at))
			continue;
		int known = 0;
		for (int i = 0; i < n; i++)
			known |= v3_norm(v3_sub(x[i], at)) < 0.02 * o->thin;
		if (!known)
			x[n++] = at;
	}
	free(value);
	return n;
}

int object3_gaps_plane(const struct object3 *o, vec3 n, double p, double within, struct touch3 t[OBJECT3_MOST])
{
	const struct wall w = { .n = n };
	vec3 x[OBJECT3_MOST];
	int found = 0, m;

	if (v3_dot(n, o->c) - p - o->reach >= within)
		return 0;
	m = minima(o, &w, p + within + 0.3 * o->samples->apart * o->size, x);
	for (int k = 0; k < m; k++) {
		double gap = v3_dot(n, x[k]) - p;
		struct touch3 c = { gap, v3(0 - n.x, 0 - n.y, 0 - n.z), x[k], v3_sub(x[k], v3_scale(gap, n)) };

		if (gap < within)
			found = keep(t, found, &c, o->thin);
	}
	return found;
}

int object3_gaps_tube(const struct object3 *o, const struct tube3 *tube, double within, struct touch3 t[OBJECT3_MOST])
{
	vec3 z = v3(tube->axes[0][2], tube->axes[1][2], tube->axes[2][2]), d = v3_sub(o->c, tube->c), x[OBJECT3_MOST];
	double across = v3_norm(v3_sub(d, v3_scale(v3_dot(d, z), z))), out = tube->in && across < tube->r ? -1 : 1;
	const struct wall w = { .c = tube->c, .z = z, .bend = out };
	double far = 0.3 * o->samples->apart * o->size + within, r = tube->r - out * -far;
	int found = 0, m;

	if (out * (across - tube->r) - o->reach >= within)
		return 0;
	m = minima(o, &w, r > 0 ? 0.5 * out * r * r : 0, x);
	for (int k = 0; k < m; k++) {
		vec3 e = v3_sub(x[k], tube->c);
		double along = v3_dot(e, z), rho;
		vec3 radial = v3_sub(e, v3_scale(along, z));

		rho = v3_norm(radial);
		if (fabs(along) > tube->half || !(rho > 0))
			continue;
		vec3 n = v3_scale(-out / rho, radial);
		struct touch3 c = { out * (rho - tube->r), n, x[k], v3_add(x[k], v3_scale(out * (rho - tube->r), n)) };
		if (c.gap < within)
			found = keep(t, found, &c, o->thin);
	}
	return found;
}
