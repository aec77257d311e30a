/* The first law in a sheared packing of pentagons with friction and viscosity under a loaded moving plate: the ledger
 * closes, better with shorter steps as their square, and no term of it can be left out. */
#include "scene.h"

enum { N = 40 };

/* Pentagons of area 1 between a fixed floor and a plate that is pressed down and pulled along, periodic along x. */
static void build(struct world *w, uint64_t seed, double speed)
{
	struct rng g;
	double xy[5][2], width = 8 * 1.26, top = 0.9;

	rng_seed(&g, seed);
	scene_begin(w, 1, 0.1, 0.5, 0.5);
	w->domain = (struct domain){ .lo = { 0, -1 }, .hi = { width, 20 }, .periodic = { 1, 0 }, .set = 1 };
	for (int k = 0; k < 5; k++) {
		xy[k][0] = 0.49 * cos(0.4 * pi * k);
		xy[k][1] = 0.49 * sin(0.4 * pi * k);
	}
	int64_t shape = scene_shape(w, SHAPE_POLYGON, 5, xy, 0.2)->id;
	for (int k = 0; k < N; k++) {
		double way = 2 * pi * rng_uniform(&g);
		int row = scene_body(w, shape, "-", (k % 8 + 0.5) * 1.26, 1 + 1.42 * (k / 8), 2 * pi * rng_uniform(&g));

		scene_move(w, row, 0.05 * cos(way), 0.05 * sin(way), 0.1 * (rng_uniform(&g) - 0.5));
		top = 1 + 1.42 * (k / 8) + 0.95;
	}
	for (int plate = 0; plate < 2; plate++) { /* rough: a saw */
		double saw[11][2];

		for (int k = 0; k < 11; k++) {
			saw[k][0] = width * (k / 10.0 - 0.5);
			saw[k][1] = (plate ? -0.3 : 0.3) * (k % 2);
		}
		struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
		shape_alloc(s, SHAPE_POLYLINE, 11);
		memcpy(s->xy, saw, sizeof saw);
		s->r = 0.2;
		scene_body(w, s->id, plate ? "top" : "bottom", 0.5 * width, plate ? top + 0.3 : -0.1, 0);
	}
	struct constraint *c = world_need_constraint(w, "bottom");
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
	c = world_need_constraint(w, "top");
	c->m = width;
	c->c = 0.02 * width;
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { speed }, NULL };
	c->dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { -0.004 }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
}

static double get(const struct world *w, const char *key)
{
	return params_get(&w->ledger, key, NAN);
}

struct terms { double work, kinetic, normal, tangent, fric, visc, other, residual, closure, num, slip, power; };

/* What changed in the ledger since *from. */
static struct terms terms(const struct world *w, const struct params *from)
{
	struct terms t;
	static const char *const key[] = { "work", "kin_lin", "el_n", "el_t", "fric", "visc", "other", "residual", "closure",
		"e_num", "slip", "visc_power" };
	double *to[] = { &t.work, &t.kinetic, &t.normal, &t.tangent, &t.fric, &t.visc, &t.other, &t.residual, &t.closure, &t.num,
		&t.slip, &t.power };

	for (int k = 0; k < 12; k++)
		*to[k] = get(w, key[k]) - params_get(from, key[k], 0);
	t.kinetic += get(w, "kin_rot") - params_get(from, "kin_rot", 0);
	return t;
}

/* Shear for time t with a given step, from the packing in *w (which stays as it is). */
static struct terms shear(const struct world *w, double t, double dt, enum dem2_integrator integrator, int forces)
{
	struct sim_options o = dem2_defaults();
	struct world copy = *w; /* tables and ledger anew, definitions shared */
	struct params from = { 0 };

	memset(&copy.body, 0, sizeof copy.body);
	memset(&copy.contact, 0, sizeof copy.contact);
	memset(&copy.ledger, 0, sizeof copy.ledger);
	table_copy(&copy.body, &w->body);
	table_copy(&copy.contact, &w->contact);
	params_copy(&copy.ledger, &w->ledger);
	params_copy(&from, &w->ledger);
	o.integrator = integrator;
	o.forces = forces;
	enum sim_status st = scene_run_for(&copy, t, dt, o);
	struct terms out = terms(&copy, &from);
	if (st != SIM_GOOD)
		ok(0, "the run failed with %d", st);
	params_free(&from);
	params_free(&copy.ledger);
	table_free(&copy.body);
	table_free(&copy.contact);
	return out;
}

