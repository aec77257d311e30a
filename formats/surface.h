/* surface.h: reading and writing surfaces of triangles: STL, OFF and PLY (surface.md, scree-surface(5)).
 *
 * What a file is shows from its bytes alone, so that it may come through a pipe. A file is read whole; nothing in
 * it is believed before it has been checked, and the time is linear in its length. */
#ifndef SCREE_SURFACE_H
#define SCREE_SURFACE_H

#include <stdio.h>

#include "mesh/mesh.h"

enum surface_status { SURFACE_GOOD = 0, SURFACE_SYSTEM = -2, SURFACE_BAD = -3 };

/* Read all of f, called name in messages ("stdin" or a file's name), into *m, which is set up here, with the
 * triangles as they are: mesh_repair comes next. The corners of an STL file that have equal coordinates are one
 * vertex. When it fails *error gets a message to be freed, "file:line: what, found, expected" or "file: byte N:
 * ...", and m holds nothing. */
enum surface_status surface_read(struct mesh *m, FILE *f, const char *name, char **error);

/* Write STL. As text numbers read back to the same doubles; binary they are rounded to floats, and 0 is returned,
 * or -1 before anything is written when a coordinate is too large for one. name stands in the head. */
int surface_write_stl(FILE *f, const struct mesh *m, const char *name, int binary);
/* Write OFF, and PLY as text with coordinates as double; numbers read back to the same. */
void surface_write_off(FILE *f, const struct mesh *m);
void surface_write_ply(FILE *f, const struct mesh *m);

#endif
