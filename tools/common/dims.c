/* dims.c: one dimension in a table */
#include "common/dims.h"

#include "common/tool.h"

int dims_same(const struct world *w)
{
	static int dim;

	if (dim && w->dim != dim)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g) is of a stream with dim=%d, expected dim=%d as before: one table has one kind",
			(long long)w->step, w->t, w->dim, dim);
	return dim = w->dim;
}
