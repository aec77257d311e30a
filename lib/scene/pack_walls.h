/* pack_walls.h: walls between which bodies are put (pack.h): bodies of a scene that stay where they are. */
#ifndef SCREE_PACK_WALLS_H
#define SCREE_PACK_WALLS_H

#include "scene/place.h"
#include "scene/pose3.h"

struct pack_walls {
	int dim, n;
	struct place *plane;    /* [n] in the plane, else NULL */
	struct pose3 *space;    /* [n] in space, else NULL */
	struct surfaces3 surfaces;
	double lo[3], hi[3];    /* the box that is filled [L] */
	int periodic[3];        /* its periodic axes; the walls have images along them */
};

/* Take all bodies of a world as walls around and in a box. A ring that surrounds the middle of the box, and a cylinder with the
 * bodies inside (CYLINDER_IN), hold the bodies in: nothing is put beyond them. Returns 0, or the row + 1 of a body without
 * shape. */
int pack_walls_init(struct pack_walls *v, struct world *w, const double lo[3], const double hi[3], const int periodic[3]);
void pack_walls_free(struct pack_walls *v);
/* Whether a body that reaches at most so far from its centre overlaps a wall or is beyond it, images of the walls included. Pass
 * the body of the dimension of the walls. In space, touching to tol [L] is no overlap. */
int pack_walls_hit(const struct pack_walls *v, const struct place *plane, const struct pose3 *space, double reach, double tol);

#endif
