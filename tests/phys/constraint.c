/* Constraints degree of freedom by degree of freedom, against closed forms; groups; momentum of a free cloud. */
#include "scene.h"

static struct constraint *tagged(struct world *w, const char *tag)
{
	return world_need_constraint(w, tag);
}

static void force_and_torque(void)
{
	struct world w;
	double r = 0.4, m = 1.25 * pi * r * r, t = 3;

	scene_begin(&w, 1, 0, 0, 1);
	w.gravity[1] = -0.7;
	scene_body(&w, scene_disk(&w, r), "pushed", 1, 2, 0);
	struct constraint *c = tagged(&w, "pushed");
	c->dof[0] = (struct dof){ DRIVE_FORCE, 1, { 0.31 }, NULL };
	c->dof[2] = (struct dof){ DRIVE_FORCE, 1, { -0.07 }, NULL };
	scene_run_for(&w, t, 0.01, dem2_defaults());
	struct bodies2 b = world_bodies2(&w);
	near(b.x[0], 1 + 0.5 * 0.31 / m * t * t, 1e-12, "f: on x: half F/m t^2");
	near(b.y[0], 2 - 0.5 * 0.7 * t * t, 1e-12, "a free degree of freedom falls");
	near(b.omega[0], -0.07 / (0.5 * m * r * r) * t, 1e-11, "f: on the angle is a torque");
	near(params_get(&w.ledger, "work", 0), 0.31 * (b.x[0] - 1) - 0.07 * b.angle[0], 1e-12, "their work");
	near(params_get(&w.ledger, "residual", 1), 0, 1e-12, "their balance");
	world_free(&w);
}

static void driven(void)
{
	struct world w;
	double t = 2.5;

	scene_begin(&w, 1, 0, 0, 1);
	scene_body(&w, scene_disk(&w, 0.4), "driven", 1, 2, 0);
	struct constraint *c = tagged(&w, "driven");
	c->dof[0] = (struct dof){ DRIVE_RAMP, 4, { 0.3, 1.1, 0.5, 2 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_SIN, 3, { 0.8, 1.7, 0.4 }, NULL };
	c->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { -0.9 }, NULL };
	scene_body(&w, scene_disk(&w, 0.4), "told", -9, 2, 0);
	double entry[] = { 0.3, 0.4, 0.7, -0.6, 1.5, 1.2, 2, 0.1 };
	const struct dof table = { DRIVE_TABLE, 8, { 0 }, entry };
	constraint_set(tagged(&w, "told"), &(struct constraint){ .dof = { { .drive = DRIVE_FIXED }, table, table } });
	for (int gear = 0; gear < 2; gear++) {
		struct sim_options o = dem2_defaults();
		struct bodies2 b = world_bodies2(&w);

		o.integrator = gear ? DEM2_GEAR : DEM2_VERLET;
		b.x[0] = 1;
		b.y[0] = 2;
		b.angle[0] = 0;
		b.y[1] = 2;
		b.angle[1] = 0;
		w.t = w.dt = 0;
		w.step = 0;
		params_free(&w.ledger);
		scene_run_for(&w, t, 0.005, o);
		b = world_bodies2(&w);
		double k = 2 * pi / 1.7;
		near(b.x[0], 1 + 0.3 * 0.5 + 0.7 * 1.5 + 1.1 * 0.5, 1e-12, "ramp: the way under it");
		near(b.vx[0], 1.1, 0, "ramp: the velocity after it");
		near(b.y[0], 2 + 0.8 / k * (cos(0.4) - cos(k * t + 0.4)), 5e-5, "sin: the way");
		near(b.vy[0], 0.8 * sin(k * t + 0.4), 1e-14, "sin: the velocity");
		near(b.angle[0], -0.9 * t, 1e-12, "v: on the angle");
		double way = 0.4 * 0.3 - 0.1 * 0.4 + 0.3 * 0.8 + 0.65 * 0.5 + 0.1 * 0.5;
		near(b.y[1], 2 + way, 1e-12, "table: the way, which is the integral");
		near(b.angle[1], way, 1e-12, "table: the angle");
		ok(b.vy[1] == 0.1 && b.omega[1] == 0.1, "table: the velocity after it");
	}
	world_free(&w);
}

