/* cell3_measure.c: areas and moments of a polyhedral cell, and the cell as a solid */
#include "solid/cell3.h"

#include <string.h>

#include "base/buf.h"
#include "base/vec.h"

static inline vec3 at(const struct cell3 *c, int v)
{
	return v3(c->x[v], c->y[v], c->z[v]);
}

double cell3_corner_area(const struct cell3 *c, int k)
{
	const int v = c->first[k];
	const struct cell3_corner *p = &c->corner[v];
	const int slot = (p->face[1] == k) + 2 * (p->face[2] == k);
	vec3 here = at(c, v), after = at(c, p->to[(slot + 2) % 3]), before = at(c, p->to[slot]);

	return 0.5 * v3_norm(v3_cross(v3_sub(after, here), v3_sub(before, here)));
}

double cell3_area(const struct cell3 *c, int k)
{
	const int *loop = c->loop + c->first[k], n = c->first[k + 1] - c->first[k];
	vec3 normal = v3_from(c->plane[k].normal), from = at(c, loop[0]), twice = v3(0, 0, 0);

	for (int i = 2; i < n; i++)
		twice = v3_add(twice, v3_cross(v3_sub(at(c, loop[i - 1]), from), v3_sub(at(c, loop[i]), from)));
	double area = 0.5 * v3_dot(twice, normal) / v3_norm(normal);
	return area > 0 ? area : 0;
}

double cell3_perimeter(const struct cell3 *c, int k)
{
	double sum = 0;

	for (int i = c->first[k], before = c->loop[c->first[k + 1] - 1]; i < c->first[k + 1]; before = c->loop[i++])
		sum += v3_norm(v3_sub(at(c, c->loop[i]), at(c, before)));
	return sum;
}

double cell3_surface(const struct cell3 *c)
{
	double sum = 0;

	for (int k = 0; k < c->n_face; k++)
		sum += cell3_area(c, k);
	return sum;
}

/* Sums over the tetrahedra between the point `from` and the triangles of the faces, which fan out from a face's first corner. A
 * tetrahedron with the corners 0, a, b, c and the volume V has the first moment V s / 4 and the second moment
 * V (a a^T + b b^T + c c^T + s s^T) / 20, where s = a + b + c. */
double cell3_moments(const struct cell3 *c, double centroid[3], double second[6])
{
	vec3 from = v3(0, 0, 0), first = from;
	double six = 0, m[6] = { 0 };

	for (int v = 0; v < c->n_vertex; v++)
		from = v3_add(from, at(c, v));
	from = v3_scale(1.0 / (c->n_vertex ? c->n_vertex : 1), from);
	for (int f = 0; f < c->n_face; f++) {
		const int *loop = c->loop + c->first[f], n = c->first[f + 1] - c->first[f];
		vec3 p = v3_sub(at(c, loop[0]), from), q = v3_sub(at(c, loop[1]), from);

		for (int i = 2; i < n; i++) {
			vec3 r = v3_sub(at(c, loop[i]), from), s = v3_add(p, v3_add(q, r));
			double v = v3_dot(p, v3_cross(q, r));

			six += v;
			first = v3_add(first, v3_scale(v, s));
			if (second) {
				m[0] += v * (p.x * p.x + q.x * q.x + r.x * r.x + s.x * s.x);
				m[1] += v * (p.y * p.y + q.y * q.y + r.y * r.y + s.y * s.y);
				m[2] += v * (p.z * p.z + q.z * q.z + r.z * r.z + s.z * s.z);
				m[3] += v * (p.x * p.y + q.x * q.y + r.x * r.y + s.x * s.y);
				m[4] += v * (p.x * p.z + q.x * q.z + r.x * r.z + s.x * s.z);
				m[5] += v * (p.y * p.z + q.y * q.z + r.y * r.z + s.y * s.z);
			}
			q = r;
		}
	}
	int solid = six > 0;
	vec3 g = solid ? v3_scale(0.25 / six, first) : v3(0, 0, 0); /* relative to from */
	if (centroid)
		v3_to(centroid, solid ? v3_add(from, g) : g);
	if (second) {
		const double gg[6] = { g.x * g.x, g.y * g.y, g.z * g.z, g.x * g.y, g.x * g.z, g.y * g.z };
		for (int k = 0; k < 6; k++)
			second[k] = solid ? m[k] / 120 - six / 6 * gg[k] : 0;
	}
	return solid ? six / 6 : 0;
}

