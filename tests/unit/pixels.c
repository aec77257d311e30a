/* pixels.c: thresholds, traced outlines, their simplification, rings inside rings. */
#include "plane/pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "plane/polygon.h"
#include "tap.h"

static const double (*points(const struct rings *r, int k))[2]
{
	return (const double (*)[2])(r->xy + r->ring[k].first);
}

static double area(const struct rings *r, int k)
{
	return polygon_area(points(r, k), r->ring[k].n);
}

/* A picture from rows of digits, one character for each pixel. */
static struct pixels picture(int w, int h, const char *rows)
{
	struct pixels p = { w, h, 9, 0, calloc((size_t)(w * h), sizeof(uint16_t)) };

	for (int k = 0; k < w * h; k++)
		p.value[k] = (uint16_t)(rows[k] - '0');
	return p;
}

static int trace(struct rings *r, const char *rows, int w, int h, struct trace_plan plan, struct trace_notes *notes)
{
	struct pixels p = picture(w, h, rows);

	*r = (struct rings){ .n = 0 };
	pixels_trace(r, &p, &plan, notes);
	free(p.value);
	return r->n;
}

static void thresholds(void)
{
	struct pixels p = picture(6, 1, "112889"), one = picture(3, 1, "444");

	/* classes 1 1 2 and 8 8 9: means 4/3 and 25/3 */
	near(pixels_threshold(&p), (4.0 / 3 + 25.0 / 3) / 2, 1e-12, "half-way between the means of the two classes");
	ok(isnan(pixels_threshold(&one)), "one grey has no threshold");
	free(p.value);
	free(one.value);
}

static void small_pictures(void)
{
	const struct trace_plan labels = { .labels = 1 }, corner = { .labels = 1, .diagonal = 1 },
		cut = { .labels = 1, .cut = 1 }, grey = { .level = 4.5 };
	struct trace_notes notes;
	struct rings r;

	ok(trace(&r, "0000" "0110" "0100" "0000", 4, 4, labels, &notes) == 1, "one grain");
	/* marching squares: 3 pixels, less 1/8 at each of 5 corners, and 1/8 more at the notch */
	near(area(&r, 0), 3 - 4 / 8.0, 1e-12, "three pixels without their corners");
	near(r.xy[0][0], 1.5, 1e-12, "it begins below its lowest pixel");
	near(r.xy[0][1], 1, 1e-12, "at the lower edge of this pixel, y upwards");
	rings_free(&r);
	ok(trace(&r, "0000" "0100" "0010" "0000", 4, 4, labels, &notes) == 2, "pixels that meet at a corner are two grains");
	rings_free(&r);
	ok(trace(&r, "0000" "0100" "0010" "0000", 4, 4, corner, &notes) == 1, "or one, if corners join");
	near(area(&r, 0), 2 - 6 / 8.0 + 2 / 8.0, 1e-12, "with a neck");
	rings_free(&r);
	ok(trace(&r, "100" "000" "000", 3, 3, labels, &notes) == 0 && notes.cut == 1, "a grain at the edge is cut");
	rings_free(&r);
	ok(trace(&r, "100" "000" "000", 3, 3, cut, &notes) == 1, "and kept on request");
	near(area(&r, 0), 0.5, 1e-12, "up to the edge");
	rings_free(&r);
	ok(trace(&r, "0000000" "0111110" "0100010" "0101010" "0100010" "0111110" "0000000", 7, 7, labels, &notes) == 1 && r.holes == 1 &&
	   notes.hole_pixels == 8, "a hole is filled with what is in it");
	near(area(&r, 0), 24.5, 1e-12, "the area is that of the square");
	rings_free(&r);
	ok(trace(&r, "00000" "01120" "01120" "00000", 5, 4, labels, &notes) == 2, "labels that touch are two grains");
	near(area(&r, 0) + area(&r, 1), 6 - 8 / 8.0, 1e-12, "both without corners");
	rings_free(&r);
	ok(trace(&r, "999" "919" "999", 3, 3, grey, &notes) == 1, "a dark pixel");
	/* the level 4.5 is at (4.5 - 1) / 8 from its centre */
	near(area(&r, 0), 2 * pow(3.5 / 8, 2), 1e-12, "greys are interpolated");
	rings_free(&r);
}

