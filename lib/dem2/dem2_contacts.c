/* dem2_contacts.c: contacts between evaluations of forces: their order, their candidates in the list, and those in
 * the world's rows */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem2/dem2_state.h"

/* ---- places ---- */

struct contacts2 dem2_contacts_none(int rolls)
{
	return (struct contacts2){ .free = -1, .rolls = rolls };
}

void dem2_contacts_free(struct contacts2 *c)
{
	free(c->at);
	free(c->roll);
	free(c->cand);
	free(c->place);
	*c = dem2_contacts_none(c->rolls);
}

/* Have memory for n contacts. It grows by an eighth: large scenes have no half to spare. */
static void reserve(struct contacts2 *c, int n)
{
	if ((size_t)n <= c->cap)
		return;
	c->cap = (size_t)(n + n / 8 + 1);
	double (*at)[8] = mem_lines(c->cap, sizeof *at);
	if (c->places > 0)
		memcpy(at, c->at, (size_t)c->places * sizeof *at);
	free(c->at);
	c->at = at;
	if (c->rolls)
		MEM_RESIZE(c->roll, c->cap);
}

int dem2_contacts_place(struct contacts2 *c)
{
	int place = c->free;

	c->n++;
	if (place >= 0) {
		c->free = (int)c->at[place][0];
		return place;
	}
	reserve(c, c->places + 1);
	return c->places++;
}

int dem2_contacts_leave(struct contacts2 *c, int place)
{
	c->at[place][0] = c->free;
	c->free = place;
	c->n--;
	return -1;
}

/* The contact at a place. */
static struct contact2 contact_at(const struct contacts2 *c, int place)
{
	const double *q = c->at[place];

	return (struct contact2){ q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], c->rolls ? c->roll[place][0] : 0,
	                          c->rolls ? c->roll[place][1] : 0 };
}

/* Put a contact at a place. */
static void contact_put(struct contacts2 *c, int place, const struct contact2 *q)
{
	double *at = c->at[place];

	at[0] = q->nx;
	at[1] = q->ny;
	at[2] = q->gap;
	at[3] = q->ax;
	at[4] = q->ay;
	at[5] = q->fn;
	at[6] = q->ft;
	at[7] = q->xi;
	if (!c->rolls)
		return;
	c->roll[place][0] = q->roll;
	c->roll[place][1] = q->moment;
}

/* Copy a contact. */
static void copy(struct contacts2 *to, int k, const struct contacts2 *from, int place)
{
	memcpy(to->at[k], from->at[place], sizeof *to->at);
	if (to->rolls)
		memcpy(to->roll[k], from->roll[place], sizeof *to->roll);
}

/* n contacts, each at the place of its index, with memory for the list of them. */
static struct contacts2 in_a_row(int rolls, int n)
{
	struct contacts2 c = dem2_contacts_none(rolls);

	reserve(&c, n);
	MEM_GROW(c.cand, &c.cap_cand, (size_t)n + 1);
	MEM_GROW(c.place, &c.cap_place, (size_t)n);
	c.n = c.places = n;
	c.cand[n] = INT_MAX;
	for (int k = 0; k < n; k++)
		c.place[k] = k;
	return c;
}

static void swap(struct contacts2 *c, int p, int q)
{
	double at[8], roll[2];

	memcpy(at, c->at[p], sizeof at);
	memcpy(c->at[p], c->at[q], sizeof at);
	memcpy(c->at[q], at, sizeof at);
	if (!c->rolls)
		return;
	memcpy(roll, c->roll[p], sizeof roll);
	memcpy(c->roll[p], c->roll[q], sizeof roll);
	memcpy(c->roll[q], roll, sizeof roll);
}

/* Move listed contacts to the places of their indices. They stay in the same memory: new pages cost more than the moves. */
static void put_in_a_row(struct contacts2 *c)
{
	int *at = MEM_NEW(int, (size_t)c->places); /* index of the contact at each place, or -1 */

	for (int k = 0; k < c->places; k++)
		at[k] = -1;
	for (int k = 0; k < c->n; k++)
		at[c->place[k]] = k;
	for (int k = 0; k < c->n; k++) {
		int from = c->place[k], other = at[k];

		if (from == k)
			continue;
		if (other < 0) {
			copy(c, k, c, from);
		} else {
			swap(c, k, from);
			c->place[other] = from;
		}
		at[from] = other;
		c->place[k] = k;
	}
	c->places = c->n;
	c->free = -1;
	free(at);
}

