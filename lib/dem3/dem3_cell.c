/* dem3_cell.c: the periodic cell that deforms, see sim/cell.h: what needs the neighbour list of space
 *
 * A cell that deforms reads velocities in every step. So free bodies get their second half kick within the step, as those of
 * groups do. */
#include "dem3/dem3_cell.h"

static struct cell_list list_of(const struct dem3 *s)
{
	const struct list3 *l = &s->list;

	return (struct cell_list){ l->n_pair, l->pair, l->own_from, l->own };
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

static void add_pair(const struct dem3 *s, int pair, vec3 on, struct exact sum[6])
{
	const struct body_pair *p = &s->list.pair[pair];

	if (soft_speaks_for(&s->core, p->body[0], p->body[1]))
		cell_add(sum, s->list.images.at[p->image].s, (const double[3]){ on.x, on.y, on.z });
}

void dem3_cell_forces(struct dem3 *s)
{
	const struct list3 *l = &s->list;
	const struct cell_list list = list_of(s);
	struct exact *sum = s->core.cell.step_sum + CELL_FORCES;

	if (s->plain) {
		dem3_plain_images(s, sum);
		return;
	}
	cell_find_imaged(&s->core, &list);
	for (int k = 0; k < s->core.cell.n_imaged; k++) {
		int p = s->core.cell.imaged[k], near_pair = s->near_pair_of[p];

		if (near_pair < 0 || l->pair[p].image < 2)
			continue;
		const double *on = s->wrench + (size_t)s->each * (size_t)near_pair + FORCE;
		add_pair(s, p, v3(on[0], on[1], on[2]), sum);
	}
}

void dem3_cell_impulses(struct dem3 *s)
{
	struct exact *sum = s->core.cell.step_sum + CELL_IMPULSES;

	if (s->plain)
		dem3_plain_images(s, sum);
	for (int k = 0; k < s->jumps.n; k++) {
		const struct jump *j = &s->jumps.at[k];
		const struct event3 *e = j->event;

		if (j->n > 0 && s->list.pair[j->pair].image > 1)
			add_pair(s, j->pair, e->on[1].f, sum);
	}
}
