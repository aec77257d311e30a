/* hull3.c: the convex hull of points in space */
#include "mesh/hull3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/exact.h"
#include "mesh/meshtree.h"

struct facet {
	int v[3];             /* counter-clockwise as seen from outside */
	int next[3];          /* the facets across the edges v[k] v[k + 1] */
	int first, far;       /* list of the points that the facet sees and that no other facet has, and the farthest of them; or -1 */
	double height;        /* of the farthest point above the plane */
	vec3 normal;          /* unit */
	char dead, seen;
};

struct hull {
	int n;
	double (*x)[3];       /* [n] in units in which coordinates are 1 at most */
	int *link;            /* [n] the next point of the same list */
	int *at;              /* [n] of a vertex of the horizon: the new facet whose edge begins there */
	struct facet *facet;
	int n_facet;
	size_t cap_facet;
	int *stack, *fresh;   /* facets that see a point; new facets */
	size_t cap_stack, cap_fresh;
};

/* ---- which side ---- */

/* x y as a sum of two doubles (Dekker 1971). */
static void two_product(double x, double y, double to[2])
{
	double c = 134217729 * x, xh = c - (c - x), xl = x - xh, d = 134217729 * y, yh = d - (d - y), yl = y - yh;

	to[0] = x * y;
	to[1] = xl * yl - (to[0] - xh * yh - xl * yh - xh * yl);
}

static void add_product(struct exact *sum, double sign, double x, double y, double z)
{
	double xy[2], p[2];

	two_product(x, y, xy);
	for (int k = 0; k < 2; k++) {
		two_product(xy[k], z, p);
		exact_add(sum, sign * p[0]);
		exact_add(sum, sign * p[1]);
	}
}

/* Add the determinant with the rows a, b and c. */
static void add_determinant(struct exact *sum, double sign, const double a[3], const double b[3], const double c[3])
{
	for (int k = 0; k < 3; k++) {
		int l = (k + 1) % 3, m = (k + 2) % 3;

		add_product(sum, sign, a[k], b[l], c[m]);
		add_product(sum, -sign, a[k], b[m], c[l]);
	}
}

/* Whether p is strictly on the outer side of the plane of a facet. */
static int sees(const struct hull *h, const struct facet *f, int p)
{
	const double *a = h->x[f->v[0]], *b = h->x[f->v[1]], *c = h->x[f->v[2]], *d = h->x[p];
	double u[3], v[3], w[3], sum = 0, size = 0;

	for (int k = 0; k < 3; k++) {
		u[k] = a[k] - d[k];
		v[k] = b[k] - d[k];
		w[k] = c[k] - d[k];
	}
	for (int k = 0; k < 3; k++) {
		int l = (k + 1) % 3, m = (k + 2) % 3;

		sum += u[k] * (v[l] * w[m] - v[m] * w[l]);
		size += fabs(u[k]) * (fabs(v[l] * w[m]) + fabs(v[m] * w[l]));
	}
	if (fabs(sum) > 1e-15 * size) /* the error is below 8 units of rounding (Shewchuk 1997) */
		return sum < 0;
	struct exact e = { 0 };
	add_determinant(&e, 1, a, b, c);
	add_determinant(&e, -1, b, c, d);
	add_determinant(&e, 1, a, c, d);
	add_determinant(&e, -1, a, b, d);
	return exact_take(&e) < 0;
}

/* ---- facets ---- */

static vec3 at(const struct hull *h, int p)
{
	return v3_from(h->x[p]);
}

static int new_facet(struct hull *h, int a, int b, int c)
{
	MEM_GROW(h->facet, &h->cap_facet, (size_t)h->n_facet + 1);
	struct facet *f = &h->facet[h->n_facet];
	vec3 n = v3_cross(v3_sub(at(h, b), at(h, a)), v3_sub(at(h, c), at(h, a)));
	double length = v3_norm(n);

	*f = (struct facet){ .v = { a, b, c }, .first = -1, .far = -1, .normal = length > 0 ? v3_scale(1 / length, n) : n };
	return h->n_facet++;
}

