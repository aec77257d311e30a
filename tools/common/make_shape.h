/* make_shape.h: the shapes of scree-shape: outlines in the plane (make_outlines.c), solids and grains of a volume in space
 * (make_solids.c) */
#ifndef SCREE_MAKE_SHAPE_H
#define SCREE_MAKE_SHAPE_H

#include "common/load_drawing.h"
#include "common/tool.h"

/* The options. NAN, INT64_MIN or NULL: the option was not given. */
struct shape_options {
	int open, hollow, list, clump, surface, hull, polyhedron;
	double radius, round, tolerance, scale, area, volume, spacing, angle, taper, truncation, flat, simplify;
	const char *size, *blockiness;
	struct opt_list bump, dent;
	int64_t sides, mesh;
	struct drawing_options drawing;
};

enum { SHAPE_SIDES = 10000 }; /* the most of a solid */

/* Write the outlines that the operand names: a shape, or all of a file. Returns the status of the program. */
int make_outlines(const struct shape_options *o);
/* Write a solid in its principal axes, and a body with the orientation of the drawing. named is its place in form3_known, or -1
 * for a file. A named shape stands at the origin; a shape from a file stands where it was drawn. */
int make_solid(const struct shape_options *o, int named);
/* Write the grains of a volume of labels, each where it is in the volume. Their ids are the labels. */
int make_grains(const struct shape_options *o);

/* Refuse a negative radius; refuse 0 too, unless the shape may have sharp corners. */
void shape_check_radius(double radius, int sharp);

#endif
