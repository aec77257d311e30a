/* dem3_state.h: the state of the simulator of soft contacts in space, for the files of lib/dem3 alone.
 *
 * Arrays are [n], indexed by slot, unless they say otherwise; see sim/soft.h for slots and ranks. Free bodies stand before those
 * of groups; with several threads they stand slab by slab. */
#ifndef SCREE_DEM3_STATE_H
#define SCREE_DEM3_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "contact/contact3.h"
#include "contact/pebbles.h"
#include "dem3/dem3.h"
#include "neighbour/list3.h"
#include "sim/soft.h"

/* Eight contacts side by side, number by number as vectors take them. */
enum { LANES = 8 };
typedef double lane[LANES];
struct contact8 { lane n[3], ft[3], xi[3], gap, fn, a[3]; };
struct rolling8 { lane roll[3], moment[3]; };

static WIDE_INLINE vec3 lane_get(const lane *a, int k)
{
	return v3(a[0][k], a[1][k], a[2][k]);
}

static WIDE_INLINE void lane_put(lane *a, int k, vec3 v)
{
	a[0][k] = v.x;
	a[1][k] = v.y;
	a[2][k] = v.z;
}

static WIDE_INLINE struct contact3 contact8_get(const struct contact8 *c, int k, int balls)
{
	return (struct contact3){ lane_get(c->n, k), balls ? v3(0, 0, 0) : lane_get(c->a, k), lane_get(c->ft, k),
		lane_get(c->xi, k), c->gap[k], c->fn[k] };
}

static WIDE_INLINE void contact8_put(struct contact8 *to, int k, const struct contact3 *c, int balls)
{
	lane_put(to->n, k, c->n);
	if (!balls)
		lane_put(to->a, k, c->a);
	lane_put(to->ft, k, c->ft);
	lane_put(to->xi, k, c->xi);
	to->gap[k] = c->gap;
	to->fn[k] = c->fn;
}

static WIDE_INLINE struct rolling3 rolling8_get(const struct rolling8 *c, int k)
{
	return (struct rolling3){ lane_get(c->roll, k), lane_get(c->moment, k) };
}

static WIDE_INLINE void rolling8_put(struct rolling8 *to, int k, const struct rolling3 *c)
{
	lane_put(to->roll, k, c->roll);
	lane_put(to->moment, k, c->moment);
}

/* What a body gets from another in one evaluation: force and torque; or an impulse and its torque. */
struct wrench3 { vec3 f, t; };
enum { WRENCH_NUMBERS = sizeof(struct wrench3) / sizeof(double), LINE = 64 };

/* What eight contacts of one law are worked out from, and does not change while they last: the motions of their bodies, by
 * lines of memory, the places of what these get, by numbers, roots of the masses for damping, law; how many they are;
 * whether they are of pairs of balls; and bits: of those that touched one step ago, and now, of those with walls, of those
 * that begin or end, and of those that are to be worked out. Lanes from n on touch nothing. */
struct batch8 {
	uint32_t i[LANES], j[LANES];
	uint32_t on[2][LANES];
	lane root;
	const struct law_contact *law;
	char n, balls;
	unsigned char was, is, walls, events, live;
};

/* And what pairs of balls do not need in every step: radii (of a wall 0), the radius that resistance to rolling goes by,
 * pebbles, near candidates, near pairs. */
struct batch8_rest { lane ri, rj, roller; int p[LANES], o[LANES], near[LANES], near_pair[LANES]; };

/* Contacts as the last force evaluation left them, in the order of candidates; a place may be empty. The arms of pairs of balls
 * follow from the rest and are not kept in batches. */
struct contacts3 {
	int n, batched;          /* places; whether they stand in batches */
	size_t cap, cap_rolling, cap_cand, cap_batch, cap_rest;
	struct contact8 *at;     /* [n/8] */
	struct rolling8 *rolling;      /* [n/8] where some law resists rolling or twisting */
	struct batch8 *batch;     /* [n/8] */
	struct batch8_rest *rest;     /* [n/8] */
	int *cand;               /* [n] place in the list; -1: empty */
};

