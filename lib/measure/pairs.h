/* pairs.h: all pairs of points that are near each other, and how many there would be without any order. */
#ifndef SCREE_PAIRS_H
#define SCREE_PAIRS_H

#include "world/world.h"

/* Called with every pair: j, or an image of it, lies (dx, dy) [L] from i. */
typedef void pairs2_visit(void *to, int i, int j, double dx, double dy);

/* Visit all pairs of n points xy[n][2] that are nearer than reach > 0 [L], every pair and image once, in an order that
 * depends on the points' numbers alone. Along periodic axes of d, tilted or not, points are inside the domain and reach
 * is at most pairs_reach. Time and memory are linear in the number of points and pairs; pairs are not kept. */
void pairs2_each(const struct domain *d, int n, const double (*xy)[2], double reach, pairs2_visit *visit, void *to);
/* Half of the shortest period of the domain [L]: no two points have several images so near. Infinite without periods. */
double pairs_reach(const struct domain *d);

/* The window that points are seen through: the domain along its periodic axes, and what the points span along others. */
struct window2 {
	double lo[2], side[2];  /* [L] */
	int periodic[2];
	double tilt;
};
void window2_of(struct window2 *w, const struct domain *d, int n, const double (*xy)[2]);
double window_area(const struct window2 *w);
/* The mean number of pairs between the distances r0 and r1, r0 < r1 [L], of one pair of points that are thrown into the window
 * at random: the integral of 2 pi r c(r) / A^2 dr, where c(r) is the mean over all directions of the area that the window has in
 * common with itself moved by r, which is
 *     A                                  where both axes are periodic,
 *     A - 2 r a / pi                     where one is, of period a,
 *     A - 2 r (a + b) / pi + r^2 / pi    where none is, r <= a, b.
 * (Stoyan and Stoyan, Fractals, Random Shapes and Point Fields, 1994, section 14; there c is the isotropized set
 * covariance.) */
double window_pairs(const struct window2 *w, double r0, double r1);

#endif
