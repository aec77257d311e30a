/* cell3.c: cutting a convex polyhedron by planes */
#include "solid/cell3.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/wide.h"

static const int NEXT[3] = { 1, 2, 0 };

/* Loops over vertices go through whole vectors of this length; longer ones are not faster for so few vertices. The coordinates x
 * of the places after the last vertex are not numbers, so no comparison with what comes of them is true. */
enum { LANES = 4 };
/* From so many vertices on, the vertices above a plane are found by a walk along edges. */
enum { MANY = 500 };

void cell3_free(struct cell3 *c)
{
	free(c->x);
	free(c->y);
	free(c->z);
	free(c->corner);
	free(c->plane);
	free(c->first);
	free(c->loop);
	free(c->height);
	free(c->gone);
	free(c->divided);
	free(c->rim);
	free(c->at);
	free(c->mark);
	free(c->visit);
	memset(c, 0, sizeof *c);
}

static void reserve_vertices(struct cell3 *c, int need)
{
	if ((size_t)need + LANES <= c->cap_vertex)
		return;
	c->cap_vertex = (size_t)need + (size_t)need / 2 + 64 + LANES;
	MEM_RESIZE(c->x, c->cap_vertex);
	MEM_RESIZE(c->y, c->cap_vertex);
	MEM_RESIZE(c->z, c->cap_vertex);
	for (size_t k = (size_t)c->n_vertex; k < c->cap_vertex; k++)
		c->y[k] = c->z[k] = 0;
	MEM_RESIZE(c->height, c->cap_vertex);
	MEM_RESIZE(c->corner, c->cap_vertex);
	MEM_RESIZE(c->visit, c->cap_vertex);
	memset(c->visit, 0, c->cap_vertex * sizeof *c->visit);
	c->n_walk = 0;
	MEM_RESIZE(c->gone, c->cap_vertex);
	MEM_RESIZE(c->divided, 3 * c->cap_vertex);
	MEM_RESIZE(c->rim, 3 * c->cap_vertex);
}

/* Set the number of vertices. */
static inline void set_count(struct cell3 *c, int n)
{
	c->n_vertex = n;
	for (int k = 0; k < LANES; k++)
		c->x[n + k] = NAN;
}

static void empty(struct cell3 *c)
{
	c->n_vertex = c->n_face = 0;
}

/* Give the faces with corners the numbers 0, 1, ... in the order that they have. */
static void renumber_faces(struct cell3 *c)
{
	int n = 0;

	MEM_GROW(c->mark, &c->cap_mark, (size_t)c->n_face);
	memset(c->mark, 0, (size_t)c->n_face * sizeof *c->mark);
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			c->mark[c->corner[v].face[k]] = 1;
	for (int f = 0; f < c->n_face; f++)
		if (c->mark[f]) {
			c->plane[n] = c->plane[f];
			c->mark[f] = n++;
		}
	c->n_face = n;
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			c->corner[v].face[k] = c->mark[c->corner[v].face[k]];
}

/* Append a plane and return its number. Cuts leave planes without a face, which make room first. */
static int add_plane(struct cell3 *c, const double normal[3], double offset, struct side label)
{
	if ((size_t)c->n_face == c->cap_face) {
		renumber_faces(c);
		if (2 * (size_t)c->n_face >= c->cap_face) {
			c->cap_face = 2 * c->cap_face + 64;
			MEM_RESIZE(c->plane, c->cap_face);
			MEM_RESIZE(c->at, c->cap_face);
			memset(c->at, 0, c->cap_face * sizeof *c->at);
		}
	}
	c->plane[c->n_face] = (struct cell3_plane){ { normal[0], normal[1], normal[2] }, offset, label };
	return c->n_face++;
}

void cell3_box(struct cell3 *c, const double lo[3], const double hi[3], const struct side label[6])
{
	empty(c);
	c->n_cut = 0;
	c->n_divided = 1;
	reserve_vertices(c, 8);
	for (int k = 0; k < 6; k++) {
		double normal[3] = { 0 };
		normal[k / 2] = k % 2 ? 1 : -1;
		add_plane(c, normal, k % 2 ? hi[k / 2] : -lo[k / 2], label[k]);
	}
	memset(c->at, 0, c->cap_face * sizeof *c->at);
	/* bit k of a vertex tells whether it is at hi along axis k; the face across axis k from a neighbour is the vertex's own */
	for (int v = 0; v < 8; v++) {
		int fx = v & 1, fy = 2 + (v >> 1 & 1), fz = 4 + (v >> 2 & 1);

		c->x[v] = v & 1 ? hi[0] : lo[0];
		c->y[v] = v & 2 ? hi[1] : lo[1];
		c->z[v] = v & 4 ? hi[2] : lo[2];
		/* the edge between the faces x and y leads along z, and so on */
		if ((fx + fy + fz) % 2) /* 1 or 3 faces at hi: x, y, z are counter-clockwise */
			c->corner[v] = (struct cell3_corner){ { fx, fy, fz }, { v ^ 4, v ^ 1, v ^ 2 } };
		else
			c->corner[v] = (struct cell3_corner){ { fx, fz, fy }, { v ^ 2, v ^ 1, v ^ 4 } };
	}
	set_count(c, 8);
}

