/* list2.h: the Verlet list of the plane: pairs of bodies, and their contact lists of vertex-edge pairs.
 *
 * A list holds every vertex-edge pair closer than r_i + r_j + margin, found from the current vertices, in every
 * periodic image. It stays good while no vertex has moved further than half the margin. */
#ifndef SCREE_LIST2_H
#define SCREE_LIST2_H

#include <stddef.h>
#include <stdint.h>

#include "contact/outlines.h"
#include "neighbour/near2.h"
#include "neighbour/partners.h"
#include "neighbour/search.h"
#include "world/world.h"

/* What the list looks at; all arrays [n], in the order in memory. */
struct list2_view {
	const struct domain *domain;
	const struct outlines *outlines;  /* placed, with boxes */
	const double *x, *y, *c, *s;      /* positions, cosines and sines of the angles */
	const int *rank;                  /* place of the body in the order of ids */
	const int *group;                 /* bodies of one group >= 0 are rigid against each other */
	const char *still;                /* 1: prescribed in every degree of freedom */
	const char *upright;              /* 1: the angle is prescribed, so it cannot move against its own image */
	const char *endless;              /* 1: a straight wall that its images continue along x, 2: along y, 0: neither; it has
	                                     one image and no ends. NULL: none has */
	const int *kind;                  /* material, with */
	const char *pass;                 /* [n_kind^2] 1: bodies of these two kinds pass through each other; NULL: none do */
	int n_kind;
};

/* Periodic images: image 2m is sx, sy periods away, h its shift [L], and 2m + 1 the opposite one; 0 and 1 are no
 * shift at all. */
struct list2_images {
	int n;
	size_t cap;
	struct list2_image { int sx, sy; vec2 h; } *at;
};

/* What a thread finds. */
struct list2_part {
	int n_pair;
	size_t cap_pair;
	struct body_pair *pair;
	int *from;
	struct list2_images images;
	int bad_a, bad_b;
	struct near2 near;
};

struct list2 {
	int threads;                      /* to be used, 0 is as good as 1; the list does not depend on it */
	struct list2_images images;
	const struct list2_image *image;  /* [images.n] those of images */
	/* pairs of bodies: body[0] has the lower rank; body[1] stands at the image of its position */
	int n_pair;
	struct body_pair *pair;          /* [n_pair] */
	int *from;                        /* [n_pair+1] candidates of a pair */
	/* candidates, in the order of (pair, direction, vertex, edge). Half pair 2p has vertices of body[0] and edges of
	 * body[1] at the image, 2p+1 vertices of body[1] and edges of body[0] at the opposite image, image ^ 1 */
	int n_cand;
	const uint32_t *cand;             /* [n_cand], see list2_at */
	const struct outlines *outlines;  /* the view's */
	int *own_from, *own, *own_at;     /* pairs of every body, see partners.h */
	size_t cap_own, cap_own_at;
	int bad_a, bad_b;                 /* a pair that cannot touch since both radii are 0, or -1 */
	struct search search;
	double *radius;                   /* [n] of the circles */
	int n, most;                      /* bodies; greatest number of vertices */
	int bare;                         /* some vertices have no radius */
	const char *endless;              /* the view's */
	int n_part;
	struct list2_part *part;          /* [n_part]; the first one's arrays become the list's */
};

/* What no list can hold, to be looked for before. A body touches its own images and every other body's as many times as it is
 * wide; one that reaches further than LIST2_WIDEST periods of the domain is a mistake, and would keep the lists busy for ever:
 * such a body, or -1. endless as in the view. */
enum { LIST2_WIDEST = 50 };
int list2_too_wide(const struct outlines *o, const struct domain *d, const char *endless);
/* Likewise forces that reach further beyond the radii than LIST2_FURTHEST periods: how far they may [L], or 0. */
enum { LIST2_FURTHEST = 3 };
double list2_too_far(const struct domain *d, double reach);
/* Lists number the vertices of one body times the edges of another, or of its own image, see near2_code: a product of two bodies'
 * vertices above INT32_MAX, and whose it is, or 0. upright as in the view. */
double list2_too_many(const struct outlines *o, const struct domain *d, const char *upright, int *a, int *b);

/* For bodies that have passed these. Set l->threads after it. */
void list2_init(struct list2 *l, const struct list2_view *view);
void list2_free(struct list2 *l);
/* Build the list with the given margin [L]. */
void list2_build(struct list2 *l, const struct list2_view *view, double margin);
/* Give the pairs of body b their new images after it was moved down by nx, ny periods. */
void list2_wrap(struct list2 *l, const struct domain *d, int b, int nx, int ny);
/* Give all images their shifts in a domain that has deformed. */
void list2_deform(struct list2 *l, const struct domain *d);
/* The same images under a tilt that is n periods less, see domain_flip; their shifts follow with list2_deform. */
void list2_flip(struct list2 *l, int n);
/* A candidate: a vertex, the ends of an edge (equal for points), and the half pair. */
struct list2_cand { int v, ea, eb, half; };

/* Candidate k of the list, which is one of pair p. */
static inline struct list2_cand list2_at(const struct list2 *l, int p, int k)
{
	const int *body = l->pair[p].body;
	struct near2_cand c = near2_decode(l->outlines, body[0], body[1], l->cand[k]);

	return (struct list2_cand){ c.v, c.e, c.e + l->outlines->step[c.e + l->outlines->shift[body[!c.dir]]], 2 * p + c.dir };
}

/* The candidate of a vertex-edge pair, or -1: bodies a, b with b shifted by sx, sy, direction, vertex, first end of
 * edge. */
int list2_find(const struct list2 *l, int a, int b, int sx, int sy, int direction, int v, int ea);

#endif
