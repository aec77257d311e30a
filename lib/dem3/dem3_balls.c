/* dem3_balls.c: the first half of the step for chunks of balls that move by themselves: sums of forces, kicks, drift,
 * rotation and motions in one pass, from which a large scene of balls reads and writes each body once. Forces, torques and
 * accelerations are not stored; dem3_settle finds them again for whoever looks at them. */
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_state.h"
#include "motion/rotor.h"

/* The numbers of the motions of some balls, one row each, see struct motion3; of the balls' forces and torques; a is 1 for balls
 * that have ended their step already. d2: squares of the distances since near candidates were chosen [L^2]. */
enum { X, U = 3, D = 6, W = 9, T = 12, ROWS = 15 };
struct balls { double row[ROWS][ROTOR_BLOCK], f[3][ROTOR_BLOCK], t[3][ROTOR_BLOCK], ended[ROTOR_BLOCK], d2[ROTOR_BLOCK]; };

/* The columns of consecutive balls along one axis, and their rows rx, ru and rd. f and t: forces, or accelerations if no kick is
 * due, and torques. */
struct axis { const double *f, *t, *minv, *iinv, *ended, *near; double *v, *l, *x, *rx, *ru, *rd, *d2; };

/* What is to be done: begin a step, with the accelerations or the forces that are there; end one before; the same for some balls,
 * which `ended` tells. */
enum { BEGIN, BEGIN_BY_FORCES, END_AND_BEGIN, SOME_END };

/* Do the kicks and the drift along an axis. */
static WIDE_INLINE void kicks_some(int n, double dt, double g, const struct axis *c, int what)
{
	const double *restrict f = c->f, *restrict t = c->t, *restrict minv = c->minv, *restrict iinv = c->iinv;
	const double *restrict ended = c->ended, *restrict near = c->near;
	double *restrict v = c->v, *restrict l = c->l, *restrict x = c->x, *restrict rx = c->rx, *restrict ru = c->ru;
	double *restrict rd = c->rd, *restrict d2 = c->d2;
	double h = 0.5 * dt;

#pragma omp simd
	for (int b = 0; b < n; b++) {
		double a = what == BEGIN ? f[b] : f[b] * minv[b] + (minv[b] > 0 ? g : 0);
		double kick = h * a, twist = iinv[b] > 0 ? h * t[b] : 0, speed = v[b], turn = l[b], at, moved;
		int ends = what == END_AND_BEGIN || (what == SOME_END && !(ended[b] > 0));

		speed = ends ? speed + kick : speed;
		turn = ends ? turn + twist : turn;
		speed += kick;
		at = x[b] + dt * speed;
		moved = at - near[b];
		v[b] = speed;
		l[b] = turn + twist;
		x[b] = rx[b] = at;
		ru[b] = speed + kick;
		rd[b] = dt * speed;
		d2[b] += moved * moved;
	}
}

#define KICKS_LOOP(name, what) \
	static WIDE_INLINE void name##_loop(int n, double dt, double g, const struct axis *c) \
	{ \
		kicks_some(n, dt, g, c, what); \
	} \
	WIDE_LOOP(name, (int n, double dt, double g, const struct axis *c), (n, dt, g, c))
KICKS_LOOP(begin, BEGIN)
KICKS_LOOP(begin_by_forces, BEGIN_BY_FORCES)
KICKS_LOOP(end_and_begin, END_AND_BEGIN)
KICKS_LOOP(some_end, SOME_END)

/* How many balls are outside the domain; have left their rooms, or are not finite. */
struct strays { double out, far; };

/* Write the rows of n balls into their motions, and count strays. */
static WIDE_INLINE void motions_loop(int n, const struct balls *m, struct motion3 *motion, const double *room, const double *qw,
	const double *lo, const double *hi, struct strays *restrict strays)
{
	static const int first[] = { X, X + 4, X + 8, T - 1 };
	const double *x = m->row[X], *y = m->row[X + 1], *z = m->row[X + 2];
	const double x0 = lo[0], y0 = lo[1], z0 = lo[2], x1 = hi[0], y1 = hi[1], z1 = hi[2];
	struct motion3 none;
	double out = 0, far = 0;

	for (int k = 0; k < n; k += QUAD) {
		double *to[QUAD];

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++)
			to[z] = k + z < n ? &motion[k + z].position.x : &none.position.x;
		QUAD_UNROLL
		for (int z = 0; z < 4; z++) {
			int c = first[z];

			quad_back(&m->row[c][k], ROTOR_BLOCK, to[0] + c, to[1] + c, to[2] + c, to[3] + c);
		}
	}
