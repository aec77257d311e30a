/* Contacts in space against closed forms: collisions with lever arms, sliding and rolling, spinning, tubes, driven walls, the
 * energy of a gas, Mindlin's springs. */
#include "base/rng.h"
#include "scene3.h"

/* Where the lowest pebble of a body is. */
static void lowest(const struct world *w, int row, double at[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	const struct solid *s = world_shape(w, b.shape[row])->solid;
	double q[4] = { b.q[0][row], b.q[1][row], b.q[2][row], b.q[3][row] }, m[3][3], p[3];

	quat_matrix(m, q);
	at[2] = INFINITY;
	for (int k = 0; k < s->n; k++) {
		mat3_apply(p, (const double (*)[3])m, s->ball[k]);
		for (int z = 0; z < 3; z++)
			p[z] += b.x[z][row];
		if (p[2] < at[2])
			memcpy(at, p, sizeof p);
	}
}

/* One clump meets a wall, or another clump, without friction and losses: the impulse along n is 2 u / (sum of 1/m + (a x n) I^-1
 * (a x n)), with the speed of approach u at the contact. The contact is stiff: bodies hardly move while it lasts. */
static void collide(double gap_spin, int with_wall)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	struct sim_options o = dem3_defaults();
	struct world w;
	double moment[3], kn = 1e9, v = 1, spin[3] = { 0.1 * gap_spin, 0.2 * gap_spin, -0.15 * gap_spin };

	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
	scene_body(&w, scene_tbar(&w), "-", 0.1, -0.2, 0);
	scene_turn(&w, 0, 0.8, 0.3, -0.45, 0.25);
	scene_move(&w, 0, 0.1, 0, -v);
	scene_spin(&w, 0, spin);
	double m = scene_mass(&w, 0, moment), low[3] = { 0 };
	lowest(&w, 0, low);
	world_bodies3(&w).x[2][0] = 0.5 - low[2] + 1e-6;
	if (with_wall)
		scene_floor(&w);
	else
		scene_body(&w, scene_ball(&w, 0.5), "-", low[0] + 0.3, low[1] - 0.2, 0.5 - sqrt(1 - 0.13));
	o.dt = pi * sqrt(m / kn) / 800; /* some hundred steps in contact */
	struct dem3 *sim = scene_start(&w, o);
	struct bodies3 b = world_bodies3(&w);
	double n[3] = { 0 }, a[3] = { 0 }, q[4], mat[3][3], before[6] = { 0 };
	int hit = 0, apart = 0;
	for (int k = 0; k < 5000 && !apart; k++) {
		b = world_bodies3(&w);
		if (!hit)
			for (int z = 0; z < 3; z++) {
				before[z] = b.v[z][0];
				before[3 + z] = b.momentum[z][0];
			}
		scene_run(&w, sim, 1);
		const double *nx = table_real(&w.contact, "nx");
		if (!hit && w.contact.n_row == 1) {
			hit = 1;
			const double *name[6] = { nx, table_real(&w.contact, "ny"), table_real(&w.contact, "nz"), table_real(&w.contact, "x"),
				table_real(&w.contact, "y"), table_real(&w.contact, "z") };
			b = world_bodies3(&w);
			for (int z = 0; z < 3; z++) {
				n[z] = name[z][0];
				a[z] = name[3 + z][0] - b.x[z][0];
			}
			for (int z = 0; z < 4; z++)
				q[z] = b.q[z][0];
		} else if (hit && w.contact.n_row == 0) {
			apart = 1;
		}
	}
	dem3_free(sim);
	/* the impulse on the first body is -J n at a */
	double turn[3] = { a[1] * n[2] - a[2] * n[1], a[2] * n[0] - a[0] * n[2], a[0] * n[1] - a[1] * n[0] }, body[3], om[3], l[3];
	quat_matrix(mat, q);
	mat3_apply_back(body, (const double (*)[3])mat, turn);
	double give = 1 / m, u = 0;
	for (int z = 0; z < 3; z++)
		give += body[z] * body[z] / moment[z];
	if (!with_wall)
		give += 1 / scene_mass(&w, 1, om);
	scene_mass(&w, 0, moment);
	for (int z = 0; z < 3; z++)
		l[z] = before[3 + z];
	mat3_apply_back(om, (const double (*)[3])mat, l);
	for (int z = 0; z < 3; z++)
		u += before[z] * n[z] + body[z] * om[z] / moment[z];
	double j = 2 * u / give, off = 0, off_l = 0, lever = 0;
	b = world_bodies3(&w);
	for (int z = 0; z < 3; z++) {
		off = fmax(off, fabs(b.v[z][0] - (before[z] - j * n[z] / m)));
		off_l = fmax(off_l, fabs(b.momentum[z][0] - (before[3 + z] - j * turn[z])));
		lever += j * turn[z] * j * turn[z];
	}
	const char *what = with_wall ? "a wall" : "a ball";
	ok(hit && apart && u > 0, "a T-bar hits %s at a speed of %.3g", what, u);
	near(off / v, 0, 1e-3, "velocity after it hits %s with a lever arm", what);
	near(off_l / sqrt(lever), 0, 1e-3, "angular momentum after it hits %s", what);
	near(scene_ledger(&w, "residual"), 0, 1e-6 * scene_ledger(&w, "start_kin_lin"), "energy after it hits %s", what);
	world_free(&w);
}

