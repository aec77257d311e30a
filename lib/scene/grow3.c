/* grow3.c: forces between growing bodies of space.
 *
 * Balls, ellipsoids, objects and polyhedra of different bodies repel if the gap between their surfaces is below the margin. A
 * surface of triangles is replaced by its bounding ball, and so is an ellipsoid or object beside a polyhedron, as in pose3.h. */
#include "scene/grow_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "scene/pose3_faces.h"

struct grow3 {
	double (*ball)[4];            /* centre relative to the body's centre, and radius, at the present scale [L] */
	struct ellipsoid3 *ellipsoid; /* [n] about the origin, at the present scale */
	struct objects3 objects;
	struct object3 *object;       /* [n] the same for objects, and for ellipsoids if the packing has objects */
	char *is_object;              /* [n] 0 for rejected objects too, which are balls as in pose3.h */
	int has_objects;
	struct pose3 *pose;           /* [n] about the origin, at the present scale, if the packing has polyhedra; otherwise NULL */
	struct surfaces3 surfaces;
};

static int is_ellipsoid(const struct pack *p, int i)
{
	return objects3_plain(p->shape[i]);
}

static int is_object(const struct grow *g, int i)
{
	return g->space->is_object[i];
}

/* Whether body i consists of the balls of its shape. */
static int has_balls(const struct pack *p, int i)
{
	return p->shape[i]->kind == SHAPE_SPHERE || p->shape[i]->kind == SHAPE_CLUMP;
}

static int has_faces(const struct grow *g, int i)
{
	return g->p->shape[i]->kind == SHAPE_POLYHEDRON;
}

void grow3_begin(struct grow *g)
{
	const struct pack *p = g->p;
	size_t n = (size_t)p->n;
	struct grow3 *s = g->space = MEM_NEW(struct grow3, 1);

	*s = (struct grow3){ .ellipsoid = mem_zero(n, sizeof *s->ellipsoid), .object = mem_zero(n, sizeof *s->object),
	                     .is_object = mem_new(n, 1) };
	for (int i = 0; i < p->n && !s->pose; i++)
		s->pose = has_faces(g, i) ? mem_zero(n, sizeof *s->pose) : NULL;
	for (int i = 0; i < p->n; i++) {
		s->is_object[i] = p->shape[i]->kind == SHAPE_OBJECT && !is_ellipsoid(p, i) && objects3_good(p->shape[i]);
		s->has_objects |= is_object(g, i);
		g->first[i + 1] = g->first[i] + (is_ellipsoid(p, i) || is_object(g, i) ? 0 : has_balls(p, i) ? p->shape[i]->solid->n : 1);
	}
	s->ball = mem_new((size_t)g->first[p->n], sizeof *s->ball);
}

void grow3_end(struct grow *g)
{
	for (int i = 0; i < g->p->n && g->space->pose; i++)
		pose3_free(&g->space->pose[i]);
	free(g->space->pose);
	surfaces3_free(&g->space->surfaces);
	free(g->space->ball);
	free(g->space->ellipsoid);
	free(g->space->object);
	free(g->space->is_object);
	objects3_free(&g->space->objects);
	free(g->space);
}

/* Returns the least semiaxis. */
static double place_ellipsoid(struct grow *g, int i, double size)
{
	const double *a = g->p->shape[i]->solid->a;

	objects3_ellipsoid(g->p->shape[i], size, v3(0, 0, 0), g->p->q[i], &g->space->ellipsoid[i]);
	return size * fmin(a[0], fmin(a[1], a[2]));
}

static double place_object(struct grow *g, int i, double size, const double m[3][3])
{
	objects3_place(&g->space->objects, g->p->shape[i], size, v3(0, 0, 0), m, &g->space->object[i]);
	return g->space->object[i].thin;
}

/* Returns the depth of the centre in the body, or the spheroradius if that is more. */
static double place_faces(struct grow *g, int i, double size)
{
	static const double origin[3];
	struct pose3 *pose = &g->space->pose[i];
	double at[3];

	pose3_place(pose, &g->space->surfaces, g->p->shape[i], size, origin, g->p->q[i]);
	return has_faces(g, i) ? size * (pose->faces->p.r - fmin(polyhedron_distance(&pose->faces->near, origin, at, NULL), 0)) : 0;
}

void grow3_place(struct grow *g)
{
	const struct pack *p = g->p;
	double m[3][3];

	for (int i = 0; i < p->n; i++) {
		const struct solid *s = p->shape[i]->solid;
		double size = p->size[i] * g->scale, least = INFINITY;

		quat_matrix(m, p->q[i]);
		for (int k = g->first[i]; k < g->first[i + 1]; k++) {
			double *b = g->space->ball[k];

			memset(b, 0, sizeof *g->space->ball);
			b[3] = g->reach[i] * g->scale;
			if (has_balls(p, i)) {
				mat3_apply(b, (const double (*)[3])m, s->ball[k - g->first[i]]);
				for (int z = 0; z < 3; z++)
					b[z] *= size;
				b[3] = size * s->ball[k - g->first[i]][3];
			}
			least = fmin(least, b[3]);
		}
		if (g->space->pose) {
			double thin = place_faces(g, i, size);

			least = has_faces(g, i) ? fmax(thin, 0.05 * g->reach[i] * g->scale) : least;
		}
		if (is_ellipsoid(p, i))
			least = place_ellipsoid(g, i, size);
		if (is_object(g, i) || (is_ellipsoid(p, i) && g->space->has_objects))
			least = place_object(g, i, size, (const double (*)[3])m);
		g->range[i] = 2 * least + g->margin[i];
	}
}

