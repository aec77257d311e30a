/* faces3.c: the features of polyhedra, and the nearest points of two of them */
#include "contact/faces3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "solid/polyhedron.h"

/* ---- features ---- */

static void set_vertices(struct faces3 *f, const struct polyhedron *p)
{
	int *meeting = MEM_ZERO(int, (size_t)p->n_vertex);

	f->edges = MEM_ZERO(int, (size_t)p->n_vertex);

	for (int v = 0; v < p->n_vertex; v++)
		f->middle[v] = v3_from(p->vertex[v]);
	for (int e = 0; e < p->n_edge; e++)
		for (int k = 0; k < 2; k++) {
			int v = p->edge[e].v[k];

			f->meeting = ++meeting[v] > f->meeting ? meeting[v] : f->meeting;
			f->end[e][k] = v;
			if (!(p->edge[e].angle > POLYHEDRON_CUT))
				continue;
			f->kind[v] = FEATURE_VERTEX;
			f->edges[v]++;
		}
	free(meeting);
}

static void set_edges(struct faces3 *f, const struct polyhedron *p)
{
	for (int e = 0; e < p->n_edge; e++) {
		vec3 a = v3_from(p->vertex[p->edge[e].v[0]]), b = v3_from(p->vertex[p->edge[e].v[1]]);
		double angle = p->edge[e].angle;
		int k = p->n_vertex + e;

		f->kind[k] = angle > POLYHEDRON_CUT ? FEATURE_EDGE : angle < -POLYHEDRON_CUT ? FEATURE_NONE : FEATURE_CUT;
		f->middle[k] = v3_scale(0.5, v3_add(a, b));
		f->half[k] = v3_scale(0.5, v3_sub(b, a));
		f->around[k] = v3_norm(f->half[k]);
	}
}

static void set_face(struct faces3 *f, const struct polyhedron *p, int face)
{
	int k = p->n_vertex + p->n_edge + face, from = p->first[face], end = p->first[face + 1];
	vec3 sum = v3(0, 0, 0);

	f->kind[k] = end - from > 2 ? FEATURE_FACE : FEATURE_LINE;
	f->normal[face] = v3_from(p->normal[face]);
	for (int c = from; c < end; c++) {
		vec3 a = v3_from(p->vertex[p->corner[c]]), b = v3_from(p->vertex[p->corner[c + 1 < end ? c + 1 : from]]);
		double length = v3_norm(v3_sub(b, a));

		f->side[c].from = a;
		f->side[c].length = length;
		f->side[c].along = v3_scale(1 / length, v3_sub(b, a));
		f->side[c].out = v3_cross(f->side[c].along, f->normal[face]);
		sum = v3_add(sum, a);
	}
	f->middle[k] = v3_scale(1.0 / (end - from), sum);
	for (int c = from; c < end; c++)
		f->around[k] = fmax(f->around[k], v3_norm(v3_sub(f->side[c].from, f->middle[k])));
	if (end - from == 2)
		f->half[k] = v3_scale(0.5, v3_sub(f->side[from + 1].from, f->side[from].from));
}

int faces3_init(struct faces3 *f, const struct solid *s)
{
	struct polyhedron_fault fault;
	struct polyhedron p;

	memset(f, 0, sizeof *f);
	if (polyhedron_init(&p, s, &fault)) {
		polyhedron_free(&p);
		return -1;
	}
	size_t n = (size_t)p.n_vertex + (size_t)p.n_edge + (size_t)p.n_face, sides = (size_t)p.first[p.n_face];
	f->n_vertex = p.n_vertex;
	f->n_edge = p.n_edge;
	f->n_face = p.n_face;
	f->n = (int)n;
	f->r = p.r;
	f->kind = mem_zero(n + 1, 1);
	f->middle = MEM_ZERO(vec3, n);
	f->around = MEM_ZERO(double, n);
	f->half = MEM_ZERO(vec3, n);
	f->normal = MEM_ZERO(vec3, (size_t)p.n_face + 1);
	f->first = mem_copy(p.first, (size_t)p.n_face + 1, sizeof *p.first);
	f->side = MEM_ZERO(struct side3, sides + 1);
	f->corner = MEM_ZERO(int, sides + 1);
	f->edge_of = MEM_ZERO(int, sides + 1);
	for (size_t c = 0; c < sides; c++) {
		f->corner[c] = p.corner[c];
		f->edge_of[c] = p.edge_of[c];
	}
	f->end = mem_zero((size_t)p.n_edge + 1, sizeof *f->end);
	set_vertices(f, &p);
	set_edges(f, &p);
	for (int face = 0; face < p.n_face; face++)
		set_face(f, &p, face);
	if (p.kind == POLYHEDRON_POINT)
		f->kind[0] = FEATURE_VERTEX;
	polyhedron_free(&p);
	return 0;
}

