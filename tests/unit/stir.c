/* stir.c: masses of bodies of several shapes, sizes and materials, and their random velocities, in the plane and in space */
#include "scene/stir.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "shape/weigh.h"
#include "tap.h"

enum { N = 30000 };

/* A world of two materials and two shapes with mass records of their own; body i has the material, shape and size i % 3 says. */
static const double size[3] = { 1.3, 0.6, 2.1 }, density[3] = { 2.5, 7, 2.5 };
static const int shape[3] = { 4, 9, 9 };

static void make(struct world *w, int dim, int n)
{
	world_init(w, dim);
	world_need_material(w, "sand")->density = 2.5;
	world_need_material(w, "lead")->density = 7;
	for (int k = 0; k < 2; k++) {
		struct shape *s = world_need_shape(w, k ? 9 : 4);

		shape_alloc(s, dim == 2 ? SHAPE_POINT : SHAPE_SPHERE, 1);
		if (dim == 2) {
			s->area = k ? 0.9 : 1.7;
			s->inertia = k ? 0.35 : 0.8;
		} else {
			s->solid->volume = k ? 0.9 : 1.7;
			for (int a = 0; a < 3; a++)
				s->solid->inertia[a] = (k ? 0.35 : 0.8) + 0.1 * a;
		}
	}
	world_need_columns(w);
	table_resize(&w->body, n);
	int64_t *of = table_int(&w->body, "shape");
	int32_t *material = table_word(&w->body, "material");
	double *scale = table_real(&w->body, "size");
	for (int i = 0; i < n; i++) {
		of[i] = shape[i % 3];
		material[i] = world_name(w, i % 3 == 1 ? "lead" : "sand");
		scale[i] = size[i % 3];
		if (dim == 3)
			table_real(&w->body, "qw")[i] = 1;
	}
}

/* Area or volume and inertia at size 1, of body i. */
static double unit(int i)
{
	return shape[i % 3] == 4 ? 1.7 : 0.9;
}

static double unit_inertia(int i)
{
	return shape[i % 3] == 4 ? 0.8 : 0.35;
}

static void test_masses(void)
{
	double area[4], mass[4], inertia[4], tensor[4][6];
	struct world w;

	make(&w, 2, 4);
	ok(bodies_mass2(&w, area, mass, inertia) == 0, "all have a mass");
	for (int i = 0; i < 3; i++) {
		double s2 = size[i] * size[i];

		near(area[i], unit(i) * s2, 1e-15, "area of body %d: as size squared", i);
		near(mass[i], density[i] * unit(i) * s2, 1e-14, "its mass");
		near(inertia[i], density[i] * unit_inertia(i) * s2 * s2, 1e-13, "its inertia: as size to the fourth");
	}
	table_word(&w.body, "material")[2] = 0;
	ok(bodies_mass2(&w, NULL, mass, NULL) == 3 && isnan(mass[2]) && !isnan(mass[3]), "one without a material is named");
	world_free(&w);
	make(&w, 3, 4);
	ok(bodies_mass3(&w, area, mass, tensor) == 0, "space: all have a mass");
	for (int i = 0; i < 3; i++) {
		double s3 = size[i] * size[i] * size[i];

		near(area[i], unit(i) * s3, 1e-14, "volume of body %d: as size cubed", i);
		near(mass[i], density[i] * unit(i) * s3, 1e-13, "its mass");
		for (int a = 0; a < 3; a++)
			near(tensor[i][a], density[i] * (unit_inertia(i) + 0.1 * a) * s3 * size[i] * size[i], 1e-12, "its inertia %d", a);
	}
	table_int(&w.body, "shape")[1] = 77;
	ok(bodies_mass3(&w, NULL, mass, NULL) == 2 && isnan(mass[1]), "one without a shape is named");
	world_free(&w);
}

/* Mean square of a component of every kind of body, over temperature / weight. */
static void equipartition(const struct world *w, const char *column, const double *weight, double temperature)
{
	const double *v = table_real(&w->body, column);
	double sum[3] = { 0 }, mean[3] = { 0 };

	for (int i = 1; i < N; i++) {
		sum[i % 3] += v[i] * v[i] * weight[i] / temperature;
		mean[i % 3] += v[i] * sqrt(weight[i] / temperature);
	}
	/* the square of a normal number has the variance 2 */
	for (int k = 0; k < 3; k++) {
		near(sum[k] / (N / 3), 1, 4.5 * sqrt(2 / (N / 3.0)), "%s of kind %d: its part of the energy", column, k);
		near(mean[k] / (N / 3), 0, 4.5 / sqrt(N / 3.0), "%s has no direction", column);
	}
}

