/* dem3_force.c: one evaluation of all contacts
 *
 * Two passes, each by parts of the list that threads share: first the distances of all candidates, which leave
 * those that touch, then the forces of these and of those that touched one step ago. Contacts of one law are
 * worked out side by side in vectors, with the same bits as one by one. Every pair of bodies has sums of its own;
 * then each body adds up over its pairs in the order of the partners' ids, and the ledger is summed exactly: no
 * sum depends on parts, threads or memory. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"
#include "base/wide.h"
#include "sim/dem3_state.h"

enum { BLOCK = 16 };
static const struct coil3 no_coil;

/* ---- distances ---- */

/* Of the candidates from .. to-1, pebbles against pebbles at the image h, those that touch. */
static int balls_hits(const struct dem3 *s, int from, int to, vec3 h, const struct law_contact *law, int *hit)
{
	const struct pebble *at = s->pebbles.at;
	const struct list3_cand *cand = s->list.cand;
	double scale = law->scale, range = law->range;
	int n = 0, ahead = s->list.n_cand - 16;

	for (int k = from; k < to; k++) {
		const struct list3_cand *later = &cand[k < ahead ? k + 16 : k];

		__builtin_prefetch(&at[later->a]); /* large scenes wait for memory */
		__builtin_prefetch(&at[later->b]);
		const struct pebble *a = &at[cand[k].a], *b = &at[cand[k].b];
		double x = b->x + h.x - a->x, y = b->y + h.y - a->y, z = b->z + h.z - a->z, lim = scale * (a->r + b->r) + range;

		hit[n] = k;
		n += x * x + y * y + z * z < lim * lim;
	}
	return n;
}

static struct wall3 wall_at(const struct dem3 *s, int b, vec3 h)
{
	struct wall3 w = s->wall_at[s->wall_of[b]];

	w.at = v3_add(w.at, h);
	w.shift = h;
	return w;
}

/* Whether the point of face k that is closest to a pebble at x, at w from it and on the part of the face that the corners
 * name, is the closest of the mesh thereabouts: of the faces that meet there, among the candidates from .. to-1 of that
 * pebble, none has a nearer one, and none of those with the same comes first. So a face, an edge or a corner is touched
 * once. */
static int is_closest(const struct dem3 *s, const struct wall3 *wall, int first, int from, int to, int cand, vec3 x, vec3 w,
	int corners)
{
	const struct list3_cand *c = s->list.cand;
	int k = c[cand].b - first;
	double same = 1e-20 * v3_dot(w, w);

	for (int z = from; z < to && corners != 7; z++) {
		int other = c[z].b - first, parts;
		vec3 v;

		if (z == cand || !facets_share(wall->facets, k, corners, other))
			continue;
		wall3_from_face(wall, other, x, &v, &parts);
		vec3 d = v3_sub(v, w);
		if (v3_dot(d, d) > same || z < cand)
			return 0;
	}
	return 1;
}

static int mesh_hits(const struct dem3 *s, int b, int from, int to, vec3 h, const struct law_contact *law, int *hit)
{
	struct wall3 wall = wall_at(s, b, h);
	const struct list3_cand *c = s->list.cand;
	int n = 0, corners, first = s->pebbles.first[b];

	for (int k = from, end; k < to; k = end) { /* pebble by pebble */
		const struct pebble *a = &s->pebbles.at[c[k].a];
		vec3 x = v3(a->x, a->y, a->z), w;

		for (end = k; end < to && c[end].a == c[k].a; end++)
			;
		for (int z = k; z < end; z++)
			if (wall3_from_face(&wall, c[z].b - first, x, &w, &corners) < law->scale * a->r + law->range &&
			    is_closest(s, &wall, first, k, end, z, x, w, corners))
				hit[n++] = z;
	}
	return n;
}

static int wall_hits(const struct dem3 *s, int b, int from, int to, vec3 h, const struct law_contact *law, int *hit)
{
	struct wall3 wall = wall_at(s, b, h);
	int n = 0;

	for (int k = from; k < to; k++) {
		const struct pebble *a = &s->pebbles.at[s->list.cand[k].a];
		vec3 w;

		hit[n] = k;
		n += wall3_from(&wall, v3(a->x, a->y, a->z), &w) < law->scale * a->r + law->range;
	}
	return n;
}

