/* dem3_batches.c: the batches in which contacts are stored while they last
 *
 * A batch holds eight contacts of one law, and the data from which they are evaluated. In most steps no contact of a part of
 * the list begins or ends. A contact that ends leaves its place empty, and gets it back when it begins again. If more than an
 * eighth of the near balls touch, the others have places too, behind those that touch; halves of batches in which nothing touches
 * are left out. If most other near candidates touch, all of them have places, near pairs of which nothing touches behind the
 * others. Where all near candidates have places, batches find out by themselves which of them touch. The contacts of a part are
 * put in order when a contact begins that has no place, and when near candidates have been chosen. If faces of meshes are near,
 * they are put in order whenever a contact begins or ends, since it may go on on another face. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_near.h"
#include "dem3/dem3_round.h"

static const struct rolling3 no_rolling;
static const struct contact3 nothing;

static void place_clear(const struct dem3 *s, struct part3 *q, int place)
{
	dem3_contact_put(&q->now, place, &nothing, s->core.rolls ? &no_rolling : NULL);
}

void dem3_batches_held(struct part3 *q)
{
	const struct contacts3 *c = &q->now;
	int n = 0;

	if (q->stale && c->batched)
		return;
	MEM_GROW(q->held, &q->cap_held, (size_t)c->n + 1);
	for (int k = 0, end = c->batched ? q->n_near : c->n; k < end; k++) {
		int place = c->batched ? q->place[k] : k, cand = place < 0 ? -1 : c->cand[place];

		q->held[n] = (struct held3){ cand, place };
		n += cand >= 0;
	}
	q->held[n].cand = INT_MAX;
}

/* Whether enough of the near candidates of all runs touch, of balls or of others, to give them all a place: see part3.full. Where
 * balls flow, contacts begin in nearly every step, so it pays sooner to give all places; an eighth is measured, not derived. */
static void full_set(struct part3 *q, enum evaluation how)
{
	int touching[2] = { 0 }, all[2] = { 0 };

	for (int k = 0, run = 0; run < q->n_run; run++) {
		int balls = q->run[run].balls, n = 0;

		all[balls] += q->run[run].end - k;
		for (; k < q->run[run].end; k++)
			n += q->touch[k] & TOUCH_IS;
		touching[balls] += n;
	}
	q->full[0] = how == EVALUATE_STEP && 2 * touching[0] > all[0];
	q->full[1] = how == EVALUATE_STEP && 8 * touching[1] > all[1];
}

/* Put the near pairs of which nothing touches, or did one step ago, behind the others, among the hits from `from` on; rest is
 * spare memory. */
static void idle_last(const struct dem3 *s, struct part3 *q, int from, int n, int *rest)
{
	struct hit3 *hit = q->hit;
	int to = from, n_rest = 0;

	for (int a = from, b; a < n; a = b) {
		int pair = part3_near(s, q, hit[a].near).near_pair, busy = 0;

		for (b = a; b < n && part3_near(s, q, hit[b].near).near_pair == pair; b++)
			busy |= hit[b].old >= 0 || q->touch[hit[b].near] & TOUCH_IS;
		for (int k = a; k < b; k++)
			if (busy)
				hit[to++] = hit[k];
			else
				rest[n_rest++] = hit[k].near;
	}
	for (int z = 0; z < n_rest; z++)
		hit[to + z] = (struct hit3){ rest[z], -1, 0 };
}

/* Find the near candidates that get places: those that touch and, in a step, those that did one step ago; or, in a step where
 * enough of them touch, all but features, which have no nearest points before they touch. Balls that touch come first, and so do
 * near pairs of others of which something touches: batches in which nothing does are left out. */
static void hits_find(const struct dem3 *s, struct part3 *q, struct ordering3 *spare, enum evaluation how)
{
	const struct held3 *held = q->held;
	int n = 0, k = 0;

	MEM_GROW(q->hit, &q->cap_hit, (size_t)q->n_near + 1);
	MEM_GROW(q->place, &q->cap_place, (size_t)q->n_near + 1);
	MEM_GROW(spare->rest, &spare->cap_rest, (size_t)q->n_near + 1);
	memset(q->place, -1, (size_t)q->n_near * sizeof *q->place);
	full_set(q, how);
	struct hit3 *hit = q->hit;
	int *rest = spare->rest;
	for (int run = 0; run < q->n_run; run++) {
		const struct run3 *r = &q->run[run];
		int all = q->full[r->balls] && !r->faces, last = r->balls, n_rest = 0, from = n;

		for (; k < r->end; k++) {
			int cand = part3_near(s, q, k).cand;

			while (held->cand < cand)
				held++;
			int was = held->cand == cand, first = (q->touch[k] & TOUCH_IS) | (was & (how == EVALUATE_STEP));

			hit[n] = (struct hit3){ k, was ? held->place : -1, 0 };
			rest[n_rest] = k;
			n += first | (all & !last);
			n_rest += !first;
		}
		for (int z = 0; z < n_rest && all && last; z++)
			hit[n++] = (struct hit3){ rest[z], -1, 0 };
		if (all && !last)
			idle_last(s, q, from, n, rest);
	}
	q->n_hit = n;
}

