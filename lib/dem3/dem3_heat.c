/* dem3_heat.c: the heat of bodies, as in dem2_heat.c */
#include "base/ranks.h"
#include "base/team.h"
#include "dem3/dem3_own.h"

/* The heat of near pair k of near_own. */
static double pair_heat(const struct dem3 *s, int k)
{
	return s->pair_heat[own3_near_pair(s, s->near_own[k])];
}

/* Add to an exact sum half of the heat of each near pair of a body. */
static void near_heat_add(const struct dem3 *s, int b, struct exact *sum)
{
	for (int k = s->near_from[b]; k < s->near_from[b + 1]; k++)
		exact_add(sum, 0.5 * pair_heat(s, k));
}

/* The sum of the same. */
static double near_heat(const struct dem3 *s, int b)
{
	double heat = 0;

	for (int k = s->near_from[b]; k < s->near_from[b + 1]; k++)
		heat += 0.5 * pair_heat(s, k);
	return heat;
}

static void chunk_heat(void *to, int chunk, int thread)
{
	struct dem3 *s = to;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk) && b < s->core.n_own; b++)
		s->core.heat[b] += s->plain ? dem3_plain_heat(s, b) : near_heat(s, b);
}

void dem3_heat(struct dem3 *s)
{
	int held = s->core.n - s->n_free, good = s->core.error.status == SIM_GOOD; /* as in dem2_heat.c */

	team_run(s->core.threads, good ? dem3_chunks_free(s) : 0, chunk_heat, s);
	for (int k = 0; k < held && good; k++)
		(s->plain ? dem3_plain_heat_add : near_heat_add)(s, s->n_free + k, &s->heat_sum[k]);
	ranks_sum_exact(held, s->heat_sum);
	for (int k = 0; k < held; k++)
		s->core.heat[s->n_free + k] += exact_take(&s->heat_sum[k]);
}
