/* dem2.h: spheropolygons in the plane with soft contacts.
 *
 * Contacts are all pairs of a vertex of one body and an edge of another, each with a normal spring, a tangential
 * spring with Coulomb's limit and viscous terms (Alonso-Marroquin, EPL 2008; Alonso-Marroquin and Wang, Granular
 * Matter 2009); the step keeps its energy ledger exactly. Results depend on the state alone: not on the skin, the
 * order in memory or how a run is split.
 *
 *     struct dem2_options o = dem2_defaults();
 *     struct dem2 *sim = dem2_new(&world, &o, &error);   // NULL: error says why
 *     while (...)
 *             if (dem2_step(sim, &error)) ...            // the world is as the last dem2_export left it
 *     dem2_export(sim, &world, 1);
 *     dem2_free(sim);
 */
#ifndef SCREE_DEM2_H
#define SCREE_DEM2_H

#include <stdint.h>

#include "world/world.h"

enum dem2_integrator { DEM2_VERLET, DEM2_GEAR };

struct dem2_options {
	double dt;            /* time step [T]; 0: the world's own, or dem2_auto_dt's when it has none */
	double skin;          /* width of the Verlet list's margin [L]; < 0: chosen and tuned while running */
	enum dem2_integrator integrator;
	int attraction;       /* 1: viscous normal forces may exceed the elastic ones and attract */
	int threads;          /* OpenMP threads; the results do not depend on them */
	int forces;           /* 1: export fx fy torque, the contact forces on each body */
	int heat;             /* 1: keep and export heat, each body's share of what friction and viscosity took at its contacts */
	int plain;            /* 1: by all pairs of bodies, as the forces are defined: slow, and the same to the last bit */
	int narrow;           /* 1: no wider vectors than the baseline of the architecture has */
};

/* Verlet, automatic time step and skin, attraction cut. */
struct dem2_options dem2_defaults(void);

enum dem2_status {
	DEM2_GOOD = 0,
	/* the scene cannot be run */
	DEM2_DIMENSION,       /* not 2D */
	DEM2_NO_SHAPE,        /* body a has shape b, which is not defined */
	DEM2_NO_MATERIAL,     /* body a is of material word, which is not defined */
	DEM2_NO_LAW,          /* materials word and word2 have no law */
	DEM2_LAW,             /* a law cannot be used: see law_resolve, which says law_status, key and value of it */
	DEM2_MASS,            /* body a of shape b is free to move and has mass value */
	DEM2_SIZE,            /* body a has size value */
	DEM2_CENTRE,          /* shape b's centre of mass is value away from its origin, and body a is free */
	DEM2_RADIUS,          /* bodies a and b: both spheroradii are 0, they cannot touch */
	DEM2_GROUP,           /* several bodies with tag word move as one, and their angle is not fixed */
	DEM2_DRIVE,           /* constraint word has a drive that does not fit its degree of freedom */
	DEM2_BETWEEN,         /* the pressure of constraint word is between walls word2, of which there are none */
	DEM2_TILT,            /* tilt or rates do not go with the periodic axes: word */
	DEM2_HELD,            /* the domain deforms and body a has a constraint word */
	DEM2_WIDE,            /* body a reaches further than a number of periods of the domain, value */
	DEM2_REACH,           /* forces of a law begin value beyond the radii, limit (some periods of the domain) is allowed */
	DEM2_VERTICES,        /* bodies a and b: the product of their numbers of vertices is value, limit is allowed */
	DEM2_TWICE,           /* id a is there twice */
	DEM2_OUTLET,          /* outlet word: word2 was expected */
	DEM2_CROSS,           /* wall a and body b cross, or one stands in the other */
	/* the run failed */
	DEM2_OVERLAP,         /* bodies a and b overlap by value, limit is half of r_i + r_j */
	DEM2_RATE,            /* the domain deforms by value in one step, limit is allowed */
	DEM2_CELL,            /* the domain has deformed to a length value */
	DEM2_STEP,            /* the automatic time step is 0: masses, sizes and stiffnesses do not go together */
	DEM2_RETURN,          /* outlet word cannot put body a back at height value: no room between its bounds, walls or the top */
	DEM2_OUTSIDE,         /* body a left the domain along axis b (0 x, 1 y) at coordinate value */
	DEM2_FAST,            /* body a moved by value in one step, further than ten times its reach */
	DEM2_FINITE           /* body a: a number is not finite */
};

struct dem2_error {
	enum dem2_status status;
	int64_t a, b;
	double value, limit;
	double t;             /* time of failure [T] */
	const char *word, *word2, *key; /* names in the world, or NULL */
	const struct law *law; /* in the world, or NULL */
	int law_status;
};

struct dem2;

