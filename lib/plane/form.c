/* form.c: shapes with a name */
#include "plane/form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "plane/mass.h"

const struct form form2_known[] = {
	{ "disk", "a disk", 1, 0, 1, 0 },
	{ "rice", "a stadium whose straight sides are 4 r long", 1, 0, 1, 0 },
	{ "peanut", "three vertices, two segments of 2 r at 150 degrees", 1, 0, 1, 0 },
	{ "pebble", "an equilateral triangle with sides of 2 r", 1, 0, 1, 0 },
	{ "ngon", "a regular polygon of --sides corners", 1, 0, 0, 1 },
	{ "star", "a star of --sides points, half as wide at its notches", 1, 0, 0, 1 },
	{ "cross", "a cross of two bars, 3 by 1", 1, 0, 0, 0 },
	{ "L", "two bars, 3 by 1, that form a letter L", 1, 0, 0, 0 },
	{ "cow", "a cow from the side, 62 vertices", 6.52, 0.1, 0, 0 },
};
const int form2_n_known = sizeof form2_known / sizeof *form2_known;

enum { DISK, RICE, PEANUT, PEBBLE, NGON, STAR, CROSS, ELL, COW };

/* Centimetres, counter-clockwise from the bridge of the nose: muzzle, chest, fore legs, belly, udder, hind legs, tail,
 * back, ear, horns. Drawn for a spheroradius of 10. */
static const short cow[62][2] = {
	{ 30, 178 }, { 17, 165 }, { 14, 148 }, { 26, 137 }, { 48, 138 }, { 74, 155 }, { 91, 146 }, { 97, 112 },
	{ 112, 90 }, { 121, 50 }, { 115, 2 }, { 131, 2 }, { 137, 52 }, { 151, 84 }, { 174, 52 }, { 171, 2 },
	{ 187, 2 }, { 191, 54 }, { 205, 74 }, { 234, 66 }, { 249, 73 }, { 254, 50 }, { 267, 63 }, { 280, 50 },
	{ 291, 74 }, { 309, 52 }, { 305, 2 }, { 320, 2 }, { 327, 46 }, { 338, 74 }, { 360, 46 }, { 357, 2 },
	{ 373, 2 }, { 379, 48 }, { 388, 96 }, { 388, 138 }, { 382, 168 }, { 411, 150 }, { 424, 108 }, { 418, 84 },
	{ 425, 55 }, { 438, 80 }, { 431, 110 }, { 420, 158 }, { 393, 198 }, { 352, 207 }, { 294, 198 }, { 240, 196 },
	{ 206, 199 }, { 180, 206 }, { 148, 212 }, { 122, 225 }, { 147, 234 }, { 119, 241 }, { 106, 244 }, { 119, 271 },
	{ 92, 250 }, { 74, 248 }, { 53, 266 }, { 60, 240 }, { 56, 218 }, { 44, 196 },
};
static const double cross[12][2] = {
	{ -1, -3 }, { 1, -3 }, { 1, -1 }, { 3, -1 }, { 3, 1 }, { 1, 1 },
	{ 1, 3 }, { -1, 3 }, { -1, 1 }, { -3, 1 }, { -3, -1 }, { -1, -1 },
};
static const double ell[6][2] = { { 0, 0 }, { 3, 0 }, { 3, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } };

int form2_find(const char *name)
{
	for (int k = 0; k < form2_n_known; k++)
		if (strcmp(form2_known[k].name, name) == 0)
			return k;
	return -1;
}

static void fill(struct shape *s, enum shape_kind kind, double r, int n, const double (*xy)[2])
{
	shape_alloc(s, kind, n);
	s->r = r;
	if (n > 0)
		memcpy(s->xy, xy, (size_t)n * sizeof *xy);
}

/* Vertex k of n at equal angles around the origin, the first at the top. */
static void spoke(double xy[2], int k, int n, double radius)
{
	double sine, cosine;

	trig_sincos(6.283185307179586477 * k / n, &sine, &cosine);
	xy[0] = -radius * sine;
	xy[1] = radius * cosine;
}

void form2_draw(struct shape *s, int which, int sides)
{
	const double half = sqrt(0.5), c15 = 0.5 * half * (sqrt(3) + 1), s15 = 0.5 * half * (sqrt(3) - 1);

	switch (which) {
	case DISK:
		fill(s, SHAPE_POINT, 1, 1, (const double[][2]){ { 0, 0 } });
		break;
	case RICE:
		fill(s, SHAPE_POLYLINE, 1, 2, (const double[][2]){ { -2, 0 }, { 2, 0 } });
		break;
	case PEANUT:
		fill(s, SHAPE_POLYLINE, 1, 3,
		     (const double[][2]){ { -2 * c15, 2 * s15 }, { 0, 0 }, { 2 * c15, 2 * s15 } });
		break;
	case PEBBLE:
		fill(s, SHAPE_POLYGON, 1, 3, (const double[][2]){ { -1, 0 }, { 1, 0 }, { 0, sqrt(3) } });
		break;
	case NGON:
		shape_alloc(s, SHAPE_POLYGON, sides);
		s->r = 0.1;
		for (int k = 0; k < sides; k++)
			spoke(s->xy[k], k, sides, 1);
		break;
	case STAR:
		shape_alloc(s, SHAPE_POLYGON, 2 * sides);
		s->r = 0.1;
		for (int k = 0; k < 2 * sides; k++)
			spoke(s->xy[k], k, 2 * sides, k % 2 ? 0.5 : 1);
		break;
	case CROSS:
		fill(s, SHAPE_POLYGON, 0.3, 12, cross);
		break;
	case ELL:
		fill(s, SHAPE_POLYGON, 0.15, 6, ell);
		break;
	case COW:
		shape_alloc(s, SHAPE_POLYGON, 62);
		s->r = 0.1;
		for (int k = 0; k < 62; k++) {
			s->xy[k][0] = 0.01 * cow[k][0];
			s->xy[k][1] = 0.01 * cow[k][1];
		}
		break;
	}
}

