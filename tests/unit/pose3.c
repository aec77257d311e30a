/* pose3.c: bodies of space at their places: gaps against closed forms and brute force, boxes, packings */
#include "scene/pose3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "scene/pack.h"
#include "scene/stir.h"
#include "tap.h"

static const double none[3], straight[4] = { 1, 0, 0, 0 };
static struct surfaces3 surfaces;

static struct shape balls(int n, const double (*ball)[4])
{
	struct shape s = { .id = 1 };

	shape_alloc(&s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	s.solid->n = n;
	s.solid->ball = mem_new((size_t)n, sizeof *s.solid->ball);
	memcpy(s.solid->ball, ball, (size_t)n * sizeof *ball);
	return s;
}

static struct shape solid(enum shape_kind kind, double a, double b, double c)
{
	struct shape s = { .id = 2 };

	shape_alloc(&s, kind, 1);
	s.solid->a[0] = a, s.solid->a[1] = b, s.solid->a[2] = c;
	return s;
}

/* An ellipsoid with a bump that changes nothing to speak of. */
static struct shape all_but_ellipsoid(double a, double b, double c)
{
	struct shape s = solid(SHAPE_OBJECT, a, b, c);

	s.solid->n_bump = 1;
	s.solid->bump = mem_zero(1, sizeof *s.solid->bump);
	*s.solid->bump = (struct bump){ .sign = 1, .k = 1e-4, .b = { 100, 100, 100 } };
	return s;
}

static struct shape cylinder(double r, int side, double length)
{
	struct shape s = solid(SHAPE_CYLINDER, 0, 0, 0);

	s.solid->r = r;
	s.solid->side = side;
	s.solid->length = length;
	return s;
}

/* The cube of edge 2 about the origin, with all its faces or without the upper one. */
static struct shape cube(int faces)
{
	static const int quad[6][4] = { { 0, 2, 3, 1 }, { 0, 1, 5, 4 }, { 1, 3, 7, 5 }, { 3, 2, 6, 7 }, { 2, 0, 4, 6 }, { 4, 5, 7, 6 } };
	struct shape s = { .id = 3 };

	shape_alloc(&s, SHAPE_MESH, 8);
	s.solid->n = 8;
	s.solid->n_face = 2 * faces;
	s.solid->vertex = mem_new(8, sizeof *s.solid->vertex);
	s.solid->face = mem_new(12, sizeof *s.solid->face);
	for (int k = 0; k < 8; k++)
		for (int a = 0; a < 3; a++)
			s.solid->vertex[k][a] = k >> a & 1 ? 1 : -1;
	for (int f = 0; f < faces; f++)
		for (int t = 0; t < 2; t++) {
			const int corner[3] = { quad[f][0], quad[f][1 + t], quad[f][2 + t] };

			memcpy(s.solid->face[2 * f + t], corner, sizeof corner);
		}
	return s;
}

/* The same pair elsewhere: all turned, moved and of another size; gaps grow with that. */
static double gap_elsewhere(const struct shape *a, const double qa[4], const struct shape *b, const double x[3],
	const double qb[4])
{
	static const double from[3] = { 2.385, -1, 0.5 }, size = 1.7;
	double turn[4] = { 0.5, -0.3, 0.7, 0.4 }, q[2][4], m[3][3], to[3];
	struct pose3 p = { 0 }, r = { 0 };

	quat_unit(turn);
	quat_matrix(m, turn);
	quat_times(q[0], turn, qa);
	quat_times(q[1], turn, qb);
	mat3_apply(to, (const double (*)[3])m, x);
	for (int k = 0; k < 3; k++)
		to[k] = from[k] + size * to[k];
	pose3_place(&p, &surfaces, a, size, from, q[0]);
	pose3_place(&r, &surfaces, b, size, to, q[1]);
	double gap = pose3_gap(&p, &r, none, -INFINITY);
	pose3_free(&p);
	pose3_free(&r);
	return gap / size;
}

/* Of b from a, b standing at x. */
static double gap_at(const struct shape *a, const double qa[4], const struct shape *b, double x, double y, double z,
	const double qb[4])
{
	struct pose3 p = { 0 }, q = { 0 };
	const double at[3] = { x, y, z }, half[3] = { x / 2, y / 2, z / 2 };

	pose3_place(&p, &surfaces, a, 1, none, qa);
	pose3_place(&q, &surfaces, b, 1, at, qb);
	double gap = pose3_gap(&p, &q, none, -INFINITY), back = pose3_gap(&q, &p, none, -INFINITY);
	/* half of the way by the shift: the same */
	pose3_place(&q, &surfaces, b, 1, half, qb);
	double shifted = pose3_gap(&p, &q, half, -INFINITY);
	if (isfinite(gap) && !(fabs(gap - back) < 1e-12 * (1 + fabs(gap)) && fabs(gap - shifted) < 1e-12 * (1 + fabs(gap))))
		ok(0, "the other way round and by the shift: %.17g %.17g %.17g", gap, back, shifted);
	static int calls;
	int slow = a->kind == SHAPE_OBJECT || b->kind == SHAPE_OBJECT; /* it takes long: each fortieth will do */
	double elsewhere = slow && calls++ % 40 ? gap : gap_elsewhere(a, qa, b, at, qb);
	if (isfinite(gap) && !(fabs(gap - elsewhere) < 1e-6 * (1 + fabs(gap))))
		ok(0, "turned, moved and of another size: %.17g, %.17g", gap, elsewhere);
	int overlap = pose3_overlap(&p, &q, half);
	if (overlap != (gap < 0))
		ok(0, "overlap %d of gap %g", overlap, gap);
	pose3_free(&p);
	pose3_free(&q);
	return gap;
}

static void drop(struct shape *s)
{
	solid_free(s->solid);
}

static void test_pairs(void)
{
	const double quarter[4] = { sqrt(0.5), sqrt(0.5), 0, 0 }; /* y to z */
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.5 } });
	struct shape bar = balls(2, (const double[2][4]){ { 0, 0, -1, 0.5 }, { 0, 0, 1, 0.25 } });
	struct shape egg = solid(SHAPE_ELLIPSOID, 3, 2, 1), object = all_but_ellipsoid(1, 1, 2), plane = solid(SHAPE_PLANE, 0, 0, 0);
	struct shape tube = cylinder(4, CYLINDER_IN, INFINITY), rod = cylinder(1, CYLINDER_OUT, 4), box = cube(6), open = cube(5);

	near(gap_at(&ball, straight, &bar, 0, 3, 1, straight), 2, 1e-15, "a ball and the large ball of a clump");
	near(gap_at(&ball, straight, &bar, 0, 3, 1, quarter), sqrt(5) - 0.75, 1e-15, "a clump that is turned: z goes to -y");
	near(gap_at(&ball, straight, &egg, 4, 0, 0, straight), 0.5, 1e-12, "a ball and an ellipsoid");
	near(gap_at(&ball, straight, &egg, 0, 4, 0, quarter), 2.5, 1e-12, "one that is turned");
	near(gap_at(&egg, straight, &egg, 0, 3.5, 0, quarter), 0.5, 1e-9, "two ellipsoids");
	near(gap_at(&egg, straight, &egg, 0, 2.5, 0, quarter), -0.5, 1e-9, "that overlap");
	near(gap_at(&plane, straight, &bar, 9, 7, 2, straight), 0.5, 1e-15, "a clump above a plane");
	near(gap_at(&plane, quarter, &egg, 9, -5, 3, straight), 3, 1e-12, "an ellipsoid above one that faces to -y");
	near(gap_at(&ball, straight, &object, 0, 3, 0, straight), 0.5, 1e-4, "an object that is far: from the ball that holds it");
	near(gap_at(&plane, straight, &object, 0, 0, 3, quarter), 1, 1e-4, "above a plane too");
	near(gap_at(&plane, straight, &object, 0, 0, 1.25, quarter), 0.25, 1e-9, "but where a plane cuts the ball: as it lies");
	near(gap_at(&plane, quarter, &object, 0, 1.5, 9, straight), -2.5, 1e-9, "and in the plane");
	near(gap_at(&plane, straight, &box, 0, 0, 3, quarter), 2, 1e-15, "a cube");
	near(gap_at(&tube, straight, &bar, 3, 0, 99, straight), 0.5, 1e-15, "in a tube");
	near(gap_at(&tube, straight, &bar, 0, 2, 0, quarter), 4 - 3 - 0.5, 1e-15, "across it, the large ball outwards");
	near(gap_at(&tube, straight, &egg, 0, 0, 5, straight), 1, 1e-9, "an ellipsoid in it");
	near(gap_at(&tube, straight, &box, 1, 0, 0, straight), 4 - sqrt(5), 1e-12, "a cube in it");
	near(gap_at(&tube, straight, &ball, 6, 0, 0, straight), -2.5, 1e-15, "around it there is wall");
	near(gap_at(&rod, straight, &ball, 0, 3, 1, straight), 1.5, 1e-15, "beside a rod");
	near(gap_at(&rod, straight, &ball, 0, 4, 6, straight), 5 - 0.5, 1e-15, "beyond its end: from the edge");
	near(gap_at(&rod, straight, &ball, 0, 0, 3, straight), sqrt(2) - 0.5, 1e-15, "over its open end");
	near(gap_at(&rod, straight, &egg, 5, 0, 0, straight), 1, 1e-9, "an ellipsoid beside it");
	near(gap_at(&box, straight, &ball, 3, 0, 0, straight), 1.5, 1e-12, "beside a cube");
	near(gap_at(&box, straight, &ball, 0, 0, 0.5, straight), -0.5 - 0.5, 1e-12, "inside of it");
	near(gap_at(&open, straight, &ball, 0, 0, 0.25, straight), 0.5, 1e-12, "inside of one that is open is outside");
	ok(gap_at(&plane, straight, &rod, 0, 0, 0, straight) == INFINITY, "walls do not mind each other");
	ok(gap_at(&box, straight, &box, 5, 0, 0, straight) <= 3 && gap_at(&box, straight, &box, 5, 0, 0, straight) > 1,
	   "two surfaces: the balls that hold them");
	struct shape *all[] = { &ball, &bar, &egg, &object, &plane, &tube, &rod, &box, &open };
	surfaces3_free(&surfaces);
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		drop(all[k]);
}

