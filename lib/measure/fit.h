/* fit.h: how well values follow a distribution with one scale (and, for the normal one, a mean) that is given or estimated.
 *
 * In equilibrium at the temperature T every quadratic part of the energy has the mean T/2 and a density exp(-E/T): a component
 * of the velocity is normal with the variance T/m, the speed in the plane has the density (m v/T) exp(-m v^2 / 2T), and the
 * energy of d degrees of freedom the density (E/T)^(d/2 - 1) exp(-E/T) / (T Gamma(d/2)) (Maxwell and Boltzmann). Bodies of
 * different mass have one temperature and different densities: values are compared after they have been scaled with their
 * weight, and the density of all is the mean of theirs. */
#ifndef SCREE_FIT_H
#define SCREE_FIT_H

#include <stdint.h>

#include "measure/distribution.h"

enum fit_kind {
	FIT_COMPONENT,        /* v with the weight m: normal with mean 0 and variance T / m */
	FIT_SPEED,            /* v of dof components (0: two) with the weight m */
	FIT_ENERGY,           /* of dof degrees of freedom, weight 1 (or what a constraint takes, see kinetic.h) */
	FIT_NORMAL,           /* mean and variance free, no weight */
	FIT_EXPONENTIAL       /* mean free, no weight */
};

/* {0}, then kind, dof and given. */
struct fit {
	enum fit_kind kind;
	int dof;              /* FIT_ENERGY, FIT_SPEED */
	double given;         /* T; not a number: to be estimated. For the last two kinds always estimated */
	/* private */
	int64_t n, seen, stride, n_kept, cap_kept;
	double *kept;         /* [n_kept] values times their weights; every stride-th */
	double shift, sum[2], reduced[2];
	struct fit_class { double n, weight; } *class; /* weights that are alike to 1/64, and their sum */
	int n_class;
};

struct fit_result {
	int64_t n;
	double independent;   /* values among them */
	double mean, spread;  /* of the values as they came; spread not a number for n < 2 */
	double temperature, temperature_error; /* T, error 0 when given; not a number for the last two kinds */
	double scale, centre; /* of weighted values: (u - centre) / scale has the family's standard form */
	double ks, ks_p;      /* distance of Kolmogorov and Smirnov, and its probability; it knows of estimation */
	double chi2, chi2_p;  /* in classes of equal probability; not a number for less than 5 values in each of 4 */
	int chi2_dof;         /* classes - 1 - what was estimated */
};

/* At most this many values are kept for the tests, evenly out of all. */
enum { FIT_KEPT = 1 << 20 };

/* The value scaled with its weight: its distribution is the same whatever the weight. */
double fit_reduce(const struct fit *f, double x, double weight);
void fit_add(struct fit *f, double x, double weight);
/* Compare, as if there were so many independent values (n at most), with at most so many classes for chi^2. Once. */
struct fit_result fit_finish(struct fit *f, double independent, int classes);
/* The share of values below x that the result expects; after fit_finish. */
double fit_cdf(const struct fit *f, const struct fit_result *r, double x);
/* Forget the values. */
void fit_clear(struct fit *f);

#endif