/* ---- the cut ---- */

/* Find the heights of the vertices above a plane, and list those that are above it by more than the tolerance: c->gone. Returns
 * their number. A double holds the bits of the vertices of a block: the sum of 2^k over those that go. */
static WIDE_INLINE int find_gone(struct cell3 *c, const double normal[3], double offset, double tolerance)
{
	enum { BLOCK = 48 };
	const double *restrict x = c->x, *restrict y = c->y, *restrict z = c->z;
	const double a = normal[0], b = normal[1], d = normal[2];
	double *restrict height = c->height;
	int n = 0, k = 0;

	for (int from = 0; from < c->n_vertex; from += BLOCK) {
		const int end = from + BLOCK < c->n_vertex ? from + BLOCK : c->n_vertex;
		double bit[LANES] = { 1, 2, 4, 8 }, sum[LANES] = { 0 };

		for (; k < end; k += LANES) {
#pragma omp simd
			for (int l = 0; l < LANES; l++) {
				double h = a * x[k + l] + b * y[k + l] + d * z[k + l] - offset;
				height[k + l] = h;
				sum[l] += h > tolerance ? bit[l] : 0.0;
				bit[l] *= 1 << LANES;
			}
		}
		for (int64_t left = (int64_t)((sum[0] + sum[1]) + (sum[2] + sum[3])); left; left &= left - 1)
			c->gone[n++] = from + __builtin_ctzll((unsigned long long)left);
	}
	return n;
}

static WIDE_INLINE void reach_loop(const struct cell3 *c, double *most)
{
	const double *restrict x = c->x, *restrict y = c->y, *restrict z = c->z;
	double m[LANES] = { 0 };

	for (int k = 0; k < c->n_vertex; k += LANES) {
#pragma omp simd
		for (int l = 0; l < LANES; l++) {
			double d2 = x[k + l] * x[k + l] + y[k + l] * y[k + l] + z[k + l] * z[k + l];
			m[l] = d2 > m[l] ? d2 : m[l];
		}
	}
	m[0] = m[0] > m[1] ? m[0] : m[1];
	m[2] = m[2] > m[3] ? m[2] : m[3];
	*most = m[0] > m[2] ? m[0] : m[2];
}
WIDE_LOOP(reach, (const struct cell3 *c, double *most), (c, most))

double cell3_reach2(const struct cell3 *c)
{
	double most;

	reach(wide_has())(c, &most);
	return most;
}

/* The slot of the edge that leads from vertex v to vertex to. */
static inline int slot_of(const struct cell3 *c, int v, int to)
{
	const int *t = c->corner[v].to;

	return (t[1] == to) + 2 * (t[2] == to); /* no branch to guess wrong */
}

/* Note the edges between the removed vertices and others, in any order. Returns their number. */
static WIDE_INLINE int find_divided(struct cell3 *c, int n_gone, double tolerance)
{
	int n = 0;

	const double *restrict height = c->height;
	unsigned *restrict divided = c->divided;
	for (int i = 0; i < n_gone; i++) { /* without a branch, which would often be guessed wrong */
		const int v = c->gone[i], *to = c->corner[v].to;

		divided[n] = 4 * (unsigned)v;
		n += height[to[0]] <= tolerance;
		divided[n] = 4 * (unsigned)v + 1;
		n += height[to[1]] <= tolerance;
		divided[n] = 4 * (unsigned)v + 2;
		n += height[to[2]] <= tolerance;
	}
	return n;
}

/* Find where the plane divides the n edges, and the order in which they follow each other: an edge shares its left face with the
 * next one. Returns 0 if they do not make one ring: then the removed vertices, or the others, do not hang together. */
