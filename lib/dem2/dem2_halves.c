/* dem2_halves.c: the kicks at the end of a step and at the beginning of the next, and the sweep over the parts of the list
 *
 * Bodies of groups are kicked within the step. For free bodies, the kick at the end of a step is due until the next step begins
 * or the state is read: so both kicks take one loop over the bodies.
 *
 * A part of the list has pairs of bodies that come no later than those of its chunk. So once a chunk of bodies has moved, the
 * forces of its part can be evaluated, as long as bodies so far are in their rooms or have got new ones: then near candidates
 * are those of before, and what the chunk has read and written is still in the cache. Threads sweep over different regions of
 * chunks; pairs of bodies of two regions wait, in parts of their own. */
#include <math.h>
#include <string.h>

#include "base/ranks.h"
#include "base/team.h"
#include "base/wide.h"
#include "dem2/dem2_ahead.h"
#include "dem2/dem2_rooms.h"
#include "motion/verlet.h"

/* ---- kicks ---- */

/* Consecutive bodies. f: fx, fy, torque, - for each. */
struct moving {
	int n;
	double dt, g[3], lo[2], hi[2];
	const double (*f)[4], *minv, *iinv, *near_x[3], *arm, *room;
	double *a[3], *v[3], *x[3];
	double far, out;         /* number of bodies that have moved a vertex further than their room, or are outside; NaN counts */
};

/* Accelerations, the kicks at the end of a step, and the kicks and the drift at the beginning of the next, with the same bits
 * as one after the other. */
static WIDE_INLINE void move_loop(struct moving *restrict m)
{
	const double (*restrict f)[4] = m->f, *restrict minv = m->minv, *restrict iinv = m->iinv, dt = m->dt, h = 0.5 * dt;
	const double *restrict nx = m->near_x[0], *restrict ny = m->near_x[1], *restrict nt = m->near_x[2];
	const double *restrict arm = m->arm, *restrict room = m->room, g0 = m->g[0], g1 = m->g[1], g2 = m->g[2];
	const double lo0 = m->lo[0], lo1 = m->lo[1], hi0 = m->hi[0], hi1 = m->hi[1];
	double *restrict ax = m->a[0], *restrict ay = m->a[1], *restrict at = m->a[2];
	double *restrict vx = m->v[0], *restrict vy = m->v[1], *restrict vt = m->v[2];
	double *restrict x = m->x[0], *restrict y = m->x[1], *restrict t = m->x[2], far = 0, out = 0;

#pragma omp simd reduction(+ : far, out)
	for (int b = 0; b < m->n; b++) {
		double w = minv[b], wi = iinv[b];
		double a0 = f[b][0] * w + (w > 0 ? g0 : 0), a1 = f[b][1] * w + (w > 0 ? g1 : 0), a2 = f[b][2] * wi + (wi > 0 ? g2 : 0);
		double k0 = h * a0, k1 = h * a1, k2 = h * a2;
		double v0 = (vx[b] + k0) + k0, v1 = (vy[b] + k1) + k1, v2 = (vt[b] + k2) + k2;
		double x0 = x[b] + dt * v0, x1 = y[b] + dt * v1, x2 = t[b] + dt * v2;
		double dx = x0 - nx[b], dy = x1 - ny[b], left = room[b] - arm[b] * fabs(x2 - nt[b]);

		ax[b] = a0;
		ay[b] = a1;
		at[b] = a2;
		vx[b] = v0;
		vy[b] = v1;
		vt[b] = v2;
		x[b] = x0;
		y[b] = x1;
		t[b] = x2;
		far += ((left >= 0) & (dx * dx + dy * dy <= left * left)) ? 0 : 1;
		out += ((x0 >= lo0) & (x0 < hi0) & (x1 >= lo1) & (x1 < hi1)) ? 0 : 1;
	}
	m->far += far;
	m->out += out;
}
WIDE_LOOP(move, (struct moving *restrict m), (m))

