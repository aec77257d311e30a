/* solid_mass.h: the mass properties of a shape in 3D, by the method asked for. */
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

/* Whether pebbles have densities that differ from the material's, so that only SOLID_PEBBLES says what the body weighs:
 * nobody knows how dense they are where they overlap. */
int solid_has_densities(const struct shape *s);
/* Whether there is such a method for such a shape: exact, voxels and samples for all, pebbles for spheres and clumps,
 * triangles for meshes, which must be closed. */
int solid_can(const struct shape *s, enum solid_method method);
/* Per unit density of the material; about the centre of mass, in the body frame. The method must be possible. Statuses
 * are those of the methods (balls.h, ellipsoid.h, implicit.h, lines.h); planes and cylinders are MASS_EMPTY. */
enum mass_status solid_mass(struct mass3 *m, const struct shape *s, const struct solid_plan *plan);

/* The principal axes of a shape that has this mass: mass3_principal_marked, by the centres of its pebbles, weighted with r^3, the
 * vertices of a mesh, or the bumps of an object, weighted with sign k. */
void solid_principal(struct principal3 *p, const struct mass3 *m, const struct shape *s);

/* Write a mass into the record of a shape, after moving its origin to the centre of mass and, unless keep_frame, turning
 * it to the principal axes (solid_principal): x_old = centre + R(turn) x. The record adds this to where it had the frame
 * in the drawing. What is right to rounding stays: SOLID_SAME nothing changed, SOLID_RECORD the record alone. */
enum solid_change { SOLID_SAME, SOLID_RECORD, SOLID_MOVED };
enum solid_change solid_settle(struct shape *s, const struct mass3 *m, int keep_frame, const char *method,
	double centre[3], double turn[4]);

#endif
