/* meshtree.c: lines through a surface, distances to it, and surfaces that cut through each other */
#include "mesh/meshtree.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"

void meshtree_init(struct meshtree *t, const struct mesh *m)
{
	double (*box)[6] = mem_new((size_t)m->n_triangle, sizeof *box);

	for (int i = 0; i < m->n_triangle; i++)
		for (int k = 0; k < 3; k++) {
			double a = m->xyz[m->tri[i][0]][k], b = m->xyz[m->tri[i][1]][k], c = m->xyz[m->tri[i][2]][k];

			box[i][k] = fmin(a, fmin(b, c));
			box[i][3 + k] = fmax(a, fmax(b, c));
		}
	t->mesh = m;
	boxtree_init(&t->tree, m->n_triangle, (const double (*)[6])box);
	t->span = 0;
	for (int k = 0; k < 3 && t->tree.n; k++)
		t->span = fmax(t->span, t->tree.node[0].hi[k] - t->tree.node[0].lo[k]);
	free(box);
}

void meshtree_free(struct meshtree *t)
{
	boxtree_free(&t->tree);
}

/* ---- lines ---- */

/* Whether the line through (y, z) passes the edge from p to q on the side of smaller y. One end of the edge is at or below z,
 * and the other above. The test starts from the lower end, so it is the same for both triangles of the edge. */
static int passes(vec3 p, vec3 q, double y, double z)
{
	vec3 a = p.z <= z ? p : q, b = p.z <= z ? q : p;

	return (b.z - a.z) * (y - a.y) < (b.y - a.y) * (z - a.z);
}

/* Whether the line along x goes through the triangle: 1 along its normal, -1 against it, 0 not at all. This is the winding
 * number of the triangle's outline in the plane of y and z, counted by its edges that cross z upwards or downwards. */
static int through(const vec3 p[3], double y, double z)
{
	int sign = 0;

	for (int k = 0; k < 3; k++) {
		vec3 a = p[k], b = p[(k + 1) % 3];

		if ((a.z <= z) != (b.z <= z) && passes(a, b, y, z))
			sign += a.z <= z ? 1 : -1;
	}
	return sign;
}

static double x_of(const vec3 p[3], double y, double z)
{
	vec3 n = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
	double lo = fmin(p[0].x, fmin(p[1].x, p[2].x)), hi = fmax(p[0].x, fmax(p[1].x, p[2].x));
	double x = p[0].x - ((y - p[0].y) * n.y + (z - p[0].z) * n.z) / n.x;

	return x >= lo && x <= hi ? x : x > hi ? hi : lo; /* x is not a number if the triangle is edge-on */
}

