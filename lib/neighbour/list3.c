/* list3.c: the neighbour list of space */
#include "neighbour/list3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "contact/faces3_wall.h"
#include "world/deform.h"

/* The radii of the balls around bodies [L]; walls are not among the bodies of cells. The caller frees them. */
static double *radii(const struct pebbles *p)
{
	double *radius = MEM_NEW(double, (size_t)p->n);

	for (int b = 0; b < p->n; b++)
		radius[b] = pebbles_is_wall(p, b) ? INFINITY : p->reach[b] * (1 + 1e-12); /* so that rounding loses nothing */
	return radius;
}

void list3_init(struct list3 *l, const struct list3_view *view)
{
	const struct pebbles *p = view->pebbles;

	memset(l, 0, sizeof *l);
	l->n = p->n;
	double *radius = radii(p);
	l->own_from = MEM_ZERO(int, (size_t)p->n + 1);
	l->endless = view->endless;
	l->single = p->first[p->n] == p->n;
	for (int w = 0; w < view->n_wall; w++)
		l->single = l->single && pebbles_form(p, view->wall[w])->kind != FORM_MESH;
	cells_init(&l->cells, 3, p->n, radius);
	free(radius);
}

void list3_free(struct list3 *l)
{
	cells_free(&l->cells);
	for (int t = 0; t < l->n_part; t++) {
		struct list3_part *q = &l->part[t];

		free(q->pair);
		free(q->from);
		free(q->cand);
		free(q->near);
		free(q->images.at);
		free(q->around.at);
	}
	free(l->part);
	free(l->images.at);
	free(l->own_from);
	free(l->section_from);
	free(l->own);
	memset(l, 0, sizeof *l);
}

/* ---- images ---- */

static double period(const struct domain *d, int axis)
{
	return d->set && d->periodic[axis] ? d->hi[axis] - d->lo[axis] : 0;
}

/* The displacement of the image s periods away. */
static inline vec3 shift_of(const struct domain *d, const int s[3])
{
	double h[3] = { 0, 0, 0 };

	if (s[0] || s[1] || s[2])
		domain_shift3(d, (const double[3]){ s[0], s[1], s[2] }, h);
	return v3(h[0], h[1], h[2]);
}

/* Set image k, which is s periods away, and the opposite image k + 1. */
static void image_put(struct list3_images *t, const struct domain *d, int k, const int s[3])
{
	vec3 h = shift_of(d, s);

	t->at[k] = (struct list3_image){ { s[0], s[1], s[2] }, h, 0 };
	t->at[k + 1] = (struct list3_image){ { -s[0], -s[1], -s[2] }, v3_sub(v3(0, 0, 0), h), 0 };
}

/* The index of an image. A new image is added. There are few images, so a linear search is enough. */
static int image_of(struct list3_images *t, const struct domain *d, const int s[3])
{
	int k = 0;

	while (k < t->n && memcmp(t->at[k].s, s, sizeof t->at[k].s) != 0)
		k++;
	if (k < t->n)
		return k;
	if (t->cap < (size_t)k + 2) /* else other threads may read images now */
		MEM_GROW(t->at, &t->cap, (size_t)k + 2);
	image_put(t, d, k, s);
	__atomic_store_n(&t->n, k + 2, __ATOMIC_RELAXED);
	return k;
}

static void images_begin(struct list3_images *t, const struct domain *d)
{
	t->n = 0;
	image_of(t, d, (int[3]){ 0 });
}

/* ---- pairs of bodies ---- */

/* The arguments of list3_build, for all threads; tilt: as in near_images. */
struct task { struct list3 *list; const struct list3_view *view; const double *radius, *tilt; double margin; int parts; };

static void cand_add(struct list3_part *part, const struct task *f, int a, int b)
{
	if (f->list->single) {
		part->n_cand++;
		return;
	}
	MEM_GROW(part->cand, &part->cap_cand, (size_t)part->n_cand + 1);
	part->cand[part->n_cand++] = (struct list3_cand){ a, b };
}

/* Append a pair of bodies with the candidates from n0 on. Without candidates append nothing. */
static void pair_add(struct list3_part *part, const struct task *f, int a, int b, const int s[3], int n0)
{
	if (part->n_cand == n0)
		return;
	MEM_GROW(part->pair, &part->cap_pair, (size_t)part->n_pair + 1);
	part->pair[part->n_pair++] = (struct body_pair){ { a, b }, image_of(&part->images, f->view->domain, s) };
	if (f->list->single)
		return;
	MEM_GROW(part->from, &part->cap_from, (size_t)part->n_pair + 1);
	part->from[part->n_pair - 1] = n0;
}