#pragma omp simd reduction(+ : out, far)
	for (int k = 0; k < n; k++) {
		out += ((x[k] >= x0) & (x[k] < x1) & (y[k] >= y0) & (y[k] < y1) & (z[k] >= z0) & (z[k] < z1)) ? 0 : 1;
		far += ((m->d2[k] <= room[k] * room[k]) & (fabs(qw[k]) <= 2)) ? 0 : 1;
	}
	strays->out += out;
	strays->far += far;
}
WIDE_LOOP(motions, (int n, const struct balls *m, struct motion3 *motion, const double *room, const double *qw,
	const double *lo, const double *hi, struct strays *restrict strays), (n, m, motion, room, qw, lo, hi, strays))

/* Sum up the forces on the n balls from b on, or take accelerations and torques that are stored. If a step is to be ended, balls
 * that have got impulses have ended it already. Returns what is to be done. */
static int forces_take(struct dem3 *s, int b, int n, struct balls *m)
{
	double *const f[3] = { m->f[0], m->f[1], m->f[2] }, *const t[3] = { m->t[0], m->t[1], m->t[2] };
	char *touched = s->core.touched + b;

	int stored = !s->kick_due && b >= s->forces_from;

	for (int k = 0; k < 3 && stored; k++) {
		memcpy(m->f[k], s->core.a[k] + b, (size_t)n * sizeof(double));
		memcpy(m->t[k], s->tq[k] + b, (size_t)n * sizeof(double));
	}
	if (stored)
		return BEGIN;
	dem3_gather(s, b, n, f, t);
	if (!s->kick_due)
		return BEGIN_BY_FORCES;
	if (!memchr(touched, 1, (size_t)n))
		return END_AND_BEGIN;
	for (int k = 0; k < n; k++)
		m->ended[k] = touched[k];
	memset(touched, 0, (size_t)n);
	return SOME_END;
}

/* The n balls from b on. */
static void some(struct dem3 *s, int b, int n, struct strays *strays)
{
	static void (*(*const kicks[])(int))(int, double, double, const struct axis *) = {
		[BEGIN] = begin, [BEGIN_BY_FORCES] = begin_by_forces, [END_AND_BEGIN] = end_and_begin, [SOME_END] = some_end };
	struct soft *c = &s->core;
	struct rotor_balls r = { .inverse = s->iinv[0] + b };
	_Alignas(LINE) struct balls m;

	int what = forces_take(s, b, n, &m);
	memset(m.d2, 0, sizeof m.d2);
	for (int k = 0; k < 3; k++) {
		kicks[what](c->wide)(n, c->clock.dt, c->gravity[k], &(struct axis){ m.f[k], m.t[k], c->minv + b, s->iinv[0] + b, m.ended,
			c->near_x[k] + b, c->v[k] + b, s->l[k] + b, c->x[k] + b, m.row[X + k], m.row[U + k], m.row[D + k], m.d2 });
		r.l[k] = s->l[k] + b;
		r.torque[k] = m.t[k];
		r.w[k] = m.row[W + k];
		r.t[k] = m.row[T + k];
	}
	for (int k = 0; k < 4; k++)
		r.q[k] = s->q[k] + b;
	rotor_balls(c->wide, n, c->clock.dt, &r);
	motions(c->wide)(n, &m, &s->motion[b], c->room + b, s->q[0] + b, c->domain.lo, c->domain.hi, strays);
}

/* Place the balls that something else than a ball may touch. */
static void place(struct dem3 *s, int from, int end)
{
	for (int b = from; b < end; b++) {
		struct pebble *at = &s->pebbles.at[s->pebbles.first[b]];

		if (!s->core.n_use[b])
			continue;
		at->x = s->core.x[0][b];
		at->y = s->core.x[1][b];
		at->z = s->core.x[2][b];
	}
}

int dem3_balls_only(const struct dem3 *s, int chunk)
{
	int end = dem3_chunk_end(s, chunk);

	return end <= s->late_from && end <= s->n_free;
}

void dem3_balls_advance(struct dem3 *s, int chunk)
{
	int from = dem3_chunk_begin(s, chunk), end = dem3_chunk_end(s, chunk);
	struct strays strays = { 0 };

	for (int b = from; b < end; b += ROTOR_BLOCK)
		some(s, b, end - b < ROTOR_BLOCK ? end - b : ROTOR_BLOCK, &strays);
	place(s, from, end);
	if (!s->core.cell.moves) /* else after the cell has deformed */
		dem3_stray_set(s, chunk, s->core.domain.set && strays.out > 0, strays.far > 0);
}
