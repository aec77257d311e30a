/* polyhedron.c: the edges, normals and faults of polyhedra */
#include "solid/polyhedron.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "solid/polyhedron_crossing.h"
#include "solid/polyhedron_planes.h"

static const double pi = 3.14159265358979323846;

/* Whether a surface is checked without angles, all the more its faces must be clearly convex, or is checked and measured; or,
 * known to have no faults, is only measured, is known to be convex as well, or only its faces are measured. */
enum look { CHECK, CLEAR, MEASURE, SOUND, KNOWN, FACES };

static int blame(struct polyhedron_fault *fault, struct polyhedron_fault what)
{
	*fault = what;
	return -1;
}

static vec3 vertex(const struct polyhedron *p, int v)
{
	return v3_from(p->vertex[v]);
}

void polyhedron_measure_box(struct polyhedron *p)
{
	double lo[3], hi[3];

	for (int k = 0; k < 3; k++) {
		double least = INFINITY, most = -INFINITY;

		for (int v = 0; v < p->n_vertex; v++) { /* fmin and fmax would be calls of functions */
			const double x = p->vertex[v][k];

			least = x < least ? x : least;
			most = x > most ? x : most;
		}
		lo[k] = least;
		hi[k] = most;
	}
	for (int k = 0; k < 3; k++) {
		p->middle[k] = lo[k] / 2 + hi[k] / 2;
		p->size = fmax(p->size, hi[k] / 2 - lo[k] / 2);
	}
	if (p->n_vertex == 1)
		p->size = p->r;
}

/* ---- edges ---- */

/* The edges at each vertex, one after the other: first[v] is a vertex's last edge, next[2 e + side] the one before edge e at
 * e->v[side]; -1 ends the list. in[v] counts the faces at v. */
struct edge_lists { int *in, *first, *next; };

/* The edge between a and b, or -1. The vertex with fewer faces has the shorter list. */
static inline int find_edge(const struct edge_lists *t, const struct polyhedron_edge *edge, int a, int b)
{
	const int from = t->in[a] <= t->in[b] ? a : b, to = a ^ b ^ from;
	int e = t->first[from];

	while (e >= 0) {
		const int side = edge[e].v[1] == from;

		if (edge[e].v[1 - side] == to)
			break;
		e = t->next[2 * e + side];
	}
	return e;
}

/* Add an edge between a and b. */
static inline void add_edge(struct edge_lists *t, int e, int a, int b)
{
	t->next[2 * e] = t->first[a];
	t->next[2 * e + 1] = t->first[b];
	t->first[a] = t->first[b] = e;
}

/* Give every corner the edge to the next corner. */
static int find_edges(struct polyhedron *p, struct edge_lists *t, struct polyhedron_fault *fault)
{
	const int *const corner = p->corner;
	struct polyhedron_edge *const edge = p->edge;

	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f], end = p->first[f + 1]; k < end; k++) {
			int a = corner[k], b = corner[k + 1 < end ? k + 1 : p->first[f]], e = find_edge(t, edge, a, b);

			if (e < 0) {
				e = p->n_edge++;
				edge[e].v[0] = a;
				edge[e].v[1] = b;
				edge[e].face[0] = f;
				edge[e].face[1] = -1;
				edge[e].at[0] = k;
				add_edge(t, e, a, b);
			} else if (edge[e].face[1] >= 0) {
				return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_SHARED, .v = { a, b },
					.face = { edge[e].face[0], edge[e].face[1], f } });
			} else if (edge[e].v[0] == a) {
				return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_SAME_WAY, .v = { a, b },
					.face = { edge[e].face[0], f } });
			} else {
				edge[e].face[1] = f;
				edge[e].at[1] = k;
			}
			p->edge_of[k] = e;
		}
	for (int e = 0; e < p->n_edge; e++)
		if (edge[e].face[1] < 0)
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_OPEN,
				.v = { edge[e].v[0], edge[e].v[1] }, .face = { edge[e].face[0] } });
	return 0;
}

