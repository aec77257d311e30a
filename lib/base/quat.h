/* quat.h: rotations of space as unit quaternions q[4] = w x y z, and as matrices m[3][3] that multiply columns.
 *
 * A quaternion and its negative are the same rotation. quat_matrix divides by the norm, because readers of streams accept norms
 * within 1e-3 of 1. */
#ifndef SCREE_QUAT_H
#define SCREE_QUAT_H

#include <math.h>

/* q / |q|; q must not be 0. */
static inline void quat_unit(double q[4])
{
	double n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);

	for (int k = 0; k < 4; k++)
		q[k] /= n;
}

/* The rotation b followed by the rotation a. */
static inline void quat_times(double ab[4], const double a[4], const double b[4])
{
	double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
	double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
	double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
	double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];

	ab[0] = w, ab[1] = x, ab[2] = y, ab[3] = z;
}

/* The matrix of a rotation. q need not have norm 1. */
static inline void quat_matrix(double m[3][3], const double q[4])
{
	double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = 2 / n;
	double w = q[0], x = q[1], y = q[2], z = q[3];

	m[0][0] = 1 - s * (y * y + z * z), m[0][1] = s * (x * y - w * z), m[0][2] = s * (x * z + w * y);
	m[1][0] = s * (x * y + w * z), m[1][1] = 1 - s * (x * x + z * z), m[1][2] = s * (y * z - w * x);
	m[2][0] = s * (x * z - w * y), m[2][1] = s * (y * z + w * x), m[2][2] = 1 - s * (x * x + y * y);
}

/* The quaternion with w >= 0 of a proper rotation m. The largest of the four squares 4 w^2 = 1 + m00 + m11 + m22,
 * 4 x^2 = 1 + m00 - m11 - m22, ... is at least 1, and the other components follow from it without cancellation. */
static inline void quat_of_matrix(double q[4], const double m[3][3])
{
	double four[4] = { 1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
	                   1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2] };
	double wx = m[2][1] - m[1][2], wy = m[0][2] - m[2][0], wz = m[1][0] - m[0][1];
	double xy = m[0][1] + m[1][0], xz = m[0][2] + m[2][0], yz = m[1][2] + m[2][1];
	const double row[4][4] = { { four[0], wx, wy, wz }, { wx, four[1], xy, xz }, { wy, xy, four[2], yz }, { wz,
		xz, yz, four[3] } };
	int best = 0;

	for (int k = 1; k < 4; k++)
		if (four[k] > four[best])
			best = k;
	double sign = row[best][0] < 0 ? -1 : 1;
	for (int k = 0; k < 4; k++)
		q[k] = sign * row[best][k];
	quat_unit(q);
}

/* to = m v */
static inline void mat3_apply(double to[3], const double m[3][3], const double v[3])
{
	double x = v[0], y = v[1], z = v[2];

	for (int k = 0; k < 3; k++)
		to[k] = m[k][0] * x + m[k][1] * y + m[k][2] * z;
}

/* to = m^T v */
static inline void mat3_apply_back(double to[3], const double m[3][3], const double v[3])
{
	double x = v[0], y = v[1], z = v[2];

	for (int k = 0; k < 3; k++)
		to[k] = m[0][k] * x + m[1][k] * y + m[2][k] * z;
}

#endif
