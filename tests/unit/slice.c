/* slice.c: parts of regions against closed forms, and against counting points on a grid. */
#include "plane/slice.h"

#include <stdlib.h>
#include <string.h>

#include "plane/form.h"
#include "plane/mass.h"
#include "plane/polygon.h"
#include "tap.h"

static const double pi = 3.14159265358979323846, all[2] = { -INFINITY, INFINITY };

static void make(struct shape *s, enum shape_kind kind, double r, int n, const double (*xy)[2])
{
	*s = (struct shape){ .n = 0 };
	shape_alloc(s, kind, n);
	s->r = r;
	memcpy(s->xy, xy, (size_t)n * sizeof *xy);
}

/* The region of s, placed; what it looks like in place goes to *there for shape_inside. */
static void place(struct boundary *b, struct shape *there, const struct shape *s, double size, double angle, double dx,
	double dy)
{
	struct boundary own = { .n = 0 };

	boundary_of_shape(&own, s);
	boundary_place(b, &own, size, cos(angle), sin(angle), dx, dy);
	boundary_free(&own);
	*there = (struct shape){ .n = 0 };
	shape_alloc(there, s->kind, s->n);
	there->r = size * s->r;
	for (int k = 0; k < s->n; k++) {
		double x = size * s->xy[k][0], y = size * s->xy[k][1];

		there->xy[k][0] = cos(angle) * x - sin(angle) * y + dx;
		there->xy[k][1] = sin(angle) * x + cos(angle) * y + dy;
		if (s->radius)
			there->radius[k] = size * s->radius[k];
	}
}

/* Area of a disk of radius r left of the distance d from its middle. */
static double segment(double r, double d)
{
	return d <= -r ? 0 : d >= r ? pi * r * r : r * r * acos(-d / r) + d * sqrt(r * r - d * d);
}

/* Area common to two disks, d apart. */
static double lens(double p, double q, double d)
{
	if (d >= p + q)
		return 0;
	if (d <= fabs(p - q))
		return pi * fmin(p, q) * fmin(p, q);
	double x = (d * d + p * p - q * q) / (2 * d);
	return segment(p, -x) + segment(q, x - d);
}

static void drop(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	*s = (struct shape){ .n = 0 };
}

static void disk(void)
{
	struct shape s, there;
	struct boundary b = { .n = 0 };
	const double r = 0.731, cx = 1.37, cy = -0.52;

	make(&s, SHAPE_POINT, r, 1, (const double[][2]){ { 0, 0 } });
	place(&b, &there, &s, 1, 0.4, cx, cy);
	for (double d = -0.9; d < 0.95; d += 0.3)
		near(boundary_area_left(&b, cx + d, all), segment(r, d), 1e-14, "a disk left of %g", d);
	/* a strip: the part above the lower edge less that above the upper one */
	double strip[2] = { cy - 0.31, cy + 0.52 };
	near(boundary_area_left(&b, INFINITY, strip), segment(r, 0.52) - segment(r, -0.31), 1e-14, "a disk in a strip");
	double upper[2] = { cy, INFINITY };
	near(boundary_area_left(&b, cx, upper), pi * r * r / 4, 1e-14, "a quarter of a disk");
	double near_end[2] = { cy + r - 1e-7, INFINITY };
	near(boundary_area_left(&b, INFINITY, near_end), 4. / 3 * sqrt(2 * r) * pow(1e-7, 1.5), 1e-16, "a thin cap");
	for (double q = 0.2; q < 2.6; q += 0.37)
		near(boundary_area_within(&b, q), lens(r, q, hypot(cx, cy)), 1e-14, "a disk within %g", q);
	drop(&there);
	place(&b, &there, &s, 1, 0.4, 0.21, 0.17); /* the origin is in it */
	for (double q = 0.1; q < 1.3; q += 0.29)
		near(boundary_area_within(&b, q), lens(r, q, hypot(0.21, 0.17)), 1e-14, "a disk about the origin within %g", q);
	drop(&there);
	place(&b, &there, &s, 1, 0.4, 0, 0);
	near(boundary_area_within(&b, 0.4), pi * 0.16, 1e-15, "two disks with one middle");
	drop(&there);
	drop(&s);
	boundary_free(&b);
}