struct twin { const struct shape *shape, *of; const char *name; double near; };

/* Whatever stands at random places near an object that is all but an ellipsoid is as far from both where that is near, and else
 * apart from both or from none. */
static void compare(const struct shape *object, const struct shape *egg, const struct twin *other, int wall, double far,
	int times, struct rng *g)
{
	int wrong = 0, close = 0, deep = 0;
	double worst = 0, q[4];

	for (int n = 0; n < times; n++) {
		double x[3];

		for (int c = 0; c < 3; c++)
			x[c] = far * (2 * rng_uniform(g) - 1);
		stir3_rotation(q, g);
		double gap = gap_at(object, q, other->shape, x[0], x[1], x[2], straight);
		double is = gap_at(egg, q, other->of, x[0], x[1], x[2], straight);
		wrong += (gap < 0) != (is < 0) || (is > 0 && gap > is + 1e-9);
		if (wall ? gap < 0.1 && is > -0.3 && gap > -0.3 : is < other->near && is > -0.5 * other->near) {
			worst = fmax(worst, fabs(gap - is));
			close++;
		}
		deep += is < -0.1;
	}
	/* what reaches furthest is known to less than 1e-6 */
	ok(!wrong && worst < 1e-6 && close > times / 250 && deep > 9, "objects and %s: %d wrong, %d near off by %.1e, %d deep",
	   other->name, wrong, close, worst, deep);
}

