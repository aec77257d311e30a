/* dem3_pairs_force.c: one evaluation of the contacts of pairs of bodies one of which has faces
 *
 * A part goes through its pairs. Pairs that may touch find their near features, if these are not complete any more; of the near
 * features those are looked at that may touch. The nearest points of many pairs are found together. Then contacts that touch now
 * or did one step ago are loaded into the lanes of blocks, evaluated as all others, and stored back with their pair. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
		free(w[t].near);
		free(w[t].hit);
		free(w[t].look);
		free(w[t].found);
		free(w[t].d2);
		free(w[t].free);
		free(w[t].kept);
	}
	free(w);
}

/* ---- pairs ---- */

/* Begin to look at the near features of a pair that may touch after this path. */
static void span_add(const struct dem3 *s, struct faces_work3 *w, struct near_faces3 *near, const struct near_pair3 *near_pair,
	double path)
{
	struct faces_pair3 *r = &s->faces_pair[near->pair];
	int n = w->n_look, of = w->n_span++;
	float gone = (float)(path - r->base);

	if ((size_t)r->n_near >= w->cap_near)
		MEM_GROW(w->near, &w->cap_near, (size_t)r->n_near + 1);
	int *near_of = w->near, some = 0;
	for (int k = 0; k < r->n_near; k++) { /* without branches */
		near_of[some] = k;
		some += !(gone < r->near[k].free);
	}
	if ((size_t)n + (size_t)some >= w->cap_look)
		MEM_GROW(w->look, &w->cap_look, (size_t)n + (size_t)some + 1);
	for (int k = 0; k < some; k++, n++) {
		const struct near_features3 *c = &r->near[near_of[k]];

		w->look[n] = (struct look3){ of, c->fi, c->fj, near_of[k] << LOOK_NEAR | (c->free == -INFINITY ? LOOK_WAS : 0) };
	}
	w->bodies[of] = pair_bodies(s, r);
	w->span[of] = (struct span){ r, near, near_pair, path, w->n_look, n, 0, 0 };
	w->n_look = n;
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
	for (int from = 0; from < n; from += TOUCHES)
#pragma omp simd
		for (int k = from; k < from + TOUCHES; k++)
			free[k] = free_of(d2[k], begins, more);
}
WIDE_LOOP(touch, (int n, const double *d2, double begins, double more, float *free), (n, d2, begins, more, free))

/* Find out which of the looks of a pair touch; contacts begin. Sets the free paths of those that do not, and by how many the
 * contacts share the mass, also those that have just ended. Returns the number of looks put into w->hit. */
static int span_touch(const struct dem3 *s, struct faces_work3 *w, int of)
{
	struct span *span = &w->span[of];
	struct faces_pair3 *r = span->r;
	double more = span->path - r->base - pair_slack(s, r);
	int from = span->from, n = span->end - from, n_hit = 0;

	MEM_GROW(w->hit, &w->cap_hit, (size_t)n + 1);
	if (r->begins > 0)
		touch(s->core.wide)(n, w->d2 + from, r->begins, more, w->free + from);
	for (int k = from; k < span->end && !(r->begins > 0); k++) /* pebbles have radii of their own */
		w->free[k] = free_of(w->d2[k], pair_begins(&w->bodies[of], span->near_pair->law, w->look[k].a, w->look[k].b), more);
	for (int k = from; k < span->end; k++) { /* without branches that are hard to predict */
		struct look3 *l = &w->look[k];
		float free = w->free[k];
		int is = free == -INFINITY, was = (l->mark & LOOK_WAS) != 0;

		l->mark |= is * LOOK_IS;
		if (is > was)
			dem3_pair_insert(s, r, n_hit, l->a, l->b);
		w->hit[n_hit] = k;
		n_hit += is | was;
		r->near[l->mark >> LOOK_NEAR].free = free;
		span->ended |= was > is;
	}
	for (int k = 0; k < n_hit; k++)
		span->counts += w->look[w->hit[k]].mark & LOOK_IS ? faces3_count(w->found[w->hit[k]].weight) : 0;
	return n_hit;
}

/* The effective radius of a contact of a pair. */
static double effective_of(const struct span *span, const struct bodies_near3 *two, const struct touch3 *c)
{
	int fi = c->fi, fj = (int)c->fj;

	return dem3_effective_faces(span->near_pair->law, faces3_kind(two->i->faces, fi), body3_radius(two->i, fi),
		faces3_kind(two->j->faces, fj), body3_radius(two->j, fj));
}

