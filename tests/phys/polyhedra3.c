/* Bodies with faces against closed forms: the impulse of a collision by a vertex, by two edges, by a rod; a cube at rest; the
 * energy of a gas and of a crystal of aligned cubes, whose error falls as the square of the step. */
#include "polyhedra3.h"

static vec3 column_vec(struct world *w, const char *x, const char *y, const char *z, int row)
{
	return v3(table_real(&w->contact, x)[row], table_real(&w->contact, y)[row], table_real(&w->contact, z)[row]);
}

static vec3 momentum(const struct world *w, int row)
{
	struct bodies3 b = world_bodies3((struct world *)w);

	return v3(b.momentum[0][row], b.momentum[1][row], b.momentum[2][row]);
}

static vec3 velocity(const struct world *w, int row)
{
	struct bodies3 b = world_bodies3((struct world *)w);

	return v3(b.v[0][row], b.v[1][row], b.v[2][row]);
}

/* I^-1 l of a body. */
static vec3 spin_by(const struct world *w, int row, vec3 l)
{
	struct bodies3 b = world_bodies3((struct world *)w);
	double q[4] = { b.q[0][row], b.q[1][row], b.q[2][row], b.q[3][row] }, m[3][3], moment[3], body[3], in[3] = { l.x, l.y, l.z };

	scene_mass(w, row, moment);
	quat_matrix(m, q);
	mat3_apply_back(body, (const double (*)[3])m, in);
	for (int k = 0; k < 3; k++)
		body[k] /= moment[k];
	mat3_apply(in, (const double (*)[3])m, body);
	return v3(in[0], in[1], in[2]);
}

/* Two bodies collide without friction and losses: the impulse along n is 2 u / (sum of 1/m + (a x n) I^-1 (a x n)), with the
 * speed of approach u at the contact, by features of the kinds that the rows fi and fj name. */
static void collide(const char *what, struct world *w, int fi_least, int fj_least)
{
	struct sim_options o = dem3_defaults();
	double moment[3], kn = 1e8, m = scene_mass(w, 0, moment), m1 = scene_mass(w, 1, moment);
	vec3 n = v3(0, 0, 0), at = n, a[2], p0 = n, x[2];
	int hit = 0, apart = 0, right = 0;
	double u = 0, give = 0;

	o.dt = 0.02 / sqrt(kn);
	struct dem3 *sim = scene_start(w, o);
	for (int k = 0; k < 40000 && !apart; k++) {
		vec3 v0 = velocity(w, 0), v1 = velocity(w, 1), w0 = spin_by(w, 0, momentum(w, 0)), w1 = spin_by(w, 1, momentum(w, 1));

		scene_run(w, sim, 1);
		if (!hit && w->contact.n_row == 1) {
			struct bodies3 b = world_bodies3(w);

			hit = 1;
			right = table_int(&w->contact, "fi")[0] >= fi_least && table_int(&w->contact, "fj")[0] >= fj_least;
			n = column_vec(w, "nx", "ny", "nz", 0);
			at = column_vec(w, "x", "y", "z", 0);
			p0 = v3_scale(m, v0);
			for (int z = 0; z < 2; z++) {
				x[z] = v3(b.x[0][z], b.x[1][z], b.x[2][z]);
				a[z] = v3_sub(at, x[z]);
				vec3 turn = v3_cross(a[z], n);
				give += 1 / (z ? m1 : m) + v3_dot(turn, spin_by(w, z, turn));
			}
			u = v3_dot(v3_sub(v3_add(v0, v3_cross(w0, a[0])), v3_add(v1, v3_cross(w1, a[1]))), n);
		}
		apart = hit && w->contact.n_row == 0;
	}
	dem3_free(sim);
	double impulse = v3_dot(v3_sub(p0, v3_scale(m, velocity(w, 0))), n);
	ok(right && apart, "%s: they touch by these features, and part", what);
	near(impulse, 2 * u / give, 3e-3 * fabs(impulse), "%s: the impulse of a collision (%.6g)", what, impulse);
	world_free(w);
}

