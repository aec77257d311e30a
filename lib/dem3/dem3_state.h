/* dem3_state.h: the state of the simulator of soft contacts in space, for the files of lib/dem3 alone.
 *
 * Arrays are [n], indexed by slot, unless they say otherwise; see sim/soft.h for slots and ranks. Bodies of groups have the
 * highest slots. With several threads, the free bodies of one slab of the scene have consecutive slots. */
#ifndef SCREE_DEM3_STATE_H
#define SCREE_DEM3_STATE_H

#include <stdint.h>

#include "contact/pebbles.h"
#include "dem3/dem3.h"
#include "dem3/dem3_batch.h"
#include "dem3/dem3_candidate.h"
#include "dem3/dem3_pairs.h"
#include "neighbour/list3.h"
#include "sim/jumps.h"
#include "sim/soft.h"

struct wrench3 { vec3 f, t; }; /* a force and a torque, or an impulse and its angular impulse */
/* The wrench of a near pair in one evaluation, as numbers: the torque on the first body, the force on the second, which is minus
 * that on the first, and the torque on the second. Two balls of one size that do not resist rolling get the same torque, to the
 * last bit, which is there only once: see dem3.wrench. */
enum { ON_FIRST, FORCE = 3, ON_SECOND = 6, WRENCH = 9, WRENCH_ALIKE = 6, LINE = 64 };

/* The partners of a contact: bodies a and b, b at the image s; cand holds their pebbles, by index among all pebbles. */
struct between3 { int a, b, s[3]; struct list3_cand cand; };

/* The event of a contact: it begins, ends, or passes to another face. See dem3_event.c. */
struct event3 {
	int pair, ends;          /* ends: it ends */
	vec3 n, a, b;            /* normal, or direction of its change; contact point from the present positions of both bodies [L] */
	double work;             /* work that the missing impulse has to do [M L^2/T^2] */
	double lost;             /* booked as viscous, but not dissipated: see law_lost_too_much [M L^2/T^2] */
	struct wrench3 on[2];    /* in the first event of a pair: impulses of all events of the pair on its two bodies */
};

/* TOUCH_SINGLE: with a wall, or two features, whose distance is not that of two pebbles. */
enum { TOUCH_IS = 1, TOUCH_SINGLE = 2 };

/* A near candidate that touches, or did one step ago; old is the place of its previous contact, or -1; moved: it was another
 * face's. */
struct hit3 { int near, old, moved; };

/* What a thread needs to put the contacts of a part in order: previous contacts, else spare memory; hits; near candidates that
 * do not touch. */
struct ordering3 { struct contacts3 old; struct hit3 *hit; int *rest; size_t cap_hit, cap_rest; };

/* The nearest points of a near candidate of features, or NULL if it does not touch, and did not. */
#define part3_nearest(q, near) ((q)->nearest_of[near] < 0 ? NULL : &(q)->nearest[(q)->nearest_of[near]])

/* A part of the list, which one thread evaluates at a time. */
struct part3 {
	int pair_from, pair_to;
	int n_alike, n_run;
	struct run3 *alike, *run; /* [n_alike] of pairs; [n_run] of near candidates */
	size_t cap_alike, cap_held;
	struct contacts3 now;
	int n_near, n_hit, n_nearest;
	size_t cap_near, cap_near_short, cap_touch, cap_hit, cap_run, cap_place;
	int *place;              /* [n_near] place of the candidate in now, or -1 if it has none */
	struct held3 { int cand, place; } *held; /* contacts in the order of candidates, until they are put in order */
	int stale, meshes, done; /* contacts have to be put in order; some near candidates are faces of meshes; has this step's forces */
	struct nearest3 *nearest; /* [n_nearest] of the features that touch walls, or did since near candidates were chosen */
	int *nearest_of;         /* [n_near] index in nearest, or -1; not set for pebbles */
	size_t cap_nearest, cap_nearest_of;
	int faces_from, faces_to, n_near_faces; /* range of the part's pairs in dem3.faces_pair */
	struct near_faces3 *near_faces; /* [n_near_faces] those of them that are near */
	size_t cap_near_faces;
	int some_faces, some_share; /* some near candidates are features; some near pairs share their mass */
	/* of balls ([1]) and of others but features ([0]): every near candidate has a place, see part3_finds */
	int full[2];
	/* [n_near] in the order of the list: near candidates; only their pairs, if list.single says that pairs have one candidate each.
	 * See dem3_near.h */
	struct near3 *near;
	int *near_short;
	char *touch;             /* [n_near+4] bits, see TOUCH_IS; the last four are 0 */
	struct hit3 *hit;        /* [n_hit] while contacts are put in order, else NULL */
	int n_near_pair, sum_from; /* sum_from: index of the part's first near pair among those of all parts */
	size_t cap_near_pair;
	struct near_pair3 *near_pair; /* [n_near_pair] in the order of the list */
	int n_event;
	size_t cap_event;
	struct event3 *event;    /* [n_event] of this step; those of a pair follow one another */
	int jump_from;           /* index of the jump of the first one */
	struct ledger_sums *sums; /* ledger sums of the thread that works on the part */
	char padding[128];       /* no other thread writes to the cache lines of this part */
};

