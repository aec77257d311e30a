/* scanline.h: the moments of a shape by integrating over vertical lines: slow, and nothing in common with lib/shape.
 *
 * What a vertical line has in common with the shape is a union of intervals, one for every disk, one for every edge's
 * rectangle, and those between crossings of a filled outline. Their lengths are integrated over x by an adaptive
 * rule between the abscissae where anything begins or ends. */
#ifndef SCANLINE_H
#define SCANLINE_H

#include <math.h>
#include <stdlib.h>

#include "world/world.h"

struct scan { double one, x, y, xx, dd; }; /* dd: of x^2 - y^2 */
struct gap { double from, to; };

static int scan_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The part of the vertical line at x that is in the rectangle of half-width r around the segment ab. */
static int scan_rectangle(const double a[2], const double b[2], double r, double x, struct gap *g)
{
	double dx = b[0] - a[0], dy = b[1] - a[1], len = hypot(dx, dy), ux = dx / len, uy = dy / len;
	/* |(p - a) x u| <= r and 0 <= (p - a).u <= len, each linear in y */
	double lo = -INFINITY, hi = INFINITY, px = x - a[0];
	double k[2] = { ux, uy }, c[2] = { -px * uy, px * ux }, from[2] = { -r, 0 }, to[2] = { r, len };

	if (len == 0)
		return 0;
	for (int m = 0; m < 2; m++) { /* from <= c + k (y - a.y) <= to */
		if (fabs(k[m]) < 1e-300) {
			if (c[m] < from[m] || c[m] > to[m])
				return 0;
			continue;
		}
		double p = (from[m] - c[m]) / k[m], q = (to[m] - c[m]) / k[m];

		lo = fmax(lo, fmin(p, q));
		hi = fmin(hi, fmax(p, q));
	}
	if (!(lo < hi))
		return 0;
	*g = (struct gap){ a[1] + lo, a[1] + hi };
	return 1;
}

static struct scan scan_at(const struct shape *s, double x)
{
	struct gap g[2048];
	double ys[1024];
	int n = 0, m = 0, edges = shape_edges(s);

	for (int k = 0; k < s->n; k++) {
		double r = s->radius ? s->radius[k] : s->r, d = x - s->xy[k][0], h = r * r - d * d;

		if (h > 0)
			g[n++] = (struct gap){ s->xy[k][1] - sqrt(h), s->xy[k][1] + sqrt(h) };
	}
	for (int k = 0; k < edges; k++) {
		const double *a = s->xy[k], *b = s->xy[(k + 1) % s->n];

		if (s->r > 0)
			n += scan_rectangle(a, b, s->r, x, &g[n]);
		if (s->kind == SHAPE_POLYGON && (a[0] > x) != (b[0] > x))
			ys[m++] = a[1] + (x - a[0]) * (b[1] - a[1]) / (b[0] - a[0]);
	}
	qsort(ys, (size_t)m, sizeof *ys, scan_order);
	for (int k = 0; k + 1 < m; k += 2)
		g[n++] = (struct gap){ ys[k], ys[k + 1] };
	qsort(g, (size_t)n, sizeof *g, scan_order);

	struct scan sum = { 0 };
	double from = 0, to = 0;

	for (int k = 0; k <= n; k++) {
		if (k < n && k > 0 && g[k].from <= to) {
			to = fmax(to, g[k].to);
			continue;
		}
		if (k > 0) {
			double l = to - from;

			sum.one += l;
			sum.x += x * l;
			sum.y += (to * to - from * from) / 2;
			sum.xx += x * x * l + (to * to * to - from * from * from) / 3;
			sum.dd += x * x * l - (to * to * to - from * from * from) / 3;
		}
		if (k < n) {
			from = g[k].from;
			to = g[k].to;
		}
	}
	return sum;
}

static struct scan scan_sum(struct scan a, double f, struct scan b)
{
	return (struct scan){ a.one + f * b.one, a.x + f * b.x, a.y + f * b.y, a.xx + f * b.xx,
	                      a.dd + f * b.dd };
}

/* Gauss-Legendre with 8 points on [t0, t1], with x = a + (b - a) (3 t^2 - 2 t^3), which takes the square roots
 * out of the two ends. */
static struct scan scan_gauss(const struct shape *s, double a, double b, double t0, double t1)
{
	static const double at[4] = { 0.18343464249564980494, 0.52553240991632898582, 0.79666647741362673959,
	                              0.96028985649753623168 };
	static const double weight[4] = { 0.36268378337836198297, 0.31370664587788728734, 0.22238103445337447054,
	                                  0.10122853629037625915 };
	struct scan sum = { 0 };

	for (int k = 0; k < 8; k++) {
		double t = 0.5 * (t0 + t1) + 0.5 * (t1 - t0) * (k < 4 ? -at[k] : at[k - 4]);
		double jacobian = 6 * t * (1 - t) * (b - a) * 0.5 * (t1 - t0);

		sum = scan_sum(sum, weight[k % 4] * jacobian, scan_at(s, a + (b - a) * t * t * (3 - 2 * t)));
	}
	return sum;
}

