/* sim.h: what a simulator shows to a program: options, failures, signs by which a run may be stopped, the report, and a table of
 * functions. */
#ifndef SCREE_SIM_H
#define SCREE_SIM_H

#include <stdint.h>

#include "sim/sim_clock.h"
#include "world/world.h"

enum dem2_integrator { DEM2_VERLET, DEM2_GEAR };
/* The integrator of rotation in space; see motion/rotor.h. */
enum rotation { ROTATION_SPLIT, ROTATION_SPLIT4, ROTATION_LEAPFROG };

struct sim_options {
	double dt;            /* time step [T]; 0: the world's own, or the automatic one if the world has none; < 0: the automatic one */
	double skin;          /* half of the neighbour list's margin [L]; < 0: chosen and tuned during the run */
	enum dem2_integrator integrator; /* in the plane */
	enum rotation rotation;          /* in space */
	int iterations;                  /* of the leapfrog of rotation, in every step */
	int attraction;       /* 1: viscous normal forces may exceed the elastic ones and attract */
	int threads;          /* OpenMP threads; the results do not depend on their number */
	int forces;           /* 1: export fx fy torque, the contact forces on each body */
	int heat;             /* 1: export heat: half of the energy that friction and viscosity took at each body's contacts */
	int takes;            /* of soft contacts, 1: bodies have rows as with EXPORT_ROWS from the beginning, if one rank runs */
	/* of hard contacts: */
	int solver;           /* enum cd3_solver, see cd3.h */
	double tolerance;     /* of the residual */
	double travel;        /* how far a body may move in a substep, as a fraction of its least half axis; 0: any distance */
	int sweeps;           /* the largest number of sweeps */
	int directions;       /* number of directions of friction of the affine solver */
	int roots;            /* 1: test by the characteristic polynomial whether ellipsoids are separate */
	/* of all simulators: */
	int plain;            /* 1: loop over all pairs of bodies, as the forces are defined: slow, with the same bits */
	int narrow;           /* how many steps narrower than the widest the vectors are, see base/wide.h */
};

