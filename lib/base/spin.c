/* spin.c: angular velocity and angular momentum of a body in space */
#include "base/spin.h"

#include "base/quat.h"

void spin_momentum(const double inertia[6], const double q[4], const double omega[3], double momentum[3])
{
	const double *t = inertia;
	const double tensor[3][3] = { { t[0], t[3], t[4] }, { t[3], t[1], t[5] }, { t[4], t[5], t[2] } };
	double m[3][3], body[3];

	quat_matrix(m, q);
	mat3_apply_back(body, (const double (*)[3])m, omega);
	mat3_apply(body, tensor, body);
	mat3_apply(momentum, (const double (*)[3])m, body);
}

/* I^-1 is the matrix of minors over the determinant. */
void spin_velocity(const double inertia[6], const double q[4], const double momentum[3], double omega[3])
{
	const double *t = inertia;
	const double minor[6] = { t[1] * t[2] - t[5] * t[5], t[0] * t[2] - t[4] * t[4], t[0] * t[1] - t[3] * t[3],
	                          t[4] * t[5] - t[3] * t[2], t[3] * t[5] - t[4] * t[1], t[3] * t[4] - t[0] * t[5] };
	double det = t[0] * minor[0] + t[3] * minor[3] + t[4] * minor[4], m[3][3], body[3];
	const double inverse[3][3] = { { minor[0] / det, minor[3] / det, minor[4] / det },
	                               { minor[3] / det, minor[1] / det, minor[5] / det },
	                               { minor[4] / det, minor[5] / det, minor[2] / det } };

	quat_matrix(m, q);
	mat3_apply_back(body, (const double (*)[3])m, momentum);
	mat3_apply(body, inverse, body);
	mat3_apply(omega, (const double (*)[3])m, body);
}
