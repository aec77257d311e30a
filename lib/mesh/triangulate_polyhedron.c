/* triangulate_polyhedron.c: the surface of spheropolyhedra as triangles */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "mesh/polyhedron_lines.h"
#include "mesh/triangulate.h"

static const double pi = 3.14159265358979323846;

/* A spheroradius below this part of the size is left out: a vertex moved by it would lose the direction by rounding. */
#define LEAST_ROUND 1e-12

void triangulate_skeleton(struct mesh *m, const struct polyhedron *p)
{
	size_t cap = 0;
	int *corner = NULL;

	*m = (struct mesh){ 0 };
	for (int v = 0; v < p->n_vertex; v++)
		mesh_add_vertex(m, p->vertex[v][0], p->vertex[v][1], p->vertex[v][2]);
	for (int f = 0; f < p->n_face; f++) {
		int n = p->first[f + 1] - p->first[f];

		MEM_GROW(corner, &cap, (size_t)n);
		for (int k = 0; k < n; k++)
			corner[k] = p->corner[p->first[f] + k];
		if (n >= 3 && mesh_add_face(m, n, corner))
			for (int k = 1; k + 1 < n; k++) /* many corners on straight lines */
				mesh_add_triangle(m, corner[0], corner[k], corner[k + 1]);
	}
	free(corner);
}

/* ---- rounded convex bodies: faces move outwards, edges become strips, vertices become patches ---- */

struct rounding {
	struct mesh *m;
	const struct polyhedron *p;
	double step;          /* the greatest angle between vertices [rad] */
	int *moved;           /* [corners] the vertex of the mesh at a corner of a moved face */
	int *strip;           /* [edges][2]: where the vertices on the arc at either end of the edge are in arc[] */
	int *pieces;          /* [edges] on an arc */
	int *arc;             /* [n_arc] vertices of the mesh on arcs, from the first to the second face, both corners included */
	size_t n_arc, cap_arc;
	int *ray[2];          /* workspace: the vertices along a ray of a patch */
	size_t cap_ray[2];
};

static int corner_before(const struct polyhedron *p, int f, int k)
{
	return k > p->first[f] ? k - 1 : p->first[f + 1] - 1;
}

static int corner_after(const struct polyhedron *p, int f, int k)
{
	return k + 1 < p->first[f + 1] ? k + 1 : p->first[f];
}

static int add_at(struct rounding *g, int v, vec3 n)
{
	vec3 x = v3_add(v3_from(g->p->vertex[v]), v3_scale(g->p->r, n));

	return mesh_add_vertex(g->m, x.x, x.y, x.z);
}

/* Whether an edge is only a cut between pieces of one face; then both have the same moved corners there. */
static int is_cut(const struct polyhedron_edge *e)
{
	return e->angle < POLYHEDRON_CUT;
}

/* Move the faces outwards. Corners of faces that a cut divides are found by walking around their vertex. */
static void move_faces(struct rounding *g)
{
	const struct polyhedron *p = g->p;
	int *corner = NULL;
	size_t cap = 0;

	memset(g->moved, 0xff, (size_t)p->first[p->n_face] * sizeof *g->moved);
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			if (g->moved[k] >= 0)
				continue;
			int v = add_at(g, p->corner[k], v3_from(p->normal[f])), face = f, at = k;

			for (int way = 0; way < 2; way++, face = f, at = k) /* over the edge that leaves, then over the one that arrives */
				for (;;) {
					const struct polyhedron_edge *e = &p->edge[p->edge_of[way ? corner_before(p, face, at) : at]];
					int side = e->face[0] == face;

					g->moved[at] = v;
					if (!is_cut(e))
						break;
					/* the edge leaves the corner here in this face, so it arrives there in the other */
					at = way ? e->at[side] : corner_after(p, e->face[side], e->at[side]);
					face = e->face[side];
					if (face == f && at == k)
						break;
				}
		}
	for (int f = 0; f < p->n_face; f++) {
		int n = p->first[f + 1] - p->first[f];

		MEM_GROW(corner, &cap, (size_t)n);
		for (int k = 0; k < n; k++)
			corner[k] = g->moved[p->first[f] + k];
		if (mesh_add_face(g->m, n, corner))
			for (int k = 1; k + 1 < n; k++)
				mesh_add_triangle(g->m, corner[0], corner[k], corner[k + 1]);
	}
	free(corner);
}

