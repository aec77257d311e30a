/* erode3.h: erosion of convex polyhedra, for rounding whose faces stay where they are. */
#ifndef SCREE_ERODE3_H
#define SCREE_ERODE3_H

#include "solid/polyhedron.h"

enum erode3_status { ERODE3_GOOD, ERODE3_NOT_CONVEX, ERODE3_EMPTY };

/* Replace the skeleton of a polyhedron, a convex body, by what is at least `by` >= 0 [L] inside of all its faces,
 * {x: n.x <= d - by}, and add `by` to the spheroradius. The faces stay where they were, while edges and corners become round: the
 * result is what a ball of radius `by` can cover from inside, the morphological opening. Faces and edges may vanish, and where
 * four faces or more meet new edges appear, so the new skeleton is cut from the planes of all faces. It may have no volume: a
 * plate, a segment or a point. *most gets the radius of the greatest ball inside of the old skeleton [L]. ERODE3_EMPTY: `by` is
 * greater than that; the solid stays as it was. The time grows with the square of the number of faces. */
enum erode3_status erode3(struct solid *s, double by, double *most);
/* The radius of the greatest ball inside of a convex polyhedron [L]; centre[3] gets its centre. */
double erode3_greatest_ball(const struct polyhedron *p, double centre[3]);

#endif
