/* structure.h: how the grains of a frame hold each other: coordination, fabric, sliding contacts, force chains.
 *
 * Grains that touch count once however many of their vertices and edges meet (struct touch_pair). Bodies that a
 * constraint holds are walls: their contacts count for the coordination of the grains that touch them and load
 * chains, no more. */
#ifndef SCREE_STRUCTURE_H
#define SCREE_STRUCTURE_H

#include "measure/tensor2.h"
#include "measure/tensor3.h"
#include "measure/touch.h"

/* Whether a pair of which the grains are chosen counts in distributions: no wall, at least one of both chosen. */
static inline int structure_counts(const struct touches *t, const struct touch_pair *p, const char *chosen)
{
	return !t->held[p->a] && !t->held[p->b] && (chosen[p->a] || chosen[p->b]);
}

struct coordination {
	int grains;           /* chosen, walls left out */
	int contacts;         /* of vertices and edges, with one of them or two */
	int pairs, walls;     /* pairs of grains that touch, at least one of them chosen; of a chosen grain and a wall */
	int rattlers;         /* of the chosen grains */
	double z;             /* mean number of bodies that a grain touches, walls among them */
	double z_bearing;     /* the same without rattlers and their contacts */
};

/* Count the contacts of the chosen grains, chosen[n_body]. Rattlers are the grains with fewer than least contacts,
 * and those that have no more when they are gone (Thornton, Geotechnique 50, 43, 2000, repeated until nothing
 * changes). What a mean lacks grains for is not a number. rattler[n_body], if not NULL, gets 1 for all rattlers.
 * After touches_pairs. */
struct coordination coordination_count(const struct touches *t, const char *chosen, int least, char *rattler);

struct fabric2 {
	int n;                /* pairs */
	struct tensor2 f;     /* mean of n (x) n: trace 1 (Satake 1982) */
	double anisotropy;    /* 2 (F1 - F2): the amplitude a of E(angle) = (1 + a cos 2 (angle - direction)) / (2 pi)
	                         (Rothenburg and Bathurst, Geotechnique 39, 601, 1989) */
	double direction;     /* of most normals, in (-pi/2, pi/2] */
	double fn, ft;        /* means of the normal and of |tangential| force [M L/T^2] */
};

/* The fabric of pairs of grains, at least one chosen; numbers that nothing says are not numbers. After touches_pairs. */
struct fabric2 fabric2_measure(const struct touches *t, const char *chosen);

struct fabric3 {
	int n;                /* pairs */
	struct tensor3 f;     /* mean of n (x) n: trace 1 (Satake 1982) */
	struct principal3d p; /* of it */
	double anisotropy;    /* sqrt(3/2 a:a) of a = 15/2 (f - 1/3), the second-order part of E(n) = (1 + n a n) / (4 pi): for a fabric
	                         with an axis 15/2 |F1 - F3| (Guo and Zhao, Computers and Geotechnics 47, 1, 2013) */
	double fn, ft;        /* means of the normal and of the tangential force [M L/T^2] */
};
struct fabric3 fabric3_measure(const struct touches *t, const char *chosen);

/* The fraction of the contacts of vertices and edges that slide: |ft| >= mu fn, within 1e-9 of it, among those that
 * press and have friction; of chosen grains, walls included. Not a number where no tangential forces are known, or
 * none has friction. */
double structure_sliding(const struct touches *t, const struct world *w, const char *chosen);

/* Greatest and least principal value of the moment of the contact forces on a body, minus the sum of f (x) r, compression
 * positive [M L^2/T^2]; the direction of the greatest, and in the plane its angle. */
struct load { double major, minor, angle; vec3 along; };

struct chains {
	int n;                /* chains */
	int grains;           /* that belong to one */
	int *chain;           /* [n_body] number of its chain from 1 on, or 0 */
	double mean;          /* of the greatest principal moments, the threshold [M L^2/T^2] */
	struct load *load;    /* [n_body] */
};

/* Force chains as Peters, Muthuswamy, Wibowo and Tordesillas (Physical Review E 72, 041307, 2005) define them. Each
 * grain has the moment of its contact forces, sum of f (x) r with r from its centre to the contact; those whose
 * greatest compressive principal value is above the mean carry chains. Two of them that touch are links of one if the
 * line between their centres is within angle of the principal direction of both; three or more linked make a chain.
 * Among the chosen grains; after touches_pairs. c is { 0 } or has been used. */
void chains_find(struct chains *c, const struct touches *t, const char *chosen, double angle);
void chains_free(struct chains *c);

#endif