void faces3_free(struct faces3 *f)
{
	free(f->kind);
	free(f->middle);
	free(f->around);
	free(f->half);
	free(f->normal);
	free(f->first);
	free(f->side);
	free(f->corner);
	free(f->edge_of);
	free(f->end);
	free(f->edges);
	memset(f, 0, sizeof *f);
}

/* ---- nearest points ---- */

static inline vec3 turned(const struct frame3 *g, vec3 v)
{
	return v3(g->m[0][0] * v.x + g->m[0][1] * v.y + g->m[0][2] * v.z, g->m[1][0] * v.x + g->m[1][1] * v.y + g->m[1][2] * v.z,
		g->m[2][0] * v.x + g->m[2][1] * v.y + g->m[2][2] * v.z);
}

/* The vector v in the frame of the body at size 1. */
static inline vec3 turned_back(const struct frame3 *g, vec3 v)
{
	return v3_scale(g->inverse, v3(g->m[0][0] * v.x + g->m[1][0] * v.y + g->m[2][0] * v.z,
		g->m[0][1] * v.x + g->m[1][1] * v.y + g->m[2][1] * v.z, g->m[0][2] * v.x + g->m[1][2] * v.y + g->m[2][2] * v.z));
}

static inline double within(double x, double least, double most)
{
	return x < least ? least : x > most ? most : x;
}

/* What a nearest point is on: whether it is a vertex, and how many faces and edges meet there. A pebble is a vertex of none. */
struct place { int vertex, faces, edges; };

/* How many pairs meet where these do, see struct nearest3. */
static int share_of(struct place i, struct place j)
{
	int pairs = (i.vertex ? j.faces : 0) + (j.vertex ? i.faces : 0) + i.edges * j.edges;

	return pairs > 1 ? pairs : 1;
}

/* A pebble, or the vertex v. */
static struct place at_vertex(const struct faces3 *f, int v)
{
	return (struct place){ 1, f ? f->edges[v] : 0, f ? f->edges[v] : 0 };
}

/* A plate has a face on both sides. */
static struct place inside_face(const struct faces3 *f)
{
	return (struct place){ 0, f->n_face == 2 ? 2 : 1, 0 };
}

/* Inside the edge or cut k. A rod has one face, and one edge. */
static struct place inside_edge(const struct faces3 *f, int k)
{
	return f->kind[k] == FEATURE_EDGE ? (struct place){ 0, f->n_face == 1 ? 1 : 2, 1 } : inside_face(f);
}

/* What the point t, from -1 to 1, of the edge or cut k is on. */
static struct place on_edge(const struct faces3 *f, int k, double t)
{
	return t > -1 && t < 1 ? inside_edge(f, k) : at_vertex(f, f->end[k - f->n_vertex][t > 0]);
}

/* The vector from the point y to the closest point of the edge or cut k. */
static vec3 to_edge(const struct faces3 *f, int k, vec3 y, struct place *on)
{
	vec3 d = v3_sub(y, f->middle[k]), half = f->half[k];
	double t = within(v3_dot(d, half) / v3_dot(half, half), -1, 1);

	*on = on_edge(f, k, t);
	return v3_sub(v3_scale(t, half), d);
}

/* The vector from the point y to the closest point of a face. Outside of the prism over a convex face that point is on one of
 * the sides beyond which y lies. */
static vec3 to_face(const struct faces3 *f, int face, vec3 y, struct place *on)
{
	double best = INFINITY;
	vec3 w = v3(0, 0, 0);

	for (int k = f->first[face]; k < f->first[face + 1]; k++) {
		const struct side3 *a = &f->side[k];
		vec3 d = v3_sub(y, a->from);

		if (!(v3_dot(d, a->out) > 0))
			continue;
		double t = within(v3_dot(d, a->along), 0, a->length);
		vec3 to = v3_sub(v3_scale(t, a->along), d);
		double d2 = v3_dot(to, to);
		if (d2 < best) {
			int next = k + 1 < f->first[face + 1] ? k + 1 : f->first[face];

			best = d2;
			w = to;
			*on = t > 0 && t < a->length ? inside_edge(f, f->n_vertex + f->edge_of[k]) : at_vertex(f, f->corner[t > 0 ? next : k]);
		}
	}
	if (best < INFINITY)
		return w;
	*on = inside_face(f);
	double above = v3_dot(v3_sub(y, f->side[f->first[face]].from), f->normal[face]);
	return v3_scale(-above, f->normal[face]);
}

