/* dem2.h: spheropolygons in the plane with soft contacts.
 *
 * Contacts are all pairs of a vertex of one body and an edge of another, each with a normal spring, a tangential
 * spring with Coulomb's limit and viscous terms (Alonso-Marroquin, EPL 2008; Alonso-Marroquin and Wang, Granular
 * Matter 2009); the step keeps its energy ledger exactly. Results depend on the state alone: not on the skin, the
 * order in memory or how a run is split.
 *
 *     struct sim_options o = dem2_defaults();
 *     struct dem2 *sim = dem2_new(&world, &o, &error);   // NULL: error says why
 *     while (...)
 *             if (dem2_step(sim, &error)) ...            // the world is as the last dem2_export left it
 *     dem2_export(sim, &world, 1);
 *     dem2_free(sim);
 */
#ifndef SCREE_DEM2_H
#define SCREE_DEM2_H

#include <stdint.h>

#include "sim/sim.h"

/* Verlet, automatic time step and skin, attraction cut. */
struct sim_options dem2_defaults(void);

struct dem2;

/* Take a scene over. The world's last state is completed when it is a maker's: forces are evaluated once. Shapes
 * without a mass record are weighed by the exact method. Returns NULL and fills error when the scene cannot be run.
 * The world is not kept (but words in error are its own); dem2_export must be given the same one, or a copy. */
struct dem2 *dem2_new(struct world *w, const struct sim_options *o, struct sim_error *error);
void dem2_free(struct dem2 *sim);

/* One time step. Returns SIM_GOOD or the failure, which error describes; the state is lost then. */
enum sim_status dem2_step(struct dem2 *sim, struct sim_error *error);

/* Whether neighbours have come to stand so far from each other in memory that a large scene is slowed down by it. */
int dem2_scattered(const struct dem2 *sim);
/* Take up the state that dem2_export has just written into w in full, with bodies in memory along a space-filling curve anew.
 * Nothing of what follows changes by a bit. Frees sim; returns NULL and fills error as dem2_new. */
struct dem2 *dem2_renew(struct dem2 *sim, struct world *w, struct sim_error *error);

/* Whether bodies leave through an outlet of the scene before the next step. They do so only before steps whose number is a
 * multiple of OUTLETS_EVERY (outlets.h), and before the first at which an outlet's time has come. */
int dem2_leaving(const struct dem2 *sim);
/* Let them leave: w gets the state without them, or with them where they were put back (column laps counts how often), and the
 * simulation goes on with that. Frees sim; returns NULL and fills error as dem2_new, and w is as it was before then. */
struct dem2 *dem2_discharge(struct dem2 *sim, struct world *w, struct sim_error *error);

/* Write the state into the world: bodies, contacts, ledger, step, t, dt. full = 0 leaves out what only a continuation
 * needs: contacts and the integrator's own columns. due is the caller's. */
void dem2_export(struct dem2 *sim, struct world *w, int full);

/* Where the simulation stands: step, time, time step; see sim/sim_clock.h. */
const struct sim_clock *dem2_clock(const struct dem2 *sim);
/* Whether the world holds a state of the integrator, with contacts and ledger, that is just gone on with. */
int dem2_resumes(const struct world *w, const struct sim_options *o);

/* The automatic step of the scene [T]: a fraction of the shortest contact, from masses, stiffness and damping alone. */
double dem2_auto_dt(const struct dem2 *sim);

struct sim_signs dem2_signs(const struct dem2 *sim);

struct sim_report dem2_report(const struct dem2 *sim);

extern const struct simulator dem2_simulator;

#endif