/* Add triangles between two rows of vertices that share their direction: low to the right, high to the left. */
static void stitch(struct mesh *m, const int *low, int n_low, const int *high, int n_high)
{
	int i = 0, j = 0;

	while (i < n_low || j < n_high) {
		int up = i == n_low || (j < n_high && (int64_t)(2 * j + 1) * n_low < (int64_t)(2 * i + 1) * n_high);
		int third = up ? high[j + 1] : low[i + 1];

		if (low[i] != high[j] && low[i] != third && high[j] != third)
			mesh_add_triangle(m, low[i], third, high[j]);
		i += !up;
		j += up;
	}
}

/* The direction on the arc of an edge, t = 0 at its first face and 1 at its second. */
static vec3 on_arc(const struct polyhedron *p, const struct polyhedron_edge *e, double t)
{
	vec3 u = v3_sub(v3_from(p->vertex[e->v[1]]), v3_from(p->vertex[e->v[0]])), n = v3_from(p->normal[e->face[0]]);
	double s, c;

	trig_sincos(t * e->angle, &s, &c);
	return v3_add(v3_scale(c, n), v3_scale(s / e->length, v3_cross(u, n)));
}

static void round_edges(struct rounding *g)
{
	const struct polyhedron *p = g->p;

	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];
		int n = is_cut(e) ? 0 : (int)ceil(e->angle / g->step - 1e-6);

		g->pieces[k] = n = n < 1 && !is_cut(e) ? 1 : n;
		for (int end = 0; end < 2; end++) {
			/* the corners of both faces at this end */
			int first = end ? corner_after(p, e->face[0], e->at[0]) : e->at[0];
			int last = end ? e->at[1] : corner_after(p, e->face[1], e->at[1]);

			g->strip[2 * k + end] = (int)g->n_arc;
			MEM_GROW(g->arc, &g->cap_arc, g->n_arc + (size_t)n + 1);
			for (int i = 0; i <= n; i++)
				g->arc[g->n_arc++] = i == 0 ? g->moved[first] : i == n ? g->moved[last] :
					add_at(g, e->v[end], on_arc(p, e, (double)i / n));
		}
		/* seen from outside with v[1] above v[0], the first face is on the left */
		if (n)
			stitch(g->m, g->arc + g->strip[2 * k], n, g->arc + g->strip[2 * k + 1], n);
	}
}

/* One side of the patch on a vertex: the arc of an edge there, in the order of the patch. */
struct side { const int *vertex; int n, back, edge; };

static vec3 direction(const struct rounding *g, int v, int at)
{
	vec3 d = v3_sub(v3_from(g->m->xyz[at]), v3_from(g->p->vertex[v]));

	return v3_scale(1 / v3_norm(d), d);
}

/* The vertices of ring j of `rings` in a sector of the patch about c: between the arc (ring `rings`) and the middle (ring 0).
 * first and last are its vertices on the rays, which the neighbours share. Returns the number of pieces. */
static int ring(struct rounding *g, int v, vec3 c, const struct side *s, int j, int rings, int first, int last, int *to)
{
	int n = j == rings ? s->n : (int)ceil((double)s->n * j / rings);

	for (int i = 0; i <= n; i++) {
		double t = (double)i / (n ? n : 1) * s->n;
		int k = (int)t < s->n ? (int)t : s->n - 1;
		vec3 a = direction(g, v, s->vertex[s->back ? s->n - k : k]), b = direction(g, v, s->vertex[s->back ? s->n - k - 1 : k + 1]);
		vec3 q = v3_add(v3_scale(1 - (t - k), a), v3_scale(t - k, b));
		double f = (double)j / rings;

		q = v3_add(v3_scale((1 - f) / v3_norm(c), c), v3_scale(f / v3_norm(q), q));
		to[i] = i == 0 ? first : i == n ? last : j == rings ? s->vertex[s->back ? s->n - i : i] :
			add_at(g, v, v3_scale(1 / v3_norm(q), q));
	}
	return n;
}

