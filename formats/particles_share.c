/* particles_share.c: several ranks read a stream together: its bytes, their shares, agreement */
#include "particles_share.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "world/share.h"

enum { CAST = 1 << 20 }; /* bytes that rank 0 reads for all at a time */

void particles_read_by_ranks(struct particles_in *in, int all)
{
	in->share = MEM_ZERO(struct share, 1);
	in->share->all = all;
}

/* ---- bytes ---- */

void share_drop(struct particles_in *in)
{
	if (in->pos == 0)
		return;
	in->len -= in->pos;
	memmove(in->buf, in->buf + in->pos, in->len + PARTICLES_BEHIND);
	in->dropped += in->pos;
	in->pos = 0;
}

/* Read up to n bytes, as many as are there without waiting. */
static ssize_t read_ready(FILE *f, char *to, size_t n)
{
	ssize_t got = particles_read_some(f, to, n);
	struct pollfd more = { .fd = fileno(f), .events = POLLIN };

	while (got > 0 && (size_t)got < n && more.fd >= 0 && poll(&more, 1, 0) == 1 && more.revents & POLLIN) {
		ssize_t next = particles_read_some(f, to + got, n - (size_t)got);

		if (next <= 0) /* the next call finds this again */
			break;
		got += next;
	}
	return got;
}

/* Rank 0 reads for all. */
static ssize_t read_for_all(struct particles_in *in, char *to)
{
	int64_t said[2] = { 0 };

	if (ranks_me() == 0) {
		said[0] = read_ready(in->f, to, CAST);
		said[1] = errno;
	}
	ranks_cast(0, sizeof said, said);
	errno = (int)said[1];
	if (said[0] > 0)
		ranks_cast(0, (size_t)said[0], to);
	return (ssize_t)said[0];
}

int share_read_more(struct particles_in *in)
{
	size_t room = in->share->all ? PARTICLES_CHUNK : CAST;

	MEM_GROW(in->buf, &in->cap, in->len + room + PARTICLES_BEHIND);
	char *to = in->buf + in->len;
	ssize_t n = in->share->all ? particles_read_some(in->f, to, room) : read_for_all(in, to);
	if (n > 0) {
		in->len += (size_t)n;
		if (in->drop_text)
			in->share->text.from = in->share->text.to += n;
		else
			store_append(&in->share->text, to, (size_t)n);
	}
	memset(in->buf + in->len, 0, PARTICLES_BEHIND);
	return n > 0 ? 1 : (int)n;
}

void share_turn_over(struct particles_in *in)
{
	in->preamble_at = in->dropped + in->pos;
	if (in->drop_text)
		particles_part_drop(in, (int64_t)in->preamble_at);
}

void share_release(struct particles_in *in)
{
	struct particles_part frame = particles_frame_part(in);

	store_forget(&in->share->text, frame.from, frame.to);
	free(in->buf);
	in->buf = NULL;
	in->cap = in->len = in->pos = 0;
	table_free(&in->body);
	table_free(&in->contact);
}

void share_free(struct particles_in *in)
{
	struct share *s = in->share;

	if (!s)
		return;
	store_free(&s->text);
	store_free(&s->kept);
	store_free(&s->kept_next);
	for (int k = 0; k < s->n_mark; k++)
		free(s->mark[k].text);
	free(s->mark);
	free(s->digest);
	free(s->def);
	free(s->fault);
	free(s);
}

/* ---- parts of the text ---- */

struct particles_part particles_preamble_part(const struct particles_in *in)
{
	return (struct particles_part){ (int64_t)in->preamble_at, (int64_t)(in->preamble_at + in->preamble_n) };
}

struct particles_part particles_frame_part(const struct particles_in *in)
{
	return (struct particles_part){ (int64_t)in->frame_at, (int64_t)(in->frame_at + in->frame_n) };
}

struct particles_part particles_before_part(const struct particles_in *in)
{
	return (struct particles_part){ (int64_t)in->before_at, (int64_t)(in->before_at + in->before_n) };
}

