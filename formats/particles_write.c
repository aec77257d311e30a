/* particles_write.c: write the particle stream (particles.md) */
#include "particles_out.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "number.h"
#include "world/share.h"

/* ---- opening and closing ---- */

struct particles_out *particles_create(FILE *f, const char *(*made)(void))
{
	struct particles_out *o = MEM_ZERO(struct particles_out, 1);

	o->f = f;
	o->room = OUT_ROOM;
	o->buf = MEM_NEW(char, o->room);
	o->made = made;
	o->threads = 1;
	return o;
}

struct particles_out *particles_create_text(void)
{
	struct particles_out *o = MEM_ZERO(struct particles_out, 1);

	o->threads = 1;
	return o;
}

void particles_threads(struct particles_out *o, int threads)
{
	o->threads = threads;
}

static void forget_columns(struct particles_out *o)
{
	for (int k = 0; k < o->n_columns; k++) {
		free(o->columns[k].type);
		free(o->columns[k].record);
	}
	o->n_columns = 0;
}

int particles_flush(struct particles_out *o)
{
	if (out_leaves(o))
		out_drain(o);
	if (o->f && fflush(o->f))
		o->failed = 1;
	return o->failed ? -1 : 0;
}

void particles_finish(struct particles_out *o)
{
	particles_flush(o);
	forget_columns(o);
	free(o->columns);
	free(o->others);
	free(o->units);
	free(o->buf);
	free(o->error);
	free(o->ranks);
	free(o);
}

const char *particles_out_error(const struct particles_out *o)
{
	return o->error ? o->error : "";
}

void particles_append(struct particles_out *o, struct particles_out *text)
{
	if (text->n)
		out_bytes(o, text->buf, text->n);
	text->n = 0;
	if (text->bad && !o->bad) {
		free(o->error);
		o->error = text->error;
		text->error = NULL;
		o->bad = 1;
	}
	text->bad = 0;
}

/* ---- columns ---- */

/* Whether this `columns` record is valid already; if not, make it valid. */
static int columns_in_force(struct particles_out *o, struct span type, struct span record)
{
	struct rows_written *w = NULL;

	for (int k = 0; k < o->n_columns && !w; k++)
		if (span_is(type, o->columns[k].type))
			w = &o->columns[k];
	if (w && span_is(record, w->record))
		return 1;
	char *copy = MEM_NEW(char, record.n + type.n + 2), *name = copy + record.n + 1;
	memcpy(copy, record.s, record.n);
	copy[record.n] = 0;
	memcpy(name, type.s, type.n);
	name[type.n] = 0;
	if (!w) {
		MEM_GROW(o->columns, &o->cap_columns, (size_t)o->n_columns + 1);
		w = &o->columns[o->n_columns++];
		w->type = mem_string(name);
		w->record = NULL;
	}
	free(w->record);
	w->record = copy;
	return 0;
}

void out_note_columns(struct particles_out *o, const char *s, size_t n)
{
	const char *end = s + n;
	char *plain = NULL;
	size_t cap = 0;

	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		const char *next = stop ? stop + 1 : end;
		struct span field, type = { NULL, 0 };
		size_t to = 0;
		int k = 0;

		/* the record with single blanks between its fields */
		MEM_GROW(plain, &cap, (size_t)(next - s) + 2);
		for (;; k++) {
			while (s < next && (is_blank(*s) || *s == '\r' || *s == '\n'))
				s++;
			field.s = s;
			while (s < next && !(is_blank(*s) || *s == '\r' || *s == '\n'))
				s++;
			field.n = (size_t)(s - field.s);
			if (field.n == 0 || (k == 0 && !span_is(field, "columns")))
				break;
			if (k)
				plain[to++] = ' ';
			memcpy(plain + to, field.s, field.n);
			if (k == 1)
				type = span(plain + to, field.n);
			to += field.n;
		}
		if (k == 0 && span_is(field, "scree"))
			forget_columns(o);
		if (k == 0 && span_is(field, "frame"))
			break;
		if (k > 2)
			columns_in_force(o, type, span(plain, to));
		s = next;
	}
	free(plain);
}

