/* outline.h: the outline of a shape as closed polygons, for pictures and for programs that know polygons only. */
#ifndef SCREE_OUTLINE_H
#define SCREE_OUTLINE_H

#include "plane/arcs.h"

struct outline {
	int n, n_loop;
	size_t cap, cap_loop;
	double (*xy)[2];        /* [n][2] in the shape's coordinates [L] */
	int *loop;              /* [n_loop] the first point of each loop; a loop ends before the first point of the next */
	struct boundary b;      /* exact */
	size_t cap_used;
	char *used;
};

/* Find the outline of a shape. Outer loops run counter-clockwise, holes clockwise; the last point of a loop is joined to its
 * first. Straight pieces are exact. The points of an arc lie on it, and the chords deviate from it by at most tol [L]. A shape
 * without area gives its skeleton, there and back. o is zero or holds an earlier outline, whose memory is reused. */
void outline_of_shape(struct outline *o, const struct shape *s, double tol);
/* Chords lie inside the arcs, so an outline has too little area. Scale one of a single loop about its middle to the exact area of
 * the shape. */
void outline_fill(struct outline *o);
void outline_free(struct outline *o);
/* The index after the last point of loop k. */
int outline_loop_end(const struct outline *o, int k);

#endif
