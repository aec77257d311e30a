/* Bodies that leave space: when, with what energy, where they are put back, and that nothing else decides.
 *
 * Velocity Verlet follows free fall exactly, z(n) = z0 - g (n dt)^2 / 2, so the step at which a ball is past a plane, and the
 * energy that it has there, m g z0, are closed forms. */
#include "same.h"
#include "scene3.h"

#include "sim/outlets.h"
#include "world/outlet.h"

static const double g = 10, dt = 1e-3;

/* Run to a step, letting bodies leave; the world gets the result. Returns the simulation or ends the test. */
static struct dem3 *run_to(struct world *w, struct dem3 *sim, int64_t step)
{
	struct sim_error e = { 0 };

	while (sim && dem3_clock(sim)->step < step) {
		if (dem3_leaving(sim))
			sim = dem3_discharge(sim, w, &e);
		if (sim && dem3_step(sim, &e))
			break;
	}
	if (e.status != SIM_GOOD) {
		printf("Bail out! status %d, body %lld, value %g\n", (int)e.status, (long long)e.a, e.value);
		exit(1);
	}
	dem3_export(sim, w, 1);
	return sim;
}

static void begin(struct world *w)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };

	scene_begin(w, "linear", keys, (const double[]){ 1e4, 1e3, 0.5, 0.6 });
	w->gravity[2] = -g;
}

static struct outlet *drain(struct world *w, const char *name, enum outlet_side side, double at)
{
	struct outlet *o = world_need_outlet(w, name);

	o->side = side;
	o->at = at;
	return o;
}

static struct sim_options steps(void)
{
	struct sim_options o = dem3_defaults();

	o.dt = dt;
	return o;
}

/* Along every side: a body thrown that way, which falls as well, is gone when it is wholly past. */
static void sides(void)
{
	static const double to[7][3] = { { 0 }, { -1, 0, 0 }, { 1, 0, 0 }, { 0, 0, -1 }, { 0, 0, 1 }, { 0, -1, 0 }, { 0, 1, 0 } };
	const double r = 0.25, v = 3, mass = 1.25 * 4 / 3.0 * pi * r * r * r;

	for (int k = OUTLET_LEFT; k <= OUTLET_BACK; k++) {
		/* past when v t = 1 + r, below v t + g t^2 / 2; above there is no gravity; looked at every 64 steps */
		double t = k == OUTLET_BELOW ? (-v + sqrt(v * v + 2 * g * (1 + r))) / g : (1 + r) / v;
		int64_t step = OUTLETS_EVERY * (int64_t)ceil(t / dt / OUTLETS_EVERY);
		struct world w;

		begin(&w);
		w.gravity[2] = k == OUTLET_ABOVE ? 0 : -g;
		scene_body(&w, scene_ball(&w, r), "-", 0.7, -0.4, 2.385);
		scene_move(&w, 0, v * to[k][0], v * to[k][1], v * to[k][2]);
		const double x[3] = { 0.7, -0.4, 2.385 };
		for (int z = 0; z < 3; z++)
			if (to[k][z] != 0)
				drain(&w, "drain", (enum outlet_side)k, x[z] + to[k][z]);
		struct dem3 *sim = run_to(&w, scene_start(&w, steps()), step);
		int there = w.body.n_row;
		sim = run_to(&w, sim, step + 1);
		ok(there == 1 && w.body.n_row == 0, "%s: a ball is there until it is past, and is looked at",
			outlet_side_name[k]);
		double had = (k == OUTLET_ABOVE ? 0 : mass * g * 2.385) + 0.5 * mass * v * v;
		near(scene_ledger(&w, "out"), had, 1e-12 * had, "it took with it what it had");
		near(scene_ledger(&w, "residual"), 0, 1e-12 * had, "and the first law closes");
		dem3_free(sim);
		world_free(&w);
	}
}

