/* cd3_apgd.c: accelerated projected gradients */
#include "cd3/cd3_solve.h"

#include <string.h>

#include "base/buf.h"

/* Velocities from the free ones and impulses x[n][3]. */
static void move(struct cd3_problem *p, const struct cd3_unit *free_, const double (*x)[3])
{
	memcpy(p->unit, free_, (size_t)p->n_unit * sizeof *p->unit);
	for (int k = 0; k < p->n; k++)
		cd3_row_push(&p->row[k], p->unit, x[k]);
}

/* The greatest eigenvalue of W, a little too great: powers of W upon a vector that is not at right angles to its own. */
static double greatest(struct cd3_problem *p, double (*x)[3])
{
	double l = 1;

	for (int k = 0; k < p->n; k++)
		x[k][0] = 1, x[k][1] = 0.5 * (p->row[k].a[0] > 0), x[k][2] = 0.25 * (p->row[k].a[1] > 0);
	for (int power = 0; power < 30; power++) {
		double sum = 0;

		for (int i = 0; i < p->n_unit; i++)
			p->unit[i].v = p->unit[i].w = v3(0, 0, 0);
		for (int k = 0; k < p->n; k++)
			cd3_row_push(&p->row[k], p->unit, x[k]);
		for (int k = 0; k < p->n; k++) {
			cd3_row_u(&p->row[k], p->unit, x[k]);
			x[k][0] -= p->row[k].bias;
			sum += x[k][0] * x[k][0] + x[k][1] * x[k][1] + x[k][2] * x[k][2];
		}
		l = sqrt(sum);
		for (int k = 0; k < p->n && l > 0; k++)
			for (int q = 0; q < 3; q++)
				x[k][q] /= l;
	}
	return 1.05 * l;
}

/* One step from y: the gradient is u with De Saxce's shift, which is moved a part of the way to |u_T|, the projection on the
 * cone. Returns the product of the gradient and the step, which is above 0 where the momentum points uphill. */
static double step(struct cd3_problem *p, double t, double part, double *shift, const double (*y)[3], double (*next)[3])
{
	double up = 0;

	for (int k = 0; k < p->n; k++) {
		double u[3];

		cd3_row_u(&p->row[k], p->unit, u);
		shift[k] += part * (sqrt(u[1] * u[1] + u[2] * u[2]) - shift[k]);
		u[0] += shift[k];
		for (int q = 0; q < 3; q++)
			next[k][q] = y[k][q] - t * u[q];
		cd3_onto_cone(next[k]);
		for (int q = 0; q < 3; q++)
			up += u[q] * (next[k][q] - p->row[k].r[q]);
	}
	return up;
}

static void put(struct cd3_problem *p, const struct cd3_unit *free_)
{
	memcpy(p->unit, free_, (size_t)p->n_unit * sizeof *p->unit);
	for (int k = 0; k < p->n; k++)
		cd3_row_push(&p->row[k], p->unit, p->row[k].r);
}

void cd3_apgd(struct cd3_problem *p, struct cd3_effort *e)
{
	enum { LOOKS = 20 };
	struct cd3_unit *start = MEM_NEW(struct cd3_unit, (size_t)p->n_unit);
	double (*y)[3] = mem_new((size_t)p->n, sizeof *y), (*next)[3] = mem_new((size_t)p->n, sizeof *next);
	double *shift = MEM_ZERO(double, (size_t)p->n), theta = 1;

	memcpy(start, p->unit, (size_t)p->n_unit * sizeof *start);
	double t = 1 / greatest(p, y);
	for (int k = 0; k < p->n; k++)
		memcpy(y[k], p->row[k].r, sizeof y[k]);
	e->residual = INFINITY;
	for (e->sweeps = 0; e->sweeps < e->most && !(e->residual <= e->tolerance) && p->n > 0; e->sweeps++) {
		move(p, start, (const double (*)[3])y);
		/* at once to begin with, then ever less: where bodies lock each other, impulses that follow the shift, and it
		 * them, get nowhere */
		double part = e->sweeps == 0 ? 1 : fmin(0.1, 10.0 / (1 + e->sweeps));
		double up = step(p, t, part, shift, (const double (*)[3])y, next);
		double square = theta * theta, then = 0.5 * (sqrt(square * square + 4 * square) - square);
		double beta = theta * (1 - theta) / (square + then);
		if (up > 0)
			beta = 0, then = 1;
		theta = then;
		for (int k = 0; k < p->n; k++)
			for (int q = 0; q < 3; q++) {
				y[k][q] = next[k][q] + beta * (next[k][q] - p->row[k].r[q]);
				p->row[k].r[q] = next[k][q];
			}
		if (e->sweeps % LOOKS == LOOKS - 1 || e->sweeps == e->most - 1) {
			put(p, start);
			e->residual = cd3_residual(p);
		}
	}
	put(p, start);
	if (p->n == 0)
		e->residual = 0;
	free(start);
	free(y);
	free(next);
	free(shift);
}
