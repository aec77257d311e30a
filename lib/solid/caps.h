/* caps.h: which of many caps bound what they all leave of a sphere.
 *
 * Cap by cap, what is left lies in a half space, so it is the part of the sphere in a convex polyhedron. A plane that
 * does not reach the polyhedron of the others belongs to a cap that nothing depends on; where the polyhedron lies
 * inside the sphere, nothing is left. In a heap of balls few caps of each sphere matter, however many there are. */
#ifndef SCREE_CAPS_H
#define SCREE_CAPS_H

#include <stddef.h>

#include "base/vec.h"

struct patch_cap;

/* A convex polyhedron by its edges, in memory that is used again; all 0 at first. */
struct caps {
	int n_corner, n_edge;
	struct caps_corner { vec3 at; double over; int to; } *corner; /* over: how far it is beyond the plane that cuts */
	struct caps_edge { int end[2], face[2]; } *edge;
	struct caps_face { int n, cut[2]; } *face; /* new corners on the edges of a face */
	size_t cap_corner, cap_edge, cap_face;
};

/* Leave out caps without which the others leave the same of the unit sphere; the order stays. Returns how many of n there
 * still are, or -1 where they cover all of it. Caps that matter, or would if planes were moved by 1e-12, all stay; widest
 * first it is fastest: in n times the number of corners. */
int caps_prune(struct caps *w, int n, struct patch_cap *cap);
void caps_free(struct caps *w);

#endif
