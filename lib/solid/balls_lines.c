/* balls_lines.c: the intervals of lines inside balls */
#include <math.h>

#include "solid/balls.h"

static void cut(void *body, double y, double z, struct intervals *s)
{
	struct balls_lines *b = body;
	const double lo[3] = { -INFINITY, y, z }, hi[3] = { INFINITY, y, z };

	balltree_find(&b->tree, b->ball, lo, hi);
	for (int k = 0; k < b->tree.n_found; k++) {
		const double *c = b->ball[b->tree.found[k]];
		double dy = y - c[1], dz = z - c[2], h2 = c[3] * c[3] - dy * dy - dz * dz;

		if (h2 > 0)
			intervals_add(s, c[0] - sqrt(h2), c[0] + sqrt(h2));
	}
}

void balls_lines_init(struct balls_lines *b, int n, const double (*ball)[4])
{
	*b = (struct balls_lines){ .lines = { .cut = cut, .body = b }, .ball = ball };
	balltree_init(&b->tree, n, ball);
	for (int k = 0; k < 3 && n > 0; k++) {
		b->lines.lo[k] = b->tree.node[0].lo[k];
		b->lines.hi[k] = b->tree.node[0].hi[k];
	}
}

void balls_lines_free(struct balls_lines *b)
{
	balltree_free(&b->tree);
}
