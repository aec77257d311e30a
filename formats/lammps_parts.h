/* lammps_parts.h: polyhedra in the data file of LAMMPS, as bodies of the style rounded/polyhedron. */
#ifndef SCREE_LAMMPS_PARTS_H
#define SCREE_LAMMPS_PARTS_H

#include "trade_parts.h"

/* LAMMPS (29 Sep 2021) reads so many lines of a body, and no more: MAXBODY in read_data.cpp. */
enum { LAMMPS_LINES = 32 };

/* Check that LAMMPS can hold a polyhedron: it must be convex. */
enum trade_status lammps_faces_check(const struct trade_body *b, char **error);
/* The number that a body of this style needs room for: LAMMPS has room for as many vertices, edges and faces. A sphere, which has
 * no edges, is a body of one vertex. */
int lammps_faces_room(const struct trade_body *b);
/* Write a body about its centre of mass, with its tensor of inertia along the axes of space, which its vertices are along too. */
void lammps_faces_write(struct trade_text *out, const struct trade_body *b, const double inertia[6]);

#endif
