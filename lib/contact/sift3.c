/* sift3.c: which features of two bodies may be near each other */
#include "contact/sift3.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/wide.h"

/* ---- directions ---- */

/* A direction as the entries of a body see it: n.x of an entry from the body's position is along.entry + base. */
struct seen { vec3 along; double base; };

static WIDE_INLINE struct seen seen_of(const struct body3 *b, vec3 n)
{
	if (!b->faces)
		return (struct seen){ n, -v3_dot(n, *b->at) };
	const double (*m)[3] = b->frame->m;
	return (struct seen){ v3(m[0][0] * n.x + m[1][0] * n.y + m[2][0] * n.z, m[0][1] * n.x + m[1][1] * n.y + m[2][1] * n.z,
		m[0][2] * n.x + m[1][2] * n.y + m[2][2] * n.z), 0 };
}

static WIDE_INLINE double height(const struct seen *n, double x, double y, double z)
{
	return n->along.x * x + n->along.y * y + n->along.z * z;
}

/* The greatest n.x over the pebbles or vertices of a body, from its position. */
static WIDE_INLINE double extreme(const struct body3 *b, vec3 n)
{
	struct seen s = seen_of(b, n);
	double most = -INFINITY;

	if (b->faces) {
		const double *x = b->faces->vertex[0], *y = b->faces->vertex[1], *z = b->faces->vertex[2];

#ifndef __clang__ /* clang finds no greatest value in vectors without -ffast-math, and warns */
#pragma omp simd reduction(max : most)
#endif
		for (int k = 0; k < b->faces->n_column; k++) {
			double h = height(&s, x[k], y[k], z[k]);

			most = h > most ? h : most;
		}
		return most;
	}
	for (int k = 0; k < b->n_round; k++) {
		double h = height(&s, b->pebble[k].x, b->pebble[k].y, b->pebble[k].z);

		most = h > most ? h : most;
	}
	return most + s.base;
}

static WIDE_INLINE void gap_loop(const struct sift3 *s, vec3 n, double *gap)
{
	*gap = v3_dot(n, s->between) - extreme(s->j, v3_scale(-1, n)) - extreme(s->i, n);
}
WIDE_LOOP(gap, (const struct sift3 *s, vec3 n, double *gap), (s, n, gap))

double sift3_gap(const struct sift3 *s, vec3 n)
{
	double g;

	gap(s->wide > 0)(s, n, &g); /* most bodies have few vertices: wider vectors make it slower */
	return g;
}

/* Entry k of a body as it stands in memory. */
static inline vec3 entry_of(const struct body3 *b, int k)
{
	return b->faces ? faces3_middle(b->faces, k) : v3(b->pebble[k].x, b->pebble[k].y, b->pebble[k].z);
}

vec3 body3_place(const struct body3 *b, int k)
{
	vec3 p = entry_of(b, k);

	if (!b->faces)
		return v3_sub(p, *b->at);
	const double (*m)[3] = b->frame->m;
	return v3(m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z, m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z,
		m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z);
}

/* The radius of the ball around entry k, with the spheroradius [L]. */
static inline double around(const struct body3 *b, int k)
{
	return b->faces ? b->faces->entry[k].r * b->size : b->pebble[k].r;
}

/* The pebble or vertex that is furthest along n, from the body's position. */
static vec3 furthest(const struct body3 *b, vec3 n)
{
	struct seen s = seen_of(b, n);
	double most = -INFINITY;
	int k = 0;

	for (int v = 0; v < b->n_round; v++) {
		vec3 p = entry_of(b, v);
		double h = height(&s, p.x, p.y, p.z);

		k = h > most ? v : k;
		most = h > most ? h : most;
	}
	return body3_place(b, k);
}

/* The direction with the largest G so far, which may be the normal of a face, see sift3_search; and the vector between the
 * extremes along it: G along n is at most n.across. */
struct best { double g; vec3 n, across; int face; };

/* Try the direction n, and keep it if it has the largest G so far. */
static void try_direction(const struct sift3 *s, vec3 n, int face, struct best *best)
{
	if (!(v3_dot(n, best->across) > best->g) && best->g > -INFINITY)
		return;
	double g = sift3_gap(s, n);
	if (g > best->g)
		*best = (struct best){ g, n, v3_sub(v3_add(furthest(s->j, v3_scale(-1, n)), s->between), furthest(s->i, n)), face };
}

