/* touch.h: what touches what in a frame: every contact of a vertex with an edge, or in space of two pebbles or a pebble and a
 * wall, and the pairs of bodies that they make. In the plane all z are 0.
 *
 * Contacts come from the frame's records, as simulators write them, or where it has none are found from the bodies, in a time
 * that grows with their number: the same contacts, with the elastic part of the normal force. Its viscous part and the
 * tangential force depend on history and velocities, and are missing then. In space they come from records alone. Records of a
 * gap without a force, which solvers of hard contacts write, are no contacts.
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

/* A contact of a vertex of body a with an edge of body b, in which b stands at an image of its position. */
struct touch {
	int a, b;             /* rows of the bodies; they may be the same one and its image */
	int va, eb;           /* vertex of a, first vertex of the edge of b, or pebbles; -1 where a record does not say */
	int64_t ix, iy, iz;   /* image of b, in periods */
	vec3 at;              /* middle of the overlap, next to a; not wrapped [L] */
	vec3 arm_a, arm_b;    /* the same from the centre of a, and from the centre of b at its image [L] */
	vec3 n;               /* unit normal from a to b */
	double overlap;       /* [L] */
	double fn, ft;        /* force on b along n and to the left of n; in space the amount of that across n [M L/T^2] */
	vec3 f;               /* the force on a: minus these; that on b is the opposite */
	int ma, mb;           /* materials, places in w->material, or -1 */
};

/* The contacts of two bodies in one image as one. */
struct touch_pair {
	int a, b;             /* rows, a < b, or of a body and its own image twice the same */
	int64_t ix, iy, iz;   /* image of b */
	int first, n;         /* its contacts are order[first] .. order[first + n - 1] */
	vec3 at;              /* mean of the points of contact, weighted with |fn| (or the overlap, where all are 0), next to a [L] */
	vec3 arm_a, arm_b;    /* as above */
	vec3 normal;          /* unit vector from a to b along the line of the sum of fn n (or overlap n) */
	double overlap;       /* the greatest [L] */
	vec3 f;               /* the force on a, sum over its contacts [M L/T^2] */
	double fn, ft;        /* of -f, the force on b, as above */
};

struct touches {
	int dim, n;
	size_t cap;
	struct touch *at;     /* [n] in the order of the records; or as scree-dem2 writes them, by ids, images, features */
	int recorded;         /* 1: from records; 0: found from the bodies, ft = 0 stands for what nobody knows */
	int tangential;       /* 1: ft is known (records with a column ft) */
	int n_body;
	const double *x[3];   /* private: places of the bodies */
	char *held;           /* [n_body] 1: a constraint holds something of the body: a wall, no grain */
	/* after touches_pairs */
	int n_pair;
	size_t cap_pair;
	struct touch_pair *pair; /* [n_pair] by rows, then image */
	int *order;           /* [n] */
};

enum touch_status {
	TOUCH_GOOD = 0,
	TOUCH_NO_RECORDS,     /* in space: the frame has no contacts, or they are wanted anew */
	TOUCH_COLUMN,         /* contact records lack the column word */
	TOUCH_NO_SHAPE,       /* body a has shape b, which is not defined */
	TOUCH_NO_MATERIAL,    /* body a touches another and its material word is not defined */
	TOUCH_NO_LAW,         /* materials word and word2 touch and have no law */
	TOUCH_LAW,            /* the law of word and word2 cannot be understood at key */
	TOUCH_DOMAIN,         /* tilt or rates do not go with the periodic axes: word */
	TOUCH_FAR,            /* body a stands more than 1e9 periods outside of the domain */
	TOUCH_WIDE,           /* body a reaches further than 50 periods of the domain */
	TOUCH_REACH,          /* forces of a law begin value beyond the radii, further than 3 periods of the domain */
	TOUCH_VERTICES        /* bodies a and b: the product of their numbers of vertices is value, above 2^31 - 1 */
};

struct touch_error {
	enum touch_status status;
	int64_t a, b;         /* ids */
	double value;
	const char *word, *word2, *key; /* the world's names */
};

/* The contacts of the frame in w. anew != 0: from the bodies even where there are records. Bodies that a common constraint
 * holds, two that are prescribed altogether, and materials whose law has kn = 0 do not touch, as in scree-dem2. Missing columns
 * of the bodies are added to w, nothing else changes. t is { 0 } at first, and is used again for the next frame. Returns
 * TOUCH_GOOD, or what error describes. */
enum touch_status touches_find(struct touches *t, struct world *w, int anew, struct touch_error *error);
/* Sum up the contacts into t->pair: a corner on an edge or two sides on each other are several contacts of vertices and edges,
 * where what is asked is which grains touch. */
void touches_pairs(struct touches *t, struct world *w);
void touches_free(struct touches *t);

#endif
