/* dem2_near.c: near candidates: the candidates of the neighbour list that may touch soon
 *
 * Every body has a room: how far its vertices may move before near candidates are chosen again. A candidate is near if it
 * may touch while both bodies stay within their rooms, see dem2_rooms.c. A step tests near candidates only. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_hits.h"

/* ---- the choice ---- */

/* Candidates of a part that may be near, in the order of the list; they are the last ones of near and lim2. was: it touched one
 * step ago; far2: the square of the distance up to which it is near [L^2]. */
enum { MAYBE = 256 };
struct maybe { int n, imaged, was[MAYBE]; double far2[MAYBE], il2[MAYBE + NEAR_MORE]; vec2 shift[MAYBE + NEAR_MORE]; };

/* How much further than to the distance lim at which it begins a contact lasts [L]. v, e: vertices of forms. */
static __attribute__((noinline)) double stretch_of(const struct dem2 *s, const struct law_contact *law, int v, int e, double lim)
{
	return law_clings(law) ? dem2_lasts(s, law, v, e, s->outlines.step[e] == 0) - lim : 0;
}

/* Test candidates, and keep those that may touch. */
static void maybe_test(struct dem2 *s, struct part2 *q, struct scratch2 *w, struct maybe *m)
{
	double square[2 * (MAYBE + NEAR_MORE)];
	vec2 gap[MAYBE + NEAR_MORE];
	struct near2 *near = w->near;
	double *lim2 = w->lim2;
	int n = q->n_near, first = n, pairs = q->n_sum, last = n ? near[n - 1].half >> 1 : -1;

	for (int z = 0; z < NEAR_MORE; z++) { /* they fill the last vector */
		near[first + m->n + z] = near[first];
		m->il2[m->n + z] = 0;
		m->shift[m->n + z] = v2(0, 0);
	}
	dem2_gaps(s->core.wide, &(struct gaps2){ m->n, 0, near + first, m->il2, NULL, s->outlines.at, m->imaged ? m->shift : NULL },
		gap, square);
	for (int z = 0; z < m->n; z++) {
		int keep = m->was[z] | !(square[2 * z] > m->far2[z]), p = near[first + z].half >> 1;

		near[n] = near[first + z];
		lim2[n] = lim2[first + z];
		pairs += keep & (p != last);
		last = keep ? p : last;
		n += keep;
	}
	q->n_near = n;
	q->n_tested += m->n;
	q->n_sum = pairs; /* the number of near pairs so far */
	m->n = m->imaged = 0;
}

/* Flags of the candidates among the n <= 8 of the list from the k-th on that may be near, by their gaps at the time when the
 * list was built, or that touched one step ago: the highest bit of each byte. lim <= NEAR2_GAPS; next: from the next contact of
 * one step ago on, the indices of their candidates. */
static inline uint64_t maybe_flags(const struct dem2 *s, int k, int n, unsigned lim, const int *next)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
	uint64_t set = ((ones * lim | high) - partners_flags((const char *)s->list.gap + k, 8)) & high;

	for (; *next < k + n; next++)
		set |= UINT64_C(0x80) << 8 * (*next - k);
	return n < 8 ? set & ((UINT64_C(1) << 8 * n) - 1) : set;
}

/* Add candidates of pair p, which begin at index k of the list: those with flags in set. *old: the next contact of one step
 * ago. */