/* A clump is put back on a floor at rest, on top of what lies there; its lap is counted. */
static void comes_back(void)
{
	const double to[5] = { 0.1, 3.7, -1.2, 2.3, 1.75 };
	double moment[3];
	struct world w;

	begin(&w);
	int64_t clump = scene_clump(&w, 2, (const double[2][4]){ { -0.2, 0, 0, 0.2 }, { 0.2, 0, 0, 0.2 } });
	scene_body(&w, clump, "-", 1, 0, -1);
	scene_move(&w, 0, 0.3, -0.2, -4);
	double mass = scene_mass(&w, 0, moment), had = 0.5 * mass * (0.09 + 0.04 + 16) - mass * g;
	struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
	o->back = 1;
	memcpy(o->to, to, sizeof to);
	int64_t step = OUTLETS_EVERY * (int64_t)ceil((-4 + sqrt(16 + 2 * g * 0.9)) / g / dt / OUTLETS_EVERY);
	struct dem3 *sim = run_to(&w, scene_start(&w, steps()), step);
	struct sim_error e;
	ok(dem3_leaving(sim), "a clump is past with the ball that holds it");
	sim = dem3_discharge(sim, &w, &e);
	struct bodies3 b = world_bodies3(&w);
	near(b.x[2][0], 1.75 + 0.4, 1e-12, "it stands on the plane");
	ok(b.x[0][0] >= 0.5 && b.x[0][0] <= 3.3 && b.x[1][0] >= -0.8 && b.x[1][0] <= 1.9, "within bounds, at %.3f %.3f",
		b.x[0][0],
	   b.x[1][0]);
	ok(b.v[0][0] == 0 && b.v[1][0] == 0 && b.v[2][0] == 0 && b.momentum[0][0] == 0, "at rest");
	ok(table_int(&w.body, "laps")[0] == 1, "after one lap");
	dem3_export(sim, &w, 1);
	near(scene_ledger(&w, "out"), had, 1e-12 * fabs(had), "what it had went out");
	near(scene_ledger(&w, "in"), mass * g * 2.15, 1e-12 * mass * g, "and what it has came in");
	near(scene_ledger(&w, "residual"), 0, 1e-12 * mass * g, "the first law");
	dem3_free(sim);
	world_free(&w);
}

/* Balls of which each is put back over those that have been: nowhere do two touch. */
static void tower(void)
{
	double least = INFINITY;
	struct world w;

	begin(&w);
	int64_t ball = scene_ball(&w, 0.25);
	for (int k = 0; k < 12; k++)
		scene_body(&w, ball, "-", 0.6 * k, 0, -2);
	struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
	o->back = 1;
	memcpy(o->to, (double[5]){ 0, 1.2, 0, 1.1, 0 }, sizeof o->to);
	struct dem3 *sim = run_to(&w, scene_start(&w, steps()), 1);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < b.n; i++)
		for (int j = 0; j < i; j++)
			least = fmin(least, hypot(hypot(b.x[0][i] - b.x[0][j], b.x[1][i] - b.x[1][j]), b.x[2][i] - b.x[2][j]));
	ok(b.n == 12 && least > 0.5 && least < 0.501, "twelve balls lie on each other, %.6f apart", least);
	dem3_free(sim);
	world_free(&w);
}

/* What leaves and comes back across two periods, with weight along three axes and images of its own: out is what it had by
 * the place
 * that its image counts lead to, in what it has where it was put; a body without images stays what it is. */
static void images(void)
{
	const double size[3] = { 2.3, 3.1, 40 }, down[3] = { 1.7, -0.6, -g }, v[3] = { 0.3, -0.2, -4 }, spin[3] = { 1.1, -2.3,
		0.7 };
	double moment[3], has = 0, had = 0;
	struct world w;
	struct sim_error e;

	begin(&w);
	w.domain = (struct domain){ .set = 1, .lo = { -0.4, 0.2, -20 }, .hi = { size[0] - 0.4, size[1] + 0.2, 20 },
		.periodic = { 1, 1, 0 } };
	memcpy(w.gravity, down, sizeof down);
	int64_t clump = scene_clump(&w, 2, (const double[2][4]){ { -0.2, 0, 0, 0.2 }, { 0.2, 0.1, 0, 0.15 } });
	scene_body(&w, clump, "-", 1, 1.4, -3);
	scene_turn(&w, 0, 0.6, -0.2, 0.5, 0.4);
	scene_move(&w, 0, v[0], v[1], v[2]);
	scene_spin(&w, 0, spin);
	scene_body(&w, scene_ball(&w, 0.3), "-", 0.5, 2, 1);
	struct bodies3 b = world_bodies3(&w);
	b.image[0][0] = 3;
	b.image[1][0] = -2;
	b.image[1][1] = 5;
	double mass = scene_mass(&w, 0, moment), at[3] = { 1 + 3 * size[0], 1.4 - 2 * size[1], -3 };
	for (int z = 0; z < 3; z++)
		had += 0.5 * (mass * v[z] * v[z] + moment[z] * spin[z] * spin[z]) - mass * down[z] * at[z];
	struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
	o->back = 1;
	memcpy(o->to, (const double[5]){ 0, 1.7, 0.5, 2.9, 2.75 }, sizeof o->to);
	struct dem3 *sim = dem3_discharge(scene_start(&w, steps()), &w, &e);
	dem3_export(sim, &w, 1);
	b = world_bodies3(&w);
	for (int z = 0; z < 3; z++)
		has -= mass * down[z] * (b.x[z][0] + (double)b.image[z][0] * size[z]);
	near(scene_ledger(&w, "out"), had, 1e-12 * fabs(had), "what left had motion, spin, and weight by its images");
	near(scene_ledger(&w, "in"), has, 1e-12 * fabs(has), "what came back has weight by its images");
	near(scene_ledger(&w, "residual"), 0, 1e-12, "the first law");
	ok(b.image[0][0] == 3 && b.image[1][0] == -2 && b.momentum[0][0] == 0 && b.momentum[1][0] == 0 &&
		b.momentum[2][0] == 0 && b.v[1][0] == 0 &&
	   b.x[0][1] == 0.5, "at rest, and others stay");
	dem3_free(sim);
	world_free(&w);
}

