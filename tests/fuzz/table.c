/* table.c: for clang's fuzzer (`make fuzz`): any bytes, read as a table. What is read has the rows and columns it says and,
 * written anew, reads as the same cells; the rest is a message. */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum tab_status read_text(struct tab *t, const char *text, size_t n, char **error)
{
	FILE *f = n ? fmemopen((void *)(uintptr_t)text, n, "r") : fopen("/dev/null", "r");
	enum tab_status status = tab_read(t, f, "fuzz", error);

	fclose(f);
	return status;
}

/* A cell is a number, a word, or missing. */
static void write_cell(struct tab_out *o, const struct tab_col *c, int row)
{
	if (c->word && c->word[row])
		tab_word(o, c->word[row]);
	else if (isfinite(c->value[row]))
		tab_real(o, c->value[row]);
	else
		tab_missing(o);
}

/* Whether the head begins like another kind of comment; no program writes such a column first. */
static int is_reserved(const struct tab *t)
{
	static const char *const word[] = { "block", "made", "scree-table", "units" };

	for (int k = 0; t->n_col && k < 4; k++)
		if (!strcmp(t->col[0].name, word[k]))
			return 1;
	return !t->n_col;
}

static char *write_again(const struct tab *t, size_t *n)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, n);
	struct tab_out *o = tab_create(to, NULL);

	for (int c = 0; c < t->n_col; c++)
		tab_column(o, t->col[c].name, t->col[c].unit);
	for (int b = 0; b < t->n_block; b++) {
		if (isfinite(t->block[b].t))
			tab_block(o, t->block[b].t);
		for (int r = t->block[b].first; r < t->block[b].first + t->block[b].n; r++)
			for (int c = 0; c < t->n_col; c++)
				write_cell(o, &t->col[c], r);
	}
	tab_finish(o);
	fclose(to);
	return text;
}

/* The writer replaces blanks of all kinds, of which the reader takes two for the ends of words, and a # that begins a row. */
static int same_word(const char *v, const char *w)
{
	for (; *v && *w; v++, w++)
		if (*v != *w && !(*w == '_' && strchr("\r\v\f#", *v)))
			return 0;
	return *v == *w;
}

static void same(const struct tab *a, const struct tab *b)
{
	if (a->n_row != b->n_row || a->n_col != b->n_col)
		abort();
	for (int c = 0; c < a->n_col; c++)
		for (int r = 0; r < a->n_row; r++) {
			const char *v = a->col[c].word ? a->col[c].word[r] : NULL, *w = b->col[c].word ? b->col[c].word[r] : NULL;
			double x = a->col[c].value[r], y = b->col[c].value[r];

			if (!v != !w || (v && !same_word(v, w)) || isnan(x) != isnan(y) || (!isnan(x) && x != y))
				abort();
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct tab t, again;
	char *error = NULL;

	if (read_text(&t, (const char *)data, n, &error) == TAB_GOOD) {
		int rows = 0;

		for (int b = 0; b < t.n_block; b++) {
			if (t.block[b].first != rows)
				abort();
			rows += t.block[b].n;
		}
		if (rows != t.n_row)
			abort();
		size_t size;
		char *text = write_again(&t, &size);
		if (!is_reserved(&t) && read_text(&again, text, size, &error) != TAB_GOOD)
			abort();
		if (!is_reserved(&t)) {
			same(&t, &again);
			tab_free(&again);
		}
		free(text);
	} else if (strncmp(error, "fuzz:", 5) != 0) {
		abort();
	}
	free(error);
	tab_free(&t);
	return 0;
}