/* Whether others than the step read the forces on bodies. */
static int forces_read(const struct soft *c)
{
	return c->opt.forces || c->cell.moves;
}

/* End a step for a chunk. Returns whether the forces on its bodies are finite. Columns of forces that nobody reads are not
 * written, so they need no memory; the first failure needs them. */
static int finish(struct dem2 *s, int chunk, int kick)
{
	struct soft *c = &s->core;
	int b = dem2_chunk_begin(s, chunk), n = dem2_chunk_end(s, chunk) - b, finite = 1;
	_Alignas(64) double f[DEM2_CHUNK][4], column[3][DEM2_CHUNK];

	if (!s->plain)
		dem2_gather(s, chunk, f);
	for (int k = 0; k < n; k++)
		for (int z = 0; z < 3; z++)
			column[z][k] = s->plain ? c->f[z][b + k] : f[k][z];
	for (int k = 0; k < 3; k++)
		finite &= verlet_accelerate(c->wide, n, column[k], (k < 2 ? c->minv : s->iinv) + b, c->gravity[k], c->a[k] + b);
	for (int k = 0; k < 3 && (forces_read(c) || !finite); k++)
		memcpy(c->f[k] + b, column[k], (size_t)n * sizeof **column);
	for (int k = 0; k < 3 && kick; k++)
		verlet_kick(c->wide, n, c->clock.dt, c->v[k] + b, c->a[k] + b);
	return finite;
}

/* Begin a step for n bodies. */
static void start(struct dem2 *s, int b, int n)
{
	for (int k = 0; k < 3; k++)
		verlet_drift(s->core.wide, n, s->core.clock.dt, s->core.x[k] + b, s->core.v[k] + b, s->core.a[k] + b);
}

/* Do both at once. Forces that are not finite are noticed in the sums of the ledger. Sets stray; returns whether a body has
 * left its room. */
static int finish_and_start(struct dem2 *s, int chunk)
{
	struct soft *c = &s->core;
	const struct domain *d = &c->domain;
	int b = dem2_chunk_begin(s, chunk);
	_Alignas(64) double f[DEM2_CHUNK][4];
	struct moving m = { .n = dem2_chunk_end(s, chunk) - b, .dt = c->clock.dt, .g = { c->gravity[0], c->gravity[1], c->gravity[2] },
	                    .f = (const double (*)[4])f, .minv = c->minv + b, .iinv = s->iinv + b, .arm = s->outlines.arm + b,
	                    .room = c->room + b };

	for (int k = 0; k < 3; k++) {
		m.near_x[k] = c->near_x[k] + b;
		m.a[k] = c->a[k] + b;
		m.v[k] = c->v[k] + b;
		m.x[k] = c->x[k] + b;
	}
	for (int k = 0; k < 2; k++) {
		m.lo[k] = d->set ? d->lo[k] : -INFINITY;
		m.hi[k] = d->set ? d->hi[k] : INFINITY;
	}
	dem2_gather(s, chunk, f);
	move(c->wide)(&m);
	c->stray[chunk] = d->set && m.out > 0;
	return m.far > 0;
}

/* The states of bodies of a chunk that got impulses: these have ended their step already. */
struct ended { int n; struct { int b; double x[3], v[3]; } at[DEM2_CHUNK]; };

static void ended_save(struct dem2 *s, int chunk, struct ended *e)
{
	char *at = s->core.touched + dem2_chunk_begin(s, chunk), *end = s->core.touched + dem2_chunk_end(s, chunk);

	for (e->n = 0; (at = memchr(at, DEM2_ENDED, (size_t)(end - at))); *at = 0, e->n++) {
		int b = e->at[e->n].b = (int)(at - s->core.touched);

		for (int k = 0; k < 3; k++) {
			e->at[e->n].x[k] = s->core.x[k][b];
			e->at[e->n].v[k] = s->core.v[k][b];
		}
	}
}

