/* pack3.c: packings of space, in a box that does not begin at 0, of unequal sides, periodic along some axes; lattices; turns at
 * random */
#include "scene/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/quat.h"
#include "scene/pose3.h"
#include "scene/stir.h"
#include "tap.h"
#include "unit/shapes3.h"

static const double none[3];
static struct surfaces3 surfaces;

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
	crowd(&c, &egg, &bar, 2);
	c.size[0] = c.size[1] = 4; /* in a box of 3.3 x 4.1 x 2.9 */
	scale = pack_grow(&c.p, &g, 300, NULL);
	ok(scale > 0.1 && scale < 1 && count_levels == 0 &&
		strcmp(count_level[0].what, "size of the jammed bodies, which shrink") == 0 &&
		fabs(count_level[0].done - scale) < 1e-12, "a program can show how far jammed bodies have shrunk: %g", scale);
	crowd(&c, &egg, &bar, 2);
	c.size[0] = c.size[1] = 0.3;
	scale = pack_grow(&c.p, &g, 4000, &steps);
	ok(scale == 0 && strcmp(count_level[0].what, "steps at full size") == 0 && count_level[0].done == steps,
		"and steps of bodies that have grown: %d", steps);
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
	test_crowds();
	test_tight();
	test_off();
	test_own_images();
	test_images();
	test_needles();
	test_own_frames();
	test_sites();
	test_lattices();
	test_neighbours();
	test_rotations();
	return done();
}
