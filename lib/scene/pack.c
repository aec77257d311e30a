/* pack.c: overlaps, and random sequential addition */
#include "scene/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/exponent.h"
#include "base/trig.h"
#include "plane/polygon.h"
#include "scene/pack_near.h"
#include "scene/place.h"
#include "scene/pose3.h"
#include "scene/stir.h"

/* In space, bodies that touch to rounding do not overlap. The tolerance is relative to the reaches. */
static const double touch_tol = 1e-12;

/* ---- placed bodies ---- */

struct figures {
	const struct pack *p;
	double *reach;          /* [n] */
	struct place *plane;    /* [n] in the plane, else NULL */
	struct pose3 *space;    /* [n] in space, else NULL */
	struct surfaces3 surfaces;
};

static void figures_init(struct figures *f, const struct pack *p)
{
	*f = (struct figures){ .p = p, .reach = MEM_NEW(double, (size_t)p->n) };
	for (int i = 0; i < p->n; i++)
		f->reach[i] = p->size[i] * shape_reach(p->shape[i]);
	if (p->dim == 3)
		f->space = MEM_ZERO(struct pose3, (size_t)p->n);
	else
		f->plane = MEM_NEW(struct place, (size_t)p->n);
}

static void figures_free(struct figures *f)
{
	for (int i = 0; i < f->p->n && f->space; i++)
		pose3_free(&f->space[i]);
	free(f->space);
	free(f->plane);
	free(f->reach);
	surfaces3_free(&f->surfaces);
}

/* Place body i at its present position and orientation in the packing. */
static void figure_place(struct figures *f, int i)
{
	const struct pack *p = f->p;

	if (f->space)
		pose3_place(&f->space[i], &f->surfaces, p->shape[i], p->size[i], p->x[i], p->q[i]);
	else
		f->plane[i] = place_make(p->shape[i], p->size[i], p->x[i][0], p->x[i][1], p->angle[i]);
}

/* Whether body i and body j, displaced by shift, overlap by more than tol. */
static int figures_overlap(const struct figures *f, int i, int j, const double shift[3], double tol)
{
	if (!f->space)
		return place_gap(&f->plane[i], &f->plane[j], shift[0], shift[1]) < 0;
	return tol > 0 ? pose3_gap(&f->space[i], &f->space[j], shift, -tol) < -tol :
	       pose3_overlap(&f->space[i], &f->space[j], shift);
}

/* Whether a body overlaps a wall by more than tol. */
static int hits_wall(const struct figures *f, int i, double tol)
{
	const struct pack_walls *v = f->p->walls;

	return v && pack_walls_hit(v, f->plane ? &f->plane[i] : NULL, f->space ? &f->space[i] : NULL, f->reach[i], tol);
}

/* Whether a body is inside the box along the axes that are not periodic, to tol. */
static int is_inside(const struct figures *f, int i, double tol)
{
	const struct pack *p = f->p;
	double lo[3], hi[3];
	int near = p->dim == 2; /* bodies of the plane have few corners and need no quick check */

	for (int k = 0; k < p->dim; k++)
		near |= !p->periodic[k] && (p->x[i][k] - f->reach[i] < p->lo[k] - tol || p->x[i][k] + f->reach[i] > p->hi[k] + tol);
	if (!near)
		return 1;
	if (f->space)
		pose3_box(&f->space[i], lo, hi);
	else
		place_box(&f->plane[i], lo, hi);
	for (int k = 0; k < p->dim; k++)
		if (!p->periodic[k] && (lo[k] < p->lo[k] - tol || hi[k] > p->hi[k] + tol))
			return 0;
	return 1;
}

void pack_extent(const struct pack *p, int i, double extent[3])
{
	double lo[3] = { 0 }, hi[3] = { 0 };
	struct figures f;

	figures_init(&f, p);
	figure_place(&f, i);
	if (f.space)
		pose3_box(&f.space[i], lo, hi);
	else
		place_box(&f.plane[i], lo, hi);
	for (int k = 0; k < 3; k++)
		extent[k] = hi[k] - lo[k];
	figures_free(&f);
}

int pack_overlaps(const struct pack *p, int *bad)
{
	struct pack_pairs near = { 0 };
	struct pack_cells c;
	struct figures f;
	int n = 0;

	figures_init(&f, p);
	pack_cells_init(&c, p, f.reach, f.reach);
	pack_cells_fill(&c, NULL);
	for (int i = 0; i < p->n; i++)
		figure_place(&f, i);
	double part = p->dim == 3 ? touch_tol : 0;
	for (int i = 0; i < p->n; i++) {
		int found = !is_inside(&f, i, part * f.reach[i]) || hits_wall(&f, i, part * f.reach[i]);

		near.n = 0;
		pack_cells_pairs(&c, i, &near);
		for (int k = 0; k < near.n; k++) {
			const struct pack_pair *q = &near.pair[k];

			found += figures_overlap(&f, i, q->j, q->shift, part * (f.reach[i] + f.reach[q->j]));
		}
		if (found && bad)
			*bad = i;
		n += found;
	}
	pack_cells_free(&c);
	free(near.pair);
	figures_free(&f);
	return n;
}

