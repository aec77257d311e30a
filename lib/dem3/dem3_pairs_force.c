/* dem3_pairs_force.c: one evaluation of the contacts of pairs of bodies one of which has faces
 *
 * A part goes through its pairs. Pairs that may touch find their near features, if these are not complete any more; of the near
 * features those are looked at that may touch. The nearest points of many pairs are found together. Then contacts that touch now
 * or did one step ago are loaded into the lanes of blocks, evaluated as all others, and stored back with their pair. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quad.h"
#include "base/wide.h"
#include "dem3/dem3_cell.h"
#include "dem3/dem3_pairs_work.h"
#include "dem3/dem3_round.h"

struct faces_work3 *dem3_faces_work_new(int threads)
{
	return MEM_LINES(struct faces_work3, (size_t)threads);
}

void dem3_faces_work_free(struct faces_work3 *w, int threads)
{
	for (int t = 0; t < threads && w; t++) {
		sifted3_free(&w[t].sifted);
		free(w[t].due);
		free(w[t].hit);
		free(w[t].look);
		free(w[t].before);
		free(w[t].found);
		free(w[t].d2);
		free(w[t].free);
		free(w[t].is);
		free(w[t].was);
		free(w[t].kept);
		free(w[t].kept_free);
	}
	free(w);
}

/* ---- pairs ---- */

/* Find which of n free paths are not longer than `gone`, as bits. The loop ends at a multiple of 8. */
enum { WORD = 64 };
typedef float eight_floats __attribute__((vector_size(EIGHT * sizeof(float))));
typedef uint32_t eight_bits __attribute__((vector_size(EIGHT * sizeof(float))));
static WIDE_INLINE void soon_loop(int n, const float *free, float gone, uint64_t *soon)
{
	const eight_bits bit = { 1, 2, 4, 8, 16, 32, 64, 128 };

	for (int word = 0; word < n; word += WORD) {
		int end = n - word < WORD ? n - word : WORD;
		uint64_t all = 0;

		for (int from = 0; from < end; from += EIGHT) {
			eight_floats at;

			memcpy(&at, free + word + from, sizeof at);
			quad_bits is = (quad_bits)(~(eight_bits)(gone < at) & bit);
			uint64_t two = (is[0] | is[1]) | (is[2] | is[3]);
			all |= (uint64_t)((uint32_t)two | (uint32_t)(two >> 32)) << from;
		}
		soon[word / WORD] = all;
	}
}
WIDE_LOOP(soon, (int n, const float *free, float gone, uint64_t *to), (n, free, gone, to))

/* The least of n free paths, or INFINITY. The loop ends at a multiple of 8. */
static WIDE_INLINE void least_loop(int n, const float *free, float *least)
{
	eight_floats best = INFINITY - (eight_floats){ 0 };

	for (int from = 0; from < n; from += EIGHT) {
		eight_floats at;

		memcpy(&at, free + from, sizeof at);
		eight_bits is = (eight_bits)(at < best);
		best = (eight_floats)((is & (eight_bits)at) | (~is & (eight_bits)best));
	}
	*least = INFINITY;
	for (int z = 0; z < EIGHT; z++)
		*least = best[z] < *least ? best[z] : *least;
}
WIDE_LOOP(least, (int n, const float *free, float *to), (n, free, to))

/* The first entry or pebble of a body, and the size of each [bytes]. */
struct entries { const char *at; size_t each; };

static inline struct entries entries_of(const struct body3 *b)
{
	if (b->faces)
		return (struct entries){ (const char *)b->faces->entry, sizeof *b->faces->entry };
	return (struct entries){ (const char *)b->pebble, sizeof *b->pebble };
}

