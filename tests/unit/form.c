/* form.c: named shapes, their areas, and the opening of outlines by disks. */
#include "plane/form.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "plane/mass.h"
#include "plane/polygon.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void shape_clear(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	*s = (struct shape){ .n = 0 };
}

static struct shape polygon(int n, const double (*xy)[2])
{
	struct shape s = { .n = 0 };

	shape_alloc(&s, SHAPE_POLYGON, n);
	memcpy(s.xy, xy, (size_t)n * sizeof *xy);
	return s;
}

static double area_of(const struct shape *s)
{
	struct mass m = { .area = -1 };

	mass_of_shape(&m, s);
	return m.area;
}

/* The proportions of the named shapes, by their areas in terms of r. */
static void named(void)
{
	struct shape s = { .n = 0 };
	int e, f;

	form2_draw(&s, form2_find("disk"), 5);
	near(area_of(&s) / (s.r * s.r), pi, 1e-12, "disk");
	form2_draw(&s, form2_find("rice"), 5);
	near(area_of(&s) / (s.r * s.r), 8 + pi, 1e-12, "rice: a stadium of length 4 r");
	form2_draw(&s, form2_find("pebble"), 5);
	near(area_of(&s) / (s.r * s.r), sqrt(3) + 6 + pi, 1e-12, "pebble: a triangle of side 2 r");
	form2_draw(&s, form2_find("peanut"), 5);
	/* two stadiums of length 2 r that share a disk, but for the kite at the inner side of a bend by 30 degrees: the
	 * outer side gains the sector that the inner one loses to overlap */
	near(area_of(&s) / (s.r * s.r), 8 + pi + pi / 12 - tan(pi / 12), 1e-12, "peanut: 150 degrees");
	form2_draw(&s, form2_find("star"), 9);
	ok(s.n == 18, "a star of nine points");
	form2_draw(&s, form2_find("ngon"), 8);
	ok(s.n == 8 && polygon_convex((const double (*)[2])s.xy, 8), "an octagon");
	form2_draw(&s, form2_find("cow"), 5);
	ok(s.n == 62 && s.kind == SHAPE_POLYGON && s.r == 0.1, "a cow has 62 vertices");
	ok(!polygon_convex((const double (*)[2])s.xy, s.n), "it is not convex");
	ok(polygon_crossing((const double (*)[2])s.xy, s.n, 1, &e, &f) == CROSSING_NONE, "it does not meet itself");
	ok(polygon_area((const double (*)[2])s.xy, s.n) > 0, "it runs counter-clockwise");
	for (int k = 0; k < form2_n_known; k++) {
		form2_draw(&s, k, 5);
		ok(s.kind != SHAPE_POLYGON ||
		   (polygon_area((const double (*)[2])s.xy, s.n) > 0 &&
		    polygon_crossing((const double (*)[2])s.xy, s.n, 1, &e, &f) == CROSSING_NONE),
		   "%s is simple", form2_known[k].name);
	}
	ok(form2_find("horse") == -1, "no horse");
	shape_clear(&s);
}

static void plan(const char *name, struct form2_plan p, double r, enum form_status want)
{
	struct shape drawn = { .n = 0 }, out = { .n = 0 };

	form2_draw(&drawn, form2_find(name), 5);
	enum form_status status = form_make(&out, &drawn, &p);

	ok(status == want, "%s with area %g: %d", name, p.area, status);
	if (want == FORM_GOOD && p.area > 0)
		near(area_of(&out), p.area, 1e-14 * p.area, "%s: the area is %g", name, p.area);
	if (want == FORM_GOOD && r > 0)
		near(out.r, r, 0, "%s: the radius is %g", name, r);
	shape_clear(&drawn);
	shape_clear(&out);
}

static void areas(void)
{
	plan("cow", (struct form2_plan){ .scale = 1, .r = 0.1, .area = 6.52 }, 0.1, FORM_GOOD);
	plan("cow", (struct form2_plan){ .scale = 1, .r = -1, .area = 1e-6 }, 0, FORM_GOOD);
	plan("cow", (struct form2_plan){ .scale = 1, .r = 2, .area = 13 }, 2, FORM_GOOD);
	plan("cow", (struct form2_plan){ .scale = 1, .r = 2, .area = 12 }, 2, FORM_AREA); /* pi r^2 > 12 */
	plan("rice", (struct form2_plan){ .scale = 1, .r = 0.1, .area = 400 }, 0.1, FORM_GOOD);
	plan("disk", (struct form2_plan){ .scale = 1, .r = -1, .area = 2.385 }, sqrt(2.385 / pi), FORM_GOOD);
	plan("disk", (struct form2_plan){ .scale = 1, .r = 1, .area = 4 }, 1, FORM_AREA);
	plan("ngon", (struct form2_plan){ .scale = 1, .r = -1, .round = 0.2, .tolerance = 0.002, .area = 3 },
	     0.2, FORM_GOOD);
	plan("star", (struct form2_plan){ .scale = 1, .r = -1, .round = 0.1, .tolerance = 0.001, .area = 3 },
	     0.1, FORM_GOOD);
	plan("disk", (struct form2_plan){ .scale = 2, .r = -1 }, 2, FORM_GOOD);
	plan("ngon", (struct form2_plan){ .scale = 3, .r = 0.25 }, 0.25, FORM_GOOD);
}

