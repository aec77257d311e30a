/* cover.c: bitmaps of the voxels that are not covered yet */
#include "clump/cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The bits from .. to of a row, as far as they are in word w. */
static uint64_t bits(int w, int from, int to)
{
	int a = from - 64 * w, b = to - 64 * w;

	return (~(uint64_t)0 << (a > 0 ? a : 0)) & (~(uint64_t)0 >> (b < 63 ? 63 - b : 0));
}

static int ones(uint64_t x)
{
	x -= x >> 1 & 0x5555555555555555u;
	x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (int)(x * 0x0101010101010101u >> 56);
}

void cover_init(struct cover *c, const struct field *f, int voxels)
{
	struct intervals s = { .n = 0 };
	double side = 0;

	memset(c, 0, sizeof *c);
	for (int k = 0; k < f->dim; k++)
		side = fmax(side, f->lines.hi[k] - f->lines.lo[k]);
	c->voxel = 1;
	for (int k = 0; k < 3; k++) {
		double wide = k < f->dim ? f->lines.hi[k] - f->lines.lo[k] : 0;

		c->n[k] = (int)fmax(wide / side * voxels + 0.5, 1);
		c->h[k] = wide / c->n[k];
		c->lo[k] = k < f->dim ? f->lines.lo[k] : 0;
		c->voxel *= k < f->dim ? c->h[k] : 1;
	}
	c->words = (c->n[0] + 63) / 64;
	c->left = MEM_ZERO(uint64_t, (size_t)c->n[2] * (size_t)c->n[1] * (size_t)c->words);
	c->row = MEM_ZERO(int, (size_t)c->n[1] * (size_t)c->n[2]);
	for (int row = 0; row < c->n[1] * c->n[2]; row++) {
		double y = c->lo[1] + c->h[1] * (row % c->n[1] + 0.5), z = c->lo[2] + c->h[2] * (row / c->n[1] + 0.5);
		uint64_t *word = &c->left[(size_t)row * (size_t)c->words];

		s.n = 0;
		f->lines.cut(f->lines.body, y, z, &s);
		for (int k = 0; k < s.n; k++) {
			int from = (int)fmax(ceil((s.at[k][0] - c->lo[0]) / c->h[0] - 0.5), 0);
			int to = (int)fmin(floor((s.at[k][1] - c->lo[0]) / c->h[0] - 0.5), c->n[0] - 1);

			for (int w = from / 64; from <= to && w <= to / 64; w++)
				word[w] |= bits(w, from, to);
		}
		for (int w = 0; w < c->words; w++)
			c->row[row] += ones(word[w]);
		c->total += c->row[row];
	}
	free(s.at);
}

void cover_free(struct cover *c)
{
	free(c->left);
	free(c->row);
	memset(c, 0, sizeof *c);
}

/* The least integer not below x. |x| must be below 2^31. */
static int above(double x)
{
	int i = (int)x;

	return i + (i < x);
}

/* The greatest integer not above x. |x| must be below 2^31. */
static int below(double x)
{
	int i = (int)x;

	return i - (i > x);
}

/* The voxels *from .. *to along axis k whose middles are within r of x. */
static void reach(const struct cover *c, int k, double x, double r, int *from, int *to)
{
	double a = 0, b = 0;

	if (c->h[k] > 0) {
		a = (x - r - c->lo[k]) / c->h[k] - 0.5;
		b = (x + r - c->lo[k]) / c->h[k] - 0.5;
	}
	*from = a >= c->n[k] ? c->n[k] : a > 0 ? above(a) : 0;
	*to = b < 0 ? -1 : b < c->n[k] - 1 ? below(b) : c->n[k] - 1;
}

/* Count the uncovered voxels in a ball; if take is set, cover them. */
static int64_t visit(const struct cover *c, const double ball[4], int take)
{
	int y0, y1, z0, z1, x0, x1;
	int64_t sum = 0;

	reach(c, 1, ball[1], ball[3], &y0, &y1);
	reach(c, 2, ball[2], ball[3], &z0, &z1);
	for (int k = z0; k <= z1; k++)
		for (int j = y0; j <= y1; j++) {
			size_t row = (size_t)k * (size_t)c->n[1] + (size_t)j;
			double dy = c->lo[1] + c->h[1] * (j + 0.5) - ball[1], dz = c->lo[2] + c->h[2] * (k + 0.5) - ball[2];
			double half2 = ball[3] * ball[3] - dy * dy - dz * dz;
			uint64_t *word = &c->left[row * (size_t)c->words];

			if (!c->row[row] || !(half2 >= 0))
				continue;
			reach(c, 0, ball[0], sqrt(half2), &x0, &x1);
			for (int w = x0 / 64; x0 <= x1 && w <= x1 / 64; w++) {
				uint64_t in = bits(w, x0, x1) & word[w];

				if (!in)
					continue;
				int newly = ones(in);
				sum += newly;
				if (take) {
					word[w] &= ~in;
					c->row[row] -= newly;
				}
			}
		}
	return sum;
}

int64_t cover_gain(const struct cover *c, const double ball[4])
{
	return visit(c, ball, 0);
}

void cover_take(struct cover *c, const double ball[4])
{
	c->covered += visit(c, ball, 1);
}
