/* meshtree.c: lines through a surface, distances to it, and surfaces that cut through each other */
#include "shape/meshtree.h"

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

static vec3 corner(const struct mesh *m, int triangle, int k)
{
	return v3_from(m->xyz[m->tri[triangle][k]]);
}

/* ---- lines ---- */

/* Whether the line through (y, z) passes the edge from p to q, one of which is at or below z and the other above,
 * on the side of smaller y. Found from the lower end, and so in the same way for both triangles of the edge. */
static int passes(vec3 p, vec3 q, double y, double z)
{
	vec3 a = p.z <= z ? p : q, b = p.z <= z ? q : p;

	return (b.z - a.z) * (y - a.y) < (b.y - a.y) * (z - a.z);
}

/* Whether the line along x passes through the triangle, and on to where its normal points to (1) or against it
 * (-1): the winding number of the triangle's outline in the plane of y and z, counted by its edges that go up or
 * down past z. */
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

	return x >= lo && x <= hi ? x : x > hi ? hi : lo; /* not a number where the triangle stands edge on */
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
	double above = y + DBL_EPSILON * t->span; /* edges just beyond a box by rounding alone */

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
			vec3 p[3] = { corner(t->mesh, triangle, 0), corner(t->mesh, triangle, 1), corner(t->mesh, triangle, 2) };
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
			vec3 q[3] = { corner(t->mesh, tree->item[i], 0), corner(t->mesh, tree->item[i], 1),
			              corner(t->mesh, tree->item[i], 2) };
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

/* The foot of p on the plane where it lies in the triangle, else the closest point of the three edges. */
static vec3 nearest_on_triangle(vec3 a, vec3 b, vec3 c, vec3 p)
{
	vec3 e = v3_sub(b, a), f = v3_sub(c, a), n = v3_cross(e, f), w = v3_sub(p, a);
	double nn = v3_dot(n, n), u = v3_dot(v3_cross(w, f), n), v = v3_dot(v3_cross(e, w), n);

	if (nn > 0 && u >= 0 && v >= 0 && u + v <= nn)
		return v3_add(a, v3_add(v3_scale(u / nn, e), v3_scale(v / nn, f)));
	vec3 best = nearest_on_edge(a, b, p), other[2] = { nearest_on_edge(b, c, p), nearest_on_edge(c, a, p) };
	for (int k = 0; k < 2; k++) {
		vec3 d = v3_sub(other[k], p), least = v3_sub(best, p);

		if (v3_dot(d, d) < v3_dot(least, least))
			best = other[k];
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
	vec3 point = v3_from(p);

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
			vec3 q = nearest_on_triangle(corner(t->mesh, k, 0), corner(t->mesh, k, 1), corner(t->mesh, k, 2), point);
			vec3 d = v3_sub(q, point);

			if (v3_dot(d, d) < best) {
				best = v3_dot(d, d);
				if (nearest)
					v3_to(nearest, q);
				if (triangle)
					*triangle = k;
			}
		}
	}
	return sqrt(best);
}

double meshtree_signed(const struct meshtree *t, const double p[3], double nearest[3], int *triangle)
{
	double d = meshtree_distance(t, p, nearest, triangle);

	return d < INFINITY && meshtree_winding(t, p) > 0 ? -d : d;
}

/* ---- surfaces that cut through each other ---- */

/* The side of the plane through a, b, c on which p is: 1 where the three go counter-clockwise seen from it, -1 on
 * the other, 0 when rounding does not let us tell. */
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

static int cross(const struct mesh *m, int i, int j)
{
	vec3 p[3], q[3];

	for (int k = 0; k < 3; k++) {
		p[k] = corner(m, i, k);
		q[k] = corner(m, j, k);
	}
	for (int k = 0; k < 3; k++)
		if (pierces(p[k], p[(k + 1) % 3], q) || pierces(q[k], q[(k + 1) % 3], p))
			return 1;
	return 0;
}

struct crossings {
	const struct meshtree *t;
	const int *group;
	int *common;          /* [n_node] the group that all triangles below a node have, or -1 */
	int n, most;
	double (*at)[3];
};

static int apart(const struct boxnode *a, const struct boxnode *b)
{
	for (int k = 0; k < 3; k++)
		if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k])
			return 1;
	return 0;
}

static void leaves(struct crossings *c, const struct boxnode *a, const struct boxnode *b)
{
	const struct boxtree *tree = &c->t->tree;
	const struct mesh *m = c->t->mesh;

	for (int i = a->first; i < a->first + a->n; i++)
		for (int j = a == b ? i + 1 : b->first; j < b->first + b->n && c->n < c->most; j++) {
			int p = tree->item[i], q = tree->item[j];

			if (c->group[p] == c->group[q] || !cross(m, p, q))
				continue;
			vec3 sum = v3_add(corner(m, p, 0), v3_add(corner(m, p, 1), corner(m, p, 2)));
			v3_to(c->at[c->n++], v3_scale(1.0 / 3, sum));
		}
}

/* All pairs of triangles, one below each node. */
static void pairs(struct crossings *c, int i, int j)
{
	const struct boxnode *a = &c->t->tree.node[i], *b = &c->t->tree.node[j];

	if (c->n >= c->most || apart(a, b) || (c->common[i] >= 0 && c->common[i] == c->common[j]))
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

	for (int k = tree->n_node - 1; k >= 0; k--) { /* children stand behind their parents */
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
