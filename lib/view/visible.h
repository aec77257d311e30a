/* visible.h: the lines of a stage as a vector drawing: which parts of them are in front. */
#ifndef SCREE_VISIBLE_H
#define SCREE_VISIBLE_H

#include "view/stage.h"
#include "view/view.h"

/* A part of line[line] of a stage, from p[0] to p[1] as it is seen: y'_x, y'_y [L]. */
struct visible { double p[2][2]; int line; };

/* Find the parts of all lines that nothing hides in a picture of width x height samples, to a sample. Walls that are seen from
 * their back hide nothing. Returns their number; the caller frees *part. */
int visible_lines(struct visible **part, const struct stage *s, const struct view *v, int width, int height);

#endif
