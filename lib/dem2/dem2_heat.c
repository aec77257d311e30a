/* dem2_heat.c: the heat of bodies: half of what friction and viscosity have taken at their contacts
 *
 * A pair has the heat of its contacts (dem2_force.c), and gets back what its impulses leave to the dashpots (dem2_event.c). So
 * bodies get theirs at the end of the step. Free bodies sum over their near pairs in the order of the partners' ids. The sums of
 * bodies of groups are exact, over all ranks. */
#include "base/ranks.h"
#include "base/team.h"
#include "dem2/dem2_state.h"

/* Add to an exact sum half of the heat of each near pair of a body. */
static void near_heat_add(const struct dem2 *s, int b, struct exact *sum)
{
	int chunk = dem2_chunk_of(s, b), k = b - dem2_chunk_begin(s, chunk);
	const struct part2 *q = &s->part[chunk];

	for (int z = k ? q->gather_end[k - 1] : 0; z < q->gather_end[k]; z++)
		exact_add(sum, 0.5 * s->pair_heat[q->gather[z] >> 1]);
}

/* The bodies of a chunk get half of the heat of each of their near pairs. */
static void near_heat(struct dem2 *s, int chunk)
{
	const struct part2 *q = &s->part[chunk];
	int first = dem2_chunk_begin(s, chunk), end = dem2_chunk_end(s, chunk), z = 0;

	for (int b = first; b < end; b++) {
		double heat = 0;

		for (; z < q->gather_end[b - first]; z++)
			heat += 0.5 * s->pair_heat[q->gather[z] >> 1];
		s->core.heat[b] += heat;
	}
}

static void chunk_heat(void *to, int chunk, int thread)
{
	struct dem2 *s = to;

	(void)thread;
	if (dem2_chunk_kind(s, chunk) != DEM2_OWN)
		return;
	if (!s->plain)
		near_heat(s, chunk);
	for (int b = dem2_chunk_begin(s, chunk); b < dem2_chunk_end(s, chunk) && s->plain; b++)
		s->core.heat[b] += dem2_plain_heat(s, b);
}

void dem2_heat(struct dem2 *s)
{
	int good = s->core.error.status == SIM_GOOD; /* if not, pairs may be those of another list; other ranks wait for the sums */

	team_run(s->core.threads, good ? dem2_chunks(s) : 0, chunk_heat, s);
	for (int b = 0; b < s->n_held && good; b++)
		(s->plain ? dem2_plain_heat_add : near_heat_add)(s, b, &s->heat_sum[b]);
	ranks_sum_exact(s->n_held, s->heat_sum);
	for (int b = 0; b < s->n_held; b++)
		s->core.heat[b] += exact_take(&s->heat_sum[b]);
}
