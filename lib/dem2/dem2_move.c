/* dem2_move.c: the loops of every step over all bodies, in chunks that threads take */
#include <math.h>

#include "base/team.h"
#include "base/wide.h"
#include "dem2/dem2_state.h"
#include "motion/verlet.h"

/* Count the bodies that have moved a vertex further than their room. NaN counts. */
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

static void chunk_strays(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	struct soft *c = &s->core;
	const struct domain *d = &c->domain;
	int b = dem2_chunk_begin(s, chunk), n = dem2_chunk_end(s, chunk) - b;
	double far = 0;

	(void)thread;
	moved(c->wide)(n, c->x[0] + b, c->x[1] + b, c->x[2] + b, c->near_x[0] + b, c->near_x[1] + b, c->near_x[2] + b,
		s->outlines.arm + b, c->room + b, &far);
	if (far > 0)
		__atomic_store_n(&c->far, 1, __ATOMIC_RELAXED);
	if (d->set)
		c->stray[chunk] = verlet_outside(c->wide, n, c->x[0] + b, d->lo[0], d->hi[0]) ||
		                    verlet_outside(c->wide, n, c->x[1] + b, d->lo[1], d->hi[1]);
}

static void chunk_kick_drift(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	struct soft *c = &s->core;
	int b = dem2_chunk_begin(s, chunk), n = dem2_chunk_end(s, chunk) - b;

	for (int k = 0; k < 3; k++)
		verlet_drift(c->wide, n, c->clock.dt, c->x[k] + b, c->v[k] + b, c->a[k] + b);
	chunk_strays(s, chunk, thread);
}

void dem2_kick_drift(struct dem2 *s)
{
	s->core.far = 0;
	team_run(s->core.threads, dem2_chunks(s), chunk_kick_drift, s);
}

void dem2_find_strays(struct dem2 *s)
{
	s->core.far = 0;
	team_run(s->core.threads, dem2_chunks(s), chunk_strays, s);
}

struct accelerate { struct dem2 *s; int kick; };

static void chunk_accelerate(void *to, int chunk, int thread)
{
	const struct accelerate *r = to;
	struct soft *c = &r->s->core;
	int b = dem2_chunk_begin(r->s, chunk), n = dem2_chunk_end(r->s, chunk) - b, finite = 1;

	(void)thread;
	dem2_gather(r->s, b, b + n);
	for (int k = 0; k < 3; k++)
		finite &= verlet_accelerate(c->wide, n, c->f[k] + b, (k < 2 ? c->minv : r->s->iinv) + b, c->gravity[k], c->a[k] + b);
	if (!finite)
		__atomic_store_n(&c->finite, 0, __ATOMIC_RELAXED);
	for (int k = 0; k < 3 && r->kick; k++)
		verlet_kick(c->wide, n, c->clock.dt, c->v[k] + b, c->a[k] + b);
}

void dem2_accelerate_bodies(struct dem2 *s, int kick)
{
	s->core.finite = 1;
	team_run(s->core.threads, dem2_chunks(s), chunk_accelerate, &(struct accelerate){ s, kick });
}
