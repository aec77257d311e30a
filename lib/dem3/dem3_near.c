/* dem3_near.c: near candidates, whose distances are checked in every step
 *
 * A candidate of the Verlet list is near if it may touch before some body has used up its room, see dem3_rooms.c. Only
 * pebbles of near candidates are placed in every step, and only their distances are checked, four at a time. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/team.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_round.h"

/* ---- choosing near candidates ---- */

/* Add the candidates of a pair of bodies of pebbles that may touch within the bodies' rooms, or touched one step ago. *old
 * is the first place of the part's contacts that is not before these candidates. clings: the law does; balls: they make a run of
 * balls. */
static WIDE_INLINE void choose_pebbles(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old,
	int clings, int balls)
{
	enum { EACH = sizeof(struct motion3) / sizeof(struct pebble) };
	const struct list3 *l = &s->list;
	const struct pebble *at = s->pebbles.at;
	const int *body = l->pair[pair].body;
	vec3 h = l->images.at[l->pair[pair].image].h;
	double room = s->core.room[body[0]] + s->core.room[body[1]];
	int n = q->n_near, o = *old;

	if (s->core.cell.moves) /* the flow takes bodies further */
		room += s->core.cell.near_strain * (s->pebbles.reach[body[0]] + s->pebbles.reach[body[1]] + room);
	for (int k = l->from[pair]; k < l->from[pair + 1]; k++) {
		const struct list3_cand c = l->cand[k];
		const struct pebble *a = &at[c.a], *b = &at[c.b];
		double x = b->x + h.x - a->x, y = b->y + h.y - a->y, z = b->z + h.z - a->z, lim = law_begins(law, a->r + b->r);
		double far = (clings ? dem3_lasts(s, law, a->r, body[1], b->r) : lim) + room;
		int was = q->now.cand[o] == k;

		q->near[n] = (struct near3){ lim * lim, balls ? EACH * body[0] : c.a, balls ? EACH * body[1] : c.b, k, q->n_near_pair };
		o += was;
		while (q->now.cand[o] < 0)
			o++;
		n += was | !(x * x + y * y + z * z > far * far * 1.00001);
	}
	q->n_near = n;
	*old = o;
}

static void choose_balls(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	choose_pebbles(s, q, pair, law, old, 0, 1);
}

static void choose_clumps(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	choose_pebbles(s, q, pair, law, old, 0, 0);
}

static void choose_clinging(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	choose_pebbles(s, q, pair, law, old, 1, 0);
}

/* The same for a body of pebbles and a wall. */
static void choose_wall(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	const struct list3 *l = &s->list;
	const int *body = l->pair[pair].body;
	struct wall3 at;
	const struct wall3 *wall = dem3_wall_at(s, body[1], l->images.at[l->pair[pair].image].h, &at);
	double room = s->core.room[body[0]] + s->core.room[body[1]];
	int first = s->pebbles.first[body[1]], corners;

	for (int k = l->from[pair]; k < l->from[pair + 1]; k++) {
		const struct list3_cand c = l->cand[k];
		const struct pebble *a = &s->pebbles.at[c.a];
		vec3 x = v3(a->x, a->y, a->z), w;
		double far = wall->kind == FORM_MESH ? wall3_from_face(wall, c.b - first, x, &w, &corners) : wall3_from(wall, x, &w);
		int was = q->now.cand[*old] == k;

		q->near[q->n_near] = (struct near3){ 0, c.a, first, k, q->n_near_pair };
		*old += was;
		while (q->now.cand[*old] < 0)
			(*old)++;
		double lim = law_clings(law) ? dem3_lasts(s, law, a->r, body[1], 0) : law_begins(law, a->r);
		q->n_near += was | !(far > (lim + room) * 1.00001);
	}
}

double dem3_effective_wall(const struct dem3 *s, const struct law_contact *law, double r, int j)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, j);

	return f->kind == FORM_CYLINDER && law_is_elastic(law) ?
	       law_effective_cylinder(r, s->pebbles.size[j] * f->solid->r, f->solid->side) : r;
}

