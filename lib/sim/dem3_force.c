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

enum { BLOCK = 16 };
static const struct coil3 no_coil;

typedef double lane[BLOCK];
typedef lane lanes[3];

/* How many rows of lanes hold a structure, double by double. */
enum { MOTION = sizeof(struct motion3) / sizeof(double), CONTACT = sizeof(struct contact3) / sizeof(double), SHARE = 12 };
enum { TURNED = 16 }; /* of a motion, with its turn */

/* Contacts of one law, side by side: those of n hits, and what they are worked out from. The rows of a structure stand in its
 * order. The last four lanes that n reaches into are filled up. */
struct block {
	const struct hit3 *hit;
	const struct contact3 *old; /* those of one step ago */
	int n, first;            /* first: where they begin in led, a multiple of 4 */
	int balls;               /* they are of pairs of balls, which need less: see contact3.h */
	unsigned walls, kinks;   /* bits of the contacts with walls, and of those that begin or end */
	const struct law_contact *law;
	lane mi[MOTION], mj[MOTION], at[4], other[4], shift[4], was0[CONTACT], now[CONTACT]; /* shift: 0 where there are no images */
	lanes w;
	lane m, was, is, roller, deep;
	lanes roll0, moment0, roll1, moment1;
	lane share[SHARE];       /* force, torque on i, torque on j, and nothing */
	int couple[BLOCK];
	double led[LED_CONTACT][EXACT_BLOCK]; /* of several blocks */
};

static WIDE_INLINE vec3 get(const lane *a, int k)
{
	return v3(a[0][k], a[1][k], a[2][k]);
}

static WIDE_INLINE void put(lane *a, int k, vec3 v)
{
	a[0][k] = v.x;
	a[1][k] = v.y;
	a[2][k] = v.z;
}

/* ---- into lanes ---- */

/* Structures of so many doubles into the lanes from k on. */
static WIDE_INLINE void rows_load(const double *a, const double *b, const double *c, const double *d, int size, double *to)
{
	QUAD_UNROLL
	for (int k = 0; k < size; k += 4) {
		int row = k + 4 <= size ? k : size - 4; /* the last four may overlap those before */

		quad_turn(a + row, b + row, c + row, d + row, to + row * BLOCK, BLOCK);
	}
}

