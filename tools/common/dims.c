/* dims.c: all frames of a table have one dimension, and the same units */
#include "common/dims.h"

#include <string.h>

#include "base/buf.h"
#include "common/tool.h"

void dims_same_units(const struct world *w)
{
	static const char *const of[3] = { "length", "mass", "time" };
	static char *name[3];

	for (int k = 0; k < 3; k++) {
		const char *now = tool_units()->name[k];

		if (now && name[k] && strcmp(now, name[k]) != 0)
			tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) is of a stream with the unit %s=%s, expected %s=%s as before; a table has one "
			          "unit in each column", (long long)w->step, w->t, of[k], now, of[k], name[k]);
		if (now && !name[k])
			name[k] = mem_string(now);
	}
}

int dims_same(const struct world *w)
{
	static int dim;

	if (dim && w->dim != dim)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) is of a stream with dim=%d, expected dim=%d as before; a table has frames of "
			"one dimension", (long long)w->step, w->t, w->dim, dim);
	dims_same_units(w);
	return dim = w->dim;
}
