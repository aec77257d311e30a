/* scene_run.h: begin and run a scene with the simulator SCENE_SIM, dem2 or dem3: what scene.h and scene3.h have in common. */
#ifndef SCREE_TEST_SCENE_RUN_H
#define SCREE_TEST_SCENE_RUN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/sim.h"

static const double pi = 3.14159265358979323846;

#define SCENE_JOIN_(a, b) a##_##b
#define SCENE_JOIN(a, b) SCENE_JOIN_(a, b)
/* scene_call(step) is dem2_step or dem3_step. */
#define scene_call(what) SCENE_JOIN(SCENE_SIM, what)

__attribute__((unused)) static struct SCENE_SIM *scene_start(struct world *w, struct sim_options o)
{
	struct sim_error e;
	struct SCENE_SIM *sim = scene_call(new)(w, &o, &e);

	if (!sim) {
		printf("Bail out! the scene does not start: status %d, bodies %lld %lld, value %g\n", (int)e.status, (long long)e.a,
		       (long long)e.b, e.value);
		exit(1);
	}
	return sim;
}

/* Run n steps; the world gets the result. Returns the status of the last step. */
__attribute__((unused)) static enum sim_status scene_run(struct world *w, struct SCENE_SIM *sim, int64_t n)
{
	struct sim_error e = { 0 };

	for (int64_t k = 0; k < n && e.status == SIM_GOOD; k++)
		scene_call(step)(sim, &e);
	scene_call(export)(sim, w, 1);
	return e.status;
}

/* The last of a run begun and ended here, with the given step. */
__attribute__((unused)) static enum sim_status scene_run_for(struct world *w, double t, double dt, struct sim_options o)
{
	o.dt = dt;
	struct SCENE_SIM *sim = scene_start(w, o);
	enum sim_status st = scene_run(w, sim, (int64_t)rint(t / dt));

	scene_call(free)(sim);
	return st;
}

#endif
