/* Periodic cells under a pressure: gases, a body on its own images, packings and shear against closed forms and against a stress
 * that is summed here from the contacts of the frame. */
#include "scene.h"

#include "world/deform.h"

static const char *const by[] = { "Verlet", "Gear" };

static void cell(struct world *w, double lx, double ly, double m, double c)
{
	w->domain = (struct domain){ .lo = { -0.3, 1.1 }, .hi = { lx - 0.3, ly + 1.1 }, .periodic = { 1, 1 }, .m = m, .c = c,
		.set = 1 };
}

static void press(struct world *w, int axis, double p)
{
	w->domain.servo[axis] = 1;
	w->domain.target[axis] = p;
}

static double side(const struct world *w, int axis)
{
	return w->domain.hi[axis] - w->domain.lo[axis];
}

/* The stress of a frame [xx, xy, yx, yy], compression positive: its contacts' forces on j times the way from i to j at its image,
 * and the momentum flux against the flow, over the area. */
static void stress_of(const struct world *w, double s[4])
{
	const struct table *t = &w->contact;
	struct bodies2 b = world_bodies2((struct world *)w);
	const struct domain *d = &w->domain;

	memset(s, 0, 4 * sizeof *s);
	for (int k = 0; k < t->n_row; k++) {
		int row[2] = { -1, -1 };
		double fn = table_real(t, "fn")[k], ft = table_real(t, "ft")[k], nx = table_real(t, "nx")[k], ny = table_real(t,
			"ny")[k];
		double fx = fn * nx - ft * ny, fy = fn * ny + ft * nx;
		double sx = (double)table_int(t, "ix")[k], sy = (double)table_int(t, "iy")[k];

		for (int i = 0; i < b.n; i++) {
			row[0] = b.id[i] == table_int(t, "i")[k] ? i : row[0];
			row[1] = b.id[i] == table_int(t, "j")[k] ? i : row[1];
		}
		double x = b.x[row[1]] + sx * side(w, 0) + sy * d->tilt[0] - b.x[row[0]], y = b.y[row[1]] + sy * side(w,
			1) - b.y[row[0]];
		s[0] += fx * x;
		s[1] += fx * y;
		s[2] += fy * x;
		s[3] += fy * y;
	}
	for (int i = 0; i < b.n; i++) {
		double x = b.x[i] - 0.5 * (d->lo[0] + d->hi[0]), y = b.y[i] - 0.5 * (d->lo[1] + d->hi[1]);
		double ux = b.vx[i] - d->rate[0] * x - d->rate[XY] * y, uy = b.vy[i] - d->rate[1] * y;
		const struct shape *h = world_shape(w, b.shape[i]);
		double m = 1.25 * h->area * b.size[i] * b.size[i];

		s[0] += m * ux * ux;
		s[3] += m * uy * uy;
	}
	for (int k = 0; k < 4; k++)
		s[k] /= side(w, 0) * side(w, 1);
}

/* Bodies that pass through each other are an ideal gas, whose velocities against the flow go as 1 / L along their axis: so
 * sum m u_x^2 Lx^2 = a stays, and under p it comes to rest with Lx^3 Ly = a / p, Lx Ly^3 = b / p. */
