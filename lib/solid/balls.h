/* balls.h: mass properties of a union of balls with any overlaps: spheres and clumps.
 *
 * The properties are exact: by the divergence theorem they are integrals over the exposed patches of the spheres, and these are
 * integrals along the arcs that bound the patches. Every other ball covers a cap of a sphere; the arcs are the parts of the caps'
 * circles that no other cap covers. No case needs a rule of its own: balls may touch, coincide or contain each other, and four or
 * more may meet in a point or three in a circle. The time grows as n log n, times the number of balls that a ball overlaps, and
 * as the square of the number of these that bound its patch. */
#ifndef SCREE_BALLS_H
#define SCREE_BALLS_H

#include "solid/balltree.h"
#include "solid/lines.h"
#include "solid/mass3.h"

/* The mass of the union of n balls, ball[n] = x y z r [L] with r > 0, per unit density. m->error is the greatest of three values:
 * the difference between volumes found from the three coordinates of the surface, the amount by which the surface fails to be
 * closed, and the gap of the arcs times the size; about 1e-15 from rounding. If the arcs on a sphere do not close to 1e-12 of its
 * radius, the caps are moved at random, by 1e-14 of the radius at first and by more in further attempts. MASS_EMPTY: n = 0 or all
 * radii are 0. MASS_OPEN: the error is above 1e-8 of the volume. */
enum mass_status balls_mass(struct mass3 *m, int n, const double (*ball)[4]);

/* The sum over balls as if they did not overlap ("Rigid clumps in the MercuryDPM particle dynamics code", equations 1-5). Each
 * has its own density[n] [M L^-3], or 1 if density is NULL. With densities the volume is the mass. The error is 0, although
 * overlaps count twice. The surface is not a number. MASS_EMPTY: n = 0, or all radii or all densities are 0. */
enum mass_status balls_mass_pebbles(struct mass3 *m, int n, const double (*ball)[4], const double *density);

/* The union of balls for mass3_by_voxels and mass3_by_samples. ball must stay in place until balls_lines_free. */
struct balls_lines { struct lines lines; const double (*ball)[4]; struct balltree tree; };
void balls_lines_init(struct balls_lines *b, int n, const double (*ball)[4]);
void balls_lines_free(struct balls_lines *b);

#endif