/* The motion of a body in the step, as its contacts need it. The contact of two balls reads two cache lines of each, and near
 * candidates that are balls are looked at here, too. */
struct motion3 {
	vec3 position;           /* [L] */
	vec3 linear_velocity;    /* at the end, estimated for dashpots [L/T] */
	vec3 displacement;       /* [L] */
	vec3 spin;               /* angular velocity at the end [1/T] */
	vec3 turn_begin;         /* rotation in the step, by the spin at its beginning [1] */
	double radius;           /* of a ball, 0 for other bodies [L] */
};
enum { MOTION = sizeof(struct motion3) / sizeof(double) };
enum { DEM3_BODIES = UINT32_MAX / MOTION }; /* the most: see batch8.i */

struct late3 { vec3 turn; double none; }; /* the rotation of a body in the step by its spin at the end [1]; none is 0 */

enum { TURN_FREE, TURN_PRESCRIBED, TURN_AXIS }; /* how a group turns: freely (one body), as prescribed, about one axis */

struct dem3 {
	struct soft core;
	int n_free;              /* bodies that are in no group, ghosts of other ranks included: see core.n_own */
	int inertia_from;        /* from this slot on bodies have inertia: from 0 until the scene is set up, then those of groups */
	double *inertia[3], *iinv[3]; /* [n-inertia_from] principal moments; their inverses, 0 if a group turns the body */
	signed char *axis;       /* 0 to 2: axis of the rotor; 3: a ball; -1: its group turns the body */
	double *q[4];            /* orientations */
	double *l[3], *tq[3];    /* angular momenta, between the half steps those of the middle; torques of contacts */
	struct motion3 *motion;
	int late_from;           /* slots below this have balls that move by themselves */
	int forces_from;         /* bodies below this, free balls, have no a, f and tq: dem3_forces_on has them, see dem3_balls.c */
	struct late3 *late;      /* [n-late_from] not set for balls */

	struct pebbles pebbles;
	int n_wall, *wall;       /* bodies that are planes, cylinders or meshes */
	struct wall3 *wall_at;   /* [n_wall] */
	struct facets *facets;   /* [n_wall], set for meshes */
	int *wall_of;            /* index of the body in wall, or -1 */
	int some_faces;          /* some body has faces */
	int some_rest;           /* some law needs batch8_rest */
	struct frame3 *frame;    /* [n] where bodies with faces are, as far as they are placed; NULL if there are none */
	struct body3 *body3;     /* [n] bodies for the search of near features, NULL if none have faces */
	int many_features, old_springs; /* features do not fit into the cache; a law with friction may have left springs */
	struct list3_view view;
	struct list3 list;
	int *section, *region, *section_end, chunk; /* see list3_view; [n_section] where their chunks end; see dem3_chunks */
	double *list_q[4], *near_q[4]; /* [n-late_from] orientations when the list was built, and when near candidates were chosen */
	double *path, *path_x[3], *path_q[4], path_image; /* see dem3_paths.c; NULL if there are no bodies with faces */
	int n_faces_pair;
	struct faces_pair3 *faces_pair; /* [n_faces_pair] pairs of bodies one of which has faces, in the order of the list */
	struct faces_work3 *faces_work; /* [threads] see dem3_pairs_force.c */
	double *sweep;           /* [n-late_from] the arm of a body, 0 if its turns do not matter for lists [L]; see dem3_sweep_set */
	double room_least;       /* least room of a body, if the list's margin leaves that much [L] */