/* The vertices from the middle of a patch to one of its corners. */
static void put_ray(struct rounding *g, int v, vec3 c, int middle, int corner, int rings, int *to)
{
	vec3 n = direction(g, v, corner);

	for (int j = 0; j <= rings; j++) {
		double f = (double)j / rings;
		vec3 q = v3_add(v3_scale((1 - f) / v3_norm(c), c), v3_scale(f, n));

		to[j] = j == 0 ? middle : j == rings ? corner : add_at(g, v, v3_scale(1 / v3_norm(q), q));
	}
}

/* Whether a patch about c is at most about a step wide, too narrow for vertices inside it: triangles between rows of them would
 * stand on edge, where chords are deeper below the sphere than the rows are apart. */
static int is_narrow(const struct rounding *g, int v, vec3 c, int n, const struct side *side)
{
	double least = INFINITY;

	for (int k = 0; k < n; k++)
		for (int i = 0; i < side[k].n; i++) {
			const vec3 u = v3_cross(direction(g, v, side[k].vertex[i]), direction(g, v, side[k].vertex[i + 1]));

			least = fmin(least, fabs(v3_dot(c, u)) / v3_norm(u));
		}
	return least < g->step / 3;
}

static void fill_narrow(struct rounding *g, int n, const struct side *side)
{
	int corners = 0, *loop;

	for (int k = 0; k < n; k++)
		corners += side[k].n;
	loop = MEM_NEW(int, (size_t)corners);
	corners = 0;
	for (int k = 0; k < n; k++)
		for (int i = 0; i < side[k].n; i++)
			loop[corners++] = side[k].vertex[side[k].back ? side[k].n - i : i];
	triangulate_loop(g->m, corners, loop);
	free(loop);
}

/* Fill the patch that n sides bound, counter-clockwise as seen from outside. */
static void fill_patch(struct rounding *g, int v, int n, const struct side *side)
{
	vec3 c = v3(0, 0, 0);
	double widest = 0;
	int most = 1;

	for (int k = 0; k < n; k++)
		for (int i = 0; i < side[k].n; i++) {
			vec3 a = direction(g, v, side[k].vertex[i]), b = direction(g, v, side[k].vertex[i + 1]);

			c = v3_add(c, v3_scale(v3_norm(v3_sub(a, b)), v3_add(a, b)));
			most = side[k].n > most ? side[k].n : most;
		}
	c = v3_scale(1 / v3_norm(c), c);
	if (is_narrow(g, v, c, n, side)) {
		fill_narrow(g, n, side);
		return;
	}
	for (int k = 0; k < n; k++)
		for (int i = 0; i < side[k].n; i++) {
			vec3 a = direction(g, v, side[k].vertex[i]);

			widest = fmax(widest, trig_atan2(v3_norm(v3_cross(a, c)), v3_dot(a, c)));
		}
	int rings = (int)fmax(1, ceil(widest / g->step - 1e-6)), middle = add_at(g, v, c), *row[2];
	for (int i = 0; i < 2; i++) {
		MEM_GROW(g->ray[i], &g->cap_ray[i], 2 * ((size_t)rings + 1));
		row[i] = MEM_NEW(int, (size_t)most + 1);
	}
	int *start = MEM_NEW(int, (size_t)rings + 1), *ray = g->ray[0], *next = g->ray[1];
	put_ray(g, v, c, middle, side[0].vertex[side[0].back ? side[0].n : 0], rings, start);
	memcpy(ray, start, ((size_t)rings + 1) * sizeof *ray);
	for (int k = 0; k < n; k++) {
		int below = 0;

		if (k + 1 < n)
			put_ray(g, v, c, middle, side[k].vertex[side[k].back ? 0 : side[k].n], rings, next);
		else
			memcpy(next, start, ((size_t)rings + 1) * sizeof *next);
		row[0][0] = middle;
		for (int j = 1; j <= rings; j++) {
			int above = ring(g, v, c, &side[k], j, rings, ray[j], next[j], row[j % 2]);

			stitch(g->m, row[j % 2], above, row[(j + 1) % 2], below);
			below = above;
		}
		int *swap = ray;
		ray = next;
		next = swap;
	}
	free(start);
	free(row[0]);
	free(row[1]);
}