/* Restore these states; if go is set, begin the next step for them. Returns whether one of them has left its room then, and sets
 * stray. */
static int ended_restore(struct dem2 *s, int chunk, const struct ended *e, int go)
{
	int all_in = 1;

	for (int z = 0; z < e->n; z++) {
		int b = e->at[z].b;

		for (int k = 0; k < 3; k++) {
			s->core.x[k][b] = e->at[z].x[k];
			s->core.v[k][b] = e->at[z].v[k];
		}
		if (!go)
			continue;
		start(s, b, 1);
		all_in &= dem2_in_room(s, b);
		s->core.stray[chunk] |= (char)soft_is_outside(&s->core, b);
	}
	return !all_in;
}

/* ---- rooms and the domain ---- */

/* Count the bodies that have moved a vertex further than their room. NaN counts. */
static WIDE_INLINE void moved_loop(int n, const double *restrict x, const double *restrict y, const double *restrict th,
	const double *restrict nx, const double *restrict ny, const double *restrict na, const double *restrict arm,
	const double *restrict room, double *restrict count)
{
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		double dx = x[b] - nx[b], dy = y[b] - ny[b], left = room[b] - arm[b] * fabs(th[b] - na[b]);

		sum += ((left >= 0) & (dx * dx + dy * dy <= left * left)) ? 0 : 1;
	}
	*count += sum;
}
WIDE_LOOP(moved, (int n, const double *restrict x, const double *restrict y, const double *restrict th,
	const double *restrict nx, const double *restrict ny, const double *restrict na, const double *restrict arm,
	const double *restrict room, double *restrict count), (n, x, y, th, nx, ny, na, arm, room, count))

int dem2_moved(const struct dem2 *s, int b, int n)
{
	const struct soft *c = &s->core;
	double far = 0;

	moved(c->wide)(n, c->x[0] + b, c->x[1] + b, c->x[2] + b, c->near_x[0] + b, c->near_x[1] + b, c->near_x[2] + b,
		s->outlines.arm + b, c->room + b, &far);
	return far > 0;
}

/* Set stray of a chunk. Returns whether one of its bodies has left its room. */
static int strays(struct dem2 *s, int chunk)
{
	struct soft *c = &s->core;
	const struct domain *d = &c->domain;
	int b = dem2_chunk_begin(s, chunk), n = dem2_chunk_end(s, chunk) - b;

	if (d->set)
		c->stray[chunk] = verlet_outside(c->wide, n, c->x[0] + b, d->lo[0], d->hi[0]) ||
		                    verlet_outside(c->wide, n, c->x[1] + b, d->lo[1], d->hi[1]);
	return dem2_moved(s, b, n);
}

/* ---- steps ---- */

/* Do the kicks and the drift of a chunk at the beginning of a step, and what is due of the step before. Sets stray;
 * returns whether a body has left its room. */
static int halves(struct dem2 *s, int chunk)
{
	int b = dem2_chunk_begin(s, chunk), far;
	struct ended ended;

	if (!s->kick_due || b < s->n_held) {
		start(s, b, dem2_chunk_end(s, chunk) - b);
		return strays(s, chunk);
	}
	ended_save(s, chunk, &ended);
	far = finish_and_start(s, chunk);
	far |= ended_restore(s, chunk, &ended, 1);
	return far;
}

static void chunk_settle(void *to, int chunk, int thread)
{
	struct dem2 *s = to;
	struct ended ended;

	(void)thread;
	if (dem2_chunk_begin(s, chunk) < s->n_held)
		return;
	ended_save(s, chunk, &ended);
	finish(s, chunk, 1);
	ended_restore(s, chunk, &ended, 0);
}

void dem2_settle(const struct dem2 *at)
{
	struct dem2 *s = (struct dem2 *)at; /* the state that callers see does not change */

	if (s->kick_due)
		team_run(s->core.threads, dem2_chunks(s), chunk_settle, s);
	s->kick_due = 0;
}