/* What a contact is between: pebbles (of all) or a wall of bodies a and b, b at the image. */
struct between3 { int a, b, s[3]; struct list3_cand cand; };

/* A contact that begins or ends; see dem3_event.c. Bodies stand as they do now. */
struct event3 {
	int pair, ends;          /* 0: begins */
	vec3 n, a, b;            /* normal, and the point from both bodies [L] */
	double work;             /* of the missing impulse [M L^2/T^2] */
	struct wrench3 on[2];      /* of the first of a pair: what both bodies get from all of them */
};

/* What a body gets from a pair with such, by the pair's place in list.own_at. */
struct body_impulse3 { int at; const struct wrench3 *on; };

/* A near candidate: pebbles a and b of a near pair of the part, the square of the distance at which its law's force begins [L^2],
 * and its place in the list. Of a wall b is its entry among pebbles, and the square 0. */
struct near3 { double lim2; int a, b, cand, near_pair; };

/* Two bodies with near candidates: a pair of the list, the wall that the second may be, law and reduced mass for damping. */
struct near_pair3 { int pair; const struct wall3 *wall; const struct law_contact *law; double m; };

enum { TOUCH_IS = 1, TOUCH_WALL = 2 };

/* A chunk of the list that one thread works on at a time. */
struct part3 {
	int pair_from, pair_to;
	struct contacts3 now;
	int n_near, n_hit;       /* near candidates; those that touched, or had one step before, when contacts were put in order */
	size_t cap_near, cap_touch, cap_hit, cap_run, cap_place;
	int *place;              /* [n_near] of contacts that last, or have lasted or may yet, else -1 */
	int stale, meshes;       /* contacts have to be put in order anew; some near candidates are faces */
	int full;                /* all that are not with walls have places: pairs of balls see for themselves whether they touch */
	struct near3 *near;      /* [n_near+4] in the order of the list; the last four touch nothing */
	struct run3 { int end, balls; const struct law_contact *law; } *run; /* near candidates of one law, of pairs of balls or of
	                          * others, and where they end */
	int n_run;
	char *touch;             /* [n_near+4] bits: touches; is one of a wall */
	struct hit3 { int near, old; } *hit; /* [n_hit] their places, and those of their contacts, or -1 */
	int n_near_pair, sum_from;  /* the number of its first near pair */
	size_t cap_near_pair;
	struct near_pair3 *near_pair;  /* [n_near_pair] in the order of the list */
	int n_event;              /* contacts that began or ended in this step, in the order of candidates */
	size_t cap_event;
	struct event3 *event;      /* [n_event] */
	struct books *books;     /* of the thread that works on it */
	char padding[128];       /* keeps what other threads write off its cache lines */
};

/* How a body moves in the step, as its contacts need it: where it is, its velocity at the end as it is estimated for
 * dashpots, displacement; its spin at the end, turns as seen at the beginning and, after the radius of a ball, at the end.
 * Contacts of balls read two lines of memory. */
struct motion3 { vec3 x, u, d, w, t; double r; vec3 s; double padding[5]; };
enum { MOTION_LINES = sizeof(struct motion3) / LINE };

/* Its turn as seen at the end; a ball has one turn. */
static WIDE_INLINE vec3 motion3_late(const struct motion3 *m)
{
	return m->r > 0 ? m->t : m->s;
}

/* How a group turns: freely (one body), as it is told, or about one axis of space as torques make it. */
enum { TURN_FREE, TURN_TOLD, TURN_AXIS };

struct dem3 {
	struct soft core;
	int n_free;              /* bodies that are in no group */
	double *inertia[3], *iinv[3]; /* about the axes of the body; iinv: inverse, 0 if a group turns the body */
	signed char *axis;       /* of the rotor: 0 to 2; 3: a ball; -1: its group turns it */
	double *q[4];            /* orientations */
	double *l[3], *tq[3];    /* angular momenta, between the half steps those of the middle; torques of contacts */
	struct motion3 *motion;

