/* cell_parts.h: what the files of the deforming cell share; see cell.h. */
#ifndef SCREE_CELL_PARTS_H
#define SCREE_CELL_PARTS_H

#include "sim/soft.h"

/* Threads take so many bodies at a time. */
enum { CELL_CHUNK = 512 };

/* Whether the domain deforms too much in a step: SIM_RATE. */
void cell_rate_check(const struct soft *c, struct sim_error *e);
/* The sums of the stress of this rank, in servo[0]. */
void cell_stress_sum(struct soft *c);
/* Set what follows from the rates of the domain: the deformation of a step, its strain, the velocities of the lattice. */
void cell_find_rates(struct soft *c);

#endif
