/* spin.c: angular velocity and angular momentum of a body in space */
#include "base/spin.h"

#include "base/quat.h"
#include "base/sym3.h"

/* out = R(q) m R(q)^T in */
static void apply(const double m[6], const double q[4], const double in[3], double out[3])
{
	double r[3][3], body[3];

	quat_matrix(r, q);
	mat3_apply_back(body, (const double (*)[3])r, in);
	v3_to(body, sym3_apply(m, v3_from(body)));
	mat3_apply(out, (const double (*)[3])r, body);
}

void spin_momentum(const double inertia[6], const double q[4], const double omega[3], double momentum[3])
{
	apply(inertia, q, omega, momentum);
}

void spin_velocity(const double inertia[6], const double q[4], const double momentum[3], double omega[3])
{
	double inverse[6], det = sym3_cofactors(inverse, inertia);

	for (int k = 0; k < 6; k++)
		inverse[k] /= det;
	apply(inverse, q, momentum, omega);
}
