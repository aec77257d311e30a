/* mass.c: mass properties against closed forms, and against integration over vertical lines (scanline.h). */
#include "plane/mass.h"

#include <string.h>

#include "base/rng.h"
#include "plane/form.h"
#include "scanline.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void shape_clear(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	*s = (struct shape){ .n = 0 };
}

static struct shape make(enum shape_kind kind, double r, int n, const double (*xy)[2])
{
	struct shape s = { .n = 0 };

	shape_alloc(&s, kind, n);
	s.r = r;
	if (xy)
		memcpy(s.xy, xy, (size_t)n * sizeof *xy);
	return s;
}

/* Turn by an awkward angle and move, so that nothing is along an axis. */
static void move(struct shape *s, double angle, double dx, double dy)
{
	for (int k = 0; k < s->n; k++) {
		double x = s->xy[k][0], y = s->xy[k][1];

		s->xy[k][0] = cos(angle) * x - sin(angle) * y + dx;
		s->xy[k][1] = sin(angle) * x + cos(angle) * y + dy;
	}
}

/* Expected values, with the moment of inertia about the centre of mass. */
static void expect(const struct mass *m, double area, double perimeter, double x, double y, double inertia, double tol,
	const char *what)
{
	double size = sqrt(area);

	near(m->area, area, tol * area, "%s: area", what);
	if (!isnan(perimeter))
		near(m->perimeter, perimeter, tol * perimeter, "%s: perimeter", what);
	near(m->x, x, tol * size, "%s: x", what);
	near(m->y, y, tol * size, "%s: y", what);
	near(m->inertia, inertia, tol * inertia, "%s: inertia", what);
}

/* Both methods. */
static void expect_both(const struct shape *s, double area, double perimeter, double x, double y, double inertia,
	const char *what)
{
	struct mass m, other;
	char text[80];

	ok(mass_of_shape(&m, s) == MASS_GOOD, "%s has a mass", what);
	expect(&m, area, perimeter, x, y, inertia, 1e-12, what);
	ok(mass_by_boundary(&other, s) == MASS_GOOD, "%s has a boundary", what);
	for (int k = 0; k < 2; k++)
		near(m.stretch[k], other.stretch[k], 1e-12 * inertia, "%s: stretch %d either way", what, k);
	m = other;
	snprintf(text, sizeof text, "%s, boundary", what);
	expect(&m, area, perimeter, x, y, inertia, 1e-12, text);
	ok(m.error <= 1e-14 * area, "%s closes", what);
}

/* ---- closed forms ---- */

static void point_and_stadium(void)
{
	const double r = 0.37, l = 2.385, x = 1.7, y = -3.1;
	struct shape s = make(SHAPE_POINT, r, 1, (const double[][2]){ { x, y } });

	expect_both(&s, pi * r * r, 2 * pi * r, x, y, pi * pow(r, 4) / 2, "disk");
	shape_clear(&s);
	s = make(SHAPE_POLYLINE, r, 2, (const double[][2]){ { 0, 0 }, { l, 0 } });
	move(&s, 0.7, x, y);
	double inertia = 2 * r * l * (l * l + 4 * r * r) / 12 + pi * r * r * l * l / 4 + 4 * l * r * r * r / 3 +
	                 pi * pow(r, 4) / 2;
	expect_both(&s, 2 * r * l + pi * r * r, 2 * l + 2 * pi * r, x + cos(0.7) * l / 2, y + sin(0.7) * l / 2, inertia,
	            "stadium");
	/* x^2 - y^2 along and across: of the rectangle, and of the half disks l / 2 out, whose centroids are 4 r / 3 pi further */
	double stretch = 2 * r * l * (l * l - 4 * r * r) / 12 + pi * r * r * l * l / 4 + 4 * l * r * r * r / 3, axis;
	for (int k = 0; k < 2; k++) {
		struct mass m;

		ok((k ? mass_by_boundary(&m, &s) : mass_by_sectors(&m, &s)) == MASS_GOOD, "stadium has a mass");
		near(m.stretch[0], stretch * cos(1.4), 1e-12, "stadium: stretch, real part");
		near(m.stretch[1], stretch * sin(1.4), 1e-12, "stadium: stretch, imaginary part");
		near(mass_axis(&m, &axis), stretch / inertia, 1e-12, "stadium: how long");
		near(axis, 0.7, 1e-12, "stadium: which way");
	}
	/* there and back again is the same set */
	struct shape back = make(SHAPE_POLYLINE, r, 4,
	                         (const double[][2]){ { 0, 0 }, { l, 0 }, { 0.4 * l, 0 }, { 0.8 * l, 0 } });
	move(&back, 0.7, x, y);
	expect_both(&back, 2 * r * l + pi * r * r, 2 * l + 2 * pi * r, x + cos(0.7) * l / 2, y + sin(0.7) * l / 2,
	            inertia, "a stroke drawn again");
	shape_clear(&back);
	shape_clear(&s);
	s = make(SHAPE_POLYLINE, r, 2, (const double[][2]){ { x, y }, { x, y } });
	expect_both(&s, pi * r * r, 2 * pi * r, x, y, pi * pow(r, 4) / 2, "segment without length");
	shape_clear(&s);
}

