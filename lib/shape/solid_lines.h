/* solid_lines.h: what lines cut out of any shape in 3D, and the voxels inside of it as a surface. */
#ifndef SCREE_SOLID_LINES_H
#define SCREE_SOLID_LINES_H

#include "mesh/mesh.h"
#include "mesh/meshtree.h"
#include "solid/balls.h"
#include "solid/implicit.h"
#include "solid/lines.h"
#include "world/world.h"

/* The shape's body in a frame that stands at `at`, turned by the quaternion turn, in its body frame. */
struct solid_lines {
	struct lines lines;
	double at[3], turn[4];
	/* private */
	enum shape_kind kind;
	struct balls_lines balls;
	struct mesh mesh;
	struct mesh_lines surface;
	struct implicit implicit;
};

/* The shape, which has to stay as it is until solid_lines_free. MASS_EMPTY, and nothing to free, for planes and cylinders
 * and for objects at fault. */
enum mass_status solid_lines_init(struct solid_lines *l, const struct shape *s);
void solid_lines_free(struct solid_lines *l);

/* Append to m the squares between voxels inside and outside, as pairs of triangles seen counter-clockwise from outside. The
 * voxels are those of mass3_by_voxels, n along the longest side. Returns their number. */
int64_t lines_voxel_faces(const struct lines *l, int n, struct mesh *m);

#endif
