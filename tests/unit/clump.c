/* clump.c: errors of clumps against closed forms, of bodies off the origin whose clump does not stand in their middle; covers and
 * grids counted one by one */
#include "clump/clump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "clump/cover.h"
#include "clump/raster.h"
#include "tap.h"

static struct shape ball(double x, double y, double z, double r)
{
	struct shape s = { .id = 1, .kind = SHAPE_CLUMP, .n = 1, .area = -1 };

	s.solid = solid_new();
	s.solid->n = 1;
	s.solid->ball = mem_new(1, sizeof *s.solid->ball);
	memcpy(s.solid->ball[0], (double[4]){ x, y, z, r }, sizeof *s.solid->ball);
	return s;
}

static struct shape disk(double x, double y, double r)
{
	struct shape s = { .id = 1, .area = -1 };

	shape_alloc(&s, SHAPE_DISKS, 1);
	s.xy[0][0] = x;
	s.xy[0][1] = y;
	s.radius[0] = r;
	return s;
}

/* Means over a sphere or circle of radius R of the distance from a point at e within, and of its square. */
static void means(int dim, double R, double e, double *mean, double *square)
{
	enum { N = 20000 };
	double sum = 0;

	*square = R * R + e * e;
	for (int k = 0; k < N && dim == 2; k++)
		sum += sqrt(R * R + e * e - 2 * R * e * cos(2 * M_PI * (k + 0.5) / N)) / N;
	*mean = dim == 3 ? R + e * e / (3 * R) : sum;
}

/* A ball of radius r in one of radius R, e off its centre. From the greater surface to the smaller it is |x - c'| - r, the
 * other way R - |y - c|. */
static void off_centre(int dim)
{
	const double R = 1.3, r = 0.7, step[3] = { 0.2, -0.3, dim == 3 ? 0.25 : 0 };
	const double e = sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]), size = dim == 3 ? 2 : 1;
	struct shape s = dim == 3 ? ball(5, -7, 3, R) : disk(5, -7, R);
	struct shape c = dim == 3 ? ball(5 + step[0], -7 + step[1], 3 + step[2], r) : disk(5 + step[0], -7 + step[1], r);
	struct clump_surface found = clump_compare(&s, &c);
	double mean, square, inner, inner_square;

	means(dim, R, e, &mean, &square);
	means(dim, r, e, &inner, &inner_square);
	double out = square - 2 * r * mean + r * r, in = inner_square - 2 * R * inner + R * R, more = pow(R / r, size);
	near(found.hausdorff, R + e - r, 1e-3, "dim %d: the greatest distance is opposite to where it went", dim);
	near(found.rms, sqrt((more * out + in) / (more + 1)), 1e-4, "dim %d: rms over both surfaces, by their areas", dim);
	near(found.gap, mean - r, 1e-4, "dim %d: mean gap", dim);
	near(found.roughness, sqrt(square - mean * mean), 1e-4, "dim %d: and its deviation", dim);
	/* the other way round gaps are negative, inside the pebble */
	found = clump_compare(&c, &s);
	near(found.gap, inner - R, 1e-4, "dim %d: a pebble that holds the body: gaps below 0", dim);
	near(found.hausdorff, R + e - r, 1e-3, "dim %d: the same distance from either", dim);
	solid_free(s.solid);
	solid_free(c.solid);
	free(s.xy);
	free(s.radius);
	free(c.xy);
	free(c.radius);
}

static void errors(void)
{
	const struct clump_weight was = { .size = 2.5, .tensor = { 3, 5, 7, 0.4, -0.6, 0.9 } };
	const struct clump_weight is = { .size = 2.1, .tensor = { 3.3, 4.5, 7.2, 0.1, -0.5, 1.4 } };

	near(clump_size_error(&is, &was), 0.16, 1e-15, "error of size, of that of the shape");
	/* differences 0.3, -0.5, 0.2 and, twice, -0.3, 0.1, 0.5, over 3, 5, 7 and, twice, 0.4, -0.6, 0.9 */
	near(clump_inertia_error(&is, &was), sqrt((0.38 + 2 * 0.35) / (83 + 2 * 1.33)), 1e-15, "error of the tensor");
}