/* Note at which image the second body of lane z is, and whether that is shifted: images 0 and 1 are not. */
static void shift_set(const struct dem3 *s, int pair, struct batch8 *t, int z)
{
	unsigned bit = 1u << z;

	t->image[z] = s->list.pair[pair].image;
	t->shifted = (unsigned char)(t->image[z] > 1 ? t->shifted | bit : t->shifted & ~bit);
}

/* Fill lane z of a batch of others than balls with the data of a hit that do not change while its contact lasts. */
static void lane_set(const struct dem3 *s, struct part3 *q, const struct hit3 *hit, int batch, int z)
{
	struct batch8 *t = &q->now.batch[batch];
	const struct near3 near = part3_near(s, q, hit->near);
	const struct near_pair3 *near_pair = &q->near_pair[near.near_pair];
	const int *body = s->list.pair[near_pair->pair].body;

	t->i[z] = MOTION * (uint32_t)body[0];
	t->j[z] = MOTION * (uint32_t)body[1];
	t->on[z] = (uint32_t)s->each * (uint32_t)(q->sum_from + near.near_pair);
	shift_set(s, near_pair->pair, t, z);
	q->now.near[LANES * batch + z] = hit->near;
	t->p[z] = near.a;
	q->now.more[t->more].o[z] = near.b;
	if (!q->now.rest)
		return;
	q->now.rest[batch].root[z] = sqrt(dem3_damped_mass(s, near_pair->pair, t->law));
	q->now.rest[batch].effective[z] = dem3_effective(s, t->law, pebbles_radius(&s->pebbles, body[0], near.a), body[1],
		pebbles_radius(&s->pebbles, body[1], near.b));
}

/* Set the flags of lane z: whether the hit touches now, and did one step ago. */
static void lane_begin(const struct dem3 *s, const struct part3 *q, const struct hit3 *hit, struct batch8 *t, int z)
{
	unsigned bit = 1u << z, is = q->touch[hit->near] & TOUCH_IS ? bit : 0, was = hit->old >= 0 ? bit : 0;

	t->was |= (unsigned char)was;
	t->is |= (unsigned char)is;
	t->events |= (unsigned char)((is ^ was) | (hit->moved ? bit : 0));
	t->live |= (unsigned char)(is | was);
	t->walls |= (unsigned char)(part3_is_wall(s, q, hit->near) ? bit : 0);
}

/* Fill a batch of others than balls with hits, and move their contacts there. */
static void others_place(const struct dem3 *s, struct part3 *q, const struct hit3 *hit, int batch, const struct contacts3 *was)
{
	struct contacts3 *c = &q->now;
	struct batch8 *t = &c->batch[batch];

	for (int z = 0; z < t->n; z++, hit++) {
		int at = LANES * batch + z, old = hit->old < 0 ? -1 : contacts3_more(was, hit->old);
		struct contact3 contact = nothing;

		if (old >= 0)
			contact = contact8_get(&was->at[hit->old / LANES], &was->more[old], hit->old % LANES, 0);
		contact8_put(&c->at[batch], &c->more[t->more], z, &contact, 0);
		if (c->lean) {
			const struct lean8 *lean = old < 0 ? NULL : &was->lean[old];

			lane_put(c->lean[t->more].lean, z, lean ? lane_get(lean->lean, hit->old % LANES) : nothing.lean);
			c->lean[t->more].weight[z] = lean ? lean->weight[hit->old % LANES] : nothing.weight;
		}
		c->cand[at] = old >= 0 || q->touch[hit->near] & TOUCH_IS ? part3_near(s, q, hit->near).cand : -1;
		q->place[hit->near] = at;
		lane_set(s, q, hit, batch, z);
		lane_begin(s, q, hit, t, z);
	}
	for (int z = t->n; z < LANES; z++) { /* like the last one, but without a contact */
		lane_set(s, q, hit - 1, batch, z);
		place_clear(s, q, LANES * batch + z);
		c->cand[LANES * batch + z] = -1;
	}
	if (part3_finds(q, 0, t->faces, t->law))
		t->live = (unsigned char)((1u << t->n) - 1);
}

/* A float that is larger than x >= 0 by little. */
static inline float float_above(double x)
{
	return (float)(1.000001 * x) + FLT_MIN;
}

/* Set what some laws need of the balls of a batch. */
static void balls_set_rest(const struct dem3 *s, const struct part3 *q, const int *near, const struct batch8 *t,
	struct batch8_rest *m)
{
	int differs = dem3_effective_differs(t->law);

