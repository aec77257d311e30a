/* plain_run.h: scenes by all pairs and by lists, vectors and threads, to the last bit: what plain.c and plain3*.c have in common.
 * They include the state of the simulator, and define struct scene with name, build, steps and contacts, the table `scene`, and
 * scene_open and scene_options. */
#ifndef SCREE_TEST_PLAIN_RUN_H
#define SCREE_TEST_PLAIN_RUN_H

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/wide.h"
#include "same.h"
#include "tap.h"

/* How a run differs from the first. turns: one thread takes turns with all. seldom: not worth the time in more than every fourth
 * scene. */
struct variant { const char *name; int plain, narrow, threads, turns, mixed, split, silent, seldom; double skin; };

/* The scene, its rows in another order and with other ids in the same order where they are mixed. */
static void plain_begin(struct world *w, const struct scene *c, int mixed)
{
	scene_open(w, c);
	c->build(w);
	int n = w->body.n_row;
	for (int k = 0; k < n; k++)
		table_int(&w->body, "id")[k] = mixed ? 1000003 * (int64_t)(k + 1) - 70000000 : k + 1;
	char *keep = calloc((size_t)n * 2, 1);
	for (int k = 0; k < n && mixed; k++)
		keep[n + table_repeat(&w->body, (k * 31 + 11) % n) - n] = 1;
	if (mixed)
		table_keep(&w->body, keep);
	free(keep);
}

/* What is below on the stack are no numbers, for those who take them for what they have not set. */
static __attribute__((noinline)) void plain_spoil(void)
{
	volatile uint64_t below[1 << 13];

	for (int k = 0; k < 1 << 13; k++)
		below[k] = UINT64_MAX;
	(void)below[0];
}

/* Run n steps. As a team does that often changes its mind, divide the work among all threads now, and then among one. */
static void plain_turns(struct world *w, struct SCENE_SIM *sim, int n, int threads)
{
	const int turn = 5;

	for (int k = 0; k < n; k += turn) {
		sim->core.most_threads = k / turn % 2 ? threads : 1;
		scene_run(w, sim, n - k < turn ? n - k : turn);
	}
	sim->core.most_threads = threads;
}

static void plain_run(struct world *w, const struct scene *c, const struct variant *v)
{
	struct sim_options o = scene_options(c);
	int parts = v->split ? 3 : 1, done = 0;

	plain_begin(w, c, v->mixed);
	o.dt = 1.5e-3;
	o.plain = v->plain;
	o.narrow = v->narrow;
	o.threads = v->threads;
	o.skin = v->skin;
	o.forces = o.heat = !v->silent;
	for (int k = 0; k < parts; k++) {
		struct SCENE_SIM *sim = scene_start(w, o);
		int n = k == parts - 1 ? c->steps - done : c->steps / 3 + k;

		plain_spoil();
		if (v->turns)
			plain_turns(w, sim, n, v->threads);
		else
			scene_run(w, sim, n);
		done += n;
		scene_call(free)(sim);
	}
}

/* Without the columns that are there on demand: for what comes last. */
static void plain_unasked(struct world *w)
{
	static const char *const name[] = { "fx", "fy", "fz", "torque", "tx", "ty", "tz", "heat" };

	for (size_t k = 0; k < sizeof name / sizeof *name; k++)
		table_drop(&w->body, name[k]);
}

/* The heat of all bodies is what friction and viscosity took, however strong the damping. */
static void plain_heat(const struct world *w, const char *name)
{
	double heat = 0, lost = params_get(&w->ledger, "fric", NAN) + params_get(&w->ledger, "visc", NAN);

	for (int k = 0; k < w->body.n_row; k++)
		heat += table_real(&w->body, "heat")[k];
	near(heat, lost, 1e-12 * lost, "%s: heat", name);
}

/* Of all scenes, by the path of the program. */
static int plain_main(char **argv)
{
	if (!getenv("OMP_WAIT_POLICY")) { /* threads that wait for each other busily take ages on a busy machine */
		setenv("OMP_WAIT_POLICY", "passive", 1);
		execv(argv[0], argv);
	}
	static const struct variant plain = { .name = "plain", .plain = 1 }, other[] = {
		{ .name = "lists and vectors", .skin = -1 },
		{ .name = "narrower vectors", .narrow = 1, .skin = -1 },
		{ .name = "vectors of the baseline", .narrow = 2, .skin = -1 },
		{ .name = "no skin" },
		{ .name = "a small skin, 3 threads", .threads = 3, .skin = 0.02 },
		{ .name = "a wide skin, 8 threads", .threads = 8, .skin = 0.7, .seldom = 1 },
		{ .name = "rows and ids mixed", .mixed = 1, .skin = 0.1 },
		{ .name = "plain, rows and ids mixed", .plain = 1, .mixed = 1, .seldom = 1 },
		{ .name = "in three parts", .split = 1, .skin = -1 },
		{ .name = "plain, in three parts", .plain = 1, .split = 1, .seldom = 1 },
		{ .name = "nobody asks for forces, 2 threads", .silent = 1, .threads = 2, .skin = -1 },
		{ .name = "nor then, now one thread, now 3", .silent = 1, .threads = 3, .turns = 1, .skin = -1 },
	};

	for (size_t k = 0; k < sizeof scene / sizeof *scene; k++) {
		struct world first;

		plain_run(&first, &scene[k], &plain);
		ok(first.step == scene[k].steps && first.contact.n_row >= scene[k].contacts, "%s: %d contacts after %d steps",
		   scene[k].name, first.contact.n_row, (int)first.step);
		plain_heat(&first, scene[k].name);
		for (size_t v = 0; v < sizeof other / sizeof *other; v++) {
			struct world w;

			if (other[v].narrow > wide_has() || (other[v].seldom && k % 4 != 3))
				continue;
			plain_run(&w, &scene[k], &other[v]);
			if (other[v].silent)
				plain_unasked(&first);
			ok(same(&first, &w), "%s: %s", scene[k].name, other[v].name);
			world_free(&w);
		}
		world_free(&first);
	}
	return done();
}

#endif
