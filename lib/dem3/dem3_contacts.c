/* dem3_contacts.c: contacts between the evaluations of forces: their places in the parts of the list, and their rows in the
 * world */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_state.h"

/* ---- contacts and the list ---- */

void dem3_contacts_reserve(const struct dem3 *s, struct contacts3 *c, int n, int more)
{
	size_t batches = ((size_t)n + LANES - 1) / LANES;

	MEM_ROOM(c->at, &c->cap, batches);
	MEM_ROOM(c->batch, &c->cap_batch, batches);
	MEM_ROOM(c->near, &c->cap_near, LANES * batches);
	MEM_ROOM(c->cand, &c->cap_cand, LANES * batches + 1);
	MEM_ROOM(c->more, &c->cap_more, (size_t)more);
	if (s->some_faces)
		MEM_ROOM(c->lean, &c->cap_lean, (size_t)more);
	if (s->some_rest)
		MEM_ROOM(c->rest, &c->cap_rest, batches);
	if (s->core.rolls)
		MEM_ROOM(c->rolling, &c->cap_rolling, batches);
}

void dem3_contacts_free(struct contacts3 *c)
{
	free(c->at);
	free(c->more);
	free(c->lean);
	free(c->rolling);
	free(c->batch);
	free(c->rest);
	free(c->near);
	free(c->cand);
}

struct contact3 dem3_contact_of(const struct dem3 *s, const struct contacts3 *c, int k, struct rolling3 *rolling)
{
	const struct contact8 *at = &c->at[k / LANES];
	int more = contacts3_more(c, k);

	if (rolling)
		*rolling = rolling8_get(&c->rolling[k / LANES], k % LANES);
	if (c->batched && c->batch[k / LANES].balls)
		return batch8_contact(&c->batch[k / LANES], at, NULL, k % LANES, s->pebbles.at[list3_candidate(&s->list, c->cand[k]).a].r);
	struct contact3 q = contact8_get(at, &c->more[more], k % LANES, 0);
	if (c->lean)
		q.lean = lane_get(c->lean[more].lean, k % LANES);
	return q;
}

void dem3_contact_put(struct contacts3 *c, int k, const struct contact3 *at, const struct rolling3 *rolling)
{
	int balls = c->batched && c->batch[k / LANES].balls, more = contacts3_more(c, k);

	contact8_put(&c->at[k / LANES], balls ? NULL : &c->more[more], k % LANES, at, balls);
	if (c->lean && !balls)
		lane_put(c->lean[more].lean, k % LANES, at->lean);
	if (rolling)
		rolling8_put(&c->rolling[k / LANES], k % LANES, rolling);
}

static int in_order(const void *a, const void *b)
{
	int x = ((const struct found3 *)a)->cand, y = ((const struct found3 *)b)->cand;

	return (x > y) - (x < y);
}

