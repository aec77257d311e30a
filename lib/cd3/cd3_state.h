/* cd3_state.h: what scree-cd3's simulation consists of; for the rooms of cd3 alone. */
#ifndef SCREE_CD3_STATE_H
#define SCREE_CD3_STATE_H

#include "cd3/cd3.h"
#include "cd3/cd3_solve.h"
#include "contact/hard.h"
#include "contact/objects3.h"
#include "contact/tube3.h"
#include "neighbour/cells.h"

enum cd3_kind { CD3_ELLIPSOID, CD3_OBJECT, CD3_PLANE, CD3_TUBE };

/* Bodies in the order of their ids. What contacts need of both is together at the beginning. */
struct cd3_body {
	enum cd3_kind kind;
	int unit, material, row;     /* row: in the world */
	vec3 x;                      /* position [L] */
	double reach, thin;          /* greatest and least distance of the surface [L]; INFINITY of walls without end, and 0 */
	vec3 v, L, w;                /* velocity, angular momentum and velocity in space */
	double q[4], m[3][3];        /* orientation, and its matrix */
	double a[3];                 /* ellipsoid: half axes; tube: radius and length [L] */
	double mass, inertia[3];
	int64_t id, image[3];
	struct ellipsoid3 e;         /* as it is placed, */
	struct tube3 tube;           /* each where it is one, */
	struct object3 o;            /* and of all grains where there are objects */
	double at[3], turn[4];       /* where the object's own frame is in the body's [L] */
	vec3 plane;                  /* its unit normal, away from the half space */
	vec3 built;                  /* where it was when the list was built, */
	double built_q[4], axis[3];  /* and how it was turned; the z axis of its frame */
};

/* What moves as one: a free body, or those that a constraint holds. */
struct cd3_group {
	int n, first;                /* bodies: s->member[first ..] */
	const struct constraint *held; /* NULL: free */
	double mass, damping;
	int driven[6];               /* degrees of freedom that are prescribed */
	int moves;                   /* it is not at rest for good */
	double force[6];             /* on the others */
	vec3 v, w;                   /* of what is prescribed, in this step */
};

/* Two bodies near each other, i a grain. */
struct cd3_pair {
	int i, j;
	vec3 n;                      /* a direction that may part them; 0: none known */
	int first, count;            /* their contacts of the last step */
};

struct cd3_contact {
	int i, j, shift[3];          /* periods to be added to j */
	vec3 n, at;                  /* normal from i to j; the point of contact, from i's position */
	double gap;
	double fn;                   /* forces on j in the last step [M L/T^2], along n and */
	vec3 ft, m;                  /* across, and torque against rolling [M L^2/T^2] */
	int acts, begun;             /* there was an impulse; there was none the step before */
	int rebounds;                /* it is an impact with restitution */
};

enum { CD3_MOST = OBJECT3_MOST };    /* contacts of a pair */
struct cd3_found { int pair, shift[3]; struct touch3 t; };

/* What a frame tells. */
struct cd3_sums {
	double work, fric, impact, recover, other, in, out;
	double begun, steps, unconverged, sweeps;
	double start[3];             /* kinetic energies and weight at the time since */
	double since;
};

enum { CD3_PHASES = 4 };
struct cd3 {
	struct sim_options opt;
	int n, n_unit, n_member, threads;
	struct cd3_body *body;
	struct cd3_group *group;     /* [n_unit] */
	int *member;
	struct cd3_unit *unit, *before; /* velocities in the solver; as they were before loads and impulses */
	vec3 *free_v;                /* [n_unit] with loads, without impulses */
	int n_material;
	struct hard *law;            /* [n_material][n_material] */
	struct domain domain;
	double gravity[3], weight, h; /* weight: length of gravity; h: of a part of the step */
	struct sim_clock clock;
	int64_t first;
	double part_t;               /* time at the middle of the part */
	double smallest, dt_auto;    /* least half axis of what moves [L] */
	struct objects3 shapes;      /* of grains, where there are objects among them */
	int objects;                 /* there are some */
	int lost;                    /* some body's state is not finite */
	/* lists */
	struct cells cells;
	int *grain, n_grain, *wall, n_wall;
	double *radius, *at[3];
	int n_pair;
	struct cd3_pair *pair;
	size_t cap_pair;
	double margin, skin;         /* pairs with gaps below margin are in the list */
	int64_t rebuilds;
	int built;                   /* there is a list */
	/* contacts, by pairs */
	int n_contact, n_old;
	size_t cap_contact, cap_old;
	struct cd3_contact *contact, *old;
	struct cd3_part { struct cd3_found *at; size_t cap; int n, first; } *part; /* what stretches of pairs have found, and the
	                              * first contact of these */
	int n_part;
	struct cd3_problem problem;
	size_t cap_row, cap_roll;
	vec3 *where;                 /* [n_contact] */
	size_t cap_where;
	struct cd3_effort effort;    /* of the last solution */
	double deepest;              /* overlap now, by the thinner body's least half axis */
	struct cd3_overlap overlap;  /* what it began with */
	int acting, rolls;           /* contacts with an impulse; some law resists rolling */
	struct cd3_sums sum;
	double spent[CD3_PHASES];    /* processor time before, in detection, in resolution, after [s] */
	double visits;               /* contacts times sweeps of all solutions so far */
};

static inline int cd3_is_wall(const struct cd3_body *b)
{
	return b->kind == CD3_PLANE || b->kind == CD3_TUBE;
}

/* The least half axis of the thinner body of a contact. */
static inline double cd3_thin(const struct cd3 *s, const struct cd3_contact *c)
{
	double i = s->body[c->i].thin, j = s->body[c->j].thin; /* 0 of walls */

	return j > 0 && j < i ? j : i;
}

enum sim_status cd3_setup(struct cd3 *s, struct world *w, struct sim_error *e);
/* Put all bodies' geometry where they are. */
void cd3_place(struct cd3 *s);
/* Find contacts with gaps below within, into s->contact; those of the step before go to s->old. */
void cd3_detect(struct cd3 *s, double within);
/* The contacts of the stream, as those of a last step; the list is built. */
void cd3_contacts_read(struct cd3 *s, const struct world *w);
void cd3_contacts_write(const struct cd3 *s, struct world *w);
/* From the bodies' centres to the contact. */
void cd3_arms(const struct cd3 *s, const struct cd3_contact *c, vec3 *ri, vec3 *rj);
/* Whether both units of a contact are under constraints, and may not give way. */
static inline int cd3_held(const struct cd3 *s, const struct cd3_contact *c)
{
	return s->group[s->body[c->i].unit].held && s->group[s->body[c->j].unit].held;
}
/* Kinetic energies, linear and of rotation, and that of weight. */
void cd3_energies(const struct cd3 *s, double e[3]);
void cd3_ledger_begin(struct cd3 *s, const struct world *w, int take);
/* What the balance lacks since the ledger began, and what that is measured by. */
double cd3_ledger_residual(const struct cd3 *s, double *turnover);
void cd3_ledger_write(const struct cd3 *s, struct world *w);
/* What is prescribed at the time part_t. */
void cd3_drive(struct cd3 *s);
/* Moves for the time h: turns bodies, carries them along, and puts their geometry there. */
void cd3_drift(struct cd3 *s, double h);
/* Take angular velocities and inverse tensors from angular momenta, at the present orientations. */
void cd3_spin(struct cd3 *s);
/* The same of those whose velocities may have changed meanwhile as they are prescribed. */
void cd3_spin_held(struct cd3 *s);
/* Loads and velocities, contacts' impulses, and the books, for the time s->h. */
void cd3_resolve(struct cd3 *s);

#endif
