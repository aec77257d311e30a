/* dem2_state.h: the state of the simulator of soft contacts in the plane, for the files of lib/dem2 alone.
 *
 * Arrays are [n], indexed by slot, unless they say otherwise; see sim/soft.h for slots and ranks. */
#ifndef SCREE_DEM2_STATE_H
#define SCREE_DEM2_STATE_H

#include <stddef.h>

#include "contact/contact2.h"
#include "contact/outlines.h"
#include "dem2/dem2.h"
#include "neighbour/list2.h"
#include "sim/soft.h"
#include "world/deform.h"

/* Contacts as the last force evaluation left them, in the order of candidates. */
struct contacts2 {
	int n;
	size_t cap, cap_cand;
	struct contact2 *at;     /* [n] */
	int *cand;               /* [n] place in the list; -1: not in it */
};

/* What a contact is between: vertex v of body a and the edge (or point) that begins at ea of body b, or the other way round where
 * dir is 1. b stands at the image sx, sy periods away. a has the lower rank, or is b. */
struct between2 { int a, b, sx, sy, dir, v, ea; };

/* A near candidate: as in the list, with the square of the sum of the radii, the edge's inverse squared length, its place
 * in the list, and the law. */
struct close2 { int v, ea, eb, half; double lim2, il2; int cand, law; };

/* A contact that begins or ends; see dem2_event.c. Bodies stand as they do now. */
struct event2 {
	int half, ends;          /* of the candidate; 0: begins */
	double nx, ny;           /* from the vertex to the edge */
	double ax, ay, bx, by;   /* the point from the body of the vertex, and from that of the edge [L] */
	double work;             /* of the missing impulse [M L^2/T^2] */
};

/* A chunk of the list that one thread works on at a time: candidates from .. to, all of the same pairs. */
struct part {
	int from, to;            /* candidates */
	int pair_from, pair_to;  /* and their pairs */
	struct contacts2 now, old;
	int n_near;              /* candidates that may touch before some body has used up its room, and where they are */
	size_t cap_near;
	struct close2 *near;      /* [n_near] */
	int sum_from, n_sum;     /* pairs that touch, or did one step ago, and where their sums begin */
	int n_event;              /* contacts that began or ended in this step, in the order of candidates */
	size_t cap_event;
	struct event2 *event;       /* [n_event] */
	struct books *books;     /* of the thread that works on it */
	char padding[128];       /* keeps what other threads write off its cache lines */
};

/* What a pair of bodies exchanges in one evaluation. */
struct pair_sum {
	double fx, fy, t[2];     /* force on the first body (the second gets the opposite), torques on both */
};

/* Sums over bodies that a cell under a pressure goes by: twice the kinetic energy against the flow and the virial of forces, both
 * along x and y. */
enum { DEM2_SERVO = 4 };

/* The periodic cell that deforms; see dem2_cell.c. Of the lattice (a, b) three components: a along x, b along x, b along y. */
struct cell {
	int moves;               /* 0: nothing of this is in use */
	int64_t flips;           /* periods that the tilt was lessened by, see dem2_cell_flip */
	struct deformation step; /* of one step */
	double moved[3];         /* displacement of the lattice in this step [L] */
	double rate[3];          /* its velocity at the end of the step [L/T] */
	double force[3];         /* sum over pairs of the force on the image times its periods [M L/T^2] */
	double force0[3];        /* the same one step ago */
	double weight;           /* taken by weight along deforming axes in this step [M L^2/T^2] */
	struct crossing {
		int b, rank;
		double jump[2];  /* added to the velocity by the end of the step [L/T] */
		double late[2];  /* of that, not added yet */
		double end[2];   /* velocity at the end of the step, impulses of events aside [L/T] */
		double less[2];  /* taken from the displacement of the step [L] */
	} *cross;                /* [n_cross] bodies wrapped in this step */
	int n_cross;
	size_t cap_cross;
	/* pairs whose second body stands at an image, or did since the list of that number was built: rank of the first and
	 * place in list2.own; sorted where it says so */
	uint64_t *imaged;
	int n_imaged, sorted;
	int64_t imaged_of;
	char *is_imaged;         /* [n_pair] */
	size_t cap_imaged, cap_is_imaged;
	/* for the lists */
	double sum[3];           /* rates times time since the ledger began: xx, yy, xy */
	double strain;           /* of one step: greatest change of a distance, by its present length */
	double reach;            /* of the largest body [L] */
	double built, near;      /* strain since the list was built, and the near candidates were chosen: sums of log(1 + strain) */
	double near_most;        /* until which these serve, in the same way */
	double near_strain;      /* that strain */
	double (*servo)[DEM2_SERVO]; /* by chunks of ranks: see dem2_cell_servo */
};

struct dem2 {
	struct soft core;
	struct cell cell;
	char *upright;           /* the angle is prescribed */
	double *inertia, *iinv;  /* iinv: inverse moment of inertia, 0 for bodies of groups */

