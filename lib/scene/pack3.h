/* pack3.h: putting many bodies into a box of space without overlap: random sequential addition, lattices, growth; as
 * scene/pack.h in the plane. */
#ifndef SCREE_PACK3_H
#define SCREE_PACK3_H

#include "base/rng.h"
#include "scene/pose3.h"

/* Bodies and their box. Arrays are [n] and the caller's. */
struct pack3 {
	int n;
	const struct shape **shape;
	double *size;           /* scale of each shape */
	double (*x)[3], (*q)[4]; /* what the functions below find: places and orientations */
	double lo[3], hi[3];
	int periodic[3];
	int turn;               /* 0: orientations are given and stay */
};

/* Put all places inside the box along periodic axes. */
void pack3_wrap(struct pack3 *p);

/* A pair that may be close: body j shifted stands next to body i; j == i for a body's own images. n is the caller's. */
struct pack3_pair { int i, j; double shift[3]; vec3 n; };
struct pack3_pairs { int n; size_t cap; struct pack3_pair *pair; };
/* All pairs whose centres, which lie inside the box along periodic axes, are closer than scale * (reach_i + reach_j) + pad,
 * reach[n] being the reaches at scale 1; each pair of images comes once, with n = 0. */
void pack3_find_pairs(const struct pack3 *p, const double *reach, double scale, double pad, struct pack3_pairs *out);

/* Pairs that overlap (pose3_gap below 0 by more than rounding), images included, and bodies that stick out of the
 * box along axes that are not periodic. *bad, if not NULL, is such a body. */
int pack3_overlaps(const struct pack3 *p, int *bad);

/* Random sequential addition: large bodies first, each tried at most tries times at uniform places, with
 * orientations uniform on SO(3) where p->turn. Returns the number of bodies placed; p->n when all fitted. */
int pack3_random(struct pack3 *p, int tries, struct rng *g);

/* Grow the bodies from small sizes to their own while they push each other away, turning where p->turn. Returns 0; or, when
 * they jam before, a scale below 1, to about 1%, at which they part; their places are of no use then. *steps, if not NULL, gets
 * the number of moves. */
double pack3_grow(struct pack3 *p, struct rng *g, int most_steps, int *steps);

/* The lattices of points with nearest neighbours at a distance s, by the edges of a cell: cubic with s, 2 s / sqrt
 * 3 (centred) and sqrt 2 s (centred on its faces); hexagonal close packed by the cell s, sqrt 3 s, sqrt(8 / 3) s. */
enum pack3_lattice { PACK3_SC, PACK3_BCC, PACK3_FCC, PACK3_HCP, PACK3_LATTICES };
extern const char *const pack3_lattice_name[PACK3_LATTICES];
/* Put the bodies on a lattice, in order, layers from below. Along periodic axes whole cells fill the box evenly;
 * along others, sites are half a spacing off the edges. Returns how many of the n find a site. */
int pack3_lattice(struct pack3 *p, enum pack3_lattice kind, double spacing);
/* The edges of the least box of about equal numbers of cells along all axes that has n sites. */
void pack3_lattice_box(enum pack3_lattice kind, double spacing, int n, const int periodic[3], double edge[3]);

#endif
