/* place.c: the gap of two placed shapes against brute force: points sampled densely on skeletons, rays by angle sums */
#include "base/buf.h"
#include "base/rng.h"
#include "plane/polygon.h"
#include "scene/place.h"
#include "tap.h"

#include <stdlib.h>

/* A random shape of n vertices: a star-shaped polygon or ring, a wandering polyline, a point, disks. */
static void make(struct shape *s, enum shape_kind kind, struct rng *g)
{
	int n = kind == SHAPE_POINT ? 1 : kind == SHAPE_POLYLINE ? 2 + (int)rng_below(g, 3) :
	        kind == SHAPE_DISKS ? 1 + (int)rng_below(g, 3) : 3 + (int)rng_below(g, 5);

	shape_alloc(s, kind, n);
	s->r = kind == SHAPE_DISKS ? 0 : 0.02 + 0.2 * rng_uniform(g);
	for (int k = 0; k < n; k++) {
		double a = 2 * M_PI * (k + 0.3 * rng_uniform(g)) / n, d = 0.3 + rng_uniform(g);

		s->xy[k][0] = d * cos(a);
		s->xy[k][1] = d * sin(a);
		if (s->radius)
			s->radius[k] = 0.1 + 0.3 * rng_uniform(g);
	}
}

/* Point at t in [0, n) along the skeleton, and its radius. */
static double along(const struct place *p, double t, double xy[2])
{
	int n = p->shape->n, k = (int)t, e = shape_edges(p->shape);
	double a[2], b[2];

	place_vertex(p, k % n, a);
	place_vertex(p, k < e ? (k + 1) % n : k % n, b);
	for (int d = 0; d < 2; d++)
		xy[d] = a[d] + (t - k) * (b[d] - a[d]);
	return p->size * (p->shape->radius ? p->shape->radius[k % n] : p->shape->r);
}

/* Winding number by summing angles: independent of crossing counts. */
static int inside_by_angles(const struct place *p, const double q[2])
{
	double sum = 0;

	for (int k = 0; k < p->shape->n; k++) {
		double a[2], b[2];

		place_vertex(p, k, a);
		place_vertex(p, (k + 1) % p->shape->n, b);
		double ax = a[0] - q[0], ay = a[1] - q[1], bx = b[0] - q[0], by = b[1] - q[1];
		sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
	}
	return fabs(sum) > M_PI;
}

/* The gap by sampling: minimum over m points on either skeleton; the error is at most a step on both. */
static double sampled_gap(const struct place *a, const struct place *b, int m)
{
	double least = INFINITY, p[2], q[2];

	for (int i = 0; i <= m; i++) {
		double ra = along(a, fmin((double)i / m * a->shape->n, a->shape->n - 1e-9), p);

		for (int k = 0; k <= m; k++) {
			double rb = along(b, fmin((double)k / m * b->shape->n, b->shape->n - 1e-9), q);
			double d = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])) - ra - rb;

			least = fmin(least, d);
			if (i == 0 && a->shape->kind == SHAPE_POLYGON && inside_by_angles(a, q))
				least = fmin(least, -ra - rb);
		}
		if (b->shape->kind == SHAPE_POLYGON && inside_by_angles(b, p))
			least = fmin(least, -ra - along(b, 0, q));
	}
	return least;
}

