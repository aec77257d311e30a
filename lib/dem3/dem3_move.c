/* dem3_move.c: the first half of the step for all bodies, in chunks that threads take */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/quat.h"
#include "base/team.h"
#include "base/wide.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_inertia.h"
#include "dem3/dem3_sweep.h"
#include "motion/rotor.h"
#include "motion/verlet.h"

/* ---- positions ---- */

void dem3_matrix(const struct dem3 *s, int b, double m[3][3])
{
	const double q[4] = { s->q[0][b], s->q[1][b], s->q[2][b], s->q[3][b] };
	double size = s->pebbles.size[b];

	inertia3_matrix(q, m);
	for (int k = 0; k < 3; k++)
		for (int j = 0; j < 3; j++)
			m[k][j] *= size;
}

/* Place n pebbles of body b with the matrix m times its size: those in use[n], or the first n if use is NULL. x: columns of
 * positions; from an array that has just been written they would be read slowly. */
static WIDE_INLINE void pebbles_loop(struct pebbles *p, int b, double *const x[3], const double m[3][3], int n, const int *use)
{
	const struct pebbles_local local = pebbles_local(p, b);
	struct pebble *at = p->at;
	int first = p->first[b];
	double size = p->size[b];
	quad c = { x[0][b], x[1][b], x[2][b] }, m0 = { m[0][0], m[1][0], m[2][0] }, m1 = { m[0][1], m[1][1], m[2][1] };
	quad m2 = { m[0][2], m[1][2], m[2][2] };

	for (int z = 0; z < n; z++) {
		int k = use ? use[z] : first + z;
		const double *l = local.x + (k - first) * local.stride;
		quad to = c + ((m0 * l[0] + m1 * l[1]) + m2 * l[2]);

		to[3] = size * l[3]; /* the radius again: not read, since it need not be in the cache */
		*(quad *)&at[k] = to;
	}
}
WIDE_LOOP(pebbles, (struct pebbles *p, int b, double *const x[3], const double m[3][3], int n, const int *use),
	(p, b, x, m, n, use))

/* Place the pebbles of body b, all or those in use, with its matrix m times its size. */
static inline void place_pebbles(struct dem3 *s, int b, const double m[3][3], int all)
{
	struct pebbles *p = &s->pebbles;
	int n = p->first[b + 1] - p->first[b];

	if (all || s->core.n_use[b] == n)
		pebbles(s->core.wide)(p, b, s->core.x, m, n, NULL);
	else if (s->core.n_use[b])
		pebbles(s->core.wide)(p, b, s->core.x, m, s->core.n_use[b], s->core.use + p->first[b]);
}

static void place(struct dem3 *s, int b, const double m[3][3], int all)
{
	struct frame3 *f = s->frame ? &s->frame[b] : NULL;

	if (f)
		f->at = dem3_vec(s->core.x, b);
	for (int k = 0; k < 3 && f; k++)
		for (int j = 0; j < 3; j++)
			f->m[k][j] = f->column[j][k] = m[k][j];
	place_pebbles(s, b, m, all);
}

static inline void place_ball(struct dem3 *s, int b)
{
	struct pebble *at = &s->pebbles.at[s->pebbles.first[b]];

	at->x = s->core.x[0][b];
	at->y = s->core.x[1][b];
	at->z = s->core.x[2][b];
}

static void place_wall(struct dem3 *s, int b, const double m[3][3], int all)
{
	const double x[3] = { s->core.x[0][b], s->core.x[1][b], s->core.x[2][b] };
	struct wall3 *wall = &s->wall_at[s->wall_of[b]];
	struct facets *f = &s->facets[s->wall_of[b]];

	*wall = wall3_of(&s->pebbles, b, x, m);
	if (s->core.endless[b] && wall->half < INFINITY)
		wall->half = DBL_MAX; /* its images continue it; it is thin still, see wall3_from_cylinder */
	wall->facets = f;
	facets_place(f, x, m, s->pebbles.size[b], all);
}

