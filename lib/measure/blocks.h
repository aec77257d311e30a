/* blocks.h: the error of the mean of a correlated series, by blocking (H. Flyvbjerg and H. G. Petersen, J. Chem. Phys.
 * 91, 461, 1989).
 *
 * Neighbouring values are averaged in pairs, again and again. Once the blocks are longer than the correlation time they are
 * independent. The variance of their mean, s^2 / (n - 1) for n blocks with variance s^2, then stops growing; it is the square of
 * the error. The first level with independent blocks is found by the test of M. Jonsson (Phys. Rev. E 98, 043304, 2018). Let
 * rho_j be the correlation of neighbouring blocks on level j. If the blocks on levels j >= k are independent, M_k = sum over j >=
 * k of n_j rho_j^2 has a chi^2 distribution with one degree of freedom per term. The first k with M_k below the 5 % point is
 * taken. The blocks of this level may still have a correlation that is too small for the test. It is included in the error as s^2
 * (1 + 2 rho) / (n - 1); without it errors are about 10 % too small.
 *
 * Values are added one at a time and not stored. The memory is that of the levels. There may be up to 2^48 values. */
#ifndef SCREE_BLOCKS_H
#define SCREE_BLOCKS_H

#include <stdint.h>

enum { BLOCKS_LEVELS = 48 };

/* The sums over the blocks of one level. The first value of the series is subtracted from all values. */
struct blocks_level {
	int64_t n;
	double sum[2], product[3];   /* x, y; xx, xy, yy */
	double lag[3];               /* products of neighbours: x x', (x y' + x' y) / 2, y y' */
	double first[2], last[2];
	double half[2];              /* first block of an incomplete pair */
	int waits;
};

/* A series of numbers, or of pairs (x, y). {0} is an empty series. */
struct blocks {
	double shift[2];             /* the first value */
	struct blocks_level level[BLOCKS_LEVELS];
};

struct estimate {
	int64_t n;                   /* number of values */
	double mean;
	double spread;               /* standard deviation of a value, with n - 1 in its denominator; NaN for n < 2 */
	double error;                /* standard error of the mean; NaN if the series is too short for its correlation: n < 2, fewer
	                                than BLOCKS_FEWEST blocks on the chosen level, or fewer than EFFECTIVE_FEWEST independent
	                                values (a drift looks like this) */
	double effective;            /* number of independent values with that error, spread^2 / error^2 */
	double tau;                  /* integrated autocorrelation time n / (2 effective), in values: 1/2 for independent values */
	int64_t length;              /* number of values per block */
};
enum { BLOCKS_FEWEST = 10, EFFECTIVE_FEWEST = 6 };

/* Add a value, or a pair of values. */
void blocks_add(struct blocks *b, double x);
void blocks_add_pair(struct blocks *b, double x, double y);
int64_t blocks_count(const struct blocks *b);

/* The mean of x. */
struct estimate blocks_mean(const struct blocks *b);
/* The mean of y. */
struct estimate blocks_mean_second(const struct blocks *b);
/* The ratio of the means, R = <y> / <x>. Its error is that of the mean of y - R x divided by |<x>| (first order in the errors),
 * and so is its spread. The ratio is NaN if <x> = 0. The error is NaN if fewer than BLOCKS_FEWEST pairs all have the same ratio,
 * for example two intervals with the same number of events. */
struct estimate blocks_ratio(const struct blocks *b);

#endif