	struct pebbles pebbles;
	int n_wall, *wall;       /* bodies that are planes, cylinders and meshes */
	struct wall3 *wall_at;   /* [n_wall] */
	struct facets *facets;   /* [n_wall] of those that are meshes */
	int *wall_of;            /* which of these a body is, or -1 */
	struct list3_view view;
	struct list3 list;
	double *list_q[4], *near_q[4]; /* orientations when the list was built, and when near candidates were chosen */
	double least;            /* the least room that is given where there is so much [L] */

	struct plain3 *plain;    /* NULL: not by all pairs, see dem3_plain.c */
	int chunk;             /* bodies that a thread takes at a time, see dem3_chunks */
	struct part3 *part;      /* [n_part] */
	struct contacts3 *old;   /* [threads] those of the part that a thread puts in order, as they were; else room for them */
	int *near_pair_of;          /* [n_pair] number of the near pair among all, or -1 */
	int *wrench_of;            /* [2 n_near_pair] place in wrench of what each body of a near pair gets */
	int large;               /* there are so many near pairs that balls wait for memory */
	int *wrench_from;          /* [n+1] where what a body gets from its near pairs begins, in the order of list.own */
	double *wrench;            /* the numbers of a wrench3 for each of them, 0 where nothing touches */
	int wrench_step;           /* from one to the next: with several threads each has a line of memory to itself */
	double *wrench_heat;       /* [2 n_near_pair] half of the heat of a near pair, for each of its bodies [M L^2/T^2] */
	int n_impulse;
	struct body_impulse3 *impulse;      /* [n_impulse] in this step */
	size_t cap_impulse, cap_near_pair_of, cap_wrench_of, cap_wrench, cap_heat;

	char padding[128];       /* what a step changes is not on cache lines that all threads read */
	int due;                 /* the second half of the kick of free bodies, with a, f and tq, is yet to come */
	int has_events;          /* some contact has begun or ended */
};

/* dem3_move.c: all bodies, in chunks of so many at most; none has both free bodies and others. */
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

enum { STRAY_OUT = 1, STRAY_FAR = 2 };

/* Velocity Verlet's first half: v += a dt / 2, x += v dt, turn; and before it the second half of the last step's kick of free
 * bodies, if it is due. Places the pebbles in use, and sets far and stray. */
void dem3_kick_drift_turn(struct dem3 *s);
/* dem3_halves.c: the kicks and the drift of a chunk of bodies. */
void dem3_halves(struct dem3 *s, int chunk);
/* Where a body is and how it moves, from x, v, q, l, for an evaluation that is no step. */
void dem3_stand(struct dem3 *s, int b);
/* The matrix of a body times its size; its pebbles, all or those in use, and its motion's place follow x and q. */
void dem3_matrix(const struct dem3 *s, int b, double m[3][3]);
void dem3_place(struct dem3 *s, int b, int all);
/* Sum up contact forces, find accelerations from them and weight, and if kick is set v += a dt / 2; of all bodies, or only of
 * groups, so that it is due of free bodies. Sets finite. */
void dem3_accelerate_bodies(struct dem3 *s, int kick, int all);
/* Do what is due. Whoever looks at the state between two steps calls it first; the result is the same whenever it is done. */
void dem3_settle(const struct dem3 *s);
/* Velocity and angular momentum of a body at the end of the step, without the jumps of its events, which may be due. */
void dem3_ends_with(const struct dem3 *s, int b, vec3 *v, vec3 *l);
/* Angular velocity in space of a body with this angular momentum. */
vec3 dem3_spin(const struct dem3 *s, int b, vec3 l);

/* dem3_list.c: see to it that what touches now or did one step ago is near. The list is built anew when it must be, or
 * always. */
void dem3_list_update(struct dem3 *s, int always);

/* dem3_near.c: new rooms for bodies that have left theirs, where what comes near is near already, else 0; rooms of bodies,
 * 0 where the list is used up; near candidates, when bodies have rooms and all pebbles are placed; their number; which of
 * a part's touch, and whether some need an order anew. */
