/* values.c: columns and formulas of columns */
#include "common/values.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "units.h"

/* A copy without blanks. */
static char *squeezed(const char *from)
{
	char *text = mem_string(from), *to = text;

	for (; *from; from++)
		if (!strchr(" \t\r\n", *from))
			*to++ = *from;
	*to = 0;
	return text;
}

/* Cut the first formula off a list, at a comma that is not in backquotes; NULL if none is left. */
static char *formula_take(char **list)
{
	char *text = *list, *end = text;
	int quoted = 0;

	if (!text)
		return NULL;
	for (; *end && (quoted || *end != ','); end++)
		quoted ^= *end == '`';
	*list = *end ? end + 1 : NULL;
	*end = 0;
	return text;
}

void values_parse(struct values *v, const char *option, const char *list)
{
	char *all = mem_string(list), *next = all;
	const char *what;
	int at;

	for (char *text; (text = formula_take(&next)); v->n++) {
		MEM_RESIZE(v->item, (size_t)v->n + 1);
		struct value *a = &v->item[v->n];
		*a = (struct value){ .text = squeezed(text), .unit = "" };
		a->formula = select_new(text, number_parse, &what, &at);
		if (!a->formula)
			opt_fail(option, "'%s': %s", text, what);
		for (int k = 0; k < v->n; k++)
			if (!strcmp(v->item[k].text, a->text))
				opt_fail(option, "'%s' is named twice", a->text);
	}
	free(all);
}

/* Whether the formula is the name of a column of words: text without any number, and not only `-`, which is no value. */
static int is_words(const struct value *a, const struct table *t)
{
	int c = table_find(t, a->text), words = 0;

	if (c < 0 || t->col[c].kind != COL_TEXT)
		return 0;
	for (int i = 0; i < t->n_row; i++) {
		if (!isnan(select_value(a->formula, i)))
			return 0;
		words |= strcmp(t->pool + t->col[c].text[i], "-") != 0;
	}
	return words;
}

void values_bind(struct values *v, const char *option, struct world *w, struct table *t)
{
	for (int k = 0; k < v->n; k++) {
		struct value *a = &v->item[k];
		const char *wrong;

		for (int c = 0; c < t->n_col; c++)
			if (t->col[c].kind == COL_TEXT && strstr(a->text, t->col[c].name))
				particles_column(t, t->col[c].name, NULL);
		/* the name of a column may look like a formula, such as P/kn */
		a->column = table_real(t, a->text);
		if (!a->column && (wrong = select_bind_rows(a->formula, w, t)))
			opt_fail(option, "%s", wrong);
		if (!a->column && is_words(a, t))
			opt_fail(option, "'%s' is a word, not a number", a->text);
		a->unit = units_of_column(a->text, w->dim);
	}
}

double values_get(const struct values *v, int k, int i)
{
	const struct value *a = &v->item[k];

	return a->column ? a->column[i] : select_value(a->formula, i);
}

void values_free(struct values *v)
{
	for (int k = 0; k < v->n; k++) {
		select_free(v->item[k].formula);
		free(v->item[k].text);
	}
	free(v->item);
	*v = (struct values){ 0 };
}

void values_load(struct tab *t, const char *what)
{
	values_load_file(t, tool_operands() ? tool_operand(0) : "-", what);
}

void values_load_file(struct tab *t, const char *path, const char *what)
{
	const char *name;
	FILE *f = tool_open_file(path, &name);
	char *wrong;

	enum tab_status status = tab_read(t, f, name, &wrong);
	tool_check_whole(f, name);
	if (status)
		tool_fail(status == TAB_BAD ? EXIT_INPUT : EXIT_SYSTEM, "%s", wrong);
	tool_count_made(t->made);
	if (t->open)
		tool_warn("%s:%ld: the last row has no line feed; if the table was cut there, its last number may be wrong", name, t->open);
	if (!t->n_row)
		tool_fail(EXIT_INPUT, "%s: no rows, expected at least one to %s", name, what);
}

void values_rows(struct table *rows, const struct tab *t)
{
	table_resize(rows, t->n_row);
	for (int c = 0; c < t->n_col; c++) {
		int words = t->col[c].n_word > 0, k = table_add(rows, t->col[c].name, words ? COL_TEXT : COL_REAL);

		for (int r = 0; r < t->n_row; r++) {
			char text[NUMBER_MAX + 1] = "?";

			if (!words) {
				rows->col[k].real[r] = t->col[c].value[r];
				continue;
			}
			if (isfinite(t->col[c].value[r]))
				*number_put(text, t->col[c].value[r]) = 0;
			const char *word = t->col[c].word[r] ? t->col[c].word[r] : text;
			size_t at = table_text(rows, word, strlen(word));
			rows->col[k].text[r] = at;
		}
	}
}