/* A rounded regular polygon: polygon, rectangles, sectors, each from its textbook formula. */
static void regular(int n, double radius, double r)
{
	struct shape s = make(SHAPE_POLYGON, r, n, NULL);
	double side = 2 * radius * sin(pi / n), apothem = radius * cos(pi / n), area0 = n * side * apothem / 2;
	double area = area0 + n * side * r + pi * r * r;
	double inertia = area0 * side * side / 24 * (1 + 3 * pow(apothem / (side / 2), 2)) +
	                 n * side * r * ((side * side + r * r) / 12 + pow(apothem + r / 2, 2)) +
	                 pi * r * r * radius * radius + n * 2 * radius * (r * r * r / 3) * 2 * sin(pi / n) +
	                 pi * pow(r, 4) / 2;
	char what[40];

	for (int k = 0; k < n; k++) {
		s.xy[k][0] = radius * cos(2 * pi * k / n);
		s.xy[k][1] = radius * sin(2 * pi * k / n);
	}
	move(&s, 0.3, 5.5, -2.25);
	snprintf(what, sizeof what, "rounded %d-gon r=%g", n, r);
	expect_both(&s, area, n * side + 2 * pi * r, 5.5, -2.25, inertia, what);
	shape_clear(&s);
}

/* Sums of rectangles and quarters of disks. */
static void sum_rectangle(struct scan *a, double x0, double y0, double x1, double y1, double sign)
{
	double area = sign * (x1 - x0) * (y1 - y0), x = (x0 + x1) / 2, y = (y0 + y1) / 2;

	a->one += area;
	a->x += area * x;
	a->y += area * y;
	a->xx += area * (x * x + y * y + ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) / 12);
}

/* The quarter of a disk around (x, y) that lies towards (sx, sy). */
static void sum_quarter(struct scan *a, double x, double y, int sx, int sy, double r, double sign)
{
	double area = sign * pi * r * r / 4, first = sign * r * r * r / 3;

	a->one += area;
	a->x += area * x + sx * first;
	a->y += area * y + sy * first;
	a->xx += area * (x * x + y * y + r * r / 2) + 2 * first * (sx * x + sy * y);
}

static void expect_sum(const struct shape *s, const struct scan *a, double perimeter, const char *what)
{
	double x = a->x / a->one, y = a->y / a->one;

	expect_both(s, a->one, perimeter, x, y, a->xx - a->one * (x * x + y * y), what);
}

