/* pose3.c: bodies placed in space */
#include "scene/pose3_faces.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/trig.h"

/* ---- surfaces ---- */

/* Prepare a surface. It is repaired and gets an inside if it can be closed; otherwise it stays as it is. */
static const struct surface3 *surface_of(struct surfaces3 *s, const struct shape *shape)
{
	for (int k = 0; k < s->n; k++)
		if (s->item[k]->shape == shape)
			return s->item[k];
	MEM_RESIZE(s->item, (size_t)s->n + 1);
	struct surface3 *new = s->item[s->n++] = MEM_ZERO(struct surface3, 1);

	new->shape = shape;
	new->closed = mesh_mended(&new->mesh, shape->solid);
	meshtree_init(&new->tree, &new->mesh);
	return new;
}

void surfaces3_free(struct surfaces3 *s)
{
	for (int k = 0; k < s->n; k++) {
		meshtree_free(&s->item[k]->tree);
		mesh_free(&s->item[k]->mesh);
		free(s->item[k]);
	}
	free(s->item);
	pose3_faces_free(s);
	objects3_free(&s->objects);
	*s = (struct surfaces3){ 0 };
}

/* ---- placing ---- */

static void to_space(const struct pose3 *p, const double from[3], double to[3])
{
	mat3_apply(to, (const double (*)[3])p->m, from);
	for (int k = 0; k < 3; k++)
		to[k] = p->x[k] + p->size * to[k];
}

static void place_balls(struct pose3 *p)
{
	const struct solid *o = p->shape->solid;
	int object = p->shape->kind == SHAPE_OBJECT;

	if (p->n < (object ? 1 : o->n))
		MEM_RESIZE(p->ball, (size_t)(object ? 1 : o->n));
	p->n = object ? 1 : o->n;
	p->kind = POSE3_BALLS;
	for (int k = 0; k < p->n; k++) {
		if (object)
			memcpy(p->ball[k], p->x, sizeof p->x);
		else
			to_space(p, o->ball[k], p->ball[k]);
		p->ball[k][3] = object ? p->reach : p->size * o->ball[k][3];
	}
}

void pose3_place(struct pose3 *p, struct surfaces3 *surfaces, const struct shape *shape, double size, const double x[3],
	const double q[4])
{
	const struct solid *o = shape->solid;
	const vec3 c = v3_from(x);

	p->surfaces = surfaces;
	p->shape = shape;
	p->size = size;
	p->reach = size * shape_reach(shape);
	memcpy(p->x, x, sizeof p->x);
	quat_matrix(p->m, q);
	switch (shape->kind) {
	case SHAPE_ELLIPSOID:
	case SHAPE_OBJECT:
		p->kind = objects3_plain(shape) ? POSE3_ELLIPSOID : POSE3_OBJECT;
		if (p->kind == POSE3_ELLIPSOID)
			objects3_ellipsoid(shape, size, c, q, &p->ellipsoid);
		else if (!objects3_good(shape))
			place_balls(p);
		break;
	case SHAPE_MESH:
		p->kind = POSE3_MESH;
		p->surface = surface_of(surfaces, shape);
		break;
	case SHAPE_POLYHEDRON:
		pose3_faces_place(p);
		break;
	case SHAPE_PLANE:
		p->kind = POSE3_PLANE;
		break;
	case SHAPE_CYLINDER:
		p->kind = POSE3_CYLINDER;
		tube3_place(&p->tube, size * o->r, size * o->length, o->side == CYLINDER_IN, c, q);
		break;
	default:
		place_balls(p);
	}
}

int pose3_body(struct pose3 *p, struct surfaces3 *surfaces, const struct world *w, const struct bodies3 *b, int i)
{
	const struct shape *s = world_shape(w, b->shape[i]);
	const double x[3] = { b->x[0][i], b->x[1][i], b->x[2][i] }, q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };

	if (!s)
		return -1;
	pose3_place(p, surfaces, s, b->size[i], x, q);
	return 0;
}

void pose3_free(struct pose3 *p)
{
	free(p->ball);
	*p = (struct pose3){ 0 };
}

static vec3 normal_of(const struct pose3 *p)
{
	return v3(p->m[0][2], p->m[1][2], p->m[2][2]);
}