/* A ball slides on a floor until it rolls, at 5/7 of its speed, after 2 v / 7 mu g. */
static void bowl(const char *kind)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	double kn = 1e5, mu = 0.3, g = 10, v = 2, dt = 1e-4, r = 0.5, time = 2 * v / (7 * mu * g), m[3];
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, kind, keys, (const double[]){ kn, kn, mu, 0.3 });
	w.gravity[2] = -g;
	scene_body(&w, scene_ball(&w, r), "-", 0, 0, 0);
	double mass = scene_mass(&w, 0, m), sink = strcmp(kind, "linear") ? cbrt(mass * g / kn * (mass * g / kn)) : mass * g / kn;
	world_bodies3(&w).x[2][0] = r - sink;
	scene_move(&w, 0, v * 0.8, v * 0.6, 0);
	scene_floor(&w);
	scene_run_for(&w, 0.5 * time, dt, o);
	struct bodies3 b = world_bodies3(&w);
	near(hypot(b.v[0][0], b.v[1][0]) / v, 1 - 0.5 * time * mu * g / v, 1e-3, "%s: a ball slides with the friction mu m g", kind);
	scene_run_for(&w, time, dt, o);
	b = world_bodies3(&w);
	near(hypot(b.v[0][0], b.v[1][0]) / v, 5.0 / 7, 2e-3, "%s: and rolls at 5/7 of its speed", kind);
	near(b.momentum[1][0] / m[0] * r, b.v[0][0], 0.01 * v, "%s: without slip", kind);
	near(scene_ledger(&w, "fric"), 0.5 * mass * v * v * 2 / 7, 0.01 * mass * v * v, "%s: friction took 2/7 of its energy", kind);
	world_free(&w);
}

/* Resistance to rolling and to twisting at their limits: a rolling ball loses speed by 5/7 mur g, a spinning one turns slower by
 * mus r m g / I. */
