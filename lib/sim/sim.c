/* sim.c: which of several failures is told */
#include "sim/sim.h"

void sim_fail(struct sim_error *told, struct sim_error e)
{
	int same = e.status == told->status, first = e.a < told->a || (e.a == told->a && e.b < told->b), better;

	if (told->status == SIM_OVERLAP || e.status == SIM_OVERLAP)
		better = same && (e.value > told->value || (e.value == told->value && first));
	else
		better = told->a > 0 && e.a > 0 && (same ? first : e.status > told->status);
	if (told->status == SIM_GOOD || better)
		*told = e;
}
