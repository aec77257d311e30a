/* sim_clock.c: the time of a run, counted in steps */
#include "sim/sim_clock.h"

#include <math.h>

struct sim_clock clock_of(const struct world *w)
{
	struct sim_clock c = { w->dt, w->t, w->step, w->step };

	if (w->dt > 0 && params_find(&w->ledger, "clock_t")) {
		c.step0 = (int64_t)params_get(&w->ledger, "clock_step", 0);
		c.t0 = params_get(&w->ledger, "clock_t", 0);
	} else if ((double)w->step * w->dt == w->t) {
		c.step0 = 0;
		c.t0 = 0;
	}
	return c;
}

void clock_set_dt(struct sim_clock *c, const struct world *w, double dt)
{
	c->dt = dt;
	if (dt != w->dt && w->step > 0) {
		c->step0 = w->step;
		c->t0 = w->t;
	}
}

void clock_write(const struct sim_clock *c, struct params *ledger)
{
	if (c->step0 == 0 && c->t0 == 0)
		return;
	params_set(ledger, "clock_step", (double)c->step0);
	params_set(ledger, "clock_t", c->t0);
}

double clock_at(const struct sim_clock *c, int64_t step)
{
	return c->t0 + (double)(step - c->step0) * c->dt;
}

double clock_now(const struct sim_clock *c)
{
	return clock_at(c, c->step);
}

int64_t clock_step_of(const struct sim_clock *c, double t)
{
	double n = ceil((t - c->t0) / c->dt - 1e-6);

	return n < 1e18 ? c->step0 + (int64_t)fmax(n, -1e18) : INT64_MAX;
}
