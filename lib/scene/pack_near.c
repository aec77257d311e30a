/* pack_near.c: cell lists of a packing, and its near pairs */
#include "scene/pack_near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/wide.h"

void pack_cells_init(struct pack_cells *c, const struct pack *p, const double *far, const double *by)
{
	double most = 0, room = 1, spare;

	*c = (struct pack_cells){ .p = p, .far = far };
	c->site = mem_new((size_t)p->n, sizeof *c->site);
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

		v->n[2] = 1;
		for (int k = 0; k < p->dim; k++) {
			v->n[k] = (int)fmin(fmax(floor(pack_edge(p, k) / cell), 1), p->dim == 3 ? 1 << 10 : 1 << 14);
			v->cell[k] = pack_edge(p, k) / v->n[k];
			all *= (size_t)v->n[k];
		}
		v->head = MEM_NEW(int, all + 1);
		memset(v->head, -1, (all + 1) * sizeof *v->head);
	}
}

void pack_cells_free(struct pack_cells *c)
{
	for (int l = 0; l < c->n_level; l++)
		free(c->level[l].head);
	free(c->site);
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

static inline int cell_at(const struct pack_cells *c, const struct pack_level *v, const double *x)
{
	int at = 0;

	for (int k = c->p->dim - 1; k >= 0; k--)
		at = at * v->n[k] + clamp(cell_of(c, v, k, x[k]), v->n[k]);
	return at;
}

static inline struct pack_site site_of(const struct pack_cells *c, int i)
{
	const double *x = c->p->x[i];

	return (struct pack_site){ { x[0], x[1], x[2] }, c->far[i], c->inner ? c->inner[i] : 0, i, -1 };
}

/* The number of a cell along axis a inside the box; k may be beyond it, by *shift. */
static WIDE_INLINE int fold(const struct pack_cells *c, const struct pack_level *v, int a, int k, double *shift)
{
	int n = v->n[a], m;

	*shift = 0;
	if (k >= 0 && k < n)
		return k;
	m = k >= 0 ? k / n : -((n - 1 - k) / n);
	*shift = m * pack_edge(c->p, a);
	return k - m * n;
}

static WIDE_INLINE double square_distance(int dim, const double *from, const struct pack_site *to, const double *shift)
{
	double x = to->x[0] + shift[0] - from[0], y = to->x[1] + shift[1] - from[1], z = 0;

	if (dim == 2)
		return x * x + y * y;
	z = to->x[2] + shift[2] - from[2];
	return x * x + y * y + z * z;
}

static inline void add_pair(struct pack_pairs *out, int i, int j, const double shift[3])
{
	if ((size_t)out->n == out->cap)
		MEM_GROW(out->pair, &out->cap, (size_t)out->n + 1);
	out->pair[out->n++] = (struct pack_pair){ .i = i, .j = j, .shift = { shift[0], shift[1], shift[2] } };
}

/* The numbers of the cells within `far` of body i. */
static WIDE_INLINE void cells_around(const struct pack_cells *c, int dim, int i, const struct pack_level *v, double far,
	int from[3], int to[3])
{
	const struct pack *p = c->p;

	for (int a = 0; a < dim; a++) {
		from[a] = cell_of(c, v, a, p->x[i][a] - far);
		to[a] = cell_of(c, v, a, p->x[i][a] + far);
		if (!p->periodic[a]) {
			from[a] = clamp(from[a], v->n[a]);
			to[a] = clamp(to[a], v->n[a]);
		}
	}
}

/* ---- lists that grow ---- */

void pack_cells_add(struct pack_cells *c, int i)
{
	struct pack_level *v = &c->level[c->level_of[i]];
	int at = cell_at(c, v, c->p->x[i]);

	c->site[i] = site_of(c, i);
	c->site[i].next = v->head[at];
	v->head[at] = i;
}

static WIDE_INLINE void near_in_levels(const struct pack_cells *c, int dim, int i, struct pack_pairs *out)
{
	int low[3] = { 0 }, high[3] = { 0 };
	double shift[3] = { 0 };

	for (int l = 0; l < c->n_level; l++) {
		const struct pack_level *v = &c->level[l];

		cells_around(c, dim, i, v, c->far[i] + v->far, low, high);
		for (int z = low[2]; z <= high[2]; z++) {
			int plane = dim == 3 ? fold(c, v, 2, z, &shift[2]) * v->n[1] : 0;

			for (int y = low[1]; y <= high[1]; y++) {
				const int *row = v->head + (size_t)(plane + fold(c, v, 1, y, &shift[1])) * (size_t)v->n[0];

				for (int x = low[0]; x <= high[0]; x++)
					for (int j = row[fold(c, v, 0, x, &shift[0])]; j >= 0; j = c->site[j].next) {
						double cut = c->far[i] + c->site[j].far;

						if (square_distance(dim, c->p->x[i], &c->site[j], shift) < cut * cut)
							add_pair(out, i, j, shift);
					}
			}
		}
	}
}

void pack_cells_near(const struct pack_cells *c, int i, struct pack_pairs *out)
{
	if (c->p->dim == 3)
		near_in_levels(c, 3, i, out);
	else
		near_in_levels(c, 2, i, out);
}

/* The numbers from .. to in the order of their distance from `middle`, which is one of them: the m-th. */
static inline int outwards(int from, int to, int middle, int m)
{
	int below = middle - from, above = to - middle, both = 2 * (below < above ? below : above);

	if (m <= both)
		return m % 2 ? middle - (m + 1) / 2 : middle + m / 2;
	return below > above ? middle - (m - above) : middle + (m - below);
}

static WIDE_INLINE int blocked_in_levels(const struct pack_cells *c, int dim, int i)
{
	int from[3] = { 0 }, to[3] = { 0 }, middle[3] = { 0 };
	double shift[3] = { 0 }, own = c->inner[i];

	for (int l = 0; l < c->n_level; l++) {
		const struct pack_level *v = &c->level[l];

		cells_around(c, dim, i, v, 0, middle, to);
		cells_around(c, dim, i, v, own + v->far, from, to);
		for (int m = 0; m <= to[2] - from[2]; m++) {
			int plane = dim == 3 ? fold(c, v, 2, outwards(from[2], to[2], middle[2], m), &shift[2]) * v->n[1] : 0;

			for (int o = 0; o <= to[1] - from[1]; o++) {
				int line = plane + fold(c, v, 1, outwards(from[1], to[1], middle[1], o), &shift[1]);
				const int *row = v->head + (size_t)line * (size_t)v->n[0];

				for (int q = 0; q <= to[0] - from[0]; q++) {
					const struct pack_site *site;

					for (int at = row[fold(c, v, 0, outwards(from[0], to[0], middle[0], q), &shift[0])]; at >= 0; at = site->next) {
						site = &c->site[at];
						double touch = own + site->inner;
						if (square_distance(dim, c->p->x[i], site, shift) < touch * touch)
							return 1;
					}
				}
			}
		}
	}
	return 0;
}

void pack_cells_fetch(const struct pack_cells *c, const double *x, int stage)
{
	for (int l = 0; l < c->n_level; l++) {
		const struct pack_level *v = &c->level[l];
		const int *head = &v->head[cell_at(c, v, x)];

		if (stage == 0)
			__builtin_prefetch(head);
		else if (*head >= 0)
			__builtin_prefetch(&c->site[*head]);
	}
}

int pack_cells_blocked(const struct pack_cells *c, int i)
{
	return c->p->dim == 3 ? blocked_in_levels(c, 3, i) : blocked_in_levels(c, 2, i);
}

/* ---- lists of all bodies ---- */

static int cells_of(const struct pack_level *v)
{
	return v->n[0] * v->n[1] * v->n[2];
}

/* The k-th body of an order of all, or of their own; begins to load one that comes soon. */
static WIDE_INLINE int body_at(const struct pack_cells *c, const int *order, int k)
{
	if (!order)
		return k;
	if (k + PACK_SOON < c->p->n)
		pack_cells_soon(c, order[k + PACK_SOON]);
	return order[k];
}

/* Count the bodies of each cell of all levels, one place further on. Returns the cells of the bodies in the
 * order. */
static int *count_bodies(struct pack_cells *c, const int *order)
{
	int *cell = MEM_NEW(int, (size_t)c->p->n);

	for (int l = 0; l < c->n_level; l++) {
		const struct pack_level *v = &c->level[l];

		memset(v->head, 0, ((size_t)cells_of(v) + 1) * sizeof *v->head);
	}
	for (int k = 0; k < c->p->n; k++) {
		int i = body_at(c, order, k);
		struct pack_level *v = &c->level[c->level_of[i]];

		cell[k] = cell_at(c, v, c->p->x[i]);
		v->head[cell[k] + 1]++;
	}
	return cell;
}

/* Sort the sites of a cell by falling bodies. */
static void sort_cell(struct pack_site *site, int n)
{
	for (int k = 1; k < n; k++) {
		struct pack_site s = site[k];
		int m = k;

		for (; m > 0 && site[m - 1].body < s.body; m--)
			site[m] = site[m - 1];
		site[m] = s;
	}
}

void pack_cells_fill(struct pack_cells *c, const int *order)
{
	int *cell = count_bodies(c, order), before = 0;

	/* head[k + 1] becomes the place for the next body of cell k, and so at last that of the first of cell k + 1 */
	for (int l = 0; l < c->n_level; l++) {
		const struct pack_level *v = &c->level[l];

		v->head[0] = before;
		for (int k = 1; k <= cells_of(v); k++) {
			int count = v->head[k];

			v->head[k] = before;
			before += count;
		}
	}
	for (int k = 0; k < c->p->n; k++) {
		int i = body_at(c, order, k);

		c->site[c->level[c->level_of[i]].head[cell[k] + 1]++] = site_of(c, i);
	}
	for (int l = 0; l < c->n_level; l++)
		for (int k = 0; k < cells_of(&c->level[l]); k++) {
			const int *head = c->level[l].head + k;

			if (head[1] - head[0] > 1)
				sort_cell(c->site + head[0], head[1] - head[0]);
		}
	free(cell);
}

/* Of the two opposite images of a body, exactly one is the first. */
static inline int is_first_image(int dim, const double shift[3])
{
	if (dim == 3 && shift[2] != 0)
		return shift[2] > 0;
	return dim == 3 ? shift[1] != 0 ? shift[1] > 0 : shift[0] > 0 : shift[0] != 0 ? shift[0] > 0 : shift[1] > 0;
}

/* The pairs of body i with those of the sites from .. end - 1 that are numbered `least` or higher. */
static WIDE_INLINE void pairs_of_sites(const struct pack_cells *c, int dim, int i, int least, int from, int end,
	const double shift[3], struct pack_pairs *out)
{
	const double x[3] = { c->p->x[i][0], c->p->x[i][1], c->p->x[i][2] }, far = c->far[i];

	for (int at = from; at < end; at++) {
		const struct pack_site *site = &c->site[at];
		double cut = far + site->far;

		/* one branch, which is mostly not taken */
		if ((site->body >= least) & (square_distance(dim, x, site, shift) < cut * cut))
			if (site->body != i || is_first_image(dim, shift))
				add_pair(out, i, site->body, shift);
	}
}

static WIDE_INLINE void pairs_in_level(const struct pack_cells *c, int dim, int i, int least, int l, struct pack_pairs *out)
{
	const struct pack_level *v = &c->level[l];
	int low[3] = { 0 }, high[3] = { 0 };
	double shift[3] = { 0 };

	cells_around(c, dim, i, v, c->far[i] + v->far, low, high);
	for (int z = low[2]; z <= high[2]; z++) {
		int plane = dim == 3 ? fold(c, v, 2, z, &shift[2]) * v->n[1] : 0;

		for (int y = low[1]; y <= high[1]; y++) {
			const int *row = v->head + (size_t)(plane + fold(c, v, 1, y, &shift[1])) * (size_t)v->n[0];

			for (int x = low[0]; x <= high[0];) { /* the cells of a row up to the edge of the box are neighbours */
				int first = fold(c, v, 0, x, &shift[0]), n = high[0] - x + 1;

				n = n < v->n[0] - first ? n : v->n[0] - first;
				pairs_of_sites(c, dim, i, least, row[first], row[first + n], shift, out);
				x += n;
			}
		}
	}
}

/* Growth depends on the order of pairs to the last bit, so the order is fixed. In the plane a body has the pairs with larger
 * classes and, in its own class, with the bodies after it. In space it has the pairs with the bodies after it. */
void pack_cells_pairs(const struct pack_cells *c, int i, struct pack_pairs *out)
{
	int own = c->level_of[i];

	if (c->p->dim == 3)
		for (int l = 0; l < c->n_level; l++)
			pairs_in_level(c, 3, i, i, l, out);
	else
		for (int l = 0; l <= own; l++)
			pairs_in_level(c, 2, i, l < own ? 0 : i, l, out);
}

void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out)
{
	double *far = MEM_NEW(double, (size_t)p->n);
	struct pack_cells c;

	for (int i = 0; i < p->n; i++)
		far[i] = scale * reach[i] + pad / 2;
	pack_cells_init(&c, p, far, p->dim == 3 ? far : reach);
	pack_cells_fill(&c, NULL);
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
