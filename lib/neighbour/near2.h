/* near2.h: find the vertices of two bodies that are near edges of the other body. */
#ifndef SCREE_NEAR2_H
#define SCREE_NEAR2_H

#include <stddef.h>
#include <stdint.h>

#include "contact/outlines.h"

/* A vertex, of the second body if dir is 1, and the first end of an edge of the other body, or a point. */
struct near2_cand { int dir, v, e; };

/* The codes of candidates, see near2_code: narrow ones if no body has more than NEAR2_NARROW vertices. One of the arrays is
 * NULL. */
struct near2_codes { uint32_t *wide; uint16_t *narrow; };
enum { NEAR2_NARROW = 181 };

static inline uint32_t near2_code_at(const struct near2_codes *c, int k)
{
	return c->wide ? c->wide[k] : (uint32_t)(c->narrow[k] >> 15) << 31 | (c->narrow[k] & INT16_MAX);
}

/* The places of bodies; all arrays [n]: positions [L], cosines and sines of the angles. */
struct near2_places { const struct outlines *outlines; const double *x, *y, *c, *s; };

/* The result and the workspace of near2_find. */
struct near2_work {
	/* the result */
	int n;
	size_t cap;
	struct near2_codes cand;
	int is_wide;          /* cand has wide codes */
	/* [n] how far a candidate is from the distance scale (r_i + r_j) + range, in units of unit [L], rounded down, from 0 to
	 * NEAR2_GAPS; only if unit is above 0 */
	uint8_t *gap;
	size_t cap_gap, cap_far;
	double unit, scale, range;
	/* scratch for each candidate of a pair: squared distance, r_i + r_j [L^2, L], code */
	struct near2_far { double d2, radii; uint32_t code; } *far;
	int first;            /* index of the first candidate of the pair */
	/* scratch for each body */
	struct near2_side {
		int n;                        /* number of features near the other body */
		int first, all, shift;        /* vertices of the body: first index, number, shift to their form */
		int *feature, *list;          /* feature: [n] these features, in list; NULL: all */
		int *vertex, *edge, n_vertex, n_edge; /* the features that matter as vertices and as edges */
		double *out;                  /* [all] how far a vertex stands out towards the other body [L] */
		struct near2_block { vec2 lo, hi; double radius; } *block; /* boxes of a few edges each, and their largest radius */
	} side[2];
};

enum { NEAR2_GAPS = 127 };

/* A candidate of bodies a and b as one number: dir in the highest bit, and the index of the pair among all vertices of one body
 * times all edges of the other. That product must be below 2^31. Narrow codes have 16 bits instead of 32. */
static inline uint32_t near2_code(const struct outlines *o, int a, int b, struct near2_cand c)
{
	int i = c.dir ? b : a, j = c.dir ? a : b, m = o->first[j + 1] - o->first[j];

	return (uint32_t)c.dir << 31 | (uint32_t)((c.v - o->first[i]) * m + (c.e - o->first[j]));
}

static inline struct near2_cand near2_decode(const struct outlines *o, int a, int b, uint32_t code)
{
	int dir = (int)(code >> 31), i = dir ? b : a, j = dir ? a : b;
	uint32_t at = code & INT32_MAX, m = (uint32_t)(o->first[j + 1] - o->first[j]);

	return (struct near2_cand){ dir, o->first[i] + (int)(at / m), o->first[j] + (int)(at % m) };
}

/* Make a workspace for bodies of at most `most` vertices. */
void near2_init(struct near2_work *s, int most);
void near2_free(struct near2_work *s);
/* Have memory for n codes. */
void near2_reserve(struct near2_work *s, size_t n);

/* Append every vertex and edge (or point, if neither body has edges) of bodies a and b whose distance is below r_i + r_j + margin
 * [L]. Body b is shifted by dx, dy [L]. First come vertices of a with edges of b, then vertices of b with edges of a; each
 * ascending in vertex, then edge. The vertices of a are left out if skip & 1, those of b if skip & 2. */
void near2_find(struct near2_work *s, const struct near2_places *w, int a, int b, double dx, double dy, double margin, int skip);

#endif
