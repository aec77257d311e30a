/* cell3.c: cutting a convex polyhedron by planes */
#include "voronoi/cell3.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "base/wide.h"

static const int NEXT[3] = { 1, 2, 0 };

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
	free(c->rim);
	free(c->seen);
	free(c->mark);
	memset(c, 0, sizeof *c);
}

static void reserve_vertices(struct cell3 *c, int need)
{
	if ((size_t)need <= c->cap_vertex)
		return;
	c->cap_vertex = (size_t)need + (size_t)need / 2 + 64;
	MEM_RESIZE(c->x, c->cap_vertex);
	MEM_RESIZE(c->y, c->cap_vertex);
	MEM_RESIZE(c->z, c->cap_vertex);
	MEM_RESIZE(c->height, c->cap_vertex);
	MEM_RESIZE(c->corner, c->cap_vertex);
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
			MEM_RESIZE(c->seen, c->cap_face);
		}
		memset(c->seen, 0, c->cap_face * sizeof *c->seen);
	}
	c->plane[c->n_face] = (struct cell3_plane){ { normal[0], normal[1], normal[2] }, offset, label };
	return c->n_face++;
}

void cell3_box(struct cell3 *c, const double lo[3], const double hi[3], const struct side label[6])
{
	empty(c);
	c->wide = wide_has();
	c->n_cut = 0;
	reserve_vertices(c, 8);
	for (int k = 0; k < 6; k++) {
		double normal[3] = { 0 };
		normal[k / 2] = k % 2 ? 1 : -1;
		add_plane(c, normal, k % 2 ? hi[k / 2] : -lo[k / 2], label[k]);
	}
	memset(c->seen, 0, c->cap_face * sizeof *c->seen);
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
	c->n_vertex = 8;
}

/* ---- the cut ---- */

static WIDE_INLINE void heights_loop(int n, const double *restrict x, const double *restrict y, const double *restrict z,
	const double *restrict p, double tolerance, double *restrict height, double *above)
{
	const double a = p[0], b = p[1], c = p[2], offset = p[3];
	double count = 0;

#pragma omp simd reduction(+ : count)
	for (int k = 0; k < n; k++) {
		double h = a * x[k] + b * y[k] + c * z[k] - offset;
		height[k] = h;
		count += h > tolerance ? 1.0 : 0.0;
	}
	*above = count;
}
WIDE_LOOP(heights, (int n, const double *x, const double *y, const double *z, const double *p, double tolerance, double *height,
	double *above), (n, x, y, z, p, tolerance, height, above))

static WIDE_INLINE void reach2_loop(int lanes, int n, const double *restrict x, const double *restrict y,
	const double *restrict z, double *restrict most)
{
	double m[8] = { 0 };
	int k = 0;

	for (; k + lanes <= n; k += lanes) {
#pragma omp simd
		for (int l = 0; l < lanes; l++) {
			double d2 = x[k + l] * x[k + l] + y[k + l] * y[k + l] + z[k + l] * z[k + l];
			m[l] = d2 > m[l] ? d2 : m[l];
		}
	}
	for (; k < n; k++) {
		double d2 = x[k] * x[k] + y[k] * y[k] + z[k] * z[k];
		m[0] = d2 > m[0] ? d2 : m[0];
	}
	for (int l = 1; l < lanes; l++)
		m[0] = m[l] > m[0] ? m[l] : m[0];
	*most = m[0];
}
WIDE_LOOP_LANES(reach2, (int n, const double *x, const double *y, const double *z, double *most), n, x, y, z, most)

double cell3_reach2(const struct cell3 *c)
{
	double most;

	reach2(c->wide)(c->n_vertex, c->x, c->y, c->z, &most);
	return most;
}

/* The slot of the edge that leads from vertex v to vertex to. */
static inline int slot_of(const struct cell3 *c, int v, int to)
{
	const int *t = c->corner[v].to;

	return t[0] == to ? 0 : t[1] == to ? 1 : 2;
}

