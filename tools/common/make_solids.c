/* make_solids.c: scree-shape in space */
#include "common/make_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "common/check_shapes.h"
#include "common/load_outline.h"
#include "common/load_surface.h"
#include "common/make_polyhedron.h"
#include "common/words.h"
#include "mesh/triangulate.h"
#include "mesh/triangulate_voxels.h"
#include "shape/form3.h"
#include "shape/solid_mass.h"
#include "world/defaults.h"

static struct shape_options arg;

/* SMALL: below this reach [L] products of three moments underflow, and these products tell whether a body can have such moments.
 * SLENDER: up to this ratio of lengths a thin body has a volume beyond rounding. */
#define SMALL 1e-20
#define SLENDER 1e6

/* Rows x y z r, or x y z r density. */
static void load_clump(struct shape *s, const char *path)
{
	double *value;
	int *line, width, n = tool_load_rows(path, 4, 5, &width, &value, &line);
	const char *name = strcmp(path, "-") ? path : "stdin";

	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: found no rows, expected x y z r on each line", name);
	shape_alloc(s, SHAPE_CLUMP, n);
	struct solid *o = s->solid;
	o->n = n;
	o->ball = mem_new((size_t)n, sizeof *o->ball);
	o->density = width == 5 ? MEM_NEW(double, (size_t)n) : NULL;
	for (int k = 0; k < n; k++) {
		const double *row = &value[(size_t)k * (size_t)width];

		for (int c = 3; c < width; c++)
			if (!(row[c] > 0))
				tool_fail(EXIT_INPUT, "%s:%d: found the %s %g, expected more than 0", name, line[k],
				          c == 3 ? "radius" : "density", row[c]);
		memcpy(o->ball[k], row, sizeof *o->ball);
		if (width == 5)
			o->density[k] = row[4];
	}
	free(value);
	free(line);
}

/* Read exactly n numbers from least to most; the error message calls them what. */
static void numbers_or_fail(const char *option, const char *text, double least, double most, const char *what, double *x, int n)
{
	int good = words_numbers(text, x, n) == n;

	for (int k = 0; k < n && good; k++)
		good = x[k] >= least && x[k] <= most;
	if (!good && n == 1)
		opt_fail(option, "found '%s', expected %s", text, what);
	if (!good)
		opt_fail(option, "found '%s', expected %d %s, with commas between them", text, n, what);
}

/* Refuse options that do not apply to this named shape, or to a file if f is NULL. */
static void refuse_other_options(const struct form3 *f)
{
	static const struct { const char *name; int takes; } of[] = { { "radius", FORM3_RADIUS }, { "spacing", FORM3_SPACING },
		{ "angle-deg", FORM3_ANGLE }, { "size", FORM3_SIZE }, { "blockiness", FORM3_BLOCKINESS }, { "bump", FORM3_BLOBS },
		{ "dent", FORM3_BLOBS }, { "sides", FORM3_SIDES }, { "taper", FORM3_TAPER }, { "truncation", FORM3_TRUNCATION } };
	/* the spheroradius of a polyhedron is not a radius from which a shape is drawn */
	const int spheroradius = !f || f->kind == SHAPE_POLYHEDRON || arg.polyhedron;
	const int given[] = { !isnan(arg.radius) && !spheroradius, !isnan(arg.spacing), !isnan(arg.angle), arg.size != NULL,
		arg.blockiness != NULL, arg.bump.n > 0, arg.dent.n > 0,
		arg.sides != INT64_MIN, !isnan(arg.taper), !isnan(arg.truncation) };

	for (int k = 0; k < (int)(sizeof of / sizeof *of); k++)
		if (given[k] && !f)
			opt_fail(of[k].name, "applies to shapes with a name");
		else if (given[k] && !(f->takes & of[k].takes))
			opt_fail(of[k].name, "does not apply to the shape '%s'", f->name);
}

/* Read the bumps and dents of an object. The caller frees them. */
static struct form3_blob *blobs_or_fail(void)
{
	struct form3_blob *blob = mem_new((size_t)(arg.bump.n + arg.dent.n), sizeof *blob);

	for (int i = 0; i < arg.bump.n + arg.dent.n; i++) {
		int dent = i >= arg.bump.n;
		const char *option = dent ? "dent" : "bump", *text = dent ? arg.dent.item[i - arg.bump.n] : arg.bump.item[i];
		double x[7];

		numbers_or_fail(option, text, -1e100, 1e100, "numbers", x, 7);
		if (!(fmin(fmin(x[0], x[4]), fmin(x[5], x[6])) > 0))
			opt_fail(option, "found '%s', expected a height and half axes above 0", text);
		blob[i] = (struct form3_blob){ dent ? -1 : 1, x[0], { x[1], x[2], x[3] }, { x[4], x[5], x[6] } };
	}
	return blob;
}

