/* polyhedron_near.c: distances to the skeleton of a polyhedron */
#include "solid/polyhedron_near.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"

static vec3 vertex(const struct polyhedron *p, int v)
{
	return v3_from(p->vertex[v]);
}

/* The corner after k in its face f. */
static int corner_after(const struct polyhedron *p, int f, int k)
{
	return k + 1 < p->first[f + 1] ? k + 1 : p->first[f];
}

static int corner_before(const struct polyhedron *p, int f, int k)
{
	return k > p->first[f] ? k - 1 : p->first[f + 1] - 1;
}

static void find_vertex_normals(struct polyhedron_near *t)
{
	const struct polyhedron *p = t->p;

	t->vertex_normal = mem_zero((size_t)p->n_vertex, sizeof *t->vertex_normal);
	for (int f = 0; f < p->n_face && p->kind == POLYHEDRON_BODY; f++)
		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			vec3 o = vertex(p, p->corner[k]), a = v3_sub(vertex(p, p->corner[corner_after(p, f, k)]), o);
			vec3 b = v3_sub(vertex(p, p->corner[corner_before(p, f, k)]), o);
			double angle = trig_atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));

			for (int i = 0; i < 3; i++)
				t->vertex_normal[p->corner[k]][i] += angle * p->normal[f][i];
		}
}

void polyhedron_near_init(struct polyhedron_near *t, const struct polyhedron *p)
{
	double (*box)[6] = mem_new((size_t)p->n_face, sizeof *box);

	*t = (struct polyhedron_near){ .p = p };
	for (int f = 0; f < p->n_face; f++)
		for (int i = 0; i < 3; i++) {
			box[f][i] = INFINITY;
			box[f][3 + i] = -INFINITY;
			for (int k = p->first[f]; k < p->first[f + 1]; k++) {
				box[f][i] = fmin(box[f][i], p->vertex[p->corner[k]][i]);
				box[f][3 + i] = fmax(box[f][3 + i], p->vertex[p->corner[k]][i]);
			}
		}
	boxtree_init(&t->tree, p->n_face, (const double (*)[6])box);
	free(box);
	find_vertex_normals(t);
}

void polyhedron_near_free(struct polyhedron_near *t)
{
	boxtree_free(&t->tree);
	free(t->vertex_normal);
	free(t->found);
	memset(t, 0, sizeof *t);
}

/* ---- the nearest point ---- */

struct nearest {
	const struct polyhedron_near *t;
	double far2;
	vec3 at, normal; /* where; a vector that points outwards there */
};

/* Keep the point `at` of the edge at corner k of face f if it is nearer. part: -1 at the corner, 1 at the next, 0 between. */
static void keep_edge(struct nearest *s, vec3 x, int f, int k, vec3 at, int part)
{
	const struct polyhedron *p = s->t->p;
	vec3 d = v3_sub(x, at);

	if (!(v3_dot(d, d) < s->far2))
		return;
	s->far2 = v3_dot(d, d);
	s->at = at;
	s->normal = v3_from(p->normal[f]);
	if (p->kind != POLYHEDRON_BODY)
		return;
	if (part) {
		s->normal = v3_from(s->t->vertex_normal[p->corner[part < 0 ? k : corner_after(p, f, k)]]);
		return;
	}
	const struct polyhedron_edge *e = &p->edge[p->edge_of[k]];
	s->normal = v3_add(v3_from(p->normal[e->face[0]]), v3_from(p->normal[e->face[1]]));
}

static double look(void *to, int f, const double point[3])
{
	struct nearest *s = to;
	const struct polyhedron *p = s->t->p;
	vec3 x = v3_from(point), n = v3_from(p->normal[f]);
	int beyond = !(p->area[f] > 0);

	for (int k = p->first[f]; k < p->first[f + 1]; k++) {
		vec3 a = vertex(p, p->corner[k]), b = vertex(p, p->corner[corner_after(p, f, k)]), u = v3_sub(b, a), w = v3_sub(x, a);

		if (p->area[f] > 0 && v3_dot(v3_cross(n, u), w) >= 0)
			continue;
		beyond = 1;
		double along = v3_dot(w, u) / v3_dot(u, u);
		int part = along <= 0 ? -1 : along >= 1;
		keep_edge(s, x, f, k, part < 0 ? a : part > 0 ? b : v3_add(a, v3_scale(along, u)), part);
	}
	if (!beyond) {
		double h = v3_dot(v3_sub(x, vertex(p, p->corner[p->first[f]])), n);

		if (h * h < s->far2) {
			s->far2 = h * h;
			s->at = v3_sub(x, v3_scale(h, n));
			s->normal = n;
		}
	}
	return sqrt(s->far2);
}

double polyhedron_distance(const struct polyhedron_near *t, const double x[3], double at[3], double normal[3])
{
	struct nearest s = { .t = t, .far2 = INFINITY };

	if (t->p->kind == POLYHEDRON_POINT) {
		s.at = vertex(t->p, 0);
		s.normal = v3(0, 0, 1);
		s.far2 = v3_dot(v3_sub(v3_from(x), s.at), v3_sub(v3_from(x), s.at));
	}
	boxtree_near(&t->tree, x, INFINITY, look, &s);
	v3_to(at, s.at);
	if (normal)
		v3_to(normal, v3_scale(1 / v3_norm(s.normal), s.normal));
	int within = t->p->kind == POLYHEDRON_BODY && v3_dot(v3_sub(v3_from(x), s.at), s.normal) < 0;
	return within ? -sqrt(s.far2) : sqrt(s.far2);
}

/* ---- boxes ---- */

static int meets(const double lo[3], const double hi[3], const struct boxnode *node)
{
	for (int k = 0; k < 3; k++)
		if (!(node->lo[k] <= hi[k] && node->hi[k] >= lo[k]))
			return 0;
	return 1;
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void polyhedron_near_box(struct polyhedron_near *t, const double lo[3], const double hi[3])
{
	int stack[BOXTREE_DEEP], n = 0;

	t->n_found = 0;
	if (t->tree.n_node)
		stack[n++] = 0;
	while (n) {
		int at = stack[--n];
		const struct boxnode *node = &t->tree.node[at];

		if (!meets(lo, hi, node))
			continue;
		if (!node->n) {
			stack[n++] = node->right;
			stack[n++] = at + 1;
			continue;
		}
		MEM_GROW(t->found, &t->cap, (size_t)(t->n_found + node->n));
		for (int k = 0; k < node->n; k++)
			t->found[t->n_found++] = t->tree.item[node->first + k];
	}
	if (t->n_found)
		qsort(t->found, (size_t)t->n_found, sizeof *t->found, by_number);
}
