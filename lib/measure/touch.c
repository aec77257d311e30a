/* touch.c: the contacts of a frame */
#include "measure/touch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "measure/touch_parts.h"
#include "world/deform.h"

/* For each body the index in w->constraint of the constraint with its tag, or the index in w->material of its material; -1 if
 * there is none. The caller frees the array. */
static int *defined_by(const struct world *w, int n, const int32_t *word, int constraints)
{
	int *of = MEM_NEW(int, (size_t)n), *of_name = MEM_NEW(int, (size_t)w->names.n);

	for (int k = 0; k < w->names.n; k++)
		of_name[k] = -1;
	for (int k = 0; k < (constraints ? w->n_constraint : w->n_material); k++) {
		int32_t name = world_find_name(w, constraints ? w->constraint[k].tag : w->material[k].name);

		if (name > 0 && (!constraints || constraint_holds(&w->constraint[k])))
			of_name[name] = k;
	}
	for (int i = 0; i < n; i++)
		of[i] = of_name[word[i]];
	free(of_name);
	return of;
}

static void places_find(struct touches *t, const struct world *w)
{
	static const char *const name[] = { "x", "y", "z" };

	for (int k = 0; k < 3; k++)
		t->x[k] = k < w->dim ? table_real(&w->body, name[k]) : NULL;
}

static vec3 place(const struct touches *t, int i)
{
	return v3(t->x[0][i], t->x[1][i], t->x[2] ? t->x[2][i] : 0);
}

void touches_add(struct touches *t, const struct touch *c, const struct world *w)
{
	const struct domain *d = &w->domain;
	const double image[3] = { (double)c->ix, (double)c->iy, (double)c->iz };
	double h[3] = { 0 };

	if (d->set)
		domain_shift3(d, image, h);
	MEM_GROW(t->at, &t->cap, (size_t)t->n + 1);
	t->at[t->n] = *c;
	t->at[t->n].arm_a = v3_sub(c->at, place(t, c->a));
	t->at[t->n].arm_b = v3_sub(c->at, v3_add(place(t, c->b), v3_from(h)));
	t->n++;
}

/* ---- from records ---- */

/* The columns of contact records: first the columns that a contact needs in the plane and in space, then optional columns. */
enum { R_X, R_Y, R_NX, R_NY, R_OVERLAP, R_FN, R_Z, R_NZ, R_NEEDED, R_FTX = R_NEEDED, R_FTY, R_FTZ, R_FT, R_COLUMNS };
static const char *const record_name[R_COLUMNS] = {
	"x", "y", "nx", "ny", "overlap", "fn", "z", "nz", "ftx", "fty", "ftz", "ft"
};

/* Set the forces of a contact from record k. ft is to the left of n in the plane, and across n in space. */
static void force_set(struct touch *c, int dim, const double *const v[R_COLUMNS], int k)
{
	vec3 across = v3(0, 0, 0);

	if (dim == 2) {
		c->ft = v[R_FT] ? v[R_FT][k] : 0;
		across = v3_flat(v2_scale(c->ft, v2_left(v2_flat(c->n))));
	} else if (v[R_FTX] && v[R_FTY] && v[R_FTZ]) {
		across = v3(v[R_FTX][k], v[R_FTY][k], v[R_FTZ][k]);
		c->ft = v3_norm(across);
	}
	c->f = v3_sub(v3_scale(-c->fn, c->n), across);
}

static enum touch_status from_records(struct touches *t, struct world *w, const int *material, struct touch_error *e)
{
	const struct table *r = &w->contact;
	const int64_t *i = table_int(r, "i"), *j = table_int(r, "j"), *fi = table_int(r, "fi"), *fj = table_int(r, "fj");
	const int64_t *ix = table_int(r, "ix"), *iy = table_int(r, "iy"), *iz = table_int(r, "iz");
	const double *v[R_COLUMNS];
	const int space = w->dim == 3;
	struct ids ids;

