/* scree-wall: put walls into a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/words.h"
#include "shape/place.h"
#include "shape/vessel.h"
#include "shape/wall.h"
#include "world/change.h"
#include "world/deform.h"

static struct {
	double radius, speed, load, mass, damping, strip, room, lo[2], hi[2], press[2], rate[2], mu, opening, angle, drop, gate,
	       run, omega, height;
	int64_t sides, baffles;
	int rough, closed;
	const char *material, *tag, *outlet;
} arg = { .radius = NAN, .speed = NAN, .load = NAN, .mass = NAN, .damping = NAN, .strip = NAN, .room = NAN,
          .lo = { NAN, NAN }, .hi = { NAN, NAN }, .press = { NAN, NAN }, .rate = { NAN, NAN }, .mu = NAN, .opening = NAN,
          .angle = NAN, .drop = NAN, .gate = NAN, .run = NAN, .omega = NAN, .height = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Where the walls are" },
	{ 0, "lo", OPT_PAIR, arg.lo, "X,Y", "lower corner of the space between the walls [L], default: the domain's" },
	{ 0, "hi", OPT_PAIR, arg.hi, "X,Y", "upper corner of the space between the walls [L], default: the domain's" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "LEN", "spheroradius of the walls [L], default: a quarter of the grains' size" },
	{ 0, "closed", OPT_FLAG, &arg.closed, NULL, "polyline and landscape: join the last point to the first" },
	{ 0, "room", OPT_REAL, &arg.room, "LEN",
	  "room for moving walls to go outwards, and above hopper, silo and column [L], default: a quarter of the height, "
	  "biaxial: half of the longer side" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What plates do" },
	{ 0, "rough", OPT_FLAG, &arg.rough, NULL, "no lines: the grains at the edges are glued to become the plates" },
	{ 0, "strip", OPT_REAL, &arg.strip, "LEN",
	  "rough: glue the grains that reach into a strip this thick [L], default: half the grains' size" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "velocity of the top plate along x [L/T], default: fixed" },
	{ 0, "load", OPT_REAL, &arg.load, "P",
	  "force per length that presses the top plate down [M/T^2], default: its height is fixed" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What a biaxial cell does" },
	{ 0, "press-x", OPT_REAL, &arg.press[0], "P", "force per free length that presses the right wall inwards [M/T^2]" },
	{ 0, "press-y", OPT_REAL, &arg.press[1], "P", "the same for the top wall [M/T^2]" },
	{ 0, "rate-x", OPT_REAL, &arg.rate[0], "E",
	  "strain rate: the right wall moves at E times the width there is now, below 0 inwards [1/T]; default: it is fixed" },
	{ 0, "rate-y", OPT_REAL, &arg.rate[1], "E", "the same for the top wall and the height [1/T]" },
	{ 0, "mu", OPT_REAL, &arg.mu, "MU", "friction of the walls, default: the grains'" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Walls under load" },
	{ 0, "mass", OPT_REAL, &arg.mass, "M",
	  "mass of a plate or wall under load [M], default: its length times the grains' density and size" },
	{ 0, "damping", OPT_REAL, &arg.damping, "C", "damping of its motion [M/T], default 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Hoppers, silos, columns" },
	{ 0, "opening", OPT_REAL, &arg.opening, "LEN", "opening of hopper or silo [L]" },
	{ 0, "angle-deg", OPT_REAL, &arg.angle, "A", "angle between the slopes of a hopper and the level, in degrees, default 45" },
	{ 0, "drop", OPT_REAL, &arg.drop, "LEN", "how far grains fall below the opening until they leave [L], default: the opening" },
	{ 0, "outlet", OPT_WORD, &arg.outlet, "KIND",
	  "grains that leave are removed (remove, default), put back on top (return), or an error (none)" },
	{ 0, "gate", OPT_REAL, &arg.gate, "T",
	  "the gate is taken away at this time [T]; default: hopper and silo have none, that of a column stays" },
	{ 0, "run", OPT_REAL, &arg.run, "LEN", "floor beside a column [L], default: five times its height" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Drums" },
	{ 0, "omega", OPT_REAL, &arg.omega, "W", "angular velocity [1/T], default 0" },
	{ 0, "sides", OPT_INT, &arg.sides, "N", "sides of the polygon, default: such that they are as long as the grains' size" },
	{ 0, "baffles", OPT_INT, &arg.baffles, "N", "spikes on so many of the sides, default 0" },
	{ 0, "height", OPT_REAL, &arg.height, "LEN", "height of the baffles [L], default: a tenth of the drum's width" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What walls are" },
	{ 0, "material", OPT_WORD, &arg.material, "NAME",
	  "material of the walls, default: the stream's first; for biaxial a new one, wall" },
	{ 0, "tag", OPT_WORD, &arg.tag, "NAME", "tag of a line, polyline or landscape, default wall" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

enum kind { BOX, PLATES, BIAXIAL, HOPPER, SILO, COLUMN, DRUM, LINE, POLYLINE, LANDSCAPE, KINDS };
static const char *const kind_name[KINDS] = { "box", "plates", "biaxial", "hopper", "silo", "column", "drum", "line", "polyline",
	"landscape" };

static const double pi = 3.14159265358979323846;

static struct grains grains;
static double (*box)[4]; /* of every body */
static struct vessel vessel; /* where the walls are */

