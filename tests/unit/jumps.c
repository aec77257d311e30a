/* jumps.c: each body finds its impulses, in the order of its partners, however many it has and in whatever order they came */
#include "sim/jumps.h"

#include "base/buf.h"
#include "tap.h"

/* Body 0 has two jumps with each other body, as with two images of it; some have jumps with themselves. */
enum { BODIES = 40, JUMPS = 131 };

static int rank_of[BODIES];

static void link_all(struct jumps *j, int shift)
{
	j->n = JUMPS;
	MEM_GROW(j->at, &j->cap, JUMPS);
	for (int k = 0; k < JUMPS; k++) {
		int z = (k * 37 + shift) % JUMPS, a = z < 2 * BODIES ? 0 : z % 3, b = z < 2 * BODIES ? z % BODIES : z * 7 % BODIES;

		j->at[k] = (struct jump){ .n = z != 100, .body = { z & 1 ? a : b, z & 1 ? b : a }, .pair = z };
		for (int side = 0; side < 2 && j->at[k].n; side++)
			jumps_link(j, k, side);
	}
}

/* Whether entry y may follow x in the list of body b. */
static int follow(const struct jumps *j, int b, int x, int y)
{
	const struct jump *p = &j->at[x >> 1], *q = &j->at[y >> 1];
	int r = rank_of[p->body[~x & 1]], t = rank_of[q->body[~y & 1]];

	return q->body[y & 1] == b && (r < t || (r == t && 2 * p->pair + (x & 1) < 2 * q->pair + (y & 1)));
}

int main(void)
{
	struct jumps j = { 0 };

	for (int b = 0; b < BODIES; b++)
		rank_of[b] = b * 11 % BODIES;
	jumps_begin(&j, BODIES);
	for (int shift = 0; shift < 3; shift++) {
		int found[BODIES] = { 0 }, once = 1, sorted = 1, all = 0;

		link_all(&j, 50 * shift);
		for (int z = 0; z < 2 * j.n; z++) {
			int b = jumps_body(&j, z);

			if (b < 0)
				continue;
			found[b]++;
			for (int x = jumps_sort(&j, rank_of, b), y; x >= 0; x = y, all++) {
				y = *jumps_next(&j, x);
				sorted &= y < 0 || follow(&j, b, x, y);
			}
			j.first[b] = -1;
		}
		for (int b = 0; b < BODIES; b++)
			once &= found[b] == 1;
		ok(once, "each body is found once, while lists are sorted");
		ok(sorted, "a body has its jumps in the order of the partners' ranks, then of pairs");
		ok(all == 2 * (JUMPS - 1), "and all of them");
	}
	ok(jumps_sort(&j, rank_of, 3) < 0, "a body without jumps has none");
	jumps_free(&j);
	return done();
}
