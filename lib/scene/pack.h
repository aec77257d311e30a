/* pack.h: put many bodies into a box without overlap, in the plane and in space: by random sequential addition, on lattices, by
 * growth. */
#ifndef SCREE_PACK_H
#define SCREE_PACK_H

#include "base/rng.h"
#include "base/vec.h"
#include "scene/pack_walls.h"
#include "world/world.h"

/* Bodies and their box. The arrays are [n] and belong to the caller. */
struct pack {
	int dim;                /* 2 or 3 */
	int n;
	const struct shape **shape;
	double *size;           /* scale factors of the shapes */
	double (*x)[3];         /* results: positions [L] (z is 0 in the plane), */
	double *angle;          /* in the plane angles [rad], */
	double (*q)[4];         /* in space orientations (unit quaternions) */
	double lo[3], hi[3];
	int periodic[3];
	int turn;               /* 0: angles or orientations are given and stay as they are */
	int expected;           /* result: see pack_random */
	double fraction;        /* of the box that bodies of full size fill: growth counts up to it, base/count.h */
	int threads;            /* that bodies may use to grow, with the same result for any number; 0 is 1 */
	const struct pack_walls *walls; /* which the bodies must not overlap, or NULL; bodies that grow do not know them */
};

/* Length of the box along axis k. */
static inline double pack_edge(const struct pack *p, int k)
{
	return p->hi[k] - p->lo[k];
}

/* Wrap all positions into the box along periodic axes. */
void pack_wrap(struct pack *p);

/* A pair of bodies that may be close: body i, and body j displaced by shift. j == i for images of the same body. The caller may
 * use n, which begins as 0. */
struct pack_pair { int i, j; double shift[3]; vec3 n; };
struct pack_pairs { int n; size_t cap; struct pack_pair *pair; };
/* Find all pairs with a distance of the centres below scale * (reach_i + reach_j) + pad. reach[n] is for scale 1 [L]. The centres
 * must lie inside the box along periodic axes. Any ratio of sizes and boxes smaller than a body are allowed. Each pair of images
 * is listed once. */
void pack_find_pairs(const struct pack *p, const double *reach, double scale, double pad, struct pack_pairs *out);

/* Returns the number of pairs that overlap by the exact test, images included, plus the number of bodies that extend beyond the
 * box along axes that are not periodic, or that overlap walls. The exact test is place_gap < 0 in the plane; in space it is
 * pose3_gap < 0 by more than rounding. *bad, if bad is not NULL, gets one of the bodies. */
int pack_overlaps(const struct pack *p, int *bad);

/* The extents of body i along the axes of the box, at its present orientation [L]. */
void pack_extent(const struct pack *p, int i, double extent[3]);

/* Random sequential addition. Larger bodies come first. Each body is tried up to `tries` times, at uniformly random positions
 * and, if p->turn, at uniformly random angles or orientations. Stops at the first body that does not fit, or early if it is plain
 * that many of the same size will not: p->expected then is about the number of bodies that would be placed, else 0. Returns the
 * number of bodies placed. */
int pack_random(struct pack *p, int tries, struct rng *g);

/* Grow the bodies from small sizes to their full size while they push each other away and, if p->turn, turn. The caller chooses
 * sizes and box for the solid fraction that it wants. Returns 0 if all bodies reach full size without overlap. If they jam, it
 * returns the scale below 1 at which they separate (to about 1 %); the positions are then not usable. *steps, if not NULL, gets
 * the number of steps. */
double pack_grow(struct pack *p, struct rng *g, int most_steps, int *steps);

/* Put the bodies of the plane on a lattice, in order, row by row from below: a square lattice with cells of at least the spacing,
 * or a hexagonal one. Along periodic axes the sites fill the box evenly. Returns the number of bodies that found a site. */
int pack_lattice2(struct pack *p, int hexagonal, double spacing);

/* Lattices in space, with nearest neighbours at a distance s. Edges of the cells: s (simple cubic), 2 s / sqrt 3 (body-centred),
 * sqrt 2 s (face-centred); s, sqrt 3 s, sqrt(8 / 3) s (hexagonal close-packed). */
enum pack_lattice { PACK_SC, PACK_BCC, PACK_FCC, PACK_HCP, PACK_LATTICES };
extern const char *const pack_lattice_name[PACK_LATTICES];
/* Put the bodies on a lattice, in order, layer by layer from below. Along periodic axes whole cells fill the box evenly. Along
 * other axes the sites are at least half a spacing away from the edges. Returns the number of bodies that found a site. */
int pack_lattice3(struct pack *p, enum pack_lattice kind, double spacing);
/* Put the bodies on a lattice, in order: pack_lattice2 with kind as hexagonal, or pack_lattice3. If there are walls, sites where
 * a body would overlap a wall stay empty. Returns the number of bodies that found a site. */
int pack_lattice(struct pack *p, int kind, double spacing);
/* The edges of the smallest box with n sites that has about the same number of cells along all axes. */
void pack_lattice3_box(enum pack_lattice kind, double spacing, int n, const int periodic[3], double edge[3]);

#endif
