/* dem3.h: rigid clumps of balls in space with soft contacts.
 *
 * A contact is between two pebbles of different bodies, or between a pebble and a wall. It has a normal spring, a tangential
 * spring with Coulomb's limit, springs against rolling and twisting, and viscous terms. Translation is integrated by velocity
 * Verlet, rotation by one of the methods of motion/rotor.h; the energy ledger is exact. Results depend on the state alone: not
 * on the skin, the order in memory, or how a run is split. The functions are used as those of dem2.h, which has an example. */
#ifndef SCREE_DEM3_H
#define SCREE_DEM3_H

#include "sim/sim.h"

/* Rotation by splitting, automatic time step and skin, viscous forces never attract, one thread. */
struct sim_options dem3_defaults(void);

struct dem3;
struct foreseen;

/* Begin a simulation from the last state of a world, as dem2_new does: returns NULL and fills error if the scene cannot be run.
 * The axes of the body frame of shapes must be principal axes, and its origin their centre of mass. */
struct dem3 *dem3_new(struct world *w, const struct sim_options *o, struct sim_error *error);
void dem3_free(struct dem3 *sim);

/* Do one time step. Returns SIM_GOOD, or the failure that error describes; then the state is lost. */
enum sim_status dem3_step(struct dem3 *sim, struct sim_error *error);

/* Whether neighbours have come to be so far from each other in memory that a large scene gets slower, as dem2_scattered. */
int dem3_scattered(const struct dem3 *sim);
/* Begin again from the state that dem3_export has just written to w in full, with bodies reordered in memory, as dem2_renew.
 * Results do not change. Frees sim; returns NULL and fills error as dem3_new does. */
struct dem3 *dem3_renew(struct dem3 *sim, struct world *w, struct sim_error *error);

/* Whether bodies leave through an outlet before the next step, as dem2_leaving. */
int dem3_leaving(const struct dem3 *sim);
/* Let these bodies leave, as dem2_discharge: w gets the new state, from which the simulation goes on. Frees sim; returns NULL
 * and fills error as dem3_new does. */
struct dem3 *dem3_discharge(struct dem3 *sim, struct world *w, struct sim_error *error);

/* Write bodies, contacts, ledger, step, t and dt into the world; full: see dem2_export. */
void dem3_export(struct dem3 *sim, struct world *w, int full);

/* Step, time and time step. */
const struct sim_clock *dem3_clock(const struct dem3 *sim);
/* Whether a simulation of this world continues its state to the bit: it has forces and a ledger, and the options keep its time
 * step. */
int dem3_resumes(const struct world *w, const struct sim_options *o);

/* Foresee the contacts, see soft_foresee in sim/soft.h, and dem3_auto.c for the automatic time step. limit and overlap may be
 * NULL. */
struct foreseen dem3_foresee(const struct dem3 *sim, double *limit, double *overlap);

/* Figures by which runs may be stopped, and figures of the run. */
struct sim_signs dem3_signs(const struct dem3 *sim);
struct sim_report dem3_report(const struct dem3 *sim);
extern const struct simulator dem3_simulator;

#endif
