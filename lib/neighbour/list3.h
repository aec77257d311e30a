/* list3.h: the Verlet list of space: pairs of bodies, and of their pebbles.
 *
 * A list holds every pair of pebbles of two bodies, and of a pebble and a wall, nearer than r_i + r_j + margin, in
 * every periodic image. It stays good while no pebble has moved further than half the margin. */
#ifndef SCREE_LIST3_H
#define SCREE_LIST3_H

#include <stddef.h>
#include <stdint.h>

#include "contact/pebbles.h"
#include "contact/walls3.h"
#include "neighbour/cells.h"
#include "neighbour/partners.h"

/* What the list looks at; all arrays [n], in the order in memory. */
struct list3_view {
	const struct domain *domain;
	const struct pebbles *pebbles;    /* placed */
	const double *x[3];
	const int *rank;                  /* place of the body in the order of ids */
	const int *group;                 /* bodies of one group >= 0 are rigid against each other */
	const char *still;                /* 1: prescribed in every degree of freedom */
	const char *endless;              /* the axes along which a wall has one image only, as bits 1 2 4 */
	const int *kind;                  /* material, with */
	const char *pass;                 /* [n_kind^2] 1: bodies of these two kinds pass through each other */
	int n_kind;
	int n_wall;
	const int *wall;                  /* [n_wall] planes and cylinders, */
	const struct wall3 *wall_at;      /* [n_wall] and where they are */
};

/* Periodic images: 2m is s periods away, h its shift [L], and 2m + 1 the opposite one; 0 and 1 are no shift at all. */
struct list3_images {
	int n;
	size_t cap;
	struct list3_image { int s[3]; vec3 h; double none; } *at; /* none is 0, so that four numbers can be read */
};

/* A candidate: pebbles of body[0] and body[1] of the pair by their places among all; of a wall 0, or the face of a
 * mesh. */
struct list3_cand { int a, b; };

/* What some bodies find that stand in line in memory. */
struct list3_part {
	int n_pair, n_cand;
	size_t cap_pair, cap_from, cap_cand;
	struct body_pair *pair;
	int *from;
	struct list3_cand *cand;
	struct list3_images images;
	int *near;                        /* scratch: pebbles of two bodies that are near the other */
	size_t cap_near;
	struct cells_pairs around;        /* scratch: those around a body */
};

struct list3 {
	int threads;                      /* to be used, 0 is as good as 1; the list does not depend on it */
	struct list3_images images;
	/* pairs: of two bodies of pebbles body[0] has the lower rank, a wall is body[1]; body[1] stands at the image */
	int n_pair;
	struct body_pair *pair;           /* [n_pair] */
	int *from;                        /* [n_pair+1] candidates of a pair */
	int n_cand;
	struct list3_cand *cand;          /* [n_cand] in the order of pair, a, b */
	int *own_from, *own, *own_at;     /* pairs of every body, see partners.h */
	size_t cap_own, cap_own_at;
	struct cells cells;
	double *radius;                   /* [n] of the balls about them */
	int n, n_part;
	const char *endless;              /* the view's */
	struct list3_part *part;          /* [n_part]; the first one's arrays become the list's */
};

/* A body that reaches further than so many periods of the domain, which would touch its own images for ever, or -1. */
enum { LIST3_WIDEST = 50 };
int list3_too_wide(const struct pebbles *p, const struct domain *d);

/* Set l->threads after it. */
void list3_init(struct list3 *l, const struct list3_view *view);
void list3_free(struct list3 *l);
/* Build the list with the given margin [L]. */
void list3_build(struct list3 *l, const struct list3_view *view, double margin);
/* Give the pairs of body b their new images after it was moved down by n periods. */
void list3_wrap(struct list3 *l, const struct domain *d, int b, const int n[3]);
/* The candidate of two pebbles: bodies a, b as in a pair with b shifted by s, or -1. */
int list3_find(const struct list3 *l, int a, int b, const int s[3], struct list3_cand cand);

#endif
