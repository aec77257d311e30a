/* particles_share_refer.c: check the references from the rows of a frame that several ranks have read: ids, shapes, materials,
 * vertices
 *
 * Every id has a home, a rank where those who speak of it meet. Bodies tell the home of their id that they exist, shapes are at
 * home where the reader has put them, and contacts ask there. */
#include "particles_share.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/ids.h"
#include "base/ranks.h"
#include "particles_refer.h"
#include "world/share.h"

/* What a home answers about an id. */
struct answer { int exists; struct shape_note note; };

/* ---- ids ---- */

/* Whether the ids of all rows ascend. */
static int ascend(const struct particles_in *in)
{
	struct { int64_t n, first, last, good; } own = { .n = in->body.n_row, .good = 1 }, *all = mem_new((size_t)ranks_n(), sizeof own);
	const int64_t *id = table_int(&in->body, "id");
	int64_t last = 0, good = 1;

	if (own.n)
		own.first = id[0], own.last = id[own.n - 1];
	for (int k = 1; k < own.n; k++)
		own.good &= id[k] > id[k - 1];
	ranks_gather(sizeof own, &own, all);
	for (int r = 0; r < ranks_n(); r++) {
		good &= all[r].good && (!all[r].n || all[r].first > last);
		last = all[r].n ? all[r].last : last;
	}
	free(all);
	return (int)good;
}

/* The row and id of a body, at its home. */
struct place { int64_t id, row; };

static int place_order(const void *p, const void *q)
{
	const struct place *a = p, *b = q;

	return a->id != b->id ? (a->id > b->id) - (a->id < b->id) : (a->row > b->row) - (a->row < b->row);
}

/* Check that every id occurs once. Of those that do not, the lowest is told, with its second row. */
static int check_once(struct particles_in *in)
{
	const int64_t *id = table_int(&in->body, "id");
	struct parcels out, got;
	struct parcel all = { 0 };
	struct place twice = { 0 };

	parcels_init(&out, ranks_n());
	for (int k = 0; k < in->body.n_row; k++) {
		struct place p = { id[k], in->rows[BODY].first + k };

		parcels_put(&out, share_home(p.id), &p, sizeof p);
	}
	ranks_exchange(&out, &got);
	parcels_free(&out);
	for (int r = 0; r < got.n; r++) {
		MEM_GROW(all.at, &all.cap, all.n + got.of[r].n);
		if (got.of[r].n)
			memcpy(all.at + all.n, got.of[r].at, got.of[r].n);
		all.n += got.of[r].n;
	}
	parcels_free(&got);
	struct place *p = (struct place *)(void *)all.at;
	size_t n = all.n / sizeof *p;
	qsort(p, n, sizeof *p, place_order);
	for (size_t k = 1; k < n && !twice.id; k++)
		if (p[k].id == p[k - 1].id)
			twice = p[k];
	free(all.at);
	return share_agree(in, twice.id && particles_bad_id(in, twice.row, twice.id, "every id once in a frame"), twice.id);
}

static int check_ids(struct particles_in *in)
{
	const int64_t *id = table_int(&in->body, "id");
	int k = 0;

	while (k < in->body.n_row && id[k] >= 1)
		k++;
	int bad = k < in->body.n_row;
	if (bad)
		particles_bad_id(in, in->rows[BODY].first + k, id[k], "a positive integer");
	if (share_agree(in, bad, in->rows[BODY].first + k))
		return -1;
	return ascend(in) ? 0 : check_once(in);
}

/* ---- bodies ---- */

static void answer_shape(const void *of, int64_t id, void *to)
{
	const struct shape *s = world_shape(of, id);

	*(struct answer *)to = (struct answer){ s != NULL, s ? particles_shape_note(s) : (struct shape_note){ 0 } };
}

/* Check the bodies, and note their shapes in note[n_body]. */
static int check_bodies(struct particles_in *in, const struct world *w, struct shape_note *note)
{
	struct body_check c = particles_body_check(in);
	struct id_set shapes = { 0 };
	int n = in->body.n_row, *number = MEM_NEW(int, (size_t)n), bad = 0, k;

	for (k = 0; k < n; k++)
		number[k] = k && c.shape[k] == c.shape[k - 1] ? number[k - 1] : id_set_add(&shapes, c.shape[k]);
	struct answer *all = share_ask(&shapes, sizeof *all, answer_shape, w);
	for (k = 0; k < n; k++) {
		const struct answer *a = &all[number[k]];

		note[k] = a->note;
		bad = particles_check_body(in, w, k, a->exists, &c);
		if (bad)
			break;
	}
	free(all);
	free(number);
	id_set_free(&shapes);
	return share_agree(in, bad, in->rows[BODY].first + k);
}

static int check_turns(struct particles_in *in, const struct world *w)
{
	return share_agree(in, particles_check_turns(in, w), ranks_me()); /* rows ascend with the ranks */
}

/* ---- contacts ---- */

/* The bodies that are at home here. */
struct directory { struct id_set id; struct shape_note *note; size_t cap; };

static void answer_body(const void *of, int64_t id, void *to)
{
	const struct directory *d = of;
	int k = id_set_find(&d->id, id);

	*(struct answer *)to = (struct answer){ k >= 0, k >= 0 ? d->note[k] : (struct shape_note){ 0 } };
}

