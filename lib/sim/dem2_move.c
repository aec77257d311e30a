/* dem2_move.c: what every step does to all bodies alike, in stretches of them that threads share */
#include "base/wide.h"
#include "motion/verlet.h"
#include "sim/dem2_state.h"

static int stretch(const struct dem2 *s, int from)
{
	return s->n - from < DEM2_STRETCH ? s->n - from : DEM2_STRETCH;
}

void dem2_drift(struct dem2 *s)
{
#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		verlet_drift(s->wide, stretch(s, b), s->dt, s->x + b, s->vx + b, s->ax + b);
		verlet_drift(s->wide, stretch(s, b), s->dt, s->y + b, s->vy + b, s->ay + b);
		verlet_drift(s->wide, stretch(s, b), s->dt, s->th + b, s->om + b, s->al + b);
	}
}

void dem2_kick(struct dem2 *s)
{
#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		verlet_kick(s->wide, stretch(s, b), s->dt, s->vx + b, s->ax + b);
		verlet_kick(s->wide, stretch(s, b), s->dt, s->vy + b, s->ay + b);
		verlet_kick(s->wide, stretch(s, b), s->dt, s->om + b, s->al + b);
	}
}

/* How many are not inside lo .. hi; not a number counts. */
static WIDE_INLINE void outside_loop(int n, const double *restrict x, double lo, double hi, double *restrict count)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++)
		sum += (x[b] >= lo ? 0 : 1) + (x[b] < hi ? 0 : 1);
	*count = sum;
}
WIDE_LOOP(outside, (int n, const double *restrict x, double lo, double hi, double *restrict count), (n, x, lo, hi, count))

void dem2_strays(struct dem2 *s, char *stray)
{
	const struct domain *d = &s->domain;

#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		double nx, ny;

		outside(s->wide)(stretch(s, b), s->x + b, d->lo[0], d->hi[0], &nx);
		outside(s->wide)(stretch(s, b), s->y + b, d->lo[1], d->hi[1], &ny);
		stray[b / DEM2_STRETCH] = nx + ny > 0;
	}
}

/* a = f / m + g; bad becomes not a number as soon as a force is not finite. */
static WIDE_INLINE void accelerate_loop(int n, const double *restrict f, const double *restrict minv,
	const double *restrict weight, double g, double *restrict a, double *restrict bad)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		a[b] = f[b] * minv[b] + weight[b] * g;
		sum += 0 * f[b];
	}
	*bad += sum;
}
WIDE_LOOP(accelerate, (int n, const double *restrict f, const double *restrict minv, const double *restrict weight,
	double g, double *restrict a, double *restrict bad), (n, f, minv, weight, g, a, bad))

int dem2_accelerate(struct dem2 *s)
{
	double bad = 0;

#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1) reduction(+ : bad)
	for (int b = 0; b < s->n; b += DEM2_STRETCH) {
		int n = stretch(s, b);

		accelerate(s->wide)(n, s->fx + b, s->minv + b, s->weight + b, s->gravity[0], s->ax + b, &bad);
		accelerate(s->wide)(n, s->fy + b, s->minv + b, s->weight + b, s->gravity[1], s->ay + b, &bad);
		accelerate(s->wide)(n, s->tq + b, s->iinv + b, s->weight + b, 0, s->al + b, &bad);
	}
	return bad == 0;
}
