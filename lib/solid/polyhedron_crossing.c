/* polyhedron_crossing.c: surfaces that cross or touch themselves
 *
 * Faces with a common edge meet nowhere else unless they lie on each other. Faces with one common vertex meet elsewhere if the
 * line that their planes have in common leads into both of them from there. Where these quick tests are in doubt, and for all
 * other faces, one face is cut down to the plane of the other, then by the sides of the other. These cuts leave what rounding may
 * have put outside. What they leave near the common vertices does not count. */
#include "solid/polyhedron_crossing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/boxtree.h"
#include "base/buf.h"

/* Faces with common vertices meet elsewhere if they meet farther from these than this part of the distance to which both
 * reach. */
#define BEYOND 1e-3
/* Sines of angles that are not in doubt. */
#define CLEAR 1e-4

struct search {
	const struct polyhedron *p;
	double (*box)[6];         /* [n_face] x y z of the lower corner, then of the upper corner */
	struct boxtree tree;      /* of the faces */
	double *slack;            /* [n_face] how far from the plane of a face its points may be [L] */
	vec3 *inward;             /* [corners] the unit vector into the face, normal to the edge from this corner */
	/* The faces of the leaf that is compared with others, each with a bit of its own: those at a vertex, and the neighbours of a
	 * face. Marks of other leaves do not count. */
	struct marks { int leaf; unsigned bits; } *at_vertex, *beside; /* [n_vertex], [n_face] */
	vec3 *part, *whole;       /* [room] two polygons */
	int room;
	struct polyhedron_fault *fault;
};

/* The vertices that two faces have in common: their number, the farthest two, and the corner of the second face that is one of
 * them. */
struct common { int n, corner; vec3 from, to; };

static vec3 at(const struct search *s, int corner)
{
	return v3_from(s->p->vertex[s->p->corner[corner]]);
}

static vec3 normal(const struct search *s, int f)
{
	return v3_from(s->p->normal[f]);
}

/* ---- cuts ---- */

/* The part of a convex polygon part[n] that is not behind the plane through `from` by more than slack. Returns its corners. */
static int clip(struct search *s, int n, vec3 from, vec3 ahead, double slack)
{
	int stay = 0;

	memcpy(s->whole, s->part, (size_t)n * sizeof *s->part);
	for (int k = 0; k < n; k++) {
		const vec3 here = s->whole[k], next = s->whole[k + 1 < n ? k + 1 : 0];
		const double a = v3_dot(v3_sub(here, from), ahead) + slack, b = v3_dot(v3_sub(next, from), ahead) + slack;

		if (a >= 0 && stay < s->room)
			s->part[stay++] = here;
		if (((a < 0 && b > 0) || (a > 0 && b < 0)) && stay < s->room)
			s->part[stay++] = v3_add(here, v3_scale(a / (a - b), v3_sub(next, here)));
	}
	return stay;
}

/* Put the part of face a that is in face b into s->part. Returns its corners. */
static int intersect(struct search *s, int a, int b)
{
	const int *first = s->p->first;
	const vec3 in_b = at(s, first[b]), up = normal(s, b);
	int n = 0;

	for (int k = first[a]; k < first[a + 1]; k++)
		s->part[n++] = at(s, k);
	n = clip(s, n, in_b, up, s->slack[b]);
	n = clip(s, n, in_b, v3_scale(-1, up), s->slack[b]);
	for (int k = first[b]; k < first[b + 1] && n; k++)
		n = clip(s, n, at(s, k), s->inward[k], s->slack[b]);
	return n;
}

/* ---- pairs ---- */

/* What face b has in common with the face of the leaf that has this bit. */
static struct common common_of(const struct search *s, int leaf, unsigned bit, int b)
{
	struct common c = { 0 };
	double most = 0;

	for (int k = s->p->first[b]; k < s->p->first[b + 1]; k++) {
		const struct marks *m = &s->at_vertex[s->p->corner[k]];

		if (m->leaf != leaf || !(m->bits & bit))
			continue;
		if (c.n++ == 0) {
			c.from = c.to = at(s, k);
			c.corner = k;
			continue;
		}
		const double far = v3_norm(v3_sub(at(s, k), c.from));
		if (far > most) {
			most = far;
			c.to = at(s, k);
		}
	}
	return c;
}

/* The distance from x to the segment of the common vertices. */
static double distance(const struct common *c, vec3 x)
{
	const vec3 u = v3_sub(c->to, c->from), w = v3_sub(x, c->from);
	const double uu = v3_dot(u, u), t = uu > 0 ? v3_dot(w, u) / uu : 0;

	return v3_norm(v3_sub(w, v3_scale(t < 0 ? 0 : t > 1 ? 1 : t, u)));
}

