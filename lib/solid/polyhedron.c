/* polyhedron.c: the edges, normals and faults of polyhedra */
#include "solid/polyhedron.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "solid/polyhedron_crossing.h"

static const double pi = 3.14159265358979323846;

static int blame(struct polyhedron_fault *fault, struct polyhedron_fault what)
{
	*fault = what;
	return -1;
}

static vec3 vertex(const struct polyhedron *p, int v)
{
	return v3_from(p->vertex[v]);
}

static void measure_box(struct polyhedron *p)
{
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	for (int v = 0; v < p->n_vertex; v++) /* fmin and fmax would be calls of functions */
		for (int k = 0; k < 3; k++) {
			const double x = p->vertex[v][k];

			lo[k] = x < lo[k] ? x : lo[k];
			hi[k] = x > hi[k] ? x : hi[k];
		}
	for (int k = 0; k < 3; k++) {
		p->middle[k] = lo[k] / 2 + hi[k] / 2;
		p->size = fmax(p->size, hi[k] / 2 - lo[k] / 2);
	}
	if (p->n_vertex == 1)
		p->size = p->r;
}

/* ---- edges ---- */

/* A table of edges by their vertices, lower number first. The number of buckets is a power of two. */
struct edge_table { size_t n_bucket; int *bucket; };

/* The place of the edge between a and b in the table; it holds -1 if the edge is new. */
static int *find_edge(const struct edge_table *t, const struct polyhedron *p, int a, int b)
{
	uint64_t lo = (uint64_t)(a < b ? a : b), hi = (uint64_t)(a < b ? b : a);
	size_t at = (size_t)(((lo << 32 | hi) * 0x9e3779b97f4a7c15u) >> 32) & (t->n_bucket - 1);

	while (t->bucket[at] >= 0) {
		const int *v = p->edge[t->bucket[at]].v;

		if ((v[0] == a && v[1] == b) || (v[0] == b && v[1] == a))
			break;
		at = (at + 1) & (t->n_bucket - 1);
	}
	return &t->bucket[at];
}

/* Give every corner the edge to the next corner. */
static int find_edges(struct polyhedron *p, struct edge_table *t, struct polyhedron_fault *fault)
{
	for (int f = 0; f < p->n_face; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			int a = p->corner[k], b = p->corner[k + 1 < p->first[f + 1] ? k + 1 : p->first[f]];
			int *e = find_edge(t, p, a, b);

			if (*e < 0) {
				*e = p->n_edge++;
				p->edge[*e] = (struct polyhedron_edge){ .v = { a, b }, .face = { f, -1 }, .at = { k } };
			} else if (p->edge[*e].face[1] >= 0) {
				return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_SHARED, .v = { a, b },
					.face = { p->edge[*e].face[0], p->edge[*e].face[1], f } });
			} else if (p->edge[*e].v[0] == a) {
				return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_SAME_WAY, .v = { a, b },
					.face = { p->edge[*e].face[0], f } });
			} else {
				p->edge[*e].face[1] = f;
				p->edge[*e].at[1] = k;
			}
			p->edge_of[k] = *e;
		}
	for (int e = 0; e < p->n_edge; e++)
		if (p->edge[e].face[1] < 0)
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_OPEN,
				.v = { p->edge[e].v[0], p->edge[e].v[1] }, .face = { p->edge[e].face[0] } });
	return 0;
}

/* The corner before k in its face f. */
static int corner_before(const struct polyhedron *p, int f, int k)
{
	return k > p->first[f] ? k - 1 : p->first[f + 1] - 1;
}

/* Check that the faces around every vertex make one fan. in[v] counts the faces at v. */
static int check_fans(const struct polyhedron *p, const int *in, struct polyhedron_fault *fault)
{
	char *done = MEM_ZERO(char, (size_t)p->n_vertex);
	int bad = -1;

	for (int f = 0; f < p->n_face && bad < 0; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
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
	free(done);
	return bad >= 0 ? blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_FANS, .v = { bad } }) : 0;
}

/* Check that all faces hang together. */
static int check_whole(const struct polyhedron *p, struct polyhedron_fault *fault)
{
	int *stack = MEM_NEW(int, (size_t)p->n_face), n = 1, reached = 1, lost = -1;
	char *seen = MEM_ZERO(char, (size_t)p->n_face);

	stack[0] = 0;
	seen[0] = 1;
	while (n > 0) {
		int f = stack[--n];

		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			const struct polyhedron_edge *e = &p->edge[p->edge_of[k]];
			int other = e->face[0] == f ? e->face[1] : e->face[0];

			if (seen[other])
				continue;
			seen[other] = 1;
			stack[n++] = other;
			reached++;
		}
	}
	for (int f = p->n_face - 1; f >= 0 && reached < p->n_face; f--)
		lost = seen[f] ? lost : f;
	free(stack);
	free(seen);
	return lost >= 0 ? blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_PARTS, .face = { lost } }) : 0;
}