/* From the point x to the closest point of a face, or of a line or a cut, of the body at g. The face of a rod is its edge. */
static vec3 from_point(const struct faces3 *f, const struct frame3 *g, int k, vec3 x, struct place *on)
{
	vec3 y = turned_back(g, x);

	if (f->kind[k] == FEATURE_FACE)
		return turned(g, to_face(f, k - f->n_vertex - f->n_edge, y, on));
	return turned(g, to_edge(f, f->kind[k] == FEATURE_LINE ? f->n_vertex : k, y, on));
}

/* The nearest points of the segments +-a and d -+ b, as s a and d + t b (Ericson, Real-Time Collision Detection, 2005, 5.1.9). */
static void segments(vec3 a, vec3 b, vec3 d, double *s, double *t)
{
	double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b), ad = v3_dot(a, d), bd = v3_dot(b, d);
	vec3 cross = v3_cross(a, b);
	double den = v3_dot(cross, cross);

	*s = den > 1e-24 * aa * bb ? within((ad * bb - bd * ab) / den, -1, 1) : 0;
	*t = (*s * ab - bd) / bb;
	if (*t < -1 || *t > 1) {
		*t = *t < 0 ? -1 : 1;
		*s = within((ad + *t * ab) / aa, -1, 1);
	}
}

/* The weight of two edges with the directions a and b, and its slope. */
static void edges_weight(vec3 a, vec3 b, struct nearest3 *out)
{
	vec3 across = v3_cross(b, a);
	double unit = v3_dot(a, a) * v3_dot(b, b), sine2 = v3_dot(across, across) / unit;

	out->weight = 1;
	out->slope = v3(0, 0, 0);
	if (sine2 < FACES3_PARALLEL) {
		double part = sine2 / FACES3_PARALLEL, slope = 2 / FACES3_PARALLEL * (1 - part);

		out->weight = part * (2 - part);
		out->slope = v3_scale(2 * slope * v3_dot(a, b) / unit, across);
	}
}

/* An edge of body i and a segment; *s and *t get where on them the nearest points are, from -1 to 1. */
static void to_segment(const struct feature3 *i, vec3 middle, vec3 half, struct nearest3 *out, double *s, double *t)
{
	vec3 a = turned(i->frame, i->faces->half[i->k]), d = v3_sub(middle, i->middle);

	segments(a, half, d, s, t);
	vec3 from = v3_scale(*s, a);
	out->arm = v3_add(v3_sub(i->middle, i->frame->at), from);
	out->w = v3_sub(v3_add(d, v3_scale(*t, half)), from);
	out->share = 1;
	edges_weight(a, half, out);
}

void faces3_to_segment(const struct feature3 *i, vec3 middle, vec3 half, struct nearest3 *out)
{
	double s, t;

	to_segment(i, middle, half, out, &s, &t);
}

void faces3_to_line(const struct feature3 *i, vec3 at, vec3 axis, struct nearest3 *out)
{
	vec3 a = turned(i->frame, i->faces->half[i->k]), d = v3_sub(at, i->middle);
	vec3 across = v3_sub(a, v3_scale(v3_dot(a, axis), axis)), away = v3_sub(d, v3_scale(v3_dot(d, axis), axis));
	double aa = v3_dot(across, across), s = aa > 1e-24 * v3_dot(a, a) ? within(v3_dot(away, across) / aa, -1, 1) : 0;

	out->arm = v3_add(v3_sub(i->middle, i->frame->at), v3_scale(s, a));
	out->w = v3_sub(away, v3_scale(s, across));
	out->share = 1;
	edges_weight(a, axis, out);
}

