/* arcs.c: the boundary of a shape as pieces of lines and circles
 *
 * What one member of the union covers on a candidate is a single interval, because disks and stadiums of equal radius
 * are sums of a convex set with one and the same disk, and the boundaries of two such sums cross at most twice.
 *
 * Where two candidates cross, both must be cut at the same point to the last digits, or the boundary has a gap and
 * Green's theorem fails by far more than rounding. So every crossing is computed from the pair of candidates in one
 * way, whichever of the two is being cut. */
#include "plane/arcs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/trig.h"
#include "base/vec.h"
#include "plane/polygon.h"
#include "plane/skeleton.h"

/* A covered interval of a candidate: from and to are lengths on a line, angles on a circle, whose unit vectors are n0
 * and n1. */
struct cover { double from, to; vec2 n0, n1; };
struct covers { int n, all; size_t cap; struct cover *item; };

static void cover_add(struct covers *cs, struct cover c)
{
	MEM_GROW(cs->item, &cs->cap, (size_t)cs->n + 1);
	cs->item[cs->n++] = c;
}

/* The arc counter-clockwise from n0 to n1. */
static void cover_add_arc(struct covers *cs, vec2 n0, vec2 n1)
{
	const double turn = 6.283185307179586477;
	double a = trig_atan2(n0.y, n0.x), b = trig_atan2(n1.y, n1.x);

	a = a < 0 ? a + turn : a;
	b = b < 0 ? b + turn : b;
	if (a <= b) {
		cover_add(cs, (struct cover){ a, b, n0, n1 });
	} else {
		cover_add(cs, (struct cover){ a, turn, n0, v2(1, 0) });
		cover_add(cs, (struct cover){ 0, b, v2(1, 0), n1 });
	}
}

static int by_start(const void *a, const void *b)
{
	double x = ((const struct cover *)a)->from, y = ((const struct cover *)b)->from;

	return x < y ? -1 : x > y;
}

/* ---- straight candidates ---- */

/* Edge e moved by r to its left (side 1) or right (side -1). Lines are numbered 2 e, 2 e + 1. */
struct line { int number; vec2 p, u; double len; };

static struct line line_of(const struct skeleton *k, int e, int side)
{
	const struct edge *g = &k->edge[e];

	vec2 out = v2_scale(side * k->r, v2_left(g->u));

	return (struct line){ 2 * e + (side < 0), v2_add(k->v[g->a], out), g->u, g->len };
}

/* Where vertex c stands in the frame of edge e: along the edge and to its left. Exact zeros for its own ends. */
static vec2 in_frame(const struct skeleton *k, int e, int c)
{
	const struct edge *g = &k->edge[e];

	if (c == g->a)
		return v2(0, 0);
	if (c == g->b)
		return v2(g->len, 0);
	vec2 d = v2_sub(k->v[c], k->v[g->a]);
	return v2(v2_dot(d, g->u), v2_cross(g->u, d));
}

/* Half the chord that a disk of radius r around a point at height h above an edge cuts out of the line at height r. */
static double half_chord(const struct skeleton *k, double h)
{
	return h > 0 && h < 2 * k->r - k->tol ? sqrt(h * (2 * k->r - h)) : 0;
}

/* A stretch of a line, growing to hold further points: what a convex set covers is the hull of its known points. */
struct hull { double from, to; };

static void hull_add(struct hull *h, double x)
{
	h->from = fmin(h->from, x);
	h->to = fmax(h->to, x);
}

/* Edges e and f share a vertex v. Away from it they enclose the angle a, and on the side of e where f is, both edges' lines
 * cross at r cot(a/2) from v; the line begins on the rim of f's stadium at v itself. This says so without dividing by what may
 * vanish. Returns 0 on the other side, where f covers nothing. */
static int line_by_neighbour(const struct skeleton *k, int e, int side, int f, int v, struct hull *hull)
{
	const struct edge *ge = &k->edge[e], *gf = &k->edge[f];
	int to_e = v == ge->a ? 1 : -1, to_f = v == gf->a ? 1 : -1;
	double sine = side * to_f * v2_cross(ge->u, gf->u), cosine = to_e * to_f * v2_dot(ge->u, gf->u);

	if (sine <= 0)
		return 0;
	double cot = cosine > 0 ? (1 + cosine) / sine : sine / (1 - cosine), start = to_e > 0 ? 0 : ge->len;

	hull_add(hull, start);
	if (k->r * cot <= gf->len)
		hull_add(hull, start + to_e * k->r * cot);
	return 1;
}

