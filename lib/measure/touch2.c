/* touch2.c: what touches what in a frame */
#include "measure/touch2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/trig.h"
#include "contact/features2.h"
#include "contact/law.h"
#include "contact/list2.h"
#include "motion/drive.h"
#include "world/deform.h"

static struct touch2 *add(struct touches2 *t)
{
	MEM_GROW(t->at, &t->cap, (size_t)t->n + 1);
	t->at[t->n] = (struct touch2){ 0 };
	return &t->at[t->n++];
}

/* Which constraint holds each body: its number, or -1. To be freed. */
static int *holders(const struct world *w, const struct bodies *b)
{
	int *of = MEM_NEW(int, (size_t)b->n), *of_name = MEM_NEW(int, (size_t)w->names.n);

	for (int k = 0; k < w->names.n; k++)
		of_name[k] = -1;
	for (int k = 0; k < w->n_constraint; k++) {
		int32_t name = world_find_name(w, w->constraint[k].tag);

		if (name > 0 && constraint_holds(&w->constraint[k]))
			of_name[name] = k;
	}
	for (int i = 0; i < b->n; i++)
		of[i] = of_name[b->tag[i]];
	free(of_name);
	return of;
}

/* The material of each body, or -1. To be freed. */
static int *materials(const struct world *w, const struct bodies *b)
{
	int *of = MEM_NEW(int, (size_t)b->n), *of_name = MEM_NEW(int, (size_t)w->names.n);

	for (int k = 0; k < w->names.n; k++)
		of_name[k] = -1;
	for (int k = 0; k < w->n_material; k++) {
		int32_t name = world_find_name(w, w->material[k].name);

		if (name > 0)
			of_name[name] = k;
	}
	for (int i = 0; i < b->n; i++)
		of[i] = of_name[b->material[i]];
	free(of_name);
	return of;
}

/* Arms and force, when the rest is there. */
static void complete(struct touch2 *c, const struct bodies *b, const struct domain *d)
{
	double h[2] = { 0 };

	if (d->set)
		domain_shift(d, (double)c->ix, (double)c->iy, h);
	c->arm_a = v2_sub(c->at, v2(b->x[c->a], b->y[c->a]));
	c->arm_b = v2_sub(c->at, v2(b->x[c->b] + h[0], b->y[c->b] + h[1]));
	c->f = v2_sub(v2_scale(-c->fn, c->n), v2_scale(c->ft, v2_left(c->n)));
}

/* ---- from records ---- */

static enum touch2_status from_records(struct touches2 *t, struct world *w, const struct bodies *b, const int *material,
	struct touch2_error *e)
{
	static const char *const needed[] = { "x", "y", "nx", "ny", "overlap", "fn" };
	const struct table *r = &w->contact;
	const int64_t *i = table_int(r, "i"), *j = table_int(r, "j"), *fi = table_int(r, "fi"), *fj = table_int(r, "fj");
	const int64_t *ix = table_int(r, "ix"), *iy = table_int(r, "iy");
	const double *v[6], *ft = table_real(r, "ft");
	struct ids ids;

	t->tangential = ft != NULL || r->n_row == 0;
	for (int k = 0; k < 6 && r->n_row; k++)
		if (!(v[k] = table_real(r, needed[k]))) {
			*e = (struct touch2_error){ .status = TOUCH2_COLUMN, .word = needed[k] };
			return TOUCH2_COLUMN;
		}
	ids_init(&ids, b->n, b->id);
	for (int k = 0; k < r->n_row; k++) {
		int p = ids_row(&ids, i[k]), q = ids_row(&ids, j[k]);

		if (p < 0 || q < 0)
			continue;
		struct touch2 *c = add(t);

		*c = (struct touch2){ .a = p, .b = q, .va = fi ? (int)fi[k] : -1, .eb = fj ? (int)fj[k] : -1,
		                      .ix = ix ? ix[k] : 0, .iy = iy ? iy[k] : 0, .at = { v[0][k], v[1][k] },
		                      .n = { v[2][k], v[3][k] }, .overlap = v[4][k], .fn = v[5][k], .ft = ft ? ft[k] : 0,
		                      .ma = material[p], .mb = material[q] };
		complete(c, b, &w->domain);
	}
	ids_free(&ids);
	return TOUCH2_GOOD;
}

/* ---- from the bodies ---- */