/* Write the `columns` record of a type, unless it is valid already. */
static void put_columns(struct particles_out *o, const char *type, const char *record)
{
	if (columns_in_force(o, span(type, strlen(type)), span(record, strlen(record))))
		return;
	out_text(o, record);
	out_bytes(o, "\n", 1);
}

/* ---- text that is passed on ---- */

void particles_name_units(struct particles_out *o, const char *const name[3])
{
	static const char form[] = "units length=%s mass=%s time=%s\n";
	size_t n = sizeof form + strlen(name[0]) + strlen(name[1]) + strlen(name[2]);

	free(o->units);
	o->units = MEM_NEW(char, n);
	snprintf(o->units, n, form, name[0], name[1], name[2]);
}

void particles_others_made(struct particles_out *o, const char *lines)
{
	free(o->others);
	o->others = mem_string(lines);
}

/* These are the made records of other inputs, our own, and the names of units that were set. */
void out_made(struct particles_out *o)
{
	const char *made = o->made ? o->made() : NULL;

	if (o->others)
		out_text(o, o->others);
	if (made) {
		out_bytes(o, "made ", 5);
		out_text(o, made);
		out_bytes(o, "\n", 1);
	}
	if (o->units)
		out_text(o, o->units);
}

void particles_begin(struct particles_out *o, int dim)
{
	forget_columns(o);
	out_text(o, "scree ");
	out_int(o, PARTICLES_VERSION);
	out_text(o, " dim=");
	out_int(o, dim);
	out_bytes(o, "\n", 1);
	out_made(o);
}

/* Whether the line at s begins with this word. */
static int begins(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);

	while (s < end && is_blank(*s))
		s++;
	return (size_t)(end - s) > n && memcmp(s, word, n) == 0 && (unsigned char)s[n] <= ' ';
}

/* A copy of the text without its `units` records. *n becomes its length. */
static char *without_units(const char *s, size_t *n)
{
	char *text = MEM_NEW(char, *n), *to = text;
	const char *end = s + *n;

	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s)), *next = stop ? stop + 1 : end;

		if (!begins(s, end, "units")) {
			memcpy(to, s, (size_t)(next - s));
			to += next - s;
		}
		s = next;
	}
	*n = (size_t)(to - text);
	return text;
}

void particles_put_preamble(struct particles_out *o, const char *s, size_t n)
{
	char *own = o->units ? without_units(s, &n) : NULL;
	const char *end, *done, *after = NULL;

	s = own ? own : s;
	end = s + n;
	done = s;
	out_note_columns(o, s, n);
	/* after: the place for our made record in the stream whose `scree` line was seen last */
	for (const char *p = s; p < end; ) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		const char *next = stop ? stop + 1 : end;
		int magic = begins(p, end, "scree");

		if (magic && after) {
			out_bytes(o, done, (size_t)(after - done));
			out_made(o);
			done = after;
		}
		if (magic || (after && begins(p, end, "made")))
			after = next;
		p = next;
	}
	if (after) {
		out_bytes(o, done, (size_t)(after - done));
		out_made(o);
		done = after;
	}
	out_bytes(o, done, (size_t)(end - done));
	free(own);
}

void particles_preamble_copy(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *text = particles_preamble(in, &n);

	particles_put_preamble(o, text, n);
}

/* Write `columns` records that the last frame needs and that have not been passed on, because they were elsewhere. Records for
 * bodies and contacts are written only if all is set. */
static void put_missing_columns(struct particles_out *o, const struct particles_in *in, int all)
{
	for (const char *s = in->columns ? in->columns : ""; *s;) {
		size_t n = strcspn(s, "\n"), n_type = strcspn(s + 8, " ");
		struct span type = span(s + 8, n_type);

		if ((all || !(span_is(type, "body") || span_is(type, "contact"))) && !columns_in_force(o, type, span(s, n)))
			out_bytes(o, s, n + 1);
		s += n + 1;
	}
}