static void test_objects(void)
{
	const double at[3] = { 1, 2, 3 };
	struct shape object = all_but_ellipsoid(1.2, 0.6, 0.7), egg = solid(SHAPE_ELLIPSOID, 1.2, 0.6, 0.7);
	struct shape flat = all_but_ellipsoid(1, 1, 0.1), plate = solid(SHAPE_ELLIPSOID, 1, 1, 0.1);
	struct shape plain = solid(SHAPE_OBJECT, 1, 1, 0.02), thin = solid(SHAPE_ELLIPSOID, 1, 1, 0.02);
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.3 } });
	struct shape bar = balls(3, (const double[3][4]){ { 0, 0, -0.5, 0.3 }, { 0, 0, 0.5, 0.2 }, { 0.4, 0, 0, 0.25 } });
	struct shape tube = cylinder(1.6, CYLINDER_IN, INFINITY), rod = cylinder(0.4, CYLINDER_OUT, 4);
	const struct twin other[] = {
		{ &ball, &ball, "balls", 0.03 }, { &bar, &bar, "clumps", 0.02 },
		{ &egg, &egg, "ellipsoids", 0.06 }, { &object, &egg, "objects", 0.06 },
		{ &tube, &tube, "a tube", INFINITY }, { &rod, &rod, "a rod", INFINITY },
	};
	struct pose3 p = { 0 }, twin = { 0 };
	double lo[2][3], hi[2][3], q[4];
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < 6; k++)
		compare(&object, &egg, &other[k], k >= 4, k < 4 ? 2 : 1.5, 1000, &g);
	compare(&flat, &plate, &(struct twin){ &flat, &plate, "flat ones", 0.01 }, 0, 1.2, 240, &g);
	compare(&plain, &thin, &(struct twin){ &plain, &thin, "thin ones without bumps", 0.5 }, 0, 1.5, 1000, &g);
	stir3_rotation(q, &g);
	pose3_place(&p, &surfaces, &object, 2, at, q);
	pose3_place(&twin, &surfaces, &egg, 2, at, q);
	pose3_box(&p, lo[0], hi[0]);
	pose3_box(&twin, lo[1], hi[1]);
	for (int c = 0; c < 3; c++)
		near(hi[0][c] - lo[0][c], hi[1][c] - lo[1][c], 1e-6, "the box of an object, axis %d", c);
	pose3_free(&p);
	pose3_free(&twin);
	surfaces3_free(&surfaces);
	struct shape *all[] = { &ball, &bar, &egg, &object, &tube, &rod, &flat, &plate, &plain, &thin };
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		drop(all[k]);
}

/* Points of the sheet of a cylinder about z that are inside of an object, by its function: how many. */
static int sheet_points(const struct shape *object, const double q[4], const double at[3], double r, double half)
{
	enum { AROUND = 300, ALONG = 50 };
	const struct implicit o = { .a = { object->solid->a[0], object->solid->a[1], object->solid->a[2] }, .n = object->solid->n_bump,
	                            .bump = object->solid->bump };
	double m[3][3];
	int n = 0;

	quat_matrix(m, q);
	for (int i = 0; i < AROUND; i++)
		for (int k = 0; k <= ALONG; k++) {
			double angle = 6.283185307179586 * i / AROUND;
			double x[3] = { at[0] + r * cos(angle), at[1] + r * sin(angle), at[2] + half * (2. * k / ALONG - 1) }, own[3];

			mat3_apply_back(own, (const double (*)[3])m, x);
			n += implicit_value(&o, own, NULL) > 1e-3;
		}
	return n;
}

static void test_short_pipes(void)
{
	struct shape bean = all_but_ellipsoid(1.2, 0.6, 0.7), egg = solid(SHAPE_OBJECT, 2, 0.2, 0.2);
	struct shape pipe = cylinder(1.4, CYLINDER_IN, 1.5), rod = cylinder(0.7, CYLINDER_OUT, 1.5);
	struct rng g;

	*bean.solid->bump = (struct bump){ .sign = -1, .k = 1.1, .c = { 0, 0, 0.8 }, .b = { 1.8, 0.7, 2.8 } };
	rng_seed(&g, 9);
	for (int k = 0; k < 4; k++) {
		const struct shape *object = k % 2 ? &egg : &bean, *wall = k < 2 ? &pipe : &rod;
		int missed = 0, found = 0, free = 0;

		for (int n = 0; n < 200; n++) {
			struct pose3 p = { 0 }, w = { 0 };
			double q[4], at[3];

			for (int c = 0; c < 3; c++)
				at[c] = 1.8 * (2 * rng_uniform(&g) - 1);
			stir3_rotation(q, &g);
			pose3_place(&p, &surfaces, object, 1, none, q);
			pose3_place(&w, &surfaces, wall, 1, at, straight);
			int cut = sheet_points(object, q, at, wall->solid->r, 0.5 * wall->solid->length) > 0, seen = pose3_overlap(&p, &w, none);
			missed += cut && !seen;
			found += cut;
			free += !seen;
			pose3_free(&p);
			pose3_free(&w);
		}
		ok(missed == 0 && found > 20 && free > 20, "%s and a short %s: %d cut, %d of these missed, %d free",
		   k % 2 ? "needles" : "beans", k < 2 ? "pipe" : "rod", found, missed, free);
	}
	surfaces3_free(&surfaces);
	struct shape *all[] = { &bean, &egg, &pipe, &rod };
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		drop(all[k]);
}

static void test_boxes(void)
{
	struct shape bar = balls(2, (const double[2][4]){ { 0, 0, -1, 0.5 }, { 0, 0, 1, 0.25 } });
	struct shape egg = solid(SHAPE_ELLIPSOID, 3, 2, 1), rod = cylinder(1, CYLINDER_OUT, 4), plane = solid(SHAPE_PLANE, 0, 0, 0);
	const double at[3] = { 10, 20, 30 }, third[4] = { 0.5, 0.5, 0.5, 0.5 }; /* x to y to z to x */
	struct pose3 p = { 0 };
	double lo[3], hi[3];

	pose3_place(&p, &surfaces, &bar, 2, at, third);
	pose3_box(&p, lo, hi);
	ok(lo[0] == 7 && hi[0] == 12.5 && lo[1] == 19 && hi[2] == 31, "the box of a clump, twice as large, along x");
	pose3_place(&p, &surfaces, &egg, 2, at, third);
	pose3_box(&p, lo, hi);
	near(hi[1] - lo[1], 12, 1e-12, "of an ellipsoid");
	pose3_place(&p, &surfaces, &rod, 2, at, third);
	pose3_box(&p, lo, hi);
	near(hi[0] - lo[0], 8, 1e-12, "of a rod, along it");
	near(hi[1] - lo[1], 4, 1e-12, "and across");
	pose3_place(&p, &surfaces, &plane, 1, at, third);
	pose3_box(&p, lo, hi);
	ok(hi[0] == 10 && lo[0] == -INFINITY && hi[1] == INFINITY, "of a plane that faces to +x");
	pose3_free(&p);
	drop(&bar);
	drop(&egg);
	drop(&rod);
	drop(&plane);
}

