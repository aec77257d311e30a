/* clump.c: clumps with as many pebbles as a plan needs */
#include "clump/clump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "clump/raster.h"
#include "shape/solid_mass.h"
#include "solid/balls.h"

/* ---- mass ---- */

enum mass_status clump_weigh(struct clump_weight *w, const struct shape *s)
{
	const struct solid_plan exact = { .method = SOLID_EXACT };
	struct principal3 axes;
	struct mass m;
	enum mass_status status;

	memset(w, 0, sizeof *w);
	if (!s->solid) {
		status = s->kind == SHAPE_DISKS ? mass_by_boundary(&m, s) : mass_of_shape(&m, s);
		if (status == MASS_GOOD) {
			w->size = m.area;
			w->surface = m.perimeter;
			w->com[0] = m.x;
			w->com[1] = m.y;
			w->tensor[2] = w->moment[0] = m.inertia;
		}
		return status;
	}
	status = solid_mass(&w->solid, s, &exact);
	if (status == MASS_GOOD) {
		mass3_principal(&axes, &w->solid);
		w->size = w->solid.volume;
		w->surface = w->solid.surface;
		memcpy(w->com, w->solid.com, sizeof w->com);
		memcpy(w->tensor, w->solid.inertia, sizeof w->tensor);
		memcpy(w->moment, axes.moment, sizeof w->moment);
	}
	return status;
}

double clump_size_error(const struct clump_weight *is, const struct clump_weight *was)
{
	return fabs(is->size / was->size - 1);
}

double clump_inertia_error(const struct clump_weight *is, const struct clump_weight *was)
{
	double error = 0, all = 0;

	for (int k = 0; k < 6; k++) {
		double d = is->tensor[k] - was->tensor[k], twice = k < 3 ? 1 : 2;

		error += twice * d * d;
		all += twice * was->tensor[k] * was->tensor[k];
	}
	return sqrt(error / all);
}

/* ---- the clump as a shape ---- */

void clump_shape(struct shape *to, const struct clump *c, const struct shape *s, int boundary)
{
	int n = 0, flat = !s->solid;

	memset(to, 0, sizeof *to);
	if (flat) {
		shape_alloc(to, SHAPE_DISKS, c->n);
	} else {
		to->kind = SHAPE_CLUMP;
		to->solid = solid_new();
		to->solid->ball = mem_new((size_t)c->n, sizeof *to->solid->ball);
		memcpy(to->solid->centre, s->solid->centre, sizeof to->solid->centre);
		memcpy(to->solid->turned, s->solid->turned, sizeof to->solid->turned);
	}
	for (int k = 0; k < c->n; k++) {
		if (boundary && c->deep && c->deep[k])
			continue;
		if (flat) {
			to->xy[n][0] = c->ball[k][0];
			to->xy[n][1] = c->ball[k][1];
			to->radius[n] = c->ball[k][3];
		} else {
			memcpy(to->solid->ball[n], c->ball[k], sizeof c->ball[k]);
		}
		n++;
	}
	to->n = n;
	if (!flat)
		to->solid->n = n;
	to->id = s->id;
	to->extra = s->extra;
	to->area = -1;
}

void clump_shape_free(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	solid_free(s->solid);
}

/* ---- the number of pebbles ---- */

struct making {
	const struct shape *shape;
	const struct clump_plan *plan;
	struct field field;
	struct pebbler pebbler;
};

static void take_balls(struct clump *c, int n, const double (*ball)[4])
{
	c->n = n;
	c->ball = mem_resize(c->ball, (size_t)n, sizeof *c->ball);
	memcpy(c->ball, ball, (size_t)n * sizeof *c->ball);
}

static int voxels_of(const struct making *m)
{
	return m->plan->voxels ? m->plan->voxels : m->field.dim == 3 ? 128 : 512;
}

/* Put pebbles on a grid of about n places. CLUMP_UNMET if they would be too small, or would overlap and must not. */
static enum clump_status on_grid(struct making *m, struct clump *c, int n)
{
	const struct clump_plan *plan = m->plan;
	struct raster g;
	struct cover cover;

