/* The automatic time step of Hertz' laws in space: the overlaps to expect, by closed forms; the energy error at the step,
 * over impacts that begin at any part of a step; what does not change the step; and what a run says of overlaps that are
 * deeper. */
#include "scene3.h"

#define R 0.001 /* glass beads of 2 mm */
static const double young = 7e10, poisson = 0.2, density = 2500, g = 9.81;

static double mass(void)
{
	return density * 4 / 3 * pi * R * R * R;
}

/* 4/3 E* of two bodies of glass. */
static double constant(void)
{
	return 4.0 / 3 * young / 2 / (1 - poisson * poisson);
}

/* 5/4 m v^2 = K d^(5/2). */
static double deep(double m, double v, double effective)
{
	return pow(1.25 * m * v * v / (constant() * sqrt(effective)), 0.4);
}

static void glass(struct world *w)
{
	struct material *m = world_material(w, "grain");

	m->density = density;
	m->young = young;
	m->poisson = poisson;
}

static void begin(struct world *w, double en)
{
	scene_begin(w, "hertz-mindlin", (const char *[]){ "mu", "en", NULL }, (const double[]){ 0.5, en });
	glass(w);
}

static void sticky(struct world *w, const char *kind, double adhesion)
{
	scene_begin(w, kind, (const char *[]){ "adhesion", "mu", "en", NULL }, (const double[]){ adhesion, 0.5, 0.9 });
	glass(w);
}

static int bead(struct world *w, double x, double z, double vz)
{
	int k = scene_body(w, scene_ball(w, R), "-", x, 0, z);

	scene_move(w, k, 0, 0, vz);
	return k;
}

static struct sim_report report(struct world *w, double dt)
{
	struct sim_options o = dem3_defaults();

	o.dt = dt;
	struct dem3 *sim = scene_start(w, o);
	struct sim_report r = dem3_report(sim);
	dem3_free(sim);
	world_free(w);
	return r;
}

/* ---- energy ---- */

/* The error of the energy in one impact on a floor, relative to the energy, as the mean over places of the touch in a step, and
 * the number of steps of the impact. */
static double error_of(double v, double en, double *steps)
{
	double sum = 0;
	enum { PARTS = 8 };

	for (int k = 0; k < PARTS; k++) {
		struct world w;

		begin(&w, en);
		bead(&w, 0, R * 1.0001, -v);
		scene_floor(&w);
		struct sim_options o = dem3_defaults();
		struct dem3 *sim = scene_start(&w, o);
		double dt = dem3_clock(sim)->dt, last = 2.9432750 * deep(mass(), v, R) / v;
		world_bodies3(&w).x[2][0] += v * dt * k / PARTS;
		dem3_free(sim);
		o.dt = dt;
		sim = scene_start(&w, o);
		scene_run(&w, sim, (int)((R * 1e-4 / v + last / en * 1.2) / dt) + 3);
		struct sim_report r = dem3_report(sim);
		sum += fabs(r.residual) / (0.5 * mass() * v * v) / PARTS;
		*steps = last / dt;
		ok(world_bodies3(&w).v[2][0] > 0.9 * en * v && w.contact.n_row == 0, "the bead has bounced");
		dem3_free(sim);
		world_free(&w);
	}
	return sum;
}

static void energies(void)
{
	static const double speed[] = { 0.01, 0.11, 1, 3.7 }, en[] = { 1, 0.9, 0.5 };

	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 3; b++) {
			double steps, e = error_of(speed[a], en[b], &steps);

			ok(e < 1e-4, "a bead at %g, restitution %g: the energy is off by %.2g", speed[a], en[b], e);
			/* 50 to 75 steps of the half period, which is shorter by 1.283, rounded by up to 2 */
			ok(steps > 63 && steps < 195, "and the impact has %.0f steps", steps);
		}
}

/* ---- overlaps ---- */

static double overlap(struct world *w)
{
	return report(w, 0).overlap;
}

/* A floor with a drive of its own. */
static struct constraint *piston(struct world *w)
{
	int row = scene_floor(w);

	world_bodies3(w).tag[row] = world_name(w, "piston");
	return scene_hold(w, "piston");
}

