/* images.c: periodic images in a window */
#include "world/images.h"

#include <math.h>

#include "world/deform.h"

/* The first and last number of periods by which the box may be shifted along axis k. `shift` is its shift by the other axis. */
static void range(const struct images *it, int k, double shift, int64_t *first, int64_t *last)
{
	double period = it->d->hi[k] - it->d->lo[k];

	*first = *last = 0;
	if (it->d->set && it->d->periodic[k]) {
		*first = (int64_t)ceil((it->lo[k] - it->box[1][k] - shift) / period);
		*last = (int64_t)floor((it->hi[k] - it->box[0][k] - shift) / period);
	}
}

int images_begin(struct images *it, const struct domain *d, const double lo[2], const double hi[2], const double from[2],
	const double to[2])
{
	*it = (struct images){ .d = d, .lo = { from[0], from[1] }, .hi = { to[0], to[1] }, .n = 1, .n_end = 0,
	                       .box = { { lo[0], lo[1] }, { hi[0], hi[1] } } };
	double most = 1, far = 0;

	for (int k = 0; k < 2 && d->set; k++)
		if (d->periodic[k]) {
			double period = d->hi[k] - d->lo[k];

			most *= 2 + ((to[k] - from[k]) + (hi[k] - lo[k])) / period;
			far = fmax(far, fmax(fabs(from[k] - hi[k]), fabs(to[k] - lo[k])) / period);
		}
	if (!(most <= IMAGES_IN_WINDOW && far < (double)IMAGES_MAX))
		return -1;
	range(it, 1, 0, &it->m, &it->m_end);
	it->m--;
	return 0;
}

int images_next(struct images *it, double shift[2])
{
	while (it->n > it->n_end) {
		if (++it->m > it->m_end)
			return 0;
		domain_shift(it->d, 0, (double)it->m, shift);
		range(it, 0, it->m ? shift[0] : 0, &it->n, &it->n_end);
	}
	shift[0] = shift[1] = 0;
	if (it->n || it->m)
		domain_shift(it->d, (double)it->n, (double)it->m, shift);
	it->n++;
	return 1;
}
