/* dem2_ahead.c: what a part of the list reads */
#include "dem2/dem2_ahead.h"

/* Numbers of bodies. A scene of LARGE takes about 3 MB, one of VERY_LARGE about 13 MB. What is scattered is fetched from memory
 * alone: from a cache that holds the whole scene it comes soon enough. */
enum { LARGE = 4096, VERY_LARGE = 20000 };

static void add(struct ahead2 *a, const void *from, size_t bytes)
{
	const char *p = from;

	if (a->n < AHEAD_RANGES && bytes > 0)
		a->at[a->n++] = (struct ahead_range){ p, p + bytes };
	a->bytes += bytes;
}

void dem2_ahead_some(struct ahead2 *a, int work)
{
	enum { LINE = 64 };
	int64_t due = a->due + work * a->pace;
	int lines = (int)(due >> AHEAD_PACE);

	a->due = due - ((int64_t)lines << AHEAD_PACE);
	while (lines > 0 && a->range < a->n) {
		struct ahead_range *r = &a->at[a->range];
		int left = (int)((r->end - r->from + LINE - 1) / LINE), n = left < lines ? left : lines;

		for (int k = 0; k < n; k++)
			__builtin_prefetch(r->from + LINE * k, 0, 2);
		r->from += LINE * n;
		lines -= n;
		a->range += n == left;
	}
}

void dem2_ahead_begin(const struct dem2 *s, int part, const struct part2 *now, struct ahead2 *a)
{
	const struct soft *c = &s->core;

	a->n = a->range = 0;
	a->bytes = 0;
	a->due = 0;
	if (s->core.n < LARGE || part >= s->core.n_part)
		return;
	const struct part2 *q = &s->part[part];
	if (part < dem2_chunks(s)) {
		int b = dem2_chunk_begin(s, part);
		size_t bytes = (size_t)(dem2_chunk_end(s, part) - b) * sizeof(double);
		const double *column[] = { c->x[0], c->x[1], c->x[2], c->v[0], c->v[1], c->v[2], c->minv, s->iinv, c->near_x[0], c->near_x[1],
			c->near_x[2], s->outlines.arm, c->room, c->a[0], c->a[1], c->a[2] };

		for (size_t k = 0; k < sizeof column / sizeof *column; k++)
			add(a, column[k] + b, bytes);
		add(a, q->gather_body, (size_t)q->gather_end[bytes / sizeof(double) - 1] * sizeof *q->gather_body);
		add(a, q->gather, (size_t)q->gather_end[bytes / sizeof(double) - 1] * sizeof *q->gather);
	}
	add(a, q->member, (size_t)q->n_member * sizeof *q->member);
	add(a, q->use, (size_t)q->n_vertex * sizeof *q->use);
	add(a, q->near, (size_t)q->n_near * sizeof *q->near);
	add(a, q->lim2, (size_t)q->n_near * (size_t)q->unlike * sizeof *q->lim2);
	add(a, q->pair, (size_t)q->n_pair * sizeof *q->pair);
	add(a, q->contacts.at, (size_t)q->contacts.places * sizeof *q->contacts.at);
	add(a, s->row_of + 2 * q->near_from, 2 * (size_t)q->n_pair * sizeof *s->row_of);
	add(a, s->side_sum + dem2_row(s, q), 2 * (size_t)q->n_sum * sizeof *s->side_sum);
	/* this is the work that is told to dem2_ahead; what is told too little of is not fetched to the end */
	a->pace = (int64_t)(a->bytes << AHEAD_PACE) / 64 / (now->n_near + now->n_turned_vertex + 3 * now->contacts.n + 1);
}

/* The near pairs of the bodies of a chunk, see part2.gather. Returns their number. */
static int gather_of(const struct dem2 *s, int chunk, const int **gather)
{
	const struct part2 *q = &s->part[chunk];

	*gather = q->gather;
	return q->gather_end[dem2_chunk_end(s, chunk) - dem2_chunk_begin(s, chunk) - 1];
}

void dem2_ahead_sums(const struct dem2 *s, int chunk, int end)
{
	const int *gather;

	if (s->core.n < VERY_LARGE || s->plain)
		return;
	for (int k = 0, n = chunk + 2 < end ? gather_of(s, chunk + 2, &gather) : 0; k < n; k++)
		__builtin_prefetch(&s->row_of[gather[k]]);
	for (int k = 0, n = chunk + 1 < end ? gather_of(s, chunk + 1, &gather) : 0; k < n; k++)
		__builtin_prefetch(&s->side_sum[s->row_of[gather[k]]]);
}
