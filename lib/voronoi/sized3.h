/* sized3.h: weighted Voronoi cells of space, and their grains, whose volumes are asked for: see transport.h and sized.h. */
#ifndef SCREE_SIZED3_H
#define SCREE_SIZED3_H

#include "voronoi/packing3.h"
#include "voronoi/sized.h"

struct sized3 {
	int n;                   /* sites */
	const double (*site)[3]; /* [n][3], see struct voronoi3 */
	double box[3];           /* [L] */
	int periodic[3];
	struct recipe3 recipe;   /* how cells become grains; least is 0; its incentres are found here */
	double void_ratio;       /* NAN: the recipe has two radii; otherwise its gap follows from this ratio */
	int threads;             /* results do not depend on it */
	struct voronoi3 v;       /* the cells found last; v.pair is set if sites coincide */
	double *weight, *volume; /* [n] of v */
	struct border *border;   /* of v, one for each face; others than those between cells do not count */
	size_t cap;
};

/* Let s ask for the volumes of the cells, by transport_solve(&s->cells), or of the grains. Set n to threads of d, and zero the
 * rest, before. The weights, sizes and tolerances of s are the caller's. Where sites have moved, free v first. */
void sized3_begin(struct sized3 *d, struct sized *s);
/* Free the cells. */
void sized3_free(struct sized3 *d);

#endif
