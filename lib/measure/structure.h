/* structure.h: structure of the contacts in a frame: coordination, fabric, sliding contacts, force chains.
 *
 * Two grains that touch count once, however many of their vertices and edges meet (struct touch_pair). Bodies that a constraint
 * holds are walls. Contacts with walls count for the coordination of the grains and for the loads of chains, and for nothing
 * else. */
#ifndef SCREE_STRUCTURE_H
#define SCREE_STRUCTURE_H

#include "measure/tensor2.h"
#include "measure/tensor3.h"
#include "measure/touch.h"

/* Whether a pair counts in distributions of the chosen grains: neither body is a wall, and at least one is chosen. */
static inline int structure_counts(const struct touches *t, const struct touch_pair *p, const char *chosen)
{
	return !t->held[p->a] && !t->held[p->b] && (chosen[p->a] || chosen[p->b]);
}

struct coordination {
	int grains;           /* chosen grains, without walls */
	int contacts;         /* contacts of vertices and edges with at least one chosen grain */
	int pairs, walls;     /* pairs of grains that touch, at least one of them chosen; pairs of a chosen grain and a wall */
	int rattlers;         /* rattlers among the chosen grains */
	double z;             /* mean number of bodies that a grain touches, walls included */
	double z_bearing;     /* the same without rattlers and their contacts */
};

/* Count the contacts of the grains with chosen[n_body] != 0. Rattlers are the grains with fewer than `least` contacts, found
 * repeatedly until nothing changes: the contacts of rattlers do not count (Thornton, Geotechnique 50, 43, 2000). Means over no
 * grains are NaN. rattler[n_body], if not NULL, gets 1 for every rattler. Call it after touches_pairs. */
struct coordination coordination_count(const struct touches *t, const char *chosen, int least, char *rattler);

struct fabric2 {
	int n;                /* number of pairs */
	struct tensor2 f;     /* mean of n (x) n: trace 1 (Satake 1982) */
	double anisotropy;    /* 2 (F1 - F2): the amplitude a of E(angle) = (1 + a cos 2 (angle - direction)) / (2 pi)
	                         (Rothenburg and Bathurst, Geotechnique 39, 601, 1989) */
	double direction;     /* major principal direction of f, in (-pi/2, pi/2] [rad]; NaN if the fabric is isotropic */
	double fn, ft;        /* means of the normal force and of the magnitude of the tangential force [M L/T^2] */
};

/* The fabric of pairs of grains, at least one of them chosen. Unknown numbers are NaN. Call it after touches_pairs. */
struct fabric2 fabric2_measure(const struct touches *t, const char *chosen);

struct fabric3 {
	int n;                /* number of pairs */
	struct tensor3 f;     /* mean of n (x) n: trace 1 (Satake 1982) */
	struct principal3d p; /* principal values and directions of f */
	double anisotropy;    /* sqrt(3/2 a:a) with a = 15/2 (f - 1/3), the second-order part of E(n) = (1 + n a n) / (4 pi); for a
	                         fabric with an axis 15/2 |F1 - F3| (Guo and Zhao, Computers and Geotechnics 47, 1, 2013) */
	double fn, ft;        /* means of the normal and of the tangential force [M L/T^2] */
};
/* The same in space. */
struct fabric3 fabric3_measure(const struct touches *t, const char *chosen);

/* The fraction of the contacts of vertices and edges that slide: |ft| >= mu fn, to 1e-9; of cohesive bodies that overlap,
 * mu (fn + pull), where nearly parallel edges of polyhedra have less pull. Contacts of chosen grains count, also with walls, if
 * the limit is above 0 and known: it is not for jkr, dmt, liquid-bridge, van-der-waals and hard contacts, nor where the weight
 * is not. NaN if tangential forces are unknown or there are no such contacts. */
double structure_sliding(const struct touches *t, struct world *w, const char *chosen);

/* The load of a body: the moment of its contact forces, minus the sum of f (x) r, compression positive [M L^2/T^2]. Members:
 * greatest and least principal value; direction of the greatest, and in the plane its angle. */
struct load { double major, minor, angle; vec3 along; };

struct chains {
	int n;                /* number of chains */
	int grains;           /* number of grains in chains */
	int *chain;           /* [n_body] index of its chain from 1 on, or 0 */
	double mean;          /* threshold: mean of the greatest principal values [M L^2/T^2] */
	struct load *load;    /* [n_body] */
};

/* Find force chains as Peters, Muthuswamy, Wibowo and Tordesillas (Physical Review E 72, 041307, 2005) define them. Each grain
 * has the moment of its contact forces, sum of f (x) r with r from its centre to the contact. Grains whose greatest compressive
 * principal value is above the mean carry chains. Two of them that touch are linked if the line between their centres is within
 * angle [rad] of the principal direction of both. Three or more linked grains are a chain. Only chosen grains count. Call it
 * after touches_pairs. c is { 0 } or has been used before. */
void chains_find(struct chains *c, const struct touches *t, const char *chosen, double angle);
void chains_free(struct chains *c);

#endif
