/* descriptors.c: numbers that describe the form of a shape */
#include "plane/descriptors.h"

#include <math.h>
#include <stdlib.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "plane/hull.h"
#include "plane/minkowski.h"
#include "plane/polygon.h"

static const double pi = 3.14159265358979323846;

/* ---- the largest disk inside ---- */

/* Whether an arc goes through its point in the direction x, y from its centre. */
static int arc_has(const struct piece *k, double x, double y)
{
	double after = k->np[0] * y - k->np[1] * x, before = x * k->nq[1] - y * k->nq[0];

	return k->angle <= pi ? after >= 0 && before >= 0 : after >= 0 || before >= 0;
}

/* Squared distance of p to a piece of the boundary. */
static double piece_distance2(const struct piece *k, const double p[2])
{
	if (k->r > 0) {
		double x = p[0] - k->c[0], y = p[1] - k->c[1];

		if (arc_has(k, x, y)) {
			double off = sqrt(x * x + y * y) - k->r;
			return off * off;
		}
		double px = p[0] - k->p[0], py = p[1] - k->p[1], qx = p[0] - k->q[0], qy = p[1] - k->q[1];
		return fmin(px * px + py * py, qx * qx + qy * qy);
	}
	return segment_distance2(p, k->p, k->q);
}

/* The bounding box of a piece: that of its ends and, for an arc, of the points furthest along the axes that it goes through.
 * A hair wider than that, since the ends of an arc are rounded. */
static void piece_box(const struct piece *k, double box[6])
{
	const double hair = 1e-14 * (fabs(k->c[0]) + fabs(k->c[1]) + k->r);

	box[2] = box[5] = 0;
	for (int a = 0; a < 2; a++) {
		box[a] = fmin(k->p[a], k->q[a]) - hair;
		box[3 + a] = fmax(k->p[a], k->q[a]) + hair;
		if (k->r > 0 && arc_has(k, a ? 0 : -1, a ? -1 : 0))
			box[a] = k->c[a] - k->r;
		if (k->r > 0 && arc_has(k, a ? 0 : 1, a ? 1 : 0))
			box[3 + a] = k->c[a] + k->r;
	}
}

/* The boundary of a shape, and a tree of its pieces. */
struct inside { const struct shape *s; const struct boundary *b; struct boxtree tree; };

static void inside_init(struct inside *in, const struct shape *s, const struct boundary *b)
{
	double (*box)[6] = mem_zero((size_t)b->n, sizeof *box);

	for (int k = 0; k < b->n; k++)
		piece_box(&b->piece[k], box[k]);
	*in = (struct inside){ .s = s, .b = b };
	boxtree_init(&in->tree, b->n, (const double (*)[6])box);
	free(box);
}

struct nearest { const struct boundary *b; double least; };

static double look(void *to, int item, const double p[3])
{
	struct nearest *at = to;

	at->least = fmin(at->least, piece_distance2(&at->b->piece[item], p));
	return sqrt(at->least) * (1 + 1e-12);
}

/* Distance to the boundary [L], negative outside. If the depth `near` of a point is known that is not further away than `far`,
 * the side often follows from it; otherwise it takes time in proportion to the corners. */
static double depth(const struct inside *in, const double p[2], double near, double far)
{
	struct nearest at = { in->b, INFINITY };

	boxtree_near(&in->tree, (const double[3]){ p[0], p[1] }, INFINITY, look, &at);
	double distance = sqrt(at.least);
	if (fabs(near) > 1.001 * far)
		return near > 0 ? distance : -distance;
	return shape_inside(in->s, in->b->origin[0] + p[0], in->b->origin[1] + p[1]) ? distance : -distance;
}

struct square { double at[2], depth; };

/* Move a point up to h along the gradient of the depth, or against it, to the greatest depth there. If two opposite pieces are
 * parallel, that is in the middle between them. Ternary search works because the depth is concave or nearly so. Returns the
 * greatest depth that was met. */
