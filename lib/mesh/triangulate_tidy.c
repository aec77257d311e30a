/* triangulate_tidy.c: removing short edges from a closed surface
 *
 * An edge is removed by moving its second end to its first: the two triangles beside it vanish, and the other triangles of that
 * end follow. A surface without branches stays one if the two ends have no common neighbours except for the two across the
 * edge, and if these keep at least three neighbours (Dey, Edelsbrunner, Guha and Nekhayev 1999, Topology preserving edge
 * contraction). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "mesh/meshtree.h"
#include "mesh/triangulate.h"

struct tidy {
	struct mesh *m;
	int *first, *next;    /* first: a corner 3 t + k of a vertex [n_vertex]; next: the next corner at the same vertex
	                         [3 n_triangle], or -1 */
	char *gone;           /* [n_triangle] whether the triangle was removed */
	const char *keep;     /* [n_vertex] whether the vertex must stay */
	int *seen, stamp;     /* [n_vertex] marks; those equal to stamp are of the latest search */
};

static int corner_after(int c)
{
	return c % 3 == 2 ? c - 2 : c + 1;
}

static int vertex_at(const struct tidy *w, int c)
{
	return w->m->tri[c / 3][c % 3];
}

/* The number of triangles of a vertex, which is that of its neighbours. */
static int count_around(const struct tidy *w, int v)
{
	int n = 0;

	for (int c = w->first[v]; c >= 0; c = w->next[c])
		n += !w->gone[c / 3];
	return n;
}

static vec3 area_with(const struct tidy *w, int c, vec3 at)
{
	vec3 a = v3_from(w->m->xyz[vertex_at(w, corner_after(c))]);
	vec3 b = v3_from(w->m->xyz[vertex_at(w, corner_after(corner_after(c)))]);

	return v3_scale(0.5, v3_cross(v3_sub(a, at), v3_sub(b, at)));
}

/* Whether the surface has no branches after v moves to u, see the top of the file. */
static int stays_surface(struct tidy *w, int u, int v)
{
	int common = 0;

	w->stamp++;
	for (int c = w->first[u]; c >= 0; c = w->next[c])
		if (!w->gone[c / 3])
			w->seen[vertex_at(w, corner_after(c))] = w->stamp;
	for (int c = w->first[v]; c >= 0; c = w->next[c]) {
		int other = vertex_at(w, corner_after(c));

		if (w->gone[c / 3] || w->seen[other] != w->stamp)
			continue;
		common++;
		if (count_around(w, other) < 4)
			return 0;
	}
	return common == 2;
}

/* Whether all triangles that follow v to u face as before, and no edge becomes longer than longest. A triangle that was too
 * thin to have a direction is compared with the sum of the triangles around v. */
static int stays_smooth(const struct tidy *w, int u, int v, double limit, double longest)
{
	vec3 to = v3_from(w->m->xyz[u]), from = v3_from(w->m->xyz[v]), all = v3(0, 0, 0);

	for (int c = w->first[v]; c >= 0; c = w->next[c])
		if (!w->gone[c / 3])
			all = v3_add(all, area_with(w, c, from));
	for (int c = w->first[v]; c >= 0; c = w->next[c]) {
		int p = vertex_at(w, corner_after(c)), q = vertex_at(w, corner_after(corner_after(c)));

		if (w->gone[c / 3] || p == u || q == u)
			continue;
		vec3 was = area_with(w, c, from), is = area_with(w, c, to), edge = v3_sub(v3_from(w->m->xyz[p]), to);
		double size = v3_norm(is);

		if (v3_norm(was) < 0.05 * limit * limit)
			was = all;
		if (!(v3_dot(is, was) > 0.7 * size * v3_norm(was)) || v3_dot(edge, edge) > longest * longest)
			return 0;
	}
	return 1;
}

/* Move v to u. */
static void collapse(struct tidy *w, int u, int v)
{
	int last = -1;

	for (int c = w->first[v]; c >= 0; last = c, c = w->next[c]) {
		int *t = w->m->tri[c / 3];

		if (t[0] == u || t[1] == u || t[2] == u)
			w->gone[c / 3] = 1;
		t[c % 3] = u;
	}
	w->next[last] = w->first[u];
	w->first[u] = w->first[v];
	w->first[v] = -1;
}

