/* polyhedron_planes.c: the planes of a polyhedron's faces, several corners at a time */
#include "solid/polyhedron_planes.h"

#include <float.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/wide.h"

static const double pi = 3.14159265358979323846;

/* Rows are padded to whole vectors. */
enum { LANES = 8 };

static vec3 vertex(const struct polyhedron *p, int v)
{
	return v3_from(p->vertex[v]);
}

/* ---- corners ---- */

/* Corners of some faces in rows of numbers. A face with n corners has n + 2 places: its last corner, all corners, and the first
 * one again, so that a corner's neighbours in the face are its neighbours in the rows. */
enum {
	AT = 0,                  /* the corner */
	FROM = 3,                /* the first corner of its face */
	LENGTH = 6,              /* the length of the edge from this corner */
	NORMAL = 7,              /* of the face */
	FIRST = 10,              /* the first edge of the face */
	IN = 13,
	EDGE = 13,               /* out: the edge from this corner */
	OFF = 16, TURN, ALONG,   /* out: the distance from the plane; the sine by which the face turns; the edge times the first one */
	ROWS
};
struct corners {
	int room, n;             /* places in a row; those in use */
	size_t cap;
	double *row;             /* [ROWS][room] */
};

static WIDE_INLINE void edges_loop(int n, int room, const double *restrict in, double *restrict out)
{
	const double *x = in, *y = x + room, *z = y + room;

#pragma omp simd
	for (int k = 0; k < n; k++) {
		out[k] = x[k + 1] - x[k];
		out[room + k] = y[k + 1] - y[k];
		out[2 * room + k] = z[k + 1] - z[k];
	}
}
WIDE_LOOP(edges, (int n, int room, const double *restrict in, double *restrict out), (n, room, in, out))

static WIDE_INLINE void turns_loop(int n, int room, const double *restrict row, double *restrict out)
{
	const double *x = row, *y = x + room, *z = y + room, *ox = z + room, *oy = ox + room, *oz = oy + room;
	const double *length = row + LENGTH * room, *nx = row + NORMAL * room, *ny = nx + room, *nz = ny + room;
	const double *ux = row + FIRST * room, *uy = ux + room, *uz = uy + room;
	const double *dx = row + EDGE * room, *dy = dx + room, *dz = dy + room;

#pragma omp simd
	for (int k = 1; k < n; k++) {
		const vec3 at = { x[k], y[k], z[k] }, o = { ox[k], oy[k], oz[k] }, m = { nx[k], ny[k], nz[k] };
		const vec3 a = { dx[k - 1], dy[k - 1], dz[k - 1] }, b = { dx[k], dy[k], dz[k] }, u = { ux[k], uy[k], uz[k] };

		out[k] = fabs(v3_dot(v3_sub(at, o), m));
		out[room + k] = v3_dot(v3_cross(a, b), m) / (length[k - 1] * length[k]);
		out[2 * room + k] = v3_dot(b, u);
	}
}
WIDE_LOOP(turns, (int n, int room, const double *restrict row, double *restrict out), (n, room, row, out))

/* Put the corner k of a face into the place `at`. */
static inline void put_corner(struct corners *c, const struct polyhedron *p, int at, int k, const double *from)
{
	const double *x = p->vertex[p->corner[k]];
	double *to = c->row + at;
	const size_t room = (size_t)c->room;

	to[0] = x[0];
	to[room] = x[1];
	to[2 * room] = x[2];
	to[3 * room] = from[0];
	to[4 * room] = from[1];
	to[5 * room] = from[2];
	to[6 * room] = p->edge[p->edge_of[k]].length;
}

/* The same for what its face has, in all its places. */
static inline void put_face(struct corners *c, int at, int n, const double normal[3])
{
	const size_t room = (size_t)c->room;

	for (int i = 0; i < 3; i++) {
		double *to = c->row + (NORMAL + (size_t)i) * room + at, *first = to + 3 * room;
		const double *x = c->row + (size_t)i * room + at, edge = x[2] - x[1];

		for (int k = 0; k < n + 2; k++) {
			to[k] = normal[i];
			first[k] = edge;
		}
	}
}

/* Take the corners of the faces from .. end - 1, whose normals are known. */
static void take_corners(struct corners *c, const struct polyhedron *p, int from, int end)
{
	int n = 0;

	c->n = p->first[end] - p->first[from] + 2 * (end - from);
	c->room = (c->n + 1 + LANES - 1) / LANES * LANES; /* the last edge looks at the place behind it */
	MEM_GROW(c->row, &c->cap, (size_t)ROWS * (size_t)c->room);
	for (int f = from; f < end; f++) {
		const int first = p->first[f], last = p->first[f + 1] - 1, at = n;
		const double *o = p->vertex[p->corner[first]];

		put_corner(c, p, n++, last, o);
		for (int k = first; k <= last; k++)
			put_corner(c, p, n++, k, o);
		put_corner(c, p, n++, first, o);
		put_face(c, at, last + 1 - first, p->normal[f]);
	}
	for (int row = 0; row < FROM; row++)
		c->row[(size_t)row * (size_t)c->room + (size_t)n] = 0;
	edges(wide_has())(c->n, c->room, c->row, c->row + EDGE * c->room);
	turns(wide_has())(c->n, c->room, c->row, c->row + OFF * c->room);
}

