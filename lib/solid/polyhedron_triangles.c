/* polyhedron_triangles.c: integrals over the triangles of a polyhedron's faces, several triangles at a time */
#include "solid/polyhedron_triangles.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/wide.h"

enum { LANES = TRIANGLE_LANES, IN = 12 };

#define CORNER(k) { in[3 * (k)][t], in[3 * (k) + 1][t], in[3 * (k) + 2][t] }

/* The tetrahedra: see moments3_of_tetrahedron, whose arithmetic this is. */
static WIDE_INLINE void solids_loop(const double (*restrict in)[LANES], double (*restrict out)[LANES])
{
#pragma omp simd
	for (int t = 0; t < LANES; t++) {
		const vec3 a = CORNER(0), b = CORNER(1), c = CORNER(2);
		const double d = v3_dot(a, v3_cross(v3_sub(b, a), v3_sub(c, a)));
		const double sx = a.x + b.x + c.x, sy = a.y + b.y + c.y, sz = a.z + b.z + c.z;
		const double xx = a.x * a.x + b.x * b.x + c.x * c.x, yy = a.y * a.y + b.y * b.y + c.y * c.y;
		const double zz = a.z * a.z + b.z * b.z + c.z * c.z, xy = a.x * a.y + b.x * b.y + c.x * c.y;
		const double xz = a.x * a.z + b.x * b.z + c.x * c.z, yz = a.y * a.z + b.y * b.z + c.y * c.z;

		out[0][t] = d / 6;
		out[1][t] = 1.0 / 24 * (d * sx);
		out[2][t] = 1.0 / 24 * (d * sy);
		out[3][t] = 1.0 / 24 * (d * sz);
		out[4][t] = d * (sx * sx + xx) / 120;
		out[5][t] = d * (sy * sy + yy) / 120;
		out[6][t] = d * (sz * sz + zz) / 120;
		out[7][t] = d * (sx * sy + xy) / 120;
		out[8][t] = d * (sx * sz + xz) / 120;
		out[9][t] = d * (sy * sz + yz) / 120;
#define THIRD(row, i, j, k, ij, ik, jk) \
		out[row][t] = d * (s##i * s##j * s##k + ij * s##k + ik * s##j + jk * s##i + \
			2 * (a.i * a.j * a.k + b.i * b.j * b.k + c.i * c.j * c.k)) / 720
		THIRD(10, x, x, x, xx, xx, xx);
		THIRD(11, x, x, y, xx, xy, xy);
		THIRD(12, x, x, z, xx, xz, xz);
		THIRD(13, x, y, y, xy, xy, yy);
		THIRD(14, x, y, z, xy, xz, yz);
		THIRD(15, x, z, z, xz, xz, zz);
		THIRD(16, y, y, y, yy, yy, yy);
		THIRD(17, y, y, z, yy, yz, yz);
		THIRD(18, y, z, z, yz, yz, zz);
		THIRD(19, z, z, z, zz, zz, zz);
#undef THIRD
	}
}
WIDE_LOOP(solids, (const double (*restrict in)[LANES], double (*restrict out)[LANES]), (in, out))

/* The areas of the triangles. */
static WIDE_INLINE void areas_loop(const double (*restrict in)[LANES], double *restrict area)
{
#pragma omp simd
	for (int t = 0; t < LANES; t++) {
		const vec3 a = CORNER(0), b = CORNER(1), c = CORNER(2), n = CORNER(3);

		area[t] = 0.5 * v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(c, a)));
	}
}
WIDE_LOOP(areas, (const double (*restrict in)[LANES], double *restrict area), (in, area))

/* The triangles themselves. */
static WIDE_INLINE void faces_loop(const double (*restrict in)[LANES], double (*restrict out)[LANES])
{
#pragma omp simd
	for (int t = 0; t < LANES; t++) {
		const vec3 a = CORNER(0), b = CORNER(1), c = CORNER(2), n = CORNER(3), s = v3_add(a, v3_add(b, c));
		const double area = 0.5 * v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(c, a))), f = area / 12, third = area / 3;

		out[TRIANGLE_AREA][t] = area;
		out[TRIANGLE_FIRST][t] = third * s.x;
		out[TRIANGLE_FIRST + 1][t] = third * s.y;
		out[TRIANGLE_FIRST + 2][t] = third * s.z;