struct accelerate { struct dem2 *s; int kick; };

static void chunk_accelerate(void *to, int chunk, int thread)
{
	const struct accelerate *r = to;

	(void)thread;
	if (!finish(r->s, chunk, r->kick))
		__atomic_store_n(&r->s->core.finite, 0, __ATOMIC_RELAXED);
}

void dem2_accelerate_bodies(struct dem2 *s, int kick, int all)
{
	int n = all ? dem2_chunks(s) : 0;

	s->core.finite = 1;
	team_run(n > 4 ? s->core.threads : 1, n, chunk_accelerate, &(struct accelerate){ s, kick });
	s->kick_due = !all;
}

void dem2_end(struct dem2 *s, int n, const int *b)
{
	double f[JUMPS_PIECE][3], h = 0.5 * s->core.clock.dt;

	if (!s->kick_due)
		return;
	dem2_gather_some(s, n, b, f);
	for (int k = 0; k < n; k++)
		for (int z = 0; z < 3; z++) {
			double minv = z < 2 ? s->core.minv[b[k]] : s->iinv[b[k]];

			s->core.v[z][b[k]] += h * (f[k][z] * minv + (minv > 0 ? s->core.gravity[z] : 0));
		}
}

static void far_set(struct dem2 *s)
{
	__atomic_store_n(&s->core.far, 1, __ATOMIC_RELAXED);
}

static void chunk_strays(void *to, int chunk, int thread)
{
	(void)thread;
	if (strays(to, chunk))
		far_set(to);
}

void dem2_find_strays(struct dem2 *s)
{
	s->core.far = 0;
	team_run(s->core.threads, dem2_chunks(s), chunk_strays, s);
}

/* ---- the sweep ---- */

struct sweeping { struct dem2 *s; int forces, renews; };

/* Move the chunks of a region, and evaluate the forces of their parts as long as that is possible. */
static void region_sweep(void *to, int region, int thread)
{
	const struct sweeping *w = to;
	struct dem2 *s = w->s;
	int go = w->forces && !__atomic_load_n(&s->core.far, __ATOMIC_RELAXED); /* other regions may set it now */

	for (int c = s->region_from[region]; c < s->region_from[region + 1]; c++) {
		dem2_ahead_sums(s, c, s->region_from[region + 1]);
		if (halves(s, c) && !(w->renews && dem2_rooms_chunk(s, c, &s->scratch[thread]))) {
			far_set(s);
			go = 0;
		}
		if (go && s->core.stray[c])
			go = dem2_wrap_chunk(s, c);
		s->part[c].done = go;
		if (!go)
			continue;
		dem2_part_forces(s, c, EVALUATE_STEP, thread);
	}
}

static void sweep_done(void *to, int thread)
{
	struct dem2 *s = ((struct sweeping *)to)->s;

	dem2_sums_pack(s, thread);
}

void dem2_sweep(struct dem2 *s, int forces)
{
	s->core.far = s->chosen = 0;
	for (int t = 0; t < s->core.n_part; t++)
		s->part[t].done = 0;
	for (int c = 0; c < dem2_chunks_held(s); c++) {
		if (halves(s, c))
			far_set(s);
		if (forces && s->core.stray[c])
			forces = dem2_wrap_chunk(s, c);
	}

	int renews = !s->plain && !s->core.cell.moves && !s->core.clings && ranks_n() == 1 && !s->core.far;
	if (renews && dem2_rooms_over(s)) {
		s->core.far = 1;
		forces = renews = 0;
	}
	team_run_then(s->core.threads, s->n_region, region_sweep, sweep_done, &(struct sweeping){ s, forces, renews });
	if (!dem2_rooms_across(s))
		s->core.far = 1;
	s->kick_due = 0;
}