	struct exact *group_sum; /* [7 n_group + 1] for sums over all groups; empty between them */
	int group_events;        /* on some rank, groups that move get impulses in this step */
	int n_upper;             /* parts from here on have contacts whose work another rank books: see core.elsewhere */
	struct plain3 *plain;    /* for forces by all pairs, see dem3_plain.c; else NULL */
	struct part3 *part;      /* [n_part] */
	struct ordering3 *ordering; /* [threads] */
	int *near_pair_of;       /* [n_pair] index of the near pair among those of all parts, or -1 */
	int *near_from;          /* [n+1] index in near_own of the first near pair of each body */
	uint32_t *near_own;      /* [2 n_near_pair + OWN_AHEAD] near pairs of bodies in the order of the list's own: dem3_own.h */
	int large;               /* so many near pairs that pairs of balls wait for memory */
	/* how many numbers of `wrench` a near pair has: WRENCH, or WRENCH_ALIKE if all bodies but walls are balls of one size that do
	 * not resist rolling; pairs with a wall then count as two near pairs */
	int each;
	double *wrench;          /* [n_near_pair][each] 0 where nothing touches */
	double *pair_heat;       /* [n_near_pair] heat in a step [M L^2/T^2]; NULL unless asked for */
	struct exact *heat_sum;  /* [n-n_free] for sums of heat, empty between them; NULL unless asked for */
	struct jumps jumps;      /* of this step: one for each event, of which only those with the first event of a pair count */
	size_t cap_near_pair_of, cap_near_own, cap_wrench, cap_heat;

	char padding[128];       /* what a step changes is not on cache lines that all threads read */
	struct sim_error deep;   /* the deepest overlap of this step that is too deep, see sim_fail */
	int kick_due, has_events, chosen; /* the second half kick of free bodies has not been done yet: a, f and tq are out of date; in
	                          * this step contacts have begun or ended; near candidates have been chosen */
};

/* ---- dem3_move.c, dem3_halves.c: motion of bodies ---- */

/* Threads take bodies in chunks of at most s->chunk <= DEM3_CHUNK. No chunk has both free bodies and bodies of groups. */
enum { DEM3_CHUNK = 64 };

static inline int dem3_chunks_free(const struct dem3 *s)
{
	return (s->n_free + s->chunk - 1) / s->chunk;
}

static inline int dem3_chunks(const struct dem3 *s)
{
	return dem3_chunks_free(s) + (s->core.n - s->n_free + s->chunk - 1) / s->chunk;
}

static inline int dem3_chunk_begin(const struct dem3 *s, int chunk)
{
	int free = dem3_chunks_free(s);

	return chunk < free ? chunk * s->chunk : s->n_free + (chunk - free) * s->chunk;
}

static inline int dem3_chunk_end(const struct dem3 *s, int chunk)
{
	int end = dem3_chunk_begin(s, chunk) + s->chunk, most = chunk < dem3_chunks_free(s) ? s->n_free : s->core.n;

	return end < most ? end : most;
}

static inline int dem3_chunk_of(const struct dem3 *s, int b)
{
	return b < s->n_free ? b / s->chunk : dem3_chunks_free(s) + (b - s->n_free) / s->chunk;
}

/* Flags of a chunk in core.stray: some body is outside the domain; some body has used up its room. */
enum { STRAY_OUT = 1, STRAY_FAR = 2 };

/* Velocity Verlet's first half: v += a dt / 2, x += v dt, and the rotation. Does the second half kick of the previous step
 * first, if it is due. Places the pebbles in use; sets core.far and core.stray. */
void dem3_kick_drift_turn(struct dem3 *s);
/* Kick and drift the bodies of a chunk. */
void dem3_halves(struct dem3 *s, int chunk);
/* The contact forces on a body, and its acceleration; dem3_forces_store puts forces into the columns of balls, for messages. */
struct forces3 { vec3 f, t, a; };
struct forces3 dem3_forces_on(const struct dem3 *s, int b);
void dem3_forces_store(struct dem3 *s);
/* dem3_balls.c: whether all bodies of a chunk are balls that move by themselves; the whole first half of the step for them,
 * with the same bits as dem3_halves and what follows it in dem3_move.c. */
