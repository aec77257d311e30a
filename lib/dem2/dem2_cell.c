/* dem2_cell.c: the periodic cell that deforms, see sim/cell.h: what needs the neighbour list of the plane */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dem2/dem2_state.h"

static struct cell_list list_of(const struct dem2 *s)
{
	const struct list2 *l = &s->list;

	return (struct cell_list){ l->n_pair, l->pair, l->own_from, l->own, l->own_at };
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

/* The sum of s f over pairs, f on the image, in the order of ids. */
static void sum_images(struct dem2 *s, double sum[6])
{
	const struct list2 *l = &s->list;
	const struct cell_list list = list_of(s);

	for (int k = 0; k < 6; k++)
		sum[k] = 0;
	if (s->plain) {
		dem2_plain_images(s, 0, sum);
		return;
	}
	cell_find_imaged(&s->core, &list);
	for (int k = 0; k < s->core.cell.n_imaged; k++) {
		int p = l->own[(uint32_t)s->core.cell.imaged[k]] >> 1, near = s->near_of[p];

		if (near < 0 || l->pair[p].image < 2)
			continue;
		const struct list2_image *im = &l->image[l->pair[p].image];
		const struct pair_sum *on = &s->pair_sum[s->row_of[near]];
		cell_add(sum, (const int[3]){ im->sx, im->sy, 0 }, (const double[3]){ -on->fx, -on->fy, 0 });
	}
}

/* The order of ids. */
static int in_order(const void *a, const void *b)
{
	const int *p = a, *q = b;

	for (int k = 0; k < 4; k++)
		if (p[k] != q[k])
			return p[k] < q[k] ? -1 : 1;
	return 0;
}

/* The same for the impulses of pairs. */
static void sum_jumps(struct dem2 *s, double sum[6])
{
	int n = 0, (*key)[5] = NULL; /* ranks of both bodies, image along y and x, index */
	size_t cap = 0;

	for (int k = 0; k < 6; k++)
		sum[k] = 0;
	if (s->plain) {
		dem2_plain_images(s, 1, sum);
		return;
	}
	for (int t = 0; t < s->core.n_part; t++)
		for (int k = s->part[t].jump_from; k < s->part[t].jump_from + s->part[t].n_jump; k++) {
			const struct jump2 *j = &s->jump[k];
			const int is[5] = { s->core.rank[j->body[0]], s->core.rank[j->body[1]], j->sy, j->sx, k };

			if (j->sx == 0 && j->sy == 0)
				continue;
			MEM_GROW(key, &cap, (size_t)n + 1);
			memcpy(key[n++], is, sizeof is);
		}
	if (n > 1)
		qsort(key, (size_t)n, sizeof *key, in_order);
	for (int k = 0; k < n; k++) {
		const struct jump2 *j = &s->jump[key[k][4]];

		cell_add(sum, (const int[3]){ j->sx, j->sy, 0 }, (const double[3]){ -j->sum.fx, -j->sum.fy, 0 });
	}
	free(key);
}

void dem2_cell_forces(struct dem2 *s)
{
	double sum[6];

	sum_images(s, sum);
	cell_forces(&s->core, sum);
}

void dem2_cell_impulses(struct dem2 *s)
{
	double sum[6];

	sum_jumps(s, sum);
	cell_impulses(&s->core, sum);
}
