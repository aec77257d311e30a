/* cd3_pack.c: contacts, four at a time */
#include "cd3/cd3_pack.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/share.h"
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

/* The four units' y as v[3], 1 / mass, w[3], nothing. Loops over a few lanes are written out: nothing may be left in memory. */
static WIDE_INLINE void gather(const struct y *y, const int at[CD3_LANES], lanes to[8])
{
	const struct y *a = &y[at[0]], *b = &y[at[1]], *c = &y[at[2]], *d = &y[at[3]];

	to[0] = a->v, to[1] = b->v, to[2] = c->v, to[3] = d->v;
	to[4] = a->w, to[5] = b->w, to[6] = c->w, to[7] = d->w;
	transpose(to);
	transpose(to + 4);
}

static WIDE_INLINE void scatter(struct y *y, const int at[CD3_LANES], lanes from[8])
{
	struct y *a = &y[at[0]], *b = &y[at[1]], *c = &y[at[2]], *d = &y[at[3]];

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

/* Roots; a where m is set and b elsewhere. By pointers, as vectors by value are not everywhere passed in the same way. */
static WIDE_INLINE void take_root(lanes *x)
{
	*x = (lanes){ sqrt((*x)[0]), sqrt((*x)[1]), sqrt((*x)[2]), sqrt((*x)[3]) };
}

static WIDE_INLINE void choose(lanes *to, const mask *m, const lanes *a, const lanes *b)
{
	*to = (lanes)((*m & (mask)*a) | (~*m & (mask)*b));
}

/* ---- one contact ---- */

static WIDE_INLINE int any(const mask *m)
{
	mask two = *m | QUAD_PICK(*m, *m, 2, 3, 0, 1);

	return (two[0] | two[1]) != 0;
}

/* Sliding: rho_k(x) = rho_k(0) / (1 + x / a_k) for the x > 0 at which |rho| = r_N = normal - g.rho. There r_N / |rho| - 1,
 * all but straight, goes from below 0 to infinity: Newton's method in a bracket, from the last x, until r_N and |rho|
 * differ by no more than a hundredth; the x for the next sweep is that of one more step, so that what is left vanishes
 * as sweeps go on. Where that step leads out of the bracket, they are to differ by no more than a millionth. r comes in
 * with rho(0). */
static WIDE_INLINE void slide(struct pack *k, const mask *slides, const lanes *normal, lanes r[3])
{
	const lanes zero = { 0 }, one = { 1, 1, 1, 1 };
	lanes lo = zero, hi = zero + INFINITY, x, then, n, p, q, t, s, size;
	mask todo = *slides;

	choose(&x, slides, &k->slip, &zero);
	for (int round = 0; ; round++) {
		p = 1 / (1 + x * k->ia[0]), q = 1 / (1 + x * k->ia[1]);
		t = r[1] * p, s = r[2] * q;
		n = *normal - k->g[0] * t - k->g[1] * s;
		lanes square = t * t + s * s;
		size = square;
		take_root(&size);
		lanes off = n - size, fair = 1e-2 * size, good = 1e-6 * size;
		/* with d(rho_k) = -rho_k / (a_k + x) dx, and all times |rho|^3 */
		lanes tp = t * p * k->ia[0], sq = s * q * k->ia[1];
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
		lanes half = 0.5 * (lo + hi), twice = 2 * x + 1 / k->ia[0];
		mask open = hi == INFINITY;
		choose(&half, &open, &twice, &half);
		choose(&next, &within, &next, &half);
		todo &= (next != x) & (next != lo) & (next != hi);
		choose(&x, &todo, &next, &x);
	}
	choose(&k->slip, slides, &then, &k->slip);
	/* on the cone to the last bit */
	mask beyond = size > n, some = n > 0;
	lanes f = n / size;
	choose(&f, &some, &f, &zero);
	choose(&f, &beyond, &f, &one);
	t *= f, s *= f;
	choose(&r[0], slides, &n, &r[0]);
	choose(&r[1], slides, &t, &r[1]);
	choose(&r[2], slides, &s, &r[2]);
}

/* Four contacts, each solved exactly: from z = -q_N / W_NN, q = u - W r being the velocity without this impulse, and the impulse
 * that would stop the point. */
static WIDE_INLINE void solve_exactly(struct pack *k, const lanes u[3], lanes r[3])
{
	lanes z = k->r[0] + k->g[0] * k->r[1] + k->g[1] * k->r[2] - u[0] * k->inverse;

	r[1] = k->r[1] - (u[1] - k->g[0] * u[0]) * k->ia[0];
	r[2] = k->r[2] - (u[2] - k->g[1] * u[0]) * k->ia[1];
	r[0] = z - k->g[0] * r[1] - k->g[1] * r[2];
	mask acts = z > 0, slides = acts & ((r[0] < 0) | (r[1] * r[1] + r[2] * r[2] > r[0] * r[0]));
	if (any(&slides))
		slide(k, &slides, &z, r);
	r[0] = (lanes)(acts & (mask)r[0]);
	r[1] = (lanes)(acts & (mask)r[1]);
	r[2] = (lanes)(acts & (mask)r[2]);
}

/* A step towards the solution of the problem of De Saxce: with u_N + |u_T| in place of u_N, the velocity is along the impulses
 * that the cone allows. W is replaced by a diagonal p, t, t that is nowhere less, and the nearest point of the cone is that
 * in its metric: on the cone r_N = |r_T| = (p r_N + t |r_T|) / (p + t). */
static WIDE_INLINE void solve_shifted(struct pack *k, const lanes u[3], lanes r[3])
{
	lanes shift = u[1] * u[1] + u[2] * u[2], off = k->g[0] * k->g[0] + k->g[1] * k->g[1], zero = { 0 }, one = { 1, 1, 1, 1 };
	mask frozen = k->ia[0] <= 0;
	lanes p, t;

	take_root(&shift);
	take_root(&off);
	choose(&t, &frozen, &one, &k->ia[0]);
	t = 1 / t + off * (off + 1) / k->inverse;
	p = (1 + off) / k->inverse;
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
	choose(&f, &lost, &zero, &f); /* and where the size is 0 */
	choose(&r[0], &inside, &r[0], &rho);
	r[1] *= f;
	r[2] *= f;
}

/* ---- packs ---- */

static WIDE_INLINE void add_velocity(lanes *u, const struct along *a, const lanes i[8], const lanes j[8])
{
	const lanes v[3] = { j[0] - i[0], j[1] - i[1], j[2] - i[2] };
	lanes x, y, z;

	dot(&x, a->d, v), dot(&y, a->bi, i + 4), dot(&z, a->bj, j + 4);
	*u += x + (y + z);
}

static WIDE_INLINE void push(const struct along *a, const lanes *r, lanes f[3], lanes i[8], lanes j[8])
{
	add(f, a->d, r), add(i + 4, a->bi, r), add(j + 4, a->bj, r);
}

/* The four's units' y, and velocities; whether any of them presses or comes nearer. Where none does nothing is to be done, of
 * which neither t nor s are needed. */
static WIDE_INLINE int look(const struct cd3_packs *w, const struct pack *k, lanes i[8], lanes j[8], lanes u[3])
{
	gather(w->y, k->i, i);
	gather(w->y, k->j, j);
	copy(u, k->q);
	add_velocity(&u[0], &k->normal, i, j);
	mask lively = (u[0] < 0) | (k->r[0] > 0);
	if (!any(&lively))
		return 0;
	add_velocity(&u[1], &k->across[0], i, j);
	add_velocity(&u[2], &k->across[1], i, j);
	return 1;
}

static void solve_special(struct cd3_packs *w, const struct pack *k);

static WIDE_INLINE void act(struct cd3_packs *w, const struct pack *k, lanes i[8], lanes j[8], const lanes r[3])
{
	lanes f[3] = { { 0 } };

	push(&k->normal, &r[0], f, i, j);
	push(&k->across[0], &r[1], f, i, j);
	push(&k->across[1], &r[2], f, i, j);
	i[0] -= i[3] * f[0], i[1] -= i[3] * f[1], i[2] -= i[3] * f[2];
	j[0] += j[3] * f[0], j[1] += j[3] * f[1], j[2] += j[3] * f[2];
	scatter(w->y, k->i, i);
	scatter(w->y, k->j, j);
}

static WIDE_INLINE void visit(struct cd3_packs *w, struct pack *k, enum pack_how how)
{
	lanes i[8], j[8], u[3], r[3];

	if (look(w, k, i, j, u)) {
		if (how == PACK_EXACTLY)
			solve_exactly(k, u, r);
		else
			solve_shifted(k, u, r);
		const lanes d[3] = { r[0] - k->r[0], r[1] - k->r[1], r[2] - k->r[2] };

		copy(k->r, r);
		act(w, k, i, j, d);
	}
	if (k->special)
		solve_special(w, k);
}

static WIDE_INLINE void start_loop(struct cd3_packs *w, int from, int to)
{
	for (int n = from; n < to; n++) {
		const struct pack *k = &w->pack[n];
		lanes i[8], j[8];

		gather(w->y, k->i, i);
		gather(w->y, k->j, j);
		act(w, k, i, j, k->r);
		if (k->special)
			solve_special(w, k);
	}
}

static WIDE_INLINE void exactly_loop(struct cd3_packs *w, int from, int to)
{
	for (int k = from; k < to; k++)
		visit(w, &w->pack[k], PACK_EXACTLY);
}

static WIDE_INLINE void shifted_loop(struct cd3_packs *w, int from, int to)
{
	for (int k = from; k < to; k++)
		visit(w, &w->pack[k], PACK_SHIFTED);
}

/* Squares of what rows are off by, and of their impulses: see cd3_residual(). */
static WIDE_INLINE void off_loop(struct cd3_packs *w, int from, int to, double sum[2])
{
	lanes off = { 0 }, size = { 0 }, zero = { 0 }, one = { 1, 1, 1, 1 };

	for (int n = from; n < to; n++) {
		const struct pack *k = &w->pack[n];
		lanes i[8], j[8], u[3], r[3];

		if (!look(w, k, i, j, u))
			continue;
		lanes shift = u[1] * u[1] + u[2] * u[2];
		take_root(&shift);
		u[0] += shift;
		r[0] = k->r[0] - k->scale * u[0];
		r[1] = k->r[1] - k->scale * u[1];
		r[2] = k->r[2] - k->scale * u[2];
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

WIDE_LOOP(start, (struct cd3_packs *w, int from, int to), (w, from, to))
WIDE_LOOP(exactly, (struct cd3_packs *w, int from, int to), (w, from, to))
WIDE_LOOP(shifted, (struct cd3_packs *w, int from, int to), (w, from, to))
WIDE_LOOP(off, (struct cd3_packs *w, int from, int to, double sum[2]), (w, from, to, sum))

void cd3_packs_visit(struct cd3_packs *w, enum pack_how how, int b)
{
	int from = w->plan->pack[b], to = w->plan->pack[b + 1];

	if (how == PACK_START)
		start(w->wide)(w, from, to);
	else if (how == PACK_EXACTLY)
		exactly(w->wide)(w, from, to);
	else
		shifted(w->wide)(w, from, to);
}

void cd3_packs_off(struct cd3_packs *w, int b, double sum[2])
{
	off(w->wide)(w, w->plan->pack[b], w->plan->pack[b + 1], sum);
}

/* ---- what is rare ---- */

/* The factor of Cholesky of a tensor that has no negative part, 0 where it has none. */
static void factor(double L[6], const double J[6])
{
	L[0] = J[0] > 0 ? sqrt(J[0]) : 0;
	L[3] = J[0] > 0 ? J[3] / L[0] : 0;
	L[4] = J[0] > 0 ? J[4] / L[0] : 0;
	double y = J[1] - L[3] * L[3];
	L[1] = y > 0 ? sqrt(y) : 0;
	L[5] = y > 0 ? (J[5] - L[3] * L[4]) / L[1] : 0;
	double z = J[2] - L[4] * L[4] - L[5] * L[5];
	L[2] = z > 0 ? sqrt(z) : 0;
}

static vec3 factor_times(const double L[6], vec3 y)
{
	return v3(L[0] * y.x, L[3] * y.x + L[1] * y.y, L[4] * y.x + L[5] * y.y + L[2] * y.z);
}

static vec3 factor_back(const double L[6], vec3 b)
{
	return v3(L[0] * b.x + L[3] * b.y + L[4] * b.z, L[1] * b.y + L[5] * b.z, L[2] * b.z);
}

static vec3 spin_of(const struct cd3_packs *w, int unit)
{
	lanes y = w->y[unit].w;

	return v3_add(w->p->unit[unit].w, factor_times(w->frame[unit], v3(y[0], y[1], y[2])));
}

static void push_torque(struct cd3_packs *w, int unit, vec3 m)
{
	vec3 b = factor_back(w->frame[unit], m);

	if (w->p->unit[unit].moves != 0)
		w->y[unit].w += (lanes){ b.x, b.y, b.z, 0 };
}

/* One step of projected gradients for the torques. */
static void solve_roll(struct cd3_packs *w, struct cd3_roll *o, const struct cd3_row *k, double normal)
{
	vec3 spin = v3_sub(spin_of(w, k->j), spin_of(w, k->i)), was = o->m;
	double wn = v3_dot(spin, k->n), mn = v3_dot(was, k->n) - o->step[1] * wn, most = o->mus * normal;
	vec3 across = v3_sub(spin, v3_scale(wn, k->n));
	vec3 mt = v3_sub(v3_sub(was, v3_scale(v3_dot(was, k->n), k->n)), v3_scale(o->step[0], across));
	double size = v3_norm(mt), limit = o->mur * normal;

	mn = mn > most ? most : mn < -most ? -most : mn;
	if (size > limit)
		mt = v3_scale(limit / size, mt);
	o->m = v3_add(mt, v3_scale(mn, k->n));
	vec3 d = v3_sub(o->m, was);
	push_torque(w, k->j, d);
	push_torque(w, k->i, v3_scale(-1, d));
}

/* A unit that is free along some axes moves along these alone. */
static void hold(struct cd3_packs *w, int unit)
{
	const struct cd3_unit *a = &w->p->unit[unit];
	const double im[3] = { a->im.x, a->im.y, a->im.z };

	for (int q = 0; q < 3 && a->moves != 0; q++)
		if (!(im[q] > 0))
			w->y[unit].v[q] = 0;
}

static void solve_special(struct cd3_packs *w, const struct pack *k)
{
	const int *row = w->plan->row + CD3_LANES * (k - w->pack);

	for (int l = 0; l < CD3_LANES; l++) {
		if (row[l] < 0)
			continue;
		const struct cd3_row *r = &w->p->row[row[l]];
		hold(w, r->i);
		hold(w, r->j);
		if (r->roll >= 0)
			solve_roll(w, &w->p->roll[r->roll], r, k->r[0][l]);
	}
}

/* ---- packing and unpacking ---- */

static int is_partial(const struct cd3_unit *a)
{
	return a->moves != 0 && !(a->im.x > 0 && a->im.y > 0 && a->im.z > 0);
}

static void put_row(struct cd3_packs *w, struct pack *k, int l, const struct cd3_row *r, int still)
{
	const struct cd3_unit *unit = w->p->unit;
	const vec3 d[3] = { r->n, r->t, r->s };
	double u[3], normal = 1 / r->inverse;

	k->i[l] = unit[r->i].moves != 0 ? r->i : still;
	k->j[l] = unit[r->j].moves != 0 ? r->j : still;
	cd3_row_u(r, unit, u);
	for (int q = 0; q < 3; q++) {
		struct along *a = q ? &k->across[q - 1] : &k->normal;
		vec3 bi = factor_back(w->frame[r->i], v3_cross(d[q], r->ri));
		vec3 bj = factor_back(w->frame[r->j], v3_cross(r->rj, d[q]));

		a->d[0][l] = d[q].x, a->d[1][l] = d[q].y, a->d[2][l] = d[q].z;
		a->bi[0][l] = bi.x, a->bi[1][l] = bi.y, a->bi[2][l] = bi.z;
		a->bj[0][l] = bj.x, a->bj[1][l] = bj.y, a->bj[2][l] = bj.z;
		k->q[q][l] = u[q];
		k->r[q][l] = r->r[q];
	}
	k->inverse[l] = r->inverse;
	for (int q = 0; q < 2; q++) {
		k->g[q][l] = r->g[q];
		k->ia[q][l] = r->a[q] > 0 ? 1 / r->a[q] : 0;
	}
	k->scale[l] = 3 / (normal * (1 + r->g[0] * r->g[0] + r->g[1] * r->g[1]) + r->a[0] + r->a[1]);
	k->special |= r->roll >= 0 || is_partial(&unit[r->i]) || is_partial(&unit[r->j]);
}

void cd3_packs_put(struct cd3_packs *w, int b)
{
	int still = w->p->n_unit + b;

	memset(&w->y[still], 0, sizeof w->y[still]);
	for (int n = w->plan->pack[b]; n < w->plan->pack[b + 1]; n++) {
		const int *row = w->plan->row + CD3_LANES * n;

		for (int l = CD3_LANES; l < 2 * CD3_LANES && n + 1 < w->plan->n_pack; l++)
			if (row[l] >= 0)
				cd3_fetch(&w->p->row[row[l]], sizeof *w->p->row);
		memset(&w->pack[n], 0, sizeof w->pack[n]);
		for (int l = 0; l < CD3_LANES; l++) {
			w->pack[n].i[l] = w->pack[n].j[l] = still;
			w->pack[n].inverse[l] = 1;
			if (row[l] >= 0)
				put_row(w, &w->pack[n], l, &w->p->row[row[l]], still);
		}
	}
}

static void take_block(void *to, int b, int thread)
{
	struct cd3_packs *w = to;

	(void)thread;
	for (int n = w->plan->pack[b]; n < w->plan->pack[b + 1]; n++) {
		const int *row = w->plan->row + CD3_LANES * n, *next = n + 8 < w->plan->n_pack ? row + 8 * CD3_LANES : row;

		for (int l = 0; l < CD3_LANES; l++) {
			if (next[l] >= 0)
				cd3_fetch(w->p->row[next[l]].r, sizeof w->p->row->r);
			for (int q = 0; q < 3 && row[l] >= 0; q++)
				w->p->row[row[l]].r[q] = w->pack[n].r[q][l];
		}
	}
}

static void begin_some(void *to, int from, int end, int thread)
{
	struct cd3_packs *w = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		const struct cd3_unit *a = &w->p->unit[u];

		factor(w->frame[u], a->J);
		w->y[u] = (struct y){ .v = { 0, 0, 0, fmax(a->im.x, fmax(a->im.y, a->im.z)) } };
	}
}

void cd3_packs_begin(struct cd3_packs *w, struct cd3_problem *p, const struct cd3_plan *plan)
{
	size_t units = (size_t)p->n_unit, blocks = (size_t)plan->n_block;

	w->p = p;
	w->plan = plan;
	w->wide = wide_less(p->narrow);
	MEM_GROW_LINES(w->pack, &w->cap_pack, (size_t)plan->n_pack);
	MEM_GROW_LINES(w->y, &w->cap_y, units + blocks);
	MEM_GROW(w->frame, &w->cap_frame, units);
	share_stretches(p->threads, p->n_unit, CD3_STRETCH, begin_some, w);
	for (int k = 0; k < p->n && p->n_roll > 0; k++) /* torques are there from the start, too */
		if (p->row[k].roll >= 0) {
			vec3 m = p->roll[p->row[k].roll].m;

			push_torque(w, p->row[k].j, m);
			push_torque(w, p->row[k].i, v3_scale(-1, m));
		}
}

static void take_some(void *to, int from, int end, int thread)
{
	struct cd3_packs *w = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		struct cd3_unit *a = &w->p->unit[u];
		lanes v = w->y[u].v;

		a->w = spin_of(w, u);
		a->v = v3_add(a->v, v3(v[0], v[1], v[2]));
	}
}

void cd3_packs_take(struct cd3_packs *w)
{
	share(w->p->threads, w->plan->n_block, take_block, w);
	share_stretches(w->p->threads, w->p->n_unit, CD3_STRETCH, take_some, w);
}

void cd3_packs_free(struct cd3_packs *w)
{
	free(w->pack);
	free(w->y);
	free(w->frame);
}
