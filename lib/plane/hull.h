/* hull.h: the convex hull of disks, exactly: points are disks of radius 0, a spheropolygon's hull is that of its vertices' disks.
 *
 * In the direction u the hull reaches as far as the farthest disk, h(u) = max of c_i . u + r_i, and this is all there is to
 * know: its perimeter is the integral of h over all directions, its area half that of h^2 - h'^2, its width h(u) + h(-u)
 * (Santalo, Integral Geometry and Geometric Probability, 1976, chapter I.1). Each disk is the farthest in what is left of the
 * circle of directions when those are taken away where another is farther, an interval each. */
#ifndef SCREE_HULL_H
#define SCREE_HULL_H

struct hull {
	double area, perimeter;         /* [L^2], [L] */
	double feret_min, feret_max;    /* least and greatest distance of parallel tangents [L] */
};

/* The hull of n >= 1 disks with centres xy[n][2] and radii r[n]. Time grows as n^2 log n. */
void hull_of_disks(struct hull *h, int n, const double (*xy)[2], const double *r);

#endif
