/* stress.h: rows of scree-stress in the plane (scree-stress.c) and in space (stress3.c). */
#ifndef SCREE_STRESS_ROWS_H
#define SCREE_STRESS_ROWS_H

#include "measure/touch.h"

struct stress_column { const char *name, *unit; };

/* The options for a row in 3D. volume not a number, region NULL: not given; region is x0 y0 z0 x1 y1 z1. */
struct stress3_plan { int kinetic; double volume; const double *region; };

/* Columns that scree-stress.c uses too. */
enum { STRESS3_T, STRESS3_GRAINS, STRESS3_COLUMNS = 41 };
extern const struct stress_column stress3_column[STRESS3_COLUMNS];
/* Deselect bodies with no periodic image of their centre in the region r: its lower, then its upper corner, in dim dimensions.
 * Fails if it is longer than a period, since several images of a body could then lie in it. */
void stress_region(struct world *w, char *keep, const double *r, int dim);
struct cell3;
/* The volume that the grains share, for the cell of a frame: that of plan, or else of the cell [L^3]. Deselects bodies with
 * centres outside the region. */
double stress3_room(struct world *w, char *keep, const struct stress3_plan *plan, const struct cell3 *cell);
/* The values v[STRESS3_COLUMNS] of a frame. *shear gets the shear strain sqrt(2/3 e':e') and *volume the volumetric strain, both
 * for drops. Strains continue from the previous frame. */
void stress3_measure(const struct touches *t, struct world *w, char *keep, const struct stress3_plan *plan, double *v,
	double *shear, double *volume);

/* The columns of --per-grain: give the bodies of a frame their stress, pressure, coordination and virial volume, as text columns
 * with - for walls and bodies that are not chosen. chosen[n_body] are the grains to measure. The grains sharing[n_body] share the
 * area or volume room; if it is not above 0, there are no stresses. */
void stress_columns_add(struct touches *t, struct world *w, const char *chosen, const char *sharing, double room, int kinetic);

#endif
