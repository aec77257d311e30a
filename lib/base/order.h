/* order.h: the order of numbers, and of points along Hilbert's curve. */
#ifndef SCREE_ORDER_H
#define SCREE_ORDER_H

/* For qsort: compare doubles, ascending. */
int order_doubles(const void *a, const void *b);

/* Returns the order of n points along Hilbert's curve through their bounding box: the k-th point is order[k]. The caller frees
 * it. Neighbours on the curve are neighbours in the plane. Points in the same of 2^16 x 2^16 cells keep their order. */
int *order_hilbert2(int n, const double *x, const double *y);

/* The same in space, with 2^21 cells along each axis. The points are first divided across the longest side into slabs with equal
 * numbers of points; the order is slab by slab. */
int *order_hilbert3(int n, int slabs, const double *x, const double *y, const double *z);

#endif
