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
		room += s->core.cell.near_strain * (soft_acts_within(&s->core, body[0]) + soft_acts_within(&s->core, body[1]) + room);
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
	int wall = s->wall_of[body[1]], shares = wall >= 0 && m > 0 && pebbles_faces(&s->pebbles, body[0]);

	return (struct near_pair3){ pair, dem3_has_faces(s, body[0], body[1]), shares, wall >= 0 ? &s->wall_at[wall] : NULL, law, m };
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
	int old = 0, faces_pair = q->faces_from;

	(void)thread;
	dem3_pairs_far(s, q);
	q->n_near = q->n_near_pair = q->n_run = q->n_nearest = q->meshes = q->some_faces = q->some_share = 0;
	MEM_GROW_LINES(q->now.cand, &q->now.cap_cand, (size_t)q->now.n + 1);
	q->now.cand[q->now.n] = INT_MAX;
	while (q->now.cand[old] < 0)
		old++;
	for (int p = q->pair_from; p < q->pair_to; p++) {
		const struct law_contact *law = dem3_law_of(s, p);
		int n = q->n_near;

		MEM_GROW(q->near, &q->cap_near, (size_t)(n + l->from[p + 1] - l->from[p]));
		const int *body = l->pair[p].body;
		int faces = faces_pair < q->faces_to && s->faces_pair[faces_pair].pair == p, near = 0;
		if (faces)
			near = dem3_pair_near(s, q, faces_pair++, q->n_near_pair, law);
		else
			(dem3_has_faces(s, body[0], body[1]) ? dem3_faces_choose : s->wall_of[body[1]] >= 0 ? choose_wall :
				s->core.clings && law_clings(law) ? choose_clinging : dem3_balls(s, body[0], body[1], law) ? choose_balls :
				choose_clumps)(s, q, p, law, &old);
		s->near_pair_of[p] = -1;
		if (faces ? !near : q->n_near == n)
			continue;
		q->meshes |= pebbles_form(&s->pebbles, l->pair[p].body[1])->kind == FORM_MESH;
		if (!faces)
			run_add(s, q, p, law);
		MEM_GROW(q->near_pair, &q->cap_near_pair, (size_t)q->n_near_pair + 1);
		s->near_pair_of[p] = q->n_near_pair;
		q->near_pair[q->n_near_pair] = near_pair_of(s, p, law);
		q->some_share |= q->near_pair[q->n_near_pair++].shares;
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
			mark(u, q->near[k].a);
			if (!q->near_pair[q->near[k].near_pair].wall)
				mark(u, q->near[k].b);
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
	int64_t n = 0;

	for (int k = 0; k < 3; k++)
		memcpy(s->core.near_x[k], s->core.x[k], all);
	for (int k = 0; k < 4; k++)
		memcpy(s->near_q[k], s->q[k] + s->late_from, (size_t)(s->core.n - s->late_from) * sizeof(double));
	s->core.near_since = s->core.clock.step;
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
	MEM_GROW(s->near_own, &s->cap_near_own, 2 * (size_t)n + NEAR_AHEAD);
	memset(s->near_own + 2 * n, 0, NEAR_AHEAD * sizeof *s->near_own);
	size_t wrenches = WRENCH * (size_t)n + QUAD; /* quads read beyond the last wrench */
	if (wrenches > s->cap_wrench) { /* nothing has to be copied, and more will be needed soon */
		MEM_DROP(s->wrench, &s->cap_wrench);
		MEM_GROW_LINES(s->wrench, &s->cap_wrench, wrenches + wrenches / 4);
	}
	if (s->core.heat)
		MEM_GROW(s->pair_heat, &s->cap_heat, (size_t)n + 1);
	team_run(s->core.threads, s->core.n_part, part_number, s);
	team_run(s->core.threads, s->core.n_part, mark_used, &u);
	team_run(s->core.threads, dem3_chunks(s), list_used, &u);
	for (int b = 0; b < s->core.n; b++)
		s->near_from[b + 1] += s->near_from[b];
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