void dem3_place(struct dem3 *s, int b, int all)
{
	double m[3][3];

	s->motion[b].position = dem3_vec(s->core.x, b);
	if (s->axis[b] == 3) {
		place_ball(s, b);
		return;
	}
	dem3_matrix(s, b, m);
	if (s->wall_of[b] >= 0)
		place_wall(s, b, (const double (*)[3])m, all);
	else
		place(s, b, (const double (*)[3])m, all);
}

vec3 dem3_spin(const struct dem3 *s, int b, vec3 l)
{
	struct inertia3 inertia;

	inertia3_of(s, b, &inertia);
	return inertia3_spin(&inertia, l);
}

vec3 dem3_spin_of(const struct dem3 *s, int b, vec3 l)
{
	const struct group *g = dem3_group_of(s, b);

	return g && g->turn != TURN_FREE ? dem3_group_spin(g) : dem3_spin(s, b, l);
}

void dem3_motion_set(struct dem3 *s, int b)
{
	s->motion[b] = (struct motion3){ .position = dem3_vec(s->core.x, b), .linear_velocity = dem3_vec(s->core.v, b),
	                                 .spin = dem3_spin_of(s, b, dem3_vec(s->l, b)),
	                                 .radius = dem3_is_ball(s, b) ? s->pebbles.at[s->pebbles.first[b]].r : 0 };
}

/* ---- rotation ---- */

/* The index of the first axis of a rotor among x, y, z. */
static inline int axis_of(const struct dem3 *s, int b)
{
	return s->axis[b] == 2 ? 0 : s->axis[b] + 1;
}

/* Bodies that turn side by side, in lines of consecutive bodies with one axis: n bodies from b on, at index `at` of the rotor. */
struct block { struct rotor r; int n, n_line; struct { int b, at, n; } line[ROTOR_BLOCK]; };

/* Add the bodies from .. to-1, which have one axis, to a block with room for them. */
static void block_add(const struct dem3 *s, struct block *k, int from, int to)
{
	struct rotor *r = &k->r;
	int at = k->n, n = to - from, axis = axis_of(s, from);

	memcpy(&r->q[0][at], s->q[0] + from, (size_t)n * sizeof(double));
	for (int c = 0; c < 3; c++, axis = axis == 2 ? 0 : axis + 1) {
		memcpy(&r->q[1 + c][at], s->q[1 + axis] + from, (size_t)n * sizeof(double));
		memcpy(&r->l[c][at], s->l[axis] + from, (size_t)n * sizeof(double));
		memcpy(&r->torque[c][at], s->tq[axis] + from, (size_t)n * sizeof(double));
		memcpy(&r->inverse[c][at], s->iinv[axis] + from, (size_t)n * sizeof(double));
	}
	k->line[k->n_line].b = from;
	k->line[k->n_line].at = at;
	k->line[k->n_line++].n = n;
	k->n += n;
}

/* Offsets of the numbers of a motion3, then of the turn of a late3, one row each. */
enum { X, U = 3, D = 6, W = 9, T = 12, S = 16, ROWS = 20 };
struct motions { double row[ROWS][ROTOR_BLOCK]; };

/* Set the motions of the n bodies from b on; m has their spins and turns. Balls have only one turn. */
static WIDE_INLINE void motions_some(const struct dem3 *s, int b, int n, int balls, struct motions *m)
{
	static const int first[] = { X, X + 4, X + 8, T - 1 };
	struct motion3 none, *motion = s->motion + b;
	struct late3 no_turn, *late = s->late + (balls ? 0 : b - s->late_from);
	double dt = s->core.clock.dt, half = 0.5 * dt;

	for (int c = 0; c < 3; c++) {
		const double *x = s->core.x[c] + b, *v = s->core.v[c] + b, *a = s->core.a[c] + b;

#pragma omp simd
		for (int k = 0; k < n; k++) {
			m->row[X + c][k] = x[k];
			m->row[U + c][k] = v[k] + half * a[k];
			m->row[D + c][k] = dt * v[k];
		}
	}
	for (int k = 0; k < n; k += 4) {
		double *to[4];

		QUAD_UNROLL
		for (int z = 0; z < 4; z++)
			to[z] = k + z < n ? &motion[k + z].position.x : &none.position.x;
		QUAD_UNROLL
		for (int z = 0; z < 4; z++) {
			int f = first[z];

			quad_back(&m->row[f][k], ROTOR_BLOCK, to[0] + f, to[1] + f, to[2] + f, to[3] + f);
		}
		QUAD_UNROLL
		for (int z = 0; z < 4 && !balls; z++)
			to[z] = k + z < n ? &late[k + z].turn.x : &no_turn.turn.x;
		if (!balls)
			quad_back(&m->row[S][k], ROTOR_BLOCK, to[0], to[1], to[2], to[3]);
	}
}

