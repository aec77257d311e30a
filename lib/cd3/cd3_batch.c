/* cd3_batch.c: filling batches with rows, taking impulses from them, and the rare part of their solution */
#include "cd3/cd3_batch.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/wide.h"

/* ---- the rare part of a batch ---- */

/* The Cholesky factor of a positive semidefinite tensor; columns are 0 where the tensor is singular. */
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

static vec3 spin_of(const struct cd3_batches *w, int rigid)
{
	lanes y = w->change[rigid].w;

	return v3_add(w->p->rigid[rigid].w, factor_times(w->cholesky[rigid], v3(y[0], y[1], y[2])));
}

static void push_torque(struct cd3_batches *w, int rigid, vec3 m)
{
	vec3 b = factor_back(w->cholesky[rigid], m);

	if (w->p->rigid[rigid].moves != 0)
		w->change[rigid].w += (lanes){ b.x, b.y, b.z, 0 };
}

/* One step of projected gradients for the moment. */
static void solve_roll(struct cd3_batches *w, struct cd3_roll *o, const struct cd3_row *k, double normal)
{
	vec3 spin = v3_sub(spin_of(w, k->j), spin_of(w, k->i)), was = o->impulse;

	was = v3_add(was, v3_scale(w->momentum, v3_sub(was, o->before)));
	o->before = o->impulse;
	double wn = v3_dot(spin, k->n), mn = v3_dot(was, k->n) - o->step[1] * wn, most = o->mus * normal;
	vec3 across = v3_sub(spin, v3_scale(wn, k->n));
	vec3 mt = v3_sub(v3_sub(was, v3_scale(v3_dot(was, k->n), k->n)), v3_scale(o->step[0], across));
	double size = v3_norm(mt), limit = o->mur * normal;

	mn = mn > most ? most : mn < -most ? -most : mn;
	if (size > limit)
		mt = v3_scale(limit / size, mt);
	o->impulse = v3_add(mt, v3_scale(mn, k->n));
	vec3 d = v3_sub(o->impulse, was);
	push_torque(w, k->j, d);
	push_torque(w, k->i, v3_scale(-1, d));
}

/* A rigid body that is free along some axes moves only along these. */
static void hold(struct cd3_batches *w, int rigid)
{
	const struct cd3_rigid *a = &w->p->rigid[rigid];
	const double im[3] = { a->inverse_mass.x, a->inverse_mass.y, a->inverse_mass.z };

	for (int q = 0; q < 3 && a->moves != 0; q++)
		if (!(im[q] > 0))
			w->change[rigid].v[q] = 0;
}

