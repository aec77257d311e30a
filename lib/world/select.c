/* select.c: expressions over columns: a recursive-descent parser, a syntax tree, an evaluator */
#include "world/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum op {
	NUMBER, NAME, WORD, OR, AND, NOT, EQ, NE, LT, LE, GT, GE, ADD, SUB, MUL, DIV, NEG, ABS, SQRT
};
/* What a name refers to. */
enum bound { UNBOUND, REAL, INTEGER, WORDS, TEXT, SPEED, MOVED, LITERAL };

struct node {
	enum op op;
	int a, b;             /* operands */
	double number;
	char *name;
	enum bound bound;
	const struct col *col;
	int found, missing;   /* the word that is compared with a column here occurred in it; did not occur */
};

struct select {
	int n, root;
	size_t cap;
	struct node *node;
	int (*number)(const char *, double *);
	const struct world *w;
	const struct table *rows;
	const double *vx, *vy, *vz; /* vz only in 3D */
	const int32_t *tag;
	char *error;
};

/* ---- parsing ---- */

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
	int quoted = *from == '\'' || *from == '"';

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
	int k = add_word(p, from, (size_t)(p->at - from), quoted ? WORD : NAME);
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
	if (is_letter(*p->at) || *p->at == '\'' || *p->at == '"')
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

/* ---- binding names to columns ---- */

static const char *complain(struct select *s, const char *before, const char *name, const char *after)
{
	size_t a = strlen(before), b = strlen(name), c = strlen(after);

	MEM_RESIZE(s->error, a + b + c + 1);
	memcpy(s->error, before, a);
	memcpy(s->error + a, name, b);
	memcpy(s->error + a + b, after, c + 1);
	return s->error;
}

static int is_word(const struct node *n)
{
	return n->op == WORD || (n->op == NAME && (n->bound == WORDS || n->bound == TEXT || n->bound == LITERAL));
}

static void bind_name(struct select *s, struct node *n, const struct table *t)
{
	static const enum bound of_kind[] = { [COL_REAL] = REAL, [COL_INT] = INTEGER, [COL_WORD] = WORDS, [COL_TEXT] = TEXT };
	int c = table_find(t, n->name);

	if (c >= 0) {
		n->col = &t->col[c];
		n->bound = of_kind[n->col->kind];
	} else if (strcmp(n->name, "speed") == 0 && s->vx && s->vy) {
		n->bound = SPEED;
	} else if (strcmp(n->name, "moved") == 0 && s->tag) {
		n->bound = MOVED;
	} else {
		n->bound = LITERAL;
	}
}

static const char *word_of(const struct select *s, const struct node *n, int i)
{
	if (n->op == NAME && n->bound == WORDS)
		return s->w->names.word[n->col->word[i]];
	if (n->op == NAME && n->bound == TEXT)
		return s->rows->pool + n->col->text[i];
	return n->name;
}

/* Note whether the word with which n compares a column of words occurs in it, or names a constraint or a material. */
static void look(struct select *s, struct node *n, const struct node *col, const struct node *word)
{
	if (n->found || col->bound != WORDS || word->col)
		return;
	n->found = strcmp(word->name, "-") == 0 || world_constraint(s->w, word->name) || world_material(s->w, word->name);
	for (int i = 0; i < s->rows->n_row && !n->found; i++)
		n->found = strcmp(word_of(s, col, i), word->name) == 0;
	n->missing |= !n->found && s->rows->n_row > 0;
}

/* Check that operands are numbers where numbers are needed. Operands have lower indices than their operators. */
static const char *check(struct select *s, struct node *n)
{
	const struct node *a = &s->node[n->a], *b = &s->node[n->b];
	int binary = n->op != NOT && n->op != NEG && n->op != ABS && n->op != SQRT;

	if (n->op <= WORD)
		return NULL;
	if ((n->op == EQ || n->op == NE) && is_word(a) && is_word(b)) {
		if (a->bound == LITERAL && b->bound == LITERAL)
			return complain(s, "there is no column '", a->name, "'");
		look(s, n, a, b);
		look(s, n, b, a);
		return NULL;
	}
	for (int k = 0; k < 1 + binary; k++) {
		const struct node *x = k ? b : a, *other = k ? a : b;

		if (x->op == NAME && x->bound == LITERAL)
			return complain(s, "there is no column '", x->name, "'");
		if (x->op == WORD || (x->op == NAME && x->bound == WORDS))
			return complain(s, "'", x->name, binary && !is_word(other) ?
			                "' is a word, and is compared with a number" : "' is a word, not a number");
	}
	return NULL;
}

