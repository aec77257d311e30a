/* dem3_carry.c: contacts with a mesh that go on on another face
 *
 * A contact belongs to a pebble and a face. Where the point that is closest to the pebble crosses an edge, or a corner, the
 * contact with one face ends and that with the next one begins in the same step, at the same point and along the same normal:
 * it is one contact, and so it keeps its springs, and neither ends nor begins. Both faces share a corner, and the normal has
 * turned by little. Of several faces that begin the one goes on that shares most corners, the first of those. */
#include <stdlib.h>

#include "sim/dem3_state.h"

/* A pebble's contacts with a mesh one step ago, from .. to-1 of the part's, and now, from .. to-1 of the part's hits. */
struct turnover { int old[2], hit[2]; };

static int has(const int *list, int from, int to, int item)
{
	for (int k = from; k < to; k++)
		if (list[k] == item)
			return 1;
	return 0;
}

/* The hit that a contact goes on with, or -1. */
static int heir(const struct dem3 *s, const struct part3 *q, const struct turnover *t, const struct wall3 *wall, int first, int o)
{
	const struct list3_cand *c = s->list.cand, *was = &c[q->old.cand[o]];
	const struct pebble *a = &s->pebbles.at[was->a];
	int best = -1, most = 0;

	for (int z = t->hit[0]; z < t->hit[1]; z++) {
		if (has(q->old.cand, t->old[0], t->old[1], q->hit[z]))
			continue;
		int shared = wall3_goes_on(wall, was->b - first, c[q->hit[z]].b - first, v3(a->x, a->y, a->z), q->old.at[o].n);
		if (shared > most) {
			most = shared;
			best = q->hit[z];
		}
	}
	return best;
}

/* Move contact o of those one step ago to where its candidate belongs in their order. */
static void sink(const struct dem3 *s, struct contacts3 *c, int from, int to, int o)
{
	for (int step = -1; step < 2; step += 2)
		for (int k = o; k + step >= from && k + step < to && (c->cand[k + step] > c->cand[k]) == (step < 0); k += step, o = k) {
			struct contact3 at = c->at[k];
			int cand = c->cand[k];

			c->at[k] = c->at[k + step];
			c->at[k + step] = at;
			c->cand[k] = c->cand[k + step];
			c->cand[k + step] = cand;
			if (!s->rolls)
				continue;
			struct coil3 coil = c->coil[k];
			c->coil[k] = c->coil[k + step];
			c->coil[k + step] = coil;
		}
}

static void carry(const struct dem3 *s, struct part3 *q, const struct turnover *t, const struct wall3 *wall, int first)
{
	for (int o = t->old[0]; o < t->old[1]; o++) {
		int to = has(q->hit, t->hit[0], t->hit[1], q->old.cand[o]) ? -1 : heir(s, q, t, wall, first, o);

		if (to < 0)
			continue;
		q->old.cand[o] = to;
		sink(s, &q->old, t->old[0], t->old[1], o);
		o = t->old[0] - 1; /* each goes on once, so that this ends */
	}
}

void dem3_carry(const struct dem3 *s, struct part3 *q)
{
	const struct list3 *l = &s->list;
	struct turnover t = { .hit = { 0 } };

	for (int o = 0, p = q->pair_from; o < q->old.n; o = t.old[1]) {
		for (; l->from[p + 1] <= q->old.cand[o]; p++)
			;
		int b = l->pair[p].body[1], a = l->cand[q->old.cand[o]].a, end = l->from[p + 1], *hit = q->hit;

		t = (struct turnover){ { o, o + 1 }, { t.hit[1], t.hit[1] } };
		if (s->wall_of[b] < 0 || s->wall_at[s->wall_of[b]].kind != FORM_MESH)
			continue;
		while (t.old[1] < q->old.n && q->old.cand[t.old[1]] < end && l->cand[q->old.cand[t.old[1]]].a == a)
			t.old[1]++;
		while (t.hit[0] < q->n_hit && (hit[t.hit[0]] < l->from[p] || (hit[t.hit[0]] < end && l->cand[hit[t.hit[0]]].a < a)))
			t.hit[0]++;
		for (t.hit[1] = t.hit[0]; t.hit[1] < q->n_hit && hit[t.hit[1]] < end && l->cand[hit[t.hit[1]]].a == a;)
			t.hit[1]++;
		struct wall3 wall = s->wall_at[s->wall_of[b]];
		wall.shift = l->images.at[l->pair[p].image].h;
		carry(s, q, &t, &wall, s->pebbles.first[b]);
	}
}
