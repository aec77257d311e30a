/* The heat of bodies: closed forms for sliding and for a collision, and its sum, which is the ledger's friction and viscosity. */
#include "scene.h"

static const char *const by[] = { "Verlet", "Gear" };

static struct sim_options with(enum dem2_integrator integrator)
{
	struct sim_options o = dem2_defaults();

	o.integrator = integrator;
	o.heat = 1;
	return o;
}

static double lost(const struct world *w)
{
	return params_get(&w->ledger, "fric", NAN) + params_get(&w->ledger, "visc", NAN);
}

/* A disk that cannot turn is drawn over a fixed floor, pressed on it by a force n: mu n times the way, half to each, when the
 * spring has been stretched to its limit, mu^2 n^2 / 2 kt of work that it keeps. */
static void sliding(enum dem2_integrator integrator)
{
	const double r = 0.4, mu = 0.3, n = 2, v = 0.7, t = 4, kn = 500, kt = 200;
	struct world w;

	scene_begin(&w, kn, kt, mu, 0.3);
	scene_wall(&w, -5, -0.1, 5, -0.1, 0.1);
	scene_body(&w, scene_disk(&w, r), "drawn", -1, r - n / kn, 0);
	struct constraint *c = world_need_constraint(&w, "drawn");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { v }, NULL };
	c->dof[1] = (struct dof){ DRIVE_FORCE, 1, { -n }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	scene_run_for(&w, t, 1e-3, with(integrator));
	const double *heat = table_real(&w.body, "heat"), want = mu * n * v * t - 0.5 * mu * mu * n * n / kt;
	near(heat[0], heat[1], 0, "%s: as much to the floor as to what slides on it", by[integrator]);
	near(heat[0], 0.5 * want, 2e-3 * want, "%s: half the work of friction", by[integrator]);
	world_free(&w);
}

/* Two disks of unlike sizes collide: each gets half of the energy that is lost. */
static void collision(enum dem2_integrator integrator)
{
	struct world w;

	scene_begin(&w, 100, 0, 0, 0.5);
	scene_body(&w, scene_disk(&w, 0.5), "-", -0.52, 0, 0);
	scene_body(&w, scene_disk(&w, 0.3), "-", 0.32, 0, 0);
	double m[2] = { 1.25 * pi * 0.25, 1.25 * pi * 0.09 }, before = 0.5 * m[0] * 0.04;
	scene_move(&w, 0, 0.2, 0, 0);
	scene_run_for(&w, 2, 2e-4, with(integrator));
	struct bodies2 b = world_bodies2(&w);
	const double *heat = table_real(&w.body, "heat");
	double after = 0.5 * (m[0] * b.vx[0] * b.vx[0] + m[1] * b.vx[1] * b.vx[1]);
	ok(b.vx[1] > b.vx[0], "%s: they have met", by[integrator]);
	near(heat[0], 0.5 * (before - after), 1e-4 * before, "%s: half of what is lost to the one", by[integrator]);
	near(heat[1], heat[0], 0, "%s: and to the other", by[integrator]);
	world_free(&w);
}

/* A packing that is shaken by a wall and meets its own images. gn: coefficient of damping, or 0: weak damping. */
static void sum(enum dem2_integrator integrator, int attraction, double gn)
{
	static const double pentagon[5][2] = { { 0.3, 0 }, { 0.09, 0.29 }, { -0.24, 0.18 }, { -0.24, -0.18 }, { 0.09, -0.29 } };
	struct sim_options o = with(integrator);
	double all = 0, walls = 0;
	struct world w;
	struct rng g;

	rng_seed(&g, 3);
	scene_begin(&w, 1000, 300, 0.5, gn > 0 ? -1 : 0.4);
	if (gn > 0)
		params_set(&w.law[0].par, "gn", gn);
	w.domain = (struct domain){ .lo = { 0, -1 }, .hi = { 5.2, 6 }, .periodic = { 1, 0 }, .set = 1 };
	w.gravity[1] = -3;
	int floor = scene_wall(&w, 0, -0.1, 5.2, -0.1, 0.1);
	world_need_constraint(&w, "wall")->dof[0] = (struct dof){ DRIVE_SIN, 3, { 1, 0.5, 0 }, NULL };
	int64_t shape = scene_shape(&w, SHAPE_POLYGON, 5, pentagon, 0.2)->id;
	for (int k = 0; k < 20; k++) {
		double x = 0.55 + 1.04 * (k % 5), y = 0.6 + 1.05 * (k / 5), u[2];

		scene_draw(&g, 2, u);
		scene_move(&w, scene_body(&w, shape, "-", x, y, 2 * pi * u[0]), 2 * u[1] - 1, 0, 1);
	}
	o.attraction = attraction;
	scene_run_for(&w, 3, 1e-3, o);
	const double *heat = table_real(&w.body, "heat");
	for (int k = 0; k < w.body.n_row; k++)
		all += heat[k];
	walls = heat[floor];
	near(all, lost(&w), 1e-12 * lost(&w), "%s: heat of all bodies is friction and viscosity, gn=%g", by[integrator], gn);
	ok(walls > 0.01 * all && walls < 0.5 * all, "%s: the wall has its share, %g of %g", by[integrator], walls, all);
	world_free(&w);
}

int main(void)
{
	for (int k = 0; k < 2; k++) {
		sliding(k ? DEM2_GEAR : DEM2_VERLET);
		collision(k ? DEM2_GEAR : DEM2_VERLET);
		sum(k ? DEM2_GEAR : DEM2_VERLET, 0, 0);
		sum(k ? DEM2_GEAR : DEM2_VERLET, 1, 0);
	}
	sum(DEM2_VERLET, 0, 120); /* three times the critical damping */
	return done();
}