static void first_law(enum dem2_integrator integrator)
{
	const char *name = integrator == DEM2_GEAR ? "gear" : "verlet";
	double r[3] = { 0 }, closure = 0, slip[3] = { 0 };
	static const double dt[3] = { 0.04, 0.02, 0.01 };
	struct terms t = { 0 };

	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct world w;

		build(&w, seed, 0.1);
		scene_run_for(&w, 120, 0.02, dem2_defaults()); /* into a sheared packing */
		for (int k = 0; k < 3; k++) {
			t = shear(&w, 40, dt[k], integrator, 0);
			r[k] += fabs(t.residual / t.work) / 4;
			slip[k] += fabs(t.slip / t.work) / 4;
			closure = fmax(closure, fabs(t.closure / t.work));
		}
		world_free(&w);
	}
	ok(t.work > 0.1 * N * 0.004, "%s: the plate works on the packing (%.3g)", name, t.work);
	double most = integrator == DEM2_GEAR ? 1e-3 : 3e-5; /* impulses put Verlet's events right, see dem2_event.c */
	ok(r[0] < most, "%s: residual %.2g of the work at dt = 0.04", name, r[0]);
	ok(r[2] < 0.1 * most, "%s: residual %.2g of the work at dt = 0.01", name, r[2]);
	ok(r[0] / r[2] > 7, "%s: it falls with the step, %.1f for a quarter (order 2: 16)", name, r[0] / r[2]);
	ok(slip[2] < 1e-5, "%s: slip closes to %.2g of the work", name, slip[2]);
	if (integrator == DEM2_VERLET)
		near(closure, 0, 1e-12, "%s: closure is an identity", name);
	/* every term matters: without it the balance is off by much more than it is */
	double *term[] = { &t.kinetic, &t.normal, &t.tangent, &t.fric, &t.visc, &t.other };
	static const char *const what[] = { "kinetic energy", "normal springs", "tangential springs", "friction", "viscosity",
		"damping of the plate" };
	for (int k = 0; k < 6; k++)
		ok(fabs(*term[k]) > 5 * fabs(t.residual),
		   "%s: without %s the balance is off by %.2g, with it by %.2g of the work", name, what[k],
		   fabs(*term[k] / t.work), fabs(t.residual / t.work));
	double balance = t.work - t.kinetic - t.normal - t.tangent - t.fric - t.visc - t.other;
	near(balance, t.residual, 1e-12 * fabs(t.work), "%s: residual is what the terms leave", name);
	near(t.power / t.visc, 1, 0.02, "%s: viscous dissipation as power agrees with that as work", name);
}

/* The work of the plate by hand: speed times the force it feels (--forces), and load times the way down. With this seed no
 * contact of the plate begins or ends: the impulses of such events do work that forces do not show. */
static void work_by_hand(void)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double work = 0, before = 0, dt = 0.02;

	build(&w, 3, 0.1);
	scene_run_for(&w, 100, 0.02, o);
	o.dt = dt;
	o.forces = 1;
	struct dem2 *sim = scene_start(&w, o);
	dem2_export(sim, &w, 1);
	double y0 = world_bodies2(&w).y[N + 1], w0 = get(&w, "work");
	for (int k = 0; k <= 600; k++) {
		double f = table_real(&w.body, "fx")[N + 1];

		work -= k ? 0.5 * (f + before) * 0.1 * dt : 0;
		before = f;
		if (k < 600)
			scene_run(&w, sim, 1);
	}
	work -= 0.004 * 8 * 1.26 * (world_bodies2(&w).y[N + 1] - y0);
	near((get(&w, "work") - w0) / work, 1, 1e-9, "work of the plate by hand");
	dem2_free(sim);
	world_free(&w);
}

/* A disk that sticks to the floor rebounds: its tangential spring is stretched when the contact opens, and that energy
 * is lost to friction. In the contact x'' = -(3 kt / m) x for the slip x of a solid disk (whose 1/m + r^2/I is 3/m), and the
 * contact lasts pi sqrt(m / kn): the spring is left with m v^2 / 6 sin^2(pi sqrt(3 kt / kn)). */
static void stuck_when_it_opens(void)
{
	double kn = 1000, kt = 50, v = 0.3, r = 0.5, fall = 0.4;
	struct world w;

	scene_begin(&w, kn, kt, 1e9, 1);
	scene_wall(&w, -9, 0, 9, 0, 0.1);
	int row = scene_body(&w, scene_disk(&w, r), "-", 0.123, 0.1 + r + 0.01, 0);
	double m = 1.25 * pi * r * r, s = sin(pi * sqrt(3 * kt / kn));
	scene_move(&w, row, v, -fall, 0);
	scene_run_for(&w, 0.4, 1e-5, dem2_defaults());
	ok(world_bodies2(&w).vy[row] > 0.39, "the disk has left the floor");
	near(get(&w, "fric") / (m * v * v / 6 * s * s), 1, 1e-2, "friction takes what the spring held at the end");
	near(get(&w, "residual") / (m * v * v), 0, 1e-6, "and the balance closes");
	world_free(&w);
}

int main(void)
{
	stuck_when_it_opens();
	first_law(DEM2_VERLET);
	first_law(DEM2_GEAR);
	work_by_hand();
	return done();
}
