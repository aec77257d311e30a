/* gauss.h: Gauss's rule. */
#ifndef SCREE_GAUSS_H
#define SCREE_GAUSS_H

/* Abscissas x[n] in (-1, 1), ascending, and weights w[n], whose sum is 2, of the rule of Gauss and Legendre: exact for
 * polynomials of degree 2 n - 1. */
void gauss_legendre(int n, double *x, double *w);

#endif