static void collisions(void)
{
	struct world w;

	/* a corner down on a face: fi fj are a vertex and a face of another cube */
	scene_begin_linear(&w, 1e8, 0, 0, 1);
	scene_body(&w, scene_brick(&w, 0.5, 0.4, 0.3, 0.1), "-", 0, 0, 0);
	scene_body(&w, scene_brick(&w, 0.5, 0.5, 0.5, 0.1), "-", 0.2, 0.1, 1.48);
	scene_turn(&w, 1, 0.88, 0.3, 0.36, 0.1);
	scene_move(&w, 1, 0.1, 0, -2);
	scene_spin(&w, 1, (const double[3]){ 0.3, -0.2, 0.4 });
	collide("face and vertex", &w, 8 + 12, 0);
	/* two edges across each other */
	scene_begin_linear(&w, 1e8, 0, 0, 1);
	scene_body(&w, scene_brick(&w, 0.5, 0.4, 0.3, 0.1), "-", 0, 0, 0);
	scene_body(&w, scene_brick(&w, 0.5, 0.4, 0.3, 0.1), "-", 0.05, 0.1, 1.3);
	scene_turn(&w, 0, cos(pi / 8), sin(pi / 8), 0, 0);
	scene_turn(&w, 1, cos(pi / 8), 0, sin(pi / 8), 0);
	scene_move(&w, 1, 0.1, 0, -2);
	scene_spin(&w, 0, (const double[3]){ 0.3, -0.2, 0.4 });
	collide("two edges", &w, 8, 8);
	/* a rod on a ball */
	scene_begin_linear(&w, 1e8, 0, 0, 1);
	scene_body(&w, scene_rod(&w, 0.6, 0.1), "-", 0, 0, 0);
	scene_body(&w, scene_ball(&w, 0.3), "-", 0.25, 0.05, 0.55);
	scene_move(&w, 1, 0.3, 0, -2);
	collide("rod and ball", &w, 3, 0);
}

/* A cube at rest on a held cube: the normal forces carry its weight. */
static void resting(void)
{
	struct sim_options o = dem3_defaults();
	struct world w;
	double moment[3], sum = 0;

	scene_begin_linear(&w, 2e4, 5e3, 0.5, 0.3);
	w.gravity[2] = -10;
	scene_body(&w, scene_brick(&w, 0.8, 0.8, 0.1, 0.1), "wall", 0, 0, 0);
	scene_hold(&w, "wall");
	scene_body(&w, scene_brick(&w, 0.3, 0.3, 0.3, 0.1), "-", 0.05, 0.1, 0.601);
	o.dt = 5e-4;
	struct dem3 *sim = scene_start(&w, o);
	scene_run(&w, sim, 8000);
	double m = scene_mass(&w, 1, moment);
	for (int k = 0; k < w.contact.n_row; k++)
		sum += table_real(&w.contact, "fn")[k] * table_real(&w.contact, "nz")[k];
	near(sum, m * 10, 1e-6 * m * 10, "a cube rests on a cube: %d contacts carry its weight", w.contact.n_row);
	near(v3_norm(momentum(&w, 1)) + v3_norm(velocity(&w, 1)), 0, 1e-8, "it does not move");
	dem3_free(sim);
	world_free(&w);
}

/* What a cube falls on, the top of which is at the height of 0.5, and by what. */
enum { CUBE, PLANE, MESH, ROLLER };
enum { BY_FACE, BY_EDGE, BY_CORNER };

static void stand(struct world *w, int on, int64_t cube)
{
	static const double corner[][3] = { { -2, -3, 0.5 }, { 3, -2, 0.5 }, { 0.5, 3, 0.5 }, { 0.1, 0.2, -4 } };
	static const int face[][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 0, 3, 1 }, { 1, 3, 2 } };

	if (on == CUBE) {
		scene_hold(w, "wall");
		scene_body(w, cube, "wall", 0, 0, 0);
	} else if (on == PLANE) {
		int row = scene_floor(w); /* moves the columns */

		world_bodies3(w).x[2][row] = 0.5;
	} else if (on == MESH) {
		scene_mesh(w, 4, corner, 4, face);
	} else {
		int k = scene_cylinder(w, 5, CYLINDER_OUT, INFINITY);

		world_bodies3(w).x[2][k] = -4.5;
		scene_turn(w, k, sqrt(0.5), sqrt(0.5), 0, 0);
	}
}

/* A cube falls on a held cube or a wall. All pairs that touch share the mass for their dashpots, so that each has the ratio z of
 * damping that belongs to en, ln en = -pi z / sqrt(1 - z^2). Contacts do not attract, so that the speed after the collision is
 * exp(-2 z acos(z) / sqrt(1 - z^2)) (Schwager and Poeschel 2007). */
