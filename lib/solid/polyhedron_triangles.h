/* polyhedron_triangles.h: integrals over the triangles of a polyhedron's faces, several triangles at a time. Private to
 * polyhedron_mass.c. */
#ifndef SCREE_POLYHEDRON_TRIANGLES_H
#define SCREE_POLYHEDRON_TRIANGLES_H

#include "solid/mass3.h"
#include "solid/polyhedron.h"

/* What is found of a triangle, each a row of numbers. */
enum {
	TRIANGLE_SOLID = 0,      /* of the tetrahedron between the origin and the triangle: its volume, first, second and third
	                            moments, as in struct moments3 */
	TRIANGLE_AREA = 20,
	TRIANGLE_FIRST = 21,     /* the integral of x over the triangle, three rows */
	TRIANGLE_SECOND = 24,    /* four times six rows whose sum is the integral of x x^T over the triangle */
	TRIANGLE_ROWS = 48
};
/* The triangles fan out from the first corner of each face, face by face. They come in blocks of TRIANGLE_LANES: row i of
 * triangle k is at out[k / TRIANGLE_LANES][i][k % TRIANGLE_LANES]. */
enum { TRIANGLE_LANES = 8 };
struct polyhedron_triangles {
	int n;                   /* number of triangles */
	double (*out)[TRIANGLE_ROWS][TRIANGLE_LANES];
};

/* Find the integrals over all triangles of p; point[n_vertex] are its vertices in the unit of length and about the origin of the
 * sums. Free them with polyhedron_triangles_free. */
void polyhedron_triangles_init(struct polyhedron_triangles *t, const struct polyhedron *p, const vec3 *point);
void polyhedron_triangles_free(struct polyhedron_triangles *t);

/* Only add the tetrahedra to *m. Returns the surface. */
double polyhedron_add_tetrahedra(struct moments3 *m, const struct polyhedron *p, const vec3 *point);

/* What is found of triangle k; row i is at [i * TRIANGLE_LANES]. */
static inline const double *polyhedron_triangle(const struct polyhedron_triangles *t, int k)
{
	return &t->out[k / TRIANGLE_LANES][0][k % TRIANGLE_LANES];
}

#endif
