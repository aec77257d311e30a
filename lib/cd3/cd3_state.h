/* cd3_state.h: the state of the simulator of hard contacts, for the files of lib/cd3 only. */
#ifndef SCREE_CD3_STATE_H
#define SCREE_CD3_STATE_H

#include "cd3/cd3.h"
#include "cd3/cd3_solve.h"
#include "contact/hard.h"
#include "contact/objects3.h"
#include "contact/tube3.h"
#include "neighbour/cells.h"

enum cd3_kind { CD3_ELLIPSOID, CD3_OBJECT, CD3_PLANE, CD3_TUBE };

/* A body. Bodies are in the order of their ids. The members that contacts read come first. */
struct cd3_body {
	enum cd3_kind kind;
	int group, material, world_row;
	vec3 x;                      /* position [L] */
	double reach, thin;          /* largest and least distance of the surface [L]; walls: INFINITY if without end, and 0 */
	vec3 v, L, w;                /* velocity, angular momentum and angular velocity in space */
	double q[4], rotation[3][3]; /* orientation, and its matrix */
	double half_axis[3];         /* of an ellipsoid [L]; of a tube: radius, length, and whether it is touched from inside */
	double mass, inertia[3];
	int64_t id, image[3];
	struct ellipsoid3 ellipsoid; /* the shape at its place, of ellipsoids */
	struct tube3 tube;           /* the same, of tubes */
	struct object3 object;       /* the same, of all grains in scenes with objects */
	double object_at[3], object_turn[4]; /* the object's own frame in the body's frame [L] */
	vec3 normal;                 /* of a plane: unit vector, away from the half space */
	/* position, z axis of the frame and orientation when the neighbour list was built; of walls: see set_arm */
	vec3 x_built, axis_built;
	double q_built[4], arm_built;
};

/* Bodies that move as one rigid body: those that one constraint holds, or one free body. */
struct cd3_group {
	int n, first;                /* bodies: s->member[first ..] */
	const struct constraint *constraint; /* NULL: free */
	double mass, damping;
	int prescribed[6];           /* degrees of freedom with prescribed velocities */
	int moves;                   /* 0: it never moves */
	double force[6];             /* driving forces and torques on the other degrees of freedom */
	vec3 v, w;                   /* present prescribed velocities */
};

/* A pair of the neighbour list; i is a grain. */
struct cd3_pair {
	int i, j;
	vec3 n;                      /* a direction that may separate the bodies; 0: none known */
	int first_old, n_old;        /* the pair's contacts of the step before */
};

struct cd3_contact {
	int i, j, shift[3];          /* bodies; periods to be added to j's position */
	vec3 n, at;                  /* normal from i to j; the point of contact, relative to i's position */
	double gap;
	double late;                 /* of an impact of bodies without other contacts: time since the middle of the step; else 0 [T] */
	double fn;                   /* normal force on j in the last step [M L/T^2] */
	vec3 ft, torque;             /* tangential force on j; torque of resistance to rolling [M L^2/T^2] */
	int active, begun;           /* it has an impulse; it has one, and had none in the step before */
	int rebounds;                /* it is an impact with restitution; see cd3_impact.c */
	int inherited;               /* a contact of this step has inherited its forces */
};

enum { CD3_MOST = OBJECT3_MOST };    /* the largest number of contacts of a pair */

/* The sums since a time, which is in `since`, and the energies at that time: kinetic energy of translation and of rotation,
 * potential energy of weight. */
struct cd3_ledger {
	double work, fric, impact, recover, other, in, out;
	double begun, solutions, unconverged, sweeps;
	double start[3];
	double since;
};

