/* cd3_state.h: the state of scree-cd3's simulation; for lib/cd3 alone. */
#ifndef SCREE_CD3_STATE_H
#define SCREE_CD3_STATE_H

#include "cd3/cd3.h"
#include "cd3/cd3_solve.h"
#include "contact/hard.h"
#include "contact/objects3.h"
#include "contact/tube3.h"
#include "neighbour/cells.h"

enum cd3_kind { CD3_ELLIPSOID, CD3_OBJECT, CD3_PLANE, CD3_TUBE };

/* Bodies are in the order of their ids. The members that contacts read stand first. */
struct cd3_body {
	enum cd3_kind kind;
	int group, material, world_row;
	vec3 x;                      /* position [L] */
	double reach, thin;          /* greatest and least distance of the surface [L]; INFINITY of walls without end, and 0 */
	vec3 v, L, w;                /* velocity, angular momentum and angular velocity in space */
	double q[4], rotation[3][3]; /* orientation, and its matrix */
	double half_axis[3];         /* of an ellipsoid; radius and length of a tube, and whether it is touched from inside [L] */
	double mass, inertia[3];
	int64_t id, image[3];
	struct ellipsoid3 ellipsoid; /* the shape at its place: of ellipsoids, */
	struct tube3 tube;           /* of tubes, */
	struct object3 object;       /* and of all grains in scenes with objects */
	double object_at[3], object_turn[4]; /* the object's own frame in the body's [L] */
	vec3 normal;                 /* of a plane: unit vector, away from the half space */
	vec3 x_built, axis_built;    /* when the neighbour list was built: position, z axis of the frame, */
	double q_built[4];           /* orientation */
};

/* The bodies that move as one rigid body: those that one constraint holds, or one free body. */
struct cd3_group {
	int n, first;                /* bodies: s->member[first ..] */
	const struct constraint *constraint; /* NULL: free */
	double mass, damping;
	int prescribed[6];           /* degrees of freedom with prescribed velocities */
	int moves;                   /* 0: at rest for good */
	double force[6];             /* driving forces and torques on the other degrees of freedom */
	vec3 v, w;                   /* prescribed velocities now */
};

/* A pair of the neighbour list; i is a grain. */
struct cd3_pair {
	int i, j;
	vec3 n;                      /* a direction that may separate the bodies; 0: none known */
	int first_old, n_old;        /* the pair's contacts of the step before */
};

struct cd3_contact {
	int i, j, shift[3];          /* bodies; periods to be added to j's position */
	vec3 n, at;                  /* normal from i to j; the point of contact, from i's position */
	double gap;
	double fn;                   /* forces on j in the last step [M L/T^2], along n and */
	vec3 ft, torque;             /* across; torque of resistance to rolling [M L^2/T^2] */
	int active, begun;           /* it has an impulse; it has one, and had none the step before */
	int rebounds;                /* it is an impact with restitution */
	int inherited;               /* a contact of this step has taken its forces over */
};

enum { CD3_MOST = OBJECT3_MOST };    /* contacts of a pair */

/* Sums since the time since, and energies then: linear and rotational kinetic energy, energy of weight. */
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
	struct cd3_rigid *rigid;     /* [n_group] the groups as the solver sees them */
	struct cd3_rigid *before;    /* [n_group] the same before loads and impulses */
	vec3 *free_velocity;         /* [n_group] with loads, without impulses */
	vec3 (*impulse)[2];          /* [n_group] sums of contact impulses and of their moments about the centre */
	int n_material;
	struct hard *law;            /* [n_material][n_material] */
	struct domain domain;
	double gravity[3], weight, h; /* weight: length of gravity; h: substep */
	struct sim_clock clock;
	int64_t first;               /* step at which this simulation began */
	double smallest, dt_auto;    /* least half axis of the grains [L] */
	struct objects3 shapes;      /* of grains, in scenes with objects */
	int objects;                 /* there are some */
	int lost;                    /* some body's state is not finite */
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
	struct cd3_found { struct cd3_contact *contact; size_t cap; int n, first; } *found; /* contacts of a chunk of pairs; the
	                              * number of their first in contact[] */
	int n_found;
	struct cd3_problem problem;
	size_t cap_row, cap_roll;
	vec3 *position;              /* [n_contact] */
	size_t cap_position;
	struct cd3_effort effort;    /* of the last solution */
	double deepest;              /* overlap now, by the thinner body's least half axis */
	struct cd3_overlap overlap;  /* of the scene at the start */
	int acting, rolls;           /* active contacts; some law resists rolling */
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

/* The rigid bodies of contacts are fetched from memory a few contacts ahead. Contacts are in the order of their first bodies, so
 * only the second one is fetched. */
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

/* The least half axis of the thinner body of a contact. */
static inline double cd3_thin(const struct cd3 *s, const struct cd3_contact *c)
{
	double i = s->body[c->i].thin, j = s->body[c->j].thin; /* 0 of walls */

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

enum sim_status cd3_setup(struct cd3 *s, struct world *w, struct sim_error *e);
/* Take the contacts of the stream as those of a last step. */
void cd3_contacts_read(struct cd3 *s, const struct world *w);

/* ---- the phases of a step, in their order ---- */

/* The greatest speed of a surface [L/T], and the longest way that a surface moves in the time h, by the least half axis. */
struct cd3_fastest { double speed, way; };
struct cd3_fastest cd3_fastest(const struct cd3 *s, double h);
/* Set the velocities that constraints prescribe at the time t. */
void cd3_prescribe(struct cd3 *s, double t);
/* Positions and orientations: move and turn all bodies for half of the substep, and put their shapes there. */
void cd3_half_drift(struct cd3 *s);
/* Velocities and inverse inertia of all bodies, from momenta and prescribed velocities at the present orientations. */
void cd3_velocities(struct cd3 *s);
/* Contacts: find those with gaps below within. They inherit the impulses of those of the step before. */
void cd3_find_contacts(struct cd3 *s, double within);
/* Velocities without impulses: add weight, driving forces and damping of the substep. */
void cd3_load(struct cd3 *s);
/* One constraint row for each contact, of which the last impulse is the start. */
void cd3_make_rows(struct cd3 *s);
/* Impulses: solve the rows. */
void cd3_solve(struct cd3 *s);
/* Velocities and angular momenta after all impulses. */
void cd3_kick(struct cd3 *s);
/* Forces of the contacts, and the ledger. */
void cd3_book(struct cd3 *s);

/* Give the bodies of a group its velocities. */
void cd3_set_members(const struct cd3 *s, int g);
/* Put the shapes of all bodies where the bodies are. */
void cd3_place(struct cd3 *s);

/* ---- the ledger ---- */

/* Linear and rotational kinetic energy, energy of weight. */
void cd3_energies(const struct cd3 *s, double e[3]);
void cd3_ledger_begin(struct cd3 *s, const struct world *w, int take);
/* The energy that the balance lacks since the ledger began, and the turnover that it is measured by. */
double cd3_ledger_residual(const struct cd3 *s, double *turnover);
void cd3_ledger_write(const struct cd3 *s, struct world *w);

#endif
