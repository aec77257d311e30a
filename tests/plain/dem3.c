/* dem3.c: scree-dem3 with forces by all pairs, for tests/long/mixtures.pl */
#include "dem3/dem3.h"

static struct sim_options plain_defaults(void)
{
	struct sim_options o = dem3_defaults();

	o.plain = 1;
	return o;
}

#define dem3_defaults plain_defaults
#include "../../tools/scree-dem3.c"
