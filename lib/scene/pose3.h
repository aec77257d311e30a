/* pose3.h: bodies placed in space: their bounding boxes, and gaps between them; scene/place.h does the same for the plane.
 *
 * There are no forces here. Programs use this file to make and to check scenes independently of the simulators. */
#ifndef SCREE_POSE3_H
#define SCREE_POSE3_H

#include "contact/ellipsoid3.h"
#include "contact/objects3.h"
#include "contact/tube3.h"
#include "mesh/meshtree.h"
#include "solid/polyhedron_near.h"
#include "world/world.h"

/* Data for shapes that are meshes, polyhedra or objects, prepared once for each shape. */
struct surfaces3 {
	int n;
	struct surface3 {
		const struct shape *shape;
		struct mesh mesh;
		struct meshtree tree;
		int closed;           /* the surface has an inside, which is part of the body */
	} **item;
	size_t n_faces, n_bucket;  /* polyhedra, in a table by the places of their shapes in memory */
	struct faces3 { const struct shape *shape; struct polyhedron p; struct polyhedron_near near; } **faces;
	struct objects3 objects;
};
void surfaces3_free(struct surfaces3 *s);

enum pose3_kind { POSE3_BALLS, POSE3_FACES, POSE3_ELLIPSOID, POSE3_OBJECT, POSE3_MESH, POSE3_PLANE, POSE3_CYLINDER };

/* A shape that is scaled by size, turned and put at x. An object that implicit_check rejects is replaced by its bounding ball. */
struct pose3 {
	enum pose3_kind kind;
	const struct shape *shape;
	double size, x[3];
	double m[3][3];           /* the rotation */
	double reach;             /* the body lies within this distance from x [L]; infinite for endless walls */
	int n;
	double (*ball)[4];        /* [n] in space; of a polyhedron balls of the spheroradius at its vertices */
	struct ellipsoid3 ellipsoid;
	struct tube3 tube;
	const struct surface3 *surface;
	const struct faces3 *faces;
	struct surfaces3 *surfaces; /* as given to pose3_place; an object's data are prepared when it comes near another body */
};

/* Place a shape. *p must be { 0 } before the first call; later calls use its memory again. */
void pose3_place(struct pose3 *p, struct surfaces3 *surfaces, const struct shape *shape, double size, const double x[3],
	const double q[4]);
/* Place body i of a world, without its image counts. Returns 0, or -1 if the world lacks the body's shape. */
int pose3_body(struct pose3 *p, struct surfaces3 *surfaces, const struct world *w, const struct bodies3 *b, int i);
void pose3_free(struct pose3 *p);

/* The bounding box [L]. It is infinite along axes where a wall has no end. */
void pose3_box(const struct pose3 *p, double lo[3], double hi[3]);

/* Returns the gap between two bodies [L], with b displaced by shift; negative if they overlap. Once a gap below `enough` is
 * found, any value below `enough` may be returned; pass -INFINITY if the value matters.
 *
 * The gap is exact for balls, clumps, ellipsoids, planes with any of these, planes that cut the bounding ball of an object,
 * for balls with open or closed surfaces of triangles, and for polyhedra with balls, clumps, polyhedra, surfaces, planes and
 * cylinders without ends, unless their skeletons meet. The gap of a clump is the minimum over its pebbles. With an object it
 * is exact below a tenth of the smaller of the bodies' least radii, unless the other body is deep in the object or runs
 * through it; larger gaps are only known to be larger. Polyhedra and ellipsoids or objects count as their bounding balls for
 * each other, and next to cylinders with ends polyhedra do. Between two surfaces, or between a surface and an ellipsoid or an
 * object, it is the gap between bounding balls, so the bodies are certainly separate if it is positive. Two walls have an
 * infinite gap. */
double pose3_gap(const struct pose3 *a, const struct pose3 *b, const double shift[3], double enough);
/* Whether the gap is negative. Faster than pose3_gap. */
int pose3_overlap(const struct pose3 *a, const struct pose3 *b, const double shift[3]);

#endif
