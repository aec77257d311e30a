/* clump.c: rigid clumps of disks that stand for a shape */
#include "shape/clump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/outline.h"
#include "shape/polygon.h"

/* A grid over a shape: place (i, j) stands at (x + i h, y + j h). */
struct grid { double x, y, h; int lo[2], hi[2]; };

static struct grid grid_over(const struct shape *s, const struct mass *m, double h)
{
	const double centre[2] = { m->x, m->y };
	struct grid g = { m->x, m->y, h, { 0, 0 }, { 0, 0 } };

	for (int k = 0; k < s->n; k++) {
		double r = s->radius ? s->radius[k] : s->r;

		for (int d = 0; d < 2; d++) {
			double at = s->xy[k][d] - centre[d];

			g.lo[d] = (int)fmin(g.lo[d], ceil((at - r) / h));
			g.hi[d] = (int)fmax(g.hi[d], floor((at + r) / h));
		}
	}
	return g;
}

/* Shapes that are thinner than that in their box are not for clumps. */
enum { PLACES = 200000000 };

/* The shape's box by its area: places of a grid for every one that lies in the shape. */
static double places(const struct shape *s, double area)
{
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY };

	for (int k = 0; k < s->n; k++) {
		double r = s->radius ? s->radius[k] : s->r;

		for (int d = 0; d < 2; d++) {
			lo[d] = fmin(lo[d], s->xy[k][d] - r);
			hi[d] = fmax(hi[d], s->xy[k][d] + r);
		}
	}
	return (hi[0] - lo[0]) * (hi[1] - lo[1]) / area;
}

static int inside(const struct shape *s, const struct grid *g, int i, int j)
{
	return shape_inside(s, g->x + i * g->h, g->y + j * g->h);
}

/* How many places lie in the shape. */
static int count(const struct shape *s, const struct mass *m, double h)
{
	struct grid g = grid_over(s, m, h);
	int n = 0;

	for (int j = g.lo[1]; j <= g.hi[1]; j++)
		for (int i = g.lo[0]; i <= g.hi[0]; i++)
			n += inside(s, &g, i, j);
	return n;
}

/* The best spacing met so far. */
struct best { int n; double h; };

static int try(const struct shape *s, const struct mass *m, int want, double h, struct best *best)
{
	int n = count(s, m, h);

	if (n > 0 && (best->n == 0 || abs(n - want) < abs(best->n - want)))
		*best = (struct best){ n, h };
	return n;
}

/* The number of places falls with the spacing, if not at every step; as long as places enter and leave one at a time, none is
 * passed over on the way. */
static struct best find_spacing(const struct shape *s, const struct mass *m, int want)
{
	enum { WIDEN = 100, HALVE = 60 };
	struct best best = { 0, 0 };
	double h = sqrt(m->area / want), lo = h, hi = h;
	int n = try(s, m, want, h, &best);

	for (int k = 0; k < WIDEN && n < want; k++)
		n = try(s, m, want, lo /= 1.1, &best);
	if (lo == h)
		for (int k = 0; k < WIDEN && n > want; k++)
			n = try(s, m, want, hi *= 1.1, &best);
	for (int k = 0; k < HALVE && best.n != want; k++) {
		double middle = 0.5 * (lo + hi);

		if (try(s, m, want, middle, &best) >= want)
			lo = middle;
		else
			hi = middle;
	}
	return best;
}

