/* scree-wall: put walls into a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/walls.h"
#include "common/words.h"
#include "world/change.h"
#include "world/deform.h"
#include "world/relocate.h"

static struct walls arg = { .radius = NAN, .speed = NAN, .load = NAN, .mass = NAN, .damping = NAN, .strip = NAN, .room = NAN,
	.press = { NAN, NAN, NAN }, .rate = { NAN, NAN, NAN }, .mu = NAN, .opening = NAN, .angle = NAN, .drop = NAN, .gate = NAN,
	.run = NAN, .omega = NAN, .height = NAN, .sides = INT64_MIN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Where the walls are" },
	{ 0, "lo", OPT_WORD, &arg.lo, "X,Y[,Z]", "lower corner of the space between the walls [L], default: that of the domain" },
	{ 0, "hi", OPT_WORD, &arg.hi, "X,Y[,Z]", "upper corner of the space between the walls [L], default: that of the domain" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "LEN",
	  "spheroradius of the walls [L], default: a quarter of the grains' size; in 3D: radius of a rod or pipe, or spheroradius of a "
	  "polyhedron, default 0" },
	{ 0, "closed", OPT_FLAG, &arg.closed, NULL, "polyline and landscape: join the last point to the first" },
	{ 0, "room", OPT_REAL, &arg.room, "LEN",
	  "room for walls that move outwards, and above a hopper, silo, column or tube [L], default: a quarter of the height; for "
	  "biaxial and triaxial half of the longest side" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Plates" },
	{ 0, "rough", OPT_FLAG, &arg.rough, NULL, "make the plates from the grains at the bottom and at the top" },
	{ 0, "strip", OPT_REAL, &arg.strip, "LEN",
	  "with --rough: thickness of the strips whose grains become plates [L], default: half the grains' size" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "velocity of the top plate along x [L/T], default 0" },
	{ 0, "load", OPT_REAL, &arg.load, "P",
	  "pressure on the top plate, downwards: force per length, in 3D per area [M/T^2], [M/(L T^2)], default: its height is fixed" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Biaxial and triaxial cells" },
	{ 0, "press-x", OPT_REAL, &arg.press[0], "P",
	  "pressure on the right wall, inwards: force per length, in 3D per area [M/T^2], [M/(L T^2)]" },
	{ 0, "press-y", OPT_REAL, &arg.press[1], "P", "the same for the top wall, in 3D the back wall" },
	{ 0, "press-z", OPT_REAL, &arg.press[2], "P", "3D: the same for the top wall" },
	{ 0, "rate-x", OPT_REAL, &arg.rate[0], "E",
	  "strain rate: the right wall moves at E times the initial width, below 0 inwards [1/T]; default: it is fixed" },
	{ 0, "rate-y", OPT_REAL, &arg.rate[1], "E",
	  "the same for the top wall and the height, in 3D the back wall and the depth [1/T]" },
	{ 0, "rate-z", OPT_REAL, &arg.rate[2], "E", "3D: the same for the top wall and the height [1/T]" },
	{ 0, "mu", OPT_REAL, &arg.mu, "MU", "friction coefficient of the walls, default: that of the grains" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Walls under load" },
	{ 0, "mass", OPT_REAL, &arg.mass, "M",
	  "mass of a plate or wall under load [M], default: its length (in 3D area) times density and size of the grains" },
	{ 0, "damping", OPT_REAL, &arg.damping, "C", "damping of a plate or wall under load [M/T], default 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Hoppers, silos, columns" },
	{ 0, "opening", OPT_REAL, &arg.opening, "LEN", "width of the opening of hopper or silo, in 3D its diameter [L]" },
	{ 0, "angle-deg", OPT_REAL, &arg.angle, "A", "angle between the slopes of a hopper and the horizontal [degrees], default 45" },
	{ 0, "drop", OPT_REAL, &arg.drop, "LEN",
	  "distance below the opening at which grains leave, or in 3D at which the bottom is [L], default: the width of the opening" },
	{ 0, "outlet", OPT_WORD, &arg.outlet, "KIND",
	  "what happens to grains that leave: remove, return (back to the top) or none (no outlet), default: remove, in 3D none, "
	  "where a plane catches them" },
	{ 0, "gate", OPT_REAL, &arg.gate, "T",
	  "time when the gate is removed [T]; default: hopper and silo have no gate, the gate of a column stays" },
	{ 0, "run", OPT_REAL, &arg.run, "LEN", "length of the floor beside a column [L], default: five times its height" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Drums" },
	{ 0, "omega", OPT_REAL, &arg.omega, "W", "angular velocity of the drum [1/T], default 0" },
	{ 0, "sides", OPT_INT, &arg.sides, "N",
	  "number of sides of the drum, default: sides as long as the grains' size; in 3D number of sides of a funnel, default 48" },
	{ 0, "baffles", OPT_INT, &arg.baffles, "N", "number of baffles, default 0" },
	{ 0, "height", OPT_REAL, &arg.height, "LEN", "height of the baffles [L], default: a tenth of the width of the drum" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Material and tag" },
	{ 0, "material", OPT_WORD, &arg.material, "NAME",
	  "material of the walls, default: the first one in the stream; for biaxial, and triaxial with --mu: a new material wall" },
	{ 0, "tag", OPT_WORD, &arg.tag, "NAME", "tag of a line, polyline, plane, rod, pipe, polyhedron or landscape, default wall" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static const char *const kind_name[WALL_KINDS] = { "box", "plates", "biaxial", "triaxial", "hopper", "silo", "column", "drum",
	"tube", "line", "polyline", "landscape", "plane", "rod", "pipe", "polyhedron" };

/* ---- the command line ---- */