/* ---- as a solid ---- */

/* The representative of the vertices that are drawn together with v. */
static int together(const int *same, int v)
{
	while (same[v] != v)
		v = same[v];
	return v;
}

/* Whether all edges are clearly longer than apart. Without branches, which would often be guessed wrong. */
static int all_apart(const struct cell3 *c, double apart)
{
	const double square = apart * apart * (1 + 1e-9);
	int n = 0;

	for (int v = 0; v < c->n_vertex; v++) {
		const vec3 here = at(c, v);

		for (int k = 0; k < 3; k++) {
			const vec3 d = v3_sub(here, at(c, c->corner[v].to[k]));

			n += v3_dot(d, d) > square;
		}
	}
	return n == 3 * c->n_vertex;
}

/* Draw the edges together that are not longer than apart: same[v] leads from a vertex to the one that stands for it. Returns 0
 * if there are none, nor faces of two corners; then same[] is not set. */
static int draw_together(const struct cell3 *c, double apart, int *same)
{
	int thin = 0;

	for (int f = 0; f < c->n_face; f++)
		thin |= c->first[f + 1] - c->first[f] < 3;
	if (!thin && all_apart(c, apart))
		return 0;
	for (int v = 0; v < c->n_vertex; v++)
		same[v] = v;
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++) {
			const int to = c->corner[v].to[k];

			if (to < v || !(v3_norm(v3_sub(at(c, v), at(c, to))) <= apart))
				continue;
			int a = together(same, v), b = together(same, to);
			same[a > b ? a : b] = a > b ? b : a;
		}
	return 1;
}

/* Take the faces with a corner for each run of corners that are drawn together, and leave out those of two. Returns the number of
 * all corners. */
static int draw_faces(const struct cell3 *c, const int *same, struct solid *s, int *face_of)
{
	int n_corner = 0;

	for (int f = 0; f < c->n_face; f++) {
		int begin = n_corner;

		for (int i = c->first[f]; i < c->first[f + 1]; i++) {
			int v = together(same, c->loop[i]);
			if (n_corner == begin || s->corner[n_corner - 1] != v)
				s->corner[n_corner++] = v;
		}
		while (n_corner > begin + 1 && s->corner[n_corner - 1] == s->corner[begin])
			n_corner--;
		if (n_corner - begin < 3) {
			n_corner = begin;
			continue;
		}
		if (face_of)
			face_of[s->n_face] = f;
		s->first[s->n_face++] = begin;
	}
	return n_corner;
}

/* Take the faces as they are. Returns the number of all corners. */
static int take_faces(const struct cell3 *c, struct solid *s, int *face_of)
{
	s->n_face = c->n_face;
	memcpy(s->first, c->first, (size_t)c->n_face * sizeof *s->first);
	memcpy(s->corner, c->loop, (size_t)c->first[c->n_face] * sizeof *s->corner);
	for (int f = 0; f < c->n_face && face_of; f++)
		face_of[f] = f;
	return c->first[c->n_face];
}

int cell3_solid(struct cell3 *c, double apart, struct solid *s, int *face_of)
{
	size_t corners = c->n_face ? (size_t)c->first[c->n_face] : 0;

	MEM_GROW(c->mark, &c->cap_mark, 2 * (size_t)c->n_vertex);
	int *same = c->mark, *number = c->mark + c->n_vertex;
	s->vertex = mem_new((size_t)c->n_vertex + 1, sizeof *s->vertex);
	s->first = MEM_NEW(int, (size_t)c->n_face + 1);
	s->corner = MEM_NEW(int, corners);
	s->n = s->n_face = 0;
	int drawn = draw_together(c, apart, same), n_corner = drawn ? draw_faces(c, same, s, face_of) :
		c->n_face ? take_faces(c, s, face_of) : 0;
	for (int v = 0; v < c->n_vertex; v++)
		number[v] = -1;
	if (s->n_face < 4)
		s->n_face = n_corner = 0;
	s->first[s->n_face] = n_corner;
	for (int i = 0; i < n_corner; i++) { /* without a branch, which would often be guessed wrong */
		const int v = s->corner[i], known = number[v] >= 0, k = known ? number[v] : s->n;

		v3_to(s->vertex[s->n], at(c, v));
		number[v] = s->corner[i] = k;
		s->n += !known;
	}
	return s->n_face;
}
