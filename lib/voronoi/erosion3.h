/* erosion3.h: cells in space eroded by balls.
 *
 * A convex polyhedron eroded by a ball of radius R is the intersection of its half-spaces moved inwards by R. Faces and edges
 * vanish as R grows, and edges flip: where two faces lose touch, two others meet. So the eroded cell is cut anew from the planes.
 * Between two such events the edges are the same ones, their lengths are linear in R, and volume and surface are polynomials.
 * At the inradius a point, a segment or a flat polygon is left. Everything is relative to the incentre, so that thin rests of a
 * cell lose no digits. */
#ifndef SCREE_EROSION3_H
#define SCREE_EROSION3_H

#include "solid/cell3.h"
#include "voronoi/voronoi3.h"

/* What an eroded cell adds to the volume of a grain, as functions of the radius of erosion R = radius + u, 0 <= u <= most, where
 * the next edge vanishes (below radius there may be a face that has vanished):
 * volume  V0 = volume - surface u + turn u^2 - bend u^3 / 3
 * surface S  = surface - 2 turn u + bend u^2
 * curved  M  = curved + slope u, the integral of the mean curvature
 * with turn = sum l tan(a/2) and M = sum l a / 2 over edges of length l with the exterior angle a. */
struct eroded3 { double radius, most, volume, surface, turn, bend, curved, slope; };

/* The volume of the cell eroded by e->radius + u and then dilated by r [L^3] (Steiner's formula). *by_erosion and
 * *by_dilation, if not NULL, get its derivatives with respect to u and r [L^2]. */
double eroded3_volume(const struct eroded3 *e, double u, double r, double *by_erosion, double *by_dilation);

/* A cell to be eroded. Zero before the first use. It may be used for one cell after the other. */
struct erosion3 {
	int n;                      /* planes */
	double (*normal)[3], *off;  /* [n] outward unit normals, and distances from the incentre [L] */
	double centre[3];           /* the incentre, relative to the site [L]; one of them if there are many */
	double inradius;            /* [L] */
	struct cell3 cell;          /* the cell eroded last, relative to the incentre; labels are numbers of planes */
	/* what is left at the inradius, by erosion3_rest: a point, a segment or a flat convex polygon, relative to the incentre */
	int n_rest;
	double (*rest)[3];          /* [n_rest] */
	/* workspace */
	size_t cap, cap_rest, cap_speed, cap_lost;
	double (*row)[6], (*speed)[3];
	double *lost;               /* [n_vertex] above 0: the planes of the vertex have none in common in the cell itself */
	struct convex flat;
};
void erosion3_free(struct erosion3 *e);

/* Take cell i, which must have faces, and find its incentre and inradius, by a linear program in four variables. */
void erosion3_begin(struct erosion3 *e, const struct voronoi3 *v, int i);
/* The same for a cell whose incentre and inradius have been found before. */
void erosion3_again(struct erosion3 *e, const struct voronoi3 *v, int i, const double centre[3], double inradius);

/* Whether a radius of erosion counts as the inradius. */
static inline int erosion3_ends(double inradius, double radius)
{
	return radius >= inradius * (1 - 1e-11);
}
/* Make e->cell the cell eroded by a radius below the inradius. Returns 0, or -1 if rounding leaves nothing. */
int erosion3_go(struct erosion3 *e, double radius);
/* After erosion3_go: the number of edges that flipped, that is, of edges of e->cell between faces that have no edge in common in
 * the cell itself. */
int erosion3_flips(struct erosion3 *e);
/* Find what is left of the cell at the inradius: e->rest. */
void erosion3_rest(struct erosion3 *e);
/* Erode by a radius, at most the inradius, and measure what is left. */
void erosion3_measure(struct erosion3 *e, double radius, struct eroded3 *to);

#endif