	for (int z = 0; z < LANES; z++) {
		m->root[z] = sqrt(dem3_damped_mass(s, part3_pair(s, q, near[z]), t->law));
		m->effective[z] =
			differs ? law_effective(s->motion[t->i[z] / MOTION].radius, s->motion[t->j[z] / MOTION].radius) : 0;
	}
}

/* Set the data of a batch of balls that do not change while its contacts last; empty lanes are like the last one. */
static void balls_set(const struct dem3 *s, struct part3 *q, const struct hit3 *hit, int batch)
{
	struct batch8 *t = &q->now.batch[batch];
	int *place_near = &q->now.near[LANES * batch];

	for (int z = 0; z < LANES; z++) {
		int k = hit[z < t->n ? z : t->n - 1].near;
		int pair = part3_pair(s, q, k);
		const int *body = s->list.pair[pair].body;
		double lim = law_begins(t->law, s->motion[body[0]].radius + s->motion[body[1]].radius);

		t->i[z] = MOTION * (uint32_t)body[0];
		t->j[z] = MOTION * (uint32_t)body[1];
		t->on[z] = (uint32_t)s->each * (uint32_t)s->near_pair_of[pair];
		t->begins[z] = float_above(lim * lim);
		shift_set(s, pair, t, z);
		place_near[z] = k;
	}
	if (q->now.rest)
		balls_set_rest(s, q, place_near, t, &q->now.rest[batch]);
}

/* Fill a batch of balls with hits, and move their contacts there. */
static void balls_place(const struct dem3 *s, struct part3 *q, const struct hit3 *hit, int batch, const struct contacts3 *was)
{
	struct contacts3 *c = &q->now;
	struct batch8 *t = &c->batch[batch];
	int *cand = c->cand + LANES * batch;
	unsigned is = 0, old = 0;

	balls_set(s, q, hit, batch);
	memset(cand, -1, LANES * sizeof *cand);
	for (int z = 0; z < t->n; z++, hit++) {
		unsigned touches = q->touch[hit->near] & TOUCH_IS;

		if (hit->old >= 0) {
			struct contact3 contact = contact8_get(&was->at[hit->old / LANES], NULL, hit->old % LANES, 1);
			contact8_put(&c->at[batch], NULL, z, &contact, 1);
			old |= 1u << z;
		}
		is |= touches << z;
		cand[z] = hit->old >= 0 || touches ? part3_near(s, q, hit->near).cand : -1;
		q->place[hit->near] = LANES * batch + z;
	}
	t->was = (unsigned char)old;
	t->is = (unsigned char)is;
	t->events = (unsigned char)(is ^ old);
	t->live = (unsigned char)(q->full[1] ? (1u << t->n) - 1 : is | old);
}

/* Move the resistance to rolling of the contacts of hits into a batch. */
static void rolling_place(struct contacts3 *c, const struct hit3 *hit, int batch, const struct contacts3 *was)
{
	const struct batch8 *t = &c->batch[batch];

	for (int z = 0; z < LANES; z++) {
		struct rolling3 rolling = no_rolling;

		if (z < t->n && hit[z].old >= 0 && law_rolls(t->law))
			rolling = rolling8_get(&was->rolling[hit[z].old / LANES], hit[z].old % LANES);
		rolling8_put(&c->rolling[batch], z, &rolling);
	}
}

/* Make room for a place for every hit, without contacts. */
static void places_reserve(const struct dem3 *s, struct part3 *q)
{
	int batches = 0, more = 0;

	for (int k = 0, run = 0; k < q->n_hit; run++) {
		int first = k;

		while (k < q->n_hit && q->hit[k].near < q->run[run].end)
			k++;
		batches += (k - first + LANES - 1) / LANES;
		more += q->run[run].balls ? 0 : (k - first + LANES - 1) / LANES;
	}
	dem3_contacts_reserve(s, &q->now, LANES * batches, more);
	memset(q->now.at, 0, (size_t)batches * sizeof *q->now.at);
}

/* Give every hit a place, eight of one law and kind in a batch, and move its contact there. */
static void hits_place(const struct dem3 *s, struct part3 *q, const struct contacts3 *was)
{
	struct contacts3 *c = &q->now;
	const struct run3 *run = q->run;

	c->n = 0;
	c->batched = 1;
	places_reserve(s, q);
	for (int k = 0, more = 0, n; k < q->n_hit; k += n, c->n += LANES) {
		const struct hit3 *hit = &q->hit[k];
		int batch = c->n / LANES;

		while (run->end <= hit->near)
			run++;
		n = q->n_hit - k < LANES ? q->n_hit - k : LANES;
		while (hit[n - 1].near >= run->end)
			n--;
		struct batch8 *t = &c->batch[batch];
		t->law = run->law;
		t->more = more;
		t->n = (char)n;
		t->balls = (char)run->balls;
		t->faces = (char)run->faces;
		t->was = t->is = t->walls = t->shifted = t->events = t->live = 0;
		more += !run->balls;
		(run->balls ? balls_place : others_place)(s, q, hit, batch, was);
		if (s->core.rolls)
			rolling_place(c, hit, batch, was);
	}
}

