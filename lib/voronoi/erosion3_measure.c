/* erosion3_measure.c: volume and surface of an eroded cell in space as functions of the radius of erosion */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig_near.h"
#include "base/vec.h"
#include "base/wide.h"
#include "voronoi/erosion3.h"

static const double pi = 3.14159265358979323846;

double eroded3_volume(const struct eroded3 *e, double u, double r, double *by_erosion, double *by_dilation)
{
	double s = e->surface - u * (2 * e->turn - u * e->bend), m = e->curved + u * e->slope;

	if (by_erosion)
		*by_erosion = -s + r * (-2 * (e->turn - u * e->bend) + r * e->slope);
	if (by_dilation)
		*by_dilation = s + r * (2 * m + 4 * pi * r);
	return e->volume - u * (e->surface - u * (e->turn - u * e->bend / 3)) + r * (s + r * (m + 4 * pi / 3 * r));
}

/* A polygon has two sides and edges whose faces turn by half a turn; a segment is one such edge, twice. */
static void measure_rest(struct erosion3 *e, struct eroded3 *to)
{
	vec3 sum = v3(0, 0, 0), o;

	erosion3_rest(e);
	o = v3_from(e->rest[0]);
	for (int k = 0; k < e->n_rest; k++) {
		vec3 p = v3_from(e->rest[k]), q = v3_from(e->rest[(k + 1) % e->n_rest]);

		sum = v3_add(sum, v3_cross(v3_sub(p, o), v3_sub(q, o)));
		to->curved += 0.5 * pi * v3_norm(v3_sub(q, p));
	}
	to->surface = v3_norm(sum);
}

/* Vertices and edges in rows of numbers, so many at a time. */
enum { LANES = 8 };

/* ---- vertices ---- */

/* The velocities of vertices as their faces move inwards at unit speed: n.v = -1 for the normals in[0..2], in[3..5] and in[6..8]
 * of the three faces. out[3]: 1 if the faces have a line in common, to rounding; then the velocity is 0. */
static WIDE_INLINE void speeds_loop(const double (*restrict in)[LANES], double (*restrict out)[LANES])
{
#pragma omp simd
	for (int k = 0; k < LANES; k++) {
		const vec3 a = { in[0][k], in[1][k], in[2][k] }, b = { in[3][k], in[4][k], in[5][k] };
		const vec3 c = { in[6][k], in[7][k], in[8][k] };
		const vec3 m = v3_cross(a, b), all = v3_add(m, v3_add(v3_cross(b, c), v3_cross(c, a)));
		const double det = v3_dot(m, c), flat = fabs(det) > 1e-12 ? 0 : 1, f = flat > 0 ? 0 : -1 / det;

		out[0][k] = f * all.x;
		out[1][k] = f * all.y;
		out[2][k] = f * all.z;
		out[3][k] = flat;
	}
}
WIDE_LOOP(speeds, (const double (*restrict in)[LANES], double (*restrict out)[LANES]), (in, out))

/* Find the velocities of all vertices: e->speed. Returns 0, or -1 if the faces at a vertex have a line in common. */
static int find_speeds(struct erosion3 *e)
{
	const struct cell3 *c = &e->cell;
	double in[9][LANES], out[4][LANES], bad = 0;

	MEM_GROW(e->speed, &e->cap_speed, (size_t)c->n_vertex);
	for (int from = 0; from < c->n_vertex; from += LANES) {
		const int n = c->n_vertex - from < LANES ? c->n_vertex - from : LANES;

		for (int k = 0; k < LANES; k++) {
			const int *face = c->corner[k < n ? from + k : from].face;

			for (int i = 0; i < 3; i++)
				for (int a = 0; a < 3; a++)
					in[3 * i + a][k] = c->plane[face[i]].normal[a];
		}
		speeds(wide_has())((const double (*)[LANES])in, out);
		for (int k = 0; k < n; k++) {
			for (int a = 0; a < 3; a++)
				e->speed[from + k][a] = out[a][k];
			bad += out[3][k];
		}
	}
	return bad > 0 ? -1 : 0;
}

/* ---- edges ---- */

enum {
	AT = 0, ALONG = 3,       /* in: one end, and the way to the other */
	APART = 6,               /* the velocity of the other end less that of this one */
	LEFT = 9, RIGHT = 13,    /* normals and distances of the faces */
	IN = 17
};
enum { SURFACE, VOLUME, CURVED, SLOPE, TURN, BEND, MOST, OUT };

/* What edges add to the measures of a cell. The area of a face is half the sum of n.(p x q) over its edges, the volume the sum of
 * a third of area times distance. */
