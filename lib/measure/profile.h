/* profile.h: averages over the grains of the plane in bins of x, of y, or of the distance from a centre.
 *
 * A grain counts in every bin that it reaches into, with a fraction: the part of its area that lies in the bin over its area,
 * exact by its outline (plane/slice.h). Means are weighted by these fractions and by mass. Let s be the fraction of a grain in a
 * bin of area A, a the area of the grain, m its mass, I its moment of inertia, v the velocity of its centre of mass and w its
 * angular velocity:
 *     number density  sum s / A            solid fraction  sum s a / A
 *     velocity  V = sum s m v / sum s m    rotation rate   W = sum s m w / sum s m
 *     temperature  T = sum s m |v - V|^2 / (2 sum s m),   of rotation  sum s I (w - W)^2 / sum s m   [L^2/T^2]
 *     stress, of motion  sum s m (v - V)(v - V) / A,      of contacts  - sum force (part of branch in the bin) / A
 * (Laetzel, Luding and Herrmann, Granular Matter 2, 123, 2000, for fractions of volume). The branch of a contact is the straight
 * line from the centre of mass of the grain to the point of contact. Every contact has one branch on each of its grains, as in
 * Weinhart, Thornton, Luding and Bokhove, Granular Matter 14, 289, 2012, for contacts with a wall. Compression is positive. The
 * first index is that of the force, the second that of the plane's normal, as in measure/stress2.h. Sums over all bins are sums
 * over all grains and contacts.
 *
 * Along periodic axes space repeats itself. Images of grains and of branches that reach into the window count, with the
 * velocities of the images. In rings the components are along the direction from the centre to the grain and across it (to the
 * left). For branches the direction is that to each point of the branch, integrated exactly. */
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
	double from, to;      /* range of x, y or the distance [L]; NaN: that of the domain */
	double across[2];     /* for x and y: range of the other coordinate [L]; NaN: that of the domain, without a domain unbounded */
	double centre[2];     /* of the rings [L]; NaN: the middle of the domain */
};

enum profile_value {
	PROFILE_NUMBER, PROFILE_SOLID, PROFILE_V1, PROFILE_V2, PROFILE_SPIN, PROFILE_T, PROFILE_T_ROT,
	PROFILE_KINETIC11, PROFILE_KINETIC12, PROFILE_KINETIC22,
	PROFILE_CONTACT11, PROFILE_CONTACT12, PROFILE_CONTACT21, PROFILE_CONTACT22,
	PROFILE_VALUES
};

struct profile_shape;
struct profile {
	struct profile2_grid grid;      /* complete for the present frame */
	struct profile_bin *bin;        /* [grid.n] */
	struct domain domain;
	struct profile_shape *shape;    /* [n_shape] outlines of the shapes so far */
	int n_shape;
	size_t cap_bin, cap_shape;
	struct boundary placed, window; /* workspace */
};

/* Set up the bins for a frame. NaN in the grid is replaced from the domain. p is zero or has been used before. Returns 0, or -1
 * if from, to or the centre is missing and there is no domain. */
int profile_begin(struct profile *p, const struct profile2_grid *grid, const struct domain *d);
/* Add the bodies with keep[n_body] != 0. own[n_body] are columns of the bodies to be averaged, or NULL. Bodies without area are
 * skipped. Returns 0, or the row + 1 of a body with too many images in the window (world/images.h), or -(row + 1) of a body with
 * an area but without mass. */
int profile_add_bodies(struct profile *p, struct world *w, const char *keep, const double (*own)[PROFILE_OWN]);
/* Add the stress of a force on a grain at a point. Returns 0, or -1 if the branch has too many images. */
int profile2_add_branch(struct profile *p, const double centre[2], const double point[2], const double force[2]);
void profile_free(struct profile *p);

/* The kind of bins, for means over frames. */
extern const struct profile_kind profile_plane;

#endif
