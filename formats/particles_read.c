/* particles_read.c: read the records and frames of the particle stream (particles.md)
 *
 * Definitions before a frame wait as lines for its `end`. Rows are parsed at once, into tables that the world gets at the `end`.
 * Nothing reaches the world before its frame is whole. */
#include "particles_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "number.h"
#include "particles_share.h"
#include "world/merge.h"

/* ---- opening and closing ---- */

struct particles_in *particles_open(FILE *f, const char *name)
{
	struct particles_in *in = MEM_ZERO(struct particles_in, 1);

	in->f = f;
	in->name = mem_string(name);
	in->stopped = PARTICLES_FRAME;
	in->last_step = -1;
	particles_rows_reset(in);
	words_clear(&in->words);
	return in;
}

void particles_close(struct particles_in *in)
{
	particles_rows_reset(in);
	for (int k = 0; k < in->n_rows; k++) {
		free(in->rows[k].type);
		free(in->rows[k].run);
	}
	free(in->rows);
	words_free(&in->words);
	table_free(&in->body);
	table_free(&in->contact);
	params_free(&in->ledger);
	free(in->name);
	free(in->error);
	free(in->buf);
	free(in->other);
	free(in->def);
	for (size_t k = 0; k < in->n_shape; k++)
		shape_free(&in->shape[k]);
	free(in->shape);
	free(in->kept);
	free(in->kept_next);
	free(in->extra);
	free(in->extra_next);
	free(in->columns);
	free(in->unknown);
	free(in->field);
	free(in->kept_text);
	free(in->kept_text_next);
	for (size_t k = 0; k < sizeof in->text / sizeof *in->text; k++)
		free(in->text[k]);
	free(in->shape_of);
	share_free(in);
	free(in);
}

const char *particles_name(const struct particles_in *in)
{
	return in->name;
}

FILE *particles_file(const struct particles_in *in)
{
	return in->f;
}

int64_t particles_frames(const struct particles_in *in)
{
	return in->n_frame;
}

int particles_holds_frame(const struct particles_in *in)
{
	return in->n_frame > 0 && !(in->stopped == PARTICLES_END && in->last_step < 0);
}

void particles_take_solids(struct particles_in *in)
{
	in->solids = 1;
}

void particles_keep_frame(struct particles_in *in)
{
	in->keep_frame = 1;
}

const char *particles_unknown_required(const struct particles_in *in)
{
	return in->unknown;
}

/* ---- records ---- */

static int take_magic(struct particles_in *in, int64_t line)
{
	int dim;

	if (particles_check_magic(in, line, &dim))
		return -1;
	in->started = 1;
	in->dim = dim;
	in->last_step = -1;
	free(in->unknown);
	in->unknown = NULL;
	particles_rows_reset(in);
	words_clear(&in->words);
	return 0;
}

static int take_key_values(struct particles_in *in, int64_t line, const char *what)
{
	struct span key, value;

	char *all = NULL;
	int bad = 0;

	for (size_t k = 1; k < in->n_field && !bad; k++) {
		if (!span_cut(in->field[k], '=', &key, &value) || key.n == 0 || value.n == 0)
			bad = particles_bad(in, line, in->field[k], what, "key=value");
		else if (span_keep(&all, in->field[k]))
			bad = particles_bad(in, line, in->field[k], what, "every key once");
	}
	free(all);
	return bad;
}

static int take_ledger(struct particles_in *in, int64_t line)
{
	struct span key, value;
	double x;

	if (in->has_ledger)
		return particles_bad(in, line, in->field[0], "a second ledger in one frame", "'end %" PRId64 "'",
		                     in->head.step);
	in->has_ledger = 1;
	for (size_t k = 1; k < in->n_field; k++) {
		if (!span_cut(in->field[k], '=', &key, &value) || key.n == 0 || span_real(value, &x))
			return particles_bad(in, line, in->field[k], "ledger", "key=number");
		const char *name = span_text(in, 0, key);
		if (params_find(&in->ledger, name))
			return particles_bad(in, line, in->field[k], "ledger", "every key once");
		params_set(&in->ledger, name, x);
	}
	return 0;
}

