/* pose3_faces.c: polyhedra among the bodies placed in space */
#include "scene/pose3_faces.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"

static struct faces3 **bucket_of(const struct surfaces3 *s, const struct shape *shape)
{
	size_t at = (size_t)(((uint64_t)(uintptr_t)shape * 0x9e3779b97f4a7c15u) >> 20) % s->n_bucket;

	while (s->faces[at] && s->faces[at]->shape != shape)
		at = at + 1 < s->n_bucket ? at + 1 : 0;
	return &s->faces[at];
}

static void grow_table(struct surfaces3 *s)
{
	struct faces3 **old = s->faces;
	size_t n = s->n_bucket;

	s->n_bucket = 4 * s->n_faces + 16;
	s->faces = MEM_ZERO(struct faces3 *, s->n_bucket);
	for (size_t k = 0; k < n; k++)
		if (old[k])
			*bucket_of(s, old[k]->shape) = old[k];
	free(old);
}

static const struct faces3 *faces_of(struct surfaces3 *s, const struct shape *shape)
{
	struct polyhedron_fault fault;

	if (2 * s->n_faces >= s->n_bucket)
		grow_table(s);
	struct faces3 **place = bucket_of(s, shape);
	if (*place)
		return *place;
	struct faces3 *new = *place = MEM_ZERO(struct faces3, 1);
	s->n_faces++;
	new->shape = shape;
	polyhedron_init(&new->p, shape->solid, &fault);
	polyhedron_near_init(&new->near, &new->p);
	return new;
}

void pose3_faces_free(struct surfaces3 *s)
{
	for (size_t k = 0; k < s->n_bucket; k++) {
		if (!s->faces[k])
			continue;
		polyhedron_near_free(&s->faces[k]->near);
		polyhedron_free(&s->faces[k]->p);
		free(s->faces[k]);
	}
	free(s->faces);
}

void pose3_faces_place(struct pose3 *p)
{
	const struct solid *o = p->shape->solid;

	p->kind = POSE3_FACES;
	if (!p->faces || p->faces->shape != p->shape)
		p->faces = faces_of(p->surfaces, p->shape);
	if (p->n < o->n)
		MEM_RESIZE(p->ball, (size_t)o->n);
	p->n = o->n;
	for (int k = 0; k < p->n; k++) {
		mat3_apply(p->ball[k], (const double (*)[3])p->m, o->vertex[k]);
		for (int c = 0; c < 3; c++)
			p->ball[k][c] = p->x[c] + p->size * p->ball[k][c];
		p->ball[k][3] = p->size * o->r;
	}
}

/* The pair of nearest points so far, and the search for it. */
struct search { double best, enough; struct touch3 t; };

/* Take the points x of body a and y of body b, whose skeletons are `far` apart there along n, with the radii ra and rb. */
static void take(struct search *f, double far, vec3 x, vec3 y, double ra, double rb, vec3 n)
{
	double gap = far - ra - rb;

	if (!(gap < f->best))
		return;
	f->best = gap;
	f->t = (struct touch3){ .gap = gap, .n = n, .a = v3_add(x, v3_scale(ra, n)), .b = v3_sub(y, v3_scale(rb, n)) };
}

/* n balls, displaced by s, against the faces of body a; turned: a is the second body. */
static void balls_on_faces(struct search *f, const struct pose3 *a, const double (*ball)[4], int n, vec3 s, int turned)
{
	double r = a->size * a->faces->p.r;

	for (int k = 0; k < n && f->best >= f->enough; k++) {
		const vec3 d = v3_sub(v3_add(v3_from(ball[k]), s), v3_from(a->x));
		double p[3] = { d.x / a->size, d.y / a->size, d.z / a->size }, at[3], normal[3];

		if (v3_norm(d) - a->reach - ball[k][3] >= f->best)
			continue;
		mat3_apply_back(p, (const double (*)[3])a->m, p);
		double far = a->size * polyhedron_distance(&a->faces->near, p, at, normal);
		if (far - r - ball[k][3] >= f->best)
			continue;
		mat3_apply(at, (const double (*)[3])a->m, at);
		mat3_apply(normal, (const double (*)[3])a->m, normal);
		vec3 x = v3_add(v3_from(a->x), v3_scale(a->size, v3_from(at))), y = v3_add(v3_from(ball[k]), s), n_ab = v3_sub(y, x);
		double length = v3_norm(n_ab);
		n_ab = length > 1e-12 * a->reach ? v3_scale((far < 0 ? -1 : 1) / length, n_ab) : v3_from(normal);
		if (turned) /* seen from the place of the first body */
			take(f, far, v3_sub(y, s), v3_sub(x, s), ball[k][3], r, v3_scale(-1, n_ab));
		else
			take(f, far, x, y, r, ball[k][3], n_ab);
	}
}