static WIDE_INLINE int close_rim(struct cell3 *c, int n)
{
	const unsigned before = c->n_divided;
	int torn = 0, m = 0, at = 0;

	c->n_divided += (unsigned)n;
	struct cell3_rim *restrict rim = c->rim;
	const double *restrict height = c->height, *restrict x = c->x, *restrict y = c->y, *restrict z = c->z;
	for (int i = 0; i < n; i++) {
		const unsigned v = c->divided[i] / 4, k = c->divided[i] % 4;
		const struct cell3_corner *p = &c->corner[v];
		const int stay = p->to[k], f = p->face[k];
		const double low = -height[stay] > 0 ? -height[stay] : 0, t = low / (height[v] + low);

		rim[i].x = x[stay] + t * (x[v] - x[stay]);
		rim[i].y = y[stay] + t * (y[v] - y[stay]);
		rim[i].z = z[stay] + t * (z[v] - z[stay]);
		rim[i].stay = stay;
		rim[i].slot = slot_of(c, stay, (int)v);
		rim[i].face[0] = f;
		rim[i].face[1] = p->face[NEXT[k]];
		c->at[f] = before + (unsigned)i;
	}
	for (int i = 0; i < n; i++) {
		const unsigned next = c->at[rim[i].face[1]] - before;

		torn |= next >= (unsigned)n;
		rim[i].next = (int)next;
	}
	while (!torn && m < n && (m == 0 || at != 0)) {
		at = rim[at].next;
		m++;
	}
	return m == n && at == 0;
}

/* Mark the vertices that hang together with vertex v among those whose mark is from. */
static void flood(struct cell3 *c, int v, int from, int mark)
{
	int n = 0;

	c->mark[v] = mark;
	c->gone[n++] = v;
	while (n > 0) {
		const struct cell3_corner *p = &c->corner[c->gone[--n]];
		for (int k = 0; k < 3; k++)
			if (c->mark[p->to[k]] == from) {
				c->mark[p->to[k]] = mark;
				c->gone[n++] = p->to[k];
			}
	}
}

/* Rounding has torn the vertices above the plane, or the others, into pieces that do not hang together. Keep what hangs together
 * with the lowest vertex, then remove of the rest what hangs together with the highest. Returns the number of these. */
static int mend(struct cell3 *c, double tolerance)
{
	enum { BELOW, ABOVE, STAYS, GOES };
	double over = tolerance * (1 + 4 * DBL_EPSILON) + DBL_MIN;
	int low = 0, high = 0, n = 0;

	MEM_GROW(c->mark, &c->cap_mark, (size_t)c->n_vertex);
	for (int v = 0; v < c->n_vertex; v++) {
		c->mark[v] = c->height[v] > tolerance ? ABOVE : BELOW;
		if (c->height[v] < c->height[low])
			low = v;
		if (c->height[v] > c->height[high])
			high = v;
	}
	flood(c, low, BELOW, STAYS);
	for (int v = 0; v < c->n_vertex; v++)
		if (c->mark[v] == BELOW)
			c->mark[v] = ABOVE;
	flood(c, high, ABOVE, GOES);
	for (int v = 0; v < c->n_vertex; v++) {
		if (c->mark[v] == GOES && c->height[v] < over)
			c->height[v] = over;
		if (c->mark[v] != GOES && c->height[v] > tolerance)
			c->height[v] = tolerance;
	}
	for (int v = 0; v < c->n_vertex; v++)
		if (c->mark[v] == GOES)
			c->gone[n++] = v;
	return n;
}

static double height_of(const struct cell3 *c, int v, const double normal[3], double offset)
{
	return c->height[v] = normal[0] * c->x[v] + normal[1] * c->y[v] + normal[2] * c->z[v] - offset;
}

static int ascending(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* In a cell of many vertices: walk up from the highest of some vertices, and list what hangs together above the plane, in
 * ascending order. Only these and their neighbours get heights. Returns their number; 0 if the walk ends below the plane, which
 * edges without length can cause. */
static int climb(struct cell3 *c, const double normal[3], double offset, double tolerance)
{
	enum { STARTS = 64 };
	const int walk = ++c->n_walk, step = c->n_vertex / STARTS;
	int v = c->n_vertex - 1, n = 0;
	double h = height_of(c, v, normal, offset);

	for (int k = 0; k < STARTS; k++) {
		double other = height_of(c, k * step, normal, offset);

		if (other > h) {
			h = other;
			v = k * step;
		}
	}
	while (!(h > tolerance)) {
		int up = v;

		for (int k = 0; k < 3; k++) {
			int to = c->corner[v].to[k];
			double higher = height_of(c, to, normal, offset);

			if (higher > h) {
				h = higher;
				up = to;
			}
		}
		if (up == v)
			return 0;
		v = up;
	}
	c->gone[n++] = v;
	c->visit[v] = walk;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			int to = c->corner[c->gone[i]].to[k];

			if (c->visit[to] == walk)
				continue;
			c->visit[to] = walk;
			if (!(height_of(c, to, normal, offset) > tolerance))
				continue;
			c->gone[n++] = to;
		}
	qsort(c->gone, (size_t)n, sizeof *c->gone, ascending);
	return n;
}

