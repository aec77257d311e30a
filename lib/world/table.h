/* table.h: rows with named columns, used for the bodies and contacts of a frame. */
#ifndef SCREE_TABLE_H
#define SCREE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* REAL and INT columns hold numbers. A WORD column holds indices into the world's names (0 is "-"). A TEXT column holds offsets
 * into the table's pool; the reader uses it for unknown columns and keeps them to the letter. */
enum col_kind { COL_REAL, COL_INT, COL_WORD, COL_TEXT };

struct col {
	char *name;
	enum col_kind kind;
	union {
		double *real;      /* [n_row] */
		int64_t *integer;  /* [n_row] */
		int32_t *word;     /* [n_row] */
		size_t *text;      /* [n_row] offsets of strings in pool */
	};
};

struct table {
	int n_row, n_col;
	size_t cap_row, cap_col;
	struct col *col;
	char *pool;             /* strings of the TEXT columns, each terminated by 0 */
	size_t n_pool, cap_pool;
};

void table_free(struct table *t);
/* Remove all rows and columns, but keep the memory of the pool. */
void table_clear(struct table *t);
/* Give t n rows. New rows are 0 ("" in TEXT columns). Pointers to columns may move. */
void table_resize(struct table *t, int n);
/* Returns the index of a column, or -1. */
int table_find(const struct table *t, const char *name);
/* The names of all columns in their order, separated by blanks, for messages. The caller frees the text. */
char *table_names(const struct table *t);
/* Append a column of zeros and return its index. The name must be new. */
int table_add(struct table *t, const char *name, enum col_kind kind);
/* Returns the data of a column, or NULL if there is no column of that name and kind. */
double *table_real(const struct table *t, const char *name);
int64_t *table_int(const struct table *t, const char *name);
int32_t *table_word(const struct table *t, const char *name);
/* As above, but add a missing column, filled with the given value. A column of the same name and another kind is replaced. */
double *table_need_real(struct table *t, const char *name, double fill);
int64_t *table_need_int(struct table *t, const char *name, int64_t fill);
int32_t *table_need_word(struct table *t, const char *name, int32_t fill);
/* Let a column, which is added if it is missing, have no data: its rows come from elsewhere, see rows.h. Returns its index. Until
 * it has data again, functions above find it, but only table_need_... return data; those below must not be called. */
int table_vacate(struct table *t, const char *name, enum col_kind kind);
/* Give columns without data rows of 0. */
void table_occupy(struct table *t);
/* The entry of a column in a row, and those behind it. */
void *table_entry(const struct col *c, int row);
/* Remove a column if it is there. */
void table_drop(struct table *t, const char *name);
/* Keep the rows i with keep[i] != 0, in order. */
void table_keep(struct table *t, const char *keep);
/* Give back the memory that the present rows and their strings do not need. */
void table_fit(struct table *t);
/* Let the rows be row[0] .. row[n - 1], in this order. */
void table_arrange(struct table *t, int n, const int *row);
/* Append a copy of row i. Returns the index of the new row. */
int table_repeat(struct table *t, int i);
/* Make dst a copy of src. */
void table_copy(struct table *dst, const struct table *src);
/* Append a string to the pool. Returns its offset. */
size_t table_text(struct table *t, const char *s, size_t len);

#endif
