/* triangulate.c: the surface of solid shapes as triangles */
#include "mesh/triangulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "solid/balls.h"
#include "solid/implicit.h"

/* ---- the sphere ---- */

/* The corners of the icosahedron are the even permutations of (0, +-1, +-phi). Any three corners at the distance 2 from each
 * other are a triangle. */
static void icosahedron(double corner[12][3], int face[20][3])
{
	const double phi = 0.5 * (1 + sqrt(5)), size = sqrt(1 + phi * phi);
	int n = 0;

	for (int k = 0; k < 12; k++) {
		corner[k][k / 4] = 0;
		corner[k][(k / 4 + 1) % 3] = (k & 1 ? -1 : 1) / size;
		corner[k][(k / 4 + 2) % 3] = (k & 2 ? -phi : phi) / size;
	}
	for (int a = 0; a < 12; a++)
		for (int b = a + 1; b < 12; b++)
			for (int c = b + 1; c < 12; c++) {
				vec3 p = v3_from(corner[a]), q = v3_from(corner[b]), r = v3_from(corner[c]);
				double near = fmin(v3_dot(p, q), fmin(v3_dot(q, r), v3_dot(r, p)));

				if (near < 0.4) /* phi / (1 + phi^2) = 0.447 for neighbours, -0.447 or -1 for others */
					continue;
				int turned = v3_dot(p, v3_cross(q, r)) < 0;
				face[n][0] = a;
				face[n][1] = turned ? c : b;
				face[n++][2] = turned ? b : c;
			}
}

/* Add the point with integer weights at three corners, moved to the sphere. The sum runs in the order of the corners, so that
 * points on an edge are the same from both sides. */
static int add_weighted(struct mesh *m, const double corner[12][3], const int of[3], const int weight[3])
{
	double sum[3] = { 0 };

	for (int c = 0; c < 12; c++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3 && of[j] == c; k++)
				sum[k] += weight[j] * corner[c][k];
	double size = v3_norm(v3_from(sum));
	return mesh_add_vertex(m, sum[0] / size, sum[1] / size, sum[2] / size);
}

void triangulate_globe(struct mesh *m, int n)
{
	double corner[12][3];
	int face[20][3], *row[2] = { MEM_NEW(int, (size_t)n + 1), MEM_NEW(int, (size_t)n + 1) };

	*m = (struct mesh){ 0 };
	icosahedron(corner, face);
	for (int f = 0; f < 20; f++)
		for (int i = 0; i <= n; i++) { /* row i has i + 1 points, counted from the first corner */
			int *now = row[i % 2], *last = row[(i + 1) % 2];

			for (int j = 0; j <= i; j++)
				now[j] = add_weighted(m, (const double (*)[3])corner, face[f], (int[]){ n - i, i - j, j });
			for (int j = 0; j < i; j++) {
				mesh_add_triangle(m, last[j], now[j], now[j + 1]);
				if (j + 1 < i)
					mesh_add_triangle(m, last[j], now[j + 1], last[j + 1]);
			}
		}
	mesh_merge(m, 0, NULL);
	free(row[0]);
	free(row[1]);
}

/* The resolution of the globe: its edges are 1.05 / n of its radius, at most 1.18 / n. */
static int pieces(int n)
{
	return n / 2 + n % 2;
}

/* ---- ellipsoids and objects ---- */

static void make_ellipsoid(struct mesh *m, const double a[3], int n)
{
	triangulate_globe(m, pieces(n));
	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			m->xyz[v][k] *= a[k];
}

/* Move a globe stretched to the ellipsoid to the surface along rays from the centre. Returns whether every ray leaves the body
 * once; if not, the mesh is empty. */
