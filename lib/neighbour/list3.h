/* list3.h: the neighbour list of space (Verlet list): pairs of bodies, and their candidates, which are pairs of pebbles.
 *
 * The list has every pair of pebbles of two bodies, and of a pebble and a wall, whose distance is below r_i + r_j + margin,
 * in every periodic image. It is valid until a pebble has moved further than half of the margin. Two bodies one of which has
 * faces have one candidate, the first entries of both, if the balls around them come that near: their features are found
 * later. */
#ifndef SCREE_LIST3_H
#define SCREE_LIST3_H

#include <stddef.h>
#include <stdint.h>

#include "contact/pebbles.h"
#include "contact/walls3.h"
#include "neighbour/cells.h"
#include "neighbour/partners.h"
#include "world/deform.h"

/* The scene from which the list is built; all arrays [n], indexed by slot. */
struct list3_view {
	const struct domain *domain;
	const struct pebbles *pebbles;    /* placed */
	const double *x[3];
	const int *rank;                  /* index of the body in the order of ids */
	const int *group;                 /* bodies of the same group >= 0 do not move relative to each other */
	const char *still;                /* 1: prescribed in every degree of freedom */
	const char *endless;              /* the axes along which a wall has only one image, as bits 1 2 4 */
	const int *kind;                  /* material */
	const char *pass;                 /* [n_kind^2] 1: bodies of these two kinds have no forces */
	int n_kind;
	int n_wall;
	const int *wall;                  /* [n_wall] bodies that are planes, cylinders and meshes */
	const struct wall3 *wall_at;      /* [n_wall] their places */
	const struct frame3 *frame;       /* where bodies with faces are, NULL if there are none */
	/* of several ranks, else NULL, see sim/lending.h: pairs are listed if one body is LIST3_OWN; pairs of two that are LIST3_SHARED
	 * on the first rank */
	const char *kept;
	int is_first;
	/* sections of bodies, in 0 .. n_section - 1, or -1: none. Pairs are listed by the later section of both bodies, those of two
	 * regions of sections last; region[k] is the first section of the region of section k. NULL: there is one section */
	const int *section, *region;
	int n_section;
};
/* As enum kept. Pairs with LIST3_LOWER are the last of the list. */
enum { LIST3_OWN, LIST3_SHARED, LIST3_GHOST, LIST3_LOWER };


/* Periodic images. Image 2m is s periods away, with the shift h [L]; image 2m + 1 is the opposite one. Images 0 and 1 have no
 * shift. */
struct list3_images {
	int n;
	size_t cap;
	struct list3_image { int s[3]; vec3 h; double none; } *at; /* none is 0, so that h can be read as four numbers */
};

/* Whether there are images with a shift. Another thread may add some now. */
static inline int list3_images_shift(const struct list3_images *t)
{
	return __atomic_load_n(&t->n, __ATOMIC_RELAXED) > 2;
}

/* A candidate: indices of pebbles of body[0] and body[1] of the pair among all pebbles. A wall has one index, a mesh one for each
 * face. */
struct list3_cand { int a, b; };

/* The pairs and candidates that a range of bodies finds. */
struct list3_part {
	int n_pair, n_cand;
	size_t cap_pair, cap_from, cap_cand;
	struct body_pair *pair;
	int *from;
	struct list3_cand *cand;
	struct list3_images images;
	int *near;                        /* scratch: pebbles of two bodies, or faces of a mesh, that are near the other body */
	size_t cap_near;
	struct cells_pairs around;        /* scratch: the pairs that a body finds */
	struct list3_part *lower;         /* where pairs with LIST3_LOWER go */
};

struct list3 {
	int threads;                      /* the number of threads to use, 0 counts as 1; the list does not depend on it */
	struct list3_images images;
	/* pairs: of two bodies of pebbles body[0] has the lower rank; a wall is body[1]; body[1] is at the image */
	int n_pair;
	int *section_from;                /* [n_section+1] first pair of a section, then of those of two regions, see the view */
	int n_upper;                      /* pairs from here on are with LIST3_LOWER */
	struct body_pair *pair;           /* [n_pair] */
	int single;                       /* every body has one pebble, so every pair has one candidate: from and cand are NULL */
	int *from;                        /* [n_pair+1] first candidate of a pair: see list3_first */
	int n_cand;
	struct list3_cand *cand;          /* [n_cand] in the order of pair, a, b: see list3_candidate */
	int64_t found_pairs, found_cands; /* as many as found at least, of which the list keeps none if they are too many: partners.h */
	int *own_from, *own;              /* pairs of every body, see partners.h */
	size_t cap_own;
	struct cells cells;
	int n, n_part;
	const char *endless;              /* the view's */
	struct list3_part *part;          /* [n_part]; the arrays of the first part become the list's */
};

/* The first candidate of a pair, which may be the one behind the last; candidate k. */
static inline int list3_first(const struct list3 *l, int pair)
{
	return l->single ? pair : l->from[pair];
}

static inline struct list3_cand list3_candidate(const struct list3 *l, int k)
{
	return l->single ? (struct list3_cand){ l->pair[k].body[0], l->pair[k].body[1] } : l->cand[k];
}

/* The first body, in an order [n] of all, that is too wide for a list, or -1: it reaches further than LIST3_WIDEST periods of the
 * domain, and its own images would keep the list busy for ever. */
enum { LIST3_WIDEST = 50 };
int list3_too_wide(const struct pebbles *p, const struct domain *d, const int *order);
/* The range of forces beyond the radii may be LIST3_FURTHEST periods at most. If reach is larger, that limit [L]; else 0. */
enum { LIST3_FURTHEST = 3 };
double list3_too_far(const struct domain *d, double reach);

/* list3_faces.c: append the candidates of a body with faces and a wall that its edges touch, see faces3_wall.h; first: the
 * wall's entry among the pebbles. */
void list3_faces_wall(struct list3_part *part, const struct list3_view *view, int a, const struct wall3 *wall, int first,
	double margin);
/* Begin a list. Set l->threads afterwards. */
void list3_init(struct list3 *l, const struct list3_view *view);
void list3_free(struct list3 *l);
/* Build the list with the given margin [L]. */
void list3_build(struct list3 *l, const struct list3_view *view, double margin);
/* list3_sections.c: sort the pairs by sections, see the view; within a section they stay in order. */
void list3_sections_sort(struct list3 *l, const struct list3_view *view);
/* Give the pairs of body b their new images after it was moved down by n periods. */
void list3_wrap(struct list3 *l, const struct domain *d, int b, const int n[3]);
/* Update the shifts of all images after the domain has deformed. */
void list3_deform(struct list3 *l, const struct domain *d);
/* Describe all images under tilts that are fewer periods, see domain_flip. list3_deform must update the shifts afterwards. */
void list3_flip(struct list3 *l, struct flip f);
/* The index of a pair, or -1: bodies a, b as in a pair, with b shifted by s periods. */
int list3_pair(const struct list3 *l, int a, int b, const int s[3]);
/* That of its candidate of two pebbles, or -1. */
int list3_find(const struct list3 *l, int a, int b, const int s[3], struct list3_cand cand);

#endif