/* The number in 0 .. 1 that is nearest to x. */
static inline double within(double x)
{
	return x > 0 ? x < 1 ? x : 1 : 0;
}

/* The nearest points p + s d and q + t e of two segments. Of parallel segments they are some nearest points of the lines; the
 * ends of the segments are tried as vertices. */
static double segment_distance(vec3 p, vec3 d, vec3 q, vec3 e, vec3 *x, vec3 *y)
{
	vec3 r = v3_sub(p, q);
	double dd = v3_dot(d, d), ee = v3_dot(e, e), de = v3_dot(d, e), dr = v3_dot(d, r), er = v3_dot(e, r), det = dd * ee - de * de;
	double s = det > 1e-14 * dd * ee ? within((de * er - dr * ee) / det) : 0, t = (de * s + er) / ee;

	if (t < 0 || t > 1) {
		t = t < 0 ? 0 : 1;
		s = within((t * de - dr) / dd);
	}
	*x = v3_add(p, v3_scale(s, d));
	*y = v3_add(q, v3_scale(t, e));
	return v3_norm(v3_sub(*y, *x));
}

static vec3 corner(const struct pose3 *p, int v, vec3 s)
{
	return v3_add(v3_from(p->ball[v]), s);
}

static int is_edge(const struct polyhedron_edge *e)
{
	return fabs(e->angle) > POLYHEDRON_CUT;
}

static void edges_on_edges(struct search *f, const struct pose3 *a, const struct pose3 *b, vec3 s)
{
	const struct polyhedron *pa = &a->faces->p, *pb = &b->faces->p;
	double ra = a->size * pa->r, rb = b->size * pb->r;

	for (int i = 0; i < pa->n_edge && f->best >= f->enough; i++) {
		vec3 p = corner(a, pa->edge[i].v[0], v3(0, 0, 0)), d = v3_sub(corner(a, pa->edge[i].v[1], v3(0, 0, 0)), p);
		vec3 middle = v3_add(p, v3_scale(0.5, d));
		double half = 0.5 * v3_norm(d) + ra + rb;

		if (!is_edge(&pa->edge[i]) || v3_norm(v3_sub(middle, v3_add(v3_from(b->x), s))) - half - b->reach >= f->best)
			continue;
		for (int j = 0; j < pb->n_edge; j++) {
			vec3 q = corner(b, pb->edge[j].v[0], s), e = v3_sub(corner(b, pb->edge[j].v[1], s), q), x, y;

			if (!is_edge(&pb->edge[j]) ||
			    v3_norm(v3_sub(v3_add(q, v3_scale(0.5, e)), middle)) - half - 0.5 * v3_norm(e) >= f->best)
				continue;
			double far = segment_distance(p, d, q, e, &x, &y);
			if (far > 0)
				take(f, far, x, y, ra, rb, v3_scale(1 / far, v3_sub(y, x)));
		}
	}
}

/* Whether a point in the plane of a face is in the face, whose corners are displaced by s. */
static int is_in_face(const struct pose3 *b, int k, vec3 s, vec3 n, vec3 x)
{
	const struct polyhedron *p = &b->faces->p;
	int in = 1;

	for (int c = p->first[k]; c < p->first[k + 1] && in; c++) {
		vec3 u = corner(b, p->corner[c], s), v = corner(b, p->corner[c + 1 < p->first[k + 1] ? c + 1 : p->first[k]], s);

		in = v3_dot(v3_cross(v3_sub(v, u), v3_sub(x, u)), n) >= 0;
	}
	return in;
}

/* How far an edge of body a, displaced by s, that runs through a face of body b, displaced by t, has to move along the face's
 * normal to leave it: the least over all such edges, or INFINITY if there is none. */