/* The number of edges from the removed vertices to others; the last one found is *vertex, *slot. */
static int count_divided(const struct cell3 *c, int n_gone, double tolerance, int *vertex, int *slot)
{
	int n = 0;

	for (int i = 0; i < n_gone; i++)
		for (int k = 0, v = c->gone[i]; k < 3; k++)
			if (c->height[c->corner[v].to[k]] <= tolerance) {
				*vertex = v;
				*slot = k;
				n++;
			}
	return n;
}

/* Walk once around the removed vertices, from the divided edge v, k, and note the divided edges. Returns 0 if the walk does not
 * meet all n of them, or meets a face twice: then the removed vertices, or the others, do not hang together. */
static int walk_rim(struct cell3 *c, int v, int k, int n, double tolerance)
{
	const double *height = c->height;
	const int v0 = v, k0 = k, cut = ++c->n_cut;
	int m = 0;

	MEM_GROW(c->rim, &c->cap_rim, (size_t)n);
	do {
		const struct cell3_corner *p = &c->corner[v];
		int stay = p->to[k], f = p->face[k], g = p->face[NEXT[k]];
		double h = height[stay], t = h < 0 ? height[v] > 0 ? h / (h - height[v]) : 1 : 0;

		if (m == n || c->seen[g] == cut)
			return 0;
		c->seen[g] = cut;
		c->rim[m++] = (struct cell3_rim){ stay, slot_of(c, stay, v), { f, g }, c->x[stay] + t * (c->x[v] - c->x[stay]),
			c->y[stay] + t * (c->y[v] - c->y[stay]), c->z[stay] + t * (c->z[v] - c->z[stay]) };
		/* along face g to the next divided edge */
		for (k = NEXT[k]; height[c->corner[v].to[k]] > tolerance; ) {
			int to = c->corner[v].to[k];
			k = NEXT[slot_of(c, to, v)];
			v = to;
		}
	} while (v != v0 || k != k0);
	return m == n;
}