/* How high the ends of edge f's line stand above edge e's line: as high as the ends of f stand above e, less r, plus r times
 * the cosine of the angle between the edges where both lines are on the same side, and less that where they face each other. */
static void line_heights(const struct skeleton *k, int e, int side, int f, int other, double height[2])
{
	const struct edge *ge = &k->edge[e], *gf = &k->edge[f];
	double dot = v2_dot(ge->u, gf->u), sine = v2_cross(ge->u, gf->u), cosine = fabs(dot);
	double drop = side * other * dot > 0 ? sine * sine / (1 + cosine) : 1 + cosine;

	height[0] = side * in_frame(k, e, gf->a).y - k->r * drop;
	height[1] = side * in_frame(k, e, gf->b).y - k->r * drop;
}

/* Where the line of edge e meets that of edge f, when both cross, as a length along e's. Computed once for both, and carried
 * from one to the other by projection, so that both are cut at one point even when they are nearly parallel. */
static double lines_cross(const struct line *e, const struct line *f, const double above_f[2], const double above_e[2])
{
	int first = e->number < f->number;
	const struct line *a = first ? e : f, *b = first ? f : e;
	const double *height = first ? above_f : above_e; /* of the ends of a's line above b's */
	double at = a->len * (height[0] / (height[0] - height[1]));

	if (first)
		return at;
	at = v2_dot(v2_sub(v2_add(a->p, v2_scale(at, a->u)), b->p), b->u);
	return fmin(fmax(at, 0), b->len);
}

/* Where the line of edge f, on its side `other`, passes through the line of edge e. Whether it does follows from the
 * heights of the lines' ends alone, the same numbers whichever of the two is being cut. */
static void line_by_line(const struct skeleton *k, int e, int side, const struct line *line, int f, int other,
	struct hull *hull)
{
	double above_e[2], above_f[2];

	line_heights(k, e, side, f, other, above_e);
	if (!((above_e[0] < 0 && above_e[1] > 0) || (above_e[0] > 0 && above_e[1] < 0)))
		return;
	line_heights(k, f, other, e, side, above_f);
	if ((above_f[0] < 0 && above_f[1] > 0) || (above_f[0] > 0 && above_f[1] < 0)) {
		struct line l = line_of(k, f, other);

		hull_add(hull, lines_cross(line, &l, above_f, above_e));
	} else { /* beyond the nearer end */
		hull_add(hull, fabs(above_f[0]) < fabs(above_f[1]) ? 0 : line->len);
	}
}

/* What the stadium around edge f covers of the line at height r above edge e, on its given side. Its ends are
 * where the line enters and leaves: on a disk around an end of f, or on one of f's own lines. */
static void line_by_stadium(const struct skeleton *k, int e, int side, const struct line *line, int f,
	struct covers *cs)
{
	const struct edge *ge = &k->edge[e], *gf = &k->edge[f];
	const int end[2] = { gf->a, gf->b };
	struct hull hull = { INFINITY, -INFINITY };
	int shared = gf->a == ge->a || gf->a == ge->b ? gf->a : gf->b == ge->a || gf->b == ge->b ? gf->b : -1;

	if (shared >= 0 && !line_by_neighbour(k, e, side, f, shared, &hull))
		return;
	for (int m = 0; m < 2; m++) {
		vec2 at = in_frame(k, e, end[m]);
		double w = half_chord(k, side * at.y);

		if (w > 0) {
			hull_add(&hull, at.x - w);
			hull_add(&hull, at.x + w);
		}
	}
	for (int other = -1; other <= 1 && shared < 0; other += 2)
		line_by_line(k, e, side, line, f, other, &hull);
	hull.from = fmax(hull.from, 0);
	hull.to = fmin(hull.to, line->len);
	if (hull.from < hull.to)
		cover_add(cs, (struct cover){ .from = hull.from, .to = hull.to });
}

/* ---- circles ---- */

/* The unit vector from the centre of circle c to where it crosses the circle of equal radius around o: the
 * crossing on the left (side 1) or right (side -1) of the way from c to o. */
