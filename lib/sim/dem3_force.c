/* dem3_force.c: one evaluation of all contacts
 *
 * Threads share the parts of the list. Of each first the distances of near candidates are looked at, then the forces of
 * those that touch, or touched one step ago, are worked out where they stand, see dem3_slots.c: contacts of one law side by
 * side in vectors, with the same bits as one by one. Every couple of bodies has sums of its own, see dem3_sums.c, and the
 * ledger is summed exactly: no sum depends on parts, threads or memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/share.h"
#include "base/wide.h"
#include "sim/dem3_state.h"

enum { GROUPS = 4 };
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
static const struct coil3 no_coil;

/* Numbers of a structure. Of a motion: those that matter by what they differ between two bodies come first; then its own, spin,
 * turn, the radius of a ball, and the turn that others have besides. */
enum { X, U = 3, D = 6, OWN = 9, W = 0, T = 3, R = 6, S = 7, N_OWN = 11, SHARE = 2 * PULL_NUMBERS };

/* Four contacts while they are worked out: j less i in place, i less j in velocity and displacement; the own of both;
 * whether they touched, and do; the pebble less i, and to what it touches; what it gives to the sum of its pair. */
struct work4 { lane apart[12], i[N_OWN], j[N_OWN], was, is, arm[4], w[4], share[SHARE]; };

/* Contacts of one law, in groups of four. */
struct block {
	struct work4 work[GROUPS];
	double led[LED_CONTACT][EXACT_BLOCK]; /* of several blocks */
	lane deep;               /* the deepest overlaps by half the sum of the radii, less 1, if > 0 */
	int n, first;            /* groups; where they begin in led */
	uint32_t given;          /* where the last couple that has got some has it, see slot4 */
	const struct law_contact *law;
	int balls;
	int walls, kinks;        /* some group has such; the latter when it is loaded */
	struct slot4 *slot, *last; /* of all, behind the last */
	struct meet4 *meet;
	struct contact4 *at;
	struct coil4 *coil;
};

/* ---- into lanes ---- */

/* The own of four motions. */
static WIDE_INLINE void own_load(const double *const *m, int balls, lane *to)
{
	const double *a = m[0] + OWN, *b = m[1] + OWN, *c = m[2] + OWN, *d = m[3] + OWN;

	quad_turn(a, b, c, d, to[W], LANES);
	quad_turn(a + T, b + T, c + T, d + T, to[T], LANES); /* its first row comes twice */
	if (!balls) /* balls have one turn only */
		quad_turn(a + (a[R] > 0 ? T : S), b + (b[R] > 0 ? T : S), c + (c[R] > 0 ? T : S), d + (d[R] > 0 ? T : S), to[S], LANES);
}

/* Large scenes wait for memory, and those of clumps are large: motions of the block to come, group t, if it is before last, and
 * the group itself of the one after that. */
static WIDE_INLINE void group_ahead(int balls, const char *motions, const double *pulls, const struct slot4 *t,
	const struct slot4 *last, const struct contact4 *c)
{
	enum { SLOT = 2, CONTACT = 6 }; /* what pairs of balls need of them */

	if (balls && t < last)
		QUAD_UNROLL
		for (int z = 0; z < LANES; z++) {
			__builtin_prefetch(motions + LINE * (size_t)t->j[z]);
			__builtin_prefetch(motions + LINE * (size_t)t->j[z] + LINE);
			__builtin_prefetch(pulls + t->on[0][z], 1);
			__builtin_prefetch(pulls + t->on[1][z], 1);
			__builtin_prefetch(pulls + t->on[1][z] + PULL_NUMBERS - 1, 1);
		}
	t += GROUPS;
	c += GROUPS;
	QUAD_UNROLL
	for (int k = 0; k < SLOT; k++)
		__builtin_prefetch((const char *)t + LINE * k);
	QUAD_UNROLL
	for (int k = 0; k < CONTACT; k++)
		__builtin_prefetch((const char *)c + LINE * k);
}

