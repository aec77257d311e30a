/* dem3_cell.h: images in a domain that is tilted, and the cell that deforms, for the files of lib/dem3 alone; see sim/cell.h. */
#ifndef SCREE_DEM3_CELL_H
#define SCREE_DEM3_CELL_H

#include "dem3/dem3_state.h"

/* dem3_move.c: set far and stray by the present places. */
void dem3_find_strays(struct dem3 *s);
/* Set the motion of body b in the step, except for its rotation, from x, v and a. */
void dem3_motion_again(struct dem3 *s, int b);
/* dem3_cell.c: cell_flip and cell_deform, with the list. dem3_cell_deform sets far and stray. */
void dem3_cell_flip(struct dem3 *s);
void dem3_cell_deform(struct dem3 *s);
/* Body b was wrapped n periods down before the forces of the step: change its motion, and note that its pairs may be at other
 * images. */
void dem3_cell_cross(struct dem3 *s, int b, const int n[3]);
/* After the forces of pairs: add up the forces on images in core.cell.step_sum. */
void dem3_cell_forces(struct dem3 *s);
/* The same after the impulses of pairs. */
void dem3_cell_impulses(struct dem3 *s);
/* The displacement of the image n periods away [L]. */
static inline vec3 dem3_shift(const struct dem3 *s, const int n[3])
{
	double h[3];

	domain_shift3(&s->core.domain, (const double[3]){ n[0], n[1], n[2] }, h);
	return v3(h[0], h[1], h[2]);
}

/* The image of a body at the end of the step: its displacement in the step and its velocity, relative to the body. */
struct image_motion { vec3 displacement, velocity; };
static inline struct image_motion dem3_cell_image(const struct dem3 *s, const int image[3])
{
	double moved[3], rate[3];

	cell_image(s->core.cell.moved, image, moved);
	cell_image(s->core.cell.rate, image, rate);
	return (struct image_motion){ v3(moved[0], moved[1], moved[2]), v3(rate[0], rate[1], rate[2]) };
}

#endif
