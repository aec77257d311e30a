/* ranks.c: what ranks tell each other: sums, exact sums, reductions, parcels, messages that are sent again and again; numbers
 * of rows and parts of bodies that do not depend on who has them. */
#include "base/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/rng.h"
#include "neighbour/bisect.h"
#include "tap.h"
#include "world/share.h"

static int ranks = 1, me;

/* A test that holds on all ranks. */
static void all_ok(int good, const char *what)
{
	int64_t bad = !good;

	ranks_sum(1, &bad);
	if (me == 0)
		ok(bad == 0, "%s, on %d ranks", what, ranks);
}

static void test_sums(void)
{
	int64_t x[3] = { me + 1, INT64_C(1) << 40, -me }, least[2] = { 7 - me, me }, most[1] = { me * me }, before[2] = { me + 1, 5 };
	double low[2] = { 1.5 * me, -me }, high[1] = { 0.25 * me };
	int64_t n = ranks;

	ranks_sum(3, x);
	ranks_least(2, least);
	ranks_most(1, most);
	ranks_least_real(2, low);
	ranks_most_real(1, high);
	ranks_before(2, before);
	all_ok(x[0] == n * (n + 1) / 2 && x[1] == n << 40 && x[2] == -n * (n - 1) / 2, "sums");
	all_ok(least[0] == 8 - n && least[1] == 0 && most[0] == (n - 1) * (n - 1), "least and greatest");
	all_ok(low[0] == 0 && low[1] == 1 - (double)n && high[0] == 0.25 * (double)(n - 1), "of real numbers too");
	all_ok(before[0] == (int64_t)me * (me + 1) / 2 && before[1] == 5 * me, "sums over the ranks before");

	int *all = MEM_NEW(int, (size_t)ranks), own = 3 * me + 1, good = 1;
	ranks_gather(sizeof own, &own, all);
	for (int k = 0; k < ranks; k++)
		good &= all[k] == 3 * k + 1;
	free(all);
	own = me == ranks - 1 ? 12345 : me;
	ranks_cast(ranks - 1, sizeof own, &own);
	all_ok(good && own == 12345, "gathered, and cast");
}

/* Numbers of all sizes, dealt out in two ways, and the sum that one rank makes. */
static void test_exact(void)
{
	enum { N = 4000 };
	struct exact e[3] = { 0 };
	struct rng r;
	double total[3];

	rng_seed(&r, 9);
	for (int k = 0; k < N; k++) {
		double x = ldexp(rng_uniform(&r) - 0.5, (int)(200 * rng_uniform(&r)) - 100);

		if (k % ranks == me)
			exact_add(&e[0], x);
		if ((int64_t)k * ranks / N == me)
			exact_add(&e[1], x);
		if (me == 0)
			exact_add(&e[2], x);
	}
	ranks_sum_exact(3, e);
	for (int k = 0; k < 3; k++)
		total[k] = exact_take(&e[k]);
	all_ok(total[0] == total[1] && total[0] == total[2] && total[0] != 0, "exact sums do not depend on who has the summands");
	exact_add(&e[0], me == ranks - 1 ? INFINITY : 1);
	ranks_sum_exact(1, e);
	all_ok(exact_take(&e[0]) == INFINITY, "one that is infinite");
}

/* A record of several kinds: a sum, the greatest, the failure with the lowest id. */
struct record { int64_t sum; double most; int64_t id; char word[20]; };

static void join(void *to, const void *from)
{
	struct record *a = to;
	const struct record *b = from;

	a->sum += b->sum;
	a->most = b->most > a->most ? b->most : a->most;
	if (b->id < a->id) {
		a->id = b->id;
		memcpy(a->word, b->word, sizeof a->word);
	}
}

static void join_bits(void *to, const void *from)
{
	*(uint64_t *)to |= *(const uint64_t *)from;
}

