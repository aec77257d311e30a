/* stress2.h: stresses in the grains of a frame, the cell that holds them, and how it deforms.
 *
 * Stresses are positive in compression, s_ij with the force along i on a plane whose normal is j; strains are positive in
 * compression, too, but for the shear gamma, which is positive where the upper part moves to positive x. */
#ifndef SCREE_STRESS2_H
#define SCREE_STRESS2_H

#include "measure/tensor2.h"
#include "measure/touch.h"

struct stress2 {
	int n;                /* grains */
	struct tensor2 contact; /* sum over grains and contacts of - f (x) r, r from the grain's centre to the contact [M L^2/T^2]:
	                         over a pair of grains - f (x) branch (Love 1927, Weber 1966, Christoffersen, Mehrabadi and
	                         Nemat-Nasser, J. Appl. Mech. 48, 339, 1981) */
	struct tensor2 kinetic; /* sum of m dv (x) dv, dv about the mean velocity, in a domain that deforms about its flow */
	double mass, area;    /* of the grains [M, L^2] */
};

/* Sums over the chosen bodies that are no walls, with the area[n_body] and mass[n_body] that bodies_mass2 gives; divided by the
 * area that they have to themselves they are stresses. */
struct stress2 stress2_sum(const struct touches *t, struct world *w, const char *chosen, const double *area, const double *mass);

/* What a constraint holds. */
struct wall2 {
	int32_t tag;          /* word of w->names */
	int n;                /* bodies */
	double at[2];         /* mean position, images counted [L] */
	double lo[2], hi[2];  /* extent of the skeletons [L] */
	double face[2][2];    /* along x and y the mean of the lower and upper ends of its bodies, radius included [L] */
	double least[2], most[2]; /* the lowest and highest of them [L] */
	double length;        /* greater extent; several bodies along a periodic axis span its period [L] */
	vec2 f;               /* sum of the forces of the grains on it [M L/T^2] */
};

enum cell2_kind { CELL2_PERIODIC, CELL2_WALLS, CELL2_GRAINS };

/* Where the grains are: along each axis the period, or the room between two straight walls, or what the grains
 * themselves reach. */
struct cell2 {
	enum cell2_kind kind[2];
	double lo[2], hi[2];  /* [L] */
	double tilt;          /* of the periodic cell [L] */
	int lower[2], upper[2]; /* which walls bound it, or -1 */
};

struct walls2 { int n; size_t cap; struct wall2 *at; };

/* The walls of a frame, in the order in which their bodies come. */
void walls2_find(struct walls2 *l, const struct touches *t, struct world *w);
void walls2_free(struct walls2 *l);
/* A wall bounds the cell along an axis where it lies beyond the middle of all grains, is straight across the axis (a
 * single edge, or several bodies in a row), and spans half the grains' extent at least. lo > hi where there are no
 * grains. */
struct cell2 cell2_find(const struct walls2 *l, const struct touches *t, struct world *w);
/* Its area, by the two axes. */
double cell2_area(const struct cell2 *c);
/* Stress on the walls that bound the cell: half the sum of the normal forces on both over the room between the
 * others; xy: half the difference of the forces along x on the upper and the lower one over the cell's width. Not a
 * number where there are none. */
struct tensor2 cell2_wall_stress(const struct cell2 *c, const struct walls2 *l);

/* How the cell has deformed since the first frame. */
struct strain2 {
	int begun;
	double t;             /* of the frame before [T] */
	struct cell2 cell;
	int32_t tag[2][2];    /* of its lower and upper walls along both axes */
	double ahead;         /* by how much the upper wall is ahead of the lower one [L] */
	double flow;          /* xy of the domain's rates [1/T] */
	double sum[3];        /* of what is known of the three strains */
	double xx, yy;        /* logarithmic strains ln(len0 / len) */
	double gamma;         /* shear */
	double rate;          /* difference of the principal rates of deformation since the frame before [1/T] */
};

/* Take the next frame; where time goes back another run begins. Strains are not numbers along axes that neither have a
 * period nor two walls; the rate in the first frame is that of the domain. */
void strain2_take(struct strain2 *s, const struct cell2 *c, const struct walls2 *l, const struct world *w);

#endif
