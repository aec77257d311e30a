/* cd3_pack.h: rows of contacts, four at a time.
 *
 * What changes is the difference y of the units' velocities from those at the beginning: that of v, and L^-1 times that of w,
 * where L L^T = J is the tensor's factor of Cholesky. Then a row's velocity is u = q + B y with the constant
 * B = (n, L^T (r x n)) of either unit, and an impulse r adds (im, 1) B^T r to y. */
#ifndef SCREE_CD3_PACK_H
#define SCREE_CD3_PACK_H

#include "cd3/cd3_plan.h"

/* Four doubles, or their comparison. */
typedef double lanes __attribute__((vector_size(32)));
typedef int64_t mask __attribute__((vector_size(32)));

struct y { lanes v, w; };    /* x y z of both, and 1 / mass behind v */

/* What stays of the rows of a pack, in lanes, and their impulses; in the order in which a visit reads it, as memory is
 * fetched ahead along that. */
struct pack {
	int i[CD3_LANES], j[CD3_LANES];
	int special, unused[7];   /* rolls, or is of a unit that is not free along all axes */
	struct along { lanes d[3], bi[3], bj[3]; } normal; /* d = n, -L^T (ri x d) of i, L^T (rj x d) of j */
	lanes q[3];
	lanes r[3];
	struct along across[2];   /* d = t, s */
	lanes inverse, g[2], ia[2]; /* as in the row; 1 / a, or 0 */
	lanes slip;               /* x of the last sliding */
	lanes scale;              /* c of the residual */
};

struct cd3_packs {
	const struct cd3_plan *plan;
	struct cd3_problem *p;
	struct pack *pack;
	struct y *y;                /* [n_unit + n_block]: behind the units, one of each block that stands for all that do not move */
	double (*frame)[6];         /* [n_unit] L: xx yy zz yx zx zy */
	int wide;
	size_t cap_pack, cap_y, cap_frame;
};

/* Units as they are, and room for the packs of a plan. The packs are 0 before the first. */
void cd3_packs_begin(struct cd3_packs *w, struct cd3_problem *p, const struct cd3_plan *plan);
/* The packs of block b, with the rows' impulses, that have not acted yet. */
void cd3_packs_put(struct cd3_packs *w, int b);
/* Impulses into the rows, and velocities into the units. */
void cd3_packs_take(struct cd3_packs *w);
void cd3_packs_free(struct cd3_packs *w);

/* What to do with each pack: let its impulses act, solve its contacts exactly, or by a step with De Saxce's shift. */
enum pack_how { PACK_START, PACK_EXACTLY, PACK_SHIFTED };
/* The packs of block b. */
void cd3_packs_visit(struct cd3_packs *w, enum pack_how how, int b);
/* Squares of what its rows are off by, and of their impulses, as in cd3_residual(). */
void cd3_packs_off(struct cd3_packs *w, int b, double sum[2]);

#endif
