/* dem3_faces.c: contacts of bodies with faces, see contact/faces3.h */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "contact/sift3.h"
#include "dem3/dem3_faces.h"

/* Feature k of body b, by index among all pebbles. A body of pebbles has no frame, so *room gets its position. */
static inline struct feature3 feature_of(const struct dem3 *s, int b, int k, struct frame3 *room)
{
	const struct faces3 *f = pebbles_faces(&s->pebbles, b);
	const struct pebble *at = &s->pebbles.at[k];

	if (!f)
		room->at = s->motion[b].position;
	return (struct feature3){ f, f ? &s->frame[b] : room, k - s->pebbles.first[b], v3(at->x, at->y, at->z) };
}

void dem3_faces_nearest(const struct dem3 *s, int i, int j, int p, int q, vec3 h, struct nearest3 *out)
{
	struct frame3 room[2];
	struct feature3 a = feature_of(s, i, p, &room[0]), b = feature_of(s, j, q, &room[1]);

	faces3_nearest(&a, &b, h, out);
}

double dem3_faces_from_wall(const struct dem3 *s, int i, int p, const struct wall3 *wall, int q, struct nearest3 *out,
	int *corners)
{
	struct frame3 room;
	struct feature3 a = feature_of(s, i, p, &room);

	return faces3_from_wall(&a, wall, q, out, corners);
}

vec3 dem3_faces_lean(const struct law_contact *law, const struct nearest3 *n, double lim, double effective)
{
	if (n->slope.x == 0 && n->slope.y == 0 && n->slope.z == 0)
		return v3(0, 0, 0);
	return v3_scale(law_energy(law, lim, effective, lim - v3_norm(n->w)), n->slope);
}

/* ---- walls ---- */

static const struct nearest3 not_yet = { .weight = 1 };

/* Keep the nearest points of a near candidate. */
static void nearest_put(struct part3 *q, int near, const struct nearest3 *n)
{
	if (q->nearest_of[near] < 0) {
		MEM_GROW(q->nearest, &q->cap_nearest, (size_t)q->n_nearest + 1);
		q->nearest_of[near] = q->n_nearest++;
	}
	q->nearest[q->nearest_of[near]] = *n;
}

/* Add a near candidate of a feature and a wall; touched: it touched one step ago. */
static void near_add(struct part3 *q, int cand, struct list3_cand c, int touched)
{
	MEM_GROW(q->nearest_of, &q->cap_nearest_of, (size_t)q->n_near + 1);
	q->nearest_of[q->n_near] = -1;
	if (touched)
		nearest_put(q, q->n_near, &not_yet);
	q->near[q->n_near++] = (struct near3){ c.a, c.b, cand, q->n_near_pair };
	q->some_faces = 1;
}

void dem3_faces_choose(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	const struct list3 *l = &s->list;
	const int *body = l->pair[pair].body;
	double room = s->core.room[body[0]] + s->core.room[body[1]];
	int first = s->pebbles.first[body[1]], corners;
	struct wall3 at;
	const struct wall3 *wall = dem3_wall_at(s, body[1], l->images.at[l->pair[pair].image].h, &at);

	for (int k = list3_first(l, pair); k < list3_first(l, pair + 1); k++) {
		struct list3_cand c = { list3_candidate(l, k).a, first };
		struct nearest3 n = not_yet;
		int was = q->held[*old].cand == k;
		double begins = law_begins(law, pebbles_radius(&s->pebbles, body[0], c.a));

		*old += was;
		int face = list3_candidate(l, k).b - first;
		if (was || !(dem3_faces_from_wall(s, body[0], c.a, wall, face, &n, &corners) > (begins + room) * 1.00001))
			near_add(q, k, c, was);
	}
}

/* Whether a near candidate touches its wall; keeps its nearest points. */
static int wall_hit(struct dem3 *s, struct part3 *q, int near)
{
	const struct near3 *c = &q->near[near];
	const struct near_pair3 *near_pair = &q->near_pair[c->near_pair];
	struct nearest3 n;
	int i = s->list.pair[near_pair->pair].body[0], corners = 7;
	double r = pebbles_radius(&s->pebbles, i, c->a);
	struct wall3 at;
	const struct wall3 *wall = near_pair3_wall(s, near_pair, &at);
	double far = dem3_faces_from_wall(s, i, c->a, wall, list3_candidate(&s->list, c->cand).b - c->b, &n, &corners);

	if (q->nearest_of[near] >= 0)
		nearest_put(q, near, &n);
	if (!(far < law_begins(dem3_law_of(s, near_pair->pair), r)))
		return 0;
	if (wall->kind == FORM_MESH && pebbles_kind(&s->pebbles, i, c->a) == FEATURE_VERTEX) {
		const struct pebble *a = &s->pebbles.at[c->a];

		if (!dem3_near_is_closest(s, q, near, wall, v3(a->x, a->y, a->z), n.w, corners))
			return 0;
	}
	nearest_put(q, near, &n);
	if (far <= 0)
#pragma omp critical
		soft_fail_overlap(&s->core, i, s->list.pair[near_pair->pair].body[1], r - far, 0.5 * r);
	return 1;
}