	/* Gear's method: displacements of the step between evaluations (Verlet's are dt times the velocities of the middle); the
	 * corrected places; predicted q'' dt^2/2, and the scaled derivatives q''' dt^3/6, q'''' dt^4/24 */
	double *d[3], *q[3], *r2[3], *r3[3], *r4[3];
	int64_t *q_image[2];

	struct outlines outlines;
	struct list2_view view;
	struct list2 list;
	double *reach;           /* as core.room, and the way since the list was built [L] */
	/* [n_cand] distance less both radii when the list was built, in units of gap_unit [L], rounded down, 0 for any below */
	uint8_t *gap;
	double gap_unit;
	size_t cap_gap;
	int gaps;                /* they are known */
	size_t cap_use;
	int *user;               /* [n] by chunks: bodies with vertices in use from the front, those that are points from the back */
	struct users { int turned, points; } *users; /* and their numbers */

	struct plain *plain;     /* NULL: not by all pairs, see dem2_plain.c */
	struct part *part;       /* [n_part] */
	char *touching;          /* [2 n_pair] by list.own: the pair's sums hold something */
	size_t cap_touching;
	int *sum_of;             /* [n_pair] its place in pair_sum if the pair is touching */
	size_t cap_sum_of, cap_sum, cap_heat;
	struct pair_sum *pair_sum; /* room for all pairs with near candidates */
	double *pair_heat;       /* as pair_sum: half of the heat of a step; NULL unless asked for */
};

/* A body has been moved down by whole periods: so are the places that the lists know it by. */
void dem2_wrapped(struct dem2 *s, int b, int nx, int ny);
/* dem2_gear.c: Gear's method. Predict positions and velocities, and set far and stray. */
void dem2_gear_predict(struct dem2 *s);
/* Correct positions and velocities by the accelerations at the prediction. */
void dem2_gear_correct(struct dem2 *s);
/* Whether the world has its columns; take them where it has, made with the time step old_dt; write them, or drop them where the
 * frame is not full. */
int dem2_gear_is_there(const struct world *w);
void dem2_gear_read(struct dem2 *s, const struct world *w, double old_dt);
void dem2_gear_write(struct dem2 *s, struct world *w, int full);
/* A body of the world is where its row says, and rests: so do the columns that Gear's method has. */
void dem2_gear_rest(struct world *w, int row);

/* dem2_move.c: all bodies, in chunks that threads take. */
enum { DEM2_CHUNK = 512 };

static inline int dem2_chunks(const struct dem2 *s)
{
	return (s->core.n + DEM2_CHUNK - 1) / DEM2_CHUNK;
}

static inline int dem2_chunk_end(const struct dem2 *s, int chunk)
{
	return (chunk + 1) * DEM2_CHUNK < s->core.n ? (chunk + 1) * DEM2_CHUNK : s->core.n;
}

/* Velocity Verlet's first half: v += a dt / 2, then x += v dt. Sets far and stray. */
void dem2_kick_drift(struct dem2 *s);
/* Set far and stray by the present places. */
void dem2_find_strays(struct dem2 *s);
/* Sum up contact forces, and find accelerations from them and weight; if kick is set v += a dt / 2. Sets finite. */
void dem2_accelerate_bodies(struct dem2 *s, int kick);

/* dem2_list.c */
void dem2_list_update(struct dem2 *s, int always);
/* How many candidates stood within a share of the margin when the list was built. */
int dem2_list_within(const struct dem2 *s, double share);

/* dem2_contacts.c */
/* A contact and its place in the list, -1: none. */
struct found { int cand; const struct contact2 *at; };
/* All contacts in the order of the list, and what they are between, to be known when it is built anew; [dem2_contacts_count],
 * the caller's. */
struct found *dem2_contacts_all(const struct dem2 *s);
struct between2 *dem2_contacts_between(const struct dem2 *s);
/* Give n contacts to the parts of the list that have their candidates. */
void dem2_contacts_deal(struct dem2 *s, const struct found *found, int n);
void dem2_contacts_reserve(struct contacts2 *c, int n);
void dem2_contacts_add(struct contacts2 *c, int cand, const struct contact2 *at);
/* Call it for all contacts in the order of ids, images, direction, vertex, edge; how many they are. */
typedef void contact2_seen(void *to, const struct between2 *between, const struct contact2 *at);
void dem2_contacts_each(const struct dem2 *s, contact2_seen *seen, void *to);
int dem2_contacts_count(const struct dem2 *s);
/* Take contacts from the world's rows, and write them there in the order of dem2_contacts_each. */
void dem2_contacts_read(struct dem2 *s, const struct world *w);
void dem2_contacts_write(const struct dem2 *s, struct world *w);

/* dem2_force.c */
void dem2_forces(struct dem2 *s, enum evaluation how);
/* Sum up the contact forces on the bodies from .. to-1 [slots]; once after dem2_forces. */
void dem2_gather(struct dem2 *s, int from, int to);

/* dem2_event.c: in the velocity Verlet step, note a contact *c that begins, or ends, as it was; then, at the end of the step,
 * the impulses of all that were noted. */