void cd3_batch_special(struct cd3_batches *w, const struct cd3_batch *k)
{
	const int *row = w->schedule->row + CD3_LANES * (k - w->batch);

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

/* ---- filling batches ---- */

/* Whether a rigid body that moves is free along some axes only. */
static int is_partial(const struct cd3_rigid *a)
{
	return a->moves != 0 && !(a->inverse_mass.x > 0 && a->inverse_mass.y > 0 && a->inverse_mass.z > 0);
}

static void put_row(struct cd3_batches *w, struct cd3_batch *k, int l, const struct cd3_row *r, int still)
{
	const struct cd3_rigid *rigid = w->p->rigid;
	const vec3 d[3] = { r->n, r->t, r->s };
	double u[3];

	k->i[l] = rigid[r->i].moves != 0 ? r->i : still;
	k->j[l] = rigid[r->j].moves != 0 ? r->j : still;
	cd3_row_u(r, rigid, u);
	for (int q = 0; q < 3; q++) {
		struct cd3_along *a = q ? &k->across[q - 1] : &k->normal;
		vec3 bi = factor_back(w->cholesky[r->i], v3_cross(d[q], r->arm_i));
		vec3 bj = factor_back(w->cholesky[r->j], v3_cross(r->arm_j, d[q]));

		a->d[0][l] = d[q].x, a->d[1][l] = d[q].y, a->d[2][l] = d[q].z;
		a->bi[0][l] = bi.x, a->bi[1][l] = bi.y, a->bi[2][l] = bi.z;
		a->bj[0][l] = bj.x, a->bj[1][l] = bj.y, a->bj[2][l] = bj.z;
		k->q[q][l] = u[q];
		k->r[q][l] = r->impulse[q];
	}
	k->inverse_normal[l] = r->inverse_normal;
	for (int q = 0; q < 2; q++) {
		k->g[q][l] = r->g[q];
		k->inverse_a[q][l] = r->a[q] > 0 ? 1 / r->a[q] : 0;
	}
	k->mean[l] = 1 / cd3_row_scale(r);
	k->special |= r->roll >= 0 || is_partial(&rigid[r->i]) || is_partial(&rigid[r->j]);
}

void cd3_batches_fill(struct cd3_batches *w, int b)
{
	int still = w->p->n_rigid + b;

	memset(&w->change[still], 0, sizeof w->change[still]);
	for (int n = w->schedule->first_batch[b]; n < w->schedule->first_batch[b + 1]; n++) {
		const int *row = w->schedule->row + CD3_LANES * n;

		for (int l = CD3_LANES; l < 2 * CD3_LANES && n + 1 < w->schedule->n_batch; l++)
			if (row[l] >= 0)
				cd3_fetch(&w->p->row[row[l]], sizeof *w->p->row);
		memset(&w->batch[n], 0, sizeof w->batch[n]);
		for (int l = 0; l < CD3_LANES; l++) {
			w->batch[n].i[l] = w->batch[n].j[l] = still;
			w->batch[n].inverse_normal[l] = w->batch[n].mean[l] = 1;
			if (row[l] >= 0)
				put_row(w, &w->batch[n], l, &w->p->row[row[l]], still);
		}
	}
}

static void take_block(void *to, int b, int thread)
{
	struct cd3_batches *w = to;

	(void)thread;
	for (int n = w->schedule->first_batch[b]; n < w->schedule->first_batch[b + 1]; n++) {
		const int *row = w->schedule->row + CD3_LANES * n, *next = n + 8 < w->schedule->n_batch ? row + 8 * CD3_LANES : row;

		for (int l = 0; l < CD3_LANES; l++) {
			if (next[l] >= 0)
				cd3_fetch(w->p->row[next[l]].impulse, sizeof w->p->row->impulse);
			for (int q = 0; q < 3 && row[l] >= 0; q++)
				w->p->row[row[l]].impulse[q] = w->batch[n].r[q][l];
		}
	}
}

static void begin_chunk(void *to, int from, int end, int thread)
{
	struct cd3_batches *w = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		const struct cd3_rigid *a = &w->p->rigid[u];

		factor(w->cholesky[u], a->inverse_inertia);
		lanes v = { 0, 0, 0, fmax(a->inverse_mass.x, fmax(a->inverse_mass.y, a->inverse_mass.z)) };
		w->change[u] = (struct cd3_change){ .v = v, .v_before = v };
	}
}

void cd3_batches_begin(struct cd3_batches *w, struct cd3_problem *p, const struct cd3_schedule *schedule)
{
	size_t units = (size_t)p->n_rigid, blocks = (size_t)schedule->n_block;

	w->p = p;
	w->schedule = schedule;
	w->wide = wide_less(p->narrow);
	MEM_GROW_LINES(w->batch, &w->cap_batch, (size_t)schedule->n_batch);
	MEM_GROW_LINES(w->change, &w->cap_change, units + blocks);
	w->momentum = 0;
	MEM_GROW(w->cholesky, &w->cap_cholesky, units);
	team_chunks(p->threads, p->n_rigid, CD3_CHUNK, begin_chunk, w);
	for (int k = 0; k < p->n_row && p->n_roll > 0; k++) /* the moments of the last step act from the start */
		if (p->row[k].roll >= 0) {
			vec3 m = p->roll[p->row[k].roll].before = p->roll[p->row[k].roll].impulse;

			push_torque(w, p->row[k].j, m);
			push_torque(w, p->row[k].i, v3_scale(-1, m));
		}
}

static void take_chunk(void *to, int from, int end, int thread)
{
	struct cd3_batches *w = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		struct cd3_rigid *a = &w->p->rigid[u];
		lanes v = w->change[u].v;

		a->w = spin_of(w, u);
		a->v = v3_add(a->v, v3(v[0], v[1], v[2]));
	}
}

void cd3_batches_take(struct cd3_batches *w)
{
	team_run(w->p->threads, w->schedule->n_block, take_block, w);
	team_chunks(w->p->threads, w->p->n_rigid, CD3_CHUNK, take_chunk, w);
}

void cd3_batches_free(struct cd3_batches *w)
{
	free(w->batch);
	free(w->change);
	free(w->cholesky);
}
