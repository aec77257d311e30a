/* cd3_plan.h: in which order the rows of contacts are solved, and by whom.
 *
 * Rows are divided along a curve through space into blocks of as many; these take their turns in a fixed order, one after
 * the other or at the same time where no unit that moves is touched by both. Units that two blocks have in common make the
 * later one wait for the earlier, and this in the next sweep for the later, so that impulses are the same to the last bit with
 * any number of threads, which never have to stop all at once. A block's rows stand in packs of four that have no unit that
 * moves in common: four at a time are one vector's. Rows that probably slide share packs, as a pack costs what its dearest does.
 */
#ifndef SCREE_CD3_PLAN_H
#define SCREE_CD3_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "cd3/cd3_solve.h"

enum { CD3_LANES = 4, CD3_BLOCK = 128 };

/* A block waits for another: for its turn in this sweep, or in the one before. */
struct cd3_wait { int block, before; };

struct cd3_plan {
	int n_block, n_pack;
	int *pack;                   /* [n_block + 1] first packs of the blocks, in their order */
	int *order;                  /* [n_block] their numbers along a curve through space */
	int *row;                    /* [n_pack][CD3_LANES] rows, or -1 */
	int *first;                  /* [n_block + 1] where its waits begin */
	struct cd3_wait *wait;
	/* work space */
	struct cd3_keyed *keyed;
	struct cd3_about *about;
	int *start, *packs, *rows, *last, *seen, *unit, *units;
	uint64_t *used;
	size_t cap[15];
};

/* Plan for the rows of a problem. The plan is 0 before the first. */
void cd3_plan_make(struct cd3_plan *plan, const struct cd3_problem *p);
void cd3_plan_free(struct cd3_plan *plan);

#endif
