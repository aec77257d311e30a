/* reduce.c: choosing few colours for many, and dithering */
#include "view/reduce.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"

/* Colours with equal upper BITS bits of red, green and blue share a bin. */
enum { BITS = 5, SIDE = 1 << BITS, BINS = SIDE * SIDE * SIDE, MOST = 256 };

struct bin { int64_t n; double sum[3]; };
/* A box has the bins order[from] .. order[to - 1]. */
struct box { int from, to, axis; double value; };

struct reduce {
	struct bin *bin;
	int *order, n_order, n_color;
	short *nearest;       /* [BINS] the nearest colour of a bin, or -1 if it is not known yet */
	double color[MOST][3];
};

static int bin_of(double r, double g, double b)
{
	const double c[3] = { r, g, b };
	int bin = 0;

	for (int k = 0; k < 3; k++)
		bin = bin * SIDE + (int)fmin(fmax(c[k] * SIDE / 256, 0), SIDE - 1);
	return bin;
}

static int level(int bin, int axis)
{
	return bin >> (BITS * (2 - axis)) & (SIDE - 1);
}

/* The value of splitting a box: the root of its number of pixels times its longest side. */
static void box_judge(const struct reduce *r, struct box *b)
{
	int64_t n = 0;
	int lo[3] = { SIDE, SIDE, SIDE }, hi[3] = { -1, -1, -1 };

	for (int k = b->from; k < b->to; k++) {
		n += r->bin[r->order[k]].n;
		for (int a = 0; a < 3; a++) {
			int at = level(r->order[k], a);

			lo[a] = at < lo[a] ? at : lo[a];
			hi[a] = at > hi[a] ? at : hi[a];
		}
	}
	b->axis = 0;
	for (int a = 1; a < 3; a++)
		if (hi[a] - lo[a] > hi[b->axis] - lo[b->axis])
			b->axis = a;
	b->value = sqrt((double)n) * (hi[b->axis] - lo[b->axis]);
}

/* Sort the box along its longest side, and move its upper half to the other box. */
static void box_split(struct reduce *r, struct box *b, struct box *other)
{
	int start[SIDE + 1] = { 0 }, n = b->to - b->from, *sorted = MEM_NEW(int, (size_t)n);
	int64_t all = 0, half = 0;

	for (int k = b->from; k < b->to; k++) {
		start[level(r->order[k], b->axis) + 1]++;
		all += r->bin[r->order[k]].n;
	}
	for (int k = 0; k < SIDE; k++)
		start[k + 1] += start[k];
	for (int k = b->from; k < b->to; k++)
		sorted[start[level(r->order[k], b->axis)]++] = r->order[k];
	for (int k = 0; k < n; k++)
		r->order[b->from + k] = sorted[k];
	free(sorted);
	/* cut at a change of level, so that both boxes have a bin at least */
	int cut = b->from;
	while (cut < b->to - 1 && half + r->bin[r->order[cut]].n <= all / 2)
		half += r->bin[r->order[cut++]].n;
	while (cut > b->from && level(r->order[cut - 1], b->axis) == level(r->order[cut], b->axis))
		cut--;
	while (cut == b->from || (cut < b->to && level(r->order[cut - 1], b->axis) == level(r->order[cut], b->axis)))
		cut++;
	*other = (struct box){ .from = cut, .to = b->to };
	b->to = cut;
	box_judge(r, b);
	box_judge(r, other);
}

void reduce_choose(struct reduce *r, int n)
{
	struct box box[MOST];

	for (int k = 0; k < BINS; k++)
		if (r->bin[k].n)
			r->order[r->n_order++] = k;

	r->n_color = r->n_order > 0;
	box[0] = (struct box){ .from = 0, .to = r->n_order };
	box_judge(r, &box[0]);
	while (r->n_color > 0 && r->n_color < n) {
		int best = 0;

		for (int k = 1; k < r->n_color; k++)
			if (box[k].value > box[best].value)
				best = k;
		if (!(box[best].value > 0))
			break;
		box_split(r, &box[best], &box[r->n_color++]);
	}
	for (int k = 0; k < r->n_color; k++) {
		double sum[4] = { 0 };

		for (int i = box[k].from; i < box[k].to; i++) {
			const struct bin *b = &r->bin[r->order[i]];

			sum[3] += (double)b->n;
			for (int a = 0; a < 3; a++)
				sum[a] += b->sum[a];
		}
		for (int a = 0; a < 3; a++)
			r->color[k][a] = floor(sum[a] / sum[3] + 0.5);
	}
}

static int nearest(struct reduce *r, const double c[3])
{
	int bin = bin_of(c[0], c[1], c[2]), best = 0;
	double least = INFINITY;

	if (r->nearest[bin] >= 0)
		return r->nearest[bin];
	for (int k = 0; k < r->n_color; k++) {
		double square = 0;

		for (int a = 0; a < 3; a++) {
			double d = r->color[k][a] - (level(bin, a) + 0.5) * 256 / SIDE;
			square += d * d;
		}
		if (square < least) {
			least = square;
			best = k;
		}
	}
	return r->nearest[bin] = (short)best;
}

static int white(const unsigned char *p)
{
	return p[0] == 255 && p[1] == 255 && p[2] == 255;
}

/* over[2][width + 2][3] holds the errors passed on to this row and the next. */
void reduce_apply(struct reduce *r, unsigned char *rgb, int width, int height)
{
	size_t row = 3 * ((size_t)width + 2);
	double *over = MEM_ZERO(double, 2 * row);

	for (int j = 0; j < height; j++) {
		double *here = over + row * (size_t)(j & 1), *below = over + row * (size_t)(~j & 1);

		for (size_t k = 0; k < row; k++)
			below[k] = 0;
		for (int i = 0; i < width; i++) {
			unsigned char *p = rgb + 3 * ((size_t)j * (size_t)width + (size_t)i);
			double c[3];

			if (white(p) || !r->n_color)
				continue;
			for (int a = 0; a < 3; a++)
				c[a] = fmin(fmax(p[a] + here[3 * (i + 1) + a], 0), 255);
			const double *color = r->color[nearest(r, c)];
			for (int a = 0; a < 3; a++) {
				double left = c[a] - color[a];

				p[a] = (unsigned char)color[a];
				here[3 * (i + 2) + a] += left * 7 / 16;
				below[3 * i + a] += left * 3 / 16;
				below[3 * (i + 1) + a] += left * 5 / 16;
				below[3 * (i + 2) + a] += left * 1 / 16;
			}
		}
	}
	free(over);
}

struct reduce *reduce_alloc(void)
{
	struct reduce *r = MEM_ZERO(struct reduce, 1);

	r->bin = MEM_ZERO(struct bin, BINS);
	r->order = MEM_NEW(int, BINS);
	r->nearest = MEM_NEW(short, BINS);
	for (int k = 0; k < BINS; k++)
		r->nearest[k] = -1;
	return r;
}

void reduce_free(struct reduce *r)
{
	if (!r)
		return;
	free(r->bin);
	free(r->order);
	free(r->nearest);
	free(r);
}

void reduce_look(struct reduce *r, const unsigned char *rgb, int n)
{
	for (const unsigned char *p = rgb; n > 0; n--, p += 3) {
		struct bin *b = &r->bin[bin_of(p[0], p[1], p[2])];

		if (white(p))
			continue;
		b->n++;
		for (int a = 0; a < 3; a++)
			b->sum[a] += p[a];
	}
}
