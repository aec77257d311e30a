/* dem2_state.h: what the rooms of the 2D simulator share; nobody else includes it.
 *
 * Bodies stand in memory along a space-filling curve (a "slot" each) and are summed in the order of their ids (their
 * "rank"), so that no sum depends on memory. Arrays are [n], indexed by slot, unless they say otherwise. */
#ifndef SCREE_DEM2_STATE_H
#define SCREE_DEM2_STATE_H

#include <stddef.h>

#include "contact/contact2.h"
#include "contact/law.h"
#include "contact/outlines.h"
#include "dem2/dem2.h"
#include "neighbour/list2.h"
#include "sim/drains.h"
#include "sim/group.h"
#include "sim/ledger.h"
#include "sim/opposite.h"
#include "sim/tune.h"
#include "sim/watch.h"
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

/* A contact that begins or ends; see dem2_kink.c. Bodies stand as they do now. */
struct kink {
	int half, ends;          /* of the candidate; 0: begins */
	double nx, ny;           /* from the vertex to the edge */
	double ax, ay, bx, by;   /* the point from the body of the vertex, and from that of the edge [L] */
	double work;             /* of the missing impulse [M L^2/T^2] */
};

/* A stretch of the list that one thread works on at a time: candidates from .. to, all of the same pairs. */
struct part {
	int from, to;            /* candidates */
	int pair_from, pair_to;  /* and their pairs */
	struct contacts2 now, old;
	int n_near;              /* candidates that may touch before some body has used up its room, and where they are */
	size_t cap_near;
	struct close2 *near;      /* [n_near] */
	int sum_from, n_sum;     /* pairs that touch, or did one step ago, and where their sums begin */
	int n_kink;              /* contacts that began or ended in this step, in the order of candidates */
	size_t cap_kink;
	struct kink *kink;       /* [n_kink] */
	struct books *books;     /* of the thread that works on it */
	char apart[128];         /* keeps what other threads write off its cache lines */
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
		double end[2];   /* velocity at the end of the step, impulses of kinks aside [L/T] */
		double less[2];  /* taken from the displacement of the step [L] */
	} *cross;                /* [n_cross] bodies wrapped in this step */
	int n_cross;
	size_t cap_cross;
	/* pairs whose second body stands at an image, or did since the list of that number was built: rank of the first and
	 * place in list2.own; sorted where it says so */
	uint64_t *apart;
	int n_apart, sorted;
	int64_t apart_of;
	char *is_apart;          /* [n_pair] */
	size_t cap_apart, cap_is_apart;
	/* for the lists */
	double sum[3];           /* rates times time since the ledger began: xx, yy, xy */
	double strain;           /* of one step: greatest change of a distance, by its present length */
	double reach;            /* of the largest body [L] */
	double built, near;      /* strain since the list was built, and the near candidates were chosen: sums of log(1 + strain) */
	double near_most;        /* until which these serve, in the same way */
	double near_strain;      /* that strain */
	double (*servo)[DEM2_SERVO]; /* by stretches of ranks: see dem2_cell_servo */
};

struct dem2 {
	struct sim_options opt;
	struct domain domain;
	struct cell cell;
	double gravity[2], dt;
	int64_t step, clock_step; /* t = clock_t + (step - clock_step) dt; both 0 unless the time step was changed */
	double clock_t;

	int n;
	int64_t *id;
	int *rank, *by_rank;     /* by_rank [n]: slot of a rank */
	int *row;                /* row in the world's table */
	int *material, *group_of;
	char *still, *upright;
	char *endless;           /* straight walls that their images continue, see list2_view */
	double *mass, *inertia, *minv, *iinv; /* minv, iinv 0 for bodies of groups */
	double *winv;            /* inverse mass for the damping of its contacts */

	/* where forces are evaluated: the state for Verlet, the prediction for Gear */
	double *x, *y, *th;
	int64_t *ix, *iy;
	double *vx, *vy, *om;    /* velocities; between the half steps those of the middle */
	double *ax, *ay, *al;    /* accelerations */
	double *fx, *fy, *tq;    /* contact forces */

	/* Gear: displacements of the step between evaluations; Verlet's are dt times the velocities of the middle */
	double *dx, *dy, *da;
	/* Gear: the corrected state and scaled derivatives q''' dt^3/6, q'''' dt^4/24; predicted q'' dt^2/2 */
	double *qx, *qy, *qa, *r2[3], *r3[3], *r4[3];
	int64_t *qix, *qiy;

