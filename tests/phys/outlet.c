/* outlet.c: bodies that leave the scene: when, with what energy, where they are put back, and that nothing else decides.
 *
 * Velocity Verlet follows free fall exactly, y(n) = y0 - g (n dt)^2 / 2, so the step at which a disk is past a line, and the
 * energy that it has there, m g y0, are closed forms. */
#include "outlet_run.h"

static void falling(struct world *w, double y)
{
	scene_begin(w, 1e4, 1e3, 0.5, 0.6);
	w->gravity[1] = -g;
	scene_body(w, scene_disk(w, 0.25), "-", 0.7, y, 0.3);
}

static void fall(void)
{
	struct world w;
	struct sim_options o = dem2_defaults();
	double y = 2.385, at = -0.731, mass = 1.25 * pi * 0.25 * 0.25;
	/* past when y0 - g t^2 / 2 <= at - r; looked at every 64 steps */
	int64_t step = 64 * (int64_t)ceil(sqrt(2 * (y - at + 0.25) / g) / dt / 64);

	falling(&w, y);
	drain(&w, "drain", at);
	o.dt = dt;
	struct dem2 *sim = run_to(&w, scene_start(&w, o), step);
	ok(w.body.n_row == 1, "a falling disk is there until it is wholly past the line");
	sim = run_to(&w, sim, step + 1);
	ok(w.body.n_row == 0, "and gone when steps are looked at next");
	ok(fabs(booked(&w, "out") - mass * g * y) < 1e-12 * mass * g * y && booked(&w, "in") == 0, "it took m g y0 with it");
	ok(fabs(booked(&w, "residual")) < 1e-12 * mass * g * y, "and the first law closes");
	dem2_free(sim);
	world_free(&w);
}

/* After bodies have left, before another step: the world, which is written if a step fails, has the energies of what is left. */
static void at_once(void)
{
	struct world w;
	struct sim_options o = dem2_defaults();
	struct sim_error e = { 0 };
	double mass = 1.25 * pi * 0.25 * 0.25, out = mass * g * 0.1;

	falling(&w, 0.1);
	scene_body(&w, 1, "-", 5, 2, 0.3);
	drain(&w, "drain", -0.731);
	o.dt = dt;
	struct dem2 *sim = scene_start(&w, o);
	while (!dem2_leaving(sim) && dem2_clock(sim)->step < 10000 && !dem2_step(sim, &e))
		;
	sim = dem2_discharge(sim, &w, &e);
	double t = dt * (double)w.step, kinetic = 0.5 * mass * (g * t) * (g * t);
	ok(sim && w.body.n_row == 1, "one of two disks has left");
	ok(fabs(booked(&w, "out") - out) < 1e-9 * out, "the energy that it took is booked: %g, %g", booked(&w, "out"), out);
	ok(fabs(booked(&w, "kin_lin") - kinetic) < 1e-9 * kinetic, "and the other's is left: %g, %g", booked(&w, "kin_lin"), kinetic);
	dem2_free(sim);
	world_free(&w);
}

static void comes_back(enum dem2_integrator how)
{
	struct world w;
	struct sim_options opt = dem2_defaults();
	const double to[3] = { 0.1, 3.7, 4.25 };
	double mass = 1.25 * pi * 0.25 * 0.25, high = 4.5, t;
	int64_t step = 64 * (int64_t)ceil(sqrt(2 * (1.1 + 0.731 + 0.25) / g) / dt / 64);
	const char *name = how == DEM2_GEAR ? "gear" : "verlet";

	falling(&w, 1.1);
	struct outlet *o = drain(&w, "drain", -0.731);
	o->back = 1;
	memcpy(o->to, to, sizeof to);
	opt.dt = dt;
	opt.integrator = how;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), step + 50);
	struct bodies2 b = world_bodies2(&w);
	t = 50 * dt;
	ok(b.n == 1 && b.id[0] == 1 && table_int(&w.body, "laps")[0] == 1, "%s: put back, the same body, one lap", name);
	ok(fabs(b.y[0] - (high - 0.5 * g * t * t)) < 1e-9 && fabs(b.vy[0] + g * t) < 1e-9,
	   "%s: it falls from rest, from the line and its radius", name);
	ok(b.x[0] >= to[0] + 0.25 && b.x[0] <= to[1] - 0.25 && b.vx[0] == 0 && b.angle[0] == 0.3, "%s: between the bounds", name);
	ok(fabs(booked(&w, "out") - mass * g * 1.1) < 1e-9 && fabs(booked(&w, "in") - mass * g * high) < 1e-9,
	   "%s: out is what it had, in what it got", name);
	ok(fabs(booked(&w, "residual")) < 1e-9, "%s: the first law closes", name);
	dem2_free(sim);
	world_free(&w);
}

