/* touch2_bodies.c: contacts of the plane, found from the bodies */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/trig.h"
#include "contact/features2.h"
#include "contact/law.h"
#include "measure/touch_parts.h"
#include "motion/drive.h"
#include "neighbour/list2.h"
#include "world/deform.h"

/* The bodies in the form that a neighbour list needs. */
struct scene {
	int n;
	struct domain domain;     /* with its tilt reduced by domain_flip */
	int64_t flips;
	double *x, *y, *c, *s;    /* [n] wrapped positions, cosines and sines of the angles */
	int64_t *ix, *iy;         /* [n] periods by which the positions were wrapped here */
	int *rank, *by_rank, *group, *kind;
	char *still, *upright, *endless;
	struct outlines outlines;
};

static void scene_free(struct scene *s)
{
	void *all[] = { s->x, s->y, s->c, s->s, s->ix, s->iy, s->rank, s->by_rank, s->group, s->kind, s->still, s->upright,
	                s->endless };

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	outlines_free(&s->outlines);
}

static void scene_rank(struct scene *s, const int64_t *id)
{
	struct ids_item *k = mem_new((size_t)s->n, sizeof *k);

	for (int i = 0; i < s->n; i++)
		k[i] = (struct ids_item){ id[i], i };
	qsort(k, (size_t)s->n, sizeof *k, ids_compare_items);
	for (int r = 0; r < s->n; r++) {
		s->rank[k[r].row] = r;
		s->by_rank[r] = k[r].row;
	}
	free(k);
}

/* Set the properties that decide which bodies may touch, from the constraints as in the simulator. */
static void scene_hold(struct scene *s, const struct world *w, const int *holder)
{
	double far = 0;

	for (int i = 0; i < s->n; i++)
		far = fmax(far, holder[i] < 0 ? s->outlines.reach[i] : 0);
	for (int i = 0; i < s->n; i++) {
		const struct dof *d = holder[i] >= 0 ? w->constraint[holder[i]].dof : NULL;

		s->group[i] = holder[i];
		s->upright[i] = d && drive_prescribes(&d[2]);
		s->still[i] = d && drive_prescribes(&d[0]) && drive_prescribes(&d[1]) && drive_prescribes(&d[2]);
		if (d && drive_is_fixed(&d[2]))
			s->endless[i] = (char)outlines_endless(&s->outlines, i, &s->domain, s->c[i], s->s[i], far);
	}
}

static enum touch_status scene_init(struct scene *s, const struct world *w, const struct bodies2 *b, const int *holder,
	struct touch_error *e)
{
	size_t n = (size_t)b->n;
	double **real[] = { &s->x, &s->y, &s->c, &s->s };
	int **whole[] = { &s->rank, &s->by_rank, &s->group, &s->kind };
	char **flag[] = { &s->still, &s->upright, &s->endless };
	const struct shape **shape = mem_new(n, sizeof *shape);
	const int64_t far = 1000000000;

	*s = (struct scene){ .n = b->n, .domain = w->domain };
	for (int k = 0; k < 4; k++) {
		*real[k] = MEM_ZERO(double, n);
		*whole[k] = MEM_ZERO(int, n);
	}
	for (int k = 0; k < 3; k++)
		*flag[k] = MEM_ZERO(char, n);
	s->ix = MEM_ZERO(int64_t, n);
	s->iy = MEM_ZERO(int64_t, n);
	if (s->domain.set)
		s->flips = domain_flip(&s->domain).xy;
	for (int i = 0; i < s->n; i++) {
		shape[i] = world_shape(w, b->shape[i]);
		if (!shape[i]) {
			*e = (struct touch_error){ .status = TOUCH_NO_SHAPE, .a = b->id[i], .b = b->shape[i] };
			free(shape);
			return e->status;
		}
		s->x[i] = b->x[i];
		s->y[i] = b->y[i];
		if (s->domain.set)
			domain_wrap2(&s->domain, &s->x[i], &s->y[i], &s->ix[i], &s->iy[i]);
		if (llabs(s->ix[i]) > far || llabs(s->iy[i]) > far) {
			*e = (struct touch_error){ .status = TOUCH_FAR, .a = b->id[i] };
			free(shape);
			return e->status;
		}
		trig_sincos(b->angle[i], &s->s[i], &s->c[i]);
	}
	outlines_init(&s->outlines, s->n, shape, b->size);
	free(shape);
	scene_rank(s, b->id);
	scene_hold(s, w, holder);
	outlines_place(&s->outlines, 0, s->n, s->x, s->y, s->c, s->s);
	return TOUCH_GOOD;
}

