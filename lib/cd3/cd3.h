/* cd3.h: rigid bodies in space with hard contacts: nonsmooth contact dynamics.
 *
 * A step is Moreau's (1988): half of the drift with the old velocities, contacts there, new velocities, the other half of
 * the drift. Flight is exact. Contacts are all places with gaps that bodies could close in the step h; each is to have u_N +
 * bias >= 0 in the end. Where there is a gap, bias = gap / h, so that the bodies may just touch. Where they overlap, bias is
 * a fifth of that, so that a fifth of the overlap goes in a step, but no more than a hundredth of the thinner body's least
 * half axis. Where they hit each other, faster than twice the velocity that weight gives in a step, bias = en u_N before:
 * Newton's restitution. Impulses are found by one of the methods in cd3_solve.h, beginning with those of the step before.
 * Momentum is kept to rounding.
 *
 * A step in which a body would move further than a part of its least half axis is cut into equal substeps. Results depend on the
 * state alone: not on threads, lists or how a run is split. */
#ifndef SCREE_CD3_H
#define SCREE_CD3_H

#include "sim/sim.h"

/* Phases of the step that are timed: before detection and after resolution bodies drift. */
enum cd3_phase { CD3_BEFORE, CD3_DETECTION, CD3_RESOLUTION, CD3_AFTER, CD3_PHASES };
enum cd3_solver { CD3_NSGS, CD3_APGD, CD3_AFFINE, CD3_AFFINE_RAW };

/* nsgs to a residual of 1e-3 in at most 500 sweeps, 8 directions, substeps of at most a quarter of the least half axis. */
struct sim_options cd3_defaults(void);

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

/* Figures of hard contacts. */
struct cd3_figures {
	int contacts, rows;          /* with an impulse; looked at */
	double begun;                /* contacts that have begun since the ledger did */
	int sweeps;                  /* of the last step */
	double residual;             /* of the last step */
	double unconverged;          /* steps since the ledger began whose residual was above the tolerance */
	double deepest;              /* overlap, by the least half axis of the thinner body */
	double energy, start;        /* kinetic and of weight, now and when the ledger began [M L^2/T^2] */
	double fric, impact, recover; /* lost by friction and impacts, gained by parting what overlapped, since then */
	double visits;               /* contacts times sweeps, of all solutions so far */
	double spent[CD3_PHASES];    /* processor time of the phases so far [s] */
	int64_t steps, taken;        /* so far; since cd3_new */
};
struct cd3_figures cd3_figures(const struct cd3 *s);

/* The number of contacts of the scene given to cd3_new that overlap by more than a hundredth of the thinner body's least half
 * axis, and of the deepest one the ids of the bodies and the depth in that measure; none in a run that goes on. */
struct cd3_overlap { int n; int64_t i, j; double depth; };
struct cd3_overlap cd3_overlap(const struct cd3 *s);

extern const struct simulator cd3_simulator;

#endif
