/* order.h: the order of points along Hilbert's curve. */
#ifndef SCREE_ORDER_H
#define SCREE_ORDER_H

/* The order of n points along Hilbert's curve through their bounding box, to be freed: the k-th point is order[k]. Neighbours on
 * the curve are neighbours in the plane. Points in the same of 2^16 x 2^16 cells keep their order. */
int *order_hilbert2(int n, const double *x, const double *y);

/* The same in space, with 2^21 cells along each axis. The points are first divided into slabs of equal numbers of points across
 * the longest side; the order is slab by slab. */
int *order_hilbert3(int n, int slabs, const double *x, const double *y, const double *z);

#endif
