/* curves_load.c: read tables, and choose the columns and blocks that are plotted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/canvas_layout.h"
#include "common/curves.h"
#include "common/tool.h"
#include "common/values.h"
#include "number.h"

/* A table and where it came from. */
struct source {
	const char *path;
	char *label;
	struct tab table;
	struct table rows;   /* its rows, for formulas */
	int block, end;      /* blocks that are plotted: block .. end - 1 */
	int joined;          /* as one */
};

static struct source *source;
static int n_source;
static struct world nowhere; /* a world without bodies, for formulas */

/* ---- columns ---- */

static _Noreturn void no_column(const struct source *s, const char *option, const char *name)
{
	opt_fail(option, "no column %s in %s, expected %s", name, n_source > 1 ? s->path : "the table",
		table_names(&s->rows));
}

/* Whether the column has the name of another one and _error. */
static int is_error(const struct tab *t, int c)
{
	static const char suffix[] = "_error";
	const char *name = t->col[c].name;
	size_t n = strlen(name), tail = strlen(suffix);

	if (n <= tail || strcmp(name + n - tail, suffix))
		return 0;
	char *of = mem_string(name);
	of[n - tail] = 0;
	int found = tab_find(t, of) >= 0;
	free(of);
	return found;
}

/* The values of a column or formula in all rows of a table, to be freed. */
static double *values_of(struct source *s, const char *option, const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
	int c = tab_find(&s->table, text);
	struct values v = { 0 };

	if (c < 0 && !text[strspn(text, letters)])
		no_column(s, option, text);
	if (c < 0) {
		values_parse(&v, option, text);
		values_bind(&v, option, &nowhere, &s->rows);
	}
	double *x = MEM_NEW(double, (size_t)s->table.n_row);
	for (int r = 0; r < s->table.n_row; r++)
		x[r] = c >= 0 ? s->table.col[c].value[r] : values_get(&v, 0, r);
	values_free(&v);
	return x;
}

/* The unit of a column in all tables. */
static char *unit_of(const char *name)
{
	const char *unit = NULL, *path = NULL;

	for (int k = 0; k < n_source; k++) {
		int c = tab_find(&source[k].table, name);
		if (c < 0)
			continue;
		if (unit && strcmp(unit, source[k].table.col[c].unit))
			tool_fail(EXIT_INPUT, "column %s has the unit [%s] in %s and [%s] in %s, expected the same unit in all tables", name,
				unit, path, source[k].table.col[c].unit, source[k].path);
		unit = source[k].table.col[c].unit;
		path = source[k].path;
	}
	return mem_string(unit ? unit : "");
}

static void y_add(struct curves *p, const char *name)
{
	MEM_GROW(p->y, &p->cap_y, (size_t)p->n_y + 1);
	p->y[p->n_y++] = (struct curves_column){ .name = mem_string(name), .unit = unit_of(name) };
}

/* Whether a column is in all tables, and has numbers other than 0. */
static int is_telling(const char *name)
{
	int telling = 0;

	for (int k = 0; k < n_source; k++) {
		const struct tab *t = &source[k].table;
		int c = tab_find(t, name);
		if (c < 0 || t->col[c].n_word)
			return 0;
		for (int r = 0; r < t->n_row; r++)
			telling |= isfinite(t->col[c].value[r]) && t->col[c].value[r] != 0;
	}
	return telling;
}

/* Whether a column of a histogram has its densities, or those of a fit: density, fit, density_vx, ... */
static int is_density(const char *name)
{
	static const char *const part[] = { "density", "fit" };

	for (int k = 0; k < 2; k++) {
		size_t n = strlen(part[k]);
		if (!strncmp(name, part[k], n) && (!name[n] || name[n] == '_'))
			return 1;
	}
	return 0;
}

/* Whether the table is a histogram of scree-hist: its rows are bins, which have ends and densities. */
static int is_histogram(const struct tab *t)
{
	int densities = 0;

	for (int c = 0; c < t->n_col; c++)
		densities += is_density(t->col[c].name);
	return densities && tab_find(t, "lo") >= 0 && tab_find(t, "hi") >= 0;
}

/* Choose the columns along y: those of the list, or the first that tells something and all of its unit. */
static void y_choose(struct curves *p, const char *asked)
{
	char *list = mem_string(asked ? asked : ""), *next = list;
	const struct tab *t = &source[0].table;
	const char *unit = NULL;
	int bins = is_histogram(t);

	for (char *name; asked && (name = strsep(&next, ","));)
		if (*name)
			y_add(p, name);
	free(list);
	for (int c = 0; !asked && c < t->n_col; c++) {
		const char *name = t->col[c].name;
		if (!strcmp(name, p->x.name) || !is_telling(name) || is_error(t, c) || (bins && !is_density(name)) ||
				(unit && strcmp(unit, t->col[c].unit)))
			continue;
		unit = t->col[c].unit;
		y_add(p, name);
	}
	if (!p->n_y && n_source > 1)
		tool_fail(EXIT_INPUT, "no column with numbers other than 0 is in all tables: %s has %s, %s has %s; plot tables of one kind, or "
			"give -x and -y", source[0].path, table_names(&source[0].rows), source[n_source - 1].path,
			table_names(&source[n_source - 1].rows));
	if (!p->n_y)
		tool_fail(EXIT_INPUT, "no column with numbers other than 0 to plot against %s; the table has %s, choose with -y", p->x.name,
			table_names(&source[0].rows));
}