static void weights(void)
{
	struct shape s = ball(5, -7, 3, 1.3), d = { .id = 2, .area = -1 };
	struct clump_weight w;

	ok(clump_weigh(&w, &s) == MASS_GOOD, "a ball weighs");
	double v = 4 * M_PI / 3 * 1.3 * 1.3 * 1.3;
	near(w.size, v, 1e-14 * v, "its volume");
	near(w.surface, 4 * M_PI * 1.69, 1e-13, "its surface");
	ok(w.com[0] == 5 && w.com[1] == -7 && w.com[2] == 3, "its centre");
	for (int k = 0; k < 3; k++) {
		near(w.tensor[k], 0.4 * v * 1.69, 1e-13, "its tensor, %d", k);
		near(w.moment[k], 0.4 * v * 1.69, 1e-13, "its moment, %d", k);
	}
	shape_alloc(&d, SHAPE_POLYLINE, 2);
	d.r = 0.3;
	d.xy[0][0] = 2;
	d.xy[1][0] = 5;
	d.xy[1][1] = 4;
	ok(clump_weigh(&w, &d) == MASS_GOOD, "a stadium weighs");
	near(w.size, 3 + 0.09 * M_PI, 1e-14, "its area");
	near(w.surface, 10 + 0.6 * M_PI, 1e-13, "its perimeter");
	near(w.com[0], 3.5, 1e-14, "its centre, x");
	near(w.com[1], 2, 1e-14, "y");
	double inertia = 0.6 * 5 * (25 + 0.36) / 12 + M_PI * 0.09 * 25 / 4 + 4 * 5 * 0.027 / 3 + M_PI * 0.0081 / 2;
	near(w.tensor[2], inertia, 1e-12, "its polar moment is zz");
	near(w.moment[0], inertia, 1e-12, "and the first of its moments");
	ok(w.tensor[0] == 0 && w.moment[1] == 0, "all else is 0");
	solid_free(s.solid);
	free(d.xy);
}

/* Voxels of an ellipsoid with three different axes, off the origin, whose middles are in it and in balls. */
static int voxel_in(const struct shape *s, const double x[3], const double (*b)[4], int n)
{
	double f = 0;
	int in = n == 0;

	for (int k = 0; k < 3; k++)
		f += x[k] / s->solid->a[k] * x[k] / s->solid->a[k];
	for (int i = 0; i < n; i++)
		in |= pow(x[0] - b[i][0], 2) + pow(x[1] - b[i][1], 2) + pow(x[2] - b[i][2], 2) <= b[i][3] * b[i][3];
	return f <= 1 && in;
}

static void covers(void)
{
	static const double b[3][4] = { { 0.4, 0.1, -0.1, 0.4 }, { 0.2, 0.3, 0.1, 0.35 }, { -3, 0, 0, 2.4 } };
	struct shape s = { .id = 1, .kind = SHAPE_ELLIPSOID, .n = 1, .area = -1 };
	struct cover c;
	struct field f;
	int count[5] = { 0 };

	s.solid = solid_new();
	memcpy(s.solid->a, (double[3]){ 1.7, 1.1, 0.6 }, sizeof s.solid->a);
	field_of_shape(&f, &s, 500);
	cover_init(&c, &f, 71); /* more than a word of bits */
	double side[3], voxel = 1;
	int m[3];
	for (int k = 0; k < 3; k++) {
		side[k] = f.lines.hi[k] - f.lines.lo[k];
		m[k] = (int)lround(71 * side[k] / side[0]);
		voxel *= side[k] / m[k];
	}
	ok(c.n[0] == 71 && c.n[1] == m[1] && c.n[2] == m[2] && m[1] > m[2], "as many voxels as the sides are long: %d %d %d", c.n[0],
	   c.n[1], c.n[2]);
	near(c.voxel, voxel, 1e-15, "the volume of one");
	for (int i = 0; i < m[0] * m[1] * m[2]; i++) {
		const int at[3] = { i % m[0], i / m[0] % m[1], i / m[0] / m[1] };
		double x[3];

		for (int k = 0; k < 3; k++)
			x[k] = f.lines.lo[k] + side[k] * (at[k] + 0.5) / m[k];

		for (int n = 0; n < 4; n++)
			count[n] += voxel_in(&s, x, b, n);
		count[4] += voxel_in(&s, x, b + 1, 1);
	}
	ok(labs((long)c.total - count[0]) <= 4, "voxels in it: %ld, one by one %d", (long)c.total, count[0]);
	ok(labs((long)cover_gain(&c, b[1]) - count[4]) <= 2, "that a ball would gain: %ld, %d", (long)cover_gain(&c, b[1]), count[4]);
	for (int n = 1; n < 4; n++) {
		cover_take(&c, b[n - 1]);
		ok(labs((long)c.covered - count[n]) <= 4, "covered by %d: %ld, %d", n, (long)c.covered, count[n]);
		ok(cover_gain(&c, b[n - 1]) == 0, "which gain nothing more");
	}
	cover_free(&c);
	field_free(&f);
	solid_free(s.solid);
}

