/* arcs.c: the boundary of a shape: the parts of the candidates that no member of the union covers (arcs_cover.c) */
#include "plane/arcs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/trig.h"
#include "base/vec.h"
#include "plane/arcs_cover.h"
#include "plane/polygon.h"
#include "plane/skeleton.h"

/* Crossings may be off by this part of r. */
static const double ROUNDING = 1e-6;

static int by_start(const void *a, const void *b)
{
	double x = ((const struct arcs_cover *)a)->from, y = ((const struct arcs_cover *)b)->from;

	return x < y ? -1 : x > y;
}

/* ---- pieces ---- */

static void piece_add(struct boundary *b, struct piece p)
{
	MEM_GROW(b->piece, &b->cap, (size_t)b->n + 1);
	b->piece[b->n++] = p;
}

/* Whether a point at least r from every edge is inside the filled polygon. If the polygon is simple, a point on the outer side
 * of an edge cannot be inside: the segment from the edge to the point would cross another edge less than r from the point. */
static int filled_at(const struct skeleton *k, vec2 p)
{
	return k->n_outline > 0 && !k->outer && polygon_inside(k->outline, k->n_outline, p.x, p.y);
}

static void add_line(struct boundary *b, const struct skeleton *k, const struct arcs_line *l, int side, double from,
	double to)
{
	vec2 p = v2_add(l->p, v2_scale(from, l->u)), q = v2_add(l->p, v2_scale(to, l->u));

	if (!(from < to) || filled_at(k, v2_scale(0.5, v2_add(p, q))))
		return;
	if (side > 0) /* the shape is below the line: the piece runs backwards to have the shape on its left */
		piece_add(b, (struct piece){ .p = { q.x, q.y }, .q = { p.x, p.y } });
	else
		piece_add(b, (struct piece){ .p = { p.x, p.y }, .q = { q.x, q.y } });
}

static void add_arc(struct boundary *b, const struct skeleton *k, vec2 c, double r, double from, double to,
	vec2 n0, vec2 n1)
{
	double sine, cosine;

	if (!(from < to))
		return;
	trig_sincos(0.5 * (from + to), &sine, &cosine);
	if (filled_at(k, v2_add(c, v2_scale(r, v2(cosine, sine)))))
		return;
	piece_add(b, (struct piece){
		.p = { c.x + r * n0.x, c.y + r * n0.y }, .q = { c.x + r * n1.x, c.y + r * n1.y }, .r = r,
		.c = { c.x, c.y }, .np = { n0.x, n0.y }, .nq = { n1.x, n1.y }, .angle = to - from });
}

/* Add the uncovered parts of a line. */
static void line_rest(struct boundary *b, const struct skeleton *k, const struct arcs_line *l, int side,
	struct arcs_covers *cs)
{
	double from = 0;

	if (cs->n)
		qsort(cs->item, (size_t)cs->n, sizeof *cs->item, by_start);
	for (int i = 0; i < cs->n; i++) {
		add_line(b, k, l, side, from, cs->item[i].from);
		from = fmax(from, cs->item[i].to);
	}
	add_line(b, k, l, side, from, l->len);
}

/* Add the uncovered parts of a circle. */
static void circle_rest(struct boundary *b, const struct skeleton *k, vec2 c, double r, struct arcs_covers *cs)
{
	const double turn = 6.283185307179586477;
	double from = 0;
	vec2 n0 = v2(1, 0);

	if (cs->all)
		return;
	if (cs->n)
		qsort(cs->item, (size_t)cs->n, sizeof *cs->item, by_start);
	for (int i = 0; i < cs->n; i++) {
		add_arc(b, k, c, r, from, cs->item[i].from, n0, cs->item[i].n0);
		if (cs->item[i].to > from) {
			from = cs->item[i].to;
			n0 = cs->item[i].n1;
		}
	}
	add_arc(b, k, c, r, from, turn, n0, v2(1, 0));
}

