/* fit.h: compare values with a distribution that has one scale (the normal distribution also a mean), given or estimated.
 *
 * In equilibrium at temperature T every quadratic term of the energy has the mean T/2 and the density exp(-E/T) (Maxwell and
 * Boltzmann). A component of the velocity is normal with variance T/m. The speed in the plane has the density
 * (m v/T) exp(-m v^2 / 2T). The energy of d degrees of freedom has the density (E/T)^(d/2 - 1) exp(-E/T) / (T Gamma(d/2)). Bodies
 * of different mass have the same temperature and different densities. Values are therefore scaled with their weights before the
 * comparison, and the density of all values is the mean of the bodies' densities. */
#ifndef SCREE_FIT_H
#define SCREE_FIT_H

#include <stdint.h>

#include "measure/distribution.h"

enum fit_kind {
	FIT_COMPONENT,        /* v with weight m: normal with mean 0 and variance T / m */
	FIT_SPEED,            /* v of dof components (0: two) with weight m */
	FIT_ENERGY,           /* energy of dof degrees of freedom; weight 1, or the fraction that is left without drift, see kinetic.h */
	FIT_NORMAL,           /* mean and variance estimated, no weight */
	FIT_EXPONENTIAL       /* mean estimated, no weight */
};

/* Begin with {0}, then set kind, dof and given. */
struct fit {
	enum fit_kind kind;
	int dof;              /* FIT_ENERGY, FIT_SPEED */
	double given;         /* T; NaN: to be estimated. The last two kinds always estimate */
	/* private */
	int64_t n, seen, stride, n_kept, cap_kept;
	double *kept;         /* [n_kept] every stride-th value, scaled by fit_reduce */
	double shift, sum[2], reduced[2];
	struct fit_class { double n, weight; } *class; /* number and sum of weights that are equal to within 1/64 */
	int n_class;
};

struct fit_result {
	int64_t n;
	double independent;   /* number of independent values */
	double mean, spread;  /* of the unscaled values; spread is NaN for n < 2 */
	double temperature, temperature_error; /* T, with error 0 if given; NaN for the last two kinds */
	double scale, centre; /* of scaled values u: (u - centre) / scale has the family's standard form */
	double ks, ks_p;      /* Kolmogorov-Smirnov distance, and its probability, which allows for estimated parameters */
	double chi2, chi2_p;  /* in classes of equal probability; NaN if there are fewer than 5 values in each of 4 classes */
	int chi2_dof;         /* number of classes - 1 - number of estimated parameters */
};

/* At most this number of values, evenly spaced in the series, is stored for the tests. */
enum { FIT_KEPT = 1 << 20 };

/* Scale a value with its weight. The distribution of the result does not depend on the weight. */
double fit_reduce(const struct fit *f, double x, double weight);
/* Add a value. */
void fit_add(struct fit *f, double x, double weight);
/* Compare, for the given number of independent values (at most n) and the given largest number of classes for chi^2. Call it
 * once. */
struct fit_result fit_finish(struct fit *f, double independent, int classes);
/* The fraction of values below x that the fitted distribution expects. Call it after fit_finish. */
double fit_cdf(const struct fit *f, const struct fit_result *r, double x);
/* Remove all values. */
void fit_clear(struct fit *f);

#endif
