/* caps.h: the caps of a sphere that bound the patch left by many caps.
 *
 * Each cap confines the patch to a half space, so the patch is the part of the sphere inside a convex polyhedron. If a plane does
 * not reach the polyhedron of the other planes, its cap is redundant. If the polyhedron lies inside the sphere, no patch is left.
 * In a heap of balls few caps of each sphere matter, however many there are. */
#ifndef SCREE_CAPS_H
#define SCREE_CAPS_H

#include <stddef.h>

#include "base/vec.h"

struct patch_cap;

/* A convex polyhedron by its edges; 0 before the first use, memory is reused. */
struct caps {
	int n_corner, n_edge;
	struct caps_corner { vec3 at; double over; int to; } *corner; /* over: height above the cutting plane */
	struct caps_edge { int end[2], face[2]; } *edge;
	struct caps_face { int n, cut[2]; } *face; /* new corners on the edges of a face */
	size_t cap_corner, cap_edge, cap_face;
};

/* Remove the caps that do not change the patch on the unit sphere; the order stays. Returns the number of caps left among
 * n, or -1 if they cover the whole sphere. A cap stays if it matters, or would matter if planes were moved by 1e-12. The time
 * is n times the number of corners; it is least if the widest caps come first. */
int caps_prune(struct caps *w, int n, struct patch_cap *cap);
void caps_free(struct caps *w);

#endif
