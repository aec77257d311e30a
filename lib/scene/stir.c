/* stir.c: random velocities of bodies */
#include "scene/stir.h"

#include <math.h>

#include "base/quat.h"
#include "base/spin.h"
#include "base/trig.h"
#include "shape/weigh.h"

/* ---- the plane ---- */

void stir_speed2(struct bodies2 *b, const char *moved, double speed, struct rng *g)
{
	for (int i = 0; i < b->n; i++) {
		double c, s;

		if (!moved[i])
			continue;
		trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
		b->vx[i] = speed * c;
		b->vy[i] = speed * s;
		b->omega[i] = 0;
	}
}

void stir_temperature2(struct bodies2 *b, const char *moved, const double *mass, const double *inertia, double temperature,
	struct rng *g)
{
	for (int i = 0; i < b->n; i++) {
		if (!moved[i])
			continue;
		b->vx[i] = sqrt(temperature / mass[i]) * rng_normal(g);
		b->vy[i] = sqrt(temperature / mass[i]) * rng_normal(g);
		b->omega[i] = sqrt(temperature / inertia[i]) * rng_normal(g);
	}
}

/* ---- space ---- */

void stir3_direction(double e[3], struct rng *g)
{
	double z = 2 * rng_uniform(g) - 1, r = sqrt(1 - z * z), c, s;

	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	e[0] = r * c;
	e[1] = r * s;
	e[2] = z;
}

void stir3_rotation(double q[4], struct rng *g)
{
	double u = rng_uniform(g), a = sqrt(1 - u), b = sqrt(u), c, s;

	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	q[0] = a * c;
	q[1] = a * s;
	trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
	q[2] = b * c;
	q[3] = b * s;
	quat_unit(q);
	for (int k = 3; k >= 0; k--)
		q[k] *= q[0] < 0 ? -1 : 1;
}

void stir_speed3(struct world *w, const char *moved, double speed, struct rng *g)
{
	struct bodies3 b = world_bodies3(w);
	double *column[3], e[3];

	bodies_spin_columns3(w, column);
	for (int i = 0; i < b.n; i++) {
		if (!moved[i])
			continue;
		stir3_direction(e, g);
		for (int k = 0; k < 3; k++) {
			b.v[k][i] = speed * e[k];
			b.momentum[k][i] = column[k][i] = 0;
		}
	}
}

void stir_temperature3(struct world *w, const char *moved, const double *mass, const double (*inertia)[6],
	double temperature, struct rng *g)
{
	struct bodies3 b = world_bodies3(w);
	double *column[3];

	bodies_spin_columns3(w, column);
	for (int i = 0; i < b.n; i++) {
		const double *t = inertia[i], q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		double n[3], l[3], omega[3], m[3][3];

		if (!moved[i])
			continue;
		for (int k = 0; k < 3; k++)
			b.v[k][i] = sqrt(temperature / mass[i]) * rng_normal(g);
		/* Cholesky's factor of the tensor times three independent normal numbers has the tensor as its covariance */
		for (int k = 0; k < 3; k++)
			n[k] = sqrt(temperature) * rng_normal(g);
		double a = sqrt(t[0]), ba = t[3] / a, ca = t[4] / a, bb = sqrt(t[1] - ba * ba), cb = (t[5] - ca * ba) / bb;
		double cc = sqrt(fmax(t[2] - ca * ca - cb * cb, 0));
		const double body[3] = { a * n[0], ba * n[0] + bb * n[1], ca * n[0] + cb * n[1] + cc * n[2] };

		quat_matrix(m, q);
		mat3_apply(l, (const double (*)[3])m, body);
		spin_velocity(t, q, l, omega);
		for (int k = 0; k < 3; k++) {
			b.momentum[k][i] = l[k];
			column[k][i] = omega[k];
		}
	}
}

/* ---- both ---- */

static void remove_drift(int n, int dim, double *const v[], const char *moved, const double *mass)
{
	double m = 0, p[3] = { 0 };

	for (int i = 0; i < n; i++)
		if (moved[i]) {
			m += mass[i];
			for (int k = 0; k < dim; k++)
				p[k] += mass[i] * v[k][i];
		}
	for (int i = 0; i < n; i++)
		for (int k = 0; moved[i] && k < dim; k++)
			v[k][i] -= p[k] / m;
}

void stir_rest2(struct bodies2 *b, const char *moved, const double *mass)
{
	remove_drift(b->n, 2, (double *const[]){ b->vx, b->vy }, moved, mass);
}

void stir_rest3(struct world *w, const char *moved, const double *mass)
{
	struct bodies3 b = world_bodies3(w);

	remove_drift(b.n, 3, b.v, moved, mass);
}