/* Put into list the pebbles of body b, shifted by h, that come within a distance far of the point c. Returns their number. */
static int pebbles_near(const struct pebbles *p, int b, vec3 h, vec3 c, double far, int *list)
{
	int n = 0;

	for (int k = p->first[b]; k < p->first[b + 1]; k++) {
		const struct pebble *q = &p->at[k];
		double x = q->x + h.x - c.x, y = q->y + h.y - c.y, z = q->z + h.z - c.z, lim = far + q->r;

		list[n] = k;
		n += x * x + y * y + z * z < lim * lim;
	}
	return n;
}

/* Bodies a and b of pebbles, b at an image. Choose the pebbles of each body that come near the ball around the other, then test
 * these with each other. */
static void body_pair(struct list3_part *part, const struct task *f, int a, int b, const int s[3])
{
	const struct list3_view *v = f->view;
	const struct pebbles *p = v->pebbles;
	int na = p->first[a + 1] - p->first[a], nb = p->first[b + 1] - p->first[b], n0 = part->n_cand;
	vec3 h = shift_of(v->domain, s);
	vec3 xa = v3(v->x[0][a], v->x[1][a], v->x[2][a]), xb = v3_add(v3(v->x[0][b], v->x[1][b], v->x[2][b]), h);

	MEM_GROW(part->near, &part->cap_near, (size_t)na + (size_t)nb);
	int *of_a = part->near, *of_b = part->near + na;
	na = pebbles_near(p, a, v3(0, 0, 0), xb, f->radius[b] + f->margin, of_a);
	nb = na == 0 ? 0 : pebbles_near(p, b, h, xa, f->radius[a] + f->margin, of_b);
	for (int i = 0; i < na; i++) {
		const struct pebble *q = &p->at[of_a[i]];

		for (int j = 0; j < nb; j++) {
			const struct pebble *o = &p->at[of_b[j]];
			double x = o->x + h.x - q->x, y = o->y + h.y - q->y, z = o->z + h.z - q->z, lim = q->r + o->r + f->margin;

			if (x * x + y * y + z * z < lim * lim)
				cand_add(part, f, of_a[i], of_b[j]);
		}
	}
	pair_add(part, f, a, b, s, n0);
}

/* Two bodies one of which has faces, if the balls around them come near. They have one candidate, whatever features they have. */
static void faces_pair(struct list3_part *part, const struct task *f, int a, int b, const int s[3])
{
	const struct list3_view *v = f->view;
	vec3 xa = v3(v->x[0][a], v->x[1][a], v->x[2][a]), xb = v3(v->x[0][b], v->x[1][b], v->x[2][b]);
	vec3 d = v3_sub(v3_add(xb, shift_of(v->domain, s)), xa);
	double lim = f->radius[a] + f->radius[b] + f->margin;

	if (!(v3_dot(d, d) < lim * lim))
		return;
	cand_add(part, f, v->pebbles->first[a], v->pebbles->first[b]);
	pair_add(part, f, a, b, s, part->n_cand - 1);
}

/* Append the candidates of the pebbles of a body and the faces of a mesh, in the order of pebbles. */
static void mesh_cands(struct list3_part *part, const struct task *f, int a, const struct wall3 *wall, int first)
{
	const struct list3_view *v = f->view;
	const struct pebbles *p = v->pebbles;
	vec3 x = v3_sub(v3(v->x[0][a], v->x[1][a], v->x[2][a]), wall->shift), to;
	int corners;

	if (facets_near(wall->facets, x, f->radius[a] + f->margin, &part->near, &part->cap_near) == 0)
		return;
	for (int k = p->first[a]; k < p->first[a + 1]; k++) {
		const struct pebble *q = &p->at[k];
		vec3 at = v3(q->x, q->y, q->z);
		int n = facets_near(wall->facets, v3_sub(at, wall->shift), q->r + f->margin, &part->near, &part->cap_near);

		for (int z = 0; z < n; z++)
			if (wall3_from_face(wall, part->near[z], at, &to, &corners) < q->r + f->margin)
				cand_add(part, f, k, first + part->near[z]);
	}
}

