/* deform.h: tilted domains, and domains that deform.
 *
 * Periodic images stand on a lattice with the vectors a = (Lx, 0) and b = (tilt, Ly), (Lx, Ly) = hi - lo. The domain is the
 * rectangle lo .. hi, which is a cell of that lattice as good as the tilted one. Its rates are the velocity gradient
 * G = (xx xy; 0 yy) of the lattice: da/dt = G a, db/dt = G b, so
 *     dLx/dt = xx Lx,  dLy/dt = yy Ly,  d tilt/dt = xx tilt + xy Ly,
 * true (Hencky) rates; the middle of the domain stays where it is. Bodies have the velocities of the laboratory: an image
 * nx, ny periods away stands nx a + ny b further and is nx da/dt + ny db/dt faster (Lees and Edwards, J. Phys. C 5, 1921, 1972),
 * and so does a body that is wrapped. Since only the lattice counts, tilt and tilt - Lx are the same.
 *
 * A rate xx or yy may be free to follow the stress s along its axis (compression positive) towards a target p:
 *     m d(rate)/dt = s - p - c rate,
 * with a mass and a damping of the cell. Bodies then take part in the accelerations of the lattice, (dG/dt + G G) (x - middle),
 * so that the flow stays homogeneous (Parrinello and Rahman, J. Appl. Phys. 52, 7182, 1981, with a mass for the rates). */
#ifndef SCREE_DEFORM_H
#define SCREE_DEFORM_H

#include "world/world.h"

/* What is wrong with the tilt and the rates of a domain, and what is expected; NULL when they go with its periodic axes:
 * xx with x, yy with y, xy and a tilt with both. */
const char *domain_fault(const struct domain *d);
/* Whether it deforms, or would under a pressure. */
int domain_deforms(const struct domain *d);

/* Drop what its axes do not allow. */
void domain_ease(struct domain *d);

/* nx a + ny b [L], along x and y; n is 0 along axes that are not periodic. */
void domain_shift(const struct domain *d, double nx, double ny, double out[2]);
/* How much faster the lattice is at what lies (x, y) further, G (x, y) [L/T]. */
void domain_flow(const struct domain *d, double x, double y, double out[2]);
/* nx da/dt + ny db/dt [L/T]. */
void domain_shift_rate(const struct domain *d, double nx, double ny, double out[2]);

/* The deformation of a time dt: its gradient exp(G dt) = (xx xy; 0 yy). Rates times dt must be below 1. */
struct deformation { double xx, yy, xy; };
struct deformation domain_deformation(const struct domain *d, double dt);
void domain_deform(struct domain *d, const struct deformation *f);

/* Take the tilt to -Lx/2 .. Lx/2 (within 1e-12) by whole Lx: tilt -= n Lx. Returns n; image counts and shifts (ix, iy) then are
 * (ix + n iy, iy). */
int64_t domain_flip(struct domain *d);
/* The same for a scene: its domain, bodies and contacts. */
void world_flip(struct world *w);

/* domain_wrap2 for a body that moves: its velocity becomes that of its new image. */
void domain_wrap_moving(const struct domain *d, double *x, double *y, double *vx, double *vy, int64_t *ix, int64_t *iy);

/* Add the flow of these rates xx, yy, xy about the middle of the domain to the velocities of the bodies that no constraint holds:
 * v += G (x - middle). With the rates by which those of the domain change, what bodies move against the flow stays. */
void world_add_flow(struct world *w, const double rate[3]);

#endif
