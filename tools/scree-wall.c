/* scree-wall: put walls into a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/words.h"
#include "shape/place.h"
#include "shape/wall.h"
#include "world/change.h"
#include "world/deform.h"

static struct {
	double radius, speed, load, mass, damping, strip, room, lo[2], hi[2];
	int rough, closed;
	const char *material, *tag;
} arg = { .radius = NAN, .speed = NAN, .load = NAN, .mass = NAN, .damping = NAN, .strip = NAN, .room = NAN,
          .lo = { NAN, NAN }, .hi = { NAN, NAN } };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Where the walls are" },
	{ 0, "lo", OPT_PAIR, arg.lo, "X,Y", "lower corner of box or plates [L], default: the domain's" },
	{ 0, "hi", OPT_PAIR, arg.hi, "X,Y", "upper corner of box or plates [L], default: the domain's" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "LEN", "spheroradius of the walls [L], default: a quarter of the grains' size" },
	{ 0, "closed", OPT_FLAG, &arg.closed, NULL, "polyline and landscape: join the last point to the first" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What plates do" },
	{ 0, "rough", OPT_FLAG, &arg.rough, NULL, "no lines: the grains at the edges are glued to become the plates" },
	{ 0, "strip", OPT_REAL, &arg.strip, "LEN",
	  "rough: glue the grains that reach into a strip this thick [L], default: half the grains' size" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "velocity of the top plate along x [L/T], default: fixed" },
	{ 0, "load", OPT_REAL, &arg.load, "P",
	  "force per length that presses the top plate down [M/T^2], default: its height is fixed" },
	{ 0, "mass", OPT_REAL, &arg.mass, "M",
	  "mass of the top plate [M], default: its length times the grains' density and size" },
	{ 0, "damping", OPT_REAL, &arg.damping, "C", "damping of the top plate's motion in y [M/T], default 0" },
	{ 0, "room", OPT_REAL, &arg.room, "LEN",
	  "room for the top plate to rise [L], default: a quarter of the height between the plates" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What walls are" },
	{ 0, "material", OPT_WORD, &arg.material, "NAME", "material of the walls, default: the stream's first" },
	{ 0, "tag", OPT_WORD, &arg.tag, "NAME", "tag of a line, polyline or landscape, default wall" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct grains grains;
static double (*box)[4]; /* of every body */
static double radius;

/* A degree of freedom that is driven. */
static struct dof drive(enum drive kind, double value)
{
	return (struct dof){ .drive = kind, .n = kind == DRIVE_FIXED ? 0 : 1, .value = { value } };
}

static struct constraint *fix(struct world *w, const char *tag)
{
	struct constraint *c = world_need_constraint(w, tag);

	for (int d = 0; d < 3; d++)
		c->dof[d] = drive(DRIVE_FIXED, 0);
	return c;
}

static void refuse_tag(const struct world *w, const char *tag)
{
	if (constraint_holds(world_constraint(w, tag)))
		tool_fail(EXIT_USAGE, "the scene has a constraint on tag %s already; walls of that name stand", tag);
}

/* The region between the walls: the options, else the domain, else nothing. */
static void region(const struct world *w, double lo[2], double hi[2])
{
	for (int d = 0; d < 2; d++) {
		if ((isnan(arg.lo[d]) || isnan(arg.hi[d])) && !w->domain.set)
			tool_fail(EXIT_USAGE, "the scene has no domain: give the corners with --lo and --hi");
		lo[d] = isnan(arg.lo[d]) ? w->domain.lo[d] : arg.lo[d];
		hi[d] = isnan(arg.hi[d]) ? w->domain.hi[d] : arg.hi[d];
		if (lo[d] >= hi[d])
			opt_fail("hi", "%g is not above the lower corner's %g", hi[d], lo[d]);
	}
}

/* Grains beyond the walls along axis d are an error that names some. */
static void check_inside(struct world *w, int d, double lo, double hi)
{
	struct bodies b = world_bodies(w);
	double tol = 1e-9 * (hi - lo); /* grains may touch their box, to rounding */
	char names[120] = "";
	int n = 0;

	for (int i = 0; i < b.n; i++) {
		if (!grains_is(w, &b, i) || (box[i][d] >= lo - tol && box[i][2 + d] <= hi + tol))
			continue;
		if (n++ < 5)
			snprintf(names + strlen(names), sizeof names - strlen(names), " %lld", (long long)b.id[i]);
	}
	if (n)
		tool_fail(EXIT_NUMERICS, "%d grain%s outside the walls at %c = %g and %g: id%s%s", n,
		          n == 1 ? " reaches" : "s reach", "xy"[d], lo, hi, names, n > 5 ? " ..." : "");
}