int main(void)
{
	struct rng g;
	int wrong = 0, overlaps = 0, contained = 0, n = 0;
	double worst = 0, two = 0;

	rng_seed(&g, 2385);
	for (int ka = 0; ka < SHAPE_KINDS_2D; ka++) {
		for (int kb = 0; kb < SHAPE_KINDS_2D; kb++) {
			for (int trial = 0; trial < 40; trial++, n++) {
				struct shape a = { 0 }, b = { 0 };
				enum { M = 150 };

				make(&a, (enum shape_kind)ka, &g);
				make(&b, (enum shape_kind)kb, &g);
				struct place p = place_make(&a, 0.5 + 3 * rng_uniform(&g), 1e3, -7, 6 * rng_uniform(&g));
				struct place q = place_make(&b, 0.5 + rng_uniform(&g), 1e3 + 4 * rng_uniform(&g), -7, 6 * rng_uniform(&g));
				double exact = place_gap(&p, &q, 0.25, -0.5), back;
				q.x += 0.25;
				q.y -= 0.5;
				double about = sampled_gap(&p, &q, M);
				/* edges are at most 2.6 * 3.5 long, and M samples are spread over at most 8 of them */
				double tol = 2.6 * 3.5 * 8 / M;

				back = place_gap(&q, &p, 0, 0);
				two = fmax(two, fabs(back - exact));
				overlaps += exact < 0;
				contained += exact < -0.9 * (a.r * p.size + b.r * q.size) && ka == SHAPE_POLYGON;
				/* sampling can only miss what is nearer; crossing skeletons count as touching fully */
				if (about < exact - 1e-9 || (about > exact + tol && about > 0))
					wrong++;
				if (exact > 0)
					worst = fmax(worst, about - exact);
				free(a.xy);
				free(a.radius);
				free(b.xy);
				free(b.radius);
			}
		}
	}
	ok(wrong == 0, "%d of %d pairs of all kinds disagree with sampling", wrong, n);
	ok(overlaps > n / 20 && overlaps < n - n / 20 && contained > 10, "%d overlap, %d deep ones: both happen", overlaps, contained);
	ok(worst < 0.1, "sampling comes close where bodies are apart: %g", worst);
	near(two, 0, 1e-12, "the gap is the same seen from either body");

	/* closed forms */
	struct shape square = { 0 }, ring = { 0 }, dot = { 0 };
	double corner[4][2] = { { -2, -2 }, { 2, -2 }, { 2, 2 }, { -2, 2 } };
	shape_alloc(&square, SHAPE_POLYGON, 4);
	shape_alloc(&ring, SHAPE_RING, 4);
	shape_alloc(&dot, SHAPE_POINT, 1);
	square.r = ring.r = 0.25;
	dot.r = 0.5;
	for (int k = 0; k < 4; k++)
		for (int d = 0; d < 2; d++)
			square.xy[k][d] = ring.xy[k][d] = corner[k][d];
	struct place s = place_make(&square, 1, 0, 0, 0), r = place_make(&ring, 1, 0, 0, 0), p = place_make(&dot, 1, 0.3, 0.4, 0);
	near(place_gap(&s, &p, 0, 0), -0.75, 1e-15, "a disk inside a filled square overlaps it");
	near(place_gap(&p, &s, 0, 0), -0.75, 1e-15, "and the other way round");
	near(place_gap(&r, &p, 0, 0), 2 - 0.4 - 0.75, 1e-15, "a disk inside a ring does not");
	near(place_gap(&s, &p, 4.7, 4.6), sqrt(3.0 * 3 + 3 * 3) - 0.75, 1e-14, "corner to point");
	s = place_make(&square, 1, 0, 0, M_PI / 4);
	near(place_gap(&s, &p, 4.7 + 2 * sqrt(2) - 0.3, -0.4), 4.7 - 0.75, 1e-14, "a turned corner");
	double lo[2], hi[2];
	s = place_make(&square, 1.5, 10, -3, M_PI / 4);
	place_box(&s, lo, hi);
	near(hi[0], 10 + 1.5 * (2 * sqrt(2) + 0.25), 1e-14, "the box of a turned square");
	near(lo[1], -3 - 1.5 * (2 * sqrt(2) + 0.25), 1e-14, "below, too");
	ok(polygon_inside((const double (*)[2])corner, 4, 0, -2), "a point on an edge is inside");
	ok(polygon_inside((const double (*)[2])corner, 4, 1, 1) && !polygon_inside((const double (*)[2])corner, 4, 3, 2),
	   "a ray through a vertex is counted right");
	free(square.xy);
	free(ring.xy);
	free(dot.xy);
	return done();
}
