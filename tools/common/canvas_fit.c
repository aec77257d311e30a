/* canvas_fit.c: which part of the plane a picture shows, and which values the ends of its palette stand for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/canvas.h"
#include "common/palette.h"

/* ---- the view ---- */

void canvas_view(struct canvas *c, const double lo[2], const double hi[2])
{
	for (int d = 0; d < 2; d++) {
		if (c->fixed[d] && isfinite(c->edge[d][0])) /* the frame ends at its domain */
			continue;
		c->lo[d] = fmin(c->lo[d], lo[d]);
		c->hi[d] = fmax(c->hi[d], hi[d]);
	}
}

void canvas_plate(struct canvas *c, const double p[2][2], double r)
{
	MEM_GROW(c->plate, &c->cap_plate, (size_t)c->n_plate + 1);
	memcpy(c->plate[c->n_plate].p, p, sizeof c->plate->p);
	c->plate[c->n_plate++].r = r;
}

/* The point of a plate that is nearest to the middle of a box. */
static void plate_nearest(const struct plate *w, const double lo[2], const double hi[2], double at[2])
{
	double along = 0, length = 0;

	for (int d = 0; d < 2; d++) {
		double u = w->p[1][d] - w->p[0][d];
		along += u * (0.5 * (lo[d] + hi[d]) - w->p[0][d]);
		length += u * u;
	}
	double share = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
	for (int d = 0; d < 2; d++)
		at[d] = w->p[0][d] + share * (w->p[1][d] - w->p[0][d]);
}

double fit_gap(const double *lo, const double *hi, const double *at, int dim)
{
	double sum = 0;

	for (int d = 0; d < dim; d++) {
		double off = fmax(fmax(lo[d] - at[d], at[d] - hi[d]), 0);
		sum += off * off;
	}
	return sqrt(sum);
}

/* Extend the box around the bodies to the plates near it. Those longer than the box are cut at it, the others are seen whole. */
static void plates_fit(const struct canvas *c, double lo[2], double hi[2])
{
	const double own_lo[2] = { lo[0], lo[1] }, own_hi[2] = { hi[0], hi[1] };
	int bodies = lo[0] <= hi[0] && lo[1] <= hi[1];
	double size = bodies ? hypot(hi[0] - lo[0], hi[1] - lo[1]) : 0, side = bodies ? fmax(hi[0] - lo[0], hi[1] - lo[1]) : INFINITY;

	for (int k = 0; k < c->n_plate; k++) {
		const struct plate *w = &c->plate[k];
		int cut = hypot(w->p[1][0] - w->p[0][0], w->p[1][1] - w->p[0][1]) > side;
		double at[2];

		plate_nearest(w, own_lo, own_hi, at);
		if (bodies && fit_gap(own_lo, own_hi, at, 2) > FIT_NEAR * size + w->r)
			continue;
		for (int d = 0; d < 2; d++) {
			if (c->fixed[d])
				continue;
			lo[d] = fmin(lo[d], (cut ? at[d] : fmin(w->p[0][d], w->p[1][d])) - w->r);
			hi[d] = fmax(hi[d], (cut ? at[d] : fmax(w->p[0][d], w->p[1][d])) + w->r);
		}
	}
}

void cutout_apply(const struct cutout *o, const double centre[2], double lo[2], double hi[2])
{
	for (int d = 0; d < 2; d++) {
		double half = 0.5 * (hi[d] - lo[d]) / o->zoom, middle = isnan(centre[d]) ? 0.5 * (lo[d] + hi[d]) : centre[d];

		if (o->zoom != 1 || !isnan(centre[d])) {
			lo[d] = middle - half;
			hi[d] = middle + half;
		}
	}
}

/* Find the view of a picture in the plane. */
static void fit(const struct canvas *c, double lo[2], double hi[2])
{
	memcpy(lo, c->lo, sizeof c->lo);
	memcpy(hi, c->hi, sizeof c->hi);
	plates_fit(c, lo, hi);
	for (int d = 0; d < 2; d++)
		if (!(hi[d] > lo[d])) { /* the view is empty or a point */
			lo[d] = isfinite(lo[d]) ? lo[d] - 0.5 : 0;
			hi[d] = lo[d] + 1;
		}
	for (int d = 0; d < 2; d++) {
		double room = 0.01 * fmax(hi[0] - lo[0], hi[1] - lo[1]);

		if (!c->fixed[d]) { /* a margin along axes on which the picture does not end at the domain */
			lo[d] -= room;
			hi[d] += room;
		}
		if (!isnan(c->cutout.lo[d]))
			lo[d] = c->cutout.lo[d];
		if (!isnan(c->cutout.hi[d]))
			hi[d] = c->cutout.hi[d];
	}
	cutout_apply(&c->cutout, c->cutout.centre, lo, hi);
}

void canvas_fit(struct canvas *c)
{
	double lo[2], hi[2];

	fit(c, lo, hi);
	memcpy(c->lo, lo, sizeof lo);
	memcpy(c->hi, hi, sizeof hi);
}

int canvas_hides(const struct canvas *c, const double lo[2], const double hi[2])
{
	const struct cutout *o = &c->cutout;

	for (int d = 0; d < 2 && o->zoom >= 1 && c->larger == 1; d++) {
		double room = 0.1 * (o->hi[d] - o->lo[d]); /* for lines, and for views that grow to whole pixels; NAN hides nothing */

		if (isnan(o->centre[d]) && (hi[d] < o->lo[d] - room || lo[d] > o->hi[d] + room))
			return 1;
	}
	return 0;
}

void canvas_scale(struct canvas *c, double pixels)
{
	double lo[2], hi[2];

	fit(c, lo, hi);
	c->pixel = fmax(hi[0] - lo[0], hi[1] - lo[1]) / pixels;
	if (!(c->pixel > 0))
		c->pixel = 1.0 / pixels;
}

/* ---- values ---- */

static void extend(double range[2], double value)
{
	range[0] = fmin(range[0], value);
	range[1] = fmax(range[1], value);
}

void canvas_value(struct canvas *c, double value)
{
	extend(c->value, value);
	extend(c->frame_value, value);
}

void canvas_range(const struct canvas *c, const struct scale *s, int k, double range[2])
{
	/* with one frame there may be several streams, whose values are together in c->value */
	const double *found = s->per_frame && c->n_frame > 1 ? c->frame[k].value : c->value;
	double half = palette_is_signed(s->palette) ? fmax(fabs(found[0]), fabs(found[1])) : NAN;
	const double pi = 3.14159265358979324, own[2] = { palette_is_cyclic(s->palette) ? -pi : half >= 0 ? -half : found[0],
		palette_is_cyclic(s->palette) ? pi : half >= 0 ? half : found[1] };

	for (int e = 0; e < 2; e++)
		range[e] = isnan(s->range[e]) ? own[e] : s->range[e];
	/* a single value stands in the middle, and values that are one but for rounding; so does 0.5 if there is none */
	if (!(range[1] - range[0] > 1e-8 * fabs(range[1]))) {
		half = isfinite(range[0]) && range[0] != 0 && !(range[1] < range[0]) ? 0.5 * fabs(range[0]) : 0.5;
		range[0] = isfinite(range[0]) ? range[0] - half : 0;
		range[1] = range[0] + 2 * half;
	}
}
