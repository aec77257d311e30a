/* dem3_pairs_work.h: pairs of bodies one of which has faces while they are looked at and evaluated, for dem3_pairs_*.c alone. */
#ifndef SCREE_DEM3_PAIRS_WORK_H
#define SCREE_DEM3_PAIRS_WORK_H

#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_block.h"
#include "dem3/dem3_faces.h"

/* A pair that is looked at in this step, after this path. */
struct due { struct near_faces3 *near; double path; };

/* A pair in a group of pairs that are looked at together: its looks are from .. end-1; its n_hit hits begin at hit; ended: some
 * contacts have. */
struct span {
	struct faces_pair3 *r;
	struct near_faces3 *near;
	double path;
	int from, end, hit, n_hit, ended;
};

/* A look at features that touch now, or did one step ago: a contact of the pair. */
struct hit { int look; unsigned char is, was; };

/* The numbers that contacts of a pair have in common, in the order of work8, up to the effective radius; and what their lanes
 * need besides: the root of their share of the reduced mass for damping, the offset of the wrench in dem3.wrench. */
enum { OWN_I = OWN, OWN_J = OWN_I + N_OWN, EFFECTIVE = OWN_J + N_OWN, ROW };
struct row { double v[ROW], root; uint32_t on; struct faces_pair3 *r; };

/* Contacts of one law to be evaluated together: touch3 and row of each; its nearest points are in the block. n_row: the number of
 * rows in use. Bits of contacts: is, was: it touches now, touched one step ago; leans: it has a torque by the change of its
 * weight, or had one. spare: in the place of touch3 for lanes without a contact. */
enum { SPANS = 64, HITS = BATCHES * LANES };
_Static_assert(HITS <= 32 && SPANS <= SHRT_MAX, "bits of all contacts; look3.of");
struct hits {
	int n, n_row;
	const struct law_contact *law;
	void *touch[HITS];       /* struct touch3 */
	const void *row_of[HITS]; /* struct row */
	uint32_t is, was, leans;
	struct row row[HITS];
	struct touch3 spare;
	struct batch8 batch[BATCHES];
	_Alignas(LINE) struct contact8 at[BATCHES];
	struct more8 more[BATCHES];
	struct lean8 lean[BATCHES];
	struct rolling8 rolling[BATCHES];
	lane key[BATCHES];       /* fi and fj of touch3, as they are */
};

/* Memory of a thread. A group of pairs has one of bodies for each of span, and one of before, found, d2 and free for each of
 * look. The mark of a look is the index of the near features. */
struct faces_work3 {
	struct sifted3 sifted;
	int n_span, n_look, n_hit;
	size_t cap_look, cap_before, cap_found, cap_d2, cap_free, cap_kept, cap_kept_free, cap_due, cap_is, cap_was, cap_hit;
	struct due *due;
	struct hit *hit;
	struct look3 *look;
	struct nearest3 *found;
	double *d2;              /* squares of distances [L^2] */
	float *before, *free;    /* faces_pair3.near_free one step ago, and now */
	uint64_t *is, *was;      /* bits of the near features of a pair, or of its looks */
	struct near_features3 *kept; /* near features of a pair while they are chosen, and their near_free */
	float *kept_free;
	struct span span[SPANS];
	struct bodies_near3 bodies[SPANS];
	struct hits hits;
};

/* Make room for the nearest points of n looks, and behind them for those that loops over eight need. */
static inline void dem3_faces_work_found(struct faces_work3 *w, int n)
{
	MEM_GROW(w->found, &w->cap_found, (size_t)n + 1);
	MEM_GROW(w->d2, &w->cap_d2, (size_t)n + EIGHT);
	MEM_GROW(w->free, &w->cap_free, (size_t)n + EIGHT);
	memset(w->d2 + n, 0, EIGHT * sizeof *w->d2);
}

/* dem3_pairs_near.c: find the near features of a pair after this path, or a path before which there are none. */
void dem3_pair_choose(const struct dem3 *s, struct faces_work3 *w, struct near_faces3 *near, const struct law_contact *law,
	double path);
/* dem3_pairs_lanes.c: evaluate hits, of which none are left then. */
void dem3_hits_evaluate(struct dem3 *s, struct part3 *q, struct hits *h, enum evaluation how, struct block *b);

/* How far rounding may take distances of two bodies [L]. */
static inline double pair_slack(const struct dem3 *s, const struct faces_pair3 *r)
{
	return 1e-9 * (s->pebbles.reach[r->body[0]] + s->pebbles.reach[r->body[1]]);
}

/* The distance at which the force between two features begins [L]. */
static inline double pair_begins(const struct bodies_near3 *b, const struct law_contact *law, int fi, int fj)
{
	return law_begins(law, body3_radius(b->i, fi) + body3_radius(b->j, fj));
}

static inline struct bodies_near3 pair_bodies(const struct dem3 *s, const struct faces_pair3 *r)
{
	size_t n = (size_t)r->n_touch;

	return (struct bodies_near3){ &s->body3[r->body[0]], &s->body3[r->body[1]],
		s->list.images.at[s->list.pair[r->pair].image].h, 0,
		{ { r->touch, n * sizeof *r->touch }, { r->lean, r->lean ? n * sizeof *r->lean : 0 } } };
}

/* A path as a float that is not longer. */
static inline float path_down(double path)
{
	return (float)(path * (path > 0 ? 1 - 1e-6 : 1 + 1e-6));
}

#endif
