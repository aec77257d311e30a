/* dem3_pairs_lanes.c: load the contacts of pairs of bodies one of which has faces into the lanes of a block, evaluate it,
 * and store them back */
#include <math.h>
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_pairs_work.h"

/* What lanes without a contact hold. */
static const struct touch3 nothing;
static const struct rolling3 no_rolling;

/* Transpose rows of so many numbers into lanes. */
static WIDE_INLINE void turn_in(int lanes, const double *const *from, int numbers, lane *to)
{
	QUAD_UNROLL
	for (int c = 0; c < numbers; c += lanes) {
		if (lanes == LANES) {
			octet in[LANES];

			QUAD_UNROLL
			for (int z = 0; z < LANES; z++)
				in[z] = OCTET_AT(from[z] + c);
			octet_turn_of(in, (octet *)to[c]);
		} else {
			QUAD_UNROLL
			for (int h = 0; h < LANES; h += QUAD)
				quad_turn(from[h] + c, from[h + 1] + c, from[h + 2] + c, from[h + 3] + c, to[c] + h, LANES);
		}
	}
}

/* The numbers of a touch3 in lanes. */
enum { N = 0, DEEP = 3, ARM = 4, WEIGHT = 7, FT = 8, FN = 11, XI = 12, KEY = 15, TOUCH = 16 };

/* Eight bits as 1 or 0 in lanes. */
static WIDE_INLINE void flags_in(unsigned bits, double *to)
{
	for (int z = 0; z < LANES; z++)
		to[z] = bits >> z & 1;
}

/* Lanes without a contact are like the last one. */
static WIDE_INLINE void load_loop(int lanes, struct hits *h, struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		const double *row[LANES], *touch[LANES], *nearest[LANES];
		_Alignas(LINE) lane in[TOUCH], near[8];
		struct work8 *k = &b->work[g];
		lane *all = (lane *)k;

		for (int z = 0; z < LANES; z++) {
			int at = LANES * g + z, is = z < h->batch[g].n;

			row[z] = h->row_of[at]->v;
			nearest[z] = &h->nearest[at]->arm.x;
			touch[z] = is ? &h->touch[at]->n.x : &nothing.n.x;
		}
		turn_in(lanes, row, ROW, all);
		turn_in(lanes, touch, TOUCH, in);
		turn_in(lanes, nearest, 8, near);
		memcpy(h->rest[g].effective, all[EFFECTIVE], sizeof(lane));
		flags_in(h->batch[g].was, k->was);
		flags_in(h->batch[g].is, k->is);
		memcpy(k->arm, near[0], 3 * sizeof(lane)); /* as in nearest3 */
		memcpy(k->weight, near[3], sizeof(lane));
		memcpy(k->w, near[4], 3 * sizeof(lane));
		memcpy(h->at[g].n, in[N], 3 * sizeof(lane));
		memcpy(h->at[g].gap, in[DEEP], sizeof(lane));
		memcpy(h->more[g].a, in[ARM], 3 * sizeof(lane));
		memcpy(h->more[g].weight, in[WEIGHT], sizeof(lane));
		memcpy(h->at[g].ft, in[FT], 3 * sizeof(lane));
		memcpy(h->at[g].fn, in[FN], sizeof(lane));
		memcpy(h->at[g].xi, in[XI], 3 * sizeof(lane));
		memcpy(h->key[g], in[KEY], sizeof(lane));
	}
}
WIDE_LOOP_LANES(load, (struct hits *h, struct block *b), h, b)