	for (int k = 0; k < R_COLUMNS; k++) {
		v[k] = table_real(r, record_name[k]);
		if (!v[k] && r->n_row && k < (space ? R_NEEDED : R_Z)) {
			*e = (struct touch_error){ .status = TOUCH_COLUMN, .word = record_name[k] };
			return TOUCH_COLUMN;
		}
	}
	t->tangential = r->n_row == 0 || (space ? v[R_FTX] && v[R_FTY] && v[R_FTZ] : v[R_FT] != NULL);
	ids_init(&ids, w->body.n_row, table_int(&w->body, "id"));
	for (int k = 0; k < r->n_row; k++) {
		int p = ids_row(&ids, i[k]), q = ids_row(&ids, j[k]);

		if (p < 0 || q < 0)
			continue;
		struct touch c = { .a = p, .b = q, .va = fi ? (int)fi[k] : -1, .eb = fj ? (int)fj[k] : -1, .ix = ix ? ix[k] : 0,
		                   .iy = iy ? iy[k] : 0, .iz = space && iz ? iz[k] : 0,
		                   .at = { v[R_X][k], v[R_Y][k], space ? v[R_Z][k] : 0 },
		                   .n = { v[R_NX][k], v[R_NY][k], space ? v[R_NZ][k] : 0 }, .overlap = v[R_OVERLAP][k],
		                   .fn = v[R_FN][k], .ma = material[p], .mb = material[q] };
		force_set(&c, w->dim, v, k);
		/* hard contacts are recorded before bodies meet: a gap without a force is not a contact */
		if (c.overlap < 0 && v3_norm(c.f) == 0)
			continue;
		touches_add(t, &c, w);
	}
	ids_free(&ids);
	return TOUCH_GOOD;
}

enum touch_status touches_find(struct touches *t, struct world *w, int from_bodies, struct touch_error *e)
{
	const int n = w->body.n_row;

	world_need_columns(w);
	int *holder = defined_by(w, n, table_word(&w->body, "tag"), 1);
	int *material = defined_by(w, n, table_word(&w->body, "material"), 0);
	enum touch_status st;

	*e = (struct touch_error){ 0 };
	t->n = t->n_pair = 0;
	t->dim = w->dim;
	places_find(t, w);
	/* hard contacts have no forces before the first step, so it is unknown which gaps carry a load */
	int found = !params_find(&w->ledger, "solutions") || params_get(&w->ledger, "solutions", 0) > 0;
	t->recorded = w->has_contact && found && !from_bodies;
	t->tangential = 0;
	t->n_body = n;
	MEM_RESIZE(t->held, (size_t)n);
	for (int i = 0; i < n; i++)
		t->held[i] = holder[i] >= 0;
	if (t->recorded)
		st = from_records(t, w, material, e);
	else if (w->dim == 2)
		st = touches_from_bodies2(t, w, holder, material, e);
	else
		st = e->status = TOUCH_NO_RECORDS;
	free(holder);
	free(material);
	return st;
}

void touches_free(struct touches *t)
{
	free(t->at);
	free(t->held);
	free(t->pair);
	free(t->order);
	memset(t, 0, sizeof *t);
}

/* ---- pairs ---- */

/* A contact seen from the body with the lower row, or, for a body and its own image, from the lower or left image. */
struct seen { int a, b; int64_t ix, iy, iz; int k, turned; };

static int seen_order(const void *p, const void *q)
{
	const struct seen *u = p, *v = q;
	const int64_t x[6] = { u->a, u->b, u->iz, u->iy, u->ix, u->k }, y[6] = { v->a, v->b, v->iz, v->iy, v->ix, v->k };

	for (int k = 0; k < 6; k++)
		if (x[k] != y[k])
			return x[k] < y[k] ? -1 : 1;
	return 0;
}

static struct seen see(const struct touch *c, int k)
{
	int64_t first = c->iz ? c->iz : c->iy ? c->iy : c->ix;

