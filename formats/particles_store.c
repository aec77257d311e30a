/* particles_store.c: a long text that several ranks keep together */
#include "particles_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"

enum { PIECE = 256 * 1024 };

/* A part of the text within one piece: its rank and the number of the piece there, its place in the piece, its length. */
struct part { int rank, piece; size_t at, n; };

static struct part part_at(int64_t from, int64_t to)
{
	int64_t piece = from / PIECE, end = (piece + 1) * PIECE;

	return (struct part){ (int)(piece % ranks_n()), (int)(piece / ranks_n()), (size_t)(from % PIECE),
		(size_t)((to < end ? to : end) - from) };
}

void store_free(struct text_store *s)
{
	for (int k = 0; k < s->n; k++)
		free(s->piece[k]);
	free(s->piece);
	*s = (struct text_store){ 0 };
}

void store_append(struct text_store *s, const char *text, size_t n)
{
	int64_t end = s->to + (int64_t)n;

	while (s->to < end) {
		struct part p = part_at(s->to, end);

		if (p.rank == ranks_me()) {
			if (p.piece >= s->n) {
				MEM_GROW(s->piece, &s->cap, (size_t)p.piece + 1);
				memset(s->piece + s->n, 0, (size_t)(p.piece + 1 - s->n) * sizeof *s->piece);
				s->n = p.piece + 1;
			}
			if (!s->piece[p.piece])
				s->piece[p.piece] = MEM_NEW(char, PIECE);
			memcpy(s->piece[p.piece] + p.at, text, p.n);
		}
		text += p.n;
		s->to += (int64_t)p.n;
	}
}

void store_forget(struct text_store *s, int64_t from, int64_t to)
{
	for (int64_t at = (from + PIECE - 1) / PIECE * PIECE; at + PIECE <= to; at += PIECE) {
		struct part p = part_at(at, at + PIECE);

		if (p.rank != ranks_me() || p.piece >= s->n)
			continue;
		free(s->piece[p.piece]);
		s->piece[p.piece] = NULL;
	}
}

void store_drop(struct text_store *s, int64_t upto)
{
	upto = upto < s->to ? upto : s->to;
	store_forget(s, s->from / PIECE * PIECE, upto);
	s->from = upto > s->from ? upto : s->from;
}

void store_collect(const struct text_store *s, int64_t from, int64_t to, store_take *take, void *out)
{
	char *other = NULL;

	while (from < to) {
		struct part p = part_at(from, to);

		if (p.rank == 0 && ranks_me() == 0) {
			take(out, s->piece[p.piece] + p.at, p.n);
		} else if (p.rank == ranks_me()) {
			ranks_send(0, p.n, s->piece[p.piece] + p.at);
		} else if (ranks_me() == 0) {
			if (!other)
				other = MEM_NEW(char, PIECE);
			ranks_receive(p.rank, p.n, other);
			take(out, other, p.n);
		}
		from += (int64_t)p.n;
	}
	free(other);
}

void store_own(const struct text_store *s, int64_t from, int64_t to, store_take_at *take, void *out)
{
	for (int64_t at = from; at < to;) {
		struct part p = part_at(at, to);

		if (p.rank == ranks_me())
			take(out, at - from, s->piece[p.piece] + p.at, p.n);
		at += (int64_t)p.n;
	}
}
