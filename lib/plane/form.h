/* form.h: shapes with a name, and bringing an outline to a size, a roundness and an area. */
#ifndef SCREE_FORM_H
#define SCREE_FORM_H

#include "world/world.h"

struct form {
	const char *name, *what;
	double area;          /* the area it has unless told otherwise [L^2] */
	double r;             /* its spheroradius [L]; 0: in proportion to the skeleton */
	int by_r;             /* the skeleton is given in terms of r: giving r gives everything */
};
extern const struct form form2_known[];
extern const int form2_n_known;

/* The place of a name in form2_known, or -1. */
int form2_find(const char *name);
/* Draw shape number which at a size of about one: sides >= 3 is the number of corners of an ngon, or points of a
 * star. */
void form2_draw(struct shape *s, int which, int sides);

enum form_status {
	FORM_GOOD = 0,
	FORM_EMPTY = -1,   /* nothing is left, or there is no area */
	FORM_SPLIT = -2,   /* rounding would leave several parts, or close a hole */
	FORM_AREA = -3     /* the area asked for is not to be had: the spheroradius alone has more */
};

/* What is to become of an outline. */
struct form2_plan {
	double scale;         /* multiplies the coordinates; and r, unless that is given */
	double r;             /* spheroradius [L], < 0: as drawn, times scale */
	double round;         /* > 0: open a polygon by a disk of this radius [L]; it becomes the spheroradius */
	double tolerance;     /* distance to which arcs are flattened that opening leaves at reflex corners [L] */
	double area;          /* > 0: find the scale that gives this area [L^2], after all else */
};
/* Make *out, which is zero, from a drawn shape. */
enum form_status form_make(struct shape *out, const struct shape *drawn, const struct form2_plan *plan);

/* Replace a polygon, counter-clockwise and simple, by its opening by a disk of radius R: what disks of radius R inside
 * it can reach, which is the polygon eroded by R and dilated by R. Afterwards s->r = R and the skeleton is the
 * eroded polygon; of a convex one it may be a segment or a point, which is a polyline or a point. Exact for
 * convex polygons, whose vertices must differ. At a reflex corner the eroded polygon has an arc, which is replaced by
 * tangents that leave it by up to tolerance (1e-5 R or more), so that the result stays inside the outline. */
enum form_status form_open(struct shape *s, double radius, double tolerance);

#endif
