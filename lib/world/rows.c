/* rows.c: rows that are made when they are needed */
#include "world/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { PIECE = 4096 }; /* rows */

/* Whether column c of a table has its rows, which then are not made. */
static int is_there(const struct table *t, int c)
{
	return t->n_row > 0 && t->col[c].real;
}

/* Let columns that have their rows show those of the present piece. */
static void show(struct row_sink *r)
{
	for (int c = 0; c < r->t->n_col; c++)
		if (is_there(r->all, c))
			r->t->col[c].real = table_entry(&r->all->col[c], r->from);
}

int rows_next(struct row_sink *r)
{
	if (r->visit && r->n == r->t->n_row) {
		r->visit(r->to, r->t);
		r->from += r->n;
		r->n = 0;
		show(r);
	}
	return r->n++;
}

void rows_take(struct table *t, const struct row_source *source)
{
	struct row_sink rows = { .t = t };

	table_resize(t, source->n_row);
	table_occupy(t);
	source->make(source->from, &rows);
}

void rows_each(const struct table *t, const struct row_source *source, rows_visit *visit, void *to)
{
	struct table piece = *t; /* shares names and texts */
	struct row_sink rows = { &piece, 0, visit, to, t, 0 };

	if (!source->make) {
		visit(to, t);
		return;
	}
	piece.n_row = source->n_row < PIECE ? source->n_row : PIECE;
	piece.col = mem_copy(t->col, (size_t)t->n_col, sizeof *t->col);
	for (int c = 0; c < t->n_col; c++)
		piece.col[c].real = is_there(t, c) ? NULL : mem_zero((size_t)piece.n_row, 8);
	show(&rows);
	source->make(source->from, &rows);
	piece.n_row = rows.n;
	visit(to, &piece);
	for (int c = 0; c < t->n_col; c++)
		free(is_there(t, c) ? NULL : piece.col[c].real);
	free(piece.col);
}

/* ---- packed rows ---- */

/* A packed row has integers, as differences to the row before, then bits that tell which reals are not 0, then these reals.
 * Integers have seven bits a byte, the lowest first; only the last byte is below 128. */
enum { NUMBER_MOST = 10 }; /* bytes of an integer, or of a real */

static unsigned char *put_bits(unsigned char *p, uint64_t x)
{
	for (; x >= 128; x >>= 7)
		*p++ = (unsigned char)(x | 128);
	*p++ = (unsigned char)x;
	return p;
}

static const unsigned char *get_bits(const unsigned char *p, uint64_t *x)
{
	int shift = 0;

	for (*x = 0; *p >= 128; shift += 7)
		*x |= (uint64_t)(*p++ & 127) << shift;
	*x |= (uint64_t)*p++ << shift;
	return p;
}

/* The sign goes to the lowest bit, so that small numbers have few bits. */
static uint64_t zigzag(int64_t x)
{
	return x < 0 ? 2 * (uint64_t)-(x + 1) + 1 : 2 * (uint64_t)x;
}

static int64_t unzigzag(uint64_t x)
{
	return x & 1 ? -(int64_t)(x / 2) - 1 : (int64_t)(x / 2);
}

static unsigned char *put_row(unsigned char *p, const struct table *t, const char *has, int k, int64_t *last)
{
	uint64_t some = 0, bit = 1, real;

	for (int c = 0; c < t->n_col; c++) {
		if (has[c] && t->col[c].kind == COL_INT) {
			p = put_bits(p, zigzag(t->col[c].integer[k] - last[c]));
			last[c] = t->col[c].integer[k];
		} else if (has[c]) {
			memcpy(&real, &t->col[c].real[k], sizeof real);
			some |= real ? bit : 0;
			bit <<= 1;
		}
	}
	p = put_bits(p, some);
	for (int c = 0; c < t->n_col; c++)
		if (has[c] && t->col[c].kind == COL_REAL) {
			memcpy(p, &t->col[c].real[k], sizeof real);
			p += some & 1 ? sizeof real : 0;
			some >>= 1;
		}
	return p;
}

static const unsigned char *get_row(const unsigned char *p, const struct table *t, const char *has, int k, int64_t *last)
{
	uint64_t some, x;

	for (int c = 0; c < t->n_col; c++)
		if (has[c] && t->col[c].kind == COL_INT) {
			p = get_bits(p, &x);
			t->col[c].integer[k] = last[c] += unzigzag(x);
		}
	p = get_bits(p, &some);
	for (int c = 0; c < t->n_col; c++) {
		if (!has[c] || t->col[c].kind != COL_REAL)
			continue;
		t->col[c].real[k] = 0;
		if (some & 1) {
			memcpy(&t->col[c].real[k], p, sizeof *t->col[c].real);
			p += sizeof *t->col[c].real;
		}
		some >>= 1;
	}
	return p;
}

static void unpack(const void *from, struct row_sink *rows)
{
	const struct row_pack *pack = from;
	const unsigned char *p = pack->at;
	int64_t *last = MEM_ZERO(int64_t, (size_t)rows->t->n_col);

	for (int k = 0; k < pack->source.n_row; k++) {
		int n = rows_next(rows);

		p = get_row(p, rows->t, pack->has, n, last);
	}
	free(last);
}

struct packing { struct row_pack *pack; int64_t *last; unsigned char *row; };

/* With a row of scratch memory, only find how many bytes the rows need. */
static void pack_piece(void *to, const struct table *t)
{
	const struct packing *q = to;
	struct row_pack *pack = q->pack;

	for (int k = 0; k < t->n_row; k++) {
		unsigned char *p = q->row ? q->row : pack->at + pack->n;

		pack->n += (size_t)(put_row(p, t, pack->has, k, q->last) - p);
	}
	pack->source.n_row += t->n_row;
}

static void pack_all(struct row_pack *pack, const struct table *t, const struct row_source *source, unsigned char *row)
{
	int64_t *last = MEM_ZERO(int64_t, (size_t)t->n_col);

	pack->n = 0;
	pack->source = (struct row_source){ 0, unpack, pack, NULL };
	rows_each(t, source, pack_piece, &(struct packing){ pack, last, row });
	free(last);
}

void rows_pack(struct row_pack *pack, struct table *t, const struct row_source *source, const char *const *without)
{
	unsigned char *row = MEM_NEW(unsigned char, (size_t)(t->n_col + 1) * NUMBER_MOST);
	int n_real = 0;

	pack->has = mem_resize(pack->has, (size_t)t->n_col, 1);
	for (int c = 0; c < t->n_col; c++) {
		pack->has[c] = (t->col[c].kind == COL_INT || t->col[c].kind == COL_REAL) && !(source->make && is_there(t, c));
		for (const char *const *name = without; *name && pack->has[c]; name++)
			pack->has[c] = strcmp(*name, t->col[c].name) != 0;
		n_real += pack->has[c] && t->col[c].kind == COL_REAL;
	}
	assert(n_real <= 64); /* the reader knows fewer */
	pack_all(pack, t, source, row);
	MEM_ROOM(pack->at, &pack->cap, pack->n + NUMBER_MOST);
	pack_all(pack, t, source, NULL);
	free(row);
	if (source->make)
		return;
	table_resize(t, 0);
	table_fit(t);
}

void rows_pack_free(struct row_pack *pack)
{
	free(pack->has);
	free(pack->at);
	*pack = (struct row_pack){ 0 };
}
