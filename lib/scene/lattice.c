/* lattice.c: bodies on the sites of a lattice */
#include "scene/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* ---- the plane ---- */

int pack_lattice2(struct pack *p, int hexagonal, double spacing)
{
	enum { MOST = 2000000000 }; /* sites along an axis; bodies are fewer */
	double w = p->hi[0] - p->lo[0], h = p->hi[1] - p->lo[1];
	double row = hexagonal ? spacing * 0.8660254037844386 : spacing, tiny = 1e-9 * spacing;
	/* hexagonal rows are displaced by half a cell: a periodic box needs an even number of rows, a closed box loses half a cell */
	double room = h - (hexagonal && !p->periodic[1] ? spacing - row : 0);
	int nx = (int)fmin(floor((w - (hexagonal && !p->periodic[0] ? spacing / 2 : 0) + tiny) / spacing), MOST);
	int ny = (int)fmin(floor((room + tiny) / row), MOST), placed = 0;

	if (hexagonal && p->periodic[1])
		ny -= ny % 2;
	if (nx < 1 || ny < 1)
		return 0;
	double dx = p->periodic[0] ? w / nx : spacing, dy = p->periodic[1] ? h / ny : row;
	for (int k = 0; k < p->n && k < (int64_t)nx * ny; k++, placed++) {
		int kx = k % nx, ky = k / nx;

		p->x[k][0] = p->lo[0] + (kx + 0.5 + (hexagonal && ky % 2 ? 0.5 : 0)) * dx;
		p->x[k][1] = p->lo[1] + (p->periodic[1] ? (ky + 0.5) * dy : ky * dy + spacing / 2);
		if (p->periodic[0] && p->x[k][0] >= p->hi[0])
			p->x[k][0] -= w;
	}
	return placed;
}

/* ---- space ---- */

const char *const pack_lattice_name[PACK_LATTICES] = { "cubic", "bcc", "fcc", "hcp" };

/* The edges of the cells at spacing 1, and their sites as fractions of the edges. */
static const struct { double edge[3]; int n; double site[4][3]; } lattice[PACK_LATTICES] = {
	{ { 1, 1, 1 }, 1, { { 0, 0, 0 } } },
	{ { 1.1547005383792515, 1.1547005383792515, 1.1547005383792515 }, 2, { { 0, 0, 0 }, { 0.5, 0.5, 0.5 } } },
	{ { 1.4142135623730951, 1.4142135623730951, 1.4142135623730951 }, 4,
	  { { 0, 0, 0 }, { 0.5, 0.5, 0 }, { 0.5, 0, 0.5 }, { 0, 0.5, 0.5 } } },
	{ { 1, 1.7320508075688772, 1.632993161855452 }, 4,
	  { { 0, 0, 0 }, { 0.5, 0.5, 0 }, { 0, 1. / 3, 0.5 }, { 0.5, 5. / 6, 0.5 } } },
};

static int by_layer(const void *a, const void *b)
{
	const double *u = a, *v = b;

	for (int k = 2; k >= 0; k--)
		if (u[k] != v[k])
			return u[k] < v[k] ? -1 : 1;
	return 0;
}

int pack_lattice3(struct pack *p, enum pack_lattice kind, double spacing)
{
	double cell[3], first[3], tiny = 1e-9 * spacing, (*site)[3] = NULL;
	int64_t n[3], most = p->n; /* cells along an axis that hold all bodies, for a box that is far too large */
	int placed;
	size_t cap = 0, sites = 0;

	for (int k = 0; k < 3; k++) {
		double least = spacing * lattice[kind].edge[k], count = floor((pack_edge(p, k) + tiny) / least);

		if (!(count >= p->periodic[k]))
			return 0;
		cell[k] = p->periodic[k] ? pack_edge(p, k) / count : least;
		n[k] = (int64_t)fmin(p->periodic[k] ? count : count + 1, (double)most);
		most = most / (int64_t)fmax(fmin(count, (double)most), 1) + 2; /* a row has a site in each whole cell, a layer a row */
		/* half of the smallest distance between layers keeps the sites of a periodic box off its edges */
		first[k] = p->lo[k] + (p->periodic[k] ? cell[k] / 12 : spacing / 2);
	}
	for (int64_t k = 0; k < n[0] * n[1] * n[2]; k++) {
		if (sites >= (size_t)p->n && k % (n[0] * n[1]) == 0)
			break;
		const int64_t at[3] = { k % n[0], k / n[0] % n[1], k / n[0] / n[1] };

		for (int s = 0; s < lattice[kind].n; s++) {
			double x[3];
			int in = 1;

			for (int a = 0; a < 3; a++) {
				x[a] = first[a] + ((double)at[a] + lattice[kind].site[s][a]) * cell[a];
				in &= p->periodic[a] || x[a] <= p->hi[a] - spacing / 2 + tiny;
			}
			if (!in)
				continue;
			MEM_GROW(site, &cap, sites + 1);
			memcpy(site[sites++], x, sizeof x);
		}
	}
	if (sites)
		qsort(site, sites, sizeof *site, by_layer);
	placed = sites < (size_t)p->n ? (int)sites : p->n;
	if (placed)
		memcpy(p->x, site, (size_t)placed * sizeof *site);
	free(site);
	return placed;
}

void pack_lattice3_box(enum pack_lattice kind, double spacing, int n, const int periodic[3], double box[3])
{
	int cells = 1, count[3];

	while ((double)cells * cells * cells * lattice[kind].n < n)
		cells++;
	count[0] = count[1] = cells;
	count[2] = (int)ceil((double)n / ((double)cells * cells * lattice[kind].n));
	for (int k = 0; k < 3; k++) {
		double last = 0; /* coordinate of the last site in a cell */

		for (int s = 0; s < lattice[kind].n; s++)
			last = fmax(last, lattice[kind].site[s][k]);
		box[k] = spacing * lattice[kind].edge[k] * (count[k] - (periodic[k] ? 0 : 1 - last)) + (periodic[k] ? 0 : spacing);
	}
}
