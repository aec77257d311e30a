/* polyhedron_clear.c: find at a glance that a polyhedron has no faults, as nearly all have none. polyhedron.c tells what this
 * cannot. */
#include <float.h>
#include <stdint.h>

#include "solid/polyhedron_planes.h"

static vec3 vertex(const struct polyhedron *p, int v)
{
	return v3_from(p->vertex[v]);
}

/* Whether a face is flat, turns left at every corner, to POLYHEDRON_LEFT, goes around once, and has sides with a length. */
static int is_clear(const struct polyhedron *p, int f)
{
	const int first = p->first[f], end = p->first[f + 1];
	const vec3 m = v3_from(p->normal[f]), o = vertex(p, p->corner[first]), u = v3_sub(vertex(p, p->corner[first + 1]), o);
	const double most = 2 * POLYHEDRON_FLAT * p->size, least = 5 * DBL_EPSILON * p->size;
	vec3 at = o, a = v3_sub(o, vertex(p, p->corner[end - 1]));
	int forth = 1, changes = 0, bad = 0;

	for (int k = first; k < end; k++) {
		const vec3 next = vertex(p, p->corner[k + 1 < end ? k + 1 : first]), b = v3_sub(next, at);
		const double turn = v3_dot(v3_cross(a, b), m);
		const int now = v3_dot(b, u) > 0;

		bad |= !(fabs(v3_dot(v3_sub(at, o), m)) <= most);
		bad |= !(v3_dot(b, b) > least * least);
		if (turn < 0)
			bad |= turn < -POLYHEDRON_LEFT * v3_norm(a) * v3_norm(b);
		changes += now != forth; /* along the first side, see goes_round_once in polyhedron_planes.c */
		forth = now;
		at = next;
		a = b;
	}
	return !bad && changes + !forth == 2;
}

int polyhedron_has_clear_faces(const struct polyhedron *p)
{
	int f = 0;

	while (f < p->n_face && is_clear(p, f))
		f++;
	return f == p->n_face;
}

/* ---- small surfaces with three faces at each vertex ---- */

enum { SMALL = 64, THREE = 3 };

/* Sets of vertices, a bit for each: those that follow a vertex in its faces, those before it, and the vertices of a face. The
 * faces at each vertex, and their number, at most four. */
struct sets {
	uint64_t next[SMALL], before[SMALL], of[SMALL];
	unsigned char face[SMALL][THREE + 2], n[SMALL];
};

static uint64_t bit(int v)
{
	return (uint64_t)1 << v;
}

/* Fill the sets. Returns 0 if a face has a vertex twice, or if one vertex follows another twice. */
static int find_sets(struct sets *t, const struct polyhedron *p)
{
	int bad = 0;

	for (int v = 0; v < p->n_vertex; v++) {
		t->next[v] = t->before[v] = 0;
		t->n[v] = 0;
	}
	for (int f = 0; f < p->n_face; f++) {
		uint64_t of = 0;
		int before = p->corner[p->first[f + 1] - 1];

		for (int k = p->first[f]; k < p->first[f + 1]; k++) {
			const int v = p->corner[k];

			bad |= ((of | t->next[before]) & bit(v)) != 0;
			of |= bit(v);
			t->next[before] |= bit(v);
			t->before[v] |= bit(before);
			t->face[v][t->n[v]] = (unsigned char)f;
			t->n[v] += t->n[v] <= THREE;
			before = v;
		}
		t->of[f] = of;
	}
	return !bad;
}

/* Whether the faces make one closed surface: the vertices that follow a vertex are those before it, so that each edge has two
 * faces, which go along it in opposite directions. Three faces at a vertex make one fan, and have edges with each other. */
static int is_closed(const struct sets *t, const struct polyhedron *p)
{
	uint64_t reached = t->of[0], before;
	int bad = 0;

	for (int v = 0; v < p->n_vertex; v++)
		bad |= t->next[v] != t->before[v] || t->n[v] != THREE;
	do {
		before = reached;
		for (int f = 0; f < p->n_face; f++)
			reached |= t->of[f] & reached ? t->of[f] : 0;
	} while (reached != before);
	return !bad && reached == ~(uint64_t)0 >> (SMALL - p->n_vertex);
}

/* Whether two of the three faces at each vertex have normals that differ. */
static int has_corners(const struct sets *t, const struct polyhedron *p)
{
	int bent = 1;

	for (int v = 0; v < p->n_vertex && bent; v++) {
		bent = 0;
		for (int i = 0; i < THREE && !bent; i++) {
			const vec3 d = v3_sub(v3_from(p->normal[t->face[v][i]]), v3_from(p->normal[t->face[v][(i + 1) % THREE]]));

			bent = v3_dot(d, d) > POLYHEDRON_CUT * POLYHEDRON_CUT;
		}
	}
	return bent;
}

int polyhedron_is_clearly_convex(const struct solid *s)
{
	struct polyhedron p = { .n_vertex = s->n, .n_face = s->n_face, .vertex = s->vertex, .first = s->first, .corner = s->corner };
	double normal[SMALL][3], area[SMALL];
	struct sets t;

	if (s->n > SMALL || s->n_face < 1 || s->first[s->n_face] != THREE * s->n || !find_sets(&t, &p) || !is_closed(&t, &p))
		return 0;
	p.normal = normal;
	p.area = area;
	polyhedron_measure_box(&p);
	return polyhedron_find_normals(&p) == p.n_face && polyhedron_has_clear_faces(&p) && has_corners(&t, &p) &&
		polyhedron_volume(&p) > 0 && polyhedron_is_behind_planes(&p, POLYHEDRON_BEHIND * p.size);
}
