/* Bodies with faces by every law that they may have: the energy of a gas, whose error falls as the square of the step, and the
 * balance of the ledger with friction, rolling, twisting and losses; the effective radius of all kinds of features. */
#include "polyhedra3.h"

enum { KEYS = 8 };
struct law_case { const char *kind, *key[KEYS]; double value[KEYS], young, dt; };

/* Cubes, tetrahedra and rods that move at random in a periodic box. keys and values follow those of the law. */
static void gas(struct world *w, const struct law_case *c, int n_key, const char *const *key, const double *value)
{
	const double step = 1.05;

	rng_seed(&g, 4);
	scene_begin(w, c->kind, c->key, c->value);
	for (int k = 0; k < n_key; k++)
		params_set(&world_need_law(w, "grain", "grain")->par, key[k], value[k]);
	world_need_material(w, "grain")->young = c->young;
	world_need_material(w, "grain")->poisson = 0.25;
	w->domain = (struct domain){ .hi = { 2 * step, 2 * step, 2 * step }, .periodic = { 1, 1, 1 }, .set = 1 };
	const int64_t shape[3] = { scene_brick(w, 0.2, 0.2, 0.2, 0.1), scene_tetrahedron(w, 0.22, 0.1), scene_rod(w, 0.3, 0.12) };
	for (int k = 0; k < 8; k++) {
		int row = scene_body(w, shape[k % 3], "-", (k % 2 + 0.5) * step, (k / 2 % 2 + 0.5) * step, (k / 4 + 0.5) * step);

		scene_turn_random(w, row);
		scene_move_random(w, row, 1);
		scene_spin_random(w, row, 1);
	}
}

/* The error of the energy, or of the balance of the ledger, relative to the first kinetic energy; *touched counts contacts. */
static double error_of(const struct law_case *c, double dt, int losses, int *touched)
{
	static const char *const key[] = { "mu", "en", "kr", "mur", "ks", "mus" };
	static const double loss[] = { 0.4, 0.7, 0.2, 0.1, 0.2, 0.1 };
	struct sim_options o = dem3_defaults();
	struct world w;
	int jones = strcmp(c->kind, "lennard-jones") == 0; /* it has no en and no rolling */

	gas(&w, c, !losses ? 0 : jones ? 1 : 6, key, loss);
	o.dt = dt;
	struct dem3 *sim = scene_start(&w, o);
	for (int k = 0; k < 10; k++) {
		scene_run(&w, sim, (int)(0.1 / dt + 0.5));
		*touched += w.contact.n_row;
	}
	double then = scene_ledger(&w, "start_kin_lin") + scene_ledger(&w, "start_kin_rot"), el = scene_ledger(&w, "start_el_n");
	double now = scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot") + scene_ledger(&w, "el_n");
	double off = losses ? scene_ledger(&w, "residual") : now - then - el;
	dem3_free(sim);
	world_free(&w);
	return fabs(off) / then;
}

/* ---- effective radii ---- */

/* That of crossed cylinders, to 2e-4 for these radii. */
static double crossed(double a, double b)
{
	return pow(a * b * (a * b + (a - b) * (a - b) / 6), 0.25);
}

enum meeting { BALL_FACE, BALL_CUT, BALL_SHARP, VERTEX_FACE, EDGES, BALL_ROD, FACE_PEBBLE };
static const char *const meeting_name[] = { "a ball on a face", "a ball on a cut", "a ball on a sharp face", "a vertex on a face",
	"two edges", "a ball on a rod", "a face on a pebble" };

/* A body, row 0, just touches another one, which is held, from above. Returns R*. */
static double meet(struct world *w, enum meeting what)
{
	const double r = 0.4, deep = 0.003, turn = sqrt(0.5), tilt = pi / 8;
	const double under = what == BALL_SHARP ? 0 : 0.11;

	scene_hold(w, "held");
	switch (what) {
	case BALL_FACE:
	case BALL_SHARP:
		scene_body(w, scene_ball(w, r), "-", 0.1, 0.2, 0.9 + under + r - deep);
		scene_body(w, scene_brick(w, 1, 1.1, 0.9, under), "held", 0, 0, 0);
		return r;
	case BALL_CUT: /* between two pieces of the L, on the line from its outer to its inner corner */
		scene_body(w, scene_ball(w, r), "-", 2 * (0.501 - 5.0 / 6), 2 * (0.5 - 5.0 / 6), 1 + under + r - deep);
		scene_body(w, scene_angle(w, 2, under), "held", 0, 0, 0);
		return r;
	case FACE_PEBBLE:
		scene_body(w, scene_brick(w, 1, 1.1, 0.9, under), "-", 0, 0, 0.9 + under + r - deep);
		scene_body(w, scene_ball(w, r), "held", 0, 0, 0);
		return r;
	case VERTEX_FACE:
		scene_turn(w, scene_body(w, scene_rod(w, 0.6, 0.17), "-", 0.1, 0.2, 0.9 + under + 0.6 + 0.17 - deep), turn, 0, turn, 0);
		scene_body(w, scene_brick(w, 1, 1.1, 0.9, under), "held", 0, 0, 0);
		return 0.17;
	case EDGES:
		scene_turn(w, scene_body(w, scene_brick(w, 1, 1, 1, 0.17), "-", 0.1, 0.2, 2 * sqrt(2) + under + 0.17 - deep), cos(tilt),
			sin(tilt), 0, 0);
		scene_turn(w, scene_body(w, scene_brick(w, 1, 1, 1, under), "held", 0, 0, 0), cos(tilt), 0, sin(tilt), 0);
		return crossed(0.17, under);
	case BALL_ROD:
		scene_body(w, scene_ball(w, r), "-", 0.1, 0, under + r - deep);
		scene_body(w, scene_rod(w, 0.6, under), "held", 0, 0, 0);
		return crossed(r, 1 / (1 / r + 1 / under));
	}
	return 0;
}