/* Where to look for edges that cover a part of the line of an edge: as far as r from it. The disk around a short line holds far
 * fewer edges than its box; a crossing may be off by the square root of rounding. */
static struct skeleton_search near_line(const struct skeleton *k, const struct arcs_line *l)
{
	double r = k->r;
	vec2 q = v2_add(l->p, v2_scale(l->len, l->u));
	struct skeleton_search find = skeleton_search(fmin(l->p.x, q.x) - r, fmin(l->p.y, q.y) - r, fmax(l->p.x, q.x) + r,
	                                              fmax(l->p.y, q.y) + r);

	find.centre = v2_scale(0.5, v2_add(l->p, q));
	find.reach = 0.5 * l->len + r * (1 + ROUNDING);
	return find;
}

/* The same for the circle around vertex c. In a simple polygon the edges before and after a corner leave an arc of less than half
 * a turn from one normal to the other. It lies in the disk over its chord, so edges further than r from that disk do not
 * matter: of a smooth outline of many corners that is nearly all of them. */
static struct skeleton_search near_circle(const struct skeleton *k, int c)
{
	double r = k->r;

	if (!k->outer)
		return skeleton_search(k->v[c].x - 2 * r, k->v[c].y - 2 * r, k->v[c].x + 2 * r, k->v[c].y + 2 * r);
	vec2 before = v2_scale(k->outer * r, v2_left(k->edge[c > 0 ? c - 1 : k->n_edge - 1].u));
	vec2 after = v2_scale(k->outer * r, v2_left(k->edge[c].u));

	return skeleton_search_round(v2_add(k->v[c], v2_scale(0.5, v2_add(before, after))),
	                             0.5 * v2_norm(v2_sub(before, after)) + r * (1 + ROUNDING));
}

static void dilated_boundary(struct boundary *b, const struct skeleton *k, struct arcs_covers *cs)
{
	for (int e = 0; e < k->n_edge; e++) {
		for (int side = 1; side >= -1; side -= 2) {
			if (side == -k->outer)
				continue;
			struct arcs_line l = arcs_line_of(k, e, side);
			struct skeleton_search find = near_line(k, &l);

			cs->n = 0;
			for (int f; (f = skeleton_next(k, &find)) >= 0;)
				if (f != e)
					arcs_cover_line(k, e, side, &l, f, cs);
			line_rest(b, k, &l, side, cs);
		}
	}
	for (int c = 0; c < k->n_v; c++) {
		/* the uncovered part of a circle around a reflex corner of a simple polygon lies inside */
		if (k->outer && k->outer * v2_cross(k->edge[c > 0 ? c - 1 : k->n_edge - 1].u, k->edge[c].u) >= 0)
			continue;
		struct skeleton_search find = near_circle(k, c);

		cs->n = cs->all = 0;
		for (int f; (f = skeleton_next(k, &find)) >= 0 && !cs->all;)
			arcs_cover_circle(k, c, f, cs);
		circle_rest(b, k, k->v[c], k->r, cs);
	}
}

static void disks_boundary(struct boundary *b, const struct shape *s, struct arcs_covers *cs, struct rng *g, double shift)
{
	struct skeleton none = { .n_outline = 0 };
	vec2 *c = MEM_NEW(vec2, (size_t)s->n);
	double *radius = MEM_NEW(double, (size_t)s->n), lo[2], hi[2];
	int n = 0;

	shape_box(s, lo, hi);
	vec2 middle = v2(0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]));
	double tol = 32 * DBL_EPSILON * fmax(hi[0] - lo[0], hi[1] - lo[1]);
	/* leave out empty disks and repeated ones */
	for (int i = 0; i < s->n; i++) {
		vec2 at = v2_sub(v2(s->xy[i][0], s->xy[i][1]), middle);
		int same = s->radius[i] <= tol;

		for (int j = 0; j < n && !same; j++)
			same = fabs(radius[j] - s->radius[i]) <= tol && fabs(c[j].x - at.x) <= tol &&
			       fabs(c[j].y - at.y) <= tol;
		if (!same) {
			if (g) {
				at.x += shift * (2 * rng_uniform(g) - 1);
				at.y += shift * (2 * rng_uniform(g) - 1);
			}
			c[n] = at;
			radius[n++] = s->radius[i];
		}
	}
	for (int i = 0; i < n; i++) {
		cs->n = cs->all = 0;
		for (int j = 0; j < n && !cs->all; j++) {
			double reach = radius[i] + radius[j];

			if (j != i && fabs(c[i].x - c[j].x) < reach && fabs(c[i].y - c[j].y) < reach)
				arcs_cover_disk(c, radius, i, j, tol, cs);
		}
		circle_rest(b, &none, c[i], radius[i], cs);
	}
	b->origin[0] = middle.x;
	b->origin[1] = middle.y;
	free(c);
	free(radius);
}