static const struct law_contact *law_of(const struct dem3 *s, int pair)
{
	const int *body = s->list.pair[pair].body;

	return &s->law[s->material[body[0]] * s->n_material + s->material[body[1]]];
}

static void part_distances(void *to, int part, int thread)
{
	struct dem3 *s = to;
	struct part3 *q = &s->part[part];
	const struct list3 *l = &s->list;

	(void)thread;
	MEM_GROW(q->hit, &q->cap_hit, (size_t)(l->from[q->pair_to] - l->from[q->pair_from]) + 1);
	q->n_hit = 0;
	for (int p = q->pair_from; p < q->pair_to; p++) {
		int b = l->pair[p].body[1], *hit = q->hit + q->n_hit;
		vec3 h = l->images.at[l->pair[p].image].h;

		if (s->wall_of[b] >= 0 && s->wall_at[s->wall_of[b]].kind == FORM_MESH)
			q->n_hit += mesh_hits(s, b, l->from[p], l->from[p + 1], h, law_of(s, p), hit);
		else if (s->wall_of[b] >= 0)
			q->n_hit += wall_hits(s, b, l->from[p], l->from[p + 1], h, law_of(s, p), hit);
		else
			q->n_hit += balls_hits(s, l->from[p], l->from[p + 1], h, law_of(s, p), hit);
	}
}

/* ---- forces ---- */

typedef double lane[BLOCK];
typedef lane lanes[3];

/* Contacts of one law, side by side. */
struct block {
	int n;
	const struct law_contact *law;
	int pair[BLOCK], cand[BLOCK];
	lanes w, p, r, u, ui, uj, d, ti, tj, si, sj;
	lane lim, ri, m, was, is, roller;
	/* the contact as it was, and as it is */
	lanes n0, a0, ft0, xi0, roll0, moment0, n1, a1, ft1, xi1, roll1, moment1;
	lane gap0, fn0, gap1, fn1;
	lanes f, turn_i, turn_j;
	lane led[LED_CONTACT];
};

static WIDE_INLINE vec3 get(lanes a, int k)
{
	return v3(a[0][k], a[1][k], a[2][k]);
}

static WIDE_INLINE void put(lanes a, int k, vec3 v)
{
	a[0][k] = v.x;
	a[1][k] = v.y;
	a[2][k] = v.z;
}

static WIDE_INLINE struct meeting3 meeting_of(struct block *b, int k)
{
	return (struct meeting3){ get(b->w, k), b->lim[k], b->ri[k], get(b->p, k), get(b->r, k), get(b->u, k), get(b->ui, k),
		get(b->uj, k), get(b->d, k), get(b->ti, k), get(b->tj, k), get(b->si, k), get(b->sj, k), b->m[k], b->was[k], b->is[k],
		b->roller[k] };
}

static WIDE_INLINE struct contact3 old_of(struct block *b, int k)
{
	return (struct contact3){ get(b->n0, k), get(b->a0, k), get(b->ft0, k), get(b->xi0, k), b->gap0[k], b->fn0[k] };
}

static WIDE_INLINE struct contact3 now_of(struct block *b, int k)
{
	return (struct contact3){ get(b->n1, k), get(b->a1, k), get(b->ft1, k), get(b->xi1, k), b->gap1[k], b->fn1[k] };
}

static WIDE_INLINE void now_put(struct block *b, int k, const struct contact3 *c)
{
	put(b->n1, k, c->n);
	put(b->a1, k, c->a);
	put(b->ft1, k, c->ft);
	put(b->xi1, k, c->xi);
	b->gap1[k] = c->gap;
	b->fn1[k] = c->fn;
}

static WIDE_INLINE void share_put(struct block *b, int k, const struct share3 *o)
{
	put(b->f, k, o->f);
	put(b->turn_i, k, o->ti);
	put(b->turn_j, k, o->tj);
	b->led[LED_FRIC][k] = o->fric;
	b->led[LED_VISC][k] = o->visc;
	b->led[LED_POWER][k] = o->power;
	b->led[LED_NORMAL][k] = o->normal;
	b->led[LED_TANGENT][k] = o->tangent;
}