/* Check the numbers in the faces, and find the edges. */
static int check_faces(struct polyhedron *p, struct polyhedron_fault *fault)
{
	int n_corner = p->first[p->n_face], *in = MEM_ZERO(int, (size_t)p->n_vertex), *face = MEM_NEW(int, (size_t)p->n_vertex),
	    bad = 0;
	struct edge_table t = { .n_bucket = 4 };

	memset(face, 0xff, (size_t)p->n_vertex * sizeof *face);
	for (int f = 0; f < p->n_face && !bad; f++)
		for (int k = p->first[f]; k < p->first[f + 1] && !bad; k++) {
			int v = p->corner[k];

			bad = face[v] == f;
			if (bad)
				blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_TWICE, .v = { v }, .face = { f } });
			face[v] = f;
			in[v]++;
		}
	for (int v = 0; v < p->n_vertex && !bad; v++) {
		bad = in[v] == 0;
		if (bad)
			blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_UNUSED, .v = { v } });
	}
	free(face);
	while (t.n_bucket < 2 * (size_t)n_corner)
		t.n_bucket *= 2;
	t.bucket = MEM_NEW(int, t.n_bucket);
	memset(t.bucket, 0xff, t.n_bucket * sizeof *t.bucket);
	bad = bad || find_edges(p, &t, fault) || check_fans(p, in, fault) || check_whole(p, fault);
	free(t.bucket);
	free(in);
	return bad ? -1 : 0;
}

/* ---- planes and angles ---- */

/* The vector area of a face (Newell's formula) with respect to its first corner; a unit of 2 areas [L^2]. */
static vec3 vector_area(const struct polyhedron *p, int f)
{
	vec3 o = vertex(p, p->corner[p->first[f]]), sum = v3(0, 0, 0);

	for (int k = p->first[f] + 1; k + 1 < p->first[f + 1]; k++)
		sum = v3_add(sum, v3_cross(v3_sub(vertex(p, p->corner[k]), o), v3_sub(vertex(p, p->corner[k + 1]), o)));
	return sum;
}

/* The sine of the angle by which a face turns at its corner k, positive to the left. The lengths of edges must be known. */
static double turn_at(const struct polyhedron *p, int f, int k, vec3 n)
{
	int last = p->first[f + 1] - 1, before = k > p->first[f] ? k - 1 : last, after = k < last ? k + 1 : p->first[f];
	vec3 a = v3_sub(vertex(p, p->corner[k]), vertex(p, p->corner[before]));
	vec3 b = v3_sub(vertex(p, p->corner[after]), vertex(p, p->corner[k]));

	return v3_dot(v3_cross(a, b), n) / (p->edge[p->edge_of[before]].length * p->edge[p->edge_of[k]].length);
}

/* The angle by which a face turns at its corner k [rad]. */
static double turn_angle(const struct polyhedron *p, int f, int k, vec3 n)
{
	int last = p->first[f + 1] - 1, before = k > p->first[f] ? k - 1 : last, after = k < last ? k + 1 : p->first[f];
	vec3 a = v3_sub(vertex(p, p->corner[k]), vertex(p, p->corner[before]));
	vec3 b = v3_sub(vertex(p, p->corner[after]), vertex(p, p->corner[k]));

	return trig_atan2(v3_dot(v3_cross(a, b), n), v3_dot(a, b));
}

/* Whether a face that turns left everywhere goes around once. Its directions then go forth and back along any line once. Angles
 * decide if rounding hides this. */
static int goes_round_once(const struct polyhedron *p, int f, vec3 n)
{
	const int first = p->first[f], last = p->first[f + 1] - 1;
	vec3 o = vertex(p, p->corner[first]), u = v3_sub(vertex(p, p->corner[first + 1]), o);
	double turned = 0;
	int forth = 1, changes = 0;

	for (int k = first; k <= last; k++) {
		vec3 e = v3_sub(vertex(p, p->corner[k < last ? k + 1 : first]), vertex(p, p->corner[k]));
		int now = v3_dot(e, u) > 0;

		changes += now != forth;
		forth = now;
	}
	changes += !forth;
	if (changes == 2)
		return 1;
	for (int k = first; k <= last; k++)
		turned += turn_angle(p, f, k, n);
	return fabs(turned - 2 * pi) <= 1e-3;
}

/* Find the plane of a face, and check that the face is flat and convex. */
static int check_plane(struct polyhedron *p, int f, struct polyhedron_fault *fault)
{
	vec3 n = vector_area(p, f), o = vertex(p, p->corner[p->first[f]]);
	double length = v3_norm(n), most = 2 * POLYHEDRON_FLAT * p->size;

	if (!(length > DBL_EPSILON * p->size * p->size))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NO_AREA, .face = { f } });
	n = v3_scale(1 / length, n);
	v3_to(p->normal[f], n);
	p->area[f] = length / 2;
	for (int k = p->first[f]; k < p->first[f + 1]; k++) {
		double off = fabs(v3_dot(v3_sub(vertex(p, p->corner[k]), o), n));

		if (!(off <= most))
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NOT_FLAT, .v = { p->corner[k] }, .face = { f },
				.off = off, .most = most });
		if (turn_at(p, f, k, n) < -POLYHEDRON_CUT)
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_TURNS_RIGHT, .v = { p->corner[k] }, .face = { f } });
	}
	if (!goes_round_once(p, f, n))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_CROSSING, .face = { f } });
	return 0;
}

