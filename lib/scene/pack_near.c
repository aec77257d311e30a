/* pack_near.c: cell lists of a packing, and its near pairs */
#include "scene/pack_near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

void pack_cells_init(struct pack_cells *c, const struct pack *p, const double *far, const double *by)
{
	double most = 0, room = 1, spare;

	*c = (struct pack_cells){ .p = p, .far = far };
	c->next = MEM_NEW(int, (size_t)p->n);
	c->level_of = MEM_NEW(int, (size_t)p->n);
	for (int i = 0; i < p->n; i++)
		most = fmax(most, by[i]);
	for (int i = 0; i < p->n; i++) {
		int l = 0;

		/* levels by factors of two; the last level takes all smaller bodies */
		for (double r = most / 2; l < PACK_LEVELS - 1 && by[i] <= r; r /= 2)
			l++;
		c->level_of[i] = l;
		c->n_level = l + 1 > c->n_level ? l + 1 : c->n_level;
		c->level[l].far = fmax(c->level[l].far, far[i]);
	}
	for (int k = 0; k < p->dim; k++)
		room *= pack_edge(p, k);
	room /= 4.0 * p->n + 16; /* limits the number of cells to a few per body */
	spare = p->dim == 3 ? cbrt(room) : sqrt(room);
	for (int l = 0; l < c->n_level; l++) {
		struct pack_level *v = &c->level[l];
		double cell = fmax(2 * v->far, spare);
		size_t all = 1;

		for (int k = 0; k < p->dim; k++) {
			v->n[k] = (int)fmin(fmax(floor(pack_edge(p, k) / cell), 1), p->dim == 3 ? 1 << 10 : 1 << 14);
			v->cell[k] = pack_edge(p, k) / v->n[k];
			all *= (size_t)v->n[k];
		}
		v->head = MEM_NEW(int, all);
		memset(v->head, -1, all * sizeof *v->head);
	}
}

void pack_cells_free(struct pack_cells *c)
{
	for (int l = 0; l < c->n_level; l++)
		free(c->level[l].head);
	free(c->next);
	free(c->level_of);
}

static int clamp(int k, int n)
{
	return k < 0 ? 0 : k >= n ? n - 1 : k;
}

static inline int cell_of(const struct pack_cells *c, const struct pack_level *v, int k, double x)
{
	return (int)floor((x - c->p->lo[k]) / v->cell[k]);
}

void pack_cells_add(struct pack_cells *c, int i)
{
	struct pack_level *v = &c->level[c->level_of[i]];
	int at = 0;

	for (int k = c->p->dim - 1; k >= 0; k--)
		at = at * v->n[k] + clamp(cell_of(c, v, k, c->p->x[i][k]), v->n[k]);
	c->next[i] = v->head[at];
	v->head[at] = i;
}

/* floor(k / n) for k of any sign. */
static inline int fold(int k, int n)
{
	return k >= 0 ? k / n : -((n - 1 - k) / n);
}

/* Append the near bodies in a cell, or in the image of a cell, to out. */
static inline int near_in_cell(const struct pack_cells *c, int dim, int i, const struct pack_level *v, const int k[3],
	struct pack_pairs *out)
{
	const struct pack *p = c->p;
	struct pack_pair q = { .i = i };
	int at = 0, own = 1;

	for (int a = dim - 1; a >= 0; a--) {
		int m = fold(k[a], v->n[a]);

		q.shift[a] = m * pack_edge(p, a);
		at = at * v->n[a] + k[a] - m * v->n[a];
		own &= m == 0;
	}
	for (q.j = v->head[at]; q.j >= 0; q.j = c->next[q.j]) {
		double cut = c->far[i] + c->far[q.j], square = 0;

		for (int a = 0; a < dim; a++) {
			double d = p->x[q.j][a] + q.shift[a] - p->x[i][a];

			square += d * d;
		}
		if (square >= cut * cut || (q.j == i && own))
			continue;
		if (c->inner && square < (c->inner[i] + c->inner[q.j]) * (c->inner[i] + c->inner[q.j]))
			return 1;
		MEM_GROW(out->pair, &out->cap, (size_t)out->n + 1);
		out->pair[out->n++] = q;
	}
	return 0;
}

static inline int near_in_levels(const struct pack_cells *c, int dim, int i, int levels, struct pack_pairs *out)
{
	const struct pack *p = c->p;
	int from[3] = { 0 }, to[3] = { 0 }, k[3];

	for (int l = 0; l < levels; l++) {
		const struct pack_level *v = &c->level[l];

		for (int a = 0; a < dim; a++) {
			double far = c->far[i] + v->far;

			from[a] = cell_of(c, v, a, p->x[i][a] - far);
			to[a] = cell_of(c, v, a, p->x[i][a] + far);
			if (!p->periodic[a]) {
				from[a] = clamp(from[a], v->n[a]);
				to[a] = clamp(to[a], v->n[a]);
			}
		}
		for (k[2] = from[2]; k[2] <= to[2]; k[2]++)
			for (k[1] = from[1]; k[1] <= to[1]; k[1]++)
				for (k[0] = from[0]; k[0] <= to[0]; k[0]++)
					if (near_in_cell(c, dim, i, v, k, out))
						return 1;
	}
	return 0;
}

int pack_cells_near(const struct pack_cells *c, int i, int levels, struct pack_pairs *out)
{
	return c->p->dim == 3 ? near_in_levels(c, 3, i, levels, out) : near_in_levels(c, 2, i, levels, out);
}

/* Of the two opposite images of a body, exactly one is the first. */
static int is_first_image(int dim, const double shift[3])
{
	if (dim == 2)
		return shift[0] != 0 ? shift[0] > 0 : shift[1] > 0;
	return shift[2] != 0 ? shift[2] > 0 : shift[1] != 0 ? shift[1] > 0 : shift[0] > 0;
}

/* Growth depends on the order of pairs to the last bit, so the order is fixed. In the plane a body has the pairs with larger
 * classes and, in its own class, with the bodies after it. In space it has the pairs with the bodies after it. */
void pack_cells_pairs(const struct pack_cells *c, int i, struct pack_pairs *out)
{
	int dim = c->p->dim, to = out->n, k = to;

	pack_cells_near(c, i, dim == 3 ? c->n_level : c->level_of[i] + 1, out);
	for (; k < out->n; k++) {
		const struct pack_pair q = out->pair[k];

		if (q.j > i || (q.j == i && is_first_image(dim, q.shift)) || (dim == 2 && c->level_of[q.j] < c->level_of[i]))
			out->pair[to++] = q;
	}
	out->n = to;
}

void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out)
{
	double *far = MEM_NEW(double, (size_t)p->n);
	struct pack_cells c;

	for (int i = 0; i < p->n; i++)
		far[i] = scale * reach[i] + pad / 2;
	pack_cells_init(&c, p, far, p->dim == 3 ? far : reach);
	for (int i = 0; i < p->n; i++)
		pack_cells_add(&c, i);
	out->n = 0;
	for (int i = 0; i < p->n; i++)
		pack_cells_pairs(&c, i, out);
	pack_cells_free(&c);
	free(far);
}

void pack_wrap(struct pack *p)
{
	struct domain d = { .set = 1 };

	memcpy(d.lo, p->lo, sizeof d.lo);
	memcpy(d.hi, p->hi, sizeof d.hi);
	memcpy(d.periodic, p->periodic, sizeof d.periodic);
	for (int i = 0; i < p->n; i++)
		domain_wrap3(&d, p->x[i], (int64_t[3]){ 0 });
}
