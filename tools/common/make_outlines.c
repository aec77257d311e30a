/* make_outlines.c: scree-shape in the plane */
#include "common/make_shape.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/load_outline.h"
#include "common/load_surface.h"
#include "plane/form.h"
#include "plane/mass.h"
#include "plane/polygon.h"
#include "world/defaults.h"

static struct shape_options arg;

/* The outlines of a drawing; none for other files. */
static struct rings drawn_rings;

/* Outline k of the drawing, counter-clockwise. */
static void take_ring(struct shape *s, const char *path, int k, int checked)
{
	const struct ring *ring = &drawn_rings.ring[k];
	const double (*xy)[2] = (const double (*)[2])(drawn_rings.xy + ring->first);
	int n = ring->n, e, f;

	if (!ring->open && !checked && polygon_crossing(xy, n, 1, &e, &f) != CROSSING_NONE)
		tool_fail(EXIT_INPUT, "%s:%ld: the outline that begins here meets itself near %g,%g, expected an outline that does not meet "
		          "itself", path, ring->line, xy[f][0], xy[f][1]);
	shape_alloc(s, ring->open ? SHAPE_POLYLINE : SHAPE_POLYGON, n);
	int turn = !ring->open && polygon_area(xy, n) < 0;
	for (int i = 0; i < n; i++)
		memcpy(s->xy[i], xy[turn ? n - 1 - i : i], sizeof *s->xy);
}

/* Read a file with an outline, with disks, or with many outlines. For many, s gets the first. */
static void load(struct shape *s, const char *path)
{
	const char *name;
	FILE *f = tool_open_file(path, &name);

	if (tool_names_surface(path))
		tool_fail(EXIT_USAGE, "%s is a surface of triangles, expected an outline; give --surface", path);
	if (!tool_is_drawing(f)) {
		tool_refuse_pictures(&arg.drawing, name);
		tool_load_outline(s, f, name, arg.open);
		return;
	}
	arg.drawing.tolerance = arg.tolerance;
	arg.drawing.open = arg.open;
	tool_load_drawing(&drawn_rings, f, name, &arg.drawing);
	take_ring(s, name, 0, drawn_rings.ring[0].line == 0);
}

void shape_check_radius(double radius, int sharp)
{
	if (sharp ? radius < 0 : radius <= 0)
		opt_fail("radius", "%g, expected %s", radius, sharp ? "0 or more" : "more than 0");
}

/* Draw the shape, and plan how form_make will change it. Returns whether the shape has a name; its body then stands at the
 * origin. */
static int draw(struct shape *s, struct form2_plan *plan)
{
	const char *name = tool_operand(0);
	int which = form2_find(name);

	*plan = (struct form2_plan){ .scale = arg.scale > 0 ? arg.scale : 1, .r = arg.radius >= 0 ? arg.radius : -1,
	                            .round = arg.round > 0 ? arg.round : 0, .tolerance = arg.tolerance > 0 ? arg.tolerance : -1,
	                            .area = arg.area > 0 ? arg.area : 0 };
	if (arg.sides != INT64_MIN && (which < 0 || !form2_known[which].by_sides))
		opt_fail("sides", which < 0 ? "applies to shapes with a name" : "does not apply to the shape '%s'", name);
	if (which < 0) {
		shape_check_radius(arg.radius, 1);
		load(s, name);
		if (s->kind == SHAPE_DISKS && (arg.radius >= 0 || arg.round > 0))
			tool_fail(EXIT_USAGE, "%s: each disk has its own radius, so neither --radius nor --round applies", name);
		if (s->kind != SHAPE_DISKS && isnan(arg.radius) && !(arg.round > 0))
			tool_fail(EXIT_USAGE, "an outline from a file needs --radius or --round");
		return 0;
	}
	const struct form *f = &form2_known[which];

	tool_refuse_pictures(&arg.drawing, name);
	form2_draw(s, which, arg.sides == INT64_MIN ? 5 : (int)arg.sides);
	shape_check_radius(arg.radius, s->kind == SHAPE_POLYGON);
	if (arg.open)
		opt_fail("open", "applies to a file, not to the shape '%s'", name);
	if (f->by_r && arg.radius > 0 && !(arg.area > 0)) {
		plan->scale *= arg.radius / s->r; /* the size of the shape is given in terms of its spheroradius */
	} else {
		/* --scale multiplies the default size of the shape */
		double factor = plan->scale;

		plan->area = arg.area > 0 ? arg.area : f->area * factor * factor;
		if (plan->r < 0 && f->r > 0 && !(arg.round > 0))
			plan->r = f->r * factor;
	}
	return 1;
}

