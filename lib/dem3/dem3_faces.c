/* dem3_faces.c: contacts of bodies with faces, see contact/faces3.h */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "contact/faces3_many.h"
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

/* ---- near candidates ---- */

/* Find which features of a pair may be as near as far [L]. Returns how much nearer than far the bodies may be, at most 0 if none
 * is; *of gets the depths of the features of both bodies, by index among all pebbles. */
static double sift(const struct dem3 *s, struct part3 *q, const int body[2], vec3 h, double far, const double *of[2])
{
	struct sift3 i = sift3_of(&s->pebbles, body[0], s->frame), j = sift3_of(&s->pebbles, body[1], s->frame);
	vec3 n, between = v3_sub(v3_add(dem3_vec(s->core.x, body[1]), h), dem3_vec(s->core.x, body[0]));
	double left = far - sift3_gap(&i, &j, h, between, far, &n) + 1e-9 * (s->pebbles.reach[body[0]] + s->pebbles.reach[body[1]]);

	if (!(left > 0))
		return 0;
	MEM_GROW(q->faces.depth, &q->faces.cap_depth, (size_t)i.n + (size_t)j.n);
	sift3_depths(&i, n, q->faces.depth);
	sift3_depths(&j, v3_scale(-1, n), q->faces.depth + i.n);
	of[0] = q->faces.depth;
	of[1] = q->faces.depth + i.n;
	return left;
}

/* The path that two bodies may go together until features at this distance touch, 0 if they do. */
static double path_free(const struct dem3 *s, const int body[2], double distance, double begins)
{
	double free = distance - begins - 1e-9 * (s->pebbles.reach[body[0]] + s->pebbles.reach[body[1]]);

	return free > 0 ? free : 0;
}

static struct body3 body_of(const struct dem3 *s, int b)
{
	const struct faces3 *f = pebbles_faces(&s->pebbles, b);

	return (struct body3){ f, f ? &s->frame[b] : NULL, f ? s->pebbles.local + pebbles_form(&s->pebbles, b)->first :
		&s->pebbles.at[s->pebbles.first[b]], s->motion[b].position };
}

/* Find the nearest points of n pairs of features of two bodies. */
static void look_all(const struct dem3 *s, struct look3 *l, const struct body_pair *p, int n)
{
	struct bodies_near3 b = { body_of(s, p->body[0]), body_of(s, p->body[1]), s->list.images.at[p->image].h };

	faces3_nearest_many(s->core.wide, &b, n, l->feature, l->found);
}

/* Look later at the candidate or near candidate k with the entries a and b: it is the one after the first n. */
static inline void look_at(const struct dem3 *s, struct look3 *l, const int body[2], int n, int k, int a, int b)
{
	l->of[n] = k;
	l->feature[n][0] = a - s->pebbles.first[body[0]];
	l->feature[n][1] = b - s->pebbles.first[body[1]];
}

static void look_reserve(struct look3 *l, int n)
{
	MEM_GROW(l->of, &l->cap_of, (size_t)n + 1);
	MEM_GROW(l->feature, &l->cap_feature, (size_t)n + 1);
	MEM_GROW(l->found, &l->cap_found, (size_t)n + 1);
}

/* A path as a float that is not longer. */
static inline float rounded_down(double path)
{
	return (float)(path * (1 - 1e-6));
}

static const struct nearest3 not_yet = { .weight = 1, .share = 1 };

/* Keep the nearest points of a near candidate. */
static void nearest_put(struct part3 *q, int near, const struct nearest3 *n)
{
	if (q->nearest_of[near] < 0) {
		MEM_GROW(q->nearest, &q->cap_nearest, (size_t)q->n_nearest + 1);
		q->nearest_of[near] = q->n_nearest++;
	}
	q->nearest[q->nearest_of[near]] = *n;
}

/* Add a near candidate of features; touched: it touched one step ago. */
static void near_add(struct part3 *q, int cand, struct list3_cand c, double path, int touched)
{
	MEM_GROW(q->nearest_of, &q->cap_nearest_of, (size_t)q->n_near + 1);
	q->nearest_of[q->n_near] = -1;
	if (touched)
		nearest_put(q, q->n_near, &not_yet);
	MEM_GROW(q->faces.free, &q->faces.cap_free, (size_t)q->n_near + 1);
	q->faces.free[q->n_near] = rounded_down(path);
	q->near[q->n_near++] = (struct near3){ 0, c.a, c.b, cand, q->n_near_pair };
	q->some_faces = 1;
}

/* Whether the candidate k has a contact; *old is the first place of the part's contacts that is not before it. */
static inline int was_contact(const struct part3 *q, int k, int *old)
{
	if (q->now.cand[*old] != k)
		return 0;
	(*old)++;
	while (q->now.cand[*old] < 0)
		(*old)++;
	return 1;
}

