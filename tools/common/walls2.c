/* walls2.c: walls in the plane (scree-wall) */
#include "common/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/words.h"
#include "scene/place.h"
#include "scene/vessel.h"
#include "scene/wall.h"

static const double pi = 3.14159265358979323846;

static const struct walls *arg;
static struct grain_extent grains;
static double (*box)[4]; /* bounding box of every body [L] */
static struct vessel2 vessel; /* the space between the walls */

static void check_inside(struct world *w, int d, double lo, double hi)
{
	int64_t id[GRAINS_NAMED];
	char where[100];

	snprintf(where, sizeof where, " outside the walls at %c = %g and %g", "xy"[d], lo, hi);
	walls_refuse_grains(grains_beyond(w, (const double (*)[4])box, d, lo, hi, id), GRAINS_NAMED, id, "grain reaches",
	                    "grains reach", where);
}

static void check_apart(struct world *w, int wall)
{
	int64_t id[GRAINS_NAMED];
	int n = grains_overlapping(w, wall, 1e-9 * (vessel.r + grains.size), id);

	walls_refuse_grains(n, GRAINS_NAMED, id, "grain overlaps", "grains overlap", " the wall");
}

/* Check that the tags of walls are free, and that all grains are between the walls. */
static void enclose(struct world *w, const char *const *tag, int n)
{
	for (int k = 0; k < n; k++)
		walls_refuse_tag(w, tag[k]);
	check_inside(w, 0, vessel.lo[0], vessel.hi[0]);
	check_inside(w, 1, vessel.lo[1], vessel.hi[1]);
}

/* The mass of a wall of this length: that of the option, or that of a layer of grains; 0 if the wall has no load. */
static double wall_mass(double length, double load)
{
	if (isnan(load))
		return 0;
	if (isnan(arg->mass) && !grains.n)
		opt_fail("mass", "missing; there are no grains whose mass a wall under load could have");
	return isnan(arg->mass) ? length * grains.density * grains.size : arg->mass;
}

static int left_first(const void *a, const void *b)
{
	const double *p = *(const double *const *)a, *q = *(const double *const *)b;

	return (p[0] > q[0]) - (p[0] < q[0]);
}

/* The widest gap along x between neighbouring grains of a rough plate, in a period also that across its edge [L]. */
static double widest_gap(const struct world *w, const struct bodies2 *b, const char *plate)
{
	const double **row = MEM_NEW(const double *, (size_t)b->n);
	double most = 0, end;
	int n = 0;

	for (int i = 0; i < b->n; i++)
		if (!strcmp(w->names.word[b->tag[i]], plate))
			row[n++] = box[i];
	qsort(row, (size_t)n, sizeof *row, left_first);
	end = n ? row[0][2] : 0;
	for (int k = 1; k < n; k++) {
		most = fmax(most, row[k][0] - end);
		end = fmax(end, row[k][2]);
	}
	if (n && w->domain.set && w->domain.periodic[0])
		most = fmax(most, row[0][0] + w->domain.hi[0] - w->domain.lo[0] - end);
	free(row);
	return most;
}

/* Warn if grains can slip through the gaps of a rough plate. */
static void check_gaps(struct world *w)
{
	static const char *const plate[] = { "bottom", "top" };
	struct bodies2 b = world_bodies2(w);
	double least = INFINITY;

	for (int i = 0; i < b.n; i++)
		if (grains_is(w, &b, i))
			least = fmin(least, fmin(box[i][2] - box[i][0], box[i][3] - box[i][1]));
	for (int k = 0; k < 2; k++) {
		double gap = widest_gap(w, &b, plate[k]);

		if (gap > least)
			tool_warn("the %s plate has gaps up to %.3g, and the smallest grain is %.3g thick: grains may slip through; give a denser "
			          "packing, such as one that a run has pressed together, or a thicker --strip", plate[k], gap, least);
	}
}