/* Find the boundary once, with vertices moved at random by up to shift if g is not NULL. Returns its length. */
static double boundary_try(struct boundary *b, const struct shape *s, struct rng *g, double shift)
{
	struct arcs_covers cs = { 0 };
	double gap[2] = { 0, 0 }, length = 0;

	b->n = 0;
	if (s->kind == SHAPE_DISKS) {
		disks_boundary(b, s, &cs, g, shift);
	} else {
		struct skeleton k;

		skeleton_init(&k, s, g, shift);
		dilated_boundary(b, &k, &cs);
		b->origin[0] = k.origin.x;
		b->origin[1] = k.origin.y;
		skeleton_free(&k);
	}
	for (int i = 0; i < b->n; i++) {
		const struct piece *p = &b->piece[i];

		for (int d = 0; d < 2; d++)
			gap[d] += p->q[d] - p->p[d];
		length += piece_length(p);
	}
	b->gap = sqrt(gap[0] * gap[0] + gap[1] * gap[1]);
	free(cs.item);
	return length;
}

/* The boundary of a polygon with r = 0: its outline, counter-clockwise. */
static void outline_boundary(struct boundary *b, const struct shape *s)
{
	int left = polygon_area((const double (*)[2])s->xy, s->n) >= 0;

	b->n = 0;
	b->gap = 0;
	b->origin[0] = s->xy[0][0];
	b->origin[1] = s->xy[0][1];
	for (int k = 0; k < s->n; k++) {
		const double *p = s->xy[k], *q = s->xy[k + 1 < s->n ? k + 1 : 0], *o = b->origin;
		struct piece piece = { .p = { p[0] - o[0], p[1] - o[1] }, .q = { q[0] - o[0], q[1] - o[1] } };

		if (!left)
			piece = (struct piece){ .p = { piece.q[0], piece.q[1] }, .q = { piece.p[0], piece.p[1] } };
		piece_add(b, piece);
	}
}

void boundary_of_shape(struct boundary *b, const struct shape *s)
{
	enum { TRIES = 4 };
	struct rng g;
	double size = 0, shift;

	b->n = 0;
	b->gap = b->origin[0] = b->origin[1] = 0;
	if (s->n == 0)
		return;
	if (s->kind != SHAPE_DISKS && s->r <= 0) {
		if (s->kind == SHAPE_POLYGON)
			outline_boundary(b, s);
		return;
	}
	double length = boundary_try(b, s, NULL, 0);
	if (b->gap <= 1e-12 * length)
		return;
	for (int i = 0; i < s->n; i++)
		for (int d = 0; d < 2; d++)
			size = fmax(size, fabs(s->xy[i][d] - s->xy[0][d]));
	rng_seed(&g, 1);
	shift = 1e-13 * (size + s->r);
	for (int k = 0; k < TRIES && b->gap > 1e-12 * length; k++, shift *= 3)
		length = boundary_try(b, s, &g, shift);
}

void boundary_free(struct boundary *b)
{
	free(b->piece);
	*b = (struct boundary){ .n = 0 };
}
