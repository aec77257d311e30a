/* gauss.c: zeros of Legendre polynomials by Newton's method */
#include "base/gauss.h"

#include <math.h>

#include "base/trig.h"

void gauss_legendre(int n, double *x, double *w)
{
	for (int i = 0; i < n; i++) {
		double z, sine, slope = 1, step = 1;

		/* -cos(pi (i + 3/4) / (n + 1/2)) is near the zero, and every step doubles the number of correct digits */
		trig_sincos(3.14159265358979323846 * (i + 0.75) / (n + 0.5), &sine, &z);
		for (int k = 0; k < 10 && fabs(step) > 1e-15; k++) {
			double p = 1, before = 0;

			for (int j = 0; j < n; j++) {
				double next = ((2 * j + 1) * z * p - j * before) / (j + 1);

				before = p;
				p = next;
			}
			slope = n * (z * p - before) / ((z - 1) * (z + 1));
			step = p / slope;
			z -= step;
		}
		x[i] = -z;
		w[i] = 2 / ((1 - z) * (1 + z) * slope * slope);
	}
}
