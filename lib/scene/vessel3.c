/* vessel3.c: walls and vessels in space */
#include "scene/vessel3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "scene/vessel.h"

static const double pi = 3.14159265358979323846;
static const double y_axis[3] = { 0, 1, 0 }, z_axis[3] = { 0, 0, 1 };

/* ---- single walls ---- */

/* A new shape; the pointer holds until the next shape is added. */
static struct shape *new_shape(struct world *w, enum shape_kind kind, int n)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(s, kind, n);
	return s;
}

/* Add a body with the last shape. The shortest rotation (or half a turn about x) turns its z axis to the given direction. */
static int put(struct world *w, const char *material, const char *tag, const double at[3], const double direction[3])
{
	int row = world_add_body(w, world_last_shape(w), material, tag);
	struct bodies3 b = world_bodies3(w);
	double n[3], norm = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
	int64_t image[3] = { 0 };
	double x[3] = { at[0], at[1], at[2] };

	for (int k = 0; k < 3; k++)
		n[k] = direction[k] / norm;
	/* the unit vector halfway between z and n gives half of the angle */
	double half = sqrt((1 + n[2]) * (1 + n[2]) + n[0] * n[0] + n[1] * n[1]);
	int down = half < 1e-9;
	const double q[4] = { down ? 0 : (1 + n[2]) / half, down ? 1 : -n[1] / half + 0.0, down ? 0 : n[0] / half, 0 };

	if (w->domain.set)
		domain_wrap3(&w->domain, x, image);
	for (int k = 0; k < 4; k++)
		b.q[k][row] = q[k];
	for (int k = 0; k < 3; k++) {
		b.x[k][row] = x[k];
		b.image[k][row] = image[k];
	}
	return row;
}

int wall3_plane(struct world *w, const double point[3], const double normal[3], const char *material, const char *tag)
{
	new_shape(w, SHAPE_PLANE, 1);
	return put(w, material, tag, point, normal);
}

int wall3_cylinder(struct world *w, const double middle[3], const double axis[3], double r, int side, double length,
	const char *material, const char *tag)
{
	struct solid *s = new_shape(w, SHAPE_CYLINDER, 1)->solid;

	s->r = r;
	s->side = side;
	s->length = length;
	return put(w, material, tag, middle, axis);
}

int wall3_surface(struct world *w, const double place[3], int n_vertex, const double (*vertex)[3], int n_face,
	const int (*face)[3], const char *material, const char *tag)
{
	struct solid *s = new_shape(w, SHAPE_MESH, n_vertex)->solid;

	s->n = n_vertex;
	s->n_face = n_face;
	s->vertex = mem_new((size_t)n_vertex, sizeof *s->vertex);
	s->face = mem_new((size_t)n_face, sizeof *s->face);
	memcpy(s->vertex, vertex, (size_t)n_vertex * sizeof *vertex);
	memcpy(s->face, face, (size_t)n_face * sizeof *face);
	return put(w, material, tag, place, z_axis);
}

int wall3_polyhedron(struct world *w, const double place[3], const struct solid *polyhedron, const char *material,
	const char *tag)
{
	struct shape *s = new_shape(w, SHAPE_POLYHEDRON, 0);

	solid_free(s->solid);
	s->solid = solid_copy(polyhedron);
	s->n = s->solid->n;
	return put(w, material, tag, place, z_axis);
}

/* ---- boxes and plates ---- */

/* Drive a plane across axis k as p says; it presses down along the axis. */
static void press(struct constraint *c, int k, const struct vessel3_pair *p)
{
	if (!isnan(p->velocity))
		c->dof[k] = vessel_drive(DRIVE_VELOCITY, p->velocity);
	if (isnan(p->force) && isnan(p->pressure))
		return;
	c->dof[k] = isnan(p->pressure) ? vessel_drive(DRIVE_FORCE, -p->force) : vessel_drive(DRIVE_PRESSURE, -p->pressure);
	c->m = p->m;
	c->c = p->c;
}

static int moves(const struct vessel3_pair *p)
{
	return !isnan(p->force) || !isnan(p->pressure) || !isnan(p->velocity);
}

void vessel3_box(struct world *w, const struct vessel3 *v, const struct vessel3_pair pair[3])
{
	static const char *const tag[3][2] = { { "left", "right" }, { "front", "back" }, { "bottom", "top" } };

	w->domain = (struct domain){ .set = 1 };
	for (int k = 0; k < 3; k++) {
		w->domain.lo[k] = v->lo[k];
		w->domain.hi[k] = v->hi[k] + (moves(&pair[k]) ? v->room : 0);
	}
	for (int k = 0; k < 3; k++)
		for (int up = 0; up < 2; up++) {
			double point[3], normal[3] = { 0 };

			for (int a = 0; a < 3; a++)
				point[a] = 0.5 * (v->lo[a] + v->hi[a]);
			point[k] = up ? v->hi[k] : v->lo[k];
			normal[k] = up ? -1 : 1;
			wall3_plane(w, point, normal, v->material, tag[k][up]);
			struct constraint *c = vessel_fix(w, tag[k][up]);
			if (up)
				press(c, k, &pair[k]);
			for (int z = 0, a = 0; a < 3 && up && !isnan(pair[k].pressure); a++)
				for (int end = 0; end < 2 && a != k; end++)
					c->between[z++] = mem_string(tag[a][end]);
		}
}