/* The box of a plane that faces along an axis is a half space; of a cylinder with ends, the box of its two circles. */
static void wall_box(const struct pose3 *p, double lo[3], double hi[3])
{
	const double n[3] = { p->m[0][2], p->m[1][2], p->m[2][2] };

	for (int k = 0; k < 3; k++) {
		double along = fabs(n[k]), far = INFINITY;

		if (p->kind == POSE3_CYLINDER && (p->tube.half < INFINITY || along < 1e-12))
			far = (along < 1e-12 ? 0 : p->tube.half * along) + p->tube.r * sqrt(fmax(1 - along * along, 0));
		lo[k] = p->x[k] - far;
		hi[k] = p->x[k] + far;
		if (p->kind == POSE3_PLANE && along > 1 - 1e-12)
			*(n[k] > 0 ? &hi[k] : &lo[k]) = p->x[k];
	}
}

/* The extent of an object along a direction in space, from x. */
static double object_support(const struct pose3 *p, vec3 n)
{
	double u[3];

	v3_to(u, n);
	mat3_apply_back(u, (const double (*)[3])p->m, u);
	return p->size * solid_support(p->shape->solid, u);
}

void pose3_box(const struct pose3 *p, double lo[3], double hi[3])
{
	if (p->kind >= POSE3_PLANE) {
		wall_box(p, lo, hi);
		return;
	}
	if (p->kind == POSE3_OBJECT) {
		for (int k = 0; k < 3; k++) {
			lo[k] = p->x[k] - object_support(p, v3(-(k == 0), -(k == 1), -(k == 2)));
			hi[k] = p->x[k] + object_support(p, v3(k == 0, k == 1, k == 2));
		}
		return;
	}
	for (int k = 0; k < 3; k++) {
		lo[k] = INFINITY;
		hi[k] = -INFINITY;
	}
	if (p->kind == POSE3_ELLIPSOID)
		for (int k = 0; k < 3; k++) {
			lo[k] = p->x[k] - sqrt(p->ellipsoid.q[k]);
			hi[k] = p->x[k] + sqrt(p->ellipsoid.q[k]);
		}
	for (int i = 0; p->kind <= POSE3_FACES && i < p->n; i++)
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], p->ball[i][k] - p->ball[i][3]);
			hi[k] = fmax(hi[k], p->ball[i][k] + p->ball[i][3]);
		}
	for (int i = 0; p->kind == POSE3_MESH && i < p->surface->mesh.n_vertex; i++) {
		double v[3];

		to_space(p, p->surface->mesh.xyz[i], v);
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], v[k]);
			hi[k] = fmax(hi[k], v[k]);
		}
	}
}

/* ---- gaps ---- */

/* The signed distance of a point from a plane. */
static double plane_distance(const struct pose3 *wall, vec3 c)
{
	return v3_dot(normal_of(wall), v3_sub(c, v3_from(wall->x)));
}

/* The signed distance of a point from the curved surface and its edges. The inside of a rod and the outside of a tube are part of
 * the wall, to any depth. */
static double cylinder_distance(const struct pose3 *wall, vec3 c)
{
	const struct tube3 *t = &wall->tube;
	const vec3 d = v3_sub(c, t->c);
	double z = v3_dot(normal_of(wall), d), rho = sqrt(fmax(v3_dot(d, d) - z * z, 0)), out = fabs(z) - t->half;

	if (out > 0)
		return sqrt((rho - t->r) * (rho - t->r) + out * out);
	return t->in ? t->r - rho : rho - t->r;
}

static double wall_distance(const struct pose3 *wall, vec3 c)
{
	return wall->kind == POSE3_PLANE ? plane_distance(wall, c) : cylinder_distance(wall, c);
}

/* The gap between a plane and an object. If the object's bounding ball is separate, the gap is that of the ball. */
static double plane_gap(const struct pose3 *wall, const struct pose3 *b, vec3 s)
{
	double height = plane_distance(wall, v3_add(v3_from(b->x), s));

	return height - (height >= b->reach ? b->reach : object_support(b, v3_scale(-1, normal_of(wall))));
}

/* The object of a body at its position. */
static struct object3 object_of(const struct pose3 *p)
{
	struct object3 o;

	objects3_place(&p->surfaces->objects, p->shape, p->size, v3_from(p->x), (const double (*)[3])p->m, &o);
	return o;
}

