/* sim.h: what the simulators with soft contacts have in common: options, failures, signs by which runs may be stopped,
 * figures. */
#ifndef SCREE_SIM_H
#define SCREE_SIM_H

#include <stdint.h>

#include "sim/sim_clock.h"
#include "world/world.h"

enum dem2_integrator { DEM2_VERLET, DEM2_GEAR };
/* How bodies turn in space; see motion/rotor.h. */
enum rotation { ROTATION_SPLIT, ROTATION_SPLIT4, ROTATION_LEAPFROG };

struct sim_options {
	double dt;            /* time step [T]; 0: the world's own, or the automatic one when it has none */
	double skin;          /* width of the Verlet list's margin [L]; < 0: chosen and tuned while running */
	enum dem2_integrator integrator; /* in the plane */
	enum rotation rotation;          /* in space, */
	int iterations;                  /* of the leapfrog in every step */
	int attraction;       /* 1: viscous normal forces may exceed the elastic ones and attract */
	int threads;          /* OpenMP threads; the results do not depend on them */
	int forces;           /* 1: export fx fy torque, the contact forces on each body */
	int heat;             /* 1: keep and export heat, each body's share of what friction and viscosity took at its contacts */
	int solver;           /* of hard contacts: enum cd3_solver, see cd3.h, and what goes with it: */
	double tolerance, travel; /* of the residual; part of a body's least half axis that it may go in a step, 0: any */
	int sweeps, directions, roots; /* at most; of friction, in affine; 1: separation by the characteristic polynomial */
	int plain;            /* 1: by all pairs of bodies, as the forces are defined: slow, and the same to the last bit */
	int narrow;           /* how many kinds of vectors narrower than the widest, see base/wide.h */
};

enum sim_status {
	SIM_GOOD = 0,
	/* the scene cannot be run */
	SIM_DIMENSION,       /* the world has dimension a, the simulator b */
	SIM_NO_SHAPE,        /* body a has shape b, which is not defined */
	SIM_NO_MATERIAL,     /* body a is of material word, which is not defined */
	SIM_NO_LAW,          /* materials word and word2 have no law; word NULL: those of bodies a and b, which meet */
	SIM_LAW,             /* a law cannot be used: see law_resolve, which says law_status, key and value of it */
	SIM_MASS,            /* body a of shape b is free to move and has mass value */
	SIM_INERTIA,         /* body a can turn, as constraint word lets it, and has a moment of inertia of value */
	SIM_SIZE,            /* body a has size value */
	SIM_CENTRE,          /* shape b's centre of mass is value away from its origin, and body a is free */
	SIM_RADIUS,          /* bodies a and b: both spheroradii are 0, they cannot touch */
	SIM_GROUP,           /* a bodies with tag word move as one, and word2, which says that they do not turn, is not there */
	SIM_TURN,            /* constraint word: a bodies that move as one, or their free axes, cannot turn so */
	SIM_WALL,            /* body a of shape b, a wall, can move and has neither mass nor constraint */
	SIM_AXES,            /* shape b of body a is not in its principal axes */
	SIM_SHAPE,           /* body a has shape b, of a kind that cannot be simulated: word; word2 are those that can */
	SIM_ROLLS,           /* the law of materials word and word2 resists rolling, which the solver does not know */
	SIM_DRIVE,           /* constraint word has a drive that does not fit its degree of freedom */
	SIM_BETWEEN,         /* the pressure of constraint word is between walls word2, of which there are none */
	SIM_ENDLESS,         /* the pressure of constraint word acts on a wall without end */
	SIM_MEETS,           /* wall a meets its images along the periodic axis b, value 1: or may do so, turning: endless.h */
	SIM_IMAGES,          /* wall a has images along the periodic axis b, which the simulator does not look at */
	SIM_PRESSURE,        /* the constraint word has a pressure, which the simulator does not know */
	SIM_TILT,            /* tilt or rates do not go with the periodic axes: word */
	SIM_HELD,            /* the domain deforms and body a has a constraint word */
	SIM_WIDE,            /* body a reaches further than a number of periods of the domain, value */
	SIM_REACH,           /* forces of a law begin value beyond the radii, limit (some periods of the domain) is allowed */
	SIM_VERTICES,        /* bodies a and b: the product of their numbers of vertices is value, limit is allowed */
	SIM_TWICE,           /* id a is there twice */
	SIM_OUTLET,          /* outlet word: word2 was expected */
	SIM_CROSS,           /* wall a and body b cross, or one stands in the other */
	/* the run failed */
	SIM_OVERLAP,         /* bodies a and b overlap by value, limit is half of r_i + r_j */
	SIM_RATE,            /* the domain deforms by value in one step, limit is allowed */
	SIM_CELL,            /* the domain has deformed to a length value */
	SIM_STEP,            /* the automatic time step is 0: masses, sizes and stiffnesses do not go together */
	SIM_RETURN,          /* outlet word cannot put body a back at height value: no room between its bounds, walls or the top */
	SIM_OUTSIDE,         /* body a left the domain along axis b (0 x, 1 y) at coordinate value */
	SIM_FAST,            /* body a moved by value in one step, further than ten times its reach */
	SIM_LEDGER,          /* energies and work are not finite any more */
	SIM_FINITE           /* body a: a number is not finite */
};