/* Bodies stand at x = i, and have a velocity that those that are not moved keep: the first. */
static void test_plane(void)
{
	double *mass = MEM_NEW(double, N), *inertia = MEM_NEW(double, N), p[3] = { 0 }, spin = 0, worst = 0, mean[2] = { 0 };
	char *moved = mem_new(N, 1);
	struct world w;
	struct rng g;

	make(&w, 2, N);
	bodies_mass2(&w, NULL, mass, inertia);
	struct bodies2 b = world_bodies2(&w);
	memset(moved, 1, N);
	moved[0] = 0;
	b.vx[0] = 3;
	b.vy[0] = 4;
	b.omega[0] = 5;
	rng_seed(&g, 31);
	stir_temperature2(&b, moved, mass, inertia, 0.37, &g);
	equipartition(&w, "vx", mass, 0.37);
	equipartition(&w, "vy", mass, 0.37);
	equipartition(&w, "omega", inertia, 0.37);
	double before = b.omega[5];
	stir_rest2(&b, moved, mass);
	for (int i = 1; i < N; i++) {
		p[0] += mass[i] * b.vx[i];
		p[1] += mass[i] * b.vy[i];
	}
	near(p[0], 0, 1e-9, "at rest: no momentum along x, whatever the masses");
	near(p[1], 0, 1e-9, "along y");
	near(b.omega[5], before, 0, "spins stay");
	stir_speed2(&b, moved, 0.7, &g);
	for (int i = 1; i < N; i++) {
		worst = fmax(worst, fabs(hypot(b.vx[i], b.vy[i]) - 0.7));
		spin = fmax(spin, fabs(b.omega[i]));
		mean[0] += b.vx[i] / 0.7 / N;
		mean[1] += b.vy[i] / 0.7 / N;
	}
	near(worst, 0, 1e-15, "one speed");
	near(spin, 0, 0, "without spin");
	ok(fabs(mean[0]) < 4.5 / sqrt(2 * N) && fabs(mean[1]) < 4.5 / sqrt(2 * N), "in all directions: %g %g", mean[0], mean[1]);
	ok(b.vx[0] == 3 && b.vy[0] == 4 && b.omega[0] == 5, "what is not moved keeps its velocity");
	world_free(&w);
	free(mass);
	free(inertia);
	free(moved);
}

static void test_space(void)
{
	double *mass = MEM_NEW(double, N), (*inertia)[6] = mem_new(N, sizeof *inertia), *about[3], p[3] = { 0 }, worst = 0, spin = 0;
	double mean[3] = { 0 }, square[3] = { 0 };
	static const char *const turn[3] = { "wx", "wy", "wz" }, *const velocity[3] = { "vx", "vy", "vz" };
	char *moved = mem_new(N, 1);
	struct world w;
	struct rng g;

	make(&w, 3, N);
	bodies_mass3(&w, NULL, mass, inertia);
	memset(moved, 1, N);
	moved[0] = 0;
	struct bodies3 b = world_bodies3(&w);
	for (int k = 0; k < 3; k++)
		b.v[k][0] = 3 + k;
	rng_seed(&g, 32);
	stir_temperature3(&w, moved, mass, (const double (*)[6])inertia, 0.37, &g);
	for (int k = 0; k < 3; k++) {
		about[k] = MEM_NEW(double, N);
		for (int i = 0; i < N; i++)
			about[k][i] = inertia[i][k];
		equipartition(&w, velocity[k], mass, 0.37);
		equipartition(&w, turn[k], about[k], 0.37);
		free(about[k]);
	}
	stir_rest3(&w, moved, mass);
	b = world_bodies3(&w);
	for (int i = 1; i < N; i++)
		for (int k = 0; k < 3; k++)
			p[k] += mass[i] * b.v[k][i];
	near(fabs(p[0]) + fabs(p[1]) + fabs(p[2]), 0, 1e-8, "space at rest: no momentum, whatever the masses");
	stir_speed3(&w, moved, 0.7, &g);
	b = world_bodies3(&w);
	for (int i = 1; i < N; i++) {
		worst = fmax(worst, fabs(sqrt(b.v[0][i] * b.v[0][i] + b.v[1][i] * b.v[1][i] + b.v[2][i] * b.v[2][i]) - 0.7));
		for (int k = 0; k < 3; k++) {
			spin = fmax(spin, fabs(b.momentum[k][i]) + fabs(table_real(&w.body, turn[k])[i]));
			mean[k] += b.v[k][i] / 0.7 / N;
			square[k] += b.v[k][i] * b.v[k][i] / 0.49 / N;
		}
	}
	near(worst, 0, 1e-15, "one speed");
	near(spin, 0, 0, "neither spin nor angular momentum");
	for (int k = 0; k < 3; k++) { /* the square of a component has the variance 4 / 45 */
		near(mean[k], 0, 4.5 / sqrt(3.0 * N), "directions are uniform: mean %d", k);
		near(square[k], 1 / 3.0, 4.5 * sqrt(4 / 45.0 / N), "mean square %d", k);
	}
	ok(b.v[0][0] == 3 && b.v[1][0] == 4 && b.v[2][0] == 5, "what is not moved keeps its velocity");
	world_free(&w);
	free(mass);
	free(inertia);
	free(moved);
}