static void gas(enum dem2_integrator integrator)
{
	const double p = 0.6, lx = 3.1, ly = 2.2;
	double a = 0, b = 0;
	struct world w;
	struct rng g;

	rng_seed(&g, 4);
	scene_begin(&w, 0, 0, 0, 1);
	cell(&w, lx, ly, 20, 8);
	press(&w, 0, p);
	press(&w, 1, p);
	int64_t disk = scene_disk(&w, 0.3);
	double m = world_shape(&w, disk)->area * 1.25;
	for (int k = 0; k < 12; k++) {
		double u[4];

		scene_draw(&g, 4, u);
		scene_move(&w, scene_body(&w, disk, "-", -0.3 + lx * u[0], 1.1 + ly * u[1], 0), 2 * u[2] - 1, 3 * u[3] - 1, 0);
		struct bodies2 all = world_bodies2(&w);
		a += m * all.vx[k] * all.vx[k] * lx * lx;
		b += m * all.vy[k] * all.vy[k] * ly * ly;
	}
	scene_run_for(&w, 200, 2e-3, scene_defaults(integrator));
	near(side(&w, 0) / sqrt(sqrt(sqrt(a / b) * a / p)), 1, 5e-5, "%s: a gas comes to rest as wide as the pressure says",
	     by[integrator]);
	near(side(&w, 1) / sqrt(sqrt(sqrt(b / a) * b / p)), 1, 5e-5, "%s: and height", by[integrator]);
	near(w.domain.rate[0], 0, 1e-7, "%s: and stands still", by[integrator]);
	near(scene_ledger(&w, "residual"), 0, 1e-11, "%s: what the cell did on it is booked", by[integrator]);
	ok(fabs(scene_ledger(&w, "work")) > 0.1 * scene_ledger(&w, "kin_lin"), "%s: %g of %g", by[integrator], scene_ledger(&w, "work"),
	   scene_ledger(&w, "kin_lin"));
	world_free(&w);
}

/* A disk wider than the cell along x, on a spring to its images: it settles where kn (2 r - Lx) / Ly = p, and swings, undamped,
 * with the period 2 pi sqrt(m Ly / (kn Lx)) for small swings. */
static void spring(enum dem2_integrator integrator)
{
	const double r = 0.5, kn = 130, ly = 3, p = 2.1, rest = 2 * r - p * ly / kn, m = 7, amount = 1e-4, dt = 1e-3;
	int up = 0;
	double at[2] = { 0 }, last = 0;
	struct sim_error e;
	struct world w;

	scene_begin(&w, kn, 40, 0.5, 0.6);
	cell(&w, 0.99, ly, m, 20);
	press(&w, 0, p);
	scene_body(&w, scene_disk(&w, r), "-", 0.5, 1.4, 0.3);
	scene_run_for(&w, 40, dt, scene_defaults(integrator));
	near(side(&w, 0), rest, 1e-10, "%s: a disk on its images settles where the spring holds the pressure", by[integrator]);
	near(side(&w, 1), ly, 1e-15, "%s: and the axis without a target stays", by[integrator]);
	ok(w.domain.rate[1] == 0, "%s: at rest", by[integrator]);
	near(scene_ledger(&w, "el_n"), 0.5 * kn * (2 * r - rest) * (2 * r - rest), 1e-10, "%s: its energy", by[integrator]);
	near(scene_ledger(&w, "residual"), 0, 1e-8, "%s: the first law", by[integrator]);
	world_free(&w);

	scene_begin(&w, kn, 40, 0.5, 1);
	cell(&w, rest + amount, ly, m, 0);
	press(&w, 0, p);
	scene_body(&w, scene_disk(&w, r), "-", 0.5, 1.4, 0.3);
	struct sim_options o = scene_defaults(integrator);
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	for (int k = 1; k <= 9000 && up < 2; k++) {
		dem2_step(sim, &e);
		dem2_export(sim, &w, 1);
		double x = side(&w, 0) - rest;
		if (last < 0 && x >= 0)
			at[up++] = dt * (k - x / (x - last));
		last = x;
	}
	near(at[1] - at[0], 2 * pi * sqrt(m * ly / (kn * rest)), 2e-3, "%s: the period of a small swing", by[integrator]);
	dem2_free(sim);
	world_free(&w);
}

/* Pentagons at random on a lattice. */
static void grains(struct world *w, int side_n, double step, double mu)
{
	static const double pentagon[5][2] = { { 0.3, 0 }, { 0.09, 0.29 }, { -0.24, 0.18 }, { -0.24, -0.18 }, { 0.09, -0.29 } };
	struct rng g;

	rng_seed(&g, 8);
	scene_begin(w, 1000, 300, mu, 0.5);
	int64_t shape = scene_shape(w, SHAPE_POLYGON, 5, pentagon, 0.2)->id;
	cell(w, side_n * step, side_n * step, side_n * side_n, 0.5 * side_n * sqrt(1000));
	for (int k = 0; k < side_n * side_n; k++)
		scene_body(w, shape, "-", step * (k % side_n + 0.5) - 0.3, step * (k / side_n + 0.5) + 1.1,
			2 * pi * rng_uniform(&g));
}

