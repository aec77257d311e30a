/* pack.c: neighbours, overlaps, random and regular places */
#include "scene/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* ---- cells: a grid per class of sizes, so that few large bodies do not spoil the search among many small ones ---- */

enum { LEVELS = 24 };
struct level { double reach, cell[2]; int nx, ny, *head; };
struct cells {
	const struct pack *p;
	const double *reach;    /* [n] at scale 1 */
	double scale;
	int n_level;
	struct level level[LEVELS];
	int *next, *level_of;   /* [n] */
};

static void cells_init(struct cells *c, const struct pack *p, const double *reach, double scale, double pad)
{
	double most = 0;

	*c = (struct cells){ .p = p, .reach = reach, .scale = scale };
	c->next = MEM_NEW(int, (size_t)p->n);
	c->level_of = MEM_NEW(int, (size_t)p->n);
	for (int i = 0; i < p->n; i++)
		most = fmax(most, reach[i]);
	for (int i = 0; i < p->n; i++) {
		int l = 0;

		/* levels by factors of two; the last takes all that is smaller */
		for (double r = most / 2; l < LEVELS - 1 && reach[i] <= r; r /= 2)
			l++;
		c->level_of[i] = l;
		c->n_level = l + 1 > c->n_level ? l + 1 : c->n_level;
		c->level[l].reach = fmax(c->level[l].reach, reach[i]);
	}
	for (int l = 0; l < c->n_level; l++) {
		struct level *v = &c->level[l];
		double w = p->hi[0] - p->lo[0], h = p->hi[1] - p->lo[1];
		/* no more cells than a few per body */
		double cell = fmax(2 * scale * v->reach + pad, sqrt(w * h / (4.0 * p->n + 16)));

		v->nx = (int)fmin(fmax(floor(w / cell), 1), 1 << 14);
		v->ny = (int)fmin(fmax(floor(h / cell), 1), 1 << 14);
		v->cell[0] = w / v->nx;
		v->cell[1] = h / v->ny;
		v->head = MEM_NEW(int, (size_t)v->nx * (size_t)v->ny);
		memset(v->head, -1, (size_t)v->nx * (size_t)v->ny * sizeof *v->head);
	}
}

static void cells_free(struct cells *c)
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

static void cells_add(struct cells *c, int i)
{
	struct level *v = &c->level[c->level_of[i]];
	int kx = clamp((int)floor((c->p->x[i] - c->p->lo[0]) / v->cell[0]), v->nx);
	int ky = clamp((int)floor((c->p->y[i] - c->p->lo[1]) / v->cell[1]), v->ny);
	int *head = &v->head[ky * v->nx + kx];

	c->next[i] = *head;
	*head = i;
}

/* floor(k / n) for any sign. */
static int fold(int k, int n)
{
	return k >= 0 ? k / n : -((n - 1 - k) / n);
}

/* Append to out the bodies of a level within cut of body i, as pairs (i, j) with j's shift. */
static void cells_near(const struct cells *c, int i, int l, double pad, struct pack_pairs *out)
{
	const struct pack *p = c->p;
	const struct level *v = &c->level[l];
	double w = p->hi[0] - p->lo[0], h = p->hi[1] - p->lo[1];
	double far = c->scale * (c->reach[i] + v->reach) + pad;
	int x0 = (int)floor((p->x[i] - far - p->lo[0]) / v->cell[0]), x1 = (int)floor((p->x[i] + far - p->lo[0]) / v->cell[0]);
	int y0 = (int)floor((p->y[i] - far - p->lo[1]) / v->cell[1]), y1 = (int)floor((p->y[i] + far - p->lo[1]) / v->cell[1]);

	if (!p->periodic[0]) {
		x0 = clamp(x0, v->nx);
		x1 = clamp(x1, v->nx);
	}
	if (!p->periodic[1]) {
		y0 = clamp(y0, v->ny);
		y1 = clamp(y1, v->ny);
	}
	for (int ky = y0; ky <= y1; ky++) {
		for (int kx = x0; kx <= x1; kx++) {
			int mx = fold(kx, v->nx), my = fold(ky, v->ny);
			double sx = mx * w, sy = my * h;

			for (int j = v->head[(ky - my * v->ny) * v->nx + kx - mx * v->nx]; j >= 0; j = c->next[j]) {
				double dx = p->x[j] + sx - p->x[i], dy = p->y[j] + sy - p->y[i];
				double cut = c->scale * (c->reach[i] + c->reach[j]) + pad;

				if (dx * dx + dy * dy >= cut * cut || (j == i && mx == 0 && my == 0))
					continue;
				MEM_GROW(out->pair, &out->cap, (size_t)out->n + 1);
				out->pair[out->n++] = (struct pack_pair){ i, j, sx, sy };
			}
		}
	}
}

void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out)
{
	struct cells c;

	cells_init(&c, p, reach, scale, pad);
	for (int i = 0; i < p->n; i++)
		cells_add(&c, i);
	out->n = 0;
	for (int i = 0; i < p->n; i++) {
		for (int l = 0; l <= c.level_of[i]; l++) {
			int from = out->n;

			cells_near(&c, i, l, pad, out);
			if (l < c.level_of[i])
				continue;
			/* bodies of one class find each other twice: keep one of the two */
			int to = from;
			for (int k = from; k < out->n; k++) {
				struct pack_pair q = out->pair[k];

				if (q.j > i || (q.j == i && (q.sx > 0 || (q.sx == 0 && q.sy > 0))))
					out->pair[to++] = q;
			}
			out->n = to;
		}
	}
	cells_free(&c);
}

/* ---- overlaps ---- */