	if (raster_init(&g, &m->field, c->was.com, c->was.size, n))
		return CLUMP_THIN;
	double r = plan->radius > 0 ? plan->radius : plan->apart ? 0.5 * g.h : g.h * sqrt(0.25 * m->field.dim);
	if (r < plan->smallest || (plan->apart && r > 0.5 * g.h * (1 + 1e-12))) {
		raster_free(&g);
		return CLUMP_UNMET;
	}
	c->n = g.n;
	c->spacing = g.h;
	c->ball = mem_resize(c->ball, (size_t)g.n, sizeof *c->ball);
	for (int k = 0; k < g.n; k++) {
		memcpy(c->ball[k], g.at[k], sizeof g.at[k]);
		c->ball[k][3] = r;
	}
	free(c->deep);
	c->deep = g.deep;
	g.deep = NULL;
	raster_free(&g);
	cover_init(&cover, &m->field, voxels_of(m));
	for (int k = 0; k < c->n; k++)
		cover_take(&cover, c->ball[k]);
	c->coverage = cover.total > 0 ? (double)cover.covered / (double)cover.total : 0;
	cover_free(&cover);
	return CLUMP_GOOD;
}

static enum clump_status weigh_balls(const struct making *m, struct clump *c)
{
	struct shape s;

	clump_shape(&s, c, m->shape, 0);
	enum mass_status status = clump_weigh(&c->is, &s);
	clump_shape_free(&s);
	return status == MASS_GOOD ? CLUMP_GOOD : CLUMP_OPEN;
}

/* Add the same length to all radii until the size is right. By Newton's method: the derivative of the size is the surface. */
static enum clump_status inflate(const struct making *m, struct clump *c)
{
	enum { STEPS = 40 };

	c->inflated = 0;
	for (int step = 0; step < STEPS; step++) {
		enum clump_status status = weigh_balls(m, c);
		double by = (c->was.size - c->is.size) / c->is.surface, least = INFINITY;

		if (status != CLUMP_GOOD || fabs(c->is.size / c->was.size - 1) <= 1e-13)
			return status;
		for (int k = 0; k < c->n; k++)
			least = fmin(least, c->ball[k][3]);
		by = fmax(by, -0.5 * least);
		for (int k = 0; k < c->n; k++)
			c->ball[k][3] += by;
		c->inflated += by;
	}
	return fabs(c->is.size / c->was.size - 1) <= 1e-9 ? CLUMP_GOOD : CLUMP_OPEN;
}

/* Make a clump on a grid. If that cannot be, *less is set, and the previous clump stays. */
static enum clump_status make_on_grid(struct making *m, struct clump *c, int n, int *less)
{
	struct clump next = { .was = c->was };
	enum clump_status status = on_grid(m, &next, n);

	*less = status != CLUMP_GOOD;
	if (!*less)
		status = m->plan->inflate ? inflate(m, &next) : weigh_balls(m, &next);
	if (status == CLUMP_GOOD && next.ball[0][3] < m->plan->smallest) { /* the union was too large, so its pebbles shrank */
		*less = 1;
		status = CLUMP_UNMET;
	}
	if (*less) {
		clump_free(&next);
		return c->n ? CLUMP_GOOD : status;
	}
	clump_free(c);
	*c = next;
	return status;
}

/* Make a clump of n pebbles, or of all that can be found; *less is set if there are fewer than n. */
static enum clump_status make(struct making *m, struct clump *c, int n, int *less)
{
	if (m->plan->method == CLUMP_GRID)
		return make_on_grid(m, c, n, less);
	int found = pebbler_grow(&m->pebbler, n);

	*less = found < n;
	n = *less ? found : n;
	if (n == 0)
		return CLUMP_UNMET;
	take_balls(c, n, (const double (*)[4])m->pebbler.ball);
	c->coverage = m->pebbler.covered[n - 1];
	return m->plan->inflate ? inflate(m, c) : weigh_balls(m, c);
}

static int reached(const struct clump *c, const struct clump_plan *p)
{
	return (p->coverage > 0 && c->coverage >= p->coverage) ||
	       (p->size_error > 0 && clump_size_error(&c->is, &c->was) <= p->size_error) ||
	       (p->inertia_error > 0 && clump_inertia_error(&c->is, &c->was) <= p->inertia_error);
}

