/* form3.h: solid shapes with a name: balls, clumps of balls, implicit bodies, surfaces and polyhedra. */
#ifndef SCREE_FORM3_H
#define SCREE_FORM3_H

#include "world/world.h"

/* The parameters that a shape takes. */
enum {
	FORM3_RADIUS = 1,     /* r: radius of the ball or of every pebble, or mean radius of a body */
	FORM3_SPACING = 2,    /* spacing of neighbouring pebbles */
	FORM3_ANGLE = 4,      /* angle between arms */
	FORM3_SIZE = 8,       /* lengths along x, y and z */
	FORM3_BLOCKINESS = 16,
	FORM3_CURVED = 32,    /* a curved surface made of triangles, whose resolution is n */
	FORM3_BLOBS = 64,     /* bumps and dents */
	FORM3_SPHERORADIUS = 128, /* r: spheroradius of a polyhedron */
	FORM3_SIDES = 256,    /* sides of the base */
	FORM3_TAPER = 512, FORM3_TRUNCATION = 1024
};

/* A bump of an ellipsoid, or with the sign -1 a dent: Q = k (1 - sum of ((x - c) / a)^2), see implicit.h. */
struct form3_blob { int sign; double k, c[3], a[3]; };
struct form3 {
	const char *name, *what; /* what: a description for --list */
	enum shape_kind kind;
	int takes;            /* the FORM3_ parameters it takes, added */
	double r, size[3];    /* defaults [L]; a rod has one length, a plate has two, the others are 0 */
};
extern const struct form3 form3_known[];
extern const int form3_n_known;

struct form3_plan {
	double r;             /* > 0, for a spheroradius also 0 [L] */
	double size[3];       /* > 0 [L]; for a torus the first two must be equal and more than twice the third */
	double spacing;       /* of the centres of neighbouring pebbles in units of r, 0 < spacing <= 2; at 2 the pebbles touch */
	double angle;         /* [rad], 0 < angle <= pi */
	double blockiness[2]; /* each 1 or more */
	int n;                /* edges along the longest side, 2 to TRIANGULATE_MOST (triangulate.h) */
	int sides;            /* of the base of a prism and the like, 3 or more */
	double taper;         /* width of the top of a frustum relative to its base, > 0 */
	double truncation;    /* how far the corners of a cube are cut off, from 0 to 1, where the cuts meet */
	int n_blob;
	const struct form3_blob *blob; /* [n_blob] */
};
#define FORM3_PLAN(form) { .r = (form)->r, .size = { (form)->size[0], (form)->size[1], (form)->size[2] }, .spacing = 2, \
	.angle = 1.0471975511965976, .blockiness = { 4, 4 }, .n = 32, .sides = 5, .taper = 0.5, .truncation = 0.5857864376269049 }

/* The index of a name in form3_known, or -1. */
int form3_find(const char *name);
/* Draw the shape form3_known[which] about some origin, without a mass. Returns 0, or -1 if the spacing does not divide 6, because
 * the arms of a T-bar are 6 r long. */
int form3_draw(struct shape *s, int which, const struct form3_plan *plan);

/* ---- surfaces (form3_mesh.c); n is the resolution, see triangulate.h ---- */

struct mesh;
/* The block with the corners -a and a [L]. */
void form3_box(struct mesh *m, const double a[3]);
/* The prism from -a[2] to a[2] over the polygon inscribed in the ellipse with half axes a[0] and a[1] [L]. */
void form3_cylinder(struct mesh *m, const double a[3], int n);
/* A polygon inscribed in a circle of radius r is carried around the z axis along a second polygon; the centre of the circle is at
 * R > r from the axis [L]. */
void form3_torus(struct mesh *m, double R, double r, int n);
/* The body (|x/a|^p + |y/b|^p)^(q/p) + |z/c|^q <= 1 with half axes a, q = blockiness[0] and p = blockiness[1] (Barr 1981, IEEE
 * Computer Graphics and Applications 1, 11, where the exponents are 2/p and 2/q). */
void form3_superquadric(struct mesh *m, const double a[3], const double blockiness[2], int n);
/* A convex body with one stable and one unstable equilibrium, see form3_mesh.c. r^4 is the mean of the fourth power of its radius
 * over all directions [L]. */
void form3_gomboc(struct mesh *m, double r, int n);

/* ---- polyhedra (form3_faces.c) ---- */

enum form3_faces { FORM3_TETRAHEDRON, FORM3_CUBE, FORM3_OCTAHEDRON, FORM3_DODECAHEDRON, FORM3_ICOSAHEDRON, FORM3_CUTCUBE,
	FORM3_PRISM, FORM3_ANTIPRISM, FORM3_PYRAMID, FORM3_FRUSTUM, FORM3_ROD, FORM3_PLATE };
/* A polyhedron, centred in a box whose sides are the sizes of the plan [L]. The base of a prism, antiprism, pyramid or frustum is
 * a polygon inscribed in an ellipse with the diameters size[0] and size[1]; its first corner is at x > 0, y = 0. A tetrahedron
 * has four of the corners of the box. */
void form3_polyhedron(struct solid *s, enum form3_faces which, const struct form3_plan *plan);

#endif
