/* formula.c: translates a user's formula into gnuplot's syntax. */
#include "common/formula.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "slurp.h"

static const char *const functions[] = {
	"abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "besj0", "besj1", "ceil", "cos", "cosh", "erf",
	"erfc", "exp", "floor", "gamma", "lgamma", "log", "log10", "sgn", "sin", "sinh", "sqrt", "tan", "tanh"
};

__attribute__((format(printf, 1, 2)))
static char *wrong(const char *format, ...)
{
	char *what = NULL;
	va_list ap;

	va_start(ap, format);
	if (vasprintf(&what, format, ap) < 0)
		abort();
	va_end(ap);
	return what;
}

static int is_function(const char *name)
{
	for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
		if (!strcmp(functions[k], name))
			return 1;
	return 0;
}

int formula_param(const struct formula *f, const char *name)
{
	for (int k = 0; k < f->n; k++)
		if (!strcmp(f->param[k], name))
			return k;
	return -1;
}

/* A name of n characters at s: x, pi, a function, or a parameter. */
static char *name_take(struct formula *f, const char *s, size_t n, FILE *out)
{
	char name[40];

	if (n >= sizeof name)
		return wrong("a name of %zu characters, expected fewer than %zu", n, sizeof name);
	memcpy(name, s, n);
	name[n] = 0;
	s += n + strspn(s + n, " ");
	if (*s == '(' && !is_function(name))
		return wrong("%s( is not a known function", name);
	if (*s != '(' && is_function(name))
		return wrong("function %s has no (", name);
	if (*s == '(' || !strcmp(name, "x") || !strcmp(name, "pi")) {
		fputs(name, out);
		return NULL;
	}
	if (formula_param(f, name) < 0) {
		if (f->n == FORMULA_PARAMS)
			return wrong("more than %d parameters", FORMULA_PARAMS);
		f->param[f->n++] = mem_string(name);
	}
	fprintf(out, "fit_%s", name);
	return NULL;
}

/* Copy a number (digits, a point, an exponent) and return its end. Gnuplot rounds quotients of integers, so integers get a point.
 * Exponents stay integers, because powers of negative numbers need integer exponents. */
static const char *number_take(const char *s, int exponent, FILE *out)
{
	const char *from = s;
	int real = exponent;

	s += strspn(s, "0123456789");
	if (*s == '.') {
		real = 1;
		s += 1 + strspn(s + 1, "0123456789");
	}
	if ((*s == 'e' || *s == 'E') && isdigit((unsigned char)s[1 + (s[1] == '+' || s[1] == '-')])) {
		real = 1;
		s += 1 + (s[1] == '+' || s[1] == '-');
		s += strspn(s, "0123456789");
	}
	fprintf(out, "%.*s%s", (int)(s - from), from, real ? "" : ".0");
	return s;
}

/* The state of the parser: operands and operators alternate, parentheses and ? : come in pairs. */
struct syntax { int have, open, asked; /* have: the last item was an operand */ };

/* An operator, parenthesis or comma of n characters at s. */
static char *operator_take(struct syntax *y, const char *s, size_t n)
{
	int sign = n == 1 && (*s == '+' || *s == '-');

	if (*s == '(' ? y->have : !y->have && !sign)
		return wrong("%s before '%.*s'", y->have ? "an operator is missing" : "a number or a name is missing", (int)n, s);
	y->open += (*s == '(') - (*s == ')');
	y->asked += (*s == '?') - (*s == ':');
	if (y->open < 0)
		return wrong("a parenthesis is closed but was not opened");
	if (y->asked < 0)
		return wrong("':' without '?'");
	y->have = *s == ')';
	return NULL;
}

static char *operand_take(struct syntax *y, const char *s, size_t n)
{
	if (y->have)
		return wrong("an operator is missing before '%.*s'", (int)n, s);
	y->have = 1;
	return NULL;
}

static char *syntax_end(const struct syntax *y)
{
	return !y->have ? wrong("it ends too early") : y->open ? wrong("a parenthesis is not closed") :
		y->asked ? wrong("'?' without ':'") : NULL;
}

char *formula_parse(struct formula *f, const char *text)
{
	struct syntax syntax = { 0 };
	size_t size;
	char *what = NULL;
	int exponent = 0;       /* after ^ or **, signs not counted */

	*f = (struct formula){ 0 };
	FILE *out = text_open(&f->script, &size);
	for (const char *s = text; *s && !what;) {
		const char *from = s;
		size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
		n += n ? strspn(s + n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") : 0;
		size_t two = strncmp(s, "**", 2) == 0 || (*s && strchr("=!<>", *s) && s[1] == '=') ? 2 : 1;
		if (n) {
			what = name_take(f, s, n, out);
			s += n;
			if (!what && s[strspn(s, " ")] != '(')
				what = operand_take(&syntax, from, n);
			else if (!what && syntax.have)
				what = wrong("an operator is missing before '%.*s'", (int)n, from);
		} else if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]))) {
			s = number_take(s, exponent, out);
			what = operand_take(&syntax, from, (size_t)(s - from));
		} else if (*s == ' ') {
			fputc(*s++, out);
		} else if (two == 2 || strchr("^+-*/(),<>?:", *s)) {
			what = operator_take(&syntax, s, two);
			fprintf(out, "%.*s", *s == '^' ? 2 : (int)two, *s == '^' ? "**" : s);
			s += two;
		} else {
			what = wrong("'%c', expected numbers, x, parameters, functions, + - * / ^ ( )", *s);
		}
		exponent = *from == '^' || strncmp(from, "**", 2) == 0 || (exponent && strchr("+- ", *from));
	}
	text_close(out);
	if (!what && !*text)
		what = wrong("an empty formula");
	if (!what)
		what = syntax_end(&syntax);
	if (!what && !f->n)
		what = wrong("no parameter to fit, expected names such as a in a*x");
	if (what)
		formula_free(f);
	return what;
}

void formula_free(struct formula *f)
{
	free(f->script);
	for (int k = 0; k < f->n; k++)
		free(f->param[k]);
	*f = (struct formula){ 0 };
}
