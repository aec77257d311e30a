/* mesh_lines.c: the intervals of lines inside a closed surface of triangles */
#include <stdlib.h>

#include "mesh/meshtree.h"

/* A point of the line is inside if the line has entered more triangles than it has left. */
static void cut(void *body, double y, double z, struct intervals *s)
{
	struct mesh_lines *b = body;
	int n = meshtree_line(&b->tree, y, z, &b->hit, &b->cap), around = 0;

	for (int k = 0; k + 1 < n; k++) {
		around -= b->hit[k].sign;
		if (around > 0 && b->hit[k].x < b->hit[k + 1].x)
			intervals_add(s, b->hit[k].x, b->hit[k + 1].x);
	}
}

void mesh_lines_init(struct mesh_lines *b, const struct mesh *m)
{
	*b = (struct mesh_lines){ .lines = { .cut = cut, .body = b } };
	meshtree_init(&b->tree, m);
	for (int k = 0; k < 3 && b->tree.tree.n > 0; k++) {
		b->lines.lo[k] = b->tree.tree.node[0].lo[k];
		b->lines.hi[k] = b->tree.tree.node[0].hi[k];
	}
}

void mesh_lines_free(struct mesh_lines *b)
{
	meshtree_free(&b->tree);
	free(b->hit);
}