static int make_star(struct mesh *m, const struct implicit *o, int n)
{
	static const double centre[3] = { 0, 0, 0 };
	double lo[3], hi[3], far = 0;
	struct intervals s = { .n = 0 };
	int star = 1;

	implicit_box(o, lo, hi);
	for (int k = 0; k < 3; k++)
		far += fmax(lo[k] * lo[k], hi[k] * hi[k]) / (o->a[k] * o->a[k]);
	far = 1.001 * sqrt(far); /* in units of the ellipsoid */
	make_ellipsoid(m, o->a, n);
	for (int v = 0; v < m->n_vertex && star; v++) {
		implicit_cut(o, centre, m->xyz[v], 0, far, &s);
		star = s.n == 1 && s.at[0][0] == 0;
		for (int k = 0; k < 3 && star; k++)
			m->xyz[v][k] *= s.at[0][1];
	}
	free(s.at);
	if (!star)
		mesh_free(m);
	return star;
}

/* ---- bodies for triangulate_march ---- */

static void cut_implicit(void *body, const double x[3], const double d[3], struct intervals *s)
{
	implicit_cut(body, x, d, 0, 1, s);
}

static void cut_balls(void *body, const double x[3], const double d[3], struct intervals *s)
{
	struct balls_lines *b = body;
	double lo[3], hi[3], dd = v3_dot(v3_from(d), v3_from(d));

	for (int k = 0; k < 3; k++) {
		lo[k] = fmin(x[k], x[k] + d[k]);
		hi[k] = fmax(x[k], x[k] + d[k]);
	}
	balltree_find(&b->tree, b->ball, lo, hi);
	for (int i = 0; i < b->tree.n_found; i++) {
		const double *c = b->ball[b->tree.found[i]];
		vec3 e = v3_sub(v3_from(x), v3_from(c));
		double middle = -v3_dot(e, v3_from(d)) / dd;
		vec3 foot = v3_add(e, v3_scale(middle, v3_from(d)));
		double h2 = (c[3] * c[3] - v3_dot(foot, foot)) / dd;

		if (h2 > 0 && middle + sqrt(h2) > 0 && middle - sqrt(h2) < 1)
			intervals_add(s, fmax(middle - sqrt(h2), 0), fmin(middle + sqrt(h2), 1));
	}
	intervals_join(s);
}

static void make_object(struct mesh *m, const struct solid *o, int n)
{
	struct implicit body = { .n = o->n_bump, .bump = o->bump };
	struct triangulate_field f = { .cut = cut_implicit };
	double r[3][3];

	memcpy(body.a, o->a, sizeof body.a);
	if (!make_star(m, &body, n)) {
		implicit_lines(&f.lines, &body);
		triangulate_march(m, &f, n);
	}
	quat_matrix(r, o->turn);
	for (int v = 0; v < m->n_vertex; v++) {
		mat3_apply(m->xyz[v], (const double (*)[3])r, m->xyz[v]);
		for (int k = 0; k < 3; k++)
			m->xyz[v][k] += o->at[k];
	}
}

static void make_clump(struct mesh *m, const struct solid *o, int n)
{
	struct balls_lines b;

	balls_lines_init(&b, o->n, (const double (*)[4])o->ball);
	triangulate_march(m, &(struct triangulate_field){ .lines = b.lines, .cut = cut_balls }, n);
	balls_lines_free(&b);
}

int triangulate_shape(struct mesh *m, const struct shape *s, int n)
{
	const struct solid *o = s->solid;

	*m = (struct mesh){ 0 };
	if (s->kind == SHAPE_SPHERE || (s->kind == SHAPE_CLUMP && o->n == 1)) {
		const double *b = o->ball[0], r[3] = { b[3], b[3], b[3] };

		make_ellipsoid(m, r, n);
		for (int v = 0; v < m->n_vertex; v++)
			for (int k = 0; k < 3; k++)
				m->xyz[v][k] += b[k];
	} else if (s->kind == SHAPE_CLUMP) {
		make_clump(m, o, n);
	} else if (s->kind == SHAPE_ELLIPSOID) {
		make_ellipsoid(m, o->a, n);
	} else if (s->kind == SHAPE_OBJECT) {
		make_object(m, o, n);
	} else if (s->kind == SHAPE_POLYHEDRON) {
		triangulate_polyhedron(m, o, n);
	} else if (s->kind == SHAPE_MESH) {
		const struct mesh own = mesh_of_solid(o);

		mesh_copy(m, &own);
	}
	return m->n_triangle ? 0 : -1;
}
