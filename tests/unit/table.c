/* table.c: tables written and read back, and what a reader refuses. */
#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "tap.h"
#include "units.h"

static char *text;
static size_t size;

static FILE *begin(void)
{
	return open_memstream(&text, &size);
}

static const char *test_made(void)
{
	return "scree-test 0.1.0 -n 3";
}

static void writes(void)
{
	static const char expected[] =
		"# scree-table 1\n"
		"# made scree-shape 0.1.0 cow\n"
		"# made scree-test 0.1.0 -n 3\n"
		"# t[s] work[kg*m^2/s^2] kind n\n"
		"# block t=0\n"
		"0.1 1e-300 cow 7\n"
		"0 ? a_b -9007199254740993\n"
		"\n\n"
		"# block t=0.25\n"
		"? 0.30000000000000004 - 0\n";
	static const char preamble[] =
		"scree 1 dim=2\nmade scree-shape 0.1.0 cow\nunits length=m mass=kg time=s\ngravity 0,0\n";
	FILE *f = begin();
	struct tab_out *o = tab_create(f, test_made);

	tab_preamble(o, preamble, strlen(preamble));
	tab_column(o, "t", "T");
	tab_column(o, "work", "M*L^2/T^2");
	tab_column(o, "kind", "");
	tab_column(o, "n", "");
	tab_block(o, 0);
	tab_real(o, 0.1);
	tab_real(o, 1e-300);
	tab_word(o, "cow");
	tab_int(o, 7);
	tab_real(o, -0.0);
	tab_real(o, NAN);
	tab_word(o, "a b");
	tab_int(o, -9007199254740993);
	tab_block(o, 0.25);
	tab_real(o, -INFINITY);
	tab_real(o, 0.1 + 0.2);
	tab_word(o, "");
	tab_int(o, 0);
	tab_finish(o);
	fclose(f);
	if (!ok(!strcmp(text, expected), "a table with units, blocks, words and missing values"))
		printf("# %s", text);
	free(text);

	f = begin();
	o = tab_create(f, NULL);
	tab_column(o, "tag", "");
	tab_column(o, "other", "");
	tab_word(o, "#7");
	tab_word(o, "#8");
	tab_word(o, "nan");
	tab_word(o, "-Infinity");
	tab_word(o, "?");
	tab_word(o, "??");
	tab_word(o, "-1e400");
	tab_word(o, "1e4");
	tab_finish(o);
	fclose(f);
	ok(strstr(text, "\nnan_ -Infinity_\n?_ ??\n-1e400_ 1e4\n") != NULL,
	   "words that a reader would refuse or take for missing values get a _");
	ok(strstr(text, "\n_7 #8\n") != NULL, "a word with a # at the beginning of a row makes no comment of the row");
	free(text);

	f = begin();
	o = tab_create(f, NULL);
	tab_column(o, "x", "L");
	tab_finish(o);
	fclose(f);
	ok(!strcmp(text, "# scree-table 1\n# x[L]\n"), "a table without rows, provenance and units has its head");
	free(text);
}

static enum tab_status reads(struct tab *t, const char *s, char **error)
{
	FILE *f = fmemopen((void *)s, strlen(s), "r");
	enum tab_status status = tab_read(t, f, "in", error);

	fclose(f);
	return status;
}

