/* faces3_points.h: the nearest points of two features, for faces3.c and faces3_many.c alone. Functions are inline and nearly
 * without branches: a loop over many pairs of edges is vectorised, and one by one they give the same bits. */
#ifndef SCREE_FACES3_POINTS_H
#define SCREE_FACES3_POINTS_H

#include "base/quad.h"
#include "contact/faces3.h"

static WIDE_INLINE vec3 turned(const struct frame3 *g, vec3 v)
{
	return v3(g->m[0][0] * v.x + g->m[0][1] * v.y + g->m[0][2] * v.z, g->m[1][0] * v.x + g->m[1][1] * v.y + g->m[1][2] * v.z,
		g->m[2][0] * v.x + g->m[2][1] * v.y + g->m[2][2] * v.z);
}

/* The point v of the body at size 1, in space: the bits of pebbles_place. */
static WIDE_INLINE vec3 placed(const struct frame3 *g, vec3 v)
{
	return v3_add(g->at, turned(g, v));
}

/* The vector v in the frame of the body at size 1. */
static WIDE_INLINE vec3 turned_back(const struct frame3 *g, vec3 v)
{
	return v3_scale(g->inverse, v3(g->m[0][0] * v.x + g->m[1][0] * v.y + g->m[2][0] * v.z,
		g->m[0][1] * v.x + g->m[1][1] * v.y + g->m[2][1] * v.z, g->m[0][2] * v.x + g->m[1][2] * v.y + g->m[2][2] * v.z));
}

static WIDE_INLINE double within(double x, double least, double most)
{
	return x < least ? least : x > most ? most : x;
}

/* ---- a point and a face ---- */

/* The vector from the point y to the closest point of the edge or cut k. */
static WIDE_INLINE vec3 to_edge(const struct faces3 *f, int k, vec3 y)
{
	vec3 d = v3_sub(y, faces3_middle(f, k)), half = f->entry[k].half;

	return v3_sub(v3_scale(within(v3_dot(d, half) / v3_dot(half, half), -1, 1), half), d);
}

/* The vector from the point y to the closest point of a face. Outside of the prism over a convex face that point is on one of
 * the sides beyond which y lies. */
static inline vec3 to_face(const struct faces3 *f, int face, vec3 y)
{
	double best = INFINITY;
	vec3 w = v3(0, 0, 0), over = v3_cross(f->normal[face], y);

	for (int c = 0; c < f->first[face + 1] - f->first[face]; c++) {
		struct side3 a = faces3_side(f, face, c);
		vec3 d = v3_sub(y, a.from);

		if (!side3_beyond(&a, over))
			continue;
		double t = within(v3_dot(d, a.along), 0, a.length);
		vec3 to = v3_sub(v3_scale(t, a.along), d);
		if (v3_dot(to, to) < best) {
			best = v3_dot(to, to);
			w = to;
		}
	}
	if (best < INFINITY)
		return w;
	return v3_scale(-v3_dot(v3_sub(y, faces3_side(f, face, 0).from), f->normal[face]), f->normal[face]);
}

/* From the point x, as a vector from the body's position, to the closest point of a face, or of a line or a cut, of the body at
 * g. The face of a rod is its edge. */
static inline vec3 from_point(const struct faces3 *f, const struct frame3 *g, int k, vec3 x)
{
	vec3 y = turned_back(g, x);

	if (f->entry[k].kind == FEATURE_FACE)
		return turned(g, to_face(f, k - f->n_vertex - f->n_edge, y));
	return turned(g, to_edge(f, f->entry[k].kind == FEATURE_LINE ? f->n_vertex : k, y));
}

/* ---- two edges ---- */

/* The nearest points of the segments +-a and d -+ b, as s a and d + t b (Ericson, Real-Time Collision Detection, 2005, 5.1.9),
 * and the vector w between them. For the weight: a.b, b x a, the square of its length, and the product of the squared lengths. */
struct segments3 { double s, t, ab, across2, unit; vec3 w, across; };

static WIDE_INLINE struct segments3 segments(vec3 a, vec3 b, vec3 d)
{
	double aa = v3_dot(a, a), bb = v3_dot(b, b), ab = v3_dot(a, b), ad = v3_dot(a, d), bd = v3_dot(b, d);
	vec3 across = v3_cross(b, a);
	double across2 = v3_dot(across, across);
	int skew = across2 > 1e-24 * aa * bb;
	double s = skew ? within((ad * bb - bd * ab) / (skew ? across2 : 1), -1, 1) : 0;
	double t = (s * ab - bd) / bb, end = within(t, -1, 1);
	double other = within((ad + end * ab) / aa, -1, 1);

	s = t < -1 || t > 1 ? other : s;
	return (struct segments3){ s, end, ab, across2, aa * bb, v3_sub(v3_add(d, v3_scale(end, b)), v3_scale(s, a)), across };
}

/* The weight of two edges from these products, and its slope. */
static WIDE_INLINE double edges_weight(double ab, double across2, double unit, vec3 across, vec3 *slope)
{
	double sine2 = across2 / unit, part = sine2 / FACES3_PARALLEL, rest = 2 / FACES3_PARALLEL * (1 - part);
	int parallel = sine2 < FACES3_PARALLEL;
	double turn = 2 * rest * ab / unit;

	*slope = v3(parallel ? turn * across.x : 0, parallel ? turn * across.y : 0, parallel ? turn * across.z : 0);
	return faces3_weight(sine2);
}

#endif
