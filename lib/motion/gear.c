/* gear.c: Gear's predictor-corrector of five values */
#include "motion/gear.h"

void gear_predict(int n, double dt, const double *restrict q, double *restrict v, const double *restrict a,
	double *restrict p, double *restrict r2, double *restrict r3, const double *restrict r4)
{
	double half = 0.5 * dt * dt;

	for (int b = 0; b < n; b++) {
		double d1 = v[b] * dt, d2 = a[b] * half, d3 = r3[b], d4 = r4[b];

		p[b] = q[b] + (d1 + d2 + d3 + d4);
		v[b] = (d1 + 2 * d2 + 3 * d3 + 4 * d4) / dt;
		r2[b] = d2 + 3 * d3 + 6 * d4;
		r3[b] = d3 + 4 * d4;
	}
}

void gear_correct(int n, double dt, double *restrict q, double *restrict v, const double *restrict a,
	const double *restrict p, const double *restrict r2, double *restrict r3, double *restrict r4)
{
	double half = 0.5 * dt * dt;

	for (int b = 0; b < n; b++) {
		double off = a[b] * half - r2[b];

		q[b] = p[b] + GEAR_POSITION * off;
		v[b] += GEAR_VELOCITY * off / dt;
		r3[b] += 0.5 * off;
		r4[b] += off / 12;
	}
}
