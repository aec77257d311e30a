/* change.c: what a change by hand makes void */
#include "world/change.h"

#include <stddef.h>

const char *const integrator_columns[] = { "ax", "ay", "alpha", NULL };

void world_changed(struct world *w)
{
	for (int k = 0; integrator_columns[k]; k++)
		table_drop(&w->body, integrator_columns[k]);
	params_free(&w->ledger);
}
