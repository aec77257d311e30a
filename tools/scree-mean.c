/* scree-mean: means of the columns of a table, with errors that allow for correlation */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/values.h"
#include "common/where.h"
#include "measure/blocks.h"
#include "number.h"

static struct {
	const char *y, *blocks;
	double from, to;
	int64_t skip;
	int row;
	struct opt_list set;
} arg = { .from = NAN, .to = NAN };

static const struct opt opts[] = {
	{ 'y', "y", OPT_WORD, &arg.y, "COLUMNS",
		"columns or formulas of columns, separated by commas, default all columns of numbers except t" },
	{ 0, "blocks", OPT_WORD, &arg.blocks, "HOW",
		"how to average several blocks: across (the same row of all blocks), each (the rows of each block) or joined (all rows), "
		"default across" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Which rows, or which blocks if the mean is taken across blocks" },
	{ 0, "from", OPT_REAL, &arg.from, "T", "from this time on [T]" },
	{ 0, "to", OPT_REAL, &arg.to, "T", "up to this time [T]" },
	{ 0, "skip", OPT_INT, &arg.skip, "N", "leave out the first N" },
	{ 0, "where", OPT_WORD, &where_text, "EXPR", "only rows for which this is true, such as 'kin_rot > 0.1', default all" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "One row, for tables of many runs" },
	{ 0, "row", OPT_FLAG, &arg.row, NULL, "write the means and errors of all columns, over all rows, as one row" },
	{ 0, "set", OPT_LIST, &arg.set, "NAME=VALUE",
		"with --row: a column in front, a number or a word, such as mu=0.3 or 'rate[1/s]=0.05'; may be repeated" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct tab table;
static struct table rows;      /* its rows, for formulas */
static struct world nowhere;   /* a world without bodies, for formulas */
static struct values values;
static char *keep;             /* [n_row] */
static int poor;               /* number of means without an error */

/* ---- which rows and columns ---- */

/* The time of row r: the time of its block, else its value in column t; not a number if there is neither. */
static double row_time(int r, const struct tab_block *b)
{
	int c = tab_find(&table, "t");

	return isfinite(b->t) ? b->t : c >= 0 ? table.col[c].value[r] : NAN;
}

static int is_timely(double t)
{
	double slack = 1e-9 * fabs(t); /* times are sums of time steps */

	if (isnan(arg.from) && isnan(arg.to))
		return 1;
	if (isnan(t))
		tool_fail(EXIT_INPUT, "the table has no times for --%s, expected a column t or blocks '# block t=...'",
			isnan(arg.from) ? "to" : "from");
	return !(t < arg.from - slack) && !(t > arg.to + slack);
}

/* The default for -y: all columns of numbers, except times and errors of other columns. */
static void choose_all(void)
{
	static const char suffix[] = "_error";

	for (int c = 0; c < table.n_col; c++) {
		const char *name = table.col[c].name;
		size_t n = strlen(name), tail = strlen(suffix);
		int error = 0;

		if (n > tail && !strcmp(name + n - tail, suffix)) {
			char *of = mem_string(name);

			of[n - tail] = 0;
			error = tab_find(&table, of) >= 0;
			free(of);
		}
		if (error || table.col[c].n_word || !strcmp(name, "t"))
			continue;
		MEM_RESIZE(values.item, (size_t)values.n + 1);
		values.item[values.n++] = (struct value){ .text = mem_string(name), .unit = "" };
	}
	if (!values.n)
		tool_fail(EXIT_INPUT, "the table has no column of numbers, expected at least one");
}

/* The unit of a column of the table, "" for formulas. */
static const char *unit_of(const char *name)
{
	int c = tab_find(&table, name);

	return c >= 0 ? table.col[c].unit : "";
}

/* ---- means ---- */

static void estimate_check(const struct estimate *e)
{
	poor += e->n > 1 && isnan(e->error);
}

static void summary_columns(struct tab_out *o, int timed)
{
	tab_column(o, "column", "");
	tab_column(o, "unit", "");
	tab_column(o, "n", "");
	tab_column(o, "missing", "");
	tab_column(o, "mean", "");
	tab_column(o, "error", "");
	tab_column(o, "spread", "");
	tab_column(o, "min", "");
	tab_column(o, "max", "");
	tab_column(o, "effective", "");
	tab_column(o, "tau", timed ? unit_of("t") : "");
}

/* The mean of value k over the rows that are kept. */
static struct estimate mean_of(int k)
{
	struct blocks b = { 0 };

	for (int r = 0; r < table.n_row; r++) {
		double x = keep[r] ? values_get(&values, k, r) : NAN;
		if (!isnan(x))
			blocks_add(&b, x);
	}
	struct estimate e = blocks_mean(&b);
	estimate_check(&e);
	return e;
}

/* Value k over the rows first .. end - 1. spacing is the time between rows [T], or 1. */
static void summary_row(struct tab_out *o, int k, int first, int end, double spacing)
{
	struct blocks b = { 0 };
	double lo = INFINITY, hi = -INFINITY;
	int64_t missing = 0;

	for (int r = first; r < end; r++) {
		double x = keep[r] ? values_get(&values, k, r) : NAN;

		missing += keep[r] && isnan(x);
		if (isnan(x))
			continue;
		blocks_add(&b, x);
		lo = fmin(lo, x);
		hi = fmax(hi, x);
	}
	struct estimate e = blocks_mean(&b);
	estimate_check(&e);
	tab_word(o, values.item[k].text);
	tab_word(o, unit_of(values.item[k].text));
	tab_int(o, e.n);
	tab_int(o, missing);
	tab_real(o, e.mean);
	tab_real(o, e.error);
	tab_real(o, e.spread);
	tab_real(o, lo);
	tab_real(o, hi);
	tab_real(o, e.effective);
	tab_real(o, e.tau * spacing);
}

/* Mean time between the rows that are kept; not a number if the rows have no times or a time is less than that before. */
static double spacing(int first, int end)
{
	int c = tab_find(&table, "t"), n = 0;
	double from = NAN, to = NAN;

	for (int r = first; c >= 0 && r < end; r++) {
		if (!keep[r])
			continue;
		if (n && table.col[c].value[r] < to)
			return NAN;
		if (n++ == 0)
			from = table.col[c].value[r];
		to = table.col[c].value[r];
	}
	return n > 1 && to > from ? (to - from) / (n - 1) : NAN;
}

/* Means over all rows, or over the rows of each block. */
static void over_rows(struct tab_out *o, int each)
{
	int timed = !each && tab_find(&table, "t") >= 0;

	summary_columns(o, timed);
	for (int b = 0; b < (each ? table.n_block : 1); b++) {
		int first = each ? table.block[b].first : 0, end = each ? first + table.block[b].n : table.n_row;

		if (each && !memchr(keep + first, 1, (size_t)(end - first)))
			continue;
		if (each)
			tab_block(o, isfinite(table.block[b].t) ? table.block[b].t : b);
		for (int k = 0; k < values.n; k++)
			summary_row(o, k, first, end, timed ? spacing(first, end) : 1);
	}
}

/* ---- one row ---- */

/* Split a value of --set, NAME=VALUE or NAME[UNIT]=VALUE, in place. */
static void set_split(char *text, const char **name, const char **unit, const char **value)
{
	char *equal = strchr(text, '='), *bracket = strchr(text, '[');
	const char *digits;

	*name = text;
	*unit = "";
	*value = equal ? equal + 1 : "";
	if (!equal || equal == text || bracket == text || !**value || strpbrk(text, " \t\r\n"))
		opt_fail("set", "%s, expected NAME=VALUE or NAME[UNIT]=VALUE without blanks", text);
	digits = *value + strspn(*value, "+-");
	if (!strcasecmp(digits, "nan") || !strcasecmp(digits, "inf") || !strcasecmp(digits, "infinity"))
		opt_fail("set", "%s, expected a finite number or a word", text);
	if (bracket && bracket < equal) {
		if (equal[-1] != ']' || strpbrk(bracket + 1, "[]") != equal - 1)
			opt_fail("set", "%s, expected one unit in brackets before =", text);
		*bracket = 0;
		*unit = bracket + 1;
		equal[-1] = 0;
	} else if (strcspn(text, "]") < (size_t)(equal - text))
		opt_fail("set", "%s, expected [ before ]", text);
	*equal = 0;
}

/* A column of the row; no two may have the same name. name is copied. */
static void row_column(struct tab_out *o, struct table *head, const char *name, const char *unit)
{
	if (table_find(head, name) >= 0)
		opt_fail(arg.set.n ? "set" : "row", "two columns would be called %s, expected different names", name);
	table_add(head, name, COL_REAL);
	tab_column(o, name, unit);
}

/* The values of --set, then all means and their errors, then the number of rows. */
static void one_row(struct tab_out *o)
{
	char **text = MEM_ZERO(char *, (size_t)arg.set.n + 1);
	const char **value = MEM_ZERO(const char *, (size_t)arg.set.n + 1), *name, *unit;
	struct table head = { 0 };
	int n = 0;

	for (int k = 0; k < arg.set.n; k++) {
		text[k] = mem_string(arg.set.item[k]);
		set_split(text[k], &name, &unit, &value[k]);
		row_column(o, &head, name, unit);
	}
	for (int k = 0; k < values.n; k++) {
		char *error = mem_new(strlen(values.item[k].text) + 7, 1);

		stpcpy(stpcpy(error, values.item[k].text), "_error");
		row_column(o, &head, values.item[k].text, unit_of(values.item[k].text));
		row_column(o, &head, error, unit_of(values.item[k].text));
		free(error);
	}
	if (table_find(&head, "rows") < 0)
		tab_column(o, "rows", "");
	for (int k = 0; k < arg.set.n; k++) {
		double x;
		if (number_parse(value[k], &x) == 0)
			tab_real(o, x);
		else
			tab_word(o, value[k]);
		free(text[k]);
	}
	for (int k = 0; k < values.n; k++) {
		struct estimate e = mean_of(k);
		tab_real(o, e.mean);
		tab_real(o, e.error);
	}
	for (int r = 0; r < table.n_row; r++)
		n += keep[r];
	if (table_find(&head, "rows") < 0)
		tab_int(o, n);
	table_free(&head);
	free(text);
	free(value);
}

/* ---- across blocks ---- */

/* Whether column c is equal in all blocks, row by row, like the positions of a profile. */
static int is_constant(int c, const char *in, int first)
{
	for (int b = first; b < table.n_block; b++)
		for (int r = 0; in[b] && r < table.block[b].n; r++) {
			int here = table.block[b].first + r, there = table.block[first].first + r;
			const char *u = table.col[c].word[here], *v = table.col[c].word[there];
			double x = table.col[c].value[here], y = table.col[c].value[there];

			if (!u != !v || (u && strcmp(u, v)) || (x != y && !(isnan(x) && isnan(y))))
				return 0;
		}
	return 1;
}

/* Whether -y names the column. */
static int is_asked(int c)
{
	for (int k = 0; arg.y && k < values.n; k++)
		if (!strcmp(values.item[k].text, table.col[c].name))
			return 1;
	return 0;
}

static void constant_cell(struct tab_out *o, int c, int r)
{
	if (table.col[c].word[r])
		tab_word(o, table.col[c].word[r]);
	else
		tab_real(o, table.col[c].value[r]);
}

/* Set in[n_block] for the blocks that are averaged, which must have equal numbers of rows. Returns the first of them. */
static int blocks_choose(char *in)
{
	int64_t seen = 0;
	int first = -1;

	for (int b = 0; b < table.n_block; b++) {
		in[b] = table.block[b].n && is_timely(row_time(table.block[b].first, &table.block[b])) && seen++ >= arg.skip;
		if (!in[b])
			continue;
		if (first < 0)
			first = b;
		if (table.block[b].n != table.block[first].n)
			tool_fail(EXIT_INPUT, "block %d has %d rows and block %d has %d, expected equal numbers to average across blocks; "
				"--blocks each or joined averages in other ways", first, table.block[first].n, b, table.block[b].n);
	}
	if (first < 0)
		tool_fail(EXIT_INPUT, "no block is left to average, expected at least one");
	return first;
}

static void across(struct tab_out *o)
{
	int own = tab_find(&table, "blocks") < 0; /* a column of that name is kept */
	char *in = mem_zero((size_t)table.n_block, 1), *fixed = mem_zero((size_t)table.n_col, 1);
	char *named = mem_zero((size_t)values.n, 1), **error = MEM_NEW(char *, (size_t)values.n);
	int first = blocks_choose(in), n = 0;

	for (int b = 0; b < table.n_block; b++)
		n += in[b];
	for (int c = 0; c < table.n_col; c++)
		fixed[c] = (char)(!is_asked(c) && is_constant(c, in, first));
	for (int k = 0; k < values.n; k++) {
		int c = tab_find(&table, values.item[k].text);

		named[k] = c < 0 || !fixed[c];
		error[k] = mem_new(strlen(values.item[k].text) + 7, 1);
		stpcpy(stpcpy(error[k], values.item[k].text), "_error");
		if (named[k] && (c = tab_find(&table, error[k])) >= 0)
			fixed[c] = 0; /* the new error takes the name */
	}
	for (int c = 0; c < table.n_col; c++)
		if (fixed[c])
			tab_column(o, table.col[c].name, table.col[c].unit);
	for (int k = 0; k < values.n; k++) {
		if (named[k]) {
			tab_column(o, values.item[k].text, unit_of(values.item[k].text));
			tab_column(o, error[k], unit_of(values.item[k].text));
		}
		free(error[k]);
	}
	free(error);
	if (own)
		tab_column(o, "blocks", "");
	for (int r = 0; r < table.block[first].n; r++) {
		for (int c = 0; c < table.n_col; c++)
			if (fixed[c])
				constant_cell(o, c, table.block[first].first + r);
		for (int k = 0; k < values.n; k++) {
			struct blocks b = { 0 };

			for (int j = first; named[k] && j < table.n_block; j++) {
				double x = in[j] ? values_get(&values, k, table.block[j].first + r) : NAN;
				if (!isnan(x))
					blocks_add(&b, x);
			}
			struct estimate e = blocks_mean(&b);
			if (named[k]) {
				estimate_check(&e);
				tab_real(o, e.mean);
				tab_real(o, e.error);
			}
		}
		if (own)
			tab_int(o, n);
	}
	free(in);
	free(fixed);
	free(named);
}

/* Clear keep for the rows that are not averaged. */
static void rows_choose(int each)
{
	int64_t seen = 0;
	int n = 0;

	for (int b = 0; b < table.n_block; b++) {
		if (each)
			seen = 0;
		for (int r = table.block[b].first; r < table.block[b].first + table.block[b].n; r++) {
			keep[r] = keep[r] && is_timely(row_time(r, &table.block[b])) && seen++ >= arg.skip;
			n += keep[r];
		}
	}
	if (!n) {
		where_end();
		tool_fail(EXIT_INPUT, "no row is left to average, expected at least one");
	}
}

static void options_check(void)
{
	if (arg.row && arg.blocks && strcmp(arg.blocks, "joined"))
		opt_fail("row", "joins all rows, expected no --blocks %s", arg.blocks);
	if (arg.set.n && !arg.row)
		opt_fail("set", "needs --row");
	if (!arg.blocks)
		arg.blocks = arg.row ? "joined" : "across";
	if (strcmp(arg.blocks, "across") && strcmp(arg.blocks, "each") && strcmp(arg.blocks, "joined"))
		opt_fail("blocks", "%s, expected across, each or joined", arg.blocks);
	if (arg.skip < 0)
		opt_fail("skip", "%lld, expected 0 or more", (long long)arg.skip);
	if (arg.from > arg.to)
		opt_fail("to", "%g is before --from %g", arg.to, arg.from);
	where_begin();
	if (arg.y)
		values_parse(&values, "y", arg.y);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "means of the columns of a table, with errors", "[FILE]", opts, 1);
	options_check();
	values_load(&table, "average");
	world_init(&nowhere, 2);
	values_rows(&rows, &table);
	if (!arg.y)
		choose_all();
	values_bind(&values, "y", &nowhere, &rows);
	keep = where_select_rows(&nowhere, &rows, NULL);
	where_end();

	struct tab_out *o = tab_create(stdout, tool_made);
	tab_preamble(o, table.made, strlen(table.made));
	int several = table.n_block > 1, each = several && !strcmp(arg.blocks, "each");
	if (several && !strcmp(arg.blocks, "across")) {
		if (where_text)
			opt_fail("where", "selects rows, but means across blocks need all rows; use --blocks each or joined");
		across(o);
	} else {
		rows_choose(each);
		if (arg.row)
			one_row(o);
		else
			over_rows(o, each);
	}
	tab_finish(o);
	if (poor)
		tool_note("means without an error, because there are too few values for their correlation time: %d", poor);
	free(keep);
	values_free(&values);
	table_free(&rows);
	tab_free(&table);
	world_free(&nowhere);
	return tool_end();
}