enum {
	VESSELS = WALL(HOPPER) | WALL(SILO), LINES = WALL(LINE) | WALL(POLYLINE) | WALL(LANDSCAPE),
	RODS = WALL(ROD) | WALL(PIPE), FILES = WALL(LANDSCAPE) | WALL(POLYHEDRON),
	SINGLE = LINES | WALL(PLANE) | RODS | WALL(POLYHEDRON),
	CELLS = WALL(BIAXIAL) | WALL(TRIAXIAL), ALL = WALL(WALL_KINDS) - 1
};

/* Options with a number, the kinds of walls in 2D and in 3D that take them, and their range. */
enum range { ANY, NOT_BELOW, ABOVE };
static const struct { const char *name; const double *value; unsigned flat, solid; enum range range; } real[] = {
	{ "radius", &arg.radius, ALL, RODS | WALL(POLYHEDRON), NOT_BELOW }, { "strip", &arg.strip, WALL(PLATES), WALL(PLATES), ABOVE },
	{ "speed", &arg.speed, WALL(PLATES), WALL(PLATES), ANY }, { "load", &arg.load, WALL(PLATES), WALL(PLATES), ANY },
	{ "press-x", &arg.press[0], CELLS, CELLS, ANY }, { "press-y", &arg.press[1], CELLS, CELLS, ANY },
	{ "press-z", &arg.press[2], 0, CELLS, ANY }, { "rate-x", &arg.rate[0], CELLS, CELLS, ANY },
	{ "rate-y", &arg.rate[1], CELLS, CELLS, ANY }, { "rate-z", &arg.rate[2], 0, CELLS, ANY },
	{ "mu", &arg.mu, CELLS, CELLS, NOT_BELOW }, { "mass", &arg.mass, CELLS | WALL(PLATES), CELLS | WALL(PLATES), ABOVE },
	{ "damping", &arg.damping, CELLS | WALL(PLATES), CELLS | WALL(PLATES), NOT_BELOW },
	{ "room", &arg.room, CELLS | VESSELS | WALL(PLATES) | WALL(COLUMN), CELLS | VESSELS | WALL(PLATES) | WALL(TUBE), NOT_BELOW },
	{ "opening", &arg.opening, VESSELS, VESSELS, ABOVE }, { "angle-deg", &arg.angle, WALL(HOPPER), WALL(HOPPER), NOT_BELOW },
	{ "drop", &arg.drop, VESSELS, VESSELS, NOT_BELOW }, { "gate", &arg.gate, VESSELS | WALL(COLUMN), VESSELS, ANY },
	{ "run", &arg.run, WALL(COLUMN), 0, ABOVE }, { "omega", &arg.omega, WALL(DRUM), WALL(DRUM), ANY },
	{ "height", &arg.height, WALL(DRUM), WALL(DRUM), ABOVE },
};
static const struct { const char *name; unsigned flat, solid; } others[] = {
	{ "rough", WALL(PLATES), WALL(PLATES) }, { "outlet", VESSELS, VESSELS }, { "sides", WALL(DRUM), VESSELS },
	{ "baffles", WALL(DRUM), WALL(DRUM) }, { "tag", SINGLE, SINGLE }, { "closed", LINES, 0 },
};

