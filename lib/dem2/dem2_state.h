/* dem2_state.h: the state of the simulator of soft contacts in the plane, for the files of lib/dem2 only.
 *
 * Arrays are [n], indexed by slot, unless they say otherwise; see sim/soft.h for slots and ranks. */
#ifndef SCREE_DEM2_STATE_H
#define SCREE_DEM2_STATE_H

#include <stddef.h>

#include "base/team.h"
#include "contact/contact2.h"
#include "contact/outlines.h"
#include "dem2/dem2.h"
#include "neighbour/list2.h"
#include "sim/jumps.h"
#include "sim/soft.h"

/* Contacts as the last force evaluation left them. Every contact keeps its place from step to step, and a place that a contact
 * leaves is given to one that begins. Large scenes wait for memory, so a contact fills one cache line, and what resists rolling
 * is apart. */
struct contacts2 {
	int n, places;           /* number of contacts; of places, with those that are free */
	int free;                /* the first free place, or -1; at[place][0] of a free place is the next one */
	int rolls;               /* some law resists rolling */
	size_t cap, cap_cand, cap_place;
	double (*at)[8];         /* [places] the fields of struct contact2 up to xi, in their order */
	double (*roll)[2];       /* [places] its fields roll and moment; NULL if no law resists rolling */
	/* While near candidates are chosen, the contacts in the order of the list: [n+1] indices of their candidates, ended by INT_MAX,
	 * and [n] their places. */
	int *cand, *place;
};

/* The two sides of a contact: vertex v of body a and the edge (or point) of body b that begins at vertex ea. If dir is 1, v is of
 * b and ea of a. Body b is at the image sx, sy periods away. a has the lower rank, or is b: a body may touch its own image. */
struct between2 { int a, b, sx, sy, dir, v, ea; };

/* A near candidate of a part: vertex, ends of the edge (vertices of the part); 2 p + direction for near pair p of the part; the
 * place of its contact, or -1. */
struct near2 { int v, ea, eb, half, place; };

/* A pair of bodies with near candidates: members of the part; image, as in the list; pair of the list. */
struct near_pair2 { int member[2], image, p; };

/* The sum of the forces, or impulses, of a pair of bodies. */
struct pair_sum {
	double fx, fy, t[2];     /* force on the first body (the second gets the opposite); torques on both */
};

/* A contact that begins or ends; see dem2_event.c. Bodies are at their present places. */
struct event2 {
	int half, ends;          /* 2 p + direction for pair p; 1: the contact ends, 0: it begins */
	int body[2], sx, sy;     /* the pair */
	double nx, ny;           /* from the vertex to the edge */
	double ax, ay, bx, by;   /* the contact point relative to the body of the vertex, and to that of the edge [L] */
	double work;             /* of the missing impulse [M L^2/T^2] */
	double lost;             /* booked as viscous, but not dissipated: see law_lost_too_much [M L^2/T^2] */
	struct pair_sum sum;     /* in the first event of a pair: the impulses of all events of the pair */
};

/* The vertex of forms of a vertex in use, see part2.use. */
static inline int dem2_vertex(uint32_t use)
{
	return (int)(use >> 1);
}

/* A part of the list: the pairs whose later body is in one chunk of bodies. One thread works on it at a time. It has all
 * candidates of its pairs. */