static WIDE_INLINE void motions_loop(const struct dem3 *s, int b, int n, struct motions *m)
{
	motions_some(s, b, n, 0, m);
}
WIDE_LOOP(motions, (const struct dem3 *s, int b, int n, struct motions *m), (s, b, n, m))

static WIDE_INLINE void motions_balls_loop(const struct dem3 *s, int b, int n, struct motions *m)
{
	motions_some(s, b, n, 1, m);
}
WIDE_LOOP(motions_balls, (const struct dem3 *s, int b, int n, struct motions *m), (s, b, n, m))

/* Take the results of a rotor for n bodies from b on, which it has from index `at` on. */
static void line_take(struct dem3 *s, const struct rotor *r, int b, int at, int n)
{
	size_t size = (size_t)n * sizeof(double);
	_Alignas(LINE) struct motions m;
	int axis[3] = { axis_of(s, b) };

	memset(m.row[S + 3], 0, size); /* is written along with S */
	axis[1] = (axis[0] + 1) % 3;
	axis[2] = (axis[0] + 2) % 3;
	memcpy(s->q[0] + b, &r->q[0][at], size);
	for (int c = 0; c < 3; c++) {
		memcpy(s->q[1 + axis[c]] + b, &r->q[1 + c][at], size);
		memcpy(s->l[axis[c]] + b, &r->l[c][at], size);
		memcpy(m.row[T + axis[c]], &r->t0[c][at], size);
		memcpy(m.row[S + axis[c]], &r->t1[c][at], size);
		memcpy(m.row[W + axis[c]], &r->w[c][at], size);
	}
	motions(s->core.wide)(s, b, n, &m);
	for (int k = 0; k < n; k++) { /* into frames at once: numbers just written one by one are read slowly in pairs, as by a copy */
		struct frame3 none, *f = s->frame ? &s->frame[b + k] : &none;
		double scale = s->pebbles.size[b + k];

		f->at = dem3_vec(s->core.x, b + k);
		for (int c = 0; c < 3; c++)
			for (int d = 0; d < 3; d++)
				f->m[axis[c]][axis[d]] = f->column[axis[d]][axis[c]] = r->m[c][d][at + k] * scale;
		place_pebbles(s, b + k, (const double (*)[3])f->m, 0);
	}
}

static void block_turn(struct dem3 *s, struct block *k, struct ledger_sums *sums)
{
	struct rotor *r = &k->r;

	if (s->core.opt.rotation == ROTATION_LEAPFROG)
		rotor_leapfrog(s->core.wide, k->n, s->core.clock.dt, s->core.opt.iterations, r);
	else
		(s->core.opt.rotation == ROTATION_SPLIT4 ? rotor_split4 : rotor_split)(s->core.wide, k->n, s->core.clock.dt, r);
	for (int z = 0; z < k->n_line; z++)
		line_take(s, r, k->line[z].b, k->line[z].at, k->line[z].n);
	for (int z = 0; z < k->n_line && s->core.ghosts; z++)
		for (int b = 0; b < k->line[z].n && k->line[z].b + k->line[z].n > s->core.n_own; b++) /* own bodies come first */
			r->gain[k->line[z].at + b] *= soft_speaks(&s->core, k->line[z].b + b); /* others book this for the rest */
	exact_add_all(s->core.wide, &sums->led[LED_SPIN], k->n, r->gain);
	k->n = k->n_line = 0;
}