/* Boxes of bodies that are turned anyhow: what of each reaches furthest along the axes, by its closed form. */
static void test_turned_boxes(void)
{
	struct shape bar = balls(3, (const double[3][4]){ { 0.2, 0, -1, 0.5 }, { 0, -0.7, 1, 0.25 }, { 0.9, 0.1, 0.3, 0.4 } });
	struct shape egg = solid(SHAPE_ELLIPSOID, 3, 2, 1), object = all_but_ellipsoid(3, 2, 1), rod = cylinder(1.3, CYLINDER_OUT, 4);
	struct shape box = cube(6), plane = solid(SHAPE_PLANE, 0, 0, 0);
	const double at[3] = { 10, -20, 30 }, size = 1.6, a[3] = { 3, 2, 1 };
	struct shape *all[] = { &bar, &egg, &object, &rod, &box, &plane };
	double q[4] = { 0.5, -0.3, 0.7, 0.4 }, m[3][3];

	quat_unit(q);
	quat_matrix(m, q);
	for (int k = 0; k < 6; k++) {
		struct pose3 p = { 0 };
		double lo[3], hi[3], off = 0;

		pose3_place(&p, &surfaces, all[k], size, at, q);
		pose3_box(&p, lo, hi);
		for (int i = 0; i < 3; i++) {
			double up = -INFINITY, down = -INFINITY, z = m[i][2];

			if (k == 0)
				for (int b = 0; b < 3; b++) {
					const double *c = bar.solid->ball[b];
					double x = m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2];

					up = fmax(up, x + c[3]);
					down = fmax(down, c[3] - x);
				}
			else if (k == 1 || k == 2)
				up = down = sqrt(pow(m[i][0] * a[0], 2) + pow(m[i][1] * a[1], 2) + pow(m[i][2] * a[2], 2));
			else if (k == 3)
				up = down = 2 * fabs(z) + 1.3 * sqrt(1 - z * z);
			else if (k == 4)
				up = down = fabs(m[i][0]) + fabs(m[i][1]) + fabs(m[i][2]);
			else
				up = down = INFINITY;
			off = fmax(off, k == 5 ? !(hi[i] == INFINITY && lo[i] == -INFINITY) :
				fabs(hi[i] - at[i] - size * up) + fabs(at[i] - lo[i] - size * down));
		}
		ok(off < (k == 2 ? 1e-5 : 1e-12), "the box of a %s that is turned: off by %.1e", shape_kind_name[all[k]->kind], off);
		pose3_free(&p);
	}
	surfaces3_free(&surfaces);
	for (int k = 0; k < 6; k++)
		drop(all[k]);
}

/* ---- packings in a box that does not begin at 0, of unequal sides, periodic along some ---- */

enum { CROWD = 30 };
struct crowd { struct pack p; const struct shape *shape[CROWD]; double size[CROWD], x[CROWD][3], q[CROWD][4]; };

static void crowd(struct crowd *c, const struct shape *a, const struct shape *b, int n)
{
	memset(c, 0, sizeof *c);
	c->p = (struct pack){ .dim = 3, .n = n, .shape = c->shape, .size = c->size, .x = c->x, .q = c->q, .lo = { -3.2, 5, 0.7 },
		.hi = { 0.1, 9.1, 3.6 }, .periodic = { 1, 0, 1 }, .turn = 1 };
	for (int i = 0; i < n; i++) {
		c->shape[i] = i % 3 ? a : b;
		c->size[i] = (n == CROWD ? 1.4 : 1) * (0.6 + 0.4 * i / n);
		c->q[i][0] = 1;
	}
}

/* Pairs that overlap, by all images of all, and bodies that are not inside. */
static int bad_ones(const struct pack *p)
{
	struct pose3 a = { 0 }, b = { 0 };
	int bad = 0;

	for (int i = 0; i < p->n; i++) {
		double lo[3], hi[3];

		pose3_place(&a, &surfaces, p->shape[i], p->size[i], p->x[i], p->q[i]);
		pose3_box(&a, lo, hi);
		for (int k = 0; k < 3; k++)
			bad += p->periodic[k] ? !(p->x[i][k] >= p->lo[k] && p->x[i][k] < p->hi[k]) : lo[k] < p->lo[k] - 1e-9 ||
				hi[k] > p->hi[k] + 1e-9;
		for (int j = 0; j <= i; j++)
			for (int m = 0; m < 27; m++) {
				const int at[3] = { m % 3 - 1, m / 3 % 3 - 1, m / 9 - 1 };
				double shift[3];
				int skip = m == 13 && i == j;

				for (int k = 0; k < 3; k++) {
					shift[k] = at[k] * (p->hi[k] - p->lo[k]);
					skip |= at[k] && !p->periodic[k];
				}
				pose3_place(&b, &surfaces, p->shape[j], p->size[j], p->x[j], p->q[j]);
				bad += !skip && pose3_gap(&a, &b, shift, -INFINITY) < -1e-9;
			}
	}
	pose3_free(&a);
	pose3_free(&b);
	return bad;
}