/* Give the columns along y that have errors in some table a place for them. */
static void errors_choose(struct curves *p)
{
	for (int k = 0; k < p->n_y; k++) {
		char *name = mem_new(strlen(p->y[k].name) + 7, 1);

		stpcpy(stpcpy(name, p->y[k].name), "_error");
		for (int s = 0; s < n_source && !p->y[k].error; s++)
			if (tab_find(&source[s].table, p->y[k].name) >= 0 && tab_find(&source[s].table, name) >= 0)
				p->y[k].error = p->width++;
		free(name);
	}
}

/* ---- blocks ---- */

/* Whether every block is a row of its own without a time: the rows of many runs, joined by cat. */
static int is_scan(const struct tab *t)
{
	for (int b = 0; b < t->n_block; b++)
		if (t->block[b].n != 1 || isfinite(t->block[b].t))
			return 0;
	return t->n_block > 1;
}

static void block_choose(struct source *s, const char *asked)
{
	const struct tab *t = &s->table;
	int64_t k;

	s->end = t->n_block;
	s->joined = asked ? !strcmp(asked, "joined") : is_scan(t);
	if (!asked || s->joined || !strcmp(asked, "all"))
		return;
	if (!strcmp(asked, "last"))
		k = t->n_block - 1;
	else if (number_parse_int(asked, &k) || k < 0 || k >= t->n_block)
		opt_fail("block", "%s, expected all, last, joined, or a number from 0 to %d%s%s", asked, t->n_block - 1,
			n_source > 1 ? " in " : "", n_source > 1 ? s->path : "");
	s->block = (int)k;
	s->end = (int)k + 1;
}

/* The word in row r of a column that has words. */
static const char *word_at(const struct tab *t, int c, int r)
{
	return t->col[c].word[r] ? t->col[c].word[r] : "?";
}

/* Where x has words, set x[r] of the rows first .. end - 1 to the places of their words: rows of the first block stand in order,
 * those of other blocks at the same words, and new words behind them. If a block has a word twice, it has two places. */
static void words_place(struct curves *p, const struct tab *t, int c, int first, int end, double *x)
{
	int same = p->n_block > 1;

	for (int r = first; r < end; r++) {
		const char *word = word_at(t, c, r);
		int k = r - first, earlier = 0;

		same = same && k < p->n_word && !strcmp(p->word[k], word);
		if (!same && p->n_block > 1) {
			for (int e = first; e < r; e++)
				earlier += !strcmp(word_at(t, c, e), word);
			for (k = 0; k < p->n_word && (strcmp(p->word[k], word) || earlier-- > 0); k++)
				;
		}
		if (k == p->n_word) {
			MEM_RESIZE(p->word, (size_t)p->n_word + 1);
			p->word[p->n_word++] = mem_string(word);
		}
		x[r] = k;
	}
}

/* The ends of the bins in the rows first .. end - 1 of a histogram that is plotted against its bins; else NULL. */
static double (*bins_of(const struct curves *p, const struct tab *t, int first, int end))[2]
{
	int lo = tab_find(t, "lo"), hi = tab_find(t, "hi");

	if (!is_histogram(t) || strcmp(p->x.name, t->col[0].name) || t->col[lo].n_word || t->col[hi].n_word)
		return NULL;
	double (*bin)[2] = mem_new((size_t)(end - first), sizeof *bin);
	for (int r = first; r < end; r++) {
		bin[r - first][0] = t->col[lo].value[r];
		bin[r - first][1] = t->col[hi].value[r];
	}
	return bin;
}