static void rebound(const char *what, int on, int by, int pairs)
{
	struct sim_options o = dem3_defaults();
	struct world w;
	int most = 0, apart = 0;
	const double en = 0.3, tip = sqrt(3) * 0.4 + 0.1; /* the height of a corner */
	const double tall = by == BY_FACE ? 0.5 : by == BY_EDGE ? sqrt(2) * 0.4 + 0.1 : tip;
	const double z = -log(en) / hypot(pi, log(en)), left = exp(-2 * z * acos(z) / sqrt(1 - z * z));

	scene_begin_linear(&w, 1e5, 0, 0, en);
	int64_t cube = scene_brick(&w, 0.4, 0.4, 0.4, 0.1);
	stand(&w, on, cube);
	int falls = scene_body(&w, cube, "-", 0, 0, (on == CUBE && by == BY_CORNER ? tip : 0.5) + tall + 1e-4);
	if (by == BY_EDGE)
		scene_turn(&w, falls, cos(pi / 8), sin(pi / 8), 0, 0);
	for (int k = on == CUBE ? 0 : 1; k < 2 && by == BY_CORNER; k++) /* a diagonal upwards */
		scene_turn(&w, k ? falls : 0, cos(0.5 * acos(1 / sqrt(3))), sin(0.5 * acos(1 / sqrt(3))) / sqrt(2),
		           -sin(0.5 * acos(1 / sqrt(3))) / sqrt(2), 0);
	scene_move(&w, falls, 0, 0, -1);
	o.dt = 2e-6;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 20000 && !apart; k++) {
		scene_run(&w, sim, 1);
		most = w.contact.n_row > most ? w.contact.n_row : most;
		apart = most && w.contact.n_row == 0;
	}
	dem3_free(sim);
	ok(most == pairs, "%s: %d pairs touch", what, most);
	near(velocity(&w, falls).z, left, 0.01 * en, "%s: all pairs together have the restitution", what);
	world_free(&w);
}

/* n^3 cubes on a lattice that move at random, turned at random or by little; returns the error of their energy, relative to
 * their first kinetic energy. */
static double energy_error(int n, double step, double speed, double turned, double t, double dt)
{
	struct sim_options o = dem3_defaults();
	struct world w;
	double size = n * step;

	rng_seed(&g, 3);
	scene_begin_linear(&w, 1000, 0, 0, 1);
	w.domain = (struct domain){ .hi = { size, size, size }, .periodic = { 1, 1, 1 }, .set = 1 };
	int64_t shape = scene_brick(&w, 0.5, 0.5, 0.5, 0.15);
	for (int k = 0; k < n * n * n; k++) {
		int row = scene_body(&w, shape, "-", (k % n + 0.5) * step, (k / n % n + 0.5) * step, (k / n / n + 0.5) * step);

		scene_turn_little(&w, row, turned);
		scene_move_random(&w, row, speed);
		scene_spin_random(&w, row, speed);
	}
	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	scene_run(&w, sim, (int)(t / dt + 0.5));
	double now = scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot") + scene_ledger(&w, "el_n");
	double then = scene_ledger(&w, "start_kin_lin") + scene_ledger(&w, "start_kin_rot") + scene_ledger(&w, "start_el_n");
	ok(w.contact.n_row > 0, "%d cubes touch by %d pairs", n * n * n, w.contact.n_row);
	dem3_free(sim);
	world_free(&w);
	return fabs(now - then) / then;
}

/* The error of the energy at three steps, each half of the last: it falls as the square of the step, by sixteen in all. */
static void falls(const char *what, double step, double speed, double turned, double t, double dt, double most)
{
	double e[3];

	for (int k = 0; k < 3; k++)
		e[k] = energy_error(4, step, speed, turned, t, dt / (1 << k));
	ok(e[0] < most && e[1] < e[0] / 2 && e[2] < e[1] / 2 && e[2] < e[0] / 10,
	   "%s: the error of the energy falls as the square of the step (%.1e, %.1e, %.1e)", what, e[0], e[1], e[2]);
}

