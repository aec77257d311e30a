/* relocate.h: move, turn, copy and cut scenes, with their contacts. */
#ifndef SCREE_RELOCATE_H
#define SCREE_RELOCATE_H

#include "world/world.h"

/* What keeps, wraps, scales or cuts works in 3D as well; for what moves, turns or copies there see relocate3.h.
 *
 * Keep the bodies i with keep[i] != 0, and the contacts between two of them. */
void world_keep_bodies(struct world *w, const char *keep);
/* Keep those contacts alone, and all bodies. */
void world_keep_contacts(struct world *w, const char *keep);

/* Wrap all bodies into the domain. The images of contacts follow: body j of a contact stands its image shift further than
 * its position. */
void world_wrap(struct world *w);

/* Drop the contacts that lead across edges which are not periodic (any longer). */
void world_cut_images(struct world *w);

/* Move the bodies i with moved[i] != 0 by (dx, dy) and wrap them into the domain. Contacts between two of them, or two that stay,
 * are kept with their images; contacts between one that moves and one that stays end. */
void world_shift(struct world *w, const char *moved, double dx, double dy);

/* Turn the bodies i with moved[i] != 0 by angle about a point: places, angles, velocities, contact normals; they are wrapped
 * into the domain. Contacts as in world_shift. */
void world_turn(struct world *w, const char *moved, const double about[2], double angle);

/* The origins of the shapes went to centre[n_shape] of their own frames: move the bodies, so that nothing moves in space. */
void world_recentre(struct world *w, const double (*centre)[2]);

/* The same in 3D, where they were turned as well: place[n_shape] says where the new frames are in the old ones, x_old = centre +
 * R(turn) x, and shapes have the mass records of the new frames, which the angular velocities follow from where the columns wx
 * wy wz are not there. Angular momenta stay. */
struct place3 { double centre[3], turn[4]; };
void world_recentre3(struct world *w, const struct place3 *place);

/* The whole scene and its domain moved by (dx, dy); nothing is wrapped. */
void world_shift_all(struct world *w, double dx, double dy);
/* The whole scene turned; an open domain becomes the box about what it was. */
void world_turn_all(struct world *w, const double about[2], double angle);

/* Scale the bodies i with moved[i] != 0 about a point by a factor: places and sizes. Velocities and angular velocities stay, so
 * that angular momenta in 3D go with the fifth power; contacts of scaled bodies end. */
void world_scale(struct world *w, const char *moved, const double about[3], double factor);
/* The whole scene and its domain. */
void world_scale_all(struct world *w, const double about[3], double factor);

/* nx by ny copies of the scene side by side in a domain of nx by ny times its size. Copies get ids above all others and image
 * counts 0; contacts lead to the copy next door, across periodic edges too. Masses, dampings and forces of constraints are
 * multiplied by the number of copies, since all bodies of a tag move as one. */
void world_replicate(struct world *w, int nx, int ny);

/* Keep the bodies whose centres lie in the box, lo <= x < hi; it becomes the domain, periodic only along axes that it does not
 * cut. */
void world_crop(struct world *w, const double lo[2], const double hi[2]);

#endif
