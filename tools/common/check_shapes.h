/* check_shapes.h: check that shapes of a stream in 3D can have a mass, and that they have the mass of their record. */
#ifndef SCREE_CHECK_SHAPES_H
#define SCREE_CHECK_SHAPES_H

#include "world/world.h"

/* Check the shapes of the input stream. Faulty meshes are mended, with a warning for each kind of fault; if mended is not NULL,
 * mended[k], of n_shape, is set where shape k changed. A shape that is no body, such as an object in pieces, ends the program
 * with status 3. The surfaces of held bodies (world_shape_is_held) need not be closed; if they cannot be closed, they stay as
 * they are. */
void tool_check_shapes(struct world *w, char *mended);
/* Check that an object is in one piece, contains the centre of its quadric and has a normal everywhere; otherwise end the program
 * with the status. Messages begin with name. A bump or dent without effect gets a warning. */
void tool_check_object(int status, const char *name, const struct solid *o);
/* Warn of mass records with the method exact that do not fit their shapes, as after a change of the shape by hand. The first
 * shapes are looked at, of 2000 vertices together, and not those of walls. */
void tool_check_masses(const struct world *w);
/* Whether a mesh is closed or can be mended into a closed mesh. */
int tool_can_close(const struct shape *s);

#endif
