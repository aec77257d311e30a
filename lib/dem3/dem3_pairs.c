/* dem3_pairs.c: the pairs of bodies one of which has faces, from one neighbour list to the next; their contacts between steps */
#include "dem3/dem3_pairs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem3/dem3_pairs_work.h"

/* Whether two bodies are such a pair. */
static int is_pair(const struct dem3 *s, const struct body_pair *p)
{
	return s->wall_of[p->body[1]] < 0 && dem3_has_faces(s, p->body[0], p->body[1]);
}

static void pair_free(struct faces_pair3 *r)
{
	free(r->near);
	free(r->near_free);
	free(r->touch);
	free(r->lean);
	free(r->rolling);
}

void dem3_pairs_free(struct dem3 *s)
{
	for (int k = 0; k < s->n_faces_pair; k++)
		pair_free(&s->faces_pair[k]);
	free(s->faces_pair);
}

/* ---- from list to list ---- */

void dem3_pairs_far(struct dem3 *s, struct part3 *q)
{
	for (int k = 0; k < q->n_near_faces; k++) {
		struct faces_pair3 *r = &s->faces_pair[q->near_faces[k].pair];

		r->free = q->near_faces[k].free;
		r->near_pair = -1;
	}
	q->n_near_faces = 0;
}

struct keys { struct dem3 *s; struct between3 *key; };

static void part_keys(void *to, int part, int thread)
{
	const struct keys *w = to;
	struct part3 *q = &w->s->part[part];
	const struct list3 *l = &w->s->list;

	(void)thread;
	dem3_pairs_far(w->s, q);
	for (int k = q->faces_from; k < q->faces_to; k++) {
		int pair = w->s->faces_pair[k].pair;
		const struct body_pair *p = &l->pair[pair];
		const int *shift = l->images.at[p->image].s;

		w->key[k] = (struct between3){ p->body[0], p->body[1], { shift[0], shift[1], shift[2] },
			list3_candidate(l, list3_first(l, pair)) };
	}
}

struct between3 *dem3_pairs_keys(struct dem3 *s)
{
	struct between3 *key = mem_new((size_t)s->n_faces_pair, sizeof *key);

	dem3_paths_add(s); /* over the images of the old list: a body may have been wrapped in this step */
	team_run(s->core.threads, s->core.n_part, part_keys, &(struct keys){ s, key });
	return key;
}

/* The pair of two bodies, one of them at an image, or NULL. */
static struct faces_pair3 *find(const struct dem3 *s, const struct between3 *key)
{
	const struct list3 *l = &s->list;
	int cand = list3_find(l, key->a, key->b, key->s, key->cand), lo = 0, hi = s->n_faces_pair - 1;

	while (cand >= 0 && lo < hi) {
		int mid = lo + (hi - lo + 1) / 2;

		if (list3_first(l, s->faces_pair[mid].pair) > cand)
			hi = mid - 1;
		else
			lo = mid;
	}
	return cand >= 0 && lo <= hi ? &s->faces_pair[lo] : NULL;
}

/* Old pairs, their keys, and the new pairs of the same bodies, or NULL. */
struct renewing { struct dem3 *s; struct faces_pair3 *old, **to; const struct between3 *key; };

/* Find the new pairs of old ones; before any of them is written, since a search reads them all. */
static void find_some(void *to, int from, int end, int thread)
{
	const struct renewing *w = to;

	(void)thread;
	for (int k = from; k < end; k++)
		w->to[k] = find(w->s, &w->key[k]);
}

/* Take over what is known of old pairs; paths begin anew. */
static void renew_some(void *to, int from, int end, int thread)
{
	const struct renewing *w = to;

	(void)thread;
	for (int k = from; k < end; k++) {
		struct faces_pair3 *old = &w->old[k], *r = w->to[k];
		double path = pair_path(w->s, old->body);

		if (!r) {
			pair_free(old);
			continue;
		}
		int pair = r->pair;
		*r = *old;
		r->pair = pair;
		r->free -= path;
		r->complete -= path;
		r->base -= path;
	}
}

/* A pair of the list of which nothing is known. */
static struct faces_pair3 pair_of(const struct dem3 *s, int pair)
{
	const int *body = s->list.pair[pair].body;
	const struct body3 *i = &s->body3[body[0]], *j = &s->body3[body[1]];
	double begins = i->faces && j->faces ? law_begins(dem3_law_of(s, pair), i->r + j->r) : 0;

