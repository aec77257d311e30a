/* share.c: the share of a scene that a rank has */
#include "world/share.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/ranks.h"

int share_home(int64_t id)
{
	return (int)(id_hash(id) % (uint64_t)ranks_n());
}

int64_t share_first(int64_t n, int rank)
{
	int64_t ranks = ranks_n();

	return n / ranks * rank + n % ranks * rank / ranks;
}

int share_own(const struct table *t)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	int n = row ? 0 : t->n_row;

	for (int k = 0; row && k < t->n_row; k++)
		n += row[k] >= 0;
	return n;
}

int64_t share_total(const struct table *t)
{
	int64_t n = share_own(t);

	ranks_sum(1, &n);
	return n;
}

/* Drop the copies of rows. */
static void drop_copies(struct table *t)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	char *keep = MEM_NEW(char, (size_t)t->n_row);

	for (int k = 0; k < t->n_row; k++)
		keep[k] = row[k] >= 0;
	table_keep(t, keep);
	free(keep);
}

/* ---- rows as bytes ---- */

/* Every rank has the same columns, in the same order. */
static int same_columns(const struct table *t)
{
	int64_t x[2] = { t->n_col };

	for (int c = 0; c < t->n_col; c++)
		for (const char *s = t->col[c].name; *s; s++)
			x[0] = (int64_t)id_hash(x[0] + *s + 256 * (int64_t)t->col[c].kind) >> 1;
	x[1] = -x[0];
	ranks_least(2, x);
	return x[0] == -x[1];
}

/* Append row k to the parcel for a rank, which begins with the number of its rows. */
static void put_row(struct parcels *p, int rank, const struct table *t, int k, int copy)
{
	static const int64_t none;

	if (!p->of[rank].n)
		parcels_put(p, rank, &none, sizeof none);
	++*(int64_t *)(void *)p->of[rank].at;
	for (int c = 0; c < t->n_col; c++) {
		const struct col *col = &t->col[c];
		int64_t number;

		switch (col->kind) {
		case COL_WORD:
			parcels_put(p, rank, &col->word[k], sizeof *col->word);
			break;
		case COL_TEXT:
			parcels_put(p, rank, t->pool + col->text[k], strlen(t->pool + col->text[k]) + 1);
			break;
		case COL_INT:
			number = col->integer[k];
			if (copy && number >= 0 && !strcmp(col->name, SHARE_ROW))
				number = -1 - number;
			parcels_put(p, rank, &number, sizeof number);
			break;
		case COL_REAL:
			parcels_put(p, rank, &col->real[k], sizeof *col->real);
			break;
		}
	}
}

/* Append the rows of a parcel to a table. Returns their number. */
static int take_rows(const struct parcel *p, struct table *t)
{
	int64_t n = 0;
	size_t at = 0;
	int k = t->n_row;

	if (p->n)
		memcpy(&n, parcel_take(p, &at, sizeof n), sizeof n);
	assert(n <= INT_MAX - k);
	table_resize(t, k + (int)n);
	for (; k < t->n_row; k++) {
		for (int c = 0; c < t->n_col; c++) {
			struct col *col = &t->col[c];
			size_t length;

			switch (col->kind) {
			case COL_WORD:
				memcpy(&col->word[k], parcel_take(p, &at, sizeof *col->word), sizeof *col->word);
				break;
			case COL_TEXT:
				length = strlen(p->at + at);
				col->text[k] = table_text(t, parcel_take(p, &at, length + 1), length);
				break;
			case COL_INT:
			case COL_REAL:
				memcpy(&col->real[k], parcel_take(p, &at, sizeof *col->real), sizeof *col->real);
				break;
			}
		}
	}
	return (int)n;
}

