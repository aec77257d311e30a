/* cd3_schedule.h: the schedule of nonsmooth Gauss-Seidel: the order of the rows, and what threads wait for.
 *
 * The rows are cut into blocks of equal length along a curve through space. Blocks take their turns in a fixed order; blocks
 * that touch none of the same rigid bodies may be solved at the same time. Of two blocks with a rigid body in common the later
 * waits for the earlier, and in the next sweep the earlier for the later. Impulses are therefore the same to the last bit with
 * any number of threads, and there is no barrier.
 *
 * The rows of a block stand in batches of four, the lanes of one vector. The rows of a batch have no rigid body in common. A
 * batch takes as long as its slowest row, so rows that probably slide are put into the same batches.
 *
 * Only rigid bodies that move count. */
#ifndef SCREE_CD3_SCHEDULE_H
#define SCREE_CD3_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "cd3/cd3_solve.h"

enum { CD3_LANES = 4, CD3_BLOCK = 128 };

/* A block to wait for: for its turn in the sweep before, or in this one. */
struct cd3_wait { int block, before; };

struct cd3_schedule {
	int n_block, n_batch;
	int *first_batch;            /* [n_block + 1] of the blocks, in the order of their turns */
	int *order;                  /* [n_block] their numbers along the curve */
	int *row;                    /* [n_batch][CD3_LANES] rows, or -1 */
	int *first_wait;             /* [n_block + 1] of the blocks */
	struct cd3_wait *wait;
	/* workspace; blocks are in the order of the curve */
	struct cd3_key *key;         /* [2][n_row] */
	struct cd3_about *about;     /* [n_row] */
	int *first_row;              /* [n_block + 1] */
	int *batches;                /* [n_block] how many */
	int *block_row;              /* [n_row][CD3_LANES] the batches of block b from first_row[b] on */
	int *rigid, *n_rigid;        /* the rigid bodies of block b from 2 first_row[b] on; [n_block] how many */
	int *last, *seen;            /* [n_rigid] turn of the last block that touched it; [2][n_block] block that waits already */
	uint64_t *used;              /* [threads][n_rigid] */
	size_t cap[15];
};

/* Schedule the rows of a problem. Before the first call the schedule is 0. */
void cd3_schedule_make(struct cd3_schedule *schedule, const struct cd3_problem *p);
void cd3_schedule_free(struct cd3_schedule *schedule);

#endif
