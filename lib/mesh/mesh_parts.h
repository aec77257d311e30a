/* mesh_parts.h: shared by mesh_repair.c and mesh_face.c. */
#ifndef SCREE_MESH_PARTS_H
#define SCREE_MESH_PARTS_H

#include "base/vec.h"
#include "mesh/mesh.h"

/* The components of a surface. */
struct parts {
	int n;
	int *part;            /* [n_triangle] the component of each triangle */
	int *order;           /* [n_triangle] the triangles, component by component */
	int *first;           /* [n + 1] component c has order[first[c]] .. order[first[c + 1] - 1] */
	char *flip;           /* [n_triangle] whether a triangle faces the other way than most of its component */
	/* [n_beside] points between the triangles around edges of four or more triangles, near the middles of these edges */
	struct { double at[3], edge[3], length; } *beside;
	int n_beside;
	size_t cap_beside;
};

/* Count a fault; at is its place [L], or NULL. */
void mesh_fault_add(struct mesh_faults *f, enum mesh_fault_kind kind, const double at[3]);
/* Count a fault at the middle of a triangle. */
void mesh_fault_triangle(struct mesh_faults *f, enum mesh_fault_kind kind, const struct mesh *m, int t);
/* Make all components face the right way, see mesh_face.c. */
void mesh_face(struct mesh *m, const struct parts *p, struct mesh_faults *f);
/* The centroid of triangle t [L]. */
static inline vec3 mesh_middle(const struct mesh *m, int t)
{
	return v3_scale(1.0 / 3, v3_add(mesh_corner(m, t, 0), v3_add(mesh_corner(m, t, 1), mesh_corner(m, t, 2))));
}

#endif