static WIDE_INLINE void step_one(struct block *b, int k, const struct law_contact *law, enum law_kind kind, int rolls, double dt)
{
	struct meeting3 q = meeting_of(b, k);
	struct contact3 c, old = old_of(b, k);
	struct coil3 coil, coil0;
	struct share3 share;

	if (rolls)
		coil0 = (struct coil3){ get(b->roll0, k), get(b->moment0, k) };
	contact3_step(kind, rolls, &q, law, dt, &old, &coil0, &c, &coil, &share);
	now_put(b, k, &c);
	if (rolls) {
		put(b->roll1, k, coil.roll);
		put(b->moment1, k, coil.moment);
	}
	share_put(b, k, &share);
}

static WIDE_INLINE void step_all(struct block *restrict b, double dt, enum law_kind kind, int rolls)
{
	const struct law_contact law = *b->law;

#pragma omp simd
	for (int k = 0; k < b->n; k++)
		step_one(b, k, &law, kind, rolls, dt);
}

/* Loops for every kind of law, with resistance to rolling and without. */
#define STEP_LOOP(name, kind, rolls) \
	static WIDE_INLINE void name##_loop(struct block *restrict b, double dt) { step_all(b, dt, kind, rolls); } \
	WIDE_LOOP(name, (struct block *restrict b, double dt), (b, dt))

STEP_LOOP(linear, LAW_LINEAR, 0)
STEP_LOOP(linear_rolls, LAW_LINEAR, 1)
STEP_LOOP(hertz, LAW_HERTZ, 0)
STEP_LOOP(hertz_rolls, LAW_HERTZ, 1)
STEP_LOOP(mindlin, LAW_MINDLIN, 0)
STEP_LOOP(mindlin_rolls, LAW_MINDLIN, 1)
STEP_LOOP(cohesive, LAW_COHESIVE, 0)
STEP_LOOP(cohesive_rolls, LAW_COHESIVE, 1)
STEP_LOOP(lennard_jones, LAW_LENNARD_JONES, 0)
STEP_LOOP(lennard_jones_rolls, LAW_LENNARD_JONES, 1)

static int law_rolls(const struct law_contact *law)
{
	return law->mur > 0 || law->mus > 0;
}

static void block_step(struct block *b, int wide, double dt)
{
	int rolls = law_rolls(b->law);

	switch (b->law->kind) {
	case LAW_LINEAR:
		(rolls ? linear_rolls(wide) : linear(wide))(b, dt);
		break;
	case LAW_HERTZ:
		(rolls ? hertz_rolls(wide) : hertz(wide))(b, dt);
		break;
	case LAW_MINDLIN:
		(rolls ? mindlin_rolls(wide) : mindlin(wide))(b, dt);
		break;
	case LAW_COHESIVE:
		(rolls ? cohesive_rolls(wide) : cohesive(wide))(b, dt);
		break;
	case LAW_LENNARD_JONES:
		(rolls ? lennard_jones_rolls(wide) : lennard_jones(wide))(b, dt);
		break;
	}
}

/* The evaluation that is no step: contacts that are known keep their springs, or to resume, their forces. */
static void block_fresh(struct block *b, int resume)
{
	int rolls = law_rolls(b->law);

	for (int k = 0; k < b->n; k++) {
		struct meeting3 q = meeting_of(b, k);
		struct contact3 c = old_of(b, k);
		struct coil3 coil = no_coil;
		struct share3 share = { 0 };

		if (rolls)
			coil = (struct coil3){ get(b->roll0, k), get(b->moment0, k) };
		contact3_shape(&q, &c);
		if (!resume || b->was[k] == 0)
			contact3_fresh(&q, b->law, &c, rolls ? &coil : NULL);
		contact3_share(&q, &c, rolls ? &coil : NULL, &share);
		now_put(b, k, &c);
		put(b->roll1, k, coil.roll);
		put(b->moment1, k, coil.moment);
		share_put(b, k, &share);
	}
}

/* Reduced mass for damping; of two bodies that do not move freely what masses they have. */
static double reduced_mass(const struct dem3 *s, int i, int j)
{
	double w = s->winv[i] + s->winv[j];

	if (!(w > 0))
		w = (s->mass[i] > 0 ? 1 / s->mass[i] : 0) + (s->mass[j] > 0 ? 1 / s->mass[j] : 0);
	return w > 0 ? 1 / w : 0;
}