void particles_part_drop(struct particles_in *in, int64_t upto)
{
	struct share *s = in->share;
	int n = 0;

	store_drop(&s->text, upto);
	while (n < s->n_mark && s->mark[n].at < upto)
		free(s->mark[n++].text);
	s->n_mark -= n;
	memmove(s->mark, s->mark + n, (size_t)s->n_mark * sizeof *s->mark);
}

void share_mark(struct particles_in *in, const struct line *l)
{
	struct share *s = in->share;

	MEM_GROW(s->mark, &s->cap_mark, (size_t)s->n_mark + 1);
	s->mark[s->n_mark++] = (struct mark){ (int64_t)(in->dropped + l->at), (int64_t)(in->dropped + in->pos),
		mem_word(in->buf + l->at, in->pos - l->at) };
}

const char *share_digest(const struct particles_in *in, size_t *n)
{
	struct share *s = in->share;
	struct particles_part p = particles_preamble_part(in);

	s->n_digest = 0;
	for (int k = 0; k < s->n_mark; k++) {
		size_t m = (size_t)(s->mark[k].end - s->mark[k].at);

		if (s->mark[k].at < p.from || s->mark[k].at >= p.to)
			continue;
		MEM_GROW(s->digest, &s->cap_digest, s->n_digest + m);
		memcpy(s->digest + s->n_digest, s->mark[k].text, m);
		s->n_digest += m;
	}
	*n = s->n_digest;
	return s->digest ? s->digest : "";
}

/* ---- shares ---- */

int share_taker(const char *s, const char *end)
{
	int64_t id;

	while (s < end && is_blank(*s))
		s++;
	size_t n = end - s > 6 && memcmp(s, "shape", 5) == 0 ? 5 : end - s > 5 && memcmp(s, "mass", 4) == 0 ? 4 : 0;
	if (!n || !is_blank(s[n]))
		return -1;
	for (s += n; s < end && is_blank(*s); s++)
		;
	s = s < end ? particles_get_int(s, &id) : NULL;
	return s && (s == end || is_blank(*s)) ? share_home(id) : -1;
}

struct line share_keep_definition(struct particles_in *in, const struct line *l)
{
	struct share *s = in->share;
	struct line kept = { l->number, s->n_def, l->n };

	MEM_GROW(s->def, &s->cap_def, s->n_def + l->n + PARTICLES_BEHIND);
	memcpy(s->def + s->n_def, in->buf + l->at, l->n);
	s->n_def += l->n;
	memset(s->def + s->n_def, 0, PARTICLES_BEHIND);
	s->n_def++;
	return kept;
}

void share_keep(struct particles_in *in, int slot, const struct line *l)
{
	struct share *s = in->share;

	store_append(&s->kept_next, in->buf + l->at, in->pos - l->at);
	for (int k = slot + 1; k <= KEPT_SLOTS; k++)
		s->slot_next[k] = s->kept_next.to;
}

void share_keep_frame(struct particles_in *in)
{
	struct share *s = in->share;

	store_free(&s->kept);
	s->kept = s->kept_next;
	s->kept_next = (struct text_store){ 0 };
	memcpy(s->slot, s->slot_next, sizeof s->slot);
}

void share_frame(struct particles_in *in)
{
	store_free(&in->share->kept_next);
	memset(in->share->slot_next, 0, sizeof in->share->slot_next);
	for (int k = 0; k < in->n_rows; k++) {
		in->rows[k].first = share_first(in->rows[k].want, ranks_me());
		in->rows[k].end = share_first(in->rows[k].want, ranks_me() + 1);
	}
}

int share_fault(struct particles_in *in, int64_t line)
{
	struct share *s = in->share;

	if (s->fault)
		return 0;
	s->fault = mem_string(in->error);
	s->fault_line = line;
	for (int k = 0; k < in->n_rows; k++) /* read no more rows, but count them */
		in->rows[k].first = in->rows[k].end = 0;
	return 0;
}

int share_define(struct particles_in *in, struct world *w)
{
	for (size_t k = 0; k < in->n_def && !in->share->fault; k++)
		if (particles_define(in, w, &in->def[k]))
			share_fault(in, in->def[k].number);
	in->n_def = in->share->n_def = 0;
	return share_settle(in);
}

