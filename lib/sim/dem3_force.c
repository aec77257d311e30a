/* dem3_force.c: one evaluation of all contacts
 *
 * Two passes, each by parts of the list that threads share: first the distances of near candidates, then the forces of
 * those that touch, or touched one step ago. Contacts of one law are worked out side by side in vectors, with the
 * same bits as one by one. Every pair of bodies has sums of its own; then each body adds up over its pairs in the
 * order of the partners' ids, and the ledger is summed exactly: no sum depends on parts, threads or memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/share.h"
#include "base/wide.h"
#include "sim/dem3_state.h"

enum { GROUPS = 4 };
static const struct coil3 no_coil;

/* How many rows of lanes hold a structure, double by double. */
enum { MOTION = sizeof(struct motion3) / sizeof(double), SHARE = sizeof(struct pair_sum3) / sizeof(double) };
enum { TURNED = 16 }; /* of a motion, with its turn */

/* Four contacts while they are worked out. The rows of a structure stand in its order. */
struct work4 {
	lane mi[MOTION], mj[MOTION], w[3], at[4], other[4], shift[4]; /* shift: 0 where there are no images */
	lane deep, share[SHARE];
};

/* Contacts of one law, in groups of four. */
struct block {
	int n, first;            /* groups; where they begin in led */
	const struct law_contact *law;
	int balls;
	struct slot4 *slot;
	struct contact4 *at;
	struct coil4 *coil;
	struct work4 work[GROUPS];
	double led[LED_CONTACT][EXACT_BLOCK]; /* of several blocks */
};

/* ---- into lanes ---- */

/* Structures of so many doubles into lanes. */
static WIDE_INLINE void rows_load(const double *a, const double *b, const double *c, const double *d, int size, lane *to)
{
	QUAD_UNROLL
	for (int k = 0; k < size; k += 4) {
		int row = k + 4 <= size ? k : size - 4; /* the last four may overlap those before */

		quad_turn(a + row, b + row, c + row, d + row, to[row], LANES);
	}
}

static WIDE_INLINE void load_some(const struct dem3 *s, const struct part3 *q, struct block *b, int balls)
{
	/* at hand, since quads may stand for anything in memory */
	const struct list3_image *images = s->list.images.at;
	const struct body_pair *pair = s->list.pair;
	const struct couple3 *couples = q->couple;
	const struct slot4 *slots = b->slot;
	int n = b->n, shifted = s->list.images.n > 2, size = balls ? TURNED : MOTION;

	for (int g = 0; g < n; g++) {
		const struct slot4 *t = &slots[g];
		struct work4 *w = &b->work[g];
		const lane *from = balls ? w->mi : w->at, *to = balls ? w->mj : w->other;

		rows_load(&t->i[0]->x.x, &t->i[1]->x.x, &t->i[2]->x.x, &t->i[3]->x.x, size, w->mi);
		rows_load(&t->j[0]->x.x, &t->j[1]->x.x, &t->j[2]->x.x, &t->j[3]->x.x, size, w->mj);
		if (!balls) {
			rows_load(&t->p[0]->x, &t->p[1]->x, &t->p[2]->x, &t->p[3]->x, 4, w->at);
			rows_load(&t->o[0]->x, &t->o[1]->x, &t->o[2]->x, &t->o[3]->x, 4, w->other);
		}
		if (shifted) {
			const double *h[4];

			QUAD_UNROLL
			for (int z = 0; z < 4; z++)
				h[z] = &images[pair[couples[t->couple[z]].pair].image].h.x;
			rows_load(h[0], h[1], h[2], h[3], 4, w->shift);
		}
		for (int r = 0; r < 3; r++)
			*(quad *)w->w[r] = (*(quad *)to[r] + *(quad *)w->shift[r]) - *(quad *)from[r];
	}
}
static WIDE_INLINE void load_loop(const struct dem3 *s, const struct part3 *q, struct block *b)
{
	load_some(s, q, b, 0);
}
WIDE_LOOP(load, (const struct dem3 *s, const struct part3 *q, struct block *b), (s, q, b))

