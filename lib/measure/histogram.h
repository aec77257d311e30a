/* histogram.h: counts of values in bins, for several columns with common bins.
 *
 * Without a given range, values wait until there are HISTOGRAM_WAIT of them or no more follow; the bins then span these values.
 * Later values outside get further bins of the same width. So memory is bounded, and every value is counted. */
#ifndef SCREE_HISTOGRAM_H
#define SCREE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_WAIT = 1 << 20, HISTOGRAM_MOST = 1000000 };

struct histogram {
	/* set by the caller, the rest is 0 */
	int n_column;
	int bins;              /* number of bins; 0: given by width */
	double width;          /* width of a bin; for logarithmic bins in ln x */
	double lo, hi;         /* range; NaN: chosen from the values */
	int log;               /* 1: bins of equal ratio, for values above 0 */
	/* results */
	int n;                 /* number of bins, once they are chosen */
	size_t cap;
	int64_t *count;        /* [n][n_column] */
	int64_t *total;        /* [n_column] number of all values, */
	int64_t *outside;      /* [n_column] and of those in no bin */
	/* private: bin k lies between origin + span (first + k) / parts and origin + span (first + k + 1) / parts, the last bin of a
	 * given range between the former and the end of the range */
	int chosen, given;
	double origin, span, parts;
	int64_t first;
	int n_wait;
	size_t cap_wait;
	struct histogram_value { double x; int column; } *wait;
};

/* Count the value x of a column. Returns 0, or -1 if there would be more than HISTOGRAM_MOST bins. */
int histogram_add(struct histogram *h, int column, double x);
/* Call this after the last value. Chooses the bins if they are not chosen yet. Returns 0 or -1 as above. Without any value to
 * choose the bins by, n is 0. */
int histogram_finish(struct histogram *h);
/* The lower end of bin k, which is the upper end of bin k - 1. A bin contains its upper end only at the end of a given range. */
double histogram_edge(const struct histogram *h, int k);
/* Remove all values. */
void histogram_clear(struct histogram *h);
void histogram_free(struct histogram *h);

#endif