/* Balls put back where images of others are near, along both periods, of which one stands at the edge of one. */
static void edges(int axis)
{
	const double side = 1.1;
	double least = INFINITY;
	struct world w;

	begin(&w);
	w.domain = (struct domain){ .set = 1, .lo = { 0, 0, -9 }, .hi = { side, side, 60 }, .periodic = { 1, 1, 0 } };
	int64_t ball = scene_ball(&w, 0.25);
	for (int k = 0; k < 10; k++)
		scene_body(&w, ball, "-", 0.55 * (k % 2) + 0.3, 0.55 * (k / 2 % 2) + 0.3, -2 - 0.6 * (k / 4));
	/* one stands where only its image is in the way */
	scene_body(&w, ball, "-", axis ? 0.3 : side - 0.02, axis ? side - 0.02 : 0.3, 1.4);
	struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
	o->back = 1;
	memcpy(o->to, (double[5]){ 0, 0.6, 0, 0.6, 0 }, sizeof o->to);
	struct dem3 *sim = run_to(&w, scene_start(&w, steps()), 1);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < b.n; i++)
		for (int j = 0; j < i; j++)
			for (int k = 0; k < 9; k++)
				least = fmin(least, hypot(hypot(b.x[0][i] - b.x[0][j] + side * (k % 3 - 1),
					b.x[1][i] - b.x[1][j] + side * (k / 3 - 1)),
					b.x[2][i] - b.x[2][j]));
	ok(b.n == 11 && least > 0.5 && least < 0.502, "ten balls lie on each other and on images, %.6f apart", least);
	dem3_free(sim);
	world_free(&w);
}

/* Walls where a body would be put back: a table, its image along y or x, one that leaves at the same time; bounds that are too
 * narrow along x or y. */
static void no_room(void)
{
	static const double corner[3][3] = { { 0, 0, 0 }, { 0.4, 0, 0 }, { 0, 0.4, 0 } };
	static const int face[1][3] = { { 0, 1, 2 } };
	static const double at[7][2] = { { 0.3, -0.7 }, { 0.3, 1.75 }, { 2.25, -0.7 }, { 1.5, 0.5 }, { 0.3, -0.7 },
		{ 1.5, 0.5 }, { 1.5, 0.5 } };

	for (int k = 0; k < 7; k++) {
		struct sim_error e = { 0 };
		struct world w;

		begin(&w);
		w.domain = (struct domain){ .set = 1, .lo = { -0.2, -1.1, -9 }, .hi = { 2.3, 1.8, 60 }, .periodic = { 1, 1, 0 } };
		scene_body(&w, scene_ball(&w, 0.25), "-", 1, 0.4, -3);
		int row = scene_mesh(&w, 3, corner, 1, face);
		for (int z = 0; z < 2; z++)
			world_bodies3(&w).x[z][row] = at[k][z];
		world_bodies3(&w).x[2][row] = 5.2;
		struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
		o->back = 1;
		memcpy(o->to, (double[5]){ 0, 0.6, -0.95, -0.35, 5 }, sizeof o->to);
		if (k > 4)
			o->to[2 * (k - 5) + 1] = k == 5 ? 0.45 : -0.55;
		if (k == 4)
			world_need_outlet(&w, "table")->tag = strdup("mesh");
		struct dem3 *sim = dem3_discharge(scene_start(&w, steps()), &w, &e);
		ok(k == 3 || k == 4 ? sim != NULL : !sim && e.status == SIM_RETURN && e.a == 1 && e.b == 2,
			"a table where it would be put back, case %d", k);
		dem3_free(sim);
		world_free(&w);
	}
}