/* Grains that overlap the wall in the given row are an error that names some. */
static void check_apart(struct world *w, int wall)
{
	struct bodies b = world_bodies(w);
	double tol = 1e-9 * (radius + grains.size);
	char names[120] = "";
	int n = 0;

	for (int i = 0; i < b.n; i++)
		if (i != wall && grains_is(w, &b, i) && body_gap(w, &b, wall, i) < -tol && n++ < 5)
			snprintf(names + strlen(names), sizeof names - strlen(names), " %lld", (long long)b.id[i]);
	if (n)
		tool_fail(EXIT_NUMERICS, "%d grain%s the wall: id%s%s", n, n == 1 ? " overlaps" : "s overlap", names,
		          n > 5 ? " ..." : "");
}

static const char *material(const struct world *w)
{
	if (arg.material && !world_material(w, arg.material))
		opt_fail("material", "the scene has no material '%s'", arg.material);
	if (!arg.material && !w->n_material)
		tool_fail(EXIT_INPUT, "the scene has no material: found no record 'material', expected one before the frame");
	return arg.material ? arg.material : w->material[0].name;
}

/* One wall from a to b, fixed. */
static void straight(struct world *w, double ax, double ay, double bx, double by, const char *tag)
{
	double xy[2][2] = { { ax, ay }, { bx, by } };

	refuse_tag(w, tag);
	wall_add(w, (const double (*)[2])xy, 2, 0, radius, material(w), tag);
	fix(w, tag);
}

/* Four lines round the region; their inner faces are the region's edges. */
static void make_box(struct world *w)
{
	double lo[2], hi[2], r = radius;

	region(w, lo, hi);
	check_inside(w, 0, lo[0], hi[0]);
	check_inside(w, 1, lo[1], hi[1]);
	for (int d = 0; d < 2; d++) {
		w->domain.lo[d] = lo[d] - 2 * r;
		w->domain.hi[d] = hi[d] + 2 * r;
		w->domain.periodic[d] = 0;
	}
	w->domain.tilt = 0;
	w->domain.set = 1;
	straight(w, lo[0] - r, lo[1] - r, lo[0] - r, hi[1] + r, "left");
	straight(w, hi[0] + r, lo[1] - r, hi[0] + r, hi[1] + r, "right");
	straight(w, lo[0] - r, lo[1] - r, hi[0] + r, lo[1] - r, "bottom");
	/* the lid fits between the sides with a little play: a constraint may move it without rubbing */
	straight(w, lo[0] + 1.001 * r, hi[1] + r, hi[0] - 1.001 * r, hi[1] + r, "top");
}

/* Give the grains that reach into the strips at bottom and top the plates' tags. */
static void glue(struct world *w)
{
	struct bodies b = world_bodies(w);
	double strip = isnan(arg.strip) ? grains.size / 2 : arg.strip;
	int32_t tag[2] = { world_name(w, "bottom"), world_name(w, "top") };
	int n[2] = { 0, 0 };

	for (int i = 0; i < b.n; i++) {
		if (!grains_is(w, &b, i))
			continue;
		int low = box[i][1] < grains.lo[1] + strip, high = box[i][3] > grains.hi[1] - strip;
		if (low && high)
			tool_fail(EXIT_NUMERICS, "grain %lld reaches both plates: the packing is too low, or --strip %g too thick",
			          (long long)b.id[i], strip);
		n[1] += high;
		n[0] += low;
		if (low || high)
			b.tag[i] = tag[high];
	}
	tool_note("%d grains glued to the bottom plate, %d to the top plate", n[0], n[1]);
}

static void make_plates(struct world *w)
{
	double lo[2], hi[2], r = radius, length;
	struct domain *d = &w->domain;

	if (d->set && d->periodic[1])
		tool_fail(EXIT_USAGE, "plates need a scene that is not periodic in y: make it with --periodic x");
	refuse_tag(w, "bottom");
	refuse_tag(w, "top");
	region(w, lo, hi);
	length = hi[0] - lo[0];
	if (arg.rough) {
		if (!grains.n)
			tool_fail(EXIT_INPUT, "rough plates are made of grains: found none, expected some");
		lo[1] = grains.lo[1];
		hi[1] = grains.hi[1];
		glue(w);
		fix(w, "bottom");
	} else {
		check_inside(w, 1, lo[1], hi[1]);
		straight(w, lo[0], lo[1] - r, hi[0], lo[1] - r, "bottom");
		straight(w, lo[0], hi[1] + r, hi[0], hi[1] + r, "top");
		lo[1] -= 2 * r;
		hi[1] += 2 * r;
	}
	double height = hi[1] - lo[1], margin = 1e-3 * height;
	if (!d->set) {
		d->lo[0] = lo[0];
		d->hi[0] = hi[0];
	}
	d->lo[1] = lo[1] - margin;
	d->hi[1] = hi[1] + margin + (isnan(arg.room) ? height / 4 : arg.room);
	d->set = 1;

	struct constraint *top = fix(w, "top");
	if (!isnan(arg.speed))
		top->dof[0] = drive(DRIVE_VELOCITY, arg.speed);
	if (!isnan(arg.load)) {
		top->dof[1] = drive(DRIVE_PRESSURE, -arg.load);
		top->m = isnan(arg.mass) ? length * grains.density * grains.size : arg.mass;
		top->c = isnan(arg.damping) ? 0 : arg.damping;
		tool_note("the top plate has mass %g and damping %g", top->m, top->c);
	}
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
	int row = wall_add(w, xy, n, arg.closed, radius, material(w), tag);
	check_apart(w, row);
	fix(w, tag);
}

