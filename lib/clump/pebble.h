/* pebble.h: pebbles, balls or disks, that fill a body, one after the other.
 *
 * All lie inside the body, touching its surface. The medial ball of a point of the surface is the largest that touches it
 * there; it is found by making a ball smaller until nothing of the surface is in it: where q is, the ball that passes through v
 * with the inward normal n there and through q has the radius |q - v|^2 / (2 (q - v).n) (Ferellec and McDowell 2010). */
#ifndef SCREE_PEBBLE_H
#define SCREE_PEBBLE_H

#include <stdint.h>

#include "clump/cover.h"

enum pebble_order {
	PEBBLE_COVER,         /* next is the ball that newly covers most: of the medial balls and of those that are largest
	                         around */
	PEBBLE_SURFACE        /* next is the medial ball of a random point of the surface that is farther than the gap from all
	                         balls (Ferellec and McDowell 2010) */
};

struct pebble_plan {
	enum pebble_order order;
	double radius;        /* of all pebbles [L]; 0: each as large as it can be */
	double smallest;      /* none is smaller [L] */
	int apart;            /* none overlap; in the order of cover then the largest that still fits is next */
	double gap;           /* in the order of the surface [L]; 0: a tenth of the body, and half as much when no point is left */
	uint64_t seed;        /* of that order */
	int voxels;           /* for what is covered, along the longest side */
};

struct pebbler {
	const struct field *field;
	struct pebble_plan plan;
	int n;
	size_t cap, cap_covered;
	double (*ball)[4];    /* [n] x y z r */
	double *covered;      /* [n] what part of the body the first of them cover, by voxels */
	/* private */
	struct cover cover;
	double side;          /* longest of the body's box */
	int n_option;
	size_t cap_option;
	struct pebble_option { double ball[4], gain; int fresh; } *option; /* a heap by gain */
	int n_spot;
	size_t cap_spot;
	struct pebble_spot { double at[3], clear; int lost; } *spot;
	double gap, spacing;  /* the gap now; that of the spots, where they are on a grid */
};

/* The field has to stay where it is until pebbler_free. */
void pebbler_init(struct pebbler *p, const struct field *f, const struct pebble_plan *plan);
void pebbler_free(struct pebbler *p);
/* Go on until there are n, or no more. Returns how many there are. The same plan gives the same pebbles in the same order,
 * however many are asked for at a time. */
int pebbler_grow(struct pebbler *p, int n);

/* The medial ball of a point of a field's surface. Returns 0 where it is not inside. */
int pebble_medial(const struct field *f, const struct field_point *v, double ball[4]);
/* Move a ball that lies inside to where it is largest around: every distance that is found bounds those elsewhere, by the
 * plane through the nearest point, and a linear program says where they allow most (Kelley 1960), first far, then near. The
 * balls other[n] are not to be overlapped. It can only grow. */
void pebble_climb(const struct field *f, int n, const double (*other)[4], double ball[4]);

#endif