struct part2 {
	int from, to;            /* candidates from .. to-1 */
	int pair_from, pair_to;  /* pairs pair_from .. pair_to-1 */
	struct contacts2 contacts;
	int listed;              /* contacts.cand and .place are valid, and near candidates are not */
	int n_near, n_pair, n_tested; /* n_tested: candidates that were tested when near ones were chosen */
	size_t cap_near, cap_lim2, cap_pair;
	/* [n_near] candidates that may touch before some body has used up its room, and NEAR_MORE more that never touch */
	struct near2 *near;
	int unlike;              /* their lim2 are not all the same */
	double *lim2;            /* [n_near] if they are unlike, else [1]: the squares of the distances of skeletons below which laws
	                          * act [L^2] */
	int imaged, edges;       /* some of them are of images; some edges are not points */
	struct near_pair2 *pair; /* [n_pair] their pairs, in the order of the list */
	/* The members of the part: bodies with near candidates, first those that turn, then points. Their vertices in near candidates
	 * are the part's vertices, in the order of members. */
	int n_member, n_turned, n_vertex, n_turned_vertex;
	size_t cap_member, cap_use;
	int *member;             /* [n_member] bodies */
	uint32_t *use;           /* [n_vertex] twice the vertex of forms, see outlines.h, and 1 more for the first one of a member */
	int near_from;           /* the number in all parts of its first near pair */
	int n_sum, sum_pair;     /* number of pairs that touch, or did one step ago; the last of them, a near pair */
	/* The near pairs of the bodies of the chunk, body by body, in the order of the partners' ids: 2 k + side for near pair k of all
	 * parts, of which the body is the first or second one; the body in the chunk; [bodies] where those of a body end. */
	int *gather;
	uint16_t *gather_body;
	int *gather_end;
	size_t cap_gather_end, cap_gather, cap_gather_body;
	int done;                /* its forces have been evaluated in this step */
	int elsewhere;           /* the work at its contacts is booked by another rank */
	int n_event;
	size_t cap_event;
	struct event2 *event;    /* [n_event] contacts that began or ended in this step, in the order of candidates */
	int jump_from;           /* index of the jump of the first one */
	struct ledger_sums *sums;     /* of the thread that works on the part */
	char padding[128];       /* keeps the next part, which another thread may write, off the same cache lines */
};

enum { NEAR_MORE = 3, AHEAD_RANGES = 28, AHEAD_PACE = 10 };

/* Memory to be fetched, see dem2_ahead.h. */
struct ahead2 {
	struct ahead_range { const char *from, *end; } at[AHEAD_RANGES];
	int n, range;            /* number of ranges; the present one */
	size_t bytes;
	int64_t pace, due;       /* cache lines for each unit of work, that are due, times 2^AHEAD_PACE */
};

/* Memory of one thread: for the part on which it works, and for the choice of near candidates. */
struct scratch2 {
	double (*row)[8];        /* [n_member] motion, see dem2_hits.c */
	double *winv;            /* [n_member] inverse masses for damping */
	double (*turn)[4];       /* [n_turned] cosine and sine of the angle: c, s, -s, c */
	vec2 *vertex;            /* [n_vertex] places of the part's vertices [L] */
	size_t cap_row, cap_winv, cap_turn, cap_vertex;
	struct near2 *near;      /* near candidates while they are chosen */
	double *lim2;
	size_t cap_near, cap_lim2, cap_renewed;
	int n_renewed, *renewed; /* [n_renewed] bodies with new rooms that have partners in other regions */
	struct ahead2 ahead;
	/* see dem2_members.c */
	int *own, *key, *value, *mark_from, *local;
	size_t cap_own, cap_key, cap_value, cap_mark_from, cap_local;
	char padding[128];
};

/* The sum of the contact forces of a pair on one of its bodies in one evaluation, and of the torques. It is read and written as
 * four numbers, the last of which belongs to the next row. */
struct side_sum { double fx, fy, t; };

/* The kinds of bodies, in the order of slots: those of groups; own free bodies; with several ranks, ghosts, of which those of
 * lower ranks come last: these ranks book the work of their contacts. */
enum { DEM2_HELD, DEM2_OWN, DEM2_GHOST, DEM2_LOWER, DEM2_KINDS };

struct dem2 {
	struct soft core;
	char *upright;           /* the angle is prescribed */
	double *inertia, *iinv;  /* iinv: inverse moment of inertia, 0 for bodies of groups */

	/* Gear's method: d are displacements between evaluations (with Verlet they are dt times the velocities in the middle of the
	 * step); q are the corrected places; r2 is the predicted q'' dt^2/2; r3 and r4 are q''' dt^3/6 and q'''' dt^4/24. */
	double *d[3], *q[3], *r2[3], *r3[3], *r4[3];
	int64_t *q_image[2];

