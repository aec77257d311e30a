/* polyhedron_lines.c: the intervals of lines inside spheropolyhedra */
#include "mesh/polyhedron_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/triangulate.h"

/* The interval of x on the line through (0, y, z) that is left after cuts. */
struct span { double lo, hi; };

/* Cut with the half space n.(p - o) <= h. */
static void cut_half(struct span *s, const double from[3], vec3 n, vec3 o, double h)
{
	double at = v3_dot(n, v3_sub(v3(0, from[1], from[2]), o)) - h; /* at + n.x x <= 0 */

	if (n.x > 0)
		s->hi = fmin(s->hi, -at / n.x);
	else if (n.x < 0)
		s->lo = fmax(s->lo, -at / n.x);
	else if (at > 0)
		s->hi = -INFINITY;
}

static void add(struct span w, struct intervals *s)
{
	if (w.lo < w.hi)
		intervals_add(s, w.lo, w.hi);
}

static void cut_ball(const double from[3], vec3 c, double r, struct intervals *s)
{
	double y = from[1] - c.y, z = from[2] - c.z, h2 = r * r - y * y - z * z;

	if (h2 > 0)
		intervals_add(s, c.x - sqrt(h2), c.x + sqrt(h2));
}

/* Of the cylinder about a segment, between its ends. */
static void cut_cylinder(const double from[3], vec3 a, vec3 b, double r, struct intervals *s)
{
	vec3 d = v3_sub(b, a), w = v3_sub(v3(a.x, from[1], from[2]), a); /* the point of the line nearest to a */
	double l = v3_norm(d);
	vec3 u = v3_scale(1 / l, d);
	/* across the axis, at x = a.x + t: w - (w.u) u + t (e - u.x u), e along x */
	vec3 p = v3_sub(w, v3_scale(v3_dot(w, u), u)), q = v3_sub(v3(1, 0, 0), v3_scale(u.x, u));
	double qq = v3_dot(q, q), pq = v3_dot(p, q), pp = v3_dot(p, p);
	struct span k = { -INFINITY, INFINITY };

	if (qq > 1e-24) {
		vec3 foot = v3_sub(p, v3_scale(pq / qq, q));
		double h2 = (r * r - v3_dot(foot, foot)) / qq;

		if (!(h2 > 0))
			return;
		k = (struct span){ a.x - pq / qq - sqrt(h2), a.x - pq / qq + sqrt(h2) };
	} else if (pp > r * r) {
		return;
	}
	cut_half(&k, from, u, a, l);
	cut_half(&k, from, v3_scale(-1, u), a, 0);
	add(k, s);
}

static void cut_prism(const double from[3], const struct polyhedron *p, int f, struct intervals *s)
{
	const int first = p->first[f], last = p->first[f + 1] - 1;
	vec3 n = v3_from(p->normal[f]), o = v3_from(p->vertex[p->corner[first]]);
	struct span w = { -INFINITY, INFINITY };

	cut_half(&w, from, n, o, p->r);
	cut_half(&w, from, v3_scale(-1, n), o, 0);
	for (int k = first; k <= last && w.lo < w.hi; k++) {
		vec3 a = v3_from(p->vertex[p->corner[k]]), b = v3_from(p->vertex[p->corner[k < last ? k + 1 : first]]);

		cut_half(&w, from, v3_cross(v3_sub(b, a), n), a, 0);
	}
	add(w, s);
}

static void cut(void *body, double y, double z, struct intervals *s)
{
	struct polyhedron_lines *b = body;
	const struct polyhedron *p = &b->p;
	const double r = p->r, from[3] = { 0, y, z }, lo[3] = { -INFINITY, y - r, z - r }, hi[3] = { INFINITY, y + r, z + r };

	if (p->kind == POLYHEDRON_BODY)
		b->core.lines.cut(b->core.lines.body, y, z, s);
	if (!(r > 0))
		return;
	if (p->kind == POLYHEDRON_POINT)
		cut_ball(from, v3_from(p->vertex[0]), r, s);
	polyhedron_near_box(&b->near, lo, hi);
	for (int k = 0; k < b->near.n_found; k++) {
		int f = b->near.found[k];

		if (p->area[f] > 0)
			cut_prism(from, p, f, s);
		for (int c = p->first[f]; c < p->first[f + 1]; c++) {
			const struct polyhedron_edge *e = &p->edge[p->edge_of[c]];
			char *edge = &b->given[p->edge_of[c]], *ball = &b->given[p->n_edge + p->corner[c]];

			if (!*edge && e->angle > 0)
				cut_cylinder(from, v3_from(p->vertex[e->v[0]]), v3_from(p->vertex[e->v[1]]), r, s);
			if (!*ball)
				cut_ball(from, v3_from(p->vertex[p->corner[c]]), r, s);
			*edge = *ball = 1;
		}
	}
	for (int k = 0; k < b->near.n_found; k++) {
		int f = b->near.found[k];

		for (int c = p->first[f]; c < p->first[f + 1]; c++)
			b->given[p->edge_of[c]] = b->given[p->n_edge + p->corner[c]] = 0;
	}
}

int polyhedron_lines_init(struct polyhedron_lines *b, const struct solid *s)
{
	struct polyhedron_fault fault;

	*b = (struct polyhedron_lines){ .lines = { .cut = cut, .body = b } };
	if (polyhedron_init(&b->p, s, &fault)) {
		polyhedron_free(&b->p);
		return -1;
	}
	polyhedron_near_init(&b->near, &b->p);
	triangulate_skeleton(&b->mesh, &b->p);
	mesh_lines_init(&b->core, &b->mesh);
	b->given = mem_zero((size_t)(b->p.n_edge + b->p.n_vertex), 1);
	for (int k = 0; k < 3; k++) {
		b->lines.lo[k] = INFINITY;
		b->lines.hi[k] = -INFINITY;
		for (int v = 0; v < b->p.n_vertex; v++) {
			b->lines.lo[k] = fmin(b->lines.lo[k], b->p.vertex[v][k] - b->p.r);
			b->lines.hi[k] = fmax(b->lines.hi[k], b->p.vertex[v][k] + b->p.r);
		}
	}
	return 0;
}

void polyhedron_lines_free(struct polyhedron_lines *b)
{
	mesh_lines_free(&b->core);
	mesh_free(&b->mesh);
	polyhedron_near_free(&b->near);
	polyhedron_free(&b->p);
	free(b->given);
}
