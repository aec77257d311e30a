/* soft_auto.h: the automatic time step of soft contacts, in the plane and in space.
 *
 * The step depends on the bodies and laws. Where the stiffness grows with the overlap, it also depends on the speeds and
 * loads that are expected, and so on the places of bodies. A run that is split keeps its step because the stream has it. */
#ifndef SCREE_SOFT_AUTO_H
#define SCREE_SOFT_AUTO_H

#include "sim/expect.h"
#include "sim/soft.h"

/* What a body adds by its rotation to its inverse mass at a contact: along the normal and across it [1/M]; its largest inverse
 * moment of inertia [1/(M L^2)]. All 0 if it does not turn. Of extremes and crowds the sums with the inverse masses. */
struct response { double normal, tangent, turn; };

/* Extremes over the bodies of one material that meet those of another. normal and tangent are the largest inverse masses that a
 * contact feels along the normal and across it, times the number of contacts at once [1/M]. The damping of most contacts follows
 * the lightest bodies. But a body that is prescribed along one axis and moves along another (a loaded plate) is damped by the
 * mass of its heaviest partner. */
struct extremes {
	double normal, tangent;
	struct response alone;                /* the same for one contact at a time */
	double driven_normal, driven_tangent; /* normal and tangent of bodies that are prescribed along an axis */
	double most, least;                   /* inverse mass of the lightest body, and of the heaviest that is not prescribed */
	double turn;                          /* largest inverse moment of inertia, times the number of contacts */
	double thin, fat;                     /* smallest and largest radius of a vertex or pebble [L] */
	double loose;                         /* the smallest among bodies that are not prescribed in all degrees of freedom [L] */
	int several;                          /* contacts that one body may have with another at once: dem2_auto.c, dem3_auto.c */
	/* bodies with faces, dem3_auto.c */
	int meeting, edges;                   /* the most faces that meet at a vertex, and edges that meet at a corner of a wall */
	int corners, alike;                   /* the most corners of a face; some bodies of the scene are equal */
	int walls;                            /* there is a wall, which is no body with faces */
	struct response facing;               /* the same as normal and tangent for a face that is touched at all its corners */
	int moves, some;                      /* some body can move; there is a body */
};

/* Make the extremes [n_material][n_material], by the material of the bodies and of their partners; the caller frees them. */
struct extremes *extremes_new(const struct soft *c);
/* Add body b, which meets as many partners at once as `times` of the smallest bodies do; w is its inverse mass, or that of its
 * group [1/M]. */
void extremes_add(const struct soft *c, int b, double times, double w, struct response by, struct extremes *k);
/* Add the radii of the vertices or pebbles of body b [L]. */
void extremes_add_radii(const struct soft *c, int b, double thin, double fat, struct extremes *k);

/* Take the extremes over the bodies of all ranks, after all bodies have been added. */
void extremes_share(const struct soft *c, struct extremes *m);

/* Contacts that one body may have at once. */
struct crowd {
	double places, pairs;    /* places where it is touched, and contacts at each */
	double shared;           /* by how many of the dashpots the mass is shared, see contact/faces3.h */
	double light;            /* inverse reduced mass of the lightest bodies [1/M] */
	struct response by[2];   /* of the bodies of both materials, added up over the places */
	double steps;            /* of the half period */
	double damping;          /* the greatest c dt / m of the dashpots */
};
enum { CROWDS = 5 };
/* A body with one contact; steps and damping remain to be set. */
struct crowd crowd_alone(const struct extremes *a, const struct extremes *b);

/* The contacts of the bodies of two materials. */
struct meeting {
	const struct law_contact *law;
	const struct extremes *a, *b;
	/* set by the simulator */
	double fat, thin;        /* largest and least sum of radii [L] */
	double round[EXPECT_CASES]; /* largest effective radius in each case of expect.h [L] */
	int n_crowd;
	struct crowd crowd[CROWDS];
	/* found by soft_auto */
	double expected[EXPECT_CASES]; /* largest overlap to expect in each case, -1 if there are no such contacts [L] */
	double by_case[EXPECT_CASES];  /* for Hertz' law the overlap for which the step is made [L] */
	double deep;             /* the largest of by_case; of other laws a tenth of fat [L] */
};

/* Foresee the contacts of a scene, see soft_foresee. meet fills what the simulator knows of a meeting; it returns 0 if no two of
 * these bodies can move and touch. */
struct foreseen soft_auto(const struct soft *c, const struct expect_body *body, const struct extremes *m,
	int (*meet)(const void *sim, struct meeting *t), const void *sim, double *limit, double *overlap);

#endif
