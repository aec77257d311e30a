/* hull.h: the exact convex hull of disks. Points are disks of radius 0; the hull of a spheropolygon is that of the disks at its
 * vertices.
 *
 * In the direction u the hull reaches as far as the farthest disk: h(u) = max of c_i . u + r_i. The support function h gives
 * everything: the perimeter is the integral of h over all directions, the area is half the integral of h^2 - h'^2, and the width
 * is h(u) + h(-u) (Santalo, Integral Geometry and Geometric Probability, 1976, chapter I.1). Every other disk is farther than
 * disk i on one interval of directions. Disk i is the farthest on the rest of the circle. */
#ifndef SCREE_HULL_H
#define SCREE_HULL_H

struct hull {
	double area, perimeter;         /* [L^2], [L] */
	double feret_min, feret_max;    /* least and greatest distance between parallel tangents [L] */
};

/* The hull of n >= 1 disks with centres xy[n][2] and radii r[n]. Time grows as n log n if all
 * radii are equal, otherwise as n^2 log n. */
void hull_of_disks(struct hull *h, int n, const double (*xy)[2], const double *r);

#endif
