/* descriptors.h: numbers that say what a shape looks like, of its exact rounded outline. */
#ifndef SCREE_DESCRIPTORS_H
#define SCREE_DESCRIPTORS_H

#include "plane/mass.h"

struct descriptors {
	double feret_min, feret_max;  /* least and greatest distance of parallel tangents [L] */
	double aspect;                /* feret_min / feret_max (ISO 9276-6:2008, aspect ratio) */
	double ellipse;               /* minor over major axis of the ellipse with the same second moments (there, ellipse ratio) */
	double convexity;             /* area over that of the convex hull (there, solidity) */
	double inscribed;             /* radius of the largest disk inside [L] */
	double roundness;             /* mean radius of corners over inscribed (Wadell, J. Geology 40, 443, 1932) */
	double circularity;           /* 4 pi area / perimeter^2 (Cox, J. Paleontology 1, 179, 1927) */
};

/* Fails as mass_by_boundary does. Corners are the arcs of the outline: on a spheropolygon all have the radius r; of disks each
 * that shows in the outline counts once. */
enum mass_status descriptors_of_shape(struct descriptors *d, const struct shape *s);

/* Radius of the largest disk inside the shape [L], of a convex polygon or a segment exact to rounding, of others to 1e-10 of it,
 * b being its boundary. Where the distance to the outline is the same along lines it stops after 20000 places a level: the
 * result then is the greatest of all that are there to 1e-4, and this one's radius is exact. */
double inscribed_radius(const struct shape *s, const struct boundary *b);

#endif