/* Move vertex from to the free place to. */
static void move_vertex(struct cell3 *c, int from, int to)
{
	c->x[to] = c->x[from];
	c->y[to] = c->y[from];
	c->z[to] = c->z[from];
	c->corner[to] = c->corner[from];
	for (int k = 0; k < 3; k++) {
		int v = c->corner[to].to[k];
		c->corner[v].to[slot_of(c, v, from)] = to;
	}
}

/* Mend a cut that does not close. Returns the number of divided edges; *n_gone becomes that of the vertices that go. */
static int mend_cut(struct cell3 *c, const double normal[3], double offset, double tolerance, int *n_gone)
{
	find_gone(c, normal, offset, tolerance);
	*n_gone = mend(c, tolerance);
	int n_rim = find_divided(c, *n_gone, tolerance), whole = close_rim(c, n_rim);
	assert(whole);
	(void)whole;
	return n_rim;
}

static WIDE_INLINE void cut_loop(struct cell3 *c, const double normal[3], double offset, double tolerance, struct side label,
	int *status)
{
	const int n = c->n_vertex;
	int n_gone = n > MANY ? climb(c, normal, offset, tolerance) : 0;

	if (n_gone == 0)
		n_gone = find_gone(c, normal, offset, tolerance);
	if (n_gone == 0 || n_gone == n) {
		*status = n_gone == 0 ? 0 : -1;
		if (n_gone)
			empty(c);
		return;
	}

	/* add_plane may give the faces new numbers, so it comes before the rim */
	int face = add_plane(c, normal, offset, label), n_rim = find_divided(c, n_gone, tolerance);
	if (!close_rim(c, n_rim))
		n_rim = mend_cut(c, normal, offset, tolerance, &n_gone);
	c->n_cut++;

	/* The corners of the new face take the places of removed vertices, then places at the end. The edges follow each other around
	 * the new face counter-clockwise. */
	reserve_vertices(c, n + n_rim);
	const int *place = c->gone;
	for (int i = n_gone; i < n_rim; i++)
		c->gone[i] = n + i - n_gone;
	for (int i = 0; i < n_rim; i++) {
		const struct cell3_rim *e = &c->rim[i];
		const int here = place[i], next = place[e->next];
		struct cell3_corner *p = &c->corner[here];

		c->x[here] = e->x;
		c->y[here] = e->y;
		c->z[here] = e->z;
		p->face[0] = e->face[1];
		p->face[1] = face;
		p->face[2] = e->face[0];
		p->to[0] = next;
		p->to[2] = e->stay;
		c->corner[next].to[1] = here;
		c->corner[e->stay].to[e->slot] = here;
	}
	/* the last vertices fill the places that are still free */
	for (int i = n_gone - 1, last = n - 1; i >= n_rim; i--, last--)
		if (c->gone[i] != last)
			move_vertex(c, last, c->gone[i]);
	set_count(c, n - n_gone + n_rim);
	*status = 1;
}
WIDE_LOOP(cut, (struct cell3 *c, const double normal[3], double offset, double tolerance, struct side label, int *status),
	(c, normal, offset, tolerance, label, status))

int cell3_cut(struct cell3 *c, const double normal[3], double offset, double tolerance, struct side label)
{
	int status;

	cut(wide_has())(c, normal, offset, tolerance, label, &status);
	return status;
}

/* ---- its faces ---- */

void cell3_corners(struct cell3 *c)
{
	renumber_faces(c);
	MEM_GROW(c->first, &c->cap_first, (size_t)c->n_face + 1);
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			c->first[c->corner[v].face[k]] = v;
}

/* The way from an edge to the next one around its face is found for all edges first: a walk waits for each step. */
void cell3_faces(struct cell3 *c)
{
	int n = 0;

	cell3_corners(c);
	MEM_GROW(c->loop, &c->cap_loop, 3 * (size_t)c->n_vertex);
	MEM_GROW(c->mark, &c->cap_mark, 4 * (size_t)c->n_vertex);
	const struct cell3_corner *restrict corner = c->corner;
	int *restrict next = c->mark, *restrict loop = c->loop; /* next: 4 times a vertex, and the slot of its edge */
	for (int v = 0; v < c->n_vertex; v++)
#pragma GCC unroll 3
		for (int k = 0; k < 3; k++) {
			const int f = corner[v].face[k], w = corner[v].to[k ? k - 1 : 2];

			next[4 * v + k] = 4 * w + (corner[w].face[1] == f) + 2 * (corner[w].face[2] == f);
		}
	for (int f = 0; f < c->n_face; f++) {
		const struct cell3_corner *p = &corner[c->first[f]];
		const int begin = 4 * c->first[f] + (p->face[1] == f) + 2 * (p->face[2] == f);
		int at = begin;

		c->first[f] = n;
		do {
			loop[n++] = at >> 2;
			at = next[at];
		} while (at != begin);
	}
	c->first[c->n_face] = n;
}
