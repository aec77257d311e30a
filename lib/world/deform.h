/* deform.h: tilted domains and domains that deform.
 *
 * Periodic images stand on a lattice with the vectors a = (Lx, 0) and b = (tilt, Ly), where (Lx, Ly) = hi - lo. The domain is the
 * rectangle lo .. hi; the rectangle and the tilted parallelogram are both unit cells of that lattice. The rates of the domain are
 * the velocity gradient G = (xx xy; 0 yy) of the lattice: da/dt = G a, db/dt = G b, so
 *     dLx/dt = xx Lx,  dLy/dt = yy Ly,  d tilt/dt = xx tilt + xy Ly.
 * These are true (Hencky) rates. The middle of the domain does not move. Velocities of bodies are in the laboratory frame: an
 * image nx, ny periods away is displaced by nx a + ny b, and its velocity differs by nx da/dt + ny db/dt (Lees and Edwards, J.
 * Phys. C 5, 1921, 1972). The velocity of a body changes in the same way when the body is wrapped. The tilts tilt and tilt - Lx
 * describe the same lattice.
 *
 * A servo makes a rate xx or yy follow the stress s along its axis (compression positive) towards a target p:
 *     m d(rate)/dt = s - p - c rate,
 * with a mass m and a damping c of the cell. The accelerations of the lattice, (dG/dt + G G) (x - middle), then also act on
 * the bodies, so that the flow stays homogeneous (Parrinello and Rahman, J. Appl. Phys. 52, 7182, 1981, with a mass for the
 * rates). */
#ifndef SCREE_DEFORM_H
#define SCREE_DEFORM_H

#include "world/world.h"

/* Returns an error message if the tilt and the rates do not agree with the periodic axes, otherwise NULL. A rate xx needs a
 * domain that is periodic along x, yy along y, xy and a tilt along both. */
const char *domain_fault(const struct domain *d);
/* Whether the domain has rates or servos. */
int domain_deforms(const struct domain *d);

/* Clear the tilt, rates and servos that the periodic axes of the domain do not allow. */
void domain_ease(struct domain *d);

/* Returns the lattice vector nx a + ny b [L]. nx or ny must be 0 along an axis that is not periodic. */
void domain_shift(const struct domain *d, double nx, double ny, double out[2]);
/* Returns the difference G (x, y) [L/T] between the velocities of two points of the lattice, the second displaced by (x, y). */
void domain_flow(const struct domain *d, double x, double y, double out[2]);
/* Returns the rate of change of the lattice vector, nx da/dt + ny db/dt [L/T]. */
void domain_shift_rate(const struct domain *d, double nx, double ny, double out[2]);

/* A deformation gradient (xx xy; 0 yy). */
struct deformation { double xx, yy, xy; };
/* Returns the deformation gradient exp(G dt) over a time dt [T]. The rates times dt must be below 1. */
struct deformation domain_deformation(const struct domain *d, double dt);
/* Deform the tilt and, along axes with a rate, the edges lo and hi about the middle. */
void domain_deform(struct domain *d, const struct deformation *f);

/* Bring the tilt into -Lx/2 .. Lx/2 (within 1e-12) by tilt -= n Lx with a whole number n. Returns n. The caller must replace
 * image counts and shifts (ix, iy) by (ix + n iy, iy). */
int64_t domain_flip(struct domain *d);
/* The same for a scene, with the image counts of its bodies and contacts. */
void world_flip(struct world *w);

/* Wrap a moving body as domain_wrap2 does, and give it the velocity of its new image. */
void domain_wrap_moving(const struct domain *d, double *x, double *y, double *vx, double *vy, int64_t *ix, int64_t *iy);

/* Add the flow G (x - middle) of the rates xx, yy, xy to the velocities of all bodies that no constraint holds. If rate is the
 * change of the domain's own rates, the velocities relative to the flow stay as they are. */
void world_add_flow(struct world *w, const double rate[3]);

#endif
