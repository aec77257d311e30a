/* pack3.c: neighbours, overlaps, random and regular places in space */
#include "scene/pack3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "scene/stir.h"

/* ---- cells: a grid per class of sizes, so that few large bodies do not spoil the search among many small ones ---- */

/* What touches to rounding does not overlap: parts of the reaches. */
#define SAME 1e-12

enum { LEVELS = 24 };
struct level { double reach, cell[3]; int n[3], *head; };
struct cells {
	const struct pack3 *p;
	const double *reach;    /* [n] */
	const double *inner;    /* [n] radii of balls about the centres that lie inside; NULL: not looked at */
	int n_level;
	struct level level[LEVELS];
	int *next, *level_of;   /* [n] */
};
/* Body j, shifted, stands near another. */
struct near { int j; double shift[3]; };
struct nears { int n; size_t cap; struct near *item; };

static double edge(const struct pack3 *p, int k)
{
	return p->hi[k] - p->lo[k];
}

static void cells_init(struct cells *c, const struct pack3 *p, const double *reach)
{
	double most = 0, volume = edge(p, 0) * edge(p, 1) * edge(p, 2);

	*c = (struct cells){ .p = p, .reach = reach };
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
		/* no more cells than a few per body, about (4 n + 16) */
		double cell = fmax(2 * v->reach, cbrt(volume / (4.0 * p->n + 16)));
		size_t all = 1;

		for (int k = 0; k < 3; k++) {
			v->n[k] = (int)fmin(fmax(floor(edge(p, k) / cell), 1), 1 << 10);
			v->cell[k] = edge(p, k) / v->n[k];
			all *= (size_t)v->n[k];
		}
		v->head = MEM_NEW(int, all);
		memset(v->head, -1, all * sizeof *v->head);
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

static int cell_of(const struct cells *c, const struct level *v, int k, double x)
{
	return (int)floor((x - c->p->lo[k]) / v->cell[k]);
}

static void cells_add(struct cells *c, int i)
{
	struct level *v = &c->level[c->level_of[i]];
	int at = 0;

	for (int k = 2; k >= 0; k--)
		at = at * v->n[k] + clamp(cell_of(c, v, k, c->p->x[i][k]), v->n[k]);
	c->next[i] = v->head[at];
	v->head[at] = i;
}

/* floor(k / n) for any sign. */
static int fold(int k, int n)
{
	return k >= 0 ? k / n : -((n - 1 - k) / n);
}

/* Append to out the bodies of a cell, which is one of another image perhaps, whose balls meet that of body i. Returns 1 at once
 * where inner balls meet: the bodies overlap however they are turned. */
static int cell_near(const struct cells *c, int i, const struct level *v, const int k[3], struct nears *out)
{
	const struct pack3 *p = c->p;
	struct near near;
	int at = 0, own = 1;

	for (int a = 2; a >= 0; a--) {
		int m = fold(k[a], v->n[a]);

		near.shift[a] = m * edge(p, a);
		at = at * v->n[a] + k[a] - m * v->n[a];
		own &= m == 0;
	}
	for (near.j = v->head[at]; near.j >= 0; near.j = c->next[near.j]) {
		double cut = c->reach[i] + c->reach[near.j], square = 0;

		for (int a = 0; a < 3; a++) {
			double d = p->x[near.j][a] + near.shift[a] - p->x[i][a];

			square += d * d;
		}
		if (square >= cut * cut || (near.j == i && own))
			continue;
		if (c->inner && square < (c->inner[i] + c->inner[near.j]) * (c->inner[i] + c->inner[near.j]))
			return 1;
		MEM_GROW(out->item, &out->cap, (size_t)out->n + 1);
		out->item[out->n++] = near;
	}
	return 0;
}

static int cells_near(const struct cells *c, int i, struct nears *out)
{
	const struct pack3 *p = c->p;
	int from[3], to[3], k[3];

	out->n = 0;
	for (int l = 0; l < c->n_level; l++) {
		const struct level *v = &c->level[l];

		for (int a = 0; a < 3; a++) {
			double far = c->reach[i] + v->reach;

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
					if (cell_near(c, i, v, k, out))
						return 1;
	}
	return 0;
}

void pack3_wrap(struct pack3 *p)
{
	for (int i = 0; i < p->n; i++)
		for (int k = 0; k < 3; k++) {
			double *x = &p->x[i][k];

			if (p->periodic[k])
				*x -= edge(p, k) * floor((*x - p->lo[k]) / edge(p, k));
			if (p->periodic[k] && *x >= p->hi[k]) /* rounded up */
				*x = p->lo[k];
		}
}

/* Of a body's two images on opposite sides one will do. */
static int is_first_image(const double shift[3])
{
	return shift[2] != 0 ? shift[2] > 0 : shift[1] != 0 ? shift[1] > 0 : shift[0] > 0;
}

void pack3_find_pairs(const struct pack3 *p, const double *reach, double scale, double pad, struct pack3_pairs *out)
{
	double *far = MEM_NEW(double, (size_t)p->n);
	struct nears near = { 0 };
	struct cells c;

	for (int i = 0; i < p->n; i++)
		far[i] = scale * reach[i] + pad / 2;
	cells_init(&c, p, far);
	for (int i = 0; i < p->n; i++)
		cells_add(&c, i);
	out->n = 0;
	for (int i = 0; i < p->n; i++) {
		cells_near(&c, i, &near);
		for (int k = 0; k < near.n; k++) {
			const struct near *q = &near.item[k];

			if (q->j < i || (q->j == i && !is_first_image(q->shift)))
				continue;
			MEM_GROW(out->pair, &out->cap, (size_t)out->n + 1);
			out->pair[out->n++] = (struct pack3_pair){ i, q->j, { q->shift[0], q->shift[1], q->shift[2] }, { 0, 0, 0 } };
		}
	}
	cells_free(&c);
	free(near.item);
	free(far);
}

/* ---- overlaps ---- */

static double *reaches(const struct pack3 *p)
{
	double *reach = MEM_NEW(double, (size_t)p->n);

	for (int i = 0; i < p->n; i++)
		reach[i] = p->size[i] * shape_reach(p->shape[i]);
	return reach;
}

/* Whether a body is inside the box along the axes that are not periodic. */
static int inside(const struct pack3 *p, const struct pose3 *q, double tol)
{
	double lo[3], hi[3];
	int near = 0;

	for (int k = 0; k < 3; k++)
		near |= !p->periodic[k] && (q->x[k] - q->reach < p->lo[k] - tol || q->x[k] + q->reach > p->hi[k] + tol);
	if (!near)
		return 1;
	pose3_box(q, lo, hi);
	for (int k = 0; k < 3; k++)
		if (!p->periodic[k] && (lo[k] < p->lo[k] - tol || hi[k] > p->hi[k] + tol))
			return 0;
	return 1;
}

/* The largest ball about the centre that is known to lie inside of a shape, as its pose counts it. */
static double inner_radius(struct surfaces3 *surfaces, const struct shape *s)
{
	const struct solid *o = s->solid;
	double r = 0;

	if (objects3_plain(s))
		return fmin(o->a[0], fmin(o->a[1], o->a[2]));
	if (s->kind == SHAPE_OBJECT && objects3_good(s))
		return objects3_find(&surfaces->objects, s)->inner;

	for (int k = 0; k < o->n && o->ball; k++) {
		const double *c = o->ball[k];

		r = fmax(r, c[3] - sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]));
	}
	return r;
}