/* Beside a tube that has ends, in it, across its sheet, and across that of one along a period: only a sheet is in the way. */
static void beside_tube(void)
{
	static const double at[4] = { 2, 0, 0.9, 0.9 };

	for (int k = 0; k < 4; k++) {
		struct sim_error e = { 0 };
		struct world w;

		begin(&w);
		w.domain = (struct domain){ .set = 1, .lo = { -3, -3, -9 }, .hi = { 3, 3, 60 }, .periodic = { 1, 0, 0 } };
		scene_body(&w, scene_clump(&w, 2, (const double[2][4]){ { -0.1, 0, 0, 0.2 }, { 0.1, 0, 0, 0.2 } }), "-", 1, 0.4, -3);
		scene_turn(&w, scene_cylinder(&w, 1, CYLINDER_IN, k == 3 ? 6 : 4), sqrt(0.5), 0, sqrt(0.5), 0); /* along x */
		struct outlet *o = drain(&w, "drain", OUTLET_BELOW, -1.5);
		o->back = 1;
		memcpy(o->to, (double[5]){ -0.35, 0.35, at[k] - 0.35, at[k] + 0.35, -0.3 }, sizeof o->to);
		struct dem3 *sim = dem3_discharge(scene_start(&w, steps()), &w, &e);
		ok(k < 2 ? sim != NULL : !sim && e.status == SIM_RETURN, "a body is put back beside, in or across a tube, case %d", k);
		dem3_free(sim);
		world_free(&w);
	}
}

/* Of several outlets the first counts; one of a tag takes what has it, held or not; one for all takes nothing that is held. */
static void several(void)
{
	for (int k = 0; k < 4; k++) {
		struct world w;

		begin(&w);
		int64_t ball = scene_ball(&w, 0.25);
		scene_body(&w, ball, k > 1 ? "held" : "-", 0, 0, -3);
		scene_body(&w, ball, "-", 3, 0, 3);
		if (k > 1)
			scene_hold(&w, "held");
		for (int z = 0; z < 2; z++) {
			struct outlet *o = drain(&w, z ? "second" : "first", OUTLET_BELOW, z ? -2 : -1);

			o->back = k < 2 ? z == k : 0;
			memcpy(o->to, (double[5]){ 0, 1.2, 0, 1.1, 7 + z }, sizeof o->to);
			if (k == 3)
				o->tag = strdup("held");
		}
		struct dem3 *sim = run_to(&w, scene_start(&w, steps()), 1);
		ok(w.body.n_row == (k == 0 || k == 2 ? 2 : 1), "outlets, case %d: %d bodies are left", k, w.body.n_row);
		if (k == 0)
			near(world_bodies3(&w).x[2][0], 7.25, 1e-4, "by the first one's line");
		dem3_free(sim);
		world_free(&w);
	}
}

/* A ball lies on a floor that is taken away: from then on it falls. However the run is split. */
static void gate(struct world *w, int parts)
{
	const double r = 0.25, kn = 1e4, mass = 1.25 * 4 / 3.0 * pi * r * r * r, at = 0.3;
	const int64_t n = 500;

	begin(w);
	scene_floor(w);
	scene_body(w, scene_ball(w, r), "-", 0, 0, r - mass * g / kn);
	struct outlet *o = world_need_outlet(w, "gate");
	o->tag = strdup("floor");
	o->from = at;
	for (int k = 0; k < parts; k++) {
		struct sim_options opt = steps();

		opt.dt = k ? 0 : dt;
		struct dem3 *sim = run_to(w, scene_start(w, opt), n * (k + 1) / parts);
		dem3_free(sim);
	}
	if (parts > 1)
		return;
	double t = n * dt - at;
	ok(w->body.n_row == 1, "a floor is taken away");
	near(world_bodies3(w).x[2][0], r - mass * g / kn - 0.5 * g * t * t, 1e-6, "what lay on it falls");
}

int main(void)
{
	struct world whole, split;

	sides();
	comes_back();
	tower();
	images();
	edges(0);
	edges(1);
	several();
	no_room();
	beside_tube();
	gate(&whole, 1);
	gate(&split, 3);
	ok(same(&whole, &split), "in three parts: the same");
	world_free(&whole);
	world_free(&split);
	return done();
}
