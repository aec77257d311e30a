/* histogram.c: counts of values in bins */
#include "measure/histogram.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The coordinate in which the bins are equally wide. */
static double coordinate(const struct histogram *h, double x)
{
	return h->log ? log(x) : x;
}

static double end_of(const struct histogram *h, int64_t k)
{
	return h->origin + h->span * (double)k / h->parts;
}

double histogram_edge(const struct histogram *h, int k)
{
	double c = end_of(h, h->first + k);

	/* the ends of a given range as they are, not rounded; the last bin is narrower if the width does not divide the range */
	if (h->given && k == 0)
		return h->lo;
	if (h->given && k == h->n)
		return h->hi;
	return h->log ? exp(c) : c;
}

static int64_t bin_of(const struct histogram *h, double c)
{
	int64_t k = (int64_t)floor((c - h->origin) / h->span * h->parts);

	while (c < end_of(h, k))
		k--;
	while (c >= end_of(h, k + 1))
		k++;
	return k;
}

/* Make the bins from .. to - 1. */
static int bins_set(struct histogram *h, int64_t from, int64_t to)
{
	int n = (int)(to - from), shift = h->n ? (int)(h->first - from) : 0;

	if (to - from > HISTOGRAM_MOST)
		return -1;
	MEM_GROW(h->count, &h->cap, (size_t)n * (size_t)h->n_column);
	size_t row = (size_t)h->n_column * sizeof *h->count;
	memmove(h->count + (size_t)shift * (size_t)h->n_column, h->count, (size_t)h->n * row);
	memset(h->count, 0, (size_t)shift * row);
	memset(h->count + (size_t)(shift + h->n) * (size_t)h->n_column, 0, (size_t)(n - shift - h->n) * row);
	h->first = from;
	h->n = n;
	return 0;
}

static int count(struct histogram *h, int column, double x)
{
	double c;

	if (h->log && !(x > 0)) {
		h->outside[column]++;
		return 0;
	}
	c = coordinate(h, x);
	/* the upper end of a given range belongs to the last bin */
	if (h->given && (x < h->lo || x > h->hi)) {
		h->outside[column]++;
		return 0;
	}
	/* the index of a bin far beyond all others would not fit an integer */
	if (fabs((c - h->origin) / h->span * h->parts) > 1e15)
		return -1;
	int64_t k = bin_of(h, c);
	if (h->bins && k == h->first + h->n && c <= end_of(h, k))
		k--;
	if (h->given) /* rounding of logarithms at the ends of the range */
		k = k < h->first ? h->first : k >= h->first + h->n ? h->first + h->n - 1 : k;
	if (k < h->first && bins_set(h, k, h->first + h->n))
		return -1;
	if (k >= h->first + h->n && bins_set(h, h->first, k + 1))
		return -1;
	h->count[(size_t)(k - h->first) * (size_t)h->n_column + (size_t)column]++;
	return 0;
}

/* Choose the bins between two coordinates. */
static int choose(struct histogram *h, double from, double to)
{
	h->chosen = 1;
	if (h->bins) {
		double most = fmax(fmax(fabs(from), fabs(to)), h->log ? 1 : 0);

		/* one value, or values that differ by rounding, so bins between them would have no width: put the bins around them */
		if (from == to || (!h->given && to - from < 4 * DBL_EPSILON * most * h->bins)) {
			double half = most != 0 ? most / 2 : 0.5, middle = from + (to - from) / 2;

			from = middle - half;
			to = middle + half;
		}
		h->origin = from;
		h->span = to - from;
		h->parts = h->bins;
		return bins_set(h, 0, h->bins);
	}
	h->origin = h->given ? from : 0; /* without a given range, edges are multiples of the width */
	h->span = h->width;
	h->parts = 1;
	if (fmax(fabs(from - h->origin), fabs(to - h->origin)) / h->width > 1e15)
		return -1;
	if (h->given)
		return bins_set(h, 0, (int64_t)ceil((to - from) / h->width * (1 - 1e-12)));
	return bins_set(h, bin_of(h, from), bin_of(h, to) + 1);
}

/* Choose the bins by the waiting values, and count these values. */
static int choose_from_waiting(struct histogram *h)
{
	double from = INFINITY, to = -INFINITY;

	for (int k = 0; k < h->n_wait; k++) {
		if (h->log && !(h->wait[k].x > 0))
			continue;
		from = fmin(from, coordinate(h, h->wait[k].x));
		to = fmax(to, coordinate(h, h->wait[k].x));
	}
	if (from > to) { /* no value to choose bins by: wait for the next ones */
		for (int k = 0; k < h->n_wait; k++)
			h->outside[h->wait[k].column]++;
		h->n_wait = 0;
		return 0;
	}
	if (choose(h, from, to))
		return -1;
	for (int k = 0; k < h->n_wait; k++)
		if (count(h, h->wait[k].column, h->wait[k].x))
			return -1;
	h->n_wait = 0;
	return 0;
}

static int begin(struct histogram *h)
{
	if (h->total)
		return 0;
	h->total = MEM_ZERO(int64_t, (size_t)h->n_column);
	h->outside = MEM_ZERO(int64_t, (size_t)h->n_column);
	h->given = !isnan(h->lo);
	return h->given ? choose(h, coordinate(h, h->lo), coordinate(h, h->hi)) : 0;
}

int histogram_add(struct histogram *h, int column, double x)
{
	if (begin(h))
		return -1;
	h->total[column]++;
	if (h->chosen)
		return count(h, column, x);
	MEM_GROW(h->wait, &h->cap_wait, (size_t)h->n_wait + 1);
	h->wait[h->n_wait++] = (struct histogram_value){ x, column };
	return h->n_wait >= HISTOGRAM_WAIT ? choose_from_waiting(h) : 0;
}

int histogram_finish(struct histogram *h)
{
	if (begin(h))
		return -1;
	return h->chosen ? 0 : choose_from_waiting(h);
}

void histogram_clear(struct histogram *h)
{
	free(h->count);
	free(h->total);
	free(h->outside);
	h->count = h->total = h->outside = NULL;
	h->cap = 0;
	h->n = h->n_wait = h->chosen = 0;
	h->first = 0;
}

void histogram_free(struct histogram *h)
{
	histogram_clear(h);
	free(h->wait);
	h->wait = NULL;
	h->cap_wait = 0;
}
