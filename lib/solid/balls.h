/* balls.h: mass properties of a union of balls with any overlaps: spheres and clumps.
 *
 * Exact: by the divergence theorem they are integrals over the exposed part of every sphere, which in turn are
 * integrals along the arcs that bound it. On a sphere every other ball covers a cap; what the caps leave of each
 * other's circles are those arcs. Whatever the balls do (touch, coincide, contain each other, meet four or more in a
 * point or three in a circle), no case needs a rule of its own. The time is n log n, times how many others
 * a ball overlaps and the square of how many of these bound what is left of it. */
#ifndef SCREE_BALLS_H
#define SCREE_BALLS_H

#include "solid/balltree.h"
#include "solid/lines.h"
#include "solid/mass3.h"

/* The mass of the union of n balls, ball[n] = x y z r [L] with r > 0, per unit density. Error: by how much volumes
 * differ that are found from the three coordinates of the surface, and by which it fails to be closed; rounding, 1e-15
 * or so. Where the arcs on a sphere do not close to 1e-12 of its radius, its caps are moved by 1e-14 of it at random,
 * or by a few times that, and all is done again. MASS_EMPTY: n = 0 or all radii are 0; MASS_OPEN: the error is above
 * 1e-8 of the volume. */
enum mass_status balls_mass(struct mass3 *m, int n, const double (*ball)[4]);

/* The sum over balls as if they did not overlap, each with its own density[n] [M L^-3], or all 1 where density is NULL
 * ("Rigid clumps in the MercuryDPM particle dynamics code", equations 1-5). With densities the volume is the mass.
 * Error: 0, though what overlaps counts twice. The surface is not a number. MASS_EMPTY as above, or where all densities
 * are 0. */
enum mass_status balls_mass_pebbles(struct mass3 *m, int n, const double (*ball)[4], const double *density);

/* The union of balls for mass3_by_voxels and mass3_by_samples; ball has to stay where it is until balls_lines_free. */
struct balls_lines { struct lines lines; const double (*ball)[4]; struct balltree tree; };
void balls_lines_init(struct balls_lines *b, int n, const double (*ball)[4]);
void balls_lines_free(struct balls_lines *b);

#endif
