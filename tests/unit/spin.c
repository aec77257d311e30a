/* spin.c: angular velocity and momentum, and random ones, with products of inertia */
#include "base/spin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "scene/stir.h"
#include "shape/weigh.h"
#include "tap.h"

/* of a body with mass at three points: positive definite, with all products */
static const double inertia[6] = { 3.1, 2.6, 1.9, -0.4, 0.3, -0.7 }, q[4] = { 0.7, -0.1, 0.5, 0.5 };

static void tensor_in_space(double m[3][3])
{
	static const int at[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
	double r[3][3];

	quat_matrix(r, q);
	memset(m, 0, 9 * sizeof(double));
	for (int k = 0; k < 81; k++)
		m[k / 27][k / 9 % 3] += r[k / 27][k / 3 % 3] * inertia[at[k / 3 % 3][k % 3]] * r[k / 9 % 3][k % 3];
}

static void test_momentum(void)
{
	const double omega[3] = { 2.385, -1.1, 0.35 };
	double m[3][3], l[3], back[3], worst = 0, round = 0;

	tensor_in_space(m);
	spin_momentum(inertia, q, omega, l);
	spin_velocity(inertia, q, l, back);
	for (int k = 0; k < 3; k++) {
		worst = fmax(worst, fabs(l[k] - (m[k][0] * omega[0] + m[k][1] * omega[1] + m[k][2] * omega[2])));
		round = fmax(round, fabs(back[k] - omega[k]));
	}
	near(worst, 0, 1e-14, "L = R I R^T omega");
	near(round, 0, 1e-14, "and back");
}

/* Bodies of a shape with that tensor, at a temperature: the mean of L_i L_j is T times the tensor in space, of L.omega 3 T. */
static void test_temperature(void)
{
	enum { N = 20000 };
	struct world w;
	struct rng g;
	char all[N];
	double *mass = MEM_NEW(double, N), (*tensor)[6] = mem_new(N, sizeof *tensor), m[3][3], mean[9] = { 0 }, energy = 0, worst = 0;

	world_init(&w, 3);
	world_need_material(&w, "lead")->density = 2;
	struct shape *s = world_need_shape(&w, 1);
	shape_alloc(s, SHAPE_SPHERE, 1);
	s->solid->volume = 0.75;
	memcpy(s->solid->inertia, inertia, sizeof inertia);
	world_need_columns(&w);
	table_resize(&w.body, N);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < N; i++) {
		b.shape[i] = 1;
		b.material[i] = world_name(&w, "lead");
		b.size[i] = 0.5;
		for (int k = 0; k < 4; k++)
			b.q[k][i] = q[k];
	}
	memset(all, 1, sizeof all);
	ok(bodies_mass3(&w, NULL, mass, tensor) == 0 && mass[7] == 2 * 0.75 / 8, "mass: density times volume times size^3");
	near(tensor[9][5], -0.7 * 2 / 32, 1e-16, "inertia: size^5");
	rng_seed(&g, 8);
	stir_temperature3(&w, all, mass, (const double (*)[6])tensor, 0.3, &g);
	b = world_bodies3(&w);
	const double *wx = table_real(&w.body, "wx"), *wy = table_real(&w.body, "wy"), *wz = table_real(&w.body, "wz");
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 9; k++)
			mean[k] += b.momentum[k / 3][i] * b.momentum[k % 3][i] / N;
		energy += (b.momentum[0][i] * wx[i] + b.momentum[1][i] * wy[i] + b.momentum[2][i] * wz[i]) / N;
	}
	tensor_in_space(m);
	for (int k = 0; k < 9; k++) {
		double scale = 0.3 * 2 / 32, a = m[k / 3][k / 3], c = m[k % 3][k % 3], x = m[k / 3][k % 3];

		/* in standard errors: the variance of a product of normal numbers is a c + x^2 */
		worst = fmax(worst, fabs(mean[k] - scale * x) / (scale * sqrt((a * c + x * x) / N)));
	}
	ok(worst < 4, "momenta have the covariance T I, to %.2g standard errors", worst);
	near(energy, 0.9, 4 * 0.3 * sqrt(6. / N), "and three degrees of freedom their energy");
	world_free(&w);
	free(mass);
	free(tensor);
}

int main(void)
{
	test_momentum();
	test_temperature();
	return done();
}
