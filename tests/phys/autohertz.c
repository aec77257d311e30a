/* The automatic time step of Hertz' law in the plane: the overlaps to expect, by closed forms, and the energy error of scenes
 * at the step. Impacts at any part of a step, and what a run says of deeper overlaps, are in autohertz3.c. */
#include "scene.h"

#include "base/buf.h"
#include "base/rng.h"

#define KN 3.7e4
#define R 0.31
static const double rho = 2.3, g = 9.81, half = 0.55, spin = 3; /* the last two of a rod */

static double mass(void)
{
	return rho * pi * R * R;
}

static double deep(double m, double v)
{
	return pow(1.25 * m * v * v / KN, 0.4);
}

/* An impact and a load at once. */
static double both(double m, double v, double load)
{
	return pow(pow(deep(m, v), 1.5) + load / KN, 2.0 / 3);
}

static void begin(struct world *w, double en)
{
	scene_begin(w, KN, 0, 0.3, en);
	struct law *l = world_need_law(w, "grain", "grain");

	free(l->kind);
	l->kind = mem_string("hertz");
	world_need_material(w, "grain")->density = rho;
}

static void disk(struct world *w, double x, double y, double vx, double vy)
{
	int k = scene_body(w, world_last_shape(w) > 0 ? 1 : scene_disk(w, R), "-", x, y, 0);
	struct bodies2 b = world_bodies2(w);

	b.vx[k] = vx;
	b.vy[k] = vy;
}

static double overlap(struct world *w)
{
	struct dem2 *sim = scene_start(w, dem2_defaults());
	double out = dem2_report(sim).overlap;

	dem2_free(sim);
	world_free(w);
	return out;
}

static void overlaps(void)
{
	struct world w;
	double h = 1.7, p = 12, gamma = 0.21, v = 0.4;

	/* down a slope, from the lowest point of the disk to that of the wall */
	begin(&w, 0.9);
	disk(&w, 1, h, 0, 0);
	scene_wall(&w, -3, -1, 3, 1, 0.1);
	w.gravity[1] = -g;
	near(overlap(&w) / both(mass(), sqrt(2 * g * (h - R + 1.1)), mass() * g), 1, 1e-9, "the overlap of a fall");

	/* periodic along the weight: by a period, with the weight of both on the width of the domain */
	begin(&w, 0.9);
	disk(&w, 1, h, 0, 0);
	disk(&w, 2, 2 * h, 0, 0);
	w.gravity[0] = g;
	w.domain = (struct domain){ .hi = { 7, 5 }, .periodic = { 1, 1 }, .set = 1 };
	near(overlap(&w) / both(mass() / 2, 2 * sqrt(2 * g * 7), 2 * mass() * g * fmin(1, 3 * 2 * R / 5)), 1, 1e-9,
		"that of a fall without end");

	/* a cell with a pressure that is sheared; one disk moves with the flow, and one against it */
	begin(&w, 0.9);
	disk(&w, 3, 1, -gamma * 1.5, 0);
	disk(&w, 2, 4, gamma * 1.5 - v, 0);
	w.domain = (struct domain){ .hi = { 7, 5 }, .periodic = { 1, 1 }, .set = 1, .rate = { 0, 0, 0, gamma }, .servo = { 0, 1 },
		.target = { 0, p }, .m = 9, .c = 1 };
	double u = sqrt(p * 3.14 * R * R / mass() + v * v);
	near(overlap(&w) / both(mass() / 2, 2 * u + 4 * gamma * 2 * R, 3 * p * 2 * R), 1, 1e-9,
		"that of a cell under shear and pressure");

	/* a plate that falls onto a disk by a force: 2 F h / m, and the force itself */
	begin(&w, 0.9);
	disk(&w, 0, R, 0, 0);
	scene_wall(&w, -1, 3, 1, 3, 0.1);
	struct bodies2 b = world_bodies2(&w);
	b.tag[1] = world_name(&w, "plate");
	struct constraint *c = world_need_constraint(&w, "plate");
	c->dof[0].drive = c->dof[2].drive = DRIVE_FIXED;
	c->dof[1] = (struct dof){ DRIVE_FORCE, 1, { -5 }, NULL };
	c->m = 2.9;
	double times = 1.1 / R, m = 2.9 / times, fast = sqrt(2 * 5 / 2.9 * (2.9 - 2 * R));
	/* of one material: the heaviest and the fastest count for both bodies */
	near(overlap(&w) / both(fmax(m, mass()) / 2, 2 * fast, 5 * fmin(1, 3 / times)), 1, 1e-9, "that of a plate with a force");
}

/* What is foreseen of a rod that turns in a box with this length, which is compressed at a rate. */
static struct sim_report rod(double length, double rate)
{
	struct world w;

	begin(&w, 1);
	int64_t rod = scene_shape(&w, SHAPE_POLYLINE, 2, (const double[2][2]){ { -half, 0 }, { half, 0 } }, R)->id;
	scene_move(&w, scene_body(&w, rod, "-", 0.6, 1.5, 0.6), 0, 0, spin);
	w.domain = (struct domain){ .hi = { length, 3 }, .periodic = { 1, 1 }, .rate = { -rate }, .set = 1 };
	struct dem2 *sim = scene_start(&w, dem2_defaults());
	struct sim_report out = dem2_report(sim);

	dem2_free(sim);
	world_free(&w);
	return out;
}

/* If its ends meet its own images, these are two bodies. Alone in a larger box it may come to meet them, if the box is
 * compressed; until then no overlap is foretold, but the step stays. */
static void itself(void)
{
	double meets = deep(rho * (pi * R * R + 4 * half * R) / 2, 2 * spin * half);
	struct sim_report larger = rod(2.5, 1e-12), rest = rod(2.5, 0);

	near(rod(1.25, 0).overlap / meets, 1, 1e-9, "that of a rod and its own image");
	near(larger.overlap / meets, 1, 1e-9, "and of a rod that has no other partner");
	ok(rest.overlap == 0 && rest.dt_auto == larger.dt_auto, "which it cannot meet in a domain at rest, with the same step");
}

/* Disks at random in a periodic box, or above a floor: the energy is kept. */
static void energy(double en, double weight)
{
	struct rng rng;
	struct world w;

	begin(&w, en);
	rng_seed(&rng, 5);
	for (int k = 0; k < 36; k++) {
		double a = rng_uniform(&rng), c = rng_uniform(&rng);

		disk(&w, 0.5 + k % 6, 0.5 + k / 6, a - 0.5, c - 0.5);
	}
	w.domain = (struct domain){ .lo = { 0, -1 }, .hi = { 6, 20 }, .periodic = { 1, weight == 0 }, .set = 1 };
	w.domain.hi[1] = weight > 0 ? 20 : 5;
	w.gravity[1] = -weight;
	if (weight > 0)
		scene_wall(&w, -2, -0.5, 8, -0.5, 0.1);
	struct dem2 *sim = scene_start(&w, dem2_defaults());
	double dt = dem2_clock(sim)->dt;
	scene_run(&w, sim, (int)(4 / dt));
	struct sim_report r = dem2_report(sim);
	ok(fabs(r.residual) < 1e-4 * r.turnover, "disks, restitution %g, weight %g: the energy is off by %.2g", en, weight,
		r.residual / r.turnover);
	ok(r.overlap_ratio > 0.01 && r.overlap_ratio < 4, "and the step was made for overlaps like those that occur: %.2g",
		r.overlap_ratio);
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	overlaps();
	itself();
	for (double en = 1; en > 0.4; en -= 0.25) {
		energy(en, 0);
		energy(en, g);
	}
	return done();
}