/* A loose packing is pressed together to the stress that is asked for along each axis. */
static void packing(enum dem2_integrator integrator)
{
	double s[4], area, dt = integrator == DEM2_GEAR ? 1e-3 : 2e-3; /* Gear chatters with the longer one */
	struct world w;

	grains(&w, 6, 1.15, 0.2);
	area = side(&w, 0) * side(&w, 1);
	press(&w, 0, 9);
	press(&w, 1, 12);
	scene_run_for(&w, 20, dt, scene_defaults(integrator));
	stress_of(&w, s);
	near(s[0] / 9, 1, 2e-3, "%s: a packing under pressure: xx", by[integrator]);
	near(s[3] / 12, 1, 2e-3, "%s: yy", by[integrator]);
	ok(side(&w, 0) * side(&w, 1) < 0.8 * area, "%s: it has become dense", by[integrator]);
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, integrator ? 5e-3 : 1e-4, "%s: the first law", by[integrator]);
	if (integrator == DEM2_VERLET)
		near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "closure is an identity");
	world_free(&w);
}

/* Shear at constant normal stress. The equation of motion over a time T: mean stress = target + (c ln(L1 / L0) + m (rate1 -
 * rate0)) / T, so that where the height does not grow for ever the mean stress is the target. */
static void shear(void)
{
	const double p = 10, dt = 1e-3;
	const int from = 6000, to = 14000;
	double mean = 0, s[4], l0 = 0, rate0 = 0, friction = 0;
	struct sim_error e;
	struct world w;

	grains(&w, 5, 0.93, 0.5);
	double lx = side(&w, 0), m = w.domain.m, c = w.domain.c;
	press(&w, 1, p);
	w.domain.rate[XY] = 0.3;
	world_add_flow(&w, w.domain.rate);
	struct sim_options o = dem2_defaults();
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	for (int k = 0; k <= to; k++) {
		if (k == from) {
			dem2_export(sim, &w, 1);
			l0 = side(&w, 1);
			rate0 = w.domain.rate[1];
		}
		dem2_step(sim, &e);
		if (k < from || k == to)
			continue;
		dem2_export(sim, &w, 1);
		stress_of(&w, s);
		mean += s[3] / (to - from);
		friction -= s[1] / (to - from);
	}
	double time = dt * (to - from), pull = (c * log(side(&w, 1) / l0) + m * (w.domain.rate[1] - rate0)) / time;
	near(mean, p + pull, 2e-3 * p, "sheared under a pressure: the mean normal stress by the equation of motion");
	near(mean, p, 0.1 * p, "and the target");
	ok(friction / mean > 0.2 && friction / mean < 0.8, "friction of the material: %g", friction / mean);
	near(side(&w, 0), lx, 1e-14, "the width stays");
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, 1e-3, "the first law");
	near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "and closure");
	dem2_free(sim);
	world_free(&w);
}

/* At its target from the start and without motion nothing moves: the flow is none of its own. And the middle of the domain may be
 * anywhere. */
static void still(void)
{
	struct world w;

	grains(&w, 3, 2, 0.2);
	press(&w, 0, 0);
	press(&w, 1, 0);
	double lx = side(&w, 0);
	scene_run_for(&w, 2, 2e-3, scene_defaults(DEM2_VERLET));
	ok(side(&w, 0) == lx && w.domain.rate[1] == 0 && scene_ledger(&w, "kin_lin") == 0,
		"no stress and a pressure of 0: nothing moves");
	/* nothing resists, but the damping of all rates: p = -c rate */
	press(&w, 1, 0.003);
	w.domain.m = 0.01;
	w.domain.c = 4;
	w.domain.mean[1] = -0.02;
	w.domain.tau = 0;
	scene_run_for(&w, 0.1, 2e-3, scene_defaults(DEM2_VERLET));
	near(w.domain.rate[1], -0.003 / 4, 1e-6, "without memory an old mean of the rate does not count");
	ok(w.domain.mean[1] == 0, "and is forgotten");
	world_free(&w);
}

