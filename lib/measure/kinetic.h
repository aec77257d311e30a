/* kinetic.h: kinetic energies of the bodies of a frame, and how they are shared out among degrees of freedom. */
#ifndef SCREE_KINETIC_H
#define SCREE_KINETIC_H

#include <stddef.h>
#include <stdint.h>

#include "measure/blocks.h"
#include "world/world.h"

/* Leave out of keep[i] the bodies of which a constraint holds something: walls, and what is moved. */
void bodies_leave_held(const struct world *w, char *keep);

/* Take the mean motion of the bodies with keep[i] away from their velocities, and add the columns mass [M], inertia [M L^2]
 * (in the plane), kin_x, kin_y, in space kin_z, their sum kin_lin, kin_rot and kin [M L^2/T^2] where the frame has none of that
 * name. share, if not NULL, gets for every body what part of its translation is left: without the mean motion (no_drift) a
 * body of mass m in a total M has the variance (T/m) (1 - m/M), else 1. Returns 0, or the row + 1 of a kept body that has no
 * mass. */
int kinetic_columns(struct world *w, const char *keep, int no_drift, double *share);

/* How the kinetic energy is shared by groups of bodies, on average over frames. */
struct shares {
	int n;
	size_t cap;
	struct share {
		char *name;
		struct blocks lin;   /* per body and frame: pairs (kin_x, kin_y) */
		struct blocks up;    /* pairs (kin_z, 0), 0 in the plane */
		struct blocks rot;   /* pairs (kin_lin, kin_rot) */
		int64_t bodies;      /* in all frames */
		double sum[4];       /* of the frame at hand: kin_x, kin_y, kin_z, kin_rot */
		double n_lin;        /* and the sum of share[i] in it */
		int n_rot;
	} *group;
};

/* Take a body into a group, by name. */
void shares_add(struct shares *s, const char *group, const double kin[3], double kin_rot, double share);
/* The frame is complete. */
void shares_frame(struct shares *s);
void shares_free(struct shares *s);

#endif