static void test_crowds(void)
{
	struct shape egg = solid(SHAPE_ELLIPSOID, 0.6, 0.4, 0.3);
	struct shape bar = balls(2, (const double[2][4]){ { 0, 0, -0.3, 0.3 }, { 0, 0.1, 0.4, 0.2 } });
	struct crowd c;
	struct rng g;
	double sum[3] = { 0 };
	int placed, steps;

	rng_seed(&g, 31);
	crowd(&c, &egg, &bar, 20);
	placed = pack_random(&c.p, 20000, &g);
	ok(placed == 20 && bad_ones(&c.p) == 0 && pack_overlaps(&c.p, NULL) == 0, "twenty at random: %d bad", bad_ones(&c.p));
	crowd(&c, &egg, &bar, CROWD);
	double scale = pack_grow(&c.p, &g, 100000, &steps);
	ok(scale == 0 && steps > 20 && steps < 1000 && bad_ones(&c.p) == 0, "thirty that have grown in %d steps: %d bad", steps,
		bad_ones(&c.p));
	int turned = 0;
	for (int i = 0; i < CROWD; i++)
		turned += c.q[i][0] != 1;
	ok(turned == CROWD, "they have turned");
	crowd(&c, &egg, &bar, CROWD);
	c.p.turn = 0;
	scale = pack_grow(&c.p, &g, 100000, &steps);
	for (int i = 0; i < CROWD; i++)
		turned -= c.q[i][0] == 1 && c.q[i][1] == 0;
	ok(scale == 0 && bad_ones(&c.p) == 0 && turned == 0, "without turning, too: %d steps", steps);
	/* one of four alone is anywhere in the box with the same chance */
	for (int n = 0; n < 400; n++) {
		crowd(&c, &bar, &bar, 1);
		c.size[0] = 1e-3;
		pack_random(&c.p, 10, &g);
		for (int k = 0; k < 3; k++)
			sum[k] += (c.x[0][k] - c.p.lo[k]) / (c.p.hi[k] - c.p.lo[k]) / 400;
	}
	for (int k = 0; k < 3; k++)
		near(sum[k], 0.5, 4 / sqrt(12. * 400), "the mean place at random along axis %d", k);
	/* overlaps are counted by pairs, and those that stick out */
	crowd(&c, &bar, &bar, 4);
	for (int i = 0; i < 4; i++) {
		c.size[i] = 1;
		c.x[i][0] = i == 2 ? 0 : i == 3 ? -3.1 : -1.5; /* the last two meet across the side of x */
		c.x[i][1] = i == 0 ? 5.25 : i == 1 ? 6.5 : 8;
		c.x[i][2] = 2;
	}
	int bad = -1;
	ok(pack_overlaps(&c.p, &bad) == 2 && bad == 2, "one sticks out, two meet across a side: body %d last", bad);
	c.x[0][1] = 5.35;
	c.x[3][0] = -1.5;
	ok(pack_overlaps(&c.p, &bad) == 0, "then none");
	surfaces3_free(&surfaces);
	drop(&egg);
	drop(&bar);
}

/* Bodies that have room in one way only: by chance large ones first, long ones beside their own images; grown, lying down. */
static void test_tight(void)
{
	struct shape small = balls(1, (const double[1][4]){ { 0, 0, 0, 0.25 } }), large = balls(1, (const double[1][4]){ { 0, 0, 0,
		1.6 } });
	struct shape bell = balls(2, (const double[2][4]){ { 0, 0, -1.4, 0.3 }, { 0, 0, 1.4, 0.3 } });
	struct shape off = balls(1, (const double[1][4]){ { 0.5, 0, 0, 0.3 } });
	struct crowd c;
	struct rng g;
	int bad = 0;

	rng_seed(&g, 32);
	crowd(&c, &small, &small, 25);
	c.shape[24] = &large;
	for (int k = 0; k < 3; k++) {
		c.p.lo[k] = 1 + k;
		c.p.hi[k] = c.p.lo[k] + 4;
		c.p.periodic[k] = 0;
	}
	for (int i = 0; i < 25; i++)
		c.size[i] = 1;
	ok(pack_random(&c.p, 20000, &g) == 25 && bad_ones(&c.p) == 0, "the largest is placed first, while there is room for it");
	off.kind = SHAPE_CLUMP;
	for (int n = 0; n < 60; n++) {
		crowd(&c, &bell, &bell, 1);
		for (int k = 0; k < 3; k++) {
			c.p.hi[k] = c.p.lo[k] + 3;
			c.p.periodic[k] = k != n % 3;
		}
		c.size[0] = 1;
		pack_random(&c.p, 1000, &g);
		bad += bad_ones(&c.p);
	}
	ok(bad == 0, "what is as long as the period does not meet itself: %d", bad);
	crowd(&c, &off, &off, 2);
	c.p.turn = 0;
	const double room[3] = { 2.4, 0.7, 0.7 }, from[3] = { 0.2, -0.35, -0.35 };
	for (int k = 0; k < 3; k++) {
		c.p.lo[k] = from[k];
		c.p.hi[k] = from[k] + room[k];
		c.p.periodic[k] = 0;
	}
	c.size[0] = c.size[1] = 1;
	ok(pack_random(&c.p, 20000, &g) == 2 && bad_ones(&c.p) == 0,
		"balls that are off their bodies' centres may be nearer than these");
	/* sticking out is to either side of each axis that is not periodic */
	int wrong = 0;
	crowd(&c, &small, &small, 1);
	c.size[0] = 2;
	for (int k = 0; k < 3; k++)
		for (int side = 0; side < 2; side++)
			for (int out = 0; out < 2; out++) {
				for (int i = 0; i < 3; i++)
					c.x[0][i] = 0.5 * (c.p.lo[i] + c.p.hi[i]);
				c.x[0][k] = side ? c.p.hi[k] - 0.5 + (out ? 1e-6 : -1e-6) : c.p.lo[k] + 0.5 - (out ? 1e-6 : -1e-6);
				wrong += pack_overlaps(&c.p, NULL) != (out && !c.p.periodic[k]);
			}
	ok(!wrong, "who sticks out by a millionth is told: %d wrong", wrong);
	drop(&small);
	drop(&large);
	drop(&bell);
	drop(&off);
}

/* A body that is off its frame's origin in a closed box that is hardly larger than it is. */
static void test_off(void)
{
	struct shape ball = balls(1, (const double[1][4]){ { 0.25, 0.2, -0.15, 0.3 } }), egg = all_but_ellipsoid(0.3, 0.25, 0.2);
	struct shape *const kind[2] = { &ball, &egg };
	const double half[2][3] = { { 0.3, 0.3, 0.3 }, { 0.3, 0.25, 0.2 } };
	struct rng g;

	ball.kind = SHAPE_CLUMP;
	memcpy(egg.solid->at, ball.solid->ball[0], sizeof egg.solid->at);
	rng_seed(&g, 35);
	for (int n = 0; n < 2; n++) {
		struct crowd c;
		double off = 0, *at = ball.solid->ball[0];

		crowd(&c, kind[n], kind[n], 1);
		c.size[0] = 1.2;
		c.p.turn = 0;
		for (int k = 0; k < 3; k++) {
			c.p.hi[k] = c.p.lo[k] + 1.2 * 2 * (half[n][k] + 0.02);
			c.p.periodic[k] = 0;
		}
		double scale = pack_grow(&c.p, &g, 4000, NULL);
		for (int k = 0; k < 3; k++)
			off = fmax(off, fabs(c.x[0][k] + 1.2 * at[k] - 0.5 * (c.p.lo[k] + c.p.hi[k])));
		ok(scale == 0 && off <= 1.2 * 0.02 + 1e-9, "%s that is off its origin grows into its box: %g, %g",
			shape_kind_name[kind[n]->kind], scale, off);
	}
	surfaces3_free(&surfaces);
	drop(&ball);
	drop(&egg);
}

