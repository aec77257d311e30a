/* dem3_cell.c: the periodic cell that deforms, see sim/cell.h: what needs the neighbour list of space
 *
 * A cell that deforms reads velocities in every step. So free bodies get their second half kick within the step, as those of
 * groups do. */
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_cell.h"

static struct cell_list list_of(const struct dem3 *s)
{
	const struct list3 *l = &s->list;

	return (struct cell_list){ l->n_pair, l->pair, l->own_from, l->own, l->own_at };
}

void dem3_cell_flip(struct dem3 *s)
{
	struct flip f = cell_flip(&s->core);

	if (!flip_any(f))
		return;
	list3_flip(&s->list, f);
	if (s->plain)
		dem3_plain_flip(s->plain, f);
}

void dem3_cell_deform(struct dem3 *s)
{
	if (!s->core.cell.moves)
		return;
	cell_deform(&s->core);
	list3_deform(&s->list, &s->core.domain);
	dem3_find_strays(s);
}

void dem3_cell_cross(struct dem3 *s, int b, const int n[3])
{
	const struct cell_list l = list_of(s);

	cell_cross(&s->core, b, n, NULL);
	dem3_motion_again(s, b);
	cell_wrapped(&s->core, &l, b);
}

static void add_pair(const struct dem3 *s, int pair, vec3 on, double sum[6])
{
	cell_add(sum, s->list.images.at[s->list.pair[pair].image].s, (const double[3]){ on.x, on.y, on.z });
}

void dem3_cell_forces(struct dem3 *s)
{
	const struct list3 *l = &s->list;
	const struct cell_list list = list_of(s);
	double sum[6] = { 0 };

	if (s->plain) {
		dem3_plain_images(s, sum);
		cell_forces(&s->core, sum);
		return;
	}
	cell_find_imaged(&s->core, &list);
	for (int k = 0; k < s->core.cell.n_imaged; k++) {
		int p = l->own[(uint32_t)s->core.cell.imaged[k]] >> 1, near_pair = s->near_pair_of[p];

		if (near_pair < 0 || l->pair[p].image < 2)
			continue;
		const double *on = s->wrench + WRENCH * (size_t)near_pair + FORCE;
		add_pair(s, p, v3(on[0], on[1], on[2]), sum);
	}
	cell_forces(&s->core, sum);
}

/* An impulse on an image, with the place of its pair in the order of ids: see cell.imaged. */
struct image_impulse { uint64_t at; int pair; vec3 on; };

static int by_place(const void *a, const void *b)
{
	uint64_t x = ((const struct image_impulse *)a)->at, y = ((const struct image_impulse *)b)->at;

	return (x > y) - (x < y);
}

void dem3_cell_impulses(struct dem3 *s)
{
	const struct list3 *l = &s->list;
	struct image_impulse *all = NULL;
	size_t cap = 0;
	double sum[6] = { 0 };
	int n = 0;

	if (s->plain)
		dem3_plain_images(s, sum);
	for (int t = 0; t < s->core.n_part && !s->plain; t++)
		for (int k = 0; k < s->part[t].n_event; k++) {
			const struct event3 *event = &s->part[t].event[k];
			int p = event->pair;

			if ((k && event[-1].pair == p) || l->pair[p].image < 2)
				continue;
			MEM_GROW(all, &cap, (size_t)n + 1);
			all[n++] = (struct image_impulse){ (uint64_t)s->core.rank[l->pair[p].body[0]] << 32 | (uint32_t)l->own_at[2 * p], p,
				event->on[1].f };
		}
	if (n > 0)
		qsort(all, (size_t)n, sizeof *all, by_place);
	for (int k = 0; k < n; k++)
		add_pair(s, all[k].pair, all[k].on, sum);
	free(all);
	cell_impulses(&s->core, sum);
}