/* Disks that are put back at once do not stand in each other, nor in what is there, nor in its images. */
static void several(int periodic)
{
	struct world w;
	struct sim_options opt = dem2_defaults();
	const double to[3] = { 0, periodic ? 0.7 : 1.4, 5 };
	double least = INFINITY;

	falling(&w, -3);
	for (int k = 0; k < 7; k++)
		scene_body(&w, 1, "-", 0.2 * k, -4 - 0.6 * k, 0);
	scene_body(&w, 1, "-", periodic ? 1.38 : 0.6, 5.2, 0);
	w.domain = (struct domain){ .set = 1, .lo = { 0, -20 }, .hi = { periodic ? 1.4 : 20, 20 }, .periodic = { periodic, 0 } };
	struct outlet *o = drain(&w, "drain", 0);
	o->back = 1;
	memcpy(o->to, to, sizeof to);
	opt.dt = dt;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), 1);
	struct bodies2 b = world_bodies2(&w);
	for (int i = 0; i < b.n; i++)
		for (int j = 0; j < i; j++)
			for (int k = -periodic; k <= periodic; k++)
				least = fmin(least, hypot(b.x[i] - b.x[j] + 1.4 * k, b.y[i] - b.y[j]));
	ok(b.n == 9 && least >= 0.5 && least < 0.502, "eight put back at once touch nothing: %g apart", least);
	dem2_free(sim);
	world_free(&w);
}

/* A disk that rests on a gate: m g / kn deep. */
static void gate(void)
{
	struct world w;
	struct sim_options opt = dem2_defaults();
	double mass = 1.25 * pi * 0.25 * 0.25, deep = mass * g / 1e4, y = 0.3 - deep, t;

	falling(&w, y);
	int row = scene_wall(&w, -1, 0, 1, 0, 0.05);
	world_bodies2(&w).tag[row] = world_name(&w, "gate");
	struct constraint *c = world_need_constraint(&w, "gate");
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
	struct outlet *o = world_need_outlet(&w, "opens");
	o->tag = strcpy(malloc(5), "gate");
	o->from = 0.1;
	opt.dt = dt;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), 100);
	ok(fabs(world_bodies2(&w).y[0] - y) < 1e-12 && w.body.n_row == 2, "a disk rests on a gate");
	sim = run_to(&w, sim, 180);
	t = 80 * dt;
	ok(w.body.n_row == 1 && fabs(world_bodies2(&w).y[0] - (y - 0.5 * g * t * t)) < 1e-12,
	   "which is taken away at its time, neither sooner nor later");
	ok(fabs(booked(&w, "out") - 0.5 * 1e4 * deep * deep) < 1e-12, "with the energy of the contact");
	ok(fabs(booked(&w, "closure")) < 1e-13 && fabs(booked(&w, "residual")) < 1e-12, "the first law closes");
	dem2_free(sim);
	world_free(&w);
}