static void poses_free(struct pose3 *pose, int n, struct surfaces3 *surfaces)
{
	for (int i = 0; i < n; i++)
		pose3_free(&pose[i]);
	free(pose);
	surfaces3_free(surfaces);
}

int pack3_overlaps(const struct pack3 *p, int *bad)
{
	struct surfaces3 surfaces = { 0 };
	struct pose3 *pose = MEM_ZERO(struct pose3, (size_t)p->n);
	double *reach = reaches(p);
	struct nears near = { 0 };
	struct cells c;
	int n = 0;

	cells_init(&c, p, reach);
	for (int i = 0; i < p->n; i++) {
		pose3_place(&pose[i], &surfaces, p->shape[i], p->size[i], p->x[i], p->q[i]);
		cells_add(&c, i);
	}
	for (int i = 0; i < p->n; i++) {
		int found = inside(p, &pose[i], SAME * reach[i]) ? 0 : 1;

		cells_near(&c, i, &near);
		for (int k = 0; k < near.n; k++)
			if (near.item[k].j >= i) {
				double tol = SAME * (reach[i] + reach[near.item[k].j]);

				found += pose3_gap(&pose[i], &pose[near.item[k].j], near.item[k].shift, -tol) < -tol;
			}
		if (found && bad)
			*bad = i;
		n += found;
	}
	cells_free(&c);
	free(near.item);
	free(reach);
	poses_free(pose, p->n, &surfaces);
	return n;
}

/* ---- random sequential addition ---- */

struct by_reach { double reach; int i; };

static int larger_first(const void *a, const void *b)
{
	const struct by_reach *u = a, *v = b;

	return u->reach > v->reach ? -1 : u->reach < v->reach ? 1 : u->i - v->i;
}