void dem2_event_note(struct dem2 *s, struct part *q, int half, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc);
/* The same for body i with the vertex; returns whether an impulse is missing, *k. What goes to viscosity instead is taken
 * there by *visc from the work on normal springs, *normal. */
int dem2_event_find(const struct dem2 *s, int i, int half, const struct kinematics2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc, struct event2 *k);
/* The impulses of all n events of a pair, the second body sx, sy periods away, take the place of its forces. */
void dem2_event_pair(const struct dem2 *s, const struct event2 *event, int n, const int pair[2], int sx, int sy,
	struct pair_sum *sum);
/* Both bodies have impulses; several threads may say so. */
void dem2_event_mark(struct dem2 *s, const int pair[2]);
void dem2_event_impulses(struct dem2 *s);

/* dem2_plain.c: the same by all pairs. Take up a contact of the last evaluation; forces, with sums on bodies; the sum over pairs
 * of the force on the image times its periods; impulses at events in the place of forces, how many, and what
 * body b gets. */
struct plain *dem2_plain_new(void);
void dem2_plain_free(struct plain *p);
void dem2_plain_take(struct dem2 *s, const struct between2 *q, const struct contact2 *at);
void dem2_plain_each(const struct dem2 *s, contact2_seen *seen, void *to);
int dem2_plain_count(const struct plain *p);
void dem2_plain_forces(struct dem2 *s, enum evaluation how);
void dem2_plain_images(const struct dem2 *s, double f[3]);
int dem2_plain_impulses(struct dem2 *s);
void dem2_plain_impulse(const struct dem2 *s, int b, double j[3]);

/* Displacement of a body in the step, between the evaluations [L, L, 1]. */
static inline void dem2_motion(const struct dem2 *s, int b, double d[3])
{
	for (int k = 0; k < 3; k++)
		d[k] = s->d[k] ? s->d[k][b] : s->core.clock.dt * s->core.v[k][b];
}

/* The radius that rolling resistance goes by, of vertex v of body i on the edge from ea to eb of body j: a flat edge has no
 * curvature, so it is the vertex's own; of two points half of the harmonic mean of both. */
static inline double dem2_roller(const struct dem2 *s, const struct law_contact *law, int i, int j, int v, int ea, int eb)
{
	const struct outlines *o = &s->outlines;

	if (law->mur == 0)
		return 0;
	double rv = o->radius[v + o->shift[i]], re = o->radius[ea + o->shift[j]];
	return ea != eb ? rv : rv + re > 0 ? rv * re / (rv + re) : 0;
}

/* dem2_cell.c: for a cell that moves; see there. */
enum sim_status dem2_cell_init(struct dem2 *s, struct sim_error *e);
void dem2_cell_flip(struct dem2 *s);
void dem2_cell_deform(struct dem2 *s);
void dem2_cell_cross(struct dem2 *s, int b, int nx, int ny);
void dem2_cell_wrapped(struct dem2 *s, int b);
void dem2_cell_jump(struct dem2 *s, int b, int nx, int ny);
void dem2_cell_settle(struct dem2 *s);
void dem2_cell_forces(struct dem2 *s);
void dem2_cell_impulses(struct dem2 *s);
double dem2_cell_work(struct dem2 *s);
void dem2_cell_stress(struct dem2 *s, double stress[2]);
void dem2_cell_servo(struct dem2 *s);
double dem2_cell_horizon(struct dem2 *s);
void dem2_cell_against(const struct dem2 *s, int b, double d[2]);

/* What an image moves in excess of its body: m is cell.moved or cell.rate. */
static inline void cell_image(const double m[3], int sx, int sy, double out[2])
{
	out[0] = sx * m[0] + sy * m[1];
	out[1] = sy * m[2];
}

/* dem2_group.c */
enum sim_status dem2_groups_init(struct dem2 *s, const struct world *w, struct sim_error *e);
void dem2_groups_forces(struct dem2 *s);
void dem2_groups_accelerate(struct dem2 *s, double factor, double back);
void dem2_groups_kick(struct dem2 *s);
void dem2_groups_after(struct dem2 *s, double t1);
double dem2_groups_work(struct dem2 *s);
/* What a group reaches along an axis, with the spheroradii or without; the length that a pressure along it acts on. */
void dem2_group_extent(const struct dem2 *s, const struct group *g, int axis, int round, double ext[2]);
double dem2_group_length(const struct dem2 *s, const struct group *g, int axis);

/* dem2_signs.c: what strain is counted from, with the ledger. */
void dem2_strain_begin(struct dem2 *s, const struct world *w, int take);
void dem2_strain_write(const struct dem2 *s, struct params *out);

/* dem2_cross.c: no wall stands across a body that it could touch, be that a grain or another wall. */
enum sim_status dem2_cross_check(const struct dem2 *s, struct world *w, struct sim_error *e);

/* dem2_ledger.c */
struct energies dem2_energies(const struct dem2 *s);
void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take);
void dem2_ledger_write(const struct dem2 *s, struct params *out);

/* dem2_setup.c */
enum sim_status dem2_setup(struct dem2 *s, struct world *w, const struct sim_options *o, struct sim_error *e);

#endif