static WIDE_INLINE void store_loop(int lanes, struct hits *h, struct block *b)
{
	for (int g = 0; g < b->n; g++) {
		const struct contact8 *c = &h->at[g];
		const struct more8 *m = &h->more[g];
		const double *from[TOUCH] = { c->n[0], c->n[1], c->n[2], c->gap, m->a[0], m->a[1], m->a[2], m->weight, c->ft[0], c->ft[1],
			c->ft[2], c->fn, c->xi[0], c->xi[1], c->xi[2], h->key[g] };
		_Alignas(LINE) double back[LANES][TOUCH];

		QUAD_UNROLL
		for (int r = 0; r < TOUCH; r += lanes) {
			if (lanes == LANES) {
				octet in[LANES], out[LANES];

				QUAD_UNROLL
				for (int z = 0; z < LANES; z++)
					in[z] = OCTET_AT(from[r + z]);
				octet_turn_of(in, out);
				QUAD_UNROLL
				for (int z = 0; z < LANES; z++)
					*(octet *)(back[z] + r) = out[z];
			} else {
				QUAD_UNROLL
				for (int d = 0; d < LANES; d += QUAD)
					quad_turn(from[r] + d, from[r + 1] + d, from[r + 2] + d, from[r + 3] + d, back[d] + r, TOUCH);
			}
		}
		for (int z = 0, n = h->batch[g].n; z < n; z++)
			memcpy(h->touch[LANES * g + z], back[z], sizeof back[z]);
	}
}
WIDE_LOOP_LANES(store, (struct hits *h, struct block *b), h, b)

/* The contact of a hit, counted within its pair. */
static inline ptrdiff_t number_of(const struct hits *h, int k)
{
	return h->touch[k] - h->pair[k]->touch;
}

/* Load and store what few contacts have: torques by the change of weights, and the resistance to rolling. */
static void rest_load(struct hits *h, const struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->leans[g]; set; set &= set - 1) {
			int z = __builtin_ctz(set), k = LANES * g + z;

			lane_put(h->lean[g].lean, z, h->touch[k]->leans ? h->pair[k]->lean[number_of(h, k)] : v3(0, 0, 0));
		}
	for (int k = 0; k < LANES * b->n && b->rolling; k++)
		rolling8_put(&h->rolling[k / LANES], k % LANES, k < h->n ? &h->pair[k]->rolling[number_of(h, k)] : &no_rolling);
}

static void rest_store(const struct hits *h, const struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->leans[g]; set; set &= set - 1) {
			int z = __builtin_ctz(set), k = LANES * g + z;
			vec3 lean = lane_get(h->lean[g].lean, z);

			h->touch[k]->leans = lean.x != 0 || lean.y != 0 || lean.z != 0;
			if (h->touch[k]->leans)
				dem3_pair_lean(h->pair[k], (int)number_of(h, k), lean);
		}
	for (int k = 0; k < h->n && b->rolling; k++)
		h->pair[k]->rolling[number_of(h, k)] = rolling8_get(&h->rolling[k / LANES], k % LANES);
}

/* Complete the batches: lanes without a contact, the law, roots of reduced masses. */
static void batches_set(struct hits *h, struct block *b)
{
	for (int k = h->n; k < LANES * b->n; k++) { /* like the last one */
		int last = h->n - 1, g = k / LANES;

		h->nearest[k] = h->nearest[last];
		h->row_of[k] = h->row_of[last];
		h->batch[g].on[k % LANES] = h->row_of[last]->on;
		h->rest[g].near_pair[k % LANES] = h->row_of[last]->near_pair;
	}
	b->events = 0;
	for (int g = 0; g < b->n; g++) {
		struct batch8 *t = &h->batch[g];

		t->law = h->law;
		t->n = (char)(h->n - LANES * g < LANES ? h->n - LANES * g : LANES);
		t->events = t->was ^ t->is;
		b->events |= t->events;
		b->leans[g] = h->leans[g];
		for (int z = 0; z < LANES; z++) {
			b->nearest[g][z] = h->nearest[LANES * g + z];
			b->work[g].root[z] = h->row_of[LANES * g + z]->root;
		}
	}
}

void dem3_hits_evaluate(struct dem3 *s, struct part3 *q, struct hits *h, enum evaluation how, struct block *b)
{
	if (h->n == 0)
		return;
	b->n = (h->n + LANES - 1) / LANES;
	b->batch = h->batch;
	b->rest = h->rest;
	b->at = h->at;
	b->more = h->more;
	b->lean = h->lean;
	b->rolling = s->core.rolls ? h->rolling : NULL;
	b->law = h->law;
	b->balls = 0;
	b->faces = 1;
	batches_set(h, b);
	load(s->core.wide)(h, b);
	rest_load(h, b);
	dem3_block_evaluate(s, q, b, how);
	store(s->core.wide)(h, b);
	rest_store(h, b);
	h->n = h->n_row = 0;
	for (int g = 0; g < BATCHES; g++)
		h->batch[g].was = h->batch[g].is = h->leans[g] = 0;
}
