/* drains.h: bodies that leave the scene while it runs, in the plane and in space.
 *
 * Outlets are looked at between steps, where nothing but the step's number and the places of bodies decides: before every step
 * whose number is a multiple of DRAINS_EVERY, and before the first one at which an outlet's time has come. What has left is
 * taken out of the world's rows and the simulation is taken up anew from them: all that depends on the set of bodies is made by
 * the same rooms as in the beginning.
 *
 * The ledger books what left with all energy that it had, contacts' included, to `out`, and what was put back to `in`. */
#ifndef SCREE_DRAINS_H
#define SCREE_DRAINS_H

#include "sim/sim.h"

enum { DRAINS_EVERY = 64 };

/* The simulation, by slots [n]. */
struct drain_view {
	int dim, n;
	const struct domain *domain;
	const double *gravity, *mass, *reach, *x[3];
	const int64_t *id;
	const int *by_rank, *row, *group_of;
	int64_t step;
	double t;
};

/* An outlet at work, and the bodies that it is for. */
struct drain {
	struct outlet is;        /* name and tag are the world's */
	int64_t first;           /* step from which on it is open */
	int n;
	int *body;               /* [n] slots in the order of ids */
};
struct drains { int n; struct drain *at; };

/* The outlets of the world; first_step says at which step a time has come. SIM_OUTLET where one cannot be. */
typedef int64_t drain_step(const void *sim, double t);
enum sim_status drains_init(struct drains *d, const struct drain_view *v, const struct world *w, drain_step *first_step,
	const void *sim, struct sim_error *e);
void drains_free(struct drains *d);

/* Whether bodies leave before the next step; whether an outlet will take body b, whose coordinate along an axis is outside the
 * domain. */
int drains_leaving(const struct drains *d, const struct drain_view *v);
int drains_take(const struct drains *d, const struct drain_view *v, int b, int axis, double at);

/* Take what leaves out of the rows of a world that the state was written to, and put back what comes back, at rest: rest, unless
 * it is NULL, sees to the columns of such a row that it knows. What is put back has the energy *returned. Else SIM_RETURN. */
enum sim_status drains_change(const struct drains *d, const struct drain_view *v, struct world *w,
	void (*rest)(struct world *w, int row), double *returned, struct sim_error *e);

#endif
