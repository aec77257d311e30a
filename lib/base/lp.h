/* lp.h: linear programs of a few variables. */
#ifndef SCREE_LP_H
#define SCREE_LP_H

enum { LP_MOST = 5 };

/* Find x[d] in the box lo .. hi that makes sum c_k x_k greatest under n conditions, sum a[i][k] x_k <= b[i], row i of them
 * being a[i][0..d-1], b = a[i][d]; d <= LP_MOST. Conditions are taken in one after the other, and where one cuts off the best
 * point so far, the new one lies on it, which is a program of one variable less (Seidel 1991). Returns 0, or -1 when no x
 * satisfies all. The time grows with n d!, if the order of the conditions is an ordinary one. */
int lp_solve(int d, int n, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x);

#endif