/* Mark the vertices that hang together with vertex v among those whose mark is from. */
static void flood(struct cell3 *c, int v, int from, int mark)
{
	int n = 0;

	MEM_GROW(c->gone, &c->cap_gone, (size_t)c->n_vertex);
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
 * with the lowest vertex, then remove of the rest what hangs together with the highest. */
static void mend(struct cell3 *c, double tolerance)
{
	enum { BELOW, ABOVE, STAYS, GOES };
	double over = tolerance * (1 + 4 * DBL_EPSILON) + DBL_MIN;
	int low = 0, high = 0;

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
}

/* List the vertices above the plane and the divided edges. Returns the number of vertices. */
static int find_rim(struct cell3 *c, int n_gone, double tolerance, int *n_rim)
{
	int n = 0, v = 0, k = 0;

	MEM_GROW(c->gone, &c->cap_gone, (size_t)n_gone);
	for (int i = 0; n < n_gone; i++)
		if (c->height[i] > tolerance)
			c->gone[n++] = i;
	*n_rim = count_divided(c, n, tolerance, &v, &k);
	return walk_rim(c, v, k, *n_rim, tolerance) ? n : 0;
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

int cell3_cut(struct cell3 *c, const double normal[3], double offset, double tolerance, struct side label)
{
	const double p[4] = { normal[0], normal[1], normal[2], offset };
	const int n = c->n_vertex;
	double above;

	heights(c->wide)(n, c->x, c->y, c->z, p, tolerance, c->height, &above);
	if (above == 0)
		return 0;
	if (above == n)
		return empty(c), -1;

	/* add_plane may give the faces new numbers, so it comes before the rim */
	int n_gone = (int)above, face = add_plane(c, normal, offset, label), n_rim;
	if (!(n_gone = find_rim(c, n_gone, tolerance, &n_rim))) {
		mend(c, tolerance);
		for (int v = 0; v < n; v++)
			n_gone += c->height[v] > tolerance;
		n_gone = find_rim(c, n_gone, tolerance, &n_rim);
		assert(n_gone > 0);
	}

	/* The corners of the new face take the places of removed vertices, then places at the end. The walk went around the new
	 * face counter-clockwise. */
	reserve_vertices(c, n + n_rim);
#define PLACE(i) ((i) < n_gone ? c->gone[i] : n + (i) - n_gone)
	int before = PLACE(n_rim - 1), here = PLACE(0);
	for (int i = 0; i < n_rim; i++) {
		const struct cell3_rim *e = &c->rim[i];
		int after = i + 1 < n_rim ? PLACE(i + 1) : PLACE(0);

		c->x[here] = e->x;
		c->y[here] = e->y;
		c->z[here] = e->z;
		c->corner[here] = (struct cell3_corner){ { e->face[1], face, e->face[0] }, { after, before, e->stay } };
		c->corner[e->stay].to[e->slot] = here;
		before = here;
		here = after;
	}
#undef PLACE
	c->n_vertex = n - n_gone + n_rim;
	/* the last vertices fill the places that are still free */
	for (int i = n_gone - 1, last = n - 1; i >= n_rim; i--, last--)
		if (c->gone[i] != last)
			move_vertex(c, last, c->gone[i]);
	return 1;
}

/* ---- what is known of the cell ---- */

void cell3_faces(struct cell3 *c)
{
	int n = 0;

	renumber_faces(c);
	MEM_GROW(c->first, &c->cap_first, (size_t)c->n_face + 1);
	MEM_GROW(c->loop, &c->cap_loop, 3 * (size_t)c->n_vertex);
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			c->first[c->corner[v].face[k]] = v;
	for (int f = 0; f < c->n_face; f++) {
		int v0 = c->first[f], v = v0;

		c->first[f] = n;
		do {
			const struct cell3_corner *p = &c->corner[v];
			int k = p->face[0] == f ? 0 : p->face[1] == f ? 1 : 2;

			c->loop[n++] = v;
			v = p->to[NEXT[NEXT[k]]]; /* this edge has f on its left */
		} while (v != v0);
	}
	c->first[c->n_face] = n;
}

static inline vec3 at(const struct cell3 *c, int v)
{
	return v3(c->x[v], c->y[v], c->z[v]);
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

double cell3_surface(const struct cell3 *c)
{
	double sum = 0;

	for (int k = 0; k < c->n_face; k++)
		sum += cell3_area(c, k);
	return sum;
}

/* Sums over the tetrahedra between the point `from` and the triangles of the faces, which fan out from a face's first corner. Of a
 * tetrahedron with the corners 0, a, b, c and the volume V, the first moment is V s / 4 and the second
 * V (a a^T + b b^T + c c^T + s s^T) / 20, s = a + b + c. */
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

int cell3_solid(const struct cell3 *c, double apart, struct solid *s, int *face_of)
{
	int *same = MEM_NEW(int, (size_t)c->n_vertex), *number = MEM_NEW(int, (size_t)c->n_vertex), n_corner = 0;
	size_t corners = c->n_face ? (size_t)c->first[c->n_face] : 0;

	s->vertex = mem_new((size_t)c->n_vertex, sizeof *s->vertex);
	s->first = MEM_NEW(int, (size_t)c->n_face + 1);
	s->corner = MEM_NEW(int, corners);
	s->n = s->n_face = 0;
	for (int v = 0; v < c->n_vertex; v++)
		same[v] = v, number[v] = -1;
	for (int v = 0; v < c->n_vertex; v++)
		for (int k = 0; k < 3; k++) {
			int a = together(same, v), b = together(same, c->corner[v].to[k]);
			vec3 d = v3_sub(at(c, v), at(c, c->corner[v].to[k]));

			if (a != b && v3_norm(d) <= apart)
				same[a > b ? a : b] = a > b ? b : a;
		}
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
	if (s->n_face < 4)
		s->n_face = n_corner = 0;
	s->first[s->n_face] = n_corner;
	for (int i = 0; i < n_corner; i++) {
		int v = s->corner[i];

		if (number[v] < 0) {
			v3_to(s->vertex[s->n], at(c, v));
			number[v] = s->n++;
		}
		s->corner[i] = number[v];
	}
	free(same);
	free(number);
	return s->n_face;
}