/* Whether a line parallel to the axis of a cylinder, at x and y in its frame, runs through an object between the cylinder's
 * ends. */
static int line_cuts(const struct tube3 *w, const struct object3 *o, double x, double y)
{
	const double at[3] = { x, y, 0 };
	vec3 z = v3(w->axes[0][2], w->axes[1][2], w->axes[2][2]), d;
	double from[3], along[3];
	struct intervals in = { 0 };
	int cuts = 0;

	mat3_apply(from, w->axes, at);
	d = v3_add(v3_from(from), v3_sub(w->c, o->c));
	double middle = -v3_dot(z, d);
	/* the object lies within `reach` of its position, which need not be the centre of its function */
	if (v3_norm(v3_add(d, v3_scale(middle, z))) > 2 * o->reach)
		return 0;
	v3_to(from, v3_scale(1 / o->size, d));
	v3_to(along, v3_scale(1 / o->size, z));
	mat3_apply_back(from, o->m, from);
	mat3_apply_back(along, o->m, along);
	implicit_cut(&o->shape, from, along, fmax(middle - 2 * o->reach, -w->half), fmin(middle + 2 * o->reach, w->half), &in);
	for (int i = 0; i < in.n; i++)
		cuts |= in.at[i][1] - in.at[i][0] > 1e-6 * o->reach;
	free(in.at);
	return cuts;
}

/* Whether the sheet of a cylinder runs through an object. The lines tested are closer to each other than the object is thick. */
static int is_cut(const struct tube3 *w, const struct object3 *o)
{
	const double *a = o->shape.a;
	int n = (int)fmin(fmax(6.3 * w->r / (0.2 * o->size * fmin(a[0], fmin(a[1], a[2]))), 16), 5000), cut = 0;

	for (int k = 0; k < n && !cut; k++) {
		double s, c;

		trig_sincos(6.283185307179586 * k / n, &s, &c);
		cut = line_cuts(w, o, w->r * c, w->r * s);
	}
	return cut;
}

/* Correct a positive gap from tube3_gaps or object3_gaps_tube: these find the places where the sheet touches the body, but an
 * edge of the sheet may be deep inside it. */
static double correct_cut(const struct pose3 *wall, const struct pose3 *b, vec3 s, double gap)
{
	if (!(gap > 0) || wall->tube.half == INFINITY)
		return gap;
	struct object3 o = object_of(b);
	o.c = v3_add(o.c, s);
	return is_cut(&wall->tube, &o) ? -fmin(wall->tube.r, o.thin) : gap;
}

/* The gap between a cylinder and an object. */
static double object_in_cylinder(const struct pose3 *wall, const struct pose3 *b, vec3 s)
{
	double best = cylinder_distance(wall, v3_add(v3_from(b->x), s));
	struct touch3 t[OBJECT3_MOST];

	if (!(best > 0 && best < b->reach))
		return best - b->reach;
	struct object3 o = object_of(b);
	o.c = v3_add(o.c, s);
	if (!wall->tube.in && line_cuts(&wall->tube, &o, 0, 0))
		return -wall->tube.r;
	for (int k = object3_gaps_tube(&o, &wall->tube, best, t); k-- > 0;)
		best = fmin(best, t[k].gap);
	return correct_cut(wall, b, s, best);
}