/* Hertz' force and energy; the largest rolling torque of a ball by a linear law. */
static void rounds(enum meeting what, int plain)
{
	const char *keys[] = { "mu", "en", NULL }, *rolling[] = { "kn", "mu", "en", "gr", "mur", NULL };
	const double dt = 1e-6, mur = 0.3, star = 0.5 * 12000 / (1 - 0.25 * 0.25);
	struct sim_options o = scene_defaults(dt);
	struct world w;
	double deep = 0, got = 0;

	o.plain = plain;
	scene_begin(&w, "hertz-mindlin", keys, (const double[]){ 0, 1 });
	world_need_material(&w, "grain")->young = 12000;
	world_need_material(&w, "grain")->poisson = 0.25;
	double R = meet(&w, what);
	scene_run_for(&w, dt, dt, o);
	for (int k = 0; k < w.contact.n_row; k++) { /* at a cut one of the pieces, others and cuts cancel out */
		got += table_real(&w.contact, "fn")[k];
		deep = fmax(deep, table_real(&w.contact, "overlap")[k]);
	}
	near(got / (4.0 / 3 * star * sqrt(R) * pow(deep, 1.5)), 1, 1e-9, "%s%s: the force by R* (%d)", meeting_name[what],
		plain ? ", plain" : "", w.contact.n_row);
	near(scene_ledger(&w, "el_n") / (8.0 / 15 * star * sqrt(R) * pow(deep, 2.5)), 1, 1e-9, "and the energy");
	world_free(&w);
	if (what == EDGES || what == VERTEX_FACE || what == BALL_CUT) /* cuts take no load from friction */
		return;
	const double spin[3] = { 2, 0, 0 };
	double end[3], moment[3], fn = 0;
	scene_begin(&w, "linear", rolling, (const double[]){ 3000, 0, 1, 1e9, mur });
	meet(&w, what);
	scene_spin(&w, 0, spin);
	scene_mass(&w, 0, moment);
	scene_run_for(&w, 10 * dt, dt, o);
	scene_omega(&w, 0, end);
	for (int k = 0; k < w.contact.n_row; k++)
		fn += fabs(table_real(&w.contact, "fn")[k]);
	near(moment[0] * (spin[0] - end[0]) / (10 * dt * mur * fn * 0.4), 1, 1e-3, "and the rolling torque");
	world_free(&w);
}

int main(void)
{
	for (int k = BALL_FACE; k <= FACE_PEBBLE; k++)
		for (int plain = 0; plain < 2; plain++)
			rounds((enum meeting)k, plain);
	static const struct law_case law[] = {
		{ "linear", { "kn", "kt", "mu", "en" }, { 1000, 300, 0, 1 }, 0, 1e-3 },
		{ "linear", { "mu", "en" }, { 0, 1 }, 1500, 1e-3 },
		{ "hertz", { "kn", "kt", "mu", "en" }, { 4000, 300, 0, 1 }, 0, 1e-3 },
		{ "mindlin", { "kn", "mu", "en" }, { 4000, 0, 1 }, 0, 1e-3 },
		{ "hertz-mindlin", { "mu", "en" }, { 0, 1 }, 12000, 1e-3 },
		{ "cohesive", { "kn", "kt", "pull", "range", "mu", "en" }, { 1000, 300, 0.5, 0.02, 0, 1 }, 0, 5e-4 },
		{ "lennard-jones", { "epsilon", "cut", "mu" }, { 0.05, 1.4, 0 }, 0, 5e-4 },
		{ "dmt", { "adhesion", "mu", "en" }, { 0.1, 0, 1 }, 12000, 2.5e-4 },
		{ "van-der-waals", { "hamaker", "closest", "range", "mu", "en" }, { 2e-4, 0.01, 0.05, 0, 1 }, 12000, 5e-4 },
	};

	for (size_t k = 0; k < sizeof law / sizeof *law; k++) {
		const struct law_case *c = &law[k];
		int touched = 0;
		double e0 = error_of(c, c->dt, 0, &touched), e1 = error_of(c, c->dt / 4, 0, &touched);
		double r0 = error_of(c, c->dt, 1, &touched), r1 = error_of(c, c->dt / 4, 1, &touched);

		ok(e0 < 5e-3 && e1 < fmax(e0 / 4, 1e-5) && touched > 10,
		   "%s%s: a gas keeps its energy, to the square of the step (%.1e, %.1e; %d)", c->kind,
		   c->young > 0 && k == 1 ? " by elastic constants" : "", e0, e1, touched);
		ok(r0 < 1e-2 && r1 < fmax(r0 / 4, 1e-5), "%s with losses: the ledger closes (%.1e, %.1e)", c->kind, r0, r1);
	}
	return done();
}
