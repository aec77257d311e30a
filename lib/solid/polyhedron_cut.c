/* polyhedron_cut.c: cut faces that are not convex into convex pieces */
#include "solid/polyhedron.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "solid/polyhedron_planes.h"

/* A face in its plane. */
struct flat {
	int n;
	const int *corner;    /* [n] vertices */
	vec2 *at;             /* [n] in the plane [L] */
	double near;          /* corners this close to a line are on it [L] */
};

static double twice_area(vec2 a, vec2 b, vec2 c)
{
	return v2_cross(v2_sub(b, a), v2_sub(c, a));
}

/* Project a face with the normal n to its plane. Returns its corner that is farthest off the plane; *off [L]. */
static int project(struct flat *t, const double (*vertex)[3], vec3 n, double size, double *off)
{
	const vec3 o = v3_from(vertex[t->corner[0]]);
	vec3 u = fabs(n.x) < 0.6 ? v3_cross(n, v3(1, 0, 0)) : v3_cross(n, v3(0, 1, 0));
	int far = 0;

	u = v3_scale(1 / v3_norm(u), u);
	*off = 0;
	for (int k = 0; k < t->n; k++) {
		const vec3 d = v3_sub(v3_from(vertex[t->corner[k]]), o);

		if (!(fabs(v3_dot(d, n)) <= *off)) {
			*off = fabs(v3_dot(d, n));
			far = k;
		}
		t->at[k] = v2(v3_dot(d, u), v3_dot(d, v3_cross(n, u)));
	}
	t->near = POLYHEDRON_ROUNDING * size;
	return far;
}

/* Project a face to its plane. Returns -1 if the face is not flat. */
static int flatten(struct flat *t, const struct solid *s, int f, double size, struct polyhedron_fault *fault)
{
	const double (*vertex)[3] = (const double (*)[3])s->vertex, most = 2 * POLYHEDRON_FLAT * size;
	double off;
	vec3 n;

	if (!(polyhedron_face_normal(vertex, t->corner, t->n, size, &n) > 0)) {
		*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_NO_AREA, .face = { f } };
		return -1;
	}
	const int far = project(t, vertex, n, size, &off);
	if (off <= most)
		return 0;
	*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_NOT_FLAT, .v = { t->corner[far] }, .face = { f }, .off = off,
		.most = most };
	return -1;
}

/* How far from 0 twice the area of a triangle may be if its corners are three on a line, or turn by less than polyhedron_init
 * notices. */
static double slack(const struct flat *t, vec2 a, vec2 b, vec2 c)
{
	const double ab = v2_norm(v2_sub(b, a)), bc = v2_norm(v2_sub(c, b));

	return t->near * (ab + bc) + 1e-8 * ab * bc;
}

/* Whether a way from a over b to c turns right. */
static int turns_right(const struct flat *t, vec2 a, vec2 b, vec2 c)
{
	const double area = twice_area(a, b, c);

	return area < 0 && area < -slack(t, a, b, c);
}

/* Whether it does not turn left. */
static int is_blunt(const struct flat *t, vec2 a, vec2 b, vec2 c)
{
	return !(twice_area(a, b, c) > slack(t, a, b, c));
}

static int is_convex(const struct flat *t)
{
	for (int k = 0; k < t->n; k++)
		if (turns_right(t, t->at[k], t->at[(k + 1) % t->n], t->at[(k + 2) % t->n]))
			return 0;
	return 1;
}

/* The sides of the pieces of a face, each from a corner along its piece to the next side; corners by their place in the face. The
 * sides 0 .. n - 1 are those of the face itself, then come diagonals: twins are 2 i and 2 i + 1 from an even number on. */
struct sides { int n, *from, *next, *before; };

static int add_side(struct sides *s, int from)
{
	s->from[s->n] = from;
	return s->n++;
}

static void follow(struct sides *s, int a, int b)
{
	s->next[a] = b;
	s->before[b] = a;
}

/* The corners of a face that are not cut off yet: for each the next one, the one before, and the side that leads on from it. */
struct rest { int n, *next, *before, *side, n_blunt, *blunt; };

static int coincide(vec2 a, vec2 b)
{
	return a.x == b.x && a.y == b.y;
}

/* Whether a corner of the rest is an ear: a triangle with its neighbours, without any other corner in it. If there are others
 * in it, so is one of the corners blunt[] where the rest does not turn left. Corners at the same place, where a ring goes over a
 * bridge, are not in it. */
static int is_ear(const struct flat *t, const struct rest *left, int k)
{
	const vec2 a = t->at[left->before[k]], b = t->at[k], c = t->at[left->next[k]];
	const double ab = -t->near * v2_norm(v2_sub(b, a)), bc = -t->near * v2_norm(v2_sub(c, b)), ca = -t->near * v2_norm(v2_sub(a, c));

	if (is_blunt(t, a, b, c))
		return 0;
	for (int q = 0; q < left->n_blunt; q++) {
		const vec2 p = t->at[left->blunt[q]];

		if (!coincide(p, a) && !coincide(p, b) && !coincide(p, c) && twice_area(a, b, p) >= ab && twice_area(b, c, p) >= bc &&
		    twice_area(c, a, p) >= ca)
			return 0;
	}
	return 1;
}

