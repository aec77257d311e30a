/* dem3_ranks.h: the messages of a step between ranks, for the files of lib/dem3 alone; see sim/lending.h.
 *
 * After the forces, every rank tells the others the forces on the bodies that it has lent them, and how many of these get
 * impulses because contacts began or ended. Ghosts then do the step like their bodies. Impulses follow in a second message. All
 * functions do nothing in a run of one rank. All ranks call them in every step, also when they have failed. */
#ifndef SCREE_DEM3_RANKS_H
#define SCREE_DEM3_RANKS_H

#include "dem3/dem3_state.h"

/* Find the slots of lent bodies and of ghosts, after the setup. */
void dem3_ranks_begin(struct dem3 *s);
void dem3_ranks_free(struct dem3_ranks *r);
/* Refuse what a run of several ranks does not do yet: returns what, or NULL. */
const char *dem3_ranks_refuse(const struct world *w, const struct sim_options *o);

/* Begin to tell forces. is_step: contacts may have begun or ended. */
void dem3_ranks_send(struct dem3 *s, int is_step);
/* Wait for those on ghosts. */
void dem3_ranks_wait(struct dem3 *s);
/* Tell the velocities of the bodies that have got impulses. */
void dem3_ranks_jumps(struct dem3 *s);
/* A new list is about to be built, after a step in which no body has moved further than far [L]: find whether own bodies may soon
 * come near others that are no ghosts. */
void dem3_ranks_roam(struct dem3 *s, double far);

#endif