/* Read one key=value of a frame record: a time or a number of rows. Unknown keys are kept. */
static int take_frame_key(struct particles_in *in, int64_t line, struct span pair, int *seen)
{
	static const char *const name[] = { "t", "dt", "due" };
	double *const to[] = { &in->head.t, &in->head.dt, &in->head.due };
	struct span key, value;

	if (!span_cut(pair, '=', &key, &value) || key.n == 0)
		return particles_bad(in, line, pair, "frame", "key=value");
	for (int k = 0; k < 3; k++) {
		if (!span_is(key, name[k]))
			continue;
		if (*seen & 1 << k)
			return particles_bad(in, line, pair, "frame", "every key once");
		*seen |= 1 << k;
		return span_real(value, to[k]) ? particles_bad(in, line, pair, "frame", "%s=number", name[k]) : 0;
	}
	struct rows *r = particles_rows(in, key);
	if ((!r || !r->to) && span_keep(&in->extra_next, pair))
		return particles_bad(in, line, pair, "frame", "every key once");
	if (!r)
		return 0;
	if (r->stated)
		return particles_bad(in, line, pair, "frame", "every key once");
	r->stated = 1;
	if (span_int(value, &r->want) || r->want < 0 || r->want > INT32_MAX)
		return particles_bad(in, line, pair, "frame", "a number of rows from 0 to %d", INT32_MAX);
	return 0;
}

static int take_frame(struct particles_in *in, const struct line *l)
{
	struct frame_head *h = &in->head;
	int seen = 0;

	*h = (struct frame_head){ .line = l->number };
	for (int k = 0; k < in->n_rows; k++)
		in->rows[k].stated = 0, in->rows[k].want = in->rows[k].have = 0;
	free(in->extra_next);
	in->extra_next = NULL;
	if (in->n_field < 2 || span_int(in->field[1], &h->step) || h->step < 0)
		return particles_bad(in, l->number, in->n_field < 2 ? span("", 0) : in->field[1], "frame", "its step, an integer");
	if (h->step <= in->last_step)
		return particles_bad(in, l->number, in->field[1], "frame", "a step above %" PRId64 ", the step of the previous frame",
		                     in->last_step);
	for (size_t k = 2; k < in->n_field; k++)
		if (take_frame_key(in, l->number, in->field[k], &seen))
			return -1;
	if (!(seen & 1))
		return particles_bad(in, l->number, span(NULL, 0), "frame without a time", "t=number");
	if (!(seen & 4))
		h->due = h->t;
	if (h->dt < 0)
		return particles_bad(in, l->number, span(NULL, 0), "frame with a negative dt", "dt >= 0");
	for (int k = 0; k < in->n_rows; k++)
		in->rows[k].first = 0, in->rows[k].end = in->rows[k].want;
	if (in->share)
		share_frame(in);
	in->in_frame = 1;
	in->drop_at = in->drop_text ? in->drop_at : in->pos;
	in->current = 0;
	in->n_kept_next = 0;
	in->has_ledger = 0;
	params_free(&in->ledger);
	if (!in->in_run)
		in->run_at = in->dropped + l->at;
	particles_rows_begin(in);
	return 0;
}

/* Keep a record inside a frame as text, and note its place among the rows. */
static void keep(struct particles_in *in, const struct line *l)
{
	if (in->drop_text)
		return;
	int slot = in->has_ledger ? 3 : in->rows[1].have ? 2 : in->rows[0].have ? 1 : 0;

	if (in->share) {
		share_keep(in, slot, l);
		return;
	}
	MEM_GROW(in->kept_next, &in->cap_kept_next, in->n_kept_next + 1);
	struct kept *k = &in->kept_next[in->n_kept_next++];
	*k = (struct kept){ slot, l->at - in->run_at, in->pos - l->at };
	if (in->read_again) {
		k->at = in->n_kept_next > 1 ? k[-1].at + k[-1].n : 0;
		MEM_GROW(in->kept_text_next, &in->cap_kept_text_next, k->at + k->n);
		memcpy(in->kept_text_next + k->at, in->buf + l->at, k->n);
	}
}

