/* polygon.c: inside and outside, distances, convexity, crossings. */
#include "plane/polygon.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* How often the outline goes round the point: the sum of the angles under which its edges are seen. */
static int turns_round(const double (*xy)[2], int n, double x, double y)
{
	double sum = 0;

	for (int k = 0; k < n; k++) {
		double ax = xy[k][0] - x, ay = xy[k][1] - y, bx = xy[(k + 1) % n][0] - x, by = xy[(k + 1) % n][1] - y;

		sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
	}
	return (int)lround(sum / (2 * pi));
}

static void area_and_length(void)
{
	const double quad[4][2] = { { 1e6 + 1, 2 }, { 1e6 + 3, 2 }, { 1e6 + 3, 5 }, { 1e6 + 1, 4 } };
	const double back[4][2] = { { 1, 4 }, { 3, 5 }, { 3, 2 }, { 1, 2 } };

	near(polygon_area(quad, 4), 5, 0, "area, far from the origin");
	near(polygon_area(back, 4), -5, 0, "clockwise is negative");
	near(polygon_perimeter(quad, 4), 7 + sqrt(5), 1e-14, "perimeter");
}

static void inside(void)
{
	/* vertices on the ray that pass it, touch it from above and below, and edges along it */
	const double comb[10][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 3, 1 }, { 3, 0 },
	                             { 5, 0 }, { 4, 1 }, { 5, 2 }, { 2.5, 3 }, { 0, 1 } };
	struct rng g;
	int wrong = 0, inner = 0;

	ok(polygon_inside(comb, 10, 1, 1), "ray along an edge and through vertices, inside");
	ok(!polygon_inside(comb, 10, -1, 1), "the same, outside");
	ok(!polygon_inside(comb, 10, -1, 0), "ray along two edges");
	ok(!polygon_inside(comb, 10, -1, 3), "ray touching the top");
	ok(!polygon_inside(comb, 10, 2.5, 0), "between two edges on the ray");
	ok(!polygon_inside(comb, 10, 5, 1), "beyond a notch on the ray");
	ok(polygon_inside(comb, 10, 1, 2) == (turns_round(comb, 10, 1, 2) != 0), "ray through a vertex at the right");
	ok(polygon_inside(comb, 10, 2.5, 3) && polygon_inside(comb, 10, 4, 1) && polygon_inside(comb, 10, 0, 0),
	   "vertices are inside");
	ok(polygon_inside(comb, 10, 1, 0) && polygon_inside(comb, 10, 2.25, 1) && polygon_inside(comb, 10, 2, 0.5) &&
	   polygon_inside(comb, 10, 1.25, 2), "points of edges are inside");
	rng_seed(&g, 5);
	for (int k = 0; k < 3000; k++) {
		/* every other point level with the vertices */
		double x = 7 * rng_uniform(&g) - 1, y = k % 2 ? 5 * rng_uniform(&g) - 1 : (double)rng_below(&g, 4);
		int in = polygon_inside(comb, 10, x, y), on = 0;

		for (int e = 0; e < 10; e++)
			on |= segment_distance2((double[]){ x, y }, comb[e], comb[(e + 1) % 10]) < 1e-20;
		if (on)
			continue;
		inner += in;
		wrong += in != (turns_round(comb, 10, x, y) != 0);
	}
	ok(wrong == 0 && inner > 500, "agrees with the winding number: %d of %d wrong", wrong, inner);
}

