/* particles_lines.c: the text of the particle stream: its lines, and the stored text of frames
 *
 * One buffer holds the text since the last whole frame, which is parsed there. Another buffer holds the last whole frame. */
#include "particles_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "particles_share.h"

enum { CHUNK = PARTICLES_CHUNK, BEHIND = PARTICLES_BEHIND };

/* ---- lines ---- */

ssize_t particles_read_some(FILE *f, char *to, size_t n)
{
	ssize_t got;

	if (fileno(f) >= 0) {
		do
			got = read(fileno(f), to, n);
		while (got < 0 && errno == EINTR);
	} else {
		got = (ssize_t)fread(to, 1, n, f);
		if (got == 0 && ferror(f))
			got = -1;
	}
	return got;
}

/* Read more text. Returns 1; 0 at the end of the file; -1 if reading failed. */
static int read_more(struct particles_in *in)
{
	if (in->share)
		return share_read_more(in);
	in->buf = mem_grow_text(in->buf, &in->cap, in->len + CHUNK + BEHIND);
	ssize_t n = particles_read_some(in->f, in->buf + in->len, CHUNK);
	if (n > 0)
		in->len += (size_t)n;
	memset(in->buf + in->len, 0, BEHIND);
	return n > 0 ? 1 : (int)n;
}

/* Drop the text that has been parsed, as far as it is not kept: of frames, and of shapes if nothing is passed on. */
static void drop_parsed(struct particles_in *in)
{
	if (!(in->drop_text || (in->read_again && in->in_frame)) || in->pos == in->drop_at)
		return;
	in->len -= in->pos - in->drop_at;
	in->dropped += in->read_again ? in->pos - in->drop_at : 0;
	memmove(in->buf + in->drop_at, in->buf + in->pos, in->len - in->drop_at + BEHIND);
	in->pos = in->drop_at;
}

enum line_status particles_next_line(struct particles_in *in, struct line *l)
{
	size_t from = in->pos;
	const char *p;

	while ((p = from < in->len ? memchr(in->buf + from, '\n', in->len - from) : NULL) == NULL) {
		if (in->share)
			share_drop(in);
		else
			drop_parsed(in);
		from = in->len;
		int r = in->at_end ? 0 : read_more(in);
		if (r < 0)
			return LINE_FAILED;
		in->at_end = r == 0;
		if (r == 0)
			break;
	}
	l->at = in->pos;
	l->number = in->line + 1;
	if (!p && in->pos == in->len)
		return LINE_NONE;
	in->line++;
	l->n = (p ? (size_t)(p - in->buf) : in->len) - in->pos;
	in->pos = p ? in->pos + l->n + 1 : in->len;
	if (l->n && in->buf[l->at + l->n - 1] == '\r')
		l->n--;
	return p ? LINE_WHOLE : LINE_OPEN;
}

void particles_close_line(struct particles_in *in)
{
	MEM_GROW(in->buf, &in->cap, in->len + 1 + BEHIND);
	if (in->share)
		store_append(&in->share->text, "\n", 1);
	in->buf[in->len++] = '\n';
	in->ended = 1;
	memset(in->buf + in->len, 0, BEHIND);
	in->pos = in->len;
}

void particles_keep_line(struct particles_in *in, struct line *l)
{
	const size_t n = in->pos - l->at;

	if (!in->drop_text || in->in_frame || in->share)
		return;
	if (l->at > in->drop_at)
		memmove(in->buf + in->drop_at, in->buf + l->at, n);
	l->at = in->drop_at;
	in->drop_at += n;
}