	struct outlines outlines;
	struct list2_view view;
	struct list2 list;
	uint16_t *reach;         /* the room of the body plus the distance that it has moved since the list was built, in units of
	                          * 1/DEM2_REACH of the list's gaps, rounded up; at most that of all gaps */
	double room_least;       /* the least room of a body, if the list's skin leaves that much [L] */
	int crowd;               /* many bodies need more: they will leave their rooms at about the same time */

	struct plain2 *plain;    /* the plain loop over all pairs, see dem2_plain.c; NULL: lists are used */
	/* Bodies are in chunks of at most `chunk`, those of each kind in chunks of their own. Threads sweep over regions of chunks of
	 * free bodies of one kind, see dem2_halves.c. */
	int n_held, chunk, n_region;
	int slot_from[DEM2_KINDS + 1], chunk_from[DEM2_KINDS + 1]; /* the first slot and chunk of each kind */
	int *region_from, *region_of; /* [n_region+1] chunks; [chunks], 0 for bodies of groups */
	/* [n_part] parts of the list: by chunks, pairs of bodies whose later body is in the chunk; then, if there are several
	 * regions, for each region pairs with bodies of earlier regions */
	struct part2 *part;
	struct exact *group_sum; /* [4 n_group + 1] for sums over all groups; empty between them */
	int group_events;        /* on some rank, groups that move get impulses in this step */
	struct scratch2 *scratch; /* [threads] */
	size_t cap_shared, cap_heat;
	char *shared;            /* [cap_shared] memory: while near candidates are chosen of the places of vertices, then of sums */
	/* Rows of side_sum: [2 near pairs] those of both bodies of a near pair that touches, else 0; row 0 is 0. See dem2_row. */
	int *row_of;
	struct side_sum *side_sum;
	double *pair_heat;       /* [near pairs] heat in a step [M L^2/T^2]; NULL unless asked for */
	struct exact *heat_sum;  /* [n_held] for sums of heat, empty between them; NULL unless asked for */
	int kick_due;            /* the second half kick of free bodies has not been done yet: a and f are out of date */
	struct jumps jumps;      /* of this step: one for each event, of which only those with the first event of a pair count */
	int chosen;              /* near candidates have been chosen in this step */
	struct sim_error deep;   /* the deepest overlap of this step that is too deep, see sim_fail */
};

/* dem2.c */
/* A body was moved down by nx, ny periods. Shift the places from which the lists measure its displacement, and its images in the
 * list. */
void dem2_wrapped(struct dem2 *s, int b, int nx, int ny);

/* dem2_gear.c: Gear's method */
/* Predict positions and velocities. Sets far and stray. */
void dem2_gear_predict(struct dem2 *s);
/* Correct positions and velocities by the accelerations at the prediction. */
void dem2_gear_correct(struct dem2 *s);
/* Whether the world has the columns of Gear's method. */
int dem2_gear_is_there(const struct world *w);
/* Read the columns if the world has them. They were made with the time step old_dt [T]. */
void dem2_gear_read(struct dem2 *s, const struct world *w, double old_dt);
/* Write the columns if the frame is full; otherwise drop them. */
void dem2_gear_write(struct dem2 *s, struct world *w, int full);
/* Set Gear's columns in a row of the world for a body that rests at the place in its row. */
void dem2_gear_rest(struct world *w, int row);

/* The values of core.touched: nothing; the body has events of contacts; its step has ended, with impulses, before its second half
 * kick was due. */
enum { DEM2_EVENT = 1, DEM2_ENDED };

enum { DEM2_CHUNK = 512 };   /* bodies in a chunk, at most */

/* The first row of side_sum of a part. Rows are written in their order, so that only the row behind the last one keeps a number
 * that belongs to another: no part uses it, nor the one behind row 0. */
static inline int dem2_row(const struct dem2 *s, const struct part2 *q)
{
	return 2 * q->near_from + (int)(q - s->part) + 2;
}

