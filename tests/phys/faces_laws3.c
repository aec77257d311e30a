/* Bodies with faces by every law that they may have: the energy of a gas, whose error falls as the square of the step, and the
 * balance of the ledger with friction, rolling, twisting and losses. */
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

int main(void)
{
	static const struct law_case law[] = {
		{ "linear", { "kn", "kt", "mu", "en" }, { 1000, 300, 0, 1 }, 0, 1e-3 },
		{ "linear", { "mu", "en" }, { 0, 1 }, 3000, 1e-3 },
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