static void maybe_add(const struct dem2 *s, struct part2 *q, struct scratch2 *w, struct maybe *m, int p, int k, uint64_t set,
	int *old)
{
	const struct list2 *l = &s->list;
	const struct outlines *o = &s->outlines;
	const double *radius = o->radius, *il2 = o->il2;
	const int *body = l->pair[p].body, *step = o->step, first[2] = { o->first[body[0]], o->first[body[1]] };
	const int shift[2] = { o->shift[body[0]], o->shift[body[1]] }, image = l->pair[p].image, clings = s->core.clings;
	const uint32_t vertices[2] = { (uint32_t)(o->first[body[0] + 1] - first[0]), (uint32_t)(o->first[body[1] + 1] - first[1]) };
	const struct law_contact *law = &s->core.law[dem2_law_of(&s->core, &l->pair[p])];
	double room = s->core.room[body[0]] + s->core.room[body[1]];
	double within = soft_acts_within(&s->core, body[0]) + soft_acts_within(&s->core, body[1]);
	double more = room + s->core.cell.near_strain * (within + room);
	struct near2 *near = w->near + q->n_near;
	double *lim2 = w->lim2 + q->n_near;
	int n = m->n, next = *old;

	m->imaged |= image > 1;
	for (; set; set &= set - 1, n++) {
		int at = k + (__builtin_ctzll(set) >> 3), was = q->contacts.cand[next] == at;
		uint32_t code = near2_code_at(&l->cand, at), pair = code & INT32_MAX; /* near2_code */
		int dir = (int)(code >> 31), v = first[dir] + (int)(pair / vertices[!dir]), ea = first[!dir] + (int)(pair % vertices[!dir]);
		int e = ea + shift[!dir];
		double lim = law_begins(law, radius[v + shift[dir]] + radius[e]), far = lim + more;

		if (clings)
			far += stretch_of(s, law, v + shift[dir], e, lim);
		m->far2[n] = far * far * 1.00001;
		m->was[n] = was;
		m->shift[n] = l->image[image ^ dir].h;
		near[n] = (struct near2){ v, ea, ea + step[e], 2 * p + dir, was ? q->contacts.place[next] : -1 };
		lim2[n] = lim * lim;
		m->il2[n] = il2[e];
		next += was;
	}
	m->n = n;
	*old = next;
}

/* Add the candidates of pair p that may be near. */
static void maybe_pair(struct dem2 *s, struct part2 *q, struct scratch2 *w, struct maybe *m, int p, unsigned lim, int *old)
{
	const struct list2 *l = &s->list;

	for (int k = l->from[p], end = l->from[p + 1]; k < end; k += 8) {
		uint64_t set = maybe_flags(s, k, end - k < 8 ? end - k : 8, lim, q->contacts.cand + *old);

		if (!set)
			continue;
		MEM_GROW(w->near, &w->cap_near, (size_t)q->n_near + MAYBE + NEAR_MORE);
		MEM_GROW(w->lim2, &w->cap_lim2, (size_t)q->n_near + MAYBE + NEAR_MORE);
		maybe_add(s, q, w, m, p, k, set, old);
		if (m->n > MAYBE - 8)
			maybe_test(s, q, w, m);
	}
}

/* Pairs of the list that may have near candidates, and how far those may be, in units of gaps. */
enum { PAIRS = 256 };
struct near_pairs { int n, p[PAIRS]; unsigned lim[PAIRS]; };

/* Find such pairs from .. to-1. next: from the next contact of one step ago on, the indices of their candidates; all: take every
 * pair. Returns where the contacts of these pairs end. */
static const int *pairs_find(const struct dem2 *s, int from, int to, const int *next, int all, struct near_pairs *out)
{
	const struct body_pair *pair = s->list.pair;
	const uint16_t *reach = s->reach;
	const uint8_t *least = s->list.least;
	const int *end = s->list.from + 1;
	int n = 0;

	for (int p = from; p < to; p++) {
		unsigned lim = (reach[pair[p].body[0]] + (unsigned)reach[pair[p].body[1]]) / DEM2_REACH;

		lim = all || lim > NEAR2_GAPS ? NEAR2_GAPS : lim;
		out->p[n] = p;
		out->lim[n] = lim;
		n += (least[p] <= lim) | (*next < end[p]);
		while (*next < end[p])
			next++;
	}
	out->n = n;
	return next;
}

/* Copy near candidates, which were chosen in memory of the thread, into the part: so large scenes keep no room to grow. */
static void near_keep(struct part2 *q, const struct near2 *near, const double *lim2)
{
	size_t n = (size_t)q->n_near;

	MEM_ROOM(q->near, &q->cap_near, n + NEAR_MORE);
	q->unlike = 0;
	if (n == 0)
		return;
	memcpy(q->near, near, n * sizeof *near);
	for (size_t k = 1; k < n; k++)
		q->unlike |= lim2[k] != lim2[0];
	size_t m = q->unlike ? n : 1;
	MEM_ROOM(q->lim2, &q->cap_lim2, m);
	for (size_t k = 0; k < m; k++)
		q->lim2[k] = lim2[k];
}