/* Whether the clump is the body itself to rounding, such as one ball for a ball; then more pebbles cannot be asked for. */
static int is_whole(const struct clump *c)
{
	return clump_size_error(&c->is, &c->was) <= 1e-9 && clump_inertia_error(&c->is, &c->was) <= 1e-9;
}

/* Whether no grid reaches a target: pebbles that leave no holes stick out of the body by a part of the spacing, and their errors
 * fall no faster than their number rises. */
static int is_hopeless(const struct clump *c, const struct clump_plan *p, int most)
{
	double still = (double)c->n / most;

	return p->method == CLUMP_GRID && !(p->radius > 0) && !p->apart && !p->inflate && !(p->coverage > 0) && c->n >= 1000 &&
	       !(p->size_error > 0 && clump_size_error(&c->is, &c->was) * still <= p->size_error) &&
	       !(p->inertia_error > 0 && clump_inertia_error(&c->is, &c->was) * still <= p->inertia_error);
}

/* Double the number of pebbles until a target is reached, then bisect between too few and enough. If a grid gets too fine for the
 * least radius before, a target may still be reached between this grid and the last one that was not. */
static enum clump_status search(struct making *m, struct clump *c)
{
	const struct clump_plan *p = m->plan;
	const int grid = p->method == CLUMP_GRID;
	int open = p->coverage > 0 || p->size_error > 0 || p->inertia_error > 0, most = p->n ? p->n : CLUMP_MOST;
	int n = open ? 1 : most, few = 0, fine = 0, enough = 0, less;
	enum clump_status status = make(m, c, n, &less);

	while (status == CLUMP_GOOD && open && !reached(c, p) && (grid || !less)) {
		*(less ? &fine : &few) = n;
		if (few == most || fine == few + 1)
			break;
		if (!less && is_hopeless(c, p, most)) {
			status = p->n ? make(m, c, n = most, &less) : CLUMP_UNMET;
			break;
		}
		n = fine ? few + (fine - few) / 2 : 2 * n < most ? 2 * n : most;
		status = make(m, c, n, &less);
	}
	if (status != CLUMP_GOOD)
		return status;
	if (!reached(c, p)) {
		if (!less && n == p->n)
			return CLUMP_GOOD; /* the plan asked for this number */
		return (less || fine) && ((p->smallest > 0 && !grid) || is_whole(c)) ? CLUMP_GOOD : CLUMP_UNMET;
	}
	enough = less ? c->n : n;
	while (enough - few > 1 && status == CLUMP_GOOD) {
		int middle = few + (enough - few) / 2;

		status = make(m, c, middle, &less);
		if (reached(c, p))
			enough = middle;
		else
			few = middle;
	}
	return status == CLUMP_GOOD ? make(m, c, enough, &less) : status;
}

enum clump_status clump_make(struct clump *c, const struct shape *s, const struct clump_plan *plan)
{
	struct making m = { .shape = s, .plan = plan };
	const struct pebble_plan order = { .order = plan->method == CLUMP_SURFACE ? PEBBLE_SURFACE : PEBBLE_COVER,
	                                   .radius = plan->radius, .smallest = plan->smallest, .apart = plan->apart,
	                                   .gap = plan->gap, .seed = plan->seed };
	enum { POINTS = 5000, MOST_POINTS = 200000 };
	int points = (int)fmin(fmax(POINTS, 10.0 * plan->n), MOST_POINTS);

	memset(c, 0, sizeof *c);
	if (shape_is_wall(s))
		return CLUMP_EMPTY;
	enum mass_status mass = clump_weigh(&c->was, s);
	if (mass != MASS_GOOD)
		return mass == MASS_CROSSING ? CLUMP_CROSSING : mass == MASS_EMPTY ? CLUMP_EMPTY : CLUMP_OPEN;
	if (field_of_shape(&m.field, s, points))
		return CLUMP_EMPTY;
	if (plan->method != CLUMP_GRID) {
		struct pebble_plan with = order;

		with.voxels = voxels_of(&m);
		pebbler_init(&m.pebbler, &m.field, &with);
	}
	enum clump_status status = search(&m, c);
	if (plan->method != CLUMP_GRID)
		pebbler_free(&m.pebbler);
	field_free(&m.field);
	return status;
}

void clump_free(struct clump *c)
{
	free(c->ball);
	free(c->deep);
	memset(c, 0, sizeof *c);
}
