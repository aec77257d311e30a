/* mesh.c: surfaces of triangles: building, merging and copying */
#include "mesh/mesh.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"

void mesh_free(struct mesh *m)
{
	free(m->xyz);
	free(m->tri);
	*m = (struct mesh){ 0 };
}

void mesh_copy(struct mesh *to, const struct mesh *m)
{
	*to = (struct mesh){ 0 };
	for (int v = 0; v < m->n_vertex; v++)
		mesh_add_vertex(to, m->xyz[v][0], m->xyz[v][1], m->xyz[v][2]);
	for (int t = 0; t < m->n_triangle; t++)
		mesh_add_triangle(to, m->tri[t][0], m->tri[t][1], m->tri[t][2]);
}

int mesh_add_vertex(struct mesh *m, double x, double y, double z)
{
	MEM_GROW(m->xyz, &m->cap_vertex, (size_t)m->n_vertex + 1);
	double *p = m->xyz[m->n_vertex];

	p[0] = x;
	p[1] = y;
	p[2] = z;
	return m->n_vertex++;
}

void mesh_add_triangle(struct mesh *m, int a, int b, int c)
{
	MEM_GROW(m->tri, &m->cap_triangle, (size_t)m->n_triangle + 1);
	int *t = m->tri[m->n_triangle++];

	t[0] = a;
	t[1] = b;
	t[2] = c;
}

/* Twice the area vector of the triangle of the corners 0, i, j of a face, counted from the corner first. */
static vec3 part(const struct mesh *m, int n, const int *corner, int first, int i, int j)
{
	vec3 o = v3_from(m->xyz[corner[first]]);

	i = corner[(first + i) % n];
	j = corner[(first + j) % n];
	return v3_cross(v3_sub(v3_from(m->xyz[i]), o), v3_sub(v3_from(m->xyz[j]), o));
}

int mesh_add_face(struct mesh *m, int n, const int *corner)
{
	vec3 whole = v3(0, 0, 0);
	int first = 0, good = n == 3;

	for (int i = 1; i + 1 < n && n > 3; i++)
		whole = v3_add(whole, part(m, n, corner, 0, i, i + 1));
	double least = -1e-12 * v3_dot(whole, whole); /* by rounding, corners in a row may seem to go back */
	for (; !good && first < n && first < 64; first += !good) {
		good = 1;
		for (int i = 1; i + 1 < n && good; i++)
			good = v3_dot(whole, part(m, n, corner, first, i, i + 1)) >= least;
	}
	for (int i = 1; i + 1 < n && good; i++)
		mesh_add_triangle(m, corner[first], corner[(first + i) % n], corner[(first + i + 1) % n]);
	return good ? 0 : -1;
}

/* A hash of three coordinates. */
static uint64_t hash(const double p[3])
{
	uint64_t h = 0, u;

	for (int k = 0; k < 3; k++) {
		memcpy(&u, &p[k], sizeof u);
		h = (h ^ u) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 29;
	}
	h *= UINT64_C(0xbf58476d1ce4e5b9);
	return h ^ h >> 32;
}

/* Set same[n_vertex] to the first vertex with equal coordinates. An open-addressing hash table, at most half full, holds the
 * vertices. */
static int find_same(struct mesh *m, int *same, int most, double (*at)[3])
{
	size_t size = 16;
	int n_same = 0;

	while (size < 2 * (size_t)m->n_vertex)
		size *= 2;
	int *table = MEM_NEW(int, size);
	memset(table, 0xff, size * sizeof *table);
	for (int v = 0; v < m->n_vertex; v++) {
		double *p = m->xyz[v];

		for (int k = 0; k < 3; k++)
			p[k] += 0.0; /* turns -0 into 0, which is equal but differs in bits */
		size_t h = hash(p) & (size - 1);
		while (table[h] >= 0 && memcmp(m->xyz[table[h]], p, sizeof *m->xyz) != 0)
			h = (h + 1) & (size - 1);
		same[v] = table[h] >= 0 ? table[h] : v;
		if (table[h] < 0)
			table[h] = v;
		else if (n_same++ < most)
			memcpy(at[n_same - 1], p, sizeof *at);
	}
	free(table);
	return n_same;
}

int mesh_merge(struct mesh *m, int most, double (*at)[3])
{
	int *place = MEM_NEW(int, (size_t)m->n_vertex), n = 0;
	int n_same = find_same(m, place, at ? most : 0, at);
	char *used = MEM_ZERO(char, (size_t)m->n_vertex);

	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++) {
			m->tri[t][k] = place[m->tri[t][k]];
			used[m->tri[t][k]] = 1;
		}
	for (int v = 0; v < m->n_vertex; v++)
		if (used[v]) {
			memmove(m->xyz[n], m->xyz[v], sizeof *m->xyz);
			place[v] = n++;
		}
	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++)
			m->tri[t][k] = place[m->tri[t][k]];
	m->n_vertex = n;
	free(used);
	free(place);
	return n_same;
}

struct mesh mesh_of_solid(const struct solid *s)
{
	return (struct mesh){ s->n, s->n_face, (size_t)s->n, (size_t)s->n_face, s->vertex, s->face };
}

void mesh_to_solid(struct solid *s, const struct mesh *m)
{
	s->n = m->n_vertex;
	s->n_face = m->n_triangle;
	s->vertex = m->xyz;
	s->face = m->tri;
}

int mesh_mended(struct mesh *m, const struct solid *s)
{
	const struct mesh as_it_is = mesh_of_solid(s);
	struct mesh_faults faults;

	mesh_copy(m, &as_it_is);
	if (mesh_repair(m, &faults) == 0)
		return 1;
	mesh_free(m);
	mesh_copy(m, &as_it_is);
	return 0;
}