enum sim_status {
	SIM_GOOD = 0,
	/* the scene cannot be run */
	SIM_DIMENSION,       /* the world has dimension a, the simulator b */
	SIM_NO_SHAPE,        /* body a has shape b, which is not defined */
	SIM_NO_MATERIAL,     /* body a is of material word, which is not defined */
	SIM_NO_LAW,          /* materials word and word2 have no law; word NULL: body a can meet its own image */
	SIM_LAW,             /* law cannot be used: law_status, key and value are those of law_resolve */
	SIM_MASS,            /* body a of shape b is free to move and has mass value */
	SIM_INERTIA,         /* body a can turn under constraint word and has moment of inertia value */
	SIM_SIZE,            /* body a has size value, which is not above 0 or makes its mass or its moments infinite */
	SIM_CENTRE,          /* shape b's centre of mass is at distance value from its origin, and body a is free */
	SIM_RADIUS,          /* bodies a and b: both spheroradii are 0, so they cannot touch */
	SIM_GROUP,           /* a bodies with tag word move as one and can turn: word2, which forbids it, is missing */
	SIM_TURN,            /* constraint word: its a bodies, or its free axes, cannot turn in this way */
	SIM_WALL,            /* body a of shape b, a wall, can move and has neither mass nor constraint */
	SIM_AXES,            /* shape b of body a is not in its principal axes */
	SIM_SHAPE,           /* body a has shape b of kind word, which the simulator does not support; it supports word2 */
	SIM_ROLLS,           /* the law of materials word and word2 resists rolling, which the solver does not support */
	SIM_DRIVE,           /* constraint word has a drive that does not fit its degree of freedom */
	SIM_BETWEEN,         /* the pressure of constraint word acts between walls word2, which do not exist */
	SIM_ENDLESS,         /* the pressure of constraint word acts on a wall without end */
	SIM_MEETS,           /* wall a meets its images along the periodic axis b; value 1: it may do so when it turns; see endless.h */
	SIM_LEANS,           /* cylinder a continues along the periodic axis b, along which the domain is tilted */
	SIM_IMAGES,          /* wall a has images along the periodic axis b, which the simulator does not support */
	SIM_PRESSURE,        /* constraint word has a pressure, which the simulator does not support */
	SIM_TILT,            /* tilt or rates do not fit the periodic axes or the simulator: word */
	SIM_HELD,            /* the domain deforms and body a has a constraint word */
	SIM_THICK,           /* body a has the diameter value, and the nearest of its images is limit away */
	SIM_WIDE,            /* body a reaches further than value periods of the domain */
	SIM_REACH,           /* forces of a law begin value beyond the radii; limit (some periods of the domain) is allowed */
	SIM_VERTICES,        /* bodies a and b: the product of their numbers of vertices is value; limit is allowed */
	SIM_MANY,            /* this process has value of enum sim_count b, more than it can count; limit is allowed */
	SIM_TWICE,           /* two bodies have the id a */
	SIM_OUTLET,          /* outlet word has a fault: word2 was expected */
	SIM_CROSS,           /* wall a and body b cross, or one contains the other */
	/* the run failed */
	SIM_OVERLAP,         /* bodies a and b overlap by value; limit is half of r_i + r_j */
	SIM_RATE,            /* the domain deforms by value in one step; limit is allowed */
	SIM_CELL,            /* the domain has deformed to a length value */
	SIM_OUTLET_LEFT,     /* outlet word does not fit the domain, which has deformed: word2 was expected */
	SIM_STEP,            /* the automatic time step is 0: masses, sizes and stiffnesses do not fit together */
	SIM_RETURN,          /* outlet word cannot put body a back at height value: no space between its bounds, walls or the top */
	SIM_OUTSIDE,         /* body a left the domain along axis b (0 x, 1 y, 2 z) at coordinate value; limit: how far it moved along b
	                      * in this step, in units of its reach, or NaN if the scene has no walls that it could have passed */
	SIM_FAST,            /* body a moved by value in one step, further than ten times its reach */
	SIM_STRAYED,         /* body a moved by value in a few steps, further than the ghosts of other ranks reach */
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

/* Keep the failure e of a step in *noted, or keep the failure that is there. Of an overlap and another failure keep the overlap,
 * among overlaps the deepest. Among other failures of bodies keep the worst kind, which is the later one in the list above, and
 * of one kind the lowest id. This does not depend on the order in which failures are found. If one of the
 * two names no body, keep the first. */
void sim_fail(struct sim_error *noted, struct sim_error e);
/* SIM_MANY if there are more than `most`. The numbers are those of one process, whose offsets have 32 bits. */
enum sim_count { SIM_BODIES, SIM_PAIRS, SIM_CANDIDATES, SIM_NEAR_PAIRS };
void sim_count(struct sim_error *noted, enum sim_count what, int64_t n, int64_t most);

/* Signs by which a run may be stopped. A sign that a scene does not have is NaN. */
struct sim_signs {
	double kinetic, elastic;  /* energies now, that of normal springs without its sign [M L^2/T^2] */
	/* Since the ledger began. Of a domain that deforms: the largest of the integrals of its rates. Otherwise: the largest change
	 * of the gap or of the shift of opposite walls, by the first gap; see opposite.h. */
	double strain;
	/* The mean of the normal stresses of a domain that is periodic along all axes and has no walls; otherwise the force across
	 * opposite walls divided by their length, in space by their area [M/T^2, in space M/(L T^2)]. */
	double pressure;
	/* the largest difference between a stress and its target, relative to the target; if that is 0, to the largest target of the
	 * domain */
	double off;
	/* Of the free bodies that touch at least two others: their fraction of all free bodies, and their mean number of partners. */
	double share, partners;
};
/* The report of a run. */
struct sim_report {
	int64_t rebuilds;     /* of the neighbour list */
	double skin;          /* [L] */
	int64_t pairs;        /* vertex-edge pairs in the neighbour list */
	int64_t contacts;     /* the number of them in contact */
	int bodies, moving;   /* all bodies; those that are not prescribed in every degree of freedom */
	double dt_auto;       /* [T] */
	/* of soft contacts, else 0: the duration of the shortest contact [T]; the largest overlap to expect, as such [L] and relative to
	 * the mean of the two radii, and to their sum, of which a run allows half; the shortest Rayleigh time, 0 if no law has elastic
	 * constants [T] */
	double contact_time, overlap, relative, overlap_share, rayleigh;
	/* of laws whose stiffness grows with the overlap: the overlap that was furthest above the one that the time step was made for
	 * [L], and their ratio; 0 if there were no contacts */
	double overlap_reached, overlap_ratio;
	double kinetic, elastic;  /* energies now [M L^2/T^2] */
	double residual;      /* error of the energy balance since the ledger began [M L^2/T^2] */
	double turnover;      /* the scale of the residual, see struct balance in ledger.h [M L^2/T^2] */
	double visc, visc_power;  /* viscous dissipation booked as work and as power [M L^2/T^2] */
	double bytes;         /* memory in use, including the world */
	/* processor time of the calling thread in the steps of the run, from samples [s] */
	double time_forces;   /* placing vertices, distances, forces of contacts */
	double time_lists;    /* neighbour lists and near candidates */
	double time_motion;   /* all else: sums over contacts, integration, boundaries, ledger */
};

/* What goes into a world: no contacts, or all. With the bit EXPORT_ROWS, contacts, and of bodies what changes, have only columns
 * there and, until the next step, w->body_rows and w->contact_rows, from which a frame can be written in little memory. Several
 * ranks put all there even so. */
enum { EXPORT_LIGHT, EXPORT_FULL, EXPORT_ROWS };

/* The functions of a simulator for a program that drives it; see dem2.h for what they do. */
struct simulator {
	int dim;
	const char *until;    /* the signs by which a run may be stopped: "quiet=, jam= or pressure=" */
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
	int (*migrates)(const void *sim);                /* of several ranks: bodies have to be dealt out anew now, by renew */
	/* columns of contacts that a simulator that is set up again from its state finds anew, up to NULL. NULL: it reads all of them
	 * from tables; otherwise it reads them also from w->contact_rows. */
	const char *const *derived;
};

/* The functions NAME_new, NAME_step, ... of a struct NAME as NAME_simulator. */
#define SIM_SIMULATOR(name, dimension, until_, leaving_, discharge_, migrates_, derived_) \
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
		renew_, leaving_, discharge_, migrates_, derived_, \
	};

#endif