/* A frame that is not along the principal axes, of bodies that are turned: L in it has the covariance temperature times
 * the tensor, and the spins that are written belong to it. */
static void test_products(void)
{
	static const double tensor[6] = { 2.3, 3.1, 1.9, -0.8, 0.45, 0.7 }, q[4] = { 0.5, -0.1, 0.7, 0.5 };
	static const int at[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
	double *mass = MEM_NEW(double, N), (*inertia)[6] = mem_new(N, sizeof *inertia), m[3][3], sum[6] = { 0 }, worst = 0;
	static const char *const turn[3] = { "wx", "wy", "wz" };
	char *moved = mem_new(N, 1);
	struct world w;
	struct rng g;

	make(&w, 3, N);
	memset(moved, 1, N);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < N; i++) {
		mass[i] = 1.7;
		memcpy(inertia[i], tensor, sizeof tensor);
		for (int k = 0; k < 4; k++)
			b.q[k][i] = q[k];
	}
	rng_seed(&g, 34);
	stir_temperature3(&w, moved, mass, (const double (*)[6])inertia, 0.37, &g);
	b = world_bodies3(&w);
	quat_matrix(m, q);
	for (int i = 0; i < N; i++) {
		double l[3] = { 0 }, o[3] = { 0 };

		for (int k = 0; k < 3; k++)
			for (int c = 0; c < 3; c++) {
				l[k] += m[c][k] * b.momentum[c][i];
				o[k] += m[c][k] * table_real(&w.body, turn[c])[i];
			}
		for (int k = 0; k < 3; k++) {
			for (int c = k; c < 3; c++)
				sum[at[k][c]] += l[k] * l[c] / 0.37 / N;
			worst = fmax(worst, fabs(tensor[at[k][0]] * o[0] + tensor[at[k][1]] * o[1] + tensor[at[k][2]] * o[2] - l[k]));
		}
	}
	for (int k = 0; k < 3; k++)
		for (int c = k; c < 3; c++) { /* a product of normal numbers has this variance */
			double v = tensor[k] * tensor[c] + tensor[at[k][c]] * tensor[at[k][c]];

			near(sum[at[k][c]], tensor[at[k][c]], 4.5 * sqrt(v / N), "covariance of L: the tensor at %d, %d", k, c);
		}
	near(worst, 0, 1e-12, "L is the tensor times the spin");
	world_free(&w);
	free(mass);
	free(inertia);
	free(moved);
}

/* Rotations uniform on SO(3): components of the matrix have mean 0 and mean square 1/3, of the quaternion mean square 1/4. */
static void test_rotations(void)
{
	double square[4] = { 0 }, mean[4] = { 0 }, product = 0;
	struct rng g;

	rng_seed(&g, 33);
	for (int i = 0; i < N; i++) {
		double q[4];

		stir3_rotation(q, &g);
		for (int k = 0; k < 4; k++) {
			square[k] += q[k] * q[k] / N;
			mean[k] += q[k] / N;
		}
		product += fabs(q[0] * q[1] - q[2] * q[3]) / N;
	}
	for (int k = 0; k < 4; k++) /* the square of a component has the variance 3 / 24 - 1 / 16 */
		near(square[k], 0.25, 4.5 * sqrt(0.0625 / N), "mean square of component %d", k);
	/* the modulus of one of four on the sphere: 4 / (3 pi) */
	near(mean[0], 4 / (3 * M_PI), 4.5 * sqrt((0.25 - 16 / (9 * M_PI * M_PI)) / N), "the first is not below 0");
	for (int k = 1; k < 4; k++)
		near(mean[k], 0, 4.5 * 0.5 / sqrt(N), "component %d has either sign", k);
	/* 2 (q0 q1 - q2 q3) is a component of the matrix, uniform in (-1, 1) */
	near(2 * product, 0.5, 4.5 / sqrt(12.0 * N), "components of the matrix are uniform");
}

int main(void)
{
	test_masses();
	test_plane();
	test_space();
	test_products();
	test_rotations();
	return done();
}
