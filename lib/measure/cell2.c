/* cell2.c: the walls of a frame, the cell between them, and its deformation */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "measure/stress2.h"
#include "measure/stress3.h"
#include "world/deform.h"
#include "world/lattice.h"

/* The extent of a body along both axes: of its bare skeleton, and of the full body with its radius. */
static void body_extent(const struct world *w, const struct bodies2 *b, int i, double bare[2][2], double full[2][2])
{
	const struct shape *s = world_shape(w, b->shape[i]);
	double c, sn;

	trig_sincos(b->angle[i], &sn, &c);
	for (int d = 0; d < 2; d++) {
		bare[d][0] = full[d][0] = INFINITY;
		bare[d][1] = full[d][1] = -INFINITY;
	}
	for (int k = 0; s && k < s->n; k++) {
		vec2 v = v2_turn(v2(s->xy[k][0], s->xy[k][1]), c, sn);
		double at[2] = { b->x[i] + b->size[i] * v.x, b->y[i] + b->size[i] * v.y };
		double r = b->size[i] * (s->radius ? s->radius[k] : s->r);

		for (int d = 0; d < 2; d++) {
			bare[d][0] = fmin(bare[d][0], at[d]);
			bare[d][1] = fmax(bare[d][1], at[d]);
			full[d][0] = fmin(full[d][0], at[d] - r);
			full[d][1] = fmax(full[d][1], at[d] + r);
		}
	}
}

static double period(const struct domain *d, int axis)
{
	return d->set && d->periodic[axis] ? d->hi[axis] - d->lo[axis] : 0;
}

/* ---- walls ---- */

static void wall_add(struct wall2 *q, const struct world *w, const struct bodies2 *b, int i)
{
	double bare[2][2], full[2][2], h[2] = { 0 };

	body_extent(w, b, i, bare, full);
	if (w->domain.set)
		domain_shift(&w->domain, (double)b->ix[i], (double)b->iy[i], h);
	q->at[0] += b->x[i] + h[0];
	q->at[1] += b->y[i] + h[1];
	for (int d = 0; d < 2; d++) {
		q->lo[d] = fmin(q->lo[d], bare[d][0]);
		q->hi[d] = fmax(q->hi[d], bare[d][1]);
		q->least[d] = fmin(q->least[d], full[d][0]);
		q->most[d] = fmax(q->most[d], full[d][1]);
		q->face[d][0] += full[d][0];
		q->face[d][1] += full[d][1];
	}
	q->n++;
}

/* Turn the sums into means, and find the length. */
static void wall_finish(struct wall2 *q, const struct domain *dom)
{
	q->length = 0;
	for (int d = 0; d < 2; d++) {
		double len = q->hi[d] - q->lo[d], whole = period(dom, d);

		q->at[d] /= q->n;
		q->face[d][0] /= q->n;
		q->face[d][1] /= q->n;
		/* glued grains in a row are as close as other grains, so the row nearly spans the period; a shorter one is not a row along d */
		if (whole > 0 && q->n > 1 && len > 0.5 * whole)
			len = whole;
		q->length = fmax(q->length, whole > 0 ? fmin(len, whole) : len);
	}
	if (!(q->length > 0)) /* a disk */
		q->length = q->most[0] - q->least[0];
}

void walls2_find(struct walls2 *l, const struct touches *t, struct world *w)
{
	struct bodies2 b = world_bodies2(w);
	struct wall_groups g = { .n = 0 };

	wall_groups_find(&g, t, w);
	l->n = g.n;
	MEM_GROW(l->at, &l->cap, (size_t)g.n);
	for (int k = 0; k < g.n; k++)
		l->at[k] = (struct wall2){ .tag = g.at[k].tag, .lo = { INFINITY, INFINITY }, .hi = { -INFINITY, -INFINITY },
		                           .least = { INFINITY, INFINITY }, .most = { -INFINITY, -INFINITY },
		                           .f = v2_flat(g.at[k].f), .all = v2_flat(g.at[k].all) };
	for (int i = 0; i < b.n; i++)
		if (g.of[i] >= 0)
			wall_add(&l->at[g.of[i]], w, &b, i);
	for (int k = 0; k < l->n; k++)
		wall_finish(&l->at[k], &w->domain);
	wall_groups_free(&g);
}