void particles_turn_over(struct particles_in *in)
{
	char *buf = in->other;
	size_t cap = in->cap_other;

	in->drop_at = 0;
	if (in->share)
		share_turn_over(in);
	if (in->share || in->pos == 0)
		return;
	in->len -= in->pos;
	if (in->read_again) {
		memmove(in->buf, in->buf + in->pos, in->len + BEHIND);
		in->preamble_at = in->dropped += in->pos;
		in->pos = 0;
		return;
	}
	MEM_GROW(buf, &cap, in->len + CHUNK + BEHIND);
	memcpy(buf, in->buf + in->pos, in->len + BEHIND);
	in->other = in->buf;
	in->cap_other = in->cap;
	in->buf = buf;
	in->cap = cap;
	in->pos = 0;
	in->frame_in_other = 1;
}

/* ---- stored text ---- */

const char *particles_preamble(const struct particles_in *in, size_t *n)
{
	if (in->share)
		return share_digest(in, n);
	*n = in->preamble_n;
	return in->buf ? in->buf : "";
}

char *particles_take_preamble(struct particles_in *in, size_t *n)
{
	char *text = in->buf;

	if (!in->read_again || in->share || in->preamble_n < CHUNK)
		return NULL;
	*n = in->preamble_n;
	in->len -= in->pos;
	in->cap = in->len + CHUNK + BEHIND;
	in->buf = mem_new(in->cap, 1);
	memcpy(in->buf, text + in->pos, in->len + BEHIND);
	in->preamble_at = in->dropped += in->pos;
	in->preamble_n = in->pos = 0;
	return text;
}

const char *particles_frame_text(const struct particles_in *in, size_t *n)
{
	*n = in->share || in->read_again ? 0 : in->frame_n;
	if (*n == 0)
		return "";
	return (in->frame_in_other ? in->other : in->buf) + in->frame_at;
}

const char *particles_frame_before(const struct particles_in *in, size_t *n)
{
	*n = in->share || in->read_again ? 0 : in->before_n;
	return *n ? in->other + in->before_at : "";
}

const char *particles_kept(const struct particles_in *in, size_t k)
{
	return (in->read_again ? in->kept_text : particles_frame_text(in, &(size_t){ 0 })) + in->kept[k].at;
}

ssize_t particles_again(const struct particles_in *in, size_t at, char *to, size_t n)
{
	ssize_t got;

	do
		got = pread(fileno(in->f), to, n, (off_t)(in->begin + (int64_t)at));
	while (got < 0 && errno == EINTR);
	if (got == 0 && n == 1 && in->ended)
		to[got++] = '\n';
	return got;
}

void particles_read_again(struct particles_in *in)
{
	struct stat st;
	off_t at = fileno(in->f) < 0 ? -1 : lseek(fileno(in->f), 0, SEEK_CUR);

	if (at < 0 || in->share || in->buf || fstat(fileno(in->f), &st) || !S_ISREG(st.st_mode))
		return;
	in->begin = at;
	in->read_again = 1;
}

void particles_release(struct particles_in *in)
{
	size_t n = in->preamble_n, left = 0, at = 0;
	char *preamble, *kept;

	if (in->share) {
		share_release(in);
		return;
	}
	preamble = mem_new(n + BEHIND, 1);
	for (size_t k = 0; k < in->n_kept; k++)
		left += in->kept[k].n;
	kept = mem_new(left, 1);
	for (size_t k = 0; k < in->n_kept; k++) {
		memcpy(kept + at, particles_kept(in, k), in->kept[k].n);
		in->kept[k].at = at;
		at += in->kept[k].n;
	}

	if (in->buf)
		memcpy(preamble, in->buf, n);
	memset(preamble + n, 0, BEHIND);
	free(in->buf);
	free(in->other);
	in->buf = preamble;
	in->cap = n + BEHIND;
	in->other = kept;
	in->len = in->pos = n;
	in->cap_other = in->frame_n = left;
	in->frame_in_other = 1;
	in->frame_at = in->before_n = 0;
	in->read_again = 0;
	table_free(&in->body);
	table_free(&in->contact);
}

void particles_drop_text(struct particles_in *in)
{
	in->drop_text = 1;
}