static void rectangle(void)
{
	struct boundary b = { .n = 0 };
	const double lo[2] = { -0.7, -0.4 }, hi[2] = { 1.1, 0.9 }, strip[2] = { -0.1, 0.25 }, beyond[2] = { -9, 9 };

	boundary_of_rectangle(&b, lo, hi);
	near(boundary_area_left(&b, INFINITY, all), 1.8 * 1.3, 1e-15, "a rectangle");
	near(boundary_area_left(&b, 0.3, strip), 1.0 * 0.35, 1e-15, "the part of a rectangle in another");
	near(boundary_area_left(&b, -0.7, beyond), 0, 0, "left of it there is nothing");
	near(boundary_area_left(&b, -0.3, beyond), 0.4 * 1.3, 1e-15, "a slice of it");
	near(boundary_area_within(&b, 0.35), pi * 0.35 * 0.35, 1e-15, "a disk that it holds");
	near(boundary_area_within(&b, 0.6), segment(0.6, 0.4), 1e-15, "a disk that it cuts once");
	near(boundary_area_within(&b, 2), 1.8 * 1.3, 1e-15, "a disk that holds it");
	/* two caps are cut off, which meet where the corner (-0.7, -0.4) would be: sqrt(0.65) > 0.8 away, so they do not */
	near(boundary_area_within(&b, 0.8), pi * 0.64 - segment(0.8, -0.7) - segment(0.8, -0.4), 1e-14,
	     "a disk that two sides cut");
	boundary_free(&b);
}

/* Points on a grid of step h that are in the shape and in the region. */
static double count(const struct shape *s, double h, double edge, const double strip[2], double r)
{
	long n = 0;

	for (double x = -4 + h / 2; x < 4; x += h)
		for (double y = -4 + h / 2; y < 4; y += h)
			if (x < edge && y >= strip[0] && y < strip[1] && x * x + y * y < r * r && shape_inside(s, x, y))
				n++;
	return (double)n * h * h;
}

/* Against counting; slices add up; the whole is the mass. */
static void any(const struct shape *s, const char *what)
{
	struct shape there;
	struct boundary b = { .n = 0 };
	struct mass m;
	const double strip[2] = { -0.35, 0.55 }, h = 0.01;

	place(&b, &there, s, 1.7, 2.385, 0.31, -0.23);
	mass_of_shape(&m, &there);
	near(boundary_area_left(&b, INFINITY, all), m.area, 1e-13 * m.area, "%s: all of it", what);
	near(boundary_area_within(&b, 9), m.area, 1e-13 * m.area, "%s: all of it within 9", what);
	near(boundary_area_left(&b, 0.12, all), count(&there, h, 0.12, all, 9), 0.02 * m.area, "%s: left", what);
	near(boundary_area_left(&b, 0.12, strip), count(&there, h, 0.12, strip, 9), 0.02 * m.area, "%s: left in a strip",
	     what);
	near(boundary_area_within(&b, 0.6), count(&there, h, 9, all, 0.6), 0.02 * m.area, "%s: within", what);
	double sum = 0;
	for (int k = 0; k < 16; k++) {
		double slice[2] = { -4 + 0.5 * k, -3.5 + 0.5 * k };
		sum += boundary_area_left(&b, 0.12, slice);
	}
	near(sum, boundary_area_left(&b, 0.12, all), 1e-13, "%s: slices add up", what);
	boundary_free(&b);
	drop(&there);
}

int main(void)
{
	struct shape s, drawn = { .n = 0 };
	const double angle[6][2] = { { 0, 0 }, { 3, 0 }, { 3, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } };

	disk();
	rectangle();
	make(&s, SHAPE_POLYGON, 0, 6, angle);
	for (int k = 0; k < 6; k++)
		for (int d = 0; d < 2; d++)
			s.xy[k][d] = 0.5 * (s.xy[k][d] - 1);
	any(&s, "a bare angle");
	s.r = 0.1;
	any(&s, "a rounded angle");
	drop(&s);
	make(&s, SHAPE_RING, 0.15, 4, (const double[][2]){ { -0.6, -0.5 }, { 0.7, -0.5 }, { 0.6, 0.6 }, { -0.5, 0.6 } });
	any(&s, "a ring");
	drop(&s);
	shape_alloc(&s, SHAPE_DISKS, 3);
	memcpy(s.xy, (const double[][2]){ { 0, 0 }, { 0.5, 0.1 }, { -0.3, 0.45 } }, 3 * sizeof *s.xy);
	memcpy(s.radius, (const double[]){ 0.4, 0.33, 0.29 }, sizeof(double[3]));
	any(&s, "a clump of disks");
	form2_draw(&drawn, form2_find("cow"), 0);
	struct form2_plan plan = { .scale = 1, .r = -1, .area = 0.8 };
	drop(&s);
	ok(form_make(&s, &drawn, &plan) == FORM_GOOD, "a cow");
	any(&s, "a cow");
	drop(&s);
	drop(&drawn);
	return done();
}