static WIDE_INLINE void load_some(const struct dem3 *s, const struct part3 *q, struct block *b, int balls)
{
	static const struct contact3 nothing;
	/* at hand, since quads may stand for anything in memory */
	const struct list3_image *images = s->list.images.at;
	const struct body_pair *pair = s->list.pair;
	const struct pebble *at = s->pebbles.at;
	const struct near3 *nears = q->near;
	const struct couple3 *couples = q->couple;
	const struct hit3 *hits = b->hit;
	const struct contact3 *olds = b->old;
	const char *touch = q->touch;
	unsigned walls = 0, kinks = 0;
	int n = b->n, shifted = s->list.images.n > 2;

	for (int k = 0; k < n; k += 4) {
		const double *i[4], *j[4], *p[4], *o[4], *c[4];

		QUAD_UNROLL
		for (int z = 0; z < 4; z++) {
			const struct hit3 *hit = &hits[k + z < n ? k + z : n - 1];
			const struct near3 *near = &nears[hit->near];
			const struct couple3 *couple = &couples[near->couple];
			unsigned is = (unsigned)touch[hit->near] & TOUCH_IS, was = hit->old >= 0;

			i[z] = &couple->i->x.x;
			j[z] = &couple->j->x.x;
			p[z] = &at[near->a].x;
			o[z] = &at[near->b].x;
			c[z] = was ? &olds[hit->old].n.x : &nothing.n.x;
			b->couple[k + z] = near->couple;
			b->m[k + z] = couple->m;
			b->is[k + z] = k + z < n ? is : 0;
			b->was[k + z] = was;
			walls |= (unsigned)couple->wall << (k + z);
			kinks |= (is ^ was) << (k + z);
		}
		const lane *from = balls ? b->mi : b->at, *to = balls ? b->mj : b->other;
		if (balls) {
			rows_load(i[0], i[1], i[2], i[3], TURNED, &b->mi[0][k]);
			rows_load(j[0], j[1], j[2], j[3], TURNED, &b->mj[0][k]);
			rows_load(c[0], c[1], c[2], c[3], 4, &b->was0[0][k]);
			rows_load(c[0] + 6, c[1] + 6, c[2] + 6, c[3] + 6, 8, &b->was0[6][k]);
			for (int z = 0; z < 4; z++) {
				b->at[3][k + z] = p[z][3];
				b->other[3][k + z] = o[z][3];
			}
		} else {
			rows_load(i[0], i[1], i[2], i[3], MOTION, &b->mi[0][k]);
			rows_load(j[0], j[1], j[2], j[3], MOTION, &b->mj[0][k]);
			rows_load(c[0], c[1], c[2], c[3], CONTACT, &b->was0[0][k]);
			rows_load(p[0], p[1], p[2], p[3], 4, &b->at[0][k]);
			rows_load(o[0], o[1], o[2], o[3], 4, &b->other[0][k]);
		}
		if (shifted) {
			const double *h[4];

			QUAD_UNROLL
			for (int z = 0; z < 4; z++)
				h[z] = &images[pair[couples[b->couple[k + z]].pair].image].h.x;
			rows_load(h[0], h[1], h[2], h[3], 4, &b->shift[0][k]);
		}
		for (int r = 0; r < 3; r++)
			*(quad *)&b->w[r][k] = (*(quad *)&to[r][k] + *(quad *)&b->shift[r][k]) - *(quad *)&from[r][k];
	}
	b->walls = walls & ((1u << n) - 1);
	b->kinks = kinks & ((1u << n) - 1);
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

static const struct couple3 *couple_of(const struct part3 *q, const struct block *b, int k)
{
	return &q->couple[q->near[b->hit[k].near].couple];
}

/* Where the pebble of a contact touches a wall. */
static void wall_foot(struct dem3 *s, const struct part3 *q, struct block *b, int k)
{
	const struct couple3 *c = couple_of(q, b, k);
	const struct near3 *near = &q->near[b->hit[k].near];
	const struct pebble *p = &s->pebbles.at[near->a];
	const struct body_pair *pair = &s->list.pair[c->pair];
	struct wall3 wall = dem3_wall_at(s, pair->body[1], s->list.images.at[pair->image].h);
	vec3 x = v3(p->x, p->y, p->z), w;
	int corners, face = s->list.cand[near->cand].b - near->b;
	double far = wall.kind == FORM_MESH ? wall3_from_face(&wall, face, x, &w, &corners) : wall3_from(&wall, x, &w);

	put(b->w, k, w);
	b->other[3][k] = 0;
	if (far <= 0 && b->is[k] > 0)
#pragma omp critical
		dem3_fail_overlap(s, pair->body[0], pair->body[1], p->r - far, 0.5 * p->r);
}

/* What resistance to rolling and twisting needs; those that fill up need it too, or would give what memory held. */
static void rolls_load(const struct part3 *q, struct block *b, const struct coil3 *old)
{
	for (int k = 0; k < b->n; k++) {
		double r = b->at[3][k], o = b->other[3][k];
		const struct coil3 *coil = b->hit[k].old >= 0 ? &old[b->hit[k].old] : &no_coil;

		/* half of the harmonic mean of two pebbles; a wall has no curvature to speak of */
		b->roller[k] = couple_of(q, b, k)->wall ? r : r * o / (r + o);
		put(b->roll0, k, coil->roll);
		put(b->moment0, k, coil->moment);
	}
	for (int k = b->n; k & 3; k++) {
		b->roller[k] = 0;
		put(b->roll0, k, no_coil.roll);
		put(b->moment0, k, no_coil.moment);
	}
}

static void block_load(struct dem3 *s, const struct part3 *q, struct block *b, const struct coil3 *coil)
{
	(b->balls ? load_balls(s->wide) : load(s->wide))(s, q, b);
	for (unsigned set = b->walls; set; set &= set - 1)
		wall_foot(s, q, b, __builtin_ctz(set));
	if (coil)
		rolls_load(q, b, coil);
}

/* ---- one step of them ---- */

static WIDE_INLINE struct meeting3 meeting_of(const struct block *b, int k, int balls)
{
	enum { X, U = 3, W = 6, D = 9, T = 12, S = 15 };
	const lane *i = b->mi, *j = b->mj;
	vec3 x = get(i + X, k);

	if (balls) /* from ball to ball is from body to body, and turns at the beginning and at the end are the same */
		return (struct meeting3){ get(b->w, k), b->at[3][k] + b->other[3][k], b->at[3][k], v3(0, 0, 0), get(b->w, k),
			v3_sub(get(i + U, k), get(j + U, k)), get(i + W, k), get(j + W, k), v3_sub(get(i + D, k), get(j + D, k)),
			get(i + T, k), get(j + T, k), get(i + T, k), get(j + T, k), b->m[k], b->was[k], b->is[k], b->roller[k] };
	return (struct meeting3){ get(b->w, k), b->at[3][k] + b->other[3][k], b->at[3][k], v3_sub(get(b->at, k), x),
		v3_sub(v3_add(get(j + X, k), get(b->shift, k)), x), v3_sub(get(i + U, k), get(j + U, k)), get(i + W, k), get(j + W, k),
		v3_sub(get(i + D, k), get(j + D, k)), get(i + T, k), get(j + T, k), get(i + S, k), get(j + S, k), b->m[k], b->was[k],
		b->is[k], b->roller[k] };
}

static WIDE_INLINE struct contact3 contact_of(const lane *c, int k)
{
	return (struct contact3){ get(c, k), get(c + 3, k), get(c + 6, k), get(c + 9, k), c[12][k], c[13][k] };
}

static WIDE_INLINE void contact_put(lane *to, int k, const struct contact3 *c)
{
	put(to, k, c->n);
	put(to + 3, k, c->a);
	put(to + 6, k, c->ft);
	put(to + 9, k, c->xi);
	to[12][k] = c->gap;
	to[13][k] = c->fn;
}

static WIDE_INLINE void share_put(struct block *b, int k, const struct share3 *o)
{
	int at = b->first + k;

	put(b->share, k, o->f);
	put(b->share + 3, k, o->ti);
	put(b->share + 6, k, o->tj);
	b->led[LED_FRIC][at] = o->fric;
	b->led[LED_VISC][at] = o->visc;
	b->led[LED_POWER][at] = o->power;
	b->led[LED_NORMAL][at] = o->normal;
	b->led[LED_TANGENT][at] = o->tangent;
}

static WIDE_INLINE void step_one(struct block *b, int k, const struct law_contact *law, enum law_kind kind, int rolls, int balls,
	double dt)
{
	struct meeting3 q = meeting_of(b, k, balls);
	struct contact3 c, old = contact_of(b->was0, k);
	struct coil3 coil, coil0;
	struct share3 share;

	if (rolls)
		coil0 = (struct coil3){ get(b->roll0, k), get(b->moment0, k) };
	contact3_step(kind, rolls, balls, &q, law, dt, &old, &coil0, &c, &coil, &share);
	contact_put(b->now, k, &c);
	if (rolls) {
		put(b->roll1, k, coil.roll);
		put(b->moment1, k, coil.moment);
	}
	share_put(b, k, &share);
	b->deep[k] = c.gap > 0.5 * q.lim ? 1 : 0;
}

static WIDE_INLINE void step_all(struct block *restrict b, double dt, enum law_kind kind, int rolls, int balls)
{
	const struct law_contact law = *b->law;
	int n = (b->n + 3) / 4 * 4;

#pragma omp simd
	for (int k = 0; k < n; k++)
		step_one(b, k, &law, kind, rolls, balls, dt);
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

static int law_rolls(const struct law_contact *law)
{
	return law->mur > 0 || law->mus > 0;
}

static void block_step(struct block *b, int wide, double dt)
{
	static void (*const step[])(struct block *, int, int, double) = {
		[LAW_LINEAR] = linear_step, [LAW_HERTZ] = hertz_step, [LAW_MINDLIN] = mindlin_step, [LAW_COHESIVE] = cohesive_step,
		[LAW_LENNARD_JONES] = lennard_jones_step,
	};

	step[b->law->kind](b, wide, law_rolls(b->law), dt);
}

/* The evaluation that is no step: contacts that are known keep their springs, or to resume, their forces. */
static void block_fresh(struct block *b, int resume)
{
	int rolls = law_rolls(b->law);

	for (int k = 0; k < b->n; k++) {
		struct meeting3 q = meeting_of(b, k, b->balls);
		struct contact3 c = contact_of(b->was0, k);
		struct coil3 coil = no_coil;
		struct share3 share = { 0 };

		if (rolls)
			coil = (struct coil3){ get(b->roll0, k), get(b->moment0, k) };
		contact3_shape(b->balls, &q, &c);
		if (!resume || b->was[k] == 0)
			contact3_fresh(&q, b->law, &c, rolls ? &coil : NULL);
		contact3_share(b->balls, &q, &c, rolls ? &coil : NULL, &share);
		contact_put(b->now, k, &c);
		put(b->roll1, k, coil.roll);
		put(b->moment1, k, coil.moment);
		share_put(b, k, &share);
		b->deep[k] = c.gap > 0.5 * q.lim ? 1 : 0;
	}
	for (int k = b->n; k & 3; k++) {
		share_put(b, k, &(struct share3){ 0 });
		b->deep[k] = 0;
	}
}

/* ---- out of lanes ---- */

/* Contacts go to the next places of those of the part, those that have ended to be overwritten; and what they give to the sums
 * of their couples, which begin with their first. */
static WIDE_INLINE void store_loop(const struct dem3 *s, struct part3 *q, const struct block *b)
{
	struct contact3 *next = q->now.at + q->now.n;
	int *cand = q->now.cand;
	struct pair_sum3 *sums = s->pair_sum + q->sum_from;
	const struct near3 *near = q->near;
	const struct hit3 *hit = b->hit;
	int last = q->last, n = b->n, to = q->now.n;

	for (int k = 0; k < n; k += 4) {
		double *at[4], give[4][SHARE];

		QUAD_UNROLL
		for (int z = 0; z < 4; z++) {
			at[z] = &next->n.x;
			next += b->is[k + z] > 0;
			cand[to] = near[hit[k + z < n ? k + z : n - 1].near].cand;
			to += b->is[k + z] > 0;
		}
		QUAD_UNROLL
		for (int r = 0; r < CONTACT; r += 4) {
			int row = r + 4 <= CONTACT ? r : CONTACT - 4;

			quad_back(&b->now[row][k], BLOCK, at[0] + row, at[1] + row, at[2] + row, at[3] + row);
		}
		QUAD_UNROLL
		for (int r = 0; r < SHARE; r += 4)
			quad_back(&b->share[r][k], BLOCK, give[0] + r, give[1] + r, give[2] + r, give[3] + r);
		QUAD_UNROLL
		for (int z = 0; z < 4; z++) { /* those that fill up the last four give nothing more to the last couple */
			double *sum = &sums[b->couple[k + z]].f.x, third = give[z][8];
			quad f = *(const quad *)give[z], t = *(const quad *)(give[z] + 4);

			if (b->couple[k + z] == last) {
				f += *(quad *)sum;
				t += *(quad *)(sum + 4);
				third += sum[8];
			}
			*(quad *)sum = f;
			*(quad *)(sum + 4) = t;
			sum[8] = third;
			last = b->couple[k + z];
		}
	}
	q->last = last;
	q->now.n = to;
}
WIDE_LOOP(store, (const struct dem3 *s, struct part3 *q, const struct block *b), (s, q, b))

static void overlap_check(struct dem3 *s, struct part3 *q, struct block *b, int k)
{
	const int *body = s->list.pair[couple_of(q, b, k)->pair].body;

	if (b->deep[k] == 0)
		return;
#pragma omp critical
	dem3_fail_overlap(s, body[0], body[1], b->now[12][k], 0.5 * (b->at[3][k] + b->other[3][k]));
}

/* A contact that begins or ends. */
static void block_kink(struct dem3 *s, struct part3 *q, struct block *b, int k)
{
	struct meeting3 m = meeting_of(b, k, b->balls);
	struct contact3 c = contact_of(b->is[k] > 0 ? b->now : b->was0, k);

	if (b->balls && !(b->is[k] > 0)) /* its arm was not looked at */
		c.a = b->old[b->hit[k].old].a;

	dem3_kink_note(s, q, couple_of(q, b, k)->pair, &m, &c, b->law, &b->led[LED_NORMAL][b->first + k],
	               &b->led[LED_VISC][b->first + k]);
}

static void block_coils(struct part3 *q, const struct block *b)
{
	int n = q->now.n, rolls = law_rolls(b->law);

	for (int k = 0; k < b->n; k++) {
		q->now.coil[n] = rolls ? (struct coil3){ get(b->roll1, k), get(b->moment1, k) } : no_coil;
		n += b->is[k] > 0;
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
static void block_work(struct dem3 *s, struct part3 *q, struct block *b, const struct coil3 *coil, enum dem3_pass pass)
{
	int n = b->n, deep = 0;

	block_load(s, q, b, coil);
	if (pass == PASS_STEP)
		block_step(b, s->wide, s->dt);
	else
		block_fresh(b, pass == PASS_RESUME);
	if (s->rolls)
		block_coils(q, b);
	store(s->wide)(s, q, b);
	for (unsigned set = pass == PASS_STEP ? b->kinks : 0; set; set &= set - 1)
		block_kink(s, q, b, __builtin_ctz(set));
	for (int k = 0; k < n; k += 4) /* those that fill up are none */
		deep |= (b->deep[k] > 0) | (b->deep[k + 1] > 0) | (b->deep[k + 2] > 0) | (b->deep[k + 3] > 0);
	for (int k = 0; k < n && s->heat; k++)
		s->pair_heat[q->sum_from + b->couple[k]] += b->led[LED_FRIC][b->first + k] + b->led[LED_VISC][b->first + k];
	for (int k = 0; k < n && deep; k++)
		overlap_check(s, q, b, k);
	for (b->first += n; b->first & 3; b->first++)
		for (int z = 0; z < LED_CONTACT; z++)
			b->led[z][b->first] = 0;
	if (b->first + BLOCK > EXACT_BLOCK)
		block_book(s, q, b);
}

/* ---- all of them ---- */

/* Where nothing ends, hits that do not touch are none. */
static void hits_now(struct part3 *q)
{
	int n = 0;

	for (int k = 0; k < q->n_hit; k++) {
		q->hit[n] = q->hit[k];
		n += q->touch[q->hit[k].near] & TOUCH_IS;
	}
	q->n_hit = n;
}

struct evaluation { struct dem3 *s; enum dem3_pass pass; };

/* All contacts of a part: those that touch, and in a step those that did one step ago, in the order of candidates. */
static void part_forces(void *to, int part, int thread)
{
	struct dem3 *s = ((struct evaluation *)to)->s;
	enum dem3_pass pass = ((struct evaluation *)to)->pass;
	struct part3 *q = &s->part[part];
	struct contacts3 was = q->now;
	struct block b;

	dem3_near_hits(s, q);
	if (pass != PASS_STEP)
		hits_now(q);
	else if (s->meshes)
		dem3_carry(s, q);
	q->books = &s->books[thread];
	q->now = s->old[thread];
	q->now.n = q->n_kink = 0;
	q->last = -1;
	b.old = was.at;
	b.first = 0;
	memset(b.shift, 0, sizeof b.shift);
	s->old[thread] = was;
	dem3_contacts_reserve(s, &q->now, q->n_hit + 4);
	if (s->heat && q->n_couple > 0)
		memset(s->pair_heat + q->sum_from, 0, (size_t)q->n_couple * sizeof *s->pair_heat);
	for (int k = 0, run = 0; k < q->n_hit; k += b.n) {
		b.hit = &q->hit[k];
		while (q->run[run].end <= b.hit->near)
			run++;
		b.law = q->run[run].law;
		b.balls = q->run[run].balls;
		b.n = q->n_hit - k < BLOCK ? q->n_hit - k : BLOCK;
		while (b.hit[b.n - 1].near >= q->run[run].end)
			b.n--;
		block_work(s, q, &b, s->rolls ? was.coil : NULL, pass);
	}
	block_book(s, q, &b);
}

/* ---- sums ---- */

/* Sums of bodies over their near pairs, in the order of the partners' ids. */
static WIDE_INLINE void gather_loop(struct dem3 *s, int from, int to)
{
	static const double sign[2] = { -1, 1 };
	const struct pair_sum3 *sum = s->pair_sum;

	for (int b = from; b < to; b++) {
		const int *own = s->near_own + s->list.own_from[b];
		quad f = { 0 }, t = { 0 };

		for (int z = 0, n = s->near_n[b]; z < n; z++) {
			int side = own[z] & 1;
			const double *p = &sum[own[z] >> 1].f.x;

			f += *(const quad *)p * sign[side];
			t += *(const quad *)(p + 3 + 3 * side);
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