static void test_reduction(void)
{
	struct ranks_reduction *r = ranks_reduction(sizeof(struct record), join), *bits = ranks_reduction(sizeof(uint64_t), join_bits);
	int good = 1;

	for (int time = 0; time < 20; time++) {
		struct record own = { me, 0.5 * me, 1000 - (me + time) % ranks, "" };
		uint64_t bit = UINT64_C(1) << me % 64, all = ranks > 63 ? UINT64_MAX : (UINT64_C(1) << ranks) - 1;

		snprintf(own.word, sizeof own.word, "rank%d", me);
		ranks_reduce(r, &own);
		ranks_reduce(bits, &bit); /* both at the same time */
		own.sum = -1;
		const struct record *got = ranks_reduce_wait(r);
		int who = (2 * ranks - 1 - time % ranks) % ranks; /* has the lowest id */
		char word[20];
		snprintf(word, sizeof word, "rank%d", who);
		good &= got->sum == (int64_t)ranks * (ranks - 1) / 2 && got->most == 0.5 * (ranks - 1) && got->id == 1000 - (ranks - 1);
		good &= !strcmp(got->word, word);
		good &= *(const uint64_t *)ranks_reduce_wait(bits) == all;
	}
	ranks_reduction_free(r);
	ranks_reduction_free(bits);
	all_ok(good, "records of any kind");
}

/* Parcels of many sizes, also of none and of a megabyte. */
static size_t size_of(int from, int to)
{
	return (from + to) % 3 == 0 ? 0 : from == 0 && to == ranks - 1 ? 1200000 : (size_t)(100 * from + to);
}

static void test_parcels(void)
{
	struct parcels out, in;
	int good = 1;

	parcels_init(&out, ranks);
	for (int k = 0; k < ranks; k++)
		for (size_t z = 0; z < size_of(me, k); z++)
			*(char *)parcels_room(&out, k, 1) = (char)(me + 3 * k + (int)z);
	ranks_exchange(&out, &in);
	for (int k = 0; k < ranks; k++) {
		good &= in.of[k].n == size_of(k, me) && out.of[k].n == 0;
		for (size_t z = 0; z < in.of[k].n; z++)
			good &= in.of[k].at[z] == (char)(k + 3 * me + (int)z);
	}
	parcels_free(&in);
	parcels_free(&out);
	all_ok(good, "parcels");

	char *big = MEM_ZERO(char, 3000000);
	int right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
	if (ranks > 1) {
		struct ranks_post *post;

		memset(big, me, 1000000);
		post = ranks_post(right, 1000000, big);
		ranks_receive(left, 1000000, big + 1000000);
		ranks_posted(post);
		good = big[1000000] == left && big[1999999] == left && big[2000000] == 0;
		if (me % 2 == 0 && right > me)
			ranks_send(right, 7, big);
		if (me % 2)
			ranks_receive(left, 7, big);
		good &= big[6] == (me % 2 ? left : me);
	}
	free(big);
	all_ok(good, "messages from one to one");
}

/* A ring of ranks. The message to the left is longer than that to the right. Of two ranks, 1 is on the left of 0. */
static void test_halo(void)
{
	enum { SHORT = 3, LONG = 70000 };
	int left = (me + ranks - 1) % ranks, right = (me + 1) % ranks, good = 1;
	double *to_left = MEM_ZERO(double, LONG), from_left[SHORT], to_right[SHORT], *from_right = MEM_ZERO(double, LONG);
	const struct ranks_link link[2] = {
		{ left, LONG * sizeof *to_left, sizeof from_left, to_left, from_left },
		{ right, sizeof to_right, LONG * sizeof *from_right, to_right, from_right },
	}, empty = { right, 0, 0, NULL, NULL };
	int n_link = ranks > 2 ? 2 : ranks - 1, first = ranks == 2 && me == 1;
	struct ranks_halo *h = ranks_halo(n_link, link + first), *none;
	struct ranks_traffic before = ranks_traffic();

	none = ranks_halo(1, &empty);
	for (int time = 0; time < 30; time++) {
		to_left[0] = to_left[LONG - 1] = me + 0.5 * time;
		to_right[0] = to_right[SHORT - 1] = -me - 0.5 * time;
		ranks_halo_start(h);
		ranks_halo_start(none);
		ranks_halo_wait(none);
		ranks_halo_wait(h);
		if (ranks > 2 || first)
			good &= from_right[0] == right + 0.5 * time && from_right[LONG - 1] == right + 0.5 * time;
		if (n_link && !first)
			good &= from_left[0] == -left - 0.5 * time && from_left[SHORT - 1] == -left - 0.5 * time;
	}
	struct ranks_traffic after = ranks_traffic();
	int64_t bytes = ranks > 2 ? LONG + SHORT : ranks < 2 ? 0 : first ? SHORT : LONG;
	good &= after.messages - before.messages == 30 * n_link && after.bytes - before.bytes == 30 * 8 * bytes;
	ranks_halo_free(h);
	ranks_halo_free(none);
	free(to_left);
	free(from_right);
	all_ok(good, "messages that are sent again and again, and are counted");
}

