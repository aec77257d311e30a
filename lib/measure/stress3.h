/* stress3.h: stresses in the grains of a frame in space, the cell that holds them, and how it deforms.
 *
 * Stresses are positive in compression, s_ij with the force along i on a plane whose normal is j, and so are strains. */
#ifndef SCREE_STRESS3_H
#define SCREE_STRESS3_H

#include "measure/tensor3.h"
#include "measure/touch.h"

struct stress3 {
	int n;                /* grains */
	struct tensor3 contact; /* sum over grains and contacts of - f (x) r, as in stress2.h [M L^2/T^2] */
	struct tensor3 kinetic; /* sum of m dv (x) dv, dv about the mean velocity */
	double mass, volume;  /* of the grains [M, L^3] */
};

/* Sums over the chosen bodies that are no walls, with the volume[n_body] and mass[n_body] that bodies_mass3 gives; divided by
 * the volume that they have to themselves they are stresses. */
struct stress3 stress3_sum(const struct touches *t, struct world *w, const char *chosen, const double *volume,
	const double *mass);

/* The same in the plane or in space for n bodies with the velocities v[n]. */
struct stress3 stress_of_velocities(const struct touches *t, int n, const char *chosen, const double *volume, const double *mass,
	const vec3 *v);

/* What a constraint holds. */
struct wall_group { int32_t tag; int n; vec3 at, f; }; /* word of w->names; bodies; their mean place [L]; force of the grains
                                                            on them [M L/T^2] */
struct wall_groups {
	int n;
	size_t cap, cap_of;
	struct wall_group *at;
	int *of;              /* [n_body] the wall that a body belongs to, or -1 */
};
/* The walls of a frame, of the plane or of space, in the order in which their bodies come. l is { 0 } or has been used. */
void wall_groups_find(struct wall_groups *l, const struct touches *t, struct world *w);
void wall_groups_free(struct wall_groups *l);

/* Where the grains are along each axis: the period, or the room between two planes, or what the grains themselves reach. */
enum cell3_kind { CELL3_PERIODIC, CELL3_WALLS, CELL3_GRAINS };
struct cell3 {
	enum cell3_kind kind[3];
	double lo[3], hi[3];    /* [L] */
	int32_t tag[3][2];      /* of the lower and the upper wall, or -1 */
	double press[3];        /* half the sum of the forces of the grains on both, outwards [M L/T^2]; without two walls no number */
};
/* A plane bounds the cell along an axis that its normal is along to 1e-6, where it faces the middle of all grains; of several
 * that which is nearest to it. lo > hi where there are no grains. */
struct cell3 cell3_find(const struct touches *t, struct world *w);
double cell3_length(const struct cell3 *c, int axis);
double cell3_volume(const struct cell3 *c);
/* The stress on the walls across an axis; not a number where the cell has none. */
double cell3_wall_stress(const struct cell3 *c, int axis);

/* How the cell has deformed since the first frame. */
struct strain3 {
	int begun;
	double t, first[3], last[3]; /* of the frame before [T]; lengths at first and then [L] */
	int32_t tag[3][2];
	double value[3];        /* logarithmic strains ln(first / length) */
	double rate;            /* sqrt(2 D:D) of the deviatoric rates of deformation D since the frame before [1/T] */
};
/* Take the next frame; where time goes back, or other walls bound the cell, another run begins. Strains are not numbers along
 * axes without a period or two walls. */
void strain3_take(struct strain3 *s, const struct cell3 *c, double t);

#endif