static double reach(const struct search *s, const struct common *c, int f)
{
	double most = 0;

	for (int k = s->p->first[f]; k < s->p->first[f + 1]; k++)
		most = fmax(most, distance(c, at(s, k)));
	return most;
}

/* Whether face a is clearly on one side of the plane of face b. */
static int is_aside(const struct search *s, int a, int b)
{
	const vec3 in_b = at(s, s->p->first[b]), up = normal(s, b);
	int above = 0, below = 0, n = s->p->first[a + 1] - s->p->first[a];

	for (int k = s->p->first[a]; k < s->p->first[a + 1]; k++) {
		const double h = v3_dot(v3_sub(at(s, k), in_b), up);

		above += h > s->slack[b];
		below += h < -s->slack[b];
	}
	return above == n || below == n;
}

/* Whether a direction in the plane of a face leads out of it from its corner k, clearly so. */
static int leads_out(const struct search *s, int f, int k, vec3 u)
{
	const int before = k > s->p->first[f] ? k - 1 : s->p->first[f + 1] - 1;

	return v3_dot(s->inward[k], u) < -CLEAR || v3_dot(s->inward[before], u) < -CLEAR;
}

/* Whether two faces with one common vertex, that of a corner of b, clearly meet nowhere else. */
static int meet_at_vertex_only(const struct search *s, int a, int b, int corner)
{
	const vec3 u = v3_cross(normal(s, a), normal(s, b)), back = v3_scale(-1, u);
	int k = s->p->first[a];

	while (s->p->corner[k] != s->p->corner[corner])
		k++;
	return (leads_out(s, a, k, u) || leads_out(s, b, corner, u)) && (leads_out(s, a, k, back) || leads_out(s, b, corner, back));
}

static void blame(const struct search *s, int a, int b, vec3 at)
{
	*s->fault = (struct polyhedron_fault){ .kind = POLYHEDRON_MEET, .face = { a < b ? a : b, a < b ? b : a } };
	v3_to(s->fault->at, at);
	for (int k = 0; k < 3; k++)
		s->fault->at[k] = fabs(s->fault->at[k]) > s->slack[b] ? s->fault->at[k] : 0;
}

/* Whether two faces meet elsewhere than at common vertices and edges. Face a belongs to the leaf and has this bit there. */
static int meet(struct search *s, int leaf, unsigned bit, int a, int b)
{
	const struct marks *m = &s->beside[b];
	const int share_edge = m->leaf == leaf && m->bits & bit;
	vec3 sum = v3(0, 0, 0);
	double most = 0;

	if (share_edge && v3_dot(normal(s, a), normal(s, b)) > CLEAR - 1)
		return 0;
	const struct common c = common_of(s, leaf, bit, b);
	if ((c.n == 0 && (is_aside(s, a, b) || is_aside(s, b, a))) || (c.n == 1 && meet_at_vertex_only(s, a, b, c.corner)))
		return 0;
	const int n = intersect(s, a, b);
	for (int k = 0; k < n; k++) {
		sum = v3_add(sum, s->part[k]);
		most = fmax(most, distance(&c, s->part[k]));
	}
	if (n == 0 || ((c.n == 1 || share_edge) && most <= BEYOND * fmin(reach(s, &c, a), reach(s, &c, b))))
		return 0;
	blame(s, a, b, v3_scale(1.0 / n, sum));
	return 1;
}

/* ---- all pairs ---- */

static int boxes_separate(const double a_lo[3], const double a_hi[3], const double b_lo[3], const double b_hi[3], double slack)
{
	for (int k = 0; k < 3; k++)
		if (a_lo[k] > b_hi[k] + slack || b_lo[k] > a_hi[k] + slack)
			return 1;
	return 0;
}

static void mark(struct marks *m, int leaf, unsigned bit)
{
	*m = (struct marks){ leaf, bit | (m->leaf == leaf ? m->bits : 0) };
}

static void mark_faces(struct search *s, int leaf)
{
	const struct polyhedron *p = s->p;
	const struct boxnode *l = &s->tree.node[leaf];

	for (int i = 0; i < l->n; i++) {
		const int f = s->tree.item[l->first + i];

		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			const int *side = p->edge[p->edge_of[k]].face;

			mark(&s->at_vertex[p->corner[k]], leaf, 1u << i);
			mark(&s->beside[side[side[0] == f]], leaf, 1u << i);
		}
	}
}

