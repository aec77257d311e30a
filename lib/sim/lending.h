/* lending.h: the bodies that a rank (base/ranks.h) simulates.
 *
 * Every free body belongs to one rank. A rank also has ghosts: copies of bodies of others that are near its own. Owners tell it
 * the forces on them, so that ghosts move as the bodies do. Bodies of groups are on all ranks. The simulation is set up anew from
 * the world's rows before a body that is no ghost can come near.
 *
 * With one rank there are no ghosts, and nothing here does anything. */
#ifndef SCREE_LENDING_H
#define SCREE_LENDING_H

#include "sim/sim.h"

/* What a body is on this rank. The contacts of two ranks' bodies are on both: the lower rank books their work. KEPT_LOWER is a
 * ghost from a lower rank. */
enum kept { KEPT_OWN, KEPT_SHARED, KEPT_GHOST, KEPT_LOWER };

struct lending {
	double dt, speed;     /* the time step that the margin is made for [T]; the greatest speed of a free body past `drift` [L/T] */
	double drift[3];      /* what is travelled is relative to this velocity: the mean one if all bodies fly alike, or 0 [L/T] */
	double margin;        /* two bodies whose surfaces may touch once both have travelled half of this far meet [L]; 0: one rank */
	int n, *row, *to;     /* own bodies that are lent: their rows, and the ranks that have ghosts of them, in the order of ranks */
	int ghost, *from;     /* the row of the first ghost; [ranks] the number of ghosts from each rank, in the order of rows */
};

/* What the margin depends on, of the free bodies of all ranks: their number, a typical radius of the balls around them and of
 * pebbles [L], and the greatest speed past `drift` [L/T]. */
struct lending_scale { int dim; int64_t n; double radius, fat, speed, drift[3]; };
/* reach: as below. Collective. */
struct lending_scale lending_scale(const struct world *w, double reach);
/* The margin for so many ranks [L]. skin, dt: as below. */
double lending_margin(const struct lending_scale *s, double skin, double dt, int ranks);

/* Deal out the rows of a world by place, and lend bodies. reach: the distance beyond the surfaces of bodies at which forces may
 * begin [L]; skin: that of the options, see sim.h; dt: the time step, as far as it is known [T]. Collective. */
void lending_begin(struct lending *l, struct world *w, double reach, double skin, double dt);
void lending_free(struct lending *l);
/* Whether the margin is too narrow for this time step [T]. */
int lending_narrow(const struct lending *l, double dt);
/* What the body of a row is. */
enum kept lending_kept(const struct lending *l, const struct world *w, int row);

/* Whether tests want bodies to be dealt out anew after a step. */
int lending_again(int64_t step);

/* Let the failure of any rank be that of all: the one with the lowest ids. Names are those of this rank's world, which may be
 * NULL if no failure names a law. Returns its status. Collective. */
enum sim_status lending_agree(const struct world *w, struct sim_error *e);
/* The same for failures that sim_fail has noted, which have no names: that which it would have noted of all ranks. */
enum sim_status lending_agree_noted(struct sim_error *e);

#endif