/* Turn the n balls from b on. */
static void balls_roll(struct dem3 *s, int b, int n)
{
	struct rotor_balls r = { .inverse = s->iinv[0] + b };
	_Alignas(LINE) struct motions m;

	for (int c = 0; c < 4; c++)
		r.q[c] = s->q[c] + b;
	for (int c = 0; c < 3; c++) {
		r.l[c] = s->l[c] + b;
		r.torque[c] = s->tq[c] + b;
		r.w[c] = m.row[W + c];
		r.t[c] = m.row[T + c];
	}
	rotor_balls(s->core.wide, n, s->core.clock.dt, &r);
	motions_balls(s->core.wide)(s, b, n, &m);
	for (int k = 0; k < n; k++)
		place_ball(s, b + k);
}

/* ---- the first half ---- */

/* Count the bodies that have used up their rooms since near candidates were chosen, and those that are not finite. See
 * dem3_travel for the bound. */
struct places { const double *x[3], *q[4], *nx[3], *nq[4], *arm, *room; };

static WIDE_INLINE void moved_loop(int n, const struct places *p, double *restrict count)
{
	const double *x = p->x[0], *y = p->x[1], *z = p->x[2], *rx = p->nx[0], *ry = p->nx[1], *rz = p->nx[2], *arm = p->arm;
	const double *qw = p->q[0], *qx = p->q[1], *qy = p->q[2], *qz = p->q[3], *room = p->room;
	const double *rw = p->nq[0], *ra = p->nq[1], *rb = p->nq[2], *rc = p->nq[3];
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		double dx = x[b] - rx[b], dy = y[b] - ry[b], dz = z[b] - rz[b];
		double tx = rw[b] * qx[b] - qw[b] * ra[b] + (qy[b] * rc[b] - qz[b] * rb[b]);
		double ty = rw[b] * qy[b] - qw[b] * rb[b] + (qz[b] * ra[b] - qx[b] * rc[b]);
		double tz = rw[b] * qz[b] - qw[b] * rc[b] + (qx[b] * rb[b] - qy[b] * ra[b]);
		double turn = sqrt(tx * tx + ty * ty + tz * tz), left = room[b] - (turn == 0 ? 0 : 2.00001 * arm[b] * turn);

		sum += ((left >= 0) & (dx * dx + dy * dy + dz * dz <= left * left)) ? 0 : 1;
	}
	*count += sum;
}
WIDE_LOOP(moved, (int n, const struct places *p, double *restrict count), (n, p, count))

/* The same for balls about their positions. They may turn freely, as long as their orientation is a number. */
static WIDE_INLINE void moved_balls_loop(int n, const struct places *p, double *restrict count)
{
	const double *x = p->x[0], *y = p->x[1], *z = p->x[2], *rx = p->nx[0], *ry = p->nx[1], *rz = p->nx[2], *room = p->room;
	const double *qw = p->q[0];
	double sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int b = 0; b < n; b++) {
		double dx = x[b] - rx[b], dy = y[b] - ry[b], dz = z[b] - rz[b], d2 = dx * dx + dy * dy + dz * dz;

		sum += d2 <= room[b] * room[b] && fabs(qw[b]) <= 2 ? 0 : 1;
	}
	*count += sum;
}
WIDE_LOOP(moved_balls, (int n, const struct places *p, double *restrict count), (n, p, count))