static void refuse_tag(const struct world *w, const char *tag)
{
	if (constraint_holds(world_constraint(w, tag)))
		tool_fail(EXIT_USAGE, "the scene has a constraint on tag %s already; walls of that name stand", tag);
}

/* The region between the walls: the options, else the domain, else nothing. */
static void region(const struct world *w, enum kind kind)
{
	double *lo = vessel.lo, *hi = vessel.hi;

	for (int d = 0; d < 2; d++) {
		if ((isnan(arg.lo[d]) || isnan(arg.hi[d])) && !w->domain.set)
			tool_fail(EXIT_USAGE, "the scene has no domain: give the corners with --lo and --hi");
		lo[d] = isnan(arg.lo[d]) ? w->domain.lo[d] : arg.lo[d];
		hi[d] = isnan(arg.hi[d]) ? w->domain.hi[d] : arg.hi[d];
		if (lo[d] >= hi[d])
			opt_fail("hi", "%g is not above the lower corner's %g", hi[d], lo[d]);
	}
	double part = kind == BIAXIAL ? fmax(hi[0] - lo[0], hi[1] - lo[1]) / 2 : (hi[1] - lo[1]) / 4;
	vessel.room = isnan(arg.room) ? part : arg.room;
}

/* Grains in the way of walls are an error that names the first of them. */
static void refuse_grains(int n, const int64_t *id, const char *one, const char *many, const char *where)
{
	char names[160] = "";

	for (int k = 0; k < n && k < GRAINS_NAMED; k++)
		snprintf(names + strlen(names), sizeof names - strlen(names), " %lld", (long long)id[k]);
	if (n)
		tool_fail(EXIT_NUMERICS, "%d %s%s: id%s%s", n, n == 1 ? one : many, where, names, n > GRAINS_NAMED ? " ..." : "");
}

static void check_inside(struct world *w, int d, double lo, double hi)
{
	int64_t id[GRAINS_NAMED];
	char where[100];

	snprintf(where, sizeof where, " outside the walls at %c = %g and %g", "xy"[d], lo, hi);
	refuse_grains(grains_beyond(w, (const double (*)[4])box, d, lo, hi, id), id, "grain reaches", "grains reach", where);
}

static void check_apart(struct world *w, int wall)
{
	int64_t id[GRAINS_NAMED];

	refuse_grains(grains_overlapping(w, wall, 1e-9 * (vessel.r + grains.size), id), id, "grain overlaps", "grains overlap",
	              " the wall");
}

static const char *material(const struct world *w)
{
	if (arg.material && !world_material(w, arg.material))
		opt_fail("material", "the scene has no material '%s'", arg.material);
	if (!arg.material && !w->n_material)
		tool_fail(EXIT_INPUT, "the scene has no material: found no record 'material', expected one before the frame");
	return arg.material ? arg.material : w->material[0].name;
}

/* Walls around all grains; their tags must be free. */
static void enclose(struct world *w, const char *const *tag, int n)
{
	for (int k = 0; k < n; k++)
		refuse_tag(w, tag[k]);
	check_inside(w, 0, vessel.lo[0], vessel.hi[0]);
	check_inside(w, 1, vessel.lo[1], vessel.hi[1]);
}

