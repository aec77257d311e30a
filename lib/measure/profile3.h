/* profile3.h: averages over the grains of space in slices across an axis or in shells about a centre; profile.h does the same for
 * the plane.
 *
 * A grain counts in every bin that it reaches into, with the fraction of its volume there. The fraction is exact for balls, and
 * in slices for ellipsoids (the part of an ellipsoid on one side of a plane is that of a ball of the same width) and for sharp
 * polyhedra; of rounded ones it is within 1e-4 (polyhedron_below.h). For a clump it is the mean of the fractions of its pebbles,
 * weighted by their volumes; overlaps count twice. All other grains count as balls of the same volume; so do ellipsoids and
 * polyhedra in shells or in slices that end at `across`. Slices along which a periodic domain is
 * tilted end at the domain. In a domain that deforms, every image has its own velocity. Contacts have branches as in profile.h.
 * The stress in shells has the axes of space; in addition there are its components along and across the direction from the centre
 * to each point of a branch. */
#ifndef SCREE_PROFILE3_H
#define SCREE_PROFILE3_H

#include <stddef.h>

#include "base/vec.h"
#include "measure/profile_mean.h"
#include "world/world.h"

enum { PROFILE3_SHELLS = 3 };
struct profile3_grid {
	int axis;             /* 0 1 2, or PROFILE3_SHELLS */
	int n;
	double from, to;      /* [L]; NaN: those of the domain */
	double centre[3];     /* of the shells [L]; NaN: the middle of the domain */
	int within;           /* 1: the slices end at across */
	double across[3][2];  /* range of the slices along the axes other than their own [L] */
};

enum {
	PROFILE3_NUMBER, PROFILE3_SOLID, PROFILE3_VX, PROFILE3_VY, PROFILE3_VZ, PROFILE3_VR, PROFILE3_WX, PROFILE3_WY, PROFILE3_WZ,
	PROFILE3_T, PROFILE3_T_ROT, PROFILE3_KXX, PROFILE3_KYY, PROFILE3_KZZ, PROFILE3_KXY, PROFILE3_KXZ, PROFILE3_KYZ,
	PROFILE3_SXX, PROFILE3_SRR = PROFILE3_SXX + 9, PROFILE3_STT, PROFILE3_VALUES
};

/* Replace NaN in the grid from the domain. Returns 0, or -1 if from, to or the centre is missing and there is no domain. */
int profile3_complete(struct profile3_grid *g, const struct domain *d);
/* Fill bin[g->n] with the grains with keep[i] != 0. own[n_body] are columns of the bodies to be averaged, or NULL. Returns 0, the
 * row + 1 of a body with too many images in the window, or -(row + 1) of a body without mass. */
int profile3_take(struct profile_bin *bin, const struct profile3_grid *g, struct world *w, const char *keep,
	const double (*own)[PROFILE_OWN]);
/* Add the stress of a force on a grain at a point. Returns 0, or -1 if the branch has too many images. */
int profile3_add_branch(struct profile_bin *bin, const struct profile3_grid *g, const struct domain *d, vec3 centre, vec3 point,
	vec3 force);
/* The kind of bins, for means over frames. */
extern const struct profile_kind profile_space;

#endif