/* Find out whether bodies of a chunk are outside the domain or have used up their rooms. */
static void strays_find(struct dem3 *s, int chunk, int balls)
{
	const struct domain *d = &s->core.domain;
	int b = dem3_chunk_begin(s, chunk), n = dem3_chunk_end(s, chunk) - b;
	struct places p = { .arm = balls ? NULL : s->sweep + (b - s->late_from), .room = s->core.room + b };
	double far = 0;

	for (int k = 0; k < 4; k++) {
		p.q[k] = s->q[k] + b;
		p.nq[k] = balls ? NULL : s->near_q[k] + (b - s->late_from);
	}
	for (int k = 0; k < 3; k++) {
		p.x[k] = s->core.x[k] + b;
		p.nx[k] = s->core.near_x[k] + b;
	}
	(balls ? moved_balls : moved)(s->core.wide)(n, &p, &far);
	int out = 0;
	for (int k = 0; k < 3 && d->set; k++)
		out |= verlet_outside(s->core.wide, n, s->core.x[k] + b, d->lo[k], d->hi[k]);
	dem3_stray_set(s, chunk, out, far > 0);
}

void dem3_stray_set(struct dem3 *s, int chunk, int out, int far)
{
	char stray = (char)((out ? STRAY_OUT : 0) | (far ? STRAY_FAR : 0));

	if (far)
		__atomic_store_n(&s->core.far, 1, __ATOMIC_RELAXED);
	if (s->core.stray[chunk] != stray) /* avoid writes: chunks of several threads are on one cache line */
		s->core.stray[chunk] = stray;
}

void dem3_motion_again(struct dem3 *s, int b)
{
	struct motion3 *m = &s->motion[b];
	vec3 v = dem3_vec(s->core.v, b);

	m->position = dem3_vec(s->core.x, b);
	m->displacement = v3_scale(s->core.clock.dt, v);
	m->linear_velocity = v3_add(v, v3_scale(0.5 * s->core.clock.dt, dem3_vec(s->core.a, b)));
}

/* Set the motion of a body of a group, except for its turn. A group that always stands keeps what dem3_motion_set has set:
 * memory that is not written stays in the caches of all threads. */
static void motion_prescribed(struct dem3 *s, int b)
{
	if (!s->core.group[s->core.group_of[b]].is_fixed)
		dem3_motion_again(s, b);
}

void dem3_advance(struct dem3 *s, int chunk, int thread)
{
	int from = dem3_chunk_begin(s, chunk), end = dem3_chunk_end(s, chunk);
	_Alignas(LINE) struct block clumps;
	int balls = 1;

	if (dem3_balls_only(s, chunk)) {
		dem3_balls_advance(s, chunk);
		return;
	}
	dem3_halves(s, chunk);
	clumps.n = clumps.n_line = 0;
	for (int b = from, next; b < end; b = next) { /* consecutive bodies with one axis */
		int axis = s->axis[b], most = axis == 3 ? ROTOR_BLOCK : ROTOR_BLOCK - clumps.n;

		for (next = b + 1; next < end && next - b < most && s->axis[next] == axis; next++)
			;
		balls &= axis == 3;
		if (axis == 3) {
			balls_roll(s, b, next - b);
		} else if (axis < 0) { /* groups turn these bodies */
			for (; b < next; b++)
				motion_prescribed(s, b);
		} else {
			block_add(s, &clumps, b, next);
			if (clumps.n == ROTOR_BLOCK)
				block_turn(s, &clumps, &s->core.sums[thread]);
		}
	}
	if (clumps.n)
		block_turn(s, &clumps, &s->core.sums[thread]);
	if (!s->core.cell.moves) /* else after the cell has deformed */
		strays_find(s, chunk, balls);
}

static void advance(void *to, int chunk, int thread)
{
	dem3_advance(to, chunk, thread);
}

static void chunk_strays(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	int balls = 1;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++)
		balls &= s->axis[b] == 3;
	strays_find(s, chunk, balls);
}

void dem3_find_strays(struct dem3 *s)
{
	team_run(s->core.threads, dem3_chunks(s), chunk_strays, s);
}

void dem3_kick_drift_turn(struct dem3 *s)
{
	s->core.far = 0;
	team_run(s->core.threads, dem3_chunks(s), advance, s);
	s->kick_due = 0;
	dem3_groups_advance(s);
}