static double climb(const struct inside *in, double p[2], double d, double h)
{
	const double e = 1e-4 * h;
	double gx = depth(in, (double[]){ p[0] + e, p[1] }, d, e) - depth(in, (double[]){ p[0] - e, p[1] }, d, e);
	double gy = depth(in, (double[]){ p[0], p[1] + e }, d, e) - depth(in, (double[]){ p[0], p[1] - e }, d, e);
	double g = sqrt(gx * gx + gy * gy), lo = -h, hi = h, best = -INFINITY, there = 0;

	if (!(g > 0))
		return best;
	for (int k = 0; k < 70; k++) {
		double t[2] = { lo + (hi - lo) / 3, hi - (hi - lo) / 3 }, at[2];

		for (int m = 0; m < 2; m++)
			at[m] = depth(in, (double[]){ p[0] + t[m] * gx / g, p[1] + t[m] * gy / g }, d, h);
		for (int m = 0; m < 2; m++)
			if (at[m] > best) {
				best = at[m];
				there = t[m];
			}
		lo = at[0] < at[1] ? t[0] : lo;
		hi = at[0] < at[1] ? hi : t[1];
	}
	p[0] += there * gx / g;
	p[1] += there * gy / g;
	return best;
}

/* The greatest depth that is met on the way up from the middle of a square. The middle between two parallel pieces may still be
 * nearer to a third one, so that the next step leads along them. */
static double climbs(const struct inside *in, const struct square *from, double h)
{
	enum { STEPS = 8 };
	double p[2] = { from->at[0], from->at[1] }, best = from->depth;

	for (int k = 0; k < STEPS; k++) {
		double found = climb(in, p, best, h);

		if (!(found > best))
			break;
		best = found;
	}
	return best;
}

enum { MOST = 20000 };

/* Cover the box with squares, up to MOST. Returns them and their number *n; *half is their half-width. */
static struct square *first_squares(const double lo[2], const double hi[2], double *half, int *n)
{
	double x = hi[0] - lo[0], y = hi[1] - lo[1], h = fmin(x, y) / 8;

	if (!(ceil(x / (2 * h)) * ceil(y / (2 * h)) <= MOST)) /* a needle */
		h = fmax(fmin(x, y) / 2, fmax(x, y) / MOST);
	int good = h > 0 && h < INFINITY, nx = good ? (int)ceil(x / (2 * h)) : 0, ny = good ? (int)ceil(y / (2 * h)) : 0;
	struct square *all = mem_new((size_t)nx * (size_t)ny, sizeof *all);
	for (*n = 0; *n < nx * ny; ++*n)
		all[*n] = (struct square){ .at = { lo[0] + (2 * (*n % nx) + 1) * h, lo[1] + (2 * (*n / nx) + 1) * h } };
	*half = h;
	return all;
}

/* Squares of half-width h cover the region where the centre of a disk larger than the best one may lie. Each level cuts them in
 * four. The depth changes by no more than the distance, so no point of a square is deeper than its middle by more than
 * sqrt 2 h. A square has the depth of the square that it is a part of until its own is known. */
static double search_inside(const struct shape *s, const struct boundary *b, const double lo[2], const double hi[2])
{
	double h, best = 0;
	int n;
	struct square *now = first_squares(lo, hi, &h, &n), *next;
	struct inside in;

	inside_init(&in, s, b);
	for (int level = 0; n && level < 60; level++, h /= 2) {
		int top = 0, m = 0;

		for (int k = 0; k < n; k++) {
			now[k].depth = depth(&in, now[k].at, now[k].depth, 1.5 * h);
			top = now[k].depth > now[top].depth ? k : top;
		}
		best = fmax(best, climbs(&in, &now[top], h));
		for (int k = 0; k < n; k++)
			if (now[k].depth + 1.4142135623730951 * h > best * (1 + 1e-10))
				now[m++] = now[k];
		if (4 * m > (level > 3 ? MOST : 50 * MOST))
			break;
		next = mem_new(4 * (size_t)m, sizeof *next);
		for (int k = 0; k < 4 * m; k++) {
			next[k] = now[k / 4];
			next[k].at[0] += (k % 2 ? h : -h) / 2;
			next[k].at[1] += (k % 4 / 2 ? h : -h) / 2;
		}
		free(now);
		now = next;
		n = 4 * m;
	}
	free(now);
	boxtree_free(&in.tree);
	return best;
}