/* Set what the contacts of a pair have in common, the radii of those of the features fi and fj, and their effective radius. */
static void row_set(const struct dem3 *s, const struct part3 *q, const struct span *span, const struct bodies_near3 *two,
	const struct touch3 *c, double effective, struct row *row)
{
	const struct faces_pair3 *r = span->r;
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
	row->root = span->near_pair->m > 0 ? sqrt(span->near_pair->m / faces3_share(span->counts)) : 0;
	row->on = WRENCH * (uint32_t)(q->sum_from + r->near_pair);
	row->v[EFFECTIVE] = effective;
	row->near_pair = r->near_pair;
}

/* Add a contact to those that are to be evaluated. */
static inline void hit_add(struct hits *h, struct faces_pair3 *r, struct touch3 *touch, const struct nearest3 *nearest,
	const struct row *row, int was, int is)
{
	int k = h->n++, g = k / LANES, z = k % LANES;

	h->touch[k] = touch;
	h->pair[k] = r;
	h->nearest[k] = nearest;
	h->row_of[k] = row;
	h->batch[g].on[z] = row->on;
	h->rest[g].near_pair[z] = row->near_pair;
	h->batch[g].was |= (unsigned char)(was << z);
	h->batch[g].is |= (unsigned char)(is << z);
	h->leans[g] |= (unsigned char)((nearest->slopes | touch->leans) << z);
}

/* Evaluate the n_hit contacts of a pair, or put them off until there are enough. */
static void span_evaluate(struct dem3 *s, struct part3 *q, struct faces_work3 *w, int of, int n_hit, enum evaluation how,
	struct block *b)
{
	struct span *span = &w->span[of];
	struct faces_pair3 *r = span->r;
	const struct law_contact *law = span->near_pair->law;
	struct hits *h = &w->hits;
	struct touch3 *touch = r->touch;
	struct row *row = NULL;

	for (int z = 0; z < n_hit; z++, touch++) {
		int k = w->hit[z], is = w->look[k].mark & LOOK_IS, was = (w->look[k].mark & LOOK_WAS) != 0;

		if (!is && how != EVALUATE_STEP) /* an evaluation that is no step ends nothing */
			continue;
		if (h->n == HITS || h->law != law) {
			dem3_hits_evaluate(s, q, h, how, b);
			h->law = law;
			row = NULL;
		}
		double effective = effective_of(span, &w->bodies[of], touch);
		if (!row || !(r->begins > 0) || row->v[EFFECTIVE] != effective) {
			row = &h->row[h->n_row++];
			row_set(s, q, span, &w->bodies[of], touch, effective, row);
		}
		hit_add(h, r, touch, &w->found[k], row, was, is);
	}
}

/* Drop the contacts of a pair that have ended, and find the path before which nothing can touch. */
static void span_done(struct faces_work3 *w, const struct span *span)
{
	struct faces_pair3 *r = span->r;
	float free = INFINITY;

	if (span->ended)
		dem3_pair_drop(r, span->end - span->from, w->look + span->from);
	if (r->n_touch) {
		span->near->free = -INFINITY;
		return;
	}
	for (int k = 0; k < r->n_near; k++)
		free = r->near[k].free < free ? r->near[k].free : free;
	span->near->free = fmin(r->base + free, r->complete);
}

/* ---- parts ---- */

/* Look at all pairs of the group, and evaluate their contacts. */
static void group_evaluate(struct dem3 *s, struct part3 *q, struct faces_work3 *w, enum evaluation how, struct block *b)
{
	dem3_faces_work_found(w, w->n_look);
	faces3_nearest_many(s->core.wide, s->many_features, w->bodies, w->n_look, w->look, w->found, w->d2);
	for (int k = 0; k < w->n_span; k++) {
		int n_hit = span_touch(s, w, k);

		span_evaluate(s, q, w, k, n_hit, how, b);
	}
	dem3_hits_evaluate(s, q, &w->hits, how, b);
	for (int k = 0; k < w->n_span; k++)
		span_done(w, &w->span[k]);
	w->n_span = w->n_look = 0;
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
		__builtin_prefetch((const char *)r->near + k, 1);
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
		const struct near_pair3 *near_pair = &q->near_pair[r->near_pair];
		double path = w->due[k].path;

		if (k + 2 * AHEAD < n)
			pair_ahead(s, w->due[k + 2 * AHEAD].near, 1);
		if (k + AHEAD < n)
			pair_ahead(s, w->due[k + AHEAD].near, 0);
		if (!(path < r->complete))
			dem3_pair_choose(s, w, near, near_pair->law, path);
		if (!(path < near->free))
			span_add(s, w, near, near_pair, path);
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
