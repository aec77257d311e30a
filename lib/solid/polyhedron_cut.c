/* polyhedron_cut.c: cut faces that are not convex into convex pieces */
#include "solid/polyhedron.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A face in its plane. */
struct flat {
	int n;
	const int *corner;    /* [n] vertices */
	vec2 *at;             /* [n] in the plane [L] */
	double least;         /* twice an area below this is 0 [L^2] */
};

/* The pieces of a face: corners of the face by their place in it, one piece after the other. */
struct pieces {
	int n;
	int (*range)[2];      /* [n] begin and end in place[] */
	int *place;
};

static double twice_area(vec2 a, vec2 b, vec2 c)
{
	return v2_cross(v2_sub(b, a), v2_sub(c, a));
}

/* Project a face to its plane. Returns -1 if the face is not flat. */
static int flatten(struct flat *t, const struct solid *s, int f, double size, struct polyhedron_fault *fault)
{
	vec3 o = v3_from(s->vertex[t->corner[0]]), n = v3(0, 0, 0);

	for (int k = 1; k + 1 < t->n; k++)
		n = v3_add(n, v3_cross(v3_sub(v3_from(s->vertex[t->corner[k]]), o), v3_sub(v3_from(s->vertex[t->corner[k + 1]]), o)));
	double length = v3_norm(n);
	if (!(length > DBL_EPSILON * size * size)) {
		*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_NO_AREA, .face = { f } };
		return -1;
	}
	n = v3_scale(1 / length, n);
	vec3 u = fabs(n.x) < 0.6 ? v3_cross(n, v3(1, 0, 0)) : v3_cross(n, v3(0, 1, 0));
	u = v3_scale(1 / v3_norm(u), u);
	vec3 v = v3_cross(n, u);
	for (int k = 0; k < t->n; k++) {
		vec3 d = v3_sub(v3_from(s->vertex[t->corner[k]]), o);

		if (!(fabs(v3_dot(d, n)) <= 2 * POLYHEDRON_FLAT * size)) {
			*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_NOT_FLAT, .v = { t->corner[k] }, .face = { f },
				.off = fabs(v3_dot(d, n)) };
			return -1;
		}
		t->at[k] = v2(v3_dot(d, u), v3_dot(d, v));
	}
	t->least = 1e-12 * size * size;
	return 0;
}

static int is_convex(const struct flat *t)
{
	for (int k = 0; k < t->n; k++)
		if (twice_area(t->at[k], t->at[(k + 1) % t->n], t->at[(k + 2) % t->n]) < -t->least)
			return 0;
	return 1;
}

/* Whether the k-th of the m corners that are left is an ear: a triangle with its neighbours, without any other corner inside. */
static int is_ear(const struct flat *t, const int *left, int m, int k)
{
	int a = left[(k + m - 1) % m], b = left[k], c = left[(k + 1) % m];

	if (!(twice_area(t->at[a], t->at[b], t->at[c]) > t->least))
		return 0;
	for (int i = 0; i < m; i++) {
		int p = left[i];

		if (p != a && p != b && p != c && twice_area(t->at[a], t->at[b], t->at[p]) >= 0 &&
		    twice_area(t->at[b], t->at[c], t->at[p]) >= 0 && twice_area(t->at[c], t->at[a], t->at[p]) >= 0)
			return 0;
	}
	return 1;
}

/* Cut a face into triangles, ear by ear (Meisters 1975). Returns -1 if no ear is left: the face crosses itself. */
static int cut_ears(struct pieces *to, const struct flat *t)
{
	int *left = MEM_NEW(int, (size_t)t->n), m = t->n, k = 0, tried = 0;

	for (int i = 0; i < m; i++)
		left[i] = i;
	while (m > 3 && tried < m) {
		if (!is_ear(t, left, m, k)) {
			k = (k + 1) % m;
			tried++;
			continue;
		}
		int *p = to->place + 3 * to->n;
		p[0] = left[(k + m - 1) % m];
		p[1] = left[k];
		p[2] = left[(k + 1) % m];
		to->range[to->n][0] = 3 * to->n;
		to->range[to->n][1] = 3 * to->n + 3;
		to->n++;
		memmove(left + k, left + k + 1, (size_t)(m - k - 1) * sizeof *left);
		m--;
		k = k % m;
		tried = 0;
	}
	if (m == 3) {
		memcpy(to->place + 3 * to->n, left, 3 * sizeof *left);
		to->range[to->n][0] = 3 * to->n;
		to->range[to->n][1] = 3 * to->n + 3;
		to->n++;
	}
	free(left);
	return m == 3 ? 0 : -1;
}

/* Where the side a b of a piece begins, as a position within the piece, or -1. */
static int side_at(const int *p, int n, int a, int b)
{
	for (int k = 0; k < n; k++)
		if (p[k] == a && p[(k + 1) % n] == b)
			return k;
	return -1;
}

/* Join the pieces i and j across a side that they share, if the result is convex (Hertel and Mehlhorn 1983). The joined piece
 * goes to the end of place[], which has room up to *end. Returns whether they were joined. */
