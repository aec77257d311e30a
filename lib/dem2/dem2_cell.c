/* dem2_cell.c: the periodic cell that deforms, see sim/cell.h: what needs the neighbour list of the plane */
#include "dem2/dem2_state.h"

static struct cell_list list_of(const struct dem2 *s)
{
	const struct list2 *l = &s->list;

	return (struct cell_list){ l->n_pair, l->pair, l->own_from, l->own };
}

void dem2_cell_flip(struct dem2 *s)
{
	struct flip f = cell_flip(&s->core);

	if (!flip_any(f))
		return;
	for (int b = 0; b < s->core.n && s->q_image[0]; b++)
		flip_images(f, &s->q_image[0][b], &s->q_image[1][b], 0);
	list2_flip(&s->list, (int)f.xy);
	if (s->plain)
		dem2_plain_flip(s->plain, f);
}

void dem2_cell_deform(struct dem2 *s)
{
	if (!s->core.cell.moves)
		return;
	cell_deform(&s->core);
	list2_deform(&s->list, &s->core.domain);
	dem2_find_strays(s);
}

void dem2_cell_wrapped(struct dem2 *s, int b)
{
	const struct cell_list l = list_of(s);

	cell_wrapped(&s->core, &l, b);
}

void dem2_cell_forces(struct dem2 *s)
{
	const struct list2 *l = &s->list;
	const struct cell_list list = list_of(s);
	struct exact *sum = s->core.cell.step_sum + CELL_FORCES;

	if (s->plain) {
		dem2_plain_images(s, 0, sum);
		return;
	}
	cell_find_imaged(&s->core, &list);
	for (int k = 0; k < s->core.cell.n_imaged; k++) {
		int p = s->core.cell.imaged[k];
		const struct part2 *q = dem2_part_of(s, p);
		int near = dem2_near_pair(q, p);

		if (near < 0 || l->pair[p].image < 2 || !soft_speaks_for(&s->core, l->pair[p].body[0], l->pair[p].body[1]))
			continue;
		const struct list2_image *im = &l->image[l->pair[p].image];
		const struct side_sum *on = &s->side_sum[s->row_of[2 * (q->near_from + near) + 1]];
		cell_add(sum, (const int[3]){ im->sx, im->sy, 0 }, (const double[3]){ on->fx, on->fy, 0 });
	}
}

void dem2_cell_impulses(struct dem2 *s)
{
	struct exact *sum = s->core.cell.step_sum + CELL_IMPULSES;

	if (s->plain) {
		dem2_plain_images(s, 1, sum);
		return;
	}
	for (int k = 0; k < s->jumps.n; k++) {
		const struct jump *j = &s->jumps.at[k];
		const struct event2 *e = j->event;

		if (j->n > 0 && (e->sx != 0 || e->sy != 0) && soft_speaks_for(&s->core, j->body[0], j->body[1]))
			cell_add(sum, (const int[3]){ e->sx, e->sy, 0 }, (const double[3]){ -e->sum.fx, -e->sum.fy, 0 });
	}
}
