/* particles_polyhedron.h: the faces of polyhedra in the particle stream. */
#ifndef SCREE_PARTICLES_POLYHEDRON_H
#define SCREE_PARTICLES_POLYHEDRON_H

#include "particles_def.h"
#include "solid/polyhedron.h"

/* The number of vertices that the faces of a record tell: the only one for which the fields after the vertices name all of them
 * and can make a closed surface, by Euler's formula. 0 if there is no such number. */
int64_t def_vertices_told(const struct def *d);
/* Read a polyhedron from a line [s, end) as programs write it: r=, vertices=, vertices and faces, with a blank between them. Only
 * the line of *made is not set. Returns 0 if the line is anything else, even if it is right, or has a fault. */
int def_plain_polyhedron(const char *s, const char *end, struct shape *made);
/* Make room for n_face faces, whose corners are counted in the fields without '='; the first s->n of these are vertices. Returns
 * what was expected if there are too many, or NULL. */
const char * def_face_room(const struct def *d, struct solid *s, int n_face);
/* Read face k: the numbers of its corners. Returns what was expected, or NULL. */
const char *def_take_face(struct solid *s, struct span field, int k);
enum { POLYHEDRON_SAID = 200 };
/* Say what is expected of a surface with this fault. */
void polyhedron_say(char cause[POLYHEDRON_SAID], const struct polyhedron_fault *fault);
/* Check all faces, and cut those that are not convex. Returns 0, or -1 with what was expected in cause. */
int def_check_faces(struct solid *s, char cause[POLYHEDRON_SAID]);

#endif