int dem3_balls_only(const struct dem3 *s, int chunk);
void dem3_balls_advance(struct dem3 *s, int chunk);
/* Note in core.stray and core.far that bodies of a chunk are outside the domain, or have left their rooms. */
void dem3_stray_set(struct dem3 *s, int chunk, int out, int far);
/* Set the motion of body b from x, v, q and l, with no displacement, for an evaluation that is no step. */
void dem3_motion_set(struct dem3 *s, int b);
/* The rotation matrix of body b times its size. */
void dem3_matrix(const struct dem3 *s, int b, double m[3][3]);
/* Place body b where x and q say: its motion's position, and its pebbles (all, or those in use) or its wall. */
void dem3_place(struct dem3 *s, int b, int all);
/* Sum up contact forces and find accelerations from them and from weight; if kick is set, v += a dt / 2. If all is set, this is
 * done for every body, otherwise only for bodies of groups: free bodies get it in the next dem3_kick_drift_turn or dem3_settle.
 * Sets core.finite: whether the accelerations are finite. */
void dem3_accelerate_bodies(struct dem3 *s, int kick, int all);
/* Do the second half kick that is due. Call this before any look at the state between steps: the results do not depend on
 * when it is done, so the state counts as constant. */
void dem3_settle(const struct dem3 *s);
/* Do the second half kick of the free body b, if it is due. Until the next first half, core.touched tells that it is done. */
void dem3_end(struct dem3 *s, int b);
/* Angular velocity in space with the angular momentum l, of body b, which turns freely, and of any body: that of its group. */
vec3 dem3_spin(const struct dem3 *s, int b, vec3 l);
vec3 dem3_spin_of(const struct dem3 *s, int b, vec3 l);

/* ---- neighbours ---- */

/* dem3_list.c: make sure that all pebbles that touch now, or did one step ago, are near candidates. Builds a new list if that
 * is needed, or if always is set. */
void dem3_list_update(struct dem3 *s, int always);

/* dem3_rooms.c: give every body its room, the distance that it may travel until near candidates are chosen again.
 * Returns 0 if the margin of the list leaves too little. sim is a struct dem3, see soft_list_renew. */
int dem3_rooms_give(void *sim);
/* Give new rooms to bodies that have used up theirs, if all that may come near is a near candidate already. Returns 0 if
 * some body cannot have one: near candidates have to be chosen again. */
int dem3_rooms_renew(struct dem3 *s);
/* The greatest distance that a pebble of body b, or the ball around a body with faces, can have moved since its room began; and
 * since the list was built, relative to what all bodies have drifted since [L]. A turn by an angle t moves a pebble by at most
 * 2 sin (t / 2) times its arm; |sin (t / 2)| is the length of the vector part of the quaternion of that turn. */
double dem3_travel(const struct dem3 *s, int b);
double dem3_list_travel(const struct dem3 *s, int b, vec3 drift);

/* Set the sweep of a body from its arm. Bodies with faces are listed by the balls around them, unless there are walls, whose
 * candidates are their vertices. */
void dem3_sweep_set(struct dem3 *s, int b);

/* dem3_near.c and dem3_touch.c: choose the near candidates of all parts; bodies have rooms, and all pebbles are placed. */
void dem3_near_build(struct dem3 *s);
/* Fill near_pair_of again, which has been used for something else. */
void dem3_near_number(const struct dem3 *s);
/* The list has been cut into parts: note which of their pairs are alike. */
void dem3_near_list(struct dem3 *s);
/* The reduced mass of two bodies for damping [M]; if neither moves freely, that of their masses, as far as they have any. */
double dem3_reduced_mass(const struct dem3 *s, int i, int j);
/* That of a pair of the list, or 0 if the law needs none. */
double dem3_damped_mass(const struct dem3 *s, int pair, const struct law_contact *law);
/* Choose how many steps the next near candidates are to last. */
void dem3_near_tune(struct dem3 *s);
/* Mark the near candidates of a part that have contacts: some of them may last longer than to where they begin. */
void dem3_near_recall(const struct dem3 *s, struct part3 *q);
/* Whether a contact of a near candidate that was there one step ago lasts although it would not begin. */
int dem3_near_lasts(const struct dem3 *s, const struct part3 *q, int near);
/* Find out which near candidates of a part touch. Returns whether its contacts have to be put in order. */
int dem3_near_touch(struct dem3 *s, struct part3 *q);