static void draw_named(struct shape *s, int which)
{
	const struct form3 *f = &form3_known[which];
	struct form3_plan plan = FORM3_PLAN(f);

	refuse_other_options(f);
	const int by_radius = f->takes & FORM3_RADIUS && !arg.polyhedron; /* else it is a spheroradius */
	if (!isnan(arg.radius) && by_radius)
		plan.r = arg.radius;
	shape_check_radius(arg.radius, !by_radius && !(f->takes & FORM3_SPHERORADIUS && f->r > 0));
	if (!isnan(arg.radius) && by_radius && (arg.scale > 0 || arg.volume > 0))
		opt_fail("radius", "%g already sets the size; drop --radius, or --scale and --volume", arg.radius);
	if (arg.size) {
		double *l = plan.size;
		int n = (l[0] > 0) + (l[1] > 0) + (l[2] > 0);

		numbers_or_fail("size", arg.size, 1e-100, 1e100, n > 1 ? "lengths above 0" : "a length above 0", l, n);
		for (int k = 0; k < n; k++)
			if (!(l[k] >= SMALL && l[k] <= MESH_FAR))
				opt_fail("size", "found '%s', expected lengths from %g to %g; moments of inertia of others overflow or vanish", arg.size,
				         SMALL, MESH_FAR);
		for (int k = 1; k < n; k++)
			if (fmax(l[k], l[k - 1]) > SLENDER * fmin(l[k], l[k - 1]) || fmax(l[k], l[0]) > SLENDER * fmin(l[k], l[0]))
				opt_fail("size", "found '%s', expected lengths, none more than %g times another", arg.size, SLENDER);
	}
	if (arg.sides > SHAPE_SIDES)
		opt_fail("sides", "%lld, expected %d at most for a solid", (long long)arg.sides, SHAPE_SIDES);
	if (arg.taper < 0.001 || arg.taper > 100)
		opt_fail("taper", "%g, expected 0.001 to 100; a pyramid has no top", arg.taper);
	if (arg.truncation < 0.001 || arg.truncation > 1)
		opt_fail("truncation", "%g, expected 0.001 to 1; with 0 it would be a cube", arg.truncation);
	plan.sides = arg.sides == INT64_MIN ? plan.sides : (int)arg.sides;
	plan.taper = isnan(arg.taper) ? plan.taper : arg.taper;
	plan.truncation = isnan(arg.truncation) ? plan.truncation : arg.truncation;
	if (strcmp(f->name, "torus") == 0 && !(plan.size[0] == plan.size[1] && plan.size[0] > 2 * plan.size[2]))
		opt_fail("size", "found '%s', expected the outer diameter of the torus twice, then a tube less than half as thick", arg.size);
	if (arg.spacing < 0.01 || arg.spacing > 2)
		opt_fail("spacing", "%g, expected 0.01 to 2", arg.spacing);
	if (arg.angle <= 0 || arg.angle > 180)
		opt_fail("angle-deg", "%g, expected more than 0, up to 180", arg.angle);
	if (!isnan(arg.spacing))
		plan.spacing = arg.spacing;
	if (!isnan(arg.angle))
		plan.angle = arg.angle * (3.14159265358979323846 / 180);
	if (arg.blockiness)
		numbers_or_fail("blockiness", arg.blockiness, 2, 100, "numbers from 2 to 100", plan.blockiness, 2);
	if (arg.mesh > 0)
		plan.n = (int)arg.mesh;
	struct form3_blob *blob = blobs_or_fail();
	plan.blob = blob;
	plan.n_blob = arg.bump.n + arg.dent.n;
	int odd = form3_draw(s, which, &plan);
	free(blob);
	if (s->kind == SHAPE_OBJECT)
		tool_check_object(EXIT_USAGE, tool_operand(0), s->solid);
	if (odd)
		opt_fail("spacing", "%g, expected 6 divided by an integer (2, 1.5, 1.2, 1, ...), because the arms are 6 radii long",
		         arg.spacing);
}

/* The exit status for a bad size, which comes from a file or from options. */
static int blame(void)
{
	return arg.clump || arg.surface || arg.hull || arg.drawing.raw || arg.drawing.stack ? EXIT_INPUT : EXIT_USAGE;
}