/* The ways from a vertex along its faces: to another vertex, as an edge; the last of the faces. */
enum { THREE = 3 };
struct ways { int n, last, to[THREE + 1], edge[THREE + 1]; };

/* The same as check_numbers and find_edges for a surface with three faces at each vertex, without branches, which would often be
 * guessed wrong. Returns 0 if the surface is none or has a fault: if a vertex has more ways or is twice in a face, or if a way is
 * not there once forth and once back. */
static int find_edges_of_three(struct polyhedron *p)
{
	struct mem_short m;
	struct ways *way = MEM_SHORT(struct ways, &m, (size_t)p->n_vertex);
	struct polyhedron_edge *const edge = p->edge;
	int n = 0, lost = 0;

	for (int v = 0; v < p->n_vertex; v++)
		way[v] = (struct ways){ .last = -1, .to = { -1, -1, -1, -1 } };
	for (int f = 0; f < p->n_face; f++)
		for (int first = p->first[f], k = first, end = p->first[f + 1]; k < end; k++) {
			const int a = p->corner[k], b = p->corner[k + 1 - (end - first) * (k + 1 == end)];
			const int back = (way[b].to[1] == a) + 2 * (way[b].to[2] == a), known = way[b].to[back] == a;
			const int e = n ^ ((way[b].edge[back] ^ n) & -known), here = way[a].n & THREE;

			n += !known;
			lost |= way[a].last == f || way[a].n == THREE;
			way[a].last = f;
			way[a].to[here] = b;
			way[a].edge[here] = e;
			way[a].n++;
			edge[e].face[1] = -1;
			edge[e].v[known] = a;
			edge[e].face[known] = f;
			edge[e].at[known] = k;
			p->edge_of[k] = e;
		}
	mem_short_free(&m);
	p->n_edge = n;
	for (int e = 0; e < n; e++)
		lost |= edge[e].face[1] < 0;
	return !lost && 2 * n == p->first[p->n_face];
}

/* The corner before k in its face f. */
static int corner_before(const struct polyhedron *p, int f, int k)
{
	return k > p->first[f] ? k - 1 : p->first[f + 1] - 1;
}

/* Check that the faces around every vertex make one fan. in[v] counts the faces at v; done[n_vertex] is 0. */
static int check_fans(const struct polyhedron *p, const int *in, int *done, struct polyhedron_fault *fault)
{
	int bad = -1;

	for (int f = 0; f < p->n_face && bad < 0; f++)
		for (int k = p->first[f], end = p->first[f + 1]; k < end; k++) {
			int v = p->corner[k], count = 0, face = f, at = k;

			if (done[v])
				continue;
			done[v] = 1;
			do { /* cross the edge that arrives at v to the next face of the fan */
				const struct polyhedron_edge *e = &p->edge[p->edge_of[corner_before(p, face, at)]];
				int side = e->face[0] == face;

				face = e->face[side];
				at = e->at[side];
				count++;
			} while (face != f && count < in[v]);
			bad = count != in[v] || face != f ? v : bad;
		}
	return bad >= 0 ? blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_FANS, .v = { bad } }) : 0;
}

/* Check that all faces hang together. */
static int check_whole(const struct polyhedron *p, struct polyhedron_fault *fault)
{
	const size_t n_face = (size_t)p->n_face;
	struct mem_short m;
	int *stack = MEM_SHORT(int, &m, 2 * n_face + 1), *seen = stack + n_face + 1, n = 1, reached = 1, lost = -1;

	memset(seen, 0, n_face * sizeof *seen);
	stack[0] = 0;
	seen[0] = 1;
	while (n > 0 && reached < p->n_face) {
		int f = stack[--n];

		for (int k = p->first[f], end = p->first[f + 1]; k < end; k++) {
			const struct polyhedron_edge *e = &p->edge[p->edge_of[k]];
			int other = e->face[0] ^ e->face[1] ^ f;

			stack[n] = other; /* without a branch, which would often be guessed wrong */
			n += !seen[other];
			reached += !seen[other];
			seen[other] = 1;
		}
	}
	for (int f = p->n_face - 1; f >= 0 && reached < p->n_face; f--)
		lost = seen[f] ? lost : f;
	mem_short_free(&m);
	return lost >= 0 ? blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_PARTS, .face = { lost } }) : 0;
}