static void refused(void)
{
	struct world w;
	struct sim_options opt = dem2_defaults();
	struct sim_error e;

	falling(&w, 1.1);
	w.domain = (struct domain){ .set = 1, .lo = { 0, -1 }, .hi = { 4, 5 } };
	struct outlet *o = drain(&w, "drain", -1.1);
	ok(!dem2_new(&w, &opt, &e) && e.status == SIM_OUTLET && !strcmp(e.word, "drain"), "a line outside the domain is refused");
	o->at = -1;
	o->back = 1;
	o->to[1] = 0.49;
	opt.dt = dt;
	struct dem2 *sim = scene_start(&w, opt);
	e.status = SIM_GOOD;
	while (sim && e.status == SIM_GOOD) {
		if (dem2_leaving(sim))
			sim = dem2_discharge(sim, &w, &e);
		else
			dem2_step(sim, &e);
	}
	ok(!sim && e.status == SIM_RETURN && e.a == 1, "bounds that are too narrow for the disk as well, when it is put back");
	ok(w.body.n_row == 1 && world_bodies2(&w).y[0] < -1.25 && w.step % 64 == 0 && w.step > 0, "the state before that is kept");
	world_free(&w);
}

/* What leaves and comes back across a period, with weight along both axes and images of its own: out is what it had, by the
 * place that
 * its image counts lead to, and in what it has where it was put. */
static void images(enum dem2_integrator how)
{
	const double r = 0.25, mass = 1.25 * pi * r * r, spin = 3, g2[2] = { 1.7, -g }, lx = 2.3;
	struct world w;
	struct sim_options opt = dem2_defaults();

	falling(&w, -2.5);
	memcpy(w.gravity, g2, sizeof g2);
	w.domain = (struct domain){ .set = 1, .lo = { -0.4, -20 }, .hi = { lx - 0.4, 20 }, .periodic = { 1, 0 } };
	scene_move(&w, 0, 0.9, -0.3, spin);
	struct bodies2 b = world_bodies2(&w);
	b.ix[0] = 3;
	b.iy[0] = 2; /* of an axis that was periodic once */
	int stays = scene_body(&w, 1, "-", 1.2, 1.5, 0);
	world_bodies2(&w).ix[stays] = -2;
	struct outlet *o = drain(&w, "drain", -2);
	o->back = 1;
	memcpy(o->to, (const double[3]){ 0.1, 1.9, 4 }, sizeof o->to / 5 * 3);
	opt.dt = dt;
	opt.integrator = how;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), 0);
	struct sim_error e;
	sim = dem2_discharge(sim, &w, &e);
	dem2_export(sim, &w, 1);
	b = world_bodies2(&w);
	double had = 0.5 * mass * (0.81 + 0.09) + 0.25 * mass * r * r * spin * spin - mass * (g2[0] * (0.7 +
		3 * lx) + g2[1] * -2.5);
	double has = -mass * (g2[0] * (b.x[0] + (double)b.ix[0] * lx) + g2[1] * b.y[0]);
	near(booked(&w, "out"), had, 1e-12 * fabs(had), "%d: what left had motion, spin, and weight by its image", how);
	near(booked(&w, "in"), has, 1e-12 * fabs(has), "%d: what came back has weight by its image", how);
	near(booked(&w, "residual"), 0, 1e-12, "%d: the first law", how);
	ok(b.ix[0] == 3 && b.omega[0] == 0 && b.vx[0] == 0 && b.vy[0] == 0 && b.x[1] == 1.2, "%d: at rest, and others stay", how);
	dem2_free(sim);
	world_free(&w);
}

/* Of several outlets that hold a body the first one counts, whatever the order of their lines. */
static void first_counts(int back)
{
	struct world w;
	struct sim_options opt = dem2_defaults();

	falling(&w, -3);
	scene_body(&w, 1, "-", 0.7, 1, 0);
	for (int k = 0; k < 2; k++) {
		struct outlet *o = drain(&w, k ? "second" : "first", k ? -1 : -2);

		o->back = k == back;
		memcpy(o->to, (const double[3]){ 0, 3, k ? 5 : 7 }, sizeof o->to / 5 * 3);
	}
	opt.dt = dt;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), 1);
	ok(w.body.n_row == 1 + !back, "the first of two outlets %s", back ? "takes it out" : "puts it back");
	if (!back) {
		struct bodies2 b = world_bodies2(&w);

		near(b.y[0], 7.25 - g * dt * dt / 2, 1e-12, "to its own line");
	}
	dem2_free(sim);
	world_free(&w);
}