static void mass2_or_fail(struct mass3 *m, const struct shape *s, enum solid_method method)
{
	double reach = shape_reach(s);

	if (!(reach >= SMALL && reach <= MESH_FAR))
		tool_fail(blame(), "%s: found a shape that reaches %g from its origin, expected %g to %g, so that its moments can be "
		          "computed", tool_operand(0), reach, SMALL, MESH_FAR);
	switch (solid_mass(m, s, &(struct solid_plan){ .method = method })) {
	case MASS_GOOD:
		return;
	case MASS_EMPTY:
		tool_fail(blame(), "%s: found no volume, or one as small as rounding errors", tool_operand(0));
	case MASS_NOT_CONVEX:
		tool_fail(EXIT_NUMERICS, "%s: the body is not convex, and its mass cannot be computed", tool_operand(0));
	case MASS_UNSOUND:
		tool_fail(blame(), "%s: no body can have the moments of inertia that were found, %g, %g and %g; expected a volume beyond "
		          "rounding errors, and a surface that does not cross itself", tool_operand(0), m->inertia[0], m->inertia[1],
		          m->inertia[2]);
	default:
		tool_fail(EXIT_NUMERICS, "%s: the surface of the balls could not be closed", tool_operand(0));
	}
}

/* Scale the shape to the volume of --volume. The second pass corrects the last digits. */
static void fit_volume(struct shape *s)
{
	struct mass3 m;

	for (int k = 0; k < 2; k++) {
		mass2_or_fail(&m, s, SOLID_EXACT);
		solid_scale(s->solid, exponent_exp(exponent_log(arg.volume / m.volume) / 3));
	}
}

static void make_mesh(struct shape *s)
{
	struct mesh m;

	if (solid_has_densities(s))
		opt_fail("mesh", "a surface cannot hold the densities of pebbles; drop --mesh or the densities");
	if (triangulate_shape(&m, s, (int)arg.mesh))
		opt_fail("mesh", "%lld is too coarse for the shape; use a larger number", (long long)arg.mesh);
	shape_alloc(s, SHAPE_MESH, m.n_vertex);
	mesh_to_solid(s->solid, &m);
}

/* Turn the solid to its principal axes, and add its body at its place, or at the origin. */
static void add_solid(struct world *w, struct shape *s, int centred)
{
	int dense = solid_has_densities(s);
	double centre[3], turn[4];
	struct mass3 m;

	mass2_or_fail(&m, s, dense ? SOLID_PEBBLES : SOLID_EXACT);
	solid_settle(s, &m, 0, dense ? "pebbles" : "exact", centre, turn);
	int i = world_put_body(w, s->id, s->id, DEFAULT_MATERIAL, "-");
	struct bodies3 b = world_bodies3(w);
	for (int k = 0; k < 3; k++)
		b.x[k][i] = centred ? 0 : centre[k];
	for (int k = 0; k < 4; k++)
		b.q[k][i] = turn[k];
}

static int write_solids(struct world *w)
{
	tool_create(3);
	particles_put_definitions(tool_out(), w);
	tool_write_frame(w);
	world_free(w);
	return tool_end();
}

static void finish_polyhedron(struct shape *s)
{
	shape_check_radius(arg.radius, s->solid->r == 0 && s->solid->n > 2);
	if (s->solid->r == 0 && s->solid->n_face <= 2 && !(arg.radius > 0))
		tool_fail(blame(), "%s: the points lie %s, so the shape has no volume; give it a --radius", tool_operand(0),
		          s->solid->n_face ? "on a plane" : s->solid->n == 2 ? "on a line" : "at one place");
	tool_finish_polyhedron(s, &(struct polyhedron_plan){ .scale = arg.scale > 0 ? arg.scale : 1,
		.volume = arg.volume > 0 ? arg.volume : 0, .r = isnan(arg.radius) ? -1 : arg.radius,
		.round = isnan(arg.round) ? 0 : arg.round });
	if (arg.mesh > 0 && !arg.polyhedron) {
		make_mesh(s);
		if (arg.volume > 0)
			fit_volume(s);
	}
}

