/* fill.h: what scree-fill does in the plane (fill2.c) and in space (fill3.c): put bodies into a box. */
#ifndef SCREE_FILL_H
#define SCREE_FILL_H

#include "base/rng.h"
#include "common/tool.h"
#include "world/world.h"

enum fill_mode { FILL_AT, FILL_LATTICE, FILL_RANDOM, FILL_FRACTION };

/* What was asked for. */
struct fill {
	enum fill_mode mode;
	const char *box, *periodic, *lattice, *angle, *quaternion;
	struct opt_list at;
	double fraction, spacing, speed, temperature;
	int rest;
	double edge[3];              /* of the box; NAN where it is not given */
};

/* The bodies: models of the input at their sizes. */
struct fill_bodies {
	int n;
	size_t cap;
	struct fill_model { int64_t shape; int32_t material; double size, volume; } *model; /* of each; volume at size 1: in the
	                                                                                       plane, area */
	double *size;                /* [n] */
	double total;                /* volume of all [L^dim] */
};

enum { FILL_TRIES = 20000 };     /* places tried for a body */

/* Fill the scene: replace its bodies by these, without overlap, and give it their box for its domain, unless they stand at
 * places without one. Ends the program with status 4 when they do not fit. */
void fill_plane(struct world *w, const struct fill *f, const struct fill_bodies *b, struct rng *g);
void fill_space(struct world *w, const struct fill *f, const struct fill_bodies *b, struct rng *g);

/* A table of n new bodies, with ids, shapes, materials and sizes. */
void fill_table(struct world *w, const struct fill_bodies *b);

#endif