double polyhedron_turn_angle(const struct polyhedron *p, int f, int k, vec3 n)
{
	int last = p->first[f + 1] - 1, before = k > p->first[f] ? k - 1 : last, after = k < last ? k + 1 : p->first[f];
	vec3 a = v3_sub(vertex(p, p->corner[k]), vertex(p, p->corner[before]));
	vec3 b = v3_sub(vertex(p, p->corner[after]), vertex(p, p->corner[k]));

	return trig_atan2(v3_dot(v3_cross(a, b), n), v3_dot(a, b));
}

/* Whether a face that turns left everywhere goes around once. Its directions then go forth and back along any line once. Angles
 * decide if rounding hides this. along[] has the edges of the face. */
static int goes_round_once(const struct polyhedron *p, int f, const double *along)
{
	const int first = p->first[f], n = p->first[f + 1] - first;
	double turned = 0;
	int forth = 1, changes = 0;

	for (int k = 0; k < n; k++) {
		int now = along[k] > 0;

		changes += now != forth;
		forth = now;
	}
	changes += !forth;
	if (changes == 2)
		return 1;
	for (int k = 0; k < n; k++)
		turned += polyhedron_turn_angle(p, f, first + k, v3_from(p->normal[f]));
	return fabs(turned - 2 * pi) <= 1e-3;
}

static int blame(struct polyhedron_fault *fault, struct polyhedron_fault what)
{
	*fault = what;
	return -1;
}

/* The normal of a thin or small face, whose area vector has been found; 0 if the face is no wider than rounding. In a thin face
 * Newell's formula is a difference of large numbers: its normal may lean along the face. So the normal is made of the way to the
 * farthest corner and the way from this line to the corner farthest from it. */
static vec3 thin_normal(const double (*vertex)[3], const int *corner, int n, vec3 area, double size)
{
	vec3 o = v3_from(vertex[corner[0]]), u = v3(0, 0, 0), w = u;
	double reach = 0, width = 0;

	for (int k = 1; k < n; k++) {
		const vec3 d = v3_sub(v3_from(vertex[corner[k]]), o);

		if (v3_norm(d) > reach) {
			reach = v3_norm(d);
			u = d;
		}
	}
	if (!(v3_norm(area) > DBL_EPSILON * size * reach))
		return v3(0, 0, 0);
	u = v3_scale(1 / reach, u);
	for (int k = 1; k < n; k++) {
		const vec3 d = v3_sub(v3_from(vertex[corner[k]]), o), across = v3_sub(d, v3_scale(v3_dot(d, u), u));

		if (v3_norm(across) > width) {
			width = v3_norm(across);
			w = across;
		}
	}
	const vec3 normal = v3_cross(u, w);
	return v3_scale((v3_dot(normal, area) < 0 ? -1 : 1) / v3_norm(normal), normal);
}

double polyhedron_face_normal(const double (*vertex)[3], const int *corner, int n, double size, vec3 *normal)
{
	const double thin = 1e-7; /* rounding makes the normals of larger faces lean by less than 1e-8 */
	vec3 o = v3_from(vertex[corner[0]]), a = v3_sub(v3_from(vertex[corner[1]]), o), sum = v3(0, 0, 0);

	for (int k = 2; k < n; k++) { /* Newell's formula with respect to the first corner */
		const vec3 b = v3_sub(v3_from(vertex[corner[k]]), o);

		sum = v3_add(sum, v3_cross(a, b));
		a = b;
	}
	const double twice = v3_norm(sum);
	if (twice > thin * size * size) {
		*normal = v3_scale(1 / twice, sum);
		return twice / 2;
	}
	*normal = thin_normal(vertex, corner, n, sum, size);
	return v3_dot(*normal, *normal) > 0 ? twice / 2 : 0;
}

int polyhedron_find_normals(struct polyhedron *p)
{
	for (int f = 0; f < p->n_face; f++) {
		vec3 normal;

		p->area[f] = polyhedron_face_normal((const double (*)[3])p->vertex, p->corner + p->first[f], p->first[f + 1] - p->first[f],
			p->size, &normal);
		if (!(p->area[f] > 0))
			return f;
		v3_to(p->normal[f], normal);
	}
	return p->n_face;
}

/* The angle by which an edge may be turned since its ends are known to within POLYHEDRON_ROUNDING [rad]. */
static double direction_error(const struct polyhedron *p, double length)
{
	return 2 * POLYHEDRON_ROUNDING * p->size / length;
}

