/* scree-shape: print a stream with one body, whose shape has a name or comes from a file, or with all bodies of a drawing,
 * picture or volume, in 2D or 3D */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "common/check_shapes.h"
#include "common/load_drawing.h"
#include "common/load_outline.h"
#include "common/load_surface.h"
#include "common/make_polyhedron.h"
#include "common/tool.h"
#include "common/words.h"
#include "mesh/triangulate.h"
#include "mesh/triangulate_voxels.h"
#include "plane/form.h"
#include "plane/mass.h"
#include "plane/polygon.h"
#include "shape/form3.h"
#include "shape/solid_mass.h"
#include "world/defaults.h"

/* NAN, INT64_MIN or NULL: the option was not given. */
static struct {
	int open, hollow, list, clump, surface, hull, polyhedron;
	double radius, round, tolerance, scale, area, volume, spacing, angle, taper, truncation, flat, simplify;
	const char *size, *blockiness;
	struct opt_list bump, dent;
	int64_t sides, mesh;
	struct drawing_options drawing;
} arg = { .radius = NAN, .round = NAN, .tolerance = NAN, .area = NAN, .scale = NAN, .volume = NAN, .spacing = NAN, .angle = NAN,
          .taper = NAN, .truncation = NAN, .flat = NAN, .simplify = NAN,
          .sides = INT64_MIN, .mesh = INT64_MIN,
          .drawing = { .tolerance = NAN, .pixel = NAN, .threshold = NAN, .least = NAN } };