/* The number of chunks of bodies of groups. */
static inline int dem2_chunks_held(const struct dem2 *s)
{
	return s->chunk_from[DEM2_OWN];
}

static inline int dem2_chunks(const struct dem2 *s)
{
	return s->chunk_from[DEM2_KINDS];
}

/* The kind of the bodies of a chunk. */
static inline int dem2_chunk_kind(const struct dem2 *s, int chunk)
{
	int kind = 0;

	while (chunk >= s->chunk_from[kind + 1])
		kind++;
	return kind;
}

static inline int dem2_chunk_begin(const struct dem2 *s, int chunk)
{
	int kind = dem2_chunk_kind(s, chunk);

	return s->slot_from[kind] + (chunk - s->chunk_from[kind]) * s->chunk;
}

static inline int dem2_chunk_end(const struct dem2 *s, int chunk)
{
	int end = dem2_chunk_begin(s, chunk) + s->chunk, last = s->slot_from[dem2_chunk_kind(s, chunk) + 1];

	return end < last ? end : last;
}

static inline int dem2_chunk_of(const struct dem2 *s, int b)
{
	int kind = 0;

	while (b >= s->slot_from[kind + 1])
		kind++;
	return s->chunk_from[kind] + (b - s->slot_from[kind]) / s->chunk;
}

/* dem2.c */
/* Wrap the bodies of a chunk at periodic boundaries. A grain that leaves through an open boundary is a failure. Returns 0 if
 * that has to wait, since the list has to allocate memory. */
int dem2_wrap_chunk(struct dem2 *s, int chunk);

/* dem2_halves.c */
/* Velocity Verlet's first half: v += a dt / 2, then x += v dt; before it the second half of the last step if it is due. Sets far
 * and stray. With forces, wrap bodies, and evaluate the forces of parts while no body has left its room; then these parts are
 * done. */
void dem2_sweep(struct dem2 *s, int forces);
/* Set far and stray by the present places. */
void dem2_find_strays(struct dem2 *s);
/* Sum up the contact forces, and compute accelerations from them and weight; if kick is set, v += a dt / 2. Without `all` this is
 * due. Forces on groups are in dem2_groups_gather. Sets finite. */
void dem2_accelerate_bodies(struct dem2 *s, int kick, int all);
/* Do what is due. */
void dem2_settle(const struct dem2 *s);
/* Do the second half kick of n <= JUMPS_PIECE free bodies, if it is due. Until the next first half core.touched tells that. */
void dem2_end(struct dem2 *s, int n, const int *b);

/* dem2_list.c */
/* Make sure that all contacts of now and of one step ago are among the near candidates. Rebuild the neighbour list if necessary,
 * or if always is set. */
void dem2_list_update(struct dem2 *s, int always);
/* The number of candidates within a fraction of the margin when the list was built. */
int dem2_list_within(const struct dem2 *s, double fraction);

enum { DEM2_REACH = 16 };    /* see dem2.reach */

/* dem2_near.c: choose for how many steps the next near candidates should serve. */
void dem2_near_tune(struct dem2 *s);
/* Choose near candidates. Bodies have their rooms, and all vertices are placed. */
void dem2_near_build(struct dem2 *s);
/* The code of near candidate c of part q, see near2_code; its index in the list. before: that of an earlier candidate, or -1. */
uint32_t dem2_near_code(const struct dem2 *s, const struct part2 *q, const struct near2 *c);
int dem2_near_cand(const struct dem2 *s, const struct part2 *q, const struct near2 *c, int before);
/* The part of pair p of the list; its near pair there, or -1. */
struct part2 *dem2_part_of(const struct dem2 *s, int p);
int dem2_near_pair(const struct part2 *q, int p);
/* Body b was wrapped: give its near pairs the images that they have in the list. */
void dem2_near_wrapped(struct dem2 *s, int b);

/* dem2_members.c */
/* Find the members and vertices of a part. Its near candidates have vertices of bodies and half pairs of the list; they get
 * vertices and near pairs of the part. */