static void finish_other(struct shape *s)
{
	if (arg.polyhedron)
		opt_fail("polyhedron", "applies to surfaces of triangles, found a %s; --mesh makes a surface of it", shape_kind_name[s->kind]);
	if (!isnan(arg.round))
		opt_fail("round", "applies to outlines and polyhedra, found a %s; %s", shape_kind_name[s->kind], s->kind == SHAPE_MESH ?
		         "--polyhedron makes a polyhedron of it" : "drop --round");
	if (arg.scale > 0)
		solid_scale(s->solid, arg.scale);
	if (arg.mesh > 0 && s->kind != SHAPE_MESH)
		make_mesh(s);
	if (arg.volume > 0)
		fit_volume(s);
}

int make_solid(const struct shape_options *o, int named)
{
	struct world w;

	arg = *o;
	if (named < 0)
		refuse_other_options(NULL);
	tool_refuse_pictures(&arg.drawing, tool_operand(0));
	world_init(&w, 3);
	world_define_defaults(&w);
	struct shape *s = world_need_shape(&w, 1);
	if (named >= 0)
		draw_named(s, named);
	else if (arg.hull)
		tool_load_hull(s, tool_operand(0), arg.surface, arg.simplify > 0 ? arg.simplify : 0);
	else if (arg.clump)
		load_clump(s, tool_operand(0));
	else
		tool_load_surface_shape(tool_operand(0), s);
	s->id = 1;
	if (arg.polyhedron && arg.mesh > 0 && s->kind != SHAPE_POLYHEDRON && s->kind != SHAPE_MESH)
		make_mesh(s);
	if (!isnan(arg.flat) && s->kind == SHAPE_POLYHEDRON)
		opt_fail("flat", "joins triangles, found %s, whose faces are flat; drop --flat", tool_operand(0));
	if (arg.polyhedron && s->kind == SHAPE_MESH)
		tool_join_faces(s, tool_operand(0), isnan(arg.flat) ? -1 : arg.flat, blame());
	if ((arg.simplify > 0 || arg.flat > 0) && (arg.scale > 0 || arg.volume > 0))
		tool_note("--%s, and lengths in notes about it, are in the units before --%s", arg.hull ? "simplify" : "flat",
		          arg.scale > 0 ? "scale" : "volume");
	if (s->kind == SHAPE_POLYHEDRON)
		finish_polyhedron(s);
	else
		finish_other(s);
	add_solid(&w, s, named >= 0);
	return write_solids(&w);
}

int make_grains(const struct shape_options *o)
{
	const struct drawing_options *d = &o->drawing;
	double side = d->pixel > 0 ? d->pixel : 1, least = isnan(d->least) ? 10 : d->least / (side * side * side);
	struct voxel_box *box = mem_new(65536, sizeof *box);
	int cut = 0, small = 0;
	struct voxels v;
	struct world w;

	arg = *o;
	refuse_other_options(NULL);
	if (arg.volume > 0)
		opt_fail("volume", "applies to one shape; --scale changes the size of all grains");
	if (arg.round > 0)
		opt_fail("round", "applies to outlines and polyhedra, and grains of a volume are meshes; drop --round");
	tool_load_voxels(&v, d);
	voxels_boxes(&v, box);
	world_init(&w, 3);
	world_define_defaults(&w);
	for (int label = 1; label < 65536; label++) {
		const struct voxel_box *b = &box[label];
		struct mesh m;

		if (!b->count)
			continue;
		if (!d->cut && voxel_box_touches(b, &v)) {
			cut++;
		} else if ((double)b->count < least) {
			small++;
		} else {
			triangulate_label(&m, &v, label, b, arg.mesh > 0 ? (int)arg.mesh : 0);
			if (!m.n_triangle)
				opt_fail("mesh", "%lld is too coarse for the grain %d; use a larger number", (long long)arg.mesh, label);
			struct shape *s = world_need_shape(&w, label);
			shape_alloc(s, SHAPE_MESH, m.n_vertex);
			mesh_to_solid(s->solid, &m);
			solid_scale(s->solid, side * (arg.scale > 0 ? arg.scale : 1));
			add_solid(&w, s, 0);
			world_bodies3(&w).id[w.body.n_row - 1] = label;
		}
	}
	free(box);
	free(v.value);
	if (cut)
		tool_note("left out %d grain%s that the edge of the volume cuts; --cut keeps %s", cut, cut > 1 ? "s" : "",
		          cut > 1 ? "them" : "it");
	if (small)
		tool_note("left out %d grain%s of less than %g voxels; --least sets this size", small, small > 1 ? "s" : "", least);
	if (!w.body.n_row)
		tool_fail(EXIT_INPUT, "%s: found no grain, expected voxels with labels above 0", tool_operand(0));
	return write_solids(&w);
}