/* ---- dem3_contacts.c: contacts between evaluations ---- */

/* A contact and its candidate's index in the list; rolling is NULL if no law resists rolling. */
struct found3 { int cand; const struct contact3 *at; const struct rolling3 *rolling; };
/* All n contacts in any order, with what they point to in one block of memory, and their partners between[n]; free both. */
struct found3 *dem3_contacts_all(const struct dem3 *s, int *n, struct between3 **between);
/* Read or write the contact at place k; rolling may be NULL. */
struct contact3 dem3_contact_of(const struct dem3 *s, const struct contacts3 *c, int k, struct rolling3 *rolling);
void dem3_contact_put(struct contacts3 *c, int k, const struct contact3 *at, const struct rolling3 *rolling);
/* Deal n contacts out to the parts of their candidates. Contacts whose cand is -1 are dropped. */
void dem3_contacts_deal(struct dem3 *s, const struct found3 *found, int n);
/* The same in two steps: give the contacts of n candidates places in their parts; put a contact there. */
void dem3_contacts_places(struct dem3 *s, const int *cand, int n);
void dem3_contacts_fill(struct dem3 *s, int cand, const struct contact3 *at, const struct rolling3 *rolling);
void dem3_contacts_free(struct contacts3 *c);
/* Allocate n places, of which `more` batches are not of two balls. What they held is lost. */
void dem3_contacts_reserve(const struct dem3 *s, struct contacts3 *c, int n, int more);
/* Call visit for every contact: by the ranks of the first body and the second; of a pair in the order of the list. See found3. */
typedef void contact3_visit(void *to, const struct between3 *between, const struct contact3 *at, const struct rolling3 *rolling);
void dem3_contacts_each(const struct dem3 *s, contact3_visit *visit, void *to);
/* The same in any order in which the contacts of a pair of bodies follow one another, which takes less time. */
void dem3_contacts_any(const struct dem3 *s, contact3_visit *visit, void *to);
int dem3_contacts_count(const struct dem3 *s);
/* dem3_stream.c: read contacts from the world's rows, and write them; see soft_export_contacts. */
void dem3_contacts_read(struct dem3 *s, const struct world *w);
void dem3_contacts_write(const struct dem3 *s, struct world *w, int full);

/* ---- forces ---- */

/* dem3_force.c: evaluate all contacts at the present positions. EVALUATE_STEP carries contacts on from the last evaluation over
 * the displacements of the step; EVALUATE_FRESH takes over springs, EVALUATE_RESUME whole forces of the contacts that are
 * there. */
void dem3_forces(struct dem3 *s, enum evaluation how);

/* dem3_sums.c: sum up the contact forces f [3][n] and torques t [3][n] on the n bodies from `from` on. */
void dem3_gather(struct dem3 *s, int from, int n, double *const f[3], double *const t[3]);
/* The sum of the contact forces on one body, before or after dem3_gather. */
struct wrench3 dem3_wrench(const struct dem3 *s, int b);
/* The same for n bodies that are no ghosts: to[n][6]. */
void dem3_wrenches(const struct dem3 *s, int n, const int *b, double *to);
/* Add the contact forces and torques on body b to exact sums. */
void dem3_wrench_add(const struct dem3 *s, int b, struct exact sum[6]);
/* Add a wrench to exact sums; their results. */
void dem3_wrench_to(struct exact sum[6], const struct wrench3 *w);
struct wrench3 dem3_wrench_take(struct exact sum[6]);

/* dem3_event.c: find the event of a contact, which is old one step ago and now: it ends if m->is is 0, begins if m->was is 0, or
 * passes to another face of a mesh. Returns whether an impulse is missing, and describes it in *k. k->lost is set in any case: it
 * goes from viscosity to the work on normal springs. */
int dem3_event_find(int pair, const struct kinematics3 *m, const struct contact3 *old,
	const struct contact3 *now, const struct law_contact *law, struct event3 *k);
/* Find the event of a contact of a part, and add it to the part's events if an impulse is missing. Returns its `lost`. */
double dem3_event_note(struct dem3 *s, struct part3 *q, int pair, const struct kinematics3 *m, const struct contact3 *old,
	const struct contact3 *now, const struct law_contact *law);
