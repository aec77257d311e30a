/* soft.h: the common part of both simulators of soft contacts, in the plane and in space: their state, setup, step and output.
 *
 * Bodies are in memory along a space-filling curve. The index of a body in memory is its slot. The index of a body in the order
 * of ids is its rank. Sums run in the order of ranks, so no sum depends on memory. Arrays are [n], indexed by slot, unless they
 * say otherwise. */
#ifndef SCREE_SOFT_H
#define SCREE_SOFT_H

#include <math.h>

#include "contact/law.h"
#include "neighbour/partners.h"
#include "sim/cell.h"
#include "sim/sim_clock.h"
#include "sim/group.h"
#include "sim/ledger.h"
#include "sim/lending.h"
#include "sim/opposite.h"
#include "sim/outlets.h"
#include "sim/sim.h"
#include "sim/timing.h"

/* Why contacts are evaluated: a new scene begins; a stored state is continued; a step is made. */
enum evaluation { EVALUATE_FRESH, EVALUATE_RESUME, EVALUATE_STEP };

/* The overlap that was furthest above the one for which the time step was made: their ratio and itself [L]. */
struct deepest { double ratio, overlap; char padding[112]; }; /* the padding keeps threads off each other's cache lines */

/* What a simulator foresees of the contacts of a scene: the automatic time step, and the duration of the shortest contact
 * [T]; the largest overlap to expect, as such [L] and relative to the mean of the radii; the same by the sum of
 * the radii, of which a run allows half. */
struct foreseen { double dt, contact, overlap, relative, share; };

/* A column of bodies that is written: from an array, or entry `more` of what soft.more finds for a body. col: its index, set when
 * no more columns are dropped. */
struct body_column { const char *name; int col, more; const double *real; const int64_t *integer; };
enum { BODY_MORE = 6 };
typedef void soft_more(const void *sim, int b, double more[BODY_MORE]);

/* The state that both simulators have. */
struct soft {
	struct sim_options opt;
	int dim;                 /* 2 or 3 */
	struct domain domain;
	struct cell cell;        /* the domain as it deforms */
	double gravity[3];

	int n;                   /* bodies */
	int64_t *id;
	int *rank, *by_rank;     /* by_rank[r]: slot of rank r */
	int *row;                /* row in the world's table */
	int *material, *group_of;
	char *still;             /* prescribed in every degree of freedom */
	char *endless;           /* periodic axes along which the images of a wall continue it, as bits 1 2 4 */
	double *mass, *minv;     /* minv: inverse mass, 0 for bodies of groups */
	double *winv;            /* inverse mass for the damping of contacts, of bodies of groups alone: see soft_winv */
	/* Columns of bodies. In the plane the third column is the angle, the spin, and so on. Forces are evaluated at x, which with
	 * Gear's method is the prediction. */
	double *x[3], *v[3];     /* between the half steps v is the velocity in the middle of the step */
	double *a[3], *f[3];     /* accelerations; contact forces */
	int64_t *image[3];       /* [dim] */
	double *heat;            /* half of the energy dissipated at the body's contacts [M L^2/T^2]; NULL unless asked for */
	/* the places that are written to the world: x and image, or with Gear's method the corrected places */
	double *place[3];
	int64_t *place_image[3];
	int n_out;
	size_t cap_out;
	struct body_column *out; /* [n_out] */
	soft_more *more;         /* may be NULL */
	const void *more_of;
	const double *reach;     /* the largest distance of a point of the body from its place [L] */

	int n_material;
	struct law_contact *law; /* [n_material][n_material] */
	char *has_law;           /* [n_material][n_material] the pair has a law */
	double lawless;          /* see soft_lawless */
	char *forceless;         /* [n_material][n_material] laws without force: the bodies move through each other */
	double range;            /* the largest distance beyond the sum of the radii at which a law's force may begin [L] */
	int rolls;               /* some law resists rolling or twisting */
	int clings;              /* contacts of some law last longer than to where they begin, see law_clings */
	double overlap_read;     /* the largest overlap of the contacts in the stream, 0 if there are none [L] */
	double *density;         /* [n_material] */
	struct foreseen foreseen; /* when the time step was set */
	double *resolved;        /* [n_material][n_material] the overlap for which the time step was made; INFINITY: any [L] */
	int watches;             /* some of them are finite */
	struct deepest *deepest; /* [n_part] */