/* A body overlaps its own images along each axis that is periodic, and no other. */
static void test_own_images(void)
{
	struct shape bell = balls(2, (const double[2][4]){ { 0, 0, -0.5, 0.1 }, { 0, 0, 0.5, 0.1 } });
	int wrong = 0;

	for (int axis = 0; axis < 3; axis++)
		for (int n = 0; n < 4; n++) {
			struct crowd c;
			int bad = -1, meets = n < 2, periodic = n % 2 == 0;

			crowd(&c, &bell, &bell, 1);
			c.size[0] = 1.5; /* it is 1.8 long, its balls' centres are 1.5 apart */
			for (int k = 0; k < 3; k++) {
				c.p.hi[k] = c.p.lo[k] + (k == axis ? meets ? 1.799 : 1.801 : 7);
				c.p.periodic[k] = k == axis ? periodic : !periodic;
				c.x[0][k] = 0.5 * (c.p.lo[k] + c.p.hi[k]);
				c.q[0][1 + k] = k == (axis + 1) % 3 && axis < 2 ? sqrt(0.5) : 0;
			}
			c.q[0][0] = axis < 2 ? sqrt(0.5) : 1;
			if (axis == 1) /* z to y: about x */
				c.q[0][1] = sqrt(0.5), c.q[0][3] = 0;
			int found = pack_overlaps(&c.p, &bad);
			wrong += (found > 0) != meets || (bad == 0) != meets;
		}
	ok(!wrong, "what is longer than a period overlaps itself, or sticks out of a closed box: %d wrong", wrong);
	drop(&bell);
}

/* Bodies of all kinds: the gap is the same with the second one's image as with itself in that place, and the other way round. */
static void test_images(void)
{
	struct shape all[6] = { balls(2, (const double[2][4]){ { 0, 0.1, -0.3, 0.3 }, { 0.2, 0, 0.4, 0.2 } }),
		solid(SHAPE_ELLIPSOID, 0.6, 0.4, 0.3), all_but_ellipsoid(0.5, 0.35, 0.4), solid(SHAPE_PLANE, 0, 0, 0),
		cylinder(0.7, CYLINDER_OUT, 1.5), cube(6) };
	const double shift[3] = { 2.1, -1.7, 0.9 }, back[3] = { -2.1, 1.7, -0.9 };
	double worst = 0;
	struct rng g;
	int seen = 0;

	rng_seed(&g, 36);
	for (int k = 0; k < 36; k++) {
		const struct shape *s[2] = { &all[k % 6], &all[k / 6] };
		double x[2][3], q[2][4], there[3];
		struct pose3 a = { 0 }, b = { 0 }, c = { 0 };

		for (int i = 0; i < 2; i++) {
			stir3_rotation(q[i], &g);
			for (int z = 0; z < 3; z++)
				x[i][z] = (i ? 2.5 : 0.3) * rng_uniform(&g) - (i ? shift[z] : 0);
		}
		for (int z = 0; z < 3; z++)
			there[z] = x[1][z] + shift[z];
		pose3_place(&a, &surfaces, s[0], 0.8, x[0], q[0]);
		pose3_place(&b, &surfaces, s[1], 1.1, x[1], q[1]);
		pose3_place(&c, &surfaces, s[1], 1.1, there, q[1]);
		double gap = pose3_gap(&a, &c, none, -INFINITY);
		if (gap < INFINITY) {
			worst = fmax(worst, fabs(pose3_gap(&a, &b, shift, -INFINITY) - gap));
			worst = fmax(worst, fabs(pose3_gap(&b, &a, back, -INFINITY) - gap));
			seen++;
		}
		pose3_free(&a);
		pose3_free(&b);
		pose3_free(&c);
	}
	ok(seen >= 30 && worst < 1e-9, "gaps to images of %d pairs of all kinds, either way: off by %.1e", seen, worst);
	surfaces3_free(&surfaces);
	for (int k = 0; k < 6; k++)
		drop(&all[k]);
}

/* Two needles in a box in which they have room side by side only, along one of its axes. */
static void test_needles(void)
{
	struct shape egg = solid(SHAPE_ELLIPSOID, 0.15, 0.15, 0.6), object = all_but_ellipsoid(0.15, 0.6, 0.15);
	struct shape bar = balls(5, (const double[5][4]){ { -0.4, 0, 0, 0.15 }, { -0.2, 0, 0, 0.15 }, { 0, 0, 0, 0.15 }, { 0.2, 0, 0,
		0.15 },
		{ 0.4, 0, 0, 0.15 } });
	const struct shape *const pair[5][2] = { { &egg, &egg }, { &bar, &bar }, { &egg, &bar }, { &object, &bar }, { &object, &egg } };
	struct rng g;

	rng_seed(&g, 33);
	for (int kind = 0; kind < 5; kind++) {
		int good = 0, bad = 0, times = kind < 3 ? 9 : 3;

		for (int n = 0; n < times; n++) {
			struct crowd c;

			crowd(&c, pair[kind][0], pair[kind][1], 2);
			for (int k = 0; k < 3; k++) {
				c.p.lo[k] = k;
				c.p.hi[k] = k + (k == n % 3 ? 1.26 : k == (n + 1) % 3 ? 0.66 : 0.34);
				c.p.periodic[k] = 0;
			}
			c.size[0] = c.size[1] = 1;
			stir3_rotation(c.q[0], &g);
			stir3_rotation(c.q[1], &g);
			if (pack_grow(&c.p, &g, 4000, NULL) != 0)
				continue; /* they stood in each other's way */
			good++;
			bad += bad_ones(&c.p);
		}
		ok(2 * good > times && bad == 0, "needles in a box lie down side by side, %s and %s: %d of %d",
			shape_kind_name[pair[kind][0]->kind],
		   shape_kind_name[pair[kind][1]->kind], good, times);
	}
	surfaces3_free(&surfaces);
	drop(&egg);
	drop(&object);
	drop(&bar);
}