/* Begin to look at the near features of a pair that may touch after this path. */
static void span_add(const struct dem3 *s, struct faces_work3 *w, struct near_faces3 *near, double path)
{
	struct faces_pair3 *r = &s->faces_pair[near->pair];
	int n = w->n_look, of = w->n_span++;

	MEM_GROW(w->is, &w->cap_is, (size_t)r->n_near / WORD + 1);
	MEM_GROW(w->look, &w->cap_look, (size_t)(n + r->n_near) + 1);
	MEM_GROW(w->before, &w->cap_before, (size_t)(n + r->n_near) + EIGHT);
	soon(s->core.wide)(r->n_near, r->near_free, (float)(path - r->base), w->is);
	struct look3 *look = w->look + n;
	float *before = w->before + n;
	const struct body3 *i = &s->body3[r->body[0]], *j = &s->body3[r->body[1]];
	const struct entries at_i = entries_of(i), at_j = entries_of(j); /* looks need them soon */
	int edge_i = body3_first_edge(i), edge_j = body3_first_edge(j);
	for (int from = 0; from < r->n_near; from += WORD)
		for (uint64_t set = w->is[from / WORD]; set; set &= set - 1) {
			int k = from + __builtin_ctzll(set);

			*look++ = look3_of(of, edge_i, edge_j, r->near[k].fi, r->near[k].fj, k);
			__builtin_prefetch(at_i.at + at_i.each * (size_t)r->near[k].fi);
			__builtin_prefetch(at_j.at + at_j.each * (size_t)r->near[k].fj);
			*before++ = r->near_free[k];
		}
	w->bodies[of] = pair_bodies(s, r);
	w->n_look = (int)(look - w->look);
	w->span[of] = (struct span){ r, near, path, n, w->n_look, 0, 0, 0 };
}

/* How much longer the path may be before features at this distance touch, whose force begins at `begins`; -INFINITY: they do. */
static WIDE_INLINE float free_of(double d2, double begins, double more)
{
	float path = path_down(sqrt(d2) - begins + more);

	return d2 < begins * begins ? -INFINITY : path;
}

/* The same for n looks. The loop ends at a multiple of 8: what looks behind get means nothing. */
static WIDE_INLINE void touch_loop(int n, const double *d2, double begins, double more, float *free)
{
	for (int from = 0; from < n; from += EIGHT)
#pragma omp simd
		for (int k = from; k < from + EIGHT; k++)
			free[k] = free_of(d2[k], begins, more);
}
WIDE_LOOP(touch, (int n, const double *d2, double begins, double more, float *free), (n, d2, begins, more, free))

/* Find the hits of a pair, from the bits of its looks; contacts begin. */
static void hits_find(const struct dem3 *s, struct faces_work3 *w, struct span *span)
{
	int n = span->end - span->from, ended = 0;

	MEM_GROW(w->hit, &w->cap_hit, (size_t)(w->n_hit + n) + 1);
	struct hit *first = w->hit + w->n_hit, *hit = first;
	for (int from = 0; from < n; from += WORD) {
		uint64_t own = n - from < WORD ? ((uint64_t)1 << (n - from)) - 1 : ~(uint64_t)0;
		uint64_t is = w->is[from / WORD] & own, was = w->was[from / WORD] & own;

		ended |= (was & ~is) != 0;
		for (uint64_t set = is | was; set; set &= set - 1) {
			int z = __builtin_ctzll(set), k = span->from + from + z;

			*hit = (struct hit){ k, is >> z & 1, was >> z & 1 };
			if (!hit->was)
				dem3_pair_insert(s, span->r, (int)(hit - first), w->look[k].a, w->look[k].b);
			hit++;
		}
	}
	span->hit = w->n_hit;
	span->n_hit = (int)(hit - first);
	span->ended = ended;
	w->n_hit += span->n_hit;
}

/* Find out which of the looks of a pair touch; contacts begin. Sets the free paths of those that do not. */
static void span_touch(const struct dem3 *s, struct faces_work3 *w, int of)
{
	struct span *span = &w->span[of];
	struct faces_pair3 *r = span->r;
	double more = span->path - r->base - pair_slack(s, r);
	int from = span->from, n = span->end - from;

	if (r->begins > 0)
		touch(s->core.wide)(n, w->d2 + from, r->begins, more, w->free + from);
	for (int k = from; k < span->end && !(r->begins > 0); k++) /* pebbles have radii of their own */
		w->free[k] = free_of(w->d2[k], pair_begins(&w->bodies[of], r->law, w->look[k].a, w->look[k].b), more);
	for (int k = from; k < span->end; k++)
		r->near_free[w->look[k].mark] = w->free[k];
	MEM_GROW(w->is, &w->cap_is, (size_t)n / WORD + 1);
	MEM_GROW(w->was, &w->cap_was, (size_t)n / WORD + 1);
	soon(s->core.wide)(n, w->free + from, -INFINITY, w->is);
	soon(s->core.wide)(n, w->before + from, -INFINITY, w->was);
	hits_find(s, w, span);
}

