/* load_drawing.h: read outlines from drawings and pictures, and grains from volumes of labels. */
#ifndef SCREE_LOAD_DRAWING_H
#define SCREE_LOAD_DRAWING_H

#include <stdio.h>

#include "mesh/triangulate_voxels.h"
#include "plane/rings.h"

/* The options for drawings, pictures and volumes; NAN: not given. */
struct drawing_options {
	double tolerance;     /* [L] */
	double pixel;         /* side of a pixel or voxel [L] */
	double threshold;     /* grey level */
	double least;         /* smallest area [L^2] or volume [L^3] of a grain */
	int bright, labels, diagonal, cut, open;
	const char *raw;      /* "NX,NY,NZ" */
	int big_endian, stack;
};

/* Whether the file begins as a drawing or picture does, not as rows of numbers. Blanks and empty lines
 * may come first; all that was read stays, except a byte order mark, which is skipped. */
int tool_is_drawing(FILE *f);
/* Refuse options for pictures and volumes, since `name` is neither. */
void tool_refuse_pictures(const struct drawing_options *o, const char *name);
/* Read the outlines of a drawing or picture into the empty *r, in the order of the file [L]. Says what was left out. Ends the
 * program with status 3 and "file:line: what" if the file is malformed. If the file is a picture, the outlines do not meet
 * themselves; otherwise check them with polygon_crossing. */
void tool_load_drawing(struct rings *r, FILE *f, const char *name, const struct drawing_options *o);

/* Read a volume of labels: the raw file of the operand, or all operands as the slices of a stack. */
void tool_load_voxels(struct voxels *v, const struct drawing_options *o);

#endif