static int is_blunt_corner(const struct flat *t, const struct rest *left, int k)
{
	return is_blunt(t, t->at[left->before[k]], t->at[k], t->at[left->next[k]]);
}

/* Leave those out of the blunt corners that are cut off or no longer blunt. */
static void sift_blunt(const struct flat *t, struct rest *left)
{
	int n = 0;

	for (int q = 0; q < left->n_blunt; q++)
		if (left->next[left->blunt[q]] >= 0 && is_blunt_corner(t, left, left->blunt[q]))
			left->blunt[n++] = left->blunt[q];
	left->n_blunt = n;
}

/* Cut a face into triangles, ear by ear (Meisters 1975). Returns -1 if no ear is left, or the last triangle turns right: the face
 * crosses itself. */
static int cut_ears(struct sides *to, const struct flat *t)
{
	const size_t n = (size_t)t->n;
	struct rest left = { t->n, MEM_NEW(int, n), MEM_NEW(int, n), MEM_NEW(int, n), 0, MEM_NEW(int, n) };
	int k = 0, tried = 0, cuts = 0;

	for (int i = 0; i < t->n; i++) {
		left.next[i] = i + 1 < t->n ? i + 1 : 0;
		left.before[i] = i > 0 ? i - 1 : t->n - 1;
		left.side[i] = add_side(to, i);
	}
	for (int i = 0; i < t->n; i++)
		if (is_blunt_corner(t, &left, i))
			left.blunt[left.n_blunt++] = i;
	if (to->n % 2) /* twins begin at an even number */
		add_side(to, -1);
	while (left.n > 3 && tried < left.n) {
		const int i = left.before[k], j = left.next[k];

		if (!is_ear(t, &left, k)) {
			k = j;
			tried++;
			continue;
		}
		int back = add_side(to, j), on = add_side(to, i); /* the diagonal, on the ear and on the rest */
		follow(to, left.side[i], left.side[k]);
		follow(to, left.side[k], back);
		follow(to, back, left.side[i]);
		left.side[i] = on;
		left.next[i] = j;
		left.before[j] = i;
		left.next[k] = -1;
		k = j;
		left.n--;
		tried = 0;
		if (++cuts > left.n_blunt) { /* rarely enough to cost no more than the search for ears */
			sift_blunt(t, &left);
			cuts = 0;
		}
	}
	for (int i = 0; i < 3 && left.n == 3; i++, k = left.next[k])
		follow(to, left.side[k], left.side[left.next[k]]);
	int bad = left.n > 3 || turns_right(t, t->at[left.before[k]], t->at[k], t->at[left.next[k]]);
	free(left.next);
	free(left.before);
	free(left.side);
	free(left.blunt);
	return bad ? -1 : 0;
}

/* Whether a piece turns left, or not at all, from the end of one side to that of another. */
static int may_follow(const struct sides *s, const struct flat *t, int a, int b)
{
	return !turns_right(t, t->at[s->from[a]], t->at[s->from[b]], t->at[s->from[s->next[b]]]);
}

/* Take the diagonals away that no piece needs to be convex (Hertel and Mehlhorn 1983). */
static void drop_diagonals(struct sides *s, const struct flat *t)
{
	for (int a = t->n + t->n % 2; a < s->n; a += 2) {
		const int b = a + 1;

		if (!may_follow(s, t, s->before[a], s->next[b]) || !may_follow(s, t, s->before[b], s->next[a]))
			continue;
		follow(s, s->before[a], s->next[b]);
		follow(s, s->before[b], s->next[a]);
		s->from[a] = s->from[b] = -1;
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
			lo = s->vertex[v][k] < lo ? s->vertex[v][k] : lo;
			hi = s->vertex[v][k] > hi ? s->vertex[v][k] : hi;
		}
		size = fmax(size, hi / 2 - lo / 2);
	}
	return size;
}

/* Cut one face and append its pieces to made. Returns 0, or -1 if the face crosses itself. */
static int cut_face(struct solid *made, size_t cap[2], const struct flat *t)
{
	const size_t room = 3 * (size_t)t->n;
	struct sides s = { 0, MEM_NEW(int, room), MEM_NEW(int, room), MEM_NEW(int, room) };
	int *corner = MEM_NEW(int, (size_t)t->n), bad = cut_ears(&s, t);

	if (!bad)
		drop_diagonals(&s, t);
	for (int first = 0; first < s.n && !bad; first++) {
		int n = 0;

		for (int a = first; s.from[a] >= 0; a = s.next[a]) {
			corner[n++] = t->corner[s.from[a]];
			s.from[a] = -1;
		}
		if (n > 0)
			append(made, &cap[0], &cap[1], n, corner);
	}
	free(s.from);
	free(s.next);
	free(s.before);
	free(corner);
	return bad;
}

