/* walls3.c: walls in space (scree-wall) */
#include "common/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/load_surface.h"
#include "common/make_polyhedron.h"
#include "common/words.h"
#include "mesh/mesh.h"
#include "scene/grains3.h"
#include "scene/vessel.h"
#include "scene/vessel3.h"
#include "surface.h"
#include "world/deform.h"

static const double pi = 3.14159265358979323846;

static const struct walls *arg;
static struct grains3 grains;
static double (*box)[6];     /* bounding box of every body [L] */
static struct vessel3 vessel; /* the space between the walls */

static void free_tags(const struct world *w, const char *const *tag, int n)
{
	for (int k = 0; k < n; k++)
		walls_refuse_tag(w, tag[k]);
}

static double side(int k)
{
	return vessel.hi[k] - vessel.lo[k];
}

/* The motion of a plane across axis k, under a pressure on all of its area or at a rate. */
static struct vessel3_pair loaded(int k, double pressure, double rate)
{
	double area = side((k + 1) % 3) * side((k + 2) % 3);
	struct vessel3_pair p = { pressure, NAN, rate * side(k), 0, isnan(arg->damping) ? 0 : arg->damping };

	if (isnan(pressure))
		return p;
	if (isnan(arg->mass) && !grains.n)
		opt_fail("mass", "missing; there are no grains whose mass a wall under load could have");
	p.m = isnan(arg->mass) ? area * grains.density * grains.size : arg->mass;
	return p;
}

static void make_box(struct world *w)
{
	static const char *const tag[6] = { "left", "right", "front", "back", "bottom", "top" };
	struct vessel3_pair pair[3];

	free_tags(w, tag, 6);
	if (arg->kind == TRIAXIAL && !arg->material && !isnan(arg->mu)) {
		if (world_material(w, "wall"))
			tool_fail(EXIT_USAGE, "the scene has a material wall already; give the walls another one with --material");
		vessel_pass(w, vessel.material = "wall", grains.n ? grains.density : 1, arg->mu);
	}
	for (int k = 0; k < 3; k++) {
		pair[k] = loaded(k, arg->press[k], arg->rate[k]);
		if (!isnan(arg->press[k]))
			tool_note("the %s wall has mass %g and damping %g", tag[2 * k + 1], pair[k].m, pair[k].c);
	}
	vessel3_box(w, &vessel, pair);
}

static void make_plates(struct world *w)
{
	static const char *const tag[2] = { "bottom", "top" };
	int n[2];

	if (w->domain.set && w->domain.periodic[2])
		tool_fail(EXIT_USAGE, "plates need a scene that is not periodic in z; scree-set --periodic xy makes it so");
	free_tags(w, tag, 2);
	if (arg->rough && !grains.n)
		tool_fail(EXIT_INPUT, "found no grains, expected some to make rough plates");
	if (arg->rough) {
		vessel.lo[2] = grains.lo[2];
		vessel.hi[2] = grains.hi[2];
	}
	struct vessel3_plates p = { arg->rough, isnan(arg->strip) ? grains.size / 2 : arg->strip, arg->speed,
	                            loaded(2, arg->load, NAN) };
	if (!w->domain.set || !w->domain.periodic[0] || !w->domain.periodic[1]) { /* the area of a plane without ends is not known */
		p.pair.force = arg->load * side(0) * side(1);
		p.pair.pressure = NAN;
	}
	int64_t id = vessel3_plates(w, &vessel, &p, (const double (*)[6])box, n);
	if (id)
		tool_fail(EXIT_NUMERICS, "grain %lld reaches both plates; the packing is too low, or --strip %g is too thick",
		          (long long)id, p.strip);
	if (arg->rough)
		tool_note("%d %s glued to the bottom plate, %d to the top plate", n[0], words_for(n[0], "grain", "grains"), n[1]);
	if (!isnan(arg->load))
		tool_note("the top plate has mass %g and damping %g", p.pair.m, p.pair.c);
}

