/* depth_parts.h: declarations that the files of depth share. */
#ifndef SCREE_DEPTH_PARTS_H
#define SCREE_DEPTH_PARTS_H

#include "view/depth.h"

/* A triangle with its corners in samples and its depth as a plane. */
struct flat { double x[3], y[3], z[3], zx, zy; };
/* Returns 0 for a triangle that is seen edge-on. */
int flat_make(struct flat *t, const struct view *v, const struct stage_face *f);
/* The rows of d, from the first, in which the triangle is seen. Returns 0 if there is none. */
int flat_rows(const struct flat *t, const struct depth *d, int *first, int *last);

/* Draw what a sample sees of a thing that is between the depths far and near, and cut by the planes. A surface
 * without an inside has far = INFINITY. */
void depth_cut_sample(const struct depth *d, const struct view *v, int i, int j, double near, double far, int id);
/* Whether the planes leave the point that a sample sees at depth z. */
int depth_cut_leaves(const struct depth *d, const struct view *v, int i, int j, double z);

#endif
