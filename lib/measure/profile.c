/* profile.c: the part of each grain and branch in each bin */
#include "measure/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"
#include "measure/segment.h"
#include "plane/mass.h"
#include "plane/slice.h"
#include "shape/weigh.h"
#include "world/deform.h"
#include "world/images.h"

/* The outline of a shape, and its mass properties. It is stored from frame to frame while the skeleton stays the same. */
struct profile_shape {
	struct shape copy;
	struct boundary outline;
	double area, reach;     /* of the outline, in the body frame [L^2, L] */
};

/* Coordinates of the window: along the axis of the bins, and to the left of it. For y they are (y, -x): turned and not mirrored,
 * so that outlines still run counter-clockwise. */
static vec2 into_window(const struct profile *p, double x, double y)
{
	return p->grid.axis == PROFILE_Y ? v2(y, -x) :
	       p->grid.axis == PROFILE_R ? v2(x - p->grid.centre[0], y - p->grid.centre[1]) : v2(x, y);
}

static double edge(const struct profile2_grid *g, int k)
{
	return g->from + (g->to - g->from) * k / g->n;
}

/* ---- sums ---- */

static void plane_values(const void *bin, double value[PROFILE_VALUES])
{
	const struct profile_bin *b = bin;
	double area = b->size > 0 ? b->size : NAN, mass = b->mass > 0 ? b->mass : NAN, off = b->turn - b->spin[0];

	value[PROFILE_NUMBER] = b->number / area;
	value[PROFILE_SOLID] = b->solid / area;
	value[PROFILE_V1] = b->mass > 0 ? b->v[0] : NAN;
	value[PROFILE_V2] = b->mass > 0 ? b->v[1] : NAN;
	value[PROFILE_SPIN] = b->mass > 0 ? b->spin[0] : NAN;
	value[PROFILE_T] = (b->vv[0] + b->vv[1]) / (2 * mass);
	value[PROFILE_T_ROT] = (b->turns + b->inertia * off * off) / mass; /* about the mean weighted by mass */
	value[PROFILE_KINETIC11] = b->vv[0] / area;
	value[PROFILE_KINETIC12] = b->vv[3] / area;
	value[PROFILE_KINETIC22] = b->vv[1] / area;
	for (int k = 0; k < 4; k++)
		value[PROFILE_CONTACT11 + k] = -b->branch[k] / area;
}

const struct profile_kind profile_plane = { sizeof(struct profile_bin), PROFILE_VALUES, plane_values };

/* ---- the window ---- */

static int grid_complete(struct profile2_grid *g, const struct domain *d)
{
	int other = g->axis == PROFILE_Y ? 0 : 1;

	for (int k = 0; k < 2; k++)
		if (isnan(g->across[k]))
			g->across[k] = d->set ? (k ? d->hi : d->lo)[other] : k ? INFINITY : -INFINITY;
	return profile2_complete(&g->from, &g->to, g->centre, 2, (int)g->axis, d);
}

/* The area of a ring, cut off at the edges of the domain that are not periodic. */
static double ring_area(struct profile *p, double from, double to)
{
	const struct domain *d = &p->domain;
	double lo[2], hi[2];

	for (int k = 0; k < 2; k++) {
		int open = !d->set || d->periodic[k];
		lo[k] = open ? -2 * to : d->lo[k] - p->grid.centre[k];
		hi[k] = open ? 2 * to : d->hi[k] - p->grid.centre[k];
	}
	boundary_of_rectangle(&p->window, lo, hi);
	return boundary_area_within(&p->window, to) - (from > 0 ? boundary_area_within(&p->window, from) : 0);
}

int profile_begin(struct profile *p, const struct profile2_grid *grid, const struct domain *d)
{
	struct profile2_grid *g = &p->grid;

	*g = *grid;
	p->domain = *d;
	if (grid_complete(g, d))
		return -1;
	MEM_GROW(p->bin, &p->cap_bin, (size_t)g->n);
	for (int k = 0; k < g->n; k++) {
		double lo = edge(g, k), hi = edge(g, k + 1), area = (hi - lo) * (g->across[1] - g->across[0]);

		p->bin[k] = (struct profile_bin){ .size = g->axis == PROFILE_R ? ring_area(p, lo, hi) :
		                                  isfinite(area) ? area : NAN };
	}
	if (g->axis == PROFILE_Y) {
		double low = g->across[0];
		g->across[0] = -g->across[1];
		g->across[1] = -low;
	} else if (g->axis == PROFILE_R) {
		g->across[0] = -INFINITY;
		g->across[1] = INFINITY;
	}
	return 0;
}