static void distances(void)
{
	struct shape s = { .n = 0 };

	near(segment_distance2((double[]){ 3, 4 }, (double[]){ 0, 0 }, (double[]){ 0, 0 }), 25, 0, "to a point");
	near(segment_distance2((double[]){ 3, 4 }, (double[]){ 0, 1 }, (double[]){ 9, 1 }), 9, 1e-15,
	     "beside a segment");
	near(segment_distance2((double[]){ 3, 4 }, (double[]){ -5, 0 }, (double[]){ 0, 0 }), 25, 1e-14,
	     "beyond its end");

	shape_alloc(&s, SHAPE_POLYGON, 4);
	memcpy(s.xy, (double[][2]){ { 0, 0 }, { 2, 0 }, { 2, 2 }, { 0, 2 } }, sizeof(double[4][2]));
	s.r = 0.5;
	near(shape_distance(&s, 1, 1), 0, 0, "inside a filled polygon");
	near(shape_distance(&s, 5, 6), 5, 1e-15, "off its corner");
	ok(shape_inside(&s, 2.3, 2.3) && !shape_inside(&s, 2.4, 2.4), "its corner is round");
	ok(shape_inside(&s, 2.5, 1) && !shape_inside(&s, 2.5001, 1), "its side is r away");
	s.kind = SHAPE_RING;
	near(shape_distance(&s, 1, 1), 1, 0, "inside a hollow ring");
	ok(!shape_inside(&s, 1, 1) && shape_inside(&s, 1, 0.5), "a ring is hollow");
	near(shape_distance(&s, -3, 1), 3, 0, "the edge that closes a ring");
	s.kind = SHAPE_POLYLINE;
	near(shape_distance(&s, -3, 1), sqrt(10), 1e-15, "a polyline has no such edge");
	shape_alloc(&s, SHAPE_DISKS, 2);
	s.xy[1][0] = 4;
	s.radius[0] = 1;
	s.radius[1] = 2;
	s.r = 0;
	near(shape_distance(&s, 0, 3), 2, 0, "to the nearest disk");
	ok(shape_inside(&s, 2.5, 0.5) && !shape_inside(&s, 1.5, 0), "in a disk");
	shape_alloc(&s, SHAPE_POINT, 1);
	s.r = 1;
	ok(shape_inside(&s, 0.6, 0.8) && !shape_inside(&s, 0.61, 0.8), "in a rounded point");
	free(s.xy);
}

static void convexity(void)
{
	double star[5][2], ring[1000][2];

	for (int k = 0; k < 5; k++) {
		star[k][0] = cos(4 * pi * k / 5);
		star[k][1] = sin(4 * pi * k / 5);
	}
	for (int k = 0; k < 1000; k++) {
		ring[k][0] = 3 + cos(2 * pi * k / 1000);
		ring[k][1] = sin(2 * pi * k / 1000);
	}
	ok(polygon_convex((double[][2]){ { 0, 0 }, { 1, 0 }, { 0, 1 } }, 3), "triangle");
	ok(!polygon_convex((double[][2]){ { 0, 0 }, { 0, 1 }, { 1, 0 } }, 3), "clockwise triangle");
	ok(polygon_convex((double[][2]){ { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 0 }, { 0, 2 } }, 5),
	   "straight and repeated vertices");
	ok(!polygon_convex((double[][2]){ { 0, 0 }, { 2, 0 }, { 1, 0.5 }, { 0, 2 } }, 4), "a reflex corner");
	ok(!polygon_convex((const double (*)[2])star, 5), "a pentagram");
	ok(polygon_convex((const double (*)[2])ring, 1000), "a thousand corners");
	ok(polygon_convex((double[][2]){ { 1, 1 } }, 1) && polygon_convex((double[][2]){ { 1, 1 }, { 2, 5 } }, 2),
	   "a point and a segment");
}

static void check_crossing(const char *what, enum crossing want, int we, int wf, int closed, int n,
	const double (*xy)[2])
{
	int e = -1, f = -1;
	enum crossing c = polygon_crossing(xy, n, closed, &e, &f);

	ok(c == want && (c == CROSSING_NONE || (e == we && f == wf)), "%s: %d, edges %d %d", what, c, e, f);
}

