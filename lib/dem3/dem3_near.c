/* dem3_near.c: near candidates, whose distances are checked in every step
 *
 * A candidate of the Verlet list is near if it may touch before some body has used up its room, see dem3_rooms.c. Only
 * pebbles of near candidates are placed in every step, and only their distances are checked, four at a time. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quad.h"
#include "base/team.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_near.h"
#include "dem3/dem3_own.h"
#include "dem3/dem3_round.h"

/* ---- choosing near candidates ---- */

void dem3_near_reserve(const struct dem3 *s, struct part3 *q, int n)
{
	if (s->list.single)
		MEM_GROW(q->near_short, &q->cap_near_short, (size_t)(q->n_near + n));
	else
		MEM_GROW(q->near, &q->cap_near, (size_t)(q->n_near + n));
}

/* Add the candidates of a pair of bodies of pebbles that may touch within the bodies' rooms, or touched one step ago. *old
 * is the first of part3.held that is not before these candidates. clings: the law does. */
static WIDE_INLINE void choose_pebbles(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old,
	int clings)
{
	const struct list3 *l = &s->list;
	const struct pebble *at = s->pebbles.at;
	const int *body = l->pair[pair].body;
	vec3 h = l->images.at[l->pair[pair].image].h;
	double room = s->core.room[body[0]] + s->core.room[body[1]];
	int n = q->n_near, o = *old;

	if (s->core.cell.moves) /* the flow takes bodies further */
		room += s->core.cell.near_strain * (soft_acts_within(&s->core, body[0]) + soft_acts_within(&s->core, body[1]) + room);
	for (int k = list3_first(l, pair); k < list3_first(l, pair + 1); k++) {
		const struct list3_cand c = list3_candidate(l, k);
		const struct pebble *a = &at[c.a], *b = &at[c.b];
		double x = b->x + h.x - a->x, y = b->y + h.y - a->y, z = b->z + h.z - a->z, lim = law_begins(law, a->r + b->r);
		double far = (clings ? dem3_lasts(s, law, a->r, body[1], b->r) : lim) + room;
		int was = q->held[o].cand == k;

		dem3_near_put(s, q, n, (struct near3){ c.a, c.b, k, q->n_near_pair });
		o += was;
		n += was | !(x * x + y * y + z * z > far * far * 1.00001);
	}
	q->n_near = n;
	*old = o;
}

static void choose_clumps(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	choose_pebbles(s, q, pair, law, old, 0);
}