/* ---- from a drawing to a shape ---- */

static void copy_scaled(struct shape *out, const struct shape *from, double scale)
{
	shape_alloc(out, from->kind, from->n);
	out->r = from->r * scale;
	for (int k = 0; k < from->n; k++) {
		out->xy[k][0] = scale * from->xy[k][0];
		out->xy[k][1] = scale * from->xy[k][1];
		if (from->radius)
			out->radius[k] = scale * from->radius[k];
	}
}

/* Make the shape at one scale; *area gets its area [L^2]. */
static enum form_status at_scale(struct shape *out, const struct shape *drawn, const struct form2_plan *plan,
	double scale, double *area)
{
	struct mass m;

	copy_scaled(out, drawn, scale);
	if (plan->r >= 0)
		out->r = plan->r;
	if (plan->round > 0) {
		enum form_status status = form_open(out, plan->round, plan->tolerance);

		if (status != FORM_GOOD)
			return status;
	}
	if (mass_of_shape(&m, out) != MASS_GOOD)
		return FORM_EMPTY;
	*area = m.area;
	return FORM_GOOD;
}

/* The function of the scale whose root is sought: area(scale) - area. A shape that is empty or splits counts as area 0. */
static double excess(struct shape *out, const struct shape *drawn, const struct form2_plan *plan, double scale,
	enum form_status *status)
{
	double area = 0;

	*status = at_scale(out, drawn, plan, scale, &area);
	return (*status == FORM_GOOD ? area : 0) - plan->area;
}

/* Find the scale that gives the area of the plan if r or round is given. The area grows with the scale. The root is bracketed by
 * doubling or halving, then found by the Illinois variant of false position. */
static enum form_status fit_area(struct shape *out, const struct shape *drawn, const struct form2_plan *plan)
{
	enum { DOUBLINGS = 60, STEPS = 200 };
	enum form_status status;
	double lo = 1, hi = 1, best, f_best, f_hi = excess(out, drawn, plan, 1, &status), f_lo = f_hi;
	int side = 0;

	for (int k = 0; k < DOUBLINGS && f_hi < 0; k++) {
		lo = hi;
		f_lo = f_hi;
		hi *= 2;
		f_hi = excess(out, drawn, plan, hi, &status);
	}
	for (int k = 0; k < DOUBLINGS && f_lo >= 0; k++) {
		hi = lo;
		f_hi = f_lo;
		lo /= 2;
		f_lo = excess(out, drawn, plan, lo, &status);
	}
	if (f_hi < 0 || f_lo >= 0)
		return FORM_AREA;
	best = hi;
	f_best = f_hi;
	for (int k = 0; k < STEPS && f_best > 4e-16 * plan->area; k++) {
		double at = hi - f_hi * (hi - lo) / (f_hi - f_lo);

		if (!(at > lo && at < hi))
			at = 0.5 * (lo + hi);
		if (!(at > lo && at < hi))
			break;
		double f = excess(out, drawn, plan, at, &status);

		if (status == FORM_GOOD && fabs(f) < f_best) {
			best = at;
			f_best = fabs(f);
		}
		if (f >= 0) {
			hi = at;
			f_hi = f;
			f_lo = side > 0 ? 0.5 * f_lo : f_lo;
			side = 1;
		} else {
			lo = at;
			f_lo = f;
			f_hi = side < 0 ? 0.5 * f_hi : f_hi;
			side = -1;
		}
	}
	double area;

	status = at_scale(out, drawn, plan, best, &area);
	/* where an outline begins to split, the area jumps, and the areas in between cannot be reached */
	return status == FORM_GOOD && f_best > 1e-9 * plan->area ? FORM_SPLIT : status;
}

enum form_status form_make(struct shape *out, const struct shape *drawn, const struct form2_plan *plan)
{
	enum form_status status;
	double area;

	if (!(plan->area > 0))
		return at_scale(out, drawn, plan, plan->scale, &area);

	/* If all lengths scale together, the area is quadratic in the scale. */
	if (plan->r < 0 && !(plan->round > 0)) {
		double f = 1;

		/* the second and third time correct the last digits */
		for (int k = 0; k < 3; k++) {
			status = at_scale(out, drawn, plan, f, &area);
			if (status != FORM_GOOD)
				return status;
			f *= sqrt(plan->area / area);
		}
		return at_scale(out, drawn, plan, f, &area);
	}
	return fit_area(out, drawn, plan);
}