/* The inradius of a convex polygon whose vertices differ. */
static double convex_inradius(const struct shape *s)
{
	struct erosion e = { .n = 0 };

	erosion_begin_polygon(&e, s->n, (const double (*)[2])s->xy);
	double radius = erosion_finish(&e);
	erosion_free(&e);
	return radius;
}

double inscribed_radius(const struct shape *s, const struct boundary *b)
{
	enum { FEW = 1000 }; /* erosion takes time in proportion to the square of the corners */
	double lo[2], hi[2];

	if (s->kind == SHAPE_POINT || (s->kind == SHAPE_POLYLINE && s->n <= 2))
		return s->r;
	if (s->kind == SHAPE_POLYGON && s->n <= FEW && polygon_convex((const double (*)[2])s->xy, s->n))
		return s->r + convex_inradius(s);
	shape_box(s, lo, hi);
	for (int a = 0; a < 2; a++) {
		lo[a] -= b->origin[a];
		hi[a] -= b->origin[a];
	}
	return search_inside(s, b, lo, hi);
}

/* ---- all descriptors ---- */

/* The spheroradius, or the mean radius of the disks that show in the outline. */
static double corner_radius(const struct shape *s, const struct boundary *b)
{
	char *shows;
	double sum = 0;
	int n = 0;

	if (s->kind != SHAPE_DISKS)
		return s->r;
	shows = MEM_ZERO(char, s->n);
	for (int k = 0; k < b->n; k++) {
		const struct piece *p = &b->piece[k];
		int i = 0;

		while (i < s->n && !(s->radius[i] == p->r && fabs(s->xy[i][0] - b->origin[0] - p->c[0]) < 1e-9 * p->r &&
		                     fabs(s->xy[i][1] - b->origin[1] - p->c[1]) < 1e-9 * p->r))
			i++;
		if (i < s->n)
			shows[i] = 1;
	}
	for (int i = 0; i < s->n; i++)
		if (shows[i]) {
			sum += s->radius[i];
			n++;
		}
	free(shows);
	return sum / n;
}

/* Where disks touch in a point without covering it, rounding may leave a hole whose size is about the square root of rounding. */
static void short_pieces_drop(struct boundary *b, double least)
{
	int n = 0;

	for (int k = 0; k < b->n; k++)
		if (piece_length(&b->piece[k]) > least)
			b->piece[n++] = b->piece[k];
	b->n = n;
}

enum mass_status descriptors_of_shape(struct descriptors *d, const struct shape *s)
{
	struct boundary b = { .n = 0 };
	struct mass m;
	struct hull hull;
	double *r, (*xy)[2];
	int e, f;

	if (s->kind == SHAPE_POLYGON && polygon_crossing((const double (*)[2])s->xy, s->n, 1, &e, &f) == CROSSING_PROPER)
		return MASS_CROSSING;
	boundary_of_shape(&b, s);
	enum mass_status status = mass_of_boundary(&m, &b);
	if (status != MASS_GOOD) {
		boundary_free(&b);
		return status;
	}
	r = MEM_NEW(double, s->n);
	xy = mem_new((size_t)s->n, sizeof *xy);
	for (int k = 0; k < s->n; k++) {
		r[k] = s->radius ? s->radius[k] : s->r;
		xy[k][0] = s->xy[k][0] - b.origin[0];
		xy[k][1] = s->xy[k][1] - b.origin[1];
	}
	hull_of_disks(&hull, s->n, (const double (*)[2])xy, r);
	short_pieces_drop(&b, 1e-7 * hull.feret_max);
	double stretch = sqrt(m.stretch[0] * m.stretch[0] + m.stretch[1] * m.stretch[1]);

	*d = (struct descriptors){ .feret_min = hull.feret_min, .feret_max = hull.feret_max,
	                           .aspect = hull.feret_min / hull.feret_max,
	                           .ellipse = sqrt((m.inertia - stretch) / (m.inertia + stretch)),
	                           .convexity = m.area / hull.area, .inscribed = inscribed_radius(s, &b),
	                           .circularity = 4 * pi * m.area / (m.perimeter * m.perimeter) };
	d->roundness = corner_radius(s, &b) / d->inscribed;
	free(r);
	free(xy);
	boundary_free(&b);
	return MASS_GOOD;
}