/* The mass of a wall of some length, as asked for or like that of a layer of grains; 0 where it has no load to need one. */
static double wall_mass(double length, double load)
{
	if (isnan(load))
		return 0;
	if (isnan(arg.mass) && !grains.n)
		opt_fail("mass", "missing; there are no grains whose mass a wall under load could have");
	return isnan(arg.mass) ? length * grains.density * grains.size : arg.mass;
}

static void make_plates(struct world *w)
{
	struct vessel_plates p = { arg.rough, isnan(arg.strip) ? grains.size / 2 : arg.strip, arg.speed, arg.load,
	                           wall_mass(vessel.hi[0] - vessel.lo[0], arg.load), isnan(arg.damping) ? 0 : arg.damping };
	int n[2];

	if (w->domain.set && w->domain.periodic[1])
		tool_fail(EXIT_USAGE, "plates need a scene that is not periodic in y: make it with --periodic x");
	refuse_tag(w, "bottom");
	refuse_tag(w, "top");
	if (arg.rough && !grains.n)
		tool_fail(EXIT_INPUT, "rough plates are made of grains: found none, expected some");
	if (!arg.rough)
		check_inside(w, 1, vessel.lo[1], vessel.hi[1]);
	for (int d = 0; d < 2; d++)
		if (arg.rough)
			*(d ? &vessel.hi[1] : &vessel.lo[1]) = d ? grains.hi[1] : grains.lo[1];
	double thick = arg.rough ? 0 : 4 * vessel.r; /* room is a part of the height with the plates */
	if (isnan(arg.room))
		vessel.room = (vessel.hi[1] - vessel.lo[1] + thick) / 4;
	int64_t id = vessel_plates(w, &vessel, &p, (const double (*)[4])box, n);
	if (id)
		tool_fail(EXIT_NUMERICS, "grain %lld reaches both plates: the packing is too low, or --strip %g too thick",
		          (long long)id, p.strip);
	if (arg.rough)
		tool_note("%d grains glued to the bottom plate, %d to the top plate", n[0], n[1]);
	if (!isnan(arg.load))
		tool_note("the top plate has mass %g and damping %g", p.m, p.c);
}

/* Walls of a biaxial cell pass each other, so their material must not meet itself. */
static void make_biaxial(struct world *w)
{
	static const char *const tag[4] = { "left", "right", "bottom", "top" };
	struct vessel_pair pair[2];

	enclose(w, tag, 4);
	if (!arg.material) {
		if (world_material(w, "wall"))
			tool_fail(EXIT_USAGE, "the scene has a material wall already; --material names another for the walls");
		vessel_pass(w, vessel.material = "wall", grains.n ? grains.density : 1, arg.mu);
	}
	const struct law *own = world_law(w, vessel.material, vessel.material);
	if (!own || params_get(&own->par, "kn", NAN) != 0)
		opt_fail("material", "walls of %s would touch where they pass each other; scree-set --law %s,%s,kn=0 lets them pass",
		         vessel.material, vessel.material, vessel.material);
	for (int d = 0; d < 2; d++) {
		pair[d] = (struct vessel_pair){ arg.press[d], arg.rate[d], wall_mass(vessel.hi[!d] - vessel.lo[!d], arg.press[d]),
		                                isnan(arg.damping) ? 0 : arg.damping };
		if (!isnan(arg.press[d]))
			tool_note("the %s wall has mass %g and damping %g", d ? "top" : "right", pair[d].m, pair[d].c);
	}
	vessel_biaxial(w, &vessel, pair);
}

static void make_hopper(struct world *w)
{
	static const char *const tag[3] = { "left", "right", "gate" }, *const drain[3] = { "none", "remove", "return" };
	double width = vessel.hi[0] - vessel.lo[0];
	struct vessel_hopper h = { .opening = arg.opening, .gate = arg.gate, .angle = arg.angle * (pi / 180) };

	enclose(w, tag, 3);
	if (!(arg.opening < width))
		opt_fail("opening", "%g is not narrower than the space between the walls, %g", arg.opening, width);
	h.drop = isnan(arg.drop) ? arg.opening : arg.drop;
	while (strcmp(drain[h.drain], arg.outlet ? arg.outlet : "remove") != 0)
		h.drain++;
	double y = vessel_hopper(w, &vessel, &h), x = 0.5 * (vessel.lo[0] + vessel.hi[0]);
	tool_note("the opening is at y = %.9g, from x = %.9g to %.9g", y, x - 0.5 * h.opening, x + 0.5 * h.opening);
}