#define SQUARE(k, v) \
		out[TRIANGLE_SECOND + 6 * k][t] = f * v.x * v.x; \
		out[TRIANGLE_SECOND + 6 * k + 1][t] = f * v.y * v.y; \
		out[TRIANGLE_SECOND + 6 * k + 2][t] = f * v.z * v.z; \
		out[TRIANGLE_SECOND + 6 * k + 3][t] = f * 0.5 * (v.x * v.y + v.y * v.x); \
		out[TRIANGLE_SECOND + 6 * k + 4][t] = f * 0.5 * (v.x * v.z + v.z * v.x); \
		out[TRIANGLE_SECOND + 6 * k + 5][t] = f * 0.5 * (v.y * v.z + v.z * v.y)
		SQUARE(0, s);
		SQUARE(1, a);
		SQUARE(2, b);
		SQUARE(3, c);
#undef SQUARE
	}
}
WIDE_LOOP(faces, (const double (*restrict in)[LANES], double (*restrict out)[LANES]), (in, out))

static inline void put_three(double (*in)[LANES], int at, double x, double y, double z)
{
	in[0][at] = x;
	in[1][at] = y;
	in[2][at] = z;
}

/* Put a triangle with these corners and the normal n into a place of a block. */
static inline void put_triangle(double (*in)[LANES], int at, vec3 a, vec3 b, vec3 c, const double n[3])
{
	put_three(in, at, a.x, a.y, a.z);
	put_three(in + 3, at, b.x, b.y, b.z);
	put_three(in + 6, at, c.x, c.y, c.z);
	put_three(in + 9, at, n[0], n[1], n[2]);
}

void polyhedron_triangles_init(struct polyhedron_triangles *t, const struct polyhedron *p, const vec3 *point)
{
	const int wide = wide_has();
	double in[IN][LANES];
	int n = 0;

	t->n = p->first[p->n_face] - 2 * p->n_face;
	t->out = mem_new((size_t)(t->n + LANES - 1) / LANES, sizeof *t->out);
	memset(in, 0, sizeof in);
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f] + 1; k + 1 < p->first[f + 1]; k++) {
			put_triangle(in, n % LANES, point[p->corner[p->first[f]]], point[p->corner[k]], point[p->corner[k + 1]],
				p->normal[f]);
			n++;
			if (n % LANES == 0 || n == t->n) {
				double (*out)[LANES] = t->out[(n - 1) / LANES];

				solids(wide)((const double (*)[LANES])in, out);
				faces(wide)((const double (*)[LANES])in, out);
			}
		}
}

/* The sums keep to the order of the triangles, and the surface is summed face by face. */
struct sharp_sums { double solid[TRIANGLE_AREA], face, surface; };

/* Add the n triangles of a block; ends[k] tells whether triangle k is the last one of its face. */
static void add_block(struct sharp_sums *sum, const double (*in)[LANES], int n, const int *ends)
{
	double out[TRIANGLE_AREA][LANES], area[LANES];

	solids(wide_has())(in, out);
	areas(wide_has())(in, area);
	for (int row = 0; row < TRIANGLE_AREA; row++) {
		double s = sum->solid[row];

		for (int k = 0; k < n; k++)
			s += out[row][k];
		sum->solid[row] = s;
	}
	for (int k = 0; k < n; k++) {
		sum->face += area[k];
		if (ends[k]) {
			sum->surface += sum->face;
			sum->face = 0;
		}
	}
}

double polyhedron_add_tetrahedra(struct moments3 *m, const struct polyhedron *p, const vec3 *point)
{
	struct sharp_sums sum = { 0 };
	double in[IN][LANES];
	int n = 0, ends[LANES];

	memset(in, 0, sizeof in);
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f] + 1; k + 1 < p->first[f + 1]; k++) {
			put_triangle(in, n, point[p->corner[p->first[f]]], point[p->corner[k]], point[p->corner[k + 1]], p->normal[f]);
			ends[n++] = k + 2 == p->first[f + 1];
			if (n == LANES) {
				add_block(&sum, (const double (*)[LANES])in, n, ends);
				n = 0;
			}
		}
	add_block(&sum, (const double (*)[LANES])in, n, ends);
	m->one += sum.solid[0];
	for (int i = 0; i < 3; i++)
		m->first[i] += sum.solid[1 + i];
	for (int i = 0; i < 6; i++)
		m->second[i] += sum.solid[4 + i];
	for (int i = 0; i < 10; i++)
		m->third[i] += sum.solid[10 + i];
	return sum.surface;
}

void polyhedron_triangles_free(struct polyhedron_triangles *t)
{
	free(t->out);
}
