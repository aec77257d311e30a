/* minkowski.h: erosion of convex polygons by disks; grains from Voronoi cells by erosion and dilation.
 *
 * A convex polygon eroded by a disk of radius R is the intersection of its half-planes moved inwards by R. As R grows, every side
 * moves at unit speed and its length shrinks linearly. At an event a side vanishes. Between events the number of sides is
 * constant, and the area is a parabola in R:
 *     A(R + u) = A - P u + K u^2,   P(R + u) = P - 2 K u,   K = sum over corners of tan(turn / 2).
 * The last event is at the inradius, where a point or a segment is left: the core. */
#ifndef SCREE_MINKOWSKI_H
#define SCREE_MINKOWSKI_H

#include <stddef.h>

/* A side of such a polygon, from vertex k to k + 1. */
struct erosion_side {
	double xy[2];                /* present place of vertex k [L] */
	double normal[2];            /* outward unit normal */
	double turn;                 /* tangent of half the angle between the sides k - 1 and k */
	double length;               /* present length [L] */
};

/* A polygon whose sides move inwards. */
struct erosion {
	int n;                       /* remaining sides */
	size_t cap;
	struct erosion_side *side;   /* [n] */
	double radius, step;         /* distances that the sides have moved, in all and from the last event but one to the last [L] */
	double area, perimeter, k;   /* A, P, K of the parabola from here to the next event */
	double tiny;                 /* lengths below this are rounding [L] */
	int done;                    /* the inradius is reached, and only the core is left */
	double core[2][2];           /* the ends of the core if done; equal for a point [L] */
};

/* Begin with a convex polygon of n >= 3 vertices xy[n][2], counter-clockwise. normal[n][2] are the outward unit normals of the
 * sides k to k + 1; the caller gives them because the ends of a very short side do not determine its direction. e is zero before
 * the first use; its memory is reused. */
void erosion_begin(struct erosion *e, int n, const double (*xy)[2], const double (*normal)[2]);
/* Begin with a polygon whose vertices all differ: the normals follow from the sides. */
void erosion_begin_polygon(struct erosion *e, int n, const double (*xy)[2]);
void erosion_free(struct erosion *e);
/* Advance to the next event. Returns 1, or 0 if it was the last: then e->radius is the inradius and e->core is set. */
int erosion_next(struct erosion *e);
/* Advance to the given radius, across events, and write the remaining polygon to xy, which needs as many elements as e began
 * with. Returns the number of vertices: 3 or more, 2 for a segment, 1 for a point, 0 for nothing. A radius within 1e-12
 * (relative) of the inradius counts as the inradius. Vertices that coincide to rounding are written once. */
int erosion_go(struct erosion *e, double radius, double (*xy)[2]);
/* Advance to the last event. Returns the inradius [L]. */
double erosion_finish(struct erosion *e);

/* An event: its distance from the one before, or from the radius 0 [L], and K behind it. */
struct erosion_event { double step, k; };

/* The areas of many cells as functions of the radius of erosion. A and P behind an event follow from those before it, so that
 * cells need few bytes. */
struct minkowski {
	int n;
	size_t cap, cap_cell, cap_event;
	size_t *first;          /* [n + 1] cell i has the events first[i] to first[i + 1] - 1, without the last one */
	/* [n]: A [L^2], P [L] and K before the first event; inradius, and length of the core [L] */
	struct erosion_cell { double area, perimeter, k, inradius, length; } *cell;
	struct erosion_event *event;
};

/* Append a cell from an erosion that has just begun; erodes it to the end. */
void minkowski_add(struct minkowski *m, struct erosion *e);
/* Append the cells of a part. */
void minkowski_append(struct minkowski *m, const struct minkowski *part);
void minkowski_free(struct minkowski *m);
/* Area [L^2] of cell i eroded by erode, which is at most the inradius, and then dilated by dilate. *slope, if not NULL, gets the
 * derivative -dA/d(erode) at constant dilate [L]; *rim, if not NULL, gets dA/d(dilate), the perimeter [L]. */
double minkowski_area(const struct minkowski *m, int i, double erode, double dilate, double *slope, double *rim);

/* Grains of given roundness. A cell of inradius rho becomes the cell eroded by r + g and then dilated by r = q (rho - g). The
 * largest disk inside the grain has the radius rho - g, so its Wadell roundness is q whatever the cell. The gap to a neighbour
 * across their common side is 2 g. Cells with rho - g < least, or with rho <= g, have no grain. */
struct gap {
	double gap;             /* g [L] */
	double void_ratio;      /* reached: (area - grains) / grains */
	double low, high;       /* reachable void ratios: low <= e < high; with GAP_JUMP the void ratios on both sides of the jump */
	int steps;              /* iterations of the solver */
};
enum gap_status {
	GAP_OK = 0,
	GAP_LOW = -1,           /* the void ratio is larger than e even without a gap */
	GAP_HIGH = -2,          /* the void ratio is smaller than e even with the widest gap */
	GAP_JUMP = -3           /* the void ratio jumps across e where a cell loses its grain */
};
/* Find the gap at which the grains in the given total area [L^2] leave the void ratio e, to 1e-12 relative, or as closely as
 * rounding allows if they are tiny; q is the roundness, least the least inradius of a grain [L]. The result does not depend on
 * the number of threads. */
enum gap_status gap_solve(struct gap *out, const struct minkowski *m, double area, double q, double e, double least, int threads);
/* Whether a cell of this inradius has a grain at this gap. */
static inline int gap_has_grain(double inradius, double gap, double least)
{
	return gap < inradius && gap <= inradius - least;
}
/* Whether a cell loses its grain between two gaps. Without a least inradius grains shrink to nothing, so there is no jump. */
static inline int gap_drops_grain(double inradius, double lo, double hi, double least)
{
	return least > 0 && gap_has_grain(inradius, lo, least) && !gap_has_grain(inradius, hi, least);
}

#endif