void faces3_nearest(const struct feature3 *i, const struct feature3 *j, vec3 h, struct nearest3 *out)
{
	enum feature_kind ki = faces3_kind(i->faces, i->k), kj = faces3_kind(j->faces, j->k);
	struct place on;

	if (ki == FEATURE_EDGE) {
		double s, t;

		to_segment(i, v3_add(j->middle, h), turned(j->frame, j->faces->half[j->k]), out, &s, &t);
		out->share = share_of(on_edge(i->faces, i->k, s), on_edge(j->faces, j->k, t));
		return;
	}
	out->weight = ki == FEATURE_CUT || kj == FEATURE_CUT ? -1 : 1;
	out->slope = v3(0, 0, 0);
	if (ki == FEATURE_VERTEX) {
		out->arm = v3_sub(i->middle, i->frame->at);
		out->w = from_point(j->faces, j->frame, j->k, v3_sub(i->middle, v3_add(j->frame->at, h)), &on);
		out->share = share_of(at_vertex(i->faces, i->k), on);
	} else {
		vec3 x = v3_sub(v3_add(j->middle, h), i->frame->at), w = from_point(i->faces, i->frame, i->k, x, &on);

		out->arm = v3_add(x, w);
		out->w = v3_sub(v3(0, 0, 0), w);
		out->share = share_of(on, at_vertex(j->faces, j->k));
	}
}

/* ---- bodies that interlock ---- */

/* Whether the segment from x to y, in the frame of the body, goes through one of its faces. */
static int goes_through(const struct faces3 *f, vec3 x, vec3 y)
{
	for (int k = 0; k < f->n_face; k++) {
		vec3 n = f->normal[k], o = f->side[f->first[k]].from;
		double a = v3_dot(v3_sub(x, o), n), b = v3_dot(v3_sub(y, o), n);
		int in = (a > 0) != (b > 0) && f->first[k + 1] - f->first[k] > 2;

		if (!in)
			continue;
		vec3 at = v3_add(x, v3_scale(a / (a - b), v3_sub(y, x)));
		for (int c = f->first[k]; c < f->first[k + 1]; c++)
			in = in && v3_dot(v3_sub(at, f->side[c].from), f->side[c].out) <= 0;
		if (in)
			return 1;
	}
	return 0;
}

void faces3_ends(const struct faces3 *f, const struct frame3 *at, int k, vec3 end[2])
{
	vec3 middle = v3_add(turned(at, f->middle[k]), at->at), half = turned(at, f->half[k]);

	end[0] = v3_sub(middle, half);
	end[1] = v3_add(middle, half);
}

int faces3_through(const struct faces3 *f, const struct frame3 *at, vec3 x, vec3 y)
{
	return goes_through(f, turned_back(at, v3_sub(x, at->at)), turned_back(at, v3_sub(y, at->at)));
}

static int edges_through(const struct faces3 *i, const struct frame3 *fi, const struct faces3 *j, const struct frame3 *fj, vec3 h)
{
	for (int e = i->n_vertex; e < i->n_vertex + i->n_edge; e++) {
		vec3 middle = v3_sub(v3_add(turned(fi, i->middle[e]), fi->at), v3_add(fj->at, h)), half = turned(fi, i->half[e]);

		if (goes_through(j, turned_back(fj, v3_sub(middle, half)), turned_back(fj, v3_add(middle, half))))
			return 1;
	}
	return 0;
}

int faces3_meet(const struct faces3 *i, const struct frame3 *fi, const struct faces3 *j, const struct frame3 *fj, vec3 h)
{
	return i && j && (edges_through(i, fi, j, fj, h) || edges_through(j, fj, i, fi, v3_scale(-1, h)));
}

int faces3_inside(const struct faces3 *f, const struct frame3 *at, vec3 x)
{
	vec3 y = turned_back(at, v3_sub(x, at->at)), up = v3(0.2672612419124244, 0.5345224838248488, 0.8017837257372732);
	int n = 0;

	for (int k = 0; k < f->n_face; k++) {
		double rise = v3_dot(up, f->normal[k]), d = v3_dot(v3_sub(f->side[f->first[k]].from, y), f->normal[k]);
		int in = rise != 0 && d / rise > 0 && f->first[k + 1] - f->first[k] > 2;

		if (!in)
			continue;
		vec3 hit = v3_add(y, v3_scale(d / rise, up));
		for (int c = f->first[k]; c < f->first[k + 1]; c++)
			in = in && v3_dot(v3_sub(hit, f->side[c].from), f->side[c].out) <= 0;
		n += in;
	}
	return n & 1;
}