static void reflex(void)
{
	const double a = 3, b = 2, w = 0.9, v = 1.1, r = 0.21;
	const double ell[6][2] = { { 0, 0 }, { a, 0 }, { a, w }, { v, w }, { v, b }, { 0, b } };
	struct shape s = make(SHAPE_POLYGON, r, 6, ell);
	struct scan sum = { 0 };

	/* two rectangles, edges grown by r, five quarters; at the reflex corner two of the edges' rectangles overlap */
	sum_rectangle(&sum, 0, 0, a, w, 1);
	sum_rectangle(&sum, 0, w, v, b, 1);
	sum_rectangle(&sum, 0, -r, a, 0, 1);
	sum_rectangle(&sum, a, 0, a + r, w, 1);
	sum_rectangle(&sum, v, w, a, w + r, 1);
	sum_rectangle(&sum, v, w, v + r, b, 1);
	sum_rectangle(&sum, v, w, v + r, w + r, -1);
	sum_rectangle(&sum, 0, b, v, b + r, 1);
	sum_rectangle(&sum, -r, 0, 0, b, 1);
	sum_quarter(&sum, 0, 0, -1, -1, r, 1);
	sum_quarter(&sum, a, 0, 1, -1, r, 1);
	sum_quarter(&sum, a, w, 1, 1, r, 1);
	sum_quarter(&sum, v, b, 1, 1, r, 1);
	sum_quarter(&sum, 0, b, -1, 1, r, 1);
	expect_sum(&s, &sum, 2 * (a + b) - 2 * r + 5 * pi * r / 2, "L with a reflex corner");
	near(sum.one, a * w + v * (b - w) + 2 * (a + b) * r + (5 * pi / 4 - 1) * r * r, 1e-14,
	     "the sum is the known formula");
	shape_clear(&s);
}

static void hollow(void)
{
	const double a = 3, b = 2, r = 0.3;
	struct shape s = make(SHAPE_RING, r, 4, (const double[][2]){ { 0, 0 }, { a, 0 }, { a, b }, { 0, b } });
	struct scan sum = { 0 };

	sum_rectangle(&sum, 0, 0, a, b, 1);
	sum_rectangle(&sum, r, r, a - r, b - r, -1);
	sum_rectangle(&sum, -r, 0, 0, b, 1);
	sum_rectangle(&sum, a, 0, a + r, b, 1);
	sum_rectangle(&sum, 0, -r, a, 0, 1);
	sum_rectangle(&sum, 0, b, a, b + r, 1);
	for (int k = 0; k < 4; k++)
		sum_quarter(&sum, k % 2 ? a : 0, k / 2 ? b : 0, k % 2 ? 1 : -1, k / 2 ? 1 : -1, r, 1);
	expect_sum(&s, &sum, 2 * (a + b) + 2 * pi * r + 2 * (a + b - 4 * r), "ring with a hole");
	s.r = 1;
	/* at r = b/2 the hole closes: what is left is the filled outline */
	struct shape full = make(SHAPE_POLYGON, 1, 4, (const double (*)[2])s.xy);
	struct mass m, f;

	ok(mass_of_shape(&m, &s) == MASS_GOOD && mass_of_shape(&f, &full) == MASS_GOOD, "a ring whose hole closes");
	/* the two sides of the closed hole touch, and may count to the perimeter or not */
	expect(&m, f.area, NAN, f.x, f.y, f.inertia, 1e-12, "a ring whose hole closes");
	shape_clear(&s);
	shape_clear(&full);
	/* a filled polygon with a hole, joined to the outside by a slit of no width */
	const double slit[10][2] = { { 0, 0 }, { 3, 0 }, { 3, 3 }, { 0, 3 }, { 0, 0 },
	                             { 1, 1 }, { 1, 2 }, { 2, 2 }, { 2, 1 }, { 1, 1 } };
	s = make(SHAPE_POLYGON, r, 10, slit);
	sum = (struct scan){ 0 };
	sum_rectangle(&sum, 0, -r, 3, 3 + r, 1);
	sum_rectangle(&sum, -r, 0, 0, 3, 1);
	sum_rectangle(&sum, 3, 0, 3 + r, 3, 1);
	sum_rectangle(&sum, 1 + r, 1 + r, 2 - r, 2 - r, -1);
	for (int k = 0; k < 4; k++)
		sum_quarter(&sum, k % 2 ? 3 : 0, k / 2 ? 3 : 0, k % 2 ? 1 : -1, k / 2 ? 1 : -1, r, 1);
	expect_sum(&s, &sum, 12 + 2 * pi * r + 4 * (1 - 2 * r), "a hole behind a slit");
	shape_clear(&s);
}

/* A disk without the segment beyond its chord at distance x (which may be negative), its centre at c on the axis. */
static void sum_cut_disk(struct scan *a, double c, double r, double x, int side)
{
	double alpha = acos(x / r), s = sin(alpha), k = x / r, area = pi * r * r - r * r * (alpha - s * k);
	double first = -side * 2 * pow(r * s, 3) / 3; /* about the centre, of the disk less its segment */
	double polar = pi * pow(r, 4) / 2 - pow(r, 4) / 2 * (alpha - k * k * k * s - s * s * s * k / 3);

	a->one += area;
	a->x += area * c + first;
	a->xx += area * c * c + 2 * c * first + polar;
}