/* The bodies as a list sees them. */
struct scene {
	int n;
	struct domain domain;     /* flipped */
	int64_t flips;
	double *x, *y, *c, *s;    /* [n] wrapped */
	int64_t *ix, *iy;         /* [n] periods by which they were wrapped here */
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

struct by_id { int64_t id; int row; };

static int id_order(const void *a, const void *b)
{
	const struct by_id *p = a, *q = b;

	return p->id != q->id ? (p->id > q->id) - (p->id < q->id) : (p->row > q->row) - (p->row < q->row);
}

static void scene_rank(struct scene *s, const int64_t *id)
{
	struct by_id *k = mem_new((size_t)s->n, sizeof *k);

	for (int i = 0; i < s->n; i++)
		k[i] = (struct by_id){ id[i], i };
	qsort(k, (size_t)s->n, sizeof *k, id_order);
	for (int r = 0; r < s->n; r++) {
		s->rank[k[r].row] = r;
		s->by_rank[r] = k[r].row;
	}
	free(k);
}

/* What constraints mean for who may touch, as in the simulator. */
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
		if (d && (d[2].drive == DRIVE_FIXED || (d[2].drive == DRIVE_VELOCITY && d[2].value[0] == 0)))
			s->endless[i] = (char)outlines_endless(&s->outlines, i, &s->domain, s->c[i], s->s[i], far);
	}
}