/* 1 or 0 by the bits of four. */
static WIDE_INLINE void flags_load(unsigned bits, double *to)
{
	static const double flag[16][LANES] = {
		{ 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 1, 1, 0, 0 }, { 0, 0, 1, 0 }, { 1, 0, 1, 0 }, { 0, 1, 1, 0 }, { 1, 1, 1, 0 },
		{ 0, 0, 0, 1 }, { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 1, 1, 0, 1 }, { 0, 0, 1, 1 }, { 1, 0, 1, 1 }, { 0, 1, 1, 1 }, { 1, 1, 1, 1 },
	};

	*(quad *)to = QUAD_AT(flag[bits]);
}

typedef int64_t bits4 __attribute__((vector_size(32)));

/* Which of four pairs of balls touch: as dem3_near.c sees it, to the last bit. */
static WIDE_INLINE unsigned balls_touch(const struct slot4 *t, const struct work4 *w)
{
	quad x = QUAD_AT(w->apart[X]), y = QUAD_AT(w->apart[X + 1]), z = QUAD_AT(w->apart[X + 2]);
	quad lim = t->law->scale * (QUAD_AT(w->i[R]) + QUAD_AT(w->j[R])) + t->law->range;
	bits4 in = (bits4)(x * x + y * y + z * z < lim * lim) & (bits4){ 1, 2, 4, 8 };

	return (unsigned)((in[0] | in[1]) | (in[2] | in[3])) & ((1u << t->n) - 1);
}

static WIDE_INLINE void load_some(struct dem3 *s, struct part3 *q, struct block *b, int balls)
{
	const bits4 turned = { 0, 0, 0, INT64_MIN }; /* what stands behind a place is turned round */
	/* at hand, since quads may stand for anything in memory */
	const struct list3_image *images = s->list.images.at;
	const struct body_pair *pair = s->list.pair;
	const struct couple3 *couples = q->couple;
	const char *motions = (const char *)s->motion;
	const double *pulls = s->pull;
	const struct pebble *pebble = s->pebbles.at;
	int large = s->large, n = b->n, shifted = s->list.images.n > 2, kinks = 0;

	for (int g = 0; g < n; g++) {
		struct slot4 *t = &b->slot[g];
		const struct meet4 *m = &b->meet[g];
		struct work4 *w = &b->work[g];
		const double *i[4], *j[4];
		quad x[4], u[4], d[4], arm[4], to[4];

		if (!balls || large)
			group_ahead(balls, motions, pulls, t + GROUPS, b->last, &b->at[g + GROUPS]);
		QUAD_UNROLL
		for (int z = 0; z < 4; z++) {
			quad h = { 0 };

			i[z] = (const double *)(motions + LINE * (size_t)t->i[z]);
			j[z] = (const double *)(motions + LINE * (size_t)t->j[z]);
			if (shifted)
				h = QUAD_AT(&images[pair[couples[m->couple[z]].pair].image].h.x);
			x[z] = (quad)((bits4)((QUAD_AT(j[z]) + h) - QUAD_AT(i[z])) ^ turned);
			u[z] = QUAD_AT(i[z] + 4) - QUAD_AT(j[z] + 4);
			d[z] = QUAD_AT(i[z] + 8) - QUAD_AT(j[z] + 8);
			if (!balls) {
				const struct pebble *p = &pebble[m->p[z]], *o = &pebble[m->o[z]];

				arm[z] = QUAD_AT(&p->x) - QUAD_AT(i[z]);
				to[z] = (QUAD_AT(&o->x) + h) - QUAD_AT(&p->x);
			}
		}
		quad_turn_of(x, w->apart[0], LANES);
		quad_turn_of(u, w->apart[4], LANES);
		quad_turn_of(d, w->apart[8], LANES);
		own_load(i, balls, w->i);
		own_load(j, balls, w->j);
		if (balls) {
			t->is = (unsigned char)balls_touch(t, w);
			t->kinks = t->is ^ t->was;
		} else {
			quad_turn_of(arm, w->arm[0], LANES);
			quad_turn_of(to, w->w[0], LANES);
			*(quad *)w->i[R] = QUAD_AT(m->ri);
			*(quad *)w->j[R] = QUAD_AT(m->rj);
		}
		flags_load(t->was, w->was);
		flags_load(t->is, w->is);
		kinks |= t->kinks;
	}
	b->kinks = kinks;
}

