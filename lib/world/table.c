/* table.c: rows with named columns */
#include "world/table.h"

#include <string.h>
#include <stdlib.h>

#include "base/buf.h"

static size_t width(enum col_kind k)
{
	return k == COL_WORD ? sizeof(int32_t) : k == COL_TEXT ? sizeof(size_t) : 8;
}

void table_clear(struct table *t)
{
	for (int c = 0; c < t->n_col; c++) {
		free(t->col[c].name);
		free(t->col[c].real);
	}
	t->n_row = t->n_col = 0;
	t->cap_row = 0;
	t->n_pool = 0;
}

void table_free(struct table *t)
{
	table_clear(t);
	free(t->col);
	free(t->pool);
	memset(t, 0, sizeof *t);
}

static void fill_zero(struct table *t, struct col *c, size_t from, size_t to)
{
	memset((char *)c->real + from * width(c->kind), 0, (to - from) * width(c->kind));
	if (c->kind == COL_TEXT && to > from) {
		size_t empty = table_text(t, "", 0);

		for (size_t i = from; i < to; i++)
			c->text[i] = empty;
	}
}

void table_resize(struct table *t, int n)
{
	if ((size_t)n > t->cap_row) {
		size_t cap = t->cap_row + t->cap_row / 2;

		if (cap < (size_t)n)
			cap = (size_t)n;
		for (int c = 0; c < t->n_col; c++)
			if (t->col[c].real)
				t->col[c].real = mem_resize(t->col[c].real, cap, width(t->col[c].kind));
		t->cap_row = cap;
	}
	if (n > t->n_row)
		for (int c = 0; c < t->n_col; c++)
			if (t->col[c].real)
				fill_zero(t, &t->col[c], (size_t)t->n_row, (size_t)n);
	t->n_row = n;
}

int table_find(const struct table *t, const char *name)
{
	for (int c = 0; c < t->n_col; c++)
		if (strcmp(t->col[c].name, name) == 0)
			return c;
	return -1;
}

char *table_names(const struct table *t)
{
	char *all = mem_string("");
	size_t n = 0;

	for (int c = 0; c < t->n_col; c++) {
		MEM_RESIZE(all, n + strlen(t->col[c].name) + 2);
		n = (size_t)(stpcpy(stpcpy(all + n, c ? " " : ""), t->col[c].name) - all);
	}
	return all;
}

int table_add(struct table *t, const char *name, enum col_kind kind)
{
	MEM_GROW(t->col, &t->cap_col, (size_t)t->n_col + 1);
	struct col *c = &t->col[t->n_col];
	c->name = mem_string(name);
	c->kind = kind;
	c->real = mem_new(t->cap_row, width(kind));
	fill_zero(t, c, 0, (size_t)t->n_row);
	return t->n_col++;
}

static void *find_kind(const struct table *t, const char *name, enum col_kind kind)
{
	int c = table_find(t, name);

	return c >= 0 && t->col[c].kind == kind ? t->col[c].real : NULL;
}

double *table_real(const struct table *t, const char *name)
{
	return find_kind(t, name, COL_REAL);
}

int64_t *table_int(const struct table *t, const char *name)
{
	return find_kind(t, name, COL_INT);
}

int32_t *table_word(const struct table *t, const char *name)
{
	return find_kind(t, name, COL_WORD);
}

/* Find or add the column of that name and kind. *fresh is 1 if the column was added or replaced. */
static struct col *need(struct table *t, const char *name, enum col_kind kind, int *fresh)
{
	int c = table_find(t, name);

	*fresh = c < 0 || t->col[c].kind != kind || !t->col[c].real;
	if (*fresh && c >= 0) {
		t->col[c].kind = kind;
		t->col[c].real = mem_resize(t->col[c].real, t->cap_row, width(kind));
	} else if (*fresh) {
		c = table_add(t, name, kind);
	}
	return &t->col[c];
}

double *table_need_real(struct table *t, const char *name, double fill)
{
	int fresh;
	struct col *c = need(t, name, COL_REAL, &fresh);

	for (int i = 0; fresh && i < t->n_row; i++)
		c->real[i] = fill;
	return c->real;
}

int64_t *table_need_int(struct table *t, const char *name, int64_t fill)
{
	int fresh;
	struct col *c = need(t, name, COL_INT, &fresh);

	for (int i = 0; fresh && i < t->n_row; i++)
		c->integer[i] = fill;
	return c->integer;
}

