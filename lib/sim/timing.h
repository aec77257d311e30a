/* timing.h: what the steps of a simulator spend their time on, and what its lists cost. */
#ifndef SCREE_TIMING_H
#define SCREE_TIMING_H

#include <stdint.h>

#include "sim/tune.h"

/* What steps spend their time on. */
enum timing_phase { TIMING_FORCES, TIMING_LISTS, TIMING_MOTION, TIMING_N };
struct timing {
	double spent[TIMING_N];   /* processor time: forces and motion of the steps that are timed, lists that are watched [s] */
	double at;               /* when the present phase began */
	int timed;               /* this step is */
	int64_t first, next;     /* step of the first; of the next that is timed */
	int64_t n_timed, n_watched; /* steps that were; those in the lives of lists that were */
	struct tune_list list;  /* the one in use */
	double born;             /* when it was built */
	int renewed, n_choice;   /* it was built in this step; choices from it but for the first */
	double choosing;         /* when a choice began */
	int skip;                /* lists not to be watched, with the one in use */
};

/* A step of n bodies begins and goes through phases, each named when it ends. */
void timing_step(struct timing *w, int64_t step, int n);
void timing_lap(struct timing *w, enum timing_phase ended);
/* Lists are timed by themselves: work on one begins; what it had is over, and tune (NULL: nobody) learns from it;
 * the new one, of this skin (0: nothing to learn from it), is built; going through it begins, or is over; all is
 * done. Returns whether the caller has to set list.all and list.inner. */
void timing_list_begin(struct timing *w);
void timing_build_begin(struct timing *w, int64_t step, int64_t built, struct tune *tune);
void timing_build_end(struct timing *w, double skin);
void timing_choice(struct timing *w, int over);
int timing_list_end(struct timing *w);
void timing_reset(struct timing *w, int64_t step);
/* Time spent in all steps so far in a phase [s]. */
double timing_spent(const struct timing *w, enum timing_phase phase, int64_t step, int64_t built);

#endif
