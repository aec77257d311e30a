/* depth.h: the depth buffer: which ellipsoid, tube or triangle is in front, sample by sample. */
#ifndef SCREE_DEPTH_H
#define SCREE_DEPTH_H

#include "view/stage.h"
#include "view/view.h"

/* The rows from .. to - 1 of a picture's samples, counted from the top. The middle of sample i of row j is at
 * (i + 0.5, j + 0.5) in the samples of the view. */
struct depth {
	int width, from, to;
	float *z;             /* [to - from][width] y'_z of the nearest thing [L], or DEPTH_NONE */
	int *id;              /* [to - from][width] the id given with this thing; or NULL */
	unsigned char *face;  /* [to - from][width] 0, or 1 + the plane whose cut this is; or NULL */
	int n_cut, section;   /* see struct stage */
	struct depth_cut { double x, y, z, d; } cut[STAGE_CUTS]; /* the part with x y'_x + y y'_y + z y'_z <= d is left */
};
#define DEPTH_NONE (-1e38f)

/* Make all samples empty. */
void depth_clear(struct depth *d);
/* Take over the cuts of a stage; a depth buffer without cuts has n_cut = 0. */
void depth_cut_begin(struct depth *d, const struct view *v, const struct stage *s);
/* Where filled triangles are cut: add all triangles of one solid to count[to - from][width], which is 0 before, then draw the
 * faces of the cut with all of them again, which makes count 0. */
void depth_cut_count(const struct depth *d, const struct view *v, const struct stage_face *f, short *count);
void depth_cut_fill(const struct depth *d, const struct view *v, const struct stage_face *f, int id, short *count);
/* Draw an ellipsoid or a tube, unless part of it is behind the viewer. */
void depth_add_ball(struct depth *d, const struct view *v, const struct stage_ball *b, int id);
/* Draw a triangle, unless it is seen edge-on. */
void depth_add_face(struct depth *d, const struct view *v, const struct stage_face *f, int id);
/* Add 1, up to 255, to count[to - from][width] where a triangle is in front of everything drawn. */
void depth_count_face(const struct depth *d, const struct view *v, const struct stage_face *f, unsigned char *count);

/* The box in which an ellipsoid or a tube is seen: least y'_x, least y'_y, greatest y'_x, greatest y'_y [L]. The box is empty
 * (infinite, least above greatest) if it is not drawn. */
void depth_ball_box(const struct view *v, const struct stage_ball *b, double box[4]);
/* The box in which a triangle is seen, likewise. */
void depth_face_box(const struct view *v, const struct stage_face *f, double box[4]);

#endif
