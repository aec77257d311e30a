/* particles_share_write.c: write the particle stream by several ranks
 *
 * The rows of a frame are written in blocks, one for each rank, in the order of their numbers. Ranks make the lines of their
 * own rows and send them to the rank of their block, a slice of all blocks at a time; so every rank makes lines all the time,
 * wherever the rows stand in the stream. Then the blocks follow each other into the file. */
#include "particles_out.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "number.h"
#include "particles_share.h"
#include "world/share.h"

enum { PIECE = 1 << 20 }; /* bytes that go to rank 0 at a time */

void particles_write_by_ranks(struct particles_out *o, int fd)
{
	o->ranks = MEM_NEW(struct out_ranks, 1);
	*o->ranks = (struct out_ranks){ .fd = fd };
}

int particles_out_failed(struct particles_out *o)
{
	int64_t error = 0, who;

	if (!o->ranks)
		return o->failed ? errno : 0;
	out_drain(o);
	if (o->ranks->fd < 0 && ranks_me() == 0 && !o->ranks->error && fflush(o->f))
		o->ranks->error = errno;
	error = o->ranks->error;
	who = error ? ranks_me() : INT64_MAX;
	ranks_least(1, &who);
	if (who == INT64_MAX) {
		o->ranks->whole = o->ranks->at;
		return 0;
	}
	ranks_cast((int)who, sizeof error, &error);
	o->failed = 1;
	o->ranks->error = (int)error; /* no rank writes any more */
	if (o->ranks->fd >= 0 && ranks_me() == 0 && ftruncate(o->ranks->fd, (off_t)o->ranks->whole))
		return (int)error; /* the gap stays, and readers refuse it */
	return (int)error;
}

/* ---- bytes ---- */

void out_side(struct out_ranks *r, int64_t at, const char *s, size_t n)
{
	while (n > 0 && !r->error) {
		ssize_t done = pwrite(r->fd, s, n, (off_t)at);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			r->error = done < 0 ? errno : EIO;
			return;
		}
		s += done;
		n -= (size_t)done;
		at += done;
	}
}

/* Write what all ranks have written so far. Returns the place where they go on side by side. */
static int64_t begin_side(struct particles_out *o)
{
	out_drain(o);
	ranks_cast(0, sizeof o->ranks->at, &o->ranks->at);
	return o->ranks->at;
}

static void take_piece(void *to, const char *text, size_t n)
{
	out_emit(to, text, n);
}

struct side { struct out_ranks *ranks; int64_t at; };

static void take_side(void *to, int64_t at, const char *text, size_t n)
{
	const struct side *s = to;

	out_side(s->ranks, s->at + at, text, n);
}

/* Write the bytes from .. to - 1 of a text that the ranks keep. */
static void put_store(struct particles_out *o, const struct text_store *s, int64_t from, int64_t to)
{
	if (from >= to)
		return;
	if (o->ranks->fd < 0) {
		out_drain(o);
		store_collect(s, from, to, take_piece, o);
		return;
	}
	struct side side = { o->ranks, begin_side(o) };
	store_own(s, from, to, take_side, &side);
	o->ranks->at += to - from;
}

void out_ranks_kept(struct particles_out *o, const struct particles_in *in, int slot)
{
	put_store(o, &in->share->kept, in->share->slot[slot], in->share->slot[slot + 1]);
}

/* ---- text that is passed on ---- */

static int is_record(const struct mark *m, const char *word)
{
	const char *s = m->text + strspn(m->text, " \t");
	size_t n = strlen(word);

	return strncmp(s, word, n) == 0 && (unsigned char)s[n] <= ' ';
}

/* Made records go to the same places as in particles_put_preamble: after the last made record of every stream, or its magic. */
void particles_put_part(struct particles_out *o, const struct particles_in *in, struct particles_part part, int preamble)
{
	const struct share *s = in->share;
	int64_t after = -1;

	assert(!o->units);
	for (int k = 0; k < s->n_mark; k++) {
		const struct mark *m = &s->mark[k];

		if (m->at < part.from || m->at >= part.to)
			continue;
		out_note_columns(o, m->text, strlen(m->text));
		int magic = preamble && is_record(m, "scree");
		if (magic && after >= 0) {
			put_store(o, &s->text, part.from, after);
			out_made(o);
			part.from = after;
		}
		if (magic || (after >= 0 && is_record(m, "made")))
			after = m->end;
	}
	if (after >= 0) {
		put_store(o, &s->text, part.from, after);
		out_made(o);
		part.from = after;
	}
	put_store(o, &s->text, part.from, part.to);
}

/* ---- numbers that may not be written ---- */

