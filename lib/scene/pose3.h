/* pose3.h: bodies of space at their places: where one reaches, how far two are apart.
 *
 * Nothing here knows forces: scenes are made and checked with it, independently of the simulators; as
 * scene/place.h in the plane. */
#ifndef SCREE_POSE3_H
#define SCREE_POSE3_H

#include "contact/ellipsoid3.h"
#include "contact/objects3.h"
#include "contact/tube3.h"
#include "mesh/meshtree.h"
#include "world/world.h"

/* The surfaces of the shapes that are meshes or objects, each looked at once. */
struct surfaces3 {
	int n;
	struct surface3 {
		const struct shape *shape;
		struct mesh mesh;
		struct meshtree tree;
		int closed;           /* it has an inside, which is part of the body */
	} **item;
	struct objects3 objects;
};
void surfaces3_free(struct surfaces3 *s);

enum pose3_kind { POSE3_BALLS, POSE3_ELLIPSOID, POSE3_OBJECT, POSE3_MESH, POSE3_PLANE, POSE3_CYLINDER };

/* A shape scaled by size, turned and put at x. An object at fault (implicit_check) is the ball about its centre that holds it. */
struct pose3 {
	enum pose3_kind kind;
	const struct shape *shape;
	double size, x[3];
	double m[3][3];           /* the rotation */
	double reach;             /* all of it is so near to x [L]; infinite for endless walls */
	int n;
	double (*ball)[4];        /* [n] in space */
	struct ellipsoid3 ellipsoid;
	struct tube3 tube;
	const struct surface3 *surface;
	struct surfaces3 *surfaces; /* where it was placed with; an object is looked at when it comes near something */
};

/* Place a shape; *p is { 0 } before the first time, and keeps its memory for the next. */
void pose3_place(struct pose3 *p, struct surfaces3 *surfaces, const struct shape *shape, double size, const double x[3],
	const double q[4]);
/* Body i of a world, with its image counts left out. Returns -1 when the world lacks its shape. */
int pose3_body(struct pose3 *p, struct surfaces3 *surfaces, const struct world *w, const struct bodies3 *b, int i);
void pose3_free(struct pose3 *p);

/* The bounding box; all of space along the axes where a wall has no end. */
void pose3_box(const struct pose3 *p, double lo[3], double hi[3]);

/* The distance between two bodies [L], b standing at its place plus a shift; negative where they overlap. Exact
 * for balls, clumps, ellipsoids and planes with any of these and with objects they cut the balls of, and for closed and
 * open surfaces of triangles with balls; a clump's is the least over its pebbles. From objects it is exact below a tenth of the
 * thinner body's least radius, but for what is deep in them or runs through them; else they are further apart. Two surfaces, or a
 * surface and an ellipsoid or an object, are as far apart as the balls that hold them, so that they are apart where the distance
 * is positive. Walls do not mind each other: infinite. A gap that turns out to be below enough is as good as any: -INFINITY where
 * the very number counts. */
double pose3_gap(const struct pose3 *a, const struct pose3 *b, const double shift[3], double enough);
/* Whether it is negative, which is found sooner. */
int pose3_overlap(const struct pose3 *a, const struct pose3 *b, const double shift[3]);

#endif