double dem3_reduced_mass(const struct dem3 *s, int i, int j)
{
	double w = s->core.winv[i] + s->core.winv[j];

	if (!(w > 0))
		w = (s->core.mass[i] > 0 ? 1 / s->core.mass[i] : 0) + (s->core.mass[j] > 0 ? 1 / s->core.mass[j] : 0);
	return w > 0 ? 1 / w : 0;
}

static struct near_pair3 near_pair_of(const struct dem3 *s, int pair, const struct law_contact *law)
{
	const int *body = s->list.pair[pair].body;
	double m = law->zn + law->zt > 0 ? dem3_reduced_mass(s, body[0], body[1]) : 0;
	int wall = s->wall_of[body[1]];

	return (struct near_pair3){ pair, dem3_has_faces(s, body[0], body[1]), wall >= 0 ? &s->wall_at[wall] : NULL, law, m };
}

/* Add the latest near candidates, which are of this pair, to the last run or to a new one. */
static void run_add(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law)
{
	const int *body = s->list.pair[pair].body;
	int balls = dem3_balls(s, body[0], body[1], law), faces = dem3_has_faces(s, body[0], body[1]);
	const struct run3 *last = q->n_run > 0 ? &q->run[q->n_run - 1] : NULL;

	if (!last || last->law != law || last->balls != balls || last->faces != faces) {
		MEM_GROW(q->run, &q->cap_run, (size_t)q->n_run + 1);
		q->run[q->n_run++] = (struct run3){ .balls = balls, .faces = faces, .law = law };
	}
	q->run[q->n_run - 1].end = q->n_near;
}

/* Whether a near candidate is with a wall. */
static WIDE_INLINE int near_is_wall(const struct part3 *q, int near)
{
	return q->near_pair[q->near[near].near_pair].wall != NULL;
}

/* Choose the near candidates of a part. */
static void part_near(void *to, int part, int thread)
{
	struct dem3 *s = to;
	struct part3 *q = &s->part[part];
	const struct list3 *l = &s->list;
	int old = 0;

	(void)thread;
	q->n_near = q->n_near_pair = q->n_run = q->n_nearest = q->meshes = q->some_faces = 0;
	MEM_GROW_LINES(q->now.cand, &q->now.cap_cand, (size_t)q->now.n + 1);
	q->now.cand[q->now.n] = INT_MAX;
	while (q->now.cand[old] < 0)
		old++;
	for (int p = q->pair_from; p < q->pair_to; p++) {
		const struct law_contact *law = dem3_law_of(s, p);
		int n = q->n_near;

		MEM_GROW(q->near, &q->cap_near, (size_t)(n + l->from[p + 1] - l->from[p]));
		const int *body = l->pair[p].body;
		(dem3_has_faces(s, body[0], body[1]) ? dem3_faces_choose : s->wall_of[body[1]] >= 0 ? choose_wall :
			s->core.clings && law_clings(law) ? choose_clinging : dem3_balls(s, body[0], body[1], law) ? choose_balls :
			choose_clumps)(s, q, p, law, &old);
		s->near_pair_of[p] = -1;
		if (q->n_near == n)
			continue;
		q->meshes |= pebbles_form(&s->pebbles, l->pair[p].body[1])->kind == FORM_MESH;
		run_add(s, q, p, law);
		MEM_GROW(q->near_pair, &q->cap_near_pair, (size_t)q->n_near_pair + 1);
		s->near_pair_of[p] = q->n_near_pair;
		q->near_pair[q->n_near_pair++] = near_pair_of(s, p, law);
	}
	MEM_GROW(q->touch, &q->cap_touch, (size_t)q->n_near + 4);
	for (int r = 0, k = 0; r < q->n_run; r++)
		for (; k < q->run[r].end; k++)
			q->touch[k] = q->run[r].faces || (!q->run[r].balls && near_is_wall(q, k)) ? TOUCH_SINGLE : 0;
	memset(q->touch + q->n_near, 0, 4);
	q->stale = 1;
	if (s->core.clings)
		dem3_near_recall(q);
}

