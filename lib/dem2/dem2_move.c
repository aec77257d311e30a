/* dem2_move.c: what every step does to all bodies alike, in stretches of them that threads share */
#include <math.h>

#include "base/share.h"
#include "base/wide.h"
#include "dem2/dem2_state.h"
#include "motion/verlet.h"

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

struct advance { struct dem2 *s; int drift; };

static void advance(void *to, int stretch, int thread)
{
	const struct advance *a = to;
	struct dem2 *s = a->s;
	const struct domain *d = &s->domain;
	int b = stretch * DEM2_STRETCH, n = dem2_stretch_end(s, stretch) - b;
	double far = 0;

	(void)thread;
	if (a->drift) {
		verlet_drift(s->wide, n, s->dt, s->x + b, s->vx + b, s->ax + b);
		verlet_drift(s->wide, n, s->dt, s->y + b, s->vy + b, s->ay + b);
		verlet_drift(s->wide, n, s->dt, s->th + b, s->om + b, s->al + b);
	}
	moved(s->wide)(n, s->x + b, s->y + b, s->th + b, s->nx + b, s->ny + b, s->na + b, s->outlines.arm + b, s->room + b, &far);
	if (far > 0)
		__atomic_store_n(&s->far, 1, __ATOMIC_RELAXED);
	if (!d->set)
		return;
	s->stray[stretch] = verlet_outside(s->wide, n, s->x + b, d->lo[0], d->hi[0]) ||
	                    verlet_outside(s->wide, n, s->y + b, d->lo[1], d->hi[1]);
}

void dem2_advance(struct dem2 *s, int drift)
{
	s->far = 0;
	share(s->threads, dem2_stretches(s), advance, &(struct advance){ s, drift });
}

struct respond { struct dem2 *s; int kick; };

static void respond(void *to, int stretch, int thread)
{
	const struct respond *r = to;
	struct dem2 *s = r->s;
	int b = stretch * DEM2_STRETCH, n = dem2_stretch_end(s, stretch) - b;

	(void)thread;
	dem2_gather(s, b, b + n);
	int finite = verlet_accelerate(s->wide, n, s->fx + b, s->minv + b, s->gravity[0], s->ax + b);
	finite &= verlet_accelerate(s->wide, n, s->fy + b, s->minv + b, s->gravity[1], s->ay + b);
	finite &= verlet_accelerate(s->wide, n, s->tq + b, s->iinv + b, 0, s->al + b);
	if (!finite)
		__atomic_store_n(&s->finite, 0, __ATOMIC_RELAXED);
	if (!r->kick)
		return;
	verlet_kick(s->wide, n, s->dt, s->vx + b, s->ax + b);
	verlet_kick(s->wide, n, s->dt, s->vy + b, s->ay + b);
	verlet_kick(s->wide, n, s->dt, s->om + b, s->al + b);
}

int dem2_respond(struct dem2 *s, int kick)
{
	s->finite = 1;
	share(s->threads, dem2_stretches(s), respond, &(struct respond){ s, kick });
	return s->finite;
}
