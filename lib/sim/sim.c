/* sim.c: which of several failures of a step is reported; what is too many to be counted */
#include "sim/sim.h"

void sim_fail(struct sim_error *noted, struct sim_error e)
{
	int same = e.status == noted->status, first = e.a < noted->a || (e.a == noted->a && e.b < noted->b), better;

	if (noted->status == SIM_OVERLAP || e.status == SIM_OVERLAP)
		better = same ? e.value > noted->value || (e.value == noted->value && first) : e.status == SIM_OVERLAP;
	else
		better = noted->a > 0 && e.a > 0 && (same ? first : e.status > noted->status);
	if (noted->status == SIM_GOOD || better)
		*noted = e;
}

void sim_count(struct sim_error *noted, enum sim_count what, int64_t n, int64_t most)
{
	if (n > most)
		sim_fail(noted, (struct sim_error){ .status = SIM_MANY, .b = what, .value = (double)n, .limit = (double)most });
}