static double edges_in_faces(const struct pose3 *a, vec3 s, const struct pose3 *b, vec3 t)
{
	const struct polyhedron *pa = &a->faces->p, *pb = &b->faces->p;
	double least = INFINITY;

	for (int k = 0; k < pb->n_face && pb->kind != POLYHEDRON_SEGMENT; k++) {
		double out[3];

		mat3_apply(out, (const double (*)[3])b->m, pb->normal[k]);
		vec3 n = v3_from(out), o = corner(b, pb->corner[pb->first[k]], t);
		for (int i = 0; i < pa->n_edge; i++) {
			vec3 p = corner(a, pa->edge[i].v[0], s), q = corner(a, pa->edge[i].v[1], s);
			double from = v3_dot(n, v3_sub(p, o)), to = v3_dot(n, v3_sub(q, o));

			if (((from < 0 && to > 0) || (from > 0 && to < 0)) &&
			    is_in_face(b, k, t, n, v3_add(p, v3_scale(from / (from - to), v3_sub(q, p)))))
				least = fmin(least, fmin(fabs(from), fabs(to)));
		}
	}
	return least;
}

/* The extents of the skeleton of a body, displaced by s, along a direction. */
static inline void extents(const struct pose3 *p, vec3 s, vec3 n, double *low, double *high)
{
	double lo = INFINITY, hi = -INFINITY;

	for (int k = 0; k < p->n; k++) {
		double at = v3_dot(n, corner(p, k, s));

		lo = at < lo ? at : lo;
		hi = at > hi ? at : hi;
	}
	*low = lo;
	*high = hi;
}

struct way { double depth; vec3 n; };

/* Try how far both skeletons overlap along a direction from a to b, and against it. */
static void try_way(struct way *w, const struct pose3 *a, const struct pose3 *b, vec3 s, vec3 n)
{
	double length = v3_norm(n), low_a, high_a, low_b, high_b;

	if (length <= 1e-9)
		return;
	n = v3_scale(1 / length, n);
	extents(a, v3(0, 0, 0), n, &low_a, &high_a);
	extents(b, s, n, &low_b, &high_b);
	if (high_b - low_a < w->depth)
		*w = (struct way){ high_b - low_a, v3_scale(-1, n) };
	if (high_a - low_b < w->depth)
		*w = (struct way){ high_a - low_b, n };
}

static vec3 turned_normal(const struct pose3 *p, int f)
{
	double out[3];

	mat3_apply(out, (const double (*)[3])p->m, p->faces->p.normal[f]);
	return v3_from(out);
}

/* The shortest way by which one convex skeleton leaves another: along the normal of a face, or across two edges. */
static struct way way_out(const struct pose3 *a, const struct pose3 *b, vec3 s)
{
	const struct polyhedron *pa = &a->faces->p, *pb = &b->faces->p;
	const vec3 none = v3(0, 0, 0);
	struct way w = { .depth = INFINITY };

	for (int f = 0; f < pa->n_face && pa->kind != POLYHEDRON_SEGMENT; f++)
		try_way(&w, a, b, s, turned_normal(a, f));
	for (int f = 0; f < pb->n_face && pb->kind != POLYHEDRON_SEGMENT; f++)
		try_way(&w, a, b, s, turned_normal(b, f));
	for (int i = 0; i < pa->n_edge; i++) {
		vec3 d = v3_sub(corner(a, pa->edge[i].v[1], none), corner(a, pa->edge[i].v[0], none));

		for (int j = 0; j < pb->n_edge; j++) {
			vec3 e = v3_sub(corner(b, pb->edge[j].v[1], none), corner(b, pb->edge[j].v[0], none));

			try_way(&w, a, b, s, v3_scale(1 / (v3_norm(d) * v3_norm(e)), v3_cross(d, e)));
		}
	}
	return w;
}

/* Correct the result if the skeletons meet: edges run through faces, or the nearest points coincide. */
static void skeletons_meet(struct search *f, const struct pose3 *a, const struct pose3 *b, vec3 s)
{
	double ra = a->size * a->faces->p.r, rb = b->size * b->faces->p.r;
	double least = fmin(edges_in_faces(a, v3(0, 0, 0), b, s), edges_in_faces(b, s, a, v3(0, 0, 0)));

	if (!(least < INFINITY) && f->best + ra + rb > 1e-12 * (a->reach + b->reach))
		return;
	if (a->faces->p.convex && b->faces->p.convex) {
		struct way w = way_out(a, b, s);

		if (w.depth < INFINITY && w.depth > 0) {
			f->best = INFINITY;
			take(f, -w.depth, f->t.a, f->t.a, ra, rb, w.n);
		}
	} else if (least < INFINITY && f->best > -ra - rb - least) {
		f->best = f->t.gap = -ra - rb - least;
	}
}

