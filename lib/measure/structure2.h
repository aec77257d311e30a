/* structure2.h: how the grains of a frame hold each other: coordination, fabric, sliding contacts, force chains.
 *
 * Grains that touch count once however many of their vertices and edges meet (struct touch2_pair). Bodies that a
 * constraint holds are walls: their contacts count for the coordination of the grains that touch them and load
 * chains, no more. */
#ifndef SCREE_STRUCTURE2_H
#define SCREE_STRUCTURE2_H

#include "measure/tensor2.h"
#include "measure/touch2.h"

/* Whether a pair of which the grains are chosen counts in distributions: no wall, at least one of both chosen. */
static inline int structure2_counts(const struct touches2 *t, const struct touch2_pair *p, const char *chosen)
{
	return !t->held[p->a] && !t->held[p->b] && (chosen[p->a] || chosen[p->b]);
}

struct coordination2 {
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
 * After touches2_pairs. */
struct coordination2 coordination2_count(const struct touches2 *t, const char *chosen, int least, char *rattler);

struct fabric2 {
	int n;                /* pairs */
	struct tensor2 f;     /* mean of n (x) n: trace 1 (Satake 1982) */
	double anisotropy;    /* 2 (F1 - F2): the amplitude a of E(angle) = (1 + a cos 2 (angle - direction)) / (2 pi)
	                         (Rothenburg and Bathurst, Geotechnique 39, 601, 1989) */
	double direction;     /* of most normals, in (-pi/2, pi/2] */
	double fn, ft;        /* means of the normal and of |tangential| force [M L/T^2] */
};

/* The fabric of pairs of grains, at least one chosen; numbers that nothing says are not numbers. After touches2_pairs. */
struct fabric2 fabric2_measure(const struct touches2 *t, const char *chosen);

/* The fraction of the contacts of vertices and edges that slide: |ft| >= mu fn, within 1e-9 of it, among those that
 * press and have friction; of chosen grains, walls included. Not a number where no tangential forces are known, or
 * none has friction. */
double structure2_sliding(const struct touches2 *t, const struct world *w, const char *chosen);

struct chains2 {
	int n;                /* chains */
	int grains;           /* that belong to one */
	int *chain;           /* [n_body] number of its chain from 1 on, or 0 */
	double mean;          /* of the greatest principal moments, the threshold [M L^2/T^2] */
	struct principal2 *load; /* [n_body] principal values of the force moments, compression positive */
};

/* Force chains as Peters, Muthuswamy, Wibowo and Tordesillas (Physical Review E 72, 041307, 2005) define them. Each
 * grain has the moment of its contact forces, sum of f (x) r with r from its centre to the contact; those whose
 * greatest compressive principal value is above the mean carry chains. Two of them that touch are links of one if the
 * line between their centres is within angle of the principal direction of both; three or more linked make a chain.
 * Among the chosen grains; after touches2_pairs. c is { 0 } or has been used. */
void chains2_find(struct chains2 *c, const struct touches2 *t, const char *chosen, double angle);
void chains2_free(struct chains2 *c);

/* The moment of the contact forces on each body, minus the sum of f (x) r: moment[n_body], compression positive. */
void structure2_moments(const struct touches2 *t, struct tensor2 *moment);

#endif