/* Items with keys that repeat, on ranks by their first key. Numbers are those of a sorted list. */
static void test_numbers(void)
{
	enum { N = 5000 };
	int64_t (*key)[2] = mem_new(N, sizeof *key), *number = MEM_NEW(int64_t, N);
	int n = 0, at = 0, good = 1, *mine = MEM_NEW(int, N);

	for (int k = 0; k < N; k++) { /* the list: keys ascend; runs of 1 to 4 items are equal */
		int64_t a = k / 40, b = (k % 40) * (k % 40) / 60;

		if (id_hash(a * 1000 + b) % (uint64_t)ranks % 3 != 1 ? (int)(id_hash(a * 1000 + b) % (uint64_t)ranks) == me : me == 0) {
			key[n][0] = a - 60;
			key[n][1] = b;
			mine[n++] = at;
		}
		at++;
	}
	share_number(n, (const int64_t (*)[2])key, number);
	for (int k = 0; k < n; k++)
		good &= number[k] == mine[k];
	share_number(0, NULL, NULL);
	free(key);
	free(number);
	free(mine);
	all_ok(good, "rows are numbered in the order of their keys");
}

/* The parts of bodies are the same whoever has them. */
static void test_parts(void)
{
	enum { N = 3000 };
	double *x[3];
	int64_t id[N], weight[N], all[2 * N] = { 0 };
	int part[N], n, good = 1;

	for (int d = 0; d < 3; d++)
		x[d] = MEM_NEW(double, N);
	for (int way = 0; way < 2; way++) {
		struct rng r;

		rng_seed(&r, 4);
		n = 0;
		for (int k = 0; k < N; k++) {
			double place[3] = { rng_uniform(&r), floor(7 * rng_uniform(&r)), rng_uniform(&r) };

			if (way ? k % ranks != me : (int64_t)k * ranks / N != me)
				continue;
			for (int d = 0; d < 3; d++)
				x[d][n] = place[d];
			id[n] = k + 1;
			weight[n++] = 1 + k % 13;
		}
		bisect(&(struct bisect){ .dim = 3, .parts = 11, .periodic = { 1, 0, 0 } }, n, (const double *const *)x, id, weight, part);
		for (int k = 0; k < n; k++)
			all[way * N + id[k] - 1] = part[k] + 1;
	}
	ranks_sum(2 * N, all);
	for (int k = 0; k < N; k++)
		good &= all[k] == all[N + k] && all[k] > 0;
	for (int d = 0; d < 3; d++)
		free(x[d]);
	all_ok(good, "parts of bodies do not depend on who has them");
}

int main(void)
{
	int status = 0;

	all_ok(!ranks_can() || ranks_n() == 1, "one rank before the beginning");
	ranks_begin();
	ranks = ranks_n();
	me = ranks_me();
	test_sums();
	test_exact();
	test_reduction();
	test_parcels();
	test_halo();
	test_numbers();
	test_parts();
	all_ok(ranks_meet(60), "all meet");
	if (me == 0)
		status = done();
	ranks_end();
	return status;
}
