/* pebble.h: pebbles (balls or disks) that fill a body, found one after the other.
 *
 * All pebbles lie inside the body and touch its surface. The medial ball of a point v of the surface is the largest ball inside
 * that touches the surface there. It is found by shrinking a ball until no point q of the surface is in it: with the inward
 * normal n at v, the ball that goes through v and q has the radius |q - v|^2 / (2 (q - v).n) (Ferellec and McDowell 2010). */
#ifndef SCREE_PEBBLE_H
#define SCREE_PEBBLE_H

#include <stdint.h>

#include "clump/cover.h"

enum pebble_order {
	PEBBLE_COVER,         /* next is the ball that newly covers most, among the medial balls and the locally largest balls */
	PEBBLE_SURFACE        /* next is the medial ball of a random point of the surface farther than the gap from all balls
	                         (Ferellec and McDowell 2010) */
};

struct pebble_plan {
	enum pebble_order order;
	double radius;        /* of all pebbles [L]; 0: each is as large as possible */
	double smallest;      /* least radius of a pebble [L] */
	int apart;            /* pebbles may not overlap; with PEBBLE_COVER the largest ball that still fits is next */
	double gap;           /* for PEBBLE_SURFACE [L]; 0: a tenth of the body, then half as much whenever no point is left */
	uint64_t seed;        /* for PEBBLE_SURFACE */
	int voxels;           /* along the longest side, for counting the coverage */
};

struct pebbler {
	const struct field *field;
	struct pebble_plan plan;
	int n;
	size_t cap, cap_covered;
	double (*ball)[4];    /* [n] x y z r [L] */
	double *covered;      /* [n] fraction of the body that the first k + 1 pebbles cover, by voxels */
	/* private */
	struct cover cover;
	double side;          /* longest side of the body's box [L] */
	int n_option;
	size_t cap_option;
	struct pebble_option { double ball[4], gain; int fresh; } *option; /* a heap by gain */
	int n_spot;
	size_t cap_spot;
	/* Points of a grid or of the surface. clear: distance to the surface and the pebbles found so far. lost: whether the spot
	 * is out of use; for PEBBLE_SURFACE, the index of the field's point, or -1 once it was used. */
	struct pebble_spot { double at[3], clear; int lost; } *spot;
	double gap, spacing;  /* the present gap; the spacing of spots on a grid [L] */
};

/* Prepare to find pebbles for a field, which must stay in place until pebbler_free. */
void pebbler_init(struct pebbler *p, const struct field *f, const struct pebble_plan *plan);
void pebbler_free(struct pebbler *p);
/* Find pebbles until there are n, or no more. Returns their number. The same plan gives the same pebbles in the same order,
 * whatever n in each call. */
int pebbler_grow(struct pebbler *p, int n);

/* Find the medial ball of a point of a field's surface. Returns 0 if its centre is not inside the body. */
int pebble_medial(const struct field *f, const struct field_point *v, double ball[4]);
/* Move a ball inside the body to where it is locally largest, without overlap with the balls other[n]; it can only grow. Every
 * distance found bounds other distances by the plane through the nearest point. A linear program gives the centre where the
 * bounds allow the largest ball (Kelley 1960), within a range that adapts. */
void pebble_climb(const struct field *f, int n, const double (*other)[4], double ball[4]);

#endif
