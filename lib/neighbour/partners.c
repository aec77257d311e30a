/* partners.c: the pairs of every body, from a list of pairs */
#include "neighbour/partners.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"

static int up(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void sort(uint64_t *key, int n)
{
	if (n > 32) {
		qsort(key, (size_t)n, sizeof *key, up);
		return;
	}
	for (int k = 1; k < n; k++) {
		uint64_t v = key[k];
		int z = k;

		for (; z > 0 && key[z - 1] > v; z--)
			key[z] = key[z - 1];
		key[z] = v;
	}
}

/* The arguments of partners_sort, for all threads. */
struct job { int n_pair; const struct body_pair *pair; const int *rank; int *own_from, *own, *own_at; };

/* Count the pairs of bodies from .. to-1 in own_from[b + 1]. */
static void own_count(const struct job *l, int from, int to)
{
	for (int p = 0; p < l->n_pair; p++) {
		const int *body = l->pair[p].body;

		for (int side = 0; side < 2; side++)
			if (body[side] >= from && body[side] < to)
				l->own_from[body[side] + 1]++;
	}
}

/* Give bodies from .. to-1 their pairs in the order of the other body's rank. Images of one partner come in the order of pairs.
 * In a pair of a body with its own image 2 p comes before 2 p + 1. own_from[b + 1] is where the pairs of b begin, and becomes
 * where they end. */
static void own_pairs(const struct job *l, int from, int to)
{
	if (from == to)
		return;
	int begin = l->own_from[from + 1], most = 0, first;

	for (int p = 0; p < l->n_pair; p++) {
		const int *body = l->pair[p].body;

		for (int side = 0; side < 2; side++)
			if (body[side] >= from && body[side] < to)
				l->own[l->own_from[body[side] + 1]++] = 2 * p + side;
	}
	first = begin;
	for (int b = from; b < to; first = l->own_from[++b])
		most = l->own_from[b + 1] - first > most ? l->own_from[b + 1] - first : most;
	uint64_t *key = MEM_NEW(uint64_t, (size_t)most);
	first = begin;
	for (int b = from; b < to; first = l->own_from[++b]) {
		int n = l->own_from[b + 1] - first;

		for (int k = 0; k < n; k++) {
			int half = l->own[first + k];

			key[k] = (uint64_t)l->rank[l->pair[half >> 1].body[~half & 1]] << 32 | (uint32_t)half;
		}
		sort(key, n);
		for (int k = 0; k < n; k++) {
			l->own[first + k] = (int)(uint32_t)key[k];
			if (l->own_at)
				l->own_at[l->own[first + k]] = first + k;
		}
	}
	free(key);
}

/* The job for n bodies, in a number of parts. */
struct parts { const struct job *job; int n, parts; };

static void part_count(void *to, int part, int thread)
{
	const struct parts *p = to;

	(void)thread;
	own_count(p->job, team_first(p->n, part, p->parts), team_first(p->n, part + 1, p->parts));
}

static void part_pairs(void *to, int part, int thread)
{
	const struct parts *p = to;

	(void)thread;
	own_pairs(p->job, team_first(p->n, part, p->parts), team_first(p->n, part + 1, p->parts));
}

void partners_sort(int threads, int n, int n_pair, const struct body_pair *pair, const int *rank, int *own_from, int *own,
	int *own_at)
{
	const struct job l = { n_pair, pair, rank, own_from, own, own_at };
	struct parts p = { &l, n, threads > 1 ? threads : 1 };
	int sum = 0;

	memset(own_from, 0, ((size_t)n + 1) * sizeof *own_from);
	team_run(threads, p.parts, part_count, &p);
	for (int b = 0; b < n; b++) {
		int m = own_from[b + 1];

		own_from[b + 1] = sum;
		sum += m;
	}
	team_run(threads, p.parts, part_pairs, &p);
}