/* Whether two edges at v go on in a straight line. */
static int is_straight(const struct polyhedron *p, int v, int a, int b)
{
	const int *e = p->edge[a].v, *f = p->edge[b].v;
	vec3 o = v3_from(p->vertex[v]), d = v3_sub(v3_from(p->vertex[e[e[0] == v]]), o), c = v3_sub(v3_from(p->vertex[f[f[0] == v]]), o);

	return v3_dot(d, c) < 0 && v3_norm(v3_cross(d, c)) <= POLYHEDRON_CUT * v3_norm(d) * v3_norm(c);
}

/* Replace vertices k < n by same[k], and remove triangles that lose their area by it. */
static void merge(struct mesh *m, int *same, int n)
{
	int kept = 0, some = 0;

	for (int k = 0; k < n; k++) {
		some |= same[k] != k;
		while (same[same[k]] != same[k])
			same[k] = same[same[k]];
	}
	for (int t = 0; t < m->n_triangle; t++) {
		int *c = m->tri[t];

		for (int k = 0; k < 3; k++)
			c[k] = c[k] < n ? same[c[k]] : c[k];
		if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0])
			memmove(m->tri[kept++], c, sizeof *m->tri);
	}
	m->n_triangle = kept;
	if (some)
		mesh_merge(m, 0, NULL);
}

/* Fill the patches of all vertices: around each, the edges that are no cuts in the order of the faces. */
static void round_vertices(struct rounding *g)
{
	const struct polyhedron *p = g->p;
	char *done = mem_zero((size_t)p->n_vertex, 1);
	int n_arc = g->m->n_vertex, *same = MEM_NEW(int, (size_t)n_arc);
	struct side *side = NULL;
	size_t cap = 0;

	for (int k = 0; k < n_arc; k++)
		same[k] = k;
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			int v = p->corner[k], face = f, at = k, n = 0;

			if (done[v])
				continue;
			done[v] = 1;
			do { /* cross the edge that arrives at v: counter-clockwise */
				int edge = p->edge_of[corner_before(p, face, at)], flip = p->edge[edge].face[0] == face;
				const struct polyhedron_edge *e = &p->edge[edge];

				if (!is_cut(e)) {
					MEM_GROW(side, &cap, (size_t)n + 1);
					side[n++] = (struct side){ g->arc + g->strip[2 * edge + (e->v[1] == v)], g->pieces[edge], !flip, edge };
				}
				face = e->face[flip];
				at = e->at[flip];
			} while (face != f || at != k);
			if (n == 2 && side[0].n == side[1].n && is_straight(g->p, v, side[0].edge, side[1].edge))
				for (int i = 0; i <= side[0].n; i++) /* one arc, there and back */
					same[side[1].vertex[side[0].back == side[1].back ? side[1].n - i : i]] = side[0].vertex[i];
			else if (n >= 2)
				fill_patch(g, v, n, side);
		}
	merge(g->m, same, n_arc);
	free(same);
	free(done);
	free(side);
}

static void round_body(struct mesh *m, const struct polyhedron *p, double step)
{
	size_t n_edge = (size_t)p->n_edge;
	struct rounding g = { .m = m, .p = p, .step = step, .moved = MEM_NEW(int, (size_t)p->first[p->n_face]),
		.strip = MEM_NEW(int, 2 * n_edge), .pieces = MEM_NEW(int, n_edge) };

	move_faces(&g);
	round_edges(&g);
	round_vertices(&g);
	free(g.moved);
	free(g.strip);
	free(g.pieces);
	free(g.arc);
	free(g.ray[0]);
	free(g.ray[1]);
}