	return (struct faces_pair3){ .pair = pair, .near_pair = -1, .body = { body[0], body[1] }, .free = -INFINITY,
		.begins = begins, .complete = -INFINITY };
}

/* Count the pairs of a part; make them. */
static void part_count(void *to, int part, int thread)
{
	struct dem3 *s = to;
	struct part3 *q = &s->part[part];

	(void)thread;
	q->faces_from = q->faces_to = 0;
	for (int p = q->pair_from; p < q->pair_to; p++)
		q->faces_to += is_pair(s, &s->list.pair[p]);
}

static void part_make(void *to, int part, int thread)
{
	struct dem3 *s = to;
	const struct part3 *q = &s->part[part];

	(void)thread;
	for (int p = q->pair_from, k = q->faces_from; k < q->faces_to; p++)
		if (is_pair(s, &s->list.pair[p]))
			s->faces_pair[k++] = pair_of(s, p);
}

void dem3_pairs_renew(struct dem3 *s, struct between3 *key)
{
	enum { SOME = 256 };
	int n_old = s->n_faces_pair, n = 0;
	struct renewing w = { s, s->faces_pair, mem_new((size_t)n_old, sizeof *w.to), key };

	if (s->some_faces)
		team_run(s->core.threads, s->core.n_part, part_count, s);
	for (int t = 0; t < s->core.n_part && s->some_faces; t++) {
		struct part3 *q = &s->part[t];

		q->faces_from = n;
		n = q->faces_to += n;
	}
	s->faces_pair = mem_new((size_t)n, sizeof *s->faces_pair);
	s->n_faces_pair = n;
	team_run(s->core.threads, n ? s->core.n_part : 0, part_make, s);
	team_chunks(s->core.threads, n_old, SOME, find_some, &w);
	team_chunks(s->core.threads, n_old, SOME, renew_some, &w);
	free(w.old);
	free(w.to);
	free(key);
	dem3_paths_begin(s);
}

int dem3_pair_near(struct dem3 *s, struct part3 *q, int pair, int near_pair, const struct law_contact *law)
{
	const struct pebbles *p = &s->pebbles;
	struct faces_pair3 *r = &s->faces_pair[pair];
	int i = r->body[0], j = r->body[1];
	double room = s->core.room[i] + s->core.room[j], reach = p->reach[i] + p->reach[j];
	double fat = pebbles_form(p, i)->fat * p->size[i] + pebbles_form(p, j)->fat * p->size[j];
	vec3 d = v3_sub(v3_add(dem3_vec(s->core.x, j), s->list.images.at[s->list.pair[r->pair].image].h), dem3_vec(s->core.x, i));

	if (s->core.cell.moves) /* the flow takes bodies further */
		room += s->core.cell.near_strain * (soft_acts_within(&s->core, i) + soft_acts_within(&s->core, j) + room);
	double far = reach + fmax(law_reach(law, fat), 0) + room;
	if (!r->n_touch && v3_dot(d, d) > far * far * 1.00001)
		return 0;
	MEM_GROW(q->near_faces, &q->cap_near_faces, (size_t)q->n_near_faces + 1);
	q->near_faces[q->n_near_faces++] = (struct near_faces3){ r->free, { i, j }, pair };
	r->near_pair = near_pair;
	r->law = law;
	r->m = dem3_damped_mass(s, r->pair, law);
	return 1;
}

/* ---- contacts ---- */

void dem3_pair_near_reserve(struct faces_pair3 *r, int n)
{
	if (n <= r->cap_near)
		return;
	free(r->near);
	free(r->near_free);
	r->cap_near = (n + n / 4 + EIGHT) / EIGHT * EIGHT;
	r->near = mem_new((size_t)r->cap_near, sizeof *r->near);
	r->near_free = mem_new((size_t)r->cap_near, sizeof *r->near_free);
}

/* Make room for one more contact. */
static void touch_grow(const struct dem3 *s, struct faces_pair3 *r)
{
	if (r->n_touch < r->cap_touch)
		return;
	r->cap_touch += r->cap_touch / 4 + 1;
	size_t n = (size_t)r->cap_touch;
	struct touch3 *touch = MEM_LINES(struct touch3, n);
	if (r->n_touch)
		memcpy(touch, r->touch, (size_t)r->n_touch * sizeof *touch);
	free(r->touch);
	r->touch = touch;
	if (r->lean)
		MEM_RESIZE(r->lean, n);
	if (s->core.rolls)
		MEM_RESIZE(r->rolling, n);
}