/* Check face f, from the place `at` of its first corner on. */
static int check_face(const struct polyhedron *p, const struct corners *c, int f, int at, struct polyhedron_fault *fault)
{
	const int first = p->first[f], n = p->first[f + 1] - first;
	const double *length = c->row + LENGTH * c->room + at;
	const double *off = c->row + OFF * c->room + at, *turn = off + c->room, *along = turn + c->room;
	const double most = 2 * POLYHEDRON_FLAT * p->size;

	for (int k = 0; k < n; k++) {
		if (!(off[k] <= most))
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NOT_FLAT, .v = { p->corner[first + k] },
				.face = { f }, .off = off[k], .most = most });
		if (turn[k] < -POLYHEDRON_CUT && turn[k] < -direction_error(p, length[k - 1]) - direction_error(p, length[k]))
			return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_TURNS_RIGHT, .v = { p->corner[first + k] },
				.face = { f } });
	}
	if (!goes_round_once(p, f, along))
		return blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_CROSSING, .face = { f } });
	return 0;
}

int polyhedron_find_planes(struct polyhedron *p, struct polyhedron_fault *fault)
{
	enum { SOME = 512 }; /* corners at a time, or those of one face */
	const int good = polyhedron_find_normals(p);
	struct corners c = { 0 };
	int bad = 0;

	for (int from = 0, end; from < good && !bad; from = end) {
		end = from + 1;
		while (end < good && p->first[end + 1] - p->first[from] <= SOME)
			end++;
		take_corners(&c, p, from, end);
		for (int f = from, at = 1; f < end && !bad; at += p->first[f + 1] - p->first[f] + 2, f++)
			bad = check_face(p, &c, f, at, fault);
	}
	free(c.row);
	if (!bad && good < p->n_face)
		bad = blame(fault, (struct polyhedron_fault){ .kind = POLYHEDRON_NO_AREA, .face = { good } });
	return bad;
}

/* ---- angles ---- */

/* The outward direction across an edge within its face 0. */
static vec3 across(const struct polyhedron *p, const struct polyhedron_edge *e)
{
	vec3 u = v3_scale(1 / e->length, v3_sub(vertex(p, e->v[1]), vertex(p, e->v[0])));

	return v3_cross(u, v3_from(p->normal[e->face[0]]));
}

void polyhedron_find_angles(struct polyhedron *p)
{
	enum { SOME = 64 };
	double y[SOME], x[SOME], angle[SOME];

	for (int from = 0; from < p->n_edge; from += SOME) {
		struct polyhedron_edge *e = p->edge + from;
		const int n = p->n_edge - from < SOME ? p->n_edge - from : SOME;

		for (int k = 0; k < n; k++) {
			vec3 m = v3_from(p->normal[e[k].face[1]]);

			y[k] = v3_dot(m, across(p, &e[k]));
			x[k] = v3_dot(m, v3_from(p->normal[e[k].face[0]]));
		}
		trig_atan2_all(wide_has(), n, y, x, angle);
		for (int k = 0; k < n; k++)
			e[k].angle = angle[k] < POLYHEDRON_CUT - pi ? pi : angle[k]; /* a plate */
	}
}

/* ---- a convex surface ---- */

/* Whether one of the points x[3][room] is beyond one of the planes of the faces by more than the limit. */
static WIDE_INLINE void beyond_loop(int room, const double *restrict x, const struct polyhedron *p, double limit, int *beyond)
{
	const double *y = x + room, *z = y + room;
	double count = 0;

	for (int f = 0; f < p->n_face && count == 0; f++) {
		const vec3 n = v3_from(p->normal[f]);
		const double h = v3_dot(n, v3_from(p->vertex[p->corner[p->first[f]]])) + limit;

#pragma omp simd reduction(+ : count)
		for (int k = 0; k < room; k++)
			count += n.x * x[k] + n.y * y[k] + n.z * z[k] > h ? 1.0 : 0.0;
	}
	*beyond = count > 0;
}
WIDE_LOOP(beyond, (int room, const double *restrict x, const struct polyhedron *p, double limit, int *beyond),
	(room, x, p, limit, beyond))

int polyhedron_is_behind_planes(const struct polyhedron *p, double limit)
{
	const int room = (p->n_vertex + LANES - 1) / LANES * LANES;
	struct mem_short m;
	double *x = MEM_SHORT(double, &m, 3 * (size_t)room);
	int outside;

	for (int v = 0; v < room; v++) {
		const double *from = p->vertex[v < p->n_vertex ? v : 0];

		for (int k = 0; k < 3; k++)
			x[(size_t)k * (size_t)room + (size_t)v] = from[k];
	}
	beyond(wide_has())(room, x, p, limit, &outside);
	mem_short_free(&m);
	return !outside;
}