static void lens(void)
{
	static const double cases[][3] = { { 1.3, 0.8, 1.1 }, { 1.3, 0.8, 0.6 }, { 0.9, 0.9, 1.5 } };

	for (int k = 0; k < 3; k++) {
		double r1 = cases[k][0], r2 = cases[k][1], d = cases[k][2];
		double x1 = (d * d + r1 * r1 - r2 * r2) / (2 * d), x2 = d - x1;
		struct shape s = { .n = 0 };
		struct scan sum = { 0 };
		char what[40];

		shape_alloc(&s, SHAPE_DISKS, 4);
		memcpy(s.xy, (double[][2]){ { 0, 0 }, { d, 0 }, { 0, 0 }, { 0.1, 0 } }, sizeof(double[4][2]));
		memcpy(s.radius, (double[]){ r1, r2, r1, 0.3 }, sizeof(double[4])); /* one twice, one inside */
		sum_cut_disk(&sum, 0, r1, x1, 1);
		sum_cut_disk(&sum, d, r2, x2, -1);
		snprintf(what, sizeof what, "two disks %g apart", d);
		double perimeter = 2 * r1 * (pi - acos(x1 / r1)) + 2 * r2 * (pi - acos(x2 / r2));
		expect_both(&s, sum.one, perimeter, sum.x / sum.one, 0, sum.xx - sum.x * sum.x / sum.one, what);
		shape_clear(&s);
	}
	/* tangent from outside and from inside, apart, and alone */
	struct shape s = { .n = 0 };

	shape_alloc(&s, SHAPE_DISKS, 4);
	memcpy(s.xy, (double[][2]){ { 0, 0 }, { 3, 0 }, { 0.5, 0 }, { 0, 7 } }, sizeof(double[4][2]));
	memcpy(s.radius, (double[]){ 1, 2, 0.5, 0.25 }, sizeof(double[4]));
	double area = pi * (1 + 4 + 0.0625), x = pi * 12 / area, y = pi * 7 * 0.0625 / area;
	expect_both(&s, area, 2 * pi * 3.25, x, y,
	            pi * (1 + 16 + pow(0.25, 4)) / 2 + pi * (4 * 9 + 0.0625 * 49) - area * (x * x + y * y),
	            "tangent disks");
	shape_clear(&s);
	shape_alloc(&s, SHAPE_DISKS, 1);
	s.xy[0][0] = 2.5;
	s.radius[0] = 0.7;
	expect_both(&s, pi * 0.49, 2 * pi * 0.7, 2.5, 0, pi * pow(0.7, 4) / 2, "one disk");
	shape_clear(&s);
}

/* ---- against the scan ---- */

static void against_scan(struct shape *s, const char *what)
{
	struct mass m;

	move(s, 0.4567, 1.234, -0.777);
	struct scan sum = scan_shape(s, 1e-12);
	double x = sum.x / sum.one, y = sum.y / sum.one;

	ok(mass_of_shape(&m, s) == MASS_GOOD, "%s has a mass", what);
	expect(&m, sum.one, NAN, x, y, sum.xx - sum.one * (x * x + y * y), 1e-11, what);
	near(m.stretch[0], sum.dd - sum.one * (x * x - y * y), 1e-11 * m.inertia, "%s: stretch", what);
	/* turned by an eighth of a turn, the imaginary part goes to the real one */
	struct mass t;
	move(s, pi / 4, 0.3, 0.9);
	mass_of_shape(&t, s);
	near(t.stretch[0], -m.stretch[1], 1e-11 * m.inertia, "%s: stretch across", what);
	near(t.stretch[1], m.stretch[0], 1e-11 * m.inertia, "%s: turned", what);
	shape_clear(s);
}