/* Contacts in the order of the list are read faster, unless there are so few that a cache holds them. It is enough if most of
 * them are: few of them begin and end meanwhile. */
void dem2_contacts_list(const struct dem2 *s, struct part2 *q)
{
	struct contacts2 *c = &q->contacts;
	enum { FEW = 4096 };
	int jumps = 0;

	if (q->listed)
		return;
	MEM_GROW(c->cand, &c->cap_cand, (size_t)c->n + 1);
	MEM_GROW(c->place, &c->cap_place, (size_t)c->n);
	for (int k = 0, n = 0; k < q->n_near; k++) {
		if (q->near[k].place < 0)
			continue;
		c->cand[n] = dem2_near_cand(s, q, &q->near[k], n ? c->cand[n - 1] : -1);
		c->place[n] = q->near[k].place;
		jumps += n > 0 && c->place[n] < c->place[n - 1];
		n++;
	}
	c->cand[c->n] = INT_MAX;
	if (c->n > FEW && (jumps > c->n / 8 || c->places > c->n + c->n / 4))
		put_in_a_row(c);
	q->listed = 1;
}

/* ---- contacts and the list ---- */

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

/* The two sides of the contact of a near candidate. */
static struct between2 between(const struct dem2 *s, const struct part2 *q, const struct near2 *c)
{
	const struct near_pair2 *p = &q->pair[c->half >> 1];
	const struct list2_image *im = &s->list.image[p->image];
	const int dir = c->half & 1, body[2] = { q->member[p->member[0]], q->member[p->member[1]] }, *shift = s->outlines.shift;

	return (struct between2){ body[0], body[1], im->sx, im->sy, dir, dem2_vertex(q->use[c->v]) - shift[body[dir]],
	                          dem2_vertex(q->use[c->ea]) - shift[body[!dir]] };
}

/* The contacts of old parts, which are taken, and find their candidates in the new list. */
struct take_task { struct dem2 *s; struct leaving2 *to; };

static void part_take(void *to, int part, int thread)
{
	const struct take_task *g = to;
	struct part2 *q = &g->s->part[part];
	struct between2 *at = g->to->sides + g->to->first[part];

	(void)thread;
	for (int k = 0; k < q->n_near; k++)
		if (q->near[k].place >= 0)
			*at++ = between(g->s, q, &q->near[k]);
	dem2_contacts_list(g->s, q);
	g->to->part[part] = q->contacts;
	q->contacts = dem2_contacts_none(g->s->core.rolls);
}

struct leaving2 dem2_contacts_take(struct dem2 *s)
{
	int parts = s->core.n_part, n = 0;
	struct leaving2 l = { parts, MEM_NEW(int, (size_t)parts), mem_new((size_t)parts, sizeof *l.part), NULL };

	for (int t = 0; t < parts; t++) {
		l.first[t] = n;
		n += s->part[t].contacts.n;
	}
	l.sides = mem_new((size_t)n, sizeof *l.sides);
	team_run(s->core.threads, parts, part_take, &(struct take_task){ s, &l });
	return l;
}

/* Find the candidates of the contacts of an old part in the new list. */
static void part_find(void *to, int part, int thread)
{
	const struct take_task *g = to;
	const struct between2 *at = g->to->sides + g->to->first[part];
	struct contacts2 *c = &g->to->part[part];

	(void)thread;
	for (int k = 0; k < c->n; k++, at++)
		c->cand[k] = list2_find(&g->s->list, at->a, at->b, at->sx, at->sy, at->dir, at->v, at->ea);
}

/* A contact of an old part and the index of its candidate in the list. */
struct found2 { int cand, part, place; };