static WIDE_INLINE void load_loop(struct dem3 *s, struct part3 *q, struct block *b)
{
	load_some(s, q, b, 0);
}
WIDE_LOOP(load, (struct dem3 *s, struct part3 *q, struct block *b), (s, q, b))

static WIDE_INLINE void load_balls_loop(struct dem3 *s, struct part3 *q, struct block *b)
{
	load_some(s, q, b, 1);
}
WIDE_LOOP(load_balls, (struct dem3 *s, struct part3 *q, struct block *b), (s, q, b))

static const struct couple3 *couple_of(const struct part3 *q, const struct block *b, int g, int k)
{
	return &q->couple[b->meet[g].couple[k]];
}

/* From a pebble at x to the closest point of the face that it is near. */
static double mesh_from(const struct dem3 *s, const struct near3 *near, const struct wall3 *wall, vec3 x, vec3 *w)
{
	int corners;

	return wall3_from_face(wall, s->list.cand[near->cand].b - near->b, x, w, &corners);
}

/* Where the pebble of a contact touches a wall. */
static inline void wall_foot(struct dem3 *s, const struct part3 *q, struct block *b, int g, int k)
{
	const struct couple3 *couple = couple_of(q, b, g, k);
	struct wall3 room;
	const struct wall3 *wall = couple3_wall(s, couple, &room);
	const struct pebble *p = &s->pebbles.at[b->meet[g].p[k]];
	vec3 x = v3(p->x, p->y, p->z), w;
	double far = wall->kind == FORM_MESH ? mesh_from(s, &q->near[b->meet[g].near[k]], wall, x, &w) : wall3_from(wall, x, &w);

	lane_put(b->work[g].w, k, w);
	if (far <= 0 && b->slot[g].is >> k & 1) {
		const int *body = s->list.pair[couple->pair].body;

#pragma omp critical
		dem3_fail_overlap(s, body[0], body[1], p->r - far, 0.5 * p->r);
	}
}

static void block_load(struct dem3 *s, struct part3 *q, struct block *b)
{
	(b->balls ? load_balls(s->wide) : load(s->wide))(s, q, b);
	for (int g = 0; g < b->n && b->walls; g++) {
		const struct slot4 *t = &b->slot[g];

		for (unsigned set = t->walls; set; set &= set - 1)
			wall_foot(s, q, b, g, __builtin_ctz(set));
		/* as far from it where nothing touches: at no distance some laws have no force */
		for (int z = t->n; z < LANES; z++)
			lane_put(b->work[g].w, z, lane_get(b->work[g].w, t->n - 1));
	}
}

/* ---- one step of them ---- */

static WIDE_INLINE struct meeting3 meeting_of(const struct slot4 *t, const struct meet4 *m, const struct work4 *b, int k,
	int balls)
{
	vec3 r = lane_get(b->apart + X, k), u = lane_get(b->apart + U, k), d = lane_get(b->apart + D, k);
	double ri = b->i[R][k], lim = ri + b->j[R][k];

	if (balls) /* from ball to ball is from body to body, and turns at the beginning and at the end are the same */
		return (struct meeting3){ r, lim, ri, v3(0, 0, 0), r, u, lane_get(b->i + W, k), lane_get(b->j + W, k), d,
			lane_get(b->i + T, k), lane_get(b->j + T, k), lane_get(b->i + T, k), lane_get(b->j + T, k), t->root[k],
			b->was[k], b->is[k], m->roller[k] };
	return (struct meeting3){ lane_get(b->w, k), lim, ri, lane_get(b->arm, k), r, u, lane_get(b->i + W, k),
		lane_get(b->j + W, k), d, lane_get(b->i + T, k), lane_get(b->j + T, k), lane_get(b->i + S, k), lane_get(b->j + S, k),
		t->root[k], b->was[k], b->is[k], m->roller[k] };
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
	struct meeting3 q = meeting_of(&b->slot[g], &b->meet[g], &b->work[g], k, balls);
	struct contact3 c, old = contact4_get(&b->at[g], k, balls);
	struct coil3 coil, coil0;
	struct share3 share;

	if (rolls)
		coil0 = coil4_get(&b->coil[g], k);
	contact3_step(kind, rolls, balls, &q, law, dt, &old, &coil0, &c, &coil, &share);
	contact4_put(&b->at[g], k, &c, balls);
	if (rolls)
		coil4_put(&b->coil[g], k, &coil);
	share_put(b, g, k, &share);
	double deep = c.gap - 0.5 * q.lim;
	b->deep[k] = deep > b->deep[k] ? deep : b->deep[k];
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
	struct meeting3 q = meeting_of(&b->slot[g], &b->meet[g], &b->work[g], k, b->balls);
	struct contact3 c = contact4_get(&b->at[g], k, b->balls);
	struct coil3 coil = rolls ? coil4_get(&b->coil[g], k) : no_coil;
	struct share3 share = { 0 };

	contact3_shape(b->balls, &q, &c);
	if (!resume || q.was == 0)
		contact3_fresh(&q, b->law, &c, rolls ? &coil : NULL);
	contact3_share(b->balls, &q, &c, rolls ? &coil : NULL, &share);
	contact4_put(&b->at[g], k, &c, b->balls);
	if (rolls)
		coil4_put(&b->coil[g], k, &coil);
	share_put(b, g, k, &share);
	b->deep[k] = fmax(b->deep[k], c.gap - 0.5 * q.lim);
}