/* A rod: rings about its axis, and a pole at either end. */
static void round_segment(struct mesh *m, const struct polyhedron *p, double step)
{
	vec3 a = v3_from(p->vertex[0]), d = v3_scale(1 / p->edge[0].length, v3_sub(v3_from(p->vertex[1]), a)), e = v3_from(p->normal[0]);
	vec3 f = v3_cross(d, e);
	int around = (int)fmax(3, ceil(2 * pi / step)), up = (int)fmax(1, ceil(pi / 2 / step)), n_ring = 2 * up, last = -1;

	for (int k = 0; k < n_ring; k++) { /* from the end a to the end b */
		double s, c;
		vec3 at = k < up ? a : v3_from(p->vertex[1]);

		trig_sincos(pi / 2 * (k < up ? k + 1 - up : k - up) / up, &s, &c);
		for (int i = 0; i < around; i++) {
			double y, z;

			trig_sincos(2 * pi * i / around, &z, &y);
			vec3 x = v3_add(at, v3_scale(p->r, v3_add(v3_scale(s, d), v3_scale(c, v3_add(v3_scale(y, e), v3_scale(z, f))))));
			mesh_add_vertex(m, x.x, x.y, x.z);
		}
		for (int i = 0; i < around && last >= 0; i++) {
			int next = (i + 1) % around, from = last + i, to = last + around + i;

			mesh_add_triangle(m, from, last + next, to);
			mesh_add_triangle(m, last + next, last + around + next, to);
		}
		last = m->n_vertex - around;
	}
	vec3 low = v3_sub(a, v3_scale(p->r, d)), high = v3_add(v3_from(p->vertex[1]), v3_scale(p->r, d));
	int south = mesh_add_vertex(m, low.x, low.y, low.z), north = mesh_add_vertex(m, high.x, high.y, high.z);
	for (int i = 0; i < around; i++) {
		mesh_add_triangle(m, south, (i + 1) % around, i);
		mesh_add_triangle(m, north, last + i, last + (i + 1) % around);
	}
}

/* ---- bodies that are not convex ---- */

/* A line from inside to outside or back crosses the surface where the distance to the skeleton is r: found by false position with
 * the value at an end halved when it stays (Illinois). */
static void cut_rounded(void *body, const double x[3], const double d[3], struct intervals *s)
{
	const struct polyhedron_lines *b = body;
	double lo = 0, hi = 1, at[3], low = polyhedron_distance(&b->near, x, at, NULL) - b->p.r, high;
	const double end[3] = { x[0] + d[0], x[1] + d[1], x[2] + d[2] };
	int first = low < 0, side = 0;

	high = polyhedron_distance(&b->near, end, at, NULL) - b->p.r;
	if (first == (high < 0)) {
		if (first)
			intervals_add(s, 0, 1);
		return;
	}
	for (int k = 0; k < 60 && hi - lo > 1e-12; k++) {
		double t = k % 8 == 7 ? lo + (hi - lo) / 2 : lo - low * (hi - lo) / (high - low);
		const double p[3] = { x[0] + t * d[0], x[1] + t * d[1], x[2] + t * d[2] };
		double here = polyhedron_distance(&b->near, p, at, NULL) - b->p.r;

		if (here == 0) {
			lo = hi = t;
		} else if ((here < 0) == first) {
			lo = t;
			low = here;
			high = side > 0 ? high / 2 : high;
			side = 1;
		} else {
			hi = t;
			high = here;
			low = side < 0 ? low / 2 : low;
			side = -1;
		}
	}
	double t = lo + (hi - lo) / 2;
	intervals_add(s, first ? 0 : t, first ? t : 1);
}

void triangulate_polyhedron(struct mesh *m, const struct solid *o, int n)
{
	struct polyhedron_lines b;
	double side = 0;

	*m = (struct mesh){ 0 };
	if (polyhedron_lines_init(&b, o))
		return;
	const struct polyhedron *p = &b.p;
	for (int k = 0; k < 3; k++)
		side = fmax(side, b.lines.hi[k] - b.lines.lo[k]);
	double step = fmin(side / n / p->r, 1);
	if (!(p->r > LEAST_ROUND * side) && (p->kind == POLYHEDRON_BODY || (p->r > 0 && p->kind == POLYHEDRON_PLATE))) {
		triangulate_skeleton(m, p);
	} else if (p->r > 0 && p->kind == POLYHEDRON_POINT) {
		triangulate_globe(m, n / 2 + n % 2);
		for (int v = 0; v < m->n_vertex; v++)
			for (int k = 0; k < 3; k++)
				m->xyz[v][k] = p->vertex[0][k] + p->r * m->xyz[v][k];
	} else if (p->r > 0 && p->kind == POLYHEDRON_SEGMENT) {
		round_segment(m, p, step);
	} else if (p->r > 0 && p->convex) {
		round_body(m, p, step);
	} else if (p->r > 0) {
		triangulate_march(m, &(struct triangulate_field){ .lines = b.lines, .cut = cut_rounded }, n);
	}
	polyhedron_lines_free(&b);
}
