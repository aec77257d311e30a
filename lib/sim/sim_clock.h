/* sim_clock.h: the time of a run, counted in steps. */
#ifndef SCREE_SIM_CLOCK_H
#define SCREE_SIM_CLOCK_H

#include <stdint.h>

#include "world/world.h"

/* At step n the time is t0 + (n - step0) dt. t0 and step0 are 0 until the time step changes within a run. */
struct sim_clock {
	double dt, t0;        /* [T] */
	int64_t step0, step;  /* step: the present one, which names the frame */
};

/* The clock of the scene; its time step is 0 if the scene has none. */
struct sim_clock clock_of(const struct world *w);
/* Give it the time step dt. A step other than the scene's own counts from the present time on. */
void clock_set_dt(struct sim_clock *c, const struct world *w, double dt);
/* Keep in a ledger what clock_of needs. */
void clock_write(const struct sim_clock *c, struct params *ledger);

/* The time at a step, and at the present one [T]. */
double clock_at(const struct sim_clock *c, int64_t step);
double clock_now(const struct sim_clock *c);
/* The first step at which time t is reached. A time missed by less than 1e-6 steps counts as reached, so that sums of decimal
 * fractions end where they should. */
int64_t clock_step_of(const struct sim_clock *c, double t);

#endif
