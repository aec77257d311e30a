/* order.c: the order of numbers, and of points along Hilbert's curve */
#include "base/order.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"

int order_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct keyed { uint64_t key; int slab, index; };

static int compare(const void *a, const void *b)
{
	const struct keyed *p = a, *q = b;

	if (p->slab != q->slab)
		return p->slab < q->slab ? -1 : 1;
	if (p->key != q->key)
		return p->key < q->key ? -1 : 1;
	return (p->index > q->index) - (p->index < q->index);
}

/* The distance of the cell (x, y) of 2^16 x 2^16 along the curve. From the coarsest quadrant down, every quadrant is turned and
 * mirrored as the curve enters it. */
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

int *order_hilbert2(int n, const double *x, const double *y)
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
		k[i] = (struct keyed){ hilbert((uint32_t)((x[i] - x0) * f), (uint32_t)((y[i] - y0) * f)), 0, i };
	qsort(k, (size_t)n, sizeof *k, compare);
	for (int i = 0; i < n; i++)
		order[i] = k[i].index;
	free(k);
	return order;
}

/* The distance of a cell of 2^21 x 2^21 x 2^21 along the curve, by Skilling, AIP Conf. Proc. 707, 381 (2004): from the coarsest
 * level down, undo what the turns of the curve did to the axes; then decode the three coordinates, whose bits are a Gray code of
 * the distance. */
static uint64_t hilbert3(uint32_t x[3])
{
	enum { BITS = 21 };
	uint32_t t = 0;
	uint64_t d = 0;

	for (uint32_t q = 1u << (BITS - 1); q > 1; q >>= 1)
		for (int k = 0; k < 3; k++) {
			if (x[k] & q) {
				x[0] ^= q - 1;
			} else {
				uint32_t swap = (x[0] ^ x[k]) & (q - 1);

				x[0] ^= swap;
				x[k] ^= swap;
			}
		}
	x[1] ^= x[0];
	x[2] ^= x[1];
	for (uint32_t q = 1u << (BITS - 1); q > 1; q >>= 1)
		if (x[2] & q)
			t ^= q - 1;
	for (int bit = BITS - 1; bit >= 0; bit--)
		for (int k = 0; k < 3; k++)
			d = d << 1 | ((x[k] ^ t) >> bit & 1);
	return d;
}

int *order_hilbert3(int n, int slabs, const double *x, const double *y, const double *z)
{
	const double *at[3] = { x, y, z };
	struct keyed *k = mem_new((size_t)n, sizeof *k);
	int *order = MEM_NEW(int, (size_t)n);
	double lo[3], size = 0;
	int longest = 0;

	for (int a = 0; a < 3; a++) {
		double hi = -INFINITY;

		lo[a] = INFINITY;
		for (int i = 0; i < n; i++) {
			lo[a] = fmin(lo[a], at[a][i]);
			hi = fmax(hi, at[a][i]);
		}
		longest = hi - lo[a] > size ? a : longest;
		size = fmax(size, hi - lo[a]);
	}
	double f = size > 0 ? 2097151 / size : 0;
	for (int i = 0; i < n; i++)
		k[i] = (struct keyed){ (uint64_t)((at[longest][i] - lo[longest]) * f), 0, i };
	if (slabs > 1)
		qsort(k, (size_t)n, sizeof *k, compare);
	for (int i = 0; i < n; i++) {
		uint32_t cell[3];

		for (int a = 0, of = longest; a < 3; a++, of = (of + 1) % 3)
			cell[a] = (uint32_t)((at[of][k[i].index] - lo[of]) * f);
		k[i].key = hilbert3(cell);
		k[i].slab = (int)((int64_t)i * slabs / n);
	}
	qsort(k, (size_t)n, sizeof *k, compare);
	for (int i = 0; i < n; i++)
		order[i] = k[i].index;
	free(k);
	return order;
}