const char *select_bind(struct select *s, struct world *w)
{
	return select_bind_rows(s, w, &w->body);
}

const char *select_bind_rows(struct select *s, const struct world *w, const struct table *t)
{
	const char *wrong = NULL;
	const struct node *root = &s->node[s->root];

	s->w = w;
	s->rows = t;
	s->vx = t == &w->body ? table_real(t, "vx") : NULL;
	s->vy = t == &w->body ? table_real(t, "vy") : NULL;
	s->vz = t == &w->body && w->dim == 3 ? table_real(t, "vz") : NULL;
	s->tag = t == &w->body ? table_word(t, "tag") : NULL;
	for (int k = 0; k < s->n; k++)
		if (s->node[k].op == NAME)
			bind_name(s, &s->node[k], t);
	for (int k = 0; k < s->n && !wrong; k++)
		wrong = check(s, &s->node[k]);
	if (!wrong && is_word(root) && root->bound != TEXT)
		wrong = root->bound == LITERAL ? complain(s, "there is no column '", root->name, "'") :
		        complain(s, "'", root->name, "' is a word: compare it with another");
	return wrong;
}

/* ---- evaluation ---- */

static double name_value(const struct select *s, const struct node *n, int i)
{
	switch (n->bound) {
	case REAL:
		return n->col->real[i];
	case INTEGER:
		return (double)n->col->integer[i];
	case TEXT: {
		double x;

		return s->number(s->rows->pool + n->col->text[i], &x) ? NAN : x;
	}
	case SPEED: {
		double square = s->vx[i] * s->vx[i] + s->vy[i] * s->vy[i];

		return sqrt(s->vz ? square + s->vz[i] * s->vz[i] : square);
	}
	case MOVED:
		return constraint_holds(world_constraint(s->w, s->w->names.word[s->tag[i]]));
	default:
		return NAN;
	}
}

/* NaN is neither true nor false. */
static int is_true(double v)
{
	return v != 0 && v == v;
}

static double value(const struct select *s, int k, int i)
{
	const struct node *n = &s->node[k], *na = &s->node[n->a], *nb = &s->node[n->b];
	double a, b = 0;

	if (n->op == NUMBER)
		return n->number;
	if (n->op == NAME)
		return name_value(s, n, i);
	if ((n->op == EQ || n->op == NE) && is_word(na) && is_word(nb))
		return (strcmp(word_of(s, na, i), word_of(s, nb, i)) == 0) == (n->op == EQ);
	a = value(s, n->a, i);
	if (n->op == OR || n->op == AND) /* the second operand matters only if the first does not decide */
		return is_true(a) == (n->op == OR) ? is_true(a) : is_true(value(s, n->b, i));
	if (n->op != NOT && n->op < NEG)
		b = value(s, n->b, i);
	switch (n->op) {
	case NOT: return a == 0;
	case EQ: return a == b;
	case NE: return a != b;
	case LT: return a < b;
	case LE: return a <= b;
	case GT: return a > b;
	case GE: return a >= b;
	case ADD: return a + b;
	case SUB: return a - b;
	case MUL: return a * b;
	case DIV: return a / b;
	case NEG: return -a;
	case ABS: return fabs(a);
	case SQRT: return sqrt(a);
	default: return NAN;
	}
}

double select_value(const struct select *s, int i)
{
	double v = value(s, s->root, i);

	return isfinite(v) ? v : NAN;
}

int select_row(const struct select *s, int i)
{
	return is_true(value(s, s->root, i));
}

const char *select_unknown(const struct select *s, const char **column)
{
	for (const struct node *n = s->node; n < s->node + s->n; n++)
		if (n->missing && !n->found) {
			const struct node *a = &s->node[n->a], *b = &s->node[n->b];

			*column = a->col ? a->name : b->name;
			return a->col ? b->name : a->name;
		}
	return NULL;
}
