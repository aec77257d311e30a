/* sym3.h: symmetric 3 x 3 matrices m[6] = xx yy zz xy xz yz. */
#ifndef SCREE_SYM3_H
#define SCREE_SYM3_H

#include "base/vec.h"

/* m v */
static inline vec3 sym3_apply(const double m[6], vec3 v)
{
	return v3(m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
		m[4] * v.x + m[5] * v.y + m[2] * v.z);
}

/* u^T m v */
static inline double sym3_between(const double m[6], vec3 u, vec3 v)
{
	return v3_dot(u, sym3_apply(m, v));
}

/* R diag(d) R^T */
static inline void sym3_turn(double m[6], const double r[3][3], const double d[3])
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };

	for (int k = 0; k < 6; k++) {
		const double *a = r[row[k]], *b = r[column[k]];

		m[k] = a[0] * d[0] * b[0] + a[1] * d[1] * b[1] + a[2] * d[2] * b[2];
	}
}

/* Fill to[6] with the cofactors of m and return its determinant. The inverse of m is cofactors / determinant. */
static inline double sym3_cofactors(double to[6], const double m[6])
{
	to[0] = m[1] * m[2] - m[5] * m[5];
	to[1] = m[0] * m[2] - m[4] * m[4];
	to[2] = m[0] * m[1] - m[3] * m[3];
	to[3] = m[5] * m[4] - m[3] * m[2];
	to[4] = m[3] * m[5] - m[1] * m[4];
	to[5] = m[3] * m[4] - m[0] * m[5];
	return m[0] * to[0] + m[3] * to[3] + m[4] * to[4];
}

#endif