struct cd3 {
	struct sim_options opt;
	int n, n_group, threads;
	struct cd3_body *body;
	struct cd3_group *group;     /* [n_group] */
	int *member;                 /* [n] bodies of the groups */
	struct cd3_rigid *rigid;     /* [n_group] the groups as rigid bodies of the solver */
	struct cd3_rigid *before;    /* [n_group] the same before loads and impulses */
	vec3 *free_velocity;         /* [n_group] velocity with loads, without impulses */
	vec3 (*impulse)[2];          /* [n_group] sums of contact impulses and of their moments about the centre */
	int n_material;
	struct hard *law;            /* [n_material][n_material] */
	struct domain domain;
	double gravity[3], weight, h; /* weight: magnitude of gravity; h: substep [T] */
	double middle;               /* time of the middle of the substep [T] */
	struct sim_clock clock;
	int64_t first;               /* step at which this simulation began */
	double smallest, dt_auto;    /* least half axis of the grains [L] */
	struct objects3 shapes;      /* of grains, in scenes with objects */
	int objects;                 /* the scene has objects */
	int lost;                    /* the state of some body is not finite */
	/* neighbour list */
	struct cells cells;
	int *grain, n_grain, *wall, n_wall;
	double *radius, *at[3];
	int n_pair;
	struct cd3_pair *pair;
	size_t cap_pair;
	double margin, skin;         /* pairs with gaps below margin are in the list */
	int64_t rebuilds;
	int built;                   /* there is a list */
	/* contacts, in the order of pairs */
	int n_contact, n_old;
	size_t cap_contact, cap_old;
	struct cd3_contact *contact, *old;
	struct cd3_found { struct cd3_contact *contact; size_t cap; int n, first; } *found; /* [n_found] contacts of a chunk of pairs;
	                              * first: the index of the first one in contact[] */
	int n_found;
	int *late, n_late;           /* contacts whose late is above 0 */
	size_t cap_late;
	int rebounding;              /* some contact of the step is an impact with restitution */
	struct cd3_problem problem;
	size_t cap_row, cap_roll;
	vec3 *position;              /* [n_contact] of the contacts */
	size_t cap_position;
	struct cd3_effort effort;    /* of the last solution */
	double deepest;              /* deepest overlap now, relative to the thinner body's least half axis */
	struct cd3_overlap overlap;  /* in the scene at the start */
	int acting, rolls, bounces;  /* number of active contacts; some law resists rolling, or has restitution */
	struct cd3_ledger ledger;
	double spent[CD3_PHASES];    /* processor time [s] */
	double visits;               /* contacts times sweeps of all solutions so far */
};

/* ---- vectors by axis ---- */