	double skin, margin;     /* half of the neighbour list's margin; the margin with which the list was built [L] */
	int tuned;               /* the simulator chooses the skin */
	struct tune tune;
	int64_t rebuilds, built; /* number of builds; step of the last build */
	double scattered;        /* fraction of pairs that were far from each other in memory at the start */
	double *near_x[3];       /* x where the room of the body begins: when near candidates were chosen, or it got a new room */
	float *list_d[3];        /* near_x less x when the list was built, see soft_list_x */
	double *room;            /* how far its vertices or pebbles may move until near candidates are chosen again [L] */
	double near_steps;       /* for how many steps near candidates should serve */
	int64_t near_since;      /* step at which near candidates were chosen */
	int *n_use, *use;        /* [n] number of the body's vertices or pebbles in near candidates; their indices, those of each body
	                          * from the body's own first index on */
	char *stray;             /* by chunks of bodies: some body is outside the domain, or has left its room (space only) */
	char *touched;           /* the body has touching pairs, or has received impulses */

	int wide;                /* kind of vectors, see base/wide.h */
	int threads, most_threads; /* among which the work is divided now; that a run may have */
	int divides;             /* the list must be rebuilt in this step, with other parts */
	int n_part;              /* parts of the neighbour list: several for each thread, so that no thread waits long */
	struct ledger_sums *sums; /* [most_threads] */

	/* of several ranks, see lending.h; otherwise 0 */
	struct lending lending;
	struct ghosts *ghosts;   /* see ghosts.h; NULL in a run of one rank */
	struct ledger_sums *elsewhere; /* [most_threads] work at contacts that another rank books */
	char *kept;              /* enum kept */
	int n_own;               /* slots below this have free bodies that are KEPT_OWN */
	int64_t listed;          /* number of the state in which the list was built */
	double roamed;           /* own bodies have travelled at most this far from the start until the list was built [L] */
	int leaves, migrates;    /* bodies may come near that are no ghosts: known here, known to all ranks */
	struct ranks_reduction *news; /* what all tell at the end of a step, from the first one on */
	int failed_at;           /* the part of the step in which this rank has failed, from 1, or 0 */

	int n_group;
	struct group *group;     /* [n_group] */
	struct outlets outlets;
	struct opposite_start walls_at_start; /* opposite walls when the ledger began */

	char padding[128];       /* keeps the fields that a step changes off the cache lines that all threads read */
	struct sim_clock clock;
	int far;                 /* some body has left its room */
	int finite;              /* accelerations are finite */
	struct timing timing;
	struct ledger ledger;
	struct sim_error error;  /* the failure of this step, see sim_fail */
};

/* The inverse mass for the damping of the contacts of a body. */
static inline double soft_winv(const struct soft *c, int b)
{
	return c->minv[b] > 0 ? c->minv[b] : c->winv[b];
}

/* Coordinate k of body b when the list was built. A step rounds list_d twice at most, so the way of a body since then, up to half
 * of the margin, is known to within soft_list_slack [L]. */
static inline double soft_list_x(const struct soft *c, int k, int b)
{
	return c->near_x[k][b] - (double)c->list_d[k][b];
}

static inline double soft_list_slack(const struct soft *c)
{
	return 2e-7 * 0.5 * c->margin * (double)(c->clock.step - c->built + 2);
}

/* The rooms of bodies from .. end-1 begin at their present places. */
static inline void soft_rooms_begin(struct soft *c, int from, int end)
{
	for (int k = 0; k < 3; k++) {
		const double *restrict x = c->x[k];
		double *restrict near = c->near_x[k];
		float *restrict d = c->list_d[k];

		for (int b = from; b < end; b++) {
			d[b] = (float)(x[b] - (near[b] - (double)d[b]));
			near[b] = x[b];
		}
	}
}

