/* depth.h: which of ellipsoids and triangles is in front, sample by sample. */
#ifndef SCREE_DEPTH_H
#define SCREE_DEPTH_H

#include "view/stage.h"
#include "view/view.h"

/* Samples of the rows from .. to - 1, from the top, of a picture; sample i, j is at i + 0.5, j + 0.5 of the view's samples.
 * */
struct depth {
	int width, from, to;
	float *z;             /* [to - from][width] y'_z of what is in front [L]; DEPTH_NONE where nothing is */
	int *id;              /* whose that is, as given; or NULL */
};
#define DEPTH_NONE (-1e38f)

/* Make all samples empty. */
void depth_clear(struct depth *d);
void depth_add_ball(struct depth *d, const struct view *v, const struct stage_ball *b, int id);
void depth_add_face(struct depth *d, const struct view *v, const struct stage_face *f, int id);
/* Count in count[to - from][width], 255 at most, the times that a triangle is in front of all that was added. */
void depth_count_face(const struct depth *d, const struct view *v, const struct stage_face *f, unsigned char *count);

/* Where ellipsoids and triangles are seen, in y'_x, y'_y [L]: box = least x, least y, greatest x, greatest y. */
void depth_ball_box(const struct view *v, const struct stage_ball *b, double box[4]);
void depth_face_box(const struct view *v, const struct stage_face *f, double box[4]);

#endif