void walls2_free(struct walls2 *l)
{
	free(l->at);
	*l = (struct walls2){ .n = 0 };
}

/* ---- the cell ---- */

/* Whether a wall may bound the cell along axis d: it is straight, and at least half as long as the extent of the grains. */
static int is_straight(const struct wall2 *q, int d, double across)
{
	double thick = q->hi[d] - q->lo[d], len = q->hi[1 - d] - q->lo[1 - d];

	return len >= 0.5 * across && len > 0 && (q->n > 1 || thick <= 1e-6 * len);
}

struct cell2 cell2_find(const struct walls2 *l, const struct touches *t, struct world *w)
{
	struct cell2 c = { .lo = { INFINITY, INFINITY }, .hi = { -INFINITY, -INFINITY }, .lower = { -1, -1 }, .upper = { -1, -1 } };
	struct bodies2 b = world_bodies2(w);
	double middle[2] = { 0 }, grain[2];
	int n = 0;

	for (int i = 0; i < b.n; i++) {
		double bare[2][2], full[2][2];

		if (t->held[i])
			continue;
		body_extent(w, &b, i, bare, full);
		n++;
		middle[0] += (b.x[i] - middle[0]) / n;
		middle[1] += (b.y[i] - middle[1]) / n;
		for (int d = 0; d < 2; d++) {
			c.lo[d] = fmin(c.lo[d], full[d][0]);
			c.hi[d] = fmax(c.hi[d], full[d][1]);
		}
	}
	for (int d = 0; d < 2; d++)
		grain[d] = period(&w->domain, d) > 0 ? period(&w->domain, d) : n ? c.hi[d] - c.lo[d] : 0;
	c.tilt = w->domain.set ? w->domain.tilt[0] : 0;
	for (int d = 0; d < 2; d++) {
		c.kind[d] = CELL2_GRAINS;
		if (period(&w->domain, d) > 0) {
			c.kind[d] = CELL2_PERIODIC;
			c.lo[d] = w->domain.lo[d];
			c.hi[d] = w->domain.hi[d];
			continue;
		}
		for (int k = 0; k < l->n && n; k++) {
			const struct wall2 *q = &l->at[k];

			if (!is_straight(q, d, grain[1 - d]))
				continue;
			if (q->most[d] < middle[d] && (c.lower[d] < 0 || q->face[d][1] > l->at[c.lower[d]].face[d][1]))
				c.lower[d] = k;
			if (q->least[d] > middle[d] && (c.upper[d] < 0 || q->face[d][0] < l->at[c.upper[d]].face[d][0]))
				c.upper[d] = k;
		}
		c.lo[d] = c.lower[d] >= 0 ? l->at[c.lower[d]].face[d][1] : c.lo[d];
		c.hi[d] = c.upper[d] >= 0 ? l->at[c.upper[d]].face[d][0] : c.hi[d];
		c.kind[d] = c.lower[d] >= 0 && c.upper[d] >= 0 ? CELL2_WALLS : CELL2_GRAINS;
	}
	return c;
}

double cell2_area(const struct cell2 *c)
{
	return c->hi[0] > c->lo[0] && c->hi[1] > c->lo[1] ? (c->hi[0] - c->lo[0]) * (c->hi[1] - c->lo[1]) : 0;
}

struct tensor2 cell2_wall_stress(const struct cell2 *c, const struct walls2 *l)
{
	struct tensor2 s = { NAN, NAN, NAN, NAN };
	double len[2] = { c->hi[0] - c->lo[0], c->hi[1] - c->lo[1] };

	if (c->kind[0] == CELL2_WALLS) {
		s.xx = 0.5 * (l->at[c->upper[0]].f.x - l->at[c->lower[0]].f.x) / len[1];
		s.yx = 0.5 * (l->at[c->upper[0]].f.y - l->at[c->lower[0]].f.y) / len[1];
	}
	if (c->kind[1] == CELL2_WALLS) {
		s.yy = 0.5 * (l->at[c->upper[1]].f.y - l->at[c->lower[1]].f.y) / len[0];
		s.xy = 0.5 * (l->at[c->upper[1]].f.x - l->at[c->lower[1]].f.x) / len[0];
	}
	return s;
}

/* ---- strain ---- */