/* A constraint that leaves everything free holds nothing: its bodies leave like any other. */
static void not_held(void)
{
	struct sim_options opt = dem2_defaults();
	struct world w;

	falling(&w, -3);
	world_bodies2(&w).tag[0] = world_name(&w, "that");
	world_need_constraint(&w, "that");
	drain(&w, "drain", -1);
	opt.dt = dt;
	struct dem2 *sim = run_to(&w, scene_start(&w, opt), 1);
	ok(w.body.n_row == 0, "a constraint that holds nothing keeps nothing back");
	dem2_free(sim);
	world_free(&w);
}

/* A wall, or the top of the domain, where a body would be put back. */
static void no_room(void)
{
	struct sim_options opt = dem2_defaults();
	struct sim_error e = { 0 };

	for (int k = 0; k < 4; k++) {
		struct world w;

		falling(&w, -3);
		/* beyond the period, over the edge: the image of the wall is in the way */
		scene_wall(&w, k == 2 ? 2.05 : 3.2, 5.2, k == 2 ? 2.15 : 3.4, 5.2, 0.05);
		w.domain = (struct domain){ .set = 1, .lo = { 0, -9 }, .hi = { 2.1, k == 1 ? 5.2 : 9 }, .periodic = { k == 2,
			0 } };
		if (k == 0 || k == 3) {
			w.domain.hi[0] = 4;
			world_bodies2(&w).x[1] = k ? 3.3 : 1;
		}
		struct outlet *o = drain(&w, "drain", -2);
		o->back = 1;
		memcpy(o->to, (const double[3]){ k == 2 ? 0 : 0.7, k == 2 ? 0.5 : 1.3, 5 }, sizeof o->to / 5 * 3);
		opt.dt = dt;
		struct dem2 *sim = k == 1 ? dem2_new(&w, &opt, &e) : scene_start(&w, opt);
		if (sim)
			sim = dem2_discharge(sim, &w, &e);
		ok(k == 3 ? sim != NULL : !sim && e.status == SIM_RETURN && e.a == 1 && e.b == 1 && !strcmp(e.word, "drain"),
		   k == 0 ? "a wall is in the way" : k == 1 ? "the top is" : k == 2 ? "a wall's image is" : "another wall is not");
		dem2_free(sim);
		world_free(&w);
	}
}

/* A body may be past the edge of the domain where an outlet has it from the end of that step on, along the outlet's axis, if the
 * outlet is for it; in its 11th step it is. */
static void over_the_edge(void)
{
	for (int k = 0; k < 5; k++) {
		struct sim_options opt = dem2_defaults();
		struct sim_error e = { 0 };
		struct world w;

		falling(&w, 0.105);
		w.gravity[1] = 0;
		scene_move(&w, 0, k == 2 ? -1 : 0, k == 2 ? 0 : -1, 0);
		w.domain = (struct domain){ .set = 1, .lo = { k == 2 ? 0.595 : -2, 0 }, .hi = { 3, 3 } };
		struct outlet *o = drain(&w, "drain", 0);
		o->from = k == 1 ? 0.12 : 0.11;
		if (k == 3)
			o->tag = strcpy(malloc(5), "that");
		if (k == 4)
			world_bodies2(&w).tag[0] = world_name(&w, "that");
		opt.dt = 0.01;
		struct dem2 *sim = scene_start(&w, opt);
		for (int z = 0; z < 15 && !e.status; z++)
			dem2_step(sim, &e);
		int outside = k == 1 || k == 2 || k == 3;
		ok(outside ? e.status == SIM_OUTSIDE && e.b == (k != 2) && dem2_clock(sim)->step == 11 : e.status == SIM_GOOD,
			"over the edge, case %d: %s", k,
		   outside ? "outside" : "in an outlet");
		dem2_free(sim);
		world_free(&w);
	}
}

int main(void)
{
	fall();
	at_once();
	comes_back(DEM2_VERLET);
	comes_back(DEM2_GEAR);
	several(0);
	several(1);
	images(DEM2_VERLET);
	images(DEM2_GEAR);
	first_counts(0);
	first_counts(1);
	not_held();
	no_room();
	over_the_edge();
	gate();
	refused();
	return done();
}