/* Set whether a near candidate touches. Returns whether contacts have to be put in order. */
static inline int touch_set(struct dem3 *s, struct part3 *q, int near, int is)
{
	if ((q->touch[near] & TOUCH_IS) == is)
		return 0;
	q->touch[near] ^= TOUCH_IS;
	return !dem3_batches_toggle(s, q, near);
}

int dem3_faces_touch(struct dem3 *s, struct part3 *q, int from, int end)
{
	int reorder = 0;

	for (int k = from; k < end; k++)
		reorder |= touch_set(s, q, k, wall_hit(s, q, k));
	return reorder;
}

/* ---- what cannot be run ---- */

static enum sim_status refuse(const struct dem3 *s, int b, const struct world *w, const char *is, const char *expected,
	struct sim_error *e)
{
	struct bodies3 wb = world_bodies3((struct world *)w);

	*e = (struct sim_error){ .status = SIM_SHAPE, .a = s->core.id[b], .b = wb.shape[s->core.row[b]], .word = is, .word2 = expected };
	return e->status;
}

enum sim_status dem3_faces_refuse(const struct dem3 *s, const struct world *w, struct sim_error *e)
{
	int n = s->core.n_material;

	for (int r = 0; r < s->core.n && s->some_faces; r++) {
		int b = s->core.by_rank[r];
		const struct pebble_form *f = pebbles_form(&s->pebbles, b);

		if (f->kind == FORM_CYLINDER && f->solid->length < INFINITY)
			return refuse(s, b, w, "a cylinder with length= among polyhedra, whose edges have several nearest points on its rims",
			              "a cylinder without length=, or a mesh or polyhedron as the wall", e);
		if (f->faces && s->core.group_of[b] < 0 && !(f->thin > 0))
			return refuse(s, b, w, "a polyhedron with r=0 that can move",
			              "a spheroradius r above 0: scree-shape --radius adds it, --round rounds edges off", e);
		for (int k = 0; f->faces && k < n; k++)
			if (law_clings(&s->core.law[s->core.material[b] * n + k]))
				return refuse(s, b, w, "a polyhedron, which cannot have the law jkr or liquid-bridge, since each pair of features would have "
				              "a bridge of its own", "dmt, van-der-waals or cohesive for polyhedra that attract each other", e);
	}
	return SIM_GOOD;
}

/* Whether a pebble or vertex of one body is in the skeleton of the other. */
static int inside(const struct dem3 *s, int of, int in, vec3 h)
{
	const struct faces3 *f = pebbles_faces(&s->pebbles, in);
	const struct body3 *b = &s->body3[of];

	for (int k = 0; f && k < b->n_round; k++)
		if (faces3_inside(f, &s->frame[in], v3_sub(v3_add(body3_place(b, k), *b->at), h)))
			return 1;
	return 0;
}

/* Whether a plane is found between the skeletons of two bodies: bodies of many faces would take long otherwise. */
static int apart(const struct dem3 *s, int i, int j, vec3 h)
{
	struct sift3 sift = { &s->body3[i], &s->body3[j], v3_sub(v3_add(*s->body3[j].at, h), *s->body3[i].at), s->core.wide };
	int face = 0;
	vec3 n = v3(0, 0, 0);

	return sift3_search(&sift, 0, &n, &face) > 0;
}

/* Whether the skeletons of the two bodies of a pair meet, or one is in the other. */
static int interlock(const struct dem3 *s, const struct body_pair *p, int **list, size_t *cap)
{
	int i = p->body[0], j = p->body[1];
	const struct faces3 *a = pebbles_faces(&s->pebbles, i), *b = pebbles_faces(&s->pebbles, j);
	vec3 h = s->list.images.at[p->image].h;
	struct wall3 at;

	if (s->wall_of[j] < 0 && apart(s, i, j, h))
		return 0;
	if (s->wall_of[j] < 0)
		return faces3_meet(a, &s->frame[i], b, &s->frame[j], h) || inside(s, i, j, h) || inside(s, j, i, v3_scale(-1, h));
	const struct wall3 *wall = dem3_wall_at(s, j, h, &at);
	return wall->kind == FORM_MESH && faces3_meets_mesh(a, &s->frame[i], wall, list, cap);
}

void dem3_faces_check(struct dem3 *s)
{
	int *list = NULL;
	size_t cap = 0;

	for (int k = 0; k < s->list.n_pair && s->some_faces; k++) { /* none without lists: the plain way is a reference */
		const struct body_pair *p = &s->list.pair[k];

		if (dem3_has_faces(s, p->body[0], p->body[1]) && interlock(s, p, &list, &cap))
			soft_fail(&s->core, (struct sim_error){ .status = SIM_CROSS, .a = s->core.id[p->body[0]], .b = s->core.id[p->body[1]] });
	}
	free(list);
}
