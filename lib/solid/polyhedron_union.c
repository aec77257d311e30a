/* polyhedron_union.c: the layer of a spheropolyhedron that is not convex */
#include "solid/polyhedron_union.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/gauss.h"
#include "base/trig.h"
#include "solid/cone.h"
#include "solid/polyhedron_near.h"

enum { GAUSS = 8, VALUES = 11, SURFACE = 10, DEEPEST = 16, SAMPLES = 13 };
/* Widths below this are points where the limiting feature changes. */
#define NARROW 1e-8
/* The relative error of integrals over one piece. */
#define CLOSE 1e-9
/* What limits the height: nothing, the contact itself, or a feature of another face. */
enum { FREE = -1, NONE = -2 };

/* A part of a face, an edge or a vertex with the coordinates s, w in 0 .. 1. */
struct patch {
	int power;            /* of the height in the element of volume: 0 face, 1 edge, 2 vertex */
	vec3 a, b, c;         /* face: corners, w = 0 at c; edge: its ends a, b, normal c; vertex: corners of a spherical triangle */
	vec3 at, n, across;   /* vertex: its place; face: the normal; edge: direction in which the normal turns */
	double angle;         /* edge: exterior angle */
	double volume;        /* of the part of a convex layer */
	double scale;         /* r relative to the length along s, or 1 */
};

struct polyhedron_union {
	const struct polyhedron *p;
	struct polyhedron_near near;
	double unit, r, tolerance, whole; /* whole: the volume of a convex layer */
	vec3 o, *point;       /* [n_vertex] in units */
	char *convex;         /* [n_vertex] whether the surface is convex around a vertex */
	int *mark, stamp;     /* [n_vertex] equal to stamp: a vertex of the present feature */
	int *face, n_face;    /* those that may limit the present feature */
	size_t cap;
	double x[GAUSS], w[GAUSS], surface, error;
};

struct polyhedron_union *polyhedron_union_new(const struct polyhedron *p, double unit, vec3 o, double tolerance)
{
	struct polyhedron_union *u = MEM_ZERO(struct polyhedron_union, 1);
	double area = 0, curved = 0;

	u->p = p;
	u->unit = unit;
	u->r = p->r / unit;
	u->o = o;
	u->tolerance = tolerance;
	u->point = MEM_NEW(vec3, (size_t)p->n_vertex);
	u->convex = mem_new((size_t)p->n_vertex, 1);
	u->mark = MEM_ZERO(int, (size_t)p->n_vertex);
	for (int v = 0; v < p->n_vertex; v++)
		u->point[v] = v3_scale(1 / unit, v3_sub(v3_from(p->vertex[v]), o));
	memset(u->convex, 1, (size_t)p->n_vertex);
	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];

		if (e->angle < -POLYHEDRON_CUT)
			u->convex[e->v[0]] = u->convex[e->v[1]] = 0;
		curved += e->length / unit * fabs(e->angle) / 2;
	}
	for (int f = 0; f < p->n_face; f++)
		area += p->area[f] / unit / unit;
	u->whole = u->r * (area + u->r * (curved + 4.2 * u->r));
	polyhedron_near_init(&u->near, p);
	gauss_legendre(GAUSS, u->x, u->w);
	return u;
}

void polyhedron_union_free(struct polyhedron_union *u)
{
	if (!u)
		return;
	polyhedron_near_free(&u->near);
	free(u->point);
	free(u->convex);
	free(u->mark);
	free(u->face);
	free(u);
}

/* ---- which faces may limit a feature ---- */

/* Find them for a feature with n vertices. Faces that share a vertex with it around which the surface is convex never do, nor
 * faces within own[]; with all, no face at any of the vertices does. */
