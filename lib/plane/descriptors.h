/* descriptors.h: numbers that describe the form of a shape, computed from its exact rounded outline. */
#ifndef SCREE_DESCRIPTORS_H
#define SCREE_DESCRIPTORS_H

#include "plane/mass.h"

struct descriptors {
	double feret_min, feret_max;  /* least and greatest distance between parallel tangents [L] */
	double aspect;                /* feret_min / feret_max (ISO 9276-6:2008, aspect ratio) */
	double ellipse;               /* minor over major axis of the ellipse with equal second moments (ISO 9276-6, ellipse ratio) */
	double convexity;             /* area over the area of the convex hull (ISO 9276-6, solidity) */
	double inscribed;             /* radius of the largest disk inside the shape [L] */
	double roundness;             /* mean radius of corners over inscribed (Wadell, J. Geology 40, 443, 1932) */
	double circularity;           /* 4 pi area / perimeter^2 (Cox, J. Paleontology 1, 179, 1927) */
};

/* Compute the descriptors of a shape. Fails as mass_by_boundary does. Corners are the arcs of the outline: on a spheropolygon
 * all have the radius r; in a union of disks each disk that shows in the outline counts once. */
enum mass_status descriptors_of_shape(struct descriptors *d, const struct shape *s);

/* Radius of the largest disk inside the shape [L]; b is its boundary. The radius is exact to rounding for a convex polygon of up
 * to 1000 corners or a segment, and to 1e-10 relative for other shapes. If the distance to the outline is constant along lines,
 * the search stops at 20000 squares per level; the radius found then belongs to a disk inside, and is the greatest one to 1e-4
 * relative. Shapes more than a thousand times as long as wide are searched at 10000 places along them. */
double inscribed_radius(const struct shape *s, const struct boundary *b);

#endif
