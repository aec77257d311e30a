/* heaviest.h: the greatest weight of the sites around a bucket of a grid. Private to voronoi.c. */
#ifndef SCREE_HEAVIEST_H
#define SCREE_HEAVIEST_H

/* The greatest weights in blocks of 1, 2, 4, ... buckets along each axis, level by level. */
enum { HEAVIEST_LEVELS = 16 };
struct heaviest {
	int n_level, n[2];       /* buckets along each axis */
	double *most[HEAVIEST_LEVELS];
	double all;              /* the greatest weight of all [L^2] */
};

/* Bucket b has the sites index[start[b]] to index[start[b + 1] - 1]; nx buckets are in a row, and ny rows. */
void heaviest_init(struct heaviest *h, int nx, int ny, const int *start, const int *index, const double *weight);
void heaviest_free(struct heaviest *h);
/* A bound of the weights of the sites that can reach the cell of a site with the weight own in bucket at[2], whose vertices are
 * at most reach away from it [L]. step is the smaller side of a bucket [L]. The bisector with a site of the weight w, d apart, is
 * at the distance (d^2 + own - w) / (2 d), so a site farther than reach + sqrt(reach^2 + w - own) does not reach the cell. So a
 * bound of the weights bounds the distance, and the weights within this distance may have a lower bound. */
double heaviest_near(const struct heaviest *h, const int at[2], const int periodic[2], double step, double reach, double own);

#endif