void dem2_members_find(struct dem2 *s, struct part2 *q, struct scratch2 *w);
void dem2_scratch_free(struct scratch2 *w);

/* dem2_contacts.c */
/* Begin without contacts. rolls: some law resists rolling. */
struct contacts2 dem2_contacts_none(int rolls);
void dem2_contacts_free(struct contacts2 *c);
/* A place for a new contact. */
int dem2_contacts_place(struct contacts2 *c);
/* A contact ends and leaves its place. Returns -1. */
int dem2_contacts_leave(struct contacts2 *c, int place);
/* List the contacts of a part by their candidates, before near candidates are chosen again. */
void dem2_contacts_list(const struct dem2 *s, struct part2 *q);
/* Contacts between two lists: those of the n parts of the old one, in its order. sides: those of the contacts of part[k] from
 * first[k] on, by which the new list finds their candidates. */
struct leaving2 { int n, *first; struct contacts2 *part; struct between2 *sides; };
struct leaving2 dem2_contacts_take(struct dem2 *s);
void dem2_contacts_find(struct dem2 *s, struct leaving2 *l);
/* Give them to the parts that have their candidates. Contacts without a candidate are dropped. The parts' contacts are listed. */
void dem2_contacts_deal(struct dem2 *s, struct leaving2 *l);
/* Call seen for all contacts, in the order of ids, images, direction, vertex, edge. */
typedef void contact2_seen(void *to, const struct between2 *between, const struct contact2 *at);
void dem2_contacts_each(const struct dem2 *s, contact2_seen *seen, void *to);
/* The same in any order in which the contacts of a pair of bodies follow one another, which takes less time. */
void dem2_contacts_any(const struct dem2 *s, contact2_seen *seen, void *to);
/* The number of contacts that this rank speaks for. */
int dem2_contacts_count(const struct dem2 *s);
/* Read contacts from the world's rows. Rows without a candidate in the list are dropped. */
void dem2_contacts_read(struct dem2 *s, const struct world *w);
/* dem2_stream.c: write all contacts into the world's rows, in the order of dem2_contacts_each; see soft_export_contacts. */
void dem2_contacts_write(const struct dem2 *s, struct world *w, int full);

/* dem2_force.c */
/* Evaluate the forces of all contacts at the present places, except for those of parts that are done. EVALUATE_STEP continues
 * contacts from the last evaluation over the displacements of the step. EVALUATE_FRESH keeps the springs, EVALUATE_RESUME the
 * whole forces of contacts that still touch. */
void dem2_forces(struct dem2 *s, enum evaluation how);
/* The same for one part. */
void dem2_part_forces(struct dem2 *s, int part, enum evaluation how, int thread);
/* After the last part of a thread: pack the sums of the ledger, which threads do at the same time; later one thread adds them. */
void dem2_sums_pack(struct dem2 *s, int thread);
/* dem2_gather.c: after a choice of near candidates: list the near pairs of every body. */
void dem2_gather_build(struct dem2 *s);
/* Sum up the contact forces on the bodies of a chunk, not those of the plain loop: fx, fy, torque, - for each. */
void dem2_gather(struct dem2 *s, int chunk, double (*f)[4]);
/* The contact forces and torques on n bodies. */
void dem2_gather_some(const struct dem2 *s, int n, const int *b, double (*f)[3]);
/* Add the contact forces and torques on a body to exact sums. */
void dem2_gather_add(const struct dem2 *s, int b, struct exact sum[3]);
/* dem2_heat.c: at the end of the step: add the heat of the pairs to bodies. */
void dem2_heat(struct dem2 *s);

/* dem2_event.c: events of contacts in the velocity Verlet step */
/* Note the event of a contact of a near pair: *c as it begins, or as it was before it ends. dir: 1 if the second body has the
 * vertex. Other arguments are those of dem2_event_find. Returns its `lost`. */
double dem2_event_note(struct dem2 *s, struct part2 *q, int pair, int dir, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law);
/* Find the event of a contact. Returns whether an impulse is missing, and describes it in *k. k->lost is set in any case: it
 * goes from viscosity to the work on normal springs. */
