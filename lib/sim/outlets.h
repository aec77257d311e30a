/* outlets.h: bodies that leave the scene during a run, in the plane and in space.
 *
 * Outlets are checked between steps: before every step whose number is a multiple of OUTLETS_EVERY, and before the first step at
 * which an outlet is open. Only the number of the step and the places of the bodies decide. Bodies that have left are removed
 * from the world's rows, and the simulation is set up again from the world. So the same code as at the start makes everything
 * that depends on the set of bodies.
 *
 * The ledger books the energy of bodies that left, with that of their contacts, to `out`, and the energy of bodies that were put
 * back to `in`. */
#ifndef SCREE_OUTLETS_H
#define SCREE_OUTLETS_H

#include "sim/sim.h"

enum { OUTLETS_EVERY = 64 };

struct soft;

/* An outlet that takes bodies, and the bodies that it may take. */
struct active_outlet {
	struct outlet is;        /* its name is the world's, its tag is NULL */
	int64_t first;           /* the first step at which it is open */
	int n;
	int *body;               /* [n] slots in the order of ids */
};
struct outlets { int n; struct active_outlet *at; };

/* Take the outlets of the world. SIM_OUTLET if one has a fault. */
enum sim_status outlets_init(struct soft *c, const struct world *w, struct sim_error *e);
void outlets_free(struct outlets *o);
/* The domain has deformed: SIM_OUTLET_LEFT if an outlet does not fit it any more. */
void outlets_check(struct soft *c);

/* Whether bodies leave before the next step, on any rank. Collective. */
int outlets_leaving(const struct soft *c);
/* Whether an outlet will take body b, whose coordinate `at` along an axis is outside the domain. */
int outlets_take(const struct soft *c, int b, int axis, double at);

/* Remove the bodies that leave from the rows of a world to which the state was written. Put bodies back, at rest, if their outlet
 * says so. rest, unless it is NULL, sets further columns of the row of a body at rest. *returned is the energy of the bodies put
 * back [M L^2/T^2]. SIM_RETURN. Collective. */
enum sim_status outlets_change(const struct soft *c, struct world *w, void (*rest)(struct world *w, int row), double *returned,
	struct sim_error *e);

#endif