static void skeletons(void)
{
	struct shape s = { .n = 0 };
	struct rng g;

	for (int k = 0; k < form2_n_known; k++) {
		form2_draw(&s, k, 7);
		against_scan(&s, form2_known[k].name);
	}
	form2_draw(&s, form2_find("cow"), 5);
	s.r = 0.3; /* its legs, udder and tail run together */
	against_scan(&s, "a fat cow");
	const double zigzag[5][2] = { { 0, 0 }, { 3, 0.4 }, { 0.2, 0.7 }, { 3.1, 1.2 }, { 1, -1 } };
	s = make(SHAPE_POLYLINE, 0.25, 5, zigzag);
	against_scan(&s, "zigzag that crosses itself");
	const double slot[8][2] = { { 0, 0 }, { 3, 0 }, { 3, 2 }, { 1.7, 2 }, { 1.71, 0.5 }, { 1.3, 0.5 }, { 1.2, 2 },
	                            { 0, 2 } };
	s = make(SHAPE_POLYGON, 0.3, 8, slot);
	against_scan(&s, "slot that closes");
	const double cave[8][2] = { { 0, 0 }, { 3, 0 }, { 3, 2 }, { 1.6, 2 }, { 2.2, 0.7 }, { 0.8, 0.7 }, { 1.4, 2 },
	                            { 0, 2 } };
	s = make(SHAPE_POLYGON, 0.3, 8, cave);
	against_scan(&s, "slot that closes over a hole");
	shape_alloc(&s, SHAPE_RING, 41);
	for (int k = 0; k < 41; k++) {
		double a = 2 * pi * k / 41;

		s.xy[k][0] = (1 + 0.3 * sin(5 * a)) * cos(a);
		s.xy[k][1] = (1 + 0.3 * sin(5 * a)) * sin(a);
	}
	s.r = 0.4; /* edges much shorter than r */
	against_scan(&s, "ring of short edges");
	shape_alloc(&s, SHAPE_POLYLINE, 30);
	for (int k = 0; k < 30; k++) {
		double a = 0.5 * k;

		s.xy[k][0] = (0.2 + 0.1 * a) * cos(a);
		s.xy[k][1] = (0.2 + 0.1 * a) * sin(a);
	}
	s.r = 0.29; /* turns 0.63 apart: a slot just open */
	against_scan(&s, "spiral");
	rng_seed(&g, 7);
	shape_alloc(&s, SHAPE_DISKS, 60);
	for (int k = 0; k < 60; k++) {
		s.xy[k][0] = 4 * rng_uniform(&g);
		s.xy[k][1] = 3 * rng_uniform(&g);
		s.radius[k] = 0.05 + 0.45 * rng_uniform(&g);
	}
	against_scan(&s, "60 disks");
	shape_alloc(&s, SHAPE_POLYGON, 9);
	for (int k = 0; k < 9; k++) {
		s.xy[k][0] = cos(2 * pi * k / 9) * (k % 3 ? 1 : 0.4);
		s.xy[k][1] = sin(2 * pi * k / 9) * (k % 3 ? 1 : 0.4);
	}
	s.r = 1e-3;
	against_scan(&s, "barely rounded");
	s = make(SHAPE_POLYGON, 0.2, 4, (const double[][2]){ { 0, 0 }, { 0, 2 }, { 2, 2 }, { 0.5, 0.8 } });
	against_scan(&s, "clockwise");
}

