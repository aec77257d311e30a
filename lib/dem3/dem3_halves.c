/* dem3_halves.c: the kicks at the end of a step and at the beginning of the next
 *
 * Bodies of groups are kicked within the step. For free bodies, the kick at the end of a step is due until the next step begins
 * or the state is read: so both kicks take one loop over the bodies. */
#include <string.h>

#include "base/team.h"
#include "base/wide.h"
#include "dem3/dem3_state.h"
#include "motion/verlet.h"

/* Kick the angular momenta of bodies that turn freely, over a time h. */
static WIDE_INLINE void twist_loop(int n, double h, const double *restrict iinv, const double *restrict tq, double *restrict l)
{
#pragma omp simd
	for (int b = 0; b < n; b++)
		l[b] += iinv[b] > 0 ? h * tq[b] : 0;
}
WIDE_LOOP(twist, (int n, double h, const double *restrict iinv, const double *restrict tq, double *restrict l),
	(n, h, iinv, tq, l))

/* Columns of consecutive bodies along one axis. */
struct columns { const double *f, *tq, *minv, *iinv; double *a, *v, *x, *l; };

/* Accelerations, the kicks at the end of a step, and the kicks and the drift at the beginning of the next, with the same bits
 * as one after the other. */
static WIDE_INLINE void finish_and_begin_loop(int n, double dt, double g, const struct columns *column)
{
	const double *restrict f = column->f, *restrict tq = column->tq, *restrict minv = column->minv, *restrict iinv = column->iinv;
	double *restrict a = column->a, *restrict v = column->v, *restrict x = column->x, *restrict l = column->l;
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++) {
		double kick, twist = iinv[b] > 0 ? h * tq[b] : 0;

		a[b] = f[b] * minv[b] + (minv[b] > 0 ? g : 0);
		kick = h * a[b];
		v[b] = (v[b] + kick) + kick;
		l[b] = (l[b] + twist) + twist;
		x[b] += dt * v[b];
	}
}
WIDE_LOOP(finish_and_begin, (int n, double dt, double g, const struct columns *column), (n, dt, g, column))

/* The forces, torques and accelerations of the bodies of a chunk, or some of them: columns of the state, or room for those of
 * balls, which have none. */
struct forces { double *f[3], *t[3], *a[3]; _Alignas(LINE) double room[9][DEM3_CHUNK]; };

/* Sum up the forces on the n bodies from b on, in one chunk. */
static void gather(struct dem3 *s, int b, int n, struct forces *to)
{
	int stored = b >= s->forces_from;

	for (int k = 0; k < 3; k++) {
		to->f[k] = stored ? s->core.f[k] + b : to->room[k];
		to->t[k] = stored ? s->tq[k] + b : to->room[3 + k];
		to->a[k] = stored ? s->core.a[k] + b : to->room[6 + k];
	}
	if (!s->plain)
		dem3_gather(s, b, n, to->f, to->t);
}

/* End a step for the n bodies from b on. Returns whether their accelerations are finite. */
static int finish(struct dem3 *s, int b, int n, int kick)
{
	struct forces on;
	int finite = 1;

	gather(s, b, n, &on);
	for (int k = 0; k < 3; k++)
		finite &= verlet_accelerate(s->core.wide, n, on.f[k], s->core.minv + b, s->core.gravity[k], on.a[k]);
	for (int k = 0; k < 3 && kick; k++) {
		verlet_kick(s->core.wide, n, s->core.clock.dt, s->core.v[k] + b, on.a[k]);
		twist(s->core.wide)(n, 0.5 * s->core.clock.dt, s->iinv[k] + b, on.t[k], s->l[k] + b);
	}
	return finite;
}

struct forces3 dem3_forces_on(const struct dem3 *s, int b)
{
	const double *g = s->core.gravity;

	if (b >= s->forces_from)
		return (struct forces3){ dem3_vec(s->core.f, b), dem3_vec(s->tq, b), dem3_vec(s->core.a, b) };
	struct wrench3 sum = dem3_wrench(s, b);
	return (struct forces3){ sum.f, sum.t, v3_add(v3_scale(s->core.minv[b], sum.f), v3(g[0], g[1], g[2])) };
}

void dem3_forces_store(struct dem3 *s)
{
	for (int b = 0; b < s->forces_from; b++) {
		struct wrench3 sum = dem3_wrench(s, b);

		for (int k = 0; k < 3; k++) {
			s->core.f[k][b] = (&sum.f.x)[k];
			s->tq[k][b] = (&sum.t.x)[k];
		}
	}
}