static void directory_make(struct directory *d, const struct particles_in *in, const struct shape_note *note)
{
	struct { int64_t id; struct shape_note note; } item;
	const int64_t *id = table_int(&in->body, "id");
	struct parcels out, got;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < in->body.n_row; k++) {
		item.id = id[k];
		item.note = note[k];
		parcels_put(&out, share_home(id[k]), &item, sizeof item);
	}
	ranks_exchange(&out, &got);
	parcels_free(&out);
	for (int r = 0; r < got.n; r++)
		for (size_t at = 0; at < got.of[r].n; ) {
			memcpy(&item, parcel_take(&got.of[r], &at, sizeof item), sizeof item);
			int k = id_set_add(&d->id, item.id);
			MEM_GROW(d->note, &d->cap, (size_t)k + 1);
			d->note[k] = item.note;
		}
	parcels_free(&got);
}

/* Whether these keys, which ascend on every rank, ascend from rank to rank. */
static int keys_ascend(int64_t n, const struct named *all, int good)
{
	struct { struct named first, last; int64_t n, good; } own = { .n = n, .good = good }, *of;
	const struct named *last = NULL;

	of = mem_new((size_t)ranks_n(), sizeof own);
	if (n)
		own.first = all[0], own.last = all[n - 1];
	ranks_gather(sizeof own, &own, of);
	for (int r = 0; r < ranks_n(); r++) {
		good &= (int)of[r].good && (!of[r].n || !last || named_order_keys(last, &of[r].first) < 0);
		last = of[r].n ? &of[r].last : last;
	}
	free(of);
	return good;
}

/* Gather the contacts of the same two bodies on one rank, and find those that occur twice: the first row that repeats an earlier
 * one, and that one. *twice is INT64_MAX if there is none. */
static void find_twice(int n, const struct named *all, int64_t *twice, int64_t *first)
{
	struct parcels out, got;
	struct parcel mine = { 0 };
	int64_t here, before = 0;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < n; k++)
		parcels_put(&out, share_home((int64_t)(id_hash(all[k].key[0]) ^ (uint64_t)all[k].key[1])), &all[k], sizeof *all);
	ranks_exchange(&out, &got);
	parcels_free(&out);
	for (int r = 0; r < got.n; r++) {
		MEM_GROW(mine.at, &mine.cap, mine.n + got.of[r].n);
		if (got.of[r].n)
			memcpy(mine.at + mine.n, got.of[r].at, got.of[r].n);
		mine.n += got.of[r].n;
	}
	parcels_free(&got);
	struct named *named = (struct named *)(void *)mine.at;
	qsort(named, mine.n / sizeof *named, sizeof *named, named_order);
	particles_find_twice((int64_t)(mine.n / sizeof *named), named, &here, &before);
	free(mine.at);
	*twice = here < 0 ? INT64_MAX : here;
	ranks_least(1, twice);
	*first = here == *twice ? before : INT64_MAX;
	ranks_least(1, first);
}

static int check_contacts_once(struct particles_in *in, const struct world *w, const struct id_set *ids,
	const struct answer *answers)
{
	const struct key_columns c = particles_key_columns(in, w);
	const int64_t from = in->rows[CONTACT].first;
	int n = in->contact.n_row, good = 1, space = w->dim == 3;
	int64_t twice = INT64_MAX, first = 0;

	if (!c.of[K_FI] || !c.of[K_FJ])
		return 0;
	struct named *all = MEM_NEW(struct named, (size_t)n);
	for (int k = 0; k < n; k++) {
		int round = !space && particles_is_round(answers[id_set_find(ids, c.of[K_I][k])].note.kind) &&
		            particles_is_round(answers[id_set_find(ids, c.of[K_J][k])].note.kind);

		all[k] = particles_name_contact(&c, k, space, round);
		all[k].row += from;
		good &= k == 0 || named_order_keys(&all[k - 1], &all[k]) < 0;
	}
	if (!keys_ascend(n, all, good))
		find_twice(n, all, &twice, &first);
	free(all);
	int mine = twice >= from && twice < from + n;
	return share_agree(in, mine && particles_bad_twice(in, &c, (int)(twice - from), first), 0);
}

static int check_contacts(struct particles_in *in, const struct world *w, const struct shape_note *note)
{
	const struct end_check c = particles_end_check(in);
	struct directory d = { .note = NULL };
	struct id_set ids = { 0 };
	int n = in->contact.n_row, bad = 0, k;

	if (in->rows[CONTACT].want == 0)
		return 0;
	directory_make(&d, in, note);
	for (k = 0; k < n; k++)
		for (int z = 0; z < 2; z++)
			id_set_add(&ids, c.end[z][k]);
	struct answer *all = share_ask(&ids, sizeof *all, answer_body, &d);
	id_set_free(&d.id);
	free(d.note);
	for (k = 0; k < n && !bad; k++) {
		struct shape_note notes[2];
		int exists[2];

		for (int z = 0; z < 2; z++) {
			const struct answer *a = &all[id_set_find(&ids, c.end[z][k])];

			exists[z] = a->exists;
			notes[z] = a->note;
		}
		bad = particles_check_ends(in, k, exists, notes, &c);
	}
	bad = share_agree(in, bad, in->rows[CONTACT].first + k);
	bad = bad ? bad : check_contacts_once(in, w, &ids, all);
	free(all);
	id_set_free(&ids);
	return bad;
}

int share_refer(struct particles_in *in, struct world *w)
{
	struct shape_note *note = MEM_NEW(struct shape_note, (size_t)in->body.n_row);
	int r = check_ids(in);

	r = r ? r : check_bodies(in, w, note);
	r = r ? r : check_turns(in, w);
	r = r ? r : check_contacts(in, w, note);
	r = r ? r : share_agree(in, particles_check_outlets(in, w), ranks_me());
	free(note);
	return r;
}