void particles_frame_copy(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *s = particles_frame_text(in, &n);

	out_note_columns(o, s, n);
	put_missing_columns(o, in, 1);
	out_bytes(o, s, n);
}

/* Copy n bytes of the stream, which begin with a frame, or with the `columns` records before it. */
static int put_again(struct particles_out *o, const struct particles_in *in, size_t at, size_t n)
{
	char *piece = MEM_NEW(char, OUT_ROOM);
	ssize_t got = 0;

	for (size_t done = 0; done < n; done += (size_t)got) {
		errno = 0;
		got = particles_again(in, at + done, piece, n - done < OUT_ROOM ? n - done : OUT_ROOM);
		if (got <= 0)
			break;
		if (done == 0)
			out_note_columns(o, piece, (size_t)got);
		out_bytes(o, piece, (size_t)got);
	}
	free(piece);
	return n == 0 || got > 0 ? 0 : -1;
}

int particles_put_last(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *text = particles_frame_text(in, &n);

	if (in->read_again)
		return put_again(o, in, in->frame_at, in->frame_n);
	particles_put_text(o, text, n);
	return 0;
}

int particles_put_before(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *text = particles_frame_before(in, &n);

	if (in->read_again)
		return put_again(o, in, in->before_at, in->before_n);
	particles_put_text(o, text, n);
	return 0;
}

void particles_put_text(struct particles_out *o, const char *text, size_t n)
{
	out_note_columns(o, text, n);
	out_bytes(o, text, n);
}

void particles_put_line(struct particles_out *o, const char *line)
{
	particles_put_text(o, line, strlen(line));
	out_bytes(o, "\n", 1);
}

/* ---- frames ---- */

static inline int may_stand(const struct col *col, int k)
{
	if (col->kind == COL_REAL)
		return isfinite(col->real[k]);
	return col->kind != COL_INT || (col->integer[k] <= INTEGER_MAX && col->integer[k] >= -INTEGER_MAX);
}

int out_bad_from(const struct col *col, int k, int n)
{
	while (k < n && may_stand(col, k))
		k++;
	return k;
}

void out_bad_number(struct particles_out *o, const struct table *t, const char *type, int c, int k, int64_t shown)
{
	const int64_t *id = table_int(t, "id"), *i = table_int(t, "i"), *j = table_int(t, "j");
	size_t size = strlen(t->col[c].name) + strlen(type) + 160;

	free(o->error);
	o->error = MEM_NEW(char, size);
	int n = snprintf(o->error, size, "column %s of %s %" PRId64, t->col[c].name, type, shown);
	if (id)
		n += snprintf(o->error + n, size - (size_t)n, ", id %" PRId64, id[k]);
	else if (i && j)
		n += snprintf(o->error + n, size - (size_t)n, ", between bodies %" PRId64 " and %" PRId64, i[k], j[k]);
	if (t->col[c].kind == COL_INT)
		snprintf(o->error + n, size - (size_t)n, ": found %" PRId64 ", expected an integer up to 2^53",
		         t->col[c].integer[k]);
	else
		snprintf(o->error + n, size - (size_t)n, ": found %f, expected a finite number", t->col[c].real[k]);
}

/* The first column, below n_col, with a number that may not be written. row: the rows of the pieces so far. */
struct finding { struct particles_out *o; const char *type; int n_col, row; };

static void piece_finite(void *to, const struct table *t)
{
	struct finding *f = to;

	for (int c = 0; c < f->n_col; c++) {
		int k = out_bad_from(&t->col[c], 0, t->n_row);

		if (k == t->n_row)
			continue;
		out_bad_number(f->o, t, f->type, c, k, f->row + k + 1);
		f->n_col = c;
	}
	f->row += t->n_row;
}

/* Whether every number of the table is finite, and every integer small enough to be read back. If not, set the message for the
 * first one that is not. */