static void find_faces(struct polyhedron_union *u, int n, const int *v, const int own[2], int all)
{
	const struct polyhedron *p = u->p;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	u->stamp++;
	for (int k = 0; k < n; k++) {
		u->mark[v[k]] = u->stamp;
		for (int i = 0; i < 3; i++) {
			lo[i] = fmin(lo[i], p->vertex[v[k]][i] - 2 * p->r);
			hi[i] = fmax(hi[i], p->vertex[v[k]][i] + 2 * p->r);
		}
	}
	polyhedron_near_box(&u->near, lo, hi);
	u->n_face = 0;
	MEM_GROW(u->face, &u->cap, (size_t)u->near.n_found);
	for (int k = 0; k < u->near.n_found; k++) {
		int f = u->near.found[k], skip = f == own[0] || f == own[1];

		for (int c = p->first[f]; c < p->first[f + 1] && !skip; c++)
			skip = u->mark[p->corner[c]] == u->stamp && (all || u->convex[p->corner[c]]);
		if (!skip)
			u->face[u->n_face++] = f;
	}
}

/* Keep only faces with a point ahead of o in one of the directions n[m]. */
static void keep_ahead(struct polyhedron_union *u, vec3 o, int m, const vec3 *n)
{
	const struct polyhedron *p = u->p;
	int kept = 0;

	for (int k = 0; k < u->n_face; k++) {
		int f = u->face[k], ahead = 0;

		for (int c = p->first[f]; c < p->first[f + 1] && !ahead; c++)
			for (int i = 0; i < m && !ahead; i++)
				ahead = v3_dot(n[i], v3_sub(u->point[p->corner[c]], o)) > 1e-13;
		if (ahead)
			u->face[kept++] = f;
	}
	u->n_face = kept;
}

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

/* The height of the normal n at x. *label tells what limits it. */
static double height(const struct polyhedron_union *u, vec3 x, vec3 n, int64_t *label)
{
	const struct polyhedron *p = u->p;
	double most = 1 / u->r;

	*label = FREE;
	for (int k = 0; k < u->n_face; k++) {
		int f = u->face[k], first = p->first[f], last = p->first[f + 1] - 1, inside = 1, ahead = 0;
		vec3 m = v3_from(p->normal[f]);

		for (int c = first; c <= last && !ahead; c++)
			ahead = v3_dot(n, v3_sub(u->point[p->corner[c]], x)) > 0;
		if (!ahead)
			continue;
		double h = v3_dot(v3_sub(u->point[p->corner[first]], x), m), along = v3_dot(n, m);
		double limit = (1 + (h > 0 ? along : -along)) / fabs(h);
		vec3 z = v3_add(v3_scale(1 / (2 * h), m), v3_scale(1 / (2 * fabs(h)), n));
		if (!(fabs(h) > 1e-14) || limit <= most)
			inside = 0;
		if (h != 0 && limit <= most)
			continue; /* no point of the plane is near enough */
		z = v3_scale(1 / v3_dot(z, z), z);
		for (int c = first; c <= last && inside; c++) {
			vec3 a = v3_sub(u->point[p->corner[c]], x), b = v3_sub(u->point[p->corner[c < last ? c + 1 : first]], x);

			inside = v3_dot(v3_cross(m, v3_sub(b, a)), v3_sub(z, a)) >= 0;
		}
		if (inside) {
			most = limit;
			*label = 3 * (int64_t)f;
			continue;
		}
		for (int c = first; c <= last; c++) {
			int end, a = p->corner[c], b = p->corner[c < last ? c + 1 : first];

			limit = edge_limit(v3_sub(u->point[a], x), v3_sub(u->point[b], x), n, &end);
			if (limit > most) {
				most = limit;
				*label = end ? 3 * (int64_t)(end == 1 ? a : b) + 2 : 3 * (int64_t)p->edge_of[c] + 1;
			}
		}
	}
	return 1 / most;
}

/* ---- integrals ---- */

/* The place x and the normal n at s, w. Returns the element of area, length times angle, or solid angle. */
static double place(const struct patch *q, double s, double w, vec3 *x, vec3 *n)
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