/* A body of pebbles and a wall at an image. */
static void wall_pair(struct list3_part *part, const struct task *f, int a, int w, const int s[3])
{
	const struct list3_view *v = f->view;
	const struct pebbles *p = v->pebbles;
	struct wall3 wall = v->wall_at[w];
	vec3 h = shift_of(v->domain, s), to;
	int n0 = part->n_cand;

	wall.at = v3_add(wall.at, h);
	wall.shift = h;
	if (faces3_wall_has_edges(p, a, &wall) || wall.kind == FORM_MESH) {
		if (pebbles_faces(p, a))
			list3_faces_wall(part, v, a, &wall, p->first[v->wall[w]], f->margin);
		else
			mesh_cands(part, f, a, &wall, p->first[v->wall[w]]);
		pair_add(part, f, a, v->wall[w], s, n0);
		return;
	}
	double far = wall3_from(&wall, v3(v->x[0][a], v->x[1][a], v->x[2][a]), &to) - f->radius[a];
	if (!(far < f->margin))
		return;
	for (int k = p->first[a]; k < p->first[a + 1]; k++) {
		const struct pebble *q = &p->at[k];

		if (pebbles_kind(p, a, k) == FEATURE_VERTEX && wall3_from(&wall, v3(q->x, q->y, q->z), &to) < q->r + f->margin)
			cand_add(part, f, k, p->first[v->wall[w]]);
	}
	pair_add(part, f, a, v->wall[w], s, n0);
}

/* Whether another rank has the pair of two bodies. */
static int is_elsewhere(const struct list3_view *v, int a, int b)
{
	if (!v->kept || v->kept[a] == LIST3_OWN || v->kept[b] == LIST3_OWN)
		return 0;
	return !(v->kept[a] == LIST3_SHARED && v->kept[b] == LIST3_SHARED && v->is_first);
}

/* Whether two bodies need no pair, since they cannot move relative to each other, have no forces, or are elsewhere. */
static int needs_no_pair(const struct list3_view *v, int a, int b)
{
	return is_elsewhere(v, a, b) || (v->group[a] >= 0 && v->group[a] == v->group[b]) || (v->still[a] && v->still[b]) ||
	       v->pass[v->kind[a] * v->n_kind + v->kind[b]];
}

/* The images of a body that may come near another one at the distance far [L]. tilt: of the domain, NULL if there is none; dist:
 * vector to the body itself; along: the periods, 0 along axes along which the body has one image [L]. For a wall without end, far
 * is INFINITY and the images are those next to the domain. */
struct near_images { const double *tilt; double dist[3], far, along[3]; };

/* Set s[axis] to the first of the images along an axis, given the images s along the axes behind it. Returns the last one. */
static inline int images(const struct near_images *q, int axis, int s[3])
{
	const double *tilt = q->tilt;
	double dist = q->dist[axis], period = q->along[axis];

	s[axis] = 0;
	if (!(period > 0))
		return 0;
	if (tilt && axis < 2)
		dist += axis == 1 ? s[2] * tilt[2] : s[1] * tilt[0] + s[2] * tilt[1];
	if (q->far == INFINITY) {
		s[axis] = -1;
		return 1;
	}
	s[axis] = (int)ceil((-q->far - dist) / period - 1e-9);
	return (int)floor((q->far - dist) / period + 1e-9);
}

/* Append all images of a pair of bodies. An own image of a body and the opposite one count once. */
static void all_images(struct list3_part *part, const struct task *f, int a, int b)
{
	const struct list3_view *v = f->view;
	int last[3], s[3];

	if (a != b ? needs_no_pair(v, a, b) : is_elsewhere(v, a, a))
		return;
	if (v->kept && (v->kept[a] == LIST3_LOWER || v->kept[b] == LIST3_LOWER))
		part = part->lower;
	if (v->rank[a] > v->rank[b]) {
		int swap = a;

		a = b;
		b = swap;
	}
	struct near_images q = { .tilt = f->tilt, .far = f->radius[a] + f->radius[b] + f->margin };
	int faces = v->frame && (pebbles_faces(v->pebbles, a) || pebbles_faces(v->pebbles, b));
	for (int k = 0; k < 3; k++) {
		q.dist[k] = v->x[k][b] - v->x[k][a];
		q.along[k] = period(v->domain, k);
	}
	for (last[2] = images(&q, 2, s); s[2] <= last[2]; s[2]++)
		for (last[1] = images(&q, 1, s); s[1] <= last[1]; s[1]++)
			for (last[0] = images(&q, 0, s); s[0] <= last[0]; s[0]++)
				if (a != b || s[2] > 0 || (s[2] == 0 && (s[1] > 0 || (s[1] == 0 && s[0] > 0))))
					faces ? faces_pair(part, f, a, b, s) : body_pair(part, f, a, b, s);
}

