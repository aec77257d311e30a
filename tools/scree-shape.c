/* scree-shape: print a stream with one body, whose shape has a name or comes from a file, or with all bodies of a drawing,
 * picture or volume, in 2D or 3D */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/load_surface.h"
#include "common/make_shape.h"
#include "mesh/triangulate.h"
#include "plane/form.h"
#include "shape/form3.h"
#include "shape/solid_mass.h"

static struct shape_options arg = { .radius = NAN, .round = NAN, .tolerance = NAN, .area = NAN, .scale = NAN, .volume = NAN,
	.spacing = NAN, .angle = NAN, .taper = NAN, .truncation = NAN, .flat = NAN, .simplify = NAN, .sides = INT64_MIN,
	.mesh = INT64_MIN, .drawing = { .tolerance = NAN, .pixel = NAN, .threshold = NAN, .least = NAN } };

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

		plan.sides = arg.sides == INT64_MIN || arg.sides > SHAPE_SIDES ? plan.sides : (int)arg.sides;
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
		opt_fail("sides", "%lld, expected 3 to 1000000, or to %d for a solid", (long long)arg.sides, SHAPE_SIDES);
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
	return arg.drawing.raw || arg.drawing.stack ? make_grains(&arg) : solid ? make_solid(&arg, named) : make_outlines(&arg);
}