/* Check the numbers in the faces. in[v] becomes the number of faces at v, and was 0; last[n_vertex] is a workspace, 0. */
static int check_numbers(const struct polyhedron *p, int *in, int *last, struct polyhedron_fault *fault)
{
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f], end = p->first[f + 1]; k < end; k++) {
			int v = p->corner[k];

			if (last[v] == f + 1)
				return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_TWICE, .v = { v }, .face = { f } });
			last[v] = f + 1;
			in[v]++;
		}
	for (int v = 0; v < p->n_vertex; v++)
		if (in[v] == 0)
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_UNUSED, .v = { v } });
	return 0;
}

/* Check the numbers in the faces, and find the edges. */
static int check_faces(struct polyhedron *p, enum look how, struct polyhedron_fault *fault)
{
	const size_t n = (size_t)p->n_vertex, n_face = (size_t)p->n_face, n_corner = (size_t)p->first[n_face];

	if (n_corner == THREE * n && find_edges_of_three(p)) /* three different faces at a vertex make one fan */
		return how < SOUND ? check_whole(p, fault) : 0;
	int *in = MEM_NEW(int, 4 * n + 2 * n_corner), *last = in + n, *done = last + n, *first = done + n, *next = first + n;
	struct edge_lists t = { in, first, next };

	memset(in, 0, 3 * n * sizeof *in);
	memset(first, 0xff, n * sizeof *first);
	p->n_edge = 0;
	int bad = check_numbers(p, in, last, fault) || find_edges(p, &t, fault) ||
		(how < SOUND && (check_fans(p, in, done, fault) || check_whole(p, fault)));
	free(in);
	return bad ? -1 : 0;
}

/* ---- planes and angles ---- */

/* The lengths of all edges. */
static int measure_lengths(struct polyhedron *p, struct polyhedron_fault *fault)
{
	for (int k = 0; k < p->n_edge; k++) {
		struct polyhedron_edge *e = &p->edge[k];

		e->length = v3_norm(v3_sub(vertex(p, e->v[1]), vertex(p, e->v[0])));
		if (!(e->length > 4 * DBL_EPSILON * p->size))
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_COINCIDE, .v = { e->v[0], e->v[1] } });
	}
	return 0;
}

/* Check that an edge at every vertex is none of the cuts between pieces of a flat face. */
static int check_corners(const struct polyhedron *p, struct polyhedron_fault *fault)
{
	struct mem_short m;
	char *at_edge = MEM_SHORT(char, &m, (size_t)p->n_vertex);
	int v = 0;

	memset(at_edge, 0, (size_t)p->n_vertex);
	for (int k = 0; k < p->n_edge; k++) {
		const struct polyhedron_edge *e = &p->edge[k];
		const vec3 d = v3_sub(v3_from(p->normal[e->face[1]]), v3_from(p->normal[e->face[0]]));
		const int bent = v3_dot(d, d) > POLYHEDRON_CUT * POLYHEDRON_CUT;

		at_edge[e->v[0]] |= (char)bent;
		at_edge[e->v[1]] |= (char)bent;
	}
	while (v < p->n_vertex && at_edge[v])
		v++;
	mem_short_free(&m);
	return v < p->n_vertex ? blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NO_CORNER, .v = { v } }) : 0;
}

double polyhedron_volume(const struct polyhedron *p)
{
	double sum = 0;

	for (int f = 0; f < p->n_face; f++)
		sum += v3_dot(v3_sub(vertex(p, p->corner[p->first[f]]), v3_from(p->middle)), v3_from(p->normal[f])) * p->area[f] / 3;
	return sum;
}

