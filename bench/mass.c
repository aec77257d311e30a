/* bench/mass.c: CPU time to find the mass of a shape
 *
 * Convex polygons of 6 vertices by sectors, per vertex, which is what makers of a million grains pay; the cow, a wavy
 * ring of 1000 vertices and a union of 726 disks by the boundary. Medians of five runs. */
#include "shape/mass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "shape/form.h"

enum { RUNS = 5 };

static int compare(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

/* Seconds for one call, median over runs of n calls each. */
static double time_of(enum mass_status (*method)(struct mass *, const struct shape *), const struct shape *s, int n)
{
	double t[RUNS];
	struct mass m;

	for (int run = 0; run < RUNS; run++) {
		clock_t start = clock();

		for (int k = 0; k < n; k++) {
			if (method(&m, s) != MASS_GOOD) {
				fprintf(stderr, "bench/mass: a shape has no mass\n");
				exit(4);
			}
		}
		t[run] = (double)(clock() - start) / CLOCKS_PER_SEC / n;
	}
	qsort(t, RUNS, sizeof *t, compare);
	return t[RUNS / 2];
}

int main(void)
{
	struct shape s = { .n = 0 };

	shape_alloc(&s, SHAPE_POLYGON, 6);
	s.r = 0.1;
	for (int k = 0; k < 6; k++) {
		s.xy[k][0] = 1.3 * cos(k);
		s.xy[k][1] = sin(k);
	}
	printf("BENCH mass-convex %.3g ns/vertex\n", 1e9 * time_of(mass_of_shape, &s, 200000) / 6);
	form_draw(&s, form_find("cow"), 5);
	printf("BENCH mass-cow %.3g ms\n", 1e3 * time_of(mass_by_boundary, &s, 200));
	shape_alloc(&s, SHAPE_POLYGON, 1000);
	s.r = 0.1;
	for (int k = 0; k < 1000; k++) {
		double a = 6.283185307179586 * k / 1000, r = 1 + 0.4 * sin(7 * a);

		s.xy[k][0] = r * cos(a);
		s.xy[k][1] = r * sin(a);
	}
	printf("BENCH mass-1000-vertices %.3g ms\n", 1e3 * time_of(mass_by_boundary, &s, 5));
	shape_alloc(&s, SHAPE_DISKS, 726);
	for (int k = 0; k < 726; k++) {
		s.xy[k][0] = 0.1 * (k % 27);
		s.xy[k][1] = 0.1 * (k / 27);
		s.radius[k] = 0.09;
	}
	printf("BENCH mass-726-disks %.3g ms\n", 1e3 * time_of(mass_by_boundary, &s, 50));
	free(s.xy);
	free(s.radius);
	return 0;
}
