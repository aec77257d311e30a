/* bonds.c: bond-orientational order */
#include "measure/bonds.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "measure/pairs.h"

void bonds_init(struct bonds *b, int n, int k)
{
	*b = (struct bonds){ n, k, mem_zero((size_t)n, sizeof *b->at) };
}

void bonds_free(struct bonds *b)
{
	free(b->at);
}

static void add(struct bonds *b, int i, double dx, double dy, double weight)
{
	double r = sqrt(dx * dx + dy * dy);
	double complex z = (dx + I * dy) / r, power = 1;

	if (!(r > 0))
		return;
	for (int k = 0; k < b->k; k++)
		power *= z;
	b->at[i].re += weight * creal(power);
	b->at[i].im += weight * cimag(power);
	b->at[i].weight += weight;
	b->at[i].neighbours++;
}

void bonds_by_cells(struct bonds *b, const struct tessellation *t)
{
	for (int i = 0; i < t->n; i++)
		for (int m = t->first[i]; m < t->first[i + 1]; m++)
			add(b, i, t->neighbour[m].dx, t->neighbour[m].dy, t->neighbour[m].length);
}

static void visit(void *to, int i, int j, double dx, double dy)
{
	add(to, i, dx, dy, 1);
	add(to, j, -dx, -dy, 1);
}

void bonds_by_distance(struct bonds *b, const struct domain *d, const struct grains *g, double distance)
{
	pairs2_each(d, g->n, (const double (*)[2])g->xy, distance, visit, b);
}

int *grains_rows(const struct grains *g, int n_body)
{
	int *row = MEM_NEW(int, n_body);

	for (int k = 0; k < n_body; k++)
		row[k] = -1;
	for (int i = 0; i < g->n; i++)
		row[g->grain[i].body] = i;
	return row;
}

void bonds_by_touch(struct bonds *b, const struct grains *g, const struct touches *t, int n_body)
{
	int *row = grains_rows(g, n_body);

	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];

		if (row[p->a] >= 0 && row[p->b] >= 0)
			visit(b, row[p->a], row[p->b], p->arm_a.x - p->arm_b.x, p->arm_a.y - p->arm_b.y);
	}
	free(row);
}

int bonds_psi(const struct bonds *b, int i, double psi[2])
{
	const struct bond *p = &b->at[i];

	if (!(p->weight > 0))
		return 0;
	psi[0] = p->re / p->weight;
	psi[1] = p->im / p->weight;
	return 1;
}
