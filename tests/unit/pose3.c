/* pose3.c: bodies of space at their places: gaps against closed forms and brute force, and boxes */
#include "scene/pose3.h"

#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "scene/stir.h"
#include "tap.h"
#include "unit/shapes3.h"

static const double none[3], straight[4] = { 1, 0, 0, 0 };
static struct surfaces3 surfaces;

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

/* Polyhedra: each kind of nearest features, and skeletons that meet. */
static void test_polyhedra(void)
{
	const double half = 0.39269908169872414, eighth[4] = { cos(half), 0, 0, sin(half) }, up[4] = { cos(half), 0, sin(half), 0 };
	const double quarter[4] = { sqrt(0.5), sqrt(0.5), 0, 0 };
	struct shape ball = balls(1, (const double[1][4]){ { 0, 0, 0, 0.5 } }), egg = solid(SHAPE_ELLIPSOID, 3, 2, 1);
	struct shape box = rounded(1, 1, 1, 0.25), sharp = rounded(1, 1, 1, 0), plate = rounded(2, 1, 0, 0.125);
	struct shape rod = rounded(2, 0, 0, 0.5);
	struct shape plane = solid(SHAPE_PLANE, 0, 0, 0), tube = cylinder(4, CYLINDER_IN, INFINITY), post = cylinder(1, CYLINDER_OUT, 4);

	near(gap_at(&box, straight, &box, 3, 0.5, 0.3, straight), 0.5, 1e-14, "two rounded cubes, face to face");
	near(gap_at(&box, straight, &box, 3, 3, 0.3, straight), sqrt(2) - 0.5, 1e-14, "edge along edge");
	near(gap_at(&box, straight, &box, 3, 3, 3, straight), sqrt(3) - 0.5, 1e-14, "corner to corner");
	near(gap_at(&box, straight, &box, 3, 0, 0, eighth), 3 - 1 - sqrt(2) - 0.5, 1e-14, "an edge over a face");
	near(gap_at(&box, eighth, &box, 4, 0, 0, up), 4 - 2 * sqrt(2) - 0.5, 1e-14, "edge across edge");
	near(gap_at(&sharp, straight, &sharp, 2.5, 0, 0, straight), 0.5, 1e-14, "without rounding");
	near(gap_at(&sharp, straight, &sharp, 1.75, 0.5, 0.5, straight), -0.25, 1e-14, "a corner within a cube: its depth");
	near(gap_at(&sharp, straight, &sharp, 1.5, 0, 0, straight), -0.5, 1e-14, "cubes in a row that overlap");
	near(gap_at(&sharp, straight, &rod, 0, 0.5, 0, straight), -0.5 - 0.5, 1e-14, "a rod through a cube: the way out");
	near(gap_at(&plate, straight, &plate, 0.5, 0, 0.75, quarter), -0.25 - 0.25, 1e-14, "a plate through a plate");
	near(gap_at(&plate, straight, &rod, 0, 0, 1, straight), 1 - 0.625, 1e-14, "a rod on a plate");
	near(gap_at(&rod, straight, &rod, 0, 1.5, 0, straight), 0.5, 1e-14, "parallel rods");
	near(gap_at(&rod, straight, &rod, 3, 2, 0, eighth), 2 - sqrt(2) - 1, 1e-14, "the end of a rod beside a rod");
	near(gap_at(&box, straight, &ball, 3, 0.5, 0, straight), 1.25, 1e-14, "a cube and a ball");
	near(gap_at(&box, straight, &ball, 0, 0, 0.5, straight), -0.5 - 0.75, 1e-14, "a ball within a cube");
	near(gap_at(&box, straight, &egg, 6, 0, 0, straight), 6 - 1.25 - 3, 1e-14, "an ellipsoid counts as the ball that holds it");
	near(gap_at(&plane, straight, &box, 9, 0, 3, quarter), 1.75, 1e-14, "a cube above a plane");
	near(gap_at(&plane, straight, &box, 9, 0, 3, up), 3 - sqrt(2) - 0.25, 1e-14, "on an edge");
	near(gap_at(&tube, straight, &box, 1, 0, 7, straight), 4 - sqrt(5) - 0.25, 1e-14, "in a tube");
	near(gap_at(&post, straight, &box, 5, 0, 0, straight), 4 - sqrt(3) - 0.25, 1e-14, "beside a post: the ball that holds it");
	double lo[3], hi[3];
	struct pose3 p = { 0 };
	pose3_place(&p, &surfaces, &plate, 2, (double[]){ 1, 2, 3 }, quarter);
	pose3_box(&p, lo, hi);
	near(lo[2], 3 - 2 * 1.125, 1e-14, "the box around a plate, its lower side");
	near(hi[1], 2 + 2 * 0.125, 1e-14, "and its right side");
	pose3_free(&p);
	struct shape *all[] = { &ball, &egg, &box, &sharp, &plate, &rod, &plane, &tube, &post };
	surfaces3_free(&surfaces);
	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		drop(all[k]);
}

/* A cube of triangles, with an inside, is to a polyhedron what a sharp cube is; an endless post is what a long rod is. Gaps
 * are the same, and both overlap or none. */
static void test_polyhedra_and_walls(void)
{
	const double half = 0.5 * 1.5707963267948966, lie[4] = { cos(half), 0, sin(half), 0 }; /* x to -z */
	struct shape mesh = cube(6), sharp = rounded(1, 1, 1, 0), post = cylinder(0.7, CYLINDER_OUT, INFINITY);
	struct shape rod = rounded(100, 0, 0, 0.7), open = cube(5);
	struct shape body[3] = { rounded(0.8, 0.5, 0.3, 0.25), rounded(0.6, 0.9, 0, 0.125), rounded(1.5, 0, 0, 0.2) };
	int apart = 0, meet = 0;
	double worst = 0;
	struct rng g;

	rng_seed(&g, 3);
	for (int n = 0; n < 600; n++) {
		const struct shape *b = &body[n % 3];
		double x[3], q[4], gap[2];

		stir3_rotation(q, &g);
		for (int k = 0; k < 3; k++)
			x[k] = 2.4 * (2 * rng_uniform(&g) - 1);
		if (n % 2) {
			gap[0] = gap_at(&mesh, straight, b, x[0], x[1], x[2], q);
			gap[1] = gap_at(&sharp, straight, b, x[0], x[1], x[2], q);
		} else {
			gap[0] = gap_at(&post, straight, b, x[0], x[1], x[2], q);
			gap[1] = gap_at(&rod, lie, b, x[0], x[1], x[2], q);
		}
		double r = n % 3 == 0 ? 0.25 : n % 3 == 1 ? 0.125 : 0.2;
		worst = fmax(worst, gap[1] > -r ? fabs(gap[0] - gap[1]) : gap[0] < 0 ? 0 : INFINITY);
		apart += gap[1] > 0;
		meet += gap[1] < 0;
	}
	ok(worst < 1e-12 && apart > 100 && meet > 100, "polyhedra beside a surface and beside a post (%.1e; %d, %d)", worst, apart,
	   meet);
	near(gap_at(&open, straight, &body[0], 0, 0, 0, straight), 1 - 0.8 - 0.25, 1e-14, "in an open box, a face on its side");
	struct shape *all[] = { &mesh, &sharp, &post, &rod, &open, &body[0], &body[1], &body[2] };
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

int main(void)
{
	test_pairs();
	test_polyhedra();
	test_polyhedra_and_walls();
	test_clumps();
	test_objects();
	test_short_pipes();
	test_boxes();
	test_turned_boxes();
	return done();
}
