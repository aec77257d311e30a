/* list3_faces.c: the candidates of two bodies one of which has faces */
#include <stdlib.h>

#include "base/buf.h"
#include "contact/faces3_wall.h"
#include "contact/sift3.h"
#include "neighbour/list3.h"

static void cand_add(struct list3_part *part, int a, int b)
{
	MEM_GROW(part->cand, &part->cap_cand, (size_t)part->n_cand + 1);
	part->cand[part->n_cand++] = (struct list3_cand){ a, b };
}

/* What features of body i are a pair with: faces and cuts, edges, vertices and pebbles. */
enum { TO_FACES, TO_EDGES, TO_VERTICES, TO_NOTHING };

static int partners_of(enum feature_kind kind)
{
	static const char of[] = { [FEATURE_NONE] = TO_NOTHING, [FEATURE_VERTEX] = TO_FACES, [FEATURE_EDGE] = TO_EDGES,
		[FEATURE_FACE] = TO_VERTICES, [FEATURE_LINE] = TO_VERTICES, [FEATURE_CUT] = TO_VERTICES };

	return of[kind];
}

/* The features of b that may be near a, put together by what is a pair with them: their indices in part->near, list k from
 * from[k] to from[k + 1]. */
struct sifted { int from[4]; };

/* Sift the features of two bodies. Returns 0 if none are near; *left: two features can be near only if the sum of their depths is
 * below it. */
static int sift(struct list3_part *part, const struct sift3 *i, const struct sift3 *j, vec3 h, vec3 between, double far,
	double *left, struct sifted *near)
{
	static const char pairs_with[] = { [FEATURE_NONE] = TO_NOTHING, [FEATURE_VERTEX] = TO_VERTICES, [FEATURE_EDGE] = TO_EDGES,
		[FEATURE_FACE] = TO_FACES, [FEATURE_LINE] = TO_FACES, [FEATURE_CUT] = TO_FACES };
	int n = 0, n_face = j->faces ? j->faces->n_face : 0;
	vec3 along;

	*left += far - sift3_gap(i, j, h, between, far, &along);
	if (!(*left > 0))
		return 0;
	MEM_GROW(part->depth, &part->cap_depth, (size_t)i->n + (size_t)j->n);
	MEM_GROW(part->near, &part->cap_near, (size_t)j->n + 1);
	sift3_depths(i, along, part->depth);
	sift3_depths(j, v3_scale(-1, along), part->depth + i->n);
	for (int k = TO_FACES; k < TO_NOTHING; k++) { /* vertices are before edges and cuts, and these before faces */
		int from = k == TO_VERTICES ? 0 : j->n_round, end = k == TO_VERTICES ? j->n_round : k == TO_FACES ? j->n : j->n - n_face;

		near->from[k] = n;
		for (int z = from; z < end; z++) {
			part->near[n] = z;
			n += part->depth[i->n + z] < *left && pairs_with[faces3_kind(j->faces, z)] == k;
		}
	}
	near->from[TO_NOTHING] = n;
	return n;
}

