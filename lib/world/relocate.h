/* relocate.h: move, turn, scale, copy and cut scenes, with their contacts.
 *
 * Vectors have three components; in the plane the third one is not used, and n[2] is 1. Functions that end in 2 or 3 are for the
 * plane or for space alone.
 *
 * Vectors turn with their bodies: in the plane velocities and contact normals; in space all columns of bodies and contacts
 * that are called NAMEx, NAMEy and NAMEz. x y z are places, qw qx qy qz the orientation. */
#ifndef SCREE_RELOCATE_H
#define SCREE_RELOCATE_H

#include "world/world.h"

/* Keep the bodies i with keep[i] != 0, and the contacts between two of them. */
void world_keep_bodies(struct world *w, const char *keep);
/* Keep those contacts, and all bodies. */
void world_keep_contacts(struct world *w, const char *keep);

/* Wrap all bodies into the domain. The images of contacts follow: body j of a contact stands its image shift further than
 * its position. */
void world_wrap(struct world *w);

/* Drop the contacts across edges of the domain that are not periodic. */
void world_cut_images(struct world *w);

/* Shift the bodies i with moved[i] != 0, and wrap them into the domain. Contacts between two bodies that move, or two that
 * stay, are kept with their images. Contacts between a body that moves and a body that stays end. */
void world_shift(struct world *w, const char *moved, const double by[3]);

/* Turn the bodies i with moved[i] != 0 about a point, by an angle or by a quaternion, and wrap them into the domain. Contacts as
 * in world_shift. */
void world_turn2(struct world *w, const char *moved, const double about[2], double angle);
void world_turn3(struct world *w, const char *moved, const double about[3], const double q[4]);

/* Shift the whole scene, its domain and its outlets. */
void world_shift_all(struct world *w, const double by[3]);
/* Turn the whole scene. Its domain becomes the box about the turned domain; nothing is wrapped. */
void world_turn_all2(struct world *w, const double about[2], double angle);
void world_turn_all3(struct world *w, const double about[3], const double q[4]);

/* Scale places and sizes of the bodies i with moved[i] != 0 about a point by a factor. Velocities and angular velocities stay, so
 * that angular momenta in space go with the fifth power. Contacts of scaled bodies end. */
void world_scale(struct world *w, const char *moved, const double about[3], double factor);
/* Scale the whole scene and its domain. */
void world_scale_all(struct world *w, const double about[3], double factor);

/* Put n[0] by n[1] by n[2] copies of the scene side by side, in a domain as many times as large. Copies get ids above all others
 * and image counts 0. Contacts across periodic edges lead to the next copy. Masses, dampings and forces of constraints are
 * multiplied by the number of copies, since all bodies of a tag move as one. A plane or a cylinder without ends coincides with
 * some of its copies; these are dropped. */
void world_replicate(struct world *w, const int n[3]);

/* Keep the bodies with centres in the box, lo <= x < hi; planes and cylinders without ends are always kept. The box becomes the
 * domain, periodic only along axes that it does not cut. */
void world_crop(struct world *w, const double lo[3], const double hi[3]);

/* The frames of shapes have moved to centre[n_shape] of the old frames: move the bodies so that nothing moves in space. */
void world_recentre2(struct world *w, const double (*centre)[2]);

/* The same in space, where frames have turned too: x_old = centre + R(turn) x. place is [n_shape]. Angular momenta stay. Angular
 * velocities come from the columns wx wy wz, or from the mass records of the shapes, which are those of the new frames. */
struct place3 { double centre[3], turn[4]; };
void world_recentre3(struct world *w, const struct place3 *place);

#endif