/* A plate of mass M, pressed by p on its length L, with damping c: v = p L / c (1 - exp(-c t / M)). */
static void loaded_plate(enum dem2_integrator integrator)
{
	static const double line[2][2] = { { -2.1, 0 }, { 2.1, 0 } };
	struct sim_options o = dem2_defaults();
	struct world w;
	double p = -0.3, mass = 1.9, c = 0.8, t = 3, force = p * 4.2;

	scene_begin(&w, 1, 0, 0, 1);
	w.gravity[1] = -5; /* p: is all there is */
	struct shape *s = scene_shape(&w, SHAPE_POLYLINE, 2, line, 0.2);
	scene_body(&w, s->id, "plate", 1, 2, 0);
	struct constraint *q = tagged(&w, "plate");
	q->dof[0].drive = q->dof[2].drive = DRIVE_FIXED;
	q->dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { p }, NULL };
	q->m = mass;
	q->c = c;
	o.integrator = integrator;
	scene_run_for(&w, t, 0.002, o);
	struct bodies2 b = world_bodies2(&w);
	double decay = exp(-c * t / mass), v = force / c * (1 - decay);
	const char *by = integrator == DEM2_GEAR ? "gear" : "verlet";
	near(b.vy[0], v, 1e-6, "%s: a damped loaded plate: velocity", by);
	near(b.y[0] - 2, force / c * (t - mass / c * (1 - decay)), 2e-6, "%s: a damped loaded plate: way", by);
	near(b.x[0], 1, 0, "%s: it stays along the fixed axis", by);
	near(params_get(&w.ledger, "work", 0), force * (b.y[0] - 2), 1e-6, "%s: the load's work", by);
	near(params_get(&w.ledger, "other", 0), force * (b.y[0] - 2) - 0.5 * mass * v * v, 2e-6, "%s: what damping took", by);
	near(params_get(&w.ledger, "kin_lin", 0), 0.5 * mass * v * v, 1e-6, "%s: kinetic energy with the given mass", by);
	world_free(&w);
}

/* Two disks of one tag move as one; a third hits one of them. */
static void group(void)
{
	struct sim_options o = dem2_defaults();
	struct world w;
	double r = 0.5, m = 1.25 * pi * r * r;

	scene_begin(&w, 50, 0, 0, 1);
	int64_t disk = scene_disk(&w, r);
	scene_body(&w, disk, "pair", 0, 0, 0);
	scene_body(&w, disk, "pair", 0.3, 5, 0);
	scene_body(&w, disk, "-", -1.2, 0, 0);
	scene_move(&w, 2, 0.4, 0, 0);
	tagged(&w, "pair")->dof[2].drive = DRIVE_FIXED;
	o.dt = 0.001;
	scene_run_for(&w, 3, 0.001, o);
	struct bodies2 b = world_bodies2(&w);
	near(b.x[1] - b.x[0], 0.3, 1e-12, "a group keeps its shape");
	near(b.vx[0], 2 * 0.4 * m / (3 * m), 1e-5, "it takes part in collisions with the mass of all");
	near(b.vx[2], 0.4 * (m - 2 * m) / (3 * m), 1e-5, "and so does who hits it");
	ok(b.vx[0] == b.vx[1] && b.vy[0] == b.vy[1], "its bodies have one velocity");
	world_free(&w);
}

