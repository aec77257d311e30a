/* meshtree.h: queries of a surface of triangles: lines through it, points inside or outside, distances.
 *
 * The time of a query grows with the logarithm of the number of triangles, and with the size of its result. */
#ifndef SCREE_MESHTREE_H
#define SCREE_MESHTREE_H

#include "base/boxtree.h"
#include "mesh/mesh.h"
#include "solid/lines.h"

struct meshtree {
	const struct mesh *mesh; /* the caller's; must not change */
	struct boxtree tree;
	double span;             /* longest side of the box around the surface [L] */
};

/* Build the tree of a mesh. */
void meshtree_init(struct meshtree *t, const struct mesh *m);
void meshtree_free(struct meshtree *t);

/* A line along x meets a triangle at x [L]. sign is 1 if it leaves the body there (the normal has x > 0), -1 if it enters. */
struct meshhit { double x; int triangle, sign; };

/* Find all triangles that the line along x through (y, z) meets, in order of x, into (*hit)[n]. The array grows as needed; *cap
 * of its elements are allocated, and the caller frees it. Returns n. On a closed surface the signs add up to 0 whatever the
 * rounding, also for lines through edges and vertices: which of two triangles has a point of their common edge follows from the
 * edge alone, in the same way for both. */
int meshtree_line(const struct meshtree *t, double y, double z, struct meshhit **hit, size_t *cap);

/* How many times the closed surface goes around p: 1 inside a solid, 0 outside, -1 inside a solid that is inside out. Exact
 * except for points closer to the surface than rounding. */
int meshtree_winding(const struct meshtree *t, const double p[3]);

/* The distance from p to the surface [L], infinite without triangles. nearest[3] and *triangle, if not NULL, get the nearest
 * point and its triangle. */
double meshtree_distance(const struct meshtree *t, const double p[3], double nearest[3], int *triangle);

/* The distance from p to the surface as found by meshtree_distance, negative inside [L]. */
double meshtree_signed(const struct meshtree *t, const double p[3], double nearest[3], int *triangle);

/* Whether the surface overlaps itself at p: the closed surface goes around p at least twice, or a negative number of times, and
 * p is farther from the surface than clear [L], a distance beyond rounding. */
int meshtree_doubled(const struct meshtree *t, const double p[3], double clear);

/* Find pairs of triangles where the closed surface cuts through itself, at most `most`. The triangles of a pair belong to
 * different groups (group[n_triangle]). Either an edge of one goes through the inside of the other, beyond rounding; or the
 * triangles meet in another way, and the surface goes around points beside them twice. Touching does not count. Pairs with a
 * common edge are not examined. at[most][3] gets the middles of the intersections [L]. Returns the number of pairs. */
int meshtree_crossings(const struct meshtree *t, const int *group, int most, double (*at)[3]);

/* A closed surface for mass3_by_voxels and mass3_by_samples (lines.h, mesh_lines.c). The mesh and the struct must stay in place
 * until mesh_lines_free. */
struct mesh_lines { struct lines lines; struct meshtree tree; struct meshhit *hit; size_t cap; };
void mesh_lines_init(struct mesh_lines *b, const struct mesh *m);
void mesh_lines_free(struct mesh_lines *b);

#endif
