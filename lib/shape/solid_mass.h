/* solid_mass.h: the mass properties of a shape in 3D, by a chosen method. */
#ifndef SCREE_SOLID_MASS_H
#define SCREE_SOLID_MASS_H

#include "solid/mass3.h"

enum solid_method { SOLID_EXACT, SOLID_PEBBLES, SOLID_VOXELS, SOLID_TRIANGLES, SOLID_SAMPLES };

struct solid_plan {
	enum solid_method method;
	int voxels;           /* along the longest side, 1 to 4096 */
	int64_t samples;      /* 16 or more */
	uint64_t seed;
};

/* Whether pebbles have densities that differ from the material's. Then only SOLID_PEBBLES gives a mass, because the density where
 * pebbles overlap is unknown. */
int solid_has_densities(const struct shape *s);
/* Whether a method works for a shape: exact, voxels and samples for all, pebbles for spheres and clumps, triangles for meshes. A
 * mesh must be closed. */
int solid_can(const struct shape *s, enum solid_method method);
/* The mass of a shape per unit density of the material, about its centre of mass, in the body frame. solid_can must allow the
 * method. A polyhedron must be without faults (polyhedron_check), as the reader leaves it. The statuses are those of the methods
 * (balls.h, ellipsoid.h, implicit.h, lines.h); planes and cylinders give MASS_EMPTY. MASS_UNSOUND: no body can have the moments
 * of inertia (inertia_fault). So the volume is lost in rounding errors, or parts of a surface that crosses itself count as
 * negative. *m is then what was found. */
enum mass_status solid_mass(struct mass3 *m, const struct shape *s, const struct solid_plan *plan);

/* What describes a shape, apart from its mass; not numbers for shapes other than spheres and convex polyhedra. */
struct solid_form {
	double inscribed;     /* the radius of the largest ball inside [L] */
	double round;         /* the least radius of curvature [L] */
	double curvature;     /* the integral of the mean curvature over the surface [L] */
};
/* Both, in less time than one after the other. */
enum mass_status solid_mass_and_form(struct mass3 *m, struct solid_form *form, const struct shape *s,
	const struct solid_plan *plan);

/* The principal axes of a shape with the mass m, by mass3_principal_marked. The marks are the centres of pebbles with the weights
 * r^3, the vertices of a mesh, or the bumps of an object with the weights sign k. */
void solid_principal(struct principal3 *p, const struct mass3 *m, const struct shape *s);

/* Move the origin of a shape to the centre of mass, turn the shape to its principal axes (solid_principal) unless keep_frame, and
 * write the mass into its record. The old coordinates are x_old = centre + R(turn) x. The record adds this to the place of the
 * frame in the drawing. Values that are right to rounding stay: SOLID_SAME means that nothing changed, SOLID_RECORD that only
 * the record did. */
enum solid_change { SOLID_SAME, SOLID_RECORD, SOLID_MOVED };
enum solid_change solid_settle(struct shape *s, const struct mass3 *m, int keep_frame, const char *method,
	double centre[3], double turn[4]);

#endif
