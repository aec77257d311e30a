/* soft.h: what both simulators of soft contacts begin with, and what they do alike in the plane and in space.
 *
 * Bodies stand in memory along a space-filling curve: the index of a body in memory is its slot. Sums run in the order of ids:
 * the index of a body in that order is its rank. So no sum depends on memory. Arrays are [n], indexed by slot, unless they say
 * otherwise. */
#ifndef SCREE_SOFT_H
#define SCREE_SOFT_H

#include "contact/law.h"
#include "neighbour/partners.h"
#include "sim/sim_clock.h"
#include "sim/group.h"
#include "sim/ledger.h"
#include "sim/opposite.h"
#include "sim/outlets.h"
#include "sim/sim.h"
#include "sim/timing.h"

/* What contacts are evaluated for: those of a new scene; those that a stored state goes on with; one step. */
enum evaluation { EVALUATE_FRESH, EVALUATE_RESUME, EVALUATE_STEP };

struct soft {
	struct sim_options opt;
	int dim;                 /* 2 or 3 */
	struct domain domain;
	double gravity[3];

	int n;                   /* bodies */
	int64_t *id;
	int *rank, *by_rank;     /* by_rank[r]: slot of rank r */
	int *row;                /* row in the world's table */
	int *material, *group_of;
	char *still;             /* prescribed in every degree of freedom */
	char *endless;           /* periodic axes along which the images of a wall continue it, as bits 1 2 4 */
	double *mass, *minv;     /* minv: inverse mass, 0 for bodies of groups */
	double *winv;            /* inverse mass for the damping of its contacts */
	/* Columns of bodies. In the plane the third one is the angle, the spin, and so on. Forces are evaluated at x, which with Gear's
	 * method is the prediction. */
	double *x[3], *v[3];     /* between the half steps v is the velocity of the middle */
	double *a[3], *f[3];     /* accelerations; contact forces */
	int64_t *image[3];       /* [dim] */
	double *heat;            /* half of what the body's contacts have dissipated [M L^2/T^2]; NULL unless asked for */
	/* what is written to the world: x and image, or with Gear's method the corrected places */
	double *place[3];
	int64_t *place_image[3];
	const double *reach;     /* furthest point of the body from its place [L] */

	int n_material;
	struct law_contact *law; /* [n_material][n_material] */
	char *has_law;           /* likewise */
	char *forceless;         /* likewise: laws without force, so that bodies pass through each other */
	double range;            /* how far beyond the sum of the radii some law's force may begin [L] */
	int rolls;               /* some law resists rolling or twisting */

	double skin, margin;     /* half of the neighbour list's margin; the margin that it was built with [L] */
	int tuned;               /* the skin is the simulator's to choose */
	struct tune tune;
	int64_t rebuilds, built; /* number of builds; step of the last */
	double scattered;        /* fraction of pairs that were far from each other in memory at first */
	double *list_x[3];       /* x when the list was built */
	double *near_x[3];       /* x when near candidates were chosen */
	double *room;            /* how far a vertex or pebble of the body may move until they are chosen again [L] */
	double near_steps;       /* steps that near candidates are meant to last */
	int64_t near_since;      /* step at which they were chosen */
	int *n_use, *use;        /* [n] vertices or pebbles of the body that near candidates use; where they stand in `use` the
	                          * body's own range begins */
	char *stray;             /* by chunks of bodies: some are outside the domain, or have left their rooms */
	char *touched;           /* the body has touching pairs, or has got impulses */

	int wide, threads;       /* kind of vectors, see base/wide.h; OpenMP threads */
	int n_part;              /* parts of the list: several for a thread, so that none waits long for the others */
	struct books *books;     /* [threads] */

	int n_group;
	struct group *group;     /* [n_group] */
	struct outlets outlets;
	struct begun begun;      /* opposite walls when the ledger began */

	char padding[128];       /* what a step changes is not on cache lines that all threads read */
	struct sim_clock clock;
	int far;                 /* some body has left its room */
	int finite;              /* accelerations are finite */
	struct timing timing;
	struct ledger ledger;
	struct sim_error error;  /* the failure of a step that is told */
};

/* ---- setup ---- */

/* Take options, clock, domain and gravity of a world with n bodies; allocate the columns of bodies. */
void soft_begin(struct soft *c, const struct world *w, const struct sim_options *o);
void soft_free(struct soft *c);
/* Whether shape, material and size of every body are there. SIM_NO_SHAPE, SIM_NO_MATERIAL, SIM_SIZE. */
enum sim_status soft_check_bodies(struct world *w, struct sim_error *e);
/* Read the bodies into slots: slot b gets the body of row order[b]. Fills row, id, rank, by_rank, material, x, v, image and heat.
 * SIM_TWICE. */
enum sim_status soft_read_bodies(struct soft *c, struct world *w, const int *order, struct sim_error *e);
/* The slot of an id, or -1. */
int soft_slot(const struct soft *c, int64_t id);
/* Give a body its mass [M]. */
void soft_mass(struct soft *c, int b, double mass);
/* Resolve the laws of all pairs of materials, and find the range of forces among bodies with radii up to fat [L]. SIM_LAW. */
enum sim_status soft_laws(struct soft *c, const struct world *w, double fat, struct sim_error *e);
/* Whether every pair of materials whose bodies may meet has a law; walls among themselves need none. SIM_NO_LAW. */
enum sim_status soft_laws_complete(const struct soft *c, const struct world *w, struct sim_error *e);
/* Find the groups and make each by init; then the walls between which pressures act. Statuses of group.h and of init. */
enum sim_status soft_groups(struct soft *c, const struct world *w, void *sim,
	enum sim_status (*init)(void *sim, struct group *g, const struct constraint *by, struct sim_error *e), struct sim_error *e);