int out_ranks_finite(struct particles_out *o, const struct table *t, const char *type)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	int64_t best[2] = { INT64_MAX, INT64_MAX }, first[2], who, size;

	for (int c = 0, shown = 0; c < t->n_col; c++) {
		if (!out_is_shown(&t->col[c]))
			continue;
		for (int k = -1; (k = out_bad_from(&t->col[c], k + 1, t->n_row)) < t->n_row;)
			if (row[k] >= 0 && (shown < best[0] || (shown == best[0] && row[k] < best[1]))) {
				best[0] = shown;
				best[1] = row[k];
				out_bad_number(o, t, type, c, k, row[k] + 1);
			}
		shown++;
	}
	first[0] = best[0];
	ranks_least(1, first);
	if (first[0] == INT64_MAX)
		return 1;
	first[1] = best[0] == first[0] ? best[1] : INT64_MAX;
	ranks_least(1, first + 1);
	who = best[0] == first[0] && best[1] == first[1] ? ranks_me() : INT64_MAX;
	ranks_least(1, &who);
	size = who == ranks_me() ? (int64_t)strlen(o->error) + 1 : 0;
	ranks_cast((int)who, sizeof size, &size);
	o->error = mem_resize(o->error, (size_t)size, 1);
	ranks_cast((int)who, (size_t)size, o->error);
	return 0;
}

/* ---- rows ---- */

/* A row of this rank and its number, by which rows are sorted. */
struct numbered { int64_t number; int row; };

static int by_number(const void *p, const void *q)
{
	const struct numbered *a = p, *b = q;

	return (a->number > b->number) - (a->number < b->number);
}

/* The own rows of a table in the order of their numbers. *n gets how many there are. */
static struct numbered *own_rows(const struct table *t, int *n)
{
	const int64_t *row = table_int(t, SHARE_ROW);
	struct numbered *own = MEM_NEW(struct numbered, (size_t)t->n_row);
	int sorted = 1;

	*n = 0;
	for (int k = 0; k < t->n_row; k++) {
		if (row[k] < 0)
			continue;
		own[*n] = (struct numbered){ row[k], k };
		sorted &= !*n || own[*n].number > own[*n - 1].number;
		++*n;
	}
	if (!sorted)
		qsort(own, (size_t)*n, sizeof *own, by_number);
	return own;
}