/* Give p to the first of the facets from .. to - 1 of h->fresh that sees it. A point that none sees is inside. */
static void assign(struct hull *h, int p, int n_fresh)
{
	for (int k = 0; k < n_fresh; k++) {
		struct facet *f = &h->facet[h->fresh[k]];

		if (!sees(h, f, p))
			continue;
		double height = v3_dot(f->normal, v3_sub(at(h, p), at(h, f->v[0])));
		if (f->first < 0 || height > f->height) {
			f->far = p;
			f->height = height;
		}
		h->link[p] = f->first;
		f->first = p;
		return;
	}
}

/* Let the facet across the edge b a of f point back to `to`. */
static void point_back(struct hull *h, int f, int b, int to)
{
	struct facet *g = &h->facet[f];

	for (int k = 0; k < 3; k++)
		if (g->v[k] == b)
			g->next[k] = to;
}

/* Collect the facets that see p, which hang together. Returns how many; they are on the stack. */
static int find_seeing(struct hull *h, int start, int p)
{
	int n = 1;

	MEM_GROW(h->stack, &h->cap_stack, 1);
	h->stack[0] = start;
	h->facet[start].seen = 1;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			int g = h->facet[h->stack[i]].next[k];

			if (h->facet[g].seen || !sees(h, &h->facet[g], p))
				continue;
			h->facet[g].seen = 1;
			MEM_GROW(h->stack, &h->cap_stack, (size_t)n + 1);
			h->stack[n++] = g;
		}
	return n;
}

/* Replace the facets that see p by a cone from p to their rim. */
static void add_point(struct hull *h, int start, int p)
{
	int n = find_seeing(h, start, p), m = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			int f = h->stack[i], g = h->facet[f].next[k], a = h->facet[f].v[k], b = h->facet[f].v[(k + 1) % 3];

			if (h->facet[g].seen)
				continue;
			int made = new_facet(h, a, b, p);
			h->facet[made].next[0] = g;
			point_back(h, g, b, made);
			h->at[a] = made;
			MEM_GROW(h->fresh, &h->cap_fresh, (size_t)m + 1);
			h->fresh[m++] = made;
		}
	for (int i = 0; i < m; i++) {
		struct facet *f = &h->facet[h->fresh[i]];
		int after = h->at[f->v[1]];

		f->next[1] = after;
		h->facet[after].next[2] = h->fresh[i];
	}
	for (int i = 0; i < n; i++) {
		struct facet *f = &h->facet[h->stack[i]];

		f->dead = 1;
		for (int q = f->first, next; q >= 0; q = next) {
			next = h->link[q];
			if (q != p)
				assign(h, q, m);
		}
	}
}

/* How high p is above the planes of the facets that see it; facet f does. */
static double highest(struct hull *h, int f, int p)
{
	const int n = find_seeing(h, f, p);
	double most = 0;

	for (int i = 0; i < n; i++) {
		struct facet *g = &h->facet[h->stack[i]];

		most = fmax(most, v3_dot(g->normal, v3_sub(at(h, p), at(h, g->v[0]))));
		g->seen = 0;
	}
	return most;
}

/* Add points that are higher than keep above some facet, though they are not above the one that has them. Returns how many. */
static int add_others(struct hull *h, double keep)
{
	int added = 0;

	for (int f = 0; f < h->n_facet; f++) {
		double most = keep;
		int far = -1;

		for (int p = h->facet[f].dead ? -1 : h->facet[f].first; p >= 0; p = h->link[p]) {
			const double high = highest(h, f, p);

			far = high > most ? p : far;
			most = fmax(most, high);
		}
		if (far >= 0) {
			add_point(h, f, far);
			added++;
		}
	}
	return added;
}

/* ---- points that are far from each other ---- */

/* Half the longest side of the box around the points, and its axis. */
static double box(int n, const double (*x)[3], int *axis)
{
	double size = 0;

	*axis = 0;
	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		for (int i = 0; i < n; i++) {
			lo = fmin(lo, x[i][k]);
			hi = fmax(hi, x[i][k]);
		}
		*axis = hi / 2 - lo / 2 > size ? k : *axis;
		size = fmax(size, hi / 2 - lo / 2);
	}
	return size;
}

/* Find four points that are far from each other: the ends along the longest side of the box, the point farthest from the line
 * through them, and the one farthest from the plane of the three. n is the normal of this plane. */
static enum hull3_kind find_corners(int n, const double (*x)[3], double flat, int c[4], vec3 *normal)
{
	double best = -1;
	int axis;
	double size = box(n, x, &axis);

