/* pack.h: putting many bodies into a box without overlap, in the plane and in space: random sequential addition, lattices,
 * growth. */
#ifndef SCREE_PACK_H
#define SCREE_PACK_H

#include "base/rng.h"
#include "base/vec.h"
#include "world/world.h"

/* Bodies and their box. Arrays are [n] and the caller's. */
struct pack {
	int dim;                /* 2 or 3 */
	int n;
	const struct shape **shape;
	double *size;           /* scale of each shape */
	double (*x)[3];         /* what the functions below find: places (z is 0 in the plane), */
	double *angle;          /* in the plane: angles, */
	double (*q)[4];         /* in space: orientations */
	double lo[3], hi[3];
	int periodic[3];
	int turn;               /* 0: angles or orientations are given and stay */
};

static inline double pack_edge(const struct pack *p, int k)
{
	return p->hi[k] - p->lo[k];
}

/* Put all places inside the box along periodic axes. */
void pack_wrap(struct pack *p);

/* A pair that may be close: body j shifted stands next to body i; j == i for a body's own images. n is the caller's. */
struct pack_pair { int i, j; double shift[3]; vec3 n; };
struct pack_pairs { int n; size_t cap; struct pack_pair *pair; };
/* All pairs whose centres are closer than scale * (reach_i + reach_j) + pad, reach[n] being the reaches at scale 1. Centres lie
 * inside the box along periodic axes. Works for any ratio of sizes and for boxes smaller than a body. Each pair of images comes
 * once, with n = 0. */
void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out);

/* The number of pairs that overlap by the exact test, images included (place_gap below 0; pose3_gap below 0 by more than
 * rounding), and of bodies that reach out of the box along axes that are not periodic. *bad, if not NULL, is one of them. */
int pack_overlaps(const struct pack *p, int *bad);

/* Random sequential addition: large bodies first, each tried at most tries times at uniform places, where p->turn with uniform
 * angles or orientations uniform on SO(3). Returns the number of bodies placed; p->n when all fitted. */
int pack_random(struct pack *p, int tries, struct rng *g);

/* Grow the bodies from small sizes to their own while they push each other away, turning where p->turn. Returns 0; or, when they
 * jam before, a scale below 1: in the plane, to 0.1%, at which they do not overlap where they are; in space, to about 1%, at
 * which they separate, and their places are of no use. *steps, if not NULL, gets the number of moves. */
double pack_grow(struct pack *p, struct rng *g, int most_steps, int *steps);

/* Put the bodies of the plane on a lattice, in order, rows from below: square with cells of at least spacing, or hexagonal.
 * Returns how many of the n find a site; the sites fill the box evenly along periodic axes. */
int pack_lattice2(struct pack *p, int hexagonal, double spacing);

/* The lattices of space with nearest neighbours at a distance s, by the edges of a cell: cubic with s, 2 s / sqrt
 * 3 (centred) and sqrt 2 s (centred on its faces); hexagonal close packed by the cell s, sqrt 3 s, sqrt(8 / 3) s. */
enum pack_lattice { PACK_SC, PACK_BCC, PACK_FCC, PACK_HCP, PACK_LATTICES };
extern const char *const pack_lattice_name[PACK_LATTICES];
/* Put the bodies on a lattice, in order, layers from below. Along periodic axes whole cells fill the box evenly;
 * along others, sites are half a spacing off the edges. Returns how many of the n find a site. */
int pack_lattice3(struct pack *p, enum pack_lattice kind, double spacing);
/* The edges of the least box of about equal numbers of cells along all axes that has n sites. */
void pack_lattice3_box(enum pack_lattice kind, double spacing, int n, const int periodic[3], double edge[3]);

#endif
