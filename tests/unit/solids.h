/* solids.h: surfaces of known bodies, for tests. All face outwards. */
#ifndef SCREE_TEST_SOLIDS_H
#define SCREE_TEST_SOLIDS_H

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/mesh.h"

/* Add a box between two corners; inwards: facing inwards. */
__attribute__((unused))
static void add_box(struct mesh *m, const double lo[3], const double hi[3], int inwards)
{
	static const int face[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
	int first = m->n_vertex;

	for (int v = 0; v < 8; v++)
		mesh_add_vertex(m, v & 1 ? hi[0] : lo[0], v & 2 ? hi[1] : lo[1], v & 4 ? hi[2] : lo[2]);
	for (int f = 0; f < 6; f++) {
		int c[4];

		for (int k = 0; k < 4; k++)
			c[k] = first + face[f][inwards ? 3 - k : k];
		mesh_add_face(m, 4, c);
	}
}

/* The corners of an icosahedron about the origin, and its faces. */
static const int icosahedron[20][3] = {
	{ 0, 11, 5 }, { 0, 5, 1 }, { 0, 1, 7 }, { 0, 7, 10 }, { 0, 10, 11 }, { 1, 5, 9 }, { 5, 11, 4 }, { 11, 10, 2 },
	{ 10, 7, 6 }, { 7, 1, 8 }, { 3, 9, 4 }, { 3, 4, 2 }, { 3, 2, 6 }, { 3, 6, 8 }, { 3, 8, 9 }, { 4, 9, 5 }, { 2, 4, 11 },
	{ 6, 2, 10 }, { 8, 6, 7 }, { 9, 8, 1 } };

/* With edges of length 2. */
__attribute__((unused))
static void add_icosahedron(struct mesh *m)
{
	double phi = (1 + sqrt(5)) / 2;
	int first = m->n_vertex;

	const double corner[12][3] = { { -1, phi, 0 }, { 1, phi, 0 }, { -1, -phi, 0 }, { 1, -phi, 0 }, { 0, -1, phi }, { 0, 1, phi },
		{ 0, -1, -phi }, { 0, 1, -phi }, { phi, 0, -1 }, { phi, 0, 1 }, { -phi, 0, -1 }, { -phi, 0, 1 } };
	for (int v = 0; v < 12; v++)
		mesh_add_vertex(m, corner[v][0], corner[v][1], corner[v][2]);
	for (int f = 0; f < 20; f++)
		mesh_add_triangle(m, first + icosahedron[f][0], first + icosahedron[f][1], first + icosahedron[f][2]);
}

/* Every triangle of a closed surface cut into four, the new vertices pushed out to the sphere of radius 1. */
__attribute__((unused))
static void refine_sphere(struct mesh *m)
{
	struct mesh fine = { 0 };

	for (int t = 0; t < m->n_triangle; t++) {
		int v[6];

		for (int k = 0; k < 6; k++) {
			const double *a = m->xyz[m->tri[t][k % 3]], *b = m->xyz[m->tri[t][k < 3 ? k : (k + 1) % 3]];
			double x = a[0] + b[0], y = a[1] + b[1], z = a[2] + b[2], l = sqrt(x * x + y * y + z * z);

			v[k] = mesh_add_vertex(&fine, x / l, y / l, z / l);
		}
		mesh_add_triangle(&fine, v[0], v[3], v[5]);
		mesh_add_triangle(&fine, v[1], v[4], v[3]);
		mesh_add_triangle(&fine, v[2], v[5], v[4]);
		mesh_add_triangle(&fine, v[3], v[4], v[5]);
	}
	mesh_merge(&fine, 0, NULL);
	mesh_free(m);
	*m = fine;
}

/* Around the z axis: a regular polygon of n corners, on a circle of radius r about a point at the distance R, at
 * each of m angles. */
__attribute__((unused))
static void add_torus(struct mesh *mesh, int m, int n, double R, double r)
{
	const double tau = 6.283185307179586;
	int first = mesh->n_vertex;

	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			double rho = R + r * cos(tau * j / n);

			mesh_add_vertex(mesh, rho * cos(tau * i / m), rho * sin(tau * i / m), r * sin(tau * j / n));
		}
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int i1 = (i + 1) % m, j1 = (j + 1) % n;
			int c[4] = { first + i * n + j, first + i1 * n + j, first + i1 * n + j1, first + i * n + j1 };

			mesh_add_face(mesh, 4, c);
		}
}

#endif