/* Whether an axis has the same bounds as in the previous frame. */
static int is_same(const struct strain2 *s, const struct cell2 *c, int32_t tag[2][2], int d)
{
	return c->kind[d] == s->cell.kind[d] && tag[d][0] == s->tag[d][0] && tag[d][1] == s->tag[d][1];
}

/* The axis across which the cell is sheared: x if upright walls bound it along a period, else y. */
static int shear_axis(const struct cell2 *c)
{
	return c->kind[0] == CELL2_WALLS && c->kind[1] == CELL2_PERIODIC ? 0 : 1;
}

/* The growth of the displacement of the upper end since the previous frame. Between walls it is their relative displacement. In
 * the periodic cell it is the growth of the tilt, less the part r that stretching along x explains. The tilt is known up to whole
 * periods; the rates say which period is meant. mean is the height defined in shear_grown. */
static double shift_grown(const struct strain2 *s, const struct cell2 *c, const struct domain *now, double ahead, double r,
	double mean, double dt)
{
	double len = c->hi[0] - c->lo[0];

	if (c->kind[shear_axis(c)] == CELL2_WALLS)
		return ahead - s->ahead;
	if (c->kind[0] != CELL2_PERIODIC)
		return 0;
	double grown = c->tilt - r * s->cell.tilt;

	return grown - rint((grown - lattice_rate(&s->domain, now, XY) * mean * dt) / len) * len;
}

/* The shear since the previous frame. With true rates xx, yy and xy over a time dt a cell of height h0 gets the additional tilt
 * xy h0 (e^b - e^a) / (b - a) dt, a = xx dt, b = yy dt, see domain_deformation. The mean height that shears is this tilt over
 * xy dt. */
static double shear_grown(const struct strain2 *s, const struct cell2 *c, const struct domain *now, const double step[2],
	double ahead, double dt)
{
	double a = c->kind[0] == CELL2_PERIODIC && c->kind[1] == CELL2_PERIODIC ? -step[0] : 0;
	int axis = shear_axis(c);
	double x = -step[axis] - a, mean = (s->cell.hi[axis] - s->cell.lo[axis]) * exp(a) * (fabs(x) > 1e-9 ? expm1(x) / x : 1);

	return shift_grown(s, c, now, ahead, exp(a), mean, dt) / mean;
}

void strain2_take(struct strain2 *s, const struct cell2 *c, const struct walls2 *l, const struct world *w)
{
	int32_t tag[2][2];
	int axis = shear_axis(c), along = 1 - axis;
	double ahead = c->kind[axis] == CELL2_WALLS ? l->at[c->upper[axis]].at[along] - l->at[c->lower[axis]].at[along] : 0;
	const double *rate = w->domain.rate;
	double step[3];

	if (w->t < s->t) /* a new run */
		*s = (struct strain2){ .begun = 0 };
	double dt = w->t - s->t;

	for (int d = 0; d < 2; d++) {
		tag[d][0] = c->lower[d] >= 0 ? l->at[c->lower[d]].tag : -1;
		tag[d][1] = c->upper[d] >= 0 ? l->at[c->upper[d]].tag : -1;
	}
	for (int d = 0; d < 2; d++) {
		double was = s->cell.hi[d] - s->cell.lo[d], is = c->hi[d] - c->lo[d];

		step[d] = c->kind[d] == CELL2_GRAINS ? NAN : s->begun && is_same(s, c, tag, d) ? log(was / is) : 0;
	}
	step[2] = NAN;
	if (c->kind[1] != CELL2_GRAINS)
		step[2] = s->begun && is_same(s, c, tag, axis) ? shear_grown(s, c, &w->domain, step, ahead, dt) : 0;
	for (int k = 0; k < 3; k++)
		s->sum[k] += isnan(step[k]) ? 0 : step[k];
	s->xx = s->sum[0] + 0 * step[0]; /* NaN if the step is NaN */
	s->yy = s->sum[1] + 0 * step[1];
	s->gamma = s->sum[2] + 0 * step[2];
	if (s->begun && dt > 0)
		s->rate = hypot(step[0] - step[1], step[2]) / dt;
	else
		s->rate = domain_deforms(&w->domain) ? hypot(rate[XX] - rate[YY], rate[XY]) : NAN;
	s->begun = 1;
	s->t = w->t;
	s->cell = *c;
	memcpy(s->tag, tag, sizeof tag);
	s->ahead = ahead;
	s->domain = w->domain;
}
