/* dem3_pairs_near.c: the near features of a pair of bodies one of which has faces */
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_pairs_work.h"

/* The path that a body comes in a step, at present [L]. */
static double step_of(const struct dem3 *s, int b)
{
	const struct motion3 *m = &s->motion[b];

	return s->core.clock.dt * (v3_norm(m->linear_velocity) + s->pebbles.arm[b] * v3_norm(m->spin));
}

/* -1, 0 or 1 as the contact comes before a look, is of the same features, or comes after it. */
static int order(const struct touch3 *c, const struct look3 *l)
{
	return c->fi != l->a ? (c->fi > l->a) - (c->fi < l->a) : ((int)c->fj > l->b) - ((int)c->fj < l->b);
}

/* Put the contacts of a pair among the n looks that were sifted, where they are not there yet. Returns the number of looks. */
static int with_contacts(const struct faces_pair3 *r, const struct bodies_near3 *b, struct sifted3 *to, int n)
{
	int extra = 0, k = n - 1, t = r->n_touch - 1, edge_i = body3_first_edge(b->i), edge_j = body3_first_edge(b->j);

	for (int c = 0, l = 0; c < r->n_touch; c++) {
		while (l < n && order(&r->touch[c], &to->look[l]) > 0)
			l++;
		extra += l == n || order(&r->touch[c], &to->look[l]) < 0;
	}
	MEM_GROW(to->look, &to->cap_look, (size_t)n + (size_t)extra + 1);
	for (int z = n + extra - 1; z > k; z--) { /* from the end on */
		int by = t < 0 ? -1 : k < 0 ? 1 : order(&r->touch[t], &to->look[k]);

		to->look[z] = by > 0 ? look3_of(0, edge_i, edge_j, r->touch[t].fi, (int)r->touch[t].fj, 0) : to->look[k];
		t -= by >= 0;
		k -= by <= 0;
	}
	return n + extra;
}

/* Keep those of the looks that are near, and the direction between the nearest two. */
static void near_keep(const struct dem3 *s, struct faces_work3 *w, struct near_faces3 *near, const struct bodies_near3 *b,
	const struct law_contact *law, int n, double room, double path)
{
	struct faces_pair3 *r = &s->faces_pair[near->pair];
	double closest = INFINITY, soonest = room, slack = pair_slack(s, r);
	const struct nearest3 *nearest = NULL;

	for (int k = 0, t = 0; k < n; k++) {
		const struct look3 *l = &w->sifted.look[k];
		double far = sqrt(w->d2[k]), free = far - pair_begins(b, law, l->a, l->b) - slack;
		int was = t < r->n_touch && order(&r->touch[t], l) == 0;

		t += was;
		nearest = far < closest ? &w->found[k] : nearest;
		closest = far < closest ? far : closest;
		if (!was && !(free < room))
			continue;
		w->kept_free[r->n_near] = was ? -INFINITY : path_down(free);
		w->kept[r->n_near++] = (struct near_features3){ l->a, l->b };
		soonest = free < soonest ? free : soonest;
	}
	dem3_pair_near_reserve(r, r->n_near);
	if (r->n_near) {
		memcpy(r->near, w->kept, (size_t)r->n_near * sizeof *r->near);
		memcpy(r->near_free, w->kept_free, (size_t)r->n_near * sizeof *r->near_free);
	}
	for (int k = r->n_near; k % EIGHT; k++)
		r->near_free[k] = INFINITY;
	for (int c = 0; c < 3 && nearest; c++)
		r->n[c] = (float)(&nearest->w.x)[c];
	r->face = nearest ? 0 : r->face;
	r->base = path;
	r->complete = path + room;
	near->free = r->n_touch || soonest <= 0 ? -INFINITY : path + soonest;
}

/* G along the direction that kept most apart, put into *n, or -INFINITY. */
static double gap_known(const struct sift3 *sift, const struct faces_pair3 *r, vec3 *n)
{
	double norm;

	*n = r->face ? sift3_normal(sift, r->face) : v3(r->n[0], r->n[1], r->n[2]);
	norm = v3_norm(*n);
	if (!(norm > 0))
		return -INFINITY;
	*n = v3_scale(1 / norm, *n);
	return sift3_gap(sift, *n);
}

/* G along a better direction, which is kept. */
static double gap_search(const struct sift3 *sift, struct faces_pair3 *r, double far, vec3 *n)
{
	double gap = sift3_search(sift, far, n, &r->face);

	for (int c = 0; c < 3; c++)
		r->n[c] = (float)(&n->x)[c];
	return gap;
}

void dem3_pair_choose(const struct dem3 *s, struct faces_work3 *w, struct near_faces3 *near, const struct law_contact *law,
	double path)
{
	struct faces_pair3 *r = &s->faces_pair[near->pair];
	enum { STEPS = 50 }; /* near features are to last for these steps */
	const double least = 0.005, clear = 0.1; /* in distances at which forces begin: near features; bodies that are clearly apart */
	struct bodies_near3 b = pair_bodies(s, r);
	const struct sift3 sift = { b.i, b.j, v3_sub(v3_add(*b.j->at, b.h), *b.i->at), s->core.wide };
	double fat = b.i->fat + b.j->fat, from = law_begins(law, fat), begins = (from > fat ? from : fat) + pair_slack(s, r);
	vec3 n;
	double gap = gap_known(&sift, r, &n), enough = (1 + clear) * begins, room = 0;

	if (!(gap >= enough) || r->n_touch) {
		double step = step_of(s, r->body[0]) + step_of(s, r->body[1]);

		room = STEPS * step > least * begins ? STEPS * step : least * begins;
		enough = begins + step;
		if (gap < (r->n_touch ? begins - room : enough))
			gap = gap_search(&sift, r, begins + room, &n);
	}
	r->n_near = 0;
	if (gap >= enough && !r->n_touch) {
		near->free = r->complete = path + (gap - begins);
		return;
	}
	int found = with_contacts(r, &b, &w->sifted, sift3_pairs(&sift, n, gap, begins + room, &w->sifted));
	dem3_faces_work_found(w, found);
	faces3_nearest_many(s->core.wide, s->many_features, &b, found, w->sifted.look, w->found, w->d2);
	MEM_GROW(w->kept, &w->cap_kept, (size_t)found + 1);
	MEM_GROW(w->kept_free, &w->cap_kept_free, (size_t)found + 1);
	near_keep(s, w, near, &b, law, found, room, path);
}
