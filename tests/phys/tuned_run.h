/* tuned_run.h: the skin follows the clock, which is this one here, and the run does not; for tuned.c and tuned3.c. */
#ifndef SCREE_TEST_TUNED_RUN_H
#define SCREE_TEST_TUNED_RUN_H

#include "base/clock.h"
#include "same.h"
#include "tap.h"

/* In the place of the library's: at every reading it has gone on by so much. */
static double fake_now, clock_tick;

static double clock_read(void)
{
	return fake_now += clock_tick;
}

double clock_wall(void)
{
	return clock_read();
}

double clock_thread(void)
{
	return clock_read();
}

double clock_process(void)
{
	return clock_read();
}

/* Steps of a scene with this tick; the skin it begins and ends with, and the rest of the report. */
static struct sim_report tuned_run(struct world *w, void build(struct world *w), double tick, double *first)
{
	build(w);
	fake_now = 0;
	clock_tick = tick;
	struct SCENE_SIM *sim = scene_start(w, (struct sim_options){ .dt = 1e-3, .skin = -1 });
	*first = scene_call(report)(sim).skin;
	ok(scene_run(w, sim, 4000) == SIM_GOOD, "a run whose clock goes on by %g at each look", tick);
	struct sim_report r = scene_call(report)(sim);
	scene_call(free)(sim);
	return r;
}

static int tuned_main(void build(struct world *w))
{
	struct world still, slow;
	double first, again;
	struct sim_report r = tuned_run(&still, build, 0, &first);

	ok(r.rebuilds > 4, "has had %d lists", (int)r.rebuilds);
	ok(r.skin == first, "says nothing where the clock stands still: the skin stays %g", r.skin);
	ok(r.time_forces == 0 && r.time_lists == 0 && r.time_motion == 0, "and nothing took time");
	r = tuned_run(&slow, build, 1e-3, &again);
	ok(again == first, "begins as the other");
	ok(fabs(r.skin / first - 1) > 0.05, "and goes from %g to %g with what lists cost", first, r.skin);
	ok(r.time_forces > 0 && r.time_lists > 0 && r.time_motion > 0, "all parts of a step took time");
	ok(same(&still, &slow), "the bodies do not notice");
	world_free(&still);
	world_free(&slow);
	return done();
}

#endif