/* A body slides over the flat L of an angle, across the cut of that face and over its end. The friction of each contact is at
 * most mu times its normal force; the cut, which pulls, has none. Returns the greatest friction of all contacts together, over mu
 * times their normal force, and at the same time checks that it is at most mu times the forces of the pieces. */
static double sliding(const char *what, int ball, double vx, double vy, double en)
{
	const double mu = 0.35, kn = 200;
	struct sim_options o = dem3_defaults();
	struct world w;
	int pulls = 0, slides = 0;
	double over = 0, pulled = 0, beyond = 0, greatest = 0, moment[3];

	scene_begin_linear(&w, kn, 0.25 * kn, mu, en);
	w.gravity[2] = -10;
	scene_body(&w, scene_angle(&w, 0.5, 0.1), "floor", 0, 0, 0);
	scene_hold(&w, "floor");
	int k = scene_body(&w, ball ? scene_ball(&w, 0.1) : scene_brick(&w, 0.05, 0.06, 0.07, 0.05), "-", -0.21, -0.23,
		0.35 + (ball ? 0.1 : 0.12));
	world_bodies3(&w).x[2][k] -= scene_mass(&w, k, moment) * 10 / kn / (ball ? 1 : 4);
	scene_move(&w, k, vx, vy, 0);
	o.dt = 1e-4;
	struct dem3 *sim = scene_start(&w, o);
	for (int step = 0; step < 4000; step++) {
		vec3 normal = v3(0, 0, 0), friction = normal;
		double pushes = 0;

		scene_run(&w, sim, 1);
		for (int c = 0; c < w.contact.n_row; c++) {
			const vec3 ft = column_vec(&w, "ftx", "fty", "ftz", c);
			double fn = table_real(&w.contact, "fn")[c], t = v3_norm(ft);

			pulls += fn < 0;
			slides += t > 0.999 * mu * fn && fn > 0;
			over = fmax(over, t - mu * fmax(fn, 0));
			pulled = fn < 0 ? fmax(pulled, t) : pulled;
			pushes += fmax(fn, 0);
			normal = v3_add(normal, v3_scale(fn, column_vec(&w, "nx", "ny", "nz", c)));
			friction = v3_add(friction, ft);
		}
		beyond = fmax(beyond, v3_norm(friction) - mu * pushes);
		if (w.contact.n_row > 0)
			greatest = fmax(greatest, v3_norm(friction) / (mu * v3_norm(normal)));
	}
	dem3_free(sim);
	ok(pulls > 0 && slides > 0, "%s slides across a cut", what);
	ok(over < 1e-12 && pulled == 0, "%s: friction is at most mu times the normal force of each contact", what);
	ok(beyond < 1e-12, "%s: all friction is at most mu times the forces of the pieces", what);
	world_free(&w);
	return greatest;
}

/* At the cut a ball touches both pieces, so friction is up to twice that of one. Dashpots resist the approach to the cut by the
 * piece behind it, and add the friction of that. */
static void friction_at_cuts(void)
{
	const double elastic = sliding("a ball", 1, 0.4, 2.5, 1), damped = sliding("a damped ball", 1, 0.4, 2.5, 0.1);

	sliding("a brick", 0, 0.3, 2.5, 0.5);
	ok(elastic > 1.99 && elastic < 2 + 1e-9, "without dashpots, friction at a cut reaches twice mu times the normal force: %g",
	   elastic);
	ok(damped > 2.2 && damped < 3, "with them it is more: %g", damped);
}

int main(void)
{
	collisions();
	resting();
	rebound("a face on a face", CUBE, BY_FACE, 56); /* 48, and parallel edges without weight */
	rebound("a corner on a corner", CUBE, BY_CORNER, 15);
	rebound("a corner on a plane", PLANE, BY_CORNER, 1);
	rebound("an edge on a plane", PLANE, BY_EDGE, 2);
	rebound("a face on a plane", PLANE, BY_FACE, 4);
	rebound("a face on a mesh", MESH, BY_FACE, 4);
	rebound("a face on a roller", ROLLER, BY_FACE, 2);
	friction_at_cuts();
	falls("a gas of 64 cubes", 2.05, 2, 1, 1, 1e-3, 5e-4);
	/* aligned cubes that press on each other: nearly all edges are nearly parallel */
	falls("a loaded crystal of 64 aligned cubes", 1.295, 0.05, 0.01, 0.06, 2.5e-4, 5e-3);
	return done();
}
