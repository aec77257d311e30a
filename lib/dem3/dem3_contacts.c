/* dem3_contacts.c: contacts between the evaluations of forces: their places in the parts of the list */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_state.h"

/* ---- contacts and the list ---- */

void dem3_contacts_reserve(const struct dem3 *s, struct contacts3 *c, int n, int more)
{
	size_t batches = ((size_t)n + LANES - 1) / LANES;

	MEM_ROOM(c->at, &c->cap, batches);
	MEM_ROOM(c->batch, &c->cap_batch, batches);
	MEM_ROOM(c->near, &c->cap_near, LANES * batches);
	MEM_ROOM(c->cand, &c->cap_cand, LANES * batches + 1);
	MEM_ROOM(c->more, &c->cap_more, (size_t)more);
	if (s->some_faces)
		MEM_ROOM(c->lean, &c->cap_lean, (size_t)more);
	if (s->some_rest)
		MEM_ROOM(c->rest, &c->cap_rest, batches);
	if (s->core.rolls)
		MEM_ROOM(c->rolling, &c->cap_rolling, batches);
}

void dem3_contacts_free(struct contacts3 *c)
{
	free(c->at);
	free(c->more);
	free(c->lean);
	free(c->rolling);
	free(c->batch);
	free(c->rest);
	free(c->near);
	free(c->cand);
}

struct contact3 dem3_contact_of(const struct dem3 *s, const struct contacts3 *c, int k, struct rolling3 *rolling)
{
	const struct contact8 *at = &c->at[k / LANES];
	int more = contacts3_more(c, k);

	if (rolling)
		*rolling = rolling8_get(&c->rolling[k / LANES], k % LANES);
	if (c->batched && c->batch[k / LANES].balls)
		return batch8_contact(&c->batch[k / LANES], at, NULL, k % LANES, s->pebbles.at[list3_candidate(&s->list, c->cand[k]).a].r);
	struct contact3 q = contact8_get(at, &c->more[more], k % LANES, 0);
	if (c->lean) {
		q.lean = lane_get(c->lean[more].lean, k % LANES);
		q.weight = c->lean[more].weight[k % LANES];
	}
	return q;
}

void dem3_contact_put(struct contacts3 *c, int k, const struct contact3 *at, const struct rolling3 *rolling)
{
	int balls = c->batched && c->batch[k / LANES].balls, more = contacts3_more(c, k);

	contact8_put(&c->at[k / LANES], balls ? NULL : &c->more[more], k % LANES, at, balls);
	if (c->lean && !balls) {
		lane_put(c->lean[more].lean, k % LANES, at->lean);
		c->lean[more].weight[k % LANES] = at->weight;
	}
	if (rolling)
		rolling8_put(&c->rolling[k / LANES], k % LANES, rolling);
}