/* What the contacts of a pair have in common. */
struct couple {
	int pair, is_wall;
	const struct motion3 *i, *j;
	vec3 h, r, u, d;
	double m;
	const struct law_contact *law;
	struct wall3 wall;
};

static void couple_make(const struct dem3 *s, struct couple *c, int pair)
{
	const int *body = s->list.pair[pair].body;

	c->pair = pair;
	c->i = &s->motion[body[0]];
	c->j = &s->motion[body[1]];
	c->h = s->list.images.at[s->list.pair[pair].image].h;
	c->r = v3_sub(v3_add(c->j->x, c->h), c->i->x);
	c->u = v3_sub(c->i->u, c->j->u);
	c->d = v3_sub(c->i->d, c->j->d);
	c->law = law_of(s, pair);
	c->m = c->law->zn + c->law->zt > 0 ? reduced_mass(s, body[0], body[1]) : 0;
	c->is_wall = s->wall_of[body[1]] >= 0;
	if (c->is_wall)
		c->wall = wall_at(s, body[1], c->h);
}

/* Put a candidate into a block; old: the contact one step ago, or NULL. */
static inline void block_add(struct dem3 *s, struct block *b, const struct couple *c, int cand, int is,
	const struct contact3 *old, const struct coil3 *coil)
{
	static const struct contact3 none;
	const struct list3_cand *at = &s->list.cand[cand];
	const struct pebble *p = &s->pebbles.at[at->a];
	int k = b->n++;
	double rj = 0;

	b->pair[k] = c->pair;
	b->cand[k] = cand;
	vec3 x = v3(p->x, p->y, p->z), w;
	if (c->is_wall) {
		int corners, face = at->b - s->pebbles.first[c->j - s->motion];
		double far = c->wall.kind == FORM_MESH ? wall3_from_face(&c->wall, face, x, &w, &corners)
		           : wall3_from(&c->wall, x, &w);

		if (far <= 0 && is)
#pragma omp critical
			dem3_fail_overlap(s, (int)(c->i - s->motion), (int)(c->j - s->motion), p->r - far, 0.5 * p->r);
	} else {
		const struct pebble *o = &s->pebbles.at[at->b];

		w = v3(o->x + c->h.x - p->x, o->y + c->h.y - p->y, o->z + c->h.z - p->z);
		rj = o->r;
	}
	put(b->w, k, w);
	put(b->p, k, v3_sub(x, c->i->x));
	put(b->r, k, c->r);
	put(b->u, k, c->u);
	put(b->d, k, c->d);
	put(b->ui, k, c->i->w);
	put(b->uj, k, c->j->w);
	put(b->ti, k, c->i->t);
	put(b->tj, k, c->j->t);
	put(b->si, k, c->i->s);
	put(b->sj, k, c->j->s);
	b->lim[k] = p->r + rj;
	b->ri[k] = p->r;
	b->m[k] = c->m;
	b->is[k] = is;
	b->was[k] = old != NULL;
	old = old ? old : &none;
	put(b->n0, k, old->n);
	put(b->a0, k, old->a);
	put(b->ft0, k, old->ft);
	put(b->xi0, k, old->xi);
	b->gap0[k] = old->gap;
	b->fn0[k] = old->fn;
	if (!s->rolls)
		return;
	/* half of the harmonic mean of two pebbles; a wall has no curvature to speak of */
	b->roller[k] = c->is_wall ? p->r : p->r * rj / (p->r + rj);
	put(b->roll0, k, coil ? coil->roll : v3(0, 0, 0));
	put(b->moment0, k, coil ? coil->moment : v3(0, 0, 0));
}

