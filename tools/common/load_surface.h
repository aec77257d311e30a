/* load_surface.h: a surface of triangles from a file, for programs. */
#ifndef SCREE_LOAD_SURFACE_H
#define SCREE_LOAD_SURFACE_H

#include "shape/mesh.h"

/* The surface in a file, or in stdin for "-", closed and facing outwards; STL, OFF or PLY, whichever it is. What
 * had to be mended is said in a warning each; what cannot be is said with its number and places, and ends the
 * program with status 3, as does a malformed file. *m is set up here; mesh_free lets go of it. Then
 *     struct mass3 w;  mesh_mass(&w, &m)     its mass (shape/mesh.h)
 *     struct meshtree t;  meshtree_init(&t, &m)     distances, inside or outside, lines through it (shape/meshtree.h) */
void tool_load_surface(const char *path, struct mesh *m);

#endif