	c[0] = c[1] = 0;
	for (int i = 0; i < n; i++) {
		c[0] = x[i][axis] < x[c[0]][axis] ? i : c[0];
		c[1] = x[i][axis] > x[c[1]][axis] ? i : c[1];
	}
	if (!(2 * size > flat))
		return HULL3_POINT;
	vec3 o = v3_from(x[c[0]]), u = v3_sub(v3_from(x[c[1]]), o);
	u = v3_scale(1 / v3_norm(u), u);
	for (int i = 0; i < n; i++) {
		double d = v3_norm(v3_cross(u, v3_sub(v3_from(x[i]), o)));

		c[2] = d > best ? i : c[2];
		best = fmax(best, d);
	}
	if (!(best > flat))
		return HULL3_SEGMENT;
	vec3 w = v3_cross(u, v3_sub(v3_from(x[c[2]]), o));
	*normal = w = v3_scale(1 / v3_norm(w), w);
	best = -1;
	for (int i = 0; i < n; i++) {
		double d = fabs(v3_dot(w, v3_sub(v3_from(x[i]), o)));

		c[3] = d > best ? i : c[3];
		best = fmax(best, d);
	}
	return best > flat ? HULL3_BODY : HULL3_PLATE;
}

double hull3_size(int n, const double (*x)[3])
{
	int axis;

	return box(n, x, &axis);
}

/* ---- hulls without a volume ---- */

struct place { double x, y; };

