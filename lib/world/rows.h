/* rows.h: rows that are made when they are needed, a piece at a time, in place of a table that holds all of them */
#ifndef SCREE_ROWS_H
#define SCREE_ROWS_H

#include "world/table.h"

/* Called for each piece; it may not change the table. */
typedef void rows_visit(void *to, const struct table *piece);

/* Rows on their way: a maker fills row n of t for n = rows_next(). */
struct row_sink {
	struct table *t;
	int n;               /* rows that t has so far */
	rows_visit *visit;   /* gets t when it is full; NULL: t has room for all rows */
	void *to;
	const struct table *all; /* the table whose rows these are, and its row that is the first of t; not used without visit */
	int from;
};

/* Where rows come from. make calls rows_next n_row times, and sets all columns of that row; in a table that has rows, those that
 * have no data there, see table_vacate. */
struct row_source {
	int n_row;
	void (*make)(const void *from, struct row_sink *rows); /* NULL: there is no source */
	const void *from;
	/* Whether all numbers of the rows are known to be finite, without making them; NULL: nothing is known. */
	int (*finite)(const void *from);
};

/* Rows of integers and reals in few bytes, without some columns. */
struct row_pack {
	struct row_source source;
	unsigned char *at;
	size_t n, cap;
	char *has;           /* by columns: it is packed */
};

/* The next row. Columns may not be added meanwhile. */
int rows_next(struct row_sink *r);
/* Fill t, which has columns and no rows, or as many rows and columns without data, with all rows of a source. */
void rows_take(struct table *t, const struct row_source *source);
/* Call visit for the rows of a source piece by piece, in tables with the columns of t, which share the data that t has. Without
 * a source t itself is the piece. */
void rows_each(const struct table *t, const struct row_source *source, rows_visit *visit, void *to);
/* Pack the rows of a source, or without a source those of t, which then keeps its columns alone. Columns named in `without`,
 * which ends with NULL, are left out, and columns of words and texts; then pack->source gives the rows again, with 0 there.
 * Columns that t has beside a source are not packed. */
void rows_pack(struct row_pack *pack, struct table *t, const struct row_source *source, const char *const *without);
void rows_pack_free(struct row_pack *pack);

#endif