/* The effective radius of a contact of a pair. */
static double effective_of(const struct span *span, const struct bodies_near3 *two, const struct touch3 *c)
{
	int fi = c->fi, fj = (int)c->fj;

	return dem3_effective_faces(span->r->law, faces3_kind(two->i->faces, fi), body3_radius(two->i, fi),
		faces3_kind(two->j->faces, fj), body3_radius(two->j, fj));
}

/* The square root of the reduced mass for the dashpot of one contact: contacts of a pair share its mass. */
static double root_of(const struct faces_work3 *w, const struct span *span)
{
	int counts = 0;

	if (!(span->r->m > 0))
		return 0;
	for (int k = span->hit; k < span->hit + span->n_hit; k++)
		counts += w->hit[k].is ? faces3_count(w->found[w->hit[k].look].weight) : 0;
	return sqrt(span->r->m / faces3_share(counts));
}

/* Set what the contacts of a pair have in common, the radii of those of the features fi and fj, and their effective radius. */
static void row_set(const struct dem3 *s, const struct part3 *q, struct faces_pair3 *r, const struct bodies_near3 *two,
	const struct touch3 *c, double effective, struct row *row)
{
	int i = r->body[0], j = r->body[1], image = s->list.pair[r->pair].image;
	const struct motion3 *a = &s->motion[i], *b = &s->motion[j];
	vec3 u = v3_sub(a->linear_velocity, b->linear_velocity), d = v3_sub(a->displacement, b->displacement);

	if (s->core.cell.moves && image >= 2) {
		struct image_motion m = dem3_cell_image(s, s->list.images.at[image].s);

		u = v3_sub(u, m.velocity);
		d = v3_sub(d, m.displacement);
	}
	v3_to(row->v + X, v3_sub(v3_add(b->position, two->h), a->position));
	v3_to(row->v + U, u);
	v3_to(row->v + D, d);
	for (int k = 0; k < 2; k++) {
		const struct motion3 *m = k ? b : a;
		double *own = row->v + (k ? OWN_J : OWN_I);

		v3_to(own + W, m->spin);
		v3_to(own + T, m->turn_begin);
		v3_to(own + S, dem3_late_turn(s, k ? j : i));
		own[R] = body3_radius(k ? two->j : two->i, k ? (int)c->fj : c->fi);
	}
	row->on = (uint32_t)s->each * (uint32_t)(q->sum_from + r->near_pair);
	row->v[EFFECTIVE] = effective;
	row->r = r;
}

/* Evaluate the contacts of a pair, or put them off until there are enough. */
static void span_evaluate(struct dem3 *s, struct part3 *q, struct faces_work3 *w, int of, enum evaluation how, struct block *b)
{
	const struct span *span = &w->span[of];
	const struct law_contact *law = span->r->law;
	const struct hit *hit = w->hit + span->hit, *end = hit + span->n_hit;
	int same = span->r->begins > 0 && !dem3_effective_differs(law); /* all contacts have the same row */
	struct hits *h = &w->hits;
	struct touch3 *touch = span->r->touch;
	double root = root_of(w, span);
	struct row *row = NULL;

	if (h->law != law)
		dem3_hits_evaluate(s, q, h, how, b);
	h->law = law;
	for (; hit < end; hit++, touch++) {
		if (!hit->is && how != EVALUATE_STEP) /* an evaluation that is no step ends nothing */
			continue;
		if (h->n == HITS) {
			dem3_hits_evaluate(s, q, h, how, b);
			row = NULL;
		}
		if (!row || !same) {
			double effective = effective_of(span, &w->bodies[of], touch);

			if (!row || !(span->r->begins > 0) || row->v[EFFECTIVE] != effective) {
				row = &h->row[h->n_row++];
				row_set(s, q, span->r, &w->bodies[of], touch, effective, row);
				row->root = root;
			}
		}
		const struct nearest3 *nearest = &w->found[hit->look];
		int k = h->n++;
		h->touch[k] = touch;
		h->row_of[k] = row;
		h->is |= (uint32_t)hit->is << k;
		h->was |= (uint32_t)hit->was << k;
		h->leans |= (uint32_t)((nearest->slopes | touch->leans) != 0) << k;
		b->nearest[k] = nearest;
	}
}

