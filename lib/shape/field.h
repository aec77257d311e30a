/* field.h: bodies in the plane and in space, known by the distance to their surface.
 *
 * Distances are exact: to the pieces of the boundary of a shape in the plane, to the triangles of a mesh, to the patches,
 * circles and corners that the surface of a union of balls is made of; of ellipsoids and objects the nearest of many points of
 * the surface is taken, and Newton's method goes from there to where the surface is perpendicular to the way. In the plane z is
 * 0. */
#ifndef SCREE_FIELD_H
#define SCREE_FIELD_H

#include "solid/lines.h"
#include "world/world.h"

struct field {
	int dim;
	struct lines lines;    /* the box around the body, and what it cuts out of lines along x */
	/* Points of the surface, each the middle of a part of it. Further ones that stand for no area are where it has corners. */
	struct field_point { double at[3], normal[3], area; } *point; /* [n_point] outward unit normals; areas [L^2], in 2D [L] */
	int n_point;
	size_t cap_point;
	/* private */
	const struct field_kind *kind;
	void *body;
};

/* The field of a shape, with about so many points of its surface. The shape has to stay where it is until field_free; it must
 * have a mass (of polygons, no edges that cross; meshes must be closed). Returns 0, or -1 for a kind of shape that has no
 * surface all around. */
int field_of_shape(struct field *f, const struct shape *s, int points);
void field_free(struct field *f);

/* The distance from x to the surface [L], either way; at[3] gets the nearest point. */
double field_distance(const struct field *f, const double x[3], double at[3]);
int field_inside(const struct field *f, const double x[3]);
/* The distance, negative inside. */
double field_signed(const struct field *f, const double x[3], double at[3]);

#endif