void list3_faces(struct list3_part *part, const struct list3_view *v, int a, int b, vec3 h, double margin)
{
	const struct pebbles *p = v->pebbles;
	struct sift3 i = sift3_of(p, a, v->frame), j = sift3_of(p, b, v->frame);
	vec3 between = v3(v->x[0][b] + h.x - v->x[0][a], v->x[1][b] + h.y - v->x[1][a], v->x[2][b] + h.z - v->x[2][a]);
	double far = pebbles_form(p, a)->fat * p->size[a] + pebbles_form(p, b)->fat * p->size[b] + margin;
	double left = 1e-9 * (p->reach[a] + p->reach[b] + far); /* so that rounding loses nothing */
	struct sifted near;

	if (!sift(part, &i, &j, h, between, far, &left, &near))
		return;
	for (int k = 0; k < i.n; k++) {
		int to = partners_of(faces3_kind(i.faces, k)), n = part->n_cand;

		if (to == TO_NOTHING || !(part->depth[k] < left))
			continue;
		const struct pebble *q = &i.at[k];
		MEM_GROW(part->cand, &part->cap_cand, (size_t)n + (size_t)(near.from[to + 1] - near.from[to]) + 1);
		for (int m = near.from[to]; m < near.from[to + 1]; m++) {
			const struct pebble *o = &j.at[part->near[m]];
			double x = o->x + h.x - q->x, y = o->y + h.y - q->y, w = o->z + h.z - q->z, lim = q->r + o->r + margin;

			part->cand[n] = (struct list3_cand){ p->first[a] + k, p->first[b] + part->near[m] };
			n += (part->depth[k] + part->depth[i.n + part->near[m]] < left) & (x * x + y * y + w * w < lim * lim);
		}
		part->n_cand = n;
	}
}

/* ---- meshes and cylinders ---- */

static int up(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Put into part->near the features of a mesh that may be within far of x and may touch a feature of this kind, in order. */
static int mesh_near(struct list3_part *part, const struct facets *f, enum feature_kind kind, vec3 x, double far)
{
	int n = facets_near(f, x, far, &part->near, &part->cap_near), some = 0, m = 0;

	if (kind == FEATURE_VERTEX)
		return n;
	MEM_GROW(part->near, &part->cap_near, 4 * (size_t)n + 1);
	for (int k = 0; k < n; k++)
		for (int z = 0, face = part->near[k]; z < 3; z++) {
			int edge = f->edge[3 * face + z], v = f->face[face][z];

			if (kind == FEATURE_EDGE ? edge >= 0 : f->sharp[v])
				part->near[n + some++] = f->n_face + (kind == FEATURE_EDGE ? edge : 3 * f->n_face + v);
		}
	if (some > 1)
		qsort(part->near + n, (size_t)some, sizeof *part->near, up);
	for (int k = n; k < n + some; k++) /* each one once */
		if (k == n || part->near[k] != part->near[k - 1])
			part->near[n + m++] = part->near[k];
	for (int k = 0; k < m; k++)
		part->near[k] = part->near[n + k];
	return m;
}

void list3_faces_wall(struct list3_part *part, const struct list3_view *v, int a, const struct wall3 *wall, int first,
	double margin)
{
	const struct pebbles *p = v->pebbles;
	const struct faces3 *f = pebbles_faces(p, a);
	double r = pebbles_form(p, a)->fat * p->size[a], slack = 1e-9 * (p->reach[a] + margin); /* so that rounding loses nothing */
	double far = p->reach[a] + margin + slack;
	vec3 x = v3(v->x[0][a], v->x[1][a], v->x[2][a]), ignored;

	if (wall->kind == FORM_MESH ? !facets_near(wall->facets, v3_sub(x, wall->shift), far, &part->near, &part->cap_near) :
	                              !(wall3_from(wall, x, &ignored) < far))
		return;
	for (int k = p->first[a]; k < p->first[a + 1]; k++) {
		const struct pebble *q = &p->at[k];
		struct feature3 i = { f, &v->frame[a], k - p->first[a], v3(q->x, q->y, q->z) };
		enum feature_kind kind = faces3_kind(f, i.k);
		struct nearest3 to;
		int n = 1, corners;

		if (kind == FEATURE_NONE || (wall->kind != FORM_MESH && kind > FEATURE_EDGE))
			continue;
		if (wall->kind == FORM_MESH)
			n = mesh_near(part, wall->facets, kind, v3_sub(i.middle, wall->shift), q->r + margin);
		for (int z = 0; z < n; z++) {
			int o = wall->kind == FORM_MESH ? part->near[z] : 0;

			if (faces3_from_wall(&i, wall, o, &to, &corners) < r + margin + slack)
				cand_add(part, k, first + o);
		}
	}
}
