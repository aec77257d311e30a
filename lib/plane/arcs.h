/* arcs.h: the exact boundary of a shape, as straight lines and circular arcs.
 *
 * The shape is a union. Its members are the disks and stadiums of radius r around the vertices and edges of a skeleton and the
 * interior of a filled polygon, or else a set of disks. Every piece of the boundary lies on a candidate: an edge moved sideways
 * by r, or a circle around a vertex. Each candidate loses the intervals that lie inside other members of the union; the rest is
 * boundary. No case needs a rule of its own: neither reflex corners, nor edges shorter than r, slots that close, holes,
 * crossings, or strokes drawn twice. */
#ifndef SCREE_ARCS_H
#define SCREE_ARCS_H

#include <stddef.h>

#include "base/trig.h"
#include "base/vec.h"
#include "world/world.h"

/* One piece of a boundary. The shape is on its left, so pieces run counter-clockwise around the outside and clockwise around
 * a hole. Positions are relative to the origin of the boundary. */
struct piece {
	double p[2], q[2];    /* start and end [L] */
	double r;             /* radius of an arc [L]; 0 for a straight piece, where the members below are not set */
	double c[2];          /* centre of the arc */
	double np[2], nq[2];  /* unit vectors from the centre to p and q */
	double angle;         /* from np to nq, counter-clockwise, in (0, 2 pi] */
};

/* The length of a piece [L]. */
static inline double piece_length(const struct piece *p)
{
	double x = p->q[0] - p->p[0], y = p->q[1] - p->p[1];

	return p->r > 0 ? p->r * p->angle : sqrt(x * x + y * y);
}

/* The unit vector from the centre of an arc to its point at the given angle after np. */
static inline vec2 piece_normal(const struct piece *p, double angle)
{
	double s, c;

	trig_sincos(angle, &s, &c);
	return v2_turn(v2(p->np[0], p->np[1]), c, s);
}

struct boundary {
	double origin[2];     /* middle of the bounding box of the skeleton, in the shape's coordinates */
	int n;
	size_t cap;
	struct piece *piece;  /* [n], in any order */
	double gap;           /* length by which the pieces fail to form closed curves, about 1e-16 of the size [L] */
};

/* Find the boundary of a shape. b is zero or holds an earlier boundary, whose memory is reused. A shape without area (r = 0 and
 * not a polygon) gives n = 0. A polygon that crosses itself is filled by the even-odd rule. Coordinates that differ by less than
 * about 1e-14 of the shape's size count as equal. If the pieces do not close to 1e-12 of their length, the search is repeated
 * up to four times with vertices moved at random, by 1e-13 of the size at first and by three times more each time. */
void boundary_of_shape(struct boundary *b, const struct shape *s);
void boundary_free(struct boundary *b);

#endif
