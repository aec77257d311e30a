/* relocate.h: move, turn, scale, copy and cut scenes with their contacts.
 *
 * Vectors have three components. In the plane the third is not used, and n[2] is 1. Functions whose names end in 2 or 3 are for
 * the plane or for space only.
 *
 * Vectors turn with their bodies. In the plane these are velocities and contact normals; in space all columns of bodies and
 * contacts named NAMEx, NAMEy, NAMEz. The columns x y z are positions, qw qx qy qz the orientation. */
#ifndef SCREE_RELOCATE_H
#define SCREE_RELOCATE_H

#include "world/world.h"

/* Keep the bodies i with keep[i] != 0, and the contacts between two bodies that are kept. */
void world_keep_bodies(struct world *w, const char *keep);
/* Keep all bodies, and the contacts between two bodies i with keep[i] != 0. */
void world_keep_contacts(struct world *w, const char *keep);

/* Wrap all bodies into the domain. The image counts of contacts change so that body j of a contact, displaced by the contact's
 * image shift, still touches body i. */
void world_wrap(struct world *w);

/* Drop the contacts across edges of the domain that are not periodic. */
void world_cut_images(struct world *w);
/* After the domain, which was `was`, has changed and before bodies are wrapped into it: drop the contacts with images that have
 * another displacement now. */
void world_drop_moved_images(struct world *w, const struct domain *was);

/* Shift the bodies i with moved[i] != 0, and wrap them into the domain. A contact stays, with its images, if both bodies move or
 * neither does. A contact between a body that moves and a body that does not is dropped. */
void world_shift(struct world *w, const char *moved, const double by[3]);

/* Turn the bodies i with moved[i] != 0 about a point, by an angle or by a unit quaternion, and wrap them into the domain.
 * Contacts are treated as in world_shift, but those between bodies that turn end if they are with a periodic image. */
void world_turn2(struct world *w, const char *moved, const double about[2], double angle);
void world_turn3(struct world *w, const char *moved, const double about[3], const double q[4]);

/* Shift the whole scene, its domain and its outlets. */
void world_shift_all(struct world *w, const double by[3]);
/* Turn the whole scene. The bounding box of the turned domain becomes the domain. Bodies are not wrapped. */
void world_turn_all2(struct world *w, const double about[2], double angle);
void world_turn_all3(struct world *w, const double about[3], const double q[4]);

/* Scale positions and sizes of the bodies i with moved[i] != 0 about a point by a factor. Velocities and angular velocities stay,
 * so angular momenta in space are multiplied by factor^5. Contacts of scaled bodies are dropped. */
void world_scale(struct world *w, const char *moved, const double about[3], double factor);
/* Scale the whole scene and its domain. */
void world_scale_all(struct world *w, const double about[3], double factor);

/* Put n[0] by n[1] by n[2] copies of the scene side by side, and enlarge the domain to hold them. The copies get ids above all
 * others and image counts 0. A contact across a periodic edge joins a body to the next copy. All bodies of a tag move as one, so
 * masses, dampings and forces of constraints are multiplied by the number of copies. In a domain that deforms, the copies move
 * with the flow about its new middle. A copy of a plane or of a cylinder without
 * ends that coincides with another copy is dropped. */
void world_replicate(struct world *w, const int n[3]);

/* Keep the bodies with centres in the box, lo <= x < hi. Planes and cylinders without ends are always kept. The box becomes the
 * domain; it is periodic along an axis if the old domain was and the box has the same bounds. */
void world_crop(struct world *w, const double lo[3], const double hi[3]);

/* The origins of the shapes' frames have moved to centre[n_shape][2] in the old frames. Move the bodies so that no grain moves in
 * space, and wrap them into the domain. */
void world_recentre2(struct world *w, const double (*centre)[2]);

/* A frame in an older frame: position of its origin and orientation (unit quaternion). */
struct place3 { double centre[3], turn[4]; };
/* The same in space, where the frames may have turned too: x_old = centre + R(turn) x. place is [n_shape]. Angular momenta stay.
 * spins[n][3] are the angular velocities, NULL if no body turns [T^-1]. */
void world_recentre3(struct world *w, const struct place3 *place, const double (*spins)[3]);

#endif
