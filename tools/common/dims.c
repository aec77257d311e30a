/* dims.c: all frames of a table have one dimension */
#include "common/dims.h"

#include "common/tool.h"

int dims_same(const struct world *w)
{
	static int dim;

	if (dim && w->dim != dim)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) is of a stream with dim=%d, expected dim=%d as before; a table has frames of "
			"one dimension", (long long)w->step, w->t, w->dim, dim);
	return dim = w->dim;
}
