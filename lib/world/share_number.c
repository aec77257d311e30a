/* share_number.c: number the items of all ranks in the order of their keys */
#include "world/share.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"

enum { SAMPLES = 16 }; /* keys of each rank from which the bounds of the ranks' ranges are chosen */

/* Items with the same key, on one rank. */
struct run { int64_t key[2], n; };

static int key_order(const int64_t *a, const int64_t *b)
{
	return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

static int sample_order(const void *p, const void *q)
{
	return key_order(p, q);
}

/* A run that has come from a rank, and its place among those of this rank. */
struct arrived { struct run run; int rank, place; };

static int arrived_order(const void *p, const void *q)
{
	const struct arrived *a = p, *b = q;
	int order = key_order(a->run.key, b->run.key);

	if (order)
		return order;
	return a->rank != b->rank ? a->rank - b->rank : a->place - b->place;
}

/* Sampled keys of all ranks, sorted; *n gets their number. */
static int64_t (*samples(int n, const int64_t (*key)[2], int *n_all))[2]
{
	struct { int64_t key[SAMPLES][2], n; } own = { .n = n < SAMPLES ? n : SAMPLES }, *of;
	int64_t (*all)[2] = mem_new((size_t)ranks_n() * SAMPLES, sizeof *all);

	for (int k = 0; k < own.n; k++)
		memcpy(own.key[k], key[(int64_t)n * k / own.n], sizeof *own.key);
	of = mem_new((size_t)ranks_n(), sizeof *of);
	ranks_gather(sizeof own, &own, of);
	*n_all = 0;
	for (int r = 0; r < ranks_n(); r++)
		for (int k = 0; k < of[r].n; k++)
			memcpy(all[(*n_all)++], of[r].key[k], sizeof *all);
	free(of);
	qsort(all, (size_t)*n_all, sizeof *all, sample_order);
	return all;
}

/* Give numbers to the runs that have come from all ranks. number[rank] gets the first number of each run, in the order in which
 * they have come. */
static void number_runs(const struct parcels *in, struct parcels *number)
{
	struct arrived *all = NULL;
	size_t cap = 0, n = 0;
	int64_t next = 0;

	for (int r = 0; r < in->n; r++) {
		int place = 0;

		for (size_t at = 0; at < in->of[r].n; place++) {
			MEM_GROW(all, &cap, n + 1);
			memcpy(&all[n].run, parcel_take(&in->of[r], &at, sizeof all->run), sizeof all->run);
			all[n].rank = r;
			all[n++].place = place;
		}
		parcels_room(number, r, (size_t)place * sizeof next);
	}
	if (n)
		qsort(all, n, sizeof *all, arrived_order);
	for (size_t k = 0; k < n; k++)
		next += all[k].run.n;
	ranks_before(1, &next);
	for (size_t k = 0; k < n; k++) {
		memcpy(number->of[all[k].rank].at + (size_t)all[k].place * sizeof next, &next, sizeof next);
		next += all[k].run.n;
	}
	free(all);
}

/* The end of the run of equal keys that begins at k. */
static int run_end(int n, const int64_t (*key)[2], int k)
{
	int end = k + 1;

	while (end < n && !key_order(key[end], key[k]))
		end++;
	return end;
}

void share_number(int n, const int64_t (*key)[2], int64_t *number)
{
	int n_sample, ranks = ranks_n(), *to = MEM_NEW(int, (size_t)n);
	int64_t (*sample)[2] = samples(n, key, &n_sample);
	size_t *at = MEM_ZERO(size_t, (size_t)ranks);
	struct parcels out, in, back;

	parcels_init(&out, ranks);
	for (int k = 0, rank = 0, end; k < n; k = end) { /* rank r numbers the keys from its bound on, up to that of the next */
		end = run_end(n, key, k);
		while (rank + 1 < ranks && key_order(sample[(int64_t)n_sample * (rank + 1) / ranks], key[k]) <= 0)
			rank++;
		struct run run = { { key[k][0], key[k][1] }, end - k };
		parcels_put(&out, to[k] = rank, &run, sizeof run);
	}
	ranks_exchange(&out, &in);
	number_runs(&in, &out);
	parcels_free(&in);
	ranks_exchange(&out, &back);
	for (int k = 0, end; k < n; k = end) {
		int64_t first;

		end = run_end(n, key, k);
		memcpy(&first, parcel_take(&back.of[to[k]], &at[to[k]], sizeof first), sizeof first);
		for (int z = k; z < end; z++)
			number[z] = first + z - k;
	}
	parcels_free(&back);
	parcels_free(&out);
	free(sample);
	free(at);
	free(to);
}