int dem2_event_find(int half, const struct kinematics2 *m, const struct contact2 *c, const struct law_contact *law,
	struct event2 *k);
/* Put the impulses of all n events of a pair, whose bodies have ended their step, into *sum, in place of the forces. The second
 * body is sx, sy periods away. *book gets back what the impulses cannot give back of the dashpots' work; returns that heat. */
double dem2_event_pair(const struct dem2 *s, const struct event2 *event, int n, const int pair[2], int sx, int sy,
	struct ledger_sums *book, struct pair_sum *sum);
/* Mark both bodies of a pair as having events. Several threads may do so at the same time. */
void dem2_event_mark(struct dem2 *s, const int pair[2]);
/* At the end of the step: give bodies the impulses of all events, unless the step has failed. */
void dem2_event_impulses(struct dem2 *s);

/* dem2_plain.c: the same forces by a plain loop over all pairs */
struct plain2 *dem2_plain_new(void);
void dem2_plain_free(struct plain2 *p);
/* Add a contact of the last evaluation. */
void dem2_plain_take(struct dem2 *s, const struct between2 *q, const struct contact2 *at);
/* As dem2_contacts_each. */
void dem2_plain_each(const struct dem2 *s, contact2_seen *seen, void *to);
/* The number of contacts. */
int dem2_plain_count(const struct plain2 *p);
/* Evaluate the forces of all contacts, and sum them up on bodies. */
void dem2_plain_forces(struct dem2 *s, enum evaluation how);
/* Describe the images of contacts under another tilt, see domain_flip. */
void dem2_plain_flip(struct plain2 *p, struct flip f);
/* Find the impulses of the events of pairs. Returns the number of events. */
int dem2_plain_impulses(struct dem2 *s);
/* The sum of the forces on body b, or with `jumps` that of the impulses; the same to exact sums. */
void dem2_plain_sum(const struct dem2 *s, int jumps, int b, double f[3]);
void dem2_plain_add(const struct dem2 *s, int jumps, int b, struct exact sum[3]);
/* The sum of half of the heat of each of a body's pairs; the same to an exact sum. */
double dem2_plain_heat(const struct dem2 *s, int b);
void dem2_plain_heat_add(const struct dem2 *s, int b, struct exact *sum);
/* Add the forces or impulses on the images of all pairs, see cell_add. */
void dem2_plain_images(const struct dem2 *s, int jumps, struct exact sum[6]);

/* The index of the law of a pair of bodies. */
static inline int dem2_law_of(const struct soft *c, const struct body_pair *p)
{
	return c->n_material == 1 ? 0 : c->material[p->body[0]] * c->n_material + c->material[p->body[1]];
}

/* The displacement of a body in the step, between the evaluations [L, L, 1]. */
static inline void dem2_motion(const struct dem2 *s, int b, double d[3])
{
	int kept = s->d[0] != NULL;

	d[0] = kept ? s->d[0][b] : s->core.clock.dt * s->core.v[0][b];
	d[1] = kept ? s->d[1][b] : s->core.clock.dt * s->core.v[1][b];
	d[2] = kept ? s->d[2][b] : s->core.clock.dt * s->core.v[2][b];
}

/* Whether the force of a law depends on the effective radius of the contact. */
static inline int dem2_is_curved(const struct law_contact *law)
{
	return law->mur != 0 || law_is_elastic(law);
}

/* The effective radius of a vertex on an edge, or on a point, for laws that need one; otherwise 0. v, e: vertices of forms, see
 * outlines.h; e begins the edge. An edge is flat, up to its ends: so the radius, and with it the stiffness, does not jump when
 * the vertex passes an end. For two points see law_effective. Elastic constants act on a corner without radius by the radius of
 * the edge. */
static inline double dem2_effective(const struct dem2 *s, const struct law_contact *law, int v, int e, int point)
{
	double rv = s->outlines.radius[v], re = s->outlines.radius[e];

	if (!dem2_is_curved(law))
		return 0;
	if (law_is_elastic(law))
		return !point && rv > 0 ? rv : law_effective(rv, re);
	return !point ? rv : rv + re > 0 ? rv * re / (rv + re) : 0;
}

