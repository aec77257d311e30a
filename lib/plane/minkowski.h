/* minkowski.h: erosion of convex polygons by disks, and the grains that erosion and dilation make of Voronoi
 * cells.
 *
 * A convex polygon eroded by a disk of radius R is the intersection of its half-planes moved inwards by R. As R
 * grows every side moves at unit speed, its length shrinks linearly, and now and then a side vanishes; between
 * such events the number of sides is constant, and the area is a parabola in R:
 *     A(R + u) = A - P u + K u^2,   P(R + u) = P - 2 K u,   K = sum over corners of tan(turn / 2).
 * The last event is at the inradius, where a point or a segment is left: the core. */
#ifndef SCREE_MINKOWSKI_H
#define SCREE_MINKOWSKI_H

#include <stddef.h>

/* A polygon whose sides move inwards. */
struct erosion {
	int n;                       /* sides left */
	size_t cap;
	double (*xy)[2];             /* [n] vertices now [L] */
	double (*normal)[2];         /* [n] outward unit normals of the sides k to k + 1 */
	double *turn;                /* [n] tangent of half the angle between the sides k - 1 and k */
	double *length;              /* [n] of the sides now [L] */
	double radius;               /* how far the sides have moved [L] */
	double area, perimeter, k;   /* A, P, K of the parabola from here to the next event */
	double tiny;                 /* lengths below this are rounding [L] */
	int done;                    /* the inradius is reached: only the core is left */
	double core[2][2];           /* then: its ends, equal for a point [L] */
};

/* Begin with a convex polygon of n >= 3 vertices xy[n][2], counter-clockwise, whose sides k to k + 1 have the outward
 * unit normals normal[n][2]: they are given because the ends of a very short side do not know its direction. Reuses
 * the memory of e, which is zero before the first use. */
void erosion_begin(struct erosion *e, int n, const double (*xy)[2], const double (*normal)[2]);
/* The same for a polygon whose vertices all differ: the normals follow from its sides. */
void erosion_begin_polygon(struct erosion *e, int n, const double (*xy)[2]);
void erosion_free(struct erosion *e);
/* Go on to the next event. Returns 1, or 0 when that was the last: e->radius is the inradius and e->core what is
 * left. */
int erosion_next(struct erosion *e);
/* Go on to the given radius, past any events, and write what is left then to xy, which has room for as many
 * vertices as e began with. Returns their number: 3 or more, 2 for a segment, 1 for a point, 0 for nothing. A
 * radius within 1e-12 of the inradius, relatively, is taken for it; vertices that coincide to rounding are written
 * once. */
int erosion_go(struct erosion *e, double radius, double (*xy)[2]);
/* Go on to the end. Returns the inradius [L]. */
double erosion_finish(struct erosion *e);

/* An interval of radii without events. */
struct interval { double radius, area, perimeter, k; };

/* The area of many cells as functions of the radius of erosion. */
struct minkowski {
	int n;
	size_t cap, cap_cell, cap_interval;
	size_t *first;          /* [n + 1] the intervals of cell i are first[i] to first[i + 1] - 1 */
	struct core { double inradius, length; } *core; /* [n] what is left in the end [L] */
	struct interval *interval;
};

/* Append a cell that has just begun to be eroded; goes on to its end. */
void minkowski_add(struct minkowski *m, struct erosion *e);
void minkowski_free(struct minkowski *m);
/* Area of (cell i eroded by erode, at most its inradius) dilated by dilate [L^2]; *slope, if not NULL, gets the
 * derivative -dA/d(erode) of the area where dilate is held, and *rim dA/d(dilate), the perimeter [L]. */
double minkowski_area(const struct minkowski *m, int i, double erode, double dilate, double *slope, double *rim);

/* Grains of given roundness. A cell of inradius rho becomes (cell eroded by r + g) dilated by r = q (rho - g). Its
 * largest inscribed disk has the radius rho - g, so q is its Wadell roundness whatever the cell, and 2 g is its
 * distance to a neighbour across their common side. Grains with rho - g < least, or with rho <= g, are left out. */
struct gap {
	double gap;             /* g [L] */
	double void_ratio;      /* reached: (area - grains) / grains */
	double low, high;       /* what can be reached: low <= e < high; for GAP_JUMP the two sides of the jump */
	int steps;              /* of the solver */
};
enum gap_status {
	GAP_OK = 0,
	GAP_LOW = -1,           /* even without a gap there is more void */
	GAP_HIGH = -2,          /* the least grain alone leaves less void */
	GAP_JUMP = -3           /* a grain that is left out makes the void ratio jump across the one asked for */
};
/* Find the gap at which the grains in the given total area leave the void ratio e, to 1e-12 relative. */
enum gap_status gap_solve(struct gap *out, const struct minkowski *m, double area, double q, double e, double least);
/* Whether cell i has a grain at that gap. */
static inline int gap_keeps(double inradius, double gap, double least)
{
	return gap < inradius && gap <= inradius - least;
}

#endif