/* Whether the world holds forces and a ledger to go on with. */
int soft_has_state(const struct world *w);
/* Set the time step: that of the options, else the world's, else the automatic one. SIM_STEP if it is too small for a number. */
enum sim_status soft_set_dt(struct soft *c, const struct world *w, double (*auto_dt)(const void *sim), const void *sim,
	struct sim_error *e);
/* Set the skin: that of the options, or a first guess from the geometric mean of the radii of free bodies; radius [n] [L]. */
void soft_set_skin(struct soft *c, const double *radius);
/* The smallest reach of a free body, or 0 if there is none [L]. */
double soft_smallest(const struct soft *c);
/* The fraction of pairs whose bodies are too far from each other in memory for a cache; 0 in a small scene. */
double soft_scattered(const struct soft *c, const struct body_pair *pair, int n_pair);

/* Figures of the past that no result depends on, for a simulation that is set up again from its own state. */
struct soft_past { struct sim_options opt; struct tune tune; struct timing timing; int64_t rebuilds; };
struct soft_past soft_remember(const struct soft *c);
void soft_recall(struct soft *c, const struct soft_past *past);

/* ---- the step ---- */

/* Note a failure, see sim_fail; the overlap of two slots; all bodies whose
 * force or velocity is not finite. */
void soft_fail(struct soft *c, struct sim_error e);
void soft_fail_overlap(struct soft *c, int i, int j, double overlap, double limit);
void soft_fail_motion(struct soft *c);
/* End the step: count it, and describe in *error what failed in it, if anything. Returns the status. */
enum sim_status soft_end_step(struct soft *c, struct sim_error *error);
/* Whether a body has to be wrapped along an axis. One that is lost, or has left through an open boundary, fails, unless a
 * constraint holds it or an outlet takes it. */
int soft_leaves(struct soft *c, int b, int axis);

/* ---- the neighbour list ---- */

/* Before a list is built: choose its margin, so wide that what touched one step ago is in it; far is how far the fastest body
 * moves in a step [L]. After it: note when and where it was built. */
void soft_list_begin(struct soft *c, double far);
void soft_list_end(struct soft *c);
/* Renew the list if always is set or room(sim) says that its margin leaves bodies too little room: build(sim, far). */
void soft_list_renew(struct soft *c, int always, double far, int (*room)(void *sim), void (*build)(void *sim, double far),
	void *sim);
/* Choose how many steps the next near candidates are to last: so many that looking at candidates in vain, in vain of them in each
 * step, costs as much as choosing from all n_cand; more steps than lists last are of no use. */
void soft_near_tune(struct soft *c, int n_cand, double vain);
/* A pair of bodies of the list must have a law. */
void soft_check_pairs(struct soft *c, const struct body_pair *pair, int n_pair);

/* ---- the ledger ---- */

/* Place of a body along an axis, unwrapped [L]. */
double soft_unwrapped(const struct soft *c, int b, int axis);
/* Add the kinetic energy of a mass or inertia m with velocity v and acceleration a to *to, and that of the half steps. */
void soft_add_kinetic(const struct soft *c, struct energies *e, double m, double v, double a, double *to);
/* Add the energies of translation and weight of a free body; of a group. */
void soft_add_body(const struct soft *c, int b, struct energies *e);
void soft_add_group(const struct soft *c, const struct group *g, struct energies *e);
/* Book one step, in which groups and the domain did this work. Returns whether all that has been booked is finite. */
int soft_ledger_step(struct soft *c, double groups, double domain);
/* Fail because it is not: name the bodies whose force or velocity is not finite, if there are any. */
void soft_fail_ledger(struct soft *c);

/* ---- signs by which a run may be stopped ---- */

/* How many bodies each body touches, for contacts that come pair by pair. Each image of a body counts as one. */
struct soft_partners { int *n, a, b, image[3]; }; /* n [bodies], to be freed */
struct soft_partners soft_partners(const struct soft *c);
void soft_partners_add(struct soft_partners *p, int a, int b, const int image[3]);
/* Of free bodies with two partners or more: their fraction of all free bodies, and the mean number of their partners. */
void soft_firm(const struct soft *c, const struct soft_partners *p, struct sim_signs *out);
/* The largest relative difference between the force across a wall and what its pressure asks for; not a number without any. */
double soft_pressure_off(const struct soft *c);

/* ---- the world ---- */

/* Write columns of bodies if want is set, else drop them. */
void soft_export(const struct soft *c, struct world *w, int want, int n, const char *const *name, double *const *from);
/* Write places, images and velocities of bodies, heat if it is kept, step, time and time step. */
void soft_export_state(const struct soft *c, struct world *w);
/* Figures of the run, but for those of contacts. */
struct sim_report soft_report(const struct soft *c, const struct energies *e);

#endif