/* Whether no vertex has faces whose angles add up to more than 2 pi. */
static int is_everywhere_dome(const struct polyhedron *p)
{
	double *missing = MEM_NEW(double, (size_t)p->n_vertex);
	int convex = 1;

	for (int v = 0; v < p->n_vertex; v++)
		missing[v] = 2 * pi;
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++)
			missing[p->corner[k]] -= pi - polyhedron_turn_angle(p, f, k, v3_from(p->normal[f]));
	for (int v = 0; v < p->n_vertex; v++)
		convex = convex && missing[v] > -1e-6;
	free(missing);
	return convex;
}

/* Of so few faces the planes tell sooner than the angles of all corners whether a surface is convex. */
enum { FEW = 100 };

/* Whether a closed surface is convex: no edge and no vertex is reentrant, and the surface has no holes. Such a surface bounds a
 * convex body. */
static int is_convex(const struct polyhedron *p)
{
	int convex = p->n_vertex - p->n_edge + p->n_face == 2;

	for (int k = 0; k < p->n_edge && convex; k++)
		convex = p->edge[k].angle > -POLYHEDRON_CUT;
	return convex && (p->n_face <= FEW ? polyhedron_is_behind_planes(p, POLYHEDRON_BEHIND * p->size) : is_everywhere_dome(p));
}

/* ---- all ---- */

/* Measure the faces of a sharp body without faults, without a table of edges. Returns -1 if an edge, a face or the body has no
 * size. */
static int measure_faces(struct polyhedron *p)
{
	const double least = 4 * DBL_EPSILON * p->size;
	int bad = 0;

	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f], before = p->corner[p->first[f + 1] - 1]; k < p->first[f + 1]; before = p->corner[k++]) {
			const vec3 d = v3_sub(vertex(p, p->corner[k]), vertex(p, before));

			bad |= !(v3_dot(d, d) > least * least);
		}
	p->kind = POLYHEDRON_BODY;
	return bad || polyhedron_find_normals(p) < p->n_face || !(polyhedron_volume(p) > 0) ? -1 : 0;
}

/* A segment gets its edge, and the face that is the same segment. */
static int make_segment(struct polyhedron *p, struct polyhedron_fault *fault)
{
	vec3 d = v3_sub(vertex(p, 1), vertex(p, 0));
	double length = v3_norm(d);
	int thin = fabs(d.x) <= fabs(d.y) ? fabs(d.x) <= fabs(d.z) ? 0 : 2 : fabs(d.y) <= fabs(d.z) ? 1 : 2;
	vec3 n = v3_cross(d, v3(thin == 0, thin == 1, thin == 2));

	p->kind = POLYHEDRON_SEGMENT;
	p->convex = 1;
	if (!(length > 0))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_COINCIDE, .v = { 0, 1 } });
	p->n_edge = p->n_face = 1;
	p->edge[0] = (struct polyhedron_edge){ .v = { 0, 1 }, .length = length, .angle = pi };
	p->first[1] = 2;
	p->corner[1] = 1;
	v3_to(p->normal[0], v3_scale(1 / v3_norm(n), n));
	return 0;
}

/* Give p its arrays, with room for n corners and as many edges, in one block that begins with the vertices. */
static void take_memory(struct polyhedron *p, int n)
{
	const size_t room = (size_t)n, n_face = (size_t)p->n_face;
	const size_t vertices = (size_t)p->n_vertex * sizeof *p->vertex, edges = room * sizeof *p->edge;
	const size_t planes = (n_face + 1) * (sizeof *p->normal + sizeof *p->area), numbers = (n_face + 2 + 2 * room) * sizeof *p->first;
	char *at = mem_new(vertices + edges + planes + numbers, 1);

	p->vertex = (double (*)[3])(void *)at;
	p->edge = (struct polyhedron_edge *)(void *)(at + vertices);
	p->normal = (double (*)[3])(void *)(at + vertices + edges);
	p->area = (double *)(p->normal + n_face + 1);
	p->first = (int *)(p->area + n_face + 1);
	p->corner = p->first + n_face + 2;
	p->edge_of = p->corner + room;
	memset(at + vertices + edges, 0, planes + numbers);
}