/* Append all images of walls that a body may touch. */
static void all_walls(struct list3_part *part, const struct task *f, int a)
{
	const struct list3_view *v = f->view;

	for (int w = 0; w < v->n_wall; w++) {
		int last[3], s[3], b = v->wall[w];
		struct near_images q = { .tilt = f->tilt, .far = f->radius[a] + v->pebbles->reach[b] * (1 + 1e-12) + f->margin };

		if (needs_no_pair(v, a, b))
			continue;
		for (int k = 0; k < 3; k++) {
			q.dist[k] = v->x[k][b] - v->x[k][a];
			q.along[k] = v->endless[b] & 1 << k ? 0 : period(v->domain, k);
		}
		for (last[2] = images(&q, 2, s); s[2] <= last[2]; s[2]++)
			for (last[1] = images(&q, 1, s); s[1] <= last[1]; s[1]++)
				for (last[0] = images(&q, 0, s); s[0] <= last[0]; s[0]++)
					wall_pair(part, f, a, w, s);
	}
}

/* Append the pairs of a body that is so large that it may meet its own images. */
static void own_images(struct list3_part *part, const struct task *f, int b)
{
	const struct domain *d = f->view->domain;

	for (int k = 0; k < 3; k++)
		if (period(d, k) > 0 && 2 * f->radius[b] + f->margin > period(d, k) && f->view->group[b] < 0) {
			all_images(part, f, b, b);
			return;
		}
}

/* ---- all pairs ---- */

/* Append the pairs that bodies from .. to-1 find, then their pairs with walls. */
static void find_range(struct list3_part *part, const struct task *f, int from, int to)
{
	const struct list3_view *v = f->view;

	for (int b = from; b < to && part->n_cand <= PARTNERS_CANDIDATES && part->lower->n_cand <= PARTNERS_CANDIDATES; b++) {
		if (pebbles_is_wall(v->pebbles, b))
			continue;
		cells_look(&f->list->cells, v->domain, f->margin, b, &part->around);
		for (int k = 0; k < part->around.n; k++)
			all_images(part, f, b, part->around.at[k][1]);
		own_images(part, f, b);
	}
	for (int b = from; b < to && part->n_cand <= PARTNERS_CANDIDATES; b++)
		if (!pebbles_is_wall(v->pebbles, b))
			all_walls(part, f, b);
}

static void part_build(void *to, int part, int thread)
{
	const struct task *f = to;
	int n = f->list->n;

	(void)thread;
	find_range(&f->list->part[part], f, team_first(n, part, f->parts), team_first(n, part + 1, f->parts));
}

static void parts_init(struct list3 *l, const struct domain *d, int parts)
{
	if (parts > l->n_part) {
		MEM_RESIZE(l->part, (size_t)parts);
		memset(l->part + l->n_part, 0, (size_t)(parts - l->n_part) * sizeof *l->part);
		l->n_part = parts;
	}
	for (int t = 0; t < parts; t++) {
		l->part[t].n_pair = l->part[t].n_cand = 0;
		images_begin(&l->part[t].images, d);
	}
}

