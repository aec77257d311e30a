/* order3.h: structure of grains in space: pair correlation, nematic and bond-orientational order. */
#ifndef SCREE_ORDER3_H
#define SCREE_ORDER3_H

#include "measure/tensor3.h"
#include "measure/touch.h"

/* The bodies that no constraint holds, in the order of their ids. u is the unit vector along the axis of the least moment of
 * inertia; it is 0 if two moments are least. */
struct grain3 { int64_t id; int body, chosen; double x[3], u[3]; };
struct grains3_list { int n; size_t cap; struct grain3 *at; };
/* Find the grains of a frame. keep[b] says whether body b is chosen. l is { 0 } or has been used before. */
void grains3_list_take(struct grains3_list *l, struct world *w, const char *keep);
void grains3_list_choose(struct grains3_list *l); /* drop the grains that are not chosen */
void grains3_list_free(struct grains3_list *l);

/* Called with every pair. d[3] is the vector from i to j or to an image of j [L]. */
typedef void pairs3_visit(void *to, int i, int j, const double d[3]);
/* Visit all pairs of grains nearer than reach > 0 [L], each once. Their order depends only on the domain, the list and reach,
 * which must be at most half the shortest vector of the lattice of images. The lattice may be tilted. */
void pairs3_each(const struct domain *d, const struct grains3_list *l, double reach, pairs3_visit *visit, void *to);

/* The window: the domain along periodic axes, and the extent of the grains' centres along the others. */
struct window3 { double side[3]; int periodic[3]; struct domain domain; };
void window3_of(struct window3 *w, const struct domain *d, const struct grains3_list *l);
/* The greatest distance of pairs that can be measured in the window: half the shortest vector of the lattice of images (without
 * tilts: half the shortest period), or the shortest other side [L]. */
double window3_reach(const struct window3 *w);
/* The mean number of pairs, for one pair of random points in the window, with a distance between r0 and r1. It is the integral of
 * 4 pi r^2 c(r) / V^2 dr. Here c is the mean, over all directions e, of the volume that the window has in common with itself
 * displaced by r e. That volume is the product of s_k - r |e_k| over the sides s_k that are not periodic and of s_k over the
 * others. The means of |e_1|, |e_1 e_2| and |e_1 e_2 e_3| are 1/2, 2 / (3 pi) and 1 / (4 pi). */
double window3_pairs(const struct window3 *w, double r0, double r1);

struct nematic3 { int n; double order; vec3 director; };
/* The largest eigenvalue of the mean of (3 u u - 1) / 2 over the n chosen grains with an axis, and its eigenvector (de Gennes and
 * Prost, The Physics of Liquid Crystals, 2nd ed., section 2.1). */
struct nematic3 nematic3_of(const struct grains3_list *l);

/* Add weight times the spherical harmonics Y_km of the direction d, not 0, to re[m] and im[m], m = 0 .. k. */
void harmonics3_add(double *re, double *im, int k, const double d[3], double weight);

/* Sums of the spherical harmonics Y_km, m = 0 .. k, of the directions from a grain to its neighbours (Steinhardt, Nelson and
 * Ronchetti, Phys. Rev. B 28, 784, 1983). */
enum { BOND3_MOST = 24 };
struct bond3 { int neighbours; double re[BOND3_MOST + 1], im[BOND3_MOST + 1]; };
/* Add a direction d, not 0, to sums of degree k. */
void bond3_add(struct bond3 *b, int k, const double d[3]);
/* Add the sums b of degree k to a. */
void bond3_merge(struct bond3 *a, int k, const struct bond3 *b);
/* q_k = sqrt(4 pi / (2 k + 1) sum of |mean of Y_km|^2 over m = -k .. k); NaN without neighbours. */
double bond3_q(const struct bond3 *b, int k);

/* The order of the faces of polyhedra and meshes. A grain has the tensor of degree k of its faces,
 * c_m = sum of A Y_km(normal) / sum of A with the areas A of the faces, in its 2 k + 1 real components: Re c_0, then
 * sqrt(2) Re c_m and sqrt(2) Im c_m for m = 1 .. k. Its length is q_k = sqrt(4 pi / (2 k + 1)) |c|, as of bonds that are weighted
 * (Steinhardt and others). unit is c / |c|, and 0 if the shape has no faces or no such tensor, q < FACING3_LEAST. */
#define FACING3_LEAST 1e-6
struct facing3 { double q, unit[2 * BOND3_MOST + 1]; };
/* Measure a body of shape s with the orientation turn, a quaternion. */
void facing3_of(struct facing3 *f, const struct shape *s, const double turn[4], int k);
/* The mean of the unit tensors of the n chosen grains that have one; f[i] belongs to grain i of the list. order is its length: 1
 * if all tensors are equal, and for n independent random orientations the mean of order^2 is 1 / n (order parameters from mean
 * tensors: Haji-Akbari and Glotzer, J. Phys. A 48, 485201, 2015; k = 4 is cubatic order). correlation is the mean of the scalar
 * product of two tensors over all pairs of two grains, (n order^2 - 1) / (n - 1): 0 in the mean for random orientations. */
struct facing3_order { int n; double order, correlation, mean[2 * BOND3_MOST + 1]; };
struct facing3_order facing3_order_of(const struct grains3_list *l, const struct facing3 *f, int k);
/* The scalar product of a unit tensor and the direction of the mean; NaN if either is 0. */
double facing3_along(const struct facing3_order *o, const struct facing3 *f, int k);

#endif