static const struct opt opts[] = {
	{ 0, "list", OPT_FLAG, &arg.list, NULL, "list the names, with default areas and spheroradii in 2D, default volumes in 3D" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "In 2D: disk rice peanut pebble ngon star cross L cow, or a FILE:" },
	{ 0, "open", OPT_FLAG, &arg.open, NULL, "the rows of the file are the vertices of an open polyline; open paths of an SVG "
	  "file stay open" },
	{ 0, "hollow", OPT_FLAG, &arg.hollow, NULL, "the outline is a hollow ring, not filled" },
	{ 0, "tolerance", OPT_REAL, &arg.tolerance, "LEN",
	  "largest distance between rounded shape and outline near a reflex corner [L], default 1/100 of --round; between curves of "
	  "an SVG file and their chords, default 1/1000 of a curve; between the outline in a picture and the shape, default 1 pixel" },
	{ 0, "area", OPT_REAL, &arg.area, "A",
	  "scale the shape to the area A [L^2]; default 1 for a named shape, 6.52 for the cow; a file keeps its size" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "In 2D, if the file is a picture (PBM, PGM or PPM) with grains:" },
	{ 0, "threshold", OPT_REAL, &arg.drawing.threshold, "GREY",
	  "pixels darker than GREY, 0 to the greatest value of the file, are grain; default: by Otsu's method" },
	{ 0, "bright", OPT_FLAG, &arg.drawing.bright, NULL, "grains are brighter than their background" },
	{ 0, "labels", OPT_FLAG, &arg.drawing.labels, NULL, "pixels hold the number of their grain, 0 for the background" },
	{ 0, "diagonal", OPT_FLAG, &arg.drawing.diagonal, NULL, "pixels that meet only at a corner belong to one grain" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "In 3D: sphere ellipsoid tbar dumbbell triplet cow3 object bumps bean pear box cylinder "
	  "torus superquadric gomboc; polyhedra: tetrahedron cube octahedron dodecahedron icosahedron cutcube prism antiprism pyramid "
	  "frustum rod plate; or a FILE:" },
	{ 0, "clump", OPT_FLAG, &arg.clump, NULL, "the file is a clump, with a ball on each line: x y z r or x y z r density" },
	{ 0, "surface", OPT_FLAG, &arg.surface, NULL, "the file is a closed surface of triangles: STL, OFF or PLY" },
	{ 0, "hull", OPT_FLAG, &arg.hull, NULL,
	  "the file has a point on each line: x y z; the shape is their convex hull, or with --surface that of the vertices" },
	{ 0, "simplify", OPT_REAL, &arg.simplify, "LEN",
	  "with --hull: leave out points that are no farther than LEN [L], before --scale and --volume, outside of the planes of faces; "
	  "default 0" },
	{ 0, "polyhedron", OPT_FLAG, &arg.polyhedron, NULL,
	  "join triangles of a surface that lie on one plane to faces, and write a polyhedron" },
	{ 0, "flat", OPT_REAL, &arg.flat, "LEN",
	  "with --polyhedron: triangles whose corners are within LEN [L], before --scale and --volume, of a plane lie on one plane; "
	  "default 1e-6 of half the longest side" },
	{ 0, "raw", OPT_WORD, &arg.drawing.raw, "NX,NY,NZ",
	  "the file is a volume of so many voxels without a head, x fastest; each is the number of its grain in one or two bytes, "
	  "0 for the background" },
	{ 0, "big-endian", OPT_FLAG, &arg.drawing.big_endian, NULL, "the first of the two bytes of a voxel is the higher one" },
	{ 0, "stack", OPT_FLAG, &arg.drawing.stack, NULL,
	  "the files are the slices of such a volume from bottom to top: PGM, one or several pictures in each file" },
	{ 0, "size", OPT_WORD, &arg.size, "X,Y,Z",
	  "lengths along x, y and z [L]; default 1,1,1 for box, cylinder, superquadric and polyhedra, 1.5,1,0.8 for ellipsoid and "
	  "object, 1.5,1.5,0.5 for torus; a rod has one length, a plate two" },
	{ 0, "taper", OPT_REAL, &arg.taper, "F", "width of the top of a frustum relative to its base, up to 100, default 0.5" },
	{ 0, "truncation", OPT_REAL, &arg.truncation, "F",
	  "part of the half edges of a cutcube that is cut off, up to 1, a cuboctahedron; default 0.586, for which all edges are "
	  "equal" },
	{ 0, "bump", OPT_LIST, &arg.bump, "K,X,Y,Z,A,B,C",
	  "add a bump to an object, with height K, centre X,Y,Z and half axes A,B,C; may be repeated" },
	{ 0, "dent", OPT_LIST, &arg.dent, "K,X,Y,Z,A,B,C",
	  "add a dent to an object, with depth K, centre X,Y,Z and half axes A,B,C; may be repeated" },
	{ 0, "spacing", OPT_REAL, &arg.spacing, "F",
	  "distance of neighbouring pebbles of a tbar, dumbbell or triplet, in radii, 0.01 to 2, default 2 (pebbles touch)" },
	{ 0, "angle-deg", OPT_REAL, &arg.angle, "A", "angle of a triplet [degrees], up to 180, default 60" },
	{ 0, "blockiness", OPT_WORD, &arg.blockiness, "N1,N2",
	  "exponents of a superquadric, 2 to 100: N1 along z, N2 in the xy plane; 2,2 is an ellipsoid; default 4,4" },
	{ 0, "mesh", OPT_INT, &arg.mesh, "N",
	  "make a surface of triangles with N edges along the longest side, 2 to 1000; default 32 for cylinder, torus, superquadric "
	  "and gomboc, which always are surfaces; default for grains in a volume: edges as long as voxels" },
	{ 0, "volume", OPT_REAL, &arg.volume, "V", "scale the shape to the volume V [L^3]" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "In 2D and 3D:" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "R",
	  "spheroradius of an outline or a polyhedron [L], default 0 for a polyhedron, 0.25 for a rod, 0.1 for a plate; an outline from "
	  "a file needs --radius or --round; radius of a sphere, a gomboc, the balls of tbar, dumbbell and triplet, default 0.5" },
	{ 0, "round", OPT_REAL, &arg.round, "R",
	  "round off an outline or a convex polyhedron with a disk or ball of radius R [L] that rolls inside it" },
	{ 0, "sides", OPT_INT, &arg.sides, "N",
	  "corners of an ngon or points of a star; sides of a prism, antiprism, pyramid or frustum, then up to 10000; default 5" },
	{ 0, "pixel", OPT_REAL, &arg.drawing.pixel, "LEN", "side of a pixel or voxel [L], default 1" },
	{ 0, "least", OPT_REAL, &arg.drawing.least, "A",
	  "leave out grains of a picture with less than the area A [L^2], of a volume with less than the volume A [L^3]; default 10 "
	  "pixels or voxels" },
	{ 0, "cut", OPT_FLAG, &arg.drawing.cut, NULL, "keep grains that the edge of the picture or volume cuts" },
	{ 0, "scale", OPT_REAL, &arg.scale, "F",
		"multiply all lengths by F, except the radius that --radius or --round gives; default 1" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

enum { SIDES = 10000 }; /* the most of a solid */

static int list(void)
{
	printf("# in 2D: name vertices area radius what\n");
	for (int k = 0; k < form2_n_known; k++) {
		const struct form *f = &form2_known[k];
		struct shape s = { .n = 0 };

		form2_draw(&s, k, arg.sides == INT64_MIN ? 5 : (int)arg.sides);
		printf("%s %d %g ", f->name, s.n, f->area);
		if (f->r > 0)
			printf("%g %s\n", f->r, f->what);
		else
			printf("? %s\n", f->what);
		free(s.xy);
	}
	printf("\n# in 3D: name kind volume what\n");
	for (int k = 0; k < form3_n_known; k++) {
		const struct form3 *f = &form3_known[k];
		struct form3_plan plan = FORM3_PLAN(f);
		struct shape s = { .n = 0 };
		struct mass3 m;

		plan.sides = arg.sides == INT64_MIN || arg.sides > SIDES ? plan.sides : (int)arg.sides;
		form3_draw(&s, k, &plan);
		solid_mass(&m, &s, &(struct solid_plan){ .method = SOLID_EXACT });
		printf("%s %s %.6g %s\n", f->name, shape_kind_name[f->kind], m.volume, f->what);
		solid_free(s.solid);
	}
	return tool_end();
}

/* Refuse options for the other number of dimensions. */
static void check_dimension(int dim)
{
	const struct { const char *name; int dim, given; } of[] = {
		{ "open", 2, arg.open }, { "hollow", 2, arg.hollow },
		{ "hull", 3, arg.hull }, { "polyhedron", 3, arg.polyhedron }, { "flat", 3, !isnan(arg.flat) },
		{ "simplify", 3, !isnan(arg.simplify) }, { "taper", 3, !isnan(arg.taper) }, { "truncation", 3, !isnan(arg.truncation) },
		{ "tolerance", 2, !isnan(arg.tolerance) }, { "area", 2, !isnan(arg.area) },
		{ "size", 3, arg.size != NULL }, { "spacing", 3, !isnan(arg.spacing) }, { "angle-deg", 3, !isnan(arg.angle) },
		{ "blockiness", 3, arg.blockiness != NULL }, { "mesh", 3, arg.mesh != INT64_MIN },
		{ "volume", 3, !isnan(arg.volume) }, { "threshold", 2, !isnan(arg.drawing.threshold) },
		{ "bright", 2, arg.drawing.bright }, { "labels", 2, arg.drawing.labels }, { "diagonal", 2, arg.drawing.diagonal },
		{ "big-endian", 3, arg.drawing.big_endian }, { "bump", 3, arg.bump.n > 0 }, { "dent", 3, arg.dent.n > 0 } };

	if (arg.polyhedron && tool_operand(0) && tool_names_surface(tool_operand(0)) && !arg.surface && !arg.hull)
		tool_fail(EXIT_USAGE, "%s is a surface of triangles; give --surface, too", tool_operand(0));
	for (int k = 0; k < (int)(sizeof of / sizeof *of); k++)
		if (of[k].given && of[k].dim != dim)
			opt_fail(of[k].name, "is for shapes in %dD, found %s, which is in %dD", of[k].dim,
			         arg.clump ? "--clump" : arg.hull ? "--hull" : arg.surface ? "--surface" : arg.drawing.raw ? "--raw" :
			         arg.drawing.stack ? "--stack" : tool_operand(0), dim);
}

static void check_options(void)
{
	const struct drawing_options *d = &arg.drawing;

	if (tool_operands() != 1 && !arg.list && !(d->stack && tool_operands() > 1))
		tool_fail(EXIT_USAGE, "expected the name of a shape or of a file; scree-shape --list lists the names of shapes");
	if (arg.sides != INT64_MIN && (arg.sides < 3 || arg.sides > 1000000))
		opt_fail("sides", "%lld, expected 3 to 1000000, or to %d for a solid", (long long)arg.sides, SIDES);
	if (arg.round <= 0)
		opt_fail("round", "%g, expected more than 0", arg.round);
	if (arg.round > 0 && arg.radius >= 0)
		opt_fail("round", "also sets the spheroradius, to %g; drop --round or --radius", arg.round);
	if (!isnan(arg.tolerance) && !(arg.tolerance > 0))
		opt_fail("tolerance", "%g, expected more than 0", arg.tolerance);
	if (arg.tolerance > 0 && arg.tolerance < 1e-5 * arg.round)
		opt_fail("tolerance", "%g, expected 1e-5 of --round or more", arg.tolerance);
	if (arg.scale <= 0)
		opt_fail("scale", "%g, expected more than 0", arg.scale);
	if (arg.area <= 0)
		opt_fail("area", "%g, expected more than 0", arg.area);
	if (arg.volume <= 0)
		opt_fail("volume", "%g, expected more than 0", arg.volume);
	if (arg.scale > 0 && arg.area > 0)
		opt_fail("scale", "--area %g already sets the scale; drop --scale or --area", arg.area);
	if (arg.scale > 0 && arg.volume > 0)
		opt_fail("scale", "--volume %g already sets the scale; drop --scale or --volume", arg.volume);
	if (arg.mesh != INT64_MIN && (arg.mesh < 2 || arg.mesh > TRIANGULATE_MOST))
		opt_fail("mesh", "%lld, expected 2 to %d", (long long)arg.mesh, TRIANGULATE_MOST);
	if (arg.open && arg.hollow)
		opt_fail("open", "an open polyline cannot be a hollow ring; drop --open or --hollow");
	if (arg.clump && arg.surface)
		opt_fail("clump", "a file of balls is not a surface; drop --clump or --surface");
	if (arg.hull && (arg.clump || arg.polyhedron || d->raw || d->stack))
		opt_fail("hull", "a hull is made of points or of the vertices of a surface, and is a polyhedron; drop --clump, --polyhedron, "
		         "--raw or --stack");
	if (arg.polyhedron && (d->raw || d->stack))
		opt_fail("polyhedron", "applies to one shape; drop --raw or --stack");
	if (!isnan(arg.simplify) && !arg.hull)
		opt_fail("simplify", "applies to --hull");
	if (!isnan(arg.flat) && !arg.polyhedron)
		opt_fail("flat", "applies to --polyhedron, which joins the triangles of a surface; %s", arg.hull ?
		         "--simplify leaves out points of a hull" : "give --polyhedron, too");
	if (arg.simplify < 0)
		opt_fail("simplify", "%g, expected 0 or more", arg.simplify);
	if (arg.flat < 0)
		opt_fail("flat", "%g, expected 0 or more", arg.flat);
	if ((d->raw || d->stack) && (arg.clump || arg.surface || (d->raw && d->stack)))
		opt_fail(d->raw ? "raw" : "stack", "a volume is read; drop one of --raw, --stack, --clump and --surface");
	if (d->big_endian && !d->raw)
		opt_fail("big-endian", "applies to --raw");
	if (d->pixel <= 0)
		opt_fail("pixel", "%g, expected more than 0", d->pixel);
	if (d->least < 0)
		opt_fail("least", "%g, expected 0 or more", d->least);
	if (d->labels && (!isnan(d->threshold) || d->bright))
		opt_fail("labels", "labels have no greys; drop --labels, or --threshold and --bright");
}

/* Whether the shape is in 3D. If so, *named is its place in form3_known, or -1 for a file. */
static int is_solid(int *named)
{
	int file = arg.clump || arg.surface || arg.hull || arg.drawing.raw || arg.drawing.stack;

	*named = file ? -1 : form3_find(tool_operand(0));
	return *named >= 0 || file;
}

/* If the operand is neither a shape nor a file, say so: it may be a misspelt name. */
static void check_name(int solid)
{
	const char *name = tool_operand(0);

	if (!solid && form2_find(name) < 0 && strcmp(name, "-") && access(name, F_OK))
		tool_fail(EXIT_SYSTEM, "cannot open %s: %s, and no shape has this name; scree-shape --list lists the names", name,
		          strerror(errno));
}

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

/* Refuse a negative radius; refuse 0 too, unless the shape may have sharp corners. */
static void check_radius(int sharp)
{
	if (sharp ? arg.radius < 0 : arg.radius <= 0)
		opt_fail("radius", "%g, expected %s", arg.radius, sharp ? "0 or more" : "more than 0");
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
		check_radius(1);
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
	check_radius(s->kind == SHAPE_POLYGON);
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

/* ---- in three dimensions ---- */

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
	check_radius(!by_radius && !(f->takes & FORM3_SPHERORADIUS && f->r > 0));
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
	if (arg.sides > SIDES)
		opt_fail("sides", "%lld, expected %d at most for a solid", (long long)arg.sides, SIDES);
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
	check_radius(s->solid->r == 0 && s->solid->n > 2);
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

/* Write a solid in its principal axes, and a body with the orientation of the drawing. A named shape stands at the origin; a
 * shape from a file stands where it was drawn. */
static int make_solid(int named)
{
	struct world w;

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

/* Write the grains of a volume of labels, each where it is in the volume. Their ids are the labels. */
static int make_grains(void)
{
	const struct drawing_options *d = &arg.drawing;
	double side = d->pixel > 0 ? d->pixel : 1, least = isnan(d->least) ? 10 : d->least / (side * side * side);
	struct voxel_box *box = mem_new(65536, sizeof *box);
	int cut = 0, small = 0;
	struct voxels v;
	struct world w;

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

/* ---- in two dimensions ---- */

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

static int make_outlines(void)
{
	struct shape drawn = { .n = 0 };
	struct form2_plan plan;
	struct world w;
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

int main(int argc, char **argv)
{
	int named;

	tool_begin(argc, argv, "write a stream with one shape in 2D or 3D, by name or from a file, or with all grains of a picture",
	           "NAME|FILE...", opts, -1);
	check_options();
	if (arg.list)
		return list();
	int solid = is_solid(&named);
	check_name(solid);
	check_dimension(solid ? 3 : 2);
	if (named < 0 && solid && !isnan(arg.radius) && !arg.hull && !arg.polyhedron)
		opt_fail("radius", arg.clump ? "does not apply to --clump: each ball has its own radius" :
		         "does not apply to --surface without --polyhedron");
	if (arg.surface && !arg.hull && arg.mesh != INT64_MIN)
		opt_fail("mesh", "the file is a surface of triangles already; drop --mesh");
	if (named < 0 && solid)
		refuse_other_options(NULL);
	return arg.drawing.raw || arg.drawing.stack ? make_grains() : solid ? make_solid(named) : make_outlines();
}
