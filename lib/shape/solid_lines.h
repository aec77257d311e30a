/* solid_lines.h: intervals of lines inside any shape in 3D, and its voxels as a surface. */
#ifndef SCREE_SOLID_LINES_H
#define SCREE_SOLID_LINES_H

#include "mesh/mesh.h"
#include "mesh/meshtree.h"
#include "mesh/polyhedron_lines.h"
#include "solid/balls.h"
#include "solid/implicit.h"
#include "solid/lines.h"
#include "world/world.h"

/* A shape cut by lines along x of its own frame. This frame has its origin at `at` in the body frame, turned by the quaternion
 * turn. */
struct solid_lines {
	struct lines lines;
	double at[3], turn[4];
	/* private */
	enum shape_kind kind;
	struct balls_lines balls;
	struct mesh mesh;
	struct mesh_lines surface;
	struct implicit implicit;
	struct polyhedron_lines polyhedron;
};

/* Prepare a shape, which must stay as it is until solid_lines_free. Planes, cylinders, and faulty objects and polyhedra give
 * MASS_EMPTY and nothing to free. */
enum mass_status solid_lines_init(struct solid_lines *l, const struct shape *s);
void solid_lines_free(struct solid_lines *l);

/* Append to m the squares between voxels inside and outside, each as two triangles that are counter-clockwise seen from outside.
 * The voxels are those of mass3_by_voxels, n along the longest side. Returns the number of voxels inside. */
int64_t lines_voxel_faces(const struct lines *l, int n, struct mesh *m);

#endif
