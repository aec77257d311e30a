/* outline.c: outlines of rounded shapes against closed forms. */
#include <stdlib.h>

#include "plane/outline.h"
#include "tap.h"

#define PI 3.14159265358979323846

static struct shape shape_make(struct world *w, enum shape_kind kind, double r, int n, const double xy[][2])
{
	struct shape *s = world_need_shape(w, 1);

	shape_alloc(s, kind, n);
	s->r = r;
	for (int k = 0; k < n; k++)
		for (int d = 0; d < 2; d++)
			s->xy[k][d] = xy[k][d];
	return *s;
}

/* Area of loop k: positive when it runs counter-clockwise. */
static double loop_area(const struct outline *o, int k)
{
	int first = o->loop[k], end = outline_loop_end(o, k);
	double a = 0;

	for (int i = first; i < end; i++) {
		const double *p = o->xy[i], *q = o->xy[i + 1 < end ? i + 1 : first];
		a += (p[0] * q[1] - q[0] * p[1]) / 2;
	}
	return a;
}

static double area(const struct outline *o)
{
	double a = 0;

	for (int k = 0; k < o->n_loop; k++)
		a += loop_area(o, k);
	return a;
}

/* A fine outline has the area of the shape but for chords: less by up to 2/3 tol times the length of its arcs. */
static void matches(const struct shape *s, int loops, double expected, const char *what)
{
	struct outline o = { 0 };
	double tol = 1e-7;

	outline_of_shape(&o, s, tol);
	ok(o.n_loop == loops, "%s: %d loops", what, loops);
	near(area(&o), expected, 20 * tol, "%s: area", what);
	outline_of_shape(&o, s, 0.1 * shape_reach(s));
	outline_fill(&o);
	if (loops == 1)
		near(area(&o), expected, 1e-12 * expected, "%s: area of few chords", what);
	outline_free(&o);
}

int main(void)
{
	struct world w;
	struct outline o = { 0 };
	struct shape s;
	double worst = 0, least = 1e9;

	world_init(&w, 2);
	s = shape_make(&w, SHAPE_POINT, 2.385, 1, (double[][2]){ { 0.3, -0.7 } });
	outline_of_shape(&o, &s, 0.01);
	for (int k = 0; k < o.n; k++) {
		const double *p = o.xy[k], *q = o.xy[(k + 1) % o.n];
		double mx = (p[0] + q[0]) / 2 - 0.3, my = (p[1] + q[1]) / 2 + 0.7;
		worst = fmax(worst, fabs(hypot(p[0] - 0.3, p[1] + 0.7) - 2.385));
		least = fmin(least, hypot(mx, my));
	}
	near(worst, 0, 1e-14, "the points of a disk lie on its circle");
	ok(least >= 2.385 - 0.01 && least < 2.385 - 0.005,
		"its chords miss the circle by the tolerance at most, and not by much less");
	matches(&s, 1, PI * 2.385 * 2.385, "disk");

	s = shape_make(&w, SHAPE_POLYLINE, 0.4, 2, (double[][2]){ { -1, 0.1 }, { 1, 0.1 } });
	matches(&s, 1, 2 * 0.8 + PI * 0.16, "rice");
	s = shape_make(&w, SHAPE_POLYGON, 0.25, 4, (double[][2]){ { 0, 0 }, { 3, 0 }, { 3, 2 }, { 0, 2 } });
	matches(&s, 1, 6 + 10 * 0.25 + PI * 0.0625, "rounded rectangle");
	/* an L: five corners of a quarter turn, and a reflex one where the moved edges overlap in a square */
	s = shape_make(&w, SHAPE_POLYGON, 0.1, 6, (double[][2]){ { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } });
	matches(&s, 1, 3 + 8 * 0.1 + 5 * PI / 4 * 0.01 - 0.01, "L");
	/* a ring: the rounded square of side 2 without the square of side 2 - 2 r */
	s = shape_make(&w, SHAPE_RING, 0.2, 4, (double[][2]){ { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } });
	matches(&s, 2, 4 + 8 * 0.2 + PI * 0.04 - 1.6 * 1.6, "ring");
	outline_of_shape(&o, &s, 1e-3);
	ok(loop_area(&o, 0) * loop_area(&o, 1) < 0, "its hole runs the other way round");

	s = shape_make(&w, SHAPE_POLYGON, 0, 3, (double[][2]){ { 0, 0 }, { 1, 0 }, { 0, 1 } });
	outline_of_shape(&o, &s, 1e-3);
	ok(o.n == 3 && o.n_loop == 1, "a sharp triangle keeps its three points");
	near(area(&o), 0.5, 1e-15, "and its area");
	s = shape_make(&w, SHAPE_POLYLINE, 0, 3, (double[][2]){ { 0, 0 }, { 1, 0 }, { 1, 1 } });
	outline_of_shape(&o, &s, 1e-3);
	ok(o.n == 4 && o.n_loop == 1 && area(&o) == 0, "a line without thickness is drawn there and back");
	outline_free(&o);
	world_free(&w);
	return done();
}