uint32_t dem2_near_code(const struct dem2 *s, const struct part2 *q, const struct near2 *c)
{
	const struct outlines *o = &s->outlines;
	const int dir = c->half & 1, *body = s->list.pair[q->pair[c->half >> 1].p].body, i = body[dir], j = body[!dir];

	return near2_code(o, body[0], body[1], (struct near2_cand){ dir, dem2_vertex(q->use[c->v]) - o->shift[i],
	                                                            dem2_vertex(q->use[c->ea]) - o->shift[j] });
}

int dem2_near_cand(const struct dem2 *s, const struct part2 *q, const struct near2 *c, int before)
{
	enum { FEW = 16 };
	const struct list2 *l = &s->list;
	const uint32_t code = dem2_near_code(s, q, c);
	int p = q->pair[c->half >> 1].p, lo = l->from[p], hi = l->from[p + 1];

	lo = before >= lo ? before + 1 : lo;
	while (hi - lo > FEW) {
		int mid = lo + (hi - lo) / 2;

		if (near2_code_at(&l->cand, mid) > code)
			hi = mid;
		else
			lo = mid;
	}
	while (near2_code_at(&l->cand, lo) < code)
		lo++;
	return lo;
}

/* Choose the near candidates of a part: those that may touch within the rooms of both bodies, and those that touched one step
 * ago, since the end of a contact must be booked. */
static void part_near(void *to, int part, int thread)
{
	struct dem2 *s = to;
	struct part2 *q = &s->part[part];
	struct scratch2 *w = &s->scratch[thread];
	struct near_pairs pairs;
	struct maybe m;
	/* when a run goes on, the contacts that were there are not known yet: some that cling may be further away */
	int old = 0, all = s->core.clings && s->core.built == s->core.clock.step;

	m.n = m.imaged = 0;
	dem2_contacts_list(s, q);
	q->n_near = q->n_sum = q->n_tested = 0;
	const int *next = q->contacts.cand;
	for (int p = q->pair_from; p < q->pair_to; p += PAIRS) {
		next = pairs_find(s, p, q->pair_to - p < PAIRS ? q->pair_to : p + PAIRS, next, all, &pairs);
		for (int k = 0; k < pairs.n; k++)
			maybe_pair(s, q, w, &m, pairs.p[k], pairs.lim[k], &old);
	}
	if (m.n > 0)
		maybe_test(s, q, w, &m);
	near_keep(q, w->near, w->lim2);
	q->listed = 0;
	dem2_members_find(s, q, w);
}

/* Counted in tests of near candidates that do not touch, a choice costs a constant for each body, pair, and near candidate, and
 * for each candidate that may be near. */
void dem2_near_tune(struct dem2 *s)
{
	const double body = 8, pair = 0.6, tested = 2.2, near = 1.6;
	double cost = body * s->core.n + pair * s->list.n_pair, misses = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		const struct part2 *q = &s->part[t];

		cost += tested * q->n_tested + near * q->n_near;
		misses += q->n_near - q->contacts.n;
	}
	soft_near_tune(&s->core, cost, fmax(misses, 0));
}

static void begin_rooms(void *to, int chunk, int thread)
{
	struct dem2 *s = to;

	(void)thread;
	soft_rooms_begin(&s->core, dem2_chunk_begin(s, chunk), dem2_chunk_end(s, chunk));
}

void dem2_near_build(struct dem2 *s)
{
	team_run(s->core.threads, dem2_chunks(s), begin_rooms, s);
	s->core.near_since = s->core.clock.step;
	s->core.cell.near = 0;
	timing_choice(&s->core.timing, 0);
	team_run(s->core.threads, s->core.n_part, part_near, s);
	timing_choice(&s->core.timing, 1);
	s->chosen = 1;
	dem2_gather_build(s);
}

struct part2 *dem2_part_of(const struct dem2 *s, int p)
{
	const int *body = s->list.pair[p].body;

	return &s->part[s->view.section(s, body[0], body[1])];
}

int dem2_near_pair(const struct part2 *q, int p)
{
	int lo = 0, hi = q->n_pair;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (q->pair[mid].p < p)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < q->n_pair && q->pair[lo].p == p ? lo : -1;
}

void dem2_near_wrapped(struct dem2 *s, int b)
{
	const struct list2 *l = &s->list;

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		int p = l->own[z] >> 1, near;
		struct part2 *q = dem2_part_of(s, p);

		if ((near = dem2_near_pair(q, p)) < 0)
			continue;
		q->pair[near].image = l->pair[p].image;
		q->imaged |= q->pair[near].image > 1;
	}
}
