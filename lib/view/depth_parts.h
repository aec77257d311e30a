/* depth_parts.h: declarations that the files of depth share. */
#ifndef SCREE_DEPTH_PARTS_H
#define SCREE_DEPTH_PARTS_H

#include "view/depth.h"

/* The interval where q0 + 2 q1 x + q2 x^2 is positive; q2 < 0. Returns 0 if there is none. */
int depth_positive(double q0, double q1, double q2, double *from, double *to);
/* The first and the last sample among 0 .. n - 1 whose middles are between two places. Returns 0 if there is none. */
int depth_samples(double from, double to, int n, int *first, int *last);

/* Draw a tube, unless part of it is behind the viewer, and the box in which it is seen (depth_ball_box). */
void depth_add_tube(struct depth *d, const struct view *v, const struct stage_ball *b, int id);
/* The places at which the ends of a tube's axis are seen. */
void depth_tube_ends(const struct view *v, const struct stage_ball *b, double end[2][3]);
void depth_tube_box(const struct view *v, const struct stage_ball *b, double box[4]);

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