/* The normal of face k of a body, times scale: 1 or -1, divided by the body's size, by which its matrix is multiplied. */
static vec3 normal_of(const struct body3 *of, int k, double scale)
{
	const double (*m)[3] = of->frame->m;
	vec3 a = of->faces->normal[k];

	return v3_scale(scale, v3(m[0][0] * a.x + m[0][1] * a.y + m[0][2] * a.z, m[1][0] * a.x + m[1][1] * a.y + m[1][2] * a.z,
		m[2][0] * a.x + m[2][1] * a.y + m[2][2] * a.z));
}

/* Try the normals of the faces of a body, times sign. */
static void try_faces(const struct sift3 *s, const struct body3 *of, double sign, double far, struct best *best)
{
	if (!of->faces)
		return;
	double scale = sign / of->size; /* the matrix holds the size */
	struct seen between = seen_of(of, v3_scale(scale, s->between));
	for (int k = 0; k < of->faces->n_face && best->g < far; k++)
		if (v3_dot(of->faces->normal[k], between.along) > 0)
			try_direction(s, normal_of(of, k, scale), sign > 0 ? k + 1 : -k - 1, best);
}

vec3 sift3_normal(const struct sift3 *s, int face)
{
	return face > 0 ? normal_of(s->i, face - 1, 1 / s->i->size) : normal_of(s->j, -face - 1, -1 / s->j->size);
}

double sift3_search(const struct sift3 *s, double far, vec3 *n, int *face)
{
	double norm = v3_norm(s->between);
	struct best best = { .g = -INFINITY };

	if (n->x != 0 || n->y != 0 || n->z != 0)
		try_direction(s, *n, *face, &best);
	if (best.g < far)
		try_direction(s, norm > 0 ? v3_scale(1 / norm, s->between) : v3(1, 0, 0), 0, &best);
	try_faces(s, s->i, 1, far, &best);
	try_faces(s, s->j, -1, far, &best);
	*n = best.n;
	*face = best.face;
	return best.g;
}

/* ---- pairs of features ---- */

static int n_of(const struct body3 *b)
{
	return b->faces ? b->faces->n : b->n_round;
}

/* The depths along n of all entries of a body, from its extreme along n [L]. An edge is as deep as its end that is less
 * deep, and a face as its least deep corner. */
static void depths(const struct body3 *b, vec3 n, double *depth)
{
	const struct faces3 *f = b->faces;
	struct seen s = seen_of(b, n);
	double most = -INFINITY;

	for (int k = 0; k < b->n_round; k++) {
		vec3 p = entry_of(b, k);

		depth[k] = height(&s, p.x, p.y, p.z);
		most = depth[k] > most ? depth[k] : most;
	}
	for (int k = 0; k < b->n_round; k++)
		depth[k] = most - depth[k];
	if (!f)
		return;
	for (int k = 0; k < f->n_edge; k++) {
		double from = depth[f->end[k][0]], to = depth[f->end[k][1]];

		depth[f->n_vertex + k] = from < to ? from : to;
	}
	for (int k = 0; k < f->n_face; k++) {
		double least = INFINITY;

		for (int c = f->first[k]; c < f->first[k + 1]; c++) {
			double at = depth[f->corner[c]];

			least = at < least ? at : least;
		}
		depth[f->n_vertex + f->n_edge + k] = least;
	}
}

/* What features of body i are a pair with: faces and cuts, edges, vertices and pebbles. */
enum { TO_FACES, TO_EDGES, TO_VERTICES, TO_NOTHING };

static int partners_of(enum feature_kind kind)
{
	static const char of[] = { [FEATURE_NONE] = TO_NOTHING, [FEATURE_VERTEX] = TO_FACES, [FEATURE_EDGE] = TO_EDGES,
		[FEATURE_FACE] = TO_VERTICES, [FEATURE_LINE] = TO_VERTICES, [FEATURE_CUT] = TO_VERTICES };

	return of[kind];
}

/* Columns of sifted3.near: places from i's position, radii, depths. */
enum { X, Y, Z, RADIUS, DEPTH, COLUMNS };