void dem3_near_recall(struct part3 *q)
{
	for (int k = 0, o = 0; k < q->n_near; k++) {
		while (o < q->now.n && q->now.cand[o] < q->near[k].cand)
			o++;
		q->touch[k] |= o < q->now.n && q->now.cand[o] == q->near[k].cand ? TOUCH_IS : 0;
	}
}

/* ---- the near pairs and pebbles of bodies ---- */

/* Number the near pairs of a part among those of all parts, and clear their wrenches. */
static void part_number(void *to, int part, int thread)
{
	struct dem3 *s = to;
	const struct part3 *q = &s->part[part];
	size_t from = (size_t)q->sum_from, n = (size_t)q->n_near_pair;

	(void)thread;
	for (int k = 0; k < q->n_near_pair; k++)
		s->near_pair_of[q->near_pair[k].pair] += q->sum_from;
	memset(s->wrench + WRENCH * from, 0, WRENCH * n * sizeof *s->wrench);
	if (s->core.heat)
		memset(s->wrench_heat + 2 * from, 0, 2 * n * sizeof *s->wrench_heat);
}

/* The number of near pairs of a body. */
static int body_count(const struct dem3 *s, int b)
{
	const struct list3 *l = &s->list;
	int n = 0;

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++)
		n += s->near_pair_of[l->own[z] >> 1] >= 0;
	return n;
}

/* List the near pairs of the bodies of a chunk, which are consecutive. */
static void chunk_near_own(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	const struct list3 *l = &s->list;
	int from = dem3_chunk_begin(s, chunk), end = dem3_chunk_end(s, chunk), n = s->near_from[from];

	(void)thread;
	for (int z = l->own_from[from]; z < l->own_from[end]; z++) {
		int near_pair = s->near_pair_of[l->own[z] >> 1];

		if (near_pair >= 0)
			s->near_own[n++] = 2 * (WRENCH * (uint32_t)near_pair) + (l->own[z] & 1);
	}
}

struct used { struct dem3 *s; char *pebble; };

/* Mark the pebbles of the near candidates of a run that have to be placed in every step. Features are placed when they are looked
 * at, unless it is with a wall. */
static void mark_run(const struct used *u, const struct part3 *q, int from, int end)
{
	for (int k = from; k < end; k++) {
		const struct near_pair3 *near_pair = &q->near_pair[q->near[k].near_pair];
		const int *body = u->s->list.pair[near_pair->pair].body;

		if (near_pair->wall || !pebbles_faces(&u->s->pebbles, body[0]))
			__atomic_store_n(&u->pebble[q->near[k].a], 1, __ATOMIC_RELAXED); /* other threads may do the same */
		if (!near_pair->wall && !pebbles_faces(&u->s->pebbles, body[1]))
			__atomic_store_n(&u->pebble[q->near[k].b], 1, __ATOMIC_RELAXED);
	}
}

/* Pairs of balls are looked at in the motions of their bodies. */
static void mark_used(void *to, int part, int thread)
{
	const struct used *u = to;
	const struct part3 *q = &u->s->part[part];

	(void)thread;
	for (int r = 0, from = 0; r < q->n_run; from = q->run[r++].end)
		if (!q->run[r].balls)
			mark_run(u, q, from, q->run[r].end);
}

/* For the bodies of a chunk, list the pebbles that near candidates use, and count near pairs. */
static void list_used(void *to, int chunk, int thread)
{
	const struct used *u = to;
	struct dem3 *s = u->s;
	const struct pebbles *p = &s->pebbles;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++) {
		int n = 0;

		for (int k = p->first[b]; k < p->first[b + 1]; k++) {
			s->core.use[p->first[b] + n] = k;
			n += u->pebble[k];
		}
		s->core.n_use[b] = n;
		s->near_from[b + 1] = body_count(s, b);
	}
}