static void overlaps(void)
{
	struct world w;
	double h = 0.05, v = 0.3;

	begin(&w, 0.9);
	bead(&w, 0, R + h, 0);
	w.gravity[2] = -g;
	scene_floor(&w);
	double fall = pow(pow(deep(mass(), sqrt(2 * g * h), R), 1.5) + mass() * g / (constant() * sqrt(R)), 2.0 / 3);
	near(overlap(&w) / fall, 1, 1e-9, "the overlap of a fall");

	begin(&w, 0.9);
	bead(&w, 0, R, 0);
	w.gravity[2] = -g;
	scene_floor(&w);
	near(overlap(&w) / pow(mass() * g / (constant() * sqrt(R)), 2.0 / 3), 1, 1e-9, "the overlap at rest");

	begin(&w, 0.9);
	bead(&w, 0, 0, v);
	bead(&w, 0, 3 * R, -2 * v);
	near(overlap(&w) / deep(mass() / 2, 4 * v, R / 2), 1, 1e-9, "that of two beads at the larger of both speeds");

	begin(&w, 0.9);
	bead(&w, 0, 2 * R, 0);
	piston(&w)->dof[2] = (struct dof){ DRIVE_RAMP, 4, { 0.1, -v, 0, 1 }, NULL };
	near(overlap(&w) / deep(mass(), v, R), 1, 1e-9, "that of a piston at its fastest");

	begin(&w, 0.9);
	bead(&w, 0, 2 * R, 0);
	piston(&w)->dof[2] = (struct dof){ DRIVE_SIN, 3, { v, 1, 0 }, NULL };
	near(overlap(&w) / deep(mass(), v, R), 1, 1e-9, "that of a shaker");

	/* one that turns by itself about a fixed axis, with the speed of its surface */
	begin(&w, 0.9);
	bead(&w, 3 * R, 0, 0);
	int wheel = bead(&w, 0, 0, 0);
	world_bodies3(&w).tag[wheel] = world_name(&w, "wheel");
	scene_hold(&w, "wheel")->dof[5].drive = DRIVE_FREE;
	world_bodies3(&w).momentum[2][wheel] = 0.4 * mass() * R * R * (v / R);
	near(overlap(&w) / deep(mass() / 2, 2 * v, R / 2), 1, 1e-9, "that of a wheel that turns freely");

	/* beads that stick to each other: the attraction at contact, twice, as a load; of jkr it is 3 pi w R* */
	for (int k = 0; k < 2; k++) {
		const double w_adhesion = 0.07;

		sticky(&w, k ? "dmt" : "jkr", w_adhesion);
		bead(&w, 0, 0, 0);
		bead(&w, 0, 2.5 * R, 0);
		near(overlap(&w) / pow((k ? 4 : 6) * pi * w_adhesion * R / 2 / (constant() * sqrt(R / 2)), 2.0 / 3), 1, 1e-9, "that of %s",
			k ? "dmt" : "jkr");
	}

	/* a hundred beads on an area of ten by ten diameters: three times the weight of a bead */
	begin(&w, 0.9);
	for (int k = 0; k < 100; k++) {
		int row = bead(&w, 2 * R * (k % 10), R, 0);

		world_bodies3(&w).x[1][row] = 2 * R * (k / 10);
	}
	w.gravity[2] = -g;
	scene_floor(&w);
	near(overlap(&w) / pow(3 * mass() * g / (constant() * sqrt(R / 2)), 2.0 / 3), 1, 1e-9, "that of a layer that lies there");

	/* a lid with a pressure, near enough not to gain speed: three times the pressure on a bead, and beads at sqrt (p / density) */
	begin(&w, 0.9);
	bead(&w, 0, R, 0);
	bead(&w, 3 * R, R, 0);
	scene_floor(&w);
	double p = 1e3, u = 2 * sqrt(p * 4.19 * R * R * R / mass()), k = constant() * sqrt(R / 2);
	scene_turn(&w, scene_body(&w, world_last_shape(&w), "lid", 0, 0, 2 * R), 0, 1, 0, 0);
	w.domain = (struct domain){ .lo = { -R, -R, -R }, .hi = { 9 * R, 9 * R, 9 * R }, .periodic = { 1, 1, 0 }, .set = 1 };
	struct constraint *c = scene_hold(&w, "lid");
	c->dof[2] = (struct dof){ DRIVE_PRESSURE, 1, { -p }, NULL };
	c->m = 1e3;
	double beads = pow(pow(1.25 * mass() / 2 * u * u / k, 0.6) + 3 * p * 4 * R * R / k, 2.0 / 3);
	ok(overlap(&w) > 0.99 * beads, "that of a pressure");
}

