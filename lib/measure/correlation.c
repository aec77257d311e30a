/* correlation.c: pair correlation of positions and of orientations */
#include "measure/correlation.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

void correlation_init(struct correlation *c, double reach, int bins)
{
	*c = (struct correlation){ reach, bins, MEM_ZERO(int64_t, bins), MEM_ZERO(double, bins), MEM_ZERO(int64_t, bins),
	                           MEM_ZERO(double, bins) };
}

void correlation_free(struct correlation *c)
{
	free(c->count);
	free(c->expected);
	free(c->oriented);
	free(c->align);
}

struct both { struct correlation *c; const struct grains *g; };

static void visit(void *to, int i, int j, double dx, double dy)
{
	struct both *b = to;
	struct correlation *c = b->c;
	const double *u = b->g->grain[i].u, *v = b->g->grain[j].u;
	int k = (int)(sqrt(dx * dx + dy * dy) / c->reach * c->bins);
	double cosine = u[0] * v[0] + u[1] * v[1];

	if (k >= c->bins)
		return;
	c->count[k]++;
	if ((u[0] != 0 || u[1] != 0) && (v[0] != 0 || v[1] != 0)) {
		c->oriented[k]++;
		c->align[k] += 2 * cosine * cosine - 1;
	}
}

void correlation_add(struct correlation *c, const struct domain *d, const struct grains *g)
{
	struct both b = { c, g };
	struct window2 w;
	double pairs = 0.5 * g->n * (g->n - 1.0), width = c->reach / c->bins;

	window2_of(&w, d, g->n, (const double (*)[2])g->xy);
	for (int k = 0; k < c->bins; k++)
		c->expected[k] += pairs * window_pairs(&w, k * width, (k + 1) * width);
	pairs2_each(d, g->n, (const double (*)[2])g->xy, c->reach, visit, &b);
}