static void make_column(struct world *w)
{
	static const char *const tag[4] = { "left", "right", "bottom", "gate" };

	enclose(w, tag, 4);
	vessel_column(w, &vessel, isnan(arg.run) ? 5 * (vessel.hi[1] - vessel.lo[1]) : arg.run, arg.gate);
}

/* The largest circle in the middle of the space. Its tag is checked for, then the grains by their distance from it. */
static void make_drum(struct world *w)
{
	double x = vessel.hi[0] - vessel.lo[0], y = vessel.hi[1] - vessel.lo[1], R = 0.5 * fmin(x, y), whole;
	struct vessel_drum d = { .x = vessel.lo[0] + 0.5 * x, .y = vessel.lo[1] + 0.5 * y, .R = R,
	                         .omega = isnan(arg.omega) ? 0 : arg.omega, .baffles = (int)arg.baffles };

	refuse_tag(w, "drum");
	check_inside(w, 0, d.x - R, d.x + R);
	check_inside(w, 1, d.y - R, d.y + R);
	d.height = isnan(arg.height) ? 0.2 * R : arg.height;
	if (d.baffles && !(d.height > 2 * vessel.r && d.height < R))
		opt_fail("height", "%g, expected more than the walls are thick, %g, and less than the drum's radius, %g", d.height,
		         2 * vessel.r, R);
	whole = arg.sides ? (double)arg.sides : fmin(fmax(ceil(2 * pi * R / (grains.n ? grains.size : 0.1 * R)), 16), 1000);
	d.sides = d.baffles ? d.baffles * (int)ceil(whole / d.baffles) : (int)whole;
	if (d.baffles == d.sides)
		d.sides *= 2;
	vessel_drum(w, &vessel, &d);
	check_apart(w, w->body.n_row - 1);
}

/* No edge is of length 0. */
static void check_points(const double (*xy)[2], int n)
{
	for (int k = 0; k + !arg.closed < n && n > 1; k++)
		if (xy[k][0] == xy[(k + 1) % n][0] && xy[k][1] == xy[(k + 1) % n][1])
			tool_fail(EXIT_USAGE, "points %d and %d of the wall are the same, %.9g,%.9g, expected a way between them", k + 1,
			          (k + 1) % n + 1, xy[k][0], xy[k][1]);
}

/* Points from n operands "x,y" after the first. */
static int points_from_operands(int n, double (**xy)[2])
{
	*xy = mem_new((size_t)n, sizeof **xy);
	for (int k = 0; k < n; k++) {
		const char *text = tool_operand(k + 1);

		if (words_numbers(text, (*xy)[k], 2) != 2)
			tool_fail(EXIT_USAGE, "'%s' is not a point x,y; see %s --help", text, tool_name());
	}
	return n;
}

static void make_line(struct world *w, const double (*xy)[2], int n)
{
	const char *tag = arg.tag ? arg.tag : "wall";
	const struct constraint *c = world_constraint(w, tag);

	for (int d = 0; d < 3 && constraint_holds(c); d++)
		if (c->dof[d].drive != DRIVE_FIXED)
			opt_fail("tag", "bodies with tag %s move, this wall would be fixed: give it another", tag);
	int row = wall_add(w, xy, n, arg.closed, vessel.r, vessel.material, tag);
	check_apart(w, row);
	vessel_fix(w, tag);
}

/* ---- what was asked for ---- */

#define OF(k) (1u << (k))
enum { VESSELS = OF(HOPPER) | OF(SILO), LINES = OF(LINE) | OF(POLYLINE) | OF(LANDSCAPE) };

