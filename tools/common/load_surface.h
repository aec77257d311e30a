/* load_surface.h: read a surface of triangles from a file and mend it. */
#ifndef SCREE_LOAD_SURFACE_H
#define SCREE_LOAD_SURFACE_H

#include "mesh/mesh.h"
#include "world/world.h"

/* Read a surface from an STL, OFF or PLY file, or from stdin for "-", and mend it, so that it is closed and faces outwards. A
 * malformed file ends the program with status 3, and so does a surface that tool_mend_surface cannot mend. The function
 * initializes *m; the caller releases it with mesh_free. Then
 *     struct mass3 w;  mesh_mass(&w, &m)     its mass (mesh/mesh.h)
 *     struct meshtree t;  meshtree_init(&t, &m)     distances, inside or outside, lines through it (mesh/meshtree.h) */
void tool_load_surface(const char *path, struct mesh *m);

/* The same, into the new shape s of kind SHAPE_MESH, in the coordinates of the file and without a mass record. */
void tool_load_surface_shape(const char *path, struct shape *s);

/* Mend the faults that can be mended in only one way, with a warning for each kind of fault. Messages begin with name
 * ("body.stl", "stdin:7: shape 3 (mesh)"). A fault that cannot be mended ends the program with status 3; the message gives the
 * number of such faults and their places. Returns whether the surface changed. */
int tool_mend_surface(const char *name, struct mesh *m);

#endif
