/* convex.c: cutting a convex polygon by half-planes */
#include "plane/convex.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Vertices that have bits; and that are moved together. */
enum { BITS = 64, FEW = 8 };

void convex_free(struct convex *p)
{
	free(p->x);
	free(p->y);
	free(p->s);
	free(p->side);
	memset(p, 0, sizeof *p);
}

static void reserve(struct convex *p, int need)
{
	if ((size_t)need + FEW <= p->cap)
		return;
	p->cap = 2 * (size_t)need + 16 + FEW;
	MEM_RESIZE(p->x, p->cap);
	MEM_RESIZE(p->y, p->cap);
	MEM_RESIZE(p->s, p->cap);
	MEM_RESIZE(p->side, p->cap);
}

static void set(struct convex *p, int k, double x, double y, struct side side)
{
	p->x[k] = x;
	p->y[k] = y;
	p->side[k] = side;
}

void convex_box(struct convex *p, double x0, double x1, double y0, double y1, struct side left, struct side right,
	struct side bottom, struct side top)
{
	reserve(p, 4);
	set(p, 0, x0, y0, bottom);
	set(p, 1, x1, y0, right);
	set(p, 2, x1, y1, top);
	set(p, 3, x0, y1, left);
	p->n = 4;
}

void convex_take(struct convex *p, int n, const double (*xy)[2], const struct side *side)
{
	reserve(p, n);
	for (int k = 0; k < n; k++)
		set(p, k, xy[k][0], xy[k][1], side[k]);
	p->n = n;
}

double convex_reach2(const struct convex *p)
{
	double most = 0;

	for (int k = 0; k < p->n; k++) {
		double d = p->x[k] * p->x[k] + p->y[k] * p->y[k];
		most = d > most ? d : most;
	}
	return most;
}

/* Move n vertices; the ranges may overlap. Up to FEW are moved as FEW, since copies of a constant length need no loop. */
static inline void move(struct convex *p, int to, int from, int n)
{
	double x[FEW], y[FEW];
	struct side side[FEW];

	if (n > FEW) {
		memmove(p->x + to, p->x + from, (size_t)n * sizeof *p->x);
		memmove(p->y + to, p->y + from, (size_t)n * sizeof *p->y);
		memmove(p->side + to, p->side + from, (size_t)n * sizeof *p->side);
		return;
	}
	memcpy(x, p->x + from, sizeof x);
	memcpy(y, p->y + from, sizeof y);
	memcpy(side, p->side + from, sizeof side);
	memcpy(p->x + to, x, sizeof x);
	memcpy(p->y + to, y, sizeof y);
	memcpy(p->side + to, side, sizeof side);
}

/* The crossing of the line with the side from vertex i, which is below the line, to vertex j, which is above it. */
static inline void cross(const struct convex *p, int i, int j, double *x, double *y)
{
	double t = p->s[i] / (p->s[i] - p->s[j]);

	*x = p->x[i] + t * (p->x[j] - p->x[i]);
	*y = p->y[i] + t * (p->y[j] - p->y[i]);
}

/* Find the run of vertices around the highest one that are above the line: first..last, cyclically. Returns their number. */
static int find_run(const struct convex *p, double tol, int *first, int *last)
{
	const double *s = p->s;
	const int n = p->n;
	int top = 0, gone = 1, before, after;

	for (int k = 1; k < n; k++)
		top = s[k] > s[top] ? k : top;
	*first = *last = top;
	while (gone < n && (before = *first ? *first - 1 : n - 1, s[before] > tol)) {
		*first = before;
		gone++;
	}
	while (gone < n && (after = *last + 1 < n ? *last + 1 : 0, s[after] > tol)) {
		*last = after;
		gone++;
	}
	return gone;
}

int convex_cut(struct convex *p, double a, double b, double c, double tol, struct side side)
{
	const int n = p->n;
	double *restrict s = p->s;
	uint64_t above = 0; /* bit k: whether vertex k is above the line; of up to BITS vertices */

	for (int k = 0; k < n; k++) {
		s[k] = a * p->x[k] + b * p->y[k] - c;
		above |= (uint64_t)(s[k] > tol) << (k % BITS);
	}
	if (!above)
		return 0;

	/* the vertices first..last are removed, cyclically; before and after are their neighbours that stay. Bits tell without loops,
	 * whose length the processor would often guess wrong */
	const uint64_t begins = above & ~(above << 1 | above >> (n - 1) % BITS), ends = above & ~(above >> 1 | above << (n - 1) % BITS);
	int first, last, gone;
	if (n <= BITS && begins && !(begins & (begins - 1))) {
		first = __builtin_ctzll(begins);
		last = __builtin_ctzll(ends);
		gone = last - first + 1 + (last < first ? n : 0);
	} else
		gone = find_run(p, tol, &first, &last);
	if (gone >= n)
		return p->n = 0, -1;
	const int before = first ? first - 1 : n - 1, after = last + 1 < n ? last + 1 : 0;
	int old_in = s[before] >= -tol, old_out = s[after] >= -tol; /* use these vertices as they are */
	if (before == after && (old_in || old_out))
		return p->n = 0, -1;

	double x_in = 0, y_in = 0, x_out = 0, y_out = 0;
	struct side side_out = p->side[last];
	if (!old_in)
		cross(p, before, first, &x_in, &y_in);
	if (!old_out)
		cross(p, after, last, &x_out, &y_out);
	if (old_in)
		p->side[before] = side;

	int added = !old_in + !old_out, stay = n - gone, at;
	reserve(p, stay + added);
	if (first <= last) {       /* stay: 0..first-1 and last+1..n-1 */
		move(p, first + added, last + 1, n - 1 - last);
		at = first;
	} else {                   /* stay: last+1..first-1 */
		move(p, 0, after, stay);
		at = stay;
	}
	if (!old_in)
		set(p, at++, x_in, y_in, side);
	if (!old_out)
		set(p, at, x_out, y_out, side_out);
	p->n = stay + added;
	return 1;
}
