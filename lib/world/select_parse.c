/* select_parse.c: a recursive-descent parser of expressions over columns */
#include "world/select_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct parser { const char *text, *at, *what; struct select *s; int depth; };
enum { DEEPEST = 200 };

static int add(struct parser *p, enum op op, int a, int b)
{
	struct select *s = p->s;

	MEM_GROW(s->node, &s->cap, (size_t)s->n + 1);
	s->node[s->n] = (struct node){ .op = op, .a = a, .b = b };
	return s->n++;
}

static int fail(struct parser *p, const char *what)
{
	if (!p->what)
		p->what = what;
	return 0;
}

static int unclosed(struct parser *p)
{
	return fail(p, *p->at ? "expected an operator or a closing parenthesis" : "a parenthesis is not closed");
}

static int is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static int is_letter(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void blanks(struct parser *p)
{
	while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n')
		p->at++;
}

/* Skip the operator or word and return 1 if it comes next in the text. */
static int take(struct parser *p, const char *word)
{
	size_t n = strlen(word);

	blanks(p);
	if (strncmp(p->at, word, n) != 0)
		return 0;
	if (is_letter(word[0]) && (is_letter(p->at[n]) || is_digit(p->at[n])))
		return 0;
	p->at += n;
	return 1;
}

static int add_word(struct parser *p, const char *s, size_t n, enum op op)
{
	int k = add(p, op, 0, 0);

	p->s->node[k].name = mem_zero(n + 1, 1);
	memcpy(p->s->node[k].name, s, n);
	return k;
}

/* Whether an operand can end here. If so, the '-' before was the word "-". */
static int ends_here(struct parser *p)
{
	const char *before = p->at;
	int ends;

	blanks(p);
	ends = *p->at == 0 || strchr(")&|=!<>", *p->at) || take(p, "and") || take(p, "or");
	p->at = before;
	return ends;
}

static int parse_or(struct parser *p);

static int parse_named(struct parser *p)
{
	const char *from = p->at;
	int column = *from == '`', quoted = column || *from == '\'' || *from == '"';

	if (quoted) {
		const char *to = strchr(from + 1, *from);

		if (!to)
			return fail(p, "a quote is not closed");
		from++;
		p->at = to;
	} else {
		while (is_letter(*p->at) || is_digit(*p->at) || *p->at == '.')
			p->at++;
	}
	int k = add_word(p, from, (size_t)(p->at - from), quoted && !column ? WORD : NAME);
	p->s->node[k].column = column;
	p->at += quoted;
	return k;
}

static int parse_number(struct parser *p)
{
	const char *from = p->at;

	while (is_digit(*p->at) || *p->at == '.')
		p->at++;
	if ((*p->at == 'e' || *p->at == 'E') && (is_digit(p->at[1]) || ((p->at[1] == '-' || p->at[1] == '+') && is_digit(p->at[2])))) {
		p->at += 2;
		while (is_digit(*p->at))
			p->at++;
	}
	int k = add_word(p, from, (size_t)(p->at - from), NUMBER);
	struct node *n = &p->s->node[k];
	return p->s->number(n->name, &n->number) ? fail(p, "not a number") : k;
}

static int parse_atom(struct parser *p)
{
	blanks(p);
	if (is_digit(*p->at) || (*p->at == '.' && is_digit(p->at[1])))
		return parse_number(p);
	for (enum op f = ABS; f <= SQRT; f++) {
		const char *before = p->at;

		if (take(p, f == ABS ? "abs" : "sqrt")) {
			if (take(p, "(")) {
				int a = parse_or(p);

				return take(p, ")") ? add(p, f, a, 0) : unclosed(p);
			}
			p->at = before;
		}
	}
	if (take(p, "(")) {
		int a = parse_or(p);

		return take(p, ")") ? a : unclosed(p);
	}
	if (is_letter(*p->at) || *p->at == '\'' || *p->at == '"' || *p->at == '`')
		return parse_named(p);
	return fail(p, *p->at ? "expected a number, a name or a parenthesis" : "the expression ends too early");
}

static int parse_unary(struct parser *p)
{
	int k;

	if (++p->depth > DEEPEST)
		k = fail(p, "too deep");
	else if (take(p, "-"))
		k = ends_here(p) ? add_word(p, "-", 1, WORD) : add(p, NEG, parse_unary(p), 0);
	else
		k = parse_atom(p);
	p->depth--;
	return k;
}

static int parse_term(struct parser *p)
{
	int a = parse_unary(p);

	while (!p->what) {
		if (take(p, "*"))
			a = add(p, MUL, a, parse_unary(p));
		else if (take(p, "/"))
			a = add(p, DIV, a, parse_unary(p));
		else
			break;
	}
	return a;
}

static int parse_sum(struct parser *p)
{
	int a = parse_term(p);

	while (!p->what) {
		if (take(p, "+"))
			a = add(p, ADD, a, parse_term(p));
		else if (take(p, "-"))
			a = add(p, SUB, a, parse_term(p));
		else
			break;
	}
	return a;
}

static int parse_compare(struct parser *p)
{
	static const struct { const char *text; enum op op; } ops[] = {
		{ "==", EQ }, { "!=", NE }, { "<=", LE }, { ">=", GE }, { "=", EQ }, { "<", LT }, { ">", GT }
	};
	int a = parse_sum(p);

	for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
		if (!p->what && take(p, ops[k].text))
			return add(p, ops[k].op, a, parse_sum(p));
	return a;
}

static int parse_not(struct parser *p)
{
	int k;

	if (++p->depth > DEEPEST)
		k = fail(p, "too deep");
	else if (take(p, "not") || (blanks(p), *p->at == '!' && p->at[1] != '=' && take(p, "!")))
		k = add(p, NOT, parse_not(p), 0);
	else
		k = parse_compare(p);
	p->depth--;
	return k;
}

static int parse_and(struct parser *p)
{
	int a = parse_not(p);

	while (!p->what && (take(p, "and") || take(p, "&&")))
		a = add(p, AND, a, parse_not(p));
	return a;
}

static int parse_or(struct parser *p)
{
	int a = parse_and(p);

	while (!p->what && (take(p, "or") || take(p, "||")))
		a = add(p, OR, a, parse_and(p));
	return a;
}

struct select *select_new(const char *text, int (*number)(const char *, double *), const char **what, int *at)
{
	struct parser p = { .text = text, .at = text, .s = MEM_ZERO(struct select, 1) };

	p.s->number = number;
	p.s->root = parse_or(&p);
	blanks(&p);
	if (!p.what && *p.at)
		p.what = "expected an operator";
	*what = p.what;
	*at = (int)(p.at - text);
	if (p.what) {
		select_free(p.s);
		return NULL;
	}
	return p.s;
}

void select_free(struct select *s)
{
	if (!s)
		return;
	for (int k = 0; k < s->n; k++)
		free(s->node[k].name);
	free(s->node);
	free(s->error);
	free(s);
}