/* One step of a tilted cell that is pressed along both axes while it is sheared, from a state in the midst of a run: each
 * rate by its
 * own stress, target and the cell's mass and damping, m d(rate)/dt = s - p - c rate, and every body kicked by dt (dG/dt + G
 * G) times
 * its place from the middle. The stress is that of the frame before the kick. */
static void one_step(enum dem2_integrator integrator)
{
	const double m = 37, c = 21, dt = 1e-3, p[2] = { 9, 14 };
	double s[4], old[3], most = 0;
	struct sim_error e;
	struct world w;

	grains(&w, 5, 0.95, 0.4);
	w.domain.hi[0] += 0.7; /* no square */
	w.domain.m = m;
	w.domain.c = c;
	w.domain.tilt[0] = 1.13;
	for (int k = 0; k < 2; k++)
		press(&w, k, p[k]);
	w.domain.rate[XY] = 0.4;
	world_add_flow(&w, w.domain.rate);
	struct sim_options o = scene_defaults(integrator);
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	scene_run(&w, sim, 900);
	for (int k = 0; k < 3; k++)
		old[k] = w.domain.rate[k < 2 ? k : XY];
	dem2_step(sim, &e);
	dem2_export(sim, &w, 1);
	struct sim_signs sign = dem2_signs(sim);
	stress_of(&w, s);
	near(sign.pressure, 0.5 * (s[0] + s[3]), integrator ? 1e-6 : 1e-12, "%s: the pressure that runs may be stopped by",
		by[integrator]);
	near(sign.off, fmax(fabs(s[0] / p[0] - 1), fabs(s[3] / p[1] - 1)), integrator ? 1e-6 : 1e-12,
		"%s: and how far it is off", by[integrator]);
	near(sign.kinetic, scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot"), 1e-12, "%s: energy of motion", by[integrator]);
	near(sign.elastic, scene_ledger(&w, "el_n") + scene_ledger(&w, "el_t"), 1e-12, "%s: of springs", by[integrator]);
	struct domain *d = &w.domain;
	double now[3] = { d->rate[0], d->rate[1], d->rate[XY] };
	const double kick[3] = { now[0] - old[0] + dt * old[0] * old[0], now[1] - old[1] + dt * old[1] * old[1],
		now[2] - old[2] + dt * (old[0] * old[2] + old[2] * old[1]) };
	struct bodies2 b = world_bodies2(&w);
	for (int i = 0; i < b.n; i++) { /* as it was before the kick */
		double x = b.x[i] - 0.5 * (d->lo[0] + d->hi[0]), y = b.y[i] - 0.5 * (d->lo[1] + d->hi[1]);

		b.vx[i] -= kick[0] * x + kick[2] * y;
		b.vy[i] -= kick[1] * y;
	}
	d->rate[XX] = old[0], d->rate[YY] = old[1], d->rate[XY] = old[2];
	stress_of(&w, s);
	for (int k = 0; k < 2; k++) {
		double damp = 0.5 * dt * c / m, stress = s[3 * k];
		double want = (old[k] * (1 - damp) + dt * (stress - p[k]) / m) / (1 + damp);

		most = fmax(most, fabs(stress - p[k]));
		near(now[k], want, integrator ? 1e-8 : 1e-12, "%s: a tilted cell's rate after a step, along %d", by[integrator],
			k);
	}
	ok(now[2] == 0.4 && fabs(d->tilt[0]) > 0.3 && most > 0.1 && fabs(s[0] - s[3]) > 0.1 && fabs(old[0]) > 1e-3,
		"%s: of tilt %g, stresses %g %g",
	   by[integrator], d->tilt[0], s[0], s[3]);
	near(scene_ledger(&w, "residual") / scene_ledger(&w, "work"), 0, 2e-2, "%s: the first law", by[integrator]);
	if (integrator == DEM2_VERLET)
		near(scene_ledger(&w, "closure") / scene_ledger(&w, "work"), 0, 1e-12, "and closure");
	dem2_free(sim);
	world_free(&w);
}

/* The same along x alone: a disk on its image through a tilt, which presses along both axes, and the axis without a target
 * stays. */
static void tilted_disk(void)
{
	const double r = 0.5, kn = 130, lx = 3, ly = 0.9, tilt = 0.27, m = 5, c = 3, dt = 1e-3;
	double far = hypot(tilt, ly), f = kn * (2 * r - far), stress[2] = { f * tilt / far * tilt / (lx * ly),
		f * ly / far * ly / (lx * ly) };
	struct world w;

	for (int k = 0; k < 2; k++) {
		double damp = 0.5 * dt * c / m;

		scene_begin(&w, kn, 0, 0, 1);
		cell(&w, lx, ly, m, c);
		w.domain.tilt[0] = tilt;
		press(&w, k, 0.2);
		scene_body(&w, scene_disk(&w, r), "-", 0.5, 1.4, 0.3);
		scene_run_for(&w, dt, dt, scene_defaults(DEM2_VERLET)); /* the cell does not move in its first step */
		near(w.domain.rate[k], dt * (stress[k] - 0.2) / m / (1 + damp), 1e-13,
			"a disk on its image through a tilt: the rate along %d", k);
		ok(w.domain.rate[1 - k] == 0, "and not along the other");
		world_free(&w);
	}
}

static enum sim_status starts(void (*change)(struct world *w))
{
	struct sim_options o = dem2_defaults();
	struct sim_error e = { 0 };
	struct world w;

	grains(&w, 3, 2, 0.2);
	press(&w, 1, 1);
	change(&w);
	o.dt = 1e-2;
	struct dem2 *sim = dem2_new(&w, &o, &e);
	for (int k = 0; sim && k < 1000 && e.status == SIM_GOOD; k++)
		dem2_step(sim, &e);
	dem2_free(sim);
	world_free(&w);
	return e.status;
}

static void walled(struct world *w) { w->domain.periodic[1] = 0; }
static void massless(struct world *w) { w->domain.m = 0; }
static void light(struct world *w) { w->domain.m = 1e-6; w->domain.c = 0; }
static void held(struct world *w)
{
	world_bodies2(w).tag[1] = world_name(w, "held");
	world_need_constraint(w, "held")->dof[0].drive = DRIVE_FIXED;
}

/* A stress whose target is 0 is compared with the largest target. */
static void off_of_zero(double px, double py)
{
	double s[4], most = fmax(px, py);
	struct sim_error e;
	struct world w;

	grains(&w, 5, 0.95, 0.4);
	w.domain.m = 37;
	press(&w, 0, px);
	press(&w, 1, py);
	press(&w, XY, 0);
	struct sim_options o = scene_defaults(DEM2_VERLET);
	o.dt = 1e-3;
	struct dem2 *sim = scene_start(&w, o);
	dem2_step(sim, &e);
	dem2_export(sim, &w, 1);
	double off = dem2_signs(sim).off;
	stress_of(&w, s);
	double x = fabs(s[0] - px) / (px > 0 ? px : most), y = fabs(s[3] - py) / (py > 0 ? py : most), xy = fabs(s[1]) / most;
	if (most > 0)
		near(off / fmax(x, fmax(y, xy)), 1, 1e-11, "a target of 0 counts by the largest one: pressures %g and %g", px, py);
	else
		ok(isnan(off), "targets of 0 alone give no scale");
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	for (int k = 0; k < 2; k++) {
		gas(k ? DEM2_GEAR : DEM2_VERLET);
		spring(k ? DEM2_GEAR : DEM2_VERLET);
		packing(k ? DEM2_GEAR : DEM2_VERLET);
	}
	one_step(DEM2_VERLET);
	one_step(DEM2_GEAR);
	tilted_disk();
	shear();
	still();
	ok(starts(walled) == SIM_TILT, "a pressure along an axis that is not periodic");
	ok(starts(massless) == SIM_TILT, "a cell without mass");
	ok(starts(held) == SIM_HELD, "bodies that are held");
	ok(starts(light) == SIM_RATE, "a cell so light that it runs away");
	off_of_zero(0, 14);
	off_of_zero(9, 0);
	off_of_zero(0.1, 14);
	off_of_zero(0, 0);
	return done();
}