double pose3_faces_apart(const struct pose3 *a, const struct pose3 *b, vec3 s, vec3 n)
{
	double far_a = -INFINITY, near_b = INFINITY;

	for (int k = 0; k < a->n; k++) {
		double far = v3_dot(n, v3_from(a->ball[k])) + a->ball[k][3];
		far_a = far > far_a ? far : far_a;
	}
	for (int k = 0; k < b->n; k++) {
		double near = v3_dot(n, corner(b, k, s)) - b->ball[k][3];
		near_b = near < near_b ? near : near_b;
	}
	return near_b - far_a;
}

double pose3_faces_gap(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough, struct touch3 *t)
{
	const double around[1][4] = { { b->x[0], b->x[1], b->x[2], b->reach } };
	const vec3 back = v3_scale(-1, s);
	struct search f = { .best = INFINITY, .enough = enough };

	if (b->kind == POSE3_MESH)
		return pose3_faces_surface_gap(a, b, s, enough);
	if (!t && enough > -INFINITY && (b->kind == POSE3_FACES || b->kind == POSE3_BALLS)) {
		vec3 n = v3_sub(v3_add(v3_from(b->x), s), v3_from(a->x));
		double length = v3_norm(n), least = length > 0 ? pose3_faces_apart(a, b, s, v3_scale(1 / length, n)) : -INFINITY;

		if (least >= 0)
			return least;
	}
	if (b->kind != POSE3_FACES) {
		int balls = b->kind == POSE3_BALLS;

		balls_on_faces(&f, a, balls ? (const double (*)[4])b->ball : around, balls ? b->n : 1, s, 0);
	} else {
		balls_on_faces(&f, a, (const double (*)[4])b->ball, b->n, s, 0);
		balls_on_faces(&f, b, (const double (*)[4])a->ball, a->n, back, 1);
		edges_on_edges(&f, a, b, s);
		if (f.best >= enough)
			skeletons_meet(&f, a, b, s);
	}
	if (t)
		*t = f.t;
	return f.best;
}

/* ---- surfaces of triangles ---- */

/* A triangle as a plate of no thickness. */
struct plate {
	int first[2], corner[3];
	double normal[1][3], ball[3][4];
	struct polyhedron_edge edge[3];
	struct faces3 faces;
	struct pose3 pose;
};

static void plate_init(struct plate *t)
{
	*t = (struct plate){ .first = { 0, 3 }, .corner = { 0, 1, 2 } };
	for (int k = 0; k < 3; k++)
		t->edge[k] = (struct polyhedron_edge){ .v = { k, (k + 1) % 3 }, .angle = 3.14159265358979323846 };
	t->faces.p = (struct polyhedron){ .kind = POLYHEDRON_PLATE, .n_vertex = 3, .n_edge = 3, .n_face = 1, .first = t->first,
		.corner = t->corner, .edge = t->edge, .normal = t->normal };
	t->pose = (struct pose3){ .kind = POSE3_FACES, .size = 1, .m = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, .n = 3,
		.ball = t->ball, .faces = &t->faces };
}

/* Place triangle k of a surface, displaced by s. */
static void plate_place(struct plate *t, const struct pose3 *b, vec3 s, int k)
{
	const struct mesh *m = &b->surface->mesh;
	double at[3];
	vec3 x[3], middle = v3(0, 0, 0);

	for (int z = 0; z < 3; z++) {
		mat3_apply(at, (const double (*)[3])b->m, m->xyz[m->tri[k][z]]);
		x[z] = v3_add(v3_add(v3_from(b->x), s), v3_scale(b->size, v3_from(at)));
		v3_to(t->ball[z], x[z]);
		middle = v3_add(middle, v3_scale(1 / 3.0, x[z]));
	}
	v3_to(t->pose.x, middle);
	t->pose.reach = 0;
	for (int z = 0; z < 3; z++)
		t->pose.reach = fmax(t->pose.reach, v3_norm(v3_sub(x[z], middle)));
	vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
	v3_to(t->normal[0], v3_scale(1 / fmax(v3_norm(n), 1e-300), n));
}

/* A search among the triangles of the surface b, displaced by s, that come near a. */
struct surface_search { struct search f; const struct pose3 *a, *b; vec3 s; struct plate plate; };