void dem3_pair_insert(const struct dem3 *s, struct faces_pair3 *r, int at, int fi, int fj)
{
	size_t behind = (size_t)(r->n_touch - at);

	touch_grow(s, r);
	memmove(r->touch + at + 1, r->touch + at, behind * sizeof *r->touch);
	r->touch[at] = (struct touch3){ .fi = fi, .fj = (unsigned)fj & INT_MAX };
	if (r->lean) {
		memmove(r->lean + at + 1, r->lean + at, behind * sizeof *r->lean);
		r->lean[at] = v3(0, 0, 0);
	}
	if (r->rolling) {
		memmove(r->rolling + at + 1, r->rolling + at, behind * sizeof *r->rolling);
		r->rolling[at] = (struct rolling3){ .roll = { 0, 0, 0 } };
	}
	r->n_touch++;
}

void dem3_pair_lean(struct faces_pair3 *r, int k, vec3 lean)
{
	if (!r->lean)
		r->lean = MEM_ZERO(vec3, (size_t)r->cap_touch);
	r->lean[k] = lean;
}

void dem3_pair_drop(struct faces_pair3 *r, const struct hit *hit)
{
	int to = 0;

	for (int t = 0; t < r->n_touch; t++) {
		r->touch[to] = r->touch[t];
		if (r->lean)
			r->lean[to] = r->lean[t];
		if (r->rolling)
			r->rolling[to] = r->rolling[t];
		to += hit[t].is;
	}
	r->n_touch = to;
}

int dem3_pairs_take(struct dem3 *s, const struct between3 *q, const struct contact3 *at, const struct rolling3 *rolling)
{
	const struct pebbles *p = &s->pebbles;
	struct between3 key = { q->a, q->b, { q->s[0], q->s[1], q->s[2] }, { p->first[q->a], p->first[q->b] } };
	int fi = q->cand.a - p->first[q->a], fj = q->cand.b - p->first[q->b], k = 0;

	if (!s->some_faces || s->wall_of[q->b] >= 0 || !dem3_has_faces(s, q->a, q->b))
		return 0;
	struct faces_pair3 *r = find(s, &key);
	if (!r || r->near_pair < 0 || /* what is not near does not touch: the row is of another law, which acts from afar */
	    fj >= p->first[q->b + 1] - p->first[q->b] ||
	    !faces3_pairs(pebbles_kind(p, q->a, q->cand.a), pebbles_kind(p, q->b, q->cand.b)))
		return 1;
	while (k < r->n_touch && (r->touch[k].fi < fi || (r->touch[k].fi == fi && (int)r->touch[k].fj < fj)))
		k++;
	if (k < r->n_touch && r->touch[k].fi == fi && (int)r->touch[k].fj == fj)
		return 1;
	dem3_pair_insert(s, r, k, fi, fj);
	r->touch[k].fn = at->fn;
	r->touch[k].ft = at->ft;
	r->touch[k].xi = at->xi;
	if (r->rolling)
		r->rolling[k] = *rolling;
	r->complete = -INFINITY;
	return 1;
}

int dem3_pairs_count(const struct dem3 *s)
{
	int n = 0;

	for (int k = 0; k < s->n_faces_pair; k++)
		n += s->faces_pair[k].n_touch;
	return n;
}

void dem3_pair_each(const struct dem3 *s, const struct faces_pair3 *r, contact3_visit *visit, void *to)
{
	const struct list3 *l = &s->list;
	const int *shift = l->images.at[l->pair[r->pair].image].s, *first = s->pebbles.first;

	for (int k = 0; k < r->n_touch; k++) {
		const struct touch3 *t = &r->touch[k];
		struct between3 key = { r->body[0], r->body[1], { shift[0], shift[1], shift[2] },
			{ first[r->body[0]] + t->fi, first[r->body[1]] + (int)t->fj } };
		struct contact3 at = { t->n, t->a, t->ft, t->xi, t->gap, t->fn, t->weight, t->leans ? r->lean[k] : v3(0, 0, 0) };

		visit(to, &key, &at, s->core.rolls ? &r->rolling[k] : NULL);
	}
}
