/* jumps.h: the impulses of pairs of bodies in a step, and a list of them for each body.
 *
 * Threads link jumps at the same time, so the lists are in no order at first. */
#ifndef SCREE_JUMPS_H
#define SCREE_JUMPS_H

#include <stddef.h>

/* The jump of a pair of the list, whose events are event[0 .. n-1] of a part; with n = 0 there is none. The list of a body has
 * entries 2 k + side, if it is the body `side` of jump k. next: the following entry in the lists of both bodies, or -1; is_first:
 * the entry was linked before all others of its list. */
struct jump { int body[2], pair, part, n, next[2], is_first[2]; void *event; };

struct jumps {
	int n;
	size_t cap;
	struct jump *at;         /* [n] */
	int *first;              /* [bodies] the first entry of a body's list, or -1 */
};

/* Threads take jumps in pieces: those of a piece are from .. end-1. */
enum { JUMPS_PIECE = 16 };
static inline int jumps_pieces(const struct jumps *j)
{
	return (j->n + JUMPS_PIECE - 1) / JUMPS_PIECE;
}

static inline int jumps_from(int piece)
{
	return piece * JUMPS_PIECE;
}

static inline int jumps_end(const struct jumps *j, int piece)
{
	return j->n < (piece + 1) * JUMPS_PIECE ? j->n : (piece + 1) * JUMPS_PIECE;
}

/* No jumps of n bodies. */
void jumps_begin(struct jumps *j, int n);
void jumps_free(struct jumps *j);

/* Put jump k in the list of one of its bodies. Returns whether it is the first one. Several threads may do so at once. */
static inline int jumps_link(struct jumps *j, int k, int side)
{
	struct jump *at = &j->at[k];

	at->next[side] = __atomic_exchange_n(&j->first[at->body[side]], 2 * k + side, __ATOMIC_RELAXED);
	return at->is_first[side] = at->next[side] < 0;
}

static inline int *jumps_next(const struct jumps *j, int entry)
{
	return &j->at[entry >> 1].next[entry & 1];
}

/* The body of an entry that was linked first, otherwise -1: so each body with jumps is found once. */
static inline int jumps_body(const struct jumps *j, int entry)
{
	const struct jump *at = &j->at[entry >> 1];

	return at->n > 0 && at->is_first[entry & 1] ? at->body[entry & 1] : -1;
}

/* Sort the list of a body by the partners' ranks, then by pairs. Returns the first entry, or -1. */
int jumps_sort(const struct jumps *j, const int *rank, int body);

#endif