/* The sums of a pair, begun when its first contact comes; pairs come in the order of the list. */
static struct pair_sum3 *sum_of(struct dem3 *s, struct part3 *q, int p)
{
	if (p != q->last_pair) {
		const int *at = &s->list.own_at[2 * p], *body = s->list.pair[p].body;

		q->last_pair = p;
		__atomic_store_n(&s->touched[body[0]], 1, __ATOMIC_RELAXED); /* other threads may do the same */
		__atomic_store_n(&s->touched[body[1]], 1, __ATOMIC_RELAXED);
		s->touching[at[0]] = s->touching[at[1]] = 1;
		s->sum_of[p] = q->sum_from + q->n_sum++;
		s->pair_sum[s->sum_of[p]] = (struct pair_sum3){ 0 };
		if (s->heat)
			s->pair_heat[s->sum_of[p]] = 0;
	}
	return &s->pair_sum[q->sum_from + q->n_sum - 1];
}

static void overlap_check(struct dem3 *s, struct block *b, int k)
{
	const int *body = s->list.pair[b->pair[k]].body;

	if (b->gap1[k] <= 0.5 * b->lim[k])
		return;
#pragma omp critical
	dem3_fail_overlap(s, body[0], body[1], b->gap1[k], 0.5 * b->lim[k]);
}

/* A contact that begins or ends. */
static void block_kink(struct dem3 *s, struct part3 *q, struct block *b, int k)
{
	struct meeting3 m = meeting_of(b, k);
	struct contact3 c = b->is[k] > 0 ? now_of(b, k) : old_of(b, k);

	dem3_kink_note(s, q, b->pair[k], &m, &c, b->law, &b->led[LED_NORMAL][k], &b->led[LED_VISC][k]);
}

/* Work out a block and add it to the sums of its pairs. */
static void block_finish(struct dem3 *s, struct part3 *q, struct block *b, enum dem3_pass pass)
{
	int deep = 0, rolls = law_rolls(b->law);

	if (pass == PASS_STEP)
		block_step(b, s->wide, s->dt);
	else
		block_fresh(b, pass == PASS_RESUME);
	for (int k = 0; k < b->n; k++) {
		struct pair_sum3 *sum = sum_of(s, q, b->pair[k]);

		sum->f = v3_add(sum->f, get(b->f, k));
		sum->t[0] = v3_add(sum->t[0], get(b->turn_i, k));
		sum->t[1] = v3_add(sum->t[1], get(b->turn_j, k));
		if (pass == PASS_STEP && b->is[k] != b->was[k])
			block_kink(s, q, b, k);
		deep |= b->gap1[k] > 0.5 * b->lim[k];
		q->now.at[q->now.n] = now_of(b, k);
		if (s->rolls)
			q->now.coil[q->now.n] = rolls ? (struct coil3){ get(b->roll1, k), get(b->moment1, k) } : no_coil;
		q->now.cand[q->now.n] = b->cand[k];
		q->now.n += b->is[k] > 0;
	}
	for (int k = 0; k < b->n && s->heat; k++)
		s->pair_heat[s->sum_of[b->pair[k]]] += b->led[LED_FRIC][k] + b->led[LED_VISC][k];
	for (int z = 0; z < LED_CONTACT; z++)
		exact_add_all(s->wide, &q->books->led[z], b->n, b->led[z]);
	for (int k = 0; k < b->n && deep; k++)
		overlap_check(s, b, k);
	b->n = 0;
}

struct evaluation { struct dem3 *s; enum dem3_pass pass; };

/* All contacts of a part: those that touch, and in a step those that did one step ago, both in the order of
 * candidates. */
static void part_forces(void *to, int part, int thread)
{
	struct dem3 *s = ((struct evaluation *)to)->s;
	enum dem3_pass pass = ((struct evaluation *)to)->pass;
	struct part3 *q = &s->part[part];
	const struct list3 *l = &s->list;
	struct contacts3 swap = q->old;
	struct couple c = { .pair = -1 };
	struct block b;

	q->books = &s->books[thread];
	q->old = q->now;
	q->now = swap;
	q->now.n = q->n_sum = q->n_kink = 0;
	q->last_pair = -1;
	if (s->meshes && pass == PASS_STEP)
		dem3_carry(s, q);
	b.n = 0;
	dem3_contacts_reserve(s, &q->now, q->n_hit + q->old.n + 1);
	for (int z = 0, o = 0, p = q->pair_from; z < q->n_hit || o < q->old.n;) {
		int hit = z < q->n_hit ? q->hit[z] : INT_MAX, old = o < q->old.n ? q->old.cand[o] : INT_MAX, at = hit < old ? hit : old;
		int is = hit == at, was = old == at;

		z += is;
		o += was;
		if (!is && pass != PASS_STEP) /* nothing ends */
			continue;
		for (; l->from[p + 1] <= at; p++)
			;
		if (p != c.pair) {
			const int *later = l->pair[p + 6 < l->n_pair ? p + 6 : p].body;

			__builtin_prefetch(&s->motion[later[0]]);
			__builtin_prefetch(&s->motion[later[1]]);
			couple_make(s, &c, p);
		}
		if (b.n == BLOCK || (b.n > 0 && b.law != c.law))
			block_finish(s, q, &b, pass);
		b.law = c.law;
		block_add(s, &b, &c, at, is, was ? &q->old.at[o - 1] : NULL, was && s->rolls ? &q->old.coil[o - 1] : NULL);
	}
	if (b.n > 0)
		block_finish(s, q, &b, pass);
}