static void resist(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", "ks", "gs", "mus", NULL };
	double kn = 1e5, g = 10, r = 0.5, v = 1, dt = 1e-4, mur = 0.05, mus = 0.02, m[3], t = 0.5;
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ kn, kn, 0.5, 0.3, 1e4, 1, mur, 1e4, 1, mus });
	w.gravity[2] = -g;
	int64_t ball = scene_ball(&w, r);
	scene_body(&w, ball, "-", 0, 0, 0);
	scene_body(&w, ball, "-", 0, 9, 0);
	double mass = scene_mass(&w, 0, m), spin = 8;
	struct bodies3 b = world_bodies3(&w);
	b.x[2][0] = b.x[2][1] = r - mass * g / kn;
	scene_move(&w, 0, v, 0, 0);
	b.momentum[1][0] = m[0] * v / r;
	b.momentum[2][1] = m[0] * spin;
	scene_floor(&w);
	scene_run_for(&w, t, dt, o);
	b = world_bodies3(&w);
	near(b.v[0][0], v - 5.0 / 7 * mur * g * t, 5e-3, "a rolling ball is slowed down by 5/7 mur g");
	near(b.momentum[2][1] / m[0], spin - mus * r * mass * g / m[0] * t, 1e-3 * spin, "a spinning one by mus r m g / I");
	near(hypot(b.v[0][1], b.v[1][1]), 0, 1e-9, "on the spot");
	double lost = 0.7 * mass * (v * v - b.v[0][0] * b.v[0][0]) +
	              0.5 * (m[0] * spin * spin - b.momentum[2][1] * b.momentum[2][1] / m[0]);
	near(scene_ledger(&w, "fric") + scene_ledger(&w, "visc"), lost, 0.01 * lost, "the ledger has what they lost");
	near(scene_ledger(&w, "residual"), 0, 1e-5 * lost, "the first law");
	near(scene_ledger(&w, "slip"), 0, 1e-4 * lost, "springs of rolling and twisting give back what they got");
	world_free(&w);
}

/* A ball swings in a tube along its axis' cross-section without friction: as a pendulum of length R - r, with the period
 * 2 pi sqrt((R - r) / g) (1 + t^2 / 16). And it leans on the outside of a rod. */
static void tube(void)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	double kn = 1e6, g = 10, r = 0.25, big = 2.25, angle = 0.2, m[3], last = NAN, first = NAN, before;
	struct sim_options o = dem3_defaults();
	struct world w;
	int n = 0;

	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
	w.gravity[0] = -g;
	scene_body(&w, scene_ball(&w, r), "-", 0, 0, 0.3);
	double mass = scene_mass(&w, 0, m), arm = big - r + mass * g * cos(angle) / kn;
	world_bodies3(&w).x[0][0] = -arm * cos(angle);
	world_bodies3(&w).x[1][0] = before = arm * sin(angle);
	scene_cylinder(&w, big, CYLINDER_IN, INFINITY);
	o.dt = 2e-4;
	struct dem3 *sim = scene_start(&w, o);
	while (n < 5) {
		scene_run(&w, sim, 1);
		double y = world_bodies3(&w).x[1][0];
		if (before * y < 0) {
			last = w.t - o.dt * y / (y - before);
			first = n++ ? first : last;
		}
		before = y;
	}
	dem3_free(sim);
	near((last - first) / 2, 2 * pi * sqrt((big - r) / g) * (1 + angle * angle / 16), 2e-3, "a ball swings in a tube");
	near(world_bodies3(&w).x[2][0], 0.3, 1e-12, "across its axis");
	world_free(&w);

	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 0.2 });
	w.gravity[0] = -g;
	scene_body(&w, scene_ball(&w, r), "-", 1 + r, 0, 0.1);
	scene_cylinder(&w, 1, CYLINDER_OUT, 2);
	scene_run_for(&w, 2, 1e-4, o);
	near(world_bodies3(&w).x[0][0], 1 + r - mass * g / kn, 1e-7, "a ball stands on a rod");
	world_free(&w);
	/* and falls off its end round the edge */
	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 0.2 });
	w.gravity[0] = -g;
	scene_body(&w, scene_ball(&w, r), "-", 1 + r, 0, 1.1);
	scene_cylinder(&w, 1, CYLINDER_OUT, 2);
	scene_run_for(&w, 0.5, 1e-4, o);
	struct bodies3 b = world_bodies3(&w);
	ok(b.x[0][0] < 1 + r - 0.1 && b.x[2][0] > 1.1, "beyond its end it falls off round the edge");
	near(scene_ledger(&w, "residual"), 0, 1e-4 * mass * g, "the first law there");
	world_free(&w);
}