/* Choose near candidates with the wall of a pair. */
static void choose_wall(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, double room, int *old)
{
	const struct list3 *l = &s->list;
	const int *body = l->pair[pair].body;
	int first = s->pebbles.first[body[1]], corners;
	struct wall3 at;
	const struct wall3 *wall = dem3_wall_at(s, body[1], l->images.at[l->pair[pair].image].h, &at);

	for (int k = l->from[pair]; k < l->from[pair + 1]; k++) {
		struct list3_cand c = { l->cand[k].a, first };
		struct nearest3 n = not_yet;
		int was = was_contact(q, k, old);
		double begins = law_begins(law, pebbles_radius(&s->pebbles, body[0], c.a));

		if (was || !(dem3_faces_from_wall(s, body[0], c.a, wall, l->cand[k].b - first, &n, &corners) > (begins + room) * 1.00001))
			near_add(q, k, c, 0, was);
	}
}

void dem3_faces_choose(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old)
{
	const struct list3 *l = &s->list;
	const struct pebbles *p = &s->pebbles;
	const int *body = l->pair[pair].body;
	double room = s->core.room[body[0]] + s->core.room[body[1]], least = INFINITY;
	const double *depth[2] = { NULL, NULL };
	int n = 0;

	if (s->core.cell.moves)
		room += s->core.cell.near_strain * (p->reach[body[0]] + p->reach[body[1]] + room);
	MEM_GROW(q->faces.near, &q->faces.cap_near, (size_t)q->n_near_pair + 1);
	if (s->wall_of[body[1]] >= 0) {
		choose_wall(s, q, pair, law, room, old);
		q->faces.near[q->n_near_pair].end = q->n_near;
		return;
	}
	double fat = pebbles_form(p, body[0])->fat * p->size[body[0]] + pebbles_form(p, body[1])->fat * p->size[body[1]];
	double left = sift(s, q, body, l->images.at[l->pair[pair].image].h, (law_begins(law, fat) + room) * 1.00001, depth);
	look_reserve(&q->faces.look, l->from[pair + 1] - l->from[pair]);
	for (int k = l->from[pair]; k < l->from[pair + 1] && left > 0; k++) {
		const struct list3_cand c = l->cand[k];

		look_at(s, &q->faces.look, body, n, k, c.a, c.b);
		n += depth[0][c.a - p->first[body[0]]] + depth[1][c.b - p->first[body[1]]] < left;
	}
	q->faces.look.of[n] = -1;
	look_all(s, &q->faces.look, &l->pair[pair], n);
	for (int k = l->from[pair], z = 0; k < l->from[pair + 1]; k++) {
		const struct nearest3 *at = q->faces.look.of[z] == k ? &q->faces.look.found[z++] : NULL;
		int was = was_contact(q, k, old);

		if (!was && !at)
			continue;
		const struct list3_cand c = l->cand[k];
		double far = was ? 0 : v3_norm(at->w);
		double begins = law_begins(law, pebbles_radius(p, body[0], c.a) + pebbles_radius(p, body[1], c.b));
		if (far > (begins + room) * 1.00001)
			continue;
		double path = was ? 0 : path_free(s, body, far, begins);
		near_add(q, k, c, path, was);
		least = path < least ? path : least;
	}
	q->faces.near[q->n_near_pair] = (struct near_faces3){ least, q->n_near };
}