static int by_place(const void *a, const void *b)
{
	const struct place *p = a, *q = b;

	return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* The hull of points of a plane through o (Andrew 1979). Corners closer than `least` to the line between their neighbours are
 * left out. */
static void plate(struct mesh *m, int n, const double (*x)[3], vec3 o, vec3 normal, double least)
{
	vec3 u = fabs(normal.x) < 0.6 ? v3_cross(normal, v3(1, 0, 0)) : v3_cross(normal, v3(0, 1, 0));
	u = v3_scale(1 / v3_norm(u), u);
	vec3 w = v3_cross(normal, u);
	struct place *p = MEM_NEW(struct place, (size_t)n), *out = MEM_NEW(struct place, 2 * (size_t)n + 2);
	int count = 0;

	for (int i = 0; i < n; i++) {
		vec3 d = v3_sub(v3_from(x[i]), o);

		p[i] = (struct place){ v3_dot(d, u), v3_dot(d, w) };
	}
	qsort(p, (size_t)n, sizeof *p, by_place);
	for (int half = 0, begin = 0; half < 2; half++, begin = count > 0 ? count - 1 : 0) {
		for (int i = 0; i < n; i++) {
			struct place q = p[half ? n - 1 - i : i];

			while (count - begin >= 2) {
				struct place a = out[count - 2], b = out[count - 1];
				double dx = q.x - a.x, dy = q.y - a.y, turn = (b.x - a.x) * dy - (b.y - a.y) * dx;

				if (turn > least * sqrt(dx * dx + dy * dy))
					break;
				count--;
			}
			if (count == 0 || out[count - 1].x != q.x || out[count - 1].y != q.y)
				out[count++] = q;
		}
	}
	count--; /* the last one is the first one again */
	int skip = 0; /* the chains begin at a point that may be on a side */
	if (count > 3) {
		struct place a = out[count - 1], b = out[0], q = out[1];
		double dx = q.x - a.x, dy = q.y - a.y;

		skip = (b.x - a.x) * dy - (b.y - a.y) * dx <= least * sqrt(dx * dx + dy * dy);
	}
	for (int i = skip; i < count; i++) {
		vec3 at = v3_add(o, v3_add(v3_scale(out[i].x, u), v3_scale(out[i].y, w)));

		mesh_add_vertex(m, at.x, at.y, at.z);
	}
	free(p);
	free(out);
}

/* ---- all ---- */

static void begin(struct hull *h, int n, const double (*x)[3], const int c[4])
{
	double most = 0;
	int power;

	*h = (struct hull){ .n = n, .x = mem_copy(x, (size_t)n, sizeof *x), .link = MEM_NEW(int, (size_t)n),
		.at = MEM_NEW(int, (size_t)n) };
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			most = fmax(most, fabs(x[i][k]));
	frexp(most, &power);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			h->x[i][k] = ldexp(x[i][k], -power);
	/* the base c[0] c[1] c[2], which faces away from c[3] */
	int a = c[0], b = c[1], d = c[2];
	new_facet(h, a, b, d);
	if (sees(h, &h->facet[0], c[3])) {
		b = c[2];
		d = c[1];
	}
	h->n_facet = 0;
	new_facet(h, a, b, d);
	new_facet(h, b, a, c[3]);
	new_facet(h, d, b, c[3]);
	new_facet(h, a, d, c[3]);
	static const int next[4][3] = { { 1, 2, 3 }, { 0, 3, 2 }, { 0, 1, 3 }, { 0, 2, 1 } };
	for (int f = 0; f < 4; f++)
		memcpy(h->facet[f].next, next[f], sizeof next[f]);
	MEM_GROW(h->fresh, &h->cap_fresh, 4);
	for (int f = 0; f < 4; f++)
		h->fresh[f] = f;
	for (int i = 0; i < n; i++)
		assign(h, i, 4);
}

/* The facets as a mesh, whose vertices keep the order of the points. */
static void take_mesh(struct mesh *m, struct hull *h, const double (*x)[3])
{
	memset(h->at, 0xff, (size_t)h->n * sizeof *h->at);
	for (int f = 0; f < h->n_facet; f++)
		for (int k = 0; k < 3 && !h->facet[f].dead; k++)
			h->at[h->facet[f].v[k]] = 0;
	for (int i = 0; i < h->n; i++)
		if (h->at[i] == 0)
			h->at[i] = mesh_add_vertex(m, x[i][0], x[i][1], x[i][2]);
	for (int f = 0; f < h->n_facet; f++) {
		const int *v = h->facet[f].v;

		if (!h->facet[f].dead)
			mesh_add_triangle(m, h->at[v[0]], h->at[v[1]], h->at[v[2]]);
	}
}

/* The greatest distance from the hull to a point that some facet still sees. */
static double greatest_distance(const struct mesh *m, const struct hull *h, const double (*x)[3])
{
	struct meshtree tree;
	double most = 0;

	meshtree_init(&tree, m);
	for (int f = 0; f < h->n_facet; f++)
		for (int p = h->facet[f].dead ? -1 : h->facet[f].first; p >= 0; p = h->link[p])
			most = fmax(most, meshtree_distance(&tree, x[p], NULL, NULL));
	meshtree_free(&tree);
	return most;
}

enum hull3_kind hull3(struct mesh *m, int n, const double (*x)[3], double flat, double keep, double *error)
{
	int c[4] = { 0 };
	vec3 normal;
	enum hull3_kind kind = find_corners(n, x, flat, c, &normal);
	struct hull h;

	*m = (struct mesh){ 0 };
	if (error)
		*error = 0;
	if (kind == HULL3_PLATE) {
		plate(m, n, x, v3_from(x[c[0]]), normal, flat);
		return kind;
	}
	if (kind != HULL3_BODY) {
		for (int k = 0; k <= (kind == HULL3_SEGMENT); k++)
			mesh_add_vertex(m, x[c[k]][0], x[c[k]][1], x[c[k]][2]);
		return kind;
	}
	begin(&h, n, x, c);
	double unit = fabs(h.x[c[1]][0] - h.x[c[0]][0]) + fabs(h.x[c[1]][1] - h.x[c[0]][1]) + fabs(h.x[c[1]][2] - h.x[c[0]][2]);
	unit /= fabs(x[c[1]][0] - x[c[0]][0]) + fabs(x[c[1]][1] - x[c[0]][1]) + fabs(x[c[1]][2] - x[c[0]][2]);
	do
		for (int f = 0; f < h.n_facet; f++)
			if (!h.facet[f].dead && h.facet[f].first >= 0 && !(keep > 0 && h.facet[f].height <= keep * unit))
				add_point(&h, f, h.facet[f].far);
	while (keep > 0 && add_others(&h, keep * unit) > 0);
	take_mesh(m, &h, x);
	if (error && keep > 0)
		*error = greatest_distance(m, &h, x);
	free(h.x);
	free(h.link);
	free(h.at);
	free(h.facet);
	free(h.stack);
	free(h.fresh);
	return kind;
}