/* Mark two bodies in core.touched. Several threads may do so at the same time. */
void dem3_event_mark(struct dem3 *s, const int pair[2]);
/* The impulses of the n events of one pair on its two bodies, which have ended their step, the second at the image `image`. *book
 * gets back what the impulses cannot give back of the dashpots' work; returns that heat. */
double dem3_event_pair(const struct dem3 *s, const struct event3 *event, int n, const int pair[2], const int image[3],
	struct ledger_sums *book, struct wrench3 on[2]);
/* At the end of the step: give bodies the impulses of all events, unless the step has failed. */
void dem3_event_impulses(struct dem3 *s);

/* dem3_heat.c: at the end of the step: add the heat of the pairs to bodies. */
void dem3_heat(struct dem3 *s);

/* dem3_carry.c: hand contacts with a face of a mesh over to another face. */
void dem3_carry(const struct dem3 *s, struct part3 *q);
/* Mark the faces on which contacts go on that cling to a mesh and do not overlap it; call this before hits are found. */
void dem3_carry_clinging(const struct dem3 *s, struct part3 *q);

/* dem3_plain.c: the same forces, events and contacts by all pairs, as in dem2_plain.c. */
struct plain3 *dem3_plain_new(void);
void dem3_plain_free(struct plain3 *p);
void dem3_plain_take(struct dem3 *s, const struct between3 *q, const struct contact3 *at, const struct rolling3 *rolling);
void dem3_plain_each(const struct dem3 *s, contact3_visit *visit, void *to);
int dem3_plain_count(const struct plain3 *p);
void dem3_plain_forces(struct dem3 *s, enum evaluation how);
/* Replace the wrenches of all pairs by the impulses of their events; returns the number of events. */
int dem3_plain_impulses(struct dem3 *s);
/* Describe the images of contacts under other tilts, see domain_flip. */
void dem3_plain_flip(struct plain3 *p, struct flip f);
/* Add the forces, or impulses, on the images of all pairs, see cell_add. */
void dem3_plain_images(const struct dem3 *s, struct exact sum[6]);
/* Sum up the wrenches on body b over its pairs, in the order of its partners' ids. */
struct wrench3 dem3_plain_wrench(const struct dem3 *s, int b);
/* Add them to exact sums. */
void dem3_plain_add(const struct dem3 *s, int b, struct exact sum[6]);
/* The sum of half of the heat of each of a body's pairs; the same to an exact sum. */
double dem3_plain_heat(const struct dem3 *s, int b);
void dem3_plain_heat_add(const struct dem3 *s, int b, struct exact *sum);

/* ---- dem3_group.c: groups of bodies under a constraint ---- */

enum sim_status dem3_groups_init(struct dem3 *s, const struct world *w, struct sim_error *e);
/* Angular velocity of a group that does not turn freely. */
vec3 dem3_group_spin(const struct group *g);
/* Turn the bodies of groups, and place them. */
void dem3_groups_advance(struct dem3 *s);
/* Sum up the contact forces on groups, over their bodies and all contacts: of those that never move if fixed is set, otherwise
 * of the others. A group of one body that moves has them as its body's forces, too. */
void dem3_groups_gather(struct dem3 *s, int fixed);
/* Find driving forces at the present positions. */
void dem3_groups_forces(struct dem3 *s);
/* Sum up the contact forces on each body of a group, for output. */
void dem3_groups_bodies(struct dem3 *s);
/* Find accelerations; factor: see group_accelerate. */
void dem3_groups_accelerate(struct dem3 *s, double factor);
/* Velocity Verlet's second half. */
void dem3_groups_kick(struct dem3 *s);
/* Give group k the impulses j[0..2] and angular impulses j[3..5]; returns their work, see group_impulse. */
double dem3_groups_jump(struct dem3 *s, int k, const double j[6]);
/* After the step, which ends at t1: prescribed velocities and angular momenta, and accelerations from the velocities reached. */
void dem3_groups_after(struct dem3 *s, double t1);
/* The work done on all groups in the step. */
double dem3_groups_work(struct dem3 *s);
/* The extent ext of a body along an axis, from its position [L]. That of a plane is finite only along its normal, that of a
 * cylinder without ends only across its axis. round: with the radii of pebbles. */
