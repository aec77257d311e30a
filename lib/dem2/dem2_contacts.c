/* dem2_contacts.c: contacts between evaluations of forces: their order, their candidates in the list, and the world's rows */
#include <stdlib.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_state.h"

/* ---- contacts and the list ---- */

void dem2_contacts_reserve(struct contacts2 *c, int n)
{
	MEM_GROW(c->at, &c->cap, (size_t)n);
	MEM_GROW(c->cand, &c->cap_cand, (size_t)n);
}

void dem2_contacts_add(struct contacts2 *c, int cand, const struct contact2 *at)
{
	dem2_contacts_reserve(c, c->n + 1);
	c->at[c->n] = *at;
	c->cand[c->n++] = cand;
}

static int in_order(const void *a, const void *b)
{
	int x = ((const struct found2 *)a)->cand, y = ((const struct found2 *)b)->cand;

	return (x > y) - (x < y);
}

/* The part of the list that has a candidate. */
static int part_of(const struct dem2 *s, int cand)
{
	int lo = 0, hi = s->core.n_part - 1;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (cand < s->part[mid].to)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* Contacts sorted by parts; first[part]: index of the first contact of a part. */
struct deal_task { struct dem2 *s; const int *first; struct found2 *found; };

static void part_deal(void *to, int part, int thread)
{
	const struct deal_task *d = to;
	struct found2 *found = d->found + d->first[part];
	int n = d->first[part + 1] - d->first[part];

	(void)thread;
	qsort(found, (size_t)n, sizeof *found, in_order);
	for (int k = 0; k < n; k++)
		dem2_contacts_add(&d->s->part[part].now, found[k].cand, found[k].at);
}

void dem2_contacts_deal(struct dem2 *s, const struct found2 *found, int n)
{
	struct found2 *dealt = mem_new((size_t)n, sizeof *dealt);
	int *first = MEM_ZERO(int, (size_t)s->core.n_part + 1), *next = MEM_NEW(int, (size_t)s->core.n_part);

	for (int k = 0; k < n; k++)
		if (found[k].cand >= 0)
			first[part_of(s, found[k].cand) + 1]++;
	for (int t = 0; t < s->core.n_part; t++) {
		next[t] = first[t];
		first[t + 1] += first[t];
	}
	for (int k = 0; k < n; k++)
		if (found[k].cand >= 0)
			dealt[next[part_of(s, found[k].cand)]++] = found[k];
	team_run(s->core.threads, s->core.n_part, part_deal, &(struct deal_task){ s, first, dealt });
	free(first);
	free(next);
	free(dealt);
}

/* The two sides of a candidate of a pair. */
static struct between2 between(const struct list2 *l, int pair, int cand)
{
	struct list2_cand d = list2_at(l, pair, cand);
	const struct body_pair *p = &l->pair[pair];
	const struct list2_image *im = &l->image[p->image];

	return (struct between2){ p->body[0], p->body[1], im->sx, im->sy, d.half & 1, d.v, d.ea };
}

/* The index of the first contact of every part among all contacts [n_part]; the caller frees it. */
static int *parts_first(const struct dem2 *s)
{
	int *first = MEM_NEW(int, (size_t)s->core.n_part), n = 0;

	for (int t = 0; t < s->core.n_part; t++) {
		first[t] = n;
		n += s->part[t].now.n;
	}
	return first;
}

/* Contacts of all parts, or their sides; first as in deal_task. */
struct gather_task { const struct dem2 *s; const int *first; struct found2 *all; struct between2 *key; };

static void part_all(void *to, int part, int thread)
{
	const struct gather_task *g = to;
	const struct contacts2 *c = &g->s->part[part].now;
	struct found2 *all = g->all + g->first[part];

	(void)thread;
	for (int k = 0; k < c->n; k++)
		all[k] = (struct found2){ c->cand[k], &c->at[k] };
}

static void part_between(void *to, int part, int thread)
{
	const struct gather_task *g = to;
	const struct list2 *l = &g->s->list;
	const struct contacts2 *c = &g->s->part[part].now;
	struct between2 *key = g->key + g->first[part];

	(void)thread;
	for (int k = 0, pair = g->s->part[part].pair_from; k < c->n; k++) {
		for (; l->from[pair + 1] <= c->cand[k]; pair++)
			;
		key[k] = between(l, pair, c->cand[k]);
	}
}

struct found2 *dem2_contacts_all(const struct dem2 *s)
{
	struct found2 *all = mem_new((size_t)dem2_contacts_count(s), sizeof *all);
	int *first = parts_first(s);

	team_run(s->core.threads, s->core.n_part, part_all, &(struct gather_task){ s, first, all, NULL });
	free(first);
	return all;
}

struct between2 *dem2_contacts_between(const struct dem2 *s)
{
	struct between2 *key = mem_new((size_t)dem2_contacts_count(s), sizeof *key);
	int *first = parts_first(s);

	team_run(s->core.threads, s->core.n_part, part_between, &(struct gather_task){ s, first, NULL, key });
	free(first);
	return key;
}

int dem2_contacts_count(const struct dem2 *s)
{
	int n = s->plain ? dem2_plain_count(s->plain) : 0;

	for (int t = 0; t < s->core.n_part; t++)
		n += s->part[t].now.n;
	return n;
}

void dem2_contacts_each(const struct dem2 *s, contact2_seen *seen, void *to)
{
	if (s->plain) {
		dem2_plain_each(s, seen, to);
		return;
	}
	const struct list2 *l = &s->list;
	struct found2 *all = dem2_contacts_all(s);
	int *first = MEM_NEW(int, (size_t)l->n_pair + 1), n = 0, n_all = dem2_contacts_count(s); /* first contact of every pair */

	for (int p = 0; p < l->n_pair; p++) {
		first[p] = n;
		while (n < n_all && all[n].cand < l->from[p + 1])
			n++;
	}
	first[l->n_pair] = n;
	for (int r = 0; r < s->core.n; r++)
		for (int z = l->own_from[s->core.by_rank[r]]; z < l->own_from[s->core.by_rank[r] + 1]; z++) {
			int p = l->own[z] >> 1;

			for (int k = first[p]; k < first[p + 1] && !(l->own[z] & 1); k++) {
				struct between2 q = between(l, p, all[k].cand);

				seen(to, &q, all[k].at);
			}
		}
	free(first);
	free(all);
}

/* ---- the world's rows ---- */

void dem2_contacts_read(struct dem2 *s, const struct world *w)
{
	const struct table *t = &w->contact;
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j"), *fi = table_int(t, "fi"), *fj = table_int(t, "fj");
	const int64_t *ix = table_int(t, "ix"), *iy = table_int(t, "iy");
	const double *fn = table_real(t, "fn"), *ft = table_real(t, "ft"), *xi = table_real(t, "xi");
	const double *roll = table_real(t, "roll"), *moment = table_real(t, "moment");
	const struct outlines *o = &s->outlines;
	const int64_t far = 1 << 20; /* periods; no list has images further away */

	if (!i || !j || !fi || !fj)
		return;
	struct found2 *found = mem_new((size_t)t->n_row, sizeof *found);
	struct contact2 *at = mem_new((size_t)t->n_row, sizeof *at);
	int n = 0;
	for (int k = 0; k < t->n_row; k++) {
		int p = soft_slot(&s->core, i[k]), q = soft_slot(&s->core, j[k]);

		if ((ix && (ix[k] > far || ix[k] < -far)) || (iy && (iy[k] > far || iy[k] < -far)))
			continue;
		int sx = ix ? (int)ix[k] : 0, sy = iy ? (int)iy[k] : 0;
		if (p < 0 || q < 0 || fi[k] < 0 || fj[k] < 0 || fi[k] >= o->first[p + 1] - o->first[p] ||
		    fj[k] >= o->first[q + 1] - o->first[q])
			continue;
		if ((s->core.endless[p] | s->core.endless[q]) & 1)
			sx = 0;
		if ((s->core.endless[p] | s->core.endless[q]) & 2)
			sy = 0;
		/* A pair of the list has the lower rank first. A pair of a body and its own image has the image to the upper right
		 * second. */
		int reverse = p == q ? sy < 0 || (sy == 0 && sx < 0) : s->core.rank[p] > s->core.rank[q];
		struct between2 key = { reverse ? q : p, reverse ? p : q, reverse ? -sx : sx, reverse ? -sy : sy, reverse,
		                         o->first[p] + (int)fi[k], o->first[q] + (int)fj[k] };
		at[n] = (struct contact2){ .fn = fn ? fn[k] : 0, .ft = ft ? ft[k] : 0, .xi = xi ? xi[k] : 0,
		                          .roll = roll ? roll[k] : 0, .moment = moment ? moment[k] : 0 };
		if (s->plain) {
			dem2_plain_take(s, &key, &at[n]);
			continue;
		}
		int cand = list2_find(&s->list, key.a, key.b, key.sx, key.sy, key.dir, key.v, key.ea);
		found[n] = (struct found2){ cand, &at[n] };
		n += cand >= 0;
	}
	dem2_contacts_deal(s, found, n);
	free(at);
	free(found);
}

struct rows { const struct dem2 *s; int n; int64_t *i, *fi, *j, *fj, *ix, *iy; double *v[10]; };

static void contact_write(void *to, const struct between2 *d, const struct contact2 *q)
{
	struct rows *w = to;
	const struct dem2 *s = w->s;
	int i = d->dir ? d->b : d->a, j = d->dir ? d->a : d->b, n = w->n++;
	const double v[10] = { s->core.x[0][i] + q->ax, s->core.x[1][i] + q->ay, q->nx, q->ny, q->gap, q->fn, q->ft, q->xi, q->roll,
		q->moment };

	w->i[n] = s->core.id[i];
	w->fi[n] = d->v - s->outlines.first[i];
	w->j[n] = s->core.id[j];
	w->fj[n] = d->ea - s->outlines.first[j];
	w->ix[n] = d->dir ? -d->sx : d->sx;
	w->iy[n] = d->dir ? -d->sy : d->sy;
	for (int k = 0; k < 8 + 2 * s->core.rolls; k++)
		w->v[k][n] = v[k];
}

void dem2_contacts_write(const struct dem2 *s, struct world *w)
{
	static const char *const ints[] = { "i", "fi", "j", "fj", "ix", "iy" };
	static const char *const names[] = { "x", "y", "nx", "ny", "overlap", "fn", "ft", "xi", "roll", "moment" };
	struct table *t = &w->contact;
	struct rows r = { .s = s };
	int64_t **to[6] = { &r.i, &r.fi, &r.j, &r.fj, &r.ix, &r.iy };

	table_clear(t);
	table_resize(t, dem2_contacts_count(s));
	for (int k = 0; k < 6; k++)
		table_add(t, ints[k], COL_INT);
	for (int k = 0; k < 8 + 2 * s->core.rolls; k++)
		table_add(t, names[k], COL_REAL);
	for (int k = 0; k < 6; k++)
		*to[k] = table_int(t, ints[k]);
	for (int k = 0; k < 8 + 2 * s->core.rolls; k++)
		r.v[k] = table_real(t, names[k]);
	dem2_contacts_each(s, contact_write, &r);
	w->has_contact = 1;
}
