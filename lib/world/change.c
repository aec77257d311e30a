/* change.c: what a change outside a simulator invalidates */
#include "world/change.h"

#include <stddef.h>

const char *const integrator_columns[] = {
	"ax", "ay", "alpha", "gear_x", "gear_y", "gear_angle", "gear_x3", "gear_y3", "gear_angle3", "gear_x4", "gear_y4",
	"gear_angle4", "fx", "fy", "torque", "heat", "az", "fz", "tx", "ty", "tz", NULL
};

void world_changed(struct world *w)
{
	for (int k = 0; integrator_columns[k]; k++)
		table_drop(&w->body, integrator_columns[k]);
	params_free(&w->ledger);
}