static int table_finite(struct particles_out *o, const struct table *t, const struct row_source *source, const char *type)
{
	struct finding f = { o, type, t->n_col, 0 };

	if (o->ranks)
		return out_ranks_finite(o, t, type);
	if (source->finite && source->finite(source->from))
		return 1;
	rows_each(t, source, piece_finite, &f);
	return f.n_col == t->n_col;
}

static int frame_finite(struct particles_out *o, const struct world *w)
{
	const double time[3] = { w->t, w->dt, w->due };

	if (o->bad)
		return 0;
	out_finite(o, time, 3, "frame,", "its times");
	for (int k = 0; k < w->ledger.n && !o->bad; k++)
		out_finite(o, &w->ledger.item[k].value, 1, "ledger, key", w->ledger.item[k].key);
	if (w->step < 0 || w->step > INTEGER_MAX)
		out_fault(o, "frame,", "its step", "found it outside of 0 to 2^53");
	if (o->bad)
		return o->bad = 0; /* the next frame may be valid */
	return table_finite(o, &w->body, &w->body_rows, "body") &&
	       table_finite(o, &w->contact, &w->contact_rows, "contact");
}

static void put_table_columns(struct particles_out *o, const struct table *t, const char *type)
{
	char *record = NULL;
	const size_t head = (size_t)8 + strlen(type);
	size_t cap = 0, n = head;

	MEM_GROW(record, &cap, n + 1);
	memcpy(record, "columns ", 8);
	strcpy(record + 8, type);
	for (int c = 0; c < t->n_col; c++) {
		size_t m = strlen(t->col[c].name);

		if (!out_is_shown(&t->col[c]))
			continue;
		MEM_GROW(record, &cap, n + m + 2);
		record[n] = ' ';
		strcpy(record + n + 1, t->col[c].name);
		n += m + 1;
	}
	if (n > head)
		put_columns(o, type, record);
	free(record);
}

/* The bytes of a row for which room is made at once: TEXT and WORD fields get more. */
static size_t room_of_row(const struct rows_plan *rows)
{
	size_t fixed = strlen(rows->type) + 1 + (size_t)rows->t->n_col * (NUMBER_MAX + 1);

	return fixed > OUT_ROOM / 2 ? OUT_ROOM / 2 : fixed; /* thousands of columns: each field reserves its own room below */
}

static inline void put_row(struct particles_out *o, const struct rows_plan *rows, size_t n_type, size_t fixed, int k)
{
	const struct table *t = rows->t;
	char *p = out_room(o, fixed);

	memcpy(p, rows->type, n_type);
	p += n_type;
	for (int c = 0; c < t->n_col; c++) {
		const struct col *col = &t->col[c];
		const char *s;
		size_t n;

		if ((size_t)(p - o->buf) + NUMBER_MAX + 2 > o->room) {
			out_upto(o, p);
			p = out_room(o, NUMBER_MAX + 2);
		}
		*p++ = ' ';
		switch (col->kind) {
		case COL_REAL:
			p = number_put(p, col->real[k]);
			continue;
		case COL_INT:
			p = number_put_int(p, col->integer[k]);
			continue;
		case COL_WORD:
			s = rows->names->word[col->word[k]];
			break;
		default:
			s = t->pool + col->text[k];
			break;
		}
		n = strlen(s);
		if (n == 1) {
			*p++ = *s;
			continue;
		}
		out_upto(o, p);
		out_bytes(o, n ? s : "-", n ? n : 1); /* no field may be empty */
		p = out_room(o, fixed);
	}
	*p++ = '\n';
	out_upto(o, p);
}

void out_row(struct particles_out *o, const struct rows_plan *rows, int k)
{
	put_row(o, rows, strlen(rows->type), room_of_row(rows), k);
}

/* Write the rows from .. end - 1. */
static void put_some_rows(struct particles_out *o, const struct rows_plan *rows, int from, int end)
{
	size_t n_type = strlen(rows->type), fixed = room_of_row(rows);

	for (int k = from; k < end; k++)
		put_row(o, rows, n_type, fixed, k);
}