/* The part of the list that has this candidate. */
static int part_of(const struct dem3 *s, int cand)
{
	int lo = 0, hi = s->core.n_part - 1;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (cand < list3_first(&s->list, s->part[mid].pair_to))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* The pair of a part that has this candidate. */
static int pair_of(const struct dem3 *s, const struct part3 *q, int cand)
{
	int lo = q->pair_from, hi = q->pair_to - 1;

	if (s->list.single)
		return cand;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (cand < list3_first(&s->list, mid + 1))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

/* Contacts sorted by part; those of part k begin at first[k]. */
struct dealing { struct dem3 *s; const int *first; struct found3 *found; };

static void part_deal(void *to, int part, int thread)
{
	const struct dealing *d = to;
	struct contacts3 *c = &d->s->part[part].now;
	struct found3 *found = d->found + d->first[part];
	int n = d->first[part + 1] - d->first[part];

	(void)thread;
	if (n == 0)
		return;
	qsort(found, (size_t)n, sizeof *found, in_order);
	dem3_contacts_reserve(d->s, c, n, (n + LANES - 1) / LANES);
	c->batched = 0;
	c->n = n;
	for (int k = 0; k < n; k++) {
		dem3_contact_put(c, k, found[k].at, d->s->core.rolls ? found[k].rolling : NULL);
		c->cand[k] = found[k].cand;
	}
}

void dem3_contacts_deal(struct dem3 *s, const struct found3 *found, int n)
{
	int *part = MEM_NEW(int, (size_t)n), *first = MEM_ZERO(int, (size_t)s->core.n_part + 2);
	struct found3 *dealt = mem_new((size_t)n, sizeof *dealt);

	for (int k = 0; k < n; k++) {
		part[k] = found[k].cand < 0 ? -1 : part_of(s, found[k].cand);
		first[part[k] + 2] += part[k] >= 0;
	}
	for (int t = 0; t <= s->core.n_part; t++)
		first[t + 1] += first[t];
	for (int k = 0; k < n; k++)
		if (part[k] >= 0)
			dealt[first[part[k] + 1]++] = found[k];
	team_run(s->core.threads, s->core.n_part, part_deal, &(struct dealing){ s, first, dealt });
	free(part);
	free(first);
	free(dealt);
}

/* The partners of a candidate of a pair. */
static struct between3 between(const struct list3 *l, int pair, int cand)
{
	const struct body_pair *p = &l->pair[pair];
	const int *s = l->images.at[p->image].s;

	return (struct between3){ p->body[0], p->body[1], { s[0], s[1], s[2] }, list3_candidate(l, cand) };
}

static int part_count(const struct part3 *q)
{
	int n = 0;

	for (int k = 0; k < q->now.n; k++)
		n += q->now.cand[k] >= 0;
	return n;
}

/* Contacts of all parts; those of part k begin at first[k]. */
struct gathering {
	const struct dem3 *s;
	const int *first;
	struct found3 *all;
	struct contact3 *at;
	struct rolling3 *rolling;
	struct between3 *key;
};

static void part_gather(void *to, int part, int thread)
{
	const struct gathering *g = to;
	const struct dem3 *s = g->s;
	const struct part3 *q = &s->part[part];

	(void)thread;
	for (int k = 0, n = g->first[part]; k < q->now.n; k++) {
		int cand = q->now.cand[k];

		if (cand < 0)
			continue;
		g->at[n] = dem3_contact_of(s, &q->now, k, s->core.rolls ? &g->rolling[n] : NULL);
		g->all[n] = (struct found3){ cand, &g->at[n], s->core.rolls ? &g->rolling[n] : NULL };
		g->key[n++] = between(&s->list, pair_of(s, q, cand), cand);
	}
}

/* One block of memory holds found3 of all contacts, then the contacts, then their rolling. */
struct found3 *dem3_contacts_all(const struct dem3 *s, int *n, struct between3 **key)
{
	int *first = MEM_ZERO(int, (size_t)s->core.n_part + 1);

	for (int t = 0; t < s->core.n_part; t++)
		first[t + 1] = first[t] + part_count(&s->part[t]);
	*n = first[s->core.n_part];
	struct found3 *all = mem_new((size_t)*n, sizeof *all + sizeof(struct contact3) + (s->core.rolls ? sizeof(struct rolling3) : 0));
	struct contact3 *at = (struct contact3 *)(all + *n);
	*key = mem_new((size_t)*n, sizeof **key);
	struct gathering g = { s, first, all, at, (struct rolling3 *)(at + *n), *key };
	team_run(s->core.threads, s->core.n_part, part_gather, &g);
	free(first);
	return all;
}

struct counting { const struct dem3 *s; int *n; };

static void count_own(void *to, const struct between3 *q, const struct contact3 *c, const struct rolling3 *rolling)
{
	const struct counting *t = to;

	(void)c, (void)rolling;
	*t->n += soft_speaks_for(&t->s->core, q->a, q->b);
}

int dem3_contacts_count(const struct dem3 *s)
{
	int n = 0;

	if (s->core.ghosts) {
		dem3_contacts_any(s, count_own, &(struct counting){ s, &n });
		return n;
	}
	n = s->plain ? dem3_plain_count(s->plain) : dem3_pairs_count(s);
	for (int t = 0; t < s->core.n_part; t++)
		n += part_count(&s->part[t]);
	return n;
}

/* Find the place of the first contact of every pair of a part, -1 if the pair has none. */
static void part_first(const struct dem3 *s, const struct part3 *q, int *first)
{
	memset(first + q->pair_from, -1, (size_t)(q->pair_to - q->pair_from) * sizeof *first);
	for (int k = q->now.n - 1; k >= 0; k--)
		if (q->now.cand[k] >= 0)
			first[pair_of(s, q, q->now.cand[k])] = k;
}

/* Call visit for the contact of a pair at the place k of its part. */
static void visit_place(const struct dem3 *s, const struct part3 *q, int pair, int k, contact3_visit *visit, void *to)
{
	struct rolling3 rolling;
	struct between3 key = between(&s->list, pair, q->now.cand[k]);
	struct contact3 at = dem3_contact_of(s, &q->now, k, s->core.rolls ? &rolling : NULL);

	visit(to, &key, &at, s->core.rolls ? &rolling : NULL);
}

/* Call visit for the contacts of a pair, the first of which is at the place k of its part. They follow one another, until the one
 * of the pair's last candidate. */
static void pair_each(const struct dem3 *s, int pair, int k, contact3_visit *visit, void *to)
{
	const struct part3 *q = &s->part[part_of(s, list3_first(&s->list, pair))];
	int end = list3_first(&s->list, pair + 1);

	for (int last = -1; k < q->now.n && last < end - 1 && q->now.cand[k] < end; k++)
		if (q->now.cand[k] >= 0) {
			visit_place(s, q, pair, k, visit, to);
			last = q->now.cand[k];
		}
}

void dem3_contacts_any(const struct dem3 *s, contact3_visit *visit, void *to)
{
	for (int t = 0; t < s->core.n_part && !s->plain; t++) {
		const struct part3 *q = &s->part[t];

		for (int k = 0; k < q->now.n; k++)
			if (q->now.cand[k] >= 0)
				visit_place(s, q, pair_of(s, q, q->now.cand[k]), k, visit, to);
	}
	for (int k = 0; k < s->n_faces_pair && !s->plain; k++)
		dem3_pair_each(s, &s->faces_pair[k], visit, to);
	if (s->plain)
		dem3_plain_each(s, visit, to);
}

void dem3_contacts_each(const struct dem3 *s, contact3_visit *visit, void *to)
{
	if (s->plain) {
		dem3_plain_each(s, visit, to);
		return;
	}
	const struct list3 *l = &s->list;
	int *first = MEM_NEW(int, (size_t)l->n_pair + 1);

	for (int t = 0; t < s->core.n_part; t++)
		part_first(s, &s->part[t], first);
	for (int k = 0; k < s->n_faces_pair; k++) /* below -1: pairs with contacts of features */
		first[s->faces_pair[k].pair] = s->faces_pair[k].n_touch ? -2 - k : -1;
	for (int r = 0; r < s->core.n; r++)
		for (int z = l->own_from[s->core.by_rank[r]]; z < l->own_from[s->core.by_rank[r] + 1]; z++) {
			int at = first[l->own[z] >> 1];

			if (!(l->own[z] & 1) && at >= 0)
				pair_each(s, l->own[z] >> 1, at, visit, to);
			else if (!(l->own[z] & 1) && at < -1)
				dem3_pair_each(s, &s->faces_pair[-2 - at], visit, to);
		}
	free(first);
}

/* ---- the world's rows ---- */

static const char *const int_name[] = { "i", "fi", "j", "fj", "ix", "iy", "iz" };
static const char *const real_name[] = { "x", "y", "z", "nx", "ny", "nz", "overlap", "fn", "ftx", "fty", "ftz", "xix", "xiy",
	"xiz", "rollx", "rolly", "rollz", "momentx", "momenty", "momentz" };
enum { N_INT = 7, N_REAL = 14, N_ROLL = 20, FN = 7, FT = 8, XI = 11, ROLL = 14, MOMENT = 17 };

static vec3 vec_at(double *const *c, int first, int row, double sign)
{
	double v[3];

	for (int k = 0; k < 3; k++)
		v[k] = c[first + k] ? sign * c[first + k][row] : 0;
	return v3(v[0], v[1], v[2]);
}

/* Whether a row has its bodies in the other order than the list, which has the lower rank first and a wall second, and of a
 * body and its own image the image to the upper right second. */
static int is_turned(const struct dem3 *s, int i, int j, const int shift[3])
{
	int side = shift[2] ? shift[2] : shift[1] ? shift[1] : shift[0];

	if (s->wall_of[i] >= 0 || s->wall_of[j] >= 0)
		return s->wall_of[i] >= 0;
	return i == j ? side < 0 : s->core.rank[i] > s->core.rank[j];
}

/* Rows whose pebbles are not in the list are left out. */
void dem3_contacts_read(struct dem3 *s, const struct world *w)
{
	const struct table *t = &w->contact;
	const struct pebbles *p = &s->pebbles;
	const int64_t *at_int[N_INT];
	double *c[N_ROLL];
	const int64_t far = 1 << 20; /* no list has images further away */
	int n = 0;

	for (int k = 0; k < N_INT; k++)
		at_int[k] = table_int(t, int_name[k]);
	for (int k = 0; k < N_ROLL; k++)
		c[k] = table_real(t, real_name[k]);
	for (int k = 0; k < 4; k++)
		if (!at_int[k])
			return;
	struct found3 *found = mem_new((size_t)t->n_row, sizeof *found);
	struct contact3 *at = mem_new((size_t)t->n_row, sizeof *at);
	struct rolling3 *rolling = mem_new((size_t)t->n_row, sizeof *rolling);
	for (int k = 0; k < t->n_row; k++) {
		int i = soft_slot(&s->core, at_int[0][k]), j = soft_slot(&s->core, at_int[2][k]), shift[3], lost = i < 0 || j < 0;

		for (int z = 0; z < 3; z++) {
			int64_t image = at_int[4 + z] ? at_int[4 + z][k] : 0;

			lost |= image > far || image < -far;
			shift[z] = lost || (s->core.endless[i] | s->core.endless[j]) & 1 << z ? 0 : (int)image;
		}
		if (lost)
			continue;
		int turned = is_turned(s, i, j, shift), a = turned ? j : i, b = turned ? i : j;
		int64_t fa = at_int[turned ? 3 : 1][k], fb = at_int[turned ? 1 : 3][k];
		double sign = turned ? -1 : 1;

		if (fa < 0 || fb < 0 || fa >= p->first[a + 1] - p->first[a] || fb > INT32_MAX - p->first[b])
			continue;
		for (int z = 0; z < 3 && turned; z++)
			shift[z] = -shift[z];
		struct between3 key = { a, b, { shift[0], shift[1], shift[2] }, { p->first[a] + (int)fa, p->first[b] + (int)fb } };
		at[n] = (struct contact3){ .fn = c[FN] ? c[FN][k] : 0, .ft = vec_at(c, FT, k, sign), .xi = vec_at(c, XI, k, sign) };
		rolling[n] = (struct rolling3){ vec_at(c, ROLL, k, sign), vec_at(c, MOMENT, k, sign) };
		if (s->plain) {
			dem3_plain_take(s, &key, &at[n], &rolling[n]);
			continue;
		}
		if (dem3_pairs_take(s, &key, &at[n], &rolling[n]))
			continue;
		found[n] = (struct found3){ list3_find(&s->list, a, b, shift, key.cand), &at[n], &rolling[n] };
		n += found[n].cand >= 0;
	}
	dem3_contacts_deal(s, found, n);
	for (int t = 0; t < s->core.n_part; t++) {
		s->part[t].stale = 1;
		dem3_batches_held(&s->part[t]);
		if (s->core.clings)
			dem3_near_recall(&s->part[t]);
	}
	free(at);
	free(rolling);
	free(found);
}

struct writing { const struct dem3 *s; struct row_sink *rows; };

static void contact_write(void *to, const struct between3 *d, const struct contact3 *q, const struct rolling3 *rolling)
{
	const struct writing *w = to;
	const struct dem3 *s = w->s;

	if (!soft_speaks_for(&s->core, d->a, d->b))
		return;
	const int *first = s->pebbles.first;
	const int64_t key[N_INT] = { s->core.id[d->a], d->cand.a - first[d->a], s->core.id[d->b], d->cand.b - first[d->b],
		d->s[0], d->s[1], d->s[2] };
	vec3 x = v3_add(dem3_vec(s->core.x, d->a), q->a);
	/* + 0: never -0. The next step adds products with ft and the moment to its dissipation, where the sign of a 0 is lost. */
	const double v[N_REAL] = { x.x, x.y, x.z, q->n.x, q->n.y, q->n.z, q->gap, q->fn, q->ft.x + 0, q->ft.y + 0, q->ft.z + 0,
		q->xi.x, q->xi.y, q->xi.z };
	const struct col *col = w->rows->t->col;
	int n = rows_next(w->rows);

	for (int k = 0; k < N_INT; k++)
		col[k].integer[n] = key[k];
	for (int k = 0; k < N_REAL; k++)
		col[N_INT + k].real[n] = v[k];
	if (!rolling)
		return;
	const double r[6] = { rolling->roll.x, rolling->roll.y, rolling->roll.z,
		rolling->moment.x + 0, rolling->moment.y + 0, rolling->moment.z + 0 };
	for (int k = 0; k < 6; k++)
		col[N_INT + ROLL + k].real[n] = r[k];
}

static void contacts_make(const void *s, struct row_sink *rows)
{
	dem3_contacts_each(s, contact_write, &(struct writing){ s, rows });
}

/* Rows are in the order of ids, images, pebbles. The second body may be a wall with a lower id. */
void dem3_contacts_write(const struct dem3 *s, struct world *w, int full)
{
	const struct contact_columns columns = { N_INT, int_name, s->core.rolls ? N_ROLL : N_REAL, real_name, 0 };

	soft_export_contacts(&s->core, w, full, &columns, &(struct row_source){ dem3_contacts_count(s), contacts_make, s });
}
