/* load_surface.h: a surface of triangles from a file, for programs. */
#ifndef SCREE_LOAD_SURFACE_H
#define SCREE_LOAD_SURFACE_H

#include "mesh/mesh.h"
#include "world/world.h"

/* The surface in a file, or in stdin for "-", closed and facing outwards; STL, OFF or PLY, whichever it is. A malformed
 * file ends the program with status 3, and so does a surface that tool_mend_surface cannot mend. *m is set up here;
 * mesh_free lets go of it. Then
 *     struct mass3 w;  mesh_mass(&w, &m)     its mass (mesh/mesh.h)
 *     struct meshtree t;  meshtree_init(&t, &m)     distances, inside or outside, lines through it (mesh/meshtree.h) */
void tool_load_surface(const char *path, struct mesh *m);

/* The same as a shape of kind SHAPE_MESH, in the coordinates of the file, without a mass record; s is a new shape. */
void tool_load_surface_shape(const char *path, struct shape *s);

/* Mend what there is one way to mend, and say so in a warning for each kind of fault; name stands before it ("body.stl",
 * "stdin:7: shape 3 (mesh)"). What cannot be mended is said with its number and places, and ends the program with status 3.
 * Returns whether anything is other than it was. */
int tool_mend_surface(const char *name, struct mesh *m);

#endif