void dem3_body_extent(const struct dem3 *s, int b, int axis, int round, double ext[2]);
/* The extent of a group along an axis, unwrapped [L]; with the radii of pebbles if round is set. */
void dem3_group_extent(const struct dem3 *s, const struct group *g, int axis, int round, double ext[2]);

/* ---- setup and figures ---- */

/* dem3_setup.c: divide the list into parts, all without contacts; free them. */
void dem3_divide(struct dem3 *s);
void dem3_undivide(struct dem3 *s);
/* Everything except the list and the forces, from a world and options. */
enum sim_status dem3_setup(struct dem3 *s, struct world *w, const struct sim_options *o, struct sim_error *e);

/* dem3_signs.c: note where opposite walls stand, or take that from the ledger if take is set: strain is counted from there. */
void dem3_strain_begin(struct dem3 *s, const struct world *w, int take);

/* dem3_ledger.c: energies of the state, summed exactly. Prescribed degrees of freedom have none. */
struct energies dem3_energies(const struct dem3 *s);
/* Begin the ledger, or take up the world's if take is set. */
void dem3_ledger_begin(struct dem3 *s, const struct world *w, int take);
void dem3_ledger_write(const struct dem3 *s, struct params *out);

/* The law of two bodies, and that of a pair of the list. */
static inline const struct law_contact *dem3_law_between(const struct dem3 *s, int a, int b)
{
	return &s->core.law[s->core.material[a] * s->core.n_material + s->core.material[b]];
}

static inline const struct law_contact *dem3_law_of(const struct dem3 *s, int pair)
{
	return dem3_law_between(s, s->list.pair[pair].body[0], s->list.pair[pair].body[1]);
}

/* The group of a body, or NULL. */
static inline struct group *dem3_group_of(const struct dem3 *s, int b)
{
	return s->core.group_of[b] < 0 ? NULL : &s->core.group[s->core.group_of[b]];
}

/* Whether a body is one ball about its position and turns as a ball. */
static inline int dem3_is_ball(const struct dem3 *s, int b)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);

	return f->kind == FORM_BALLS && f->n == 1 && f->arm == 0 && (s->axis[b] < 0 || s->axis[b] == 3);
}

/* Whether position and orientation of a body are finite. */
static inline int dem3_is_finite(const struct dem3 *s, int b)
{
	return isfinite(s->core.x[0][b] + s->core.x[1][b] + s->core.x[2][b] + s->q[0][b] + s->q[1][b] + s->q[2][b] + s->q[3][b]);
}

/* The wall b at an image with the shift h. *room holds it if h is not 0. */
static inline const struct wall3 *dem3_wall_at(const struct dem3 *s, int b, vec3 h, struct wall3 *room)
{
	const struct wall3 *w = &s->wall_at[s->wall_of[b]];

	if (h.x == 0 && h.y == 0 && h.z == 0)
		return w;
	*room = *w;
	room->at = v3_add(w->at, h);
	room->shift = h;
	return room;
}

/* The wall of a near pair, at the pair's image. */
static inline const struct wall3 *near_pair3_wall(const struct dem3 *s, const struct near_pair3 *c, struct wall3 *room)
{
	const struct list3_images *images = &s->list.images;
	const struct body_pair *p = &s->list.pair[c->pair];

	return list3_images_shift(images) ? dem3_wall_at(s, p->body[1], images->at[p->image].h, room) :
	       &s->wall_at[s->wall_of[p->body[1]]];
}

/* The contact in lane k of a batch, with its arm also for balls, the first of which has the radius r [L]: see contact3_shape. */
static inline struct contact3 batch8_contact(const struct batch8 *t, const struct contact8 *c, const struct more8 *m, int k,
	double r)
{
	struct contact3 q = contact8_get(c, m, k, t->balls);

	if (t->balls)
		q.a = v3_scale(r - 0.5 * q.gap, q.n);
	return q;
}

/* The turn of a body by its spin at the end of the step; a ball has only one turn. */
static inline vec3 dem3_late_turn(const struct dem3 *s, int b)
{
	return s->motion[b].radius > 0 ? s->motion[b].turn_begin : s->late[b - s->late_from].turn;
}

/* The vector of body b from three columns. */
static inline vec3 dem3_vec(double *const a[3], int b)
{
	return v3(a[0][b], a[1][b], a[2][b]);
}

#endif