/* Keep the rows k with keep[k], of which those with keep[k] = COPY become copies. */
enum { LEAVES, STAYS, COPY };
static void keep_rows(struct table *t, const char *keep)
{
	int64_t *row = table_int(t, SHARE_ROW);

	for (int k = 0; k < t->n_row; k++)
		if (keep[k] == COPY)
			row[k] = -1 - row[k];
	table_keep(t, keep);
	table_fit(t);
}

struct numbered { int64_t number; int row; };

static int by_number(const void *p, const void *q)
{
	const struct numbered *a = p, *b = q;

	return a->number != b->number ? (a->number > b->number) - (a->number < b->number) : (a->row > b->row) - (a->row < b->row);
}

/* Put rows into the order of the stream. */
static void sort_rows(struct table *t)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	struct numbered *all = MEM_NEW(struct numbered, (size_t)t->n_row);
	int *order = MEM_NEW(int, (size_t)t->n_row), sorted = 1;

	for (int k = 0; k < t->n_row; k++) {
		all[k] = (struct numbered){ row[k] < 0 ? -1 - row[k] : row[k], k };
		sorted &= !k || all[k].number > all[k - 1].number;
	}
	if (!sorted) {
		qsort(all, (size_t)t->n_row, sizeof *all, by_number);
		for (int k = 0; k < t->n_row; k++)
			order[k] = all[k].row;
		table_arrange(t, t->n_row, order);
	}
	free(order);
	free(all);
}

/* ---- where bodies go ---- */

struct going { int64_t id; int to; };

/* Tell the homes of own bodies where they go. Returns what this rank is told: the ids that are at home here, and in *to where
 * they go. */
static struct id_set tell_homes(const struct table *t, const int *to, int **going)
{
	const int64_t *id = table_int(t, "id");
	struct parcels out, got;
	struct id_set all = { 0 };
	struct going g = { 0 };
	size_t cap = 0;

	*going = NULL;
	parcels_init(&out, ranks_n());
	for (int k = 0; k < t->n_row; k++) {
		g.id = id[k];
		g.to = to[k];
		parcels_put(&out, share_home(id[k]), &g, sizeof g);
	}
	ranks_exchange(&out, &got);
	parcels_free(&out);
	for (int r = 0; r < got.n; r++)
		for (size_t at = 0; at < got.of[r].n; ) {
			memcpy(&g, parcel_take(&got.of[r], &at, sizeof g), sizeof g);
			int k = id_set_add(&all, g.id);
			MEM_GROW(*going, &cap, (size_t)k + 1);
			(*going)[k] = g.to;
		}
	parcels_free(&got);
	return all;
}

void *share_ask(const struct id_set *set, size_t size, share_answer *answer, const void *of)
{
	char *all = mem_new((size_t)set->n, size), *one = mem_zero(1, size);
	size_t *at = MEM_ZERO(size_t, (size_t)ranks_n());
	struct parcels out, in;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < set->n; k++)
		parcels_put(&out, share_home(set->id[k]), &set->id[k], sizeof *set->id);
	ranks_exchange(&out, &in);
	for (int r = 0; r < in.n; r++)
		for (size_t k = 0; k < in.of[r].n; ) {
			int64_t id;

			memcpy(&id, parcel_take(&in.of[r], &k, sizeof id), sizeof id);
			answer(of, id, one);
			parcels_put(&out, r, one, size);
		}
	parcels_free(&in);
	ranks_exchange(&out, &in);
	parcels_free(&out);
	for (int k = 0; k < set->n; k++) {
		int home = share_home(set->id[k]);

		memcpy(all + (size_t)k * size, parcel_take(&in.of[home], &at[home], size), size);
	}
	parcels_free(&in);
	free(at);
	free(one);
	return all;
}

/* The ids that are at home here, and where each goes. */
struct leaving { struct id_set home; int *to; };

static void answer_going(const void *of, int64_t id, void *answer)
{
	const struct leaving *l = of;

	memcpy(answer, &l->to[id_set_find(&l->home, id)], sizeof *l->to);
}