/* The corners and edges of a triangle, and whether it meets the skeleton; see boxtree_near. */
static double look_triangle(void *to, int triangle, const double p[3])
{
	struct surface_search *w = to;
	const struct pose3 *plate = &w->plate.pose;
	const vec3 none = v3(0, 0, 0);

	(void)p;
	if (!(w->f.best >= w->f.enough))
		return 0;
	plate_place(&w->plate, w->b, w->s, triangle);
	balls_on_faces(&w->f, w->a, (const double (*)[4])w->plate.ball, 3, none, 0);
	edges_on_edges(&w->f, w->a, plate, none);
	double least = fmin(edges_in_faces(w->a, none, plate, none), edges_in_faces(plate, none, w->a, none));
	if (least < INFINITY)
		w->f.best = fmin(w->f.best, -w->a->size * w->a->faces->p.r - least);
	return (w->a->reach + fmax(w->f.best, 0)) / w->b->size;
}

double pose3_faces_surface_gap(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough)
{
	struct surface_search w = { { .best = INFINITY, .enough = enough }, a, b, s, { .first = { 0 } } };
	const struct meshtree *tree = &b->surface->tree;
	vec3 d = v3_scale(1 / b->size, v3_sub(v3_sub(v3_from(a->x), v3_from(b->x)), s));
	double at[3] = { d.x, d.y, d.z }, r = a->size * a->faces->p.r;

	mat3_apply_back(at, (const double (*)[3])b->m, at);
	double far = b->size * (b->surface->closed ? meshtree_signed(tree, at, NULL, NULL) : meshtree_distance(tree, at, NULL, NULL));
	if (enough > -INFINITY && far >= a->reach)
		return far - a->reach;
	for (int k = 0; k < a->n && w.f.best >= enough; k++) {
		vec3 x = v3_scale(1 / b->size, v3_sub(v3_sub(v3_from(a->ball[k]), v3_from(b->x)), s));
		double v[3] = { x.x, x.y, x.z };

		mat3_apply_back(v, (const double (*)[3])b->m, v);
		far = b->surface->closed ? meshtree_signed(tree, v, NULL, NULL) : meshtree_distance(tree, v, NULL, NULL);
		w.f.best = fmin(w.f.best, b->size * far - r);
	}
	plate_init(&w.plate);
	if (w.f.best >= enough)
		boxtree_near(&tree->tree, at, (a->reach + fmax(w.f.best, 0)) / b->size, look_triangle, &w);
	return w.f.best;
}

/* ---- rods ---- */

/* The part of x across the axis of a rod, from the axis. */
static vec3 across(const struct tube3 *rod, vec3 x)
{
	vec3 axis = v3(rod->axes[0][2], rod->axes[1][2], rod->axes[2][2]), d = v3_sub(x, rod->c);

	return v3_sub(d, v3_scale(v3_dot(d, axis), axis));
}

double pose3_faces_rod_gap(const struct pose3 *a, const struct tube3 *rod, vec3 s)
{
	const struct polyhedron *p = &a->faces->p;
	const vec3 axis = v3(rod->axes[0][2], rod->axes[1][2], rod->axes[2][2]);
	double best = INFINITY;

	for (int k = 0; k < a->n; k++)
		best = fmin(best, v3_norm(across(rod, corner(a, k, s))));
	for (int k = 0; k < p->n_edge; k++) {
		vec3 x = across(rod, corner(a, p->edge[k].v[0], s)), d = v3_sub(across(rod, corner(a, p->edge[k].v[1], s)), x);
		double dd = v3_dot(d, d), t = dd > 0 ? fmin(fmax(-v3_dot(x, d) / dd, 0), 1) : 0;

		best = fmin(best, v3_norm(v3_add(x, v3_scale(t, d))));
	}
	for (int k = 0; k < p->n_face && p->kind != POLYHEDRON_SEGMENT; k++) {
		vec3 n = turned_normal(a, k), o = corner(a, p->corner[p->first[k]], s);
		double rise = v3_dot(axis, n);

		if (fabs(rise) > 1e-12 && is_in_face(a, k, s, n, v3_add(rod->c, v3_scale(v3_dot(v3_sub(o, rod->c), n) / rise, axis))))
			return -rod->r;
	}
	return best - rod->r - a->size * p->r;
}
