/* stress2.h: stresses in the grains of a frame in the plane, the cell that holds them, and its deformation.
 *
 * Stresses are positive in compression. In s_ij the force is along i, on a plane with normal j. Strains are positive in
 * compression, too, except for the shear gamma: it is positive if the upper part moves to positive x. */
#ifndef SCREE_STRESS2_H
#define SCREE_STRESS2_H

#include "measure/tensor2.h"
#include "measure/touch.h"

struct stress2 {
	int n;                /* number of grains */
	struct tensor2 contact; /* sum over grains and contacts of - f (x) r, r from the grain's centre to the contact [M L^2/T^2];
	                         for a pair of grains this is - f (x) branch (Love 1927, Weber 1966, Christoffersen, Mehrabadi and
	                         Nemat-Nasser, J. Appl. Mech. 48, 339, 1981) */
	struct tensor2 kinetic; /* sum of m dv (x) dv; dv is relative to the mean velocity and to the flow of a deforming domain */
	double mass, area;    /* of the grains [M, L^2] */
};

/* Sums over the chosen bodies that are not walls. area[n_body] and mass[n_body] come from bodies_mass2. The sums divided by the
 * area available to the grains are stresses. */
struct stress2 stress2_sum(const struct touches *t, struct world *w, const char *chosen, const double *area, const double *mass);

/* The velocities v[n_body] relative to the flow of a deforming domain; z is 0. */
void stress2_velocities(struct world *w, vec3 *v);

/* A wall: the bodies of a constraint. */
struct wall2 {
	int32_t tag;          /* word of w->names */
	int n;                /* number of bodies */
	double at[2];         /* mean position of the bodies, unwrapped [L] */
	double lo[2], hi[2];  /* extent of the skeletons [L] */
	double face[2][2];    /* mean lower and upper ends of its bodies along x and y, radius included [L] */
	double least[2], most[2]; /* lowest and highest of these ends [L] */
	double length;        /* the greater of its extents; a row of bodies along a periodic axis spans the period [L] */
	vec2 f;               /* sum of the forces of the grains on the wall [M L/T^2] */
	vec2 all;             /* the same with the forces of other walls */
};

enum cell2_kind { CELL2_PERIODIC, CELL2_WALLS, CELL2_GRAINS };

/* The cell that holds the grains: along each axis the period, or the gap between two straight walls, or the extent of the
 * grains. */
struct cell2 {
	enum cell2_kind kind[2];
	double lo[2], hi[2];  /* [L] */
	double tilt;          /* of the periodic cell [L] */
	int lower[2], upper[2]; /* index of the wall that bounds the cell, or -1 */
};

struct walls2 { int n; size_t cap; struct wall2 *at; };

/* Find the walls of a frame, in the order of their first bodies. */
void walls2_find(struct walls2 *l, const struct touches *t, struct world *w);
void walls2_free(struct walls2 *l);
/* Find the cell. A wall bounds it along an axis if it lies beyond the mean position of all grains, is straight across the axis (a
 * single edge, or several bodies in a row) and is at least half as long as the extent of the grains. lo > hi if there are no
 * grains. */
struct cell2 cell2_find(const struct walls2 *l, const struct touches *t, struct world *w);
/* Area of the cell, 0 if there are no grains [L^2]. */
double cell2_area(const struct cell2 *c);
/* Stress on the walls that bound the cell. xx and yy are half the difference of the normal forces on the upper and the lower wall
 * over the gap between the other two. xy is half the difference of the forces along x on the upper and the lower wall over the
 * width of the cell; yx is the same for the walls across x. NaN if there are no two walls. */
struct tensor2 cell2_wall_stress(const struct cell2 *c, const struct walls2 *l);

/* The deformation of the cell since the first frame. */
struct strain2 {
	int begun;
	double t;             /* time of the previous frame [T] */
	struct cell2 cell;
	int32_t tag[2][2];    /* of the lower and upper walls along both axes */
	double ahead;         /* position of the upper or right wall along the other one [L] */
	struct domain domain; /* of the previous frame */
	double sum[3];        /* sums of the known steps of the three strains */
	double xx, yy;        /* logarithmic strains ln(len0 / len) */
	double gamma;         /* shear */
	double rate;          /* difference of the principal rates of deformation since the previous frame [1/T] */
};

/* Add the next frame. If time goes back, a new run begins. Strains are NaN along axes that have neither a period nor two walls.
 * The rate in the first frame is that of the domain. */
void strain2_take(struct strain2 *s, const struct cell2 *c, const struct walls2 *l, const struct world *w);

#endif
