/* field.h: bodies in the plane and in space with their distance function.
 *
 * Distances are exact. In the plane they are measured to the pieces of the boundary; in space to the triangles of a mesh, to the
 * skeleton of a polyhedron, or to the patches, circles and corners of the surface of a union of balls. In the dents of rounded
 * polyhedra they are those to triangles. For ellipsoids and objects the nearest of many points of the surface is the start of
 * Newton's method, which ends where the surface is perpendicular to the vector from x to it. In the
 * plane z is 0. */
#ifndef SCREE_FIELD_H
#define SCREE_FIELD_H

#include "solid/lines.h"
#include "world/world.h"

struct field {
	int dim;
	struct lines lines;    /* the bounding box and the intervals inside of lines along x */
	/* Points of the surface: each is the middle of a patch of the given area [L^2], in 2D of the given length [L], with the
	 * outward unit normal. Further points with the area 0 and no normal are at corners of the surface. */
	struct field_point { double at[3], normal[3], area; } *point; /* [n_point] */
	int n_point;
	size_t cap_point;
	/* private */
	const struct field_kind *kind;
	void *body;
};

/* Build the field of a shape, with about the given number of points of its surface. The shape must stay in place until field_free
 * and must have a mass: the edges of a polygon may not cross, and a mesh must be closed. Returns 0, or -1 if a shape of this kind
 * has no closed surface. */
int field_of_shape(struct field *f, const struct shape *s, int points);
void field_free(struct field *f);

/* The distance from x to the surface [L], positive on both sides; at[3] gets the nearest point of the surface. */
double field_distance(const struct field *f, const double x[3], double at[3]);
int field_inside(const struct field *f, const double x[3]);
/* The distance from x to the surface [L], negative inside; at[3] gets the nearest point of the surface. */
double field_signed(const struct field *f, const double x[3], double at[3]);

#endif