/* Take a scene over. The world's last state is completed when it is a maker's: forces are evaluated once. Shapes
 * without a mass record are weighed by the exact method. Returns NULL and fills error when the scene cannot be run.
 * The world is not kept (but words in error are its own); dem2_export must be given the same one, or a copy. */
struct dem2 *dem2_new(struct world *w, const struct dem2_options *o, struct dem2_error *error);
void dem2_free(struct dem2 *sim);

/* One time step. Returns DEM2_GOOD or the failure, which error describes; the state is lost then. */
enum dem2_status dem2_step(struct dem2 *sim, struct dem2_error *error);

/* Whether neighbours have come to stand so far from each other in memory that a large scene is slowed down by it. */
int dem2_scattered(const struct dem2 *sim);
/* Take up the state that dem2_export has just written into w in full, with bodies in memory along a space-filling curve anew.
 * Nothing of what follows changes by a bit. Frees sim; returns NULL and fills error as dem2_new. */
struct dem2 *dem2_renew(struct dem2 *sim, struct world *w, struct dem2_error *error);

/* Whether bodies leave through an outlet of the scene before the next step. They do so only before steps whose number is a
 * multiple of DEM2_OUTLETS_EVERY, and before the first at which an outlet's time has come. */
enum { DEM2_OUTLETS_EVERY = 64 };
int dem2_leaving(const struct dem2 *sim);
/* Let them leave: w gets the state without them, or with them where they were put back (column laps counts how often), and the
 * simulation goes on with that. Frees sim; returns NULL and fills error as dem2_new, and w is as it was before then. */
struct dem2 *dem2_discharge(struct dem2 *sim, struct world *w, struct dem2_error *error);

/* Write the state into the world: bodies, contacts, ledger, step, t, dt. full = 0 leaves out what only a continuation
 * needs: contacts and the integrator's own columns. due is the caller's. */
void dem2_export(struct dem2 *sim, struct world *w, int full);

/* Where the simulation stands. */
int64_t dem2_steps(const struct dem2 *sim);   /* step counter, names the frame */
double dem2_time(const struct dem2 *sim);     /* step * dt [T] */
/* The first step at which time t is reached; t counts as reached when it is missed by less than 1e-6 steps, so that
 * sums of decimal fractions end where they should. */
int64_t dem2_step_of(const struct dem2 *sim, double t);
double dem2_dt(const struct dem2 *sim);       /* [T] */
/* Whether the world holds a state of the integrator, with contacts and ledger, that is just gone on with. */
int dem2_resumes(const struct world *w, const struct dem2_options *o);

/* The automatic step of the scene [T]: a fraction of the shortest contact, from masses, stiffness and damping alone. */
double dem2_auto_dt(const struct dem2 *sim);

/* Signs by which runs may be stopped. What does not exist in a scene is not a number. */
struct dem2_signs {
	double kinetic, elastic;  /* energies now, that of normal springs without its sign [M L^2/T^2] */
	/* since the ledger began: of a domain that deforms the largest of its integrals of rates along x, y and in shear; else of the
	 * lowest and the highest wall along each axis how much their distance has changed, or one has moved along the other, to
	 * the first distance */
	double strain;
	/* the mean of the stresses along x and y of a domain that is periodic along both and has no walls; else of the force
	 * across such walls to their length [M/T^2] */
	double pressure;
	double off;               /* the furthest that the stress of a domain, or a wall, is away from its pressure, relative to that */
	/* of the free bodies that touch two others or more: their share of all free bodies, and how many they touch on average */
	double share, partners;
};
struct dem2_signs dem2_signs(const struct dem2 *sim);

/* Figures of the run. */
struct dem2_report {
	int64_t rebuilds;     /* of the Verlet list */
	double skin;          /* [L] */
	int64_t pairs;        /* vertex-edge pairs in the contact list */
	int64_t contacts;     /* of them in contact */
	int bodies, moving;   /* all; those that are not prescribed in every degree of freedom */
	double dt_auto;       /* [T] */
	double kinetic, elastic;  /* energies now [M L^2/T^2] */
	double residual;      /* of the first law since the ledger began [M L^2/T^2] */
	double turnover;      /* what it is measured by: the largest of work, loss, fall, and what motion and springs hold */
	double visc, visc_power;  /* viscous dissipation booked as work and as power [M L^2/T^2] */
	double bytes;         /* memory held, with the world */
	/* processor time of the calling thread spent in steps since dem2_new, from samples [s] */
	double time_forces;   /* placing vertices, distances, forces of contacts */
	double time_lists;    /* finding what may touch */
	double time_motion;   /* all else: sums over contacts, integration, boundaries, ledger */
};
struct dem2_report dem2_report(const struct dem2 *sim);

#endif