/* The part of the list that has this candidate. */
static int part_of(const struct dem3 *s, int cand)
{
	int lo = 0, hi = s->core.n_part - 1;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (cand < list3_first(&s->list, s->part[mid].pair_to))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* The pair of a part that has this candidate. */
static int pair_of(const struct dem3 *s, const struct part3 *q, int cand)
{
	int lo = q->pair_from, hi = q->pair_to - 1;

	if (s->list.single)
		return cand;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (cand < list3_first(&s->list, mid + 1))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

static int in_order(const void *a, const void *b)
{
	return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* Sort the candidates of a part's contacts, and leave out those that are there twice. */
static void part_sort(void *to, int part, int thread)
{
	struct contacts3 *c = &((struct dem3 *)to)->part[part].now;
	int n = 0;

	(void)thread;
	if (c->n)
		qsort(c->cand, (size_t)c->n, sizeof *c->cand, in_order);
	for (int k = 0; k < c->n; k++)
		if (!n || c->cand[k] != c->cand[n - 1])
			c->cand[n++] = c->cand[k];
	c->n = n;
}

void dem3_contacts_places(struct dem3 *s, const int *cand, int n)
{
	int *some = MEM_ZERO(int, (size_t)s->core.n_part);

	for (int k = 0; k < n; k++)
		if (cand[k] >= 0)
			some[part_of(s, cand[k])]++;
	for (int t = 0; t < s->core.n_part; t++) {
		struct contacts3 *c = &s->part[t].now;

		if (some[t])
			dem3_contacts_reserve(s, c, some[t], (some[t] + LANES - 1) / LANES);
		c->n = c->batched = 0;
	}
	for (int k = 0; k < n; k++)
		if (cand[k] >= 0) {
			struct contacts3 *c = &s->part[part_of(s, cand[k])].now;

			c->cand[c->n++] = cand[k];
		}
	team_run(s->core.threads, s->core.n_part, part_sort, s);
	free(some);
}

void dem3_contacts_fill(struct dem3 *s, int cand, const struct contact3 *at, const struct rolling3 *rolling)
{
	struct contacts3 *c = &s->part[part_of(s, cand)].now;
	const int *place = bsearch(&cand, c->cand, (size_t)c->n, sizeof cand, in_order);

	dem3_contact_put(c, (int)(place - c->cand), at, s->core.rolls ? rolling : NULL);
}

struct dealing { struct dem3 *s; const struct found3 *found; };

static void deal_chunk(void *to, int from, int end, int thread)
{
	const struct dealing *d = to;

	(void)thread;
	for (int k = from; k < end; k++)
		if (d->found[k].cand >= 0)
			dem3_contacts_fill(d->s, d->found[k].cand, d->found[k].at, d->found[k].rolling);
}

void dem3_contacts_deal(struct dem3 *s, const struct found3 *found, int n)
{
	enum { CHUNK = 1024 };
	int *cand = MEM_NEW(int, (size_t)n);

	for (int k = 0; k < n; k++)
		cand[k] = found[k].cand;
	dem3_contacts_places(s, cand, n);
	free(cand);
	team_chunks(s->core.threads, n, CHUNK, deal_chunk, &(struct dealing){ s, found });
}

/* The partners of a candidate of a pair. */
static struct between3 between(const struct list3 *l, int pair, int cand)
{
	const struct body_pair *p = &l->pair[pair];
	const int *s = l->images.at[p->image].s;

	return (struct between3){ p->body[0], p->body[1], { s[0], s[1], s[2] }, list3_candidate(l, cand) };
}

static int part_count(const struct part3 *q)
{
	int n = 0;

	for (int k = 0; k < q->now.n; k++)
		n += q->now.cand[k] >= 0;
	return n;
}

/* Contacts of all parts; those of part k begin at first[k]. */
struct gathering {
	const struct dem3 *s;
	const int *first;
	struct found3 *all;
	struct contact3 *at;
	struct rolling3 *rolling;
	struct between3 *key;
};

static void part_gather(void *to, int part, int thread)
{
	const struct gathering *g = to;
	const struct dem3 *s = g->s;
	const struct part3 *q = &s->part[part];

	(void)thread;
	for (int k = 0, n = g->first[part]; k < q->now.n; k++) {
		int cand = q->now.cand[k];

		if (cand < 0)
			continue;
		g->at[n] = dem3_contact_of(s, &q->now, k, s->core.rolls ? &g->rolling[n] : NULL);
		g->all[n] = (struct found3){ cand, &g->at[n], s->core.rolls ? &g->rolling[n] : NULL };
		g->key[n++] = between(&s->list, pair_of(s, q, cand), cand);
	}
}

/* One block of memory holds found3 of all contacts, then the contacts, then their rolling. */
struct found3 *dem3_contacts_all(const struct dem3 *s, int *n, struct between3 **key)
{
	int *first = MEM_ZERO(int, (size_t)s->core.n_part + 1);

	for (int t = 0; t < s->core.n_part; t++)
		first[t + 1] = first[t] + part_count(&s->part[t]);
	*n = first[s->core.n_part];
	struct found3 *all = mem_new((size_t)*n, sizeof *all + sizeof(struct contact3) + (s->core.rolls ? sizeof(struct rolling3) : 0));
	struct contact3 *at = (struct contact3 *)(all + *n);
	*key = mem_new((size_t)*n, sizeof **key);
	struct gathering g = { s, first, all, at, (struct rolling3 *)(at + *n), *key };
	team_run(s->core.threads, s->core.n_part, part_gather, &g);
	free(first);
	return all;
}

struct counting { const struct dem3 *s; int *n; };

static void count_own(void *to, const struct between3 *q, const struct contact3 *c, const struct rolling3 *rolling)
{
	const struct counting *t = to;

	(void)c, (void)rolling;
	*t->n += soft_speaks_for(&t->s->core, q->a, q->b);
}

int dem3_contacts_count(const struct dem3 *s)
{
	int n = 0;

	if (s->core.ghosts) {
		dem3_contacts_any(s, count_own, &(struct counting){ s, &n });
		return n;
	}
	n = s->plain ? dem3_plain_count(s->plain) : dem3_pairs_count(s);
	for (int t = 0; t < s->core.n_part; t++)
		n += part_count(&s->part[t]);
	return n;
}

/* Find the place of the first contact of every pair of a part, -1 if the pair has none. */
static void part_first(const struct dem3 *s, const struct part3 *q, int *first)
{
	memset(first + q->pair_from, -1, (size_t)(q->pair_to - q->pair_from) * sizeof *first);
	for (int k = q->now.n - 1; k >= 0; k--)
		if (q->now.cand[k] >= 0)
			first[pair_of(s, q, q->now.cand[k])] = k;
}

/* Call visit for the contact of a pair at the place k of its part. */
static void visit_place(const struct dem3 *s, const struct part3 *q, int pair, int k, contact3_visit *visit, void *to)
{
	struct rolling3 rolling;
	struct between3 key = between(&s->list, pair, q->now.cand[k]);
	struct contact3 at = dem3_contact_of(s, &q->now, k, s->core.rolls ? &rolling : NULL);

	visit(to, &key, &at, s->core.rolls ? &rolling : NULL);
}

/* Call visit for the contacts of a pair, the first of which is at the place k of its part. They follow one another, until the one
 * of the pair's last candidate. */
static void pair_each(const struct dem3 *s, int pair, int k, contact3_visit *visit, void *to)
{
	const struct part3 *q = &s->part[part_of(s, list3_first(&s->list, pair))];
	int from = list3_first(&s->list, pair), end = list3_first(&s->list, pair + 1);

	for (int last = -1; k < q->now.n && last < end - 1 && q->now.cand[k] < end; k++)
		if (q->now.cand[k] >= from) {
			visit_place(s, q, pair, k, visit, to);
			last = q->now.cand[k];
		}
}

void dem3_contacts_any(const struct dem3 *s, contact3_visit *visit, void *to)
{
	for (int t = 0; t < s->core.n_part && !s->plain; t++) {
		const struct part3 *q = &s->part[t];

		for (int k = 0; k < q->now.n; k++)
			if (q->now.cand[k] >= 0)
				visit_place(s, q, pair_of(s, q, q->now.cand[k]), k, visit, to);
	}
	for (int k = 0; k < s->n_faces_pair && !s->plain; k++)
		dem3_pair_each(s, &s->faces_pair[k], visit, to);
	if (s->plain)
		dem3_plain_each(s, visit, to);
}

void dem3_contacts_each(const struct dem3 *s, contact3_visit *visit, void *to)
{
	if (s->plain) {
		dem3_plain_each(s, visit, to);
		return;
	}
	const struct list3 *l = &s->list;
	int *first = s->near_pair_of; /* large scenes need most memory when they are written; it gets its own numbers back below */

	for (int t = 0; t < s->core.n_part; t++)
		part_first(s, &s->part[t], first);
	for (int k = 0; k < s->n_faces_pair; k++) /* below -1: pairs with contacts of features */
		first[s->faces_pair[k].pair] = s->faces_pair[k].n_touch ? -2 - k : -1;
	for (int r = 0; r < s->core.n; r++)
		for (int z = l->own_from[s->core.by_rank[r]]; z < l->own_from[s->core.by_rank[r] + 1]; z++) {
			int at = first[l->own[z] >> 1];

			if (!(l->own[z] & 1) && at >= 0)
				pair_each(s, l->own[z] >> 1, at, visit, to);
			else if (!(l->own[z] & 1) && at < -1)
				dem3_pair_each(s, &s->faces_pair[-2 - at], visit, to);
		}
	dem3_near_number(s);
}
