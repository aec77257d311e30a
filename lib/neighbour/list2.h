/* list2.h: the neighbour list of the plane (Verlet list): pairs of bodies, and their candidates, which are vertex-edge pairs.
 *
 * The list has every vertex-edge pair whose distance is below r_i + r_j + margin, by the present vertices, in every periodic
 * image. It is valid until a vertex has moved further than half of the margin. */
#ifndef SCREE_LIST2_H
#define SCREE_LIST2_H

#include <stddef.h>
#include <stdint.h>

#include "contact/law.h"
#include "contact/outlines.h"
#include "neighbour/near2.h"
#include "neighbour/partners.h"
#include "neighbour/search.h"
#include "world/world.h"

/* The scene from which the list is built; all arrays [n], indexed by slot. */
struct list2_view {
	const struct domain *domain;
	const struct outlines *outlines;  /* with vertices placed */
	const double *x, *y, *c, *s;      /* positions; cosines and sines of the angles, or NULL */
	const int *rank;                  /* index of the body in the order of ids */
	const int *group;                 /* bodies of the same group >= 0 do not move relative to each other */
	const char *still;                /* 1: prescribed in every degree of freedom */
	const char *upright;              /* 1: the angle is prescribed, so the body cannot move relative to its own image */
	const char *endless;              /* 1: a straight wall that its images continue along x, 2: along y, 0: neither. A wall that
	                                     is continued has one image and no ends. NULL: there are none */
	const int *kind;                  /* material */
	const char *pass;                 /* [n_kind^2] 1: bodies of these two kinds have no forces; NULL: all have */
	int n_kind;
	const struct law_contact *law;    /* [n_kind^2] with gap_unit */
	double gap_unit;                  /* the unit of gaps [L], or 0: none are needed */
	/* Pairs are listed by sections: section(of, a, b) of bodies a and b is in 0 .. n_section - 1. NULL: there is one section. */
	int (*section)(const void *of, int a, int b);
	const void *of;
	int n_section;
	/* of several ranks, else NULL, see sim/lending.h: pairs are listed if one body is LIST2_OWN; pairs of two that are LIST2_SHARED
	 * on the first rank */
	const char *kept;
	int is_first;
};
/* As enum kept. */
enum { LIST2_OWN, LIST2_SHARED };

/* Periodic images. Image 2m is sx, sy periods away, with the shift h [L]; image 2m + 1 is the opposite one. Images 0 and 1 have
 * no shift. */
struct list2_images {
	int n;
	size_t cap;
	struct list2_image { int sx, sy; vec2 h; } *at;
};

/* The pairs and candidates that one thread finds. */
struct list2_part {
	int n_pair;
	size_t cap_pair;
	struct body_pair *pair;
	int *from;
	uint8_t *least;
	struct list2_images images;
	int bad_a, bad_b;
	struct near2_work near;
};

struct list2 {
	int threads;                      /* the number of threads to use, 0 counts as 1; the list does not depend on it */
	struct list2_images images;
	const struct list2_image *image;  /* [images.n], which is images.at */
	/* pairs of bodies: body[0] has the lower rank; body[1] is at the image of its position */
	int n_pair;
	struct body_pair *pair;           /* [n_pair] */
	int *from;                        /* [n_pair+1] first candidate of a pair */
	const uint8_t *least;             /* [n_pair] the least gap of its candidates; with view.gap_unit */
	int n_section, *section_from;     /* [n_section+1] first pair of a section, see the view */
	/* candidates, in the order of (pair, direction, vertex, edge). Half pair 2p has vertices of body[0] and edges of body[1] at the
	 * image. Half pair 2p+1 has vertices of body[1] and edges of body[0] at the opposite image, image ^ 1. */
	int n_cand;
	struct near2_codes cand;          /* [n_cand], see list2_at */
	const uint8_t *gap;               /* [n_cand + 7] distances less those at which forces begin, see near2.h; with view.gap_unit */
	const struct outlines *outlines;  /* the view's */
	int64_t found_pairs, found_cands; /* as many as found at least, of which the list keeps none if they are too many: partners.h */
	int *own_from, *own;              /* pairs of every body, see partners.h */
	size_t cap_own;
	int bad_a, bad_b;                 /* a pair that cannot touch since both radii are 0, or -1 */
	struct search search;
	int n, most;                      /* number of bodies; largest number of vertices of a body */
	int bare;                         /* some vertices have radius 0 */
	const char *endless;              /* the view's */
	int n_part;
	struct list2_part *part;          /* [n_part]; the arrays of the first part become the list's */
};

/* The first body, in an order [n] of all (NULL: that of memory), that is too wide for a list, or -1. A body touches its own
 * images, and those of other bodies, as often as it is periods wide. A body that reaches further than LIST2_WIDEST periods of the
 * domain is a mistake, and would keep the list busy for ever. endless as in the view. */
enum { LIST2_WIDEST = 50 };
int list2_too_wide(const struct outlines *o, const struct domain *d, const char *endless, const int *order);
/* The range of forces beyond the radii may be LIST2_FURTHEST periods at most. If reach is larger, that limit [L]; else 0. */
enum { LIST2_FURTHEST = 3 };
double list2_too_far(const struct domain *d, double reach);
/* Two bodies a and b, or a body and its own image, with too many vertices for a list: returns the product of their numbers of
 * vertices if it is above INT32_MAX, otherwise 0; see near2_code. upright as in the view. */
double list2_too_many(const struct outlines *o, const struct domain *d, const char *upright, int *a, int *b);

/* Begin a list for bodies that are within these three limits. Set l->threads afterwards. */
void list2_init(struct list2 *l, const struct list2_view *view);
void list2_free(struct list2 *l);
/* Build the list with the given margin [L]. If there are more than LIST2_LARGE bodies, the last list is freed first, which saves
 * memory and costs a little time. */
enum { LIST2_LARGE = 1 << 15 };
void list2_build(struct list2 *l, const struct list2_view *view, double margin);
/* Give the pairs of body b their new images after it was moved down by nx, ny periods. */
void list2_wrap(struct list2 *l, const struct domain *d, int b, int nx, int ny);
/* Update the shifts of all images after the domain has deformed. */
void list2_deform(struct list2 *l, const struct domain *d);
/* Describe all images under a tilt that is n periods less, see domain_flip. list2_deform must update the shifts afterwards. */
void list2_flip(struct list2 *l, int n);
/* A candidate: a vertex, the ends of an edge (equal for points), and the half pair. */
struct list2_cand { int v, ea, eb, half; };

/* Candidate k of the list, which belongs to pair p. */
static inline struct list2_cand list2_at(const struct list2 *l, int p, int k)
{
	const int *body = l->pair[p].body;
	struct near2_cand c = near2_decode(l->outlines, body[0], body[1], near2_code_at(&l->cand, k));

	return (struct list2_cand){ c.v, c.e, c.e + l->outlines->step[c.e + l->outlines->shift[body[!c.dir]]], 2 * p + c.dir };
}

/* The index of the candidate of a vertex-edge pair, or -1: bodies a, b with b shifted by sx, sy periods; direction; vertex; first
 * end of the edge. */
int list2_find(const struct list2 *l, int a, int b, int sx, int sy, int direction, int v, int ea);

#endif