	struct outlines outlines;
	struct list2_view view;
	struct list2 list;
	double skin, margin;     /* half the list's margin; the margin it was built with */
	int tuned;               /* the skin is ours to choose */
	struct tune tune;
	struct watch watch;
	int64_t rebuilds, built; /* builds so far; step of the last */
	double apart;            /* share of pairs that were far apart in memory at first */
	double *rx, *ry, *ra;    /* positions when the list was built */
	double *nx, *ny, *na;    /* and when the near candidates were chosen */
	double *room;            /* how far a vertex of the body may move until they are chosen anew [L] */
	double *reach;           /* the same, and the way since the list was built [L] */
	/* [n_cand] distance less both radii when the list was built, in units of gap_unit [L], rounded down, 0 for any below */
	uint8_t *gap;
	double gap_unit;
	size_t cap_gap;
	int gaps;                /* they are known */
	double near_steps;       /* steps that they are meant to last */
	int64_t near_since;      /* step at which they were chosen */
	int *n_use, *use;        /* [n] vertices of each body that are in near candidates, which begin where all of its do */
	size_t cap_use;
	int *user;               /* [n] by stretches: bodies with vertices in use from the front, those that are points from the back */
	struct users { int turned, points; } *users; /* and how many they are */

	int n_material;
	struct law_contact *law;  /* [n_material][n_material] */
	char *has_law;
	char *pass;              /* laws without force: no contact */
	double range;            /* how far beyond the sum of the radii some law's force may begin [L] */
	int rolls;               /* some law resists rolling */
	struct plain *plain;     /* NULL: not by all pairs, see dem2_plain.c */
	int wide, threads;       /* see base/wide.h; OpenMP threads */
	char *stray;             /* by stretches of bodies: some are outside the domain */
	int far;                 /* some body has left its room */
	int finite;              /* all forces are */
	int n_part;              /* several for a thread, so that none waits long for the others */
	struct part *part;       /* [n_part] */
	struct books *books;     /* [threads] */
	char *touching;          /* [2 n_pair] by list.own: the pair's sums hold something */
	size_t cap_touching;
	int *sum_of;             /* [n_pair] where it does: its place in pair_sum */
	size_t cap_sum_of, cap_sum, cap_heat;
	struct pair_sum *pair_sum; /* room for all pairs with near candidates */
	double *heat, *pair_heat; /* [n] half of what contacts lost, so far; as pair_sum what they lose in this step. NULL: unasked */
	char *touched;           /* [n] the body has touching pairs */

	int n_group;
	struct group *group;
	struct drains drains;

	struct begun begun;      /* opposite walls when the ledger began */
	struct ledger ledger;
	struct sim_error error; /* the failure of a step that is told */
};

/* dem2.c: note a failure, see sim_fail; an overlap of vertices of slot i and edges of slot j. */
void dem2_fail(struct dem2 *s, struct sim_error e);
void dem2_fail_overlap(struct dem2 *s, int i, int j, double overlap, double limit);

/* A body has been moved down by whole periods: so are the places that the lists know it by. */
void dem2_wrapped(struct dem2 *s, int b, int nx, int ny);
/* Forces at the places just reached; what came before is motion. Then accelerations from them and weight, and Verlet's kick;
 * groups see to their own, factor and back are theirs. */
void dem2_evaluate(struct dem2 *s);
void dem2_accelerate(struct dem2 *s, double factor, double back, int kick);

/* dem2_gear.c: a step of Gear's method; whether the world has its columns; take them where it has, made with the time
 * step old_dt; write them, or drop them where the frame is not full. */
void dem2_gear_step(struct dem2 *s);
int dem2_gear_is_there(const struct world *w);
void dem2_gear_read(struct dem2 *s, const struct world *w, double old_dt);
void dem2_gear_write(struct dem2 *s, struct world *w, int full);
/* A body of the world is where its row says, and rests: so do the columns that Gear's method has. */
void dem2_gear_rest(struct world *w, int row);

/* dem2_move.c: all bodies, in stretches.
 * advance: drift (velocity Verlet's first half) where it is asked for; sets far and stray.
 * respond: gathers forces, finds accelerations from them and weight, and where it is asked for kicks (the second half).
 * Returns 0 when a force is not finite. */
enum { DEM2_STRETCH = 512 };

static inline int dem2_stretches(const struct dem2 *s)
{
	return (s->n + DEM2_STRETCH - 1) / DEM2_STRETCH;
}

static inline int dem2_stretch_end(const struct dem2 *s, int stretch)
{
	return (stretch + 1) * DEM2_STRETCH < s->n ? (stretch + 1) * DEM2_STRETCH : s->n;
}

