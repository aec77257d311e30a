/* A simulation that is taken up anew in memory goes on as if it had not been; it is when neighbours have been scattered. */
#include "scene.h"

/* Grains of several kinds falling on a floor in a periodic channel. */
static void heap(struct world *w)
{
	struct rng g;

	scene_begin(w, 1000, 300, 0.5, 0.6);
	w->domain = (struct domain){ .set = 1, .hi = { 8, 40 }, .periodic = { 1, 0 } };
	w->gravity[1] = -9.81;
	scene_wall(w, 0, 0.5, 8, 0.5, 0.2);
	int64_t disk = scene_disk(w, 0.4);
	int64_t star = scene_shape(w, SHAPE_POLYGON, 4, (const double[4][2]){ { 0.5, 0 }, { 0.1, 0.1 }, { -0.4, 0.3 }, { -0.2, -0.4 } },
	                           0.1)->id;
	rng_seed(&g, 5);
	for (int k = 0; k < 40; k++) {
		double u[4];

		scene_draw(&g, 4, u);
		int b = scene_body(w, k % 2 ? disk : star, "-", 0.8 + 1.6 * (k % 5), 1.4 + 1.3 * (k / 5), u[0]);
		scene_move(w, b, u[1] - 0.5, -2 * u[2], u[3]);
	}
}

static int same_table(const struct table *a, const struct table *b)
{
	int same = a->n_row == b->n_row && a->n_col == b->n_col;

	for (int c = 0; c < a->n_col && same; c++)
		same = strcmp(a->col[c].name, b->col[c].name) == 0 &&
		       (a->col[c].kind == COL_REAL || a->col[c].kind == COL_INT
		        ? memcmp(a->col[c].real, b->col[c].real, (size_t)a->n_row * 8) == 0 : 1);
	return same;
}

static int same_params(const struct params *a, const struct params *b)
{
	int same = a->n == b->n;

	for (int k = 0; k < a->n && same; k++)
		same = memcmp(&a->item[k].value, &b->item[k].value, sizeof(double)) == 0;
	return same;
}

static void goes_on(enum dem2_integrator how, int threads)
{
	struct world w[2];
	const char *name = how == DEM2_GEAR ? "gear" : "verlet";
	int64_t rebuilds[2];

	for (int z = 0; z < 2; z++) {
		struct sim_options o = dem2_defaults();
		struct sim_error e;

		o.integrator = how;
		o.threads = threads;
		o.dt = 1e-3;
		heap(&w[z]);
		struct dem2 *sim = scene_start(&w[z], o);
		for (int k = 0; k < 20; k++) {
			scene_run(&w[z], sim, 37);
			sim = z ? dem2_renew(sim, &w[z], &e) : sim;
		}
		scene_run(&w[z], sim, 3);
		rebuilds[z] = dem2_report(sim).rebuilds;
		dem2_free(sim);
	}
	ok(w[0].contact.n_row > 20, "%s: %d contacts", name, w[0].contact.n_row);
	ok(same_table(&w[0].body, &w[1].body) && same_table(&w[0].contact, &w[1].contact) &&
	   same_params(&w[0].ledger, &w[1].ledger), "%s, %d threads: the same to the last bit when taken up anew 20 times",
	   name, threads);
	ok(rebuilds[1] >= 20, "%s: its lists are counted on", name);
	world_free(&w[0]);
	world_free(&w[1]);
}

/* Rows of disks that stream past each other, without touching. */
static void streams(void)
{
	enum { SIDE = 72 };
	struct world w;
	struct sim_options o = dem2_defaults();
	struct sim_error e;

	scene_begin(&w, 1, 0, 0, 1);
	w.domain = (struct domain){ .set = 1, .hi = { SIDE, SIDE }, .periodic = { 1, 1 } };
	int64_t disk = scene_disk(&w, 0.4);
	for (int k = 0; k < SIDE * SIDE; k++)
		scene_move(&w, scene_body(&w, disk, "-", k % SIDE, k / SIDE, 0), k / SIDE % 2 ? 1 : -1, 0, 0);
	o.dt = 0.5;
	o.skin = 0.5;
	struct dem2 *sim = scene_start(&w, o);
	ok(!dem2_scattered(sim), "at first neighbours stand together");
	scene_run(&w, sim, 37);
	ok(dem2_scattered(sim), "when rows have passed each other by half the box, they do not");
	sim = dem2_renew(sim, &w, &e);
	ok(sim && !dem2_scattered(sim), "taken up anew they do");
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	goes_on(DEM2_VERLET, 1);
	goes_on(DEM2_VERLET, 3);
	goes_on(DEM2_GEAR, 1);
	streams();
	return done();
}