static int in_order(const void *a, const void *b)
{
	int x = ((const struct found2 *)a)->cand, y = ((const struct found2 *)b)->cand;

	return (x > y) - (x < y);
}

/* Contacts of old parts, sorted by the new ones; first[part]: index of the first contact of a part. */
struct deal_task { struct dem2 *s; const struct contacts2 *from; const int *first; struct found2 *found; };

static void part_deal(void *to, int part, int thread)
{
	const struct deal_task *d = to;
	struct part2 *q = &d->s->part[part];
	struct found2 *found = d->found + d->first[part];
	int n = d->first[part + 1] - d->first[part];

	(void)thread;
	qsort(found, (size_t)n, sizeof *found, in_order);
	dem2_contacts_free(&q->contacts);
	q->contacts = in_a_row(d->s->core.rolls, n);
	q->listed = 1;
	for (int k = 0; k < n; k++) {
		copy(&q->contacts, k, &d->from[found[k].part], found[k].place);
		q->contacts.cand[k] = found[k].cand;
	}
}

/* Give the contacts of n old parts to the parts of their candidates. */
static void deal(struct dem2 *s, int n, struct contacts2 *from)
{
	int parts = s->core.n_part, *first = MEM_ZERO(int, (size_t)parts + 1), *next = MEM_NEW(int, (size_t)parts);

	for (int t = 0; t < n; t++)
		for (int k = 0; k < from[t].n; k++)
			if (from[t].cand[k] >= 0)
				first[part_of(s, from[t].cand[k]) + 1]++;
	for (int t = 0; t < parts; t++) {
		next[t] = first[t];
		first[t + 1] += first[t];
	}
	struct found2 *found = mem_new((size_t)first[parts], sizeof *found);
	for (int t = 0; t < n; t++)
		for (int k = 0; k < from[t].n; k++)
			if (from[t].cand[k] >= 0)
				found[next[part_of(s, from[t].cand[k])]++] = (struct found2){ from[t].cand[k], t, from[t].place[k] };
	team_run(s->core.threads, parts, part_deal, &(struct deal_task){ s, from, first, found });
	free(first);
	free(next);
	free(found);
}

void dem2_contacts_find(struct dem2 *s, struct leaving2 *l)
{
	team_run(s->core.threads, l->n, part_find, &(struct take_task){ s, l });
	free(l->sides);
	free(l->first);
}

void dem2_contacts_deal(struct dem2 *s, struct leaving2 *l)
{
	deal(s, l->n, l->part);
	for (int t = 0; t < l->n; t++)
		dem2_contacts_free(&l->part[t]);
	free(l->part);
}

/* The number of contacts here. */
static int count(const struct dem2 *s)
{
	int n = 0;

	for (int t = 0; t < s->core.n_part; t++)
		n += s->part[t].contacts.n;
	return n;
}

struct counting { const struct dem2 *s; int n; };

static void count_own(void *to, const struct between2 *q, const struct contact2 *at)
{
	struct counting *t = to;

	(void)at;
	t->n += soft_speaks_for(&t->s->core, q->a, q->b);
}

int dem2_contacts_count(const struct dem2 *s)
{
	struct counting t = { s, 0 };

	if (!s->core.ghosts)
		return s->plain ? dem2_plain_count(s->plain) : count(s);
	dem2_contacts_any(s, count_own, &t);
	return t.n;
}

/* Call seen for the contact of a near candidate of a part, if it has one. */
static void see(const struct dem2 *s, const struct part2 *q, int near, contact2_seen *seen, void *to)
{
	if (q->near[near].place < 0)
		return;
	struct between2 sides = between(s, q, &q->near[near]);
	struct contact2 at = contact_at(&q->contacts, q->near[near].place);

	seen(to, &sides, &at);
}

void dem2_contacts_any(const struct dem2 *s, contact2_seen *seen, void *to)
{
	for (int t = 0; t < s->core.n_part && !s->plain; t++)
		for (int k = 0; k < s->part[t].n_near; k++)
			see(s, &s->part[t], k, seen, to);
	if (s->plain)
		dem2_plain_each(s, seen, to);
}

