/* polyhedron_planes.h: the planes of a polyhedron's faces, several corners at a time. Private to polyhedron*.c. */
#ifndef SCREE_POLYHEDRON_PLANES_H
#define SCREE_POLYHEDRON_PLANES_H

#include "solid/polyhedron.h"

/* Find the unit normal of a face with the corners corner[n], of a skeleton of this size. Returns the area of the face; 0 if the
 * face is no wider than rounding. */
double polyhedron_face_normal(const double (*vertex)[3], const int *corner, int n, double size, vec3 *normal);
/* Find the normals and areas of the faces before the first one without area. Returns the number of this face, or that of all. */
int polyhedron_find_normals(struct polyhedron *p);
/* Find the normals and areas of all faces, and check that the faces are flat and convex and go around once. The edges and their
 * lengths must be known. Returns 0, or -1 with the first fault. */
int polyhedron_find_planes(struct polyhedron *p, struct polyhedron_fault *fault);
/* Whether the same is sure of all faces at a glance, and that none of them must be cut (POLYHEDRON_LEFT). The normals must be
 * known. */
int polyhedron_has_clear_faces(const struct polyhedron *p);
/* Whether it is sure at a glance that a surface is convex and has none of the faults of polyhedron_check, and that none of its
 * faces must be cut: of those with three faces at each vertex and few vertices. */
int polyhedron_is_clearly_convex(const struct solid *s);
/* Find the box around the vertices: p->middle and p->size. */
void polyhedron_measure_box(struct polyhedron *p);
/* The signed volume of the skeleton. The normals and areas must be known. */
double polyhedron_volume(const struct polyhedron *p);
/* Find the exterior angles of all edges. */
void polyhedron_find_angles(struct polyhedron *p);
/* Whether no vertex is beyond the plane of a face by more than the limit [L]; that of convex polyhedra, relative to the size. */
#define POLYHEDRON_BEHIND 1e-6
int polyhedron_is_behind_planes(const struct polyhedron *p, double limit);
/* The angle by which face f with the normal n turns at its corner k [rad]. */
double polyhedron_turn_angle(const struct polyhedron *p, int f, int k, vec3 n);

#endif
