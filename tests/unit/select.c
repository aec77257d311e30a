/* select.c: expressions over bodies against the same conditions written in C */
#include "base/buf.h"
#include "number.h"
#include "tap.h"
#include "world/select.h"

#include <string.h>

static struct world w;

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

int main(void)
{
	static const char *const tags[] = { "-", "top", "-", "bottom", "x" };

	world_init(&w, 2);
	for (int i = 0; i < 5; i++)
		world_add_body(&w, 1, i % 2 ? "sand" : "clay", tags[i]);
	world_need_constraint(&w, "top")->dof[1].drive = DRIVE_FIXED;
	world_need_constraint(&w, "bottom"); /* holds nothing */
	int extra = table_add(&w.body, "label", COL_TEXT);
	struct bodies b = world_bodies(&w);
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
	same("x == nonsense", "there is no column 'nonsense'");
	same("nonsense", "there is no column 'nonsense'");
	same("tag > 3", "'tag' is a word, and is compared with a number");
	same("tag", "'tag' is a word: compare it with another");
	same("x >", "3: the expression ends too early");
	same("(x > 1", "6: a parenthesis is not closed");
	same("(x ^ 1)", "3: expected an operator or a closing parenthesis");
	same("x > 1 y", "6: expected an operator");
	same("tag == 'top", "7: a quote is not closed");
	same("", "0: the expression ends too early");
	char deep[2001];
	memset(deep, '(', 1000);
	deep[1000] = 0;
	ok(strstr(rows(deep), "too deep") != NULL, "a thousand parentheses are refused");
	world_free(&w);
	return done();
}