/* Begin to iterate over the images of a box in space that may reach into the window. */
static int images_in_window(struct images *it, const struct profile *p, const double lo[2], const double hi[2])
{
	const struct profile2_grid *g = &p->grid;
	int a = g->axis == PROFILE_Y;
	double from[2], to[2];

	for (int k = 0; k < 2; k++) {
		from[k] = g->centre[k] - g->to;
		to[k] = g->centre[k] + g->to;
	}
	if (g->axis != PROFILE_R) {
		from[a] = g->from;
		to[a] = g->to;
		from[1 - a] = a ? -g->across[1] : g->across[0];
		to[1 - a] = a ? -g->across[0] : g->across[1];
	}
	return images_begin(it, &p->domain, lo, hi, from, to);
}

/* ---- grains ---- */

static int same_skeleton(const struct shape *a, const struct shape *b)
{
	return a->id == b->id && a->kind == b->kind && a->r == b->r && a->n == b->n && a->area == b->area &&
	       a->inertia == b->inertia && !memcmp(a->xy, b->xy, (size_t)a->n * sizeof *a->xy) &&
	       (!a->radius || !memcmp(a->radius, b->radius, (size_t)a->n * sizeof *a->radius));
}

static void shape_drop(struct profile_shape *o)
{
	free(o->copy.xy);
	free(o->copy.radius);
	o->copy = (struct shape){ .n = 0 };
}

/* Update the outlines to the shapes of w. */
static void shapes_update(struct profile *p, const struct world *w)
{
	const double all[2] = { -INFINITY, INFINITY };
	struct mass m;

	MEM_GROW(p->shape, &p->cap_shape, (size_t)w->n_shape);
	for (; p->n_shape < w->n_shape; p->n_shape++)
		p->shape[p->n_shape] = (struct profile_shape){ .area = 0 };
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *s = &w->shape[k];
		struct profile_shape *o = &p->shape[k];

		if (o->copy.xy && same_skeleton(s, &o->copy))
			continue;
		shape_drop(o);
		shape_alloc(&o->copy, s->kind, s->n);
		memcpy(o->copy.xy, s->xy, (size_t)s->n * sizeof *s->xy);
		if (s->radius)
			memcpy(o->copy.radius, s->radius, (size_t)s->n * sizeof *s->radius);
		o->copy.id = s->id;
		o->copy.r = s->r;
		o->copy.area = s->area;
		o->copy.inertia = s->inertia;
		o->reach = shape_reach(s);
		o->area = 0;
		if (shape_weigh2(&m, s) != MASS_GOOD)
			continue;
		boundary_of_shape(&o->outline, s);
		struct boundary at = { .n = 0 };
		boundary_place(&at, &o->outline, 1, 1, 0, 0, 0);
		o->area = boundary_area_left(&at, INFINITY, all);
		boundary_free(&at);
	}
}

/* Add an image of a grain with its centre at c, in the window's coordinates. p->placed is its outline about the centre; area is
 * the area of the outline. */
static void add_to_slices(struct profile *p, const struct profile_bin *grain, vec2 c, double reach, double area)
{
	const struct profile2_grid *g = &p->grid;
	const double strip[2] = { g->across[0] - c.y, g->across[1] - c.y };
	int first, last, whole = strip[0] <= -reach && strip[1] >= reach;

	if (strip[0] >= reach || strip[1] <= -reach || !segment_bins(g->from, g->to, g->n, c.x - reach, c.x + reach, &first, &last))
		return;
	if (whole && first == last && c.x - reach >= edge(g, first) && c.x + reach <= edge(g, first + 1)) {
		profile_bin_add(&p->bin[first], *grain, 1);
		return;
	}
	double below = boundary_area_left(&p->placed, edge(g, first) - c.x, strip);
	for (int k = first; k <= last; k++) {
		double left = boundary_area_left(&p->placed, edge(g, k + 1) - c.x, strip);
		profile_bin_add(&p->bin[k], *grain, (left - below) / area);
		below = left;
	}
}

