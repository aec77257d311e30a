/* images.c: periodic images in a window */
#include "world/images.h"

#include <math.h>

#include "world/deform.h"

/* Set the first and last number of periods by which the box may be shifted along axis k. The shifts along the axes above k
 * displace it along axis k, too. */
static void axis_begin(struct images *it, int k)
{
	const struct domain *d = it->d;
	double shift = 0, period = d->hi[k] - d->lo[k];

	it->n[k] = it->end[k] = 0;
	if (d->set && d->periodic[k]) {
		if (k == 0 && it->n[1])
			shift += (double)it->n[1] * d->tilt[0];
		if (k == 0 && it->n[2])
			shift += (double)it->n[2] * d->tilt[1];
		if (k == 1 && it->n[2])
			shift += (double)it->n[2] * d->tilt[2];
		it->n[k] = (int64_t)ceil((it->lo[k] - it->box[1][k] - shift) / period);
		it->end[k] = (int64_t)floor((it->hi[k] - it->box[0][k] - shift) / period);
	}
	it->n[k]--; /* images_next begins with a step */
}

static int begin(struct images *it, const struct domain *d, int dim, const double *lo, const double *hi, const double *from,
	const double *to)
{
	double most = 1, far = 0;

	*it = (struct images){ .d = d, .dim = dim, .n = { 1, 1, 1 } };
	for (int k = 0; k < dim; k++) {
		it->lo[k] = from[k];
		it->hi[k] = to[k];
		it->box[0][k] = lo[k];
		it->box[1][k] = hi[k];
	}
	for (int k = 0; k < dim && d->set; k++)
		if (d->periodic[k]) {
			double period = d->hi[k] - d->lo[k];

			most *= 2 + ((to[k] - from[k]) + (hi[k] - lo[k])) / period;
			far = fmax(far, fmax(fabs(from[k] - hi[k]), fabs(to[k] - lo[k])) / period);
		}
	if (!(most <= IMAGES_IN_WINDOW && far < (double)IMAGES_MAX))
		return -1;
	if (dim == 2)
		it->n[2] = 0;
	axis_begin(it, dim - 1);
	return 0;
}

int images_begin(struct images *it, const struct domain *d, const double lo[2], const double hi[2], const double from[2],
	const double to[2])
{
	return begin(it, d, 2, lo, hi, from, to);
}

int images3_begin(struct images *it, const struct domain *d, const double lo[3], const double hi[3], const double from[3],
	const double to[3])
{
	return begin(it, d, 3, lo, hi, from, to);
}

int images_next(struct images *it, double *shift)
{
	int k = 0; /* the axis that takes the next step; an axis that has ended passes the step to the axis above */

	while (k >= 0) {
		if (++it->n[k] <= it->end[k]) {
			if (--k >= 0)
				axis_begin(it, k);
		} else if (++k == it->dim) {
			return 0;
		}
	}
	double n[3] = { (double)it->n[0], (double)it->n[1], (double)it->n[2] }, all[3];
	domain_shift3(it->d, n, all);
	for (k = 0; k < it->dim; k++)
		shift[k] = n[0] != 0 || n[1] != 0 || n[2] != 0 ? all[k] : 0;
	return 1;
}