static void block_fresh(struct block *b, int resume)
{
	for (int g = 0; g < b->n; g++)
		for (int k = 0; k < LANES; k++)
			if (k < b->slot[g].n)
				fresh_one(b, g, k, resume);
			else
				share_put(b, g, k, &(struct share3){ 0 });
}

/* ---- out of lanes ---- */

/* What contacts give to both bodies of their couples, which get theirs from the first. Lanes that touch nothing give
 * nothing more to the last couple. */
static WIDE_INLINE void give_loop(const struct dem3 *s, struct block *b)
{
	double *pulls = s->pull;
	uint32_t last = b->given;

	for (int g = 0, n = b->n; g < n; g++) {
		const struct slot4 *t = &b->slot[g];
		const lane *share = b->work[g].share;
		quad give[SHARE / 4][LANES];

		QUAD_UNROLL
		for (int r = 0; r < SHARE / 4; r++)
			quad_back_to(share[4 * r], LANES, give[r]);
		QUAD_UNROLL
		for (int z = 0; z < LANES; z++) {
			double *i = pulls + t->on[0][z], *j = pulls + t->on[1][z];
			quad both = give[1][z];
			pair on_i = { both[0], both[1] }, on_j = { both[2], both[3] };

			if (t->on[0][z] == last) {
				give[0][z] += *(quad *)i;
				on_i += *(pair *)(i + 4);
				on_j += *(pair *)j;
				give[2][z] += *(quad *)(j + 2);
			}
			*(quad *)i = give[0][z];
			*(pair *)(i + 4) = on_i;
			*(pair *)j = on_j;
			*(quad *)(j + 2) = give[2][z];
			last = t->on[0][z];
		}
	}
	b->given = last;
}
WIDE_LOOP(give, (const struct dem3 *s, struct block *b), (s, b))

static void overlap_check(struct dem3 *s, const struct part3 *q, const struct block *b)
{
	for (int g = 0; g < b->n; g++)
		for (int k = 0; k < b->slot[g].n; k++) {
			const int *body = s->list.pair[couple_of(q, b, g, k)->pair].body;
			double limit = 0.5 * (b->meet[g].ri[k] + b->meet[g].rj[k]);

			if (b->at[g].gap[k] > limit)
#pragma omp critical
				dem3_fail_overlap(s, body[0], body[1], b->at[g].gap[k], limit);
		}
}