/* Give the ranks the same names, in the order in which a program of one rank would find them. */
static void unify_words(struct particles_in *in, struct world *w)
{
	const struct words *own = &in->words;
	struct parcels out, got;
	int64_t n = 0;

	parcels_init(&out, ranks_n());
	for (int k = 0; k < own->n; k++)
		if (world_find_name(w, own->word[k]) < 0)
			parcels_put(&out, 0, own->word[k], own->length[k] + 1), n++;
	ranks_sum(1, &n);
	if (n) {
		struct parcel all = { 0 };
		int64_t size = 0;

		ranks_exchange(&out, &got);
		for (int k = 0; k < ranks_n(); k++) {
			MEM_GROW(all.at, &all.cap, all.n + got.of[k].n);
			if (got.of[k].n)
				memcpy(all.at + all.n, got.of[k].at, got.of[k].n);
			all.n += got.of[k].n;
		}
		size = (int64_t)all.n;
		ranks_cast(0, sizeof size, &size);
		MEM_GROW(all.at, &all.cap, (size_t)size);
		ranks_cast(0, (size_t)size, all.at);
		for (const char *s = all.at; s < all.at + size; s += strlen(s) + 1)
			world_name(w, s);
		free(all.at);
		parcels_free(&got);
	}
	parcels_free(&out);
}

void share_commit(struct particles_in *in, struct world *w)
{
	unify_words(in, w);
	particles_rows_commit(in, w);
	for (int t = BODY; t <= CONTACT; t++) {
		struct table *to = t == BODY ? &w->body : &w->contact;
		int64_t *row = table_need_int(to, SHARE_ROW, 0);

		for (int k = 0; k < to->n_row; k++)
			row[k] = in->rows[t].first + k;
	}
}

/* ---- agreement ---- */

static int agree(struct particles_in *in, int bad, int64_t order, enum particles_status status)
{
	struct share *s = in->share;
	int64_t pos = (int64_t)(in->dropped + in->pos), x[3] = { bad ? order : INT64_MAX, pos, -pos }, who, told[2];

	ranks_least(3, x);
	if (x[0] == INT64_MAX && x[1] == -x[2])
		return 0;
	s->settled = 1;
	s->status = status;
	if (x[0] == INT64_MAX) {
		particles_tell(in, in->line, "the ranks read different contents; a file must be the same for all of them");
		s->status = PARTICLES_SYSTEM;
		return -1;
	}
	who = bad && order == x[0] ? ranks_me() : INT64_MAX;
	ranks_least(1, &who);
	told[0] = bad ? (int64_t)strlen(in->error) + 1 : 0;
	told[1] = status;
	ranks_cast((int)who, sizeof told, told);
	char *text = MEM_NEW(char, (size_t)told[0]);
	if (who == ranks_me())
		memcpy(text, in->error, (size_t)told[0]);
	ranks_cast((int)who, (size_t)told[0], text);
	free(in->error);
	in->error = text;
	s->status = (enum particles_status)told[1];
	return -1;
}

int share_agree(struct particles_in *in, int bad, int64_t order)
{
	return agree(in, bad, order, PARTICLES_BAD);
}

/* The message about the fault in the share becomes that of the reader. Faults in lines come before others that are found at the
 * same line. */
static int64_t tell_fault(struct particles_in *in)
{
	free(in->error);
	in->error = mem_string(in->share->fault);
	return 2 * in->share->fault_line;
}

int share_settle(struct particles_in *in)
{
	int bad = in->share->fault != NULL;

	return share_agree(in, bad, bad ? tell_fault(in) : 0);
}

enum particles_status share_stop(struct particles_in *in, enum particles_status status)
{
	struct share *s = in->share;
	int64_t order = 2 * in->line + 1;

	if (s->settled)
		return s->status;
	if (s->fault) {
		order = tell_fault(in);
		status = PARTICLES_BAD;
	}
	return agree(in, status != PARTICLES_END, order, status) ? s->status : status;
}
