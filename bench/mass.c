/* bench/mass.c: CPU time to find the mass of a shape
 *
 * Convex polygons of 6 vertices by sectors, per vertex, which is what makers of a million grains pay; the cow, a wavy
 * ring of 1000 vertices and a union of 726 disks by the boundary. In space clumps of balls in a cube, each of which
 * overlaps ten others or so: exact, and by 128^3 voxels, with the error of these; a quadric with three bumps; and a torus
 * of 100 000 triangles, checked, weighed, and by voxels. Medians of five runs. */
#include "plane/mass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/buf.h"
#include "base/rng.h"
#include "mesh/meshtree.h"
#include "plane/form.h"
#include "solid/balls.h"
#include "solid/implicit.h"
#include "surface.h"

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

static double seconds(clock_t start)
{
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* A clump of n balls, 30 of them in a volume of 1.6^3. */
static void time_balls(int n)
{
	double (*ball)[4] = mem_new((size_t)n, sizeof *ball), side = 1.6 * cbrt(n / 30.0), t[RUNS], v[RUNS];
	struct mass3 exact = { .volume = 0 }, m = { .volume = 0 };
	struct balls_lines b;
	struct rng g;

	rng_seed(&g, 5);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 3; k++)
			ball[i][k] = side * rng_uniform(&g);
		ball[i][3] = 0.2 + 0.3 * rng_uniform(&g);
	}
	for (int run = 0; run < RUNS; run++) {
		clock_t start = clock();

		balls_mass(&exact, n, (const double (*)[4])ball);
		t[run] = seconds(start);
		start = clock();
		balls_lines_init(&b, n, (const double (*)[4])ball);
		mass3_by_voxels(&m, &b.lines, 128);
		v[run] = seconds(start);
		balls_lines_free(&b);
	}
	qsort(t, RUNS, sizeof *t, compare);
	qsort(v, RUNS, sizeof *v, compare);
	printf("BENCH mass.exact.%d.seconds %.3g s\n", n, t[RUNS / 2]);
	printf("BENCH mass.exact.%d.error %.1e 1\n", n, exact.error / exact.volume);
	printf("BENCH mass.voxels.%d.seconds %.3g s\n", n, v[RUNS / 2]);
	printf("BENCH mass.voxels.%d.error %.1e 1\n", n, fabs(m.volume / exact.volume - 1));
	free(ball);
}

static void time_implicit(void)
{
	const struct bump bump[3] = {
		{ .sign = 1, .k = 1, .c = { 0.95, 0, 0 }, .b = { 8, 8, 8, 0, 0, 0 } },
		{ .sign = 1, .k = 0.8, .c = { -0.5, 0.5, 0.2 }, .b = { 6, 11, 11, 0, 0, 0 } },
		{ .sign = 1, .k = 0.9, .c = { 0, -0.3, -0.55 }, .b = { 4, 4, 16, 0, 0, 0 } },
	};
	const struct implicit o = { .a = { 1, 0.8, 0.6 }, .n = 3, .bump = bump };
	struct mass3 m = { .volume = 1 };
	double t[RUNS];

	for (int run = 0; run < RUNS; run++) {
		clock_t start = clock();

		implicit_mass(&m, &o, IMPLICIT_RAYS, NULL);
		t[run] = seconds(start);
	}
	qsort(t, RUNS, sizeof *t, compare);
	printf("BENCH mass.implicit.3.seconds %.3g s\n", t[RUNS / 2]);
	printf("BENCH mass.implicit.3.error %.1e 1\n", m.error / m.volume);
}

/* A torus with m corners around its axis and n around its tube. */
static void make_torus(struct mesh *mesh, int m, int n)
{
	const double tau = 6.283185307179586;

	*mesh = (struct mesh){ 0 };
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			double rho = 2 + 0.7 * cos(tau * j / n);

			mesh_add_vertex(mesh, rho * cos(tau * i / m), rho * sin(tau * i / m), 0.7 * sin(tau * j / n));
		}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int a = i * n + j, b = (i + 1) % m * n + j, c = (i + 1) % m * n + (j + 1) % n, d = i * n + (j + 1) % n;

			mesh_add_triangle(mesh, a, b, c);
			mesh_add_triangle(mesh, a, c, d);
		}
}

/* A surface in memory: checked, weighed, and by voxels. */
static void time_surface(void)
{
	double repair[RUNS], weigh[RUNS], v[RUNS];
	struct mass3 exact = { .volume = 1 }, m = { .volume = 0 };
	struct mesh_faults faults;
	struct mesh mesh;

	make_torus(&mesh, 250, 200);
	for (int run = 0; run < RUNS; run++) {
		struct mesh_lines l;
		clock_t start = clock();

		mesh_repair(&mesh, &faults);
		repair[run] = seconds(start);
		start = clock();
		mesh_mass(&exact, &mesh);
		weigh[run] = seconds(start);
		start = clock();
		mesh_lines_init(&l, &mesh);
		mass3_by_voxels(&m, &l.lines, 128);
		v[run] = seconds(start);
		mesh_lines_free(&l);
	}
	qsort(repair, RUNS, sizeof *repair, compare);
	qsort(weigh, RUNS, sizeof *weigh, compare);
	qsort(v, RUNS, sizeof *v, compare);
	printf("BENCH mass.repair.%d.seconds %.3g s\n", mesh.n_triangle, repair[RUNS / 2]);
	printf("BENCH mass.triangles.%d.seconds %.3g s\n", mesh.n_triangle, weigh[RUNS / 2]);
	printf("BENCH mass.triangles.%d.error %.1e 1\n", mesh.n_triangle, exact.error / exact.volume);
	printf("BENCH mass.voxels-triangles.%d.seconds %.3g s\n", mesh.n_triangle, v[RUNS / 2]);
	printf("BENCH mass.voxels-triangles.%d.error %.1e 1\n", mesh.n_triangle, fabs(m.volume / exact.volume - 1));
	mesh_free(&mesh);
}

/* `mass text|binary M N`: an STL file of 2 M N triangles, for the whole program. */
static int write_torus(char **argv)
{
	struct mesh mesh;

	make_torus(&mesh, atoi(argv[2]), atoi(argv[3]));
	return surface_write_stl(stdout, &mesh, "torus", argv[1][0] == 'b') || fflush(stdout);
}

int main(int argc, char **argv)
{
	struct shape s = { .n = 0 };

	if (argc == 4)
		return write_torus(argv);

	shape_alloc(&s, SHAPE_POLYGON, 6);
	s.r = 0.1;
	for (int k = 0; k < 6; k++) {
		s.xy[k][0] = 1.3 * cos(k);
		s.xy[k][1] = sin(k);
	}
	printf("BENCH mass-convex %.3g ns/vertex\n", 1e9 * time_of(mass_of_shape, &s, 200000) / 6);
	form2_draw(&s, form2_find("cow"), 5);
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
	time_balls(500);
	time_balls(10000);
	time_implicit();
	time_surface();
	return 0;
}