/* ---- forces ---- */

/* Add a force at a point relative to the centre of body i. */
static void push(struct grow *g, int i, vec3 arm, vec3 f)
{
	vec3 t = v3_cross(arm, f);
	double *to = g->force[i];

	to[0] += f.x, to[1] += f.y, to[2] += f.z;
	to[3] += t.x, to[4] += t.y, to[5] += t.z;
	g->contacts[i]++;
}

/* Add the forces of a contact that is compressed by delta into the margin. The contact is at arm_i and arm_j from the two
 * centres, n is the unit normal from i to j, and thick is about the sum of the bodies' radii there. */
static void press(struct grow *g, const struct pack_pair *q, double delta, double margin, double thick, vec3 n, vec3 arm_i,
	vec3 arm_j)
{
	g->worst = fmax(g->worst, delta / (thick + margin));
	g->deepest = fmax(g->deepest, delta - margin);
	push(g, q->i, arm_i, v3_scale(-delta, n));
	push(g, q->j, arm_j, v3_scale(delta, n));
}

/* d is the position of j's centre relative to i's. */
static void balls_on_balls(struct grow *g, const struct pack_pair *q, vec3 d, double margin)
{
	double far_j = g->reach[q->j] * g->scale + margin;

	for (int k = g->first[q->i]; k < g->first[q->i + 1]; k++) {
		vec3 a = v3_from(g->space->ball[k]), from = v3_sub(a, d);
		double ra = g->space->ball[k][3];

		if (v3_dot(from, from) >= (far_j + ra) * (far_j + ra))
			continue;
		for (int m = g->first[q->j]; m < g->first[q->j + 1]; m++) {
			vec3 b = v3_from(g->space->ball[m]), between = v3_sub(b, from);
			double touch = ra + g->space->ball[m][3] + margin, d2 = v3_dot(between, between);

			if (d2 >= touch * touch || d2 == 0)
				continue;
			double l = sqrt(d2);
			press(g, q, touch - l, margin, touch - margin, v3_scale(1 / l, between), a, b);
		}
	}
}

/* The ellipsoid of body i or, as an ellipsoid, its ball k, with the body at c. */
static struct ellipsoid3 solid_at(const struct grow *g, int i, int k, vec3 c)
{
	struct ellipsoid3 e = g->space->ellipsoid[i];

	if (!is_ellipsoid(g->p, i)) {
		double r = g->space->ball[k][3];

		e = (struct ellipsoid3){ .q = { r * r, r * r, r * r }, .sphere = r };
		c = v3_add(c, v3_from(g->space->ball[k]));
	}
	e.c = c;
	return e;
}

/* At least one of the two bodies is an ellipsoid. */
static void ellipsoids(struct grow *g, struct pack_pair *q, vec3 d, double margin)
{
	int many_i = is_ellipsoid(g->p, q->i) ? 1 : g->first[q->i + 1] - g->first[q->i];
	int many_j = is_ellipsoid(g->p, q->j) ? 1 : g->first[q->j + 1] - g->first[q->j];

	for (int k = 0; k < many_i; k++)
		for (int m = 0; m < many_j; m++) {
			struct ellipsoid3 a = solid_at(g, q->i, g->first[q->i] + k, v3(0, 0, 0)), b = solid_at(g, q->j, g->first[q->j] + m, d);
			struct touch3 t = { .n = many_i * many_j == 1 ? q->n : v3(0, 0, 0) };

			ellipsoid3_gap(&a, &b, &t);
			if (many_i * many_j == 1)
				q->n = t.n;
			if (t.gap < margin)
				press(g, q, margin - t.gap, margin, 0.5 * (g->range[q->i] + g->range[q->j]), t.n, t.a, v3_sub(t.b, d));
		}
}

