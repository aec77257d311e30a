/* profile3.h: averages over the grains of space in slices across an axis, or in shells about a centre; as profile.h in the plane.
 *
 * A grain counts in every bin that it reaches into, with its share there. That is exact for balls, and in slices for ellipsoids,
 * of which the part on one side of a plane is that of a ball as wide; a clump has the parts of the volumes of its pebbles,
 * each for itself. All others, and ellipsoids in shells or in slices that do not reach across, count as balls of their volume.
 * Contacts have branches as in profile.h; the stress in shells is that of space's axes, and along and across the direction from
 * the centre to each point of a branch. */
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
	double from, to;      /* not numbers: as the domain [L] */
	double centre[3];     /* of the shells; not numbers: the middle of the domain [L] */
	int within;           /* 1: slices end at across */
	double across[3][2];  /* along the axes other than the slices' own [L] */
};

enum {
	PROFILE3_NUMBER, PROFILE3_SOLID, PROFILE3_VX, PROFILE3_VY, PROFILE3_VZ, PROFILE3_VR, PROFILE3_WX, PROFILE3_WY, PROFILE3_WZ,
	PROFILE3_T, PROFILE3_T_ROT, PROFILE3_KXX, PROFILE3_KYY, PROFILE3_KZZ, PROFILE3_KXY, PROFILE3_KXZ, PROFILE3_KYZ,
	PROFILE3_SXX, PROFILE3_SRR = PROFILE3_SXX + 9, PROFILE3_STT, PROFILE3_VALUES
};

/* Complete the grid from the domain. Returns 0, or -1 where there is none to say from, to, or the centre. */
int profile3_complete(struct profile3_grid *g, const struct domain *d);
/* Fill bin[g->n] with the grains with keep[i] != 0. Returns 0, the row + 1 of a body with too many images in the window, or
 * -(row + 1) of one without mass. */
int profile3_take(struct profile_bin *bin, const struct profile3_grid *g, struct world *w, const char *keep);
/* Add what a force on a grain at a point does to its stress. Returns 0, or -1 when the branch has too many images. */
int profile3_add_branch(struct profile_bin *bin, const struct profile3_grid *g, const struct domain *d, vec3 centre, vec3 point,
	vec3 force);
/* For means over frames. */
extern const struct profile_kind profile_space;

#endif