static int look_at(struct polyhedron *p, const struct solid *s, enum look how, struct polyhedron_fault *fault)
{
	const int n_face = s->n_face, n_corner = s->first[n_face];

	*p = (struct polyhedron){ .n_vertex = s->n, .n_face = n_face, .r = s->r };
	take_memory(p, n_corner + 2);
	memcpy(p->vertex, s->vertex, (size_t)s->n * sizeof *p->vertex);
	memcpy(p->first, s->first, ((size_t)n_face + 1) * sizeof *p->first);
	if (n_corner > 0) /* without faces there is no list of corners */
		memcpy(p->corner, s->corner, (size_t)n_corner * sizeof *p->corner);
	polyhedron_measure_box(p);
	if (n_face == 0 && s->n == 2)
		return make_segment(p, fault);
	if (n_face == 0 && s->n == 1) {
		p->kind = POLYHEDRON_POINT;
		p->convex = 1;
		return 0;
	}
	if (n_face == 0)
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NO_FACES });
	if (how == FACES)
		return measure_faces(p);
	if (check_faces(p, how, fault) || measure_lengths(p, fault))
		return -1;
	if (how == CLEAR || how >= SOUND ? polyhedron_find_normals(p) < n_face : polyhedron_find_planes(p, fault))
		return -1;
	if (how < SOUND && ((how == CLEAR && !polyhedron_has_clear_faces(p)) || check_corners(p, fault)))
		return -1;
	if (how >= MEASURE)
		polyhedron_find_angles(p);
	if (n_face == 2) {
		p->kind = POLYHEDRON_PLATE;
		p->convex = 1;
		return 0;
	}
	p->kind = POLYHEDRON_BODY;
	if (!(polyhedron_volume(p) > 0))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_INSIDE_OUT });
	p->convex = how == KNOWN || (how >= MEASURE && is_convex(p));
	const int behind = how < MEASURE && n_face <= FEW && polyhedron_is_behind_planes(p, POLYHEDRON_BEHIND * p->size);
	if (p->convex || how == SOUND || behind)
		return 0;
	return polyhedron_find_crossing(p, fault);
}

int polyhedron_init(struct polyhedron *p, const struct solid *s, struct polyhedron_fault *fault)
{
	return look_at(p, s, MEASURE, fault);
}

int polyhedron_of_sound(struct polyhedron *p, const struct solid *s)
{
	struct polyhedron_fault fault;

	return look_at(p, s, SOUND, &fault);
}

int polyhedron_of_convex(struct polyhedron *p, const struct solid *s)
{
	struct polyhedron_fault fault;

	return look_at(p, s, KNOWN, &fault);
}

int polyhedron_of_sharp(struct polyhedron *p, const struct solid *s)
{
	struct polyhedron_fault fault;

	return look_at(p, s, FACES, &fault);
}

static int check(const struct solid *s, enum look how, struct polyhedron_fault *fault)
{
	struct polyhedron p;
	int bad = look_at(&p, s, how, fault);

	polyhedron_free(&p);
	return bad;
}

int polyhedron_check(const struct solid *s, struct polyhedron_fault *fault)
{
	return check(s, CHECK, fault);
}

int polyhedron_is_clear(const struct solid *s)
{
	struct polyhedron_fault fault;

	return polyhedron_is_clearly_convex(s) || check(s, CLEAR, &fault) == 0;
}

void polyhedron_free(struct polyhedron *p)
{
	free(p->vertex); /* and all other arrays */
	memset(p, 0, sizeof *p);
}