static enum touch2_status scene_init(struct scene *s, const struct world *w, const struct bodies *b, const int *holder,
	struct touch2_error *e)
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
		s->flips = domain_flip(&s->domain);
	for (int i = 0; i < s->n; i++) {
		shape[i] = world_shape(w, b->shape[i]);
		if (!shape[i]) {
			*e = (struct touch2_error){ .status = TOUCH2_NO_SHAPE, .a = b->id[i], .b = b->shape[i] };
			free(shape);
			return e->status;
		}
		s->x[i] = b->x[i];
		s->y[i] = b->y[i];
		if (s->domain.set)
			domain_wrap(&s->domain, &s->x[i], &s->y[i], &s->ix[i], &s->iy[i]);
		if (llabs(s->ix[i]) > far || llabs(s->iy[i]) > far) {
			*e = (struct touch2_error){ .status = TOUCH2_FAR, .a = b->id[i] };
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
	return TOUCH2_GOOD;
}

/* What a list could not hold. */
static enum touch2_status scene_check(const struct scene *s, const struct bodies *b, double reach, struct touch2_error *e)
{
	double product;
	int p, q;

	if ((p = list2_too_wide(&s->outlines, &s->domain, s->endless)) >= 0)
		*e = (struct touch2_error){ .status = TOUCH2_WIDE, .a = b->id[p] };
	else if ((product = list2_too_many(&s->outlines, &s->domain, s->upright, &p, &q)) > 0)
		*e = (struct touch2_error){ .status = TOUCH2_VERTICES, .a = b->id[p], .b = b->id[q], .value = product };
	else if (list2_too_far(&s->domain, reach) > 0)
		*e = (struct touch2_error){ .status = TOUCH2_REACH, .value = reach };
	return e->status;
}

/* The law of two materials; the last one is kept, since most contacts have the same. */
struct lawyer { int a, b; double reach; struct law_contact law; };

static enum touch2_status law_of(struct lawyer *l, const struct world *w, const struct bodies *b, const struct touch2 *c,
	struct touch2_error *e)
{
	if (l->a == c->ma && l->b == c->mb && l->a >= 0)
		return TOUCH2_GOOD;
	for (int k = 0; k < 2; k++)
		if ((k ? c->mb : c->ma) < 0) {
			int row = k ? c->b : c->a;

			*e = (struct touch2_error){ .status = TOUCH2_NO_MATERIAL, .a = b->id[row],
			                            .word = w->names.word[b->material[row]] };
			return e->status;
		}
	const char *p = w->material[c->ma].name, *q = w->material[c->mb].name, *key = NULL;
	const struct law *law = world_law(w, p, q);
	double value;

	*e = (struct touch2_error){ .status = TOUCH2_NO_LAW, .word = p, .word2 = q };
	if (!law)
		return e->status;
	e->status = TOUCH2_LAW;
	if (law_resolve(law, &l->law, &key, &value) != LAW_GOOD) {
		e->key = key;
		return e->status;
	}
	l->a = c->ma;
	l->b = c->mb;
	return e->status = TOUCH2_GOOD;
}

/* The candidate k of pair p, if it touches; image counts are turned back into those of the stream. */
static enum touch2_status look(struct touches2 *t, const struct scene *s, const struct list2 *l, int p, int k,
	const struct world *w, const struct bodies *b, struct lawyer *lawyer, struct touch2_error *e)
{
	const struct outlines *o = &s->outlines;
	struct list2_cand q = list2_at(l, p, k);
	int dir = q.half & 1, i = l->pair[p].body[dir], j = l->pair[p].body[!dir];
	const struct list2_image *im = &l->image[l->pair[p].image ^ dir];
	double rv = o->radius[q.v + o->shift[i]], lim = rv + o->radius[q.ea + o->shift[j]];
	vec2 way;
	double w2 = features_gap(&o->at[q.v], &o->at[q.ea], &o->at[q.eb], &im->h, o->il2[q.ea + o->shift[j]], &way);

	if (!(w2 < (lim + lawyer->reach) * (lim + lawyer->reach)))
		return TOUCH2_GOOD;
	double d = sqrt(w2), safe = d > 0 ? d : 1, to = rv - 0.5 * (lim - d);
	vec2 arm = v2_sub(o->at[q.v], v2(s->x[i], s->y[i]));
	struct touch2 c = { .a = i, .b = j, .va = q.v - o->first[i], .eb = q.ea - o->first[j], .n = v2_scale(1 / safe, way),
	                    .overlap = lim - d, .ma = s->kind[i], .mb = s->kind[j] };
	enum touch2_status st = law_of(lawyer, w, b, &c, e);

	if (st != TOUCH2_GOOD && !(w2 < lim * lim)) { /* the two are apart: what has no law does not touch */
		*e = (struct touch2_error){ 0 };
		return TOUCH2_GOOD;
	}
	double begins = st == TOUCH2_GOOD ? law_begins(&lawyer->law, lim) : 0;
	if (st != TOUCH2_GOOD || !law_acts(&lawyer->law) || !(w2 < begins * begins))
		return st;
	c.iy = im->sy - s->iy[j] + s->iy[i];
	c.ix = im->sx - s->ix[j] + s->ix[i] - s->flips * c.iy;
	c.at = v2_add(v2(b->x[i], b->y[i]), v2_add(arm, v2_scale(to, c.n)));
	c.fn = law_force(&lawyer->law, lim, c.overlap);
	*add(t) = c;
	complete(&t->at[t->n - 1], b, &w->domain);
	return TOUCH2_GOOD;
}

/* How far beyond the radii some law's force begins. */
static double reach_of(const struct scene *s, const struct world *w)
{
	double fat = 0, reach = 0, value;
	struct law_contact law;
	const char *key;

	for (int f = 0; f < s->outlines.n_form; f++)
		fat = fmax(fat, s->outlines.forms[f].fat);
	for (int k = 0; k < w->n_law; k++)
		if (law_resolve(&w->law[k], &law, &key, &value) == LAW_GOOD)
			reach = fmax(reach, law_reach(&law, 2 * fat));
	return reach;
}

/* All pairs of the list in the order in which scree-dem2 writes contacts. */
static enum touch2_status look_at_all(struct touches2 *t, const struct scene *s, const struct list2 *l, double reach,
	const struct world *w, const struct bodies *b, struct touch2_error *e)
{
	struct lawyer lawyer = { .a = -1, .reach = reach };

	for (int r = 0; r < s->n; r++)
		for (int z = l->own_from[s->by_rank[r]]; z < l->own_from[s->by_rank[r] + 1]; z++) {
			int p = l->own[z] >> 1;

			for (int k = l->from[p]; k < l->from[p + 1] && !(l->own[z] & 1); k++)
				if (look(t, s, l, p, k, w, b, &lawyer, e) != TOUCH2_GOOD)
					return e->status;
		}
	return TOUCH2_GOOD;
}

static enum touch2_status from_bodies(struct touches2 *t, const struct world *w, const struct bodies *b, const int *holder,
	const int *material, struct touch2_error *e)
{
	struct scene s = { .n = 0 };
	const char *fault = domain_fault(&w->domain);
	enum touch2_status st = fault ? TOUCH2_DOMAIN : scene_init(&s, w, b, holder, e);

	if (fault)
		*e = (struct touch2_error){ .status = st, .word = fault };
	double reach = st == TOUCH2_GOOD ? reach_of(&s, w) : 0;
	if (st == TOUCH2_GOOD)
		st = scene_check(&s, b, reach, e);
	if (st == TOUCH2_GOOD && s.n) {
		struct list2_view view = { .domain = &s.domain, .outlines = &s.outlines, .x = s.x, .y = s.y, .c = s.c, .s = s.s,
		                           .rank = s.rank, .group = s.group, .still = s.still, .upright = s.upright,
		                           .endless = s.endless, .kind = s.kind };
		struct list2 l;

		memcpy(s.kind, material, (size_t)s.n * sizeof *material);
		list2_init(&l, &view);
		list2_build(&l, &view, reach);
		st = look_at_all(t, &s, &l, reach, w, b, e);
		list2_free(&l);
	}
	scene_free(&s);
	return st;
}

enum touch2_status touches2_find(struct touches2 *t, struct world *w, int anew, struct touch2_error *e)
{
	struct bodies b = world_bodies(w);
	int *holder = holders(w, &b), *material = materials(w, &b);
	enum touch2_status st;

	*e = (struct touch2_error){ 0 };
	t->n = t->n_pair = 0;
	t->recorded = w->has_contact && !anew;
	t->tangential = 0;
	t->n_body = b.n;
	MEM_RESIZE(t->held, (size_t)b.n);
	for (int i = 0; i < b.n; i++)
		t->held[i] = holder[i] >= 0;
	st = t->recorded ? from_records(t, w, &b, material, e) : from_bodies(t, w, &b, holder, material, e);
	free(holder);
	free(material);
	return st;
}

void touches2_free(struct touches2 *t)
{
	free(t->at);
	free(t->held);
	free(t->pair);
	free(t->order);
	memset(t, 0, sizeof *t);
}

/* ---- pairs ---- */

/* A contact seen from the body with the lower row, or of a body and its own image from the one to the lower left. */
struct seen { int a, b; int64_t ix, iy; int k, turned; };

static int seen_order(const void *p, const void *q)
{
	const struct seen *u = p, *v = q;
	const int64_t x[5] = { u->a, u->b, u->iy, u->ix, u->k }, y[5] = { v->a, v->b, v->iy, v->ix, v->k };

	for (int k = 0; k < 5; k++)
		if (x[k] != y[k])
			return x[k] < y[k] ? -1 : 1;
	return 0;
}

static struct seen see(const struct touch2 *c, int k)
{
	int turned = c->a > c->b || (c->a == c->b && (c->iy < 0 || (c->iy == 0 && c->ix < 0)));

	if (turned)
		return (struct seen){ c->b, c->a, -c->ix, -c->iy, k, 1 };
	return (struct seen){ c->a, c->b, c->ix, c->iy, k, 0 };
}

/* Sum up contacts seen[0 .. n-1] of one pair. */
static void pair_sum(struct touch2_pair *p, const struct touch2 *at, const struct seen *seen, int n)
{
	double pressed = 0, deep = 0, weight = 0;
	vec2 normal = { 0 }, arm = { 0 }, arm_b = { 0 };

	for (int z = 0; z < n; z++) {
		pressed += fabs(at[seen[z].k].fn);
		deep += fabs(at[seen[z].k].overlap);
	}
	for (int z = 0; z < n; z++) {
		const struct touch2 *c = &at[seen[z].k];
		double sign = seen[z].turned ? -1 : 1, by = pressed > 0 ? c->fn : deep > 0 ? c->overlap : 1, m = fabs(by);

		p->overlap = z == 0 || c->overlap > p->overlap ? c->overlap : p->overlap;
		p->f = v2_add(p->f, v2_scale(sign, c->f));
		normal = v2_add(normal, v2_scale(sign * by, c->n));
		arm = v2_add(arm, v2_scale(m, seen[z].turned ? c->arm_b : c->arm_a));
		arm_b = v2_add(arm_b, v2_scale(m, seen[z].turned ? c->arm_a : c->arm_b));
		weight += m;
	}
	double len = v2_norm(normal);
	p->arm_a = v2_scale(1 / weight, arm);
	p->arm_b = v2_scale(1 / weight, arm_b);
	/* forces that balance each other leave no direction: the way between the centres */
	if (!(len > 1e-12 * weight)) {
		normal = v2_sub(p->arm_a, p->arm_b);
		len = v2_norm(normal);
	}
	p->normal = len > 0 && isfinite(len) ? v2_scale(1 / len, normal) : v2(1, 0);
	p->fn = -v2_dot(p->f, p->normal);
	p->ft = -v2_dot(p->f, v2_left(p->normal));
}

void touches2_pairs(struct touches2 *t, struct world *w)
{
	struct bodies b = world_bodies(w);
	struct seen *seen = mem_new((size_t)t->n, sizeof *seen);

	for (int k = 0; k < t->n; k++)
		seen[k] = see(&t->at[k], k);
	qsort(seen, (size_t)t->n, sizeof *seen, seen_order);
	MEM_RESIZE(t->order, (size_t)t->n);
	t->n_pair = 0;
	for (int k = 0, n; k < t->n; k += n) {
		const struct seen *s = &seen[k];

		for (n = 1; k + n < t->n && s[n].a == s->a && s[n].b == s->b && s[n].ix == s->ix && s[n].iy == s->iy; n++)
			;
		for (int z = 0; z < n; z++)
			t->order[k + z] = s[z].k;
		MEM_GROW(t->pair, &t->cap_pair, (size_t)t->n_pair + 1);
		t->pair[t->n_pair] = (struct touch2_pair){ .a = s->a, .b = s->b, .ix = s->ix, .iy = s->iy, .first = k, .n = n };
		pair_sum(&t->pair[t->n_pair], t->at, s, n);
		t->pair[t->n_pair].at = v2_add(v2(b.x[s->a], b.y[s->a]), t->pair[t->n_pair].arm_a);
		t->n_pair++;
	}
	free(seen);
}