/* Vertices on a small grid and radii to match: tangencies, doubled edges, vertices on edges, all at once. */
static void degenerate(void)
{
	static const double radii[] = { 0.5, 1, 0.25, 0.70710678118654752, 1.5, 0.3 };
	struct rng g;
	double worst = 0, gap = 0;
	int n_case = 0;

	rng_seed(&g, 11);
	for (int k = 0; k < 120; k++) {
		struct shape s = { .n = 0 };
		enum shape_kind kind = 1 + (enum shape_kind)rng_below(&g, 4);
		int n = 3 + (int)rng_below(&g, 6), grid = 2 + (int)rng_below(&g, 3);
		double turn = k % 2 ? 0 : 6 * rng_uniform(&g);
		struct boundary b = { .n = 0 };
		struct mass m;

		shape_alloc(&s, kind, n);
		s.r = kind == SHAPE_DISKS ? 0 : radii[rng_below(&g, 6)];
		for (int i = 0; i < n; i++) {
			s.xy[i][0] = (double)rng_below(&g, (uint64_t)grid) + (rng_below(&g, 6) ? 0 : 0.5);
			s.xy[i][1] = (double)rng_below(&g, (uint64_t)grid);
			if (s.radius)
				s.radius[i] = radii[rng_below(&g, 6)];
		}
		move(&s, turn, 0, 0);
		boundary_of_shape(&b, &s); /* also of polygons that cross themselves: filled by the even-odd rule */
		if (mass_of_boundary(&m, &b) == MASS_GOOD) {
			struct scan sum = scan_shape(&s, 1e-11);
			double x = sum.x / sum.one, y = sum.y / sum.one, inertia = sum.xx - sum.one * (x * x + y * y);

			n_case++;
			worst = fmax(worst, fmax(fabs(m.area / sum.one - 1), fabs(m.inertia / inertia - 1)));
			gap = fmax(gap, m.error / m.area);
		}
		boundary_free(&b);
		shape_clear(&s);
	}
	ok(n_case == 120, "every boundary closes: %d of 120", n_case);
	near(worst, 0, 1e-10, "shapes on a grid");
	near(gap, 0, 1e-13, "their boundaries close");
}

/* The same with every vertex off its grid point by 1e-6 down to 1e-16: strokes that nearly coincide. Only that the boundary
 * closes, and that area and centre are those of the unperturbed shape to within the perturbation. */
static void nearly_degenerate(void)
{
	struct rng g;
	int n_open = 0, n_off = 0;

	rng_seed(&g, 17);
	for (int k = 0; k < 2000; k++) {
		int n = 3 + (int)rng_below(&g, 7);
		double noise = pow(10, -6 - (double)rng_below(&g, 11)), r = 0.1 + rng_uniform(&g);
		struct shape clean = make(k % 2 ? SHAPE_RING : SHAPE_POLYLINE, r, n, NULL), s = make(clean.kind, r, n, NULL);
		struct mass a, b;

		for (int i = 0; i < n; i++) {
			for (int d = 0; d < 2; d++) {
				clean.xy[i][d] = (double)rng_below(&g, 3);
				s.xy[i][d] = clean.xy[i][d] + noise * (rng_uniform(&g) - 0.5);
			}
		}
		if (mass_by_boundary(&a, &clean) != MASS_GOOD || mass_by_boundary(&b, &s) != MASS_GOOD)
			n_open++;
		/* |dA| <= perimeter * noise / sqrt 2, and the hull's perimeter is below 8 + 2 pi r; holes add to it */
		else if (fabs(a.area - b.area) > 60 * noise + 1e-13 || fabs(a.x - b.x) > 60 * noise + 1e-13)
			n_off++;
		shape_clear(&clean);
		shape_clear(&s);
	}
	ok(n_open == 0, "boundaries of strokes that nearly coincide close: %d of 2000 do not", n_open);
	ok(n_off == 0, "and their areas are right: %d are not", n_off);
}

/* ---- invariances and failures ---- */

static void convex_both_ways(void)
{
	struct rng g;
	double worst = 0;

	rng_seed(&g, 3);
	for (int k = 0; k < 300; k++) {
		int n = 3 + (int)rng_below(&g, 12);
		struct shape s = make(SHAPE_POLYGON, 0.01 + rng_uniform(&g), n, NULL);
		double angle = 0;
		struct mass a, b;

		/* on an ellipse, now and then very close together */
		for (int i = 0; i < n; i++) {
			angle += (rng_below(&g, 4) ? 1 : 1e-6) * rng_uniform(&g);
			s.xy[i][0] = 2 * cos(angle * 6 / n) + 100;
			s.xy[i][1] = sin(angle * 6 / n);
		}
		if (mass_by_sectors(&a, &s) != MASS_GOOD || mass_by_boundary(&b, &s) != MASS_GOOD)
			worst = INFINITY;
		worst = fmax(worst, fmax(fabs(a.area / b.area - 1), fabs(a.inertia / b.inertia - 1)));
		worst = fmax(worst, fabs(a.perimeter / b.perimeter - 1));
		worst = fmax(worst, fmax(fabs(a.stretch[0] - b.stretch[0]), fabs(a.stretch[1] - b.stretch[1])) / a.inertia / 1e3);
		worst = fmax(worst, fmax(fabs(a.x - b.x), fabs(a.y - b.y)) / 100);
		shape_clear(&s);
	}
	near(worst, 0, 1e-12, "sectors and boundary agree on convex polygons");
}