/* The object of body i or, as an object, its ball k, displaced by d. */
static struct object3 object_at(struct grow *g, int i, int k, vec3 d)
{
	static const double straight[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	struct object3 o = g->space->object[i];

	if (g->first[i] < g->first[i + 1])
		objects3_place(&g->space->objects, NULL, g->space->ball[k][3], v3_from(g->space->ball[k]), straight, &o);
	o.c = v3_add(o.c, d);
	return o;
}

/* At least one of the two bodies is an object. */
static void objects(struct grow *g, const struct pack_pair *q, vec3 d, double margin)
{
	int many_i = g->first[q->i + 1] - g->first[q->i], many_j = g->first[q->j + 1] - g->first[q->j];

	for (int k = 0; k < (many_i ? many_i : 1); k++)
		for (int m = 0; m < (many_j ? many_j : 1); m++) {
			struct object3 a = object_at(g, q->i, g->first[q->i] + k, v3(0, 0, 0)), b = object_at(g, q->j, g->first[q->j] + m, d);
			struct touch3 t[OBJECT3_MOST];

			for (int c = object3_gaps(&a, &b, margin, t); c-- > 0;)
				press(g, q, margin - t[c].gap, margin, 0.5 * (g->range[q->i] + g->range[q->j]), t[c].n, t[c].a, v3_sub(t[c].b, d));
		}
}

/* At least one of the two bodies is a polyhedron. The direction of the pair tells most that are apart. */
static void faces(struct grow *g, struct pack_pair *q, vec3 d, double margin)
{
	const struct pose3 *a = &g->space->pose[q->i], *b = &g->space->pose[q->j];
	int turned = !has_faces(g, q->i), bound = !(a->n && b->n) || v3_norm(q->n) == 0;
	struct touch3 t;

	if (v3_norm(d) - a->reach - b->reach >= margin || (!bound && pose3_faces_apart(a, b, d, q->n) >= margin))
		return;
	if (turned) {
		pose3_faces_gap(b, a, v3_scale(-1, d), -INFINITY, &t);
		t = (struct touch3){ .gap = t.gap, .n = v3_scale(-1, t.n), .a = v3_add(t.b, d), .b = v3_add(t.a, d) };
	} else {
		pose3_faces_gap(a, b, d, -INFINITY, &t);
	}
	q->n = t.n;
	if (t.gap < margin)
		press(g, q, margin - t.gap, margin, 0.5 * (g->range[q->i] + g->range[q->j]), t.n, t.a, v3_sub(t.b, d));
}

/* Add the force of the wall at hi (side 1) or lo (side -1) of axis k on a surface that extends by `far` from the body's centre.
 * arm is the position of the contact relative to the centre. */
static void wall_force(struct grow *g, int i, int k, double side, double far, vec3 arm)
{
	const struct pack *p = g->p;
	double room = side > 0 ? p->hi[k] - p->x[i][k] : p->x[i][k] - p->lo[k], delta = far + g->margin[i] - room, f[3] = { 0 };

	if (delta <= 0)
		return;
	g->worst = fmax(g->worst, delta / fmax(g->range[i], g->reach[i] * g->scale / 2));
	g->deepest = fmax(g->deepest, delta - g->margin[i]);
	f[k] = -side * delta;
	push(g, i, arm, v3_from(f));
}

/* Add the forces of that wall on an object. */
static void object_forces(struct grow *g, int i, int k, double side)
{
	const struct pack *p = g->p;
	double room = side > 0 ? p->hi[k] - p->x[i][k] : p->x[i][k] - p->lo[k], in[3] = { 0 };
	struct touch3 t[OBJECT3_MOST];

	if (g->reach[i] * g->scale + g->margin[i] <= room)
		return;
	in[k] = -side;
	for (int c = object3_gaps_plane(&g->space->object[i], v3_from(in), -room, g->margin[i], t); c-- > 0;)
		wall_force(g, i, k, side, room - t[c].gap, t[c].a);
}

void grow3_box(struct grow *g, int i)
{
	const struct pack *p = g->p;

	for (int k = 0; k < 3; k++)
		for (int side = -1; side <= 1 && !p->periodic[k]; side += 2) {
			double out[3] = { 0 };
			vec3 s;

			out[k] = side;
			if (is_ellipsoid(p, i)) {
				double far = ellipsoid3_support(&g->space->ellipsoid[i], v3_from(out), &s);
				wall_force(g, i, k, side, far, s);
			}
			if (is_object(g, i))
				object_forces(g, i, k, side);
			for (int m = 0; has_faces(g, i) && m < g->space->pose[i].n; m++) {
				const double *b = g->space->pose[i].ball[m];
				wall_force(g, i, k, side, side * b[k] + b[3], v3_from(b));
			}
			for (int m = g->first[i]; !has_faces(g, i) && m < g->first[i + 1]; m++)
				wall_force(g, i, k, side, side * g->space->ball[m][k] + g->space->ball[m][3], v3_from(g->space->ball[m]));
		}
}

void grow3_pair(struct grow *g, struct pack_pair *q, vec3 d, double margin)
{
	if (has_faces(g, q->i) || has_faces(g, q->j))
		faces(g, q, d, margin);
	else if (is_object(g, q->i) || is_object(g, q->j))
		objects(g, q, d, margin);
	else if (is_ellipsoid(g->p, q->i) || is_ellipsoid(g->p, q->j))
		ellipsoids(g, q, d, margin);
	else
		balls_on_balls(g, q, d, margin);
}
