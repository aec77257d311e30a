/* ghosts.h: the messages of a step between ranks; see lending.h.
 *
 * After the forces, every rank tells the others the forces on the bodies that it has lent them, and how many of these get
 * impulses because contacts began or ended. Ghosts then do the step like their bodies. Impulses follow in a second message. All
 * functions do nothing in a run of one rank. All ranks call them in every step, also when they have failed. */
#ifndef SCREE_GHOSTS_H
#define SCREE_GHOSTS_H

#include "sim/soft.h"

/* Write the numbers of n bodies into a message, and take those of one from it. */
typedef void ghosts_get(const void *sim, int n, const int *b, double *to);
typedef void ghosts_put(void *sim, int b, const double *from);

/* Deal out the rows of a world, before bodies are read from them, and lend bodies. */
void ghosts_deal(struct soft *c, struct world *w, const struct sim_options *o);
/* Find the slots of lent bodies and of ghosts, after the setup. Both messages have `each` numbers for a body: its force and
 * torque; its velocities. */
void ghosts_begin(struct soft *c, int each);
void ghosts_free(struct ghosts *g);

/* Begin to tell forces, and which bodies get impulses in this step: if there are events, those that are core.touched. */
void ghosts_send(struct soft *c, int events, ghosts_get *force, const void *sim);
/* Wait for the forces on ghosts. */
void ghosts_wait(struct soft *c);
/* The force and torque on the ghost in a slot. */
const double *ghosts_force(const struct soft *c, int b);
/* Wait for the forces. Tell the velocities of the bodies that have got impulses, and take those of ghosts. */
void ghosts_jumps(struct soft *c, ghosts_get *velocity, ghosts_put *jump, void *sim);
/* How far a body has come since the last list was built, relative to what all have drifted since [L]. */
typedef double ghosts_travel(const void *sim, int b, const double drift[3]);
/* A new list is about to be built, after a step in which no body has moved further than far [L]: find whether own bodies may soon
 * come near others that are no ghosts. */
void ghosts_roam(struct soft *c, double far, ghosts_travel *travel, const void *sim);
/* The same in every step: bodies that have stopped drifting need no new list, but fall behind those that drift. */
void ghosts_drift(struct soft *c, ghosts_travel *travel, const void *sim);

#endif
