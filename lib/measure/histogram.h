/* histogram.h: counts of values in bins, of several columns with common bins.
 *
 * Where no range is given, values wait until there are HISTOGRAM_WAIT of them, or all have come; the bins then span them. What
 * comes later and falls outside gets further bins of the same width, so memory is bounded and every value is counted. */
#ifndef SCREE_HISTOGRAM_H
#define SCREE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_WAIT = 1 << 20, HISTOGRAM_MOST = 1000000 };

struct histogram {
	/* to be set at the beginning, the rest 0 */
	int n_column;
	int bins;              /* number of bins, or 0: by width */
	double width;          /* of a bin; of ln x for logarithmic ones */
	double lo, hi;         /* range; not a number: as the values need */
	int log;               /* bins of equal ratio, for values above 0 */
	/* found */
	int n;                 /* bins, once they are chosen */
	size_t cap;
	int64_t *count;        /* [n][n_column] */
	int64_t *total;        /* [n_column] all values, */
	int64_t *outside;      /* [n_column] and those in no bin */
	/* private: bin k lies between origin + span (first + k) / parts and the same of k + 1 */
	int chosen, given;
	double origin, span, parts;
	int64_t first;
	int n_wait;
	size_t cap_wait;
	struct histogram_value { double x; int column; } *wait;
};

/* Count the value x of a column. Returns 0, or -1 when there would be more than HISTOGRAM_MOST bins. */
int histogram_add(struct histogram *h, int column, double x);
/* All values have come: choose the bins if that has not been done. Returns as above. With no value to choose them by there are
 * none, n = 0. */
int histogram_finish(struct histogram *h);
/* The lower end of bin k, which is the upper one of bin k - 1; its upper end belongs to a bin only at the end of a range. */
double histogram_edge(const struct histogram *h, int k);
/* Forget the values. */
void histogram_clear(struct histogram *h);
void histogram_free(struct histogram *h);

#endif