/* Opening cuts r^2 (cot(t/2) - (pi - t)/2) off a corner of angle t; for a right angle (1 - pi/4) r^2. */
static void convex(void)
{
	const double corner = 1 - pi / 4, a = 3, b = 2, r = 0.4;
	struct shape s = polygon(4, (double[][2]){ { 0, 0 }, { a, 0 }, { a, b }, { 0, b } });

	ok(form_open(&s, r, r) == FORM_GOOD && s.r == r && s.n == 4, "a rectangle");
	near(area_of(&s), a * b - 4 * corner * r * r, 1e-13, "its area");
	shape_clear(&s);
	s = polygon(4, (double[][2]){ { 0, 0 }, { a, 0 }, { a, b }, { 0, b } });
	ok(form_open(&s, b / 2, r) == FORM_GOOD && s.kind == SHAPE_POLYLINE && s.n == 2,
	   "a disk as wide as it makes a stadium");
	near(area_of(&s), a * b - 4 * corner * b * b / 4, 1e-12, "its area");
	shape_clear(&s);
	s = polygon(4, (double[][2]){ { 0, 0 }, { b, 0 }, { b, b }, { 0, b } });
	ok(form_open(&s, b / 2, r) == FORM_GOOD && s.kind == SHAPE_POINT, "a square makes a disk");
	ok(form_open(&s, 0.1, r) == FORM_EMPTY, "only polygons are opened");
	shape_clear(&s);
	s = polygon(4, (double[][2]){ { 0, 0 }, { b, 0 }, { b, b }, { 0, b } });
	ok(form_open(&s, 1.0001 * b / 2, r) == FORM_EMPTY, "a larger disk does not fit");
	shape_clear(&s);
	/* one corner cut off by c: that edge vanishes in the erosion once r > c (1 + 1/sqrt 2), and the arc of
	 * the whole corner stays within the cut */
	const double c = 0.2;
	s = polygon(5, (double[][2]){ { 0, 0 }, { a, 0 }, { a, b - c }, { a - c, b }, { 0, b } });
	ok(form_open(&s, 1.8 * c, r) == FORM_GOOD && s.n == 4, "a short edge vanishes");
	near(area_of(&s), a * b - 4 * corner * 3.24 * c * c, 1e-13, "and leaves no trace");
	shape_clear(&s);
}

static void reflex(void)
{
	const double corner = 1 - pi / 4, r = 0.3, tolerances[] = { 0.03, 0.003, 0.0003 };
	const double ell[6][2] = { { 0, 0 }, { 3, 0 }, { 3, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } };
	struct rng g;

	for (int k = 0; k < 3; k++) {
		struct shape s = polygon(6, ell);
		/* the disk rolls round the reflex corner: five corners lose, and flattening loses at most a strip along
		 * the arc of the disk's outer reach, whose length is below pi/2 times 2 r */
		double full = 5 - 5 * corner * r * r, strip = tolerances[k] * pi * r;

		ok(form_open(&s, r, tolerances[k]) == FORM_GOOD, "an L");
		double loss = full - area_of(&s);
		ok(loss > -1e-13 && loss <= strip, "flattened to %g it loses %.3g of %.3g", tolerances[k], loss, strip);
		int outside = 0;

		rng_seed(&g, 1);
		for (int i = 0; i < 4000; i++) {
			double x = 3 * rng_uniform(&g), y = 3 * rng_uniform(&g);

			outside += shape_inside(&s, x, y) && !polygon_inside(ell, 6, x, y);
		}
		ok(outside == 0, "it stays inside the L");
		/* the reflex corner itself is reached to within the tolerance */
		ok(shape_distance(&s, 1, 1) - r >= -1e-12 && shape_distance(&s, 1, 1) - r <= tolerances[k],
		   "at its corner %.3g", shape_distance(&s, 1, 1) - r);
		shape_clear(&s);
	}
	/* two rooms and a door */
	const double rooms[12][2] = { { 0, 0 }, { 2, 0 }, { 2, 0.8 }, { 3, 0.8 }, { 3, 0 }, { 5, 0 },
	                              { 5, 2 }, { 3, 2 }, { 3, 1.2 }, { 2, 1.2 }, { 2, 2 }, { 0, 2 } };
	struct shape s = polygon(12, rooms);

	ok(form_open(&s, 0.19, 0.01) == FORM_GOOD, "a disk that passes the door");
	near(shape_distance(&s, 2.5, 1), 0, 0, "the door stays open");
	shape_clear(&s);
	s = polygon(12, rooms);
	ok(form_open(&s, 0.21, 0.01) == FORM_SPLIT, "a disk that does not: the outline would split");
	ok(s.n == 12 && s.r == 0, "and stays as it was");
	ok(form_open(&s, 1.01, 0.01) == FORM_EMPTY, "a disk too large for either room");
	shape_clear(&s);
}

int main(void)
{
	named();
	areas();
	convex();
	reflex();
	return done();
}