/* Options that are for some kinds alone; what they must be. */
enum range { ANY, NOT_BELOW, ABOVE };
static const struct { const char *name; const double *value; unsigned kinds; enum range range; } real[] = {
	{ "radius", &arg.radius, OF(KINDS) - 1, NOT_BELOW }, { "strip", &arg.strip, OF(PLATES), ABOVE },
	{ "speed", &arg.speed, OF(PLATES), ANY }, { "load", &arg.load, OF(PLATES), ANY },
	{ "press-x", &arg.press[0], OF(BIAXIAL), ANY }, { "press-y", &arg.press[1], OF(BIAXIAL), ANY },
	{ "rate-x", &arg.rate[0], OF(BIAXIAL), ANY }, { "rate-y", &arg.rate[1], OF(BIAXIAL), ANY },
	{ "mu", &arg.mu, OF(BIAXIAL), NOT_BELOW }, { "mass", &arg.mass, OF(PLATES) | OF(BIAXIAL), ABOVE },
	{ "damping", &arg.damping, OF(PLATES) | OF(BIAXIAL), NOT_BELOW },
	{ "room", &arg.room, OF(PLATES) | OF(BIAXIAL) | VESSELS | OF(COLUMN), NOT_BELOW },
	{ "opening", &arg.opening, VESSELS, ABOVE }, { "angle-deg", &arg.angle, OF(HOPPER), NOT_BELOW },
	{ "drop", &arg.drop, VESSELS, NOT_BELOW }, { "gate", &arg.gate, VESSELS | OF(COLUMN), ANY },
	{ "run", &arg.run, OF(COLUMN), ABOVE }, { "omega", &arg.omega, OF(DRUM), ANY }, { "height", &arg.height, OF(DRUM), ABOVE },
};
static const struct { const char *name; unsigned kinds; } others[] = {
	{ "rough", OF(PLATES) }, { "outlet", VESSELS }, { "sides", OF(DRUM) }, { "baffles", OF(DRUM) }, { "tag", LINES },
	{ "closed", LINES },
};

static void refuse_option(const char *name, enum kind k, unsigned kinds)
{
	char text[120] = "";

	for (int j = 0; j < KINDS; j++)
		if (kinds & OF(j))
			snprintf(text + strlen(text), sizeof text - strlen(text), " %s", kind_name[j]);
	opt_fail(name, "is not for %s, but for%s", kind_name[k], text);
}

static void check_options(enum kind k)
{
	const int given[] = { arg.rough, arg.outlet != NULL, arg.sides != 0, arg.baffles != 0, arg.tag != NULL, arg.closed };

	for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
		double x = *real[i].value;

		if (isnan(x))
			continue;
		if (!(real[i].kinds & OF(k)))
			refuse_option(real[i].name, k, real[i].kinds);
		if (real[i].range == ABOVE ? !(x > 0) : real[i].range == NOT_BELOW && !(x >= 0))
			opt_fail(real[i].name, "%g is not %s", x, real[i].range == ABOVE ? "above 0" : "0 or more");
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (given[i] && !(others[i].kinds & OF(k)))
			refuse_option(others[i].name, k, others[i].kinds);
	if (isnan(arg.load) && isnan(arg.press[0]) && isnan(arg.press[1]) && !(isnan(arg.mass) && isnan(arg.damping)))
		opt_fail(isnan(arg.mass) ? "damping" : "mass", "no wall is under load; %s gives one", k == PLATES ? "--load" :
		         "--press-x or --press-y");
	for (int d = 0; d < 2; d++)
		if (!isnan(arg.press[d]) && !isnan(arg.rate[d]))
			opt_fail(d ? "rate-y" : "rate-x", "the pair has a pressure already");
	if (OF(k) & VESSELS && isnan(arg.opening))
		opt_fail("opening", "missing, expected its width");
	if (isnan(arg.angle))
		arg.angle = k == HOPPER ? 45 : 0;
	if (arg.angle >= 90)
		opt_fail("angle-deg", "%g is not below 90", arg.angle);
	if (arg.outlet && strcmp(arg.outlet, "remove") && strcmp(arg.outlet, "return") && strcmp(arg.outlet, "none"))
		opt_fail("outlet", "'%s', expected remove, return or none", arg.outlet);
	if (arg.sides && (arg.sides < 3 || arg.sides > 10000))
		opt_fail("sides", "%lld, expected 3 to 10000", (long long)arg.sides);
	if (arg.baffles < 0 || arg.baffles > 1000)
		opt_fail("baffles", "%lld, expected 0 to 1000", (long long)arg.baffles);
}

/* How many operands behind the kind say where the wall is; one more may name the stream. */
static int places(enum kind k)
{
	double xy[2];
	int n = k == LANDSCAPE ? 1 : k == LINE ? 2 : 0;

	while (k == POLYLINE && n + 1 < tool_operands() && words_numbers(tool_operand(n + 1), xy, 2) == 2)
		n++;
	return n;
}

