/* cd3_nsgs.c: nonsmooth Gauss-Seidel: contact after contact, each solved exactly */
#include "sim/cd3_solve.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Sliding: rho_k(x) = -b_k / (a_k + x) for the x > 0 at which |rho| = r_N = normal - g.rho. There r_N / |rho| - 1, all but
 * straight, goes from below 0 to infinity; Newton's method in a bracket. */
static void slide(const double a[2], const double b[2], const double g[2], double normal, double r[3])
{
	double lo = 0, hi = INFINITY, x = 0;

	for (int k = 0; k < 60; k++) {
		double p = 1 / (a[0] + x), q = a[1] + x > 0 ? 1 / (a[1] + x) : 0;
		r[1] = -b[0] * p;
		r[2] = -b[1] * q;
		r[0] = normal - g[0] * r[1] - g[1] * r[2];
		double square = r[1] * r[1] + r[2] * r[2], f = r[0] * r[0] - square, size = sqrt(square);
		int above = r[0] > size;
		if (fabs(f) <= 1e-13 * square && r[0] > 0)
			break;
		if (above)
			hi = x;
		else
			lo = x;
		/* d(rho_k) = -rho_k / (a_k + x) dx */
		double dnormal = g[0] * r[1] * p + g[1] * r[2] * q, dsize = -(r[1] * r[1] * p + r[2] * r[2] * q) / size;
		double value = r[0] / size - 1, slope = (dnormal - r[0] * dsize / size) / size;
		double next = x - value / slope;
		if (!(next > lo && next < hi))
			next = hi < INFINITY ? 0.5 * (lo + hi) : 2 * x + a[0];
		if (next == x || next == lo || next == hi)
			break;
		x = next;
	}
	/* on the cone to the last bit */
	double size = sqrt(r[1] * r[1] + r[2] * r[2]);
	if (size > r[0]) {
		double f = r[0] > 0 ? r[0] / size : 0;

		r[1] *= f;
		r[2] *= f;
	}
}

static inline void solve_row(struct cd3_row *k, struct cd3_unit *unit)
{
	double u[3], r[3] = { 0 };

	cd3_row_u(k, unit, u);
	/* the free velocity q = u - W r of this contact alone */
	double z = (k->r[0] + k->g[0] * k->r[1] + k->g[1] * k->r[2]) - u[0] * k->inverse; /* -q_N / W_NN */
	if (z > 0) {
		const double b[2] = { u[1] - k->g[0] * u[0] - k->a[0] * k->r[1], u[2] - k->g[1] * u[0] - k->a[1] * k->r[2] };

		r[1] = k->a[0] > 0 ? -b[0] / k->a[0] : 0;
		r[2] = k->a[1] > 0 ? -b[1] / k->a[1] : 0;
		r[0] = z - k->g[0] * r[1] - k->g[1] * r[2];
		if (!(r[0] >= 0 && r[1] * r[1] + r[2] * r[2] <= r[0] * r[0]))
			slide(k->a, b, k->g, z, r);
	}
	const double d[3] = { r[0] - k->r[0], r[1] - k->r[1], r[2] - k->r[2] };
	if (d[0] == 0 && d[1] == 0 && d[2] == 0)
		return;
	for (int q = 0; q < 3; q++)
		k->r[q] = r[q];
	cd3_row_push(k, unit, d);
}

static void push_torque(const struct cd3_row *k, struct cd3_unit *unit, vec3 m)
{
	unit[k->j].w = unit[k->j].moves != 0 ? v3_add(unit[k->j].w, sym3_apply(unit[k->j].J, m)) : unit[k->j].w;
	unit[k->i].w = unit[k->i].moves != 0 ? v3_sub(unit[k->i].w, sym3_apply(unit[k->i].J, m)) : unit[k->i].w;
}

/* One step of projected gradients for the torques. */
static void solve_roll(struct cd3_problem *p, struct cd3_row *k)
{
	struct cd3_roll *o = &p->roll[k->roll];
	vec3 w = v3_sub(p->unit[k->j].w, p->unit[k->i].w), was = o->m;
	double wn = v3_dot(w, k->n), mn = v3_dot(was, k->n) - o->step[1] * wn, most = o->mus * k->r[0];
	vec3 across = v3_sub(w, v3_scale(wn, k->n));
	vec3 mt = v3_sub(v3_sub(was, v3_scale(v3_dot(was, k->n), k->n)), v3_scale(o->step[0], across));
	double size = v3_norm(mt), limit = o->mur * k->r[0];

	mn = mn > most ? most : mn < -most ? -most : mn;
	if (size > limit)
		mt = v3_scale(limit / size, mt);
	o->m = v3_add(mt, v3_scale(mn, k->n));
	push_torque(k, p->unit, v3_sub(o->m, was));
}

static void visit(struct cd3_problem *p, int from, int to)
{
	for (int k = from; k < to; k++) {
		solve_row(&p->row[k], p->unit);
		if (p->row[k].roll >= 0)
			solve_roll(p, &p->row[k]);
	}
}

/* Colours in which threads would wait more than work are one thread's. */
enum { FEW = 64, LOOKS = 5 };

/* So many sweeps, by all threads of a team. They wait for each other between colours, but for those that the first thread does
 * one after the other. */
static void sweeps(struct cd3_problem *p, int n, int thread, int threads)
{
	int alone = 1;

	for (int sweep = 0; sweep < n; sweep++)
		for (int c = 0; c <= p->n_colour; c++) {
			int from = p->start[c], rows = (c < p->n_colour ? p->start[c + 1] : p->n) - from, was = alone;

			if (rows == 0)
				continue;
			alone = c == p->n_colour || rows < FEW * threads;
			if (!alone || !was) {
#pragma omp barrier
			}
			if (!alone)
				visit(p, from + (int)((long long)rows * thread / threads),
					from + (int)((long long)rows * (thread + 1) / threads));
			else if (thread == 0)
				visit(p, from, from + rows);
		}
}

void cd3_nsgs(struct cd3_problem *p, struct cd3_effort *e)
{
	for (int k = 0; k < p->n; k++) {
		cd3_row_push(&p->row[k], p->unit, p->row[k].r);
		if (p->row[k].roll >= 0)
			push_torque(&p->row[k], p->unit, p->roll[p->row[k].roll].m);
	}
	for (e->sweeps = 0, e->residual = INFINITY; e->sweeps < e->most && !(e->residual <= e->tolerance); e->sweeps += LOOKS) {
#ifdef _OPENMP
		if (p->threads > 1) {
#pragma omp parallel num_threads(p->threads)
			sweeps(p, LOOKS, omp_get_thread_num(), omp_get_num_threads());
		} else
#endif
			sweeps(p, LOOKS, 0, 1);
		e->residual = cd3_residual(p);
	}
}