/* Contacts of a group that begin or end. */
static void group_kinks(struct dem3 *s, struct part3 *q, struct block *b, int g, const struct contact4 *was)
{
	const struct slot4 *t = &b->slot[g];

	for (unsigned set = t->kinks; set; set &= set - 1) {
		int k = __builtin_ctz(set), at = b->first + LANES * g + k;
		struct meeting3 m = meeting_of(t, &b->meet[g], &b->work[g], k, b->balls);
		struct contact3 c = slot4_contact(t, &b->meet[g], t->is >> k & 1 ? &b->at[g] : was, k);

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

static void block_heat(struct dem3 *s, const struct block *b)
{
	for (int side = 0; side < 2; side++)
		for (int k = 0; k < LANES * b->n; k++) {
			uint32_t on = b->slot[k / LANES].on[side][k % LANES] / (uint32_t)s->pull_step;

			s->pull_heat[on] += b->led[LED_FRIC][b->first + k] + b->led[LED_VISC][b->first + k];
		}
}

/* Work out a block and add it to the sums of its couples. */
static void block_work(struct dem3 *s, struct part3 *q, struct block *b, enum dem3_pass pass)
{
	struct contact4 was[GROUPS];

	memset(b->deep, 0, sizeof b->deep);
	block_load(s, q, b);
	for (int g = 0; g < b->n && b->kinks; g++) {
		const struct slot4 *t = &b->slot[g];

		if (b->balls)
			dem3_slots_begin(s, q, (int)(t - q->now.slot), t->is & ~(unsigned)t->was);
		if (t->kinks)
			was[g] = b->at[g];
	}
	if (pass == PASS_STEP)
		block_step(b, s->wide, s->dt);
	else
		block_fresh(b, pass == PASS_RESUME);
	give(s->wide)(s, b);
	for (int g = 0; g < b->n && b->kinks; g++) {
		if (pass == PASS_STEP)
			group_kinks(s, q, b, g, &was[g]);
		dem3_slots_done(q, (int)(&b->slot[g] - q->now.slot));
	}
	if ((b->deep[0] > 0) | (b->deep[1] > 0) | (b->deep[2] > 0) | (b->deep[3] > 0))
		overlap_check(s, q, b);
	if (s->heat)
		block_heat(s, b);
	b->first += LANES * b->n;
	if (b->first + LANES * GROUPS > EXACT_BLOCK)
		block_book(s, q, b);
}

/* ---- all of them ---- */

struct evaluation { struct dem3 *s; enum dem3_pass pass; };

/* The block that begins with a group, before the group end; of one that touches nothing none but that. */
static void block_begin(const struct dem3 *s, const struct part3 *q, int group, int end, struct block *b)
{
	const struct slot4 *t = b->slot = &q->now.slot[group];
	int most = end - group < GROUPS ? end - group : GROUPS;

	b->at = &q->now.at[group];
	b->meet = &q->now.meet[group];
	b->last = &q->now.slot[end];
	b->coil = s->rolls ? &q->now.coil[group] : NULL;
	b->law = t->law;
	b->balls = t->balls;
	b->walls = t->walls;
	for (b->n = 1; b->n < most && t->live; b->n++) {
		const struct slot4 *next = &t[b->n];

		if (next->law != t->law || next->balls != t->balls || !next->live)
			break;
		b->walls |= next->walls;
	}
}

/* All contacts of a part: those that touch, and in a step those that did one step ago, in the order of candidates. */
static void part_forces(void *to, int part, int thread)
{
	struct dem3 *s = ((struct evaluation *)to)->s;
	enum dem3_pass pass = ((struct evaluation *)to)->pass;
	struct part3 *q = &s->part[part];
	_Alignas(LINE) struct block b;

	if (dem3_near_touch(s, q) || pass != PASS_STEP)
		dem3_slots_order(s, q, thread, pass);
	q->books = &s->books[thread];
	q->n_kink = 0;
	b.given = UINT32_MAX;
	b.first = 0;
	for (int k = 0, end = q->now.n / LANES; k < end; k += b.n) {
		block_begin(s, q, k, end, &b);
		if (b.slot->live)
			block_work(s, q, &b, pass);
	}
	block_book(s, q, &b);
}

/* Evaluate all forces at the present places. PASS_STEP carries contacts on from the last evaluation over the
 * displacements of the step; PASS_FRESH takes springs, PASS_RESUME whole forces of the contacts that are still
 * there. */
void dem3_forces(struct dem3 *s, enum dem3_pass pass)
{
	s->kinked = 0;
	if (s->plain)
		dem3_plain_forces(s, pass);
	else
		share(s->threads, s->n_part, part_forces, &(struct evaluation){ s, pass });
}