void dem3_batches_order(struct dem3 *s, struct part3 *q, int thread, enum evaluation how)
{
	struct ordering3 *spare = &s->ordering[thread];
	struct contacts3 was = q->now;

	q->hit = spare->hit;
	q->cap_hit = spare->cap_hit;
	dem3_batches_held(q);
	if (q->meshes && s->core.clings && how == EVALUATE_STEP)
		dem3_carry_clinging(s, q);
	hits_find(s, q, spare, how);
	if (q->meshes && how == EVALUATE_STEP)
		dem3_carry(s, q);
	q->now = spare->old;
	spare->old = was;
	hits_place(s, q, &was);
	if (!was.batched) { /* the next contacts need less */
		MEM_DROP(spare->old.more, &spare->old.cap_more);
		MEM_DROP(spare->old.lean, &spare->old.cap_lean);
	}
	spare->hit = q->hit;
	spare->cap_hit = q->cap_hit;
	q->hit = NULL;
	q->stale = 0;
	MEM_DROP(q->held, &q->cap_held);
}

void dem3_batches_share(const struct dem3 *s, struct part3 *q)
{
	for (int k = 0, end = 0; k < q->n_near && q->some_share; k = end) {
		const struct near_pair3 *p = &q->near_pair[q->near[k].near_pair];
		int shares = near_pair3_shares(s, p), counts = 0;

		for (; end < q->n_near && q->near[end].near_pair == q->near[k].near_pair; end++)
			if (shares && q->touch[end] & TOUCH_IS)
				counts += faces3_count(p->faces ? q->nearest[q->nearest_of[end]].weight : 1);
		if (!shares)
			continue;
		double root = sqrt(dem3_damped_mass(s, p->pair, dem3_law_of(s, p->pair)) / faces3_share(counts));
		for (int z = k; z < end; z++)
			if (q->place[z] >= 0)
				q->now.rest[q->place[z] / LANES].root[q->place[z] % LANES] = root;
	}
}

int dem3_batches_toggle(struct dem3 *s, struct part3 *q, int near)
{
	int at = q->stale || q->meshes ? -1 : q->place[near];

	if (at < 0)
		return 0;
	struct batch8 *t = &q->now.batch[at / LANES];
	unsigned char bit = (unsigned char)(1 << at % LANES);

	t->is ^= bit;
	t->events |= bit;
	t->live |= bit;
	if (t->is & bit)
		place_clear(s, q, at);
	return 1;
}

/* The part that has this near pair, by its index among those of all parts. */
static struct part3 *part_of(const struct dem3 *s, int near_pair)
{
	int lo = 0, hi = s->core.n_part - 1;

	while (lo < hi) { /* the last part that begins there or before it; parts without near pairs come before those with some */
		int mid = hi - (hi - lo) / 2;

		if (s->part[mid].sum_from <= near_pair)
			lo = mid;
		else
			hi = mid - 1;
	}
	return &s->part[lo];
}

void dem3_batches_shift(struct dem3 *s, int pair)
{
	if (s->near_pair_of[pair] < 0)
		return;
	struct part3 *q = part_of(s, s->near_pair_of[pair]);
	int at = s->near_pair_of[pair] - q->sum_from, lo = 0, hi = q->n_near;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (part3_near(s, q, mid).near_pair < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < q->n_near && part3_near(s, q, lo).near_pair == at && !q->stale; lo++)
		if (q->place[lo] >= 0)
			shift_set(s, pair, &q->now.batch[q->place[lo] / LANES], q->place[lo] % LANES);
}

void dem3_batches_begin(struct dem3 *s, struct part3 *q, int batch, unsigned bits)
{
	for (; bits; bits &= bits - 1)
		place_clear(s, q, LANES * batch + __builtin_ctz(bits));
}

void dem3_batches_done(const struct dem3 *s, struct part3 *q, int batch)
{
	struct batch8 *t = &q->now.batch[batch];

	for (unsigned set = t->events; set; set &= set - 1) {
		int z = __builtin_ctz(set), is = t->is >> z & 1, near = q->now.near[LANES * batch + z];

		q->touch[near] = (char)((q->touch[near] & ~TOUCH_IS) | (is ? TOUCH_IS : 0));
		q->now.cand[LANES * batch + z] = is ? part3_near(s, q, near).cand : -1;
	}
	t->was = t->is;
	t->events = 0;
	if (!part3_finds(q, t->balls, t->faces, t->law))
		t->live = t->is;
}