/* Returns 0 if rounding leaves nothing or would split the shape, and many is set. */
static int shape_or_fail(struct shape *s, const struct shape *drawn, const struct form2_plan *plan, int many)
{
	double tolerance = 0.01 * arg.round;
	struct form2_plan p = *plan;

	if (!(p.tolerance > 0))
		p.tolerance = tolerance;
	if (p.round > 0 && drawn->kind != SHAPE_POLYGON)
		opt_fail("round", "applies to closed outlines, found a %s", shape_kind_name[drawn->kind]);
	enum form_status status = form_make(s, drawn, &p);
	if (many && p.round > 0 && (status == FORM_EMPTY || status == FORM_SPLIT))
		return 0;
	switch (status) {
	case FORM_GOOD:
		break;
	case FORM_EMPTY:
		if (p.round > 0)
			opt_fail("round", "a disk of radius %g does not fit into the outline", p.round);
		tool_fail(EXIT_USAGE, "the shape has no area; give it a --radius");
	case FORM_SPLIT:
		opt_fail("round", "a disk of radius %g cannot pass everywhere, so the outline would split; use a smaller radius", p.round);
	case FORM_AREA:
		opt_fail("area", drawn->kind == SHAPE_POINT ? "%g cannot be attained: the radius of a disk gives its area; drop --area or "
		         "--radius" : "%g cannot be attained: the spheroradius alone gives a larger area", p.area);
	}
	return 1;
}

/* Add a body with the drawn shape, and free it. Returns 0 if rounding leaves nothing of it, and many is set. */
static int add_outline(struct world *w, int64_t id, struct shape *drawn, const struct form2_plan *plan, int centred, int many)
{
	struct shape made = { .n = 0 };
	double centre[2];

	if (arg.hollow && drawn->kind == SHAPE_POLYGON && !(arg.round > 0))
		drawn->kind = SHAPE_RING;
	else if (arg.hollow)
		opt_fail("hollow", "applies only to closed outlines without --round");
	int good = shape_or_fail(&made, drawn, plan, many);
	free(drawn->xy);
	free(drawn->radius);
	drawn->xy = NULL;
	drawn->radius = NULL;
	if (!good) {
		free(made.xy);
		free(made.radius);
		return 0;
	}
	if (shape_fill_mass(&made, centre) != MASS_GOOD)
		tool_fail(EXIT_USAGE, "the shape has no area; give it a --radius");
	struct shape *s = world_need_shape(w, id);
	*s = made;
	s->id = id;
	int i = world_put_body(w, id, id, DEFAULT_MATERIAL, "-");
	struct bodies2 b = world_bodies2(w);
	b.x[i] = centred ? 0 : centre[0];
	b.y[i] = centred ? 0 : centre[1];
	return 1;
}

int make_outlines(const struct shape_options *o)
{
	struct shape drawn = { .n = 0 };
	struct form2_plan plan;
	struct world w;

	arg = *o;
	int dropped = 0, centred = draw(&drawn, &plan), n = drawn_rings.n > 1 ? drawn_rings.n : 1;
	const char *name = strcmp(tool_operand(0), "-") ? tool_operand(0) : "stdin";
	int checked = drawn_rings.n && drawn_rings.ring[0].line == 0;

	if (!isnan(arg.tolerance) && !(arg.round > 0) && !drawn_rings.n)
		opt_fail("tolerance", "applies to --round, to the curves of an SVG file and to pictures");
	if (n > 1 && arg.area > 0)
		opt_fail("area", "applies to one outline, found %d; --scale changes the size of all", n);
	world_init(&w, 2);
	world_define_defaults(&w);
	for (int k = 0; k < n; k++) {
		if (k > 0)
			take_ring(&drawn, name, k, checked);
		if (!add_outline(&w, k - dropped + 1, &drawn, &plan, centred, n > 1) && !dropped++)
			tool_warn("%s: left out the outline at %g,%g, since a disk of radius %g does not fit or cannot pass everywhere", name,
			          drawn_rings.xy[drawn_rings.ring[k].first][0], drawn_rings.xy[drawn_rings.ring[k].first][1], plan.round);
	}
	if (dropped > 1)
		tool_warn("%s: left out %d outlines of %d like this one; --radius rounds outwards", name, dropped, n);
	if (dropped == n)
		opt_fail("round", "a disk of radius %g does not fit into any outline or cannot pass everywhere", plan.round);
	tool_create(2);
	particles_put_definitions(tool_out(), &w);
	tool_write_frame(&w);
	rings_free(&drawn_rings);
	world_free(&w);
	return tool_end();
}
