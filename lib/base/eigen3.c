/* eigen3.c: eigenvalues by Jacobi rotations */
#include "base/eigen3.h"

#include <math.h>
#include <string.h>

/* Turn rows p and q of v, and rows and columns p and q of a, so that a[p][q] vanishes. */
static void rotate(double a[3][3], double v[3][3], int p, int q)
{
	double half = 0.5 * (a[q][q] - a[p][p]) / a[p][q], root = sqrt(half * half + 1);
	double t = half >= 0 ? 1 / (half + root) : -1 / (root - half), c = 1 / sqrt(t * t + 1), s = t * c;
	int r = 3 - p - q;
	double ap = a[r][p], aq = a[r][q];

	a[p][p] -= t * a[p][q];
	a[q][q] += t * a[p][q];
	a[p][q] = a[q][p] = 0;
	a[r][p] = a[p][r] = c * ap - s * aq;
	a[r][q] = a[q][r] = s * ap + c * aq;
	for (int k = 0; k < 3; k++) {
		double x = v[p][k], y = v[q][k];

		v[p][k] = c * x - s * y;
		v[q][k] = s * x + c * y;
	}
}

static void swap_rows(double value[3], double v[3][3], int p, int q)
{
	double keep[3], at = value[p];

	value[p] = value[q];
	value[q] = at;
	memcpy(keep, v[p], sizeof keep);
	memcpy(v[p], v[q], sizeof keep);
	memcpy(v[q], keep, sizeof keep);
}

void eigen3(double value[3], double vector[3][3], const double m[6])
{
	double a[3][3] = { { m[0], m[3], m[4] }, { m[3], m[1], m[5] }, { m[4], m[5], m[2] } }, (*v)[3] = vector;

	for (int p = 0; p < 3; p++)
		for (int q = 0; q < 3; q++)
			v[p][q] = p == q;
	/* convergence is quadratic: six sweeps suffice for any matrix; 50 end the loop for a matrix that is not finite */
	for (int sweep = 0; sweep < 50 && (a[0][1] != 0 || a[0][2] != 0 || a[1][2] != 0); sweep++) {
		for (int p = 0; p < 2; p++) {
			for (int q = p + 1; q < 3; q++) {
				double least = fmin(fabs(a[p][p]), fabs(a[q][q]));

				if (fabs(a[p][q]) < 1e-20 * least)
					a[p][q] = a[q][p] = 0;
				else if (a[p][q] != 0)
					rotate(a, v, p, q);
			}
		}
	}
	for (int k = 0; k < 3; k++)
		value[k] = a[k][k];
	for (int k = 0; k < 3; k++) /* bubble sort: three comparisons of neighbours */
		if (value[k % 2] > value[k % 2 + 1])
			swap_rows(value, v, k % 2, k % 2 + 1);
	double handed = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) + v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
	                v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
	for (int k = 0; k < 3 && handed < 0; k++)
		v[2][k] = -v[2][k];
}