/* The perimeter of a dilated set is the derivative of its area by r. */
static void perimeter_is_slope(void)
{
	struct shape s = { .n = 0 };
	struct mass m[5];
	const double h = 1e-3;

	form2_draw(&s, form2_find("cow"), 5);
	for (int k = 0; k < 5; k++) {
		s.r = 0.08 + (k - 2) * h;
		mass_of_shape(&m[k], &s);
	}
	double slope = (m[0].area - 8 * m[1].area + 8 * m[3].area - m[4].area) / (12 * h);
	near(m[2].perimeter, slope, 1e-8 * slope, "perimeter = dA/dr");
	shape_clear(&s);
}

static void sizes(void)
{
	static const double factors[] = { 1e-9, 1e6 };
	struct shape s = { .n = 0 };
	struct mass one, m;

	form2_draw(&s, form2_find("cow"), 5);
	mass_of_shape(&one, &s);
	for (int f = 0; f < 2; f++) {
		struct shape big = make(SHAPE_POLYGON, s.r * factors[f], s.n, (const double (*)[2])s.xy);

		for (int k = 0; k < s.n; k++)
			for (int d = 0; d < 2; d++)
				big.xy[k][d] *= factors[f];
		ok(mass_of_shape(&m, &big) == MASS_GOOD, "a cow times %g", factors[f]);
		near(m.area / pow(factors[f], 2), one.area, 1e-12 * one.area, "the area of a cow times %g", factors[f]);
		near(m.inertia / pow(factors[f], 4), one.inertia, 1e-12 * one.inertia, "its inertia");
		shape_clear(&big);
	}
	shape_clear(&s);
}

static void refusals(void)
{
	struct mass m;
	struct shape s = make(SHAPE_POLYLINE, 0, 3, (const double[][2]){ { 0, 0 }, { 1, 0 }, { 1, 1 } });

	ok(mass_of_shape(&m, &s) == MASS_EMPTY, "a line has no area");
	s.r = 0.1;
	ok(mass_by_sectors(&m, &s) == MASS_NOT_CONVEX, "no sectors for a bent line");
	double before = s.xy[1][0];
	double centre[2];

	ok(shape_fill_mass(&s, centre) == MASS_GOOD, "makers fill in the record");
	ok(strcmp(s.method, "exact") == 0 && s.area > 0 && s.inertia > 0, "all of it");
	near(s.xy[1][0] + centre[0], before, 1e-15, "the skeleton moved by the centre");
	mass_of_shape(&m, &s);
	ok(fabs(m.x) + fabs(m.y) < 1e-15, "its centre of mass is the origin");
	near(m.inertia, s.inertia, 1e-14, "the record is right");
	shape_clear(&s);

	s = make(SHAPE_POLYGON, 0.1, 4, (const double[][2]){ { 0, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } });
	s.area = -1;
	ok(mass_of_shape(&m, &s) == MASS_CROSSING, "a bow-tie crosses itself");
	ok(shape_fill_mass(&s, NULL) == MASS_CROSSING && s.area == -1 && s.xy[0][0] == 0, "and stays as it was");
	shape_clear(&s);
	s = make(SHAPE_POLYGON, 0, 3, (const double[][2]){ { 0, 0 }, { 3, 0 }, { 0, 4 } });
	ok(mass_by_boundary(&m, &s) == MASS_GOOD, "a bare triangle");
	expect(&m, 6, 12, 1, 4.0 / 3, 6 * (9 + 16 + 25) / 36.0, 1e-14, "a bare triangle");
	shape_clear(&s);
	/* a pentagram only turns left, but twice round */
	s = make(SHAPE_POLYGON, 0.1, 5, NULL);
	for (int k = 0; k < 5; k++) {
		s.xy[k][0] = cos(4 * pi * k / 5);
		s.xy[k][1] = sin(4 * pi * k / 5);
	}
	ok(mass_by_sectors(&m, &s) == MASS_NOT_CONVEX, "a pentagram is not convex");
	shape_clear(&s);
}