/* ---- dealing ---- */

/* Put a row into the parcels of all others. Returns what becomes of it here. */
static char put_everywhere(struct parcels *p, const struct table *t, int k)
{
	for (int r = 0; r < ranks_n(); r++)
		if (r != ranks_me())
			put_row(p, r, t, k, r > 0);
	return ranks_me() > 0 ? COPY : STAYS;
}

static void pack_bodies(struct parcels *p, struct table *t, const int *to)
{
	char *keep = MEM_NEW(char, (size_t)t->n_row);

	for (int k = 0; k < t->n_row; k++) {
		keep[k] = to[k] < 0 ? put_everywhere(p, t, k) : to[k] == ranks_me() ? STAYS : LEAVES;
		if (to[k] >= 0 && !keep[k])
			put_row(p, to[k], t, k, 0);
	}
	keep_rows(t, keep);
	free(keep);
}

/* Pack a contact of bodies that go to these ranks. Returns what becomes of it here. */
static char pack_contact(struct parcels *p, const struct table *t, int k, int first, int second)
{
	int owner = first >= 0 ? first : second;
	char keep = owner == ranks_me() ? STAYS : LEAVES;

	if (owner < 0) /* all ranks have both bodies */
		return put_everywhere(p, t, k);
	if (!keep)
		put_row(p, owner, t, k, 0);
	if (second < 0 || second == owner)
		return keep;
	if (second == ranks_me())
		return COPY;
	put_row(p, second, t, k, 1);
	return keep;
}

static void pack_contacts(struct parcels *p, struct world *w, const int *to)
{
	const int64_t *i = table_int(&w->contact, "i"), *j = table_int(&w->contact, "j");
	char *keep = MEM_NEW(char, (size_t)w->contact.n_row);
	struct id_set ends = { 0 };
	struct leaving all;

	all.home = tell_homes(&w->body, to, &all.to);
	for (int k = 0; k < w->contact.n_row; k++) {
		id_set_add(&ends, i[k]);
		id_set_add(&ends, j[k]);
	}
	int *at = share_ask(&ends, sizeof *at, answer_going, &all);
	id_set_free(&all.home);
	free(all.to);
	for (int k = 0; k < w->contact.n_row; k++) {
		int a = at[id_set_find(&ends, i[k] < j[k] ? i[k] : j[k])], b = at[id_set_find(&ends, i[k] < j[k] ? j[k] : i[k])];

		keep[k] = pack_contact(p, &w->contact, k, a, b);
	}
	free(at);
	id_set_free(&ends);
	keep_rows(&w->contact, keep);
	free(keep);
}

/* Take the rows of all parcels. from, unless it is NULL, gets their numbers. */
static void take_all(struct parcels *out, struct table *t, int *from)
{
	struct parcels in;

	ranks_exchange(out, &in);
	parcels_free(out);
	for (int r = 0; r < in.n; r++) {
		int n = take_rows(&in.of[r], t);

		if (from)
			from[r] = n;
		free(in.of[r].at);
		in.of[r].at = NULL;
	}
	parcels_free(&in);
}

/* Shapes that this rank needs, and the rank that has each. */
struct needed { struct id_set id; int *from; size_t cap; };

static void need(struct needed *n, int64_t id, int from)
{
	int k = id_set_add(&n->id, id);

	MEM_GROW(n->from, &n->cap, (size_t)n->id.n);
	if (k == n->id.n - 1)
		n->from[k] = from;
}