/* The first of own[n] with at least this number. */
static int first_from(const struct numbered *own, int n, int64_t number)
{
	int lo = 0, hi = n;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (own[mid].number < number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Lines of rows with consecutive numbers. */
struct run { int32_t first, rows; int64_t bytes; }; /* the first row is numbered within the slice */

/* The lines of one slice of all blocks. */
struct slice {
	const struct rows_plan *plan;
	const struct numbered *own;
	int n;
	size_t cap;
	int *take;                /* [n] the rows, as indices of own, block by block */
	uint32_t *length;         /* [n] the lengths of their lines */
	size_t cap_length;
	int from;                 /* the first of those that threads write now */
	struct particles_out *text[OUT_TEXTS];
};

static void slice_chunk(void *to, int from, int end, int thread)
{
	struct slice *s = to;
	struct particles_out *text = s->text[from / OUT_CHUNK];

	(void)thread;
	for (int k = s->from + from; k < s->from + end; k++) {
		size_t before = text->n;

		out_row(text, s->plan, s->own[s->take[k]].row);
		s->length[k] = (uint32_t)(text->n - before);
	}
}

/* Put a line into the parcel for a block. open: the place of the last run in the parcel, or SIZE_MAX. */
static void put_line(struct parcels *p, int block, size_t *open, int32_t number, const char *line, size_t n)
{
	struct run run;

	if (*open != SIZE_MAX)
		memcpy(&run, p->of[block].at + *open, sizeof run);
	if (*open == SIZE_MAX || run.first + run.rows != number) {
		*open = p->of[block].n;
		run = (struct run){ number, 0, 0 };
		parcels_room(p, block, sizeof run);
	}
	run.rows++;
	run.bytes += (int64_t)n;
	memcpy(p->of[block].at + *open, &run, sizeof run);
	parcels_put(p, block, line, n);
}

/* Make the lines of a slice, and put them into the parcels of their blocks. start[ranks]: the number of the first row of the
 * slice in each block; count[ranks]: how many of the rows that are taken are in each block. */
static void pack_slice(struct slice *s, int threads, const int64_t *start, const int *count, struct parcels *p)
{
	int block = 0, left = count[0];
	size_t open = SIZE_MAX, at = 0;

	MEM_GROW(s->length, &s->cap_length, (size_t)s->n);
	for (s->from = 0; s->from < s->n;) {
		int n = s->n - s->from < OUT_CHUNK * OUT_TEXTS ? s->n - s->from : OUT_CHUNK * OUT_TEXTS;

		team_chunks(threads, n, OUT_CHUNK, slice_chunk, s);
		for (int k = 0; k < n; k++) {
			const int z = s->from + k;

			for (; left == 0; open = SIZE_MAX)
				left = count[++block];
			left--;
			at = k % OUT_CHUNK ? at : 0;
			put_line(p, block, &open, (int32_t)(s->own[s->take[z]].number - start[block]), s->text[k / OUT_CHUNK]->buf + at,
			         s->length[z]);
			at += s->length[z];
		}
		for (int k = 0; k * OUT_CHUNK < n; k++)
			s->text[k]->n = 0;
		s->from += n;
	}
}

/* A block of lines: what it has so far, and where the runs of the slice that begin at each row are. */
struct block { char *s; size_t n, cap; int rows; struct { const char *line; struct run run; } *at; };

/* Append the lines of a slice, which have come from all ranks, in the order of their rows. */
static void append_slice(struct block *b, const struct parcels *in)
{
	memset(b->at, 0, (size_t)b->rows * sizeof *b->at);
	for (int r = 0; r < in->n; r++)
		for (size_t at = 0; at < in->of[r].n; ) {
			struct run run;

			memcpy(&run, parcel_take(&in->of[r], &at, sizeof run), sizeof run);
			b->at[run.first].run = run;
			b->at[run.first].line = parcel_take(&in->of[r], &at, (size_t)run.bytes);
		}
	for (int k = 0; k < b->rows; k += b->at[k].run.rows ? b->at[k].run.rows : 1) {
		size_t n = (size_t)b->at[k].run.bytes;

		if (!b->at[k].run.rows)
			continue;
		MEM_GROW(b->s, &b->cap, b->n + n);
		memcpy(b->s + b->n, b->at[k].line, n);
		b->n += n;
	}
}

/* Make the lines of all rows, and gather those of the block of this rank. `all` is the number of numbers. */
static void make_block(struct block *b, struct slice *s, int threads, const struct numbered *own, int n_own, int64_t all)
{
	const int ranks = ranks_n();
	int64_t most = share_first(all, 1) + 1, *start = MEM_NEW(int64_t, (size_t)ranks); /* rows of a block at most */
	int *at = MEM_NEW(int, (size_t)ranks), *count = MEM_NEW(int, (size_t)ranks);
	struct parcels out, in;

	for (int r = 0; r < ranks; r++) {
		most = share_first(all, r + 1) - share_first(all, r) > most ? share_first(all, r + 1) - share_first(all, r) : most;
		at[r] = first_from(own, n_own, share_first(all, r));
	}
	s->own = own;
	b->at = mem_new((size_t)b->rows, sizeof *b->at);
	parcels_init(&out, ranks);
	for (int64_t from = 0; from < most; from += b->rows) {
		s->n = 0;
		for (int r = 0; r < ranks; r++) {
			int64_t end = share_first(all, r + 1);

			start[r] = share_first(all, r) + from;
			end = start[r] + b->rows < end ? start[r] + b->rows : end;
			for (count[r] = 0; at[r] < n_own && own[at[r]].number < end; count[r]++) {
				MEM_GROW(s->take, &s->cap, (size_t)s->n + 1);
				s->take[s->n++] = at[r]++;
			}
		}
		pack_slice(s, threads, start, count, &out);
		ranks_exchange(&out, &in);
		append_slice(b, &in);
		parcels_free(&in);
	}
	parcels_free(&out);
	free(start);
	free(at);
	free(count);
	free(b->at);
}

/* Write the blocks, one after the other. */
static void put_blocks(struct particles_out *o, const struct block *b)
{
	int64_t size[2] = { (int64_t)b->n, (int64_t)b->n }, *all, before;

	if (o->ranks->fd >= 0) {
		before = begin_side(o);
		ranks_before(1, size);
		out_side(o->ranks, before + size[0], b->s, b->n);
		ranks_sum(1, size + 1);
		o->ranks->at = before + size[1];
		return;
	}
	out_drain(o);
	all = MEM_NEW(int64_t, (size_t)ranks_n());
	ranks_gather(sizeof *all, size, all);
	out_emit(o, b->s, b->n);
	char *piece = ranks_me() == 0 ? MEM_NEW(char, PIECE) : NULL;
	for (int r = 1; r < ranks_n(); r++)
		for (int64_t at = 0; at < all[r]; at += PIECE) {
			size_t n = (size_t)(all[r] - at < PIECE ? all[r] - at : PIECE);

			if (ranks_me() == r)
				ranks_send(0, n, b->s + at);
			if (ranks_me() == 0) {
				ranks_receive(r, n, piece);
				out_emit(o, piece, n);
			}
		}
	free(piece);
	free(all);
}

void out_ranks_rows(struct particles_out *o, const struct table *t, const char *type, const struct names *names)
{
	struct table view = *t;
	const struct rows_plan plan = { &view, type, names };
	struct slice s = { .plan = &plan };
	struct block b = { .s = NULL };
	int n_own;
	struct numbered *own = own_rows(t, &n_own);
	int64_t all = n_own ? own[n_own - 1].number + 1 : 0;

	view.col = MEM_NEW(struct col, (size_t)t->n_col);
	view.n_col = 0;
	for (int c = 0; c < t->n_col; c++)
		if (out_is_shown(&t->col[c]))
			view.col[view.n_col++] = t->col[c];
	for (int k = 0; k < OUT_TEXTS; k++)
		s.text[k] = particles_create_text();
	b.rows = PIECE / (20 * (view.n_col + 1)) + 1; /* a slice of a block is about as long as a piece */
	ranks_most(1, &all);
	make_block(&b, &s, o->threads, own, n_own, all);
	for (int k = 0; k < OUT_TEXTS; k++)
		particles_finish(s.text[k]);
	free(own);
	free(s.take);
	free(s.length);
	put_blocks(o, &b);
	free(b.s);
	free(view.col);
}