/* A ball that grazes the end of a cylinder goes on on the other side of its surface, inside a rod or outside a tube, and leaves
 * it with the energy that it had. */
static void ends(int side)
{
	const char *keys[] = { "kn", "mu", "en", NULL }, *what = side == CYLINDER_IN ? "outside of a tube" : "inside of a rod";
	double r = 0.25, start = side == CYLINDER_IN ? 1.24 : 0.76, m[3], far = 0;
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ 16, 0, 1 });
	scene_body(&w, scene_ball(&w, r), "-", start, 0, 1.5);
	double e = 0.5 * scene_mass(&w, 0, m);
	scene_move(&w, 0, 0, 0, -1);
	scene_cylinder(&w, 1, side, 2);
	o.dt = 2e-4;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 1000 && world_bodies3(&w).x[2][0] > -1.5 && world_bodies3(&w).x[2][0] < 1.6; k++) {
		scene_run(&w, sim, 20);
		double over = fabs(world_bodies3(&w).x[2][0]) - 1;
		if (over < 0)
			far = fmax(far, r - fabs(fabs(world_bodies3(&w).x[0][0]) - 1));
	}
	dem3_free(sim);
	struct bodies3 b = world_bodies3(&w);
	ok(b.x[2][0] < -1.5 && far > 0.005 && far < 0.1, "a ball goes along the %s: it overlaps there by %g at most", what, far);
	near(b.v[0][0] * b.v[0][0] + b.v[2][0] * b.v[2][0], 1, 1e-5, "and keeps its speed");
	near(scene_ledger(&w, "residual"), 0, 1e-5 * e, "and the first law");
	world_free(&w);
}

/* A turning tube takes a ball along by friction until it has the speed of the wall; what the drive does is in the ledger. */
static void drum(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	double m[3], om = 1.5, r = 0.5, big = 3;
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ 1e5, 1e5, 0.4, 0.5 });
	w.gravity[0] = -10;
	scene_body(&w, scene_ball(&w, r), "-", -(big - r), 0, 0);
	scene_mass(&w, 0, m);
	scene_cylinder(&w, big, CYLINDER_IN, INFINITY);
	struct constraint *c = world_constraint(&w, "tube");
	c->dof[5].drive = DRIVE_VELOCITY;
	c->dof[5].value[0] = om;
	scene_run_for(&w, 20, 4e-4, o);
	struct bodies3 b = world_bodies3(&w);
	double round = (b.x[0][0] * b.v[1][0] - b.x[1][0] * b.v[0][0]) / hypot(b.x[0][0], b.x[1][0]);
	near(round + b.momentum[2][0] / m[0] * r, om * big, 0.01 * om * big, "a ball in a drum rolls on the wall");
	double work = scene_ledger(&w, "work");
	ok(work > 0.5 * m[0] * (om * big / r) * (om * big / r), "the drive has done work");
	near(scene_ledger(&w, "residual"), 0, 1e-3 * work, "the first law with a driven wall");
	near(scene_ledger(&w, "closure"), 0, 1e-10 * work, "closure with a driven wall");
	near(world_bodies3(&w).q[0][1], cos(0.5 * om * w.t), 1e-6, "the drum has turned");
	world_free(&w);
}

/* T-bars in a periodic box without friction and losses, at 50 steps per contact of two of them, or as many as there are by
 * themselves. */
