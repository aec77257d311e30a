/* outline.c: outlines: the pieces of an exact boundary in their order, arcs replaced by chords */
#include "plane/outline.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "plane/polygon.h"

static void point_add(struct outline *o, double x, double y)
{
	MEM_GROW(o->xy, &o->cap, (size_t)o->n + 1);
	o->xy[o->n][0] = x;
	o->xy[o->n++][1] = y;
}

static void loop_begin(struct outline *o)
{
	MEM_GROW(o->loop, &o->cap_loop, (size_t)o->n_loop + 1);
	o->loop[o->n_loop++] = o->n;
}

/* The number of chords for an arc. A chord over the angle a deviates from a circle of radius r by
 * r (1 - cos(a/2)) = 2 r sin^2(a/4). */
static int chords(double r, double angle, double tol)
{
	double s = sqrt(fmin(tol / (2 * r), 0.5)), step = 4 * asin(s);

	return fmax(1, ceil(angle / step - 1e-9));
}

/* Add all points of a piece except for the last, which is the first point of the next piece. */
static void piece_add(struct outline *o, const struct piece *p, double tol)
{
	const double *at = o->b.origin;
	int n;

	point_add(o, at[0] + p->p[0], at[1] + p->p[1]);
	if (p->r <= 0)
		return;
	n = chords(p->r, p->angle, tol);
	for (int k = 1; k < n; k++) {
		vec2 u = piece_normal(p, p->angle * k / n);

		point_add(o, at[0] + p->c[0] + p->r * u.x, at[1] + p->c[1] + p->r * u.y);
	}
}

static double distance2(const double a[2], const double b[2])
{
	double x = a[0] - b[0], y = a[1] - b[1];

	return x * x + y * y;
}

/* The piece that begins nearest to the end of piece k: an unused one, or the piece first, which closes the loop. Most pieces
 * follow each other in the list too, so the search begins there. */
static int follower(const struct outline *o, int k, int first, double same2)
{
	const struct piece *piece = o->b.piece;
	int best = first;
	double least = distance2(piece[k].q, piece[first].p);

	for (int i = 1; i < o->b.n && least > same2; i++) {
		int j = (k + i) % o->b.n;
		if (o->used[j])
			continue;
		double d = distance2(piece[k].q, piece[j].p);
		if (d < least) {
			least = d;
			best = j;
		}
	}
	return best;
}

static void skeleton_add(struct outline *o, const struct shape *s)
{
	loop_begin(o);
	for (int k = 0; k < s->n; k++)
		point_add(o, s->xy[k][0], s->xy[k][1]);
	for (int k = s->n - 2; k > 0 && s->kind == SHAPE_POLYLINE; k--)
		point_add(o, s->xy[k][0], s->xy[k][1]);
}

void outline_of_shape(struct outline *o, const struct shape *s, double tol)
{
	double reach = shape_reach(s), same = 1e-9 * reach;

	o->n = o->n_loop = 0;
	boundary_of_shape(&o->b, s);
	if (!o->b.n) {
		skeleton_add(o, s);
		return;
	}
	MEM_GROW(o->used, &o->cap_used, (size_t)o->b.n);
	for (int k = 0; k < o->b.n; k++)
		o->used[k] = 0;
	for (int first = 0; first < o->b.n; first++) {
		if (o->used[first])
			continue;
		loop_begin(o);
		for (int k = first;;) {
			o->used[k] = 1;
			piece_add(o, &o->b.piece[k], tol);
			int next = follower(o, k, first, same * same);
			if (next == first)
				break;
			k = next;
		}
	}
}

/* The area inside the exact boundary: that of the chords of its pieces, and of the segments of arcs beyond them [L^2]. */
static double area_of(const struct boundary *b)
{
	double sum = 0;

	for (const struct piece *p = b->piece; p < b->piece + b->n; p++) {
		sum += 0.5 * (p->p[0] * p->q[1] - p->p[1] * p->q[0]);
		if (p->r > 0)
			sum += 0.5 * p->r * p->r * (p->angle - sin(p->angle));
	}
	return sum;
}

void outline_fill(struct outline *o)
{
	double area = polygon_area((const double (*)[2])o->xy, o->n);

	if (o->n_loop != 1 || !o->b.n || !(area > 0))
		return;
	double factor = sqrt(area_of(&o->b) / area), lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };
	for (int k = 0; k < o->n; k++)
		for (int d = 0; d < 2; d++) {
			lo[d] = fmin(lo[d], o->xy[k][d]);
			hi[d] = fmax(hi[d], o->xy[k][d]);
		}
	for (int k = 0; k < o->n; k++)
		for (int d = 0; d < 2; d++) { /* about the middle: the origin may be far away */
			double middle = 0.5 * (lo[d] + hi[d]);
			o->xy[k][d] = middle + factor * (o->xy[k][d] - middle);
		}
}

void outline_free(struct outline *o)
{
	boundary_free(&o->b);
	free(o->xy);
	free(o->loop);
	free(o->used);
	*o = (struct outline){ 0 };
}

int outline_loop_end(const struct outline *o, int k)
{
	return k + 1 < o->n_loop ? o->loop[k + 1] : o->n;
}