/* Put the features of j, of `all`, that are less deep than `left` into to->near, list k of them from from[k] to from[k + 1]:
 * faces and cuts, edges, vertices. */
static void near_find(const struct sift3 *s, double left, const double *depth, struct sifted3 *to, int all, int from[4])
{
	static const char pairs_with[] = { [FEATURE_NONE] = TO_NOTHING, [FEATURE_VERTEX] = TO_VERTICES, [FEATURE_EDGE] = TO_EDGES,
		[FEATURE_FACE] = TO_FACES, [FEATURE_LINE] = TO_FACES, [FEATURE_CUT] = TO_FACES };
	const struct body3 *j = s->j;
	int n = 0, n_face = j->faces ? j->faces->n_face : 0;

	for (int k = TO_FACES; k < TO_NOTHING; k++) { /* vertices are before edges and cuts, and these before faces */
		int begin = k == TO_VERTICES ? 0 : j->n_round, end = k == TO_VERTICES ? j->n_round : k == TO_FACES ? all : all - n_face;

		from[k] = n;
		for (int z = begin; z < end; z++) {
			if (!(depth[z] < left) || pairs_with[faces3_kind(j->faces, z)] != k)
				continue;
			double *near = to->near + n;
			vec3 x = v3_add(body3_place(j, z), s->between);

			near[X * all] = x.x;
			near[Y * all] = x.y;
			near[Z * all] = x.z;
			near[RADIUS * all] = around(j, z);
			near[DEPTH * all] = depth[z];
			to->of[n++] = z;
		}
	}
	from[TO_NOTHING] = n;
}

/* Whether the features from .. end-1 in to->near, of `all`, may be near one at x with a ball of radius r around it. */
static WIDE_INLINE void test_loop(const struct sifted3 *to, int all, int from, int end, vec3 x, double r, double left)
{
	const double *a = to->near + X * all, *b = to->near + Y * all, *c = to->near + Z * all;
	const double *radius = to->near + RADIUS * all, *depth = to->near + DEPTH * all;
	int *is = to->is;

#pragma omp simd
	for (int m = from; m < end; m++) {
		double u = a[m] - x.x, v = b[m] - x.y, w = c[m] - x.z, lim = r + radius[m];

		is[m] = (depth[m] < left) & (u * u + v * v + w * w < lim * lim);
	}
}
WIDE_LOOP(test, (const struct sifted3 *to, int all, int from, int end, vec3 x, double r, double left),
	(to, all, from, end, x, r, left))

int sift3_pairs(const struct sift3 *s, vec3 n, double gap, double far, struct sifted3 *to)
{
	int from[4], found = 0, n_i = n_of(s->i), n_j = n_of(s->j), edge_i = body3_first_edge(s->i), edge_j = body3_first_edge(s->j);
	double left = far - gap, more = far - s->i->fat - s->j->fat;

	MEM_GROW(to->depth, &to->cap_depth, (size_t)n_i + (size_t)n_j);
	MEM_GROW(to->near, &to->cap_near, COLUMNS * (size_t)n_j + 1);
	MEM_GROW(to->of, &to->cap_of, (size_t)n_j + 1);
	MEM_GROW(to->is, &to->cap_is, (size_t)n_j + 1);
	double *of_i = to->depth, *of_j = of_i + n_i;
	depths(s->i, n, of_i);
	depths(s->j, v3_scale(-1, n), of_j);
	near_find(s, left, of_j, to, n_j, from);
	for (int k = 0; k < n_i; k++) {
		int list = partners_of(faces3_kind(s->i->faces, k));

		if (list == TO_NOTHING || !(of_i[k] < left))
			continue;
		double r = around(s->i, k) + more;
		test(s->wide)(to, n_j, from[list], from[list + 1], body3_place(s->i, k), r, left - of_i[k]);
		MEM_GROW(to->look, &to->cap_look, (size_t)found + (size_t)(from[list + 1] - from[list]) + 1);
		for (int m = from[list]; m < from[list + 1]; m++) {
			to->look[found] = look3_of(0, edge_i, edge_j, k, to->of[m], 0);
			found += to->is[m];
		}
	}
	return found;
}

void sifted3_free(struct sifted3 *s)
{
	free(s->look);
	free(s->near);
	free(s->depth);
	free(s->of);
	free(s->is);
}