/* The largest distance of points of one outline, also between its vertices, from the other. */
static double farthest(const double (*a)[2], int n, const double (*b)[2], int m)
{
	double most = 0;

	for (int k = 0; k < n; k++)
		for (int part = 0; part < 4; part++) {
			double t = 0.25 * part, p[2], least = INFINITY;

			for (int c = 0; c < 2; c++)
				p[c] = (1 - t) * a[k][c] + t * a[(k + 1) % n][c];
			for (int e = 0; e < m; e++)
				least = fmin(least, segment_distance2(p, b[e], b[(e + 1) % m]));
			most = fmax(most, least);
		}
	return sqrt(most);
}

/* Random blobs: the simplified outline is within the tolerance of the other in both directions, and keeps the area. */
static void simplified(void)
{
	int good = 1, simple = 1, kept = 1, fewer = 1, e, f;
	struct rng g;

	rng_seed(&g, 7);
	for (int round = 0; round < 60; round++) {
		double tolerance = 0.05 + 0.03 * round, phase = 6 * rng_uniform(&g), bumps = 2 + (int)(5 * rng_uniform(&g));
		struct rings r = { .n = 0 };
		double was[400][2];

		rings_begin(&r, 0);
		for (int k = 0; k < 400; k++) {
			double a = 2 * 3.14159265358979323846 * k / 400, s = 20 * (1 + 0.3 * cos(bumps * a + phase)) + 0.3 * rng_uniform(&g);

			rings_point(&r, was[k][0] = s * cos(a), was[k][1] = s * sin(a));
		}
		rings_simplify(&r, tolerance);
		const double (*xy)[2] = points(&r, 0);
		int n = r.ring[0].n;
		good &= farthest(xy, n, (const double (*)[2])was, 400) <= tolerance &&
			farthest((const double (*)[2])was, 400, xy, n) <= tolerance;
		simple &= polygon_crossing(xy, n, 1, &e, &f) == CROSSING_NONE && polygon_area(xy, n) > 0;
		kept &= fabs(polygon_area(xy, n) / polygon_area((const double (*)[2])was, 400) - 1) < 0.01;
		fewer &= n < 400 && (tolerance < 1 || n < 60);
		rings_free(&r);
	}
	ok(good, "nowhere farther than the tolerance");
	ok(simple, "it does not meet itself");
	ok(kept, "the area is kept within 1 %%");
	ok(fewer, "with fewer vertices");
}

static void square(struct rings *r, double x, double y, double side, int open)
{
	rings_begin(r, 0)->open = open;
	rings_point(r, x, y);
	rings_point(r, x + side, y);
	rings_point(r, x + side, y + side);
	rings_point(r, x, y + side);
	rings_point(r, x, y);
	rings_end(r, 3);
}

static void nested(void)
{
	struct rings r = { .n = 0 };

	square(&r, 0, 0, 10, 0);
	square(&r, 20, 0, 10, 0);
	square(&r, 2, 2, 5, 0);
	square(&r, 3, 3, 1, 0);
	square(&r, 21, 1, 1, 0);
	square(&r, 8, 8, 9, 0);
	ok(r.ring[0].n == 4, "the last point equal to the first is left out");
	rings_fill(&r, 1);
	ok(r.n == 4 && r.holes == 2, "only rings from the given one on are filled");
	rings_fill(&r, 0);
	ok(r.n == 3 && r.holes == 3, "rings inside others are holes, one that reaches out is not");
	near(r.xy[r.ring[1].first][0], 20, 0, "the outer ones stay in order");
	rings_free(&r);
}

int main(void)
{
	thresholds();
	small_pictures();
	simplified();
	nested();
	return done();
}
