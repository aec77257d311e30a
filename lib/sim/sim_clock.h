/* sim_clock.h: the time of a run, counted in steps. */
#ifndef SCREE_SIM_CLOCK_H
#define SCREE_SIM_CLOCK_H

#include <stdint.h>

#include "world/world.h"

/* The time at step n is t0 + (n - step0) dt. t0 and step0 are those where the scene began, if its time was no multiple of dt, or
 * where the time step changed last; else 0. */
struct sim_clock {
	double dt, t0;        /* [T] */
	int64_t step0, step;  /* step: the present one, which is the number of the frame */
};

/* The clock of the scene; its time step is 0 if the scene has none. */
struct sim_clock clock_of(const struct world *w);
/* Give the clock the time step dt [T]. If this is not the scene's own, time counts in steps of dt from the present time on. */
void clock_set_dt(struct sim_clock *c, const struct world *w, double dt);
/* Write t0 and step0, which clock_of needs, into a ledger. */
void clock_write(const struct sim_clock *c, struct params *ledger);

/* The time at a step [T]. */
double clock_at(const struct sim_clock *c, int64_t step);
/* The time at the present step [T]. */
double clock_now(const struct sim_clock *c);
/* The first step at which time t is reached. A time missed by less than 1e-6 steps counts as reached, so that sums of decimal
 * fractions end where they should. */
int64_t clock_step_of(const struct sim_clock *c, double t);

#endif