/* An object stands by its own frame in that of its body: it is the ellipsoid that stands there. */
static void test_own_frames(void)
{
	struct shape object = all_but_ellipsoid(0.9, 0.5, 0.3), egg = solid(SHAPE_ELLIPSOID, 0.9, 0.5, 0.3);
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.2 } }), plane = solid(SHAPE_PLANE, 0, 0, 0);
	struct shape tube = cylinder(2.3, CYLINDER_IN, INFINITY);
	const double at[3] = { 0.12, -0.09, 0.07 }, size = 1.4;
	double own[4] = { 0.7, 0.2, -0.5, 0.45 }, worst = 0, box = 0;
	struct shape *other[4] = { &ball, &plane, &egg, &tube };
	int close = 0;
	struct rng g;

	rng_seed(&g, 34);
	quat_unit(own);
	memcpy(object.solid->at, at, sizeof at);
	memcpy(object.solid->turn, own, sizeof own);
	for (int k = 0; k < 400; k++) {
		double x[3], q[4], qe[4], qo[4], c[3], m[3][3], lo[2][3], hi[2][3];
		struct pose3 a = { 0 }, b = { 0 }, o = { 0 };

		for (int i = 0; i < 3; i++)
			x[i] = 1.5 * (2 * rng_uniform(&g) - 1);
		stir3_rotation(q, &g);
		stir3_rotation(qo, &g);
		quat_times(qe, q, own);
		quat_matrix(m, q);
		mat3_apply(c, (const double (*)[3])m, at);
		for (int i = 0; i < 3; i++)
			c[i] = x[i] + size * c[i];
		pose3_place(&a, &surfaces, &object, size, x, q);
		pose3_place(&b, &surfaces, &egg, size, c, qe);
		pose3_place(&o, &surfaces, other[k % 4], 1, none, qo);
		double is = pose3_gap(&b, &o, none, -INFINITY), gap = pose3_gap(&a, &o, none, -INFINITY);
		if (k % 4 == 3) { /* the ball about the object is in the wall, so that its surface counts */
			struct touch3 t[TUBE3_MOST];
			int n = tube3_gaps(&o.tube, &b.ellipsoid, 9, t);

			quat_matrix(m, qo);
			vec3 z = v3(m[0][2], m[1][2], m[2][2]);
			is = v3_norm(v3_cross(v3_from(x), z)) < 2.3 - a.reach || n < 1 ? INFINITY : n < 2 || t[0].gap < t[1].gap ? t[0].gap : t[1].gap;
			is = v3_norm(v3_cross(v3_from(x), z)) > 2.2 ? INFINITY : is;
		}
		if (fabs(is) < (k % 4 == 3 ? 1 : 0.025)) {
			worst = fmax(worst, fabs(gap - is));
			close++;
		}
		pose3_box(&a, lo[0], hi[0]);
		pose3_box(&b, lo[1], hi[1]);
		for (int i = 0; i < 3; i++)
			box = fmax(box, fabs(lo[0][i] - lo[1][i]) + fabs(hi[0][i] - hi[1][i]));
		pose3_free(&a);
		pose3_free(&b);
		pose3_free(&o);
	}
	ok(close > 15 && worst < 1e-5, "objects in their own frames are where ellipsoids are: %d near, off by %.1e", close, worst);
	near(box, 0, 1e-5, "their boxes");
	surfaces3_free(&surfaces);
	struct shape *all[] = { &object, &egg, &ball, &plane, &tube };
	for (size_t k = 0; k < 5; k++)
		drop(all[k]);
}

/* Sites begin half a spacing from sides, or a twelfth of a cell behind periodic ones, over which cells are spread evenly. */
static void test_sites(void)
{
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.1 } });
	struct crowd c;

	crowd(&c, &ball, &ball, CROWD);
	/* 3.3 x 4.1 x 2.9 with spacing 0.8: bcc cells of 0.9238; 3 of 1.1 and 3 of 2.9 / 3 along periodic axes */
	int n = pack_lattice3(&c.p, PACK_BCC, 0.8), wrong = 0;
	double cell[3] = { 1.1, 1.1547005383792515 * 0.8, 2.9 / 3 }, first[3] = { -3.2 + 1.1 / 12, 5.4, 0.7 + 2.9 / 36 };
	for (int i = 0; i < n; i++) {
		double part[3], odd = 0;

		for (int k = 0; k < 3; k++) {
			part[k] = 2 * (c.x[i][k] - first[k]) / cell[k];
			odd += fabs(part[k] - floor(part[k] + 0.5)) > 1e-9 || part[k] < -1e-9;
		}
		wrong += odd > 0 || ((int)floor(part[0] + 0.5) + (int)floor(part[1] + 0.5)) % 2 != 0 ||
		         ((int)floor(part[0] + 0.5) + (int)floor(part[2] + 0.5)) % 2 != 0;
		wrong += i > 0 && (c.x[i][2] < c.x[i - 1][2] || (c.x[i][2] == c.x[i - 1][2] && c.x[i][1] < c.x[i - 1][1]));
	}
	ok(n == CROWD && !wrong, "sites of bcc where they should be, layers from below: %d wrong of %d", wrong, n);
	near(fabs(c.x[0][0] - first[0]) + fabs(c.x[0][1] - first[1]) + fabs(c.x[0][2] - first[2]), 0, 1e-12, "the first one");
	drop(&ball);
}

/* Clumps at random: the least over all pairs of balls. */
static void test_clumps(void)
{
	struct shape a, b;
	double ball[7][4], worst = 0;
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < 28; k++)
		ball[k / 4][k % 4] = k % 4 < 3 ? 2.385 * rng_uniform(&g) - 1 : 0.1 + rng_uniform(&g);
	a = balls(7, (const double (*)[4])ball);
	b = balls(5, (const double (*)[4])ball + 2);
	for (int k = 0; k < 200; k++) {
		double qa[4], qb[4], x[3], ma[3][3], mb[3][3], least = INFINITY;

		stir3_rotation(qa, &g);
		stir3_rotation(qb, &g);
		for (int d = 0; d < 3; d++)
			x[d] = 6 * rng_uniform(&g) - 3;
		quat_matrix(ma, qa);
		quat_matrix(mb, qb);
		for (int i = 0; i < 7; i++)
			for (int j = 0; j < 5; j++) {
				double u[3], v[3];

				mat3_apply(u, (const double (*)[3])ma, ball[i]);
				mat3_apply(v, (const double (*)[3])mb, ball[j + 2]);
				double d0 = x[0] + v[0] - u[0], d1 = x[1] + v[1] - u[1], d2 = x[2] + v[2] - u[2];
				least = fmin(least, sqrt(d0 * d0 + d1 * d1 + d2 * d2) - ball[i][3] - ball[j + 2][3]);
			}
		worst = fmax(worst, fabs(gap_at(&a, qa, &b, x[0], x[1], x[2], qb) - least));
	}
	near(worst, 0, 1e-13, "clumps against all pairs of their balls");
	drop(&a);
	drop(&b);
}