/* Remove all edges shorter than limit that can be removed. */
static void remove_edges(struct tidy *w, double limit, double longest)
{
	const struct mesh *m = w->m;

	for (int c = 0; c < 3 * m->n_triangle; c++) {
		int u = vertex_at(w, c), v = vertex_at(w, corner_after(c));

		if (w->gone[c / 3] || u > v || w->keep[u] || w->keep[v])
			continue;
		vec3 d = v3_sub(v3_from(m->xyz[u]), v3_from(m->xyz[v]));
		if (v3_dot(d, d) >= limit * limit || !stays_surface(w, u, v))
			continue;
		if (stays_smooth(w, u, v, limit, longest))
			collapse(w, u, v);
		else if (stays_smooth(w, v, u, limit, longest))
			collapse(w, v, u);
	}
}

/* Remove the short edges of a mesh, except for those of vertices to keep. */
static void tidy_once(struct mesh *m, const char *keep, double shortest)
{
	struct tidy w = { .m = m, .keep = keep, .first = MEM_NEW(int, (size_t)m->n_vertex),
	                  .next = MEM_NEW(int, 3 * (size_t)m->n_triangle), .gone = MEM_ZERO(char, (size_t)m->n_triangle),
	                  .seen = MEM_ZERO(int, (size_t)m->n_vertex) };
	int n = 0;

	memset(w.first, 0xff, (size_t)m->n_vertex * sizeof *w.first);
	for (int c = 3 * m->n_triangle - 1; c >= 0; c--) {
		int v = vertex_at(&w, c);

		w.next[c] = w.first[v];
		w.first[v] = c;
	}
	for (double part = 0.125; part <= 1; part *= 2) /* the shortest edges first */
		remove_edges(&w, part * shortest, 3 * shortest);
	for (int t = 0; t < m->n_triangle; t++)
		if (!w.gone[t])
			memmove(m->tri[n++], m->tri[t], sizeof *m->tri);
	m->n_triangle = n;
	n = 0;
	for (int v = 0; v < m->n_vertex; v++) /* compact the remaining vertices; first becomes the new index */
		if (w.first[v] >= 0) {
			memmove(m->xyz[n], m->xyz[v], sizeof *m->xyz);
			w.first[v] = n++;
		}
	m->n_vertex = n;
	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++)
			m->tri[t][k] = w.first[m->tri[t][k]];
	free(w.first);
	free(w.next);
	free(w.gone);
	free(w.seen);
}

/* Find at most `most` places where triangles cut through others. Returns their number. */
static int crossings(const struct mesh *m, int most, double (*at)[3])
{
	int *own = MEM_NEW(int, (size_t)m->n_triangle);
	struct meshtree tree;

	for (int t = 0; t < m->n_triangle; t++)
		own[t] = t;
	meshtree_init(&tree, m);
	int n = meshtree_crossings(&tree, own, most, at);
	meshtree_free(&tree);
	free(own);
	return n;
}

/* Two sheets closer to each other than the length of an edge may cut through each other after edges are removed. Then the
 * vertices near such places are kept, and the removal starts again from the original surface. */
void triangulate_tidy(struct mesh *m, double shortest)
{
	enum { MOST = 200, ROUNDS = 12 };
	char *keep = MEM_ZERO(char, (size_t)m->n_vertex);
	double (*at)[3] = mem_new(MOST, sizeof *at);

	for (int round = 0; round < ROUNDS; round++) {
		struct mesh to;

		mesh_copy(&to, m);
		tidy_once(&to, keep, shortest);
		int n = crossings(&to, MOST, at);
		if (n == 0) {
			mesh_free(m);
			*m = to;
			break;
		}
		mesh_free(&to);
		for (int v = 0; v < m->n_vertex; v++)
			for (int k = 0; k < n && !keep[v]; k++) {
				vec3 d = v3_sub(v3_from(m->xyz[v]), v3_from(at[k]));

				keep[v] = v3_dot(d, d) < 9 * shortest * shortest;
			}
	}
	free(keep);
	free(at);
}