static void choose_clinging(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	choose_pebbles(s, q, pair, law, old, 1);
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

	for (int k = list3_first(l, pair); k < list3_first(l, pair + 1); k++) {
		const struct list3_cand c = list3_candidate(l, k);
		const struct pebble *a = &s->pebbles.at[c.a];
		vec3 x = v3(a->x, a->y, a->z), w;
		double far = wall->kind == FORM_MESH ? wall3_from_face(wall, c.b - first, x, &w, &corners) : wall3_from(wall, x, &w);
		int was = q->held[*old].cand == k;

		dem3_near_put(s, q, q->n_near, (struct near3){ c.a, first, k, q->n_near_pair });
		*old += was;
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
	double w = soft_winv(&s->core, i) + soft_winv(&s->core, j);

	if (!(w > 0))
		w = (s->core.mass[i] > 0 ? 1 / s->core.mass[i] : 0) + (s->core.mass[j] > 0 ? 1 / s->core.mass[j] : 0);
	return w > 0 ? 1 / w : 0;
}

double dem3_damped_mass(const struct dem3 *s, int pair, const struct law_contact *law)
{
	const int *body = s->list.pair[pair].body;

	return law->zn + law->zt > 0 ? dem3_reduced_mass(s, body[0], body[1]) : 0;
}

int near_pair3_shares(const struct dem3 *s, const struct near_pair3 *c)
{
	const int *body = s->list.pair[c->pair].body;

	return c->wall && pebbles_faces(&s->pebbles, body[0]) && dem3_damped_mass(s, c->pair, dem3_law_of(s, c->pair)) > 0;
}

static struct near_pair3 near_pair_of(const struct dem3 *s, int pair)
{
	const int *body = s->list.pair[pair].body;

	return (struct near_pair3){ (unsigned)pair & NEAR_PAIR, dem3_has_faces(s, body[0], body[1]) != 0, s->wall_of[body[1]] >= 0 };
}

/* ---- all pairs of a part ---- */

/* Add to the n runs what follows them: to the last one, or as a new one. Returns the number of runs. */
static int run_add(struct run3 **run, size_t *cap, int n, struct run3 next)
{
	struct run3 *last = n > 0 ? &(*run)[n - 1] : NULL;

	if (last && last->law == next.law && last->balls == next.balls && last->faces == next.faces) {
		last->end = next.end;
		last->least2 = next.least2 < last->least2 ? next.least2 : last->least2;
		last->most2 = next.most2 > last->most2 ? next.most2 : last->most2;
		return n;
	}
	MEM_GROW(*run, cap, (size_t)n + 1);
	(*run)[n] = next;
	return n + 1;
}

static void part_alike(void *to, int part, int thread)
{
	const struct dem3 *s = to;
	struct part3 *q = &s->part[part];

	(void)thread;
	q->n_alike = 0;
	for (int p = q->pair_from; p < q->pair_to; p++) {
		const int *body = s->list.pair[p].body;
		const struct law_contact *law = dem3_law_of(s, p);

		q->n_alike = run_add(&q->alike, &q->cap_alike, q->n_alike, (struct run3){ p + 1, dem3_balls(s, body[0], body[1], law),
			dem3_has_faces(s, body[0], body[1]), law, 0, 0 });
	}
}

/* How many numbers the wrenches of near pairs have, see dem3.each. */
static int each_of(const struct dem3 *s)
{
	double radius = 0;

	for (int b = 0; b < s->core.n; b++) {
		if (s->wall_of[b] >= 0)
			continue;
		if (!dem3_is_ball(s, b))
			return WRENCH;
		double r = s->pebbles.at[s->pebbles.first[b]].r;
		radius = radius > 0 ? radius : r;
		if (r != radius)
			return WRENCH;
	}
	return s->core.rolls || s->core.clings ? WRENCH : WRENCH_ALIKE;
}

void dem3_near_list(struct dem3 *s)
{
	s->each = each_of(s);
	team_run(s->core.threads, s->core.n_part, part_alike, s);
}

/* Choose the near candidates of a pair of the list that is not of two balls. *faces: the next pair in dem3.faces_pair. */
static void choose_pair(struct dem3 *s, struct part3 *q, int p, const struct run3 *a, int *faces, int *old)
{
	const struct list3 *l = &s->list;
	const int *body = l->pair[p].body;
	int n = q->n_near, near;

	dem3_near_reserve(s, q, list3_first(l, p + 1) - list3_first(l, p));
	if (*faces < q->faces_to && s->faces_pair[*faces].pair == p) {
		near = dem3_pair_near(s, q, (*faces)++, q->n_near_pair, a->law);
	} else {
		(a->faces ? dem3_faces_choose : s->wall_of[body[1]] >= 0 ? choose_wall :
			s->core.clings && law_clings(a->law) ? choose_clinging : choose_clumps)(s, q, p, a->law, old);
		near = q->n_near > n;
	}
	s->near_pair_of[p] = -1;
	if (!near)
		return;
	q->meshes |= pebbles_form(&s->pebbles, body[1])->kind == FORM_MESH;
	MEM_GROW(q->near_pair, &q->cap_near_pair, (size_t)q->n_near_pair + 2);
	s->near_pair_of[p] = q->n_near_pair;
	for (int z = 0; z < (s->each < WRENCH ? 2 : 1); z++)
		q->near_pair[q->n_near_pair++] = near_pair_of(s, p);
	q->some_share |= near_pair3_shares(s, &q->near_pair[q->n_near_pair - 1]);
}

/* Choose the near candidates of a part. */
static void part_near(void *to, int part, int thread)
{
	struct dem3 *s = to;
	struct part3 *q = &s->part[part];
	int old = 0, faces = q->faces_from, p = q->pair_from;

	(void)thread;
	dem3_pairs_far(s, q);
	dem3_batches_held(q);
	q->n_near = q->n_near_pair = q->n_run = q->n_nearest = q->meshes = q->some_faces = q->some_share = 0;
	for (int k = 0; k < q->n_alike; k++) {
		const struct run3 *a = &q->alike[k];
		int n = q->n_near;
		struct run3 run = *a;

		if (a->balls)
			dem3_near_balls(s, q, p, a->end, a->law, &old, &run);
		else
			for (; p < a->end; p++)
				choose_pair(s, q, p, a, &faces, &old);
		p = a->end;
		run.end = q->n_near;
		if (q->n_near > n)
			q->n_run = run_add(&q->run, &q->cap_run, q->n_run, run);
	}
	MEM_SHRINK(q->near, &q->cap_near, (size_t)q->n_near);
	MEM_SHRINK(q->near_short, &q->cap_near_short, (size_t)q->n_near);
	MEM_SHRINK(q->near_pair, &q->cap_near_pair, (size_t)q->n_near_pair);
	MEM_GROW(q->touch, &q->cap_touch, (size_t)q->n_near + 4);
	memset(q->touch, 0, (size_t)q->n_near + 4);
	for (int r = 0, k = 0; r < q->n_run; k = q->run[r++].end)
		for (; k < q->run[r].end && !q->run[r].balls; k++)
			q->touch[k] = q->run[r].faces || part3_is_wall(s, q, k) ? TOUCH_SINGLE : 0;
	q->stale = 1;
	if (s->core.clings)
		dem3_near_recall(s, q);
}

void dem3_near_recall(const struct dem3 *s, struct part3 *q)
{
	const struct held3 *held = q->held;

	for (int k = 0; k < q->n_near; k++) {
		int cand = part3_near(s, q, k).cand;

		while (held->cand < cand)
			held++;
		q->touch[k] |= held->cand == cand ? TOUCH_IS : 0;
	}
}

/* ---- the near pairs and pebbles of bodies ---- */

static WIDE_INLINE void number_loop(int n, int from, int *near_pair_of)
{
#pragma omp simd
	for (int p = 0; p < n; p++)
		near_pair_of[p] += near_pair_of[p] >= 0 ? from : 0;
}
WIDE_LOOP(number, (int n, int from, int *near_pair_of), (n, from, near_pair_of))

/* Number the near pairs of a part among those of all parts, and clear their wrenches. */
static void part_number(void *to, int part, int thread)
{
	struct dem3 *s = to;
	const struct part3 *q = &s->part[part];
	size_t from = (size_t)q->sum_from, n = (size_t)q->n_near_pair, each = (size_t)s->each;

	(void)thread;
	number(s->core.wide)(q->pair_to - q->pair_from, q->sum_from, s->near_pair_of + q->pair_from);
	memset(s->wrench + each * from, 0, each * n * sizeof *s->wrench);
}

/* Count the near pairs of the bodies of a chunk, which are consecutive. */
static void chunk_count(struct dem3 *s, int chunk)
{
	const struct list3 *l = &s->list;
	const int *near_pair_of = s->near_pair_of;
	int n = 0;

	for (int z = l->own_from[dem3_chunk_begin(s, chunk)], end = l->own_from[dem3_chunk_end(s, chunk)]; z < end; z++)
		n += near_pair_of[l->own[z] >> 1] >= 0;
	s->near_from[dem3_chunk_end(s, chunk)] = n;
}

/* List the near pairs of the bodies of a chunk. near_from has where the chunk's begin and end. */
static void chunk_near_own(void *to, int chunk, int thread)
{
	const struct dem3 *s = to;
	const int *own = s->list.own, *own_from = s->list.own_from, *near_pair_of = s->near_pair_of;
	uint32_t *near_own = s->near_own;
	int from = dem3_chunk_begin(s, chunk), end = dem3_chunk_end(s, chunk), n = s->near_from[from], last = s->near_from[end];

	(void)thread;
	for (int b = from; b < end; b++) {
		uint32_t second = own3_second(s, b);

		if (b > from)
			s->near_from[b] = n;
		for (int z = own_from[b], z_end = own_from[b + 1]; z < z_end && n < last; z++) { /* without branches that vary */
			int near_pair = near_pair_of[own[z] >> 1];

			near_own[n] = own3_first(s, near_pair) + (uint32_t)(own[z] & 1) * second;
			n += near_pair >= 0;
		}
	}
}

void dem3_near_number(const struct dem3 *s)
{
	memset(s->near_pair_of, -1, (size_t)s->list.n_pair * sizeof *s->near_pair_of);
	for (int t = 0; t < s->core.n_part; t++) {
		const struct part3 *q = &s->part[t];

		for (int k = q->n_near_pair - 1; k >= 0; k--) /* of a wall's two the first */
			s->near_pair_of[q->near_pair[k].pair] = q->sum_from + k;
	}
}

struct used { struct dem3 *s; char *pebble; };

static void mark(const struct used *u, int pebble)
{
	__atomic_store_n(&u->pebble[pebble], 1, __ATOMIC_RELAXED); /* other threads may do the same */
}

/* Mark the pebbles that have to be placed in every step, of a part. Pairs of balls are looked at in the motions of their
 * bodies. Features are placed when they are looked at, unless it is with a wall; all pebbles of bodies near bodies with
 * faces are placed. */
static void mark_used(void *to, int part, int thread)
{
	const struct used *u = to;
	const struct pebbles *p = &u->s->pebbles;
	const struct part3 *q = &u->s->part[part];

	(void)thread;
	for (int r = 0, k = 0; r < q->n_run; k = q->run[r++].end)
		for (; k < q->run[r].end && !q->run[r].balls; k++) {
			struct near3 near = part3_near(u->s, q, k);

			mark(u, near.a);
			if (!part3_is_wall(u->s, q, k))
				mark(u, near.b);
		}
	for (int k = 0; k < q->n_near_faces; k++)
		for (int z = 0; z < 2; z++) {
			int b = q->near_faces[k].body[z];

			for (int v = p->first[b]; v < p->first[b + 1] && !pebbles_faces(p, b); v++)
				mark(u, v);
		}
}

/* For the bodies of a chunk, list the pebbles that near candidates use, and count near pairs. */
static void list_used(void *to, int chunk, int thread)
{
	const struct used *u = to;
	struct dem3 *s = u->s;
	const struct pebbles *p = &s->pebbles;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++) {
		int n = 0, first = p->first[b], end = p->first[b + 1];
		int some = memchr(u->pebble + first, 1, (size_t)(end - first)) != NULL; /* of most balls none is used, and memory not written */

		for (int k = first; k < end && some; k++) {
			s->core.use[first + n] = k;
			n += u->pebble[k];
		}
		if (s->core.n_use[b] != n)
			s->core.n_use[b] = n;
	}
	chunk_count(s, chunk);
}

