/* touch.h: the contacts of a frame, and the pairs of bodies in contact. A contact is one of a vertex with an edge, or in space of
 * two pebbles or of a pebble and a wall. In the plane all z are 0.
 *
 * Contacts come from the records of the frame, as simulators write them. If a frame of the plane has no records, they are found
 * from the bodies, in a time that is linear in the number of bodies. These are the same contacts, with the elastic part of the
 * normal force. The viscous part and the tangential force are missing, since they depend on velocities and history. In space
 * contacts come only from records. Solvers of hard contacts also write records of gaps without a force; these are not contacts.
 *
 *     struct touches t = { 0 };
 *     while (next frame of w)
 *             if (touches_find(&t, w, 0, &error) == TOUCH_GOOD)
 *                     for (int k = 0; k < t.n; k++) ... t.at[k] ...
 *     touches_free(&t);
 */
#ifndef SCREE_TOUCH_H
#define SCREE_TOUCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "world/world.h"

/* A contact of a vertex of body a with an edge of body b at an image of its position. */
struct touch {
	int a, b;             /* rows of the bodies; may be the same row, for a body and its own image */
	int va, eb;           /* vertex of a, first vertex of the edge of b, or pebbles; -1 if a record does not say */
	int64_t ix, iy, iz;   /* image of b, in periods */
	vec3 at;              /* middle of the overlap, next to a; unwrapped [L] */
	vec3 arm_a, arm_b;    /* the same point relative to the centre of a, and relative to the centre of b at its image [L] */
	vec3 n;               /* unit normal from a to b */
	double overlap;       /* [L] */
	double fn, ft;        /* force on b along n and to the left of n; in space ft is the magnitude across n [M L/T^2] */
	vec3 f;               /* force on a, the opposite of the force on b [M L/T^2] */
	int ma, mb;           /* materials of a and b, indices in w->material, or -1 */
};

/* All contacts between two bodies in one image, as one contact. */
struct touch_pair {
	int a, b;             /* rows, a < b, or a == b for a body and its own image */
	int64_t ix, iy, iz;   /* image of b */
	int first, n;         /* its contacts are order[first] .. order[first + n - 1] */
	vec3 at;              /* mean of the points of contact, weighted by |fn| (by overlap if all fn are 0), next to a [L] */
	vec3 arm_a, arm_b;    /* as above */
	vec3 normal;          /* unit vector from a to b along the line of the sum of fn n (or of overlap n) */
	double overlap;       /* greatest overlap [L] */
	vec3 f;               /* force on a, sum over the contacts [M L/T^2] */
	double fn, ft;        /* components of -f, the force on b, as above */
};

struct touches {
	int dim, n;
	size_t cap;
	struct touch *at;     /* [n] in the order of the records; or in that of scree-dem2: by ids, images, features */
	int recorded;         /* 1: from records; 0: found from the bodies, with ft = 0 for the unknown tangential force */
	int tangential;       /* 1: ft is known (the records have a column ft) */
	int n_body;
	const double *x[3];   /* private: positions of the bodies */
	char *held;           /* [n_body] 1: a constraint holds something of the body; it is a wall and not a grain */
	/* filled by touches_pairs */
	int n_pair;
	size_t cap_pair;
	struct touch_pair *pair; /* [n_pair] by rows, then image */
	int *order;           /* [n] */
};

enum touch_status {
	TOUCH_GOOD = 0,
	TOUCH_NO_RECORDS,     /* in space: the frame has no contacts, or from_bodies was set */
	TOUCH_COLUMN,         /* the contact records lack the column word */
	TOUCH_NO_SHAPE,       /* body a has shape b, which is not defined */
	TOUCH_NO_MATERIAL,    /* body a is in contact, and its material word is not defined */
	TOUCH_NO_LAW,         /* materials word and word2 are in contact and have no law */
	TOUCH_LAW,            /* the law cannot be used */
	TOUCH_DOMAIN,         /* tilt or rates do not agree with the periodic axes: word */
	TOUCH_FAR,            /* body a is more than 1e9 periods outside of the domain */
	TOUCH_WIDE,           /* body a reaches further than 50 periods of the domain */
	TOUCH_REACH,          /* forces of a law begin at a gap of value, more than 3 periods of the domain */
	TOUCH_VERTICES,       /* bodies a and b: the product of their numbers of vertices is value, above 2^31 - 1 */
	TOUCH_MANY            /* the bodies have so many pairs of vertices and edges that they cannot be counted: value */
};

struct touch_error {
	enum touch_status status;
	int64_t a, b;         /* ids */
	double value;
	const char *word, *word2, *key; /* the world's names */
	const struct law *law; /* TOUCH_LAW: key and value are those of law_resolve */
	int law_status;
};

/* Find the contacts of the frame in w. If from_bodies != 0, they are found from the bodies even if there are records. As in
 * scree-dem2, there is no contact between bodies of a common constraint, between two bodies whose motion is prescribed in all
 * degrees of freedom, and between materials whose law has kn = 0. Missing columns of the bodies are added to w; nothing else
 * changes. t is { 0 } before the first frame and may be used for further frames. Returns TOUCH_GOOD or another status, which
 * error describes. */
enum touch_status touches_find(struct touches *t, struct world *w, int from_bodies, struct touch_error *error);
/* Sum the contacts into t->pair. A corner on an edge, or two sides on each other, are several contacts of vertices and edges but
 * one pair of grains. */
void touches_pairs(struct touches *t, struct world *w);
void touches_free(struct touches *t);

#endif
