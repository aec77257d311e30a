/* samples3.c: points of a surface */
#include "contact/samples3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/skin.h"

void samples3_init(struct samples3 *s, const struct implicit *o, int edges)
{
	struct solid body = { .n_bump = o->n, .bump = (struct bump *)(uintptr_t)o->bump, .turn = { 1, 0, 0, 0 } };
	struct mesh m;

	memcpy(body.a, o->a, sizeof body.a);
	skin_shape(&m, &(struct shape){ .kind = SHAPE_OBJECT, .solid = &body }, edges);
	*s = (struct samples3){ .n = m.n_vertex, .at = MEM_NEW(vec3, (size_t)m.n_vertex),
		.from = MEM_ZERO(int, (size_t)m.n_vertex + 2), .next = MEM_NEW(int, 3 * (size_t)m.n_triangle) };
	for (int k = 0; k < s->n; k++)
		s->at[k] = v3_from(m.xyz[k]);
	/* around every vertex each neighbour once: the triangles' edges as they are directed */
	for (int k = 0; k < 3 * m.n_triangle; k++)
		s->from[m.tri[k / 3][k % 3] + 2]++;
	for (int k = 0; k < s->n; k++)
		s->from[k + 2] += s->from[k + 1];
	for (int k = 0; k < 3 * m.n_triangle; k++) {
		int a = m.tri[k / 3][k % 3], b = m.tri[k / 3][(k % 3 + 1) % 3];

		s->next[s->from[a + 1]++] = b;
		s->apart = fmax(s->apart, v3_norm(v3_sub(s->at[a], s->at[b])));
	}
	mesh_free(&m);
}

void samples3_free(struct samples3 *s)
{
	free(s->at);
	free(s->from);
	free(s->next);
	*s = (struct samples3){ 0 };
}