static int compare_hits(const void *a, const void *b)
{
	const struct meshhit *p = a, *q = b;

	return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

int meshtree_line(const struct meshtree *t, double y, double z, struct meshhit **hit, size_t *cap)
{
	const struct boxtree *tree = &t->tree;
	int stack[BOXTREE_DEEP], n_stack = 0, n = 0;
	double above = y + DBL_EPSILON * t->span; /* rounding may put edges just beyond a box */

	if (tree->n)
		stack[n_stack++] = 0;
	while (n_stack) {
		int here = stack[--n_stack];
		const struct boxnode *node = &tree->node[here];

		if (above < node->lo[1] || y > node->hi[1] || z < node->lo[2] || z > node->hi[2])
			continue;
		if (!node->n) {
			stack[n_stack++] = node->right;
			stack[n_stack++] = here + 1;
		}
		for (int i = node->first; i < node->first + node->n; i++) {
			int triangle = tree->item[i];
			vec3 p[3] = { mesh_corner(t->mesh, triangle, 0), mesh_corner(t->mesh, triangle, 1), mesh_corner(t->mesh, triangle, 2) };
			int sign = through(p, y, z);

			if (sign) {
				MEM_GROW(*hit, cap, (size_t)n + 1);
				(*hit)[n++] = (struct meshhit){ x_of(p, y, z), triangle, sign };
			}
		}
	}
	if (n > 1)
		qsort(*hit, (size_t)n, sizeof **hit, compare_hits);
	return n;
}

int meshtree_winding(const struct meshtree *t, const double p[3])
{
	const struct boxtree *tree = &t->tree;
	int stack[BOXTREE_DEEP], n_stack = 0, winding = 0;
	double above = p[1] + DBL_EPSILON * t->span;

	if (tree->n)
		stack[n_stack++] = 0;
	while (n_stack) {
		int here = stack[--n_stack];
		const struct boxnode *node = &tree->node[here];

		if (p[0] > node->hi[0] || above < node->lo[1] || p[1] > node->hi[1] || p[2] < node->lo[2] || p[2] > node->hi[2])
			continue;
		if (!node->n) {
			stack[n_stack++] = node->right;
			stack[n_stack++] = here + 1;
		}
		for (int i = node->first; i < node->first + node->n; i++) {
			vec3 q[3] = { mesh_corner(t->mesh, tree->item[i], 0), mesh_corner(t->mesh, tree->item[i], 1),
			              mesh_corner(t->mesh, tree->item[i], 2) };
			int sign = through(q, p[1], p[2]);

			if (sign && x_of(q, p[1], p[2]) > p[0])
				winding += sign;
		}
	}
	return winding;
}

/* ---- distances ---- */

static vec3 nearest_on_edge(vec3 a, vec3 b, vec3 p)
{
	vec3 e = v3_sub(b, a);
	double ee = v3_dot(e, e), s = ee > 0 ? v3_dot(v3_sub(p, a), e) / ee : 0;

	return s <= 0 ? a : s >= 1 ? b : v3_add(a, v3_scale(s, e));
}

/* The squared distance from p to a triangle if it is below best, else best. If it is below, *nearest gets the nearest point of
 * the triangle: the foot of p on the plane if it lies in the triangle, else a point of an edge beyond which the foot lies. A
 * triangle without a plane has all its edges tried. */
static double closer(vec3 a, vec3 b, vec3 c, vec3 p, double best, vec3 *nearest)
{
	vec3 e = v3_sub(b, a), f = v3_sub(c, a), n = v3_cross(e, f), w = v3_sub(p, a);
	double nn = v3_dot(n, n), high = v3_dot(w, n);

	if (high * high >= best * nn && nn > 0)
		return best;
	double u = v3_dot(v3_cross(w, f), n), v = v3_dot(v3_cross(e, w), n);
	int inside = nn > 0 && u >= 0 && v >= 0 && u + v <= nn, beyond[3] = { v < 0, u + v > nn, u < 0 };
	const vec3 q[3] = { a, b, c };

	for (int k = 0; k < (inside ? 1 : 3); k++) {
		if (!inside && !beyond[k] && nn > 0)
			continue;
		vec3 at = inside ? v3_add(a, v3_add(v3_scale(u / nn, e), v3_scale(v / nn, f))) : nearest_on_edge(q[k], q[(k + 1) % 3], p);
		vec3 d = v3_sub(at, p);

		if (v3_dot(d, d) < best) {
			best = v3_dot(d, d);
			*nearest = at;
		}
	}
	return best;
}

/* Squared distance from p to a box. */
static double box_distance(const struct boxnode *node, const double p[3])
{
	double sum = 0;

	for (int k = 0; k < 3; k++) {
		double below = node->lo[k] - p[k], above = p[k] - node->hi[k], d = below > above ? below : above;

		sum += d > 0 ? d * d : 0;
	}
	return sum;
}

double meshtree_distance(const struct meshtree *t, const double p[3], double nearest[3], int *triangle)
{
	const struct boxtree *tree = &t->tree;
	struct { int node; double far; } stack[BOXTREE_DEEP], next;
	int n_stack = 0;
	double best = INFINITY;
	vec3 point = v3_from(p), at = point;

	if (tree->n) {
		stack[0].node = 0;
		stack[n_stack++].far = box_distance(&tree->node[0], p);
	}
	while (n_stack) {
		next = stack[--n_stack];
		const struct boxnode *node = &tree->node[next.node];

		if (next.far >= best)
			continue;
		if (!node->n) {
			int left = next.node + 1, right = node->right;
			double near = box_distance(&tree->node[left], p), far = box_distance(&tree->node[right], p);
			int swap = far < near;

			stack[n_stack].node = swap ? left : right;
			stack[n_stack++].far = swap ? near : far;
			stack[n_stack].node = swap ? right : left;
			stack[n_stack++].far = swap ? far : near;
		}
		for (int i = node->first; i < node->first + node->n; i++) {
			int k = tree->item[i];
			double d = closer(mesh_corner(t->mesh, k, 0), mesh_corner(t->mesh, k, 1), mesh_corner(t->mesh, k, 2), point, best, &at);

			if (d < best && triangle)
				*triangle = k;
			best = d;
		}
	}
	if (nearest && best < INFINITY)
		v3_to(nearest, at);
	return sqrt(best);
}

double meshtree_signed(const struct meshtree *t, const double p[3], double nearest[3], int *triangle)
{
	double d = meshtree_distance(t, p, nearest, triangle);

	return d < INFINITY && meshtree_winding(t, p) > 0 ? -d : d;
}

/* ---- surfaces that cut through each other ---- */

int meshtree_doubled(const struct meshtree *t, const double p[3], double clear)
{
	int winding = meshtree_winding(t, p);

	return (winding < 0 || winding > 1) && meshtree_distance(t, p, NULL, NULL) > clear;
}

/* The side of the plane through a, b, c where p lies: 1 if the three go counter-clockwise as seen from p, -1 on the other side,
 * 0 if rounding hides the answer. */
static int side(vec3 a, vec3 b, vec3 c, vec3 p)
{
	vec3 e = v3_sub(b, a), f = v3_sub(c, a), w = v3_sub(p, a);
	double d = v3_dot(w, v3_cross(e, f)), bound = 16 * DBL_EPSILON * v3_norm(w) * v3_norm(e) * v3_norm(f);

	return (d > bound) - (d < -bound);
}

/* Whether the edge from p to q passes through the inside of the triangle. */
static int pierces(vec3 p, vec3 q, const vec3 t[3])
{
	if (side(t[0], t[1], t[2], p) * side(t[0], t[1], t[2], q) != -1)
		return 0;
	int s = side(p, q, t[0], t[1]);
	return s && side(p, q, t[1], t[2]) == s && side(p, q, t[2], t[0]) == s;
}

static int cross(const vec3 p[3], const vec3 q[3])
{
	for (int k = 0; k < 3; k++)
		if (pierces(p[k], p[(k + 1) % 3], q) || pierces(q[k], q[(k + 1) % 3], p))
			return 1;
	return 0;
}

/* Clip a convex polygon part[n] by the plane through `at`, to rounding; the part ahead of the plane stays. Returns the number of
 * corners left, at most n + 1. */
static int clip(vec3 *part, int n, vec3 at, vec3 ahead)
{
	vec3 whole[8];
	double d[8];
	int stay = 0;

	for (int k = 0; k < n; k++) {
		vec3 w = v3_sub(part[k], at);
		double bound = 64 * DBL_EPSILON * v3_norm(w) * v3_norm(ahead);

		whole[k] = part[k];
		d[k] = v3_dot(w, ahead);
		if (fabs(d[k]) <= bound)
			d[k] = 0;
	}
	for (int k = 0; k < n; k++) {
		int next = (k + 1) % n;

		if (d[k] >= 0)
			part[stay++] = whole[k];
		if (stay < 8 && ((d[k] < 0 && d[next] > 0) || (d[k] > 0 && d[next] < 0)))
			part[stay++] = v3_add(whole[k], v3_scale(d[k] / (d[k] - d[next]), v3_sub(whole[next], whole[k])));
	}
	return stay;
}

static double longest_edge(const vec3 p[3])
{
	return fmax(v3_norm(v3_sub(p[1], p[0])), fmax(v3_norm(v3_sub(p[2], p[1])), v3_norm(v3_sub(p[0], p[2]))));
}

/* Whether two triangles meet, to rounding, in more than a point. *middle gets the middle of their intersection, a line or
 * polygon. */
static int meet(const vec3 p[3], const vec3 q[3], vec3 *middle)
{
	vec3 part[8], normal = v3_cross(v3_sub(q[1], q[0]), v3_sub(q[2], q[0])), sum = v3(0, 0, 0);
	int s[3], n = 0;

	for (int k = 0; k < 3; k++)
		s[k] = side(q[0], q[1], q[2], p[k]);
	for (int k = 0; k < 3; k++) {
		int next = (k + 1) % 3;
		double a = fabs(v3_dot(normal, v3_sub(p[k], q[0]))), b = fabs(v3_dot(normal, v3_sub(p[next], q[0])));

		if (!s[k])
			part[n++] = p[k];
		if (s[k] * s[next] < 0)
			part[n++] = v3_add(p[k], v3_scale(a / (a + b), v3_sub(p[next], p[k])));
	}
	for (int k = 0; k < 3 && n; k++)
		n = clip(part, n, q[k], v3_cross(normal, v3_sub(q[(k + 1) % 3], q[k])));
	for (int k = 0; k < n; k++)
		sum = v3_add(sum, part[k]);
	*middle = v3_scale(1.0 / (n ? n : 1), sum);
	for (int k = 0; k < n; k++)
		if (v3_norm(v3_sub(part[k], *middle)) > 1e-9 * longest_edge(p))
			return 1;
	return 0;
}

static int doubled_at(const struct meshtree *t, vec3 p, double near)
{
	double x[3];

	v3_to(x, p);
	return meshtree_doubled(t, x, 1e-4 * near);
}

/* Triangles may meet along edges, at corners or in a plane without one piercing the other, whether their solids touch or overlap.
 * Points near the middle c of the intersection decide: the solids overlap if the surface goes around one of the points twice,
 * or a negative number of times. There is one point in each of the four sectors between the two planes, and one on either side
 * of each triangle. */
static int is_doubled(const struct meshtree *t, const vec3 p[3], const vec3 q[3], vec3 c)
{
	const vec3 *both[2] = { p, q };
	double near = 1e-4 * fmin(longest_edge(p), longest_edge(q));
	vec3 n[2];

	for (int k = 0; k < 2; k++) {
		n[k] = v3_cross(v3_sub(both[k][1], both[k][0]), v3_sub(both[k][2], both[k][0]));
		if (!(v3_norm(n[k]) > 0))
			return 0;
		n[k] = v3_scale(1 / v3_norm(n[k]), n[k]);
	}
	for (int k = 0; k < 4; k++) {
		vec3 w = v3_add(v3_scale(k & 1 ? 1 : -1, n[0]), v3_scale(k & 2 ? 1 : -1, n[1]));

		if (v3_norm(w) > 1e-3 && doubled_at(t, v3_add(c, v3_scale(near / v3_norm(w), w)), near))
			return 1;
	}
	for (int k = 0; k < 4; k++) {
		const vec3 *r = both[k / 2]; /* towards a point of the triangle that is on no line of symmetry */
		vec3 in = v3_add(v3_scale(0.41, r[0]), v3_add(v3_scale(0.27, r[1]), v3_scale(0.32, r[2])));
		vec3 beside = v3_add(c, v3_scale(1e-4, v3_sub(in, c)));

		if (doubled_at(t, v3_add(beside, v3_scale((k & 1 ? 1e-2 : -1e-2) * near, n[k / 2])), near))
			return 1;
	}
	return 0;
}

struct crossings {
	const struct meshtree *t;
	const int *group;
	int *common;          /* [n_node] the group of all triangles below a node, or -1 if there are several groups */
	int n, most;
	double (*at)[3];
};

static int boxes_separate(const struct boxnode *a, const struct boxnode *b)
{
	for (int k = 0; k < 3; k++)
		if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k])
			return 1;
	return 0;
}

