/* list3_faces.c: the candidates of a body with faces and a wall that its edges touch */
#include <stdlib.h>

#include "base/buf.h"
#include "contact/faces3_wall.h"
#include "neighbour/list3.h"

static void cand_add(struct list3_part *part, int a, int b)
{
	MEM_GROW(part->cand, &part->cap_cand, (size_t)part->n_cand + 1);
	part->cand[part->n_cand++] = (struct list3_cand){ a, b };
}

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
