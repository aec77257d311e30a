/* outlet_run.h: run a scene of the plane with outlets. */
#ifndef SCREE_TEST_OUTLET_RUN_H
#define SCREE_TEST_OUTLET_RUN_H

#include "scene.h"

#include "world/outlet.h"

static const double g = 10, dt = 1e-3;

/* Run to a step, letting bodies leave; the world gets the result. Returns the simulation or ends the test. */
__attribute__((unused)) static struct dem2 *run_to(struct world *w, struct dem2 *sim, int64_t step)
{
	struct sim_error e = { 0 };

	while (sim && dem2_clock(sim)->step < step) {
		if (dem2_leaving(sim))
			sim = dem2_discharge(sim, w, &e);
		if (sim && dem2_step(sim, &e))
			break;
	}
	if (e.status != SIM_GOOD) {
		printf("Bail out! status %d, body %lld, value %g\n", (int)e.status, (long long)e.a, e.value);
		exit(1);
	}
	dem2_export(sim, w, 1);
	return sim;
}

__attribute__((unused)) static struct outlet *drain(struct world *w, const char *name, double below)
{
	struct outlet *o = world_need_outlet(w, name);

	o->side = OUTLET_BELOW;
	o->at = below;
	return o;
}

__attribute__((unused)) static double booked(const struct world *w, const char *key)
{
	return params_get(&w->ledger, key, NAN);
}

#endif