int64_t vessel3_plates(struct world *w, const struct vessel3 *v, const struct vessel3_plates *p, const double (*box)[6],
	int n[2])
{
	const double middle[2] = { 0.5 * (v->lo[0] + v->hi[0]), 0.5 * (v->lo[1] + v->hi[1]) };

	for (int k = 0; k < 3 && !w->domain.set; k++) {
		w->domain.lo[k] = v->lo[k];
		w->domain.hi[k] = v->hi[k];
	}
	w->domain.set = 1;
	w->domain.lo[2] = v->lo[2];
	w->domain.hi[2] = v->hi[2] + v->room;
	if (p->rough) {
		int64_t both = vessel_glue(w, v->lo[2] + p->strip, v->hi[2] - p->strip, &box[0][0], n);

		if (both)
			return both;
	}
	/* smooth plates; or behind rough ones, where grains would slip between those that are glued */
	wall3_plane(w, (const double[3]){ middle[0], middle[1], v->lo[2] }, z_axis, v->material, "bottom");
	wall3_plane(w, (const double[3]){ middle[0], middle[1], v->hi[2] }, (const double[3]){ 0, 0, -1 }, v->material, "top");
	vessel_fix(w, "bottom");
	struct constraint *c = vessel_fix(w, "top");
	if (!isnan(p->speed))
		c->dof[0] = vessel_drive(DRIVE_VELOCITY, p->speed);
	press(c, 2, &p->pair);
	return 0;
}

/* ---- round vessels ---- */

/* Set a domain without periodic axes, from bottom to hi plus the room above. */
static void close_domain(struct world *w, const struct vessel3 *v, double bottom)
{
	w->domain = (struct domain){ .set = 1 };
	memcpy(w->domain.lo, v->lo, sizeof v->lo);
	memcpy(w->domain.hi, v->hi, sizeof v->hi);
	w->domain.lo[2] = bottom;
	w->domain.hi[2] += v->room;
}

void vessel3_tube(struct world *w, const struct vessel3 *v)
{
	const double *lo = v->lo, *hi = v->hi, r = 0.5 * fmin(hi[0] - lo[0], hi[1] - lo[1]);
	const double middle[3] = { 0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), 0.5 * (lo[2] + hi[2]) };

	close_domain(w, v, lo[2]);
	wall3_cylinder(w, middle, z_axis, r, CYLINDER_IN, INFINITY, v->material, "tube");
	wall3_plane(w, (const double[3]){ middle[0], middle[1], lo[2] }, z_axis, v->material, "bottom");
	vessel_fix(w, "tube");
	vessel_fix(w, "bottom");
}

/* Add a lid of n triangles from the ring vertex[n] to its middle, and an outlet that removes it at a time. */
static void lid(struct world *w, const struct vessel3 *v, const double at[3], int n, const double (*ring)[3], double from)
{
	double (*vertex)[3] = mem_new((size_t)n + 1, sizeof *vertex);
	int (*face)[3] = mem_new((size_t)n, sizeof *face);

	memcpy(vertex, ring, (size_t)n * sizeof *vertex);
	memcpy(vertex[n], (double[3]){ 0, 0, ring[0][2] }, sizeof *vertex);
	for (int k = 0; k < n; k++)
		memcpy(face[k], (int[3]){ k, (k + 1) % n, n }, sizeof *face);
	wall3_surface(w, at, n + 1, (const double (*)[3])vertex, n, (const int (*)[3])face, v->material, "gate");
	vessel_fix(w, "gate");
	vessel_gate(w, from);
	free(vertex);
	free(face);
}

/* Add the lower end of a hopper whose bin has radius r. */
static void lower_end(struct world *w, const struct vessel3 *v, const struct vessel3_hopper *h, const double at[3], double r)
{
	double half = r * sqrt(0.5) * (1 - 1e-9); /* keeps returned bodies off the bin, to rounding */
	const double to[5] = { at[0] - half, at[0] + half, at[1] - half, at[1] + half, v->lo[2] };

	if (h->drain == VESSEL3_BOTTOM) {
		wall3_plane(w, at, z_axis, v->material, "bottom");
		vessel_fix(w, "bottom");
		return;
	}
	struct outlet *o = world_need_outlet(w, "drain");
	o->side = OUTLET_BELOW;
	o->at = at[2];
	o->back = h->drain == VESSEL3_RETURN;
	memcpy(o->to, to, sizeof to); /* returned bodies come to rest on those that are there */
}

int vessel3_has_polyhedra(const struct world *w)
{
	for (int k = 0; k < w->n_shape; k++)
		if (w->shape[k].kind == SHAPE_POLYHEDRON)
			return 1;
	return 0;
}

