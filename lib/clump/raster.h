/* raster.h: the places of a regular grid that lie in a body. */
#ifndef SCREE_RASTER_H
#define SCREE_RASTER_H

#include "shape/field.h"

struct raster {
	int n;
	double h;             /* spacing [L] */
	double (*at)[3];      /* [n] row by row */
	char *deep;           /* [n] whether all neighbours of a place, 8 in the plane and 26 in space, lie in the body too */
};

/* A square or cubic grid, a place of which is at origin, with as near to want places in the body as there are spacings for:
 * that is sought by halving. size is the body's area or volume. Returns 0, or -1 where 2e8 places would not do, because the
 * body is a thin line in a wide box. */
int raster_init(struct raster *g, const struct field *f, const double origin[3], double size, int want);
void raster_free(struct raster *g);

#endif
