/* dry_run.h: the table that --dry-run prints: what a run would do, in words, with units. */
#ifndef SCREE_DRY_RUN_H
#define SCREE_DRY_RUN_H

#include "sim/sim.h"
#include "units.h"

struct dry_run {
	const struct sim_report *is; /* after the set-up */
	const char *method;      /* the program's own option, "name=value" */
	double dt;               /* [T] */
	double steps, frames;    /* of the run; NAN if it has no end by which to know them */
	double per_step;         /* time by the clock that a step takes here [s]; NAN if it is not known */
	double memory, output;   /* [bytes]; output may be NAN */
	const struct units *units;
};

/* Print a row for each number on stdout: what it is in words, two blanks or more, the value ("?" if it is not known), and
 * after one blank the unit, if there is one. Numbers that the simulator does not have are left out. */
void dry_run_print(const struct dry_run *d);

#endif