/* Drop the contacts of a pair that have ended, and find the path before which nothing can touch. */
static void span_done(const struct dem3 *s, struct faces_work3 *w, const struct span *span)
{
	struct faces_pair3 *r = span->r;
	float free;

	if (span->ended)
		dem3_pair_drop(r, w->hit + span->hit);
	if (r->n_touch) {
		span->near->free = -INFINITY;
		return;
	}
	least(s->core.wide)(r->n_near, r->near_free, &free);
	span->near->free = fmin(r->base + free, r->complete);
}

/* ---- parts ---- */

/* Look at all pairs of the group, and evaluate their contacts. */
static void group_evaluate(struct dem3 *s, struct part3 *q, struct faces_work3 *w, enum evaluation how, struct block *b)
{
	dem3_faces_work_found(w, w->n_look);
	faces3_nearest_many(s->core.wide, s->many_features, w->bodies, w->n_look, w->look, w->found, w->d2);
	for (int k = 0; k < w->n_span; k++) {
		span_touch(s, w, k);
		span_evaluate(s, q, w, k, how, b);
	}
	dem3_hits_evaluate(s, q, &w->hits, how, b);
	for (int k = 0; k < w->n_span; k++)
		span_done(s, w, &w->span[k]);
	w->n_span = w->n_look = w->n_hit = 0;
}

/* Prefetch what a pair needs, whose data are not in order in memory. */
static inline void pair_ahead(const struct dem3 *s, const struct near_faces3 *near, int far)
{
	const struct faces_pair3 *r = &s->faces_pair[near->pair];

	for (int z = 0; z < 2 && s->many_features; z++)
		body3_ahead(&s->body3[near->body[z]], far);
	if (far) {
		for (size_t k = 0; k < sizeof *r; k += LINE)
			__builtin_prefetch((const char *)r + k, 1);
		return;
	}
	for (size_t k = 0; k < (size_t)r->n_near * sizeof *r->near; k += LINE)
		__builtin_prefetch((const char *)r->near + k);
	for (size_t k = 0; k < (size_t)r->n_near * sizeof *r->near_free; k += LINE)
		__builtin_prefetch((const char *)r->near_free + k, 1);
}

void dem3_pairs_forces(struct dem3 *s, struct part3 *q, int thread, enum evaluation how, struct block *b)
{
	enum { LOOKS = 256, AHEAD = 6 };
	struct faces_work3 *w = &s->faces_work[thread];
	int n = 0;

	MEM_GROW(w->due, &w->cap_due, (size_t)q->n_near_faces + 1);
	for (int k = 0; k < q->n_near_faces; k++) {
		struct near_faces3 *near = &q->near_faces[k];
		double path = pair_path(s, near->body);

		w->due[n] = (struct due){ near, path };
		n += !(path < near->free);
	}
	for (int k = 0; k < n; k++) {
		struct near_faces3 *near = w->due[k].near;
		const struct faces_pair3 *r = &s->faces_pair[near->pair];
		double path = w->due[k].path;

		if (k + 2 * AHEAD < n)
			pair_ahead(s, w->due[k + 2 * AHEAD].near, 1);
		if (k + AHEAD < n)
			pair_ahead(s, w->due[k + AHEAD].near, 0);
		if (!(path < r->complete))
			dem3_pair_choose(s, w, near, r->law, path);
		if (!(path < near->free))
			span_add(s, w, near, path);
		if (w->n_look >= LOOKS || w->n_span == SPANS)
			group_evaluate(s, q, w, how, b);
	}
	group_evaluate(s, q, w, how, b);
}

void dem3_pairs_overlaps(struct dem3 *s, const struct part3 *q)
{
	for (int k = 0; k < q->n_near_faces; k++) {
		const struct faces_pair3 *r = &s->faces_pair[q->near_faces[k].pair];
		const struct body3 *i = &s->body3[r->body[0]], *j = &s->body3[r->body[1]];

		for (int c = 0; c < r->n_touch; c++) {
			const struct touch3 *t = &r->touch[c];
			double limit = 0.5 * (body3_radius(i, t->fi) + body3_radius(j, (int)t->fj));

			if (t->gap > limit)
#pragma omp critical
				soft_fail_overlap(&s->core, r->body[0], r->body[1], t->gap, limit);
		}
	}
}