void dem3_near_build(struct dem3 *s)
{
	enum { LARGE = 4096 }; /* prefetching makes 1000 spheres slower and 8000 faster */
	size_t all = (size_t)s->core.n * sizeof(double);
	struct used u = { s, mem_zero((size_t)s->pebbles.first[s->core.n] + 1, 1) };
	int n = 0;

	for (int k = 0; k < 3; k++)
		memcpy(s->core.near_x[k], s->core.x[k], all);
	for (int k = 0; k < 4; k++)
		memcpy(s->near_q[k], s->q[k] + s->late_from, (size_t)(s->core.n - s->late_from) * sizeof(double));
	dem3_paths_begin(s);
	s->core.near_since = s->core.clock.step;
	s->core.cell.near = 0;
	timing_choice(&s->core.timing, 0);
	team_run(s->core.threads, s->core.n_part, part_near, s);
	timing_choice(&s->core.timing, 1);
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].sum_from = n;
		n += s->part[t].n_near_pair;
	}
	s->large = n > LARGE;
	MEM_GROW(s->near_own, &s->cap_near_own, 2 * (size_t)n + NEAR_AHEAD);
	memset(s->near_own + 2 * n, 0, NEAR_AHEAD * sizeof *s->near_own);
	size_t wrenches = WRENCH * (size_t)n + QUAD; /* quads read beyond the last wrench */
	if (wrenches > s->cap_wrench) { /* nothing has to be copied, and more will be needed soon */
		MEM_DROP(s->wrench, &s->cap_wrench);
		MEM_GROW_LINES(s->wrench, &s->cap_wrench, wrenches + wrenches / 4);
	}
	if (s->core.heat)
		MEM_GROW(s->wrench_heat, &s->cap_heat, 2 * (size_t)n + 1);
	team_run(s->core.threads, s->core.n_part, part_number, s);
	team_run(s->core.threads, s->core.n_part, mark_used, &u);
	team_run(s->core.threads, dem3_chunks(s), list_used, &u);
	for (int b = 0; b < s->core.n; b++)
		s->near_from[b + 1] += s->near_from[b];
	team_run(s->core.threads, dem3_chunks(s), chunk_near_own, s);
	free(u.pebble);
}

/* The number of near candidates of a part that are checked in vain in every step. Those that have a place are evaluated anyway.
 * If all have places, those that do not touch mostly fill empty lanes, and count an eighth: measured, not derived. */
static double in_vain(const struct part3 *q)
{
	int n = q->n_near - q->now.n, empty = 0;

	for (int k = 0; k < q->now.n && q->full; k++)
		empty += q->now.cand[k] < 0;
	return q->full ? empty / 8.0 : n > 0 ? n / (q->some_faces ? 8.0 : 1) : 0;
}

/* Checking a near candidate in vain takes about as long as leaving out a candidate when near ones are chosen. */
void dem3_near_tune(struct dem3 *s)
{
	double vain = 0;

	for (int t = 0; t < s->core.n_part; t++)
		vain += in_vain(&s->part[t]);
	soft_near_tune(&s->core, s->list.n_cand, vain);
}

/* ---- distances ---- */

int dem3_near_is_closest(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, vec3 w,
	int corners)
{
	const struct list3_cand *cand = s->list.cand;
	const struct near3 *c = &q->near[near], *end = q->near + q->n_near, *z = c;
	int k = cand[c->cand].b - c->b;

	while (z > q->near && z[-1].a == c->a && z[-1].near_pair == c->near_pair)
		z--;
	for (; z < end && z->a == c->a && z->near_pair == c->near_pair; z++)
		if (z != c && wall3_yields(wall, k, x, w, corners, cand[z->cand].b - z->b))
			return 0;
	return 1;
}