static WIDE_INLINE void load_balls_loop(const struct dem3 *s, const struct part3 *q, struct block *b)
{
	load_some(s, q, b, 1);
}
WIDE_LOOP(load_balls, (const struct dem3 *s, const struct part3 *q, struct block *b), (s, q, b))

static const struct couple3 *couple_of(const struct part3 *q, const struct block *b, int g, int k)
{
	return &q->couple[b->slot[g].couple[k]];
}

/* Where the pebble of a contact touches a wall. */
static void wall_foot(struct dem3 *s, const struct part3 *q, struct block *b, int g, int k)
{
	const struct slot4 *t = &b->slot[g];
	const struct near3 *near = &q->near[t->near[k]];
	const struct body_pair *pair = &s->list.pair[couple_of(q, b, g, k)->pair];
	struct wall3 room;
	const struct wall3 *wall = dem3_wall_at(s, pair->body[1], s->list.images.at[pair->image].h, &room);
	const struct pebble *p = t->p[k];
	vec3 x = v3(p->x, p->y, p->z), w;
	int corners, face = s->list.cand[near->cand].b - near->b;
	double far = wall->kind == FORM_MESH ? wall3_from_face(wall, face, x, &w, &corners) : wall3_from(wall, x, &w);

	lane_put(b->work[g].w, k, w);
	if (far <= 0 && t->is[k] > 0)
#pragma omp critical
		dem3_fail_overlap(s, pair->body[0], pair->body[1], p->r - far, 0.5 * p->r);
}

static void block_load(struct dem3 *s, const struct part3 *q, struct block *b)
{
	(b->balls ? load_balls(s->wide) : load(s->wide))(s, q, b);
	for (int g = 0; g < b->n; g++)
		for (unsigned set = b->slot[g].walls; set; set &= set - 1)
			wall_foot(s, q, b, g, __builtin_ctz(set));
}

/* ---- one step of them ---- */

static WIDE_INLINE struct meeting3 meeting_of(const struct slot4 *t, const struct work4 *b, int k, int balls)
{
	enum { X, U = 3, W = 6, D = 9, T = 12, S = 15 };
	const lane *i = b->mi, *j = b->mj;
	vec3 x = lane_get(i + X, k);

	if (balls) /* from ball to ball is from body to body, and turns at the beginning and at the end are the same */
		return (struct meeting3){ lane_get(b->w, k), t->ri[k] + t->rj[k], t->ri[k], v3(0, 0, 0), lane_get(b->w, k),
			v3_sub(lane_get(i + U, k), lane_get(j + U, k)), lane_get(i + W, k), lane_get(j + W, k), v3_sub(lane_get(i + D, k), lane_get(j + D, k)),
			lane_get(i + T, k), lane_get(j + T, k), lane_get(i + T, k), lane_get(j + T, k), t->m[k], t->was[k], t->is[k], t->roller[k] };
	return (struct meeting3){ lane_get(b->w, k), t->ri[k] + t->rj[k], t->ri[k], v3_sub(lane_get(b->at, k), x),
		v3_sub(v3_add(lane_get(j + X, k), lane_get(b->shift, k)), x), v3_sub(lane_get(i + U, k), lane_get(j + U, k)), lane_get(i + W, k), lane_get(j + W, k),
		v3_sub(lane_get(i + D, k), lane_get(j + D, k)), lane_get(i + T, k), lane_get(j + T, k), lane_get(i + S, k), lane_get(j + S, k), t->m[k], t->was[k],
		t->is[k], t->roller[k] };
}

static WIDE_INLINE void share_put(struct block *b, int g, int k, const struct share3 *o)
{
	lane *share = b->work[g].share;
	int at = b->first + LANES * g + k;

	lane_put(share, k, v3_scale(-1, o->f));
	lane_put(share + 3, k, o->ti);
	lane_put(share + 6, k, o->f);
	lane_put(share + 9, k, o->tj);
	b->led[LED_FRIC][at] = o->fric;
	b->led[LED_VISC][at] = o->visc;
	b->led[LED_POWER][at] = o->power;
	b->led[LED_NORMAL][at] = o->normal;
	b->led[LED_TANGENT][at] = o->tangent;
}