int32_t *table_need_word(struct table *t, const char *name, int32_t fill)
{
	int fresh;
	struct col *c = need(t, name, COL_WORD, &fresh);

	for (int i = 0; fresh && i < t->n_row; i++)
		c->word[i] = fill;
	return c->word;
}

int table_vacate(struct table *t, const char *name, enum col_kind kind)
{
	int c = table_find(t, name);

	c = c < 0 ? table_add(t, name, kind) : c;
	t->col[c].kind = kind;
	free(t->col[c].real);
	t->col[c].real = NULL;
	return c;
}

void table_occupy(struct table *t)
{
	for (int c = 0; c < t->n_col; c++)
		if (!t->col[c].real) {
			t->col[c].real = mem_new(t->cap_row, width(t->col[c].kind));
			fill_zero(t, &t->col[c], 0, (size_t)t->n_row);
		}
}

void *table_entry(const struct col *c, int row)
{
	return (char *)c->real + (size_t)row * width(c->kind);
}

void table_drop(struct table *t, const char *name)
{
	int c = table_find(t, name);

	if (c < 0)
		return;
	free(t->col[c].name);
	free(t->col[c].real);
	t->n_col--;
	memmove(&t->col[c], &t->col[c + 1], (size_t)(t->n_col - c) * sizeof *t->col);
}

void table_keep(struct table *t, const char *keep)
{
	int n = 0;

	for (int c = 0; c < t->n_col; c++) {
		size_t w = width(t->col[c].kind);
		char *p = (char *)t->col[c].real;

		n = 0;
		for (int i = 0; i < t->n_row; i++)
			if (keep[i])
				memmove(p + (size_t)n++ * w, p + (size_t)i * w, w);
	}
	if (t->n_col)
		t->n_row = n;
}

void table_fit(struct table *t)
{
	char *pool = t->pool;

	t->cap_row = (size_t)t->n_row;
	t->pool = NULL;
	t->n_pool = t->cap_pool = 0;
	for (int c = 0; c < t->n_col; c++) {
		struct col *col = &t->col[c];

		col->real = mem_resize(col->real, t->cap_row, width(col->kind));
		for (int k = 0; k < t->n_row && col->kind == COL_TEXT; k++)
			col->text[k] = table_text(t, pool + col->text[k], strlen(pool + col->text[k]));
	}
	free(pool);
}

void table_arrange(struct table *t, int n, const int *row)
{
	size_t cap = t->cap_row > (size_t)n ? t->cap_row : (size_t)n;

	for (int c = 0; c < t->n_col; c++) {
		size_t w = width(t->col[c].kind);
		char *from = (char *)t->col[c].real, *to = mem_new(cap, w);

		for (int k = 0; k < n; k++)
			memcpy(to + (size_t)k * w, from + (size_t)row[k] * w, w);
		free(from);
		t->col[c].real = (double *)(void *)to;
	}
	t->cap_row = cap;
	t->n_row = n;
}

int table_repeat(struct table *t, int i)
{
	int n = t->n_row;

	table_resize(t, n + 1);
	for (int c = 0; c < t->n_col; c++) {
		size_t w = width(t->col[c].kind);
		char *p = (char *)t->col[c].real;

		memcpy(p + (size_t)n * w, p + (size_t)i * w, w);
	}
	return n;
}

void table_copy(struct table *dst, const struct table *src)
{
	table_clear(dst);
	table_resize(dst, src->n_row);
	MEM_GROW(dst->pool, &dst->cap_pool, src->n_pool);
	if (src->n_pool)
		memcpy(dst->pool, src->pool, src->n_pool);
	dst->n_pool = src->n_pool;
	for (int c = 0; c < src->n_col; c++) {
		const struct col *s = &src->col[c];
		int d = table_add(dst, s->name, s->kind);

		memcpy(dst->col[d].real, s->real, (size_t)src->n_row * width(s->kind));
	}
}

size_t table_text(struct table *t, const char *s, size_t len)
{
	size_t at = t->n_pool;

	MEM_GROW(t->pool, &t->cap_pool, at + len + 1);
	memcpy(t->pool + at, s, len);
	t->pool[at + len] = 0;
	t->n_pool += len + 1;
	return at;
}
