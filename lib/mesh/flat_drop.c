/* flat_drop.c: leave vertices out that lie inside flat parts of a surface */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/flat_parts.h"
#include "solid/polyhedron.h"
#include "solid/polyhedron_planes.h"

/* The faces at every vertex, from face[first[v]] on, and their normals. */
struct around { int *first, *face; vec3 *normal; };

static void find_around(struct around *a, const struct solid *s, double size)
{
	a->first = MEM_ZERO(int, (size_t)s->n + 2);
	a->face = MEM_NEW(int, (size_t)s->first[s->n_face]);
	a->normal = MEM_ZERO(vec3, (size_t)s->n_face);
	for (int c = 0; c < s->first[s->n_face]; c++)
		a->first[s->corner[c] + 2]++;
	for (int v = 0; v < s->n; v++)
		a->first[v + 2] += a->first[v + 1];
	for (int f = 0; f < s->n_face; f++) {
		polyhedron_face_normal((const double (*)[3])s->vertex, s->corner + s->first[f], s->first[f + 1] - s->first[f], size,
			&a->normal[f]);
		for (int c = s->first[f]; c < s->first[f + 1]; c++)
			a->face[a->first[s->corner[c] + 1]++] = f;
	}
}

/* Whether all faces around v lie on one plane, and none is used. */
static int is_inside(const struct around *a, int v, const char *used)
{
	const vec3 n = a->normal[a->face[a->first[v]]];

	for (int k = a->first[v]; k < a->first[v + 1]; k++)
		if (used[a->face[k]] || !(v3_norm(v3_sub(a->normal[a->face[k]], n)) <= 3 * POLYHEDRON_CUT))
			return 0;
	return 1;
}

/* The corner of face f at v. */
static int corner_at(const struct solid *s, int f, int v)
{
	int c = s->first[f];

	while (s->corner[c] != v)
		c++;
	return c;
}

/* The rim of the faces around v as a ring. Returns its length, or 0 if there is none. */
static int find_ring(const struct solid *s, const struct around *a, int v, int *ring)
{
	const int many = a->first[v + 1] - a->first[v];
	int n = 0, f = a->face[a->first[v]];

	for (int k = 0; k < many; k++) { /* one face after the other, each without v and its last corner, which the next one has */
		const int first = s->first[f], m = s->first[f + 1] - first, c = corner_at(s, f, v) - first;
		const int last = s->corner[first + (c + m - 1) % m];

		for (int i = 1; i < m - 1; i++)
			ring[n++] = s->corner[first + (c + i) % m];
		f = -1;
		for (int j = a->first[v]; j < a->first[v + 1]; j++) {
			const int other = a->face[j], o = corner_at(s, other, v) + 1;

			if (s->corner[o < s->first[other + 1] ? o : s->first[other]] == last)
				f = other;
		}
		if (f < 0)
			return 0;
	}
	return f == a->face[a->first[v]] ? n : 0;
}

/* Write the faces that are not used, and the triangles in their place. */
static void rebuild(struct solid *s, const char *used, int n, const int (*made)[3])
{
	struct solid to = { .n_face = 0, .first = MEM_ZERO(int, (size_t)(s->n_face + n) + 1),
		.corner = MEM_NEW(int, (size_t)s->first[s->n_face] + 3 * (size_t)n) };
	int *number = MEM_ZERO(int, (size_t)s->n), count = 0;

	for (int f = 0; f < s->n_face + n; f++) {
		const int *corner = f < s->n_face ? s->corner + s->first[f] : made[f - s->n_face];
		const int many = f < s->n_face ? s->first[f + 1] - s->first[f] : 3, end = to.first[to.n_face];

		if (f < s->n_face && used[f])
			continue;
		memcpy(to.corner + end, corner, (size_t)many * sizeof *corner);
		to.first[++to.n_face] = end + many;
	}
	for (int c = 0; c < to.first[to.n_face]; c++)
		number[to.corner[c]] = 1;
	for (int v = 0; v < s->n; v++)
		if (number[v]) {
			memmove(s->vertex[count], s->vertex[v], sizeof *s->vertex);
			number[v] = count++;
		}
	for (int c = 0; c < to.first[to.n_face]; c++)
		to.corner[c] = number[to.corner[c]];
	free(number);
	free(s->first);
	free(s->corner);
	s->n = count;
	s->n_face = to.n_face;
	s->first = to.first;
	s->corner = to.corner;
}

/* Leave out vertices that have no face in common. Returns how many. */
static int drop_some(struct solid *s, double size, double near)
{
	const size_t corners = (size_t)s->first[s->n_face];
	char *used = MEM_ZERO(char, (size_t)s->n_face);
	int *ring = MEM_NEW(int, corners), (*made)[3] = mem_new(corners, sizeof *made), n = 0, dropped = 0;
	struct around a;

	find_around(&a, s, size);
	for (int v = 0; v < s->n; v++) {
		int m = 0;

		if (a.first[v + 1] == a.first[v] || !is_inside(&a, v, used))
			continue;
		const int length = find_ring(s, &a, v, ring);
		for (double least = near; length > 2 && m == 0 && least > POLYHEDRON_ROUNDING * size; least *= 1e-3)
			m = polyhedron_ring_triangles(made + n, (const double (*)[3])s->vertex, length, ring, size, least);
		for (int k = a.first[v]; k < a.first[v + 1] && m > 0; k++)
			used[a.face[k]] = 1;
		n += m;
		dropped += m > 0;
	}
	if (dropped)
		rebuild(s, used, n, (const int (*)[3])made);
	free(used);
	free(ring);
	free(made);
	free(a.first);
	free(a.face);
	free(a.normal);
	return dropped;
}

void flat_drop_vertices(struct solid *s, double size, double near)
{
	while (s->n_face > 4 && drop_some(s, size, fmax(near, POLYHEDRON_FLAT * size)))
		;
}
