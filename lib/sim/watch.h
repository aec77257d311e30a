/* watch.h: what the steps of a simulator spend their time on, and what its lists cost. */
#ifndef SCREE_WATCH_H
#define SCREE_WATCH_H

#include <stdint.h>

#include "sim/tune.h"

/* What steps spend their time on. */
enum watch_phase { WATCH_FORCES, WATCH_LISTS, WATCH_MOTION, WATCH_N };
struct watch {
	double spent[WATCH_N];   /* processor time: forces and motion of the steps that are timed, lists that are watched [s] */
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
void watch_step(struct watch *w, int64_t step, int n);
void watch_lap(struct watch *w, enum watch_phase ended);
/* Lists are timed by themselves: work on one begins; what it had is over, and tune (NULL: nobody) learns from it;
 * the new one, of this skin (0: nothing to learn from it), is built; going through it begins, or is over; all is
 * done. Returns whether the caller has to set list.all and list.inner. */
void watch_list_begin(struct watch *w);
void watch_build_begin(struct watch *w, int64_t step, int64_t built, struct tune *tune);
void watch_build_end(struct watch *w, double skin);
void watch_choice(struct watch *w, int over);
int watch_list_end(struct watch *w);
void watch_reset(struct watch *w, int64_t step);
/* Time spent in all steps so far in a phase [s]. */
double watch_spent(const struct watch *w, enum watch_phase phase, int64_t step, int64_t built);

#endif