static void gas(int automatic)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	double kn = 1e4, m[3], size = 20;
	struct sim_options o = dem3_defaults();
	struct rng g;
	struct world w;

	rng_seed(&g, 5);
	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
	w.domain = (struct domain){ .lo = { 0, 0, 0 }, .hi = { size, size, size }, .periodic = { 1, 1, 1 }, .set = 1 };
	int64_t t = scene_tbar(&w);
	for (int k = 0; k < 18; k++) {
		double spin[3], u[10];

		for (int z = 0; z < 10; z++)
			u[z] = rng_uniform(&g);
		int row = scene_body(&w, t, "-", (k % 3) * size / 3, (k / 3 % 3) * size / 3, (k / 9) * size / 2);
		scene_turn(&w, row, u[0] - 0.5, u[1] - 0.5, u[2] - 0.5, u[3] - 0.5);
		scene_move(&w, row, 4 * u[4] - 2, 4 * u[5] - 2, 4 * u[6] - 2);
		for (int z = 0; z < 3; z++)
			spin[z] = 2 * u[7 + z] - 1;
		scene_spin(&w, row, spin);
	}
	double mass = scene_mass(&w, 0, m), dt = pi * sqrt(mass / (2 * kn)) / 50, p[3] = { 0 }, p0[3] = { 0 };
	struct bodies3 b = world_bodies3(&w);
	for (int k = 0; k < b.n; k++)
		for (int z = 0; z < 3; z++)
			p0[z] += mass * b.v[z][k];
	if (automatic) {
		struct dem3 *sim = scene_start(&w, o);

		dt = dem3_clock(sim)->dt;
		dem3_free(sim);
	}
	ok(scene_run_for(&w, 10000 * dt, dt, o) == SIM_GOOD, "a gas of T-bars");
	double kin = scene_ledger(&w, "start_kin_lin") + scene_ledger(&w, "start_kin_rot");
	b = world_bodies3(&w);
	for (int k = 0; k < b.n; k++)
		for (int z = 0; z < 3; z++)
			p[z] += mass * b.v[z][k];
	near(scene_ledger(&w, "residual") / kin, 0, 1e-4, "its energy after 10000 steps at %.0f in a contact",
	     pi * sqrt(mass / (2 * kn)) / dt);
	ok(fabs(scene_ledger(&w, "start_kin_lin") - scene_ledger(&w, "kin_lin")) > 1e-3 * kin, "which went from one to another");
	near(scene_ledger(&w, "closure") / kin, 0, 1e-11, "closure");
	near(fmax(fabs(p[0] - p0[0]), fmax(fabs(p[1] - p0[1]), fabs(p[2] - p0[2]))), 0, 1e-10, "momentum");
	world_free(&w);
}

/* A mindlin spring under a load that grows and falls: what a ball pushed to and fro on a floor that is pressed less and less gets
 * back is never more than it gave. */
static void unload(void)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	double m[3];
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, "mindlin", keys, (const double[]){ 1e5, 0.8, 1 });
	scene_body(&w, scene_ball(&w, 0.5), "-", 0, 0, 0.5 + 0.02);
	double mass = scene_mass(&w, 0, m);
	scene_move(&w, 0, 0.6, 0.2, -1);
	scene_floor(&w);
	scene_run_for(&w, 0.12, 2e-5, o);
	double before = 0.5 * mass * (0.36 + 0.04 + 1), after = scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot");
	ok(w.contact.n_row == 0, "mindlin: a ball has bounced");
	ok(after < before && scene_ledger(&w, "fric") > 0, "it has less energy than before, %.5g of %.5g", after, before);
	near(after + scene_ledger(&w, "fric"), before, 1e-4 * before, "and friction has the rest");
	near(world_bodies3(&w).v[2][0], 1, 1e-3, "the normal force gives back all");
	near(scene_ledger(&w, "slip"), 0, 1e-9 * before, "work on springs is held or lost to friction");
	world_free(&w);
}

/* One contact, with that normal. */
static void is_one(const struct world *w, const char *what, double nx, double ny, double nz)
{
	const struct table *t = &w->contact;

	ok(t->n_row == 1, "a ball on %s of a mesh touches it once", what);
	if (t->n_row == 1)
		near(fabs(table_real(t, "nx")[0] - nx) + fabs(table_real(t, "ny")[0] - ny) + fabs(table_real(t, "nz")[0] - nz), 0, 1e-12,
			"normal on %s", what);
}