static WIDE_INLINE void step_one(struct block *b, int g, int k, const struct law_contact *law, enum law_kind kind, int rolls,
	int balls, double dt)
{
	struct meeting3 q = meeting_of(&b->slot[g], &b->work[g], k, balls);
	struct contact3 c, old = contact4_get(&b->at[g], k);
	struct coil3 coil, coil0;
	struct share3 share;

	if (rolls)
		coil0 = coil4_get(&b->coil[g], k);
	contact3_step(kind, rolls, balls, &q, law, dt, &old, &coil0, &c, &coil, &share);
	contact4_put(&b->at[g], k, &c);
	if (rolls)
		coil4_put(&b->coil[g], k, &coil);
	share_put(b, g, k, &share);
	b->work[g].deep[k] = c.gap > 0.5 * q.lim ? 1 : 0;
}

static WIDE_INLINE void step_all(struct block *restrict b, double dt, enum law_kind kind, int rolls, int balls)
{
	const struct law_contact law = *b->law;

	for (int g = 0; g < b->n; g++)
#pragma omp simd
		for (int k = 0; k < LANES; k++)
			step_one(b, g, k, &law, kind, rolls, balls, dt);
}

/* Loops for every kind of law, with resistance to rolling and without, of balls and of others. */
#define STEP_LOOP(name, kind, rolls, balls) \
	static WIDE_INLINE void name##_loop(struct block *restrict b, double dt) { step_all(b, dt, kind, rolls, balls); } \
	WIDE_LOOP(name, (struct block *restrict b, double dt), (b, dt))
