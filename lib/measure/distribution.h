/* distribution.h: probability distributions, and tests that compare measured values with them.
 *
 * The incomplete gamma functions use their series and continued fraction (Abramowitz and Stegun 6.5.29, 6.5.31), to 14 digits. */
#ifndef SCREE_DISTRIBUTION_H
#define SCREE_DISTRIBUTION_H

#include <stdint.h>

/* Regularised incomplete gamma functions, a > 0: P(a, x) = int_0^x t^(a-1) e^-t dt / Gamma(a), and Q = 1 - P. */
double gamma_lower(double a, double x);
double gamma_upper(double a, double x);

/* The probability that chi^2 with dof degrees of freedom is at least x. */
double chi2_tail(double x, int dof);

/* Families of distributions, at unit scale. */
enum family {
	FAMILY_NORMAL,        /* mean 0, variance 1 */
	FAMILY_GAMMA          /* energy of dof degrees of freedom with mean 1/2 each: P(dof / 2, x); dof = 2: exponential */
};
/* The distribution function of a family at x. dof is used by FAMILY_GAMMA only. */
double family_cdf(enum family family, int dof, double x);

/* The greatest difference between the distribution function of a family and that of n sorted values x[n] (Kolmogorov-Smirnov). */
double ks_distance(enum family family, int dof, int64_t n, const double *x);
/* The probability of a Kolmogorov-Smirnov distance of at least d for n independent values from the distribution: Kolmogorov's
 * limit at lambda = (sqrt(n) + 0.12 + 0.11 / sqrt(n)) d (M. A. Stephens, J. R. Stat. Soc. B 32, 115, 1970), accurate to 2 % for n
 * >= 5. */
double ks_tail(double d, double n);

/* The parameters that were estimated from the values before the comparison. */
enum estimated { ESTIMATED_NOTHING, ESTIMATED_SCALE, ESTIMATED_MEAN_AND_SCALE };
/* The same if parameters were estimated from the values. The probability is smaller, since the distribution was fitted (H. W.
 * Lilliefors, J. Am. Stat. Assoc. 62, 399, 1967). It is found from KS_TRIALS samples of min(n, KS_SIZE) random values with a
 * fixed seed, so its standard error is sqrt(p (1 - p) / KS_TRIALS), and it is at least 1 / (KS_TRIALS + 1). */
double ks_tail_estimated(enum family family, int dof, enum estimated what, double d, double n);
enum { KS_TRIALS = 1000, KS_SIZE = 500 };

/* Chi^2 of n sorted values x[n] in the given number of classes of equal probability. It is scaled by independent / n, as if each
 * class held only that fraction of its values. */
double chi2_classes(enum family family, int dof, int64_t n, const double *x, int classes, double independent);

#endif
