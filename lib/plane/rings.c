/* rings.c: a list of outlines in the plane */
#include "plane/rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plane/polygon.h"

struct ring *rings_begin(struct rings *r, long line)
{
	MEM_GROW(r->ring, &r->cap, (size_t)r->n + 1);
	r->ring[r->n] = (struct ring){ .first = r->n_xy, .line = line };
	return &r->ring[r->n++];
}

int rings_point(struct rings *r, double x, double y)
{
	struct ring *ring = &r->ring[r->n - 1];

	if (ring->n && r->xy[r->n_xy - 1][0] == x && r->xy[r->n_xy - 1][1] == y)
		return 0;
	if (r->n_xy == RINGS_MOST)
		return -1;
	MEM_GROW(r->xy, &r->cap_xy, (size_t)r->n_xy + 1);
	r->xy[r->n_xy][0] = x;
	r->xy[r->n_xy++][1] = y;
	ring->n++;
	return 0;
}

int rings_end(struct rings *r, int least)
{
	struct ring *ring = &r->ring[r->n - 1];
	double (*xy)[2] = ring->n > 0 ? r->xy + ring->first : NULL; /* without any point there is no array yet */

	while (!ring->open && ring->n > 1 && xy[0][0] == xy[ring->n - 1][0] && xy[0][1] == xy[ring->n - 1][1])
		ring->n--;
	r->n_xy = ring->first + ring->n;
	if (ring->n >= least)
		return 1;
	r->n_xy = ring->first;
	r->n--;
	return 0;
}

/* The extent of a ring, for the search from left to right. */
struct extent { double lo[2], hi[2]; int ring; };

static int by_left(const void *a, const void *b)
{
	const struct extent *p = a, *q = b;

	return p->lo[0] != q->lo[0] ? (p->lo[0] > q->lo[0]) - (p->lo[0] < q->lo[0]) :
		p->hi[0] != q->hi[0] ? (p->hi[0] < q->hi[0]) - (p->hi[0] > q->hi[0]) : p->ring - q->ring;
}

static int contains(const struct rings *r, const struct extent *a, const struct extent *b)
{
	const struct ring *out = &r->ring[a->ring], *in = &r->ring[b->ring];
	const double *p = r->xy[in->first];

	return !out->open && !in->open && a->hi[0] >= b->hi[0] && a->lo[1] <= b->lo[1] && a->hi[1] >= b->hi[1] && out->n > 2 &&
		polygon_inside((const double (*)[2])(r->xy + out->first), out->n, p[0], p[1]);
}

/* Rings are taken in the order of their left ends. Those that end to the left of the current one are left out of the search. */
void rings_fill(struct rings *r, int first)
{
	int n = r->n - first, live = 0, kept = first;

	if (n < 2)
		return;
	struct extent *e = mem_new((size_t)n, sizeof *e), *active = mem_new((size_t)n, sizeof *active);
	char *inside = MEM_ZERO(char, (size_t)n);
	for (int i = 0; i < n; i++) {
		const struct ring *ring = &r->ring[first + i];

		e[i] = (struct extent){ { INFINITY, INFINITY }, { -INFINITY, -INFINITY }, first + i };
		for (int k = ring->first; k < ring->first + ring->n; k++)
			for (int c = 0; c < 2; c++) {
				e[i].lo[c] = fmin(e[i].lo[c], r->xy[k][c]);
				e[i].hi[c] = fmax(e[i].hi[c], r->xy[k][c]);
			}
	}
	qsort(e, (size_t)n, sizeof *e, by_left);
	for (int i = 0; i < n; i++) {
		int left = 0, in = 0;

		for (int k = 0; k < live; k++)
			if (active[k].hi[0] >= e[i].lo[0]) {
				active[left++] = active[k];
				in = in || contains(r, &active[k], &e[i]);
			}
		live = left;
		active[live++] = e[i];
		inside[e[i].ring - first] = (char)in;
	}
	for (int i = 0; i < n; i++)
		if (!inside[i])
			r->ring[kept++] = r->ring[first + i];
	r->holes += r->n - kept;
	r->n = kept;
	free(e);
	free(active);
	free(inside);
}

void rings_free(struct rings *r)
{
	free(r->ring);
	free(r->xy);
	*r = (struct rings){ .n = 0 };
}