static WIDE_INLINE void edges_loop(const double (*restrict in)[LANES], double (*restrict out)[LANES])
{
#pragma omp simd
	for (int k = 0; k < LANES; k++) {
		const vec3 at = { in[AT][k], in[AT + 1][k], in[AT + 2][k] }, d = { in[ALONG][k], in[ALONG + 1][k], in[ALONG + 2][k] };
		const vec3 v = { in[APART][k], in[APART + 1][k], in[APART + 2][k] };
		const vec3 nl = { in[LEFT][k], in[LEFT + 1][k], in[LEFT + 2][k] };
		const vec3 nr = { in[RIGHT][k], in[RIGHT + 1][k], in[RIGHT + 2][k] };
		const vec3 m = v3_cross(at, d), u = v3_cross(nl, nr);
		const double sine = v3_norm(u), cosine = v3_dot(nl, nr), angle = trig_atan2_plain(sine, cosine);
		const double left = 0.5 * v3_dot(nl, m), right = -0.5 * v3_dot(nr, m);
		const int parallel = !(sine > 1e-9), sharp = !(cosine > 0); /* the angle is above a right one */
		/* tan(angle / 2), with the form that loses no digits; quotients of what is chosen need no branches */
		const double top = sharp ? 1 - cosine : sine, below = sharp ? sine : 1 + cosine, by = below > 0 ? below : 1;
		const double half = below > 0 ? top / by : 0, scale = parallel ? 1 : sine, size = v3_norm(d);
		const double length = parallel ? size : v3_dot(d, u) / scale, rate = parallel ? 0 : v3_dot(v, u) / scale;
		const double shrinks = rate < 0 ? rate : -1, until = -length / shrinks, most = rate < 0 ? until : INFINITY;

		out[SURFACE][k] = left + right;
		out[VOLUME][k] = (left * in[LEFT + 3][k] + right * in[RIGHT + 3][k]) / 3;
		out[CURVED][k] = 0.5 * length * angle;
		out[SLOPE][k] = 0.5 * rate * angle;
		out[TURN][k] = length * half;
		out[BEND][k] = rate * half;
		out[MOST][k] = (parallel | !(length >= 0)) ? 0 : most;
	}
}
WIDE_LOOP(edges, (const double (*restrict in)[LANES], double (*restrict out)[LANES]), (in, out))

/* Put the edge from vertex p to q, with the faces right and left of it, into place k. */
static inline void put_edge(double (*in)[LANES], int k, const struct erosion3 *e, int p, int q, int right, int left)
{
	const struct cell3 *c = &e->cell;
	const struct cell3_plane *l = &c->plane[left], *r = &c->plane[right];

	in[AT][k] = c->x[p];
	in[AT + 1][k] = c->y[p];
	in[AT + 2][k] = c->z[p];
	in[ALONG][k] = c->x[q] - c->x[p];
	in[ALONG + 1][k] = c->y[q] - c->y[p];
	in[ALONG + 2][k] = c->z[q] - c->z[p];
	for (int a = 0; a < 3; a++) {
		in[APART + a][k] = e->speed[q][a] - e->speed[p][a];
		in[LEFT + a][k] = l->normal[a];
		in[RIGHT + a][k] = r->normal[a];
	}
	in[LEFT + 3][k] = l->offset;
	in[RIGHT + 3][k] = r->offset;
}

/* Add n edges. */
static void add_edges(struct eroded3 *to, const double (*in)[LANES], int n)
{
	struct eroded3 sum = *to;
	double out[OUT][LANES];

	edges(wide_has())(in, out);
	for (int k = 0; k < n; k++) {
		sum.surface += out[SURFACE][k];
		sum.volume += out[VOLUME][k];
		sum.curved += out[CURVED][k];
		sum.slope += out[SLOPE][k];
		sum.turn += out[TURN][k];
		sum.bend -= out[BEND][k];
		sum.most = out[MOST][k] < sum.most ? out[MOST][k] : sum.most;
	}
	*to = sum;
}

void erosion3_measure(struct erosion3 *e, double radius, struct eroded3 *to)
{
	double in[IN][LANES];
	int n = 0;

	memset(to, 0, sizeof *to);
	to->radius = radius;
	if (erosion3_ends(e->inradius, radius)) {
		measure_rest(e, to);
		return;
	}
	if (erosion3_go(e, radius)) /* rounding leaves nothing */
		return;
	to->most = find_speeds(e) ? 0 : e->inradius - radius;
	memset(in, 0, sizeof in);
	for (int p = 0; p < e->cell.n_vertex; p++) {
		const struct cell3_corner *c = &e->cell.corner[p];

		for (int k = 0; k < 3; k++) {
			if (c->to[k] < p)
				continue;
			put_edge(in, n++, e, p, c->to[k], c->face[k], c->face[k == 2 ? 0 : k + 1]);
			if (n == LANES) {
				add_edges(to, (const double (*)[LANES])in, n);
				n = 0;
			}
		}
	}
	add_edges(to, (const double (*)[LANES])in, n);
}
