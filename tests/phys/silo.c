/* silo.c: a silo that runs and is filled again, the same to the last bit however it is worked out. */
#include <unistd.h>

#include "outlet_run.h"

static void silo(struct world *w)
{
	struct rng r;

	scene_begin(w, 1e4, 1e3, 0.4, 0.5);
	w->gravity[1] = -g;
	w->domain = (struct domain){ .set = 1, .lo = { -0.2, -0.6 }, .hi = { 4.2, 9 } };
	int64_t disk = scene_disk(w, 0.25), star = scene_shape(w, SHAPE_POLYGON, 4,
		(const double[4][2]){ { 0.14, 0 }, { 0, 0.05 }, { -0.14, 0 }, { 0, -0.05 } }, 0.1)->id;
	rng_seed(&r, 3);
	for (int k = 0; k < 60; k++) {
		double u[2];

		scene_draw(&r, 2, u);
		scene_body(w, k % 3 ? disk : star, "-", 0.35 + 0.55 * (k % 7) + 0.05 * u[0], 0.4 + 0.52 * (k / 7), 6 * u[1]);
	}
	scene_wall(w, -0.1, -0.1, -0.1, 9, 0.1);
	scene_wall(w, 4.1, -0.1, 4.1, 9, 0.1);
	scene_wall(w, -0.1, -0.1, 1.3, -0.1, 0.1);
	scene_wall(w, 2.7, -0.1, 4.1, -0.1, 0.1);
	struct outlet *o = drain(w, "drain", -0.5);
	o->back = 1;
	o->to[0] = 0.1;
	o->to[1] = 3.9;
	o->to[2] = 5;
}

static int same(const struct world *a, const struct world *b, const int *row)
{
	int good = a->body.n_row == b->body.n_row && a->body.n_col == b->body.n_col && a->contact.n_row == b->contact.n_row &&
	           a->ledger.n == b->ledger.n;

	for (int c = 0; c < a->body.n_col && good; c++)
		for (int k = 0; k < a->body.n_row && good; k++)
			good = a->body.col[c].kind == COL_WORD || !memcmp(&a->body.col[c].real[k],
				&b->body.col[c].real[row ? row[k] : k], 8);
	for (int c = 0; c < a->contact.n_col && good; c++)
		good = !memcmp(a->contact.col[c].real, b->contact.col[c].real, (size_t)a->contact.n_row * 8);
	for (int k = 0; k < a->ledger.n && good; k++)
		good = !memcmp(&a->ledger.item[k].value, &b->ledger.item[k].value, 8);
	return good;
}

static void silos(enum dem2_integrator how)
{
	static const struct { const char *name; int plain, threads, parts, turned; double skin; } run[] = {
		{ "plain", 1, 1, 1, 0, -1 }, { "lists", 0, 1, 1, 0, -1 }, { "3 threads, a small skin", 0, 3, 1, 0, 1e-3 },
		{ "in five parts", 0, 2, 5, 0, 0.3 }, { "rows turned round", 0, 1, 1, 1, -1 },
	};
	const int64_t steps = how == DEM2_GEAR ? 2400 : 2150;
	struct world first;
	const char *name = how == DEM2_GEAR ? "gear" : "verlet";

	for (size_t v = 0; v < sizeof run / sizeof *run; v++) {
		struct world w;
		struct sim_options opt = { .integrator = how, .plain = run[v].plain, .threads = run[v].threads,
		                            .skin = run[v].skin, .dt = (how == DEM2_GEAR ? 0.4 : 0.7) * dt };

		silo(&w);
		int n = w.body.n_row, *row = malloc((size_t)n * sizeof *row);
		char *keep = calloc((size_t)n * 2, 1);
		for (int k = 0; k < n && run[v].turned; k++)
			keep[table_repeat(&w.body, n - 1 - k)] = 1;
		if (run[v].turned)
			table_keep(&w.body, keep);
		for (int k = 0; k < n; k++)
			row[k] = run[v].turned ? n - 1 - k : k;
		for (int p = 1; p <= run[v].parts; p++)
			dem2_free(run_to(&w, scene_start(&w, opt), steps * p / run[v].parts));
		if (v) {
			ok(same(&first, &w, row), "%s, a silo that runs: %s", name, run[v].name);
			world_free(&w);
		} else {
			int64_t laps = 0;

			first = w;
			for (int k = 0; k < n; k++)
				laps += table_int(&w.body, "laps")[k];
			ok(laps >= 5 && w.contact.n_row > 40, "%s: %d have been put back, %d contacts", name, (int)laps,
				w.contact.n_row);
			double turn = booked(&w, "fric") + booked(&w, "visc");
			ok(turn > 10 && fabs(booked(&w, "residual")) < (how == DEM2_GEAR ? 5e-3 : 1e-3) * turn &&
			   (how == DEM2_GEAR || fabs(booked(&w, "closure")) < 1e-12 * turn),
				"%s: the first law closes: %g of %g", name,
			   booked(&w, "residual"), turn);
		}
		free(row);
		free(keep);
	}
	world_free(&first);
}

int main(int argc, char **argv)
{
	(void)argc;
	if (!getenv("OMP_WAIT_POLICY")) { /* threads that wait for each other busily take ages on a busy machine */
		setenv("OMP_WAIT_POLICY", "passive", 1);
		execv(argv[0], argv);
	}
	silos(DEM2_VERLET);
	silos(DEM2_GEAR);
	return done();
}