enum { CHUNK = OUT_CHUNK, TEXTS = OUT_TEXTS };
struct texts { struct particles_out *text[TEXTS]; const struct rows_plan *rows; int from; };

static void text_chunk(void *to, int from, int end, int thread)
{
	const struct texts *t = to;

	(void)thread;
	put_some_rows(t->text[from / CHUNK], t->rows, t->from + from, t->from + end);
}

static void put_rows(struct particles_out *o, const struct table *table, const char *type, const struct names *names)
{
	const struct rows_plan rows = { table, type, names };
	struct texts t = { .rows = &rows };

	if (o->ranks) {
		out_ranks_rows(o, table, type, names);
		return;
	}
	if (o->threads < 2 || table->n_row < 2 * CHUNK) {
		put_some_rows(o, &rows, 0, table->n_row);
		return;
	}
	for (int k = 0; k < TEXTS; k++)
		t.text[k] = particles_create_text();
	for (int n; t.from < table->n_row; t.from += n) {
		n = table->n_row - t.from < CHUNK * TEXTS ? table->n_row - t.from : CHUNK * TEXTS;
		team_chunks(o->threads, n, CHUNK, text_chunk, &t);
		for (int k = 0; k * CHUNK < n; k++)
			particles_append(o, t.text[k]);
	}
	for (int k = 0; k < TEXTS; k++)
		particles_finish(t.text[k]);
}

struct putting { struct particles_out *o; const char *type; const struct names *names; };

static void put_piece(void *to, const struct table *piece)
{
	const struct putting *p = to;

	put_rows(p->o, piece, p->type, p->names);
}

/* Write the unknown records of the frame in their places. */
static void put_kept(struct particles_out *o, const struct particles_in *in, int slot)
{
	if (o->ranks && in) {
		out_ranks_kept(o, in, slot);
		return;
	}
	for (size_t k = 0; in && k < in->n_kept; k++)
		if (in->kept[k].slot == slot)
			out_bytes(o, particles_kept(in, k), in->kept[k].n);
}

static void put_count(struct particles_out *o, const char *key, const struct table *t, const struct row_source *source)
{
	out_text(o, key);
	out_int(o, o->ranks ? share_total(t) : source->make ? source->n_row : t->n_row);
}

int particles_put_frame(struct particles_out *o, const struct world *w, const struct particles_in *in)
{
	if (!frame_finite(o, w))
		return -1;
	put_table_columns(o, &w->body, "body");
	if (w->has_contact)
		put_table_columns(o, &w->contact, "contact");
	if (in)
		put_missing_columns(o, in, 0);
	out_text(o, "frame ");
	out_int(o, w->step);
	out_key(o, "t", w->t);
	out_key(o, "dt", w->dt);
	out_key(o, "due", w->due);
	put_count(o, " body=", &w->body, &w->body_rows);
	if (w->has_contact)
		put_count(o, " contact=", &w->contact, &w->contact_rows);
	out_text(o, in && in->extra ? in->extra : "");
	out_bytes(o, "\n", 1);
	put_kept(o, in, 0);
	rows_each(&w->body, &w->body_rows, put_piece, &(struct putting){ o, "body", &w->names });
	put_kept(o, in, 1);
	if (w->has_contact)
		rows_each(&w->contact, &w->contact_rows, put_piece, &(struct putting){ o, "contact", &w->names });
	put_kept(o, in, 2);
	if (w->ledger.n) {
		out_text(o, "ledger");
		for (int k = 0; k < w->ledger.n; k++)
			out_key(o, w->ledger.item[k].key, w->ledger.item[k].value);
		out_bytes(o, "\n", 1);
	}
	put_kept(o, in, 3);
	out_text(o, "end ");
	out_int(o, w->step);
	out_bytes(o, "\n", 1);
	return 0;
}
