/* field.c: distances to surfaces against many points of them, and against closed forms */
#include "shape/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "clump/clump.h"
#include "clump/pebble.h"
#include "plane/mass.h"
#include "tap.h"

static struct rng g;

static double between(double a, double b)
{
	return a + (b - a) * rng_uniform(&g);
}

static double apart(const double a[3], const double b[3])
{
	return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* The points of a fine field are all on the surface. The distance to the nearest of them is the distance or a little more, h at
 * most; and the nearest point that is found has neither a smaller nor a greater distance than it says. */
static void against_points(const char *what, const struct shape *s, int points, double h)
{
	struct field f, fine;
	struct clump_weight w;
	double low = 0, high = 0, off = 0, area = 0, size = 0;
	int wrong = 0;

	ok(field_of_shape(&f, s, 4000) == 0 && field_of_shape(&fine, s, points) == 0, "%s: has a field", what);
	for (int run = 0; run < 300; run++) {
		double x[3] = { 0, 0, 0 }, at[3], best = INFINITY, d;

		for (int k = 0; k < f.dim; k++)
			x[k] = between(1.3 * f.lines.lo[k] - 0.3 * f.lines.hi[k], 1.3 * f.lines.hi[k] - 0.3 * f.lines.lo[k]);
		d = field_distance(&f, x, at);
		for (int k = 0; k < fine.n_point; k++)
			best = fmin(best, apart(x, fine.point[k].at));
		low = fmax(low, d - best);
		high = fmax(high, best - d);
		off = fmax(off, fabs(apart(x, at) - d));
		/* a line from x to the left meets the surface as often as field_inside says */
		struct intervals cut = { .n = 0 };
		int in = 0;

		f.lines.cut(f.lines.body, x[1], x[2], &cut);
		for (int k = 0; k < cut.n; k++)
			in |= cut.at[k][0] <= x[0] && x[0] <= cut.at[k][1];
		wrong += in != field_inside(&f, x);
		free(cut.at);
	}
	near(low, 0, 1e-9, "%s: no point of the surface is nearer", what);
	ok(high < h, "%s: and one is as near, to %.2g", what, high);
	near(off, 0, 1e-12, "%s: the nearest point is as far", what);
	ok(wrong == 0, "%s: lines know the inside", what);
	/* points stand for the whole surface, and the divergence theorem gives the size */
	for (int k = 0; k < fine.n_point; k++) {
		area += fine.point[k].area;
		for (int i = 0; i < f.dim; i++)
			size += fine.point[k].area * fine.point[k].at[i] * fine.point[k].normal[i] / f.dim;
	}
	clump_weigh(&w, s);
	if (s->kind != SHAPE_OBJECT)
		near(area, w.surface, 0.01 * w.surface, "%s: areas of the points", what);
	near(size, w.size, 0.01 * w.size, "%s: and their normals", what);
	field_free(&f);
	field_free(&fine);
}

/* The distance to an ellipsoid: the nearest point is a_k^2 x_k / (a_k^2 + t), t the greatest root of
 * sum (a_k x_k / (a_k^2 + t))^2 = 1, by halving (Eberly). Off the planes of symmetry. */
static double to_ellipsoid(const double a[3], const double x[3])
{
	double lo = -a[2] * a[2], hi = 100, sum = 0;

	for (int step = 0; step < 200; step++) {
		double t = 0.5 * (lo + hi);

		sum = 0;
		for (int k = 0; k < 3; k++)
			sum += a[k] * x[k] / (a[k] * a[k] + t) * (a[k] * x[k] / (a[k] * a[k] + t));
		if (sum > 1)
			lo = t;
		else
			hi = t;
	}
	sum = 0;
	for (int k = 0; k < 3; k++) {
		double d = lo * x[k] / (a[k] * a[k] + lo);

		sum += d * d;
	}
	return sqrt(sum);
}

/* The distance to a spheroid with the half axes a, b, b, by the angle of its nearest point: first of 2000, then by sections. */
static double to_spheroid(double a, double b, const double x[3])
{
	enum { MANY = 2000 };
	const double pi = 3.141592653589793;
	double r = hypot(x[1], x[2]), best = INFINITY, lo = 0, hi = 0;

	for (int k = 0; k <= MANY; k++) {
		double t = pi * k / MANY, d = hypot(a * cos(t) - x[0], b * sin(t) - r);

		if (d < best) {
			best = d;
			lo = t - pi / MANY;
			hi = t + pi / MANY;
		}
	}
	for (int step = 0; step < 100; step++) {
		double t[2] = { lo + (hi - lo) / 3, hi - (hi - lo) / 3 }, d[2];

		for (int k = 0; k < 2; k++) {
			d[k] = hypot(a * cos(t[k]) - x[0], b * sin(t[k]) - r);
			best = fmin(best, d[k]);
		}
		lo = d[0] < d[1] ? lo : t[0];
		hi = d[0] < d[1] ? t[1] : hi;
	}
	return best;
}

static struct shape solid(enum shape_kind kind)
{
	struct shape s = { .id = 1, .kind = kind, .n = 1, .area = -1 };

	s.solid = solid_new();
	return s;
}

static void ellipsoids(void)
{
	struct shape s = solid(SHAPE_ELLIPSOID);
	struct field f;
	double worst = 0, at[3], a[3] = { 1.3, 0.9, 0.4 };

	memcpy(s.solid->a, a, sizeof a);
	against_points("ellipsoid", &s, 60000, 0.02);
	field_of_shape(&f, &s, 4000);
	for (int run = 0; run < 2000; run++) {
		double x[3] = { between(-1.6, 1.6), between(-1.2, 1.2), between(-0.7, 0.7) };

		worst = fmax(worst, fabs(field_distance(&f, x, at) - to_ellipsoid(a, x)));
	}
	near(worst, 0, 1e-10, "ellipsoid: the distance by halving");
	near(field_signed(&f, (double[3]){ 0, 0, 0 }, at), -0.4, 1e-12, "from its centre the least half axis");
	near(field_signed(&f, (double[3]){ 2.3, 0, 0 }, at), 1, 1e-12, "and from outside along an axis");
	field_free(&f);
	/* from its middle plane, where both sides are nearly as near, and feet are flat */
	struct shape stone = solid(SHAPE_ELLIPSOID);
	memcpy(stone.solid->a, (double[3]){ 0.75, 0.5, 0.4 }, sizeof stone.solid->a);
	field_of_shape(&f, &stone, 5000);
	worst = 0;
	for (int run = 0; run < 20000; run++) {
		double x[3] = { between(-0.5, 0.5), between(-0.3, 0.3), between(-0.03, 0.03) };

		worst = fmax(worst, fabs(field_distance(&f, x, at) - to_ellipsoid(stone.solid->a, x)));
	}
	near(worst, 0, 1e-12, "ellipsoid: the distance from near its middle plane");
	field_free(&f);
	/* spheroids, long and flat: from points on the axes, where a circle is nearest, and elsewhere inside and outside */
	for (int flat = 0; flat < 2; flat++) {
		double half = flat ? 0.3 : 1;

		memcpy(stone.solid->a, (double[3]){ half, 0.5, 0.5 }, sizeof stone.solid->a);
		field_of_shape(&f, &stone, 5000);
		worst = 0;
		for (int run = 0; run < 2000; run++) {
			double x[3] = { between(-1.2, 1.2), 0, 0 }, off = 0;

			for (int k = 0; k < 3 && run % 3; k++)
				x[k] = run % 3 == 1 ? between(-1.2, 1.2) : k ? between(-0.6, 0.6) : 0;
			worst = fmax(worst, fabs(field_distance(&f, x, at) - to_spheroid(half, 0.5, x)));
			for (int k = 0; k < 3; k++)
				off += (at[k] / stone.solid->a[k]) * (at[k] / stone.solid->a[k]);
			worst = fmax(worst, fabs(off - 1));
		}
		near(worst, 0, 1e-12, flat ? "the same from everywhere, of a flat spheroid" : "the same of a long one");
		field_free(&f);
	}
	solid_free(stone.solid);
	solid_free(s.solid);
}

/* At the centres of medial balls several points of the surface are equally near, or nearly so: no point of a fine field is
 * inside the balls. */
static void inside_balls(const char *what, const struct shape *s)
{
	struct field f, fine;
	double low = 0;

	ok(field_of_shape(&f, s, 5000) == 0 && field_of_shape(&fine, s, 100000) == 0, "%s: has a field", what);
	for (int k = 0; k < f.n_point; k += 2) {
		double ball[4], best = INFINITY;

		if (!(f.point[k].area > 0) || !pebble_medial(&f, &f.point[k], ball))
			continue;
		for (int i = 0; i < fine.n_point; i++)
			best = fmin(best, apart(ball, fine.point[i].at));
		low = fmax(low, ball[3] - best);
	}
	ok(low <= 1e-9, "%s: medial balls are inside: %.2g", what, low);
	field_free(&f);
	field_free(&fine);
}

/* Bodies with an edge, a hollow and shallow bumps, on which Newton's method can end between two nearest points. */
static void sharp_objects(void)
{
	const struct { double a[3]; int n; struct bump bump[3]; } body[] = {
		{ { 1, 0.5, 0.5 }, 1, { { .sign = -1, .k = 2, .c = { 0, 0, 0.5 }, .b = { 4, 4, 100.0 / 9, 0, 0, 0 } } } },
		{ { 1, 1, 0.2 }, 1, { { .sign = 1, .k = 1, .c = { 0.8, 0, 0 }, .b = { 4, 4, 25, 0, 0, 0 } } } },
		{ { 1, 0.8, 0.6 }, 3, { { .sign = 1, .k = 1, .c = { 0.95, 0, 0 }, .b = { 8, 8, 8, 0, 0, 0 } },
			{ .sign = 1, .k = 0.8, .c = { -0.5, 0.5, 0.2 }, .b = { 6, 11, 11, 0, 0, 0 } },
			{ .sign = 1, .k = 0.9, .c = { 0, -0.3, -0.55 }, .b = { 4, 4, 16, 0, 0, 0 } } } },
	};
	const char *what[] = { "hollow", "edge", "bumps" };

	for (int k = 0; k < 3; k++) {
		struct shape s = solid(SHAPE_OBJECT);
		struct bump bump[3];

		memcpy(bump, body[k].bump, sizeof bump);
		memcpy(s.solid->a, body[k].a, sizeof body[k].a);
		s.solid->turn[0] = 1;
		s.solid->bump = bump;
		s.solid->n_bump = body[k].n;
		inside_balls(what[k], &s);
		s.solid->bump = NULL;
		solid_free(s.solid);
	}
}

static void objects(void)
{
	struct bump bump[] = {
		{ .sign = 1, .k = 1, .c = { 0.95, 0, 0 }, .b = { 8, 8, 8, 0, 0, 0 } },
		{ .sign = 1, .k = 0.8, .c = { -0.5, 0.5, 0.2 }, .b = { 6, 11, 11, 0, 0, 0 } },
		{ .sign = -1, .k = 0.6, .c = { 0, 0, 0.7 }, .b = { 6, 6, 6, 0, 0, 0 } },
	};
	struct shape s = solid(SHAPE_OBJECT);
	const double turn[4] = { 0.8, 0.36, 0.48, 0 }, at[3] = { 0.3, -0.2, 0.5 }, a[3] = { 1, 0.8, 0.6 };

	memcpy(s.solid->a, a, sizeof a);
	memcpy(s.solid->at, at, sizeof at);
	memcpy(s.solid->turn, turn, sizeof turn);
	s.solid->bump = bump;
	s.solid->n_bump = 3;
	against_points("object", &s, 60000, 0.02);
	s.solid->bump = NULL;
	solid_free(s.solid);
}

static void balls(void)
{
	struct shape s = solid(SHAPE_CLUMP);
	double ball[22][4];
	struct field f;
	double at[3];

	for (int k = 0; k < 20; k++) {
		for (int i = 0; i < 3; i++)
			ball[k][i] = between(-1, 1);
		ball[k][3] = between(0.3, 0.7);
	}
	memcpy(ball[20], ball[3], sizeof ball[3]); /* twice, and one within another */
	memcpy(ball[21], ball[5], sizeof ball[5]);
	ball[21][3] *= 0.5;
	s.solid->ball = ball;
	s.solid->n = s.n = 22;
	against_points("22 balls", &s, 200000, 0.02);

	/* two of radius 1 at +-0.6 meet in a circle of radius 0.8 */
	memcpy(ball[0], (double[4]){ -0.6, 0, 0, 1 }, sizeof ball[0]);
	memcpy(ball[1], (double[4]){ 0.6, 0, 0, 1 }, sizeof ball[0]);
	s.solid->n = s.n = 2;
	field_of_shape(&f, &s, 4000);
	near(field_signed(&f, (double[3]){ 0, 0.3, 0.4 }, at), -0.3, 1e-14, "from inside to the circle of two balls");
	near(field_signed(&f, (double[3]){ 0, 0, 0 }, at), -0.8, 1e-14, "from its middle as well");
	near(field_signed(&f, (double[3]){ 0.6, 0, 0 }, at), -1, 1e-14, "from the centre of a ball");
	near(field_signed(&f, (double[3]){ 2, 0, 0 }, at), 0.4, 1e-14, "from outside");
	field_free(&f);
	/* a third, its centre at the corner of a right angle with the circle's plane: the corners are at y = +-h */
	memcpy(ball[2], (double[4]){ 0, 0, 0.7, 0.9 }, sizeof ball[0]);
	s.solid->n = s.n = 3;
	field_of_shape(&f, &s, 4000);
	/* on the circle y^2 + z^2 = 0.64, and y^2 + (z - 0.7)^2 = 0.81: z = (0.64 - 0.81 + 0.49) / 1.4 */
	double z = 0.32 / 1.4, y = sqrt(0.64 - z * z);
	near(field_signed(&f, (double[3]){ 0, 0.9 * y, 0.9 * z }, at), -0.1 * sqrt(y * y + z * z), 1e-14, "to a corner of three");
	field_free(&f);
	s.solid->ball = NULL;
	solid_free(s.solid);
}

/* Three balls of radius r at the corners of a triangle of side a, anyhow: from its middle the nearest points of the
 * surface are the two in which all three meet, sqrt(r^2 - a^2 / 3) above and below it. */
static void corners(void)
{
	const double r = 1.07, a = 1.63;
	double worst = 0, beside = 0;

	for (int run = 0; run < 40; run++) {
		struct shape s = solid(SHAPE_CLUMP);
		double u[3], v[3], o[3], at[3], ball[3][4], along = 0, length = 0, across = 0;
		struct field f;

		for (int i = 0; i < 3; i++) {
			o[i] = between(-3, 3);
			u[i] = between(-1, 1);
			v[i] = between(-1, 1);
		}
		for (int i = 0; i < 3; i++)
			length += u[i] * u[i];
		for (int i = 0; i < 3; i++)
			along += u[i] * v[i] / length;
		for (int i = 0; i < 3; i++) {
			v[i] -= along * u[i];
			across += v[i] * v[i];
		}
		for (int k = 0; k < 3; k++) {
			for (int i = 0; i < 3; i++)
				ball[k][i] = o[i] + a / sqrt(3) * (cos(2.0943951023931953 * k) * u[i] / sqrt(length) +
				                                   sin(2.0943951023931953 * k) * v[i] / sqrt(across));
			ball[k][3] = r;
		}
		s.n = s.solid->n = 3;
		s.solid->ball = ball;
		field_of_shape(&f, &s, 300);
		worst = fmax(worst, fabs(field_signed(&f, o, at) + sqrt(r * r - a * a / 3)));
		for (int k = 0; k < 3; k++)
			beside = fmax(beside, fabs(apart(at, ball[k]) - r));
		field_free(&f);
		s.solid->ball = NULL;
		solid_free(s.solid);
	}
	near(worst, 0, 1e-13, "from the middle of three balls to where they meet");
	near(beside, 0, 1e-13, "which is on all of them");
}

static void meshes(void)
{
	static const double corner[8][3] = { { 0, 0, 0 }, { 2, 0, 0 }, { 2, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1.5 }, { 2, 0, 1.5 },
	                                     { 2, 1, 1.5 }, { 0, 1, 1.5 } };
	static const int face[12][3] = { { 0, 3, 2 }, { 0, 2, 1 }, { 4, 5, 6 }, { 4, 6, 7 }, { 0, 1, 5 }, { 0, 5, 4 }, { 1, 2, 6 },
	                                 { 1, 6, 5 }, { 2, 3, 7 }, { 2, 7, 6 }, { 3, 0, 4 }, { 3, 4, 7 } };
	struct shape s = solid(SHAPE_MESH);

	s.solid->vertex = malloc(sizeof corner);
	s.solid->face = malloc(sizeof face);
	memcpy(s.solid->vertex, corner, sizeof corner);
	memcpy(s.solid->face, face, sizeof face);
	s.solid->n = s.n = 8;
	s.solid->n_face = 12;
	against_points("box", &s, 60000, 0.02);
	solid_free(s.solid);
}

static void plane(enum shape_kind kind, const char *what, double r, int n, const double (*xy)[2])
{
	struct shape s = { .id = 1, .area = -1 };

	shape_alloc(&s, kind, n);
	s.r = r;
	for (int k = 0; k < n; k++) {
		s.xy[k][0] = xy[k][0];
		s.xy[k][1] = xy[k][1];
		if (s.radius)
			s.radius[k] = 0.3 + 0.1 * k;
	}
	against_points(what, &s, 20000, 0.002);
	free(s.xy);
	free(s.radius);
}

int main(void)
{
	static const double u[][2] = { { 0, 0 }, { 3, 0 }, { 3, 2 }, { 2, 2 }, { 2, 0.7 }, { 1, 1 }, { 0, 2.2 } };

	rng_seed(&g, 11);
	plane(SHAPE_POLYGON, "polygon", 0, 7, u);
	plane(SHAPE_POLYGON, "spheropolygon", 0.35, 7, u);
	plane(SHAPE_POLYLINE, "polyline", 0.3, 7, u);
	plane(SHAPE_RING, "ring", 0.2, 7, u);
	plane(SHAPE_DISKS, "disks", 0, 7, u);
	plane(SHAPE_POINT, "point", 0.7, 1, u);
	ellipsoids();
	objects();
	sharp_objects();
	balls();
	corners();
	meshes();
	struct shape wall = solid(SHAPE_PLANE);
	struct field f;
	ok(field_of_shape(&f, &wall, 100) != 0, "a wall has no field");
	solid_free(wall.solid);
	return done();
}