int dem3_renew_rooms(struct dem3 *s);
int dem3_give_room(void *sim);
void dem3_near_build(struct dem3 *s);
void dem3_near_tune(struct dem3 *s);
int dem3_near_touch(struct dem3 *s, struct part3 *q);
/* How far a body may have moved its pebbles from where it stood at x, turned by q: by an angle t it moves them by
 * 2 sin (t / 2) of its arm at most, and |sin (t / 2)| is the length of the vector part of the quaternion between. */
double dem3_way(const struct dem3 *s, int b, double *const x[3], double *const q[4]);

/* dem3_contacts.c: as dem2_contacts.c. all: in the order of candidates, with what they point at, and what the n of them are
 * between where that is asked for. One at a place; its rolling where it is asked for. */
struct found3 { int cand; const struct contact3 *at; const struct rolling3 *rolling; };
struct found3 *dem3_contacts_all(const struct dem3 *s, int *n, struct between3 **between);
struct contact3 dem3_contact_of(const struct contacts3 *c, int k, struct rolling3 *rolling);
void dem3_contact_put(struct contacts3 *c, int k, const struct contact3 *at, const struct rolling3 *rolling);
int dem3_contacts_part(const struct dem3 *s, int cand);
void dem3_contacts_deal(struct dem3 *s, const struct found3 *found, int n);
void dem3_contacts_free(struct contacts3 *c);
void dem3_contacts_reserve(const struct dem3 *s, struct contacts3 *c, int n);
typedef void contact3_seen(void *to, const struct between3 *between, const struct contact3 *at, const struct rolling3 *rolling);
void dem3_contacts_each(const struct dem3 *s, contact3_seen *seen, void *to);
int dem3_contacts_count(const struct dem3 *s);
void dem3_contacts_read(struct dem3 *s, const struct world *w);
void dem3_contacts_write(const struct dem3 *s, struct world *w);

/* dem3_force.c */
void dem3_forces(struct dem3 *s, enum evaluation how);
/* dem3_sums.c: sum up the contact forces on the bodies from .. to-1 [slots]; once after dem3_forces. */
void dem3_gather(struct dem3 *s, int from, int to);
/* The same of one body, before or after. */
struct wrench3 dem3_wrench(const struct dem3 *s, int b);

/* dem3_event.c: note a contact *c that begins, or ends, as it was; then, at the end of the step, the impulses of all.
 * find: the same for body i with the pebble; returns whether an impulse is missing, *k. pair: the impulses of all n events of
 * a pair, and both bodies are marked; several threads may do so. */
int dem3_event_find(const struct dem3 *s, int i, int pair, const struct kinematics3 *m, const struct contact3 *c,
	const struct law_contact *law, double *normal, double *visc, struct event3 *k);
void dem3_event_pair(struct dem3 *s, const struct event3 *event, int n, const int pair[2], struct wrench3 on[2]);
void dem3_event_note(struct dem3 *s, struct part3 *q, int pair, const struct kinematics3 *m, const struct contact3 *c,
	const struct law_contact *law, double *normal, double *visc);
void dem3_event_impulses(struct dem3 *s);

/* dem3_batches.c: put the contacts of a part in order; a near candidate begins or ends where it has a place, else 0; some of
 * a group begin; what began or ended in a group has done so. */
void dem3_batches_order(struct dem3 *s, struct part3 *q, int thread, enum evaluation how);
int dem3_batches_turn(struct dem3 *s, struct part3 *q, int near);
void dem3_batches_begin(struct dem3 *s, struct part3 *q, int batch, unsigned bits);
void dem3_batches_done(struct part3 *q, int batch);

/* dem3_carry.c: contacts of a part one step ago, where they go on on another face of a mesh. */
void dem3_carry(const struct dem3 *s, struct part3 *q);

