/* auto.c: round numbers for automatic time steps */
#include "sim/auto.h"

#include <math.h>

double auto_round(double x)
{
	static const double nice[] = { 10, 20, 25, 40, 50, 80 };
	double ten = 1, found;
	int down = 0;

	if (!(x > 0) || !isfinite(x))
		return x;
	while (x * ten < 10 && down < 22) {
		ten *= 10;
		down++;
	}
	if (x * ten < 10 || x * ten >= 1000)
		return x;
	double up = 1;
	while (x * ten >= 100 * up)
		up *= 10;
	found = nice[0] * up / ten;
	for (int k = 0; k < 6; k++)
		if (nice[k] * up / ten <= x)
			found = nice[k] * up / ten;
	return found;
}