static int apply_definitions(struct particles_in *in, struct world *w)
{
	if (in->share)
		return share_define(in, w);
	for (size_t k = 0; k < in->n_def; k++)
		if (particles_define(in, w, &in->def[k]))
			return -1;
	in->n_def = in->n_shape = 0;
	return 0;
}

/* Keep the `columns` records that the frame needs: later records may replace them before the frame is written. */
static void keep_columns(struct particles_in *in)
{
	size_t n = 0, cap = 0;
	char *s = NULL;

	MEM_GROW(s, &cap, 1);
	for (int k = 0; k < in->n_rows; k++) {
		if (!in->rows[k].stated || !in->rows[k].record)
			continue;
		size_t m = strlen(in->rows[k].record);
		MEM_GROW(s, &cap, n + m + 2);
		memcpy(s + n, in->rows[k].record, m);
		s[n + m] = '\n';
		n += m + 1;
	}
	s[n] = 0;
	free(in->columns);
	in->columns = s;
}

/* Read the end of a frame: check everything, then update the world. */
static int take_end(struct particles_in *in, struct world *w, int64_t line)
{
	int64_t step;

	if (in->n_field != 2 || span_int(in->field[1], &step) || step != in->head.step)
		return particles_bad(in, line, in->field[in->n_field > 1], "end of a frame", "'end %" PRId64 "'", in->head.step);
	if (in->share && share_settle(in))
		return -1;
	if (particles_rows_counted(in, line) || apply_definitions(in, w) ||
	    (in->share ? share_refer(in, w) : particles_rows_refer(in, w)))
		return -1;
	if (in->share)
		share_commit(in, w);
	else
		particles_rows_commit(in, w);
	w->step = in->head.step;
	w->t = in->head.t;
	w->dt = in->head.dt;
	w->due = in->head.due;
	w->has_contact = in->rows[1].stated;
	struct params p = w->ledger;
	w->ledger = in->ledger;
	in->ledger = p;

	struct kept *k = in->kept;
	size_t cap = in->cap_kept;
	in->kept = in->kept_next;
	in->n_kept = in->n_kept_next;
	in->cap_kept = in->cap_kept_next;
	in->kept_next = k;
	in->cap_kept_next = cap;
	char *text = in->kept_text;
	cap = in->cap_kept_text;
	in->kept_text = in->kept_text_next;
	in->cap_kept_text = in->cap_kept_text_next;
	in->kept_text_next = text;
	in->cap_kept_text_next = cap;
	if (in->share)
		share_keep_frame(in);
	char *e = in->extra;
	in->extra = in->extra_next;
	in->extra_next = e;
	keep_columns(in);

	in->preamble_n = in->run_at - in->preamble_at;
	in->before_at = in->frame_at;
	in->before_n = in->frame_n;
	in->frame_in_other = 0;
	in->frame_at = in->run_at;
	in->frame_n = in->drop_text ? 0 : in->dropped + in->pos - in->run_at;
	in->in_frame = 0;
	in->last_step = in->head.step;
	in->n_frame++;
	return 1;
}

/* Words of known records that are not definitions. */
static int is_reserved(struct span w)
{
	return span_is(w, "made") || span_is(w, "units") || span_is(w, "columns") || span_is(w, "frame");
}

/* Check an unknown record; remember the first that is marked with !. */
static int take_unknown(struct particles_in *in, int64_t line, struct span word)
{
	int must = word.s[0] == '!';
	char c = word.n > (size_t)must ? word.s[must] : 0;

	if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')))
		return particles_bad(in, line, word, "a line that is not a record", "a word");
	if (must && !in->unknown)
		in->unknown = mem_string(span_text(in, 0, word));
	return 0;
}

/* Take a record inside a frame. Returns 0; 1 at the end of the frame; -1 for an error. */
static int take_inside(struct particles_in *in, struct world *w, const struct line *l, struct span word)
{
	struct rows *r = particles_rows(in, word);

	if (r) {
		if (!r->to) {
			keep(in, l);
			if (word.s[0] == '!' && take_unknown(in, l->number, word))
				return -1;
		}
		return particles_take_row(in, r, l->number, word.s + word.n, in->buf + l->at + l->n);
	}
	particles_split(in, in->buf + l->at, l->n);
	if (span_is(word, "end"))
		return take_end(in, w, l->number);
	if (span_is(word, "ledger"))
		return take_ledger(in, l->number);
	if (particles_is_definition(word) || is_reserved(word))
		return particles_bad(in, l->number, word, "inside a frame", "its rows or 'end %" PRId64 "'", in->head.step);
	keep(in, l);
	return word.s[0] == '#' ? 0 : take_unknown(in, l->number, word);
}