/* dem3_plain.c: the same by all pairs, as dem2_plain.c. */
struct plain3 *dem3_plain_new(void);
void dem3_plain_free(struct plain3 *p);
void dem3_plain_take(struct dem3 *s, const struct between3 *q, const struct contact3 *at, const struct rolling3 *rolling);
void dem3_plain_each(const struct dem3 *s, contact3_seen *seen, void *to);
int dem3_plain_count(const struct plain3 *p);
void dem3_plain_forces(struct dem3 *s, enum evaluation how);
int dem3_plain_impulses(struct dem3 *s);
void dem3_plain_impulse(const struct dem3 *s, int b, vec3 *f, vec3 *t);

/* dem3_group.c */
enum sim_status dem3_groups_init(struct dem3 *s, const struct world *w, struct sim_error *e);
/* Angular velocity of one that does not turn freely. */
vec3 dem3_group_spin(const struct group *g);
/* Turn the bodies of groups, and place them. */
void dem3_groups_advance(struct dem3 *s);
void dem3_groups_forces(struct dem3 *s);
void dem3_groups_accelerate(struct dem3 *s, double factor);
void dem3_groups_kick(struct dem3 *s);
double dem3_groups_jump(struct dem3 *s, int k, const double j[6]);
void dem3_groups_after(struct dem3 *s, double t1);
double dem3_groups_work(struct dem3 *s);
/* What a group reaches along an axis, unwrapped [L], with the radii of pebbles or without; the area that a pressure along it
 * acts on [L^2]. */
void dem3_group_extent(const struct dem3 *s, const struct group *g, int axis, int round, double ext[2]);
double dem3_group_area(const struct dem3 *s, const struct group *g, int axis);

/* dem3_signs.c: what strain is counted from, with the ledger. */
void dem3_strain_begin(struct dem3 *s, const struct world *w, int take);

/* dem3_ledger.c: energies of the state. */
struct energies dem3_energies(const struct dem3 *s);
void dem3_ledger_begin(struct dem3 *s, const struct world *w, int take);
void dem3_ledger_write(const struct dem3 *s, struct params *out);

/* dem3_setup.c */
enum sim_status dem3_setup(struct dem3 *s, struct world *w, const struct sim_options *o, struct sim_error *e);

/* The law of a pair of the list. */
static inline const struct law_contact *dem3_law_of(const struct dem3 *s, int pair)
{
	const int *body = s->list.pair[pair].body;

	return &s->core.law[s->core.material[body[0]] * s->core.n_material + s->core.material[body[1]]];
}

/* Whether a body is one ball about its position that turns as such. */
static inline int dem3_is_ball(const struct dem3 *s, int b)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);

	return f->kind == FORM_BALLS && f->n == 1 && f->arm == 0 && (s->axis[b] < 0 || s->axis[b] == 3);
}

/* Whether a body's place is one. */
static inline int dem3_is_finite(const struct dem3 *s, int b)
{
	return isfinite(s->core.x[0][b] + s->core.x[1][b] + s->core.x[2][b] + s->q[0][b] + s->q[1][b] + s->q[2][b] + s->q[3][b]);
}

/* A wall at an image that is h away; room for it. */
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

/* That of a near pair, for the pebbles of the other body. */
static inline const struct wall3 *near_pair3_wall(const struct dem3 *s, const struct near_pair3 *c, struct wall3 *room)
{
	const struct list3_images *images = &s->list.images;
	const struct body_pair *p = &s->list.pair[c->pair];

	return images->n > 2 ? dem3_wall_at(s, p->body[1], images->at[p->image].h, room) : c->wall; /* 2 are no shift */
}

/* A contact of a batch, and its arm: see contact3_shape. */
static inline struct contact3 batch8_contact(const struct batch8 *t, const struct batch8_rest *m, const struct contact8 *c, int k)
{
	struct contact3 q = contact8_get(c, k, t->balls);

	if (t->balls)
		q.a = v3_scale(m->ri[k] - 0.5 * q.gap, q.n);
	return q;
}

/* Whether a law resists rolling or twisting. */
static inline int law_rolls(const struct law_contact *law)
{
	return law->mur > 0 || law->mus > 0;
}

/* A body's vector. */
static inline vec3 dem3_vec(double *const a[3], int b)
{
	return v3(a[0][b], a[1][b], a[2][b]);
}

#endif
