/* cd3_contact_solve.c: sweeps over batches of four rows, in the lanes of vectors */
#include "cd3/cd3_batch.h"

#include <math.h>
#include <stdint.h>

#include "base/quad.h"
#include "base/wide.h"

/* ---- lanes ---- */

static WIDE_INLINE void transpose(lanes a[4])
{
	lanes p = QUAD_PICK(a[0], a[1], 0, 4, 2, 6), q = QUAD_PICK(a[0], a[1], 1, 5, 3, 7);
	lanes r = QUAD_PICK(a[2], a[3], 0, 4, 2, 6), s = QUAD_PICK(a[2], a[3], 1, 5, 3, 7);

	a[0] = QUAD_PICK(p, r, 0, 1, 4, 5);
	a[1] = QUAD_PICK(q, s, 0, 1, 4, 5);
	a[2] = QUAD_PICK(p, r, 2, 3, 6, 7);
	a[3] = QUAD_PICK(q, s, 2, 3, 6, 7);
}

/* Gather the y of four rigid bodies as v[3], 1 / mass, w[3], nothing. Loops over a few lanes are written out, so that all stays
 * in registers. */
static WIDE_INLINE void gather(const struct cd3_change *y, const int at[CD3_LANES], lanes to[8])
{
	const struct cd3_change *a = &y[at[0]], *b = &y[at[1]], *c = &y[at[2]], *d = &y[at[3]];

	to[0] = a->v, to[1] = b->v, to[2] = c->v, to[3] = d->v;
	to[4] = a->w, to[5] = b->w, to[6] = c->w, to[7] = d->w;
	transpose(to);
	transpose(to + 4);
}

static WIDE_INLINE void scatter(struct cd3_change *y, const int at[CD3_LANES], lanes from[8])
{
	struct cd3_change *a = &y[at[0]], *b = &y[at[1]], *c = &y[at[2]], *d = &y[at[3]];

	transpose(from);
	transpose(from + 4);
	a->v = from[0], b->v = from[1], c->v = from[2], d->v = from[3];
	a->w = from[4], b->w = from[5], c->w = from[6], d->w = from[7];
}

static WIDE_INLINE void copy(lanes to[3], const lanes from[3])
{
	to[0] = from[0], to[1] = from[1], to[2] = from[2];
}

