/* fill.h: bodies in a box (scree-fill), in the plane (fill2.c) and in space (fill3.c). */
#ifndef SCREE_FILL_H
#define SCREE_FILL_H

#include "base/rng.h"
#include "common/tool.h"
#include "scene/pack.h"
#include "world/world.h"

enum fill_mode { FILL_AT, FILL_LATTICE, FILL_RANDOM, FILL_FRACTION };

/* Values of the options. */
struct fill {
	enum fill_mode mode;
	const char *box, *corner, *periodic, *lattice, *angle, *quaternion;
	struct opt_list at;
	double fraction, spacing, speed, temperature;
	int rest;
	int threads;                 /* that bodies may use to grow */
	double edge[3];              /* of the box; NAN: not given */
	double lo[3];                /* its lower corner [L] */
	int axes[3];                 /* its periodic axes */
	struct pack_walls *walls;    /* between which the bodies are put, or NULL */
};

/* The new bodies: models from the input, with sizes. */
struct fill_bodies {
	int n;
	size_t cap;
	struct fill_model { int64_t shape; int32_t material; double size, volume; } *model; /* [n]; volume (area in 2D) at
	                                                                                       size 1 */
	double *size;                /* [n] */
	double total;                /* volume of all [L^dim] */
};

enum { FILL_TRIES = 20000 };     /* number of positions that are tried for a body */

/* Replace the bodies of the scene by the new ones, without overlap. The box becomes the domain; with --at there may be no box.
 * Ends the program with status 4 if the bodies do not fit. */
void fill_plane(struct world *w, const struct fill *f, const struct fill_bodies *b, struct rng *g);
void fill_space(struct world *w, const struct fill *f, const struct fill_bodies *b, struct rng *g);

/* After bodies did not fit: end the program with status 4 and a message of its own if the largest body does not even fit into the
 * box alone. */
void fill_check_largest(const struct pack *p);

/* End the program with status 4: with --at body i overlaps another one, or reaches out of the box, which the message names. */
void fill_refuse_place(const struct pack *p, const struct fill *f, int i);

/* Place bodies of this volume (area) in all at random. Ends the program with status 4 if they do not fit. */
void fill_random(struct pack *p, const struct fill *f, double volume, struct rng *g);

/* Put the new bodies into the table of the scene, behind the rows of walls, with ids, shapes, materials and sizes. Returns the
 * first new row. */
int fill_table(struct world *w, const struct fill *f, const struct fill_bodies *b);
/* What to do if bodies do not fit, for messages. */
const char *fill_denser(const struct fill *f);
/* The domain becomes the box, or stays that of the walls. Say what part of the box the bodies fill. */
void fill_domain(struct world *w, const struct fill *f, const struct fill_bodies *b, const struct pack *p);

#endif