/* Make the list from the parts in order, as if one thread had found all pairs; those of the first `upper` parts come first. */
static void join(struct list3 *l, const struct domain *d, int parts, int upper)
{
	struct list3_part *all = &l->part[0];
	size_t n_pair = 0, n_cand = 0, n_upper = 0;

	for (int t = 0; t < parts; t++) {
		n_pair += (size_t)l->part[t].n_pair;
		n_upper += t < upper ? (size_t)l->part[t].n_pair : 0;
		n_cand += (size_t)l->part[t].n_cand;
	}
	l->found_pairs = (int64_t)n_pair;
	l->found_cands = (int64_t)n_cand;
	if (l->found_pairs > PARTNERS_PAIRS || l->found_cands > PARTNERS_CANDIDATES) {
		for (int t = 0; t < parts; t++)
			l->part[t].n_pair = l->part[t].n_cand = 0;
		n_pair = n_cand = n_upper = 0;
	}
	MEM_GROW(all->pair, &all->cap_pair, n_pair);
	if (!l->single) {
		MEM_GROW(all->from, &all->cap_from, n_pair + 1);
		MEM_GROW(all->cand, &all->cap_cand, n_cand);
		all->from[n_pair] = (int)n_cand;
	}
	images_begin(&l->images, d);
	for (int k = 2; k < all->images.n; k += 2)
		image_of(&l->images, d, all->images.at[k].s);
	for (int t = 1; t < parts; t++) {
		struct list3_part *q = &l->part[t];

		for (int p = 0; p < q->n_pair; p++) {
			const int *s = q->images.at[q->pair[p].image].s;

			all->pair[all->n_pair] = q->pair[p];
			all->pair[all->n_pair].image = image_of(&l->images, d, s);
			if (!l->single)
				all->from[all->n_pair] = all->n_cand + q->from[p];
			all->n_pair++;
		}
		if (q->n_cand && !l->single)
			memcpy(all->cand + all->n_cand, q->cand, (size_t)q->n_cand * sizeof *q->cand);
		all->n_cand += q->n_cand;
		MEM_DROP(q->pair, &q->cap_pair);
		MEM_DROP(q->from, &q->cap_from);
		MEM_DROP(q->cand, &q->cap_cand);
	}
	MEM_SHRINK(all->pair, &all->cap_pair, (size_t)all->n_pair + 1);
	MEM_SHRINK(all->cand, &all->cap_cand, (size_t)all->n_cand);
	MEM_SHRINK(all->from, &all->cap_from, (size_t)all->n_pair + 1);
	l->pair = all->pair;
	l->n_pair = all->n_pair;
	l->n_upper = (int)n_upper;
	l->from = all->from;
	l->cand = all->cand;
	l->n_cand = all->n_cand;
}

void list3_build(struct list3 *l, const struct list3_view *v, double margin)
{
	enum { EACH = 16 }; /* parts for each thread, so that no thread waits long for the others */
	int threads = l->threads > 1 ? l->threads : 1;
	double *radius = radii(v->pebbles);
	struct task f = { l, v, radius, domain_tilted(v->domain) ? v->domain->tilt : NULL, margin, threads > 1 ? EACH * threads : 1 };
	int parts = v->kept ? 2 * f.parts : f.parts; /* the second half is for pairs with LIST3_LOWER */

	MEM_DROP(l->own, &l->cap_own);
	cells_sort(&l->cells, v->domain, v->x, radius, margin);
	parts_init(l, v->domain, parts);
	for (int t = 0; t < f.parts; t++)
		l->part[t].lower = &l->part[t + parts - f.parts];
	team_run(threads, f.parts, part_build, &f);
	cells_release(&l->cells);
	free(radius);
	join(l, v->domain, parts, f.parts);
	if (v->section)
		list3_sections_sort(l, v);
	MEM_GROW(l->own, &l->cap_own, 2 * (size_t)l->n_pair);
	partners_sort(threads, l->n, l->n_pair, l->pair, v->rank, l->own_from, l->own, NULL);
}

void list3_wrap(struct list3 *l, const struct domain *d, int b, const int n[3])
{
	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		struct body_pair *q = &l->pair[l->own[z] >> 1];
		int sign = l->own[z] & 1 ? 1 : -1, once = l->endless[q->body[0]] | l->endless[q->body[1]], s[3];

		for (int k = 0; k < 3; k++)
			s[k] = l->images.at[q->image].s[k] + (once & 1 << k ? 0 : sign * n[k]);
		q->image = image_of(&l->images, d, s);
	}
}

void list3_deform(struct list3 *l, const struct domain *d)
{
	for (int k = 0; k < l->images.n; k += 2)
		image_put(&l->images, d, k, (const int[3]){ l->images.at[k].s[0], l->images.at[k].s[1], l->images.at[k].s[2] });
}

void list3_flip(struct list3 *l, struct flip f)
{
	for (int k = 0; k < l->images.n; k++) {
		int *s = l->images.at[k].s;
		int64_t n[2] = { s[0], s[1] };

		flip_images(f, &n[0], &n[1], s[2]);
		s[0] = (int)n[0];
		s[1] = (int)n[1];
	}
}
