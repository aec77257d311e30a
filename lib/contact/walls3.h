/* walls3.h: planes, cylinders and triangulated surfaces as bodies that pebbles touch. */
#ifndef SCREE_WALLS3_H
#define SCREE_WALLS3_H

#include <math.h>

#include "base/vec.h"
#include "base/wide.h"
#include "contact/facets.h"
#include "contact/pebbles.h"

/* A wall in space: a point of it and its z axis; for a cylinder, its radius, half its length and the side where bodies are; for
 * a mesh, its triangles, which are displaced by shift [L] and touched from both sides. */
struct wall3 { int kind, side; vec3 at, axis, shift; double r, half; const struct facets *facets; };

/* The wall of body b at x; m is its rotation matrix times its size. The triangles of a mesh are not set. */
static inline struct wall3 wall3_of(const struct pebbles *p, int b, const double x[3], const double m[3][3])
{
	const struct pebble_form *f = pebbles_form(p, b);
	double size = p->size[b], turns = 1 / size;
	struct wall3 w = { f->kind, 0, v3_from(x), v3(m[0][2] * turns, m[1][2] * turns, m[2][2] * turns),
		{ 0, 0, 0 }, 0, INFINITY, NULL };

	if (f->kind == FORM_CYLINDER) {
		w.side = f->solid->side;
		w.r = size * f->solid->r;
		w.half = 0.5 * size * f->solid->length;
	}
	return w;
}

/* wall3_from for a cylinder, from a point at d from its centre. A cylinder with ends is thin and touched from both sides, since
 * a body can go round its edge to the other side: so the distance does not jump there. On the axis an arbitrary direction is
 * taken. */
static inline double wall3_from_cylinder(const struct wall3 *wall, vec3 d, vec3 *w)
{
	double along = v3_dot(d, wall->axis);
	vec3 across = v3_sub(d, v3_scale(along, wall->axis));
	double rho = v3_norm(across), gap = wall->side == CYLINDER_IN ? wall->r - rho : rho - wall->r, over = fabs(along) - wall->half;

	if (!(rho > 0)) {
		vec3 any = fabs(wall->axis.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);

		across = v3_cross(wall->axis, any);
		across = v3_scale(1e-300 / v3_norm(across), across);
		rho = 1e-300;
	}
	*w = v3_scale((wall->r - rho) / rho, across);
	if (!(over > 0))
		return wall->half < INFINITY ? fabs(gap) : gap;
	*w = v3_sub(*w, v3_scale(along > 0 ? over : -over, wall->axis));
	return v3_norm(*w);
}

/* Find the vector *w from the point p to the closest point of a plane or a cylinder; returns the distance, negative behind the
 * surface of a wall without end. */
static WIDE_INLINE double wall3_from(const struct wall3 *wall, vec3 p, vec3 *w)
{
	vec3 d = v3_sub(p, wall->at);

	if (wall->kind != FORM_PLANE)
		return wall3_from_cylinder(wall, d, w);
	double along = v3_dot(d, wall->axis);
	*w = v3_sub(v3(0, 0, 0), v3_scale(along, wall->axis)); /* 0 - x: never -0 */
	return along;
}

/* Find the vector *w from the point p to the closest point of face k of a mesh; returns the distance. *corners gets the corners
 * that span the part of the face on which the closest point lies, as bits 1 2 4: three inside the face, two on an edge, one at
 * a corner (Ericson, Real-Time Collision Detection, 2005, 5.1.5). */
static inline double wall3_from_face(const struct wall3 *wall, int k, vec3 p, vec3 *w, int *corners)
{
	const struct facets *f = wall->facets;
	vec3 o = v3_sub(p, wall->shift), a = f->at[f->face[k][0]], b = f->at[f->face[k][1]], c = f->at[f->face[k][2]];
	vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), ap = v3_sub(o, a), bp = v3_sub(o, b), cp = v3_sub(o, c), to;
	double d1 = v3_dot(ab, ap), d2 = v3_dot(ac, ap), d3 = v3_dot(ab, bp), d4 = v3_dot(ac, bp), d5 = v3_dot(ab, cp);
	double d6 = v3_dot(ac, cp), va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;

	if (d1 <= 0 && d2 <= 0) {
		to = a;
		*corners = 1;
	} else if (d3 >= 0 && d4 <= d3) {
		to = b;
		*corners = 2;
	} else if (d6 >= 0 && d5 <= d6) {
		to = c;
		*corners = 4;
	} else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
		to = v3_add(a, v3_scale(d1 / (d1 - d3), ab));
		*corners = 3;
	} else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
		to = v3_add(a, v3_scale(d2 / (d2 - d6), ac));
		*corners = 5;
	} else if (va <= 0 && d4 >= d3 && d5 >= d6) {
		to = v3_add(b, v3_scale((d4 - d3) / ((d4 - d3) + (d5 - d6)), v3_sub(c, b)));
		*corners = 6;
	} else {
		double all = va + vb + vc;

		to = v3_add(a, v3_add(v3_scale(vb / all, ab), v3_scale(vc / all, ac)));
		*corners = 7;
	}
	*w = v3_sub(to, o);
	return v3_norm(*w);
}

/* Cosine of the angle up to which two directions belong to one contact with a mesh. */
#define WALL3_ALIKE 0.9

/* Whether a pebble at p does not touch face k because it touches the face other in its place. w leads from p to the closest
 * point of face k, which lies between the corners. Two faces are touched as one if the closest point of either is on an edge or
 * a corner that both have, or if they share any corner and their closest points lie in similar directions: then the one with the
 * nearer point is touched, or the first one. Thus a face, an edge or a corner is touched once, and a bowl of many faces is
 * touched like one surface: the least gap in a neighbourhood changes without jumps, whereas the contact with a single face would
 * end at its rim. Of any faces the least in this order yields to none, however distances are rounded. */
static inline int wall3_yields(const struct wall3 *wall, int k, vec3 p, vec3 w, int corners, int other)
{
	const struct facets *f = wall->facets;
	int at;
	vec3 v;

	if (!facets_common(f, k, other))
		return 0;
	wall3_from_face(wall, other, p, &v, &at);
	double here = v3_dot(w, w), there = v3_dot(v, v), along = v3_dot(v, w);
	if (there > here || (there == here && other > k))
		return 0;
	return (corners != 7 && facets_share(f, k, corners, other)) || (at != 7 && facets_share(f, other, at, k)) ||
	       (along > 0 && along * along > WALL3_ALIKE * WALL3_ALIKE * here * there);
}

/* Whether a contact with face k and the normal n can go on with the face other, for a pebble that is now at p. Returns the
 * number of corners that the faces share, or 0 if the normal would change much. */
static inline int wall3_goes_on(const struct wall3 *wall, int k, int other, vec3 p, vec3 n)
{
	int shared = facets_common(wall->facets, k, other), corners;
	vec3 w;

	if (!shared)
		return 0;
	double far = wall3_from_face(wall, other, p, &w, &corners);
	return v3_dot(w, n) > WALL3_ALIKE * far ? shared : 0;
}

#endif