static inline double v3_axis(vec3 v, int k)
{
	return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static inline void v3_set_axis(vec3 *v, int k, double x)
{
	*(k == 0 ? &v->x : k == 1 ? &v->y : &v->z) = x;
}

/* ---- bodies and contacts ---- */

/* The rigid bodies of contacts are prefetched a few contacts ahead. Contacts are in the order of their first bodies, so only the
 * second body needs it. */
enum { CD3_AHEAD = 5 };

static inline int cd3_is_wall(const struct cd3_body *b)
{
	return b->kind == CD3_PLANE || b->kind == CD3_TUBE;
}

/* The z axis of the body's frame: a plane's normal, a tube's axis. */
static inline vec3 cd3_axis(const struct cd3_body *b)
{
	return v3(b->rotation[0][2], b->rotation[1][2], b->rotation[2][2]);
}

/* The least half axis of the thinner body of a contact [L]. */
static inline double cd3_thin(const struct cd3 *s, const struct cd3_contact *c)
{
	double i = s->body[c->i].thin, j = s->body[c->j].thin; /* 0 for walls */

	return j > 0 && j < i ? j : i;
}

/* Whether constraints hold both bodies of a contact. */
static inline int cd3_held(const struct cd3 *s, const struct cd3_contact *c)
{
	return s->group[s->body[c->i].group].constraint && s->group[s->body[c->j].group].constraint;
}

/* Vectors from the bodies' centres to the contact. */
void cd3_arms(const struct cd3 *s, const struct cd3_contact *c, vec3 *ri, vec3 *rj);

/* ---- from and to the world ---- */

/* Make the state from a world, except for contacts. */
enum sim_status cd3_setup(struct cd3 *s, struct world *w, struct sim_error *e);
/* Read the contacts of the world as those of the last step. */
void cd3_contacts_read(struct cd3 *s, const struct world *w);
/* Compute the positions of contacts in space as a frame holds them, and from these again the positions relative to the bodies. So
 * a run that continues from a frame has the same bits. */
void cd3_contacts_place(struct cd3 *s);

/* ---- the phases of a step, in their order ---- */

/* The largest speed of a surface [L/T], and the largest distance that a surface moves in the time h, relative to the least half
 * axis. */
struct cd3_fastest { double speed, travel; };
struct cd3_fastest cd3_fastest(const struct cd3 *s, double h);
/* Set the velocities that constraints prescribe at time t. */
void cd3_prescribe(struct cd3 *s, double t);
/* Move and turn all bodies for half of the substep, and place their shapes. */
void cd3_half_drift(struct cd3 *s);
/* Compute the velocities and inverse inertia of all bodies from momenta and prescribed velocities at the present orientations. */
void cd3_velocities(struct cd3 *s);
/* Find the contacts with gaps below within [L]. They inherit the impulses of the contacts of the step before. */
void cd3_find_contacts(struct cd3 *s, double within);
/* Move bodies whose only contact is an impact on to the touch, and compute their contacts there. */
void cd3_drift_to_impacts(struct cd3 *s);
/* Compute velocities without impulses: add weight, driving forces and damping of the substep. */
void cd3_load(struct cd3 *s);
/* Make one constraint row for each contact, with the last impulse as starting value. */
void cd3_make_rows(struct cd3 *s);
/* Set the bias of the rows of impacts: the velocities after them. */
void cd3_rebound(struct cd3 *s);
/* Solve the rows for the impulses. */
void cd3_solve(struct cd3 *s);
/* Compute velocities and angular momenta after all impulses. */
void cd3_kick(struct cd3 *s);
/* Move the bodies of cd3_drift_to_impacts back by as much time, with their new velocities. */
void cd3_drift_from_impacts(struct cd3 *s);
/* Compute the forces of contacts from their impulses, and book the substep in the ledger. */
void cd3_book(struct cd3 *s);

/* Move and turn a free body for a time, and place its shape. */
void cd3_drift_free(struct cd3 *s, int body, double time);
/* Compute an impact's normal, point and gap again when its bodies have drifted for c->late. */
void cd3_contact_again(struct cd3 *s, struct cd3_contact *c);
/* A body that moves for a time as its constraint prescribes, and its shape there. It is not wrapped, so that periods to be added
 * to it are those of the body itself. */
struct cd3_body cd3_body_later(const struct cd3 *s, int body, double time);
/* Whether a contact is an impact with restitution in this step: it is fast, and has no gap left at the end. */
int cd3_may_rebound(const struct cd3 *s, const struct cd3_contact *c, const struct cd3_row *row);
/* The bias of a contact without restitution: see cd3.h. */
double cd3_resting_bias(const struct cd3 *s, const struct cd3_contact *c, const struct cd3_row *row);
/* Give the bodies of a group the velocities of the group. */
void cd3_set_members(const struct cd3 *s, int g);
/* Set the angular momentum of a group under a constraint from its angular velocity, along the axes that are not prescribed. */
void cd3_take_momenta(const struct cd3 *s, int g);
/* Place the shapes of all bodies. */
void cd3_place(struct cd3 *s);

/* ---- the ledger ---- */

/* Kinetic energy of translation and of rotation, potential energy of weight [M L^2/T^2]. */
void cd3_energies(const struct cd3 *s, double e[3]);
/* Begin the ledger, or continue that of the world if take is set. Energy that the scene gained or lost between two runs is booked
 * to in and out. */
void cd3_ledger_begin(struct cd3 *s, const struct world *w, int take);
/* The error of the energy balance since the ledger began, and its scale *turnover [M L^2/T^2]: the energy that has changed its
 * form, and at least a rounding error of the potential energy. */
double cd3_ledger_residual(const struct cd3 *s, double *turnover);
void cd3_ledger_write(const struct cd3 *s, struct world *w);

#endif