static void make_plates(struct world *w)
{
	struct vessel2_plates p = { arg->rough, isnan(arg->strip) ? grains.size / 2 : arg->strip, arg->speed, arg->load,
	                           wall_mass(vessel.hi[0] - vessel.lo[0], arg->load), isnan(arg->damping) ? 0 : arg->damping };
	int n[2];

	if (w->domain.set && w->domain.periodic[1])
		tool_fail(EXIT_USAGE, "plates need a scene that is not periodic in y; scree-set --periodic x makes it so");
	walls_refuse_tag(w, "bottom");
	walls_refuse_tag(w, "top");
	if (arg->rough && !grains.n)
		tool_fail(EXIT_INPUT, "found no grains, expected some to make rough plates");
	if (!arg->rough)
		check_inside(w, 1, vessel.lo[1], vessel.hi[1]);
	for (int d = 0; d < 2; d++)
		if (arg->rough)
			*(d ? &vessel.hi[1] : &vessel.lo[1]) = d ? grains.hi[1] : grains.lo[1];
	double thick = arg->rough ? 0 : 4 * vessel.r; /* room is a fraction of the height that includes the plates */
	if (isnan(arg->room))
		vessel.room = (vessel.hi[1] - vessel.lo[1] + thick) / 4;
	int64_t id = vessel2_plates(w, &vessel, &p, (const double (*)[4])box, n);
	if (id)
		tool_fail(EXIT_NUMERICS, "grain %lld reaches both plates; the packing is too low, or --strip %g is too thick",
		          (long long)id, p.strip);
	if (arg->rough)
		tool_note("%d %s glued to the bottom plate, %d to the top plate", n[0], words_for(n[0], "grain", "grains"), n[1]);
	if (arg->rough)
		check_gaps(w);
	if (!isnan(arg->load))
		tool_note("the top plate has mass %g and damping %g", p.m, p.c);
}

/* Walls of a biaxial cell cross at the corners, so the law of their material with itself must have kn = 0. */
static void make_biaxial(struct world *w)
{
	static const char *const tag[4] = { "left", "right", "bottom", "top" };
	struct vessel2_pair pair[2];

	enclose(w, tag, 4);
	if (!arg->material) {
		if (world_material(w, "wall"))
			tool_fail(EXIT_USAGE, "the scene has a material wall already; give the walls another one with --material");
		vessel_pass(w, vessel.material = "wall", grains.n ? grains.density : 1, arg->mu);
	}
	const struct law *own = world_law(w, vessel.material, vessel.material);
	if (!own || params_get(&own->par, "kn", NAN) != 0)
		opt_fail("material", "walls of %s would touch where they cross; scree-set --law %s,%s,kn=0 lets them pass",
		         vessel.material, vessel.material, vessel.material);
	for (int d = 0; d < 2; d++) {
		pair[d] = (struct vessel2_pair){ arg->press[d], arg->rate[d], wall_mass(vessel.hi[!d] - vessel.lo[!d], arg->press[d]),
		                                isnan(arg->damping) ? 0 : arg->damping };
		if (!isnan(arg->press[d]))
			tool_note("the %s wall has mass %g and damping %g", d ? "top" : "right", pair[d].m, pair[d].c);
	}
	vessel_biaxial(w, &vessel, pair);
}

static void make_hopper(struct world *w)
{
	static const char *const tag[3] = { "left", "right", "gate" }, *const drain[3] = { "none", "remove", "return" };
	double width = vessel.hi[0] - vessel.lo[0];
	struct vessel2_hopper h = { .opening = arg->opening, .gate = arg->gate, .angle = arg->angle * (pi / 180) };

	enclose(w, tag, 3);
	if (!(arg->opening < width))
		opt_fail("opening", "%g is not narrower than the space between the walls, %g", arg->opening, width);
	h.drop = isnan(arg->drop) ? arg->opening : arg->drop;
	while (strcmp(drain[h.drain], arg->outlet ? arg->outlet : "remove") != 0)
		h.drain++;
	double y = vessel2_hopper(w, &vessel, &h), x = 0.5 * (vessel.lo[0] + vessel.hi[0]);
	tool_note("the opening is at y = %.9g, from x = %.9g to %.9g", y, x - 0.5 * h.opening, x + 0.5 * h.opening);
}

static void make_column(struct world *w)
{
	static const char *const tag[4] = { "left", "right", "bottom", "gate" };

	enclose(w, tag, 4);
	vessel_column(w, &vessel, isnan(arg->run) ? 5 * (vessel.hi[1] - vessel.lo[1]) : arg->run, arg->gate);
}

