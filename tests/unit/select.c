/* select.c: expressions over bodies against the same conditions written in C */
#include "base/buf.h"
#include "number.h"
#include "tap.h"
#include "world/select.h"

#include <string.h>

static struct world w;
#define COLUMNS ", expected id shape material tag size x y angle ix iy vx vy omega label speed moved"

/* Rows selected, as a string of 0 and 1; or the complaint. */
static const char *rows(const char *text)
{
	static char out[200];
	const char *what;
	int at;
	struct select *s = select_new(text, number_parse, &what, &at);

	if (!s) {
		snprintf(out, sizeof out, "%d: %s", at, what);
		return out;
	}
	what = select_bind(s, &w);
	if (what)
		snprintf(out, sizeof out, "%s", what);
	for (int i = 0; !what && i < w.body.n_row; i++)
		strcpy(out + i, select_row(s, i) ? "1" : "0");
	select_free(s);
	return out;
}

static void same(const char *text, const char *expected)
{
	const char *found = rows(text);

	ok(strcmp(found, expected) == 0, "%s", text);
	if (strcmp(found, expected) != 0)
		printf("# found %s, expected %s\n", found, expected);
}

/* Rows that are no bodies have no speed and no constraints. */
static void other_rows(struct world *w)
{
	table_resize(&w->contact, 2);
	table_need_real(&w->contact, "fn", 0)[1] = 2.5;
	table_need_real(&w->contact, "vx", 0);
	table_need_real(&w->contact, "vy", 0);
	table_need_word(&w->contact, "tag", 0);
	const char *what;
	int at;
	static const char *const bodies_alone[] = { "speed > 0", "moved > 0" };
	for (int k = 0; k < 2; k++) {
		struct select *s = select_new(bodies_alone[k], number_parse, &what, &at);

		ok(select_bind_rows(s, w, &w->contact) != NULL, "contacts have no %s", bodies_alone[k]);
		select_free(s);
	}
	struct select *s = select_new("2 * fn - 1", number_parse, &what, &at);
	ok(!select_bind_rows(s, w, &w->contact) && select_value(s, 0) == -1 && select_value(s, 1) == 4 && select_row(s, 1),
	   "but columns, with values");
	select_free(s);
	s = select_new("1 / fn", number_parse, &what, &at);
	ok(!select_bind_rows(s, w, &w->contact) && isnan(select_value(s, 0)) && select_value(s, 1) == 0.4,
	   "a value that is not finite is none");
	select_free(s);
}

