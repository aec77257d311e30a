/* sites3.h: points that seed a Voronoi diagram of space. */
#ifndef SCREE_SITES3_H
#define SCREE_SITES3_H

#include "base/rng.h"
#include "voronoi/lattice.h"
#include "voronoi/voronoi3.h"

/* Make n independent points x[n][3], uniform in the box [0, box[k]) [L]. Neighbours in the array are neighbours in space. */
void sites3_random(double (*x)[3], int n, const double box[3], struct rng *g);
/* Make n points x[n][3] in layers. The box is cut along z into layers of equal thickness, these along y into rows, and these into
 * equal parts. Each point is placed at random in its part, at most jitter times half the part's size from its middle,
 * 0 <= jitter <= 1. The numbers of points in the layers differ by one at most, and so do those in the rows of a layer. */
void sites3_jitter(double (*x)[3], int n, const double box[3], double jitter, struct rng *g);

/* Lattices: one site in a cube, two (its corners and its middle), four (its corners and the middles of its faces), or four in an
 * oblong of 1 : sqrt 3 : sqrt 8/3 (the closest packing of balls in hexagonal layers across z). */
enum sites3_lattice { SITES3_CUBIC, SITES3_BCC, SITES3_FCC, SITES3_HCP, SITES3_LATTICES };
extern const char *const sites3_lattice_name[SITES3_LATTICES];
/* Find how many unit cells of a lattice stand along each axis of the box, so that there are about n sites and the unit cells are
 * about in shape. A deviation from n weighs 20 times as much as one of the shape. A box thinner than half a unit cell has one
 * across, whose thickness does not count. Returns the number of sites. */
int sites3_lattice_size(enum sites3_lattice kind, int n, const double box[3], int cells[3]);
/* Tell how well these unit cells fit, and which other numbers of sites fit without a stretch. */
void sites3_lattice_fit(struct lattice_fit *f, enum sites3_lattice kind, int n, const double box[3], const int cells[3]);
/* Make the points of a lattice, as many as sites3_lattice_size returned, unit cell by unit cell along x, y and z. They are
 * placed so that the box has a site as far from one wall as from the opposite one. */
void sites3_lattice(double (*x)[3], enum sites3_lattice kind, const int cells[3], const double box[3]);

/* A step of Lloyd's algorithm: move every site x[n][3] of the diagram to the centroid of its cell, maybe out of a
 * periodic box. */
void sites3_relax(double (*x)[3], const struct voronoi3 *v, int threads);

#endif