static void crossings(void)
{
	double spiral[2000][2];

	check_crossing("square", CROSSING_NONE, 0, 0, 1, 4, (double[][2]){ { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } });
	check_crossing("bow-tie", CROSSING_PROPER, 0, 2, 1, 4, (double[][2]){ { 0, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } });
	check_crossing("only the closing edge", CROSSING_PROPER, 1, 3, 1, 4,
	               (double[][2]){ { 0, 0 }, { 2, 0 }, { 0, 2 }, { 2, 2 } });
	check_crossing("open, without it", CROSSING_NONE, 0, 0, 0, 4,
	               (double[][2]){ { 0, 0 }, { 2, 0 }, { 0, 2 }, { 2, 2 } });
	check_crossing("a vertex on an edge", CROSSING_TOUCH, 0, 2, 1, 5,
	               (double[][2]){ { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 0 }, { 0, 4 } });
	check_crossing("folded back", CROSSING_TOUCH, 1, 2, 1, 4,
	               (double[][2]){ { 0, 0 }, { 1, 0 }, { 3, 3 }, { 2, 1.5 } });
	check_crossing("no length", CROSSING_TOUCH, 1, 1, 1, 4,
	               (double[][2]){ { 0, 0 }, { 1, 0 }, { 1, 0 }, { 0, 1 } });
	check_crossing("a crossing before a touch", CROSSING_PROPER, 1, 6, 1, 7,
	               (double[][2]){ { 0, 0 }, { 1, 2 }, { 2, 0 }, { 3, 2 }, { 1, 2 }, { 4, 5 }, { 4, 4 } });
	for (int k = 0; k < 2000; k++) {
		spiral[k][0] = (1 + 0.01 * k) * cos(0.1 * k);
		spiral[k][1] = (1 + 0.01 * k) * sin(0.1 * k);
	}
	check_crossing("a long spiral", CROSSING_NONE, 0, 0, 0, 2000, (const double (*)[2])spiral);
	spiral[1999][0] = spiral[1999][1] = 0;
	int e, f;
	ok(polygon_crossing((const double (*)[2])spiral, 2000, 0, &e, &f) == CROSSING_PROPER && f == 1998,
	   "its end pulled across");
}

/* A figure that begins at each of its corners, forwards and backwards: its edges meet in the same way, wherever it begins. */
static void from_anywhere(void)
{
	static const struct { int n; enum crossing expected; double xy[8][2]; const char *what; } figure[] = {
		{ 7, CROSSING_NONE, { { 0, 0 }, { 1, 0 }, { 3, 0 }, { 3, 2 }, { 1.25, 2 }, { 0, 2 }, { 0, 0.5 } },
		  "corners in straight sides" },
		{ 5, CROSSING_TOUCH, { { 0, 0 }, { 4, 0 }, { 2, 0 }, { 2, 3 }, { 0, 3 } }, "a side that runs back along another" },
		{ 6, CROSSING_TOUCH, { { 0, 0 }, { 4, 0 }, { 4, 3 }, { 2, 0 }, { 1, 3 }, { 0, 3 } }, "a corner on a side" },
		{ 4, CROSSING_PROPER, { { 0, 0 }, { 4, 0 }, { 1, 3 }, { 3, 3 } }, "sides that cross" },
	};

	for (int f = 0; f < 4; f++)
		for (int back = 0; back < 2; back++)
			for (int k = 0, n = figure[f].n; k < n; k++) {
				double xy[8][2];
				int e, h;

				for (int i = 0; i < n; i++)
					memcpy(xy[i], figure[f].xy[(k + (back ? n - i : i)) % n], sizeof xy[i]);
				ok(polygon_crossing((const double (*)[2])xy, n, 1, &e, &h) == figure[f].expected, "%s, from corner %d, %s",
				   figure[f].what, k, back ? "backwards" : "forwards");
			}
}

int main(void)
{
	area_and_length();
	inside();
	distances();
	convexity();
	crossings();
	from_anywhere();
	return done();
}