static double *reaches(const struct pack *p)
{
	double *reach = MEM_NEW(double, (size_t)p->n);

	for (int i = 0; i < p->n; i++)
		reach[i] = p->size[i] * shape_reach(p->shape[i]);
	return reach;
}

static struct place place_of(const struct pack *p, int i, double scale)
{
	return place_make(p->shape[i], p->size[i] * scale, p->x[i], p->y[i], p->angle[i]);
}

/* Whether a body is inside the box along the axes that are not periodic. */
static int inside(const struct pack *p, const struct place *q)
{
	double lo[2], hi[2];

	place_box(q, lo, hi);
	for (int d = 0; d < 2; d++)
		if (!p->periodic[d] && (lo[d] < p->lo[d] || hi[d] > p->hi[d]))
			return 0;
	return 1;
}

int pack_overlaps(const struct pack *p, double scale, int *bad)
{
	double *reach = reaches(p);
	struct pack_pairs pairs = { 0 };
	int n = 0;

	pack_find_pairs(p, reach, scale, 0, &pairs);
	for (int k = 0; k < pairs.n; k++) {
		struct pack_pair q = pairs.pair[k];
		struct place a = place_of(p, q.i, scale), b = place_of(p, q.j, scale);

		if (place_gap(&a, &b, q.sx, q.sy) < 0) {
			n++;
			if (bad)
				*bad = q.i;
		}
	}
	for (int i = 0; i < p->n; i++) {
		struct place a = place_of(p, i, scale);

		if (!inside(p, &a)) {
			n++;
			if (bad)
				*bad = i;
		}
	}
	free(pairs.pair);
	free(reach);
	return n;
}

/* ---- random sequential addition ---- */

struct by_reach { double reach; int i; };

static int larger_first(const void *a, const void *b)
{
	const struct by_reach *u = a, *v = b;

	return u->reach > v->reach ? -1 : u->reach < v->reach ? 1 : u->i - v->i;
}

/* Try one place for body i; nonzero when it fits. */
static int try_place(struct pack *p, int i, const struct cells *c, struct pack_pairs *near, struct rng *g)
{
	struct place a;

	if (p->turn)
		p->angle[i] = 6.283185307179586 * rng_uniform(g);
	p->x[i] = p->lo[0] + (p->hi[0] - p->lo[0]) * rng_uniform(g);
	p->y[i] = p->lo[1] + (p->hi[1] - p->lo[1]) * rng_uniform(g);
	a = place_of(p, i, c->scale);
	if (!inside(p, &a))
		return 0;
	near->n = 0;
	for (int l = 0; l < c->n_level; l++)
		cells_near(c, i, l, 0, near);
	/* its own images are not in the cells yet */
	double wide = 2 * shape_reach(a.shape) * a.size;

	for (int my = -p->periodic[1]; my <= p->periodic[1]; my++)
		for (int mx = -p->periodic[0]; mx <= p->periodic[0]; mx++)
			if ((mx || my) && wide > (mx ? p->hi[0] - p->lo[0] : 0) && wide > (my ? p->hi[1] - p->lo[1] : 0) &&
			    place_gap(&a, &a, mx * (p->hi[0] - p->lo[0]), my * (p->hi[1] - p->lo[1])) < 0)
				return 0;
	for (int k = 0; k < near->n; k++) {
		struct place b = place_of(p, near->pair[k].j, c->scale);

		if (place_gap(&a, &b, near->pair[k].sx, near->pair[k].sy) < 0)
			return 0;
	}
	return 1;
}

int pack_random(struct pack *p, double scale, int tries, struct rng *g)
{
	double *reach = reaches(p);
	struct by_reach *order = MEM_NEW(struct by_reach, (size_t)p->n);
	struct pack_pairs near = { 0 };
	struct cells c;
	int placed = 0;

	for (int i = 0; i < p->n; i++)
		order[i] = (struct by_reach){ reach[i], i };
	qsort(order, (size_t)p->n, sizeof *order, larger_first);
	cells_init(&c, p, reach, scale, 0);
	for (int k = 0; k < p->n; k++) {
		int i = order[k].i, left = tries;

		while (left > 0 && !try_place(p, i, &c, &near, g))
			left--;
		if (left == 0)
			break;
		cells_add(&c, i);
		placed++;
	}
	cells_free(&c);
	free(near.pair);
	free(order);
	free(reach);
	return placed;
}

/* ---- lattices ---- */

int pack_lattice(struct pack *p, int hexagonal, double spacing)
{
	double w = p->hi[0] - p->lo[0], h = p->hi[1] - p->lo[1];
	double row = hexagonal ? spacing * 0.8660254037844386 : spacing, tiny = 1e-9 * spacing;
	/* hexagonal rows are shifted by half a cell: a periodic box needs an even number of rows, a closed one loses half a cell */
	double room = h - (hexagonal && !p->periodic[1] ? spacing - row : 0);
	int nx = (int)floor((w - (hexagonal && !p->periodic[0] ? spacing / 2 : 0) + tiny) / spacing);
	int ny = (int)floor((room + tiny) / row), placed = 0;

	if (hexagonal && p->periodic[1])
		ny -= ny % 2;
	if (nx < 1 || ny < 1)
		return 0;
	double dx = p->periodic[0] ? w / nx : spacing, dy = p->periodic[1] ? h / ny : row;
	for (int k = 0; k < p->n && k < nx * ny; k++, placed++) {
		int kx = k % nx, ky = k / nx;

		p->x[k] = p->lo[0] + (kx + 0.5 + (hexagonal && ky % 2 ? 0.5 : 0)) * dx;
		p->y[k] = p->lo[1] + (p->periodic[1] ? (ky + 0.5) * dy : ky * dy + spacing / 2);
		if (p->periodic[0] && p->x[k] >= p->hi[0])
			p->x[k] -= w;
	}
	return placed;
}
