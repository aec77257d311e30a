/* drive.c: prescribed motion of one degree of freedom */
#include "motion/drive.h"

#include "base/trig.h"

int drive_prescribes(const struct dof *d)
{
	return d->drive == DRIVE_FIXED || d->drive == DRIVE_VELOCITY || d->drive == DRIVE_RAMP || d->drive == DRIVE_SIN;
}

int drive_is_fixed(const struct dof *d)
{
	return d->drive == DRIVE_FIXED || (d->drive == DRIVE_VELOCITY && d->value[0] == 0);
}

double drive_velocity(const struct dof *d, double t)
{
	const double *v = d->value;
	double s, c;

	switch (d->drive) {
	case DRIVE_VELOCITY:
		return v[0];
	case DRIVE_RAMP:
		if (t <= v[2])
			return v[0];
		if (t >= v[3])
			return v[1];
		return v[0] + (v[1] - v[0]) * ((t - v[2]) / (v[3] - v[2]));
	case DRIVE_SIN:
		trig_sincos(6.283185307179586476925 * (t / v[1]) + v[2], &s, &c);
		return v[0] * s;
	default:
		return 0;
	}
}
