/* order.c: putting things in order */
#include "base/order.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"

struct keyed { uint32_t key; int index; };

static int compare(const void *a, const void *b)
{
	const struct keyed *p = a, *q = b;

	if (p->key != q->key)
		return p->key < q->key ? -1 : 1;
	return (p->index > q->index) - (p->index < q->index);
}

/* Distance along the curve of the cell (x, y) among 2^16 x 2^16: from the coarsest quadrant down, each turned and mirrored as the
 * curve enters it. */
static uint32_t hilbert(uint32_t x, uint32_t y)
{
	uint32_t d = 0;

	for (uint32_t s = 1u << 15; s > 0; s >>= 1) {
		uint32_t rx = (x & s) != 0, ry = (y & s) != 0;

		d += s * s * ((3 * rx) ^ ry);
		if (ry == 0) {
			if (rx) {
				x = 0xffff - x;
				y = 0xffff - y;
			}
			uint32_t t = x;
			x = y;
			y = t;
		}
	}
	return d;
}

int *order_hilbert(int n, const double *x, const double *y)
{
	struct keyed *k = mem_new((size_t)n, sizeof *k);
	int *order = MEM_NEW(int, (size_t)n);
	double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

	for (int i = 0; i < n; i++) {
		x0 = fmin(x0, x[i]);
		x1 = fmax(x1, x[i]);
		y0 = fmin(y0, y[i]);
		y1 = fmax(y1, y[i]);
	}
	double size = fmax(x1 - x0, y1 - y0), f = size > 0 ? 65535 / size : 0;
	for (int i = 0; i < n; i++)
		k[i] = (struct keyed){ hilbert((uint32_t)((x[i] - x0) * f), (uint32_t)((y[i] - y0) * f)), i };
	qsort(k, (size_t)n, sizeof *k, compare);
	for (int i = 0; i < n; i++)
		order[i] = k[i].index;
	free(k);
	return order;
}