/* A tilted roof of four triangles, two on each side of a ridge: a ball on its flat part crosses edges as if there were none,
 * one on the ridge, one on its end and one over a side touch it once. */
static void mesh(void)
{
	static const double roof[6][3] = { { -4, -4, 0 }, { 4, -4, 0 }, { -4, 0, 0 }, { 4, 0, 0 }, { -4, 2, -2 }, { 4, 2, -2 } };
	static const int face[4][3] = { { 0, 1, 2 }, { 1, 3, 2 }, { 2, 3, 4 }, { 3, 5, 4 } };
	const char *keys[] = { "kn", "mu", "en", NULL };
	double kn = 1e5, g = 10, r = 0.5, m[3], most = 0, s = sqrt(0.5);
	const struct { double x, y, z, nx, ny, nz; const char *what; } place[] = {
		{ 1.3, 0.2, 0.45, 0, 0.2, 0.45, "the ridge" }, { 4.2, 0.1, 0.4, 0.2, 0.1, 0.4, "a corner" },
		{ -4.25, -2, 0.35, -0.25, 0, 0.35, "a rim" }, { 0.5, 1 + 0.4 * s, -1 + 0.4 * s, 0, 1, 1, "a slope" },
	};
	struct sim_options o = dem3_defaults();
	struct world w;

	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
	w.gravity[2] = -g;
	scene_body(&w, scene_ball(&w, r), "-", -3, -3.2, 0);
	double mass = scene_mass(&w, 0, m);
	world_bodies3(&w).x[2][0] = r - mass * g / kn;
	scene_move(&w, 0, 1, 0.4, 0);
	scene_mesh(&w, 6, roof, 4, face);
	o.dt = 1e-3;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 60; k++) {
		scene_run(&w, sim, 100);
		most = fmax(most, fabs(world_bodies3(&w).x[2][0] - (r - mass * g / kn)));
	}
	dem3_free(sim);
	near(most, 0, 1e-9, "a ball slides over the edges of a flat mesh without a bump");
	near(world_bodies3(&w).v[0][0], 1, 1e-9, "and keeps its speed");
	world_free(&w);
	for (size_t k = 0; k < sizeof place / sizeof *place; k++) {
		scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
		scene_body(&w, scene_ball(&w, r), "-", place[k].x, place[k].y, place[k].z);
		scene_mesh(&w, 6, roof, 4, face);
		scene_run_for(&w, 0, 1e-3, o);
		double size = sqrt(place[k].nx * place[k].nx + place[k].ny * place[k].ny + place[k].nz * place[k].nz);
		is_one(&w, place[k].what, -place[k].nx / size, -place[k].ny / size, -place[k].nz / size);
		world_free(&w);
	}
}

/* A ball bounces in a trough of thirty flat strips, overlapping deeper than neighbouring strips are apart: it touches one at a
 * time, and keeps its energy. */