/* The gap between a wall and b, displaced by s. */
static double gap_to_wall(const struct pose3 *wall, const struct pose3 *b, vec3 s, double enough)
{
	double best = INFINITY;
	/* these walls are convex on the body's side, so the corners suffice */
	int convex = wall->kind == POSE3_PLANE || (wall->tube.in && wall->tube.half == INFINITY);

	if (wall->kind == POSE3_PLANE && b->shape->kind == SHAPE_OBJECT && b->kind != POSE3_ELLIPSOID) {
		best = plane_gap(wall, b, s);
	} else if (b->kind == POSE3_OBJECT) {
		best = object_in_cylinder(wall, b, s);
	} else if (b->kind == POSE3_BALLS || (b->kind == POSE3_FACES && convex)) {
		for (int k = 0; k < b->n && best >= enough; k++)
			best = fmin(best, wall_distance(wall, v3_add(v3_from(b->ball[k]), s)) - b->ball[k][3]);
	} else if (b->kind == POSE3_FACES && wall->tube.half == INFINITY) {
		best = pose3_faces_rod_gap(b, &wall->tube, s);
	} else if (b->kind == POSE3_ELLIPSOID) {
		struct ellipsoid3 e = b->ellipsoid;
		struct touch3 t[TUBE3_MOST];
		const vec3 n = normal_of(wall);

		e.c = v3_add(e.c, s);
		if (wall->kind == POSE3_PLANE) {
			ellipsoid3_gap_plane(&e, n, v3_dot(n, v3_from(wall->x)), t);
			return t->gap;
		}
		/* tube3 finds no place if the centre is behind the surface; the gap then follows from the centre */
		best = cylinder_distance(wall, e.c);
		if (!(best > 0 && best < b->reach))
			return best - b->reach;
		for (int k = tube3_gaps(&wall->tube, &e, best, t); k-- > 0;)
			best = fmin(best, t[k].gap);
		best = correct_cut(wall, b, s, best);
	} else if (b->kind == POSE3_MESH && convex) {
		for (int k = 0; k < b->surface->mesh.n_vertex && best >= enough; k++) {
			double v[3];

			to_space(b, b->surface->mesh.xyz[k], v);
			best = fmin(best, wall_distance(wall, v3_add(v3_from(v), s)));
		}
	} else {
		best = cylinder_distance(wall, v3_add(v3_from(b->x), s)) - b->reach;
	}
	return best;
}

static double gap_of_balls(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough)
{
	const vec3 middle = v3_add(v3_from(b->x), s);
	double best = INFINITY;

	for (int i = 0; i < a->n && best >= enough; i++) {
		const vec3 c = v3_sub(v3_from(a->ball[i]), s);

		if (v3_norm(v3_sub(v3_from(a->ball[i]), middle)) - a->ball[i][3] - b->reach >= best)
			continue;
		for (int j = 0; j < b->n; j++)
			best = fmin(best, v3_norm(v3_sub(v3_from(b->ball[j]), c)) - a->ball[i][3] - b->ball[j][3]);
	}
	return best;
}

static double gap_to_ellipsoid(const struct pose3 *balls, const struct pose3 *b, vec3 s, double enough)
{
	struct ellipsoid3 e = b->ellipsoid;
	double best = INFINITY;

	e.c = v3_add(e.c, s);
	for (int i = 0; i < balls->n && best >= enough; i++) {
		const vec3 c = v3_from(balls->ball[i]);
		double r = balls->ball[i][3];
		const struct ellipsoid3 ball = { .c = c, .q = { r * r, r * r, r * r }, .sphere = r };
		struct touch3 t = { 0 };

		if (v3_norm(v3_sub(c, e.c)) - r - b->reach >= best)
			continue;
		ellipsoid3_gap(&ball, &e, &t);
		best = fmin(best, t.gap);
	}
	return best;
}

/* Part k of a body is its ball k if it has balls, otherwise the whole body. These functions give the part's centre, its reach
 * from the centre, and the part as an object. */
static vec3 part_at(const struct pose3 *p, int k)
{
	return v3_from(p->kind == POSE3_BALLS ? p->ball[k] : p->x);
}

static double part_reach(const struct pose3 *p, int k)
{
	return p->kind == POSE3_BALLS ? p->ball[k][3] : p->reach;
}

static struct object3 part_object(const struct pose3 *p, int k)
{
	struct object3 ball;

	if (p->kind != POSE3_BALLS)
		return object_of(p);
	objects3_place(&p->surfaces->objects, NULL, p->ball[k][3], part_at(p, k), (const double (*)[3])p->m, &ball);
	return ball;
}

/* The gap between an object a and any body except surfaces and walls, with b displaced by s. */
static double gap_to_object(const struct pose3 *a, const struct pose3 *b, vec3 s, double enough)
{
	int parts = b->kind == POSE3_BALLS ? b->n : 1;
	double best = INFINITY;

	for (int k = 0; k < parts && best >= enough; k++) {
		double gap_of_bounds = v3_norm(v3_sub(v3_add(part_at(b, k), s), v3_from(a->x))) - a->reach - part_reach(b, k);

		if (gap_of_bounds >= best)
			continue;
		struct object3 it = object_of(a), o = part_object(b, k);
		struct touch3 t[OBJECT3_MOST];
		double within = 0.1 * fmin(it.thin, o.thin);
		o.c = v3_add(o.c, s);
		if (gap_of_bounds > within)
			best = gap_of_bounds;
		else if (enough > -INFINITY && objects3_cross(&it, &o))
			return -INFINITY;
		else
			best = fmin(best, object3_gaps(&it, &o, within, t) ? t->gap : within);
	}
	return best;
}