/* ---- random sequential addition ---- */

struct by_reach { double reach; int i; };

static int compare_reach(const void *a, const void *b)
{
	const struct by_reach *u = a, *v = b;

	return u->reach > v->reach ? -1 : u->reach < v->reach ? 1 : u->i - v->i;
}

/* The radius of a disk about the origin that lies inside a shape of the plane: a little less than the largest one, so that
 * rounding does not matter; 0 if the origin is outside. */
static double inner_radius2(const struct shape *s)
{
	static const double origin[2] = { 0, 0 };
	int edges = shape_edges(s), inside = s->kind == SHAPE_POLYGON && polygon_inside((const double (*)[2])s->xy, s->n, 0, 0);
	double deepest = -INFINITY, nearest = INFINITY;

	for (int k = 0; k < s->n; k++) {
		const double *a = s->xy[k], *b = k < edges ? s->xy[(k + 1) % s->n] : a;
		double d = sqrt(segment_distance2(origin, a, b));

		nearest = fmin(nearest, d);
		deepest = fmax(deepest, (s->radius ? s->radius[k] : s->r) - d);
	}
	return (1 - 1e-9) * fmax(inside ? s->r + nearest : deepest, 0);
}

/* The radius of the largest ball about the centre that is known to lie inside a shape, as pose3 represents the shape. */
static double inner_radius3(struct surfaces3 *surfaces, const struct shape *s)
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

/* Whether a body overlaps an image of itself. The cell lists do not hold the body yet. */
static int overlaps_itself(const struct figures *f, int i)
{
	const struct pack *p = f->p;

	for (int m = 0, images = p->dim == 3 ? 27 : 9; m < images; m++) {
		const int at[3] = { m % 3 - 1, m / 3 % 3 - 1, p->dim == 3 ? m / 9 - 1 : 0 };
		double shift[3] = { 0 };
		int far = m == images / 2;

		for (int k = 0; k < p->dim; k++) {
			shift[k] = at[k] * pack_edge(p, k);
			far |= at[k] && (!p->periodic[k] || 2 * f->reach[i] <= pack_edge(p, k));
		}
		if (!far && figures_overlap(f, i, i, shift, 0))
			return 1;
	}
	return 0;
}

/* A random position, with the generator behind it. */
struct draw { double x[3], angle; struct rng after; };

static void draw_position(const struct pack *p, struct draw *d, struct rng *g)
{
	d->angle = p->dim == 2 && p->turn ? 6.283185307179586 * rng_uniform(g) : 0;
	for (int k = 0; k < p->dim; k++)
		d->x[k] = p->lo[k] + pack_edge(p, k) * rng_uniform(g);
	d->after = *g;
}

/* Whether body i fits at its position, where no inner ball blocks it. */
static int fits(struct pack *p, int i, struct figures *f, const struct pack_cells *c, struct pack_pairs *near, struct rng *g)
{
	near->n = 0;
	pack_cells_near(c, i, near);
	if (p->dim == 3 && p->turn)
		stir3_rotation(p->q[i], g);
	figure_place(f, i);
	for (int k = 0; k < near->n; k++)
		if (figures_overlap(f, i, near->pair[k].j, near->pair[k].shift, 0))
			return 0;
	return !overlaps_itself(f, i) && is_inside(f, i, 0) && !hits_wall(f, i, 0);
}

/* Try random positions for body i until it fits, `tries` at most. Returns the number of tries that were left, 0 if the body fits
 * nowhere. Positions are drawn ahead of their tests, so that the memory around them arrives in time. Most are blocked; behind
 * one that is not, the generator goes on from where it was. */
static int try_places(struct pack *p, int i, int tries, struct figures *f, const struct pack_cells *c, struct pack_pairs *near,
	struct rng *g)
{
	enum { AHEAD = 32 };
	struct draw draw[AHEAD];
	int some = 1, left = tries;

	for (int k = 0; k < p->dim; k++)
		if (p->periodic[k] && 2 * c->inner[i] > (1 + 1e-9) * pack_edge(p, k)) /* it overlaps its own images, maybe very many */
			return 0;
	while (left > 0) {
		int n = some < left ? some : left;

		for (int k = 0; k < n; k++) {
			draw_position(p, &draw[k], g);
			pack_cells_fetch(c, draw[k].x, 0);
		}
		for (int k = 0; k < n && n > 1; k++)
			pack_cells_fetch(c, draw[k].x, 1);
		for (int k = 0; k < n; k++, left--) {
			memcpy(p->x[i], draw[k].x, (size_t)p->dim * sizeof(double));
			if (pack_cells_blocked(c, i))
				continue;

			*g = draw[k].after;
			if (p->dim == 2 && p->turn)
				p->angle[i] = draw[k].angle;
			if (fits(p, i, f, c, near, g))
				return left;
			left--;
			break;
		}
		some = 2 * some < AHEAD ? 2 * some : AHEAD;
	}
	return 0;
}