/* The distance of the skeletons at which a contact breaks that clings: see dem2_effective and law_lasts [L]. */
static inline double dem2_lasts(const struct dem2 *s, const struct law_contact *law, int v, int e, int point)
{
	return s->outlines.radius[v] + s->outlines.radius[e] + law_lasts(law, dem2_effective(s, law, v, e, point));
}

/* dem2_cell.c: a cell that deforms; see sim/cell.h */
/* cell_flip and cell_deform, with the list. dem2_cell_deform sets far and stray. */
void dem2_cell_flip(struct dem2 *s);
void dem2_cell_deform(struct dem2 *s);
/* Body b was wrapped: its pairs may be at other images. */
void dem2_cell_wrapped(struct dem2 *s, int b);
/* After the forces of pairs: sum up the forces on images. */
void dem2_cell_forces(struct dem2 *s);
/* After the impulses of pairs: book their work on images. */
void dem2_cell_impulses(struct dem2 *s);

/* dem2_group.c: all groups; see sim/group.h */
enum sim_status dem2_groups_init(struct dem2 *s, const struct world *w, struct sim_error *e);
/* Sum up the contact forces on groups, exactly: on those that move, or on those that are fixed. */
void dem2_groups_gather(struct dem2 *s, int fixed);
/* Set the contact forces on the bodies of groups. */
void dem2_groups_bodies(struct dem2 *s);
/* Find the displacements of groups and the driving forces at the present places. */
void dem2_groups_forces(struct dem2 *s);
void dem2_groups_accelerate(struct dem2 *s, double factor, double back);
void dem2_groups_kick(struct dem2 *s);
void dem2_groups_after(struct dem2 *s, double t1);
double dem2_groups_work(struct dem2 *s);
/* The extent of a group along an axis, unwrapped: from ext[0] to ext[1], with the spheroradii if round is set [L]. */
void dem2_group_extent(const struct dem2 *s, const struct group *g, int axis, int round, double ext[2]);
/* The length on which a pressure along an axis acts [L]: the distance between two walls if they are named, otherwise the extent
 * of the group's skeleton across the axis. Several bodies along a periodic axis are a plate of glued grains, which covers the
 * whole period, including the gaps between the grains. */
double dem2_group_length(const struct dem2 *s, const struct group *g, int axis);

/* dem2_signs.c */
/* Begin to measure strain, from now or from the beginning of the world's ledger if take is set. */
void dem2_strain_begin(struct dem2 *s, const struct world *w, int take);
/* Write the strain and its reference into a ledger. */
void dem2_strain_write(const struct dem2 *s, struct params *out);

/* dem2_cross.c: SIM_CROSS if a wall stands across a body that it could touch, which may be a grain or another wall. */
enum sim_status dem2_cross_check(const struct dem2 *s, struct world *w, struct sim_error *e);

/* dem2_ledger.c */
/* The energies of the state, summed exactly. Prescribed degrees of freedom have none. */
struct energies dem2_energies(const struct dem2 *s);
/* Begin the ledger, or continue that of the world if take is set and it has one. */
void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take);
void dem2_ledger_write(const struct dem2 *s, struct params *out);

/* dem2_setup.c */
/* Divide bodies into chunks, chunks into regions, and the list into parts, all without contacts. */
void dem2_divide(struct dem2 *s);
/* Free all parts. */
void dem2_undivide(struct dem2 *s);
/* Make the state from a world, except for contacts and forces. */
enum sim_status dem2_setup(struct dem2 *s, struct world *w, const struct sim_options *o, struct sim_error *e);

/* dem2_auto.c */
/* Foresee the contacts, see soft_foresee in sim/soft.h, and dem2_auto.c for the automatic time step. */
struct foreseen dem2_foresee(const struct dem2 *s, double *limit, double *overlap);

#endif
