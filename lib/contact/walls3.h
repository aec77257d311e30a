/* walls3.h: planes, cylinders and triangulated surfaces as bodies that pebbles touch. */
#ifndef SCREE_WALLS3_H
#define SCREE_WALLS3_H

#include <math.h>

#include "base/vec.h"
#include "base/wide.h"
#include "contact/facets.h"
#include "contact/pebbles.h"

/* Where a wall is: a point of it and its z axis; of a cylinder radius, half its length and the side where bodies are; of
 * a mesh its triangles, which stand at a shift [L] and are touched from both sides. */
struct wall3 { int kind, side; vec3 at, axis, shift; double r, half; const struct facets *facets; };

/* The wall of body b that stands at x and is turned by the matrix m times its size. */
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

/* The same as wall3_from of a cylinder, from a point at d from it. One with ends is thin and touched from both sides, since one
 * comes round its edge to the other: so the distance has no jump there. On the axis any direction will do. */
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

/* From a point to the closest point of a plane or a cylinder, at *w; returns the distance, negative behind the surface of a
 * wall without end. */
static WIDE_INLINE double wall3_from(const struct wall3 *wall, vec3 p, vec3 *w)
{
	vec3 d = v3_sub(p, wall->at);

	if (wall->kind != FORM_PLANE)
		return wall3_from_cylinder(wall, d, w);
	double along = v3_dot(d, wall->axis);
	*w = v3_sub(v3(0, 0, 0), v3_scale(along, wall->axis)); /* no -0 */
	return along;
}

/* From a point to the closest point of face k of a mesh, at *w; returns the distance. *corners gets which corners span the
 * part of the face that it lies on, as bits 1 2 4: 7 inside, two on an edge, one at a corner (Ericson, Real-Time Collision
 * Detection, 2005, 5.1.5). */
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

/* Cosine of the angle within which two directions are those of one contact with a mesh. */
#define WALL3_ALIKE 0.9

/* Whether face k, whose point closest to a pebble at p is w away and lies between the corners, is not touched because of
 * another face: one that has that edge or corner in common and a point that is nearer, or the same and comes first; or one that
 * shares any corner, whose closest point lies in a like direction and is nearer. So a face, an edge or a corner is touched
 * once, and a bowl of many faces like one surface: the nearest overlap of a neighbourhood changes without jumps where that of
 * every face by itself ends with its rim. */
static inline int wall3_yields(const struct wall3 *wall, int k, vec3 p, vec3 w, int corners, int other)
{
	int meets = corners != 7 && facets_share(wall->facets, k, corners, other), ignored;
	vec3 v;

	if (!meets && !facets_common(wall->facets, k, other))
		return 0;
	wall3_from_face(wall, other, p, &v, &ignored);
	vec3 d = v3_sub(v, w);
	double here = v3_dot(w, w), there = v3_dot(v, v);
	if (!(v3_dot(d, d) > 1e-20 * here))
		return other < k;
	if (meets)
		return 1;
	double along = v3_dot(v, w);
	return along > 0 && along * along > WALL3_ALIKE * WALL3_ALIKE * here * there && (there < here || (there == here && other < k));
}

/* Whether a contact with face k and the normal n goes on with another one, for a pebble at p now: how many corners the faces
 * share, 0 where the normal would be another. */
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
