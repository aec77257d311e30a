/* kinetic.h: kinetic energies of the bodies of a frame, and their distribution among degrees of freedom. */
#ifndef SCREE_KINETIC_H
#define SCREE_KINETIC_H

#include <stddef.h>
#include <stdint.h>

#include "measure/blocks.h"
#include "world/world.h"

/* Clear keep[i] of the bodies of which a constraint holds something: walls and driven bodies. */
void bodies_leave_held(const struct world *w, char *keep);

/* If no_drift is set, subtract the flow of a deforming domain, and then the mean motion of the bodies with keep[i], from all
 * velocities. Add the columns mass [M], inertia [M L^2] (in the plane), kin_x, kin_y, in space kin_z, their sum kin_lin, kin_rot
 * and kin [M L^2/T^2], unless the frame has columns of that name. share[n_body], if not NULL, gets the fraction of each body's
 * translational energy that is left without the mean motion: a body of mass m in a total M has the velocity variance
 * (T/m) (1 - m/M), so the fraction is 1 - m/M; it is 1 if no_drift is not set. Returns 0, or the row + 1 of a body with keep[i]
 * but without mass. */
int kinetic_columns(struct world *w, const char *keep, int no_drift, double *share);

/* Kinetic energies by classes of bodies, averaged over frames. */
struct equipartition {
	int n;
	size_t cap;
	struct energy_class {
		char *name;
		struct blocks lin;   /* per body and frame: pairs (kin_x, kin_y) */
		struct blocks up;    /* pairs (kin_z, 0), 0 in the plane */
		struct blocks rot;   /* pairs (kin_lin, kin_rot) */
		int64_t bodies;      /* number of bodies in all frames */
		double sum[4];       /* sums over the present frame: kin_x, kin_y, kin_z, kin_rot */
		double n_lin;        /* sum of share[i] over the present frame */
		int n_rot;
	} *of;                   /* [n] */
};

/* Add a body to the class of that name. */
void equipartition_add(struct equipartition *s, const char *class, const double kin[3], double kin_rot, double share);
/* Call this at the end of each frame. */
void equipartition_frame(struct equipartition *s);
void equipartition_free(struct equipartition *s);

#endif