/* How the part of all positions that are free falls while bodies of about one size are placed. Near its limit, random sequential
 * addition of bodies with f degrees of freedom leaves the part (limit - placed)^(f + 1) free (Pomeau 1980; Swendsen 1981, with f
 * for the dimension), so the root of order f + 1 falls on a line or, before, ever more steeply. */
struct decline {
	int window;             /* bodies between looks */
	double tries;           /* since the last look */
	double root;            /* at the last look, 0: none yet */
};

static double root_of(double part, const struct figures *f, int i, double inner)
{
	int turns = f->p->turn && inner < (1 - 1e-6) * f->reach[i], dim = f->p->dim;

	return exponent_exp(exponent_log(part) / (dim + 1 + (!turns ? 0 : dim == 3 ? 3 : 1)));
}

/* Whether the bodies in the places k .. n - 1 of the order have no hope to be placed: less than one position of a thousand was
 * free, and there are many more of about the size of body k than twice the number after which none is expected to fit within its
 * tries. *expected gets this number. */
static int is_hopeless(struct decline *d, const struct figures *f, const struct by_reach *order, int k, double inner, int tries,
	int *expected)
{
	double part = d->window / d->tries, root = root_of(part, f, order[k].i, inner), fall = d->root - root;
	double end = root_of(1.0 / tries, f, order[k].i, inner);
	int last = k, known = d->root > 0;

	d->tries = 0;
	d->root = 0;
	if (order[k].reach < 0.98 * order[k - d->window].reach) /* the window was one of larger bodies */
		return 0;
	d->root = root;
	if (!known || part > 1e-3 || fall <= 0)
		return 0;
	while (last < f->p->n && order[last].reach > 0.98 * order[k].reach)
		last++;
	*expected = (int)fmax((root - end) / fall * d->window, 0);
	return last - k > 2.0 * *expected + 100;
}

int pack_random(struct pack *p, int tries, struct rng *g)
{
	double *inner = MEM_NEW(double, (size_t)p->n);
	struct by_reach *order = MEM_NEW(struct by_reach, (size_t)p->n);
	struct decline decline = { .window = p->n < 50000 ? 500 : p->n / 100 };
	struct pack_pairs near = { 0 };
	struct pack_cells c;
	struct figures f;
	int placed = 0, more;

	p->expected = 0;
	figures_init(&f, p);
	for (int i = 0; i < p->n; i++) {
		order[i] = (struct by_reach){ f.reach[i], i };
		inner[i] = p->size[i] * (p->dim == 3 ? inner_radius3(&f.surfaces, p->shape[i]) : inner_radius2(p->shape[i]));
	}
	qsort(order, (size_t)p->n, sizeof *order, compare_reach);
	pack_cells_init(&c, p, f.reach, f.reach);
	c.inner = inner;
	count_begin("bodies placed", 0, p->n);
	for (int k = 0; k < p->n; k++) {
		int i = order[k].i, left;

		count_to(k);
		if (k > 0 && k % decline.window == 0 && is_hopeless(&decline, &f, order, k, inner[i], tries, &more)) {
			p->expected = placed + more;
			break;
		}
		left = try_places(p, i, tries, &f, &c, &near, g);
		if (left == 0)
			break;
		decline.tries += tries - left + 1;
		pack_cells_add(&c, i);
		placed++;
	}
	count_end();
	pack_cells_free(&c);
	free(near.pair);
	free(order);
	free(inner);
	figures_free(&f);
	return placed;
}

/* ---- lattices between walls ---- */

static int place_sites(struct pack *p, int kind, double spacing)
{
	return p->dim == 3 ? pack_lattice3(p, (enum pack_lattice)kind, spacing) : pack_lattice2(p, kind, spacing);
}

/* Put the bodies, in order, on those of n sites where they do not overlap walls. Returns the number of bodies placed. */
static int take_sites(struct pack *p, int n, const double (*site)[3])
{
	struct figures f;
	int placed = 0;

	figures_init(&f, p);
	for (int k = 0; k < n && placed < p->n; k++) {
		memcpy(p->x[placed], site[k], sizeof *site);
		figure_place(&f, placed);
		placed += !hits_wall(&f, placed, p->dim == 3 ? touch_tol * f.reach[placed] : 0);
	}
	figures_free(&f);
	return placed;
}

int pack_lattice(struct pack *p, int kind, double spacing)
{
	enum { MOST_SITES = 100000000 };
	struct pack sites = *p;
	int found, placed;

	if (!p->walls)
		return place_sites(p, kind, spacing);
	for (;;) {
		sites.n = sites.n < MOST_SITES / 2 ? 2 * sites.n : MOST_SITES;
		sites.x = mem_zero((size_t)sites.n, sizeof *sites.x);
		found = place_sites(&sites, kind, spacing);
		placed = take_sites(p, found, (const double (*)[3])sites.x);
		free(sites.x);
		if (placed == p->n || found < sites.n || sites.n == MOST_SITES)
			return placed;
	}
}
