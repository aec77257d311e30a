/* ranks.h: the processes that share a scene, and what they tell each other.
 *
 * A plain program is one rank (ranks.c). The programs for MPI are made of the same objects, with ranks_mpi.c in the place of
 * ranks.c. No other file calls MPI.
 *
 * Functions are collective unless they say otherwise: all ranks call them, in the same order. One thread calls all of them, the
 * one that called ranks_begin. A failure of MPI ends the program. */
#ifndef SCREE_RANKS_H
#define SCREE_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/exact.h"
#include "base/parcels.h"

/* ---- begin and end ---- */

/* Whether the program is made for several ranks. Not collective. */
int ranks_can(void);
/* Begin, before any other function that is collective. Until then there is one rank. */
void ranks_begin(void);
/* End, after all messages, before the process ends. ranks_n and ranks_me stay as they are. */
void ranks_end(void);
/* End all ranks at once, from one of them, with this exit status. Returns if there is one rank only. Not collective. */
void ranks_abort(int status);
/* Wait until all ranks have called this. Returns 1, or 0 if some have not within so many seconds; then only ranks_abort may
 * follow. */
int ranks_meet(double seconds);

/* The number of ranks, and the number of this one, from 0. Not collective. */
int ranks_n(void);
int ranks_me(void);

/* ---- one result for all ---- */

/* x[n] becomes the sums, the least or the greatest of the numbers of all ranks. Numbers must not be NaN. */
void ranks_sum(int n, int64_t *x);
void ranks_least(int n, int64_t *x);
void ranks_most(int n, int64_t *x);
void ranks_least_real(int n, double *x);
void ranks_most_real(int n, double *x);
/* e[n] become the exact sums over all ranks. Their bits do not depend on how the summands are dealt out. */
void ranks_sum_exact(int n, struct exact *e);
/* x[n] becomes the sums over the ranks below this one. */
void ranks_before(int n, int64_t *x);
/* all[ranks][n], in bytes, becomes what the ranks have in mine[n]. */
void ranks_gather(size_t n, const void *mine, void *all);
/* The n bytes at p become those that rank `from` has there. */
void ranks_cast(int from, size_t n, void *p);

/* A reduction of a record of any kind, during which the ranks go on. join(to, from) adds a record to another; its result must
 * not depend on the order of records, to the bit. */
struct ranks_reduction;
typedef void ranks_join(void *to, const void *from);
struct ranks_reduction *ranks_reduction(size_t bytes, ranks_join *join);
void ranks_reduction_free(struct ranks_reduction *r);
/* Begin with the record of this rank, which is copied. Another reduction may begin before this one has ended. */
void ranks_reduce(struct ranks_reduction *r, const void *mine);
/* Wait for its end. Returns the record that joins those of all ranks, valid until the next ranks_reduce. */
const void *ranks_reduce_wait(struct ranks_reduction *r);

/* ---- from rank to rank ---- */

/* Send the parcels: in[k] becomes what rank k has put into out[this rank]. out becomes empty; in is initialised here. */
void ranks_exchange(struct parcels *out, struct parcels *in);

/* Send n bytes to a rank, and receive them there; the receiver knows n. Not collective. */
void ranks_send(int to, size_t n, const void *p);
void ranks_receive(int from, size_t n, void *p);
/* The same without waiting: p must stay as it is until ranks_posted, which waits for the end. Not collective. */
struct ranks_post;
struct ranks_post *ranks_post(int to, size_t n, const void *p);
void ranks_posted(struct ranks_post *post);

/* Messages that are sent again and again between the same places in memory: at most one to each neighbour and one from each.
 * The two sides must agree on the sizes. A size of 0 is no message. */
struct ranks_link { int rank; size_t n_send, n_receive; const void *send; void *receive; };
struct ranks_halo;
struct ranks_halo *ranks_halo(int n, const struct ranks_link *link);
void ranks_halo_free(struct ranks_halo *h);
/* Send what is in memory now. Not collective, but every neighbour must start as often. */
void ranks_halo_start(struct ranks_halo *h);
/* Wait until all messages have come and gone. Not collective. */
void ranks_halo_wait(struct ranks_halo *h);

/* What this rank has sent so far: messages to one rank and calls that reach all of them, and their bytes. Not collective. */
struct ranks_traffic { int64_t messages, bytes; };
struct ranks_traffic ranks_traffic(void);

#endif