/* Take a record outside frames. */
static int take_outside(struct particles_in *in, const struct line *l, struct span word)
{
	int columns = span_is(word, "columns");

	if (columns && !in->in_run)
		in->run_at = in->dropped + l->at;
	if (!span_is(word, "frame"))
		in->in_run = columns;
	if (in->share && (columns || span_is(word, "made") || span_is(word, "units") || span_is(word, "scree")))
		share_mark(in, l);
	if (word.s[0] == '#' || span_is(word, "made"))
		return 0;
	if (particles_is_definition(word)) {
		if (!in->share && particles_define_now(in, l, word)) {
			in->drop_at = in->drop_text ? l->at : in->drop_at; /* its text is needed no more */
			return 0;
		}
		MEM_GROW(in->def, &in->cap_def, in->n_def + 1);
		in->def[in->n_def++] = in->share ? share_keep_definition(in, l) : *l;
		if (!span_is(word, "scree"))
			return 0;
	}
	particles_split(in, in->buf + l->at, l->n);
	if (columns)
		return particles_take_columns(in, l->number);
	if (span_is(word, "scree"))
		return take_magic(in, l->number);
	if (span_is(word, "frame"))
		return take_frame(in, l);
	if (span_is(word, "units"))
		return take_key_values(in, l->number, "units");
	if (span_is(word, "end") || span_is(word, "ledger") || particles_rows(in, word))
		return particles_bad(in, l->number, word, "outside a frame", "a definition or a frame record");
	return take_unknown(in, l->number, word);
}

/* Set the message that the text is no stream. line: the first line, or NULL. */
static int no_stream(struct particles_in *in, const struct line *line)
{
	int table = line && line->n >= 13 && memcmp(in->buf + line->at, "# scree-table", 13) == 0;
	int numbers = line && line->n > 0 && strspn(in->buf + line->at, "0123456789+-.eE, \t\r") >= line->n;
	int mark = line && line->n >= 3 && memcmp(in->buf + line->at, "\xef\xbb\xbf", 3) == 0;

	particles_tell(in, 1, "not a scree stream%s, expected 'scree %d dim=2' or dim=3%s", table ? " but a table" : "",
	               PARTICLES_VERSION, mark ? "; save the file without the byte order mark at its beginning" :
	               numbers ? "; scree-convert makes a stream of a list of balls (x y z r)" : "");
	return -1;
}

/* Whether one of eight bytes is below the blank. */
static int has_low(const char *s)
{
	const uint64_t ones = ~(uint64_t)0 / 255;
	uint64_t v;

	memcpy(&v, s, sizeof v);
	return ((v - ' ' * ones) & ~v & 128 * ones) != 0;
}

/* The first control byte in [s, end) other than a tab, or end. */
static const char *control_byte(const char *s, const char *end)
{
	for (; s < end; s++) {
		while (end - s >= 8 && !has_low(s))
			s += 8;
		if (s < end && (unsigned char)*s < ' ' && *s != '\t')
			break;
	}
	return s;
}