static vec2 circles_cross(const struct skeleton *k, int c, int o, int side)
{
	vec2 w = v2_sub(k->v[o], k->v[c]);
	double d = v2_norm(w), cosine = fmin(d / (2 * k->r), 1), sine = sqrt((1 - cosine) * (1 + cosine));

	return v2_add(v2_scale(cosine / d, w), v2_scale(side * sine / d, v2_left(w)));
}

/* What the stadium around edge e covers of the circle around vertex c.
 *
 * In e's frame, mirrored so that c stands at height h >= 0, the circle meets the line at height r at s - w and s + w,
 * w = sqrt(h (2 r - h)), and covered is what lies below: an arc from a left to a right end. An end whose foot is
 * beyond an end of the edge lies on the disk there instead. */
static void circle_by_stadium(const struct skeleton *k, int c, int e, struct covers *cs)
{
	const struct edge *g = &k->edge[e];
	vec2 left = v2_left(g->u), right = v2_scale(-1, left);

	if (c == g->a) {
		cover_add_arc(cs, right, left);
		return;
	}
	if (c == g->b) {
		cover_add_arc(cs, left, right);
		return;
	}
	vec2 at = in_frame(k, e, c);
	int side = at.y < 0 ? -1 : 1;
	double h = side * at.y, beyond = at.x < 0 ? -at.x : at.x > g->len ? at.x - g->len : 0;

	if (sqrt(beyond * beyond + h * h) >= 2 * k->r - k->tol)
		return;
	double w = half_chord(k, h);
	vec2 end[2]; /* left, right */

	for (int m = 0; m < 2; m++) {
		int to_right = m ? 1 : -1;
		double foot = at.x + to_right * w;

		/* in the mirrored frame the left end is on the right of the way to a disk, and the other way round */
		if (foot < 0)
			end[m] = circles_cross(k, c, g->a, side * to_right);
		else if (foot > g->len)
			end[m] = circles_cross(k, c, g->b, side * to_right);
		else
			end[m] = v2_add(v2_scale(to_right * w / k->r, g->u), v2_scale(side * (1 - h / k->r), left));
	}
	if (h == 0 && beyond == 0)
		cs->all = 1;
	else if (side > 0)
		cover_add_arc(cs, end[0], end[1]);
	else
		cover_add_arc(cs, end[1], end[0]);
}

/* ---- pieces ---- */

static void piece_add(struct boundary *b, struct piece p)
{
	MEM_GROW(b->piece, &b->cap, (size_t)b->n + 1);
	b->piece[b->n++] = p;
}

/* Whether a point at least r away from every edge is inside the filled polygon. On the outer side of an edge it
 * cannot be where the polygon is simple: the way there would cross an edge less than r away. */
static int filled_at(const struct skeleton *k, vec2 p)
{
	return k->n_outline > 0 && !k->outer && polygon_inside(k->outline, k->n_outline, p.x, p.y);
}

static void keep_line(struct boundary *b, const struct skeleton *k, const struct line *l, int side, double from,
	double to)
{
	vec2 p = v2_add(l->p, v2_scale(from, l->u)), q = v2_add(l->p, v2_scale(to, l->u));

	if (!(from < to) || filled_at(k, v2_scale(0.5, v2_add(p, q))))
		return;
	if (side > 0) /* the shape is below: run backwards to have it on the left */
		piece_add(b, (struct piece){ .p = { q.x, q.y }, .q = { p.x, p.y } });
	else
		piece_add(b, (struct piece){ .p = { p.x, p.y }, .q = { q.x, q.y } });
}

