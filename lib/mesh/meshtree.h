/* meshtree.h: where points lie relative to a surface of triangles: lines through it, inside or outside, distances.
 *
 * Each query takes the time of the logarithm of the triangles, and of what it finds. */
#ifndef SCREE_MESHTREE_H
#define SCREE_MESHTREE_H

#include "base/boxtree.h"
#include "mesh/mesh.h"
#include "solid/lines.h"

struct meshtree {
	const struct mesh *mesh; /* the caller's; must stay as it is */
	struct boxtree tree;
	double span;             /* longest side of the box around all [L] */
};

void meshtree_init(struct meshtree *t, const struct mesh *m);
void meshtree_free(struct meshtree *t);

/* A line along x meets a triangle. sign is 1 where it leaves through it (its normal has x > 0), -1 where it enters. */
struct meshhit { double x; int triangle, sign; };

/* All triangles that the line along x through (y, z) meets, in order of x, into (*hit)[n], which grows as needed
 * and is the caller's to free; *cap of its items are allocated. Returns n. On a closed surface the signs add up to
 * 0 whatever the rounding, through edges and vertices as well: which of two triangles has a point of their edge is
 * decided from the edge alone, in the same way for both. */
int meshtree_line(const struct meshtree *t, double y, double z, struct meshhit **hit, size_t *cap);

/* How many times the closed surface goes around p: 1 inside of a solid, 0 outside, -1 inside of one that is inside
 * out. Exact but for points closer to the surface than rounding. */
int meshtree_winding(const struct meshtree *t, const double p[3]);

/* The distance from p to the surface [L]; nearest[3] and *triangle, if not NULL, get the closest point and whose
 * it is. Infinite without triangles. */
double meshtree_distance(const struct meshtree *t, const double p[3], double nearest[3], int *triangle);

/* The same, negative inside. */
double meshtree_signed(const struct meshtree *t, const double p[3], double nearest[3], int *triangle);

/* Whether the closed surface goes around p twice or more, or less than not at all, and is further from p than clear [L], a
 * distance beyond rounding: then it has volume in common with itself there. */
int meshtree_doubled(const struct meshtree *t, const double p[3], double clear);

/* Up to most pairs of triangles of different groups (group[n_triangle]) where the closed surface cuts through itself: with an
 * edge of one through the other's inside, beyond rounding, or where they meet otherwise and it goes around points beside them
 * twice. Touching is no cut, and triangles with an edge in common are not looked at. at [most][3] gets the middles of what the
 * pairs have in common. Returns how many pairs there are, at most most. */
int meshtree_crossings(const struct meshtree *t, const int *group, int most, double (*at)[3]);

/* A closed surface for mass3_by_voxels and mass3_by_samples (lines.h, mesh_lines.c); the mesh and the struct have to
 * stay where they are until mesh_lines_free. */
struct mesh_lines { struct lines lines; struct meshtree tree; struct meshhit *hit; size_t cap; };
void mesh_lines_init(struct mesh_lines *b, const struct mesh *m);
void mesh_lines_free(struct mesh_lines *b);

#endif