/* A grid in an ellipsoid through a place off its centre: places, and which have all neighbours, one by one. */
static int place_in(const struct shape *s, const double o[3], double h, int i, int j, int k)
{
	return voxel_in(s, (double[3]){ o[0] + h * i, o[1] + h * j, o[2] + h * k }, NULL, 0);
}

static void grids(void)
{
	static const double o[3] = { 0.17, -0.11, 0.05 };
	struct shape s = { .id = 1, .kind = SHAPE_ELLIPSOID, .n = 1, .area = -1 };
	struct raster r;
	struct field f;
	int n = 0, deep = 0, wrong = 0, found = 0;

	s.solid = solid_new();
	memcpy(s.solid->a, (double[3]){ 1.7, 1.1, 0.6 }, sizeof s.solid->a);
	field_of_shape(&f, &s, 500);
	ok(raster_init(&r, &f, o, 4 * M_PI / 3 * 1.7 * 1.1 * 0.6, 300) == 0 && r.n == 300, "a grid of 300: %d", r.n);
	for (int k = -9; k <= 9; k++)
		for (int j = -15; j <= 15; j++)
			for (int i = -22; i <= 22; i++) {
				int all = 1;

				if (!place_in(&s, o, r.h, i, j, k))
					continue;
				for (int q = 0; q < 27; q++)
					all &= place_in(&s, o, r.h, i + q % 3 - 1, j + q / 3 % 3 - 1, k + q / 9 - 1);
				n++;
				deep += all;
			}
	ok(n == 300 && deep > 20, "as many as are in it: %d, with all their neighbours %d", n, deep);
	for (int m = 0; m < r.n; m++) {
		int at[3], all = 1;

		for (int k = 0; k < 3; k++) {
			double steps = (r.at[m][k] - o[k]) / r.h;

			at[k] = (int)lround(steps);
			wrong += fabs(steps - at[k]) > 1e-9;
		}
		wrong += !place_in(&s, o, r.h, at[0], at[1], at[2]);
		for (int q = 0; q < 27; q++)
			all &= place_in(&s, o, r.h, at[0] + q % 3 - 1, at[1] + q / 3 % 3 - 1, at[2] + q / 9 - 1);
		wrong += all != r.deep[m];
		found += r.deep[m];
	}
	ok(wrong == 0 && found == deep, "they are those, and %d of them are deep", found);
	raster_free(&r);
	field_free(&f);
	solid_free(s.solid);
}

/* One pebble of 0.5 in a ball of 1.3: it takes several steps to make it as large, and all of them together are 0.8. */
static void inflated(void)
{
	const struct clump_plan plan = { .method = CLUMP_COVER, .n = 1, .radius = 0.5, .inflate = 1, .voxels = 24 };
	struct shape s = ball(0.4, -0.3, 0.2, 1.3);
	struct clump c;

	ok(clump_make(&c, &s, &plan) == CLUMP_GOOD && c.n == 1, "one pebble");
	near(c.ball[0][3], 1.3, 1e-12, "inflated to the volume of the ball");
	near(c.inflated, 0.8, 1e-12, "by what is said");
	clump_free(&c);
	solid_free(s.solid);
}

int main(void)
{
	off_centre(2);
	off_centre(3);
	errors();
	inflated();
	weights();
	covers();
	grids();
	return done();
}
