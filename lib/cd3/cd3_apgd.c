/* cd3_apgd.c: accelerated projected gradients */
#include "cd3/cd3_solve.h"

#include <string.h>

#include "base/buf.h"

/* Set velocities from the velocities without impulses and the impulses x[n_row][3]; NULL: the impulses of the rows. */
static void set_velocities(struct cd3_problem *p, const struct cd3_rigid *free_, const double (*x)[3])
{
	memcpy(p->rigid, free_, (size_t)p->n_rigid * sizeof *p->rigid);
	for (int k = 0; k < p->n_row; k++)
		cd3_row_push(&p->row[k], p->rigid, x ? x[k] : p->row[k].impulse);
}

/* An estimate of the largest eigenvalue of W by the power method, increased by 5 %. */
static double largest_eigenvalue(struct cd3_problem *p, double (*x)[3])
{
	double l = 1;

	for (int k = 0; k < p->n_row; k++)
		x[k][0] = 1, x[k][1] = 0.5 * (p->row[k].a[0] > 0), x[k][2] = 0.25 * (p->row[k].a[1] > 0);
	for (int power = 0; power < 30; power++) {
		double sum = 0;

		for (int i = 0; i < p->n_rigid; i++)
			p->rigid[i].v = p->rigid[i].w = v3(0, 0, 0);
		for (int k = 0; k < p->n_row; k++)
			cd3_row_push(&p->row[k], p->rigid, x[k]);
		for (int k = 0; k < p->n_row; k++) {
			cd3_row_u(&p->row[k], p->rigid, x[k]);
			x[k][0] -= p->row[k].bias;
			sum += x[k][0] * x[k][0] + x[k][1] * x[k][1] + x[k][2] * x[k][2];
		}
		l = sqrt(sum);
		for (int k = 0; k < p->n_row && l > 0; k++)
			for (int q = 0; q < 3; q++)
				x[k][q] /= l;
	}
	return 1.05 * l;
}

/* One step from y against the gradient, which is u with De Saxce's shift, then a projection onto the cone. The shift moves by a
 * fraction towards |u_T|. Returns the product of the gradient and the step, which is positive if the momentum points uphill. */
static double step(struct cd3_problem *p, double t, double fraction, double *shift, const double (*y)[3], double (*next)[3])
{
	double up = 0;

	for (int k = 0; k < p->n_row; k++) {
		double u[3];

		cd3_row_u(&p->row[k], p->rigid, u);
		shift[k] += fraction * (sqrt(u[1] * u[1] + u[2] * u[2]) - shift[k]);
		u[0] += shift[k];
		for (int q = 0; q < 3; q++)
			next[k][q] = y[k][q] - t * u[q];
		cd3_onto_cone(next[k]);
		for (int q = 0; q < 3; q++)
			up += u[q] * (next[k][q] - p->row[k].impulse[q]);
	}
	return up;
}

void cd3_apgd(struct cd3_problem *p, struct cd3_effort *e)
{
	enum { INTERVAL = 20 }; /* sweeps between two computations of the residual */
	struct cd3_rigid *start = MEM_NEW(struct cd3_rigid, (size_t)p->n_rigid);
	double (*y)[3] = mem_new((size_t)p->n_row, sizeof *y), (*next)[3] = mem_new((size_t)p->n_row, sizeof *next);
	double *shift = MEM_ZERO(double, (size_t)p->n_row), theta = 1;

	memcpy(start, p->rigid, (size_t)p->n_rigid * sizeof *start);
	double t = 1 / largest_eigenvalue(p, y);
	for (int k = 0; k < p->n_row; k++)
		memcpy(y[k], p->row[k].impulse, sizeof y[k]);
	e->residual = INFINITY;
	for (e->sweeps = 0; e->sweeps < e->max_sweeps && !(e->residual <= e->tolerance) && p->n_row > 0; e->sweeps++) {
		set_velocities(p, start, (const double (*)[3])y);
		/* The shift becomes |u_T| first, then follows it more and more slowly. Otherwise impulses and shift would not converge
		 * if bodies lock each other. */
		double fraction = e->sweeps == 0 ? 1 : fmin(0.1, 10.0 / (1 + e->sweeps));
		double up = step(p, t, fraction, shift, (const double (*)[3])y, next);
		double square = theta * theta, then = 0.5 * (sqrt(square * square + 4 * square) - square);
		double beta = theta * (1 - theta) / (square + then);
		if (up > 0)
			beta = 0, then = 1;
		theta = then;
		for (int k = 0; k < p->n_row; k++)
			for (int q = 0; q < 3; q++) {
				y[k][q] = next[k][q] + beta * (next[k][q] - p->row[k].impulse[q]);
				p->row[k].impulse[q] = next[k][q];
			}
		if (e->sweeps % INTERVAL == INTERVAL - 1 || e->sweeps == e->max_sweeps - 1) {
			set_velocities(p, start, NULL);
			e->residual = cd3_residual(p);
		}
	}
	set_velocities(p, start, NULL);
	if (p->n_row == 0)
		e->residual = 0;
	free(start);
	free(y);
	free(next);
	free(shift);
}