static int common_corners(const struct mesh *m, int s, int t)
{
	int n = 0;

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			n += m->tri[s][i] == m->tri[t][j];
	return n;
}

static void leaves(struct crossings *c, const struct boxnode *a, const struct boxnode *b)
{
	const struct boxtree *tree = &c->t->tree;
	const struct mesh *m = c->t->mesh;

	for (int i = a->first; i < a->first + a->n; i++)
		for (int j = a == b ? i + 1 : b->first; j < b->first + b->n && c->n < c->most; j++) {
			int s = tree->item[i], t = tree->item[j];
			vec3 p[3], q[3], middle;

			if (c->group[s] == c->group[t] || common_corners(m, s, t) > 1)
				continue;
			for (int k = 0; k < 3; k++) {
				p[k] = mesh_corner(m, s, k);
				q[k] = mesh_corner(m, t, k);
			}
			if (meet(p, q, &middle) && (cross(p, q) || is_doubled(c->t, p, q, middle)))
				v3_to(c->at[c->n++], middle);
		}
}

/* Examine all pairs of triangles, one below each of two nodes. */
static void pairs(struct crossings *c, int i, int j)
{
	const struct boxnode *a = &c->t->tree.node[i], *b = &c->t->tree.node[j];

	if (c->n >= c->most || boxes_separate(a, b) || (c->common[i] >= 0 && c->common[i] == c->common[j]))
		return;
	if (a->n && b->n) {
		leaves(c, a, b);
	} else if (i == j) {
		pairs(c, i + 1, i + 1);
		pairs(c, i + 1, a->right);
		pairs(c, a->right, a->right);
	} else if (b->n || (!a->n && a->right - i > b->right - j)) {
		pairs(c, i + 1, j);
		pairs(c, a->right, j);
	} else {
		pairs(c, i, j + 1);
		pairs(c, i, b->right);
	}
}

int meshtree_crossings(const struct meshtree *t, const int *group, int most, double (*at)[3])
{
	const struct boxtree *tree = &t->tree;
	struct crossings c = { t, group, MEM_NEW(int, (size_t)tree->n_node), 0, most, at };

	for (int k = tree->n_node - 1; k >= 0; k--) { /* children come after their parents */
		const struct boxnode *node = &tree->node[k];

		if (node->n) {
			c.common[k] = group[tree->item[node->first]];
			for (int i = node->first; i < node->first + node->n; i++)
				if (group[tree->item[i]] != c.common[k])
					c.common[k] = -1;
		} else {
			c.common[k] = c.common[k + 1] == c.common[node->right] ? c.common[k + 1] : -1;
		}
	}
	if (tree->n)
		pairs(&c, 0, 0);
	free(c.common);
	return c.n;
}
