/* pebble.c: medial balls and largest balls against closed forms; every pebble lies inside and is as large as it says */
#include "clump/pebble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static struct shape solid(enum shape_kind kind)
{
	struct shape s = { .id = 1, .kind = kind, .n = 1, .area = -1 };

	s.solid = solid_new();
	return s;
}

static struct shape tetrahedron(void)
{
	static const double corner[4][3] = { { 0, 0, 0 }, { 3, 0, 0 }, { 0.3, 2, 0 }, { 0.4, 0.2, 1.7 } };
	static const int face[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } };
	struct shape s = solid(SHAPE_MESH);

	s.solid->vertex = malloc(sizeof corner);
	s.solid->face = malloc(sizeof face);
	memcpy(s.solid->vertex, corner, sizeof corner);
	memcpy(s.solid->face, face, sizeof face);
	s.solid->n = s.n = 4;
	s.solid->n_face = 4;
	return s;
}

/* ---- one ball ---- */

static void medial(void)
{
	struct shape s = solid(SHAPE_ELLIPSOID);
	const double a[3] = { 1.3, 0.9, 0.4 };
	struct field_point p = { .area = 1 };
	struct field f;
	double ball[4];

	memcpy(s.solid->a, a, sizeof a);
	field_of_shape(&f, &s, 4000);
	p.at[2] = 0.4;
	p.normal[2] = 1;
	ok(pebble_medial(&f, &p, ball), "a medial ball on the short axis");
	near(ball[3], 0.4, 1e-9, "which meets the other end");
	p = (struct field_point){ .at = { 1.3, 0, 0 }, .normal = { 1, 0, 0 }, .area = 1 };
	ok(pebble_medial(&f, &p, ball), "one on the long axis");
	near(ball[3], 0.16 / 1.3, 1e-5, "with the least radius of curvature");
	field_free(&f);
	solid_free(s.solid);
}

/* The ball in a tetrahedron has the radius 3 V / A, from wherever one climbs. */
static void climb(void)
{
	static const double from[3][3] = { { 0.6, 0.3, 0.2 }, { 2.5, 0.1, 0.05 }, { 0.4, 1.4, 0.1 } };
	struct shape s = tetrahedron();
	struct field f;
	double v = 3 * 2 * 1.7 / 6, area = 0, at[3];

	field_of_shape(&f, &s, 4000);
	for (int k = 0; k < f.n_point; k++)
		area += f.point[k].area;
	for (int k = 0; k < 3; k++) {
		double ball[4] = { from[k][0], from[k][1], from[k][2], 0 };

		ball[3] = -field_signed(&f, ball, at);
		ok(ball[3] > 0, "start %d is inside", k);
		pebble_climb(&f, 0, NULL, ball);
		near(ball[3], 3 * v / area, 1e-12, "the largest ball in a tetrahedron, from start %d", k);
	}
	field_free(&f);
	solid_free(s.solid);
}

static void flat(void)
{
	/* the circle in a triangle with sides 3, 4, 5 has radius 1; beside it, in the right angle, (sqrt 2 - 1) / (sqrt 2 + 1) */
	struct shape s = { .id = 1, .area = -1 };
	double at[3], ball[4] = { 2, 0.3, 0, 0 };
	const double one[1][4] = { { 1, 1, 0, 1 } };
	struct field f;

	shape_alloc(&s, SHAPE_POLYGON, 3);
	s.xy[1][0] = 4;
	s.xy[2][1] = 3;
	field_of_shape(&f, &s, 1000);
	ball[3] = -field_signed(&f, ball, at);
	pebble_climb(&f, 0, NULL, ball);
	near(ball[3], 1, 1e-12, "the circle in a triangle");
	near(ball[0], 1, 1e-12, "its centre");
	memcpy(ball, (double[4]){ 0.12, 0.1, 0, 0.1 }, sizeof ball);
	pebble_climb(&f, 1, one, ball);
	near(ball[3], (sqrt(2) - 1) / (sqrt(2) + 1), 1e-12, "and the one beside it in the right angle");
	field_free(&f);
	free(s.xy);
}

/* ---- many ---- */

/* Points of a fine grid in the body that are in one of the balls, as a part of those in it. */
static double covered(const struct field *f, int n, const double (*ball)[4], int n_grid)
{
	int in = 0, both = 0;

	for (int i = 0; i < n_grid * n_grid * n_grid; i++) {
		const int place[3] = { i % n_grid, i / n_grid % n_grid, i / n_grid / n_grid };
		double x[3];
		int hit = 0;

		for (int k = 0; k < 3; k++)
			x[k] = f->lines.lo[k] + (f->lines.hi[k] - f->lines.lo[k]) * (place[k] + 0.5) / n_grid;

		if (!field_inside(f, x))
			continue;
		in++;
		for (int b = 0; b < n && !hit; b++)
			hit = (x[0] - ball[b][0]) * (x[0] - ball[b][0]) + (x[1] - ball[b][1]) * (x[1] - ball[b][1]) +
			      (x[2] - ball[b][2]) * (x[2] - ball[b][2]) <= ball[b][3] * ball[b][3];
		both += hit;
	}
	return (double)both / in;
}