/* Check that the neighbour list can hold the bodies. */
static enum touch_status scene_check(const struct scene *s, const struct bodies2 *b, double reach, struct touch_error *e)
{
	double product;
	int p, q;

	if ((p = list2_too_wide(&s->outlines, &s->domain, s->endless, NULL)) >= 0)
		*e = (struct touch_error){ .status = TOUCH_WIDE, .a = b->id[p] };
	else if ((product = list2_too_many(&s->outlines, &s->domain, s->upright, &p, &q)) > 0)
		*e = (struct touch_error){ .status = TOUCH_VERTICES, .a = b->id[p], .b = b->id[q], .value = product };
	else if (list2_too_far(&s->domain, reach) > 0)
		*e = (struct touch_error){ .status = TOUCH_REACH, .value = reach };
	return e->status;
}

/* The law of two materials. The last one is cached, since most contacts have the same. */
struct law_cache { int a, b; double reach; struct law_contact law; };

static enum touch_status law_find(struct law_cache *l, const struct world *w, const struct bodies2 *b, const struct touch *c,
	struct touch_error *e)
{
	if (l->a == c->ma && l->b == c->mb && l->a >= 0)
		return TOUCH_GOOD;
	for (int k = 0; k < 2; k++)
		if ((k ? c->mb : c->ma) < 0) {
			int row = k ? c->b : c->a;

			*e = (struct touch_error){ .status = TOUCH_NO_MATERIAL, .a = b->id[row],
			                            .word = w->names.word[b->material[row]] };
			return e->status;
		}
	const char *p = w->material[c->ma].name, *q = w->material[c->mb].name, *key = NULL;
	const struct law *law = world_law(w, p, q);
	double value = 0;

	*e = (struct touch_error){ .status = TOUCH_NO_LAW, .word = p, .word2 = q };
	if (!law)
		return e->status;
	enum law_status st = law_resolve(w, law, &l->law, &key, &value);
	if (st != LAW_GOOD) {
		*e = (struct touch_error){ .status = TOUCH_LAW, .value = value, .key = key, .law = law, .law_status = (int)st };
		return e->status;
	}
	l->a = c->ma;
	l->b = c->mb;
	return e->status = TOUCH_GOOD;
}

/* Add candidate k of pair p if it is in contact. Image counts are converted to those of the stream. */
static enum touch_status check_candidate(struct touches *t, const struct scene *s, const struct list2 *l, int p, int k,
	const struct world *w, const struct bodies2 *b, struct law_cache *cache, struct touch_error *e)
{
	const struct outlines *o = &s->outlines;
	struct list2_cand q = list2_at(l, p, k);
	int dir = q.half & 1, i = l->pair[p].body[dir], j = l->pair[p].body[!dir];
	const struct list2_image *im = &l->image[l->pair[p].image ^ dir];
	double rv = o->radius[q.v + o->shift[i]], re = o->radius[q.ea + o->shift[j]], lim = rv + re;
	vec2 between;
	double w2 = features_gap(&o->at[q.v], &o->at[q.ea], &o->at[q.eb], &im->h, o->il2[q.ea + o->shift[j]], &between);

	if (!(w2 < (lim + cache->reach) * (lim + cache->reach)))
		return TOUCH_GOOD;
	double d = sqrt(w2), safe = d > 0 ? d : 1, to = rv - 0.5 * (lim - d);
	vec2 arm = v2_sub(o->at[q.v], v2(s->x[i], s->y[i]));
	struct touch c = { .a = i, .b = j, .va = q.v - o->first[i], .eb = q.ea - o->first[j], .n = v3_flat(v2_scale(1 / safe, between)),
	                    .overlap = lim - d, .ma = s->kind[i], .mb = s->kind[j] };
	enum touch_status st = law_find(cache, w, b, &c, e);

	if (st != TOUCH_GOOD && !(w2 < lim * lim)) { /* there is a gap, and without a law no force acts across it */
		*e = (struct touch_error){ 0 };
		return TOUCH_GOOD;
	}
	double begins = st == TOUCH_GOOD ? law_begins(&cache->law, lim) : 0;
	if (st != TOUCH_GOOD || !law_acts(&cache->law) || !(w2 < begins * begins))
		return st;
	c.iy = im->sy - s->iy[j] + s->iy[i];
	c.ix = im->sx - s->ix[j] + s->ix[i] - s->flips * c.iy;
	c.at = v3_flat(v2_add(v2(b->x[i], b->y[i]), v2_add(arm, v2_scale(to, v2_flat(c.n)))));
	double effective = q.ea != q.eb && rv > 0 ? rv : law_effective(rv, re);
	c.fn = law_force(&cache->law, lim, effective, c.overlap);
	c.f = v3_scale(-c.fn, c.n);
	touches_add(t, &c, w);
	return TOUCH_GOOD;
}

