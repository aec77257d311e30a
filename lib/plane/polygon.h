/* polygon.h: plane geometry of outlines: area, points inside, distance, convexity, crossings.
 *
 * Arrays are xy[n][2]. An outline of n vertices is closed by the edge from the last vertex to the first; edge k leads from vertex
 * k to vertex k + 1. Only polygon_crossing allocates. */
#ifndef SCREE_POLYGON_H
#define SCREE_POLYGON_H

#include "world/world.h"

/* Area [L^2], positive if the outline runs counter-clockwise (the shoelace formula). */
double polygon_area(const double (*xy)[2], int n);
/* Length of the closed outline [L]. */
double polygon_perimeter(const double (*xy)[2], int n);

/* Whether (x, y) is inside the outline or on it, by the parity of crossings of a ray. The answer is also right if the ray runs
 * through a vertex or along an edge. */
int polygon_inside(const double (*xy)[2], int n, double x, double y);

/* Squared distance [L^2] from p to the segment ab, which may be a point. */
static inline double segment_distance2(const double p[2], const double a[2], const double b[2])
{
	double ex = b[0] - a[0], ey = b[1] - a[1], px = p[0] - a[0], py = p[1] - a[1];
	double l2 = ex * ex + ey * ey, t = px * ex + py * ey;

	t = t <= 0 || l2 == 0 ? 0 : t >= l2 ? 1 : t / l2;
	px -= t * ex;
	py -= t * ey;
	return px * px + py * py;
}

/* Distance [L] from (x, y) to the skeleton of a shape, 0 inside a filled polygon. If the shape is a union of disks: distance to
 * the nearest disk, 0 inside. */
double shape_distance(const struct shape *s, double x, double y);
/* Whether (x, y) is in the shape or on its boundary: within r of the skeleton, in the filled polygon, or in a disk. */
int shape_inside(const struct shape *s, double x, double y);

/* The bounding box lo .. hi of a shape, spheroradius or disks included [L]. */
void shape_box(const struct shape *s, double lo[2], double hi[2]);

/* 1 if the outline is convex and counter-clockwise. Vertices may repeat or lie on a straight line; a bend to the right by less
 * than 1e-8 rad counts as straight. A segment there and back is convex, and so is one point. */
int polygon_convex(const double (*xy)[2], int n);

/* How two edges meet, except at the vertex that neighbours share. */
enum crossing { CROSSING_NONE, CROSSING_TOUCH, CROSSING_PROPER };
/* Look for two edges that cross or touch. CROSSING_PROPER: each has its ends strictly on both sides of the other.
 * CROSSING_TOUCH: the edges share a point in another way, neighbours fold back onto each other, or an edge has no length.
 * *e and *f get the first proper crossing, else the first edge without length (*e = *f), else the first touch; *e < *f. If
 * closed is 0, the outline is an open polyline, without the edge n - 1. The time is about n log n for ordinary outlines. */
enum crossing polygon_crossing(const double (*xy)[2], int n, int closed, int *e, int *f);

#endif