double vessel3_hopper(struct world *w, const struct vessel3 *v, const struct vessel3_hopper *h)
{
	const double *lo = v->lo, *hi = v->hi, r = 0.5 * fmin(hi[0] - lo[0], hi[1] - lo[1]), top = hi[2] + v->room;
	double (*vertex)[3] = mem_new(2 * (size_t)h->sides, sizeof *vertex), sine, cosine, c, s;
	int (*face)[3] = mem_new(2 * (size_t)h->sides, sizeof *face), n = h->sides;
	const double middle[3] = { 0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), lo[2] };

	trig_sincos(h->angle, &sine, &cosine);
	trig_sincos(pi / n, &s, &c);
	/* the corners are so far out that the sides touch the circles of bin and opening */
	double out = r / c, in = 0.5 * h->opening / c, deep = (r - 0.5 * h->opening) * sine / cosine;
	double floor = lo[2] - deep - h->drop;
	for (int k = 0; k < n; k++) {
		int next = (k + 1) % n;

		trig_sincos(2 * pi * k / n, &s, &c);
		memcpy(vertex[k], (double[3]){ out * c, out * s, 0 }, sizeof *vertex);
		memcpy(vertex[n + k], (double[3]){ in * c, in * s, -deep }, sizeof *vertex);
		/* the counter-clockwise side, which grains see, is above */
		memcpy(face[2 * k], (int[3]){ k, next, n + k }, sizeof *face);
		memcpy(face[2 * k + 1], (int[3]){ next, n + next, n + k }, sizeof *face);
	}
	close_domain(w, v, floor);
	wall3_cylinder(w, (const double[3]){ middle[0], middle[1], 0.5 * (floor + top) }, z_axis, r, CYLINDER_IN,
	               vessel3_has_polyhedra(w) ? INFINITY : top - floor, v->material, "bin");
	wall3_surface(w, middle, 2 * n, (const double (*)[3])vertex, 2 * n, (const int (*)[3])face, v->material, "funnel");
	vessel_fix(w, "bin");
	vessel_fix(w, "funnel");
	lower_end(w, v, h, (const double[3]){ middle[0], middle[1], floor }, r);
	if (!isnan(h->gate))
		lid(w, v, middle, n, (const double (*)[3])vertex + n, h->gate);
	free(vertex);
	free(face);
	return lo[2] - deep;
}

/* Add radial plates along y at the inside of a drum, with vertices relative to its middle. */
static void baffles(struct world *w, const struct vessel3 *v, const struct vessel3_drum *d, const double middle[3], double r)
{
	int n = d->baffles, (*face)[3] = mem_new(2 * (size_t)n, sizeof *face);
	double (*vertex)[3] = mem_new(4 * (size_t)n, sizeof *vertex), half = 0.5 * (v->hi[1] - v->lo[1]);

	for (int k = 0; k < n; k++) {
		double c, s;

		trig_sincos(2 * pi * k / n, &s, &c);
		for (int corner = 0; corner < 4; corner++) {
			double from = corner & 1 ? r - d->height : r;

			memcpy(vertex[4 * k + corner], (double[3]){ from * c, corner & 2 ? half : -half, from * s }, sizeof *vertex);
		}
		memcpy(face[2 * k], (int[3]){ 4 * k, 4 * k + 1, 4 * k + 2 }, sizeof *face);
		memcpy(face[2 * k + 1], (int[3]){ 4 * k + 1, 4 * k + 3, 4 * k + 2 }, sizeof *face);
	}
	wall3_surface(w, middle, 4 * n, (const double (*)[3])vertex, 2 * n, (const int (*)[3])face, v->material, "baffles");
	vessel_fix(w, "baffles")->dof[4] = vessel_drive(DRIVE_VELOCITY, d->omega);
	free(vertex);
	free(face);
}

void vessel3_drum(struct world *w, const struct vessel3 *v, const struct vessel3_drum *d)
{
	static const char *const end[2] = { "front", "back" };
	const double *lo = v->lo, *hi = v->hi, r = 0.5 * fmin(hi[0] - lo[0], hi[2] - lo[2]);
	const double middle[3] = { 0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]), 0.5 * (lo[2] + hi[2]) };

	w->domain = (struct domain){ .set = 1, .periodic = { 0, d->endless, 0 } };
	memcpy(w->domain.lo, lo, sizeof v->lo);
	memcpy(w->domain.hi, hi, sizeof v->hi);
	wall3_cylinder(w, middle, y_axis, r, CYLINDER_IN, INFINITY, v->material, "drum");
	vessel_fix(w, "drum")->dof[4] = vessel_drive(DRIVE_VELOCITY, d->omega);
	for (int k = 0; k < 2 && !d->endless; k++) {
		const double at[3] = { middle[0], k ? hi[1] : lo[1], middle[2] }, normal[3] = { 0, k ? -1 : 1, 0 };

		wall3_plane(w, at, normal, v->material, end[k]);
		vessel_fix(w, end[k])->dof[4] = vessel_drive(DRIVE_VELOCITY, d->omega);
	}
	if (d->baffles)
		baffles(w, v, d, middle, r);
}
