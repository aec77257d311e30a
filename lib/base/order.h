/* order.h: putting things in order. */
#ifndef SCREE_ORDER_H
#define SCREE_ORDER_H

/* The order of n points along Hilbert's curve through their bounding box: order[k] is the k-th point. Neighbours
 * on the curve are neighbours in the plane. Points in one of the 2^16 x 2^16 cells keep their order; to be freed
 * by the caller. */
int *order_hilbert(int n, const double *x, const double *y);

/* The same in space, with 2^21 cells along each axis; slab by slab of so many across the longest side, of as many points each. */
int *order_hilbert3(int n, int slabs, const double *x, const double *y, const double *z);

#endif