/* The same for a wall. */
static int wall_hit(struct dem3 *s, struct part3 *q, int near)
{
	const struct near3 *c = &q->near[near];
	const struct near_pair3 *near_pair = &q->near_pair[c->near_pair];
	struct nearest3 n;
	int i = s->list.pair[near_pair->pair].body[0], corners = 7;
	double r = pebbles_radius(&s->pebbles, i, c->a);
	struct wall3 at;
	const struct wall3 *wall = near_pair3_wall(s, near_pair, &at);
	double far = dem3_faces_from_wall(s, i, c->a, wall, s->list.cand[c->cand].b - c->b, &n, &corners);

	if (q->nearest_of[near] >= 0)
		nearest_put(q, near, &n);
	if (!(far < law_begins(near_pair->law, r)))
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

/* The path that the bodies of a near pair have gone together since near candidates were chosen [L]. */
static double path_of(const struct dem3 *s, const struct near_pair3 *near_pair)
{
	const int *body = s->list.pair[near_pair->pair].body;

	return s->path[body[0]] + s->path[body[1]] + s->path_image;
}

/* Whether a candidate touches, whose nearest points are n; if not, find after what path it may. */
static int touches(const struct dem3 *s, struct part3 *q, int near, double path, const struct nearest3 *n)
{
	const struct near3 *c = &q->near[near];
	const struct near_pair3 *near_pair = &q->near_pair[c->near_pair];
	const int *body = s->list.pair[near_pair->pair].body;
	double lim = pebbles_radius(&s->pebbles, body[0], c->a) + pebbles_radius(&s->pebbles, body[1], c->b);
	double begins = law_begins(near_pair->law, lim), d2 = v3_dot(n->w, n->w);
	int is = d2 < begins * begins;

	if (is || q->nearest_of[near] >= 0)
		nearest_put(q, near, n);
	q->faces.free[near] = is ? 0 : rounded_down(path + path_free(s, body, sqrt(d2), begins));
	return is;
}

/* Set whether a near candidate touches. Returns whether contacts have to be put in order. */
static inline int touch_set(struct dem3 *s, struct part3 *q, int near, int is)
{
	if ((q->touch[near] & TOUCH_IS) == is)
		return 0;
	q->touch[near] ^= TOUCH_IS;
	return !dem3_batches_toggle(s, q, near);
}

/* Find by how many the contacts of two bodies share the mass for their dashpots, also those that have just ended. */
static void share_mass(struct part3 *q, int from, int end)
{
	int counts = 0;

	for (int k = from; k < end; k++)
		if (q->touch[k] & TOUCH_IS)
			counts += faces3_count(q->nearest[q->nearest_of[k]].weight);
	for (int k = from; k < end; k++)
		if (q->nearest_of[k] >= 0)
			q->nearest[q->nearest_of[k]].share = faces3_share(counts);
}

/* Look at the near candidates from .. end-1 of a near pair that may touch after this path. */
static int pair_touch(struct dem3 *s, struct part3 *q, int at, int from, int end, double path)
{
	const struct near_pair3 *near_pair = &q->near_pair[at];
	const struct body_pair *p = &s->list.pair[near_pair->pair];
	struct look3 *look = &q->faces.look;
	float *free = q->faces.free, least = INFINITY;
	int n = 0, reorder = 0;

	look_reserve(look, end - from);
	for (int k = from; k < end; k++) {
		look->of[n] = k;
		n += !(path < free[k]);
	}
	for (int z = 0; z < n; z++)
		look_at(s, look, p->body, z, look->of[z], q->near[look->of[z]].a, q->near[look->of[z]].b);
	look_all(s, look, p, n);
	for (int z = 0; z < n; z++)
		reorder |= touch_set(s, q, look->of[z], touches(s, q, look->of[z], path, &look->found[z]));
	share_mass(q, from, end);
	for (int k = from; k < end; k++)
		least = free[k] < least ? free[k] : least;
	q->faces.near[at].free = least;
	return reorder;
}

int dem3_faces_touch(struct dem3 *s, struct part3 *q, int from, int end)
{
	int reorder = 0;

	for (int k = from, next; k < end; k = next) {
		int at = q->near[k].near_pair;
		const struct near_pair3 *near_pair = &q->near_pair[at];
		double path = near_pair->wall ? 0 : path_of(s, near_pair);

		next = q->faces.near[at].end;
		for (int z = k; z < next && near_pair->wall; z++)
			reorder |= touch_set(s, q, z, wall_hit(s, q, z));
		if (!near_pair->wall && !(path < q->faces.near[at].free))
			reorder |= pair_touch(s, q, at, k, next, path);
	}
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
			return refuse(s, b, w, "a cylinder with ends among polyhedra, whose edges have several nearest points on its rims",
			              "a cylinder without ends, or a mesh or polyhedron as the wall", e);
		if (f->faces && s->core.group_of[b] < 0 && !(f->thin > 0))
			return refuse(s, b, w, "a polyhedron with r=0 that can move", "a spheroradius r above 0", e);
		for (int k = 0; f->faces && k < n; k++)
			if (law_clings(&s->core.law[s->core.material[b] * n + k]))
				return refuse(s, b, w, "a polyhedron; its law is jkr or liquid-bridge, whose bridges would be as many as pairs of features",
				              "dmt, van-der-waals or cohesive for polyhedra that attract each other", e);
	}
	return SIM_GOOD;
}

/* Whether a pebble or vertex of one body is in the skeleton of the other. */
static int inside(const struct dem3 *s, int of, int in, vec3 h)
{
	const struct faces3 *f = pebbles_faces(&s->pebbles, in);
	int first = s->pebbles.first[of];

	for (int k = first; f && k < first + pebbles_form(&s->pebbles, of)->n_round; k++) {
		const struct pebble *p = &s->pebbles.at[k];

		if (faces3_inside(f, &s->frame[in], v3_sub(v3(p->x, p->y, p->z), h)))
			return 1;
	}
	return 0;
}

/* Whether a plane is found between the skeletons of two bodies: bodies of many faces would take long otherwise. */
static int apart(const struct dem3 *s, int i, int j, vec3 h)
{
	struct sift3 a = sift3_of(&s->pebbles, i, s->frame), b = sift3_of(&s->pebbles, j, s->frame);
	vec3 between = v3_sub(v3_add(dem3_vec(s->core.x, j), h), dem3_vec(s->core.x, i)), n;

	return sift3_gap(&a, &b, h, between, 0, &n) > 0;
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
