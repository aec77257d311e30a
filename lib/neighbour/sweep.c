/* sweep.c: sweep and prune */
#include "neighbour/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"

/* A thread takes whole blocks of bodies. The limit on tests applies to each block, so it does not depend on the number of
 * threads. */
enum { BLOCK = 1024, TESTS = 1000 };

void sweep_init(struct sweep *s, int n)
{
	memset(s, 0, sizeof *s);
	s->n = n;
}

void sweep_free(struct sweep *s)
{
	free(s->item);
	cells_parts_free(s->part, s->n_part);
	memset(s, 0, sizeof *s);
}

/* Bodies with equal lo are ordered by number, so that the order is unique. */
static inline int before(const struct sweep_item *a, const struct sweep_item *b)
{
	return a->lo < b->lo || (a->lo == b->lo && a->body < b->body);
}

static int compare(const void *a, const void *b)
{
	return before(a, b) ? -1 : before(b, a);
}

/* Sort the items: by insertion if that takes few moves, otherwise from scratch. */
static void sort(struct sweep *s)
{
	int64_t moves = 0, most = 8 * (int64_t)s->n;

	for (int k = 1; k < s->n && s->sorted && moves <= most; k++) {
		struct sweep_item it = s->item[k];
		int z = k;

		for (; z > 0 && before(&it, &s->item[z - 1]); z--)
			s->item[z] = s->item[z - 1];
		s->item[z] = it;
		moves += k - z;
	}
	if (!s->sorted || moves > most)
		qsort(s->item, (size_t)s->n, sizeof *s->item, compare);
	s->sorted = 1;
}

static inline int touch(const struct sweep_item *a, const struct sweep_item *b, const double len[2])
{
	double du = fabs(b->u - a->u), dv = fabs(b->v - a->v), lim = a->r + b->r;

	du = du < len[0] - du ? du : len[0] - du;
	dv = dv < len[1] - dv ? dv : len[1] - dv;
	return du * du + dv * dv < lim * lim;
}

/* Test body i with the bodies that the line reaches after it and before it has left body i. Returns the number of tests. */
static int scan(const struct sweep *s, struct cells_pairs *out, int i, const double len[2])
{
	const struct sweep_item *a = &s->item[i], *b = a + 1, *end = s->item + s->n;
	int n = out->n, (*at)[2] = out->at;

	for (; b < end && b->lo <= a->hi; b++) {
		if ((size_t)n == out->cap)
			at = MEM_GROW(out->at, &out->cap, (size_t)n + 1);
		at[n][0] = a->body;
		at[n][1] = b->body;
		n += touch(a, b, len);
	}
	out->n = n;
	return (int)(b - a);
}

/* The same across the end of a periodic domain, with its first bodies. Leave out pairs that are found inside the domain, or by
 * the other body. */
static int scan_over(const struct sweep *s, struct cells_pairs *out, int i, const double len[2])
{
	const struct sweep_item *a = &s->item[i];
	int k = 0;

	for (; k < s->n && s->item[k].lo + len[0] <= a->hi; k++) {
		const struct sweep_item *b = &s->item[k];

		if (k == i || (b->lo <= a->hi && a->lo <= b->hi) || (k < i && a->lo + len[0] <= b->hi) || !touch(a, b, len))
			continue;
		MEM_GROW(out->at, &out->cap, (size_t)out->n + 1);
		out->at[out->n][0] = a->body;
		out->at[out->n++][1] = b->body;
	}
	return k;
}

/* Find the pairs of the items from .. to-1. Returns -1 if a block takes too many tests. */
static int look_along(const struct sweep *s, struct cells_pairs *out, const double len[2], int from, int to)
{
	int64_t tests = 0;

	for (int i = from; i < to; i++) {
		tests = i % BLOCK ? tests : 0;
		tests += scan(s, out, i, len);
		if (len[0] < INFINITY)
			tests += scan_over(s, out, i, len);
		if (tests > (int64_t)TESTS * BLOCK)
			return -1;
	}
	return 0;
}

/* The arguments of sweep_find, for all threads: places along the axis and across it, periods, number of parts of the bodies.
 * failed: a block took too many tests. */
struct sweep_task {
	struct sweep *s;
	const double *u, *v, *radius;
	double margin, len[2];
	int parts, failed;
};

/* Update some items, in the order of the last call: where the line reaches and leaves their bodies. */
static void put_items(void *to, int from, int end, int thread)
{
	const struct sweep_task *l = to;
	struct sweep *s = l->s;

	(void)thread;
	for (int k = from; k < end; k++) {
		int b = s->sorted ? s->item[k].body : k;
		double r = l->radius[b] + 0.5 * l->margin, wide = r * (1 + 1e-9) + 1e-14 * fabs(l->u[b]);

		s->item[k] = (struct sweep_item){ l->u[b] - wide, l->u[b] + wide, l->u[b], l->v[b], r, b };
	}
}

static int begin_of(const struct sweep_task *l, int part)
{
	int blocks = (l->s->n + BLOCK - 1) / BLOCK, begin = team_first(blocks, part, l->parts) * BLOCK;

	return begin < l->s->n ? begin : l->s->n;
}

static void part_sweep(void *to, int part, int thread)
{
	struct sweep_task *l = to;

	(void)thread;
	if (look_along(l->s, &l->s->part[part], l->len, begin_of(l, part), begin_of(l, part + 1)))
		__atomic_store_n(&l->failed, 1, __ATOMIC_RELAXED);
}

int sweep_find(struct sweep *s, const struct domain *d, const double *x, const double *y, const double *radius, double margin,
	int axis)
{
	int parts = s->threads > 1 ? s->threads : 1;
	struct sweep_task l = { s, axis ? y : x, axis ? x : y, radius, margin, { 0 }, parts, 0 };

	for (int a = 0; a < 2; a++)
		l.len[a != axis] = d->set && d->periodic[a] ? d->hi[a] - d->lo[a] : INFINITY;
	if (!s->item) /* allocated here, since many scenes are never swept */
		s->item = mem_new((size_t)s->n, sizeof *s->item);
	team_chunks(parts, s->n, BLOCK, put_items, &l);
	sort(s);
	cells_parts(&s->part, &s->n_part, parts);
	team_run(parts, parts, part_sweep, &l);
	if (l.failed)
		return -1;
	cells_join(s->part, parts);
	s->pair = s->part[0].at;
	s->n_pair = s->part[0].n;
	return 0;
}