static double height_at(const struct polyhedron_union *u, const struct patch *q, double s, double w, int64_t *label)
{
	vec3 x, n;

	place(q, s, w, &x, &n);
	return height(u, x, n, label);
}

/* Add weight times the integrals along the normal at s, w; is_free: whether its height is known to be r. */
static void add_normal(const struct polyhedron_union *u, const struct patch *q, double s, double w, double weight, int is_free,
	double sum[VALUES])
{
	int64_t label = FREE;
	vec3 at, out;
	double element = weight * place(q, s, w, &at, &out), h = is_free ? u->r : height(u, at, out, &label), i[3], x[3], n[3];
	double power = element;

	for (int k = 0; k < q->power; k++)
		power *= h;
	if (label == FREE)
		sum[SURFACE] += power;
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

static void gauss_piece(const struct polyhedron_union *u, const struct patch *q, double s, double lo, double hi, int is_free,
	double sum[VALUES])
{
	for (int k = 0; k < GAUSS; k++)
		add_normal(u, q, s, lo + (hi - lo) * (1 + u->x[k]) / 2, u->w[k] * (hi - lo) / 2, is_free, sum);
}

/* Add the integral over w from lo to hi, where one feature limits the height. Intervals are halved because heights may change
 * fast near one end: whole is a first estimate, or NULL. */
static void piece(const struct polyhedron_union *u, const struct patch *q, double s, double lo, double hi, const double *whole,
	int depth, double sum[VALUES])
{
	double middle = lo + (hi - lo) / 2, all[VALUES] = { 0 }, left[VALUES] = { 0 }, right[VALUES] = { 0 };

	if (!whole)
		gauss_piece(u, q, s, lo, hi, 0, all);
	else
		memcpy(all, whole, sizeof all);
	gauss_piece(u, q, s, lo, middle, 0, left);
	gauss_piece(u, q, s, middle, hi, 0, right);
	if (fabs(left[0] + right[0] - all[0]) > CLOSE * (fabs(all[0]) + q->volume * (hi - lo)) && depth < DEEPEST) {
		piece(u, q, s, lo, middle, left, depth + 1, sum);
		piece(u, q, s, middle, hi, right, depth + 1, sum);
		return;
	}
	for (int i = 0; i < VALUES; i++)
		sum[i] += left[i] + right[i];
}

/* Add the integral over a whole piece. Where nothing limits the height the integrand is a polynomial, or nearly one. */
static void add_piece(const struct polyhedron_union *u, const struct patch *q, double s, double lo, double hi, int64_t label,
	double sum[VALUES])
{
	if (label == FREE)
		gauss_piece(u, q, s, lo, hi, 1, sum);
	else
		piece(u, q, s, lo, hi, NULL, 0, sum);
}

/* Integrate over w between lo and hi, where the limiting features are known: one piece if they are equal. from: where the present
 * piece begins. */
static void split(const struct polyhedron_union *u, const struct patch *q, double s, double lo, int64_t low, double hi,
	int64_t high, double *from, double sum[VALUES])
{
	if (low == high)
		return;
	if (hi - lo > NARROW) {
		double middle = lo + (hi - lo) / 2;
		int64_t label;

		height_at(u, q, s, middle, &label);
		split(u, q, s, lo, low, middle, label, from, sum);
		split(u, q, s, middle, label, hi, high, from, sum);
		return;
	}
	add_piece(u, q, s, *from, lo, low, sum);
	*from = lo;
}

/* Integrate over w at s. Places where limiting features are looked for are dense near both ends, at distances of parts of r. */
static void across(const struct polyhedron_union *u, const struct patch *q, double s, double sum[VALUES])
{
	static const double part[SAMPLES] = { 0, 0.04, 0.15, 0.45, 0.8, 1.5, 3, -1.5, -0.8, -0.45, -0.15, -0.04, 0 };
	const double end = 1e-9, length = v3_norm(v3_sub(v3_add(q->a, v3_scale(s, v3_sub(q->b, q->a))), q->c));
	double unit = q->power ? 1.0 / 6 : fmin(u->r / length, 1.0 / 6), last = end, from = 0;
	int64_t label, before;

	memset(sum, 0, VALUES * sizeof *sum);
	height_at(u, q, s, end, &before);
	for (int k = 1; k < SAMPLES; k++) {
		double w = k == SAMPLES - 1 ? 1 - end : part[k] == 3 ? 0.5 : part[k] > 0 ? part[k] * unit : 1 + part[k] * unit;

		height_at(u, q, s, w, &label);
		split(u, q, s, last, before, w, label, &from, sum);
		last = w;
		before = label;
	}
	add_piece(u, q, s, from, 1, before, sum);
}

static void gauss(const struct polyhedron_union *u, const struct patch *q, double lo, double hi, double sum[VALUES])
{
	double one[VALUES];

	memset(sum, 0, VALUES * sizeof *sum);
	for (int k = 0; k < GAUSS; k++) {
		across(u, q, lo + (hi - lo) * (1 + u->x[k]) / 2, one);
		for (int i = 0; i < VALUES; i++)
			sum[i] += u->w[k] * (hi - lo) / 2 * one[i];
	}
}

/* Add the integral over s from lo to hi; whole is a first estimate. */
static void halve(struct polyhedron_union *u, const struct patch *q, double lo, double hi, const double whole[VALUES],
	double tolerance, int depth, double sum[VALUES])
{
	double middle = lo + (hi - lo) / 2, left[VALUES], right[VALUES], off = 0;

	gauss(u, q, lo, middle, left);
	gauss(u, q, middle, hi, right);
	for (int i = 0; i < VALUES - 1; i++)
		off = fmax(off, fabs(left[i] + right[i] - whole[i]));
	off = fmax(off, 0.1 * u->r * fabs(left[SURFACE] + right[SURFACE] - whole[SURFACE]));
	if (off > tolerance && depth < DEEPEST) {
		halve(u, q, lo, middle, left, tolerance / 2, depth + 1, sum);
		halve(u, q, middle, hi, right, tolerance / 2, depth + 1, sum);
		return;
	}
	u->error += fabs(left[0] + right[0] - whole[0]);
	for (int i = 0; i < VALUES; i++)
		sum[i] += left[i] + right[i];
}

/* Integrate over a patch. */
static void integrate(struct polyhedron_union *u, struct moments3 *m, const struct patch *q)
{
	const double h = fmin(2 * q->scale, 0.25), at[] = { 0, h, 1 - h, 1 };
	double sum[VALUES] = { 0 }, whole[VALUES], tolerance = u->tolerance * fmin(q->volume / u->whole, 1);

	for (int k = 0; k < 3; k++) {
		gauss(u, q, at[k], at[k + 1], whole);
		halve(u, q, at[k], at[k + 1], whole, tolerance / 3, 0, sum);
	}
	m->one += sum[0];
	for (int k = 0; k < 3; k++)
		m->first[k] += sum[1 + k];
	for (int k = 0; k < 6; k++)
		m->second[k] += sum[4 + k];
	u->surface += sum[SURFACE];
}

int polyhedron_union_face(struct polyhedron_union *u, struct moments3 *m, int f)
{
	const struct polyhedron *p = u->p;
	const int first = p->first[f], n = p->first[f + 1] - first, *v = p->corner + first;
	vec3 middle = v3(0, 0, 0), normal = v3_from(p->normal[f]);

	find_faces(u, n, v, (int[2]){ f, f }, 0);
	keep_ahead(u, u->point[v[0]], 1, &normal);
	if (!u->n_face)
		return 0;
	for (int k = 0; k < n; k++)
		middle = v3_add(middle, v3_scale(1.0 / n, u->point[v[k]]));
	for (int k = 0; k < n; k++) {
		struct patch q = { .power = 0, .a = u->point[v[k]], .b = u->point[v[(k + 1) % n]], .c = middle, .n = normal };
		vec3 side = v3_sub(q.b, q.a);

		q.scale = u->r / v3_norm(side);
		q.volume = u->r * v3_norm(v3_cross(side, v3_sub(middle, q.a))) / 2;
		integrate(u, m, &q);
	}
	return 1;
}

int polyhedron_union_edge(struct polyhedron_union *u, struct moments3 *m, int k)
{
	const struct polyhedron *p = u->p;
	const struct polyhedron_edge *e = &p->edge[k];

	if (e->angle < -POLYHEDRON_CUT)
		return 1; /* it is no nearest point */
	find_faces(u, 2, e->v, e->face, 0);
	keep_ahead(u, u->point[e->v[0]], 2, (vec3[2]){ v3_from(p->normal[e->face[0]]), v3_from(p->normal[e->face[1]]) });
	if (!u->n_face)
		return 0;
	struct patch q = { .power = 1, .a = u->point[e->v[0]], .b = u->point[e->v[1]], .c = v3_from(p->normal[e->face[0]]),
		.angle = fmax(e->angle, 0) };
	vec3 side = v3_sub(q.b, q.a);
	double l = v3_norm(side);
	q.across = v3_cross(v3_scale(1 / l, side), q.c);
	q.scale = u->r / l;
	q.volume = q.angle * l * u->r * u->r / 2;
	integrate(u, m, &q);
	return 1;
}

/* ---- vertices ---- */

/* Integrate over the directions of an octant of space in which the vertex v is a nearest point. */
static void octant(struct polyhedron_union *u, struct moments3 *m, int v, int which)
{
	const struct polyhedron *p = u->p;
	vec3 ray[CONE_MOST] = { v3(which & 1 ? -1 : 1, 0, 0), v3(0, which & 2 ? -1 : 1, 0), v3(0, 0, which & 4 ? -1 : 1) };
	vec3 c = v3(0, 0, 0);
	int n = 3;

	for (int k = 0; k < u->near.n_found && n; k++) /* faces at v are among those found */
		for (int i = p->first[u->near.found[k]]; i < p->first[u->near.found[k] + 1] && n; i++) {
			const struct polyhedron_edge *e = &p->edge[p->edge_of[i]];

			if (e->v[0] == v || e->v[1] == v)
				n = cone_cut(ray, n, v3_sub(u->point[e->v[e->v[0] == v]], u->point[v]));
		}
	if (n < 3)
		return;
	for (int k = 0; k < n; k++)
		c = v3_add(c, ray[k]);
	c = v3_scale(1 / v3_norm(c), c);
	if (v3_dot(c, v3_from(u->near.vertex_normal[v])) <= 0)
		return; /* these directions lead into the body */
	int all = u->n_face;
	int *kept = mem_copy(u->face, (size_t)all, sizeof *kept);
	keep_ahead(u, u->point[v], n, ray);
	for (int k = 0; k < n; k++) {
		struct patch q = { .power = 2, .a = ray[k], .b = ray[(k + 1) % n], .c = c, .at = u->point[v], .scale = 1 };
		double angle = fabs(v3_dot(q.a, v3_cross(q.b, q.c))) / 2;

		q.volume = angle * u->r * u->r * u->r / 3;
		if (angle > 1e-12)
			integrate(u, m, &q);
	}
	memcpy(u->face, kept, (size_t)all * sizeof *kept);
	u->n_face = all;
	free(kept);
}

int polyhedron_union_vertex(struct polyhedron_union *u, struct moments3 *m, int v)
{
	find_faces(u, 1, &v, (int[2]){ NONE, NONE }, 1);
	if (!u->n_face && u->convex[v])
		return 0;
	for (int k = 0; k < 8; k++)
		octant(u, m, v, k);
	return 1;
}

double polyhedron_union_surface(const struct polyhedron_union *u, double *error)
{
	*error = u->error;
	return u->surface;
}
