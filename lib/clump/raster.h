/* raster.h: the places of a regular grid inside a body. */
#ifndef SCREE_RASTER_H
#define SCREE_RASTER_H

#include "shape/field.h"

struct raster {
	int n;
	double h;             /* spacing [L] */
	double (*at)[3];      /* [n] row by row [L] */
	char *deep;           /* [n] whether all neighbours of a place (8 in the plane, 26 in space) are inside the body too */
};

/* Find a square or cubic grid with a place at origin and about `want` places inside the body; the spacing is found by
 * bisection. size is the body's area or volume. Returns 0, or -1 if 2e8 places in the body's box would not suffice, because the
 * body is a thin line in a wide box. If the body fills little of its box, the search ends with the nearest number so far. */
int raster_init(struct raster *g, const struct field *f, const double origin[3], double size, int want);
void raster_free(struct raster *g);

#endif
