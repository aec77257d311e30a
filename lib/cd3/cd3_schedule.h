/* cd3_schedule.h: the schedule of nonsmooth Gauss-Seidel: the order of the rows, and the blocks for which a block waits.
 *
 * The rows are divided into blocks of equal length along a curve through space. Blocks take turns in a fixed order. Blocks
 * without a common rigid body may be solved at the same time. If two blocks have a common rigid body, the later block waits for
 * the earlier one. So impulses have the same bits with any number of threads, and there is no barrier within a sweep.
 *
 * The rows of a block are in batches of four, the lanes of one vector. The rows of a batch have no common rigid body. A batch
 * takes as long as its slowest row, so rows that will probably slide are put into the same batches.
 *
 * Only rigid bodies that move count. */
#ifndef SCREE_CD3_SCHEDULE_H
#define SCREE_CD3_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "cd3/cd3_solve.h"

enum { CD3_LANES = 4, CD3_BLOCK = 128 };

struct cd3_schedule {
	int n_block, n_batch;
	int *first_batch;            /* [n_block + 1] first batch of each block; blocks are in the order of their turns */
	int *order;                  /* [n_block] number of the block along the curve */
	int *row;                    /* [n_batch][CD3_LANES] rows, or -1 */
	int *first_wait;             /* [n_block + 1] first entry of each block in wait */
	int *wait;                   /* blocks whose turns come before */
	int *n_own;                  /* [n_block] number of rigid bodies that no earlier block has; they come first in rigid */
	/* workspace; blocks are in the order of the curve */
	struct cd3_key *key;         /* [2][n_row] */
	struct cd3_about *about;     /* [n_row] */
	int *first_row;              /* [n_block + 1] */
	int *batches;                /* [n_block] number of batches */
	int *block_row;              /* [n_row][CD3_LANES] the batches of block b are from first_row[b] on */
	int *rigid, *n_rigid;        /* the rigid bodies of block b are from 2 first_row[b] on; [n_block] their number */
	int *last, *seen;            /* [n_rigid] last block that used it, or -1; [n_block] block that waits for it already */
	uint64_t *used;              /* [threads][n_rigid] */
	size_t cap[16];
};

/* Schedule the rows of a problem. *schedule must be zero before the first call. */
void cd3_schedule_make(struct cd3_schedule *schedule, const struct cd3_problem *p);
void cd3_schedule_free(struct cd3_schedule *schedule);

#endif