/* ---- setup ---- */

/* Take options, clock, domain and gravity of a world with n bodies; allocate the columns of bodies. */
void soft_begin(struct soft *c, const struct world *w, const struct sim_options *o);
void soft_free(struct soft *c);
/* Whether the shape and material of every body exist and its size is positive. The body with the lowest id that fails is told.
 * SIM_NO_SHAPE, SIM_NO_MATERIAL, SIM_SIZE, SIM_THICK, in a scene without contacts. */
enum sim_status soft_check_bodies(struct world *w, struct sim_error *e);
/* Read the bodies into slots: slot b gets the body of row order[b]. Fills row, id, rank, by_rank, material, x, v, image and heat.
 * SIM_TWICE. */
enum sim_status soft_read_bodies(struct soft *c, struct world *w, const int *order, struct sim_error *e);
/* The slot of an id, or -1. */
int soft_slot(const struct soft *c, int64_t id);
/* Give a body its mass [M]. */
void soft_mass(struct soft *c, int b, double mass);
/* Resolve the laws of all pairs of materials. Find the range of forces between bodies with radii up to largest_radius [L].
 * SIM_LAW. */
enum sim_status soft_laws(struct soft *c, const struct world *w, double largest_radius, struct sim_error *e);
/* Whether every pair of materials whose bodies may meet has a law. Pairs of walls need none. SIM_NO_LAW. */
enum sim_status soft_laws_complete(struct soft *c, const struct world *w, struct sim_error *e);
/* Whether a body is paired with its own images: not in the plane if its angle is prescribed, nor in space if it is in a group. */
int soft_meets_images(const struct soft *c, int b);
/* The largest reach of free bodies that have no law with their own images, or 0 [L]. */
double soft_lawless(const struct soft *c);
/* SIM_NO_LAW if a body that has no law with its own images may meet one in the present domain. */
void soft_check_images(const struct soft *c, struct sim_error *e);
/* Find the groups. For each group call init(sim, group, constraint, e), then find the walls between which its pressure acts.
 * Statuses of group.h and of init. */
enum sim_status soft_groups(struct soft *c, const struct world *w, void *sim,
	enum sim_status (*init)(void *sim, struct group *g, const struct constraint *by, struct sim_error *e), struct sim_error *e);

/* Whether the world holds contacts and a ledger that a run can continue. */
int soft_has_state(const struct world *w);
/* Foresee the contacts. limit [n_material][n_material] gets the longest time step for the overlaps that are expected of each
 * pair of materials [T], and overlap [n_material][n_material] these overlaps [L], or 0 if the stiffness does not depend on
 * the overlap. */
typedef struct foreseen soft_foresee(const void *sim, double *limit, double *overlap);
/* Set the time step: that of the options, else the world's, else the automatic one, which a negative step of the options asks
 * for. Keep what is foreseen, and find the overlaps that the step is made for. SIM_STEP if the step is not above 0. */
enum sim_status soft_set_dt(struct soft *c, const struct world *w, soft_foresee *foresee, const void *sim, struct sim_error *e);
/* Note the overlap of a contact of law k in a part of the list [L]. */
static inline void soft_note_overlap(struct soft *c, int part, int k, double overlap)
{
	struct deepest *d = &c->deepest[part];

	if (overlap > d->ratio * c->resolved[k])
		*d = (struct deepest){ .ratio = overlap / c->resolved[k], .overlap = overlap };
}
/* The deepest of all parts. */
struct deepest soft_deepest(const struct soft *c);
/* Set the skin: that of the options, or a first guess from the geometric mean of the radii of free bodies; radius [n] [L]. */
void soft_set_skin(struct soft *c, const double *radius);
/* The smallest reach of a free body, or 0 if there is no free body [L]. */
double soft_smallest(const struct soft *c);
/* The fraction of pairs whose bodies are too far from each other in memory for a cache; 0 in a small scene. */
double soft_scattered(const struct soft *c, const struct body_pair *pair, int n_pair);