/* Whether a body overlaps an image of its own. */
static int meets_itself(const struct pack3 *p, const struct pose3 *q)
{
	for (int m = 0; m < 27; m++) {
		const int at[3] = { m % 3 - 1, m / 3 % 3 - 1, m / 9 - 1 };
		double shift[3];
		int far = m == 13;

		for (int k = 0; k < 3; k++) {
			shift[k] = at[k] * edge(p, k);
			far |= at[k] && (!p->periodic[k] || 2 * q->reach <= edge(p, k));
		}
		if (!far && pose3_overlap(q, q, shift))
			return 1;
	}
	return 0;
}

/* Try one place for body i; nonzero when it fits. */
static int try_place(struct pack3 *p, int i, struct pose3 *pose, struct surfaces3 *surfaces, const struct cells *c,
	struct nears *near, struct rng *g)
{
	for (int k = 0; k < 3; k++)
		p->x[i][k] = p->lo[k] + edge(p, k) * rng_uniform(g);
	if (cells_near(c, i, near))
		return 0;
	if (p->turn)
		stir3_rotation(p->q[i], g);
	pose3_place(&pose[i], surfaces, p->shape[i], p->size[i], p->x[i], p->q[i]);
	for (int k = 0; k < near->n; k++)
		if (pose3_overlap(&pose[i], &pose[near->item[k].j], near->item[k].shift))
			return 0;
	return !meets_itself(p, &pose[i]) && inside(p, &pose[i], 0);
}

int pack3_random(struct pack3 *p, int tries, struct rng *g)
{
	struct surfaces3 surfaces = { 0 };
	struct pose3 *pose = MEM_ZERO(struct pose3, (size_t)p->n);
	double *reach = reaches(p), *inner = MEM_NEW(double, (size_t)p->n);
	struct by_reach *order = MEM_NEW(struct by_reach, (size_t)p->n);
	struct nears near = { 0 };
	struct cells c;
	int placed = 0;

	for (int i = 0; i < p->n; i++) {
		order[i] = (struct by_reach){ reach[i], i };
		inner[i] = p->size[i] * inner_radius(&surfaces, p->shape[i]);
	}
	qsort(order, (size_t)p->n, sizeof *order, larger_first);
	cells_init(&c, p, reach);
	c.inner = inner;
	for (int k = 0; k < p->n; k++) {
		int i = order[k].i, left = tries;

		while (left > 0 && !try_place(p, i, pose, &surfaces, &c, &near, g))
			left--;
		if (left == 0)
			break;
		cells_add(&c, i);
		placed++;
	}
	cells_free(&c);
	free(near.item);
	free(order);
	free(inner);
	free(reach);
	poses_free(pose, p->n, &surfaces);
	return placed;
}

/* ---- lattices ---- */

const char *const pack3_lattice_name[PACK3_LATTICES] = { "sc", "bcc", "fcc", "hcp" };

/* Cells by their edges at spacing 1, and their sites in parts of the edges. */
static const struct { double edge[3]; int n; double site[4][3]; } lattice[PACK3_LATTICES] = {
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

int pack3_lattice(struct pack3 *p, enum pack3_lattice kind, double spacing)
{
	double cell[3], first[3], tiny = 1e-9 * spacing, (*site)[3] = NULL;
	int64_t n[3], most = 1000 + 10 * (int64_t)cbrt(p->n); /* cells along an axis, against boxes that are far too large */
	int placed;
	size_t cap = 0, sites = 0;

	for (int k = 0; k < 3; k++) {
		double least = spacing * lattice[kind].edge[k], count = floor((edge(p, k) + tiny) / least);

		if (!(count >= p->periodic[k]))
			return 0;
		cell[k] = p->periodic[k] ? edge(p, k) / count : least;
		n[k] = (int64_t)fmin(p->periodic[k] ? count : count + 1, (double)most);
		/* half of a step between layers keeps sites of a periodic box off its edge */
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

void pack3_lattice_box(enum pack3_lattice kind, double spacing, int n, const int periodic[3], double box[3])
{
	int cells = 1, count[3];

	while ((double)cells * cells * cells * lattice[kind].n < n)
		cells++;
	count[0] = count[1] = cells;
	count[2] = (int)ceil((double)n / ((double)cells * cells * lattice[kind].n));
	for (int k = 0; k < 3; k++) {
		double last = 0; /* site of a cell */

		for (int s = 0; s < lattice[kind].n; s++)
			last = fmax(last, lattice[kind].site[s][k]);
		box[k] = spacing * lattice[kind].edge[k] * (count[k] - (periodic[k] ? 0 : 1 - last)) + (periodic[k] ? 0 : spacing);
	}
}