/* Fetch the shapes that are needed and missing; then drop the others. */
static void fetch_shapes(struct world *w, struct needed *n)
{
	struct parcels out, in;
	char *keep;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < n->id.n; k++)
		if (!world_shape(w, n->id.id[k]))
			parcels_put(&out, n->from[k], &n->id.id[k], sizeof *n->id.id);
	ranks_exchange(&out, &in);
	for (int r = 0; r < in.n; r++)
		for (size_t at = 0; at < in.of[r].n; ) {
			int64_t id;

			memcpy(&id, parcel_take(&in.of[r], &at, sizeof id), sizeof id);
			share_pack_shape(&out, r, world_shape(w, id));
		}
	parcels_free(&in);
	keep = MEM_NEW(char, (size_t)w->n_shape);
	for (int k = 0; k < w->n_shape; k++)
		keep[k] = id_set_find(&n->id, w->shape[k].id) >= 0;
	world_keep_shapes(w, keep);
	free(keep);
	ranks_exchange(&out, &in);
	parcels_free(&out);
	for (int r = 0; r < in.n; r++)
		for (size_t at = 0; at < in.of[r].n; ) {
			struct shape s;

			share_unpack_shape(&in.of[r], &at, &s);
			*world_need_shape(w, s.id) = s;
		}
	parcels_free(&in);
	id_set_free(&n->id);
	free(n->from);
}

/* home: the shapes are at the homes of their ids. Otherwise who sends a body has its shape. */
static void deal(struct world *w, const int *to, int home)
{
	struct parcels rows;
	struct needed shapes = { .from = NULL };
	int *from = MEM_ZERO(int, (size_t)ranks_n());
	int64_t contacts = w->contact.n_row;

	assert(same_columns(&w->body) && same_columns(&w->contact));
	ranks_sum(1, &contacts);
	if (contacts) {
		parcels_init(&rows, ranks_n());
		pack_contacts(&rows, w, to);
		take_all(&rows, &w->contact, NULL);
		sort_rows(&w->contact);
	}
	parcels_init(&rows, ranks_n());
	pack_bodies(&rows, &w->body, to);
	int stay = w->body.n_row;
	take_all(&rows, &w->body, from);
	const int64_t *shape = table_int(&w->body, "shape");
	for (int k = 0; k < stay; k++)
		need(&shapes, shape[k], home ? share_home(shape[k]) : ranks_me());
	for (int r = 0, k = stay; r < ranks_n(); r++)
		for (int end = k + from[r]; k < end; k++)
			need(&shapes, shape[k], home ? share_home(shape[k]) : r);
	sort_rows(&w->body);
	fetch_shapes(w, &shapes);
	free(from);
}

/* Entries of to for rows that are not copies. */
static int *for_own(const struct table *t, const int *to)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	int *own = MEM_NEW(int, (size_t)t->n_row), n = 0;

	for (int k = 0; k < t->n_row; k++)
		if (row[k] >= 0)
			own[n++] = to[k];
	return own;
}

void share_deal(struct world *w, const int *to)
{
	int *own = for_own(&w->body, to);

	drop_copies(&w->body);
	drop_copies(&w->contact);
	deal(w, own, 0);
	free(own);
}

void share_complete(struct world *w)
{
	int *to = MEM_NEW(int, (size_t)w->body.n_row);

	for (int k = 0; k < w->body.n_row; k++)
		to[k] = ranks_me();
	deal(w, to, 1);
	free(to);
}

void share_lend(struct world *w, int n, const int *row, const int *to, int *from)
{
	struct parcels out;
	struct needed shapes = { .from = NULL };
	int *counts = MEM_ZERO(int, (size_t)ranks_n()), had = w->body.n_row;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < n; k++)
		put_row(&out, to[k], &w->body, row[k], 1);
	take_all(&out, &w->body, counts);
	const int64_t *shape = table_int(&w->body, "shape");
	for (int k = 0; k < had; k++)
		need(&shapes, shape[k], ranks_me());
	for (int r = 0, k = had; r < ranks_n(); r++)
		for (int end = k + counts[r]; k < end; k++)
			need(&shapes, shape[k], r);
	fetch_shapes(w, &shapes);
	if (from)
		memcpy(from, counts, (size_t)ranks_n() * sizeof *from);
	free(counts);
}