/* Put disks on the places in the shape, row by row; deep[] gets whether one has all eight neighbours. */
static void put_disks(struct shape *disks, char *deep, const struct shape *s, const struct grid *g, int n, double radius)
{
	int wide = g->hi[0] - g->lo[0] + 3, high = g->hi[1] - g->lo[1] + 3, k = 0;
	char *in = mem_zero((size_t)wide, (size_t)high); /* with a rim of empty places */

	for (int j = g->lo[1]; j <= g->hi[1]; j++)
		for (int i = g->lo[0]; i <= g->hi[0]; i++)
			in[(j - g->lo[1] + 1) * wide + (i - g->lo[0] + 1)] = (char)inside(s, g, i, j);
	shape_alloc(disks, SHAPE_DISKS, n);
	for (int j = 1; j < high - 1; j++)
		for (int i = 1; i < wide - 1; i++) {
			const char *at = &in[j * wide + i];
			int around = at[-1] + at[1];

			for (int d = -1; d <= 1; d++)
				around += at[d - wide] + at[d + wide];
			if (!*at)
				continue;
			disks->xy[k][0] = g->x + (i + g->lo[0] - 1) * g->h;
			disks->xy[k][1] = g->y + (j + g->lo[1] - 1) * g->h;
			disks->radius[k] = radius;
			deep[k++] = around == 8;
		}
	free(in);
}

enum mass_status clump_grid(struct shape *s, const struct clump_plan *plan, struct clump *c)
{
	struct shape disks = { .n = 0 };
	int n = 0;

	memset(c, 0, sizeof *c);
	enum mass_status status = mass_of_shape(&c->was, s);
	if (status != MASS_GOOD)
		return status;
	if (places(s, c->was.area) * plan->n > PLACES)
		return MASS_EMPTY;
	struct best best = find_spacing(s, &c->was, plan->n);
	if (best.n == 0)
		return MASS_EMPTY;
	struct grid grid = grid_over(s, &c->was, best.h);
	char *deep = MEM_NEW(char, (size_t)best.n);

	c->n = best.n;
	c->spacing = best.h;
	c->radius = plan->radius > 0 ? plan->radius : best.h * sqrt(0.5);
	put_disks(&disks, deep, s, &grid, best.n, c->radius);
	status = mass_by_boundary(&c->is, &disks);
	for (int k = 0; k < best.n && status == MASS_GOOD; k++) {
		disks.xy[n][0] = disks.xy[k][0] - c->is.x;
		disks.xy[n][1] = disks.xy[k][1] - c->is.y;
		n += !(plan->boundary && deep[k]);
	}
	free(deep);
	if (status != MASS_GOOD) {
		free(disks.xy);
		free(disks.radius);
		return status;
	}
	disks.id = s->id;
	disks.extra = s->extra;
	disks.n = n;
	disks.area = c->is.area;
	disks.inertia = c->is.inertia;
	strcpy(disks.method, n < best.n ? "solid" : "exact");
	free(s->xy);
	free(s->radius);
	*s = disks;
	return MASS_GOOD;
}

/* ---- what became of the surface ---- */

static double distance(const struct shape *disks, double x, double y)
{
	double least = INFINITY;

	for (int k = 0; k < disks->n; k++) {
		double dx = x - disks->xy[k][0], dy = y - disks->xy[k][1];

		least = fmin(least, dx * dx + dy * dy);
	}
	return sqrt(least) - disks->radius[0];
}

struct clump_surface clump_surface(const struct shape *shape, const struct shape *disks, const struct clump *c)
{
	const double fine = c->radius / 16;
	struct outline o = { .n = 0 };
	double length = 0, sum = 0, square = 0;

	outline_of_shape(&o, shape, 1e-4 * c->radius);
	for (int l = 0; l < o.n_loop; l++)
		for (int k = o.loop[l], end = outline_loop_end(&o, l); k < end; k++) {
			const double *p = o.xy[k], *q = o.xy[k + 1 < end ? k + 1 : o.loop[l]];
			double dx = q[0] - p[0], dy = q[1] - p[1], way = sqrt(dx * dx + dy * dy);
			int parts = 1 + (int)(way / fine);

			for (int z = 0; z < parts; z++) {
				double t = (z + 0.5) / parts;
				double g = distance(disks, p[0] + t * dx - c->is.x, p[1] + t * dy - c->is.y);

				sum += g * way / parts;
				square += g * g * way / parts;
			}
			length += way;
		}
	outline_free(&o);
	double gap = sum / length;
	return (struct clump_surface){ gap, sqrt(fmax(square / length - gap * gap, 0)) };
}
