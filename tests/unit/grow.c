/* grow.c: disks and balls that grow: nothing overlaps, and the bits are those of any number of threads and of the steps of other
 * bodies */
#include "base/buf.h"
#include "scene/pack.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* A disk and a ball, and the same ones by the steps of other bodies: their centres are off the origin, but by so little that sums
 * with it are rounded away. */
static double disk_xy[2][1][2] = { { { 0, 0 } }, { { 1e-300, 0 } } };
static double ball_at[2][1][4] = { { { 0, 0, 0, 0.5 } }, { { 1e-300, 0, 0, 0.5 } } };
static struct solid ball_solid[2] = { { .ball = ball_at[0], .n = 1 }, { .ball = ball_at[1], .n = 1 } };
static const struct shape disk[2] = { { .kind = SHAPE_POINT, .r = 0.5, .n = 1, .xy = disk_xy[0] },
                                      { .kind = SHAPE_POINT, .r = 0.5, .n = 1, .xy = disk_xy[1] } };
static const struct shape ball[2] = { { .kind = SHAPE_SPHERE, .solid = &ball_solid[0] },
                                      { .kind = SHAPE_SPHERE, .solid = &ball_solid[1] } };

/* n bodies of the sizes 0.6 to 1 that are to fill a fraction of their box. */
static struct pack make(int dim, int n, double fraction, const struct shape *s)
{
	struct pack p = { .dim = dim, .n = n, .lo = { -1.5, 2, 0.3 }, .turn = 1 };
	double total = 0;

	p.shape = mem_new((size_t)n, sizeof *p.shape);
	p.size = MEM_NEW(double, (size_t)n);
	p.x = mem_zero((size_t)n, sizeof *p.x);
	p.angle = MEM_ZERO(double, (size_t)n);
	p.q = mem_zero((size_t)n, sizeof *p.q);
	for (int i = 0; i < n; i++) {
		p.shape[i] = s;
		p.size[i] = 0.6 + 0.4 * (i % 7) / 6;
		p.q[i][0] = 1;
		total += dim == 3 ? M_PI / 6 * p.size[i] * p.size[i] * p.size[i] : M_PI / 4 * p.size[i] * p.size[i];
	}
	for (int k = 0; k < dim; k++)
		p.hi[k] = p.lo[k] + (dim == 3 ? cbrt(total / fraction) : sqrt(total / fraction));
	return p;
}

static void drop(struct pack *p)
{
	free(p->shape);
	free(p->size);
	free(p->x);
	free(p->angle);
	free(p->q);
}

/* Pairs that overlap, by all nearest images of all, and bodies that are not inside. */
static int bad_ones(const struct pack *p)
{
	int bad = 0;

	for (int i = 0; i < p->n; i++) {
		for (int k = 0; k < p->dim; k++) {
			double room = p->periodic[k] ? 0 : p->size[i] / 2 - 1e-9;

			bad += !(p->x[i][k] >= p->lo[k] + room && p->x[i][k] <= p->hi[k] - room);
		}
		for (int j = 0; j < i; j++) {
			double touch = (p->size[i] + p->size[j]) / 2 - 1e-9, square = 0;

			for (int k = 0; k < p->dim; k++) {
				double d = fabs(p->x[i][k] - p->x[j][k]), edge = p->hi[k] - p->lo[k];

				d = p->periodic[k] ? fmin(d, edge - d) : d;
				square += d * d;
			}
			bad += square < touch * touch;
		}
	}
	return bad;
}

static void set_periodic(struct pack *p, int periodic)
{
	for (int k = 0; k < p->dim; k++)
		p->periodic[k] = periodic >> k & 1;
}

static double grow(struct pack *p, int threads, int *steps)
{
	struct rng g;

	rng_seed(&g, 3);
	p->threads = threads;
	return pack_grow(p, &g, 20000, steps);
}

static int same_places(const struct pack *a, const struct pack *b)
{
	return memcmp(a->x, b->x, (size_t)a->n * sizeof *a->x) == 0;
}

/* One, two and three threads. */
static void threads(int dim, int periodic, double fraction)
{
	struct pack p[3];
	int steps[3], bad = 0;

	for (int k = 0; k < 3; k++) {
		p[k] = make(dim, 8500, fraction, dim == 3 ? &ball[0] : &disk[0]);
		set_periodic(&p[k], periodic);
		bad += grow(&p[k], 1 + k, &steps[k]) != 0;
	}
	ok(bad == 0 && bad_ones(&p[0]) == 0 && pack_overlaps(&p[0], NULL) == 0, "dim %d, axes %d: %d bodies grow to %g without overlap",
	   dim, periodic, p[0].n, fraction);
	ok(steps[0] > 20 && steps[0] == steps[1] && steps[0] == steps[2] && same_places(&p[0], &p[1]) && same_places(&p[0], &p[2]),
	   "with the same bits on one, two and three threads, in %d steps", steps[0]);
	for (int k = 0; k < 3; k++)
		drop(&p[k]);
}

/* The steps of all kinds of bodies. At full size only disks and balls are damped less with time, so the packings are loose. */
static void general(int dim, int periodic, double fraction)
{
	struct pack p[2];
	int steps[2], bad = 0;

	for (int k = 0; k < 2; k++) {
		p[k] = make(dim, 500, fraction, dim == 3 ? &ball[k] : &disk[k]);
		set_periodic(&p[k], periodic);
		bad += grow(&p[k], 1, &steps[k]) != 0;
	}
	ok(bad == 0 && steps[0] > 20 && steps[0] == steps[1] && same_places(&p[0], &p[1]),
	   "dim %d, axes %d: the same bits as by the steps of other bodies, in %d and %d steps", dim, periodic, steps[0], steps[1]);
	drop(&p[0]);
	drop(&p[1]);
}

/* What does not fit jams, at a scale below 1. */
static void jammed(void)
{
	struct pack p = make(2, 40, 0.97, &disk[0]);
	double scale;

	set_periodic(&p, 3);
	scale = grow(&p, 2, NULL);
	ok(scale > 0.9 && scale < 0.97, "disks that cannot fill 0.97 separate at a scale of %g", scale);
	drop(&p);
}

/* Balls that have grown to full size and cannot settle are not pushed about for all the steps that are allowed. */
static void hopeless(void)
{
	struct pack p = make(3, 300, 0.67, &ball[0]);
	int steps;

	set_periodic(&p, 7);
	double scale = grow(&p, 1, &steps);
	ok(scale > 0.95 && scale < 1 && steps <= 12000, "balls that cannot fill 0.67 separate at a scale of %g, and end after %d steps",
		scale, steps);
	drop(&p);
}

/* Many balls near random close packing settle in few steps, because slow motion goes on. */
static void dense(void)
{
	struct pack p = make(3, 3000, 0.62, &ball[0]);
	int steps;

	set_periodic(&p, 7);
	double scale = grow(&p, 2, &steps);
	ok(scale == 0 && bad_ones(&p) == 0 && steps < 900, "balls grow to 0.62 in %d steps", steps);
	drop(&p);
}

int main(void)
{
	threads(2, 3, 0.75);
	threads(2, 0, 0.75);
	threads(2, 1, 0.75);
	threads(3, 7, 0.5);
	threads(3, 0, 0.5);
	threads(3, 2, 0.5);
	for (int periodic = 0; periodic < 4; periodic++)
		general(2, periodic, 0.6);
	for (int periodic = 0; periodic < 8; periodic++)
		general(3, periodic, 0.4);
	jammed();
	hopeless();
	dense();
	return done();
}
