/* form.h: shapes with a name; how an outline gets its size, roundness and area. */
#ifndef SCREE_FORM_H
#define SCREE_FORM_H

#include "world/world.h"

struct form {
	const char *name, *what; /* what: a description for --list */
	double area;          /* default area [L^2] */
	double r;             /* spheroradius at that area [L]; 0: it scales with the skeleton */
	int by_r;             /* the skeleton is given in units of r, so r alone sets the size */
	int by_sides;         /* it has a number of sides, or of points */
};
extern const struct form form2_known[];
extern const int form2_n_known;

/* The index of a name in form2_known, or -1. */
int form2_find(const char *name);
/* Draw the shape form2_known[which] at a size of about 1. sides >= 3 is the number of corners of an ngon or of points of a
 * star. */
void form2_draw(struct shape *s, int which, int sides);

enum form_status {
	FORM_GOOD = 0,
	FORM_EMPTY = -1,   /* nothing is left, or the shape has no area */
	FORM_SPLIT = -2,   /* rounding would leave several parts, or close a hole */
	FORM_AREA = -3     /* the area cannot be reached: the spheroradius alone gives more */
};

/* How to change an outline. */
struct form2_plan {
	double scale;         /* multiplies the coordinates, and r if plan.r < 0 */
	double r;             /* spheroradius [L]; < 0: as drawn, times scale */
	double round;         /* > 0: open a polygon by a disk of this radius, which becomes the spheroradius [L] */
	double tolerance;     /* for flattening the arcs that an opening leaves at reflex corners [L] */
	double area;          /* > 0: find the scale that gives the final shape this area [L^2]; the member scale is ignored */
};
/* Make *out, which is zero, from a drawn shape according to a plan. */
enum form_status form_make(struct shape *out, const struct shape *drawn, const struct form2_plan *plan);

/* Replace a counter-clockwise, simple polygon by its opening by a disk: the union of all disks of the given radius R inside it,
 * which is the polygon eroded by R and then dilated by R. Afterwards s->r = R, and the skeleton is the eroded polygon. The eroded
 * polygon may be a segment (then a polyline) or a point if the polygon is convex. The result is exact for convex polygons; their
 * vertices must differ. At a reflex corner the eroded polygon has an arc. Tangents replace the arc; they leave it by up to
 * tolerance [L], 1e-5 R or more, and the result stays inside the outline. */
enum form_status form_open(struct shape *s, double radius, double tolerance);

#endif
