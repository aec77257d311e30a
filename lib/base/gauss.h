/* gauss.h: Gaussian quadrature. */
#ifndef SCREE_GAUSS_H
#define SCREE_GAUSS_H

/* Abscissas x[n] in (-1, 1), ascending, and weights w[n] with sum 2 of the Gauss-Legendre rule, which is exact for polynomials up
 * to degree 2 n - 1. */
void gauss_legendre(int n, double *x, double *w);

#endif