/* ---- a large ball ---- */

/* The step of a ball of glass that falls on a floor of glass; with a grain of soft sand beside it, of a fifth of the size. */
static double step_of_ball(int grain)
{
	struct world w;

	begin(&w, 0.5);
	scene_move(&w, scene_body(&w, scene_ball(&w, 5 * R), "-", 20 * R, 0, 6 * R), 0, 0, -5);
	scene_floor(&w);
	if (grain) {
		int row = bead(&w, 0, 2 * R, 0);
		struct material *sand = world_need_material(&w, "sand");

		sand->density = density;
		sand->young = 1e-4 * young;
		sand->poisson = poisson;
		world_bodies3(&w).material[row] = world_name(&w, "sand");
		for (int k = 0; k < 2; k++) {
			struct law *l = world_need_law(&w, k ? "sand" : "grain", "sand");

			free(l->kind);
			l->kind = strdup("hertz-mindlin");
			params_copy(&l->par, &world_law(&w, "grain", "grain")->par);
		}
	}
	return report(&w, 0).dt_auto;
}

/* ---- what does not matter, and what is said ---- */

static double step_of_gas(int turned, int threads)
{
	struct sim_options o = dem3_defaults();
	struct world w;

	begin(&w, 0.9);
	w.gravity[2] = -g;
	for (int k = 0; k < 200; k++) {
		int z = turned ? 199 - k : k, row = bead(&w, 3 * R * (z % 10), R + 3 * R * (z / 10), 0.01 * sin(z));

		world_bodies3(&w).id[row] = 1 + (z * 37) % 200;
	}
	scene_floor(&w);
	o.threads = threads;
	struct dem3 *sim = scene_start(&w, o);
	double dt = dem3_clock(sim)->dt;
	dem3_free(sim);
	world_free(&w);
	return dt;
}

/* A run of which the step is given, too long by the factor. */
static struct sim_report deeper(double factor)
{
	struct sim_options o = dem3_defaults();
	struct world w;
	double v = 1;

	begin(&w, 1);
	bead(&w, 0, R * 1.0001, -v);
	scene_floor(&w);
	double last = 2.9432750 * deep(mass(), v, R) / v;
	o.dt = last / 1.2829 / 50 * factor;
	struct dem3 *sim = scene_start(&w, o);
	scene_run(&w, sim, (int)((R * 1e-4 / v + 1.2 * last) / o.dt) + 3);
	struct sim_report r = dem3_report(sim);
	dem3_free(sim);
	world_free(&w);
	return r;
}

int main(void)
{
	energies();
	overlaps();
	near(step_of_gas(1, 1), step_of_gas(0, 1), 0, "the order of the bodies does not change the step");
	near(step_of_gas(0, 3), step_of_gas(0, 1), 0, "nor do threads");
	/* 25 grains may touch the ball at once, but one floor */
	near(step_of_ball(1), step_of_ball(0), 0, "soft grains do not shorten the step for a ball on a floor");
	struct sim_report well = deeper(1), far = deeper(2);
	near(well.overlap_reached / deep(mass(), 1, R), 1, 2e-3, "the overlap that was reached");
	near(well.overlap_ratio, 1, 2e-3, "is the one that the step was made for");
	near(far.overlap_ratio, 16, 0.3, "and 16 times that of a step twice as long");
	/* pi R sqrt(density / G) / (0.1631 nu + 0.8766) */
	struct world w;
	begin(&w, 1);
	bead(&w, 0, 2 * R, 0);
	scene_floor(&w);
	const double rayleigh = pi * R * sqrt(density / (young / 2 / (1 + poisson))) / (0.1631 * poisson + 0.8766);
	near(report(&w, 1e-8).rayleigh / rayleigh, 1, 1e-9, "the Rayleigh time");
	sticky(&w, "jkr", 1e9); /* with a large contact radius at any overlap */
	bead(&w, 0, 2 * R, 0);
	scene_floor(&w);
	near(report(&w, 1e-8).rayleigh / rayleigh, 1, 1e-9, "that of grains that stick");
	return done();
}
