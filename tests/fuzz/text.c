/* text.c: for clang's fuzzer (`make fuzz`): any bytes, read as what stands in one line: an expression of --where, a formula of
 * columns, a formula to fit, a made record, a product of units, a number. What is read can be used; the rest is a message. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/formula.h"
#include "made.h"
#include "number.h"
#include "units.h"
#include "world/select.h"

/* An expression for two bodies, one of which a constraint holds. */
static void select_(const char *text)
{
	const char *what = NULL;
	int at = -1;
	struct world w;
	struct select *s = select_new(text, number_parse, &what, &at);

	if (!s) {
		if (!what || at < 0 || (size_t)at > strlen(text))
			abort();
		return;
	}
	world_init(&w, 2);
	world_add_body(&w, 1, "grain", "-");
	world_add_body(&w, 1, "rock", "top");
	struct bodies2 b = world_bodies2(&w);
	b.x[0] = 0.3;
	b.y[1] = -1.7;
	if (!select_bind(s, &w))
		for (int i = 0; i < 2; i++) {
			const char *column;
			double x = select_value(s, i);

			if (!isnan(x) && select_row(s, i) != (x != 0))
				abort();
			select_unknown(s, &column);
		}
	select_free(s);
	world_free(&w);
}

/* The letters of a formula for gnuplot: none that could begin another command or call a program. */
static void formula_(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-*/(),<>=!?: ";
	struct formula f;
	char *what = formula_parse(&f, text);

	if (!what && f.script[strspn(f.script, letters)])
		abort();
	if (!what && (f.n < 1 || formula_param(&f, f.param[f.n - 1]) != f.n - 1))
		abort();
	if (!what)
		formula_free(&f);
	free(what);
}

/* A record that is understood is the same record when its words are quoted again. */
static void made_(const char *text)
{
	struct made m, again;

	if (!made_parse(&m, text)) {
		char *to = NULL;
		size_t n = 0, cap = 0;

		made_quote(&to, &n, &cap, m.program);
		made_quote(&to, &n, &cap, m.version);
		for (int k = 0; k < m.n_argument; k++)
			made_quote(&to, &n, &cap, m.argument[k]);
		for (int k = 0; k < m.n_input; k++)
			made_note(&to, &n, &cap, &m.input[k]);
		if (made_parse(&again, to) || again.n_argument != m.n_argument || again.n_input != m.n_input)
			abort();
		for (int k = 0; k < m.n_argument; k++)
			if (strcmp(m.argument[k], again.argument[k]) != 0)
				abort();
		for (int k = 0; k < m.n_input; k++)
			if (strcmp(m.input[k].name, again.input[k].name) != 0 || m.input[k].records != again.input[k].records ||
			    strcmp(m.input[k].sum, again.input[k].sum) != 0)
				abort();
		made_free(&again);
		free(to);
	}
	made_free(&m);
}

static void units_(const char *text, size_t n)
{
	struct units u = { 0 };

	units_read(&u, text, n);
	char *product = units_text(&u, text), *inverse = units_inverse(text), *label = units_label(text, text);
	if (!product || !inverse || !label)
		abort();
	free(product);
	free(inverse);
	free(label);
	units_free(&u);
}

static void number_(const char *text)
{
	char out[NUMBER_MAX + 1];
	double x, y;
	int64_t i, j;

	if (!number_parse(text, &x)) {
		*number_put(out, x) = 0;
		if (!isfinite(x) || number_parse(out, &y) || x != y)
			abort();
	}
	if (!number_parse_int(text, &i)) {
		*number_put_int(out, i) = 0;
		if (number_parse_int(out, &j) || i != j)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = calloc(n + 1, 1); /* the first byte is the kind */

	if (n) {
		memcpy(text, data + 1, n - 1);
		switch (*data) {
		case 'w': select_(text); break;
		case 'f': formula_(text); break;
		case 'm': made_(text); break;
		case 'u': units_(text, strlen(text)); break;
		default: number_(text);
		}
	}
	free(text);
	return 0;
}