static void good(void)
{
	static const char in[] =
		"# scree-table 1\n# made a 1\n# made b 2\n# a note\n# t[s] kind v\n"
		"# block t=0\n1 cow 2.5\n\n2 ? -3e-5\n\n\n# block t=0.125\n3\tdisk\t?\r\n"
		"# scree-table 1\n# made c 3\n# t[s] kind v\n4 cow 1\n\n\n5 cow 1\n";
	struct tab t;
	char *error;

	ok(reads(&t, in, &error) == TAB_GOOD, "a table of several blocks and tables");
	ok(t.n_col == 3 && t.n_row == 5 && t.n_block == 4, "rows, columns, blocks");
	ok(!strcmp(t.made, "made a 1\nmade b 2\nmade c 3\n"), "its provenance");
	ok(tab_find(&t, "v") == 2 && tab_find(&t, "w") == -1, "columns by name");
	ok(!strcmp(t.col[0].unit, "s") && !strcmp(t.col[2].unit, ""), "units");
	ok(t.block[0].first == 0 && t.block[0].n == 2 && t.block[0].t == 0, "a single blank line is no new block");
	ok(t.block[1].first == 2 && t.block[1].n == 1 && t.block[1].t == 0.125, "a block with its time");
	ok(t.block[2].n == 1 && isnan(t.block[2].t) && t.block[3].first == 4, "blocks without times");
	ok(t.col[2].value[1] == -3e-5 && isnan(t.col[2].value[2]) && t.col[2].n_word == 0, "numbers and missing ones");
	ok(t.col[1].n_word == 4 && !strcmp(t.col[1].word[2], "disk") && !t.col[1].word[1] && t.col[1].line_word == 7, "words");
	tab_free(&t);

	ok(reads(&t, "# scree-table 1\n# x y\n", &error) == TAB_GOOD && t.n_row == 0 && t.n_col == 2, "a table without rows");
	tab_free(&t);
	ok(reads(&t, "# scree-table 1\n# x y\n1 2\n3 4", &error) == TAB_GOOD && t.col[1].value[1] == 4,
		"no newline at the end");
	tab_free(&t);
}

static void refuses(const char *in, const char *expected)
{
	struct tab t;
	char *error;

	if (!ok(reads(&t, in, &error) == TAB_BAD && strstr(error, expected) == error, "refused: %s", expected))
		printf("# found %s\n", error ? error : "nothing wrong");
	free(error);
	tab_free(&t);
}

static void bad(void)
{
	refuses("t x\n1 2\n", "in:1: found 't x', expected '# scree-table 1'");
	refuses("scree 1 dim=2\n", "in:1: a particle stream, expected '# scree-table 1'; scree-energy");
	refuses("", "in:1: the table is empty, expected");
	refuses("\n# scree-table 1\n", "in:1: an empty line, expected");
	refuses("# scree-table 2\n# x\n", "in:1: version 2 of the table format, expected 1");
	refuses("# scree-table 1\n1 2\n", "in:2: no names of columns");
	refuses("# scree-table 1\n# x y\n1 2\n\n1 2 3\n", "in:5: 3 fields in a row, expected 2 as named in line 2");
	refuses("# scree-table 1\n# x y\n1\n", "in:3: 1 fields in a row, expected 2");
	refuses("# scree-table 1\n# x y\n1 nan\n", "in:3: nan in column y, expected a number");
	refuses("# scree-table 1\n# x y\n1 1e309\n", "in:3: 1e309 in column y, expected a number up to 1.8e308");
	refuses("# scree-table 1\n# x y\n1 -2.5E+400\n", "in:3: -2.5E+400 in column y, expected a number up to 1.8e308");
	refuses("# scree-table 1\n# x y\n-inf 1\n", "in:3: -inf in column x, expected a number");
	refuses("# scree-table 1\n# x x[L]\n1 2\n", "in:3: two columns named x");
	refuses("# scree-table 1\n# x\n# block t=soon\n1\n", "in:3: time of a block: soon, expected a number");
	refuses("# scree-table 1\n# x\n1\n# scree-table 1\n# y\n1\n",
		"in:6: column 1 is y, expected x as in the previous table");
	refuses("# scree-table 1\n# x y\n1 2\n# scree-table 1\n# x\n1\n", "in:6: 1 columns, expected 2");
	refuses("# scree-table 1\n# x y[m]\n1 2\n# scree-table 1\n# x y[mm]\n1 2\n",
		"in:6: column y has the unit [mm], expected [m] as in the previous table");
	refuses("# scree-table 1\n# x y[m]\n1 2\n# scree-table 1\n# x y\n1 2\n",
		"in:6: column y has the unit [], expected [m] as in the previous table");

	char zero[] = "# scree-table 1\n# x\n1\n2 3\n";
	struct tab t;
	char *error;
	zero[sizeof zero - 4] = 0;
	FILE *f = fmemopen(zero, sizeof zero - 1, "r");
	ok(tab_read(&t, f, "in", &error) == TAB_BAD && strstr(error, "in:4: a zero byte"), "a zero byte is refused");
	fclose(f);
	free(error);
	tab_free(&t);
}

