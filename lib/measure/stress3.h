/* stress3.h: stresses in the grains of a frame in space, the cell that holds them, and its deformation.
 *
 * Stresses and strains along the axes are positive in compression. In s_ij the force is along i, on a plane with normal j. */
#ifndef SCREE_STRESS3_H
#define SCREE_STRESS3_H

#include "measure/tensor3.h"
#include "measure/touch.h"

struct stress3 {
	int n;                /* number of grains */
	struct tensor3 contact; /* sum over grains and contacts of - f (x) r, as in stress2.h [M L^2/T^2] */
	struct tensor3 kinetic; /* sum of m dv (x) dv; dv is relative to the mean velocity and to the flow of a deforming domain */
	double mass, volume;  /* of the grains [M, L^3] */
};

/* Sums over the chosen bodies that are not walls. volume[n_body] and mass[n_body] come from bodies_mass3. The sums divided by the
 * volume available to the grains are stresses. */
struct stress3 stress3_sum(const struct touches *t, struct world *w, const char *chosen, const double *volume,
	const double *mass);

/* The velocities v[n_body] that the kinetic stress is made of. */
void stress3_velocities(struct world *w, vec3 *v);
/* The same in the plane or in space, for n bodies with the velocities v[n]. In the plane volume[n] holds areas. */
struct stress3 stress_of_velocities(const struct touches *t, int n, const char *chosen, const double *volume, const double *mass,
	const vec3 *v);

/* A wall: the bodies of a constraint. tag is a word of w->names, n the number of bodies, at their mean position [L], f the force
 * of the grains on them, and all that of the grains and of other walls [M L/T^2]. */
struct wall_group { int32_t tag; int n; vec3 at, f, all; };
struct wall_groups {
	int n;
	size_t cap, cap_of;
	struct wall_group *at;
	int *of;              /* [n_body] index of the wall that a body belongs to, or -1 */
};
/* Find the walls of a frame, in the plane or in space, in the order of their first bodies. l is { 0 } or has been used before. */
void wall_groups_find(struct wall_groups *l, const struct touches *t, struct world *w);
void wall_groups_free(struct wall_groups *l);

/* The cell that holds the grains: along each axis the period, or the gap between two planes, or the extent of the grains. */
enum cell3_kind { CELL3_PERIODIC, CELL3_WALLS, CELL3_GRAINS };
struct cell3 {
	enum cell3_kind kind[3];
	double lo[3], hi[3];    /* [L] */
	int32_t tag[3][2];      /* of the lower and the upper wall, or -1 */
	double ahead[3][3];     /* from the lower to the upper wall across the first axis, along the second, unwrapped [L] */
	double press[3];        /* half the sum of the forces of the grains on both walls, outwards [M L/T^2]; NaN without two walls */
};
/* Find the cell. A plane bounds it along an axis if its normal is along the axis to 1e-6 and it faces the middle of the
 * grains' bounding box. Of several planes the nearest counts. If grains are glued to a plane (held grains of its tag, which no
 * other plane has), it bounds the cell at the mean of their inner ends, and forces on them count as its own. lo > hi if there
 * are no grains. */
struct cell3 cell3_find(const struct touches *t, struct world *w);
/* The length of the cell along an axis [L], and its volume [L^3], 0 if there are no grains. */
double cell3_length(const struct cell3 *c, int axis);
double cell3_volume(const struct cell3 *c);
/* The stress on the walls across an axis; NaN if the cell has none. */
double cell3_wall_stress(const struct cell3 *c, int axis);

/* The deformation of the cell since the first frame. */
struct strain3 {
	int begun;
	double t, first[3], last[3]; /* time of the previous frame [T]; lengths in the first and in the previous frame [L] */
	double ahead[3][3];     /* of the walls in the previous frame */
	struct domain domain;   /* of the previous frame */
	int32_t tag[3][2];
	double value[6];        /* xx yy zz: logarithmic strains ln(first / length); xy xz yz: shears, positive if the upper part moves
	                           to positive x or y: the rates of a periodic lattice, integrated over time, or the
	                           displacement of two walls along each other, divided by their distance */
	double rate;            /* sqrt(2 D:D) since the previous frame; D are the deviatoric rates of deformation [1/T] */
};
/* Add the next frame. d is its domain. If time goes back, or if other walls bound the cell, a new run begins. Strains along axes
 * without a period or two walls are NaN, and so are shears of two axes that are not both periodic and of which none has walls.
 * The rate in the first frame is that of the domain. */
void strain3_take(struct strain3 *s, const struct cell3 *c, const struct domain *d, double t);

#endif