/* ---- sums ---- */

/* A body's sum over its pairs, in the order of the partners' ids. end: of the pairs of all bodies that this thread
 * sees to. */
static void gather_body(struct dem3 *s, int b, int end)
{
	const struct list3 *l = &s->list;
	vec3 f = v3(0, 0, 0), t = v3(0, 0, 0);

	for (int from = l->own_from[b], to = l->own_from[b + 1]; from < to; from += 8) {
		uint64_t set = partners_flags(s->touching + from, end - from);

		if (to - from < 8)
			set &= ((uint64_t)1 << 8 * (to - from)) - 1;
		for (; set; set &= set - 1) {
			int z = from + (__builtin_ctzll(set) >> 3), side = l->own[z] & 1;
			const struct pair_sum3 *p = &s->pair_sum[s->sum_of[l->own[z] >> 1]];

			s->touching[z] = 0;
			f = side ? v3_add(f, p->f) : v3_sub(f, p->f);
			t = v3_add(t, p->t[side]);
		}
	}
	s->f[0][b] = f.x, s->f[1][b] = f.y, s->f[2][b] = f.z;
	s->tq[0][b] = t.x, s->tq[1][b] = t.y, s->tq[2][b] = t.z;
}

/* Its half of what its pairs lose, in the same order. */
static void gather_heat(struct dem3 *s, int b)
{
	const struct list3 *l = &s->list;
	double heat = 0;

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++)
		if (s->touching[z])
			heat += 0.5 * s->pair_heat[s->sum_of[l->own[z] >> 1]];
	s->heat[b] += heat;
}

void dem3_gather(struct dem3 *s, int from, int to)
{
	size_t n = (size_t)(to - from);

	if (s->plain)
		return;
	for (int k = 0; k < 3; k++) {
		memset(s->f[k] + from, 0, n * sizeof(double));
		memset(s->tq[k] + from, 0, n * sizeof(double));
	}
	for (int b = from; b < to && s->heat; b++)
		if (s->touched[b])
			gather_heat(s, b);
	for (int b = from; b < to; b += 8) {
		uint64_t set = partners_flags(s->touched + b, to - b);

		for (; set; set &= set - 1)
			gather_body(s, b + (__builtin_ctzll(set) >> 3), s->list.own_from[to]);
	}
	memset(s->touched + from, 0, n);
}

/* Evaluate all forces at the present places. PASS_STEP carries contacts on from the last evaluation over the
 * displacements of the step; PASS_FRESH takes springs, PASS_RESUME whole forces of the contacts that are still
 * there. */
void dem3_forces(struct dem3 *s, enum dem3_pass pass)
{
	int n = 0;

	if (s->plain) {
		dem3_plain_forces(s, pass);
		return;
	}
	share(s->threads, s->n_part, part_distances, s);
	for (int t = 0; t < s->n_part; t++) {
		s->part[t].sum_from = n;
		n += s->part[t].n_hit + s->part[t].now.n;
	}
	MEM_GROW(s->pair_sum, &s->cap_sum, (size_t)n + 1);
	if (s->heat)
		MEM_GROW(s->pair_heat, &s->cap_heat, (size_t)n + 1);
	share(s->threads, s->n_part, part_forces, &(struct evaluation){ s, pass });
}