static void begin_rooms(void *to, int chunk, int thread)
{
	struct dem3 *s = to;
	int from = dem3_chunk_begin(s, chunk), end = dem3_chunk_end(s, chunk), turns = from > s->late_from ? from : s->late_from;

	(void)thread;
	soft_rooms_begin(&s->core, from, end);
	for (int k = 0; k < 4 && turns < end; k++)
		memcpy(s->near_q[k] + (turns - s->late_from), s->q[k] + turns, (size_t)(end - turns) * sizeof(double));
}

void dem3_near_build(struct dem3 *s)
{
	enum { LARGE = 4096 }; /* prefetching makes 1000 spheres slower and 8000 faster */
	struct used u = { s, mem_zero((size_t)s->pebbles.first[s->core.n] + 1, 1) };
	int64_t n = 0;

	team_run(s->core.threads, dem3_chunks(s), begin_rooms, s);
	s->core.near_since = s->core.clock.step;
	s->chosen = 1;
	s->core.cell.near = 0;
	timing_choice(&s->core.timing, 0);
	team_run(s->core.threads, s->core.n_part, part_near, s);
	timing_choice(&s->core.timing, 1);
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].sum_from = (int)n;
		n += s->part[t].n_near_pair;
	}
	sim_count(&s->core.error, SIM_NEAR_PAIRS, n, NEAR_PAIRS);
	s->large = n > LARGE;
	MEM_GROW(s->near_own, &s->cap_near_own, 2 * (size_t)n + OWN_AHEAD);
	memset(s->near_own + 2 * n, 0, OWN_AHEAD * sizeof *s->near_own);
	size_t wrenches = (size_t)s->each * (size_t)n + QUAD; /* quads read beyond the last wrench */
	if (wrenches > s->cap_wrench) { /* nothing has to be copied, and more will be needed soon */
		MEM_DROP(s->wrench, &s->cap_wrench);
		MEM_GROW_LINES(s->wrench, &s->cap_wrench, wrenches + wrenches / 16);
	}
	if (s->core.heat)
		MEM_GROW(s->pair_heat, &s->cap_heat, (size_t)n + 1);
	team_run(s->core.threads, s->core.n_part, part_number, s);
	team_run(s->core.threads, s->core.n_part, mark_used, &u);
	team_run(s->core.threads, dem3_chunks(s), list_used, &u);
	for (int z = 0; z < dem3_chunks(s); z++)
		s->near_from[dem3_chunk_end(s, z)] += s->near_from[dem3_chunk_begin(s, z)];
	team_run(s->core.threads, dem3_chunks(s), chunk_near_own, s);
	free(u.pebble);
}

/* The number of near candidates of a part that are checked in vain in every step. Those that have a place are evaluated anyway;
 * if they do not touch, they mostly fill empty lanes, and count an eighth: measured, not derived. */
static double in_vain(const struct part3 *q)
{
	int n = q->n_near - q->now.n, empty = 0, apart = 0;

	for (int k = 0; k < q->n_near_faces; k++)
		apart += q->near_faces[k].free > -INFINITY;
	for (int k = 0; k < q->now.n; k++)
		empty += q->now.cand[k] < 0;
	return apart / 16.0 + empty / 8.0 + (n > 0 ? n / (q->some_faces ? 8.0 : 1) : 0);
}

/* Checking a near candidate in vain takes about as long as leaving out a candidate when near ones are chosen. */
void dem3_near_tune(struct dem3 *s)
{
	double vain = 0;

	for (int t = 0; t < s->core.n_part; t++)
		vain += in_vain(&s->part[t]);
	soft_near_tune(&s->core, s->list.n_cand, vain);
}