static void trough(void)
{
	enum { N = 30 };
	const char *keys[] = { "kn", "mu", "en", NULL };
	double vertex[2 * N + 2][3], deepest = 0, m[3];
	int face[2 * N][3], most = 0;
	struct sim_options o = dem3_defaults();
	struct world w;

	for (int k = 0; k <= N; k++)
		for (int end = 0; end < 2; end++) {
			double a = pi * k / N, at[3] = { -2 * cos(a), end ? 4 : -4, -2 * sin(a) };

			memcpy(vertex[2 * k + end], at, sizeof at);
		}
	for (int k = 0; k < N; k++) {
		memcpy(face[2 * k], (int[3]){ 2 * k, 2 * k + 1, 2 * k + 2 }, sizeof *face);
		memcpy(face[2 * k + 1], (int[3]){ 2 * k + 1, 2 * k + 3, 2 * k + 2 }, sizeof *face);
	}
	scene_begin(&w, "linear", keys, (const double[]){ 2000, 0, 1 });
	w.gravity[2] = -10;
	scene_body(&w, scene_ball(&w, 0.5), "-", 0.4, 0.1, -0.7);
	double mass = scene_mass(&w, 0, m);
	scene_mesh(&w, 2 * N + 2, (const double (*)[3])vertex, 2 * N, (const int (*)[3])face);
	o.dt = 2e-4;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 1000; k++) {
		scene_run(&w, sim, 25);
		most = w.contact.n_row > most ? w.contact.n_row : most;
		if (w.contact.n_row)
			deepest = fmax(deepest, table_real(&w.contact, "overlap")[0]);
	}
	dem3_free(sim);
	ok(most == 1 && deepest > 5 * 0.5 * (1 - cos(pi / N)), "a ball in a trough touches %d strip at a time, by %.3f at most", most,
	   deepest);
	near(scene_ledger(&w, "residual"), 0, 1e-4 * mass * 10, "and keeps its energy");
	world_free(&w);
}

/* The automatic step is a 20th of the half period of two T-bars that touch where they turn most easily, rounded down. */
static void step(void)
{
	const char *keys[] = { "kn", "mu", "en", NULL };
	const double kn = 4e4;
	double moment[3], most = 0;
	struct rng g;
	struct world w;

	rng_seed(&g, 3);
	scene_begin(&w, "linear", keys, (const double[]){ kn, 0, 1 });
	int64_t t = scene_tbar(&w);
	scene_body(&w, t, "-", 0, 0, 0);
	scene_body(&w, t, "-", 20, 0, 0);
	double mass = scene_mass(&w, 0, moment);
	const struct solid *s = world_shape(&w, t)->solid;
	for (int k = 0; k < 20000; k++) { /* along any direction through the centre of any ball */
		double z = 2 * rng_uniform(&g) - 1, a = 2 * pi * rng_uniform(&g), sum = 0;
		const double *p = s->ball[k % s->n], n[3] = { sqrt(1 - z * z) * cos(a), sqrt(1 - z * z) * sin(a), z };

		for (int c = 0; c < 3; c++) {
			double turn = p[(c + 1) % 3] * n[(c + 2) % 3] - p[(c + 2) % 3] * n[(c + 1) % 3];

			sum += turn * turn / moment[c];
		}
		most = fmax(most, sum);
	}
	struct dem3 *sim = scene_start(&w, dem3_defaults());
	double dt = dem3_clock(sim)->dt, half = pi / sqrt(2 * kn * (1 / mass + most));
	ok(dt <= half / 20 * 1.001 && dt > half / 20 / 2.01, "the automatic step: %.1f in the shortest contact, %.1f in a central one",
	   half / dt, pi * sqrt(mass / (2 * kn)) / dt);
	dem3_free(sim);
	world_free(&w);
}

/* A lattice of n x n squares of two triangles, as wide as size, at z = 0. */
static void flat(struct world *w, int n, double size)
{
	double (*vertex)[3] = calloc((size_t)((n + 1) * (n + 1)), sizeof *vertex);
	int (*face)[3] = calloc((size_t)(2 * n * n), sizeof *face);

	for (int k = 0; k < (n + 1) * (n + 1); k++) {
		vertex[k][0] = size * (k % (n + 1) - 0.5 * n) / n;
		vertex[k][1] = size * (k / (n + 1) - 0.5 * n) / n;
	}
	for (int k = 0; k < n * n; k++) {
		int a = k % n + k / n * (n + 1);

		memcpy(face[2 * k], (int[3]){ a, a + 1, a + n + 1 }, sizeof *face);
		memcpy(face[2 * k + 1], (int[3]){ a + 1, a + n + 2, a + n + 1 }, sizeof *face);
	}
	scene_mesh(w, (n + 1) * (n + 1), (const double (*)[3])vertex, 2 * n * n, (const int (*)[3])face);
	free(vertex);
	free(face);
}