/* Whether a near candidate with a mesh touches: its pebble is at x, and its force begins at the distance lim. */
static int mesh_hit(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, double lim)
{
	const struct near3 *c = &q->near[near];
	int corners;
	vec3 w;

	return wall3_from_face(wall, s->list.cand[c->cand].b - c->b, x, &w, &corners) < lim &&
	       dem3_near_is_closest(s, q, near, wall, x, w, corners);
}

/* Whether a near candidate with a wall touches, or a contact with it that was there lasts. */
static WIDE_INLINE int wall_hit(const struct dem3 *s, const struct part3 *q, int near, int lasts)
{
	const struct near3 *c = &q->near[near];
	const struct near_pair3 *near_pair = &q->near_pair[c->near_pair];
	struct wall3 room;
	const struct wall3 *wall = near_pair3_wall(s, near_pair, &room);
	const struct pebble *a = &s->pebbles.at[c->a];
	vec3 x = v3(a->x, a->y, a->z), w;
	double lim = lasts ? dem3_lasts(s, near_pair->law, a->r, s->list.pair[near_pair->pair].body[1], 0) :
	                     law_begins(near_pair->law, a->r);

	return wall->kind == FORM_MESH ? mesh_hit(s, q, near, wall, x, lim) : wall3_from(wall, x, &w) < lim;
}

/* Arrays that the distances of near candidates need, in local variables: quads may alias everything, so that the compiler would
 * load these pointers again after every store. */
struct distant {
	const struct pebble *at; /* those of all bodies, or the motions of balls */
	const struct list3_image *image;
	const struct body_pair *pair;
	const struct near_pair3 *near_pair;
};

/* The squared distances of the four near candidates from c on; shifted: some pairs are with images. */
static WIDE_INLINE void distances(struct distant f, int shifted, const struct near3 *c, quad *d2)
{
	quad d[4];
	double x[4][4];

	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		d[k] = *(const quad *)&f.at[c[k].b];
	if (shifted)
		QUAD_UNROLL
		for (int k = 0; k < 4; k++)
			d[k] += *(const quad *)&f.image[f.pair[f.near_pair[c[k].near_pair].pair].image].h;
	QUAD_UNROLL
	for (int k = 0; k < 4; k++)
		d[k] -= *(const quad *)&f.at[c[k].a];
	quad_turn_of(d, x[0], 4);
	quad a = *(quad *)x[0], b = *(quad *)x[1], e = *(quad *)x[2];
	*d2 = a * a + b * b + e * e;
}

/* Four flags at once, the first in the lowest byte. */
static WIDE_INLINE uint32_t four_flags(uint32_t w)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap32(w);
#endif
	return w;
}

int dem3_near_lasts(const struct dem3 *s, const struct part3 *q, int near)
{
	const struct near3 *c = &q->near[near];
	const struct near_pair3 *near_pair = &q->near_pair[c->near_pair];
	const struct body_pair *p = &s->list.pair[near_pair->pair];

	if (!law_clings(near_pair->law))
		return 0;
	if (near_pair->wall)
		return wall_hit(s, q, near, 1);
	const struct pebble *a = &s->pebbles.at[c->a], *b = &s->pebbles.at[c->b];
	vec3 h = s->list.images.at[p->image].h, d = v3(b->x + h.x - a->x, b->y + h.y - a->y, b->z + h.z - a->z);
	double ends = dem3_lasts(s, near_pair->law, a->r, p->body[1], b->r);
	return v3_dot(d, d) < ends * ends;
}

/* Change the flags of the four near candidates from k on, to those in now. Returns whether contacts have to be put in order. */
static __attribute__((noinline)) int toggle_four(struct dem3 *s, struct part3 *q, int k, uint32_t flag, uint32_t now)
{
	int reorder = 0;

	for (int z = 0; z < 4 && s->core.clings; z++)
		if ((flag & ~now) >> 8 * z & TOUCH_IS)
			now |= (uint32_t)dem3_near_lasts(s, q, k + z) << 8 * z;
	uint32_t next = four_flags((flag & ~UINT32_C(0x01010101)) | now);
	memcpy(q->touch + k, &next, sizeof next);
	for (int z = 0; z < 4; z++)
		if ((flag ^ now) >> 8 * z & 1)
			reorder |= !dem3_batches_toggle(s, q, k + z);
	return reorder;
}