/* The past of a simulation that is set up again from its own state. No result depends on it. */
struct soft_past { struct sim_options opt; struct tune tune; struct timing timing; int64_t rebuilds; struct deepest deepest; };
struct soft_past soft_remember(const struct soft *c);
void soft_recall(struct soft *c, const struct soft_past *past);

/* ---- the step ---- */

/* A part of the step has ended, from 1. Of failures on several ranks that in the earliest part counts. */
static inline void soft_part_ended(struct soft *c, int part)
{
	c->failed_at = c->failed_at || c->error.status == SIM_GOOD ? c->failed_at : part;
}
/* Note a failure of the step, see sim_fail. */
void soft_fail(struct soft *c, struct sim_error e);
/* Note that the overlap of two slots is above a limit [L]. */
void soft_fail_overlap(struct soft *c, int i, int j, double overlap, double limit);
/* Note all bodies whose force or velocity is not finite. */
void soft_fail_motion(struct soft *c);
/* End the step and count it. *error becomes its failure, if there was one. Returns the status. */
enum sim_status soft_end_step(struct soft *c, struct sim_error *error);
/* Whether a body has to be wrapped along an axis. A body that is lost is a failure. So is one that has left through an open
 * boundary, unless it is in a group or an outlet takes it. */
int soft_leaves(struct soft *c, int b, int axis);

/* Whether a body is outside the domain along some axis. */
static inline int soft_is_outside(const struct soft *c, int b)
{
	const struct domain *d = &c->domain;
	int in = 1;

	for (int k = 0; k < c->dim && d->set; k++)
		in &= c->x[k][b] >= d->lo[k] && c->x[k][b] < d->hi[k];
	return !in;
}

/* ---- the neighbour list ---- */

/* The largest room of a body [L]: one that moves by more than ten times its reach in a step, and so makes the step fail
 * (SIM_FAST), has left its room whatever the skin is. */
static inline double soft_room_most(const struct soft *c, int b)
{
	return 3 * c->reach[b];
}

/* The reach of a body and half of the range of the laws: no force acts between two bodies whose places are further apart than
 * the sum of these of both [L]. */
static inline double soft_acts_within(const struct soft *c, int b)
{
	return c->reach[b] + 0.5 * c->range;
}
/* Before a list is built: choose its margin. far is the distance that the fastest body moves in a step [L]. The margin is so wide
 * that pairs that touched one step ago are in the list. */
void soft_list_begin(struct soft *c, double far);
/* After a list was built, which found so many pairs and candidates: note the step and the places of the bodies. SIM_MANY. */
void soft_list_end(struct soft *c, int64_t pairs, int64_t cands);
/* Divide the list into n parts from now on. What was deepest is kept. */
void soft_have_parts(struct soft *c, int n);
/* Before a step: choose the number of threads among which the work is divided, and whether the list must be rebuilt for it. A
 * thread that works alone is faster with few parts. Ranks keep theirs, since all renew their lists together. */
void soft_divide_again(struct soft *c);
/* Rebuild the list by build(sim, far) if always is set, or if give_rooms(sim) returns 0. give_rooms(sim) gives every body its
 * room, and returns 0 if the list's margin leaves too little; it is called again after a rebuild. */
void soft_list_renew(struct soft *c, int always, double far, int (*give_rooms)(void *sim), void (*build)(void *sim, double far),
	void *sim);
/* Choose for how many steps the next near candidates should serve, from the costs of the present ones. A choice costs as much as
 * `choice` tests of near candidates. Every step tests near candidates that do not touch: `misses` of them on average. Both costs
 * should be equal. Near candidates need not last longer than the list. */
void soft_near_tune(struct soft *c, double choice, double misses);

/* ---- the ledger ---- */

/* Whether this rank speaks for a body in sums over all: for its own, and rank 0 for those of groups. */
int soft_speaks(const struct soft *c, int b);
/* The same for a contact of two bodies, which are in the order of ids, or the second is a wall. */
int soft_speaks_for(const struct soft *c, int a, int b);
/* The place of a body along an axis, unwrapped [L]. */
double soft_unwrapped(const struct soft *c, int b, int axis);
/* Add to *to the kinetic energy of a mass or moment of inertia m with velocity v and acceleration a. Add to e->kin_half the
 * energy of the half steps. */
