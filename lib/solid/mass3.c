/* mass3.c: mass properties from moments */
#include "solid/mass3.h"

#include <math.h>
#include <string.h>

#include "base/quat.h"

static const double pi = 3.14159265358979323846;

const int moments3_second[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
static const int second_of[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };
const int moments3_third[10][3] = { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 0, 2 }, { 0, 1, 1 }, { 0, 1, 2 },
                                     { 0, 2, 2 }, { 1, 1, 1 }, { 1, 1, 2 }, { 1, 2, 2 }, { 2, 2, 2 } };

void moments3_add(struct moments3 *a, double m, const double x[3])
{
	a->one += m;
	for (int k = 0; k < 3; k++)
		a->first[k] += m * x[k];
	for (int k = 0; k < 6; k++)
		a->second[k] += m * x[moments3_second[k][0]] * x[moments3_second[k][1]];
	for (int k = 0; k < 10; k++)
		a->third[k] += m * x[moments3_third[k][0]] * x[moments3_third[k][1]] * x[moments3_third[k][2]];
}

/* About the point x the first and third moments are 0. The third moments about the origin are those of the point and
 * m (x_i C_jk + x_j C_ik + x_k C_ij), where C is the diagonal matrix of the variances. */
void moments3_add_spread(struct moments3 *a, double m, const double x[3], const double variance[3])
{
	moments3_add(a, m, x);
	for (int k = 0; k < 3; k++)
		a->second[k] += m * variance[k];
	for (int k = 0; k < 10; k++) {
		const int *i = moments3_third[k];

		a->third[k] += m * ((i[1] == i[2]) * x[i[0]] * variance[i[1]] + (i[0] == i[2]) * x[i[1]] * variance[i[0]] +
		                    (i[0] == i[1]) * x[i[2]] * variance[i[0]]);
	}
}

void moments3_add_ball(struct moments3 *a, double weight, const double x[3], double r)
{
	double v = r * r / 5;

	moments3_add_spread(a, weight * 4 * pi / 3 * r * r * r, x, (double[3]){ v, v, v });
}

void moments3_of_tetrahedron(struct moments3 *t, const vec3 corner[3])
{
	vec3 n = v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0]));
	double d = v3_dot(corner[0], n), v[3][3], s[3], ss[3][3];

	for (int k = 0; k < 3; k++)
		v3_to(v[k], corner[k]);
	for (int i = 0; i < 3; i++)
		s[i] = v[0][i] + v[1][i] + v[2][i];
	for (int k = 0; k < 6; k++) {
		int i = moments3_second[k][0], j = moments3_second[k][1];

		ss[i][j] = ss[j][i] = v[0][i] * v[0][j] + v[1][i] * v[1][j] + v[2][i] * v[2][j];
		t->second[k] = d * (s[i] * s[j] + ss[i][j]);
	}
	/* in the order of moments3_third; with constant indices compilers keep all in registers */
#define THIRD(i, j, k) (d * (s[i] * s[j] * s[k] + ss[i][j] * s[k] + ss[i][k] * s[j] + ss[j][k] * s[i] + \
	2 * (v[0][i] * v[0][j] * v[0][k] + v[1][i] * v[1][j] * v[1][k] + v[2][i] * v[2][j] * v[2][k])))
	const double third[10] = { THIRD(0, 0, 0), THIRD(0, 0, 1), THIRD(0, 0, 2), THIRD(0, 1, 1), THIRD(0, 1, 2), THIRD(0, 2, 2),
	                           THIRD(1, 1, 1), THIRD(1, 1, 2), THIRD(1, 2, 2), THIRD(2, 2, 2) };
#undef THIRD
	memcpy(t->third, third, sizeof third);
	for (int i = 0; i < 3; i++)
		t->first[i] = d * s[i];
	t->one = d;
}

enum mass_status mass3_of_moments(struct mass3 *m, const struct moments3 *a, const double origin[3])
{
	double c[3], s[6];

	if (!(a->one > 0))
		return MASS_EMPTY;
	*m = (struct mass3){ .volume = a->one, .surface = NAN, .error = NAN };
	for (int k = 0; k < 3; k++) {
		c[k] = a->first[k] / a->one;
		m->com[k] = origin[k] + c[k];
	}
	for (int k = 0; k < 6; k++)
		s[k] = a->second[k] - a->one * c[moments3_second[k][0]] * c[moments3_second[k][1]];
	for (int k = 0; k < 3; k++) {
		m->inertia[k] = s[(k + 1) % 3] + s[(k + 2) % 3];
		m->inertia[3 + k] = -s[3 + k];
	}
	/* (x - c)^3 = xxx - 3 xx c + 3 x cc - ccc; with xx = s + V cc about the origin this is xxx - 3 s c - V ccc */
	for (int k = 0; k < 10; k++) {
		const int *i = moments3_third[k];

		m->third[k] = a->third[k] - s[second_of[i[1]][i[2]]] * c[i[0]] - s[second_of[i[0]][i[2]]] * c[i[1]] -
		              s[second_of[i[0]][i[1]]] * c[i[2]] - a->one * c[i[0]] * c[i[1]] * c[i[2]];
	}
	return MASS_GOOD;
}

/* The index of a product of three coordinates among the ten third moments. */
static int third_of(int i, int j, int k)
{
	int ys = (i == 1) + (j == 1) + (k == 1), zs = (i == 2) + (j == 2) + (k == 2);

	if (ys + zs == 3)
		return 6 + zs;
	return ys + zs == 0 ? 0 : ys + zs == 1 ? 1 + zs : 3 + zs;
}

void mass3_move_tensor(struct mass3 *m, const double at[3], const double q[4])
{
	const struct mass3 was = *m;
	double r[3][3];

	quat_matrix(r, q);
	mat3_apply(m->com, (const double (*)[3])r, was.com);
	for (int k = 0; k < 3; k++)
		m->com[k] += at[k];
	for (int k = 0; k < 6; k++) {
		m->inertia[k] = 0;
		for (int ab = 0; ab < 9; ab++)
			m->inertia[k] += r[moments3_second[k][0]][ab / 3] * r[moments3_second[k][1]][ab % 3] * was.inertia[second_of[ab / 3][ab % 3]];
	}
}

void mass3_move(struct mass3 *m, const double at[3], const double q[4])
{
	const struct mass3 was = *m;
	double r[3][3];

	mass3_move_tensor(m, at, q);
	quat_matrix(r, q);
	for (int k = 0; k < 10; k++) {
		const int *i = moments3_third[k];

		m->third[k] = 0;
		for (int abc = 0; abc < 27; abc++) {
			int a = abc / 9, b = abc / 3 % 3, c = abc % 3;

			m->third[k] += r[i[0]][a] * r[i[1]][b] * r[i[2]][c] * was.third[third_of(a, b, c)];
		}
	}
}
