/* rows.c: rows that are packed come back as they were. */
#include <math.h>
#include <string.h>

#include "tap.h"
#include "world/rows.h"

enum { MANY = 9001 };        /* more than two pieces */

/* Row k: integers up to the largest of the stream, of both signs and in any order, and reals of all kinds. */
static void fill(const struct table *t, int n, int k)
{
	static const double odd[] = { 0, -0.0, 5e-324, -1.7976931348623157e308, 2.385, INFINITY, NAN };

	t->col[0].integer[n] = k / 3;
	t->col[1].integer[n] = (k % 2 ? -1 : 1) * (((int64_t)1 << 53) >> k % 54);
	t->col[2].real[n] = odd[k % 7];
	t->col[3].real[n] = 0.25 * k;
	t->col[4].real[n] = k % 5 ? 1.0 / k : 0;
}

static void make(const void *many, struct row_sink *rows)
{
	for (int k = 0; k < *(const int *)many; k++) {
		int n = rows_next(rows);

		fill(rows->t, n, k);
	}
}

static struct table columns(void)
{
	struct table t = { 0 };

	table_add(&t, "i", COL_INT);
	table_add(&t, "image", COL_INT);
	table_add(&t, "odd", COL_REAL);
	table_add(&t, "left", COL_REAL);
	table_add(&t, "last", COL_REAL);
	return t;
}

/* Pack rows of a source, or of a table, and compare what comes back. */
static void packed(int many, int of_table)
{
	static const char *const without[] = { "left", NULL };
	struct table t = columns(), was = columns(), now = columns();
	const struct row_source source = { many, make, &many, NULL };
	struct row_pack pack = { .n = 0 };
	int same = 1;

	rows_take(&was, &source);
	if (of_table)
		rows_take(&t, &source);
	rows_pack(&pack, &t, of_table ? &(struct row_source){ 0 } : &source, without);
	same &= t.n_row == 0 && t.n_col == 5 && pack.source.n_row == many;
	rows_take(&now, &pack.source);
	for (int c = 0; c < 5; c++)
		same &= now.n_row == many && (c == 3 || memcmp(now.col[c].real, was.col[c].real, (size_t)many * 8) == 0);
	for (int k = 0; k < many; k++)
		same &= now.col[3].real[k] == 0;
	ok(same, "%d rows of a %s are packed and come back, but for a column that is left out", many, of_table ? "table" : "source");
	ok(many < 2 || pack.n < (size_t)many * 30, "in %zu bytes", pack.n);
	rows_pack_free(&pack);
	table_free(&t);
	table_free(&was);
	table_free(&now);
}

int main(void)
{
	static const int many[] = { 0, 1, 4096, MANY };

	for (int k = 0; k < 4; k++) {
		packed(many[k], 0);
		packed(many[k], 1);
	}
	return done();
}
