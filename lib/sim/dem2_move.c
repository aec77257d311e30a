/* dem2_move.c: what every step does to all bodies alike, in stretches of them that threads share */
#include <math.h>

#include "base/wide.h"
#include "motion/verlet.h"
#include "sim/dem2_state.h"

static int stretch(const struct dem2 *s, int from)
{
	return s->n - from < DEM2_STRETCH ? s->n - from : DEM2_STRETCH;
}

/* How many are not inside lo .. hi; not a number counts. */
static WIDE_INLINE void outside_loop(int n, const double *restrict x, double lo, double hi, double *restrict count)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++)
		sum += (x[b] >= lo ? 0 : 1) + (x[b] < hi ? 0 : 1);
	*count += sum;
}
WIDE_LOOP(outside, (int n, const double *restrict x, double lo, double hi, double *restrict count), (n, x, lo, hi, count))

/* How many have moved a vertex out of their room; not a number counts. */
static WIDE_INLINE void moved_loop(int n, const double *restrict x, const double *restrict y, const double *restrict th,
	const double *restrict nx, const double *restrict ny, const double *restrict na, const double *restrict arm,
	const double *restrict room, double *restrict count)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		double dx = x[b] - nx[b], dy = y[b] - ny[b], left = room[b] - arm[b] * fabs(th[b] - na[b]);

		left = left > 0 ? left : 0;
		sum += dx * dx + dy * dy <= left * left ? 0 : 1;
	}
	*count += sum;
}
WIDE_LOOP(moved, (int n, const double *restrict x, const double *restrict y, const double *restrict th,
	const double *restrict nx, const double *restrict ny, const double *restrict na, const double *restrict arm,
	const double *restrict room, double *restrict count), (n, x, y, th, nx, ny, na, arm, room, count))

void dem2_advance(struct dem2 *s, int drift)
{
	const struct domain *d = &s->domain;
	double all = 0;

#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1) reduction(+ : all)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		int n = stretch(s, b);
		double out = 0, far = 0;

		if (drift) {
			verlet_drift(s->wide, n, s->dt, s->x + b, s->vx + b, s->ax + b);
			verlet_drift(s->wide, n, s->dt, s->y + b, s->vy + b, s->ay + b);
			verlet_drift(s->wide, n, s->dt, s->th + b, s->om + b, s->al + b);
		}
		moved(s->wide)(n, s->x + b, s->y + b, s->th + b, s->nx + b, s->ny + b, s->na + b, s->outlines.arm + b, s->room + b,
		               &far);
		all += far;
		if (!d->set)
			continue;
		outside(s->wide)(n, s->x + b, d->lo[0], d->hi[0], &out);
		outside(s->wide)(n, s->y + b, d->lo[1], d->hi[1], &out);
		s->stray[b / DEM2_STRETCH] = out > 0;
	}
	s->far = all > 0;
}

/* a = f / m + g, but 0 in groups, which see to themselves; bad becomes not a number as soon as a force is not finite. */
static WIDE_INLINE void accelerate_loop(int n, const double *restrict f, const double *restrict minv,
	double g, double *restrict a, double *restrict bad)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		a[b] = f[b] * minv[b] + (minv[b] > 0 ? g : 0);
		sum += 0 * f[b];
	}
	*bad += sum;
}
WIDE_LOOP(accelerate, (int n, const double *restrict f, const double *restrict minv, double g, double *restrict a,
	double *restrict bad), (n, f, minv, g, a, bad))

int dem2_respond(struct dem2 *s, int kick)
{
	double bad = 0;

#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1) reduction(+ : bad)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		int n = stretch(s, b);

		dem2_gather(s, b, b + n);
		accelerate(s->wide)(n, s->fx + b, s->minv + b, s->gravity[0], s->ax + b, &bad);
		accelerate(s->wide)(n, s->fy + b, s->minv + b, s->gravity[1], s->ay + b, &bad);
		accelerate(s->wide)(n, s->tq + b, s->iinv + b, 0, s->al + b, &bad);
		if (!kick)
			continue;
		verlet_kick(s->wide, n, s->dt, s->vx + b, s->ax + b);
		verlet_kick(s->wide, n, s->dt, s->vy + b, s->ay + b);
		verlet_kick(s->wide, n, s->dt, s->om + b, s->al + b);
	}
	return bad == 0;
}