void dem2_contacts_each(const struct dem2 *s, contact2_seen *seen, void *to)
{
	if (s->plain) {
		dem2_plain_each(s, seen, to);
		return;
	}
	const struct list2 *l = &s->list;
	int *first = MEM_NEW(int, (size_t)l->n_pair + 1); /* the first contact of every pair: near candidate of its part, or -1 */

	for (int t = 0; t < s->core.n_part; t++) {
		const struct part2 *q = &s->part[t];

		for (int p = q->pair_from; p < q->pair_to; p++)
			first[p] = -1;
		for (int n = q->n_near - 1; n >= 0; n--)
			if (q->near[n].place >= 0)
				first[q->pair[q->near[n].half >> 1].p] = n;
	}
	for (int r = 0; r < s->core.n; r++)
		for (int z = l->own_from[s->core.by_rank[r]]; z < l->own_from[s->core.by_rank[r] + 1]; z++) {
			int p = l->own[z] >> 1;

			if (l->own[z] & 1 || first[p] < 0)
				continue;
			const struct part2 *q = dem2_part_of(s, p);

			for (int k = first[p]; k < q->n_near && q->pair[q->near[k].half >> 1].p == p; k++)
				see(s, q, k, seen, to);
		}
	free(first);
}

/* ---- the world's rows ---- */

/* Give near candidates the listed contacts of a part. */
static void part_unlist(void *to, int part, int thread)
{
	struct dem2 *s = to;
	struct part2 *q = &s->part[part];
	struct contacts2 *c = &q->contacts;
	int n = 0;

	(void)thread;
	for (int k = 0, at = 0, cand = -1; k < q->n_near && at < c->n; k++) {
		cand = dem2_near_cand(s, q, &q->near[k], cand);

		while (c->cand[at] < cand)
			at++;
		if (c->cand[at] != cand)
			continue;
		if (n < at)
			copy(c, n, c, at);
		at++;
		q->near[k].place = n++;
	}
	c->n = c->places = n;
	q->listed = 0;
}

/* The contacts of the world's rows, and their candidates. */
struct reading { struct dem2 *s; struct contacts2 found; };

static void rows_read(void *to, const struct table *t)
{
	struct reading *r = to;
	struct dem2 *s = r->s;
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j"), *fi = table_int(t, "fi"), *fj = table_int(t, "fj");
	const int64_t *ix = table_int(t, "ix"), *iy = table_int(t, "iy");
	const double *fn = table_real(t, "fn"), *ft = table_real(t, "ft"), *xi = table_real(t, "xi");
	const double *roll = table_real(t, "roll"), *moment = table_real(t, "moment");
	const struct outlines *o = &s->outlines;
	const int64_t far = 1 << 20; /* periods; no list has images further away */

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
		/* a law that does not resist rolling may find a row of one that did */
		int rolls = s->core.law[s->core.material[p] * s->core.n_material + s->core.material[q]].mur > 0;
		struct contact2 at = { .fn = fn ? fn[k] : 0, .ft = ft ? ft[k] : 0, .xi = xi ? xi[k] : 0,
		                       .roll = roll && rolls ? roll[k] : 0, .moment = moment && rolls ? moment[k] : 0 };
		if (s->plain) {
			dem2_plain_take(s, &key, &at);
			continue;
		}
		r->found.cand[r->found.n] = list2_find(&s->list, key.a, key.b, key.sx, key.sy, key.dir, key.v, key.ea);
		contact_put(&r->found, r->found.n++, &at);
	}
}

void dem2_contacts_read(struct dem2 *s, const struct world *w)
{
	const struct table *t = &w->contact;

	if (!table_int(t, "i") || !table_int(t, "j") || !table_int(t, "fi") || !table_int(t, "fj"))
		return;
	struct reading r = { s, in_a_row(s->core.rolls, s->plain ? 0 : t->n_row + w->contact_rows.n_row) };
	r.found.n = 0;
	rows_each(t, &w->contact_rows, rows_read, &r);
	deal(s, 1, &r.found);
	team_run(s->core.threads, s->core.n_part, part_unlist, s);
	dem2_contacts_free(&r.found);
}