	if (c->a > c->b || (c->a == c->b && first < 0))
		return (struct seen){ c->b, c->a, -c->ix, -c->iy, -c->iz, k, 1 };
	return (struct seen){ c->a, c->b, c->ix, c->iy, c->iz, k, 0 };
}

/* Sum contacts seen[0 .. n-1] of one pair. */
static void pair_sum(struct touch_pair *p, int dim, const struct touch *at, const struct seen *seen, int n)
{
	double pressed = 0, deep = 0, weight = 0;
	vec3 normal = { 0 }, toward = { 0 }, arm = { 0 }, arm_b = { 0 };

	for (int z = 0; z < n; z++) {
		pressed += fabs(at[seen[z].k].fn);
		deep += fabs(at[seen[z].k].overlap);
	}
	for (int z = 0; z < n; z++) {
		const struct touch *c = &at[seen[z].k];
		double sign = seen[z].turned ? -1 : 1, by = pressed > 0 ? c->fn : deep > 0 ? c->overlap : 1, m = fabs(by);

		p->overlap = z == 0 || c->overlap > p->overlap ? c->overlap : p->overlap;
		p->f = v3_add(p->f, v3_scale(sign, c->f));
		normal = v3_add(normal, v3_scale(sign * by, c->n));
		toward = v3_add(toward, v3_scale(sign * m, c->n));
		arm = v3_add(arm, v3_scale(m, seen[z].turned ? c->arm_b : c->arm_a));
		arm_b = v3_add(arm_b, v3_scale(m, seen[z].turned ? c->arm_a : c->arm_b));
		weight += m;
	}
	if (v3_dot(normal, toward) < 0) /* the bodies attract each other; the normal still points from a to b */
		normal = v3_scale(-1, normal);
	double len = v3_norm(normal);
	p->arm_a = v3_scale(1 / weight, arm);
	p->arm_b = v3_scale(1 / weight, arm_b);
	/* balanced forces define no direction: use the line between the centres */
	if (!(len > 1e-12 * weight)) {
		normal = v3_sub(p->arm_a, p->arm_b);
		len = v3_norm(normal);
	}
	p->normal = len > 0 && isfinite(len) ? v3_scale(1 / len, normal) : v3(1, 0, 0);
	p->fn = -v3_dot(p->f, p->normal);
	p->ft = dim == 2 ? -v2_dot(v2_flat(p->f), v2_left(v2_flat(p->normal))) : v3_norm(v3_add(p->f, v3_scale(p->fn, p->normal)));
}

void touches_pairs(struct touches *t, struct world *w)
{
	struct seen *seen = mem_new((size_t)t->n, sizeof *seen);

	places_find(t, w);
	for (int k = 0; k < t->n; k++)
		seen[k] = see(&t->at[k], k);
	qsort(seen, (size_t)t->n, sizeof *seen, seen_order);
	MEM_RESIZE(t->order, (size_t)t->n);
	t->n_pair = 0;
	for (int k = 0, n; k < t->n; k += n) {
		const struct seen *s = &seen[k];

		for (n = 1; k + n < t->n && s[n].a == s->a && s[n].b == s->b && s[n].ix == s->ix && s[n].iy == s->iy && s[n].iz == s->iz; n++)
			;
		for (int z = 0; z < n; z++)
			t->order[k + z] = s[z].k;
		MEM_GROW(t->pair, &t->cap_pair, (size_t)t->n_pair + 1);
		t->pair[t->n_pair] = (struct touch_pair){ .a = s->a, .b = s->b, .ix = s->ix, .iy = s->iy, .iz = s->iz,
		                                              .first = k, .n = n };
		pair_sum(&t->pair[t->n_pair], t->dim, t->at, s, n);
		t->pair[t->n_pair].at = v3_add(place(t, s->a), t->pair[t->n_pair].arm_a);
		t->n_pair++;
	}
	free(seen);
}
