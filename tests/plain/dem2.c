/* dem2.c: scree-dem2 with forces by all pairs, for tests/long/mixtures.pl */
#include "dem2/dem2.h"

static struct sim_options plain_defaults(void)
{
	struct sim_options o = dem2_defaults();

	o.plain = 1;
	return o;
}

#define dem2_defaults plain_defaults
#include "../../tools/scree-dem2.c"
