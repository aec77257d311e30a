/* drive.c: prescribed motion of one degree of freedom */
#include "motion/drive.h"

#include <math.h>

#include "base/trig.h"

const char *drive_fault(const struct dof *d, int *at)
{
	int k = d->n;

	if (at)
		*at = k;
	if (d->drive == DRIVE_RAMP && !(d->value[2] < d->value[3]))
		return "a ramp with t1 > t0";
	if (d->drive == DRIVE_SIN && !(d->value[1] > 0))
		return "a period > 0";
	if (d->drive != DRIVE_TABLE)
		return NULL;
	if (d->n < 2 || d->n % 2)
		return "table:t0,v0,t1,v1,... pairs of times and velocities";
	for (k = 2; k < d->n && d->table[k] > d->table[k - 2]; k += 2)
		;
	if (at)
		*at = k;
	return k < d->n ? "times that increase; sort the pairs by time, and give one velocity for each time" : NULL;
}

int drive_prescribes(const struct dof *d)
{
	return d->drive == DRIVE_FIXED || d->drive == DRIVE_VELOCITY || d->drive == DRIVE_RAMP || d->drive == DRIVE_SIN ||
	       d->drive == DRIVE_TABLE;
}

int drive_is_fixed(const struct dof *d)
{
	return d->drive == DRIVE_FIXED || (d->drive == DRIVE_VELOCITY && d->value[0] == 0);
}

/* The velocity of a table of n numbers t0,v0,t1,v1,... at time t. */
static double table_velocity(const double *table, int n, double t)
{
	int low = 0, high = n / 2 - 1;

	if (t <= table[0])
		return table[1];
	if (t >= table[n - 2])
		return table[n - 1];
	while (high - low > 1) { /* the time of low is at most t, that of high above t */
		int mid = low + (high - low) / 2;

		if (table[2 * mid] <= t)
			low = mid;
		else
			high = mid;
	}
	const double *a = table + 2 * low, *b = a + 2;
	return a[1] + (b[1] - a[1]) * ((t - a[0]) / (b[0] - a[0]));
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
	case DRIVE_TABLE:
		return table_velocity(d->table, d->n, t);
	default:
		return 0;
	}
}

double drive_fastest(const struct dof *d)
{
	double most = 0;

	switch (d->drive) {
	case DRIVE_VELOCITY:
	case DRIVE_SIN:
		return fabs(d->value[0]);
	case DRIVE_RAMP:
		return fmax(fabs(d->value[0]), fabs(d->value[1]));
	case DRIVE_TABLE:
		for (int k = 1; k < d->n; k += 2)
			most = fmax(most, fabs(d->table[k]));
		return most;
	default:
		return 0;
	}
}
