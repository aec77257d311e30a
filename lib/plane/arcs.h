/* arcs.h: the boundary of a shape, exactly, as pieces of straight lines and circles.
 *
 * The shape is a union: of the disks and stadiums of radius r around the vertices and edges of its skeleton, of the
 * interior of a filled polygon, or of disks. Every piece of its boundary lies on an edge moved sideways by r
 * or on a circle around a vertex. On each of these candidates the intervals are removed that lie inside another
 * member of the union; what is left is the boundary. Whatever the skeleton does (reflex corners, edges shorter than r, slots
 * that close, holes, crossings, strokes drawn twice), no case needs a rule of its own. */
#ifndef SCREE_ARCS_H
#define SCREE_ARCS_H

#include <stddef.h>

#include "base/trig.h"
#include "base/vec.h"
#include "world/world.h"

/* One piece, run through with the shape on its left: counter-clockwise round the outside, clockwise round
 * a hole. Positions are relative to the boundary's origin. */
struct piece {
	double p[2], q[2];    /* its ends [L] */
	double r;             /* radius of the arc [L]; 0: a straight piece, and what follows is not set */
	double c[2];          /* centre of the arc */
	double np[2], nq[2];  /* unit vectors from the centre to the ends */
	double angle;         /* of the arc, counter-clockwise from np to nq, in (0, 2 pi] */
};

/* Its length [L]. */
static inline double piece_length(const struct piece *p)
{
	double x = p->q[0] - p->p[0], y = p->q[1] - p->p[1];

	return p->r > 0 ? p->r * p->angle : sqrt(x * x + y * y);
}

/* The unit vector from the centre of an arc to its point at an angle from np on. */
static inline vec2 piece_normal(const struct piece *p, double angle)
{
	double s, c;

	trig_sincos(angle, &s, &c);
	return v2_turn(v2(p->np[0], p->np[1]), c, s);
}

struct boundary {
	double origin[2];     /* middle of the skeleton's bounding box, in the shape's coordinates */
	int n;
	size_t cap;
	struct piece *piece;  /* [n], in no order */
	double gap;           /* length by which the pieces fail to form closed curves, about 1e-16 of the size */
};

/* Find the boundary of a shape, in the shape's coordinates; b is zero or holds an earlier boundary, whose memory is
 * used again. A shape without area (r = 0 and not a polygon) gives n = 0. A polygon that crosses itself is filled by
 * the even-odd rule. Coordinates within about 1e-14 of the shape's size are taken as equal. Should the pieces not close to
 * 1e-12 of their length, the vertices are moved at random by 1e-13 of the size, or by a few times that, and all is
 * done again. */
void boundary_of_shape(struct boundary *b, const struct shape *s);
void boundary_free(struct boundary *b);

#endif
