/* lp.h: linear programs of few variables. */
#ifndef SCREE_LP_H
#define SCREE_LP_H

enum { LP_MOST = 5 };

/* Find x[d], d <= LP_MOST, in the box lo .. hi that maximises sum c_k x_k under n conditions sum a[i][k] x_k <= a[i][d].
 * Conditions are added one by one. If a condition excludes the best point so far, the new best point lies on the plane of the
 * condition, which is a program with one variable fewer (Seidel 1991). Returns 0, or -1 if no x satisfies all conditions. The
 * time is about n d!, unless the order of the conditions is unlucky. */
int lp_solve(int d, int n, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x);
/* The same where d conditions are known that alone hold the best point, in the order that they have there: with the same bits. */
int lp_corner(int d, const double (*a)[LP_MOST + 1], const double *c, const double *lo, const double *hi, double *x);

#endif