int polyhedron_ring_triangles(int (*made)[3], const double (*vertex)[3], int n, const int *ring, double size, double near)
{
	const size_t room = 3 * (size_t)n;
	struct sides s = { 0, MEM_NEW(int, room), MEM_NEW(int, room), MEM_NEW(int, room) };
	struct flat t = { n, ring, MEM_NEW(vec2, (size_t)n), 0 };
	int count = 0, bad;
	double off;
	vec3 normal;

	bad = !(polyhedron_face_normal(vertex, ring, n, size, &normal) > 0);
	if (!bad) {
		project(&t, vertex, normal, size, &off);
		t.near = near;
		bad = cut_ears(&s, &t);
	}
	for (int first = 0; first < s.n && !bad; first++)
		if (s.from[first] >= 0) {
			for (int k = 0, a = first; k < 3; k++, a = s.next[a]) {
				made[count][k] = ring[s.from[a]];
				s.from[a] = -1;
			}
			count++;
		}
	free(s.from);
	free(s.next);
	free(s.before);
	free(t.at);
	return count;
}

/* The vertex that a face has twice, or -1. last[v] is one more than the last face that had the vertex v. */
static int vertex_twice(const struct flat *t, int f, int *last)
{
	for (int k = 0; k < t->n; k++) {
		if (last[t->corner[k]] == f + 1)
			return t->corner[k];
		last[t->corner[k]] = f + 1;
	}
	return -1;
}

/* Append the faces from .. end - 1 of s as they are. */
static void append_faces(struct solid *made, size_t cap[2], const struct solid *s, int from, int end)
{
	for (int f = from; f < end; f++)
		append(made, &cap[0], &cap[1], s->first[f + 1] - s->first[f], s->corner + s->first[f]);
}

/* Cut the faces that are not convex, or only those that have a vertex twice. */
static int cut_faces(struct solid *s, int rings, struct polyhedron_fault *fault)
{
	struct solid made = { .first = MEM_ZERO(int, 1) };
	size_t cap[2] = { 1, 0 };
	double size = size_of(s);
	int most = 0, cuts = 0, bad = 0, done = 0; /* the faces that are in made */

	for (int f = 0; f < s->n_face; f++)
		most = s->first[f + 1] - s->first[f] > most ? s->first[f + 1] - s->first[f] : most;
	vec2 *at = MEM_NEW(vec2, (size_t)most);
	int *last = MEM_ZERO(int, (size_t)s->n);
	for (int f = 0; f < s->n_face && !bad; f++) {
		struct flat t = { s->first[f + 1] - s->first[f], s->corner + s->first[f], at, 0 };
		const int twice = vertex_twice(&t, f, last);

		if (rings && twice < 0)
			continue;
		if (!rings && twice >= 0)
			*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_TWICE, .v = { twice }, .face = { f } };
		bad = (!rings && twice >= 0) || flatten(&t, s, f, size, fault);
		if (bad)
			break;
		if (!rings && is_convex(&t))
			continue;
		append_faces(&made, cap, s, done, f);
		done = f + 1;
		cuts++;
		bad = cut_face(&made, cap, &t);
		if (bad)
			*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_CROSSING, .face = { f } };
	}
	free(at);
	free(last);
	if (bad || cuts == 0) {
		free(made.first);
		free(made.corner);
		return bad ? -1 : 0;
	}
	append_faces(&made, cap, s, done, s->n_face);
	free(s->first);
	free(s->corner);
	s->first = made.first;
	s->corner = made.corner;
	s->n_face = made.n_face;
	return cuts;
}

int polyhedron_cut_faces(struct solid *s, struct polyhedron_fault *fault)
{
	return cut_faces(s, 0, fault);
}

int polyhedron_cut_rings(struct solid *s)
{
	struct polyhedron_fault fault;

	return cut_faces(s, 1, &fault);
}

/* The face before the cuts of which face f is a piece; first[] is that of the faces before. A face with n corners has the angles
 * of n - 2 triangles, and so have its pieces together. */
static int face_before(const struct solid *s, const int *first, int f)
{
	for (int face = 0, piece = 0; ; face++)
		for (int left = first[face + 1] - first[face] - 2; left > 0; piece++) {
			if (piece == f)
				return face;
			left -= s->first[piece + 1] - s->first[piece] - 2;
		}
}

int polyhedron_cut_and_check(struct solid *s, struct polyhedron_fault *fault)
{
	if (polyhedron_is_clear(s))
		return 0;
	int *first = mem_copy(s->first, (size_t)s->n_face + 1, sizeof *first);
	const int plate = s->n_face == 2, cuts = polyhedron_cut_faces(s, fault), bad = cuts < 0 || polyhedron_check(s, fault);

	if (bad && plate && cuts > 0)
		*fault = (struct polyhedron_fault){ .kind = POLYHEDRON_REENTRANT_PLATE };
	for (int k = 0; k < 3 && bad && cuts > 0; k++)
		fault->face[k] = face_before(s, first, fault->face[k]);
	free(first);
	return bad ? -1 : 0;
}
