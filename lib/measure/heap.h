/* heap.h: the surface of a heap, and its angle.
 *
 * In the plane a heap lies in bins of x; in space around an axis, in rings of the distance from it. The height of a bin is
 * the top of the highest grain whose centre lies in it, above the floor. A ring is divided into equal sectors, at most
 * HEAP_SECTORS and at least two widths of a ring long; the height of the ring is the mean of those of its sectors. Bins and
 * sectors without grains have the height 0. */
#ifndef SCREE_HEAP_H
#define SCREE_HEAP_H

enum { HEAP_SECTORS = 12 };

struct heap_grid {
	int dim, n;           /* dimension; number of bins */
	double from, to;      /* their range: of x, or of the distance [L] */
	double centre[2];     /* of the axis in space, x and y [L] */
	double floor;         /* [L] */
};

/* The angle of one side of a heap. */
struct heap_side {
	double angle, error;  /* its slope and standard error [deg]; NAN: fewer than 2 and 3 bins */
	int n;                /* number of bins */
};

/* Set height[g->n] [L] from the tops of grains at[n][3]: in the plane x, y and the top's y; in space x, y of the centre and
 * the top's z. Returns the number of grains in the bins. */
int heap_heights(const struct heap_grid *g, int n, const double (*at)[3], double *height);
/* The bin of the greatest height, the first of equals. */
int heap_peak(int n, const double *height);
/* Fit a line by least squares to the heights that lie between lo and hi [L], in the bins from peak on towards the last bin
 * (way 1) or the first (way -1), up to the first bin of height 0. width is that of a bin [L]. The angle is positive if the
 * surface falls away from the peak. */
struct heap_side heap_fit(int n, const double *height, double width, int peak, int way, double lo, double hi);

#endif
