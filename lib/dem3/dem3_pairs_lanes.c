/* dem3_pairs_lanes.c: load the contacts of pairs of bodies one of which has faces into the lanes of a block, evaluate it,
 * and store them back */
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_pairs_work.h"

static const struct rolling3 no_rolling;

/* Transpose a block of as many rows and columns as there are lanes: to[k][d + z] = from[z][c + k], of arrays of doubles. */
static WIDE_INLINE void turn_block(int lanes, const void *const *from, int c, void *const *to, int d)
{
	if (lanes == LANES) {
		octet of[LANES];

		QUAD_UNROLL
		for (int z = 0; z < LANES; z++)
			of[z] = OCTET_AT((const double *)from[z] + c);
		octet_turn_of(of, of);
		QUAD_UNROLL
		for (int k = 0; k < LANES; k++)
			*(octet *)((double *)to[k] + d) = of[k];
	} else {
		quad of[QUAD];

		QUAD_UNROLL
		for (int z = 0; z < QUAD; z++)
			of[z] = QUAD_AT((const double *)from[z] + c);
		quad_turn_to(of, of);
		QUAD_UNROLL
		for (int k = 0; k < QUAD; k++)
			*(quad *)((double *)to[k] + d) = of[k];
	}
}

/* Transpose so many rows of numbers: to[c][z] = from[z][c]. */
static WIDE_INLINE void turn(int lanes, int rows, int numbers, const void *const *from, void *const *to)
{
	QUAD_UNROLL
	for (int c = 0; c < numbers; c += lanes)
		QUAD_UNROLL
		for (int z = 0; z < rows; z += lanes)
			turn_block(lanes, from + z, c, to + c, z);
}

/* Eight bits as 1 or 0 in lanes. */
static WIDE_INLINE void flags_in(unsigned bits, double *to)
{
	for (int z = 0; z < LANES; z++)
		to[z] = bits >> z & 1;
}

/* The lanes of batch g for the numbers of a touch3, in its order. */
enum { TOUCH = sizeof(struct touch3) / sizeof(double) };
static WIDE_INLINE void touch_lanes(struct hits *h, int g, void **to)
{
	struct contact8 *c = &h->at[g];
	struct more8 *m = &h->more[g];
	void *const lanes[TOUCH] = { c->n[0], c->n[1], c->n[2], c->gap, m->a[0], m->a[1], m->a[2], h->lean[g].weight, c->ft[0], c->ft[1],
		c->ft[2], c->fn, c->xi[0], c->xi[1], c->xi[2], h->key[g] };

	memcpy(to, lanes, sizeof lanes);
}

static WIDE_INLINE void load_loop(int lanes, struct hits *h, struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		struct work8 *k = &b->work[g];
		lane *all = (lane *)k;
		double none[LANES];
		void *to[TOUCH], *row_to[ROW];

		touch_lanes(h, g, to);
		for (int c = 0; c < ROW; c++)
			row_to[c] = all[c];
		turn(lanes, LANES, ROW, h->row_of + LANES * g, row_to);
		turn(lanes, LANES, TOUCH, (const void *const *)h->touch + LANES * g, to);
		turn(lanes, LANES, LANES, b->nearest + LANES * g,
			(void *[]){ k->arm[0], k->arm[1], k->arm[2], k->weight, k->w[0], k->w[1], k->w[2], none });
		flags_in(h->batch[g].was, k->was);
		flags_in(h->batch[g].is, k->is);
	}
}
WIDE_LOOP_LANES(load, (struct hits *h, struct block *b), h, b)

static WIDE_INLINE void store_loop(int lanes, struct hits *h, struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		void *from[TOUCH];

		touch_lanes(h, g, from);
		turn(lanes, TOUCH, LANES, (const void *const *)from, h->touch + LANES * g);
	}
}
WIDE_LOOP_LANES(store, (struct hits *h, struct block *b), h, b)

/* The pair of a hit; its contact, and its number within the pair. */
static inline struct faces_pair3 *pair_of(const struct hits *h, int k)
{
	return ((const struct row *)h->row_of[k])->r;
}

static inline struct touch3 *touch_of(const struct hits *h, int k)
{
	return h->touch[k];
}

static inline ptrdiff_t number_of(const struct hits *h, int k)
{
	return touch_of(h, k) - pair_of(h, k)->touch;
}

/* Load and store what few contacts have: torques by the change of weights, and the resistance to rolling. */
static void rest_load(struct hits *h, const struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->leans[g]; set; set &= set - 1) {
			int z = __builtin_ctz(set), k = LANES * g + z;

			lane_put(h->lean[g].lean, z, touch_of(h, k)->leans ? pair_of(h, k)->lean[number_of(h, k)] : v3(0, 0, 0));
		}
	for (int k = 0; k < LANES * b->n && b->rolling; k++)
		rolling8_put(&h->rolling[k / LANES], k % LANES, k < h->n ? &pair_of(h, k)->rolling[number_of(h, k)] : &no_rolling);
}

static void rest_store(const struct hits *h, const struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->leans[g]; set; set &= set - 1) {
			int z = __builtin_ctz(set), k = LANES * g + z;
			vec3 lean = lane_get(h->lean[g].lean, z);
			struct touch3 *touch = touch_of(h, k);

			touch->leans = lean.x != 0 || lean.y != 0 || lean.z != 0;
			if (touch->leans)
				dem3_pair_lean(pair_of(h, k), (int)number_of(h, k), lean);
		}
	for (int k = 0; k < h->n && b->rolling; k++)
		pair_of(h, k)->rolling[number_of(h, k)] = rolling8_get(&h->rolling[k / LANES], k % LANES);
}

/* Complete the batches: lanes without a contact, which are like the last one; the law, roots of reduced masses. */
static void batches_set(struct hits *h, struct block *b)
{
	h->spare = (struct touch3){ .gap = 0 };
	for (int k = h->n, last = h->n - 1; k < LANES * b->n; k++) {
		h->touch[k] = &h->spare;
		h->row_of[k] = h->row_of[last];
		b->nearest[k] = b->nearest[last];
	}
	b->events = 0;
	for (int g = 0; g < b->n; g++) {
		struct batch8 *t = &h->batch[g];

		t->law = h->law;
		t->n = (char)(h->n - LANES * g < LANES ? h->n - LANES * g : LANES);
		for (int z = 0; z < LANES; z++) {
			const struct row *row = h->row_of[LANES * g + z];

			t->on[z] = row->on;
			b->work[g].root[z] = row->root;
		}
		t->is = (unsigned char)(h->is >> LANES * g & 255);
		t->was = (unsigned char)(h->was >> LANES * g & 255);
		b->leans[g] = (unsigned char)(h->leans >> LANES * g & 255);
		t->events = t->was ^ t->is;
		b->events |= t->events;
	}
}

void dem3_hits_evaluate(struct dem3 *s, struct part3 *q, struct hits *h, enum evaluation how, struct block *b)
{
	if (h->n == 0)
		return;
	b->n = (h->n + LANES - 1) / LANES;
	b->batch = h->batch;
	b->rest = NULL;
	b->at = h->at;
	b->more = h->more;
	b->lean = h->lean;
	b->rolling = s->core.rolls ? h->rolling : NULL;
	b->law = h->law;
	b->balls = b->finds = 0;
	b->faces = 1;
	batches_set(h, b);
	load(s->core.wide)(h, b);
	rest_load(h, b);
	dem3_block_evaluate(s, q, b, how);
	store(s->core.wide)(h, b);
	rest_store(h, b);
	h->n = h->n_row = 0;
	h->is = h->was = h->leans = 0;
}