/* Far from the origin, of no symmetry: a triangle with corners (0, 0), (3, 0), (1, 2), rounded by a disk, and disks. */
static void off_centre_samples(void)
{
	struct shape s[2] = { make(SHAPE_POLYGON, 0.4, 3, (const double[][2]){ { 20, -7 }, { 23, -7 }, { 21, -5 } }), { .n = 0 } };

	shape_alloc(&s[1], SHAPE_DISKS, 2);
	memcpy(s[1].xy, (double[][2]){ { 5, 3 }, { 6.5, 4 } }, sizeof(double[2][2]));
	memcpy(s[1].radius, (double[]){ 1.2, 0.7 }, sizeof(double[2]));
	for (int k = 0; k < 2; k++) {
		struct mass exact, m;

		mass_of_shape(&exact, &s[k]);
		ok(mass2_by_samples(&m, &s[k], 20000, MASS_HALTON, 3) == MASS_GOOD, "samples of a shape off the origin");
		near(m.area, exact.area, 4 * m.error + 1e-3 * exact.area, "their area");
		near(m.x, exact.x, 0.01, "their centre, x");
		near(m.y, exact.y, 0.01, "y");
		near(m.inertia, exact.inertia, 0.01 * exact.inertia, "their inertia about it");
		shape_clear(&s[k]);
	}
}

static void samples(void)
{
	struct shape s = { .n = 0 };
	struct mass exact, m;
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };

	form2_draw(&s, form2_find("cow"), 5);
	mass_of_shape(&exact, &s);
	for (int k = 0; k < s.n; k++) {
		for (int d = 0; d < 2; d++) {
			lo[d] = fmin(lo[d], s.xy[k][d] - s.r);
			hi[d] = fmax(hi[d], s.xy[k][d] + s.r);
		}
	}
	double box = (hi[0] - lo[0]) * (hi[1] - lo[1]), p = exact.area / box, binomial = box * sqrt(p * (1 - p) / 4000);

	for (int sequence = MASS_RANDOM; sequence <= MASS_HALTON; sequence++) {
		const char *name = sequence == MASS_HALTON ? "halton" : "random";
		double chi2 = 0, error = 0;

		for (uint64_t seed = 1; seed <= 20; seed++) {
			mass2_by_samples(&m, &s, 4000, sequence, seed);
			chi2 += pow((m.area - exact.area) / m.error, 2);
			error += m.error / 20;
		}
		/* mean 20 and standard deviation 6 to 7; estimated errors have their own spread */
		ok(chi2 > 5 && chi2 < 50, "%s: the standard error is what it says: chi^2 = %.3g for 20", name, chi2);
		ok(sequence == MASS_RANDOM ? fabs(error / binomial - 1) < 0.01 : error < 0.6 * binomial,
		   "%s: error %.3g", name, error);
		near(m.inertia, exact.inertia, 0.05 * exact.inertia, "%s: inertia", name);
		near(m.x, exact.x, 0.1, "%s: centre", name);
	}
	shape_clear(&s);
}

/* A figure that fills its box: all points hit, however many there are and however they are shared out. */
static void all_samples(void)
{
	struct shape s = make(SHAPE_POLYGON, 0, 4, (const double[][2]){ { 2.5, -7 }, { 5.2, -7 }, { 5.2, -5.9 }, { 2.5, -5.9 } });
	struct mass m;

	for (int n = 16; n < 50; n += 11)
		for (int sequence = MASS_RANDOM; sequence <= MASS_HALTON; sequence++) {
			mass2_by_samples(&m, &s, n, sequence, 5);
			near(m.area, 2.7 * 1.1, 1e-12, "%d points that all hit", n);
			near(m.error, 0, 1e-7, "say so");
		}
	shape_clear(&s);
}

int main(void)
{
	point_and_stadium();
	regular(3, 1.1, 0.37);
	regular(5, 0.83, 0.11);
	regular(6, 2.385, 1.9);
	regular(41, 1.01, 0.5);
	reflex();
	hollow();
	lens();
	skeletons();
	degenerate();
	nearly_degenerate();
	convex_both_ways();
	perimeter_is_slope();
	sizes();
	refusals();
	samples();
	off_centre_samples();
	all_samples();
	return done();
}