/* Look at the near candidates k .. k+n-1 of a part, at most four; c has the first, and four can be read. */
static WIDE_INLINE void touch_four(struct dem3 *s, struct part3 *q, struct distant f, int shifted, const struct near3 *c, int k,
	int n, int *reorder)
{
	enum { EACH = 0x01010101 };
	uint32_t flag, now, some = n < 4 ? (UINT32_C(1) << 8 * n) - 1 : UINT32_MAX;
	quad d2, lim2 = { c[0].lim2, c[1].lim2, c[2].lim2, c[3].lim2 };

	distances(f, shifted, c, &d2);
	quad_bits in = (quad_bits)(d2 < lim2) & (quad_bits){ 1, 1 << 8, 1 << 16, 1 << 24 };
	now = (uint32_t)((in[0] | in[1]) | (in[2] | in[3]));
	memcpy(&flag, q->touch + k, sizeof flag);
	flag = four_flags(flag);
	for (int z = 0; z < n && flag & EACH * TOUCH_SINGLE; z++)
		if (flag >> 8 * z & TOUCH_SINGLE)
			now |= (uint32_t)wall_hit(s, q, k + z, 0) << 8 * z;
	now = (now & some) | (flag & EACH & ~some);
	if ((flag & EACH) != now)
		*reorder |= toggle_four(s, q, k, flag, now);
}

/* Look at the near candidates from .. end-1, a run that is not of features; at: where they are. */
static WIDE_INLINE void touch_loop(struct dem3 *s, struct part3 *q, const struct pebble *at, int from, int end, int *reorder)
{
	enum { AHEAD = 12 };
	struct distant f = { at, s->list.images.at, s->list.pair, q->near_pair };
	const struct near3 *near = q->near;
	struct near3 last[4];
	int shifted = s->list.images.n > 2, k = from; /* images 0 and 1 have no shift */

	for (; k + 4 <= end; k += 4) {
		const struct near3 *later = &near[k + AHEAD + 4 <= end ? k + AHEAD : k];

		QUAD_UNROLL
		for (int z = 0; z < 4; z++) /* large scenes do not fit into the cache */
			__builtin_prefetch(&f.at[later[z].b]);
		touch_four(s, q, f, shifted, &near[k], k, 4, reorder);
	}
	if (k == end)
		return;
	for (int z = 0; z < 4; z++) /* those that follow are not where these are */
		last[z] = near[k + z < end ? k + z : k];
	touch_four(s, q, f, shifted, last, k, end - k, reorder);
}
WIDE_LOOP(touch, (struct dem3 *s, struct part3 *q, const struct pebble *at, int from, int end, int *reorder),
	(s, q, at, from, end, reorder))

int dem3_near_touch(struct dem3 *s, struct part3 *q)
{
	int reorder = q->stale, all = q->stale || !q->full;
	const struct pebble *pebbles = s->pebbles.at, *motions = (const struct pebble *)s->motion;

	for (int k = 0, from = 0; k < q->n_run; from = q->run[k++].end)
		if (q->run[k].faces)
			reorder |= dem3_faces_touch(s, q, from, q->run[k].end);
		else if (!q->run[k].balls && !all)
			touch(s->core.wide)(s, q, pebbles, from, q->run[k].end, &reorder);
	for (int k = 0, from = 0; k < q->n_run && (reorder || all); from = q->run[k++].end)
		if (!q->run[k].faces) /* all flags are needed to put contacts in order */
			touch(s->core.wide)(s, q, q->run[k].balls ? motions : pebbles, from, q->run[k].end, &reorder);
	return reorder;
}