static void make_hopper(struct world *w)
{
	static const char *const tag[4] = { "bin", "funnel", "bottom", "gate" }, *const drain[3] = { "none", "remove", "return" };
	struct vessel3_hopper h = { arg->opening, arg->angle * (pi / 180), isnan(arg->drop) ? arg->opening : arg->drop,
	                            arg->sides > 0 ? (int)arg->sides : 48, arg->gate, VESSEL3_BOTTOM };

	free_tags(w, tag, 4);
	while (arg->outlet && strcmp(drain[h.drain], arg->outlet) != 0)
		h.drain++;
	if (!(arg->opening < fmin(side(0), side(1))))
		opt_fail("opening", "%g is not narrower than the bin, %g", arg->opening, fmin(side(0), side(1)));
	tool_note("the opening is at z = %.9g", vessel3_hopper(w, &vessel, &h));
}

/* A drum along y around the largest circle in the middle of the space. It is endless if the scene is periodic in y without a tilt
 * and the drum is as long as the period. */
static void make_drum(struct world *w)
{
	static const char *const tag[4] = { "drum", "front", "back", "baffles" };
	double r = 0.5 * fmin(side(0), side(2));
	struct vessel3_drum d = { .omega = isnan(arg->omega) ? 0 : arg->omega, .baffles = (int)arg->baffles };

	free_tags(w, tag, 4);
	d.endless = w->domain.set && w->domain.periodic[1] && !domain_tilted(&w->domain) && vessel.lo[1] == w->domain.lo[1] &&
	            vessel.hi[1] == w->domain.hi[1];
	d.height = isnan(arg->height) ? 0.2 * r : arg->height;
	if (d.baffles && !(d.height < r))
		opt_fail("height", "%g, expected less than the radius of the drum, %g", d.height, r);
	vessel3_drum(w, &vessel, &d);
}

/* The tag of the wall. Bodies that have it already must be fixed. */
static const char *fixed_tag(const struct world *w)
{
	const char *tag = arg->tag ? arg->tag : "wall";
	const struct constraint *c = world_constraint(w, tag);

	for (int d = 0; d < 6 && constraint_holds(c); d++)
		if (c->dof[d].drive != DRIVE_FIXED)
			opt_fail("tag", "bodies with tag %s move but this wall would be fixed; give it another tag", tag);
	return tag;
}

static void point(int k, double x[3])
{
	const char *text = tool_operand(k);

	if (words_numbers(text, x, 3) != 3)
		tool_fail(EXIT_USAGE, "'%s' is not a point x,y,z; see %s --help", text, tool_name());
}

static void make_plane(struct world *w, const char *tag)
{
	double at[3], normal[3];

	point(1, at);
	point(2, normal);
	if (!(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2] > 0))
		tool_fail(EXIT_USAGE, "'%s' is no direction, expected a vector that points from the plane to the grains", tool_operand(2));
	wall3_plane(w, at, normal, vessel.material, tag);
}

/* A rod, or a pipe: a cylinder that is touched from inside. */
static void make_rod(struct world *w, const char *tag)
{
	double a[3], b[3], middle[3], axis[3];

	point(1, a);
	point(2, b);
	for (int k = 0; k < 3; k++) {
		middle[k] = 0.5 * (a[k] + b[k]);
		axis[k] = b[k] - a[k];
	}
	double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
	if (!(length > 0))
		tool_fail(EXIT_USAGE, "points 1 and 2 of the %s are the same, %s, expected different points", tool_operand(0),
		          tool_operand(1));
	if (vessel3_has_polyhedra(w))
		tool_warn("scree-dem3 takes no %s among polyhedra, since it has ends; use polyhedron or landscape", tool_operand(0));
	wall3_cylinder(w, middle, axis, arg->radius, arg->kind == PIPE ? CYLINDER_IN : CYLINDER_OUT, length, vessel.material, tag);
}