/* Sites of lattices: all neighbours at the spacing or further, as many at it as the lattice has. */
static void test_lattices(void)
{
	static const int touching[PACK_LATTICES] = { 6, 8, 12, 12 }, sites[PACK_LATTICES] = { 64, 54, 108, 108 }; /* whole cells */
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.5 } });

	for (int kind = 0; kind < PACK_LATTICES; kind++) {
		enum { MOST = 108 };
		const int N = sites[kind];
		const struct shape *shape[MOST];
		double size[MOST], x[MOST][3], q[MOST][4] = { { 0 } };
		struct pack p = { .dim = 3, .n = N, .shape = shape, .size = size, .x = x, .q = q, .periodic = { 1, 1, 1 } };
		int pairs = 0, placed, bad;

		for (int i = 0; i < N; i++)
			shape[i] = &ball, size[i] = 1, q[i][0] = 1;
		pack_lattice3_box(kind, 1, N, p.periodic, p.hi);
		placed = pack_lattice3(&p, kind, 1);
		ok(placed == N && pack_overlaps(&p, &bad) == 0, "%s: balls on its sites touch", pack_lattice_name[kind]);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				double square = 0;

				for (int k = 0; k < 3; k++) {
					double d = x[j][k] - x[i][k];

					d -= p.hi[k] * floor(d / p.hi[k] + 0.5);
					square += d * d;
				}
				pairs += i != j && square < 1.0001;
			}
		ok(pairs == N * touching[kind], "%s: %g neighbours each", pack_lattice_name[kind], (double)pairs / N);
		for (int i = 0; i < N; i++)
			size[i] = 1.001;
		ok(pack_overlaps(&p, NULL) > 0, "larger ones overlap");
	}
	drop(&ball);
}

/* Pairs of near bodies, images and a body's own images included, by looking at all of them. */
static void test_neighbours(void)
{
	enum { N = 25 };
	struct pack_pairs pairs = { 0 };
	int wrong = 0, found = 0;
	struct rng g;

	rng_seed(&g, 3);
	for (int trial = 0; trial < 40; trial++) {
		double x[N][3], size[N], reach[N], scale = 0.3 + rng_uniform(&g), pad = 0.2 * rng_uniform(&g);
		struct pack p = { .dim = 3, .n = 1 + (int)rng_below(&g, N), .size = size, .x = x, .lo = { -1, 0, 2 }, .hi = { 1, 2.5, 3 } };
		int all = 0;

		for (int k = 0; k < 3; k++)
			p.periodic[k] = trial >> k & 1;
		for (int i = 0; i < p.n; i++) {
			reach[i] = trial % 5 ? 0.3 : exp(-4 * rng_uniform(&g));
			for (int k = 0; k < 3; k++)
				x[i][k] = 20 * rng_uniform(&g) - 10;
		}
		pack_wrap(&p);
		for (int i = 0; i < p.n; i++)
			for (int k = 0; k < 3; k++) /* where it is not periodic nothing has moved */
				x[i][k] = p.periodic[k] ? x[i][k] : p.lo[k] + (p.hi[k] - p.lo[k]) * rng_uniform(&g);
		for (int i = 0; i < p.n; i++)
			for (int j = i; j < p.n; j++)
				for (int m = 0; m < 343; m++) {
					const int at[3] = { m % 7 - 3, m / 7 % 7 - 3, m / 49 - 3 };
					double square = 0, cut = scale * (reach[i] + reach[j]) + pad;
					int out = i == j && m <= 171; /* itself, and one of two opposite images */

					for (int k = 0; k < 3; k++) {
						double d = x[j][k] + at[k] * (p.hi[k] - p.lo[k]) - x[i][k];

						out |= at[k] && !p.periodic[k];
						square += d * d;
					}
					all += !out && square < cut * cut;
				}
		pack_find_pairs(&p, reach, scale, pad, &pairs);
		for (int k = 0; k < pairs.n; k++) {
			const struct pack_pair *q = &pairs.pair[k];
			vec3 d = v3_sub(v3_add(v3_from(x[q->j]), v3_from(q->shift)), v3_from(x[q->i]));

			wrong += q->j < q->i || !(v3_norm(d) < scale * (reach[q->i] + reach[q->j]) + pad);
		}
		wrong += pairs.n != all;
		found += all;
	}
	ok(wrong == 0 && found > 500, "near pairs by cells: %d of 40 scenes with %d pairs disagree with all images", wrong, found);
	free(pairs.pair);
}

/* Rotations: every element of the matrix has the mean 0 and the mean square 1/3. */
static void test_rotations(void)
{
	enum { N = 20000 };
	double sum[9] = { 0 }, square[9] = { 0 }, worst = 0, worst2 = 0;
	struct rng g;

	rng_seed(&g, 11);
	for (int i = 0; i < N; i++) {
		double q[4], m[3][3];

		stir3_rotation(q, &g);
		quat_matrix(m, q);
		for (int k = 0; k < 9; k++) {
			sum[k] += m[k / 3][k % 3] / N;
			square[k] += m[k / 3][k % 3] * m[k / 3][k % 3] / N;
		}
	}
	for (int k = 0; k < 9; k++) {
		worst = fmax(worst, fabs(sum[k]));
		worst2 = fmax(worst2, fabs(square[k] - 1. / 3));
	}
	/* standard errors: sqrt(1 / 3 / N) = 0.0041, and sqrt((1/5 - 1/9) / N) = 0.0021 */
	ok(worst < 5 * 0.0041, "rotations are uniform: means %g", worst);
	ok(worst2 < 5 * 0.0021, "mean squares but for %g", worst2);
}

int main(void)
{
	test_pairs();
	test_objects();
	test_short_pipes();
	test_boxes();
	test_turned_boxes();
	test_crowds();
	test_tight();
	test_needles();
	test_off();
	test_own_images();
	test_images();
	test_own_frames();
	test_sites();
	test_clumps();
	test_lattices();
	test_neighbours();
	test_rotations();
	return done();
}
