/* cd3_batch.h: batches of four rows, one in each lane of a vector.
 *
 * A sweep changes y, which describes the change of a rigid body's velocities since the beginning: the change of v, and L^-1 times
 * the change of w. L L^T = J is the Cholesky factorisation of the inverse inertia. The velocity of a row is u = q + B y with the
 * constant B = (n, L^T (r x n)) of each rigid body. An impulse r adds (1 / mass, 1) B^T r to y. */
#ifndef SCREE_CD3_BATCH_H
#define SCREE_CD3_BATCH_H

#include "cd3/cd3_schedule.h"

/* Four doubles; the result of comparing them. */
typedef double lanes __attribute__((vector_size(32)));
typedef int64_t mask __attribute__((vector_size(32)));

/* y: x y z of both; the fourth lane of v is 1 / mass; and y after the sweep before the last one. */
struct cd3_change { lanes v, w, v_before, w_before; };

/* The constants of the rows of a batch, and their impulses. Members are in the order in which a sweep reads them, since
 * processors fetch memory ahead in that order. */
struct cd3_batch {
	int i[CD3_LANES], j[CD3_LANES];
	int special, unused[7];   /* a row has resistance to rolling, or a rigid body that is free along some axes only */
	struct cd3_along { lanes d[3], bi[3], bj[3]; } normal; /* d = n, -L^T (ri x d) of i, L^T (rj x d) of j */
	lanes q[3];
	lanes r[3], before[3];    /* after the last sweep, and after the one before it */
	struct cd3_along across[2]; /* d = t, s */
	lanes inverse_normal, g[2], inverse_a[2]; /* as in the row; inverse_a: 1 / a, or 0 */
	lanes slip;               /* x of the last solution that slides, see slide() */
	lanes mean;               /* trace W / 3 = 1 / c of the residual */
};

struct cd3_batches {
	const struct cd3_schedule *schedule;
	struct cd3_problem *p;
	struct cd3_batch *batch;    /* [n_batch] */
	struct cd3_change *change;  /* [n_rigid + n_block]: then one for each block, for all rigid bodies that do not move */
	double momentum;            /* beta of the sweep, see cd3_nsgs() */
	double (*cholesky)[6];      /* [n_rigid] L: xx yy zz yx zx zy */
	int wide;
	size_t cap_batch, cap_change, cap_cholesky;
};

/* Begin with the present rigid bodies, and allocate the batches. *w must be zero before the first call. */
void cd3_batches_begin(struct cd3_batches *w, struct cd3_problem *p, const struct cd3_schedule *schedule);
/* Fill the batches of block b. They get the impulses of their rows, which have not acted on the rigid bodies yet. */
void cd3_batches_fill(struct cd3_batches *w, int b);
/* Copy impulses back into the rows, and velocities into the rigid bodies. */
void cd3_batches_take(struct cd3_batches *w);
void cd3_batches_free(struct cd3_batches *w);

/* The action of a sweep on each batch: let its impulses act; solve its rows exactly; make a step with De Saxce's shift. */
enum cd3_sweep { CD3_SWEEP_START, CD3_SWEEP_EXACT, CD3_SWEEP_SHIFTED };
/* Sweep over the batches of block b. Before the start only the impulses act. Otherwise momentum moves the impulses first, and the
 * velocities of those rigid bodies that no earlier block has. Returns the sum of trace W / 3 |d|^2 with the changes d that the
 * solution makes. */
double cd3_batches_sweep(struct cd3_batches *w, enum cd3_sweep how, int b);
/* The sums of block b in cd3_residual(): squares of the differences, and squares of the impulses. */
void cd3_batches_residual(struct cd3_batches *w, int b, double sum[2]);

/* The rare part of the solution of a batch: resistance to rolling, and rigid bodies that are free along some axes only. */
void cd3_batch_special(struct cd3_batches *w, const struct cd3_batch *k);

#endif
