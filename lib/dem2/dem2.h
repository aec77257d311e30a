/* dem2.h: spheropolygons in the plane with soft contacts.
 *
 * Contacts are all pairs of a vertex of one body and an edge of another, each with a normal spring, a tangential
 * spring with Coulomb's limit and viscous terms (Alonso-Marroquin, EPL 2008; Alonso-Marroquin and Wang, Granular
 * Matter 2009). The step keeps its energy ledger exactly. Results depend only on the state: not on the skin, not on the
 * order in memory, and not on whether a run is split.
 *
 *     struct sim_options o = dem2_defaults();
 *     struct dem2 *sim = dem2_new(&world, &o, &error);   // NULL: error says why
 *     while (...)
 *             if (dem2_step(sim, &error)) ...            // the world is still as the last dem2_export left it
 *     dem2_export(sim, &world, 1);
 *     dem2_free(sim);
 */
#ifndef SCREE_DEM2_H
#define SCREE_DEM2_H

#include <stdint.h>

#include "sim/sim.h"

/* The default options: Verlet, automatic time step and skin, one thread, no attraction by viscous forces. */
struct sim_options dem2_defaults(void);

struct dem2;

/* Make a simulation from the scene in w. Forces are evaluated once. Shapes without a mass record are weighed by the exact method.
 * Returns NULL and fills error if the scene cannot be run. The simulation does not refer to w later, but words in error point
 * into w. dem2_export needs the same world or a copy. */
struct dem2 *dem2_new(struct world *w, const struct sim_options *o, struct sim_error *error);
void dem2_free(struct dem2 *sim);

/* Make one time step. Returns SIM_GOOD, or a failure that error describes; after a failure the state is of no use. */
enum sim_status dem2_step(struct dem2 *sim, struct sim_error *error);

/* Whether neighbours are so far from each other in memory that a large scene has become slow. */
int dem2_scattered(const struct dem2 *sim);
/* Put bodies in memory along a space-filling curve again. w must have the full state, as dem2_export has just written it. No bit
 * of the results changes. Frees sim and returns the new simulation; returns NULL and fills error as dem2_new. */
struct dem2 *dem2_renew(struct dem2 *sim, struct world *w, struct sim_error *error);

/* Whether bodies leave through an outlet of the scene before the next step. Outlets are checked only before some steps, see
 * sim/outlets.h. */
int dem2_leaving(const struct dem2 *sim);
/* Remove the bodies that leave, or put them back if their outlet says so (column laps counts how often). w gets the new state.
 * Frees sim and returns a simulation that continues with the new state. Returns NULL and fills error as dem2_new; then w has the
 * state with the bodies. */
struct dem2 *dem2_discharge(struct dem2 *sim, struct world *w, struct sim_error *error);

/* Write the state into the world: bodies, contacts, ledger, step, t, dt. full is one of EXPORT_LIGHT, EXPORT_FULL, ... (sim.h):
 * a light frame lacks the contacts and the integrator's own columns, which only a continued run needs. The caller sets w->due. */
void dem2_export(struct dem2 *sim, struct world *w, int full);

/* Step, time and time step of the simulation; see sim/sim_clock.h. */
const struct sim_clock *dem2_clock(const struct dem2 *sim);
/* Whether the world holds a complete state, with contacts, ledger and the integrator's columns, that a run with these options
 * continues exactly. */
int dem2_resumes(const struct world *w, const struct sim_options *o);

/* Signs by which a run may be stopped; see sim/sim.h. */
struct sim_signs dem2_signs(const struct dem2 *sim);
/* Numbers about the run; see sim/sim.h. */
struct sim_report dem2_report(const struct dem2 *sim);

/* The functions above as a table; see sim/sim.h. */
extern const struct simulator dem2_simulator;

#endif
