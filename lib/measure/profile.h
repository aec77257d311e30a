/* profile.h: averages over the grains in bins of x, of y, or of the distance from a centre.
 *
 * A grain counts in every bin that it reaches into, with its share there: the part of its area that lies in the bin over
 * its area, exact by its outline (plane/slice.h). Means are over the shares, weighted by mass: with the share s of a grain
 * in a bin of area A, and its mass m, moment of inertia I, velocity v of the centre of mass and angular velocity w,
 *     number density  sum s / A            solid fraction  sum s a / A       (a: area of the grain)
 *     velocity  V = sum s m v / sum s m    rotation rate   W = sum s m w / sum s m
 *     temperature  T = sum s m |v - V|^2 / (2 sum s m),   of rotation  sum s I (w - W)^2 / sum s m   [L^2/T^2]
 *     stress, of motion  sum s m (v - V)(v - V) / A,      of contacts  - sum force (part of branch in the bin) / A
 * (Laetzel, Luding and Herrmann, Granular Matter 2, 123, 2000, for shares of volume; the branch of a contact goes straight from
 * the centre of mass of the grain to the point of contact, and every contact has one on each of its grains, as Weinhart,
 * Thornton, Luding and Bokhove, Granular Matter 14, 289, 2012, have it where one of the two is a wall.) Compression is
 * positive, and the first index is that of the force, the second that of the plane's normal, as in measure/stress2.h. Sums
 * over all bins are those over all grains and contacts.
 *
 * Space is repeated along periodic axes: images of grains that reach into the window count, with the velocities of images,
 * and so do those of branches. Rings have the components along and across (to the left of) the direction from the centre to
 * the grain's, or, for branches, to each of its points, which is integrated exactly. */
#ifndef SCREE_PROFILE_H
#define SCREE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "measure/profile_mean.h"
#include "plane/arcs.h"
#include "world/world.h"

enum profile_axis { PROFILE_X, PROFILE_Y, PROFILE_R };

/* The window and its bins, all equally wide. */
struct profile2_grid {
	enum profile_axis axis;
	int n;
	double from, to;      /* of x, y or the distance [L]; not a number: as the domain */
	double across[2];     /* of the other coordinate, for x and y [L]; not a number: as the domain, without one unbounded */
	double centre[2];     /* of the rings [L]; not a number: the middle of the domain */
};

enum profile_value {
	PROFILE_NUMBER, PROFILE_SOLID, PROFILE_V1, PROFILE_V2, PROFILE_SPIN, PROFILE_T, PROFILE_T_ROT,
	PROFILE_KINETIC11, PROFILE_KINETIC12, PROFILE_KINETIC22,
	PROFILE_CONTACT11, PROFILE_CONTACT12, PROFILE_CONTACT21, PROFILE_CONTACT22,
	PROFILE_VALUES
};

struct profile_shape;
struct profile {
	struct profile2_grid grid;       /* with all its numbers, for the frame */
	struct profile_bin *bin;        /* [grid.n] */
	struct domain domain;
	struct profile_shape *shape;    /* outlines met so far */
	int n_shape;
	size_t cap_bin, cap_shape;
	struct boundary placed, window; /* scratch */
};

/* Set up the bins for a frame: what the grid leaves open comes from the domain. p is zero or has been used before. Returns 0,
 * or -1 when there is no domain to say from, to or the centre. */
int profile_begin(struct profile *p, const struct profile2_grid *grid, const struct domain *d);
/* Add the bodies with keep[n_body] != 0. Bodies without area have no share in anything. Returns 0, or the row + 1 of a body
 * with too many images in the window (world/images.h), or -(row + 1) of one with an area but without mass. */
int profile_add_bodies(struct profile *p, struct world *w, const char *keep);
/* Add what a force on a grain at a point does to its stress. Returns 0, or -1 when the branch has too many images. */
int profile2_add_branch(struct profile *p, const double centre[2], const double point[2], const double force[2]);
void profile_free(struct profile *p);

/* For means over frames. */
extern const struct profile_kind profile_plane;

#endif