static void fill(const char *what, const struct field *f, const struct pebble_plan *plan, int n)
{
	struct pebbler p, again;
	double out = 0, least = INFINITY, most = 0, overlap = -INFINITY, at[3];
	int falls = 0;

	pebbler_init(&p, f, plan);
	ok(pebbler_grow(&p, n) == n, "%s: %d pebbles", what, n);
	for (int k = 0; k < p.n; k++) {
		out = fmax(out, p.ball[k][3] + field_signed(f, p.ball[k], at));
		least = fmin(least, p.ball[k][3]);
		most = fmax(most, p.ball[k][3]);
		falls += k > 0 && p.covered[k] < p.covered[k - 1];
		for (int j = 0; j < k; j++)
			overlap = fmax(overlap, p.ball[j][3] + p.ball[k][3] - sqrt((p.ball[j][0] - p.ball[k][0]) * (p.ball[j][0] -
			               p.ball[k][0]) + (p.ball[j][1] - p.ball[k][1]) * (p.ball[j][1] - p.ball[k][1]) +
			               (p.ball[j][2] - p.ball[k][2]) * (p.ball[j][2] - p.ball[k][2])));
	}
	ok(out < 1e-9, "%s: none sticks out: %.2g", what, out);
	ok(!plan->apart || overlap < 1e-9, "%s: none overlap: %.2g", what, overlap);
	ok(least >= plan->smallest, "%s: none is smaller than asked for: %g", what, least);
	ok(!(plan->radius > 0) || (least == plan->radius && most == plan->radius), "%s: the radius asked for", what);
	ok(falls == 0, "%s: coverage grows", what);
	near(p.covered[p.n - 1], covered(f, p.n, (const double (*)[4])p.ball, 50), 0.01, "%s: coverage on another grid", what);
	/* in two goes, the same */
	pebbler_init(&again, f, plan);
	pebbler_grow(&again, n / 3);
	pebbler_grow(&again, n);
	ok(again.n == p.n && !memcmp(again.ball, p.ball, (size_t)p.n * sizeof *p.ball), "%s: the same in two goes", what);
	pebbler_free(&p);
	pebbler_free(&again);
}

/* Greedy coverage is within 1 - 1/e of the best choice of as many balls; one ball is the best of all options. */
static void many(void)
{
	struct shape s = tetrahedron();
	struct field f;
	const struct pebble_plan greedy = { .order = PEBBLE_COVER, .voxels = 64 };
	struct pebble_plan plan = greedy;

	field_of_shape(&f, &s, 3000);
	fill("greedy", &f, &greedy, 40);
	plan.smallest = 0.1;
	fill("greedy from a radius", &f, &plan, 20);
	plan = greedy;
	plan.apart = 1;
	fill("apart", &f, &plan, 20);
	plan.radius = 0.12;
	fill("equal and apart", &f, &plan, 12);
	plan.apart = 0;
	fill("equal", &f, &plan, 30);
	plan = (struct pebble_plan){ .order = PEBBLE_SURFACE, .voxels = 64, .seed = 3 };
	fill("surface", &f, &plan, 40);
	plan.gap = 0.05;
	fill("surface with a gap", &f, &plan, 20);
	plan.apart = 1;
	fill("surface and apart", &f, &plan, 10);
	field_free(&f);
	solid_free(s.solid);
}

/* Without a gap it is a tenth of the longest side at first: the same pebbles as with that, and then more. */
static void first_gap(void)
{
	struct shape s = tetrahedron();
	struct pebble_plan plan = { .order = PEBBLE_SURFACE, .voxels = 32, .seed = 5, .gap = 0.3 };
	struct pebbler p, free_one;
	struct field f;

	field_of_shape(&f, &s, 3000);
	pebbler_init(&p, &f, &plan);
	int n = pebbler_grow(&p, 10000);
	plan.gap = 0;
	pebbler_init(&free_one, &f, &plan);
	ok(n > 5 && n < 3000 && pebbler_grow(&free_one, n + 5) == n + 5, "with a gap there is an end, at %d", n);
	ok(!memcmp(free_one.ball, p.ball, (size_t)n * sizeof *p.ball), "a tenth of the body, 3 long, first");
	double nearest = INFINITY;
	for (int k = 0; k < n; k++) /* the point of the surface that the next one touches is nearer to some pebble than that gap */
		nearest = fmin(nearest, sqrt(pow(free_one.ball[n][0] - p.ball[k][0], 2) + pow(free_one.ball[n][1] - p.ball[k][1], 2) +
		               pow(free_one.ball[n][2] - p.ball[k][2], 2)) - p.ball[k][3] - free_one.ball[n][3]);
	ok(nearest < 0.3, "then less");
	pebbler_free(&p);
	pebbler_free(&free_one);
	field_free(&f);
	solid_free(s.solid);
}

int main(void)
{
	medial();
	climb();
	flat();
	many();
	first_gap();
	return done();
}
