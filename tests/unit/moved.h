/* moved.h: numbers and rows of scenes before and after they are moved, for tests */
#ifndef SCREE_TEST_MOVED_H
#define SCREE_TEST_MOVED_H

#include <math.h>

#include "tap.h"
#include "world/world.h"

static const double tiny = 1e-12; /* of lengths of some units and a few operations */

/* Whether n numbers agree within by; prints those that do not. */
static inline int is_near_by(const double *a, const double *b, int n, double by)
{
	double worst = 0;

	for (int k = 0; k < n; k++)
		worst = fmax(worst, fabs(a[k] - b[k]));
	for (int k = 0; k < n && !(worst < by); k++)
		printf("# found %.17g, expected %.17g\n", a[k], b[k]);
	return worst < by;
}

static inline int is_near(const double *a, const double *b, int n)
{
	return is_near_by(a, b, n, tiny);
}

/* The row of the body with this id, or -1. */
static inline int row_of(const struct world *w, int64_t id)
{
	for (int i = 0; i < w->body.n_row; i++)
		if (table_int(&w->body, "id")[i] == id)
			return i;
	return -1;
}

#endif
