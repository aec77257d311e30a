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

/* Rows of a table that has one of its columns, and gets the others from a source. */
struct seen { int n, right; };

static void see(void *to, const struct table *t)
{
	struct seen *s = to;

	for (int k = 0; k < t->n_row; k++, s->n++)
		s->right &= t->col[0].integer[k] == s->n / 3 && t->col[3].real[k] == 0.25 * s->n && t->col[5].integer[k] == 7 * s->n;
}

static void make_some(const void *many, struct row_sink *rows)
{
	for (int k = 0; k < *(const int *)many; k++) {
		int n = rows_next(rows);

		rows->t->col[0].integer[n] = k / 3;
		rows->t->col[3].real[n] = 0.25 * k;
	}
}

static void beside(int many)
{
	static const char *const none[] = { NULL };
	struct table t = columns();
	const struct row_source source = { many, make_some, &many, NULL };
	struct row_pack pack = { .n = 0 };
	struct seen seen = { 0, 1 }, unpacked = { 0, 1 }, taken = { 0, 1 };

	table_resize(&t, many);
	int own = table_add(&t, "own", COL_INT);
	for (int k = 0; k < many; k++)
		t.col[own].integer[k] = 7 * k;
	table_vacate(&t, "i", COL_INT);
	table_vacate(&t, "left", COL_REAL);
	ok(!table_int(&t, "i") && table_find(&t, "i") == 0, "a column without data keeps its place");
	rows_each(&t, &source, see, &seen);
	ok(seen.right && seen.n == many, "%d rows show what the table has and what is made", many);
	rows_pack(&pack, &t, &source, none);
	rows_each(&t, &pack.source, see, &unpacked);
	ok(unpacked.right && unpacked.n == many && t.n_row == many, "so they do from packed rows");
	ok(many < 2 || pack.n < (size_t)many * 12, "which do not have the table's own: %zu bytes", pack.n);
	rows_take(&t, &pack.source);
	see(&taken, &t);
	ok(taken.right && taken.n == many, "the table takes them");
	rows_pack_free(&pack);
	table_free(&t);
}

int main(void)
{
	beside(1);
	beside(MANY);
	static const int many[] = { 0, 1, 4096, MANY };

	for (int k = 0; k < 4; k++) {
		packed(many[k], 0);
		packed(many[k], 1);
	}
	return done();
}
