/* dem3_carry.c: contacts with a mesh that go on on another face
 *
 * A contact belongs to a pebble and a face. When the point that is closest to the pebble crosses an edge or a corner, the
 * contact with one face ends and that with the next face begins in the same step, at the same point and along the same normal.
 * This is one contact: it keeps its springs, and neither ends nor begins. The condition is that both faces share a corner and
 * that the normal has turned by little. If contacts with several such faces begin, the face that shares most corners takes
 * over, and among those the first. */
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"

/* The hits of one pebble with a mesh: from .. to-1 of a part. */
struct pebble_hits { const struct wall3 *wall; int from, to; };

static int face_of(const struct dem3 *s, const struct part3 *q, const struct hit3 *hit)
{
	const struct near3 *near = &q->near[hit->near];

	return list3_candidate(&s->list, near->cand).b - near->b;
}

static int touches(const struct part3 *q, const struct hit3 *hit)
{
	return q->touch[hit->near] & TOUCH_IS;
}

/* The hit that takes over the contact of a hit that ends, or NULL. Hits that do not touch only have a place. */
static struct hit3 *successor(const struct dem3 *s, const struct part3 *q, const struct pebble_hits *t, const struct hit3 *ends)
{
	const struct pebble *a = &s->pebbles.at[q->near[ends->near].a];
	vec3 n = dem3_contact_of(s, &q->now, ends->old, NULL).n;
	struct hit3 *best = NULL;
	int most = 0;

	for (int k = t->from; k < t->to; k++) {
		struct hit3 *hit = &q->hit[k];

		if (hit->old >= 0 || !touches(q, hit))
			continue;
		int shared = wall3_goes_on(t->wall, face_of(s, q, ends), face_of(s, q, hit), v3(a->x, a->y, a->z), n);
		if (shared > most) {
			most = shared;
			best = hit;
		}
	}
	return best;
}

static void carry(const struct dem3 *s, struct part3 *q, const struct pebble_hits *t)
{
	for (int k = t->from; k < t->to; k++) {
		struct hit3 *ends = &q->hit[k], *to;

		if (touches(q, ends) || ends->old < 0 || !(to = successor(s, q, t, ends)))
			continue;
		to->old = ends->old;
		to->moved = 1;
		ends->old = -1;
	}
}

void dem3_carry(const struct dem3 *s, struct part3 *q)
{
	const struct list3 *l = &s->list;
	int n = 0;

	for (int from = 0, to; from < q->n_hit; from = to) {
		const struct near3 *near = &q->near[q->hit[from].near], *next;
		const struct body_pair *p = &l->pair[q->near_pair[near->near_pair].pair];
		int w = s->wall_of[p->body[1]];

		to = from + 1;
		if (w < 0 || s->wall_at[w].kind != FORM_MESH || pebbles_kind(&s->pebbles, p->body[0], near->a) != FEATURE_VERTEX)
			continue;
		for (; to < q->n_hit && (next = &q->near[q->hit[to].near])->a == near->a && next->near_pair == near->near_pair; to++)
			;
		struct wall3 room;
		carry(s, q, &(struct pebble_hits){ dem3_wall_at(s, p->body[1], l->images.at[p->image].h, &room), from, to });
	}
	for (int k = 0, run = 0; k < q->n_hit; k++) {
		q->hit[n] = q->hit[k];
		while (q->run[run].end <= q->hit[k].near)
			run++;
		n += q->hit[k].old >= 0 || touches(q, &q->hit[k]) || (q->full[q->run[run].balls] && !(q->touch[q->hit[n].near] & TOUCH_SINGLE));
	}
	q->n_hit = n;
}

/* Where the contact of near candidate k with a mesh goes on, if it has ended there: the near candidate whose face shares most
 * corners, of those without a contact that touch or on which a contact would last; -1 if there is none. */
static int clings_to(const struct dem3 *s, const struct part3 *q, const int *place, int k, const struct wall3 *wall)
{
	const struct near3 *c = &q->near[k];
	const struct pebble *a = &s->pebbles.at[c->a];
	int face = list3_candidate(&s->list, c->cand).b - c->b, from = k, to = k + 1, best = -1, most = 0;
	vec3 n = dem3_contact_of(s, &q->now, place[k], NULL).n;

	while (from > 0 && q->near[from - 1].a == c->a && q->near[from - 1].near_pair == c->near_pair)
		from--;
	while (to < q->n_near && q->near[to].a == c->a && q->near[to].near_pair == c->near_pair)
		to++;
	for (int z = from; z < to; z++) {
		int other = list3_candidate(&s->list, q->near[z].cand).b - c->b;
		int shared = place[z] >= 0 ? 0 : wall3_goes_on(wall, face, other, v3(a->x, a->y, a->z), n);

		if (shared > most && (q->touch[z] & TOUCH_IS || dem3_near_lasts(s, q, z))) {
			most = shared;
			best = z;
		}
	}
	return best;
}

void dem3_carry_clinging(const struct dem3 *s, struct part3 *q)
{
	int *place = MEM_NEW(int, (size_t)q->n_near + 1);

	const struct held3 *held = q->held;
	for (int k = 0; k < q->n_near; k++) {
		while (held->cand < q->near[k].cand)
			held++;
		place[k] = held->cand == q->near[k].cand ? held->place : -1;
	}
	for (int k = 0; k < q->n_near; k++) {
		const struct near_pair3 *near_pair = &q->near_pair[q->near[k].near_pair];
		struct wall3 room;

		if (place[k] < 0 || q->touch[k] & TOUCH_IS || !near_pair->wall ||
		    near_pair3_wall(s, near_pair, &room)->kind != FORM_MESH || !law_clings(dem3_law_of(s, near_pair->pair)))
			continue;
		int to = clings_to(s, q, place, k, near_pair3_wall(s, near_pair, &room));
		if (to >= 0)
			q->touch[to] |= TOUCH_IS;
	}
	free(place);
}