/* A ball that slides, then rolls and twists over hundreds of edges does what it does on a plane: springs go on on the next
 * face. */
static void carried(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", "ks", "gs", "mus", NULL };
	const double values[] = { 1e5, 3e4, 0.3, 0.7, 20, 0.5, 0.01, 20, 0.5, 0.01 };
	const double r = 0.5;
	struct world w[2];

	for (int k = 0; k < 2; k++) {
		scene_begin(&w[k], "linear", keys, values);
		w[k].gravity[2] = -10;
		w[k].gravity[0] = 1.5;
		scene_body(&w[k], scene_ball(&w[k], r), "-", -3, -2.1, r - 5e-5);
		scene_move(&w[k], 0, 1, 0.8, 0);
		scene_spin(&w[k], 0, (const double[3]){ 0.5, 0, 6 });
		if (k)
			flat(&w[k], 150, 14);
		else
			scene_floor(&w[k]);
		scene_run_for(&w[k], 2, 1e-3, dem3_defaults());
	}
	struct bodies3 a = world_bodies3(&w[0]), b = world_bodies3(&w[1]);
	ok(a.x[0][0] > 0.2, "a ball rolls %.2f far", a.x[0][0] + 3);
	double off = 0;
	for (int k = 0; k < 3; k++)
		off = fmax(off, fabs(a.x[k][0] - b.x[k][0]) + fabs(a.v[k][0] - b.v[k][0]) + 50 * fabs(a.momentum[k][0] - b.momentum[k][0]));
	near(off, 0, 1e-10, "on a mesh as on a plane");
	near(scene_ledger(&w[1], "fric"), scene_ledger(&w[0], "fric"), 1e-10, "and loses as much to friction");
	world_free(&w[0]);
	world_free(&w[1]);
}

/* A ball rolls without slipping over the ridge of a roof whose sides fall by 1 in 10: energy goes on to the other side. */
static void over(void)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };
	const double values[] = { 1e5, 3e4, 0.5, 1 };
	const double roof[6][3] = { { -3, -2, -0.3 }, { -3, 2, -0.3 }, { 0, -2, 0 }, { 0, 2, 0 }, { 3, -2, -0.3 }, { 3, 2, -0.3 } };
	const int face[4][3] = { { 0, 2, 1 }, { 2, 3, 1 }, { 2, 4, 3 }, { 4, 5, 3 } };
	const double r = 0.5, n = sqrt(1.01);
	struct world w;

	scene_begin(&w, "linear", keys, values);
	w.gravity[2] = -10;
	scene_body(&w, scene_ball(&w, r), "-", -1 - r * 0.1 / n, 0.3, -0.1 + r / n);
	scene_move(&w, 0, 2 / n, 0, 0.2 / n);
	scene_spin(&w, 0, (const double[3]){ 0, 4, 0 });
	scene_mesh(&w, 6, roof, 4, face);
	scene_run_for(&w, 1, 1e-4, dem3_defaults());
	double kinetic = scene_ledger(&w, "start_kin_lin") + scene_ledger(&w, "start_kin_rot");
	ok(world_bodies3(&w).x[0][0] > 0.5, "a ball rolls over a ridge, to x = %.2f", world_bodies3(&w).x[0][0]);
	near(scene_ledger(&w, "residual"), 0, 1e-5 * kinetic, "the first law");
	near(scene_ledger(&w, "fric"), 0, 1e-3 * kinetic, "without friction at edges");
	world_free(&w);
}

int main(void)
{
	collide(0, 1);
	collide(1, 1);
	collide(0, 0);
	collide(1, 0);
	bowl("linear");
	bowl("hertz");
	bowl("mindlin");
	resist();
	tube();
	ends(CYLINDER_OUT);
	ends(CYLINDER_IN);
	drum();
	gas(0);
	gas(1);
	step();
	unload();
	mesh();
	carried();
	trough();
	over();
	return done();
}
