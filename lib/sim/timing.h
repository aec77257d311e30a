/* timing.h: the processor time that steps spend in each phase, and the cost of neighbour lists. */
#ifndef SCREE_TIMING_H
#define SCREE_TIMING_H

#include <stdint.h>

#include "sim/tune.h"

/* The phases of a step. Forces and motion are timed in some of the steps, lists in the lives of some of the lists. */
enum timing_phase { TIMING_FORCES, TIMING_LISTS, TIMING_MOTION, TIMING_N };
struct timing {
	double spent[TIMING_N];  /* processor time in the timed steps, or in the lives of the timed lists [s] */
	double at;               /* when the present phase began [s] */
	int timed;               /* this step is timed */
	int64_t first, next;     /* the first step; the next step that is timed */
	int64_t n_timed, n_list_steps; /* number of timed steps; number of steps in the lives of timed lists */
	struct tune_list list;   /* the cost of the present list */
	double built_at;         /* when the present list was built [s] */
	int rebuilt, n_choice;   /* the list was built in this step; number of choices from the list after the first */
	double choice_began;     /* when the present choice began [s] */
	int skip;                /* number of lists, from the present one on, that are not timed */
};

/* A step of n bodies begins. */
void timing_step(struct timing *w, int64_t step, int n);
/* A phase of the step has ended, and the next one begins. */
void timing_lap(struct timing *w, enum timing_phase ended);
/* Work on lists begins. */
void timing_list_begin(struct timing *w);
/* A list is built in place of the one built at step `built`. tune, unless it is NULL, learns from the cost of the old list. */
void timing_build_begin(struct timing *w, int64_t step, int64_t built, struct tune *tune);
/* The list is built, with this skin [L]; 0: tune must not learn from it. */
void timing_build_end(struct timing *w, double skin);
/* A loop over the whole list to choose near candidates begins, or is over. */
void timing_choice(struct timing *w, int over);
/* Work on lists has ended. Returns whether the caller must set list.all and list.inner. */
int timing_list_end(struct timing *w);
/* A run begins at a step: forget the time spent before. */
void timing_reset(struct timing *w, int64_t step);
/* The time spent in a phase in all steps of the run, estimated from the timed ones [s]. */
double timing_spent(const struct timing *w, enum timing_phase phase, int64_t step, int64_t built);

#endif