/* Refuse an option that this kind of wall does not take. */
static void check_option(const char *name, unsigned kinds, int dim)
{
	char text[200] = "";

	if (kinds & WALL(arg.kind))
		return;
	if (!kinds)
		opt_fail(name, "is for streams in %dD, found dim=%d", 5 - dim, dim);
	for (int j = 0; j < WALL_KINDS; j++)
		if (kinds & WALL(j))
			snprintf(text + strlen(text), sizeof text - strlen(text), " %s", kind_name[j]);
	opt_fail(name, "is not for %s, but for%s", kind_name[arg.kind], text);
}

/* Refuse kinds and options that do not exist in this dimension. dim 0: not known yet, so they must exist in 2D or in 3D. */
static void check_kinds(int dim)
{
	const int given[] = { arg.rough, arg.outlet != NULL, arg.sides != INT64_MIN, arg.baffles != 0, arg.tag != NULL, arg.closed };
	unsigned there = ALL & ~(dim == 2 ? (unsigned)WALLS_3D : dim == 3 ? (unsigned)WALLS_2D : 0);

	if (!(there & WALL(arg.kind)))
		tool_fail(EXIT_USAGE, "%s is for streams in %dD, found dim=%d", kind_name[arg.kind], 5 - dim, dim);
	for (size_t i = 0; i < sizeof real / sizeof *real; i++)
		if (!isnan(*real[i].value))
			check_option(real[i].name, there & ((dim == 3 ? 0 : real[i].flat) | (dim == 2 ? 0 : real[i].solid)), dim);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (given[i])
			check_option(others[i].name, there & ((dim == 3 ? 0 : others[i].flat) | (dim == 2 ? 0 : others[i].solid)), dim);
}

static void check_options(void)
{
	enum wall_kind k = arg.kind;
	int pressed = 0;

	check_kinds(0);
	for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
		double x = *real[i].value;

		if (real[i].range == ABOVE ? x <= 0 : real[i].range == NOT_BELOW && x < 0)
			opt_fail(real[i].name, "%g, expected %s", x, real[i].range == ABOVE ? "above 0" : "0 or more");
	}
	for (int d = 0; d < 3; d++) {
		static const char *const rate[3] = { "rate-x", "rate-y", "rate-z" };

		pressed |= !isnan(arg.press[d]);
		if (!isnan(arg.press[d]) && !isnan(arg.rate[d]))
			opt_fail(rate[d], "these walls already have a pressure; give a rate or a pressure");
	}
	if (isnan(arg.load) && !pressed && !(isnan(arg.mass) && isnan(arg.damping)))
		opt_fail(isnan(arg.mass) ? "damping" : "mass", "no wall is under load; %s gives a load", k == PLATES ? "--load" :
		         "--press-x or --press-y");
	if (!isnan(arg.strip) && !arg.rough)
		opt_fail("strip", "is for plates of grains, expected --rough");
	if (WALL(k) & VESSELS && isnan(arg.opening))
		opt_fail("opening", "missing, expected the width of the opening");
	if (WALL(k) & RODS && !(arg.radius > 0))
		opt_fail("radius", "missing, expected the radius of the %s, above 0", kind_name[k]);
	if (arg.angle >= 90)
		opt_fail("angle-deg", "%g, expected below 90", arg.angle);
	if (arg.outlet && strcmp(arg.outlet, "remove") && strcmp(arg.outlet, "return") && strcmp(arg.outlet, "none"))
		opt_fail("outlet", "'%s', expected remove, return or none", arg.outlet);
	if (arg.sides != INT64_MIN && (arg.sides < 3 || arg.sides > 10000))
		opt_fail("sides", "%lld, expected 3 to 10000", (long long)arg.sides);
	if (arg.baffles < 0 || arg.baffles > 1000)
		opt_fail("baffles", "%lld, expected 0 to 1000", (long long)arg.baffles);
}

/* Warn of options that are allowed, but hardly meant. */
static void warn_cell(int dim)
{
	static const char *const wall[2][3] = { { "right", "top", "" }, { "right", "back", "top" } };
	int moves = 0;

	for (int d = 0; d < dim; d++) {
		moves |= !isnan(arg.press[d]) || !isnan(arg.rate[d]);
		if (arg.press[d] < 0)
			tool_warn("--press-%c %g pulls the %s wall outwards; a pressure above 0 pushes it against the grains", "xyz"[d],
			          arg.press[d], wall[dim == 3][d]);
	}
	if (WALL(arg.kind) & CELLS && !moves)
		tool_warn("no wall of this %s cell moves; --press-x and the like give a pressure, --rate-x and the like a strain rate",
		          kind_name[arg.kind]);
	if (arg.load < 0)
		tool_warn("--load %g pulls the top plate upwards; a load above 0 presses it down on the grains", arg.load);
}

