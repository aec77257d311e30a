/* distribution.h: distributions that measured values are compared with, and the tests that compare.
 *
 * Incomplete gamma functions by their series and continued fraction (Abramowitz and Stegun 6.5.29, 6.5.31), to 14 digits. */
#ifndef SCREE_DISTRIBUTION_H
#define SCREE_DISTRIBUTION_H

#include <stdint.h>

/* Regularized incomplete gamma functions, a > 0: P(a, x) = int_0^x t^(a-1) e^-t dt / Gamma(a), and Q = 1 - P. */
double gamma_lower(double a, double x);
double gamma_upper(double a, double x);

/* The probability that chi^2 with this many degrees of freedom is x or more. */
double chi2_tail(double x, int dof);

/* What a value is distributed like, at unit scale. */
enum family {
	FAMILY_NORMAL,        /* mean 0, variance 1 */
	FAMILY_GAMMA          /* energy of dof degrees of freedom, each with the mean 1/2: P(dof / 2, x); dof = 2: exponential */
};
double family_cdf(enum family family, int dof, double x);

/* The largest distance between the distribution function of a family and that of n sorted values x[n] (Kolmogorov-Smirnov). */
double ks_distance(enum family family, int dof, int64_t n, const double *x);
/* The probability of a distance d or more between a distribution and n independent values that have it: Kolmogorov's limit
 * at lambda = (sqrt(n) + 0.12 + 0.11 / sqrt(n)) d (M. A. Stephens, J. R. Stat. Soc. B 32, 115, 1970), good to 2 % for
 * n >= 5. */
double ks_tail(double d, double n);

/* What has been estimated from the values before they were compared. */
enum estimated { ESTIMATED_NOTHING, ESTIMATED_SCALE, ESTIMATED_MEAN_AND_SCALE };
/* The same when parameters were estimated from the values: smaller, since the distribution was made to fit
 * (H. W. Lilliefors, J. Am. Stat. Assoc. 62, 399, 1967). By KS_TRIALS samples of min(n, KS_SIZE) random values from a fixed
 * seed, so with a standard error of sqrt(p (1 - p) / KS_TRIALS), and never below 1 / (KS_TRIALS + 1). */
double ks_tail_estimated(enum family family, int dof, enum estimated what, double d, double n);
enum { KS_TRIALS = 1000, KS_SIZE = 500 };

/* Chi^2 of n sorted values x[n] in as many classes of equal probability, each as if it held independent / n of its
 * values. */
double chi2_classes(enum family family, int dof, int64_t n, const double *x, int classes, double independent);

#endif