void soft_add_kinetic(const struct soft *c, struct energies *e, double m, double v, double a, double *to);
/* Add the kinetic energy of translation and the potential energy of weight of a free body with the acceleration a[dim]. */
void soft_add_body(const struct soft *c, int b, const double *a, struct energies *e);
/* The same of a group. */
void soft_add_group(const struct soft *c, const struct group *g, struct energies *e);
/* All that a step has done to own bodies is booked, and it cannot fail any more: begin to tell other ranks. The forces and
 * impulses of ghosts may still be to come. */
void soft_tell(struct soft *c);
/* Then, at the end: book one step, in which groups did work [M L^2/T^2], and the domain that of cell_work. Failures of other
 * ranks become known. Returns whether all sums of the ledger are finite. */
int soft_ledger_step(struct soft *c, double groups);
/* Fail because a sum of the ledger is not finite. Name a body whose force or velocity is not finite, if there is one. */
void soft_fail_ledger(struct soft *c);

/* ---- signs by which a run may be stopped ---- */

/* The number of partners of each body, for contacts that come pair by pair. Each image of a body counts as one partner. */
struct soft_partners { int *n, a, b, image[3]; }; /* n [bodies]; the caller frees it */
struct soft_partners soft_partners(const struct soft *c);
/* Count a contact of the bodies in slots a and b. */
void soft_partners_add(struct soft_partners *p, int a, int b, const int image[3]);
/* Set out->share and out->partners: of the free bodies with at least two partners, their fraction of all free bodies and their
 * mean number of partners. */
void soft_firm(const struct soft *c, const struct soft_partners *p, struct sim_signs *out);
/* The largest difference between the contact force on a wall and the force of its pressure, relative to the latter, or to the
 * largest of these if it is 0; NaN if none is above 0. */
double soft_pressure_off(const struct soft *c);

/* ---- the world ---- */

/* soft_bodies.c: begin to write bodies: ids, sizes [n] unless that is NULL, places, images and velocities; the step, the time and
 * the time step. */
void soft_export_begin(struct soft *c, struct world *w, double *size);
/* Write n more columns of bodies from from[n][bodies] if want is set; otherwise drop the columns of these names. */
void soft_export(struct soft *c, struct world *w, int want, int n, const char *const *name, double *const *from);
/* The same for what no array holds: entries of `more` from the first on. */
void soft_export_more(struct soft *c, struct world *w, int want, int n, const char *const *name, int first);
/* Fill the columns, or let them be made from the state: see EXPORT_ROWS. */
void soft_export_end(struct soft *c, struct world *w, int full, soft_more *more, const void *sim);
/* The columns of contacts: integers, then reals. lower_first: rows are in the order of the lower and the higher id of their
 * bodies, otherwise of i and j. */
struct contact_columns { int n_int; const char *const *integer; int n_real; const char *const *real; int lower_first; };
/* Write contacts, or their columns alone and where rows come from; full: see EXPORT_LIGHT. */
void soft_export_contacts(const struct soft *c, struct world *w, int full, const struct contact_columns *columns,
	const struct row_source *source);
/* Whether a number is so small that products and sums of two such numbers are finite. */
static inline int soft_is_small(double x)
{
	return fabs(x) < 1e150;
}
/* The same for the places of all bodies, and for their reach unless it is infinite. */
int soft_places_small(const struct soft *c);
/* The largest overlap of the contacts of a world, 0 if there are none [L]. */
double soft_overlap_of(const struct world *w);
/* Report the time step, times and overlaps that are foreseen, and the overlap that was reached. */
void soft_report_contacts(const struct soft *c, struct sim_report *r);
/* The report of the run, except for what soft_report_contacts reports, and the numbers of pairs and contacts. */
struct sim_report soft_report(const struct soft *c, const struct energies *e);

#endif
