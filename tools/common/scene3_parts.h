/* scene3_parts.h: what the files that make scene3 share. */
#ifndef SCREE_SCENE3_PARTS_H
#define SCREE_SCENE3_PARTS_H

#include "common/model.h"
#include "common/scene3.h"

/* A body as it was in a frame. */
struct actor { int model, value, wall; double at[3], q[4], size, number; unsigned rgb; };
/* From the centre of a body to a contact. */
struct rod { double p[2][3], force; };
struct frame3 { int n, n_rod; struct actor *actor; struct rod *rod; struct domain domain; };

enum { BODY_PARTS = 4 }; /* numbers of a body on the stage: it and its axes */
/* The colour of a body, when the range of the palette is known. */
unsigned scene3_rgb(const struct scene3 *s, const struct actor *a);

/* Keep the contacts of a frame, which may have none; put them on the stage, with balls that mark the grains. */
void scene3_keep_forces(struct scene3 *s, struct frame3 *f, struct world *w);
void scene3_place_forces(struct scene3 *s, const struct frame3 *f);

/* Widen the box around all bodies by what is periodic, and so that it reaches to walls that are near. */
void scene3_make_room(struct scene3 *s, const struct frame3 *f);
/* That box, which ends at the edges of the domain along axes that are periodic. */
void scene3_frame_box(const struct scene3 *s, const struct frame3 *f, double lo[3], double hi[3]);
/* Put the frame's planes and cylinders on the stage, as far as they are in that box. */
void scene3_place_walls(struct scene3 *s, const struct frame3 *f);
/* Numbers and names of axes, for the first frame. */
void scene3_labels(const struct scene3 *s, FILE *script);
/* The edges of a periodic domain, and axes. */
void scene3_place_box(struct scene3 *s, const struct frame3 *f);

#endif
