/* scene3_parts.h: declarations that the files of scene3 share. */
#ifndef SCREE_SCENE3_PARTS_H
#define SCREE_SCENE3_PARTS_H

#include "common/model.h"
#include "common/scene3.h"

/* A body in a frame. */
struct actor { int model, value, wall; double at[3], q[4], size, number; unsigned rgb; };
/* A rod from the centre of a body to a contact; pull: the force attracts; slant: at a wall 1 / cos of the angle of the rod to the
 * normal, at most 10; else 0. */
struct rod { double p[2][3], force, slant; int pull; };
struct frame3 {
	int n, n_rod, n_path, n_edge;
	struct actor *actor;
	struct rod *rod;
	struct path *path;
	struct cell_edge *edge;  /* of cells */
	struct domain domain;
};

enum { BODY_PARTS = 4 }; /* parts of a body on the stage: the body and its three axes */
/* The colour of a body, once the range of the palette is known. */
unsigned scene3_rgb(const struct scene3 *s, const struct actor *a);

/* Whether the centre of a body is in the box that the user wants to see. */
int scene3_in_cutout(const struct scene3 *s, const double at[3]);

/* Keep the contacts of a frame, if it has any, at bodies with their centres in this box. */
void scene3_keep_forces(struct scene3 *s, struct frame3 *f, struct world *w);
/* Choose one thickness per force for all scenes, unless it is given: that of the mean force of all of them. */
void row3_choose_width(struct row3 *row);
/* Put the rods of the contacts, the paths, and the balls that mark grains on the stage. */
void scene3_place_forces(struct scene3 *s, const struct frame3 *f);
/* Whether grains are replaced by such balls, because they would hide lines. */
int scene3_is_marked(const struct scene3 *s);

/* Keep the edges of cells whose bodies, or else the means of their corners, are in the cutout. */
void scene3_keep_cells(struct scene3 *s, struct frame3 *f, struct world *w);
/* Put the edges of cells on the stage. */
void scene3_place_cells(struct scene3 *s, const struct frame3 *f);

/* A tilted domain is drawn as the slanted cell whose corners are the middle of the domain plus or minus half of each lattice
 * vector. Move a point to its image in this cell. */
void scene3_into_cell(const struct domain *d, double x[3]);
/* Set lo and hi to the box around the cell along periodic axes. */
void scene3_cell_box(const struct domain *d, double lo[3], double hi[3]);
/* Corner c of the cell: bit k of c is set on the upper side along lattice vector k. Along axes that are not periodic the cell
 * ends at lo and hi. */
void scene3_cell_corner(const struct domain *d, const double lo[3], const double hi[3], int c, double p[3]);
/* The normal of the sides along lattice vector k, with component k equal to 1. */
void scene3_cell_normal(const struct domain *d, int k, double normal[3]);

/* Extend the box around all bodies to the domain along periodic axes, and to walls that are near. */
void scene3_make_room(struct scene3 *s, const struct frame3 *f);
/* This box; along periodic axes it ends at the edges of the cell. */
void scene3_frame_box(const struct scene3 *s, const struct frame3 *f, double lo[3], double hi[3]);
/* Put those parts of the frame's planes and cylinders on the stage that lie in the box. */
void scene3_place_walls(struct scene3 *s, const struct frame3 *f);
/* Put a held surface with rims, such as a funnel or a landscape, on the stage like a wall. */
void scene3_place_shell(struct scene3 *s, const struct actor *a, const double r[3][3], int body);
/* Write the numbers and names of axes for the first frame. */
void scene3_labels(const struct scene3 *s, FILE *script);
/* Put the edges of a periodic domain and the axes on the stage. */
void scene3_place_box(struct scene3 *s, const struct frame3 *f);

#endif
