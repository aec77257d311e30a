/* triangulate_loop.c: triangles between points on a sphere
 *
 * On an edge stands the triangle whose plane has no other corner above it; then its two other edges follow. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "mesh/triangulate.h"

void triangulate_loop(struct mesh *m, int n, const int *loop)
{
	struct { int from, to; } *stack = mem_new((size_t)n, sizeof *stack);
	int open = 0;

	stack[open].from = 0;
	stack[open++].to = n - 1;
	while (open) {
		const int from = stack[--open].from, to = stack[open].to;
		const vec3 a = v3_from(m->xyz[loop[from]]), along = v3_sub(v3_from(m->xyz[loop[to]]), a);
		int top = from + 1;
		vec3 up = v3_cross(v3_sub(v3_from(m->xyz[loop[top]]), a), along);

		if (to - from < 2)
			continue;
		for (int k = from + 2; k < to; k++) {
			const vec3 w = v3_sub(v3_from(m->xyz[loop[k]]), a);

			if (v3_dot(w, up) > 0) {
				top = k;
				up = v3_cross(w, along);
			}
		}
		mesh_add_triangle(m, loop[from], loop[top], loop[to]);
		stack[open].from = from;
		stack[open++].to = top;
		stack[open].from = top;
		stack[open++].to = to;
	}
	free(stack);
}