#define STEP_LOOPS(name, kind) \
	STEP_LOOP(name, kind, 0, 0) STEP_LOOP(name##_rolls, kind, 1, 0) STEP_LOOP(name##_balls, kind, 0, 1) \
	STEP_LOOP(name##_balls_rolls, kind, 1, 1) \
	static void name##_step(struct block *b, int wide, int rolls, double dt) \
	{ \
		(b->balls ? rolls ? name##_balls_rolls(wide) : name##_balls(wide) : rolls ? name##_rolls(wide) : name(wide))(b, dt); \
	}

STEP_LOOPS(linear, LAW_LINEAR)
STEP_LOOPS(hertz, LAW_HERTZ)
STEP_LOOPS(mindlin, LAW_MINDLIN)
STEP_LOOPS(cohesive, LAW_COHESIVE)
STEP_LOOPS(lennard_jones, LAW_LENNARD_JONES)

static void block_step(struct block *b, int wide, double dt)
{
	static void (*const step[])(struct block *, int, int, double) = {
		[LAW_LINEAR] = linear_step, [LAW_HERTZ] = hertz_step, [LAW_MINDLIN] = mindlin_step, [LAW_COHESIVE] = cohesive_step,
		[LAW_LENNARD_JONES] = lennard_jones_step,
	};

	step[b->law->kind](b, wide, law_rolls(b->law), dt);
}

/* The evaluation that is no step: contacts that are known keep their springs, or to resume, their forces. */
static void fresh_one(struct block *b, int g, int k, int resume)
{
	int rolls = law_rolls(b->law);
	struct meeting3 q = meeting_of(&b->slot[g], &b->work[g], k, b->balls);
	struct contact3 c = contact4_get(&b->at[g], k);
	struct coil3 coil = rolls ? coil4_get(&b->coil[g], k) : no_coil;
	struct share3 share = { 0 };

	contact3_shape(b->balls, &q, &c);
	if (!resume || q.was == 0)
		contact3_fresh(&q, b->law, &c, rolls ? &coil : NULL);
	contact3_share(b->balls, &q, &c, rolls ? &coil : NULL, &share);
	contact4_put(&b->at[g], k, &c);
	if (rolls)
		coil4_put(&b->coil[g], k, &coil);
	share_put(b, g, k, &share);
	b->work[g].deep[k] = c.gap > 0.5 * q.lim ? 1 : 0;
}

static void block_fresh(struct block *b, int resume)
{
	for (int g = 0; g < b->n; g++)
		for (int k = 0; k < LANES; k++)
			if (k < b->slot[g].n) {
				fresh_one(b, g, k, resume);
			} else {
				share_put(b, g, k, &(struct share3){ 0 });
				b->work[g].deep[k] = 0;
			}
}

/* ---- out of lanes ---- */

/* What contacts give to the sums of their couples, which begin with their first. Lanes that touch nothing give nothing more to
 * the last couple. */
static WIDE_INLINE void give_loop(const struct dem3 *s, struct part3 *q, const struct block *b)
{
	struct pair_sum3 *sums = s->pair_sum + q->sum_from;
	int last = q->last;

	for (int g = 0, n = b->n; g < n; g++) {
		const int *couple = b->slot[g].couple;
		const lane *share = b->work[g].share;
		double give[LANES][SHARE];

		QUAD_UNROLL
		for (int r = 0; r < SHARE; r += 4)
			quad_back(share[r], LANES, give[0] + r, give[1] + r, give[2] + r, give[3] + r);
		QUAD_UNROLL
		for (int z = 0; z < LANES; z++) {
			double *sum = &sums[couple[z]].on[0].f.x;
			quad a = *(const quad *)give[z], b = *(const quad *)(give[z] + 4), c = *(const quad *)(give[z] + 8);

			if (couple[z] == last) {
				a += *(quad *)sum;
				b += *(quad *)(sum + 4);
				c += *(quad *)(sum + 8);
			}
			*(quad *)sum = a;
			*(quad *)(sum + 4) = b;
			*(quad *)(sum + 8) = c;
			last = couple[z];
		}
	}
	q->last = last;
}
WIDE_LOOP(give, (const struct dem3 *s, struct part3 *q, const struct block *b), (s, q, b))

static void overlap_check(struct dem3 *s, struct part3 *q, struct block *b, int g)
{
	const struct slot4 *t = &b->slot[g];

	for (int k = 0; k < t->n; k++) {
		const int *body = s->list.pair[couple_of(q, b, g, k)->pair].body;

		if (b->work[g].deep[k] > 0)
#pragma omp critical
			dem3_fail_overlap(s, body[0], body[1], b->at[g].gap[k], 0.5 * (t->ri[k] + t->rj[k]));
	}
}

/* Contacts of a group that begin or end. */
static void group_kinks(struct dem3 *s, struct part3 *q, struct block *b, int g, const struct contact4 *was)
{
	const struct slot4 *t = &b->slot[g];

	for (unsigned set = t->kinks; set; set &= set - 1) {
		int k = __builtin_ctz(set), at = b->first + LANES * g + k;
		struct meeting3 m = meeting_of(t, &b->work[g], k, b->balls);
		struct contact3 c = contact4_get(t->is[k] > 0 ? &b->at[g] : was, k);

		dem3_kink_note(s, q, couple_of(q, b, g, k)->pair, &m, &c, b->law, &b->led[LED_NORMAL][at], &b->led[LED_VISC][at]);
	}
}

/* What the contacts so far do to the ledger. */
static void block_book(const struct dem3 *s, struct part3 *q, struct block *b)
{
	for (int z = 0; z < LED_CONTACT && b->first > 0; z++)
		exact_add_all(s->wide, &q->books->led[z], b->first, b->led[z]);
	b->first = 0;
}

/* Work out a block and add it to the sums of its couples. */
static void block_work(struct dem3 *s, struct part3 *q, struct block *b, enum dem3_pass pass)
{
	struct contact4 was[GROUPS];
	int kinks = 0;

	for (int g = 0; g < b->n && pass == PASS_STEP; g++)
		kinks |= b->slot[g].kinks;
	if (kinks)
		memcpy(was, b->at, (size_t)b->n * sizeof *was);
	block_load(s, q, b);
	if (pass == PASS_STEP)
		block_step(b, s->wide, s->dt);
	else
		block_fresh(b, pass == PASS_RESUME);
	give(s->wide)(s, q, b);
	for (int g = 0; g < b->n; g++) {
		const double *deep = b->work[g].deep;

		if (kinks)
			group_kinks(s, q, b, g, &was[g]);
		if (kinks || pass != PASS_STEP)
			dem3_slots_done(q, (int)(&b->slot[g] - q->now.slot));
		if ((deep[0] > 0) | (deep[1] > 0) | (deep[2] > 0) | (deep[3] > 0))
			overlap_check(s, q, b, g);
		for (int k = 0; k < LANES && s->heat; k++)
			s->pair_heat[q->sum_from + b->slot[g].couple[k]] +=
				b->led[LED_FRIC][b->first + LANES * g + k] + b->led[LED_VISC][b->first + LANES * g + k];
	}
	b->first += LANES * b->n;
	if (b->first + LANES * GROUPS > EXACT_BLOCK)
		block_book(s, q, b);
}

/* ---- all of them ---- */

struct evaluation { struct dem3 *s; enum dem3_pass pass; };

/* All contacts of a part: those that touch, and in a step those that did one step ago, in the order of candidates. */
static void part_forces(void *to, int part, int thread)
{
	struct dem3 *s = ((struct evaluation *)to)->s;
	enum dem3_pass pass = ((struct evaluation *)to)->pass;
	struct part3 *q = &s->part[part];
	struct block b;

	if (dem3_near_touch(s, q) || pass != PASS_STEP)
		dem3_slots_order(s, q, thread, pass);
	q->books = &s->books[thread];
	q->n_kink = 0;
	q->last = -1;
	b.first = 0;
	for (int g = 0; g < GROUPS; g++)
		memset(b.work[g].shift, 0, sizeof b.work[g].shift);
	if (s->heat && q->n_couple > 0)
		memset(s->pair_heat + q->sum_from, 0, (size_t)q->n_couple * sizeof *s->pair_heat);
	for (int k = 0, end = q->now.n / LANES; k < end; k += b.n) {
		b.n = 1;
		if (!q->now.slot[k].live)
			continue;
		b.slot = &q->now.slot[k];
		b.at = &q->now.at[k];
		b.coil = s->rolls ? &q->now.coil[k] : NULL;
		b.law = b.slot->law;
		b.balls = b.slot->balls;
		while (b.n < GROUPS && k + b.n < end && b.slot[b.n].law == b.law && b.slot[b.n].balls == b.balls && b.slot[b.n].live)
			b.n++;
		block_work(s, q, &b, pass);
	}
	block_book(s, q, &b);
}

/* ---- sums ---- */

/* Sums of bodies over their near pairs, in the order of the partners' ids. */
static WIDE_INLINE void gather_loop(struct dem3 *s, int from, int to)
{
	const double *sum = &s->pair_sum->on[0].f.x;

	for (int b = from; b < to; b++) {
		const int *own = s->near_own + s->list.own_from[b];
		quad f = { 0 }, t = { 0 };

		for (int z = 0, n = s->near_n[b]; z < n; z++) {
			const double *on = sum + (ptrdiff_t)(SHARE / 2) * own[z];

			f += *(const quad *)on;
			t += *(const quad *)(on + 3);
		}
		for (int k = 0; k < 3; k++) {
			s->f[k][b] = f[k];
			s->tq[k][b] = t[k];
		}
	}
}
WIDE_LOOP(gather, (struct dem3 *s, int from, int to), (s, from, to))

/* Its half of what its pairs lose, in the same order. */
static void gather_heat(struct dem3 *s, int b)
{
	const int *own = s->near_own + s->list.own_from[b];
	double heat = 0;

	for (int z = 0; z < s->near_n[b]; z++)
		heat += 0.5 * s->pair_heat[own[z] >> 1];
	s->heat[b] += heat;
}

void dem3_gather(struct dem3 *s, int from, int to)
{
	if (s->plain)
		return;
	gather(s->wide)(s, from, to);
	for (int b = from; b < to && s->heat; b++)
		gather_heat(s, b);
}

/* Evaluate all forces at the present places. PASS_STEP carries contacts on from the last evaluation over the
 * displacements of the step; PASS_FRESH takes springs, PASS_RESUME whole forces of the contacts that are still
 * there. */
void dem3_forces(struct dem3 *s, enum dem3_pass pass)
{
	if (s->plain)
		dem3_plain_forces(s, pass);
	else
		share(s->threads, s->n_part, part_forces, &(struct evaluation){ s, pass });
}