static void units(void)
{
	struct units u = { { NULL } };
	static const char record[] = "units length=mm time=ms extra=1\n";
	char *s;

	units_read(&u, record, strlen(record));
	s = units_text(&u, "M*L^2/T^2");
	ok(!strcmp(s, "M*mm^2/ms^2"), "the stream's units where it names them");
	free(s);
	s = units_label("work", "kg*m^2/s^12");
	ok(!strcmp(s, "work [kg m²/s¹²]"), "a label");
	free(s);
	s = units_label("error", "");
	ok(!strcmp(s, "error"), "a label without unit");
	free(s);
	units_free(&u);
	/* the last record counts, words of others do not */
	static const char later[] = "unitsX length=a\n# units length=b\n"
		"units time=min length=km\r\nunits time=h\tmass=t\nmade units mass=c\n";
	units_read(&u, later, strlen(later));
	ok(!strcmp(u.name[0], "km") && !strcmp(u.name[1], "t") && !strcmp(u.name[2], "h"), "names of units: %s %s %s", u.name[0],
		u.name[1],
	   u.name[2]);
	units_free(&u);
	static const char *const inverse[][2] = { { "M*L^2/T^2", "T^2/M/L^2" }, { "1/T", "T" }, { "L", "1/L" }, { "L/T", "T/L" },
		{ "", "" } };
	for (size_t k = 0; k < sizeof inverse / sizeof *inverse; k++) {
		s = units_inverse(inverse[k][0]);
		ok(!strcmp(s, inverse[k][1]), "one over %s is %s", inverse[k][0], s);
		free(s);
	}
}

/* What columns of the stream are made of, as formats/particles.md says. */
static void columns(void)
{
	static const struct { const char *unit, *names; } known[] = {
		{ "L", "x y z xi overlap" }, { "L/T", "vx vy vz speed" }, { "1/T", "omega wx wy wz" }, { "L/T^2", "ax ay az" },
			{ "1/T^2", "alpha" },
		{ "M*L/T^2", "fx fy fz fn ft ftx fty ftz" }, { "M*L^2/T", "Lx Ly Lz" }, { "M", "mass" }, { "M*L^2", "inertia" },
		{ "M*L^2/T^2", "torque heat kin_x kin_y kin_z kin_lin kin_rot kin tx ty tz moment" },
		{ "", "id shape size angle ix iy laps qw nx roll fi unheard" },
	};

	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		char names[200], *at = names, *name;

		snprintf(names, sizeof names, "%s", known[k].names);
		while ((name = strsep(&at, " ")))
			ok(!strcmp(units_of_column(name, 2), known[k].unit), "column %s is in [%s]", name, known[k].unit);
	}
}

/* Numbers that are written together: over the ends of rows, with some that are not finite. */
static void many(void)
{
	static const double x[] = { 0.1, -0.0, 1e-300, NAN, -2.5, 7, 1e22, 0.3, 123456.789, -INFINITY, INFINITY, 5e-324, 11, 12.25, 13,
		14.5, 15, 16, -17.125, 18, 19, 20 };
	static const char expected[] = "0.1 0 1e-300 ? -2.5 7 1e22 0.3 123456.789 ? ?\n5e-324 11 12.25 13 14.5 15 16 -17.125 18 19 20\n";
	FILE *f = begin();
	struct tab_out *o = tab_create(f, NULL);

	for (int c = 0; c < 11; c++)
		tab_column(o, (char[]){ (char)('a' + c), 0 }, "");
	tab_reals(o, x, 22);
	tab_finish(o);
	fclose(f);
	ok(size > sizeof expected && strcmp(text + size + 1 - sizeof expected, expected) == 0, "two rows at once");
	free(text);
}

int main(void)
{
	writes();
	many();
	good();
	bad();
	units();
	columns();
	return done();
}