/* Take a whole line. Returns 0; 1 if it ends a frame; -1 for an error. */
static int take_line(struct particles_in *in, struct world *w, const struct line *l)
{
	const char *s = in->buf + l->at, *end = s + l->n;
	struct rows *r = &in->rows[in->current];

	if (in->in_frame && r->to && l->n > r->n_type && memcmp(s, r->type, r->n_type) == 0 && is_blank(s[r->n_type]))
		return particles_take_row(in, r, l->number, s + r->n_type, end);
	if (!in->started && !(l->n > 6 && memcmp(s, "scree", 5) == 0 && is_blank(s[5])))
		return no_stream(in, l);
	const int taker = in->share && in->started && !in->in_frame ? share_taker(s, end) : -1;
	if (taker >= 0 && taker != ranks_me()) {
		in->in_run = 0;
		return 0;
	}
	const char *control = control_byte(s, end);
	if (control < end) {
		particles_tell(in, l->number, "a control byte, found 0x%02x, expected text", (unsigned char)*control);
		return taker >= 0 ? share_fault(in, l->number) : -1;
	}
	while (s < end && is_blank(*s))
		s++;
	const char *to = s;
	while (to < end && !is_blank(*to))
		to++;
	if (s == end) { /* an empty line */
		if (in->in_frame)
			keep(in, l);
		else
			in->in_run = 0;
		return 0;
	}
	struct span word = span(s, (size_t)(to - s));
	return in->in_frame ? take_inside(in, w, l, word) : take_outside(in, l, word);
}

/* ---- the end of the file ---- */

/* Whether the file may end in this line, which lacks its line feed: only if nothing can be missing. */
static int may_end_here(struct particles_in *in, const struct line *l)
{
	const char *s = in->buf + l->at;
	int64_t step;

	particles_split(in, s, l->n);
	if (in->n_field == 0 || in->field[0].s[0] == '#')
		return in->started;
	return in->in_frame && in->n_field == 2 && span_is(in->field[0], "end") && span_int(in->field[1], &step) == 0 &&
	       step == in->head.step;
}

static enum particles_status stop(struct particles_in *in, enum particles_status s)
{
	return in->stopped = in->share ? share_stop(in, s) : s;
}

static enum particles_status cut(struct particles_in *in, int64_t line)
{
	char where[64];

	if (in->in_frame)
		snprintf(where, sizeof where, "frame %" PRId64, in->head.step);
	else
		snprintf(where, sizeof where, in->started ? "this line" : "its first line");
	in->preamble_n = 0;
	particles_tell(in, line, "the stream is cut inside %s, %" PRId64 " whole frame%s before it", where, in->n_frame,
	     in->n_frame == 1 ? "" : "s");
	return stop(in, PARTICLES_CUT);
}

/* Apply definitions after the last frame to a copy of those of w, so that they are only checked. */
static int check_definitions(struct particles_in *in, const struct world *w)
{
	struct world later;

	world_init(&later, w->dim);
	merge_definitions(&later, w, 0);
	int bad = apply_definitions(in, &later);
	world_free(&later);
	return bad;
}

static enum particles_status at_end(struct particles_in *in, struct world *w)
{
	if (in->in_frame)
		return cut(in, in->line);
	if (!in->started) {
		particles_tell(in, 1, "the stream is empty, expected 'scree %d dim=2' or dim=3", PARTICLES_VERSION);
		return stop(in, PARTICLES_CUT);
	}
	in->preamble_n = in->dropped + in->pos - in->preamble_at;
	int bad = in->keep_frame && in->last_step >= 0 ? check_definitions(in, w) : apply_definitions(in, w);
	return stop(in, bad ? PARTICLES_BAD : PARTICLES_END);
}

enum particles_status particles_read(struct particles_in *in, struct world *w)
{
	struct line l;

	if (in->stopped != PARTICLES_FRAME)
		return in->stopped;
	particles_turn_over(in);
	in->preamble_n = 0;
	in->in_run = 0;
	for (;;) {
		switch (particles_next_line(in, &l)) {
		case LINE_FAILED:
			particles_tell(in, in->line + 1, "reading failed: %s", strerror(errno));
			return stop(in, PARTICLES_SYSTEM);
		case LINE_NONE:
			return at_end(in, w);
		case LINE_OPEN:
			if (!in->started && memcmp(in->buf, "scree ", l.n < 6 ? l.n : 6) != 0)
				return no_stream(in, NULL), stop(in, PARTICLES_BAD);
			if (!may_end_here(in, &l))
				return cut(in, l.number);
			particles_close_line(in);
			break;
		case LINE_WHOLE:
			break;
		}
		particles_keep_line(in, &l);
		int r = take_line(in, w, &l);
		if (r)
			return r > 0 ? PARTICLES_FRAME : stop(in, PARTICLES_BAD);
	}
}
