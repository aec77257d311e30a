/* share.h: the share of a scene that a rank (base/ranks.h) has: some of the rows of bodies and contacts, and the shapes that
 * they use. All else in the world is the same on all ranks: domain, gravity, materials, laws, constraints, outlets, names,
 * ledger.
 *
 * Both tables have the column SHARE_ROW, the number of the row in the order of the stream, counted over all ranks. Every row
 * belongs to one rank. Others may have copies of it; a copy has -1 - number in this column and is not written. Numbers may have
 * gaps. The column is missing in programs of one rank, and is never written.
 *
 * Functions are collective unless they say otherwise. */
#ifndef SCREE_SHARE_H
#define SCREE_SHARE_H

#include "base/id_set.h"
#include "world/world.h"

#define SHARE_ROW " row" /* no name in a stream has a blank */

/* The rank where those meet who have to do with an id: of a body or shape. Not collective. */
int share_home(int64_t id);
/* Ask the homes of all ids of a set: answer(of, id, to) is called there and writes so many bytes to `to`. Returns the answers in
 * the order of the set, to be freed. */
typedef void share_answer(const void *of, int64_t id, void *to);
void *share_ask(const struct id_set *set, size_t size, share_answer *answer, const void *of);
/* The first of n items that belongs to a rank, if each rank gets an equal run of them. Not collective. */
int64_t share_first(int64_t n, int rank);
/* The number of rows of a table over all ranks, without copies. Of this rank alone: share_own, which is not collective. */
int64_t share_total(const struct table *t);
int share_own(const struct table *t);

/* Deal out the scene: body k goes to rank to[k], or for SHARE_ALL to all ranks, of which rank 0 has it and the others copies.
 * The entries of copies do not count; all copies are dropped. Contacts go to the rank of each of their bodies that is not on
 * all ranks; the contact belongs to the rank of its first such body, in the order of ids, and the other has a copy. If all
 * ranks have both, so they have the contact. Shapes go with the bodies that use them. Rows are in the order of the stream
 * afterwards. */
enum { SHARE_ALL = -1 };
void share_deal(struct world *w, const int *to);
/* After a frame was read (particles.h): the ranks have equal runs of its rows, but shapes and contacts are anywhere. Give each
 * rank the shapes and contacts of its bodies. */
void share_complete(struct world *w);
/* Lend n rows of bodies: row[k] is copied to the rank to[k]. There the copies are appended to the bodies, those of rank 0
 * first, in the order of k, with their shapes. from[ranks], if it is not NULL, gets the number of copies that came from each
 * rank. */
void share_lend(struct world *w, int n, const int *row, const int *to, int *from);

/* Number the items of all ranks in the order of their keys, from 0: number[n]. key[n] ascends (by [0], then by [1]) on each
 * rank. Items with equal keys are all on one rank and keep their order. */
void share_number(int n, const int64_t (*key)[2], int64_t *number);

/* ---- for share.c and tests: a shape as bytes ---- */

struct parcels;
struct parcel;
/* Append a shape to the parcel for a rank. */
void share_pack_shape(struct parcels *p, int rank, const struct shape *s);
/* Take it out, into *s, which owns its memory then. */
void share_unpack_shape(const struct parcel *p, size_t *at, struct shape *s);

#endif
