/* check_shapes.h: what shapes of a stream in 3D must be to have a mass. */
#ifndef SCREE_CHECK_SHAPES_H
#define SCREE_CHECK_SHAPES_H

#include "world/world.h"

/* Meshes of the stream that is read become what they must have been, where they have faults, with a warning each; *mended
 * [n_shape], if not NULL, says which shapes are other than they were. What is no body, such as an object in pieces, ends the
 * program with status 3; surfaces of bodies that are held (world_shape_is_held) need not be closed, and are left as they are
 * then. */
void tool_check_shapes(struct world *w, char *mended);
/* An object in one piece, with its quadric's centre in it and normals everywhere, or the program ends with the status; name says
 * whose it is. What changes nothing of it is warned of. */
void tool_check_object(int status, const char *name, const struct solid *o);
/* Whether a mesh is closed, or can be mended so that it is. */
int tool_can_close(const struct shape *s);

#endif