static void keep_arc(struct boundary *b, const struct skeleton *k, vec2 c, double r, double from, double to,
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

/* What the covers leave of a line. */
static void line_rest(struct boundary *b, const struct skeleton *k, const struct line *l, int side, struct covers *cs)
{
	double from = 0;

	if (cs->n)
		qsort(cs->item, (size_t)cs->n, sizeof *cs->item, by_start);
	for (int i = 0; i < cs->n; i++) {
		keep_line(b, k, l, side, from, cs->item[i].from);
		from = fmax(from, cs->item[i].to);
	}
	keep_line(b, k, l, side, from, l->len);
}

/* What the covers leave of a circle. */
static void circle_rest(struct boundary *b, const struct skeleton *k, vec2 c, double r, struct covers *cs)
{
	const double turn = 6.283185307179586477;
	double from = 0;
	vec2 n0 = v2(1, 0);

	if (cs->all)
		return;
	if (cs->n)
		qsort(cs->item, (size_t)cs->n, sizeof *cs->item, by_start);
	for (int i = 0; i < cs->n; i++) {
		keep_arc(b, k, c, r, from, cs->item[i].from, n0, cs->item[i].n0);
		if (cs->item[i].to > from) {
			from = cs->item[i].to;
			n0 = cs->item[i].n1;
		}
	}
	keep_arc(b, k, c, r, from, turn, n0, v2(1, 0));
}

static void dilated_boundary(struct boundary *b, const struct skeleton *k, struct covers *cs)
{
	double r = k->r;

	for (int e = 0; e < k->n_edge; e++) {
		for (int side = 1; side >= -1; side -= 2) {
			if (side == -k->outer)
				continue;
			struct line l = line_of(k, e, side);
			vec2 q = v2_add(l.p, v2_scale(l.len, l.u));
			struct skeleton_search find = skeleton_search(fmin(l.p.x, q.x) - r, fmin(l.p.y, q.y) - r,
			                                              fmax(l.p.x, q.x) + r, fmax(l.p.y, q.y) + r);

			cs->n = 0;
			for (int f; (f = skeleton_next(k, &find)) >= 0;)
				if (f != e)
					line_by_stadium(k, e, side, &l, f, cs);
			line_rest(b, k, &l, side, cs);
		}
	}
	for (int c = 0; c < k->n_v; c++) {
		/* around a reflex corner of a simple polygon the free part of the circle lies inside */
		if (k->outer && k->outer * v2_cross(k->edge[c > 0 ? c - 1 : k->n_edge - 1].u, k->edge[c].u) >= 0)
			continue;
		struct skeleton_search find = skeleton_search(k->v[c].x - 2 * r, k->v[c].y - 2 * r, k->v[c].x + 2 * r,
		                                              k->v[c].y + 2 * r);

		cs->n = cs->all = 0;
		for (int f; (f = skeleton_next(k, &find)) >= 0 && !cs->all;)
			circle_by_stadium(k, c, f, cs);
		circle_rest(b, k, k->v[c], r, cs);
	}
}

/* What disk j covers of circle i, radii p and q, d apart: an arc of half the angle whose cosine is x / p, where
 * x = (d^2 + p^2 - q^2) / (2 d) is the distance of the common chord, and h, half its length, is the same number
 * whichever circle is being cut. */
static void circle_by_disk(const vec2 *c, const double *radius, int i, int j, double tol, struct covers *cs)
{
	double p = radius[i], q = radius[j];
	vec2 w = v2_sub(c[j], c[i]);
	double d = v2_norm(w);

	if (d >= p + q - tol || d <= p - q + tol)
		return;
	if (d <= q - p + tol) {
		cs->all = 1;
		return;
	}
	double h2 = ((p + q) + d) * ((p + q) - d) * (d + (p - q)) * (d - (p - q)), h = sqrt(fmax(h2, 0)) / (2 * d);
	double x = (d * d + (p - q) * (p + q)) / (2 * d);
	vec2 along = v2_scale(x / (p * d), w), across = v2_scale(h / (p * d), v2_left(w));

	cover_add_arc(cs, v2_sub(along, across), v2_add(along, across));
}

/* The boundary of a union of disks. */
static void disks_boundary(struct boundary *b, const struct shape *s, struct covers *cs, struct rng *g, double shift)
{
	struct skeleton none = { .n_outline = 0 };
	vec2 *c = MEM_NEW(vec2, (size_t)s->n);
	double *radius = MEM_NEW(double, (size_t)s->n), lo[2], hi[2];
	int n = 0;

	shape_box(s, lo, hi);
	vec2 middle = v2(0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1]));
	double tol = 32 * DBL_EPSILON * fmax(hi[0] - lo[0], hi[1] - lo[1]);
	/* of disks that are equal, or empty, only the first stays */
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
				circle_by_disk(c, radius, i, j, tol, cs);
		}
		circle_rest(b, &none, c[i], radius[i], cs);
	}
	b->origin[0] = middle.x;
	b->origin[1] = middle.y;
	free(c);
	free(radius);
}

/* One attempt; the length of the boundary. */
static double boundary_try(struct boundary *b, const struct shape *s, struct rng *g, double shift)
{
	struct covers cs = { 0 };
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

/* The bare outline of a polygon. */
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
