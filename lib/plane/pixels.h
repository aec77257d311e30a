/* pixels.h: outlines of grains in pictures.
 *
 * A picture is thresholded or has labels. The outline of a grain is traced by marching squares between the centres of pixels: by
 * linear interpolation of greys, half-way between centres for labels. Then it is simplified to a stated error. */
#ifndef SCREE_PIXELS_H
#define SCREE_PIXELS_H

#include <stdint.h>

#include "plane/rings.h"

/* value[h][w], from the top row down, 0 to most. ink: the picture has two colours, and 0 is the ink of the drawing. */
struct pixels { int w, h, most, ink; uint16_t *value; };

enum { PIXELS_MOST = 1 << 28 };   /* most pixels of a picture */

/* The level between two classes of grey that differ most in their means (Otsu 1979, IEEE Transactions on Systems, Man, and
 * Cybernetics 9, 62), half-way between the two means. Returns NAN if the picture has one value only. */
double pixels_threshold(const struct pixels *p);

struct trace_plan {
	int labels;           /* values are labels; 0 is the background. With ink, the ink is the label 1 */
	double level;         /* otherwise: pixels below this value are grain, */
	int bright;           /* or those above it */
	int diagonal;         /* whether pixels that meet at a corner belong together */
	int cut;              /* whether grains that touch the edge of the picture stay */
	double least;         /* smallest area of a grain [pixels] */
	double tolerance;     /* largest distance between an outline and its simplification [pixels]; 0: none */
};
/* What was left out. */
struct trace_notes { int small, cut; int64_t hole_pixels; };

/* Append the outlines of all grains to r, in units of pixels, counter-clockwise, with the origin at the lower left corner
 * of the picture and y upwards. They go from the lowest row upwards; with labels in the order of labels. Holes are filled,
 * with all that is in them, and counted. Outlines do not meet themselves. */
void pixels_trace(struct rings *r, const struct pixels *p, const struct trace_plan *plan, struct trace_notes *notes);

/* Simplify the last ring of r, which is counter-clockwise and does not meet itself. Vertices are chosen by Douglas and
 * Peucker (1973) with half the tolerance. Then every edge is shifted, so that the area between it and the outline
 * vanishes; vertices move by up to the other half. So the two outlines are nowhere farther than the tolerance from each
 * other. If the result would meet itself, or have no area, a smaller tolerance is used. */
void rings_simplify(struct rings *r, double tolerance);

#endif