/* The same for rings. o is the outline in the body frame; size, turn and c place it. */
static void add_to_rings(struct profile *p, const struct profile_bin *grain, vec2 c, double reach, double area,
	const struct boundary *o, double size, vec2 turn)
{
	const struct profile2_grid *g = &p->grid;
	double far = v2_norm(c);
	int first, last;

	if (!segment_bins(g->from, g->to, g->n, far - reach, far + reach, &first, &last))
		return;
	if (first == last && far - reach >= edge(g, first) && far + reach <= edge(g, first + 1)) {
		profile_bin_add(&p->bin[first], *grain, 1);
		return;
	}
	boundary_place(&p->placed, o, size, turn.x, turn.y, c.x, c.y);
	double below = edge(g, first) > 0 ? boundary_area_within(&p->placed, edge(g, first)) : 0;
	for (int k = first; k <= last; k++) {
		double within = boundary_area_within(&p->placed, edge(g, k + 1));
		profile_bin_add(&p->bin[k], *grain, (within - below) / area);
		below = within;
	}
}

/* Add one body. Returns 0, or -1 if it has too many images. */
static int add_body(struct profile *p, const struct bodies2 *b, int i, const struct profile_shape *o, struct profile_bin grain)
{
	double size = b->size[i], reach = o->reach * size, area = o->area * size * size, shift[2];
	const double lo[2] = { b->x[i] - reach, b->y[i] - reach }, hi[2] = { b->x[i] + reach, b->y[i] + reach };
	int rings = p->grid.axis == PROFILE_R;
	struct images it;
	vec2 turn;

	trig_sincos(b->angle[i], &turn.y, &turn.x);
	if (!rings) { /* rotated into the window's coordinates, too */
		vec2 t = p->grid.axis == PROFILE_Y ? v2(turn.y, -turn.x) : turn;
		boundary_place(&p->placed, &o->outline, size, t.x, t.y, 0, 0);
	}
	if (images_in_window(&it, p, lo, hi))
		return -1;
	while (images_next(&it, shift)) {
		vec2 c = into_window(p, b->x[i] + shift[0], b->y[i] + shift[1]);
		double v[2], n = v2_norm(c);

		domain_flow(&p->domain, shift[0], shift[1], v);
		v[0] += b->vx[i];
		v[1] += b->vy[i];
		vec2 u = !rings ? v2(1, 0) : n > 0 ? v2_scale(1 / n, c) : v2(1, 0);
		grain.v[0] = u.x * v[0] + u.y * v[1];
		grain.v[1] = u.x * v[1] - u.y * v[0];
		if (rings)
			add_to_rings(p, &grain, c, reach, area, &o->outline, size, turn);
		else
			add_to_slices(p, &grain, c, reach, area);
	}
	return 0;
}

int profile_add_bodies(struct profile *p, struct world *w, const char *keep, const double (*own)[PROFILE_OWN])
{
	struct bodies2 b = world_bodies2(w);
	double *area = MEM_NEW(double, (size_t)b.n), *mass = MEM_NEW(double, (size_t)b.n), *inertia = MEM_NEW(double, (size_t)b.n);
	int bad = 0;

	shapes_update(p, w);
	bodies_mass2(w, area, mass, inertia);
	for (int i = 0; i < b.n && !bad; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct profile_shape *o = s ? &p->shape[s - w->shape] : NULL;
		struct profile_bin grain = { .number = 1, .solid = area[i], .mass = mass[i], .inertia = inertia[i],
		                             .spin = { b.omega[i] }, .turn = b.omega[i] };

		if (!keep[i] || !o || !(o->area > 0))
			continue;
		if (own)
			profile_bin_set_own(&grain, own[i]);
		if (isnan(mass[i]))
			bad = -(i + 1);
		else if (add_body(p, &b, i, o, grain))
			bad = i + 1;
	}
	free(area);
	free(mass);
	free(inertia);
	return bad;
}

/* ---- branches ---- */

