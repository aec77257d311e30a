/* polyhedron_triangles.c: integrals over the triangles of a polyhedron's faces, several triangles at a time */
#include "solid/polyhedron_triangles.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/wide.h"

enum { LANES = 8, IN = 12 };

/* The tetrahedra: see moments3_of_tetrahedron, whose arithmetic this is. */
static WIDE_INLINE void solids_loop(int room, const double *restrict in, double *restrict out)
{
	const double *ax = in, *ay = ax + room, *az = ay + room, *bx = az + room, *by = bx + room, *bz = by + room, *cx = bz + room;
	const double *cy = cx + room, *cz = cy + room;

#pragma omp simd
	for (int t = 0; t < room; t++) {
		const vec3 a = { ax[t], ay[t], az[t] }, b = { bx[t], by[t], bz[t] }, c = { cx[t], cy[t], cz[t] };
		const double d = v3_dot(a, v3_cross(v3_sub(b, a), v3_sub(c, a)));
		const double sx = a.x + b.x + c.x, sy = a.y + b.y + c.y, sz = a.z + b.z + c.z;
		const double xx = a.x * a.x + b.x * b.x + c.x * c.x, yy = a.y * a.y + b.y * b.y + c.y * c.y;
		const double zz = a.z * a.z + b.z * b.z + c.z * c.z, xy = a.x * a.y + b.x * b.y + c.x * c.y;
		const double xz = a.x * a.z + b.x * b.z + c.x * c.z, yz = a.y * a.z + b.y * b.z + c.y * c.z;

		out[t] = d / 6;
		out[room + t] = 1.0 / 24 * (d * sx);
		out[2 * room + t] = 1.0 / 24 * (d * sy);
		out[3 * room + t] = 1.0 / 24 * (d * sz);
		out[4 * room + t] = d * (sx * sx + xx) / 120;
		out[5 * room + t] = d * (sy * sy + yy) / 120;
		out[6 * room + t] = d * (sz * sz + zz) / 120;
		out[7 * room + t] = d * (sx * sy + xy) / 120;
		out[8 * room + t] = d * (sx * sz + xz) / 120;
		out[9 * room + t] = d * (sy * sz + yz) / 120;
#define THIRD(row, i, j, k, ij, ik, jk) \
		out[row * room + t] = d * (s##i * s##j * s##k + ij * s##k + ik * s##j + jk * s##i + \
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
WIDE_LOOP(solids, (int room, const double *restrict in, double *restrict out), (room, in, out))

/* The triangles themselves. */
static WIDE_INLINE void faces_loop(int room, const double *restrict in, double *restrict out)
{
	const double *ax = in, *ay = ax + room, *az = ay + room, *bx = az + room, *by = bx + room, *bz = by + room, *cx = bz + room;
	const double *cy = cx + room, *cz = cy + room, *nx = cz + room, *ny = nx + room, *nz = ny + room;

#pragma omp simd
	for (int t = 0; t < room; t++) {
		const vec3 a = { ax[t], ay[t], az[t] }, b = { bx[t], by[t], bz[t] }, c = { cx[t], cy[t], cz[t] };
		const vec3 n = { nx[t], ny[t], nz[t] }, s = v3_add(a, v3_add(b, c));
		const double area = 0.5 * v3_dot(n, v3_cross(v3_sub(b, a), v3_sub(c, a))), f = area / 12, third = area / 3;

		out[TRIANGLE_AREA * room + t] = area;
		out[TRIANGLE_FIRST * room + t] = third * s.x;
		out[(TRIANGLE_FIRST + 1) * room + t] = third * s.y;
		out[(TRIANGLE_FIRST + 2) * room + t] = third * s.z;
#define SQUARE(k, v) \
		out[(TRIANGLE_SECOND + 6 * k) * room + t] = f * v.x * v.x; \
		out[(TRIANGLE_SECOND + 6 * k + 1) * room + t] = f * v.y * v.y; \
		out[(TRIANGLE_SECOND + 6 * k + 2) * room + t] = f * v.z * v.z; \
		out[(TRIANGLE_SECOND + 6 * k + 3) * room + t] = f * 0.5 * (v.x * v.y + v.y * v.x); \
		out[(TRIANGLE_SECOND + 6 * k + 4) * room + t] = f * 0.5 * (v.x * v.z + v.z * v.x); \
		out[(TRIANGLE_SECOND + 6 * k + 5) * room + t] = f * 0.5 * (v.y * v.z + v.z * v.y)
		SQUARE(0, s);
		SQUARE(1, a);
		SQUARE(2, b);
		SQUARE(3, c);
#undef SQUARE
	}
}
WIDE_LOOP(faces, (int room, const double *restrict in, double *restrict out), (room, in, out))

void polyhedron_triangles_init(struct polyhedron_triangles *t, const struct polyhedron *p, const vec3 *point)
{
	int n = 0;

	for (int f = 0; f < p->n_face; f++)
		n += p->first[f + 1] - p->first[f] - 2;
	t->n = n;
	t->room = (n + LANES - 1) / LANES * LANES;
	t->in = MEM_NEW(double, (size_t)(IN + TRIANGLE_ROWS) * (size_t)t->room + 1);
	t->out = t->in + (size_t)IN * (size_t)t->room;
	n = 0;
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f] + 1; k + 1 < p->first[f + 1]; k++, n++) {
			const vec3 v[3] = { point[p->corner[p->first[f]]], point[p->corner[k]], point[p->corner[k + 1]] };

			for (int i = 0; i < 3; i++) {
				t->in[(size_t)(3 * i) * (size_t)t->room + (size_t)n] = v[i].x;
				t->in[(size_t)(3 * i + 1) * (size_t)t->room + (size_t)n] = v[i].y;
				t->in[(size_t)(3 * i + 2) * (size_t)t->room + (size_t)n] = v[i].z;
				t->in[(size_t)(9 + i) * (size_t)t->room + (size_t)n] = p->normal[f][i];
			}
		}
	for (; n < t->room; n++)
		for (int row = 0; row < IN; row++)
			t->in[(size_t)row * (size_t)t->room + (size_t)n] = 0;
	solids(wide_has())(t->room, t->in, t->out);
	faces(wide_has())(t->room, t->in, t->out);
}

void polyhedron_triangles_free(struct polyhedron_triangles *t)
{
	free(t->in);
}