int main(void)
{
	static const char *const tags[] = { "-", "top", "-", "bottom", "x" };

	world_init(&w, 2);
	for (int i = 0; i < 5; i++)
		world_add_body(&w, 1, i % 2 ? "sand" : "clay", tags[i]);
	world_need_constraint(&w, "top")->dof[1].drive = DRIVE_FIXED;
	world_need_constraint(&w, "bottom"); /* holds nothing */
	int extra = table_add(&w.body, "label", COL_TEXT);
	struct bodies2 b = world_bodies2(&w);
	for (int i = 0; i < 5; i++) {
		static const char *const labels[] = { "red", "7", "red", "2e1", "blue" };

		b.x[i] = i - 1.5;
		b.vx[i] = 0.3 * i;
		b.vy[i] = 0.4 * i;
		size_t at = table_text(&w.body, labels[i], strlen(labels[i]));
		w.body.col[extra].text[i] = at;
	}
	same("x > 0", "00111");
	same("id <= 2", "11000");
	same("tag == top", "01000");
	same("tag = top or tag != 'top' and id>4", "01001");
	same("tag == -", "10100");
	same("(tag == - and x<0)", "10000");
	same("tag == 'x'", "00001");
	same("material == sand && !(tag == top)", "00010");
	same("not material == sand", "10101");
	same("speed > 0.99 and speed < 1.51", "00110");
	same("abs(x) < 1", "01100");
	same("sqrt(x*x + 0) == abs x", "21: expected an operator");
	same("sqrt(x*x) == abs(x)", "11111");
	same("-x > 1e0", "10000");
	same("x - -1 > 2/2*1.5", "00011");
	same("1 - 1 - 1 == -1 and 8/2/2 == 2", "11111");
	same("1 or 0 and 0", "11111");
	same("moved", "01000");
	same("label == red", "10100");
	same("label > 6", "01010");
	same("id", "11111");
	/* the row of x = 0.5: edges, and how operators bind */
	same("x <= 0.5", "11100");
	same("x >= 0.5", "00111");
	same("x != 0.5", "11011");
	same("x = 0.5 || id == 1 && tag == top", "00100");
	same("2*3+4 == 10 and 2+3*4 == 14 and 8-(4-2) == 6 and -2*3 == -6 and 12/2*3 == 18 and 7-2+1 == 6", "11111");
	same("not x > 0 and id > 1", "01000");
	same("tag == \"top\" or tag == bottom", "01010");
	same("tag != material and label != red", "01011");
	same("label == '7'", "01000");
	same("sqrt(x) > 1", "00011");
	same("tag == material", "00000");
	same("vy >= 0.8 and vx + vy == 2.1", "00010");
	/* what is no number is picked by no row: alone, negated, and whatever it is joined with */
	same("(id - 3) / (id - 3)", "11011");
	same("not (id - 3) / (id - 3)", "00000");
	same("sqrt(x)", "00111");
	same("label", "01010");
	same("label and id > 0", "01010");
	same("id > 0 and label", "01010");
	same("label or id == 1", "11010");
	same("id == 1 or label", "11010");
	same("0 * label == 0", "01010");
	same("x == nonsense", "there is no column 'nonsense'" COLUMNS);
	same("nonsense", "there is no column 'nonsense'" COLUMNS);
	same("tag > 3", "'tag' is a word, and is compared with a number");
	same("tag", "'tag' is a word: compare it with another");
	same("x >", "3: the expression ends too early");
	same("(x > 1", "6: a parenthesis is not closed");
	same("(x ^ 1)", "3: expected an operator or a closing parenthesis");
	same("x > 1 y", "6: expected an operator");
	same("tag == 'top", "7: a quote is not closed");
	same("", "0: the expression ends too early");
	/* what is not a number picks nothing: roots of negative numbers, 0 / 0, words that are no numbers */
	same("sqrt(x)", "00111");
	same("vx / vx", "01111");
	same("0 * (1 / vx)", "00000");
	same("label", "01010");
	same("label - 7", "00010");
	same("not sqrt(x)", "00000");
	same("1 / vx", "11111");
	same("label < 8 or label >= 8", "01010");
	same("sqrt(x) != 1 and x > 1", "00011");
	same("label != 7", "00010");
	same("not label == 7", "00010");
	same("not label > 10", "01000");
	same("not not label", "01010");
	same("not (label > 10 and id > 0)", "01000");
	same("not (label > 10 or id > 4)", "01000");
	same("not (id > 4 or label > 10)", "01000");
	same("not (label > 10 and id == 1)", "01111");
	same("not (id == 1 and label > 10)", "01111");
	same("label != 7 or id < 3", "11010");
	same("id < 3 or label != 7", "11010");
	same("(label > 10) == 0", "01000");
	/* names of columns that are no plain words */
	table_need_real(&w.body, "x/d", 0)[3] = 2.5;
	table_need_real(&w.body, "and", 0)[1] = 1;
#undef COLUMNS
#define COLUMNS ", expected id shape material tag size x y angle ix iy vx vy omega label x/d and speed moved"
	same("`x/d` > 2", "00010");
	same("1+`x/d`*2==6 or `and`", "01010");
	same("`tag` == top and `x` < 0", "01000");
	same("`x/d > 2", "0: a quote is not closed");
	same("`top` == tag", "there is no column 'top'" COLUMNS);
	same("tag == `nonsense`", "there is no column 'nonsense'" COLUMNS);
	same("``", "there is no column ''" COLUMNS);
	/* every operator, and how strongly it binds */
	same("x < 0.5", "11000");
	same("x <= 0.5", "11100");
	same("x >= 0.5", "00111");
	same("x > 0.5", "00011");
	same("x == 0.5", "00100");
	same("x != 0.5", "11011");
	same("x = 0.5 || id = 5", "00101");
	same("x > -1 && x < 2", "01110");
	same("id - 2 * 2 == -1", "00100");
	same("(id - 2) * 2 == 2", "00100");
	same("id / 2 / 2 == 1", "00010");
	same("id * id + 1 - 2 == 15", "00010");
	same("-id + 3 == 0", "00100");
	same("- - id == 3", "00100");
	same("abs(-id) - 1 == 2", "00100");
	same("sqrt(id * 4) == 4", "00010");
	same("not id == 2 and not id == 3", "10011");
	same("!(id == 2 or id == 3)", "10011");
	same("id == 1 or id == 2 and x > 0", "10000");
	same("material != sand", "10101");
	same("tag != 'top' and tag != \"x\"", "10110");
	same("sand == material", "01010");
	same("label != red", "01011");
	same("label == 20", "00010");
	same("1.5e0*x==.75", "00100");
	same("id==3e+0 or id==2E0", "01100");
	same("moved == 0", "10111");
	same("abs == 1", "there is no column 'abs'" COLUMNS);
	same("android == 1", "there is no column 'android'" COLUMNS);
	same("id < material", "'material' is a word, and is compared with a number");
	same("- material", "'material' is a word, not a number");
	other_rows(&w);
	w.dim = 3;
	table_need_real(&w.body, "vz", 0)[4] = 1;
	same("speed == 1.5", "00010");
	same("speed > 2.2 and speed < 2.24", "00001"); /* (1.2, 1.6, 1) */
	w.dim = 2;
	char deep[2001];
	memset(deep, '(', 1000);
	deep[1000] = 0;
	ok(strstr(rows(deep), "too deep") != NULL, "a thousand parentheses are refused");
	world_free(&w);

	/* in space the speed has three components; spins are no part of it in either */
	world_init(&w, 3);
	for (int i = 0; i < 3; i++) {
		world_add_body(&w, 1, "sand", "-");
		struct bodies3 c = world_bodies3(&w);
		for (int k = 0; k < 3; k++) {
			c.v[k][i] = (const double[]){ 2, 3, 6 }[(i + k) % 3];
			c.momentum[k][i] = 9;
		}
	}
	struct bodies3 c = world_bodies3(&w);
	c.v[2][1] = 0; /* of 3, 6, 2 */
	same("speed == 7", "101");
	same("speed > 6.708 and speed < 6.709", "010");
	same("speed * speed - vx * vx - vy * vy - vz * vz == 0", "101");

	/* rows that are no bodies have no speed and are not moved */
	struct table rows = { 0 };
	const char *what;
	int at;
	table_resize(&rows, 2);
	for (int k = 0; k < 2; k++)
		table_add(&rows, k ? "vy" : "vx", COL_REAL);
	table_real(&rows, "vx")[1] = 2;
	struct select *s = select_new("vx > 1", number_parse, &what, &at);
	ok(!select_bind_rows(s, &w, &rows) && !select_row(s, 0) && select_row(s, 1), "rows of a table");
	select_free(s);
	for (int k = 0; k < 2; k++) {
		s = select_new(k ? "moved" : "speed > 1", number_parse, &what, &at);
		what = select_bind_rows(s, &w, &rows);
		ok(what && strstr(what, k ? "no column 'moved'" : "no column 'speed'"), "which have no %s", k ? "moved" : "speed");
		select_free(s);
	}
	/* values: what is not finite is no number */
	static const struct { const char *text; double value; } formula[] = {
		{ "2 * vx - 1", 3 }, { "vx / vy", NAN }, { "-vx", -2 }, { "vx > 1", 1 }, { "vx = 1", 0 }, { "abs(1 - vx) / 4", 0.25 }
	};
	for (size_t k = 0; k < sizeof formula / sizeof *formula; k++) {
		s = select_new(formula[k].text, number_parse, &what, &at);
		what = select_bind_rows(s, &w, &rows);
		double x = select_value(s, 1);
		ok(!what && (x == formula[k].value || (isnan(x) && isnan(formula[k].value))), "%s", formula[k].text);
		select_free(s);
	}
	table_free(&rows);
	world_free(&w);
	return done();
}