/* The outward direction across an edge within its face side. */
static vec3 across(const struct polyhedron *p, const struct polyhedron_edge *e, int side)
{
	vec3 u = v3_scale((side ? -1 : 1) / e->length, v3_sub(vertex(p, e->v[1]), vertex(p, e->v[0])));

	return v3_cross(u, v3_from(p->normal[e->face[side]]));
}

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

/* The exterior angles of all edges. */
static void measure_angles(struct polyhedron *p)
{
	for (int k = 0; k < p->n_edge; k++) {
		struct polyhedron_edge *e = &p->edge[k];
		vec3 n = v3_from(p->normal[e->face[0]]), m = v3_from(p->normal[e->face[1]]);

		e->angle = trig_atan2(v3_dot(m, across(p, e, 0)), v3_dot(m, n));
		if (e->angle < POLYHEDRON_CUT - pi) /* a plate */
			e->angle = pi;
	}
}

/* The signed volume of the skeleton. */
static double volume(const struct polyhedron *p)
{
	double sum = 0;

	for (int f = 0; f < p->n_face; f++)
		sum += v3_dot(v3_sub(vertex(p, p->corner[p->first[f]]), v3_from(p->middle)), v3_from(p->normal[f])) * p->area[f] / 3;
	return sum;
}

/* Whether no vertex is beyond the plane of a face by more than the limit. */
static int is_behind_planes(const struct polyhedron *p, double limit)
{
	for (int f = 0; f < p->n_face; f++) {
		vec3 n = v3_from(p->normal[f]);
		double h = v3_dot(n, vertex(p, p->corner[p->first[f]])) + limit;

		for (int v = 0; v < p->n_vertex; v++)
			if (v3_dot(n, vertex(p, v)) > h)
				return 0;
	}
	return 1;
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
			missing[p->corner[k]] -= pi - turn_angle(p, f, k, v3_from(p->normal[f]));
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
	return convex && (p->n_face <= FEW ? is_behind_planes(p, 1e-6 * p->size) : is_everywhere_dome(p));
}

/* ---- all ---- */

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

/* Without angles and convex if not in full. */
static int look_at(struct polyhedron *p, const struct solid *s, struct polyhedron_fault *fault, int full)
{
	int n_face = s->n_face, n_corner = s->first[n_face], room = n_corner + 2;

	*p = (struct polyhedron){ .n_vertex = s->n, .n_face = n_face, .r = s->r };
	p->vertex = mem_copy(s->vertex, (size_t)s->n, sizeof *s->vertex);
	p->first = MEM_ZERO(int, (size_t)n_face + 2);
	p->corner = MEM_ZERO(int, (size_t)room);
	p->edge_of = MEM_ZERO(int, (size_t)room);
	p->edge = MEM_ZERO(struct polyhedron_edge, (size_t)room);
	p->normal = mem_zero((size_t)n_face + 1, sizeof *p->normal);
	p->area = MEM_ZERO(double, (size_t)n_face + 1);
	memcpy(p->first, s->first, ((size_t)n_face + 1) * sizeof *p->first);
	memcpy(p->corner, s->corner, (size_t)n_corner * sizeof *p->corner);
	measure_box(p);
	if (n_face == 0 && s->n == 2)
		return make_segment(p, fault);
	if (n_face == 0 && s->n == 1) {
		p->kind = POLYHEDRON_POINT;
		p->convex = 1;
		return 0;
	}
	if (n_face == 0)
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NO_FACES });
	if (check_faces(p, fault) || measure_lengths(p, fault))
		return -1;
	for (int f = 0; f < n_face; f++)
		if (check_plane(p, f, fault))
			return -1;
	if (full)
		measure_angles(p);
	if (n_face == 2) {
		p->kind = POLYHEDRON_PLATE;
		p->convex = 1;
		return 0;
	}
	p->kind = POLYHEDRON_BODY;
	if (!(volume(p) > 0))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_INSIDE_OUT });
	p->convex = full && is_convex(p);
	if (p->convex || (!full && p->n_face <= FEW && is_behind_planes(p, 1e-6 * p->size)))
		return 0;
	return polyhedron_find_crossing(p, fault);
}

int polyhedron_init(struct polyhedron *p, const struct solid *s, struct polyhedron_fault *fault)
{
	return look_at(p, s, fault, 1);
}

int polyhedron_check(const struct solid *s, struct polyhedron_fault *fault)
{
	struct polyhedron p;
	int bad = look_at(&p, s, fault, 0);

	polyhedron_free(&p);
	return bad;
}

void polyhedron_free(struct polyhedron *p)
{
	free(p->vertex);
	free(p->first);
	free(p->corner);
	free(p->edge_of);
	free(p->edge);
	free(p->normal);
	free(p->area);
	memset(p, 0, sizeof *p);
}
