/* faces3_wall.h: contacts of bodies with faces and walls that their edges touch: meshes, and cylinders that they are outside of.
 *
 * A vertex touches triangles of a mesh as a pebble does. Further pairs are edges of both, with the weight of faces3.h, and a
 * face of the body with a corner of the mesh. Edges of a mesh between triangles on one plane are none. A vertex touches a
 * cylinder as a pebble does; the axis of the cylinder is its edge. Planes, and cylinders that bodies are inside of, touch
 * vertices alone. */
#ifndef SCREE_FACES3_WALL_H
#define SCREE_FACES3_WALL_H

#include "contact/walls3.h"

/* Whether body b has faces and its edges touch the wall. */
static inline int faces3_wall_has_edges(const struct pebbles *p, int b, const struct wall3 *wall)
{
	return pebbles_faces(p, b) && (wall->kind == FORM_MESH || (wall->kind == FORM_CYLINDER && wall->side == CYLINDER_OUT));
}

/* Whether a feature of this kind and the feature k of such a wall are a pair that counts. Those of meshes are numbered as in
 * facets.h; a cylinder has the feature 0. */
static inline int faces3_wall_pairs(enum feature_kind kind, const struct wall3 *wall, int k)
{
	const struct facets *f = wall->facets;

	if (wall->kind != FORM_MESH)
		return kind == FEATURE_VERTEX || kind == FEATURE_EDGE;
	if (k < f->n_face)
		return kind == FEATURE_VERTEX;
	return (k < 4 * f->n_face ? kind == FEATURE_EDGE : kind >= FEATURE_FACE) && facets_has(f, k);
}

/* Find the nearest points of the feature i and the feature k of such a wall, which count. Returns their distance, negative
 * behind the surface of a cylinder [L]. *corners: see wall3_from_face, for vertices and triangles. */
double faces3_from_wall(const struct feature3 *i, const struct wall3 *wall, int k, struct nearest3 *out, int *corners);
/* Whether the skeleton of a body with faces meets the mesh. *list, with room for *cap, is scratch. */
int faces3_meets_mesh(const struct faces3 *f, const struct frame3 *at, const struct wall3 *wall, int **list, size_t *cap);

#endif