/* Bodies of a group that begin with different velocities go on with the one that keeps their momentum, by their own masses. */
static void one_velocity(int told)
{
	const double r[3] = { 0.5, 0.3, 0.2 }, v[3][2] = { { 0.7, -0.4 }, { -1.1, 0.9 }, { 0.3, 2.1 } };
	double all = 0, p[2] = { 0 };
	struct world w;

	scene_begin(&w, 50, 0, 0, 1);
	for (int k = 0; k < 3; k++) {
		scene_move(&w, scene_body(&w, scene_disk(&w, r[k]), "three", 2 * k, k, 0), v[k][0], v[k][1], 0);
		all += r[k] * r[k];
		p[0] += r[k] * r[k] * v[k][0];
		p[1] += r[k] * r[k] * v[k][1];
	}
	struct constraint *c = tagged(&w, "three");
	c->dof[2].drive = DRIVE_FIXED;
	c->m = 7;
	if (told)
		c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.25 }, NULL };
	scene_run_for(&w, 0, 0.01, dem2_defaults());
	struct bodies2 b = world_bodies2(&w);
	for (int k = 0; k < 3; k++) {
		near(b.vx[k], told ? 0.25 : p[0] / all, 1e-15, "a group begins with the momentum of its bodies: x");
		near(b.vy[k], p[1] / all, 1e-15, "and y");
	}
	world_free(&w);
}

/* A cloud without constraints and with all kinds of forces keeps momentum and angular momentum; a constraint that says nothing
 * changes nothing. */
static void cloud(void)
{
	static const double pentagon[5][2] = { { 0.4, 0 }, { 0.12, 0.38 }, { -0.32, 0.24 }, { -0.32, -0.24 }, { 0.12, -0.38 } };
	struct sim_options o = dem2_defaults();
	struct world w[2];
	double p[2][3];

	for (int k = 0; k < 2; k++) {
		struct rng g;

		rng_seed(&g, 6);
		scene_begin(&w[k], 50, 10, 0.4, 0.6);
		struct shape *s = scene_shape(&w[k], SHAPE_POLYGON, 5, pentagon, 0.15);
		double m = 1.25 * s->area, inertia = 1.25 * s->inertia;
		for (int z = 0; z < 25; z++) { /* towards each other */
			double x = 1.3 * (z % 5 - 2), y = 1.3 * (z / 5 - 2), u[3];

			scene_draw(&g, 3, u);
			int row = scene_body(&w[k], s->id, k && z == 12 ? "nothing" : "-", x, y, 2 * pi * u[0]);
			scene_move(&w[k], row, -0.2 * x + 0.3 * u[1], -0.2 * y, u[2]);
		}
		tagged(&w[k], "nothing");
		for (int end = 0; end < 2; end++) {
			if (end)
				scene_run_for(&w[k], 6, 0.002, o);
			struct bodies2 b = world_bodies2(&w[k]);
			memset(p[end], 0, sizeof p[end]);
			for (int z = 0; z < b.n; z++) {
				p[end][0] += m * b.vx[z];
				p[end][1] += m * b.vy[z];
				p[end][2] += inertia * b.omega[z] + m * (b.x[z] * b.vy[z] - b.y[z] * b.vx[z]);
			}
		}
		near(p[1][0], p[0][0], 1e-13, "a cloud keeps its momentum along x");
		near(p[1][1], p[0][1], 1e-13, "along y");
		/* the dashpots act at the places of the end of the step, velocities stand half way: exact in the forces */
		near(p[1][2], p[0][2], 1e-12, "and its angular momentum");
		ok(params_get(&w[k].ledger, "visc", 0) > 0.01 && params_get(&w[k].ledger, "fric", 0) > 0.001,
		   "though it lost energy");
	}
	struct bodies2 a = world_bodies2(&w[0]), b = world_bodies2(&w[1]);
	near(a.x[12] - b.x[12] + a.angle[12] - b.angle[12], 0, 1e-9, "a constraint that prescribes nothing changes nothing");
	world_free(&w[0]);
	world_free(&w[1]);
}

int main(void)
{
	force_and_torque();
	driven();
	loaded_plate(DEM2_VERLET);
	loaded_plate(DEM2_GEAR);
	group();
	one_velocity(0);
	one_velocity(1);
	cloud();
	return done();
}
