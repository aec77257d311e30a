/* cd3.h: rigid bodies in space with hard contacts: nonsmooth contact dynamics.
 *
 * A step is Moreau's (1988): half of the drift with the old velocities, detection of contacts, new velocities, the other half of
 * the drift. Flight is exact. Contacts are all places with a gap that the bodies could close in the step h. At the end of the
 * step each contact must have u_N + bias >= 0. There are three cases:
 *
 *   gap        bias = gap / h, so that the bodies may just touch
 *   overlap    bias = 0.2 gap / h, so that a fifth of the overlap is removed in a step, but at most a hundredth of the thinner
 *              body's least half axis
 *   collision  Newton's restitution: the bodies leave the touch with en times the velocity with which they come to it. bias is
 *              minus the velocity that this leaves at the end of the step; cd3_impact.c has the time of the touch. A collision is
 *              faster than twice the velocity that weight adds in a step.
 *
 * One of the methods in cd3_solve.h computes the impulses; nsgs and apgd start from those of the step before. Momentum is kept to
 * rounding.
 *
 * If a body would move further than a given fraction of its least half axis, the step is divided into equal substeps. Results
 * depend only on the state: not on threads, not on lists, and not on whether a run is split. */
#ifndef SCREE_CD3_H
#define SCREE_CD3_H

#include "sim/sim.h"

/* The timed phases of a step. Bodies drift before detection and after resolution. */
enum cd3_phase { CD3_BEFORE, CD3_DETECTION, CD3_RESOLUTION, CD3_AFTER, CD3_PHASES };
/* The methods of cd3_solve.h. */
enum cd3_solver { CD3_NSGS, CD3_APGD, CD3_AFFINE, CD3_AFFINE_RAW };

/* The default options: nsgs to a residual of 1e-3 in at most 500 sweeps, 8 directions of friction, substeps in which no body
 * moves more than a quarter of its least half axis. */
struct sim_options cd3_defaults(void);

/* The functions of the simulator are those of dem2.h. */
struct cd3;
struct cd3 *cd3_new(struct world *w, const struct sim_options *o, struct sim_error *error);
void cd3_free(struct cd3 *s);
enum sim_status cd3_step(struct cd3 *s, struct sim_error *error);
void cd3_export(struct cd3 *s, struct world *w, int full);
const struct sim_clock *cd3_clock(const struct cd3 *s);
struct sim_signs cd3_signs(const struct cd3 *s);
struct sim_report cd3_report(const struct cd3 *s);
int cd3_resumes(const struct world *w, const struct sim_options *o);
int cd3_scattered(const struct cd3 *s);
struct cd3 *cd3_renew(struct cd3 *s, struct world *w, struct sim_error *error);

/* Numbers about hard contacts. */
struct cd3_figures {
	int contacts, rows;          /* contacts with an impulse; all contacts that were detected */
	double begun;                /* number of contacts that have begun since the ledger began */
	int sweeps;                  /* of the last solution */
	double residual;             /* of the last solution */
	double solutions, unconverged; /* number of solutions since the ledger began, and of those with a residual above the tolerance */
	double deepest;              /* deepest overlap, relative to the least half axis of the thinner body */
	double energy, start;        /* kinetic plus potential energy, now and when the ledger began [M L^2/T^2] */
	double fric, impact, recover; /* lost by friction and by impacts, gained by removing overlaps, since then [M L^2/T^2] */
	double visits;               /* contacts times sweeps, of all solutions so far */
	double spent[CD3_PHASES];    /* processor time of the phases so far [s] */
	int64_t steps, taken;        /* number of the present step; steps since cd3_new */
};
struct cd3_figures cd3_figures(const struct cd3 *s);

/* Overlaps in the scene given to cd3_new: the number of contacts that overlap by more than a hundredth of the thinner body's
 * least half axis; for the deepest one its bodies and its depth relative to that half axis. A continued run has none. */
struct cd3_overlap { int n; int64_t i, j; double depth; };
struct cd3_overlap cd3_overlap(const struct cd3 *s);

/* The functions above as a table; see sim/sim.h. */
extern const struct simulator cd3_simulator;

#endif