/* Add the blocks of a table. before: the number of blocks in earlier tables. */
static void blocks_add(struct curves *p, int file, int before)
{
	struct source *s = &source[file];
	const struct tab *t = &s->table;
	static double **column; /* static, so that the memory is still reachable if a failure ends the program */
	int x = tab_find(t, p->x.name), words = x >= 0 && t->col[x].n_word;

	if (p->n_block && words != (p->n_word > 0))
		tool_fail(EXIT_INPUT, "column %s has words in %s and numbers in %s, expected one of them", p->x.name,
			(words ? s : source)->path, (words ? source : s)->path);
	column = MEM_ZERO(double *, (size_t)p->width);
	column[0] = values_of(s, "x", p->x.name);
	for (int k = 0; k < p->n_y; k++) {
		int c = tab_find(t, p->y[k].name);
		if (c >= 0 && t->col[c].n_word)
			tool_fail(EXIT_INPUT, "column %s has words, the first in line %ld, expected numbers along y", p->y[k].name,
				t->col[c].line_word);
		column[1 + k] = values_of(s, "y", p->y[k].name);
		if (p->y[k].error) {
			char *name = mem_new(strlen(p->y[k].name) + 7, 1);
			stpcpy(stpcpy(name, p->y[k].name), "_error");
			if (tab_find(t, name) >= 0)
				column[p->y[k].error] = values_of(s, "y", name);
			free(name);
		}
	}
	for (int b = s->block; b < s->end; b++) {
		int first = t->block[b].first, end = s->joined ? t->n_row : first + t->block[b].n;

		MEM_GROW(p->block, &p->cap_block, (size_t)p->n_block + 1);
		struct curves_block *q = &p->block[p->n_block++];
		*q = (struct curves_block){ .number = before + b, .file = file, .label = n_source > 1 ? s->label : "", .n = end - first,
			.t = s->joined ? NAN : t->block[b].t };
		q->value = MEM_NEW(double, (size_t)q->n * (size_t)p->width);
		q->bin = bins_of(p, t, first, end);
		if (words)
			words_place(p, t, x, first, end, column[0]);
		for (int r = first; r < end; r++)
			for (int k = 0; k < p->width; k++)
				q->value[(r - first) * p->width + k] = column[k] ? column[k][r] : NAN;
		if (s->joined)
			break;
	}
	for (int k = 0; k < p->width; k++)
		free(column[k]);
	free(column);
}

/* ---- tables ---- */

/* The name of a file for the key: without its folder and the suffix .tab. */
static char *label_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *label = mem_string(slash ? slash + 1 : path);
	size_t n = strlen(label);

	if (n > 4 && !strcmp(label + n - 4, ".tab"))
		label[n - 4] = 0;
	return label;
}

static void labels_make(const char *names)
{
	char *list = mem_string(names ? names : ""), *next = list, *name;
	int n = 0, same = 0;

	while (names && (name = strsep(&next, ","))) {
		if (n < n_source)
			source[n].label = mem_string(name);
		n++;
	}
	free(list);
	if (names && n != n_source)
		opt_fail("names", "%d names, expected %d, one for each table", n, n_source);
	for (int k = 0; !names && k < n_source; k++) {
		source[k].label = label_of(source[k].path);
		for (int j = 0; j < k; j++)
			same |= !strcmp(source[j].label, source[k].label);
	}
	for (int k = 0; same && k < n_source; k++) {
		free(source[k].label);
		source[k].label = mem_string(source[k].path);
	}
}

void curves_load(struct curves *p, const struct curves_choice *choice)
{
	n_source = p->n_file = tool_operands() ? tool_operands() : 1;
	source = MEM_ZERO(struct source, (size_t)n_source);
	world_init(&nowhere, 2);
	for (int k = 0, before = 0; k < n_source; k++) {
		source[k].path = tool_operands() ? tool_operand(k) : "-";
		values_load_file(&source[k].table, source[k].path, "plot");
		values_rows(&source[k].rows, &source[k].table);
		if (before > INT32_MAX - source[k].table.n_block)
			tool_fail(EXIT_INPUT, "more than %d blocks", INT32_MAX);
		before += source[k].table.n_block;
	}
	labels_make(choice->names);
	if (choice->x)
		free(values_of(&source[0], "x", choice->x));
	p->x.name = mem_string(choice->x ? choice->x : source[0].table.col[0].name);
	p->x.unit = unit_of(p->x.name);
	y_choose(p, choice->y);
	p->width = 1 + p->n_y;
	if (!choice->no_errors)
		errors_choose(p);
	for (int k = 0, before = 0; k < n_source; k++) {
		block_choose(&source[k], choice->block);
		blocks_add(p, k, before);
		before += source[k].table.n_block;
	}
	p->time_digits = p->n_block ? layout_time_digits(p->n_block, &p->block->t, sizeof *p->block) : 0;
	if (!p->style)
		p->style = is_histogram(&source[0].table) ? "steps" : "lines";
}

void curves_free(struct curves *p)
{
	for (int k = 0; k < p->n_y; k++) {
		free(p->y[k].name);
		free(p->y[k].unit);
	}
	for (int b = 0; b < p->n_block; b++) {
		free(p->block[b].value);
		free(p->block[b].bin);
	}
	for (int k = 0; k < p->n_word; k++)
		free(p->word[k]);
	for (int k = 0; k < n_source; k++) {
		free(source[k].label);
		table_free(&source[k].rows);
		tab_free(&source[k].table);
	}
	world_free(&nowhere);
	free(source);
	free(p->x.name);
	free(p->x.unit);
	free(p->y);
	free(p->block);
	free(p->word);
	source = NULL;
	n_source = 0;
}