/* Add the part of the branch from a to a + l between the fractions t0 and t1: the outer product of the force f with it. The
 * components are along n = (u e + h o) / d outwards and t = (u o - h e) / d to the left of n. An element of the branch is e
 * du. */
static void add_ring_part(struct profile_bin *to, vec2 a, vec2 l, vec2 f, double t0, double t1)
{
	double len = v2_norm(l);
	vec2 e = v2_scale(1 / len, l), o = v2_left(e);
	double fe = v2_dot(f, e), fo = v2_dot(f, o), u = v2_dot(a, e);
	struct segment_outwards q = segment_outward_integrals(v2_dot(a, o), u + t0 * len, u + t1 * len);

	to->branch[0] += q.uu * fe + q.uh * fo;  /* (f.n)(e.n) */
	to->branch[1] -= q.uh * fe + q.hh * fo;  /* (f.n)(e.t) */
	to->branch[2] += q.uu * fo - q.uh * fe;  /* (f.t)(e.n) */
	to->branch[3] += q.hh * fe - q.uh * fo;  /* (f.t)(e.t) */
}

/* The branch begins at a and extends by w in the window's coordinates. l and f are the branch and the force in space. */
static void branch_to_slices(struct profile *p, vec2 a, vec2 w, vec2 l, vec2 f)
{
	const struct profile2_grid *g = &p->grid;
	double t0 = 0, t1 = 1;
	int first, last;

	segment_clip(a.y, w.y, g->across[0], g->across[1], &t0, &t1);
	/* a branch without extent along the axis lies in the bin that holds its position */
	if (!(t0 < t1) || !segment_bins(g->from, g->to, g->n, fmin(a.x, a.x + w.x),
	    nextafter(fmax(a.x, a.x + w.x), INFINITY), &first, &last))
		return;
	for (int k = first; k <= last; k++) {
		double s0 = t0, s1 = t1;

		segment_clip(a.x, w.x, edge(g, k), edge(g, k + 1), &s0, &s1);
		p->bin[k].branch[0] += (s1 - s0) * l.x * f.x;
		p->bin[k].branch[1] += (s1 - s0) * l.y * f.x;
		p->bin[k].branch[2] += (s1 - s0) * l.x * f.y;
		p->bin[k].branch[3] += (s1 - s0) * l.y * f.y;
	}
}

static void branch_to_rings(struct profile *p, vec2 a, vec2 l, vec2 f)
{
	const struct profile2_grid *g = &p->grid;
	int first, last;

	if (!segment_shells(g->from, g->to, g->n, v3_flat(a), v3_flat(l), &first, &last))
		return;
	for (int k = first; k <= last; k++) {
		double part[2][2];
		int n = segment_in_shell(v3_flat(a), v3_flat(l), edge(g, k), edge(g, k + 1), part);

		for (int z = 0; z < n; z++)
			add_ring_part(&p->bin[k], a, l, f, part[z][0], part[z][1]);
	}
}

int profile2_add_branch(struct profile *p, const double centre[2], const double point[2], const double force[2])
{
	const double lo[2] = { fmin(centre[0], point[0]), fmin(centre[1], point[1]) };
	const double hi[2] = { fmax(centre[0], point[0]), fmax(centre[1], point[1]) };
	const vec2 l = v2(point[0] - centre[0], point[1] - centre[1]), f = v2(force[0], force[1]);
	double shift[2];
	struct images it;

	if (l.x == 0 && l.y == 0)
		return 0;
	if (images_in_window(&it, p, lo, hi))
		return -1;
	while (images_next(&it, shift)) {
		vec2 a = into_window(p, centre[0] + shift[0], centre[1] + shift[1]);

		if (p->grid.axis == PROFILE_R)
			branch_to_rings(p, a, l, f);
		else
			branch_to_slices(p, a, p->grid.axis == PROFILE_Y ? v2(l.y, -l.x) : l, l, f);
	}
	return 0;
}

void profile_free(struct profile *p)
{
	for (int k = 0; k < p->n_shape; k++) {
		shape_drop(&p->shape[k]);
		boundary_free(&p->shape[k].outline);
	}
	free(p->shape);
	free(p->bin);
	boundary_free(&p->placed);
	boundary_free(&p->window);
	*p = (struct profile){ .n_shape = 0 };
}