/* Whether a face of a leaf meets one of another, or of the same leaf. */
static int leaves_meet(struct search *s, int leaf, int other)
{
	const struct boxnode *a = &s->tree.node[leaf], *b = &s->tree.node[other];
	const double slack = 2 * POLYHEDRON_ROUNDING * s->p->size;

	for (int j = leaf == other; j < b->n; j++) {
		const int g = s->tree.item[b->first + j];
		const double *lo = s->box[g], *hi = lo + 3;

		if (leaf != other && boxes_separate(a->lo, a->hi, lo, hi, slack))
			continue;
		for (int i = 0; i < (leaf == other ? j : a->n); i++) {
			const int f = s->tree.item[a->first + i];

			if (!boxes_separate(s->box[f], s->box[f] + 3, lo, hi, slack) && meet(s, leaf, 1u << i, f, g))
				return 1;
		}
	}
	return 0;
}

/* Whether some face of a leaf meets one of this leaf or of a later one below the node. Nodes below it come before `end`. */
static int leaf_meets(struct search *s, int leaf, int node, int end)
{
	const struct boxnode *a = &s->tree.node[leaf], *b = &s->tree.node[node];

	if (end <= leaf || boxes_separate(a->lo, a->hi, b->lo, b->hi, 2 * POLYHEDRON_ROUNDING * s->p->size))
		return 0;
	if (b->n)
		return leaves_meet(s, leaf, node);
	return leaf_meets(s, leaf, node + 1, b->right) || leaf_meets(s, leaf, b->right, end);
}

/* Find the box of a face, the directions into it from its edges, and how far its corners may be from its plane. */
static void measure(struct search *s, int f)
{
	const struct polyhedron *p = s->p;
	const vec3 o = at(s, p->first[f]);
	double off = 0;

	for (int j = 0; j < 3; j++) {
		s->box[f][j] = INFINITY;
		s->box[f][j + 3] = -INFINITY;
	}
	for (int k = p->first[f]; k < p->first[f + 1]; k++) {
		const double *x = p->vertex[p->corner[k]], h = fabs(v3_dot(v3_sub(at(s, k), o), normal(s, f)));
		const vec3 side = v3_sub(at(s, k + 1 < p->first[f + 1] ? k + 1 : p->first[f]), at(s, k));

		for (int j = 0; j < 3; j++) {
			s->box[f][j] = x[j] < s->box[f][j] ? x[j] : s->box[f][j];
			s->box[f][j + 3] = x[j] > s->box[f][j + 3] ? x[j] : s->box[f][j + 3];
		}
		s->inward[k] = v3_scale(1 / p->edge[p->edge_of[k]].length, v3_cross(normal(s, f), side));
		off = h > off ? h : off;
	}
	s->slack[f] = 2 * off + POLYHEDRON_ROUNDING * p->size;
}

int polyhedron_find_crossing(const struct polyhedron *p, struct polyhedron_fault *fault)
{
	const size_t n = (size_t)p->n_face;
	struct search s = { .p = p, .fault = fault, .slack = MEM_NEW(double, n), .inward = MEM_NEW(vec3, (size_t)p->first[n]),
		.at_vertex = MEM_NEW(struct marks, (size_t)p->n_vertex), .beside = MEM_NEW(struct marks, n),
		.box = mem_new(n, sizeof *s.box) };
	int most = 0, bad = 0;

	memset(s.at_vertex, 0xff, (size_t)p->n_vertex * sizeof *s.at_vertex); /* no leaf */
	memset(s.beside, 0xff, n * sizeof *s.beside);
	for (int f = 0; f < p->n_face; f++) {
		measure(&s, f);
		most = p->first[f + 1] - p->first[f] > most ? p->first[f + 1] - p->first[f] : most;
	}
	s.room = 2 * most + 2; /* a convex polygon gets one corner more with each cut, at most */
	s.part = MEM_NEW(vec3, (size_t)s.room);
	s.whole = MEM_NEW(vec3, (size_t)s.room);
	boxtree_init(&s.tree, p->n_face, (const double (*)[6])s.box);
	for (int k = 0; k < s.tree.n_node && !bad; k++)
		if (s.tree.node[k].n) {
			mark_faces(&s, k);
			bad = leaf_meets(&s, k, 0, s.tree.n_node);
		}
	boxtree_free(&s.tree);
	free(s.box);
	free(s.slack);
	free(s.inward);
	free(s.at_vertex);
	free(s.beside);
	free(s.part);
	free(s.whole);
	return bad ? -1 : 0;
}