/* The number of operands that say where the wall is. They follow the kind; one more operand may name the stream. */
static int places(enum wall_kind k)
{
	double xy[2];
	int n = WALL(k) & FILES ? 1 : k == LINE || k == PLANE || WALL(k) & RODS ? 2 : 0;

	while (k == POLYLINE && n + 1 < tool_operands() && words_numbers(tool_operand(n + 1), xy, 2) == 2)
		n++;
	return n;
}

static void read_kind(void)
{
	const char *word = tool_operands() ? tool_operand(0) : "", *takes = "no place";
	enum wall_kind k = BOX;

	while (k < WALL_KINDS && strcmp(word, kind_name[k]) != 0)
		k++;
	if (k == WALL_KINDS)
		tool_fail(EXIT_USAGE, "found %s%s, expected a kind of wall: box, plates, hopper, silo, drum or landscape; in 2D "
		          "biaxial, column, line or polyline; in 3D triaxial, tube, plane, rod, pipe or polyhedron; see %s --help",
		          *word ? "" : "nothing", word, tool_name());
	int n = arg.n_point = places(arg.kind = k), more = tool_operands() - 1 - n;
	if (WALL(k) & SINGLE)
		takes = k == LINE ? "two points x,y" : k == POLYLINE ? "points x,y" : WALL(k) & RODS ? "two points x,y,z" :
		        k == PLANE ? "a point x,y,z and a normal" : "one file";
	if (more < 0 || more > 1 || (k == POLYLINE && n < 1))
		tool_fail(EXIT_USAGE, "%s takes %s and at most one stream; see %s --help", word, takes, tool_name());
	if (arg.closed && (k == LINE || (k == POLYLINE && n < 3)))
		opt_fail("closed", "a ring needs three points");
	check_options();
}

/* ---- the stream ---- */

/* The numbers of definitions, which constraints held something, and the domain, before walls are added. */
struct had { int material, law, shape, constraint; struct domain domain; char *held; };

static struct had count(const struct world *w)
{
	struct had had = { w->n_material, w->n_law, w->n_shape, w->n_constraint, w->domain, NULL };

	had.held = MEM_NEW(char, (size_t)w->n_constraint);
	for (int k = 0; k < w->n_constraint; k++)
		had.held[k] = (char)constraint_holds(&w->constraint[k]);
	return had;
}

/* Write the new definitions, the constraints that hold something only now, and all outlets, which walls may have changed; then
 * the frame. */
static void write_changes(struct world *w, const struct had *had)
{
	struct particles_out *out = tool_out();

	if (memcmp(&had->domain, &w->domain, sizeof w->domain) != 0)
		particles_put_domain(out, w);
	for (int k = had->material; k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = had->law; k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = had->shape; k < w->n_shape; k++)
		particles_put_shape(out, &w->shape[k]);
	for (int k = 0; k < w->n_constraint; k++)
		if (k >= had->constraint || (!had->held[k] && constraint_holds(&w->constraint[k])))
			particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = 0; k < w->n_outlet; k++)
		particles_put_outlet(out, w, &w->outlet[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "put walls into a scene", "KIND [POINT...|SURFACE] [FILE]", opts, -1);
	read_kind();
	const char *input = tool_operands() > 1 + arg.n_point ? tool_operand(1 + arg.n_point) : "-";
	tool_take_solids();
	tool_input(input);
	if (WALL(arg.kind) & FILES)
		tool_expect_file(tool_operand(1));
	if (strcmp(input, "-") == 0)
		input = "stdin";
	struct world *w = tool_read_last();
	if (!w)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected at least one", input);
	check_kinds(w->dim);
	if (isnan(arg.angle))
		arg.angle = arg.kind == HOPPER ? 45 : 0;
	if (domain_deforms(&w->domain))
		tool_fail(EXIT_INPUT, "%s: the domain deforms, but walls cannot, expected a domain at rest; "
		          "scree-set --rate %s --pressure none --shear-stress none stops it", tool_domain_place(),
		          w->dim == 3 ? "0,0,0,0,0,0" : "0,0,0");
	if (arg.gate < w->t)
		opt_fail("gate", "%g is before the time of the scene, %g", arg.gate, w->t);
	warn_cell(w->dim);
	struct had had = count(w);
	if (w->dim == 3)
		walls_space(w, &arg, input);
	else
		walls_plane(w, &arg, input);
	if (memcmp(&had.domain, &w->domain, sizeof w->domain) != 0)
		world_cut_images(w);
	world_changed(w);
	write_changes(w, &had);
	free(had.held);
	return tool_end();
}