/* The gap between a surface and balls that are displaced by s. */
static double gap_to_surface(const struct pose3 *mesh, const struct pose3 *balls, vec3 s, double enough)
{
	double best = INFINITY;

	for (int k = 0; k < balls->n && best >= enough; k++) {
		const vec3 d = v3_sub(v3_add(v3_from(balls->ball[k]), s), v3_from(mesh->x));
		double p[3] = { d.x / mesh->size, d.y / mesh->size, d.z / mesh->size };

		mat3_apply_back(p, (const double (*)[3])mesh->m, p);
		double far = mesh->surface->closed ? meshtree_signed(&mesh->surface->tree, p, NULL, NULL) :
		             meshtree_distance(&mesh->surface->tree, p, NULL, NULL);
		best = fmin(best, mesh->size * far - balls->ball[k][3]);
	}
	return best;
}

double pose3_gap(const struct pose3 *a, const struct pose3 *b, const double shift[3], double enough)
{
	const vec3 s = v3_from(shift), back = v3_scale(-1, s), d = v3_sub(v3_add(v3_from(b->x), s), v3_from(a->x));
	double gap_of_bounds = v3_norm(d) - a->reach - b->reach; /* gap of the bounding balls; minus infinity for endless walls */
	const struct pose3 ball = { .n = 1, .ball = (double[1][4]){ { b->x[0], b->x[1], b->x[2], b->reach } } };

	if (a->kind >= POSE3_PLANE || b->kind >= POSE3_PLANE) {
		if (a->kind >= POSE3_PLANE && b->kind >= POSE3_PLANE)
			return INFINITY;
		return a->kind >= POSE3_PLANE ? gap_to_wall(a, b, s, enough) : gap_to_wall(b, a, back, enough);
	}
	if (a->kind == POSE3_FACES || b->kind == POSE3_FACES)
		return a->kind == POSE3_FACES ? pose3_faces_gap(a, b, s, enough, NULL) : pose3_faces_gap(b, a, back, enough, NULL);
	if (a->kind == POSE3_OBJECT && b->kind != POSE3_MESH)
		return gap_to_object(a, b, s, enough);
	if (b->kind == POSE3_OBJECT && a->kind != POSE3_MESH)
		return gap_to_object(b, a, back, enough);
	if (a->kind == POSE3_BALLS && b->kind == POSE3_BALLS)
		return gap_of_balls(a, b, s, enough);
	if (a->kind == POSE3_BALLS && b->kind == POSE3_ELLIPSOID)
		return gap_to_ellipsoid(a, b, s, enough);
	if (a->kind == POSE3_ELLIPSOID && b->kind == POSE3_BALLS)
		return gap_to_ellipsoid(b, a, back, enough);
	if (a->kind == POSE3_ELLIPSOID && b->kind == POSE3_ELLIPSOID) {
		struct ellipsoid3 e = b->ellipsoid;
		struct touch3 t = { 0 };

		e.c = v3_add(e.c, s);
		ellipsoid3_gap(&a->ellipsoid, &e, &t);
		return t.gap;
	}
	if (a->kind == POSE3_MESH && b->kind == POSE3_MESH)
		return gap_of_bounds;
	if (a->kind != POSE3_MESH)
		return pose3_gap(b, a, (double[3]){ back.x, back.y, back.z }, enough);
	return gap_to_surface(a, b->kind == POSE3_BALLS ? b : &ball, s, enough);
}

int pose3_overlap(const struct pose3 *a, const struct pose3 *b, const double shift[3])
{
	if (a->kind != POSE3_ELLIPSOID || b->kind != POSE3_ELLIPSOID)
		return pose3_gap(a, b, shift, 0) < 0;
	struct ellipsoid3 e = b->ellipsoid;
	e.c = v3_add(e.c, v3_from(shift));
	return ellipsoid3_potential(&a->ellipsoid, &e, 1, NULL) < 1;
}
