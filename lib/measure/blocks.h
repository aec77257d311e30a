/* blocks.h: the error of the mean of a correlated series, by blocking (H. Flyvbjerg and H. G. Petersen, J. Chem. Phys.
 * 91, 461, 1989).
 *
 * Neighbours are averaged in pairs again and again. Once blocks are longer than the correlation lasts they are independent,
 * and the variance of their mean, s^2 / (n - 1) from n blocks with variance s^2, stops growing: the square of the error.
 * The first level on which blocks look independent is found by the test of M. Jonsson (Phys. Rev. E 98, 043304, 2018):
 * with rho_j the correlation of neighbouring blocks on level j, M_k = sum over j >= k of n_j rho_j^2 is like chi^2 with as
 * many degrees of freedom as terms where they are; the first k at which it is not beyond the 5 % point is taken. The
 * little that its blocks still correlate, less than the test can see, goes into the error with their neighbours,
 * s^2 (1 + 2 rho) / (n - 1); without that errors are some 10 % too small.
 *
 * Values come one at a time and none is kept: memory is that of the levels, 2^48 values at most. */
#ifndef SCREE_BLOCKS_H
#define SCREE_BLOCKS_H

#include <stdint.h>

enum { BLOCKS_LEVELS = 48 };

/* One level: sums over its blocks, of values less the first value of the series. */
struct blocks_level {
	int64_t n;
	double sum[2], product[3];   /* x, y; xx, xy, yy */
	double lag[3];               /* of neighbours: x x', (x y' + x' y) / 2, y y' */
	double first[2], last[2];
	double half[2];              /* the first of a pair that waits for the second */
	int waits;
};

/* A series of numbers, or of pairs (x, y); {0} is empty. */
struct blocks {
	double shift[2];             /* the first value */
	struct blocks_level level[BLOCKS_LEVELS];
};

struct estimate {
	int64_t n;                   /* values */
	double mean;
	double spread;               /* standard deviation of a value, n - 1 in its denominator; not a number for n < 2 */
	double error;                /* standard error of the mean; not a number where the series is too short for its
	                                correlation: for n < 2, with fewer than BLOCKS_FEWEST blocks left, or fewer than
	                                EFFECTIVE_FEWEST independent values, which is what a drift looks like */
	double effective;            /* number of independent values with that error, spread^2 / error^2 */
	double tau;                  /* integrated autocorrelation time n / (2 effective), in values: 1/2 if independent */
	int64_t length;              /* values per block */
};
enum { BLOCKS_FEWEST = 10, EFFECTIVE_FEWEST = 6 };

void blocks_add(struct blocks *b, double x);
void blocks_add_pair(struct blocks *b, double x, double y);
int64_t blocks_count(const struct blocks *b);

/* The mean of x. */
struct estimate blocks_mean(const struct blocks *b);
/* The mean of y. */
struct estimate blocks_mean_second(const struct blocks *b);
/* The ratio of the means, R = <y> / <x>: its error is that of the mean of y - R x over |<x>| (first order in the errors);
 * spread likewise. Not a number where <x> = 0; nor is the error where fewer than BLOCKS_FEWEST pairs have all the same ratio,
 * as when two intervals count as many events each. */
struct estimate blocks_ratio(const struct blocks *b);

#endif