void dem2_advance(struct dem2 *s, int drift);
int dem2_respond(struct dem2 *s, int kick);

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
enum dem2_pass { PASS_FRESH, PASS_RESUME, PASS_STEP };
void dem2_forces(struct dem2 *s, enum dem2_pass pass);
/* Sum up the contact forces on the bodies from .. to-1 [slots]; once after dem2_forces. */
void dem2_gather(struct dem2 *s, int from, int to);

/* dem2_kink.c: in the velocity Verlet step, note a contact *c that begins, or ends, as it was; then, at the end of the step,
 * the impulses of all that were noted. */
void dem2_kink_note(struct dem2 *s, struct part *q, int half, const struct meeting2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc);
/* The same for body i with the vertex; returns whether an impulse is missing, *k. What goes to viscosity instead is taken
 * there by *visc from the work on normal springs, *normal. */
int dem2_kink_find(const struct dem2 *s, int i, int half, const struct meeting2 *m, const struct contact2 *c,
	const struct law_contact *law, double *normal, double *visc, struct kink *k);
/* The impulses of all n kinks of a pair, the second body sx, sy periods away, take the place of its forces. */
void dem2_kink_pair(const struct dem2 *s, const struct kink *kink, int n, const int pair[2], int sx, int sy,
	struct pair_sum *sum);
/* Both bodies have impulses; several threads may say so. */
void dem2_kink_mark(struct dem2 *s, const int pair[2]);
void dem2_kinks(struct dem2 *s);

/* dem2_plain.c: the same by all pairs. Take up a contact of the last evaluation; forces, with sums on bodies; the sum over pairs
 * of the force on the image times its periods; impulses at kinks in the place of forces, how many, and what
 * body b gets. */
struct plain *dem2_plain_new(void);
void dem2_plain_free(struct plain *p);
void dem2_plain_take(struct dem2 *s, const struct between2 *q, const struct contact2 *at);
void dem2_plain_each(const struct dem2 *s, contact2_seen *seen, void *to);
int dem2_plain_count(const struct plain *p);
void dem2_plain_forces(struct dem2 *s, enum dem2_pass pass);
void dem2_plain_images(const struct dem2 *s, double f[3]);
int dem2_plain_impulses(struct dem2 *s);
void dem2_plain_impulse(const struct dem2 *s, int b, double j[3]);

/* Displacement of a body in the step, between the evaluations [L, L, 1]. */
static inline void dem2_motion(const struct dem2 *s, int b, double d[3])
{
	int gear = s->opt.integrator == DEM2_GEAR;

	d[0] = gear ? s->dx[b] : s->dt * s->vx[b];
	d[1] = gear ? s->dy[b] : s->dt * s->vy[b];
	d[2] = gear ? s->da[b] : s->dt * s->om[b];
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
void dem2_groups_before(struct dem2 *s, double t0, double t1);
void dem2_groups_accelerate(struct dem2 *s, double factor, double back);
double dem2_groups_jump(struct dem2 *s, int k, const double j[3]);
void dem2_groups_after(struct dem2 *s, double t1);
void dem2_groups_forces(struct dem2 *s);
void dem2_groups_kick(struct dem2 *s);
double dem2_groups_work(const struct dem2 *s, double *damped);
/* What a group reaches along an axis, with the spheroradii or without; the length that a pressure along it acts on. */
void dem2_group_extent(const struct dem2 *s, const struct group *g, int axis, int round, double ext[2]);
double dem2_group_length(const struct dem2 *s, const struct group *g, int axis);

/* dem2_signs.c: what strain is counted from, with the ledger. */
void dem2_strain_begin(struct dem2 *s, const struct world *w, int take);
void dem2_strain_write(const struct dem2 *s, struct params *out);

/* dem2_cross.c: no wall stands across a body that it could touch, be that a grain or another wall. */
enum sim_status dem2_cross_check(const struct dem2 *s, struct world *w, struct sim_error *e);

/* dem2_outlet.c; whether an outlet will take body b, whose coordinate along an axis is outside the domain. */
enum sim_status dem2_outlets_init(struct dem2 *s, const struct world *w, struct sim_error *e);
int dem2_outlets_take(const struct dem2 *s, int b, int axis, double at);


/* dem2_ledger.c */
struct energies dem2_energies(const struct dem2 *s);
void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take);
void dem2_ledger_step(struct dem2 *s);
void dem2_ledger_write(const struct dem2 *s, struct params *out);

/* dem2_setup.c */
enum sim_status dem2_setup(struct dem2 *s, struct world *w, struct sim_error *e);

#endif
