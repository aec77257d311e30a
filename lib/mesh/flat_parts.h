/* flat_parts.h: shared by flat_faces.c, flat_regions.c, flat_rim.c and flat_drop.c. */
#ifndef SCREE_FLAT_PARTS_H
#define SCREE_FLAT_PARTS_H

#include "mesh/mesh.h"

struct flat {
	const struct mesh *m;
	double tolerance, size;
	vec3 *normal;         /* [n_triangle] unit */
	double *area, *height; /* [n_triangle] area, and area over half the longest edge */
	int (*next)[3];       /* [n_triangle] the triangle across the edge from corner k to k + 1, or -1 if that is not one other */
	int *region;          /* [n_triangle] */
	int n_region;
	vec3 *plane;          /* [n_region] unit normals */
	int *begin, *member;  /* [n_region + 1] and [n_triangle] the triangles of each region */
	char *whole;          /* [n_region] whether its triangles are joined */
	/* faces in the making: corners in rings */
	int n_face, n_corner;
	size_t cap_face, cap_corner;
	struct ring { int first, n, region; } *face;
	struct turn { int v, before, after; double off; } *corner;
	double (*x)[3];       /* [n_vertex] where the vertices go */
};

/* Find the neighbours of all triangles, and the regions. The arrays must have their room. */
void flat_find_regions(struct flat *f);

/* Find the rim of region r as one ring of vertices, to the left around the outside, with bridges to its holes there and back.
 * ring[] has room for FLAT_RIM numbers per triangle; done[3 n_triangle] is 0 before and after. Returns the length of the ring, or
 * 0 if the rims cannot be joined. */
enum { FLAT_RIM = 5 };
int flat_rim(const struct flat *f, int r, char *done, int *ring);

/* Leave vertices out that lie inside flat parts of the surface: those around which all faces lie on one plane, to 3
 * POLYHEDRON_CUT, of a surface of this size. The faces around them become triangles; corners of these that are `near` a line
 * [L] are on it. */
void flat_drop_vertices(struct solid *s, double size, double near);

#endif