static int join(struct pieces *to, const struct flat *t, int i, int j, int *end)
{
	const int *p = to->place + to->range[i][0], *q = to->place + to->range[j][0];
	int n = to->range[i][1] - to->range[i][0], m = to->range[j][1] - to->range[j][0];

	for (int k = 0; k < n; k++) {
		int at = side_at(q, m, p[(k + 1) % n], p[k]);
		int *r = to->place + *end, count = 0;

		if (at < 0)
			continue;
		for (int a = 1; a <= n; a++) /* from the end of the side around to its begin */
			r[count++] = p[(k + a) % n];
		for (int a = 2; a < m; a++)
			r[count++] = q[(at + a) % m];
		for (int a = 0; a < count; a++)
			if (twice_area(t->at[r[a]], t->at[r[(a + 1) % count]], t->at[r[(a + 2) % count]]) < 0)
				return 0;
		to->range[i][0] = *end;
		to->range[i][1] = *end += count;
		to->range[j][0] = to->range[--to->n][0];
		to->range[j][1] = to->range[to->n][1];
		return 1;
	}
	return 0;
}

/* Bring the pieces to the begin of place[]. */
static void pack(struct pieces *to, int *spare)
{
	int end = 0;

	for (int i = 0; i < to->n; i++) {
		int n = to->range[i][1] - to->range[i][0];

		memcpy(spare + end, to->place + to->range[i][0], (size_t)n * sizeof *spare);
		to->range[i][0] = end;
		to->range[i][1] = end += n;
	}
	memcpy(to->place, spare, (size_t)end * sizeof *spare);
}

static void join_all(struct pieces *to, const struct flat *t, int *spare)
{
	for (int i = 0; i < to->n; i++)
		for (int j = i + 1; j < to->n; j++) {
			int end = to->range[to->n - 1][1];

			if (!join(to, t, i, j, &end))
				continue;
			/* the joined piece stands last in place[]; pieces stay in their order of i */
			pack(to, spare);
			j = i;
		}
}

/* Append the pieces of one face to the lists of a solid that is being made. */
static void append(struct solid *s, size_t *cap_first, size_t *cap_corner, int n, const int *corner)
{
	MEM_GROW(s->first, cap_first, (size_t)s->n_face + 2);
	int end = s->first[s->n_face];
	MEM_GROW(s->corner, cap_corner, (size_t)end + (size_t)n);
	memcpy(s->corner + end, corner, (size_t)n * sizeof *corner);
	s->first[++s->n_face] = end + n;
}

static double size_of(const struct solid *s)
{
	double size = 0;

	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		for (int v = 0; v < s->n; v++) {
			lo = fmin(lo, s->vertex[v][k]);
			hi = fmax(hi, s->vertex[v][k]);
		}
		size = fmax(size, hi / 2 - lo / 2);
	}
	return size;
}

/* Cut one face and append its pieces to made. Returns how many, or -1. */
static int cut_face(struct solid *made, size_t cap[2], const struct flat *t, int f, struct polyhedron_fault *fault)
{
	size_t room = 6 * (size_t)t->n;
	struct pieces to = { .range = mem_new((size_t)t->n, sizeof *to.range), .place = MEM_NEW(int, room) };
	int *spare = MEM_NEW(int, room), *corner = MEM_NEW(int, (size_t)t->n), n = cut_ears(&to, t);

	if (n == 0) {
		join_all(&to, t, spare);
		n = to.n;
		for (int i = 0; i < to.n; i++) {
			int m = to.range[i][1] - to.range[i][0];

			for (int k = 0; k < m; k++)
				corner[k] = t->corner[to.place[to.range[i][0] + k]];
			append(made, &cap[0], &cap[1], m, corner);
		}
	} else
		*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_CROSSING, .face = { f } };
	free(to.range);
	free(to.place);
	free(spare);
	free(corner);
	return n;
}

int polyhedron_cut_faces(struct solid *s, struct polyhedron_fault *fault)
{
	struct solid made = { .first = MEM_ZERO(int, 1) };
	size_t cap[2] = { 1, 0 };
	double size = size_of(s);
	int most = 0, cuts = 0, bad = 0;

	for (int f = 0; f < s->n_face; f++)
		most = s->first[f + 1] - s->first[f] > most ? s->first[f + 1] - s->first[f] : most;
	vec2 *at = MEM_NEW(vec2, (size_t)most);
	for (int f = 0; f < s->n_face && !bad; f++) {
		struct flat t = { s->first[f + 1] - s->first[f], s->corner + s->first[f], at, 0 };

		bad = flatten(&t, s, f, size, fault);
		if (bad)
			break;
		if (is_convex(&t)) {
			append(&made, &cap[0], &cap[1], t.n, t.corner);
			continue;
		}
		cuts++;
		bad = cut_face(&made, cap, &t, f, fault) < 0;
	}
	free(at);
	if (bad || cuts == 0) {
		free(made.first);
		free(made.corner);
		return bad ? -1 : 0;
	}
	free(s->first);
	free(s->corner);
	s->first = made.first;
	s->corner = made.corner;
	s->n_face = made.n_face;
	return cuts;
}
