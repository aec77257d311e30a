/* deform.h: tilted domains and domains that deform.
 *
 * Periodic images stand on a lattice with the vectors a = (Lx, 0, 0), b = (xy, Ly, 0) and c = (xz, yz, Lz), where (Lx, Ly, Lz) =
 * hi - lo and xy, xz, yz are the tilts. The domain is the box lo .. hi; the box and the slanted cell are both unit cells of that
 * lattice. The rates of the domain are the velocity gradient of the lattice, G = (xx xy xz; 0 yy yz; 0 0 zz): da/dt = G a, and so
 * on. These are true (Hencky) rates. The middle of the domain does not move. Velocities of bodies are in the laboratory frame: an
 * image n periods away is displaced by n[0] a + n[1] b + n[2] c, and its velocity differs by G times that (Lees and Edwards, J.
 * Phys. C 5, 1921, 1972). The velocity of a body changes in the same way when the body is wrapped. Tilts that differ by whole
 * lattice vectors describe the same lattice. In the plane only xx, yy and xy are used.
 *
 * A servo makes a rate follow the stress s of its component (compression positive) towards a target p:
 *     m d(rate)/dt = s - p - c (rate - mean),  d(mean)/dt = (rate - mean) / tau,
 * with a mass m and a damping c of the cell. The damping does not resist a rate that lasts longer than tau; with tau = 0 the mean
 * is 0 and every rate is damped. The accelerations of the lattice, (dG/dt + G G) (x - middle), then also act on the bodies, so
 * that the flow stays homogeneous (Parrinello and Rahman, J. Appl. Phys. 52, 7182, 1981, with a mass for the rates). */
#ifndef SCREE_DEFORM_H
#define SCREE_DEFORM_H

#include "world/world.h"

/* The axes of a component XX ... YZ: the one along which points move, and the one across which they differ. */
static const int component_along[6] = { 0, 1, 2, 0, 0, 1 }, component_across[6] = { 0, 1, 2, 1, 2, 2 };

/* Returns an error message if the tilts and the rates do not agree with the periodic axes, otherwise NULL. A rate, a target or a
 * tilt needs a domain that is periodic along both axes of its component. */
const char *domain_fault(const struct domain *d);
/* Whether the domain has rates or servos. */
int domain_deforms(const struct domain *d);
/* Whether the domain has tilts. */
int domain_tilted(const struct domain *d);
/* Whether some rate follows a stress. */
int domain_has_servo(const struct domain *d);

/* Clear the tilts, rates and servos that the periodic axes of the domain do not allow. */
void domain_ease(struct domain *d);

/* Returns the lattice vector nx a + ny b [L]. nx or ny must be 0 along an axis that is not periodic. */
void domain_shift(const struct domain *d, double nx, double ny, double out[2]);
/* Returns the difference G (x, y) [L/T] between the velocities of two points of the lattice, the second displaced by (x, y). */
void domain_flow(const struct domain *d, double x, double y, double out[2]);
/* Returns the rate of change of the lattice vector, nx da/dt + ny db/dt [L/T]. */
void domain_shift_rate(const struct domain *d, double nx, double ny, double out[2]);
/* The same in space, for the lattice vector n[0] a + n[1] b + n[2] c. out may be x or n. */
static inline void domain_shift3(const struct domain *d, const double n[3], double out[3])
{
	const double nx = n[0], ny = n[1], nz = n[2]; /* terms with a tilt of 0 add nothing, not even to the last bit */

	out[0] = nx * (d->hi[0] - d->lo[0]) + ny * d->tilt[0] + nz * d->tilt[1];
	out[1] = ny * (d->hi[1] - d->lo[1]) + nz * d->tilt[2];
	out[2] = nz * (d->hi[2] - d->lo[2]);
}
void domain_flow3(const struct domain *d, const double x[3], double out[3]);
void domain_shift_rate3(const struct domain *d, const double n[3], double out[3]);

/* A deformation gradient (xx xy xz; 0 yy yz; 0 0 zz). */
struct deformation { double xx, yy, zz, xy, xz, yz; };
/* Returns the deformation gradient exp(G dt) over a time dt [T]. The rates times dt must be below 1. */
struct deformation domain_deformation(const struct domain *d, double dt);
/* Deform the tilts and, along axes with a rate, the edges lo and hi about the middle. */
void domain_deform(struct domain *d, const struct deformation *f);

/* Numbers of periods by which tilts were reduced: first c by yz periods b, then b by xy and c by xz periods a. Image counts
 * (ix, iy, iz) become iy + yz iz, then ix + xy iy + xz iz with the new iy; see flip_images. */
struct flip { int64_t xy, xz, yz; };
/* Bring the tilts to at most half a period (within 1e-12): yz to Ly/2, xy and xz to Lx/2. Returns by how many periods. The caller
 * must replace image counts and shifts. */
struct flip domain_flip(struct domain *d);
static inline int flip_any(struct flip f)
{
	return f.xy != 0 || f.xz != 0 || f.yz != 0;
}
/* Replace image counts after a flip. */
static inline void flip_images(struct flip f, int64_t *ix, int64_t *iy, int64_t iz)
{
	*iy += f.yz * iz;
	*ix += f.xy * *iy + f.xz * iz;
}
/* The same for a scene, with the image counts of its bodies and contacts. */
void world_flip(struct world *w);

/* Wrap a moving body as domain_wrap2 does, and give it the velocity of its new image. */
void domain_wrap_moving(const struct domain *d, double *x, double *y, double *vx, double *vy, int64_t *ix, int64_t *iy);
/* The same in space. */
void domain_wrap_moving3(const struct domain *d, double x[3], double v[3], int64_t image[3]);

/* Add the flow G (x - middle) of the given rates to the velocities of all bodies that no constraint holds. If the rates are the
 * change of the domain's own rates, the velocities relative to the flow stay as they are. */
void world_add_flow(struct world *w, const double rate[6]);

#endif
