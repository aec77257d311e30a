/* stress_grains.h: the stress of every grain of a frame, in the plane and in space.
 *
 * A grain g has the stress s_g = (1/V_g) sum over its contacts of - f (x) r, where f is the force on the grain, and r points
 * from its centre of mass to the contact (Love 1927; Bagi, Mechanics of Materials 22, 165, 1996). Compression is positive; the
 * first index is that of the force. With velocities, the kinetic part m u (x) u / V_g is added, where u is the velocity relative
 * to the mean of the chosen grains.
 *
 * The virial volume V_g is the grain's part of the space that the grains share: its own volume over the solid fraction. Sums of
 * V_g s_g over grains are therefore V times the stress of stress2.h and stress3.h, and the virial volumes of all grains add up to
 * V. A contact with a wall counts only on the grain; walls have no stress. */
#ifndef SCREE_STRESS_GRAINS_H
#define SCREE_STRESS_GRAINS_H

#include "measure/tensor3.h"
#include "measure/touch.h"

struct grain_stress {
	struct tensor3 stress; /* [M/(L T^2)], in the plane [M/T^2] and with xx xy yx yy only */
	double volume;         /* V_g [L^3], in the plane [L^2]; NaN: no stress, for walls and bodies that are not chosen */
	int partners;          /* number of bodies, walls and images that the body touches */
};

/* Fill of[n_body] from contacts and their pairs (touches_pairs). share is the virial volume per volume of a grain, 1 / solid
 * fraction. volume[n_body] and mass[n_body] are those of the bodies, in the plane volume holds areas. v[n_body] are velocities
 * relative to the flow, or NULL: no kinetic part. */
void stress_of_grains(const struct touches *t, const char *chosen, double share, const double *volume, const double *mass,
	const vec3 *v, struct grain_stress *of);

#endif