/* The greatest gap at which the force of a law begins. */
static double reach_of(const struct scene *s, const struct world *w)
{
	double fat = 0, reach = 0, value;
	struct law_contact law;
	const char *key;

	for (int f = 0; f < s->outlines.n_form; f++)
		fat = fmax(fat, s->outlines.forms[f].fat);
	for (int k = 0; k < w->n_law; k++)
		if (law_resolve(w, &w->law[k], &law, &key, &value) == LAW_GOOD)
			reach = fmax(reach, law_reach(&law, 2 * fat));
	return reach;
}

/* Check all pairs of the list, in the order in which scree-dem2 writes contacts. */
static enum touch_status check_all(struct touches *t, const struct scene *s, const struct list2 *l, double reach,
	const struct world *w, const struct bodies2 *b, struct touch_error *e)
{
	struct law_cache cache = { .a = -1, .reach = reach };

	for (int r = 0; r < s->n; r++)
		for (int z = l->own_from[s->by_rank[r]]; z < l->own_from[s->by_rank[r] + 1]; z++) {
			int p = l->own[z] >> 1;

			for (int k = l->from[p]; k < l->from[p + 1] && !(l->own[z] & 1); k++)
				if (check_candidate(t, s, l, p, k, w, b, &cache, e) != TOUCH_GOOD)
					return e->status;
		}
	return TOUCH_GOOD;
}

enum touch_status touches_from_bodies2(struct touches *t, struct world *w, const int *holder, const int *material,
	struct touch_error *e)
{
	struct bodies2 own = world_bodies2(w), *b = &own;
	struct scene s = { .n = 0 };
	const char *fault = domain_fault(&w->domain);
	enum touch_status st = fault ? TOUCH_DOMAIN : scene_init(&s, w, b, holder, e);

	if (fault)
		*e = (struct touch_error){ .status = st, .word = fault };
	double reach = st == TOUCH_GOOD ? reach_of(&s, w) : 0;
	if (st == TOUCH_GOOD)
		st = scene_check(&s, b, reach, e);
	if (st == TOUCH_GOOD && s.n) {
		struct list2_view view = { .domain = &s.domain, .outlines = &s.outlines, .x = s.x, .y = s.y, .c = s.c, .s = s.s,
		                           .rank = s.rank, .group = s.group, .still = s.still, .upright = s.upright,
		                           .endless = s.endless, .kind = s.kind };
		struct list2 l;

		memcpy(s.kind, material, (size_t)s.n * sizeof *material);
		list2_init(&l, &view);
		list2_build(&l, &view, reach);
		if (l.found_cands > l.n_cand)
			*e = (struct touch_error){ .status = TOUCH_MANY, .value = (double)l.found_cands };
		st = l.found_cands > l.n_cand ? TOUCH_MANY : check_all(t, &s, &l, reach, w, b, e);
		list2_free(&l);
	}
	scene_free(&s);
	return st;
}
