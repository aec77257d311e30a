/* dem3.h: rigid clumps of balls in space with soft contacts.
 *
 * A contact is one of two pebbles of different bodies, or of a pebble and a wall, with a normal spring, a
 * tangential spring with Coulomb's limit, springs against rolling and twisting, and viscous terms. Translation by
 * velocity Verlet, rotation as rotor.h has it; the step keeps its energy ledger exactly. Results depend on the
 * state alone: not on the skin, the order in memory or how a run is split. Everything is used as in dem2.h. */
#ifndef SCREE_DEM3_H
#define SCREE_DEM3_H

#include "sim/sim.h"

/* Splitting, automatic time step and skin, attraction cut. */
struct sim_options dem3_defaults(void);

struct dem3;

/* Take a scene over, as dem2_new does. Shapes must have their principal axes and centre of mass in the body frame. */
struct dem3 *dem3_new(struct world *w, const struct sim_options *o, struct sim_error *error);
void dem3_free(struct dem3 *sim);

/* One time step. Returns SIM_GOOD or the failure, which error describes; the state is lost then. */
enum sim_status dem3_step(struct dem3 *sim, struct sim_error *error);

/* As dem2_scattered, dem2_renew. */
int dem3_scattered(const struct dem3 *sim);
struct dem3 *dem3_renew(struct dem3 *sim, struct world *w, struct sim_error *error);

/* As dem2_leaving, dem2_discharge. */
int dem3_leaving(const struct dem3 *sim);
struct dem3 *dem3_discharge(struct dem3 *sim, struct world *w, struct sim_error *error);

/* Write the state into the world: bodies, contacts, ledger, step, t, dt; full = 0 leaves out contacts. */
void dem3_export(struct dem3 *sim, struct world *w, int full);

/* Where the simulation stands, as dem2_clock. */
const struct sim_clock *dem3_clock(const struct dem3 *sim);
int dem3_resumes(const struct world *w, const struct sim_options *o);
double dem3_auto_dt(const struct dem3 *sim);

struct sim_signs dem3_signs(const struct dem3 *sim);
struct sim_report dem3_report(const struct dem3 *sim);
extern const struct simulator dem3_simulator;

#endif