/* Begin the next step for them. */
static void start(struct dem3 *s, int b, int n)
{
	for (int k = 0; k < 3; k++) {
		verlet_drift(s->core.wide, n, s->core.clock.dt, s->core.x[k] + b, s->core.v[k] + b, s->core.a[k] + b);
		twist(s->core.wide)(n, 0.5 * s->core.clock.dt, s->iinv[k] + b, s->tq[k] + b, s->l[k] + b);
	}
}

/* Do both at once. Forces that are not finite are noticed in the sums of the ledger. */
static void finish_and_start(struct dem3 *s, int b, int n)
{
	const struct soft *c = &s->core;
	struct forces on;

	gather(s, b, n, &on);
	for (int k = 0; k < 3; k++)
		finish_and_begin(c->wide)(n, c->clock.dt, c->gravity[k], &(struct columns){ on.f[k], on.t[k], c->minv + b,
			s->iinv[k] + b, on.a[k], c->v[k] + b, c->x[k] + b, s->l[k] + b });
}

/* The states of bodies of a chunk that got impulses: these have ended their step already. */
struct ended { int n; struct { int b; vec3 x, v, l; } at[DEM3_CHUNK]; };

static void ended_save(struct dem3 *s, int chunk, struct ended *e)
{
	char *at = s->core.touched + dem3_chunk_begin(s, chunk), *end = s->core.touched + dem3_chunk_end(s, chunk);

	for (e->n = 0; (at = memchr(at, 1, (size_t)(end - at))); *at = 0, e->n++) {
		int b = e->at[e->n].b = (int)(at - s->core.touched);

		e->at[e->n].x = dem3_vec(s->core.x, b);
		e->at[e->n].v = dem3_vec(s->core.v, b);
		e->at[e->n].l = dem3_vec(s->l, b);
	}
}

/* Restore these states; if go is set, begin the next step for them. */
static void ended_restore(struct dem3 *s, const struct ended *e, int go)
{
	for (int k = 0; k < e->n; k++)
		for (int c = 0; c < 3; c++) {
			int b = e->at[k].b;

			s->core.x[c][b] = (&e->at[k].x.x)[c];
			s->core.v[c][b] = (&e->at[k].v.x)[c];
			s->l[c][b] = (&e->at[k].l.x)[c];
		}
	for (int k = 0; k < e->n && go; k++)
		start(s, e->at[k].b, 1);
}

void dem3_halves(struct dem3 *s, int chunk)
{
	int b = dem3_chunk_begin(s, chunk), n = dem3_chunk_end(s, chunk) - b;
	struct ended ended;

	if (!s->kick_due || b >= s->n_free) {
		start(s, b, n);
		return;
	}
	ended_save(s, chunk, &ended);
	finish_and_start(s, b, n);
	ended_restore(s, &ended, 1);
}

static void settle(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	int b = dem3_chunk_begin(s, chunk);
	struct ended ended;

	(void)thread;
	ended_save(s, chunk, &ended);
	finish(s, b, dem3_chunk_end(s, chunk) - b, 1);
	ended_restore(s, &ended, 0);
}

void dem3_settle(const struct dem3 *at)
{
	struct dem3 *s = (struct dem3 *)at; /* the state that callers see does not change */

	if (s->kick_due)
		team_run(s->core.threads, dem3_chunks_free(s), settle, s);
	s->kick_due = 0;
}

struct accelerate { struct dem3 *s; int kick, first; };

static void chunk_accelerate(void *to, int chunk, int thread)
{
	const struct accelerate *r = to;
	int b = dem3_chunk_begin(r->s, r->first + chunk);

	(void)thread;
	if (!finish(r->s, b, dem3_chunk_end(r->s, r->first + chunk) - b, r->kick))
		__atomic_store_n(&r->s->core.finite, 0, __ATOMIC_RELAXED);
}

void dem3_accelerate_bodies(struct dem3 *s, int kick, int all)
{
	int first = all ? 0 : dem3_chunks_free(s), n = dem3_chunks(s) - first;

	s->core.finite = 1;
	team_run(n > 1 ? s->core.threads : 1, n, chunk_accelerate, &(struct accelerate){ s, kick, first });
	s->kick_due = !all;
}

void dem3_end(struct dem3 *s, int b)
{
	if (!s->kick_due)
		return;
	struct wrench3 sum = dem3_wrench(s, b);
	for (int k = 0; k < 3; k++) {
		s->core.v[k][b] += 0.5 * s->core.clock.dt * ((&sum.f.x)[k] * s->core.minv[b] + s->core.gravity[k]);
		s->l[k][b] += s->iinv[k][b] > 0 ? 0.5 * s->core.clock.dt * (&sum.t.x)[k] : 0;
	}
}
