/* outlets.h: bodies that leave the scene while it runs, in the plane and in space.
 *
 * Outlets are looked at between steps, where nothing but the step's number and the places of bodies decides: before every step
 * whose number is a multiple of OUTLETS_EVERY, and before the first one at which an outlet's time has come. What has left is
 * taken out of the world's rows and the simulation is taken up anew from them: all that depends on the set of bodies is made by
 * the same rooms as in the beginning.
 *
 * The ledger books what left with all energy that it had, contacts' included, to `out`, and what was put back to `in`. */
#ifndef SCREE_OUTLETS_H
#define SCREE_OUTLETS_H

#include "sim/sim.h"

enum { OUTLETS_EVERY = 64 };

struct soft;

/* An outlet at work, and the bodies that it is for. */
struct active_outlet {
	struct outlet is;        /* name and tag are the world's */
	int64_t first;           /* step from which on it is open */
	int n;
	int *body;               /* [n] slots in the order of ids */
};
struct outlets { int n; struct active_outlet *at; };

/* The outlets of the world. SIM_OUTLET if one cannot be. */
enum sim_status outlets_init(struct soft *c, const struct world *w, struct sim_error *e);
void outlets_free(struct outlets *o);

/* Whether bodies leave before the next step. */
int outlets_leaving(const struct soft *c);
/* Whether an outlet will take body b, whose coordinate along an axis is outside the domain. */
int outlets_take(const struct soft *c, int b, int axis, double at);

/* Take the bodies that leave out of the rows of a world that the state was written to. Put those back that return, at rest: rest,
 * unless it is NULL, sets columns of such a row that it knows. *returned is their energy [M L^2/T^2]. SIM_RETURN. */
enum sim_status outlets_change(const struct soft *c, struct world *w, void (*rest)(struct world *w, int row), double *returned,
	struct sim_error *e);

#endif