static WIDE_INLINE void dot(lanes *to, const lanes a[3], const lanes b[3])
{
	*to = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static WIDE_INLINE void add(lanes to[3], const lanes a[3], const lanes *f)
{
	to[0] += a[0] * *f, to[1] += a[1] * *f, to[2] += a[2] * *f;
}

/* The argument is a pointer, since compilers differ in how they pass vectors by value. */
static WIDE_INLINE void take_root(lanes *x)
{
	*x = (lanes){ sqrt((*x)[0]), sqrt((*x)[1]), sqrt((*x)[2]), sqrt((*x)[3]) };
}

/* a where m is set, b elsewhere. */
static WIDE_INLINE void choose(lanes *to, const mask *m, const lanes *a, const lanes *b)
{
	*to = (lanes)((*m & (mask)*a) | (~*m & (mask)*b));
}

/* ---- one row in each lane ---- */

static WIDE_INLINE int any(const mask *m)
{
	mask two = *m | QUAD_PICK(*m, *m, 2, 3, 0, 1);

	return (two[0] | two[1]) != 0;
}

/* Solve rows that slide: rho_k(x) = rho_k(0) / (1 + x / a_k) with the x > 0 at which |rho| = r_N = normal - g.rho. For x > 0 the
 * function r_N / |rho| - 1 is almost linear and rises from below 0 to infinity. Newton's method in a bracket starts with the x of
 * the last sweep, and ends when r_N and |rho| differ by less than a hundredth. The x for the next sweep is one Newton step
 * further, so the error vanishes in the course of the sweeps. If that step leads out of the bracket, r_N and |rho| must differ by
 * less than a millionth. On entry r has rho(0). */
static WIDE_INLINE void slide(struct cd3_batch *k, const mask *slides, const lanes *normal, lanes r[3])
{
	const lanes zero = { 0 }, one = { 1, 1, 1, 1 };
	lanes lo = zero, hi = zero + INFINITY, x, then, n, p, q, t, s, size;
	mask todo = *slides;

	choose(&x, slides, &k->slip, &zero);
	for (int round = 0; ; round++) {
		p = 1 / (1 + x * k->inverse_a[0]), q = 1 / (1 + x * k->inverse_a[1]);
		t = r[1] * p, s = r[2] * q;
		n = *normal - k->g[0] * t - k->g[1] * s;
		lanes square = t * t + s * s;
		size = square;
		take_root(&size);
		lanes off = n - size, fair = 1e-2 * size, good = 1e-6 * size;
		/* with d(rho_k) = -rho_k / (a_k + x) dx, and all times |rho|^3 */
		lanes tp = t * p * k->inverse_a[0], sq = s * q * k->inverse_a[1];
		lanes next = x - off * square / ((k->g[0] * tp + k->g[1] * sq) * square + n * (t * tp + s * sq));
		mask above = off > 0;
		choose(&hi, &above, &x, &hi);
		choose(&lo, &above, &lo, &x);
		mask within = (next > lo) & (next < hi);
		choose(&then, &within, &next, &x);
		todo &= (off > good) | (off < -good);
		todo &= ~within | (off > fair) | (off < -fair);
		if (!any(&todo) || round == 60)
			break;
		lanes half = 0.5 * (lo + hi), twice = 2 * x + 1 / k->inverse_a[0];
		mask open = hi == INFINITY;
		choose(&half, &open, &twice, &half);
		choose(&next, &within, &next, &half);
		todo &= (next != x) & (next != lo) & (next != hi);
		choose(&x, &todo, &next, &x);
	}
	choose(&k->slip, slides, &then, &k->slip);
	/* exactly on the cone: |r_T| must not exceed r_N by a bit */
	mask beyond = size > n, some = n > 0;
	lanes f = n / size;
	choose(&f, &some, &f, &zero);
	choose(&f, &beyond, &f, &one);
	t *= f, s *= f;
	choose(&r[0], slides, &n, &r[0]);
	choose(&r[1], slides, &t, &r[1]);
	choose(&r[2], slides, &s, &r[2]);
}

/* Solve each row exactly, from z = -q_N / W_NN, where q = u - W r is the velocity without this impulse, and from the impulse that
 * would stop the point. */
static WIDE_INLINE void solve_exactly(struct cd3_batch *k, const lanes u[3], lanes r[3])
{
	lanes z = k->r[0] + k->g[0] * k->r[1] + k->g[1] * k->r[2] - u[0] * k->inverse_normal;

	r[1] = k->r[1] - (u[1] - k->g[0] * u[0]) * k->inverse_a[0];
	r[2] = k->r[2] - (u[2] - k->g[1] * u[0]) * k->inverse_a[1];
	r[0] = z - k->g[0] * r[1] - k->g[1] * r[2];
	mask acts = z > 0, slides = acts & ((r[0] < 0) | (r[1] * r[1] + r[2] * r[2] > r[0] * r[0]));
	if (any(&slides))
		slide(k, &slides, &z, r);
	r[0] = (lanes)(acts & (mask)r[0]);
	r[1] = (lanes)(acts & (mask)r[1]);
	r[2] = (lanes)(acts & (mask)r[2]);
}

/* A step towards the solution of De Saxce's problem, which has u_N + |u_T| in place of u_N, and a velocity in the dual cone. The
 * diagonal matrix p, t, t, which is an upper bound on W, replaces W. The nearest point of the cone in the metric of that diagonal
 * has r_N = |r_T| = (p r_N + t |r_T|) / (p + t). */
static WIDE_INLINE void solve_shifted(struct cd3_batch *k, const lanes u[3], lanes r[3])
{
	lanes shift = u[1] * u[1] + u[2] * u[2], off = k->g[0] * k->g[0] + k->g[1] * k->g[1], zero = { 0 }, one = { 1, 1, 1, 1 };
	mask frozen = k->inverse_a[0] <= 0;
	lanes p, t;

	take_root(&shift);
	take_root(&off);
	choose(&t, &frozen, &one, &k->inverse_a[0]);
	t = 1 / t + off * (off + 1) / k->inverse_normal;
	p = (1 + off) / k->inverse_normal;
	r[0] = k->r[0] - (u[0] + shift) / p;
	r[1] = k->r[1] - u[1] / t;
	r[2] = k->r[2] - u[2] / t;
	lanes size = r[1] * r[1] + r[2] * r[2];
	take_root(&size);
	lanes rho = (p * r[0] + t * size) / (p + t);
	mask inside = size <= r[0], lost = rho <= 0;
	choose(&rho, &lost, &zero, &rho);
	lanes f = rho / size;
	choose(&f, &inside, &one, &f);
	choose(&f, &lost, &zero, &f); /* this includes lanes whose size is 0 */
	choose(&r[0], &inside, &r[0], &rho);
	r[1] *= f;
	r[2] *= f;
}

/* ---- batches ---- */

static WIDE_INLINE void add_velocity(lanes *u, const struct cd3_along *a, const lanes i[8], const lanes j[8])
{
	const lanes v[3] = { j[0] - i[0], j[1] - i[1], j[2] - i[2] };
	lanes x, y, z;

	dot(&x, a->d, v), dot(&y, a->bi, i + 4), dot(&z, a->bj, j + 4);
	*u += x + (y + z);
}

static WIDE_INLINE void push(const struct cd3_along *a, const lanes *r, lanes f[3], lanes i[8], lanes j[8])
{
	add(f, a->d, r), add(i + 4, a->bi, r), add(j + 4, a->bj, r);
}

/* Gather the y of the rigid bodies, and compute the velocities of the rows. Returns whether some row has an impulse or
 * approaches. If none does, there is nothing to do, and the velocities along t and s are not computed. */
static WIDE_INLINE int gather_rows(const struct cd3_batches *w, const struct cd3_batch *k, lanes i[8], lanes j[8], lanes u[3])
{
	gather(w->change, k->i, i);
	gather(w->change, k->j, j);
	copy(u, k->q);
	add_velocity(&u[0], &k->normal, i, j);
	mask lively = (u[0] < 0) | (k->r[0] != 0) | (k->r[1] != 0) | (k->r[2] != 0);
	if (!any(&lively))
		return 0;
	add_velocity(&u[1], &k->across[0], i, j);
	add_velocity(&u[2], &k->across[1], i, j);
	return 1;
}

static WIDE_INLINE void act(struct cd3_batches *w, const struct cd3_batch *k, lanes i[8], lanes j[8], const lanes r[3])
{
	lanes f[3] = { { 0 } };

	push(&k->normal, &r[0], f, i, j);
	push(&k->across[0], &r[1], f, i, j);
	push(&k->across[1], &r[2], f, i, j);
	i[0] -= i[3] * f[0], i[1] -= i[3] * f[1], i[2] -= i[3] * f[2];
	j[0] += j[3] * f[0], j[1] += j[3] * f[1], j[2] += j[3] * f[2];
	scatter(w->change, k->i, i);
	scatter(w->change, k->j, j);
}

/* Move the impulses of a batch on by momentum, as the velocities of its rigid bodies have been. */
static WIDE_INLINE void carry_on(struct cd3_batch *k, double momentum)
{
	const lanes r[3] = { k->r[0], k->r[1], k->r[2] };

	if (momentum > 0) {
		k->r[0] += momentum * (r[0] - k->before[0]);
		k->r[1] += momentum * (r[1] - k->before[1]);
		k->r[2] += momentum * (r[2] - k->before[2]);
	}
	copy(k->before, r);
}

static WIDE_INLINE void visit(struct cd3_batches *w, struct cd3_batch *k, enum cd3_sweep how, lanes *moved)
{
	lanes i[8], j[8], u[3], r[3], square;

	carry_on(k, w->momentum);
	if (gather_rows(w, k, i, j, u)) {
		if (how == CD3_SWEEP_EXACT)
			solve_exactly(k, u, r);
		else
			solve_shifted(k, u, r);
		const lanes d[3] = { r[0] - k->r[0], r[1] - k->r[1], r[2] - k->r[2] };

		dot(&square, d, d);
		*moved += square * k->mean;
		copy(k->r, r);
		act(w, k, i, j, d);
	}
	if (k->special)
		cd3_batch_special(w, k);
}

static WIDE_INLINE void start_loop(struct cd3_batches *w, int from, int to)
{
	for (int n = from; n < to; n++) {
		const struct cd3_batch *k = &w->batch[n];
		lanes i[8], j[8];

		gather(w->change, k->i, i);
		gather(w->change, k->j, j);
		act(w, k, i, j, k->r);
		if (k->special)
			cd3_batch_special(w, k);
	}
}

/* Move the velocities of n rigid bodies on. */
static WIDE_INLINE void carry_loop(struct cd3_batches *w, const int *rigid, int n)
{
	for (int k = 0; k < n; k++) {
		struct cd3_change *y = &w->change[rigid[k]];
		lanes v = y->v, turn = y->w;

		y->v += w->momentum * (v - y->v_before); /* 1 / mass stays */
		y->w += w->momentum * (turn - y->w_before);
		y->v_before = v;
		y->w_before = turn;
	}
}

static WIDE_INLINE void exactly_loop(struct cd3_batches *w, int from, int to, lanes *moved)
{
	for (int k = from; k < to; k++)
		visit(w, &w->batch[k], CD3_SWEEP_EXACT, moved);
}

static WIDE_INLINE void shifted_loop(struct cd3_batches *w, int from, int to, lanes *moved)
{
	for (int k = from; k < to; k++)
		visit(w, &w->batch[k], CD3_SWEEP_SHIFTED, moved);
}

/* Sum the squares of the rows' differences from their projections, and the squares of their impulses; see cd3_residual(). */
static WIDE_INLINE void off_loop(struct cd3_batches *w, int from, int to, double sum[2])
{
	lanes off = { 0 }, size = { 0 }, zero = { 0 }, one = { 1, 1, 1, 1 };

	for (int n = from; n < to; n++) {
		const struct cd3_batch *k = &w->batch[n];
		lanes i[8], j[8], u[3], r[3];

		if (!gather_rows(w, k, i, j, u))
			continue;
		lanes shift = u[1] * u[1] + u[2] * u[2];
		take_root(&shift);
		u[0] += shift;
		r[0] = k->r[0] - u[0] / k->mean;
		r[1] = k->r[1] - u[1] / k->mean;
		r[2] = k->r[2] - u[2] / k->mean;
		lanes t = r[1] * r[1] + r[2] * r[2];
		take_root(&t);
		mask inside = t <= r[0], some = t > -r[0];
		lanes half = 0.5 * (r[0] + t), f = half / t;
		choose(&half, &some, &half, &zero);
		choose(&f, &some, &f, &zero);
		choose(&f, &inside, &one, &f);
		choose(&half, &inside, &r[0], &half);
		const lanes d[3] = { k->r[0] - half, k->r[1] - f * r[1], k->r[2] - f * r[2] };
		lanes o, s;
		dot(&o, d, d);
		dot(&s, k->r, k->r);
		off += o;
		size += s;
	}
	sum[0] = (off[0] + off[1]) + (off[2] + off[3]);
	sum[1] = (size[0] + size[1]) + (size[2] + size[3]);
}

WIDE_LOOP(start, (struct cd3_batches *w, int from, int to), (w, from, to))
WIDE_LOOP(carry, (struct cd3_batches *w, const int *rigid, int n), (w, rigid, n))
WIDE_LOOP(exactly, (struct cd3_batches *w, int from, int to, lanes *moved), (w, from, to, moved))
WIDE_LOOP(shifted, (struct cd3_batches *w, int from, int to, lanes *moved), (w, from, to, moved))
WIDE_LOOP(off, (struct cd3_batches *w, int from, int to, double sum[2]), (w, from, to, sum))

double cd3_batches_sweep(struct cd3_batches *w, enum cd3_sweep how, int b)
{
	const struct cd3_schedule *schedule = w->schedule;
	int from = schedule->first_batch[b], to = schedule->first_batch[b + 1];
	lanes moved = { 0 };

	if (how != CD3_SWEEP_START)
		carry(w->wide)(w, schedule->rigid + 2 * (size_t)schedule->first_row[schedule->order[b]], schedule->n_own[b]);
	if (how == CD3_SWEEP_START)
		start(w->wide)(w, from, to);
	else if (how == CD3_SWEEP_EXACT)
		exactly(w->wide)(w, from, to, &moved);
	else
		shifted(w->wide)(w, from, to, &moved);
	return (moved[0] + moved[1]) + (moved[2] + moved[3]);
}

void cd3_batches_residual(struct cd3_batches *w, int b, double sum[2])
{
	off(w->wide)(w, w->schedule->first_batch[b], w->schedule->first_batch[b + 1], sum);
}