/* Extend the domain to the n corners of a surface and by r beyond them, so that grains on the surface are inside the domain. */
static void hold_corners(struct domain *d, int n, const double (*corner)[3], double r)
{
	for (int i = 0; i < n && d->set; i++)
		for (int k = 0; k < 3; k++)
			if (!d->periodic[k]) {
				d->lo[k] = fmin(d->lo[k], corner[i][k] - r);
				d->hi[k] = fmax(d->hi[k], corner[i][k] + r);
			}
}

/* A surface from a file, closed or not. */
static void make_landscape(struct world *w, const char *tag)
{
	static const double origin[3];
	const char *name;
	char *error;
	struct mesh m;
	FILE *f = tool_open_file(tool_operand(1), &name);
	enum surface_status status = surface_read(&m, f, name, &error);

	tool_check_whole(f, name);
	if (status != SURFACE_GOOD)
		tool_fail(status == SURFACE_SYSTEM ? EXIT_SYSTEM : EXIT_INPUT, "%s", error ? error : "out of memory");
	mesh_merge(&m, 0, NULL);
	if (m.n_vertex < 4 || m.n_triangle < 1)
		tool_fail(EXIT_INPUT, "%s: found %d vertices and %d triangles, expected at least 4 and 1", name, m.n_vertex,
		          m.n_triangle);
	wall3_surface(w, origin, m.n_vertex, (const double (*)[3])m.xyz, m.n_triangle, (const int (*)[3])m.tri, vessel.material, tag);
	hold_corners(&w->domain, m.n_vertex, (const double (*)[3])m.xyz, 0);
	mesh_free(&m);
}

/* A polyhedron from a closed surface in a file, rounded by --radius. */
static void make_polyhedron(struct world *w, const char *tag)
{
	static const double origin[3];
	struct shape s = { 0 };

	tool_load_surface_shape(tool_operand(1), &s);
	tool_join_faces(&s, tool_operand(1), -1, EXIT_INPUT);
	s.solid->r = isnan(arg->radius) ? 0 : arg->radius;
	wall3_polyhedron(w, origin, s.solid, vessel.material, tag);
	hold_corners(&w->domain, s.n, (const double (*)[3])s.solid->vertex, s.solid->r);
	solid_free(s.solid);
}

static void make_single(struct world *w)
{
	const char *tag = fixed_tag(w);

	if (arg->kind == PLANE)
		make_plane(w, tag);
	else if (arg->kind == ROD || arg->kind == PIPE)
		make_rod(w, tag);
	else if (arg->kind == POLYHEDRON)
		make_polyhedron(w, tag);
	else
		make_landscape(w, tag);
	vessel_fix(w, tag);
}

static void look(struct world *w, const char *input)
{
	box = mem_new((size_t)w->body.n_row, sizeof *box);
	int bad = grains3_look(w, &grains, box);
	if (bad)
		tool_fail(EXIT_INPUT, "%s: body row %d has no shape, expected a record 'shape' with its number", input, bad);
	vessel.material = walls_material(w, arg);
	if (arg->kind >= LINE)
		return;
	walls_region(w, arg, vessel.lo, vessel.hi);
	double part = arg->kind == TRIAXIAL ? fmax(side(0), fmax(side(1), side(2))) / 2 : side(2) / 4;
	vessel.room = isnan(arg->room) ? part : arg->room;
}

void walls_space(struct world *w, const struct walls *a, const char *input)
{
	int n = w->body.n_row;
	int64_t id[GRAINS3_NAMED];

	arg = a;
	look(w, input);
	switch (a->kind) {
	case BOX:
	case TRIAXIAL: make_box(w); break;
	case PLATES: make_plates(w); break;
	case TUBE:
		free_tags(w, (const char *const[]){ "tube", "bottom" }, 2);
		vessel3_tube(w, &vessel);
		break;
	case HOPPER:
	case SILO: make_hopper(w); break;
	case DRUM: make_drum(w); break;
	default: make_single(w);
	}
	int hit = grains3_overlapping(w, n, 1e-9 * grains.size, id);
	walls_refuse_grains(hit, GRAINS3_NAMED, id, "grain overlaps", "grains overlap",
	                    n + 1 < w->body.n_row ? " the walls" : " the wall");
	free(box);
}