struct sim_error {
	enum sim_status status;
	int64_t a, b;
	double value, limit;
	double t;             /* time of failure [T] */
	const char *word, *word2, *key; /* names in the world, or NULL */
	const struct law *law; /* in the world, or NULL */
	int law_status;
};

/* Note a failure of a step. Of several, whatever the order in which they are found: of overlaps the deepest; of other failures
 * of bodies the worst kind, which is the later one above, and of that the lowest id. Between overlaps and others, or where no
 * body is named, the first one counts. */
void sim_fail(struct sim_error *told, struct sim_error e);

/* Signs by which runs may be stopped. What does not exist in a scene is not a number. */
struct sim_signs {
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
/* Figures of the run. */
struct sim_report {
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

/* A simulator, as a program drives it; see dem2.h for what the functions do. */
struct simulator {
	int dim;
	const char *until;    /* the signs by which it may be stopped: "quiet=, jam= or pressure=" */
	void *(*make)(struct world *w, const struct sim_options *o, struct sim_error *error);
	void (*free)(void *sim);
	enum sim_status (*step)(void *sim, struct sim_error *error);
	void (*export)(void *sim, struct world *w, int full);
	const struct sim_clock *(*clock)(const void *sim);
	struct sim_signs (*signs)(const void *sim);
	struct sim_report (*report)(const void *sim);
	int (*resumes)(const struct world *w, const struct sim_options *o);
	int (*scattered)(const void *sim);
	void *(*renew)(void *sim, struct world *w, struct sim_error *error);
	int (*leaving)(const void *sim);                 /* NULL: there are no outlets */
	void *(*discharge)(void *sim, struct world *w, struct sim_error *error);
};

/* The functions NAME_new, NAME_step, ... of a struct NAME as NAME_simulator. */
#define SIM_SIMULATOR(name, dimension, until_, leaving_, discharge_) \
	static void *make_(struct world *w, const struct sim_options *o, struct sim_error *e) { return name##_new(w, o, e); } \
	static void free_(void *s) { name##_free(s); } \
	static enum sim_status step_(void *s, struct sim_error *e) { return name##_step(s, e); } \
	static void export_(void *s, struct world *w, int full) { name##_export(s, w, full); } \
	static const struct sim_clock *clock_(const void *s) { return name##_clock(s); } \
	static struct sim_signs signs_(const void *s) { return name##_signs(s); } \
	static struct sim_report report_(const void *s) { return name##_report(s); } \
	static int scattered_(const void *s) { return name##_scattered(s); } \
	static void *renew_(void *s, struct world *w, struct sim_error *e) { return name##_renew(s, w, e); } \
	const struct simulator name##_simulator = { \
		dimension, until_, make_, free_, step_, export_, clock_, signs_, report_, name##_resumes, scattered_, \
		renew_, leaving_, discharge_, \
	};

#endif