/* A drum around the largest circle in the middle of the space. */
static void make_drum(struct world *w)
{
	double x = vessel.hi[0] - vessel.lo[0], y = vessel.hi[1] - vessel.lo[1], R = 0.5 * fmin(x, y), whole;
	struct vessel2_drum d = { .x = vessel.lo[0] + 0.5 * x, .y = vessel.lo[1] + 0.5 * y, .R = R,
	                         .omega = isnan(arg->omega) ? 0 : arg->omega, .baffles = (int)arg->baffles };

	walls_refuse_tag(w, "drum");
	check_inside(w, 0, d.x - R, d.x + R);
	check_inside(w, 1, d.y - R, d.y + R);
	d.height = isnan(arg->height) ? 0.2 * R : arg->height;
	if (d.baffles && !(d.height > 2 * vessel.r && d.height < R))
		opt_fail("height", "%g, expected more than the thickness of the walls, %g, and less than the radius of the drum, %g", d.height,
		         2 * vessel.r, R);
	whole = arg->sides > 0 ? (double)arg->sides : fmin(fmax(ceil(2 * pi * R / (grains.n ? grains.size : 0.1 * R)), 16), 1000);
	d.sides = d.baffles ? d.baffles * (int)ceil(whole / d.baffles) : (int)whole;
	if (d.baffles == d.sides)
		d.sides *= 2;
	vessel2_drum(w, &vessel, &d);
	check_apart(w, w->body.n_row - 1);
}

/* Refuse edges of length 0. */
static void check_points(const double (*xy)[2], int n)
{
	for (int k = 0; k + !arg->closed < n && n > 1; k++)
		if (xy[k][0] == xy[(k + 1) % n][0] && xy[k][1] == xy[(k + 1) % n][1])
			tool_fail(EXIT_USAGE, "points %d and %d of the wall are the same, %.9g,%.9g, expected different points", k + 1,
			          (k + 1) % n + 1, xy[k][0], xy[k][1]);
}

/* Read n points from the operands "x,y" after the first operand. */
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
	const char *tag = arg->tag ? arg->tag : "wall";
	const struct constraint *c = world_constraint(w, tag);

	for (int d = 0; d < 3 && constraint_holds(c); d++)
		if (c->dof[d].drive != DRIVE_FIXED)
			opt_fail("tag", "bodies with tag %s move but this wall would be fixed; give it another tag", tag);
	int row = wall_add(w, xy, n, arg->closed, vessel.r, vessel.material, tag);
	check_apart(w, row);
	vessel_fix(w, tag);
}

/* Find what walls depend on: grains, material, space. */
static void look(struct world *w, const char *input)
{
	double lo[3], hi[3];

	box = mem_new((size_t)w->body.n_row, sizeof *box);
	int bad = grains_look(w, &grains, box);
	if (bad)
		tool_fail(EXIT_INPUT, "%s: body row %d has no shape, expected a record 'shape' with its number", input, bad);
	vessel.r = !isnan(arg->radius) ? arg->radius : grains.n ? grains.size / 4 : 0.1;
	vessel.material = walls_material(w, arg);
	if (arg->kind >= LINE)
		return;
	walls_region(w, arg, lo, hi);
	memcpy(vessel.lo, lo, sizeof vessel.lo);
	memcpy(vessel.hi, hi, sizeof vessel.hi);
	double part = arg->kind == BIAXIAL ? fmax(hi[0] - lo[0], hi[1] - lo[1]) / 2 : (hi[1] - lo[1]) / 4;
	vessel.room = isnan(arg->room) ? part : arg->room;
}

void walls_plane(struct world *w, const struct walls *a, const char *input)
{
	double (*xy)[2] = NULL;
	int n = 0, width;

	arg = a;
	if (a->kind == LANDSCAPE)
		n = tool_load_rows(tool_operand(1), 2, 2, &width, (double **)&xy, NULL);
	else if (a->kind >= LINE)
		n = points_from_operands(a->n_point, &xy);
	if (a->kind == LANDSCAPE && n < 2 + a->closed)
		tool_fail(EXIT_INPUT, "%s: found %d points, expected at least %d", tool_operand(1), n, 2 + a->closed);
	check_points((const double (*)[2])xy, n);
	look(w, input);
	switch (a->kind) {
	case BOX:
		enclose(w, (const char *const[]){ "left", "right", "bottom", "top" }, 4);
		vessel2_box(w, &vessel);
		break;
	case PLATES: make_plates(w); break;
	case BIAXIAL: make_biaxial(w); break;
	case HOPPER:
	case SILO: make_hopper(w); break;
	case COLUMN: make_column(w); break;
	case DRUM: make_drum(w); break;
	default: make_line(w, (const double (*)[2])xy, n);
	}
	free(box);
	free(xy);
}
