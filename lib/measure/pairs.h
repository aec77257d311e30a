/* pairs.h: all pairs of near points, and the number of pairs that random points would have. */
#ifndef SCREE_PAIRS_H
#define SCREE_PAIRS_H

#include "world/world.h"

/* Called with every pair. (dx, dy) is the vector from i to j or to an image of j [L]. */
typedef void pairs2_visit(void *to, int i, int j, double dx, double dy);

/* Visit all pairs of n points xy[n][2] nearer than reach > 0 [L], each pair and image once, in an order that depends only on the
 * indices of the points. Along periodic axes of d, which may be tilted, reach is at most pairs_reach. Time and memory are linear
 * in the number of points and pairs. Pairs are not stored. */
void pairs2_each(const struct domain *d, int n, const double (*xy)[2], double reach, pairs2_visit *visit, void *to);
/* Half of the shortest period of the domain [L]. A point has at most one image nearer to another point than this. Infinite
 * without periodic axes. */
double pairs_reach(const struct domain *d);

/* The window in which points are observed: the domain along its periodic axes, and the extent of the points along the others. */
struct window2 {
	double lo[2], side[2];  /* [L] */
	int periodic[2];
	double tilt;
};
void window2_of(struct window2 *w, const struct domain *d, int n, const double (*xy)[2]);
double window_area(const struct window2 *w);
/* The mean number of pairs, for one pair of random points in the window, with a distance between r0 and r1, r0 < r1 [L]. It is
 * the integral of 2 pi r c(r) / A^2 dr, where c(r) is the mean, over all directions, of the area that the window has in common
 * with itself displaced by r:
 *     A                                  if both axes are periodic,
 *     A - 2 r a / pi                     if one axis is periodic, with period a,
 *     A - 2 r (a + b) / pi + r^2 / pi    if no axis is periodic, r <= a, b.
 * (Stoyan and Stoyan, Fractals, Random Shapes and Point Fields, 1994, section 14; there c is the isotropized set covariance.) */
double window_pairs(const struct window2 *w, double r0, double r1);

#endif
