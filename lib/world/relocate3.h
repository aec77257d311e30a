/* relocate3.h: move, turn, copy and cut scenes of space, with their contacts; as relocate.h in the plane.
 *
 * Columns of bodies and contacts that are called NAMEx, NAMEy and NAMEz are vectors, which turn with their bodies; x y z
 * are places, qw qx qy qz the orientation. Planes, and cylinders without ends, are everywhere along themselves: they are
 * not cut, and copies of them that would stand in each other are one. */
#ifndef SCREE_RELOCATE3_H
#define SCREE_RELOCATE3_H

#include "world/world.h"

/* Move the bodies i with moved[i] != 0, or turn them about a point, and wrap them into the domain. Contacts between two of
 * them, or two that stay, are kept with their images; contacts between one that moves and one that stays end. */
void world_shift3(struct world *w, const char *moved, const double by[3]);
void world_turn3(struct world *w, const char *moved, const double about[3], const double q[4]);

/* The whole scene and its domain; turned, the domain becomes the box about what it was and nothing is wrapped. */
void world_shift_all3(struct world *w, const double by[3]);
void world_turn_all3(struct world *w, const double about[3], const double q[4]);

/* n[0] by n[1] by n[2] copies side by side, as world_replicate. */
void world_replicate3(struct world *w, const int n[3]);

/* As world_crop. */
void world_crop3(struct world *w, const double lo[3], const double hi[3]);

#endif
