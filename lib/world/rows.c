/* rows.c: rows that are made when they are needed */
#include "world/rows.h"

enum { PIECE = 4096 }; /* rows */

int rows_next(struct row_sink *r)
{
	if (r->visit && r->n == r->t->n_row) {
		r->visit(r->to, r->t);
		r->n = 0;
	}
	return r->n++;
}

void rows_take(struct table *t, const struct row_source *source)
{
	struct row_sink rows = { .t = t };

	table_resize(t, source->n_row);
	source->make(source->from, &rows);
}

void rows_each(const struct table *t, const struct row_source *source, rows_visit *visit, void *to)
{
	struct table piece = { 0 };
	struct row_sink rows = { &piece, 0, visit, to };

	if (!source->make) {
		visit(to, t);
		return;
	}
	table_copy(&piece, t);
	table_resize(&piece, source->n_row < PIECE ? source->n_row : PIECE);
	source->make(source->from, &rows);
	table_resize(&piece, rows.n);
	visit(to, &piece);
	table_free(&piece);
}
