/* surface.h: read and write surfaces of triangles: STL, OFF and PLY (surface.md, scree-surface(5)).
 *
 * The format is recognized from the bytes of the file, so a file may come through a pipe. A file is read whole, and everything in
 * it is checked. The time is linear in its length. */
#ifndef SCREE_SURFACE_H
#define SCREE_SURFACE_H

#include <stdio.h>

#include "mesh/mesh.h"

enum surface_status { SURFACE_GOOD = 0, SURFACE_SYSTEM = -2, SURFACE_BAD = -3 };

/* Read the whole file f into *m, which this function initializes. Messages call it name ("stdin" or the name of a file). The
 * triangles stay as they are in the file; call mesh_repair next. Corners of an STL file with equal coordinates become one vertex.
 * On failure *m is empty, and *error gets a message that the caller frees, "file:line: what, found, expected" or "file: byte N:
 * ...". */
enum surface_status surface_read(struct mesh *m, FILE *f, const char *name, char **error);

/* The format of the n bytes of a file, recognized from its beginning: "stl", "off" or "ply"; NULL if it is none of these. Zero
 * bytes follow the end. */
const char *surface_format(const char *text, size_t n);

/* Write STL with name in the head. In text, numbers read back to the same doubles. In binary, numbers are rounded to floats; if a
 * coordinate is too large for a float, -1 is returned and nothing is written. Otherwise 0 is returned. */
int surface_write_stl(FILE *f, const struct mesh *m, const char *name, int binary);
/* Write OFF, and PLY as text with coordinates of type double; numbers read back to the same doubles. */
/* OFF and PLY have faces with any number of corners: n faces in place of the triangles, face k with the corners
 * corner[first[k]] to corner[first[k + 1] - 1], indices of vertices; NULL: the triangles. */
struct surface_faces { int n, *first, *corner; };
void surface_write_off(FILE *f, const struct mesh *m, const struct surface_faces *faces);
void surface_write_ply(FILE *f, const struct mesh *m, const struct surface_faces *faces);

#endif