static struct scan scan_adapt(const struct shape *s, double a, double b, double t0, double t1, struct scan whole,
	double tol, int depth)
{
	double mid = 0.5 * (t0 + t1);
	struct scan left = scan_gauss(s, a, b, t0, mid), right = scan_gauss(s, a, b, mid, t1);
	struct scan both = scan_sum(left, 1, right), off = scan_sum(both, -1, whole);

	if (depth == 0 || fabs(off.one) + fabs(off.x) + fabs(off.y) + fabs(off.xx) <= tol)
		return both;
	return scan_sum(scan_adapt(s, a, b, t0, mid, left, tol / 2, depth - 1), 1,
	                scan_adapt(s, a, b, mid, t1, right, tol / 2, depth - 1));
}

/* Abscissae where something may begin, end or cross: cutting the integral there leaves smooth stretches. */
struct scan_marks { int n; double at[1 << 18]; };

static void scan_mark(struct scan_marks *m, double x)
{
	if (isfinite(x) && m->n < 1 << 18)
		m->at[m->n++] = x;
}

/* Segments pq and ab. */
static void scan_lines(struct scan_marks *m, const double p[2], const double q[2], const double a[2], const double b[2])
{
	double ux = q[0] - p[0], uy = q[1] - p[1], vx = b[0] - a[0], vy = b[1] - a[1], den = ux * vy - uy * vx;
	double t = ((a[0] - p[0]) * vy - (a[1] - p[1]) * vx) / den, w = ((a[0] - p[0]) * uy - (a[1] - p[1]) * ux) / den;

	if (t >= 0 && t <= 1 && w >= 0 && w <= 1)
		scan_mark(m, p[0] + t * ux);
}

static void scan_line_circle(struct scan_marks *m, const double p[2], const double q[2], const double c[2], double r)
{
	double ux = q[0] - p[0], uy = q[1] - p[1], fx = p[0] - c[0], fy = p[1] - c[1];
	double a = ux * ux + uy * uy, b = fx * ux + fy * uy, d = b * b - a * (fx * fx + fy * fy - r * r);

	for (int sign = -1; sign <= 1 && d >= 0; sign += 2) {
		double t = (-b + sign * sqrt(d)) / a;

		if (t >= 0 && t <= 1)
			scan_mark(m, p[0] + t * ux);
	}
}

static void scan_circles(struct scan_marks *m, const double c[2], double r, const double o[2], double q)
{
	double dx = o[0] - c[0], dy = o[1] - c[1], d = hypot(dx, dy);
	double x = (d * d + r * r - q * q) / (2 * d), h = r * r - x * x;

	for (int sign = -1; sign <= 1 && h >= 0; sign += 2)
		scan_mark(m, c[0] + (x * dx + sign * sqrt(h) * dy) / d);
}

/* Side -1, 0 or 1 of edge k: the edge moved by r times that. */
static void scan_side(const struct shape *s, int k, int side, double p[2], double q[2])
{
	const double *a = s->xy[k], *b = s->xy[(k + 1) % s->n];
	double dx = b[0] - a[0], dy = b[1] - a[1], f = side * s->r / hypot(dx, dy);

	p[0] = a[0] - f * dy;
	p[1] = a[1] + f * dx;
	q[0] = b[0] - f * dy;
	q[1] = b[1] + f * dx;
}

/* The moments of s to about tol. */
__attribute__((unused))
static struct scan scan_shape(const struct shape *s, double tol)
{
	static struct scan_marks m;
	struct scan sum = { 0 };
	int edges = shape_edges(s);
	double p[2], q[2], a[2], b[2];

	m.n = 0;
	for (int k = 0; k < s->n; k++) {
		double r = s->radius ? s->radius[k] : s->r, x = s->xy[k][0];

		scan_mark(&m, x);
		scan_mark(&m, x - r);
		scan_mark(&m, x + r);
		for (int j = 0; j < k; j++)
			scan_circles(&m, s->xy[k], r, s->xy[j], s->radius ? s->radius[j] : s->r);
	}
	for (int k = 0; k < 3 * edges; k++) {
		scan_side(s, k / 3, k % 3 - 1, p, q);
		scan_mark(&m, p[0]);
		scan_mark(&m, q[0]);
		for (int j = 0; j < s->n; j++)
			scan_line_circle(&m, p, q, s->xy[j], s->r);
		for (int j = 0; j < k; j++) {
			scan_side(s, j / 3, j % 3 - 1, a, b);
			scan_lines(&m, p, q, a, b);
		}
	}
	qsort(m.at, (size_t)m.n, sizeof *m.at, scan_order);
	for (int k = 0; k + 1 < m.n; k++) {
		double from = m.at[k], to = m.at[k + 1], share = (to - from) / (m.at[m.n - 1] - m.at[0]);

		if (to > from)
			sum = scan_sum(sum, 1, scan_adapt(s, from, to, 0, 1, scan_gauss(s, from, to, 0, 1),
			                                  tol * share + 1e-16, 20));
	}
	return sum;
}

#endif
