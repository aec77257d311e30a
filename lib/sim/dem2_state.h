/* dem2_state.h: what the rooms of the 2D simulator share; nobody else includes it.
 *
 * Bodies stand in memory along a space-filling curve (a "slot" each) and are summed in the order of their ids (their
 * "rank"), so that no sum depends on memory. Arrays are [n], indexed by slot, unless they say otherwise. */
#ifndef SCREE_DEM2_STATE_H
#define SCREE_DEM2_STATE_H

#include <stddef.h>

#include "contact/law.h"
#include "contact/list2.h"
#include "contact/outlines.h"
#include "sim/dem2.h"

enum { LED_FRIC, LED_VISC, LED_POWER, LED_NORMAL, LED_TANGENT, LED_N };

/* A contact as the last force evaluation left it. */
struct contact2 {
	int cand;             /* its place in the list, -1: not in it */
	double nx, ny;        /* from the vertex to the edge */
	double gap;           /* overlap, positive [L] */
	double ax, ay;        /* middle of the overlap from the vertex owner's position [L] */
	double bx, by;        /* and from the edge owner's [L] */
	double fn, ft;        /* whole force on the edge's owner along n and left of n [M L/T^2] */
	double xi;            /* tangential spring [L] */
};

struct contacts2 {
	int n;
	size_t cap;
	struct contact2 *at;
};

/* Constants of a pair of bodies. */
struct pair_law { double kn, kt, ikt, mu, cn, ct; int attraction; };

/* What a pair of bodies exchanges in one evaluation. */
struct pair_sum {
	double fx, fy, ta, tb;   /* force on a (b gets the opposite), torques on a and b */
	double led[LED_N];
};

/* Bodies with one constrained tag, moving as one. */
struct group {
	struct dof dof[3];
	const char *tag;
	int n;
	int *body;               /* [n] slots in the order of ids */
	double m, inertia, c;    /* mass, moment of inertia, damping */
	int weighs[2];           /* gravity acts along the axis */
	double v[3], a[3];       /* velocity and acceleration */
	double f[3];             /* contact forces */
	double outer[3];         /* driving forces, damping and gravity aside */
	double v0[3], f0[3], outer0[3]; /* the same one step ago */
};

struct energies { double kin_lin, kin_rot, kin_half, el_n, el_t, grav; };

struct dem2 {
	struct dem2_options opt;
	struct domain domain;
	double gravity[2], dt, since;
	int64_t step, clock_step; /* t = clock_t + (step - clock_step) dt; both 0 unless the time step was changed */
	double clock_t;
	int resumed;

	int n;
	int64_t *id;
	int *rank, *by_rank;     /* by_rank [n]: slot of a rank */
	int *row;                /* row in the world's table */
	int *material, *group_of;
	char *still, *upright;
	char *endless;           /* straight walls that their images continue, see list2_view */
	double *mass, *inertia, *minv, *iinv, *weight; /* minv, iinv, weight 0 for bodies of groups; weight else 1 */
	double *winv;            /* inverse mass for the damping of its contacts */

	/* where forces are evaluated: the state for Verlet, the prediction for Gear */
	double *x, *y, *th, *c, *s;
	int64_t *ix, *iy;
	double *vx, *vy, *om;    /* velocities; between the half steps those of the middle */
	double *ux, *uy, *uo;    /* velocities for dissipative forces */
	double *dx, *dy, *da;    /* displacement of the step, between evaluations */
	double *ax, *ay, *al;    /* accelerations */
	double *fx, *fy, *tq;    /* contact forces */

	/* Gear: the corrected state and scaled derivatives q''' dt^3/6, q'''' dt^4/24; predicted q'' dt^2/2 */
	double *qx, *qy, *qa, *r2[3], *r3[3], *r4[3];
	int64_t *qix, *qiy;

	struct outlines outlines;
	struct list2_view view;
	struct list2 list;
	double skin, margin;     /* half the list's margin; the margin it was built with */
	double skin_most;        /* wider than half a period it would only multiply images */
	int tune;                /* the skin is ours to choose */
	int64_t rebuilds, built; /* builds so far; step of the last */
	double *rx, *ry, *ra;    /* positions when the list was built */
	int (*passed)[2];        /* periods a body was moved down since list2_wrap */
	int wrapped;
	int *use_from, *use;     /* [n+1], vertices of each body that are in the contact lists */
	size_t cap_use;

	int n_material;
	struct law_linear *law;  /* [n_material][n_material] */
	char *has_law;
	char *pass;              /* laws with kn = 0: no contact */
	struct pair_law *pair_law;  /* [n_pair] */
	size_t cap_pair_law;
	struct pair_sum *pair_sum;  /* [n_pair] */
	size_t cap_pair_sum;
	char *touching;          /* [n_pair] the pair's sums hold something */
	size_t cap_touching;
	int *live, n_live;       /* candidates that may touch before two bodies have moved live_room towards each other */
	size_t cap_live;
	double live_room;
	struct hit { int cand; double wx, wy; } *hit;
	int n_hit;
	size_t cap_hit;
	struct contacts2 now, old;
	double (*led)[LED_N];    /* [n] what the body's pairs book, where books says so */
	char *books;

	int n_group;
	struct group *group;

	/* the ledger's sums since it began */
	double work, other, in, out, sum[LED_N];
	struct energies start;
	struct dem2_error error; /* the first failure of a step */
};

/* dem2.c: note a failure; the first one counts. */
void dem2_fail(struct dem2 *s, struct dem2_error e);

/* dem2_list.c */
void dem2_place(struct dem2 *s, int all);
int dem2_list_update(struct dem2 *s, int always);

/* dem2_force.c */
enum dem2_pass { PASS_FRESH, PASS_RESUME, PASS_STEP };
void dem2_forces(struct dem2 *s, enum dem2_pass pass);
/* Where the contacts of every pair begin in s->now: [n_pair+1], to be freed. */
int *dem2_contact_starts(const struct dem2 *s);

/* dem2_group.c */
enum dem2_status dem2_groups_init(struct dem2 *s, const struct world *w, struct dem2_error *e);
void dem2_groups_before(struct dem2 *s, double t0, double t1);
void dem2_groups_accelerate(struct dem2 *s, double factor, double back);
void dem2_groups_after(struct dem2 *s, double t1);
void dem2_groups_forces(struct dem2 *s);
double dem2_groups_work(const struct dem2 *s, double *damped);

/* dem2_ledger.c */
struct energies dem2_energies(const struct dem2 *s);
struct balance { double residual, closure, e_num, slip, turnover; };
struct balance dem2_balance(const struct dem2 *s, const struct energies *e);
void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take);
void dem2_ledger_step(struct dem2 *s);
void dem2_ledger_write(const struct dem2 *s, struct params *out);

/* dem2_setup.c */
enum dem2_status dem2_setup(struct dem2 *s, struct world *w, struct dem2_error *e);
void dem2_contacts_read(struct dem2 *s, const struct world *w);
void dem2_contacts_write(const struct dem2 *s, struct world *w);

#endif