/* Write the shapes, the constraints and the domain that are new, then the frame. */
static void write_changes(struct world *w, int shapes, int constraints, const struct domain *before)
{
	struct particles_out *out = tool_out();

	if (memcmp(before, &w->domain, sizeof *before) != 0)
		particles_put_domain(out, w);
	for (int k = shapes; k < w->n_shape; k++)
		particles_put_shape(out, &w->shape[k]);
	for (int k = constraints; k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	tool_write_frame(w);
}

enum kind { BOX, PLATES, LINE, POLYLINE, LANDSCAPE, KINDS };
static const char *const kind_name[KINDS] = { "box", "plates", "line", "polyline", "landscape" };

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
		tool_fail(EXIT_USAGE, "'%s' is no kind of wall: box, plates, line, polyline or landscape; see %s --help",
		          word, tool_name());
	int n = places(k), more = tool_operands() - 1 - n;
	if (more < 0 || more > 1 || (k == POLYLINE && n < 1))
		tool_fail(EXIT_USAGE, "%s takes %s and at most one stream; see %s --help", word, k <= PLATES ? "no place" :
		          k == LINE ? "two points x,y" : k == POLYLINE ? "points x,y" : "one file", tool_name());
	if (k != PLATES && (arg.rough || !isnan(arg.strip) || !isnan(arg.speed) || !isnan(arg.load) || !isnan(arg.mass) ||
	                    !isnan(arg.damping) || !isnan(arg.room)))
		tool_fail(EXIT_USAGE, "--rough, --strip, --speed, --load, --mass, --damping and --room are for plates; see %s --help",
		          tool_name());
	if (k <= PLATES && (arg.tag || arg.closed))
		tool_fail(EXIT_USAGE, "--tag and --closed are for lines; see %s --help", tool_name());
	if (arg.closed && (k == LINE || (k == POLYLINE && n < 3)))
		opt_fail("closed", "a ring needs three points");
	if (!(isnan(arg.radius) || arg.radius >= 0))
		opt_fail("radius", "%g is not 0 or more", arg.radius);
	if (arg.mass <= 0)
		opt_fail("mass", "%g is not above 0", arg.mass);
	if (arg.damping < 0)
		opt_fail("damping", "%g is not 0 or more", arg.damping);
	if (arg.strip <= 0)
		opt_fail("strip", "%g is not above 0", arg.strip);
	if (arg.room < 0)
		opt_fail("room", "%g is not 0 or more", arg.room);
	return k;
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

	const char *input = tool_operands() > 1 + n_place ? tool_operand(1 + n_place) : "-";
	tool_input(input);
	if (strcmp(input, "-") == 0)
		input = "stdin";
	struct world *w = tool_read_last();
	if (!w)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected one to put walls into", input);
	int shapes = w->n_shape, constraints = w->n_constraint;
	struct domain before = w->domain;
	if (domain_deforms(&w->domain))
		tool_fail(EXIT_INPUT, "%s: the domain deforms and walls do not, expected a domain at rest; "
		          "scree-set --rate 0,0,0 --pressure none stops it", input);
	box = mem_new((size_t)w->body.n_row, sizeof *box);
	int bad = grains_look(w, &grains, box);
	if (bad)
		tool_fail(EXIT_INPUT, "%s: body row %d has no shape, expected a record 'shape' with its number", input,
		          bad);
	radius = !isnan(arg.radius) ? arg.radius : grains.n ? grains.size / 4 : 0.1;

	if (kind == BOX)
		make_box(w);
	else if (kind == PLATES)
		make_plates(w);
	else
		make_line(w, (const double (*)[2])xy, n);
	world_changed(w);
	write_changes(w, shapes, constraints, &before);
	free(box);
	free(xy);
	return tool_end();
}
