/* arcs_cover.c: the interval that one member of a union covers on a candidate for the boundary
 *
 * A member covers a single interval of a candidate: disks and stadiums of equal radius are sums of a convex set and the same
 * disk, and the boundaries of two such sums cross at most twice.
 *
 * Where two candidates cross, both must be cut at the same point to the last digits. Otherwise the boundary has a gap, and
 * Green's theorem fails by far more than rounding. So every crossing is computed from the pair of candidates in one way,
 * whichever of the two is being cut. */
#include "plane/arcs_cover.h"

#include <math.h>

#include "base/buf.h"
#include "base/trig.h"
#include "base/vec.h"
#include "plane/skeleton.h"

static void cover_add(struct arcs_covers *cs, struct arcs_cover c)
{
	MEM_GROW(cs->item, &cs->cap, (size_t)cs->n + 1);
	cs->item[cs->n++] = c;
}

/* Add the arc that runs counter-clockwise from n0 to n1. */
static void cover_add_arc(struct arcs_covers *cs, vec2 n0, vec2 n1)
{
	const double turn = 6.283185307179586477;
	double a = trig_atan2(n0.y, n0.x), b = trig_atan2(n1.y, n1.x);

	a = a < 0 ? a + turn : a;
	b = b < 0 ? b + turn : b;
	if (a <= b) {
		cover_add(cs, (struct arcs_cover){ a, b, n0, n1 });
	} else {
		cover_add(cs, (struct arcs_cover){ a, turn, n0, v2(1, 0) });
		cover_add(cs, (struct arcs_cover){ 0, b, v2(1, 0), n1 });
	}
}

/* ---- straight candidates ---- */

struct arcs_line arcs_line_of(const struct skeleton *k, int e, int side)
{
	const struct edge *g = &k->edge[e];
	vec2 out = v2_scale(side * k->r, v2_left(g->u));

	return (struct arcs_line){ 2 * e + (side < 0), v2_add(k->v[g->a], out), g->u, g->len };
}

/* Vertex c in the frame of edge e: x along the edge, y to its left. Exactly (0, 0) and (len, 0) for the ends of e. */
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

/* Half the chord that a disk of radius r cuts out of the line at height r above an edge; the disk's centre is at height h. */
static double half_chord(const struct skeleton *k, double h)
{
	return h > 0 && h < 2 * k->r - k->tol ? sqrt(h * (2 * k->r - h)) : 0;
}

/* An interval of a line that grows to hold further points. The part covered by a convex set is the hull of its known points. */
struct hull { double from, to; };

static void hull_add(struct hull *h, double x)
{
	h->from = fmin(h->from, x);
	h->to = fmax(h->to, x);
}

/* The part of e's line covered by f's stadium if e and f share the vertex v. Let a be the angle between the edges at v. On the
 * side of e where f lies, the lines of e and f cross at the distance r cot(a/2) from v. The line of e begins at v, on the rim
 * of f's stadium. The formula for the cotangent never divides by 0. Returns 0 on the other side, where f covers nothing. */
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

/* The heights of the ends of f's line above e's line. Such a height is that of the end of f above e, less r, and plus r times the
 * cosine of the angle between the edges if both lines are on the same side, or less that if the lines face each other. */
static void line_heights(const struct skeleton *k, int e, int side, int f, int other, double height[2])
{
	const struct edge *ge = &k->edge[e], *gf = &k->edge[f];
	double dot = v2_dot(ge->u, gf->u), sine = v2_cross(ge->u, gf->u), cosine = fabs(dot);
	double drop = side * other * dot > 0 ? sine * sine / (1 + cosine) : 1 + cosine;

	height[0] = side * in_frame(k, e, gf->a).y - k->r * drop;
	height[1] = side * in_frame(k, e, gf->b).y - k->r * drop;
}

/* The length along e's line at which it crosses f's line. Only the line with the lower number is cut by its heights; the result
 * is projected to the other line. So both are cut at the same point even if they are nearly parallel. */
static double lines_cross(const struct arcs_line *e, const struct arcs_line *f, const double above_f[2],
	const double above_e[2])
{
	int first = e->number < f->number;
	const struct arcs_line *a = first ? e : f, *b = first ? f : e;
	const double *height = first ? above_f : above_e; /* of the ends of a's line above b's */
	double at = a->len * (height[0] / (height[0] - height[1]));

	if (first)
		return at;
	at = v2_dot(v2_sub(v2_add(a->p, v2_scale(at, a->u)), b->p), b->u);
	return fmin(fmax(at, 0), b->len);
}

/* Add to the hull where the line of edge f, on f's side `other`, crosses the line of edge e. Whether it crosses follows from the
 * heights of the ends alone; these are the same numbers whichever of the two lines is being cut. */
static void line_by_line(const struct skeleton *k, int e, int side, const struct arcs_line *line, int f, int other,
	struct hull *hull)
{
	double above_e[2], above_f[2];

	line_heights(k, e, side, f, other, above_e);
	if (!((above_e[0] < 0 && above_e[1] > 0) || (above_e[0] > 0 && above_e[1] < 0)))
		return;
	line_heights(k, f, other, e, side, above_f);
	if ((above_f[0] < 0 && above_f[1] > 0) || (above_f[0] > 0 && above_f[1] < 0)) {
		struct arcs_line l = arcs_line_of(k, f, other);

		hull_add(hull, lines_cross(line, &l, above_f, above_e));
	} else { /* the crossing is beyond the nearer end */
		hull_add(hull, fabs(above_f[0]) < fabs(above_f[1]) ? 0 : line->len);
	}
}

/* The covered interval ends where the line enters and leaves the stadium: on a disk around an end of f, or on a line of f. */
void arcs_cover_line(const struct skeleton *k, int e, int side, const struct arcs_line *line, int f, struct arcs_covers *cs)
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
		cover_add(cs, (struct arcs_cover){ .from = hull.from, .to = hull.to });
}

/* ---- circles ---- */

/* The unit vector from the centre of circle c to its crossing with the circle of equal radius around o, to the left (side 1) or
 * right (side -1) of the vector from c to o. */
static vec2 circles_cross(const struct skeleton *k, int c, int o, int side)
{
	vec2 w = v2_sub(k->v[o], k->v[c]);
	double d = v2_norm(w), cosine = fmin(d / (2 * k->r), 1), sine = sqrt((1 - cosine) * (1 + cosine));

	return v2_add(v2_scale(cosine / d, w), v2_scale(side * sine / d, v2_left(w)));
}

/* In the frame of edge e, mirrored so that c has a height h >= 0, the circle meets the line at height r at x - w and x + w, with
 * w = sqrt(h (2 r - h)). The arc below the line is covered, from a left to a right end. If the foot of an end lies beyond an end
 * of the edge, the arc ends on the disk at that end of the edge. */
void arcs_cover_circle(const struct skeleton *k, int c, int e, struct arcs_covers *cs)
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

			/* in the mirrored frame the left end is on the right of the vector to the disk, and vice versa */
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

/* Let p and q be the radii and d the distance of the centres. The covered arc has half the angle whose cosine is x / p, where
 * x = (d^2 + p^2 - q^2) / (2 d) is the distance of the common chord from the centre of circle i. Half the length of the chord, h,
 * is the same number whichever circle is being cut. */
void arcs_cover_disk(const vec2 *c, const double *radius, int i, int j, double tol, struct arcs_covers *cs)
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