static enum kind which(void)
{
	const char *word = tool_operands() ? tool_operand(0) : "";
	enum kind k = BOX;

	while (k < KINDS && strcmp(word, kind_name[k]) != 0)
		k++;
	if (k == KINDS)
		tool_fail(EXIT_USAGE, "'%s' is no kind of wall: box, plates, biaxial, hopper, silo, column, drum, line, polyline or "
		          "landscape; see %s --help", word, tool_name());
	int n = places(k), more = tool_operands() - 1 - n;
	if (more < 0 || more > 1 || (k == POLYLINE && n < 1))
		tool_fail(EXIT_USAGE, "%s takes %s and at most one stream; see %s --help", word, k < LINE ? "no place" :
		          k == LINE ? "two points x,y" : k == POLYLINE ? "points x,y" : "one file", tool_name());
	if (arg.closed && (k == LINE || (k == POLYLINE && n < 3)))
		opt_fail("closed", "a ring needs three points");
	check_options(k);
	return k;
}

/* ---- the stream ---- */

/* How much of everything there was. */
struct had { int material, law, shape, constraint, outlet; struct domain domain; };

static struct had count(const struct world *w)
{
	return (struct had){ w->n_material, w->n_law, w->n_shape, w->n_constraint, w->n_outlet, w->domain };
}

/* Write the definitions that are new, then the frame. */
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
	for (int k = had->constraint; k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = had->outlet; k < w->n_outlet; k++)
		particles_put_outlet(out, &w->outlet[k]);
	tool_write_frame(w);
}

/* The scene, and what of it walls depend on. */
static struct world *read_scene(const char *input, enum kind kind)
{
	tool_input(input);
	if (strcmp(input, "-") == 0)
		input = "stdin";
	struct world *w = tool_read_last();
	if (!w)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected one to put walls into", input);
	if (domain_deforms(&w->domain))
		tool_fail(EXIT_INPUT, "%s: the domain deforms and walls do not, expected a domain at rest; "
		          "scree-set --rate 0,0,0 --pressure none stops it", input);
	if (arg.gate < w->t)
		opt_fail("gate", "%g is before the time of the scene, %g", arg.gate, w->t);
	box = mem_new((size_t)w->body.n_row, sizeof *box);
	int bad = grains_look(w, &grains, box);
	if (bad)
		tool_fail(EXIT_INPUT, "%s: body row %d has no shape, expected a record 'shape' with its number", input,
		          bad);
	vessel.r = !isnan(arg.radius) ? arg.radius : grains.n ? grains.size / 4 : 0.1;
	vessel.material = material(w);
	if (kind < LINE)
		region(w, kind);
	return w;
}

int main(int argc, char **argv)
{
	double (*xy)[2] = NULL;
	int n = 0, width;

	tool_begin(argc, argv, "put walls into a scene", "KIND [POINT...|LANDSCAPE] [FILE]", opts, -1);
	enum kind kind = which();
	int n_place = places(kind);
	if (kind == LANDSCAPE)
		n = tool_load_rows(tool_operand(1), 2, 2, &width, (double **)&xy, NULL);
	else if (kind >= LINE)
		n = points_from_operands(n_place, &xy);
	if (kind == LANDSCAPE && n < 2 + arg.closed)
		tool_fail(EXIT_INPUT, "%s: found %d points, expected at least %d", tool_operand(1), n, 2 + arg.closed);

	check_points((const double (*)[2])xy, n);
	struct world *w = read_scene(tool_operands() > 1 + n_place ? tool_operand(1 + n_place) : "-", kind);
	struct had had = count(w);
	switch (kind) {
	case BOX:
		enclose(w, (const char *const[]){ "left", "right", "bottom", "top" }, 4);
		vessel_box(w, &vessel);
		break;
	case PLATES: make_plates(w); break;
	case BIAXIAL: make_biaxial(w); break;
	case HOPPER:
	case SILO: make_hopper(w); break;
	case COLUMN: make_column(w); break;
	case DRUM: make_drum(w); break;
	default: make_line(w, (const double (*)[2])xy, n);
	}
	world_changed(w);
	write_changes(w, &had);
	free(box);
	free(xy);
	return tool_end();
}
