/* dem3_batch.h: contacts in memory, for the files of lib/dem3 alone.
 *
 * A batch holds eight contacts in vector lanes: each number of a contact is an array of eight. What every contact has, and what
 * only some have, is in arrays of its own, so that large scenes of balls read and write little. */
#ifndef SCREE_DEM3_BATCH_H
#define SCREE_DEM3_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "contact/contact3.h"
#include "sim/soft.h"

enum { LANES = 8 };
typedef double lane[LANES];
struct contact8 { lane n[3], ft[3], xi[3], gap, fn; };
struct rolling8 { lane roll[3], moment[3]; };
/* What contacts have if some bodies have faces: torques by the change of weights, and weights, see contact3.h; others have 1. */
struct lean8 { lane lean[3], weight; };

/* What contacts other than those of two balls have: arm, see contact3.h; pebble of j. */
struct more8 { lane a[3]; int o[LANES]; };

static WIDE_INLINE vec3 lane_get(const lane *a, int k)
{
	return v3(a[0][k], a[1][k], a[2][k]);
}

static WIDE_INLINE void lane_put(lane *a, int k, vec3 v)
{
	a[0][k] = v.x;
	a[1][k] = v.y;
	a[2][k] = v.z;
}

/* A contact without its lean, with the weight 1; m is not used for balls. */
static WIDE_INLINE struct contact3 contact8_get(const struct contact8 *c, const struct more8 *m, int k, int balls)
{
	return (struct contact3){ lane_get(c->n, k), balls ? v3(0, 0, 0) : lane_get(m->a, k), lane_get(c->ft, k),
		lane_get(c->xi, k), c->gap[k], c->fn[k], 1, v3(0, 0, 0) };
}

static WIDE_INLINE void contact8_put(struct contact8 *to, struct more8 *m, int k, const struct contact3 *c, int balls)
{
	lane_put(to->n, k, c->n);
	if (!balls)
		lane_put(m->a, k, c->a);
	lane_put(to->ft, k, c->ft);
	lane_put(to->xi, k, c->xi);
	to->gap[k] = c->gap;
	to->fn[k] = c->fn;
}

static WIDE_INLINE struct rolling3 rolling8_get(const struct rolling8 *c, int k)
{
	return (struct rolling3){ lane_get(c->roll, k), lane_get(c->moment, k) };
}

static WIDE_INLINE void rolling8_put(struct rolling8 *to, int k, const struct rolling3 *c)
{
	lane_put(to->roll, k, c->roll);
	lane_put(to->moment, k, c->moment);
}

/* The data of a batch that do not change while its contacts last, and their flags. All contacts of a batch have one law. Lanes
 * from n on hold no contact. */
struct batch8 {
	uint32_t i[LANES], j[LANES]; /* offset of each body's motion in dem3.motion, in numbers */
	uint32_t on[LANES];      /* offset of the wrench of the near pair in dem3.wrench, in numbers */
	int image[LANES];        /* of the second body, in the list */
	union {
		float begins[LANES];     /* of balls: no less than the square of the distance at which the force begins [L^2] */
		int p[LANES];            /* of others: pebble of i */
	};
	const struct law_contact *law;
	int more;                /* index of the batch in contacts3.more and lean, unless its contacts are of two balls */
	char n, balls;           /* number of contacts; all of them are between two balls */
	/* bits, one per lane: touched one step ago; touches now; is with a wall; is with an image that is shifted; begins or ends; has
	 * to be evaluated */
	unsigned char was, is, walls, shifted, events, live;
	char faces;              /* the contacts are of bodies with faces */
};

/* More data of a batch, which not all laws need: square root of the reduced mass for damping, or of the contact's share of it
 * [M^1/2], effective radius [L]. */
struct batch8_rest { lane root, effective; };

/* Contacts as the last force evaluation left them, in the order of candidates; those of balls of one run3 are in any order. A
 * place may be empty. Until batches are filled, more and lean have every contact, and near is not set. */
struct contacts3 {
	int n, batched;          /* number of places; batch, rest and near are filled */
	size_t cap, cap_more, cap_lean, cap_rolling, cap_cand, cap_batch, cap_rest, cap_near;
	struct contact8 *at;     /* [n/8] */
	struct more8 *more;
	struct lean8 *lean;      /* if some bodies have faces, else NULL */
	struct rolling8 *rolling; /* [n/8], if some law resists rolling or twisting */
	struct batch8 *batch;    /* [n/8] */
	struct batch8_rest *rest; /* [n/8], if some law needs it */
	int *near;               /* [n] near candidate; empty lanes of a batch have that of the last one */
	int *cand;               /* [n+1] index of the candidate in the list; -1: the place is empty */
};

/* The index in more and lean of a place that is in no batch of balls. */
static inline int contacts3_more(const struct contacts3 *c, int place)
{
	return c->batched ? c->batch[place / LANES].more : place / LANES;
}

struct dem3;
struct part3;

/* dem3_batches.c: put the contacts of a part into batches. */
void dem3_batches_order(struct dem3 *s, struct part3 *q, int thread, enum evaluation how);
/* List the contacts of a part in part3.held, with INT_MAX behind them. If near candidates have been chosen since contacts were
 * put in order, the list is still good, and is kept. */
void dem3_batches_held(struct part3 *q);
/* It is known which near candidates touch, and contacts are in order: share the mass of each body with faces among its contacts
 * with a wall. */
void dem3_batches_share(const struct dem3 *s, struct part3 *q);
/* A near candidate begins or ceases to touch. Returns 0 if it has no place, so that the part has to be put in order. */
int dem3_batches_toggle(struct dem3 *s, struct part3 *q, int near);
/* Clear the contacts that begin in the lanes of a batch that bits names. */
void dem3_batches_begin(struct dem3 *s, struct part3 *q, int batch, unsigned bits);
/* A pair of the list is at another image now. */
void dem3_batches_shift(struct dem3 *s, int pair);
/* The events of a batch have been dealt with: its contacts now are those of one step ago. */
void dem3_batches_done(const struct dem3 *s, struct part3 *q, int batch);

#endif
