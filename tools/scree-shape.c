/* scree-shape: print a stream with one body: a named shape, or an outline from a file */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "shape/form.h"
#include "shape/mass.h"
#include "shape/polygon.h"
#include "shape/solid_mass.h"
#include "world/defaults.h"

static struct {
	int open, hollow, list, clump;
	double radius, round, tolerance, scale, area;
	int64_t sides;
} arg = { .radius = -1, .round = 0, .tolerance = -1, .scale = 0, .area = 0, .sides = 5 };

static const struct opt opts[] = {
	{ 0, "list", OPT_FLAG, &arg.list, NULL, "list the names, with areas and spheroradii unless told otherwise" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is drawn:" },
	{ 0, "sides", OPT_INT, &arg.sides, "N", "corners of an ngon, points of a star, default 5" },
	{ 0, "open", OPT_FLAG, &arg.open, NULL, "the rows of the file are an open polyline" },
	{ 0, "clump", OPT_FLAG, &arg.clump, NULL, "the rows of the file, x y z r, are balls: a clump in 3D" },
	{ 0, "hollow", OPT_FLAG, &arg.hollow, NULL, "the outline is a hollow ring, not filled" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What becomes of it:" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "R", "spheroradius [L]; a file needs it, or --round" },
	{ 0, "round", OPT_REAL, &arg.round, "R",
	  "round off the outline with a disk of radius R [L] that rolls inside it" },
	{ 0, "tolerance", OPT_REAL, &arg.tolerance, "LEN",
	  "how far rounding may stay from a reflex corner [L], default a hundredth of R" },
	{ 0, "scale", OPT_REAL, &arg.scale, "F", "multiply lengths by F, but for a radius given above; default 1" },
	{ 0, "area", OPT_REAL, &arg.area, "A", "scale so that the final area is A [L^2]; default 1, 6.52 for the cow" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static int list(void)
{
	printf("# name vertices area radius what\n");
	for (int k = 0; k < form_n_known; k++) {
		const struct form *f = &form_known[k];
		struct shape s = { .n = 0 };

		form_draw(&s, k, (int)arg.sides);
		printf("%s %d %g ", f->name, s.n, f->area);
		if (f->r > 0)
			printf("%g %s\n", f->r, f->what);
		else
			printf("? %s\n", f->what);
		free(s.xy);
	}
	return tool_end();
}

static void check_options(void)
{
	if (tool_operands() != 1 && !arg.list)
		tool_fail(EXIT_USAGE, "expected the name of a shape or of a file; scree-shape --list has the names");
	if (arg.sides < 3 || arg.sides > 1000000)
		opt_fail("sides", "%lld, expected 3 to 1000000", (long long)arg.sides);
	if (arg.radius < 0 && arg.radius != -1)
		opt_fail("radius", "%g, expected 0 or more", arg.radius);
	if (arg.round < 0)
		opt_fail("round", "%g, expected more than 0", arg.round);
	if (arg.round > 0 && arg.radius >= 0)
		opt_fail("round", "the rounded shape has the spheroradius %g; --radius cannot be given too", arg.round);
	if (arg.tolerance != -1 && !(arg.tolerance > 0))
		opt_fail("tolerance", "%g, expected more than 0", arg.tolerance);
	if (arg.tolerance > 0 && arg.tolerance < 1e-5 * arg.round)
		opt_fail("tolerance", "%g, expected 1e-5 of --round or more", arg.tolerance);
	if (arg.scale < 0)
		opt_fail("scale", "%g, expected more than 0", arg.scale);
	if (arg.area < 0)
		opt_fail("area", "%g, expected more than 0", arg.area);
	if (arg.scale > 0 && arg.area > 0)
		opt_fail("scale", "the area %g sets the scale; give one of the two", arg.area);
	if (arg.clump && (arg.open || arg.hollow || arg.radius != -1 || arg.round > 0 || arg.tolerance != -1 || arg.area > 0))
		opt_fail("clump", "makes balls with radii of their own: of the other options --scale alone applies");
	if (arg.open && arg.hollow)
		opt_fail("open", "an open polyline cannot be a hollow ring");
}

/* The edge from row k of the file to the next, for messages. */
static void refuse_crossing(const char *path, const int *line, int n, enum crossing c, int e, int f)
{
	const char *how = c == CROSSING_PROPER ? "crosses" : "touches";
	int e1 = e + 1 < n ? e + 1 : 0, f1 = f + 1 < n ? f + 1 : 0;

	tool_fail(EXIT_INPUT, "%s:%d: edge %d (line %d to %d) %s edge %d (line %d to %d), expected an outline that "
	          "meets itself nowhere", path, line[e], e + 1, line[e], line[e1], how, f + 1, line[f], line[f1]);
}

/* Leave out rows that repeat the one before; a closed outline may repeat its first row at the end. */
static int drop_repeats(double (*xy)[2], int *line, int n, int closed)
{
	int m = 0;

	for (int k = 0; k < n; k++) {
		if (m > 0 && xy[m - 1][0] == xy[k][0] && xy[m - 1][1] == xy[k][1])
			continue;
		memmove(xy[m], xy[k], sizeof *xy);
		line[m++] = line[k];
	}
	while (closed && m > 1 && xy[m - 1][0] == xy[0][0] && xy[m - 1][1] == xy[0][1])
		m--;
	return m;
}

/* Rows x y: an outline or a polyline; rows x y r: disks. */
static void load(struct shape *s, const char *path)
{
	double *value;
	int *line, width, e, f, n = tool_load_rows(path, 2, 3, &width, &value, &line);

	if (strcmp(path, "-") == 0)
		path = "stdin";

	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: found no rows, expected x y on each line", path);
	if (width == 3) {
		shape_alloc(s, SHAPE_DISKS, n);
		for (int k = 0; k < n; k++) {
			memcpy(s->xy[k], &value[3 * k], sizeof *s->xy);
			s->radius[k] = value[3 * k + 2];
			if (!(s->radius[k] > 0))
				tool_fail(EXIT_INPUT, "%s:%d: found the radius %g, expected more than 0", path, line[k],
				          s->radius[k]);
		}
	} else {
		double (*xy)[2] = (double (*)[2])value;

		n = drop_repeats(xy, line, n, !arg.open);
		if (!arg.open && n >= 3) {
			enum crossing c = polygon_crossing((const double (*)[2])xy, n, 1, &e, &f);

			if (c != CROSSING_NONE)
				refuse_crossing(path, line, n, c, e, f);
		}
		shape_alloc(s, n == 1 ? SHAPE_POINT : arg.open || n == 2 ? SHAPE_POLYLINE : SHAPE_POLYGON, n);
		memcpy(s->xy, xy, (size_t)n * sizeof *xy);
		if (s->kind == SHAPE_POLYGON && polygon_area((const double (*)[2])xy, n) < 0)
			for (int k = 0; k < n; k++)
				memcpy(s->xy[k], xy[n - 1 - k], sizeof *xy);
	}
	free(value);
	free(line);
}

/* The shape as drawn, and what is to become of it. Returns whether it is drawn around its own centre. */
static int draw(struct shape *s, struct form_plan *plan)
{
	const char *name = tool_operand(0);
	int which = form_find(name);

	*plan = (struct form_plan){ .scale = arg.scale > 0 ? arg.scale : 1, .r = arg.radius, .round = arg.round,
	                            .tolerance = arg.tolerance, .area = arg.area };
	if (which < 0) {
		load(s, name);
		if (s->kind == SHAPE_DISKS && (arg.radius >= 0 || arg.round > 0))
			tool_fail(EXIT_USAGE, "%s has disks with radii of their own: neither --radius nor --round "
			          "applies",
			          name);
		if (s->kind != SHAPE_DISKS && arg.radius < 0 && !(arg.round > 0))
			tool_fail(EXIT_USAGE, "an outline from a file needs --radius or --round");
		return 0;
	}
	const struct form *f = &form_known[which];

	form_draw(s, which, (int)arg.sides);
	if (arg.open)
		opt_fail("open", "applies to a file, not to the shape '%s'", name);
	if (f->by_r && arg.radius > 0 && !(arg.area > 0)) {
		plan->scale *= arg.radius / s->r; /* the figure is given in terms of its spheroradius */
	} else {
		/* a scale of its own is a factor on what the shape would be otherwise */
		double factor = plan->scale;

		plan->area = arg.area > 0 ? arg.area : f->area * factor * factor;
		if (plan->r < 0 && f->r > 0 && !(arg.round > 0))
			plan->r = f->r * factor;
	}
	return 1;
}

static void shape_or_fail(struct shape *s, const struct shape *drawn, const struct form_plan *plan)
{
	double tolerance = 0.01 * arg.round;
	struct form_plan p = *plan;

	if (!(p.tolerance > 0))
		p.tolerance = tolerance;
	if (p.round > 0 && drawn->kind != SHAPE_POLYGON)
		opt_fail("round", "applies to closed outlines, found a %s", shape_kind_name[drawn->kind]);
	switch (form_make(s, drawn, &p)) {
	case FORM_GOOD:
		return;
	case FORM_EMPTY:
		if (p.round > 0)
			opt_fail("round", "a disk of radius %g does not fit into the outline", p.round);
		tool_fail(EXIT_USAGE, "the shape has no area; give it a --radius");
	case FORM_SPLIT:
		opt_fail("round", "a disk of radius %g does not pass everywhere: the outline would split", p.round);
	case FORM_AREA:
		opt_fail("area", "%g is not to be had: the spheroradius alone makes more", p.area);
	}
}

/* Rows x y z r, or x y z r density: a clump, in its principal axes, and a body that stands where the file has it. */
static int make_clump(const char *path)
{
	const struct solid_plan exact = { .method = SOLID_EXACT }, pebbles = { .method = SOLID_PEBBLES };
	double *value, centre[3], turn[4], scale = arg.scale > 0 ? arg.scale : 1;
	int *line, width, n = tool_load_rows(path, 4, 5, &width, &value, &line);
	const char *name = strcmp(path, "-") ? path : "stdin";
	struct world w;
	struct mass3 m;

	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: found no rows, expected x y z r on each line", name);
	world_init(&w, 3);
	world_define_defaults(&w);
	struct shape *s = world_need_shape(&w, 1);
	shape_alloc(s, SHAPE_CLUMP, n);
	struct solid *o = s->solid;
	s->n = o->n = n;
	o->ball = mem_zero((size_t)n, sizeof *o->ball);
	o->density = width == 5 ? MEM_NEW(double, (size_t)n) : NULL;
	for (int k = 0; k < n; k++) {
		const double *row = &value[(size_t)k * (size_t)width];

		for (int c = 3; c < width; c++)
			if (!(row[c] > 0))
				tool_fail(EXIT_INPUT, "%s:%d: found the %s %g, expected more than 0", name, line[k],
				          c == 3 ? "radius" : "density", row[c]);
		for (int c = 0; c < 4; c++)
			o->ball[k][c] = scale * row[c];
		if (width == 5)
			o->density[k] = row[4];
	}
	int dense = solid_has_densities(s);
	if (solid_mass(&m, s, dense ? &pebbles : &exact) != MASS_GOOD)
		tool_fail(EXIT_NUMERICS, "%s: the surface of the balls could not be closed", name);
	solid_settle(s, &m, 0, dense ? "pebbles" : "exact", centre, turn);

	int i = world_add_body(&w, 1, DEFAULT_MATERIAL, "-");
	struct bodies3 b = world_bodies3(&w);
	for (int k = 0; k < 3; k++)
		b.x[k][i] = centre[k];
	for (int k = 0; k < 4; k++)
		b.q[k][i] = turn[k];
	tool_create(3);
	particles_put_definitions(tool_out(), &w);
	tool_write_frame(&w);
	free(value);
	free(line);
	world_free(&w);
	return tool_end();
}

int main(int argc, char **argv)
{
	struct shape drawn = { .n = 0 };
	struct form_plan plan;
	struct world w;
	double centre[2];

	tool_begin(argc, argv, "a named shape or an outline from a file, as a stream", "NAME|FILE", opts, 1);
	check_options();
	if (arg.list)
		return list();
	if (arg.clump)
		return make_clump(tool_operand(0));
	int centred = draw(&drawn, &plan);

	world_init(&w, 2);
	world_define_defaults(&w);
	struct shape *s = world_need_shape(&w, 1);

	if (arg.hollow && drawn.kind == SHAPE_POLYGON && !(arg.round > 0))
		drawn.kind = SHAPE_RING;
	else if (arg.hollow)
		opt_fail("hollow", "applies to closed outlines that are not rounded");
	shape_or_fail(s, &drawn, &plan);
	s->id = 1;
	if (shape_fill_mass(s, centre) != MASS_GOOD)
		tool_fail(EXIT_USAGE, "the shape has no area; give it a --radius");

	int i = world_add_body(&w, 1, DEFAULT_MATERIAL, "-");
	struct bodies b = world_bodies(&w);

	b.x[i] = centred ? 0 : centre[0];
	b.y[i] = centred ? 0 : centre[1];
	tool_create(2);
	particles_put_definitions(tool_out(), &w);
	tool_write_frame(&w);
	free(drawn.xy);
	free(drawn.radius);
	world_free(&w);
	return tool_end();
}
