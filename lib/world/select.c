/* select.c: expressions over columns: names become columns, and the syntax tree gets values */
#include "world/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/select_parts.h"

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

/* Complain about a name that is no column; the message lists the columns that exist. */
static const char *no_column(struct select *s, const char *name)
{
	char *names = table_names(s->rows);
	char *tail = mem_string(complain(s, "', expected ", names, s->vx ? s->tag ? " speed moved" : " speed" : ""));

	complain(s, "there is no column '", name, tail);
	free(names);
	free(tail);
	return s->error;
}

static int is_word(const struct node *n)
{
	return n->op == WORD || (n->op == NAME && (n->bound == WORDS || n->bound == TEXT || n->bound == LITERAL));
}

static int all_numbers(const struct select *s, const struct table *t, const struct col *c)
{
	double x;

	for (int i = 0; i < t->n_row; i++)
		if (s->number(t->pool + c->text[i], &x))
			return 0;
	return t->n_row > 0;
}

static void bind_name(struct select *s, struct node *n, const struct table *t)
{
	static const enum bound of_kind[] = { [COL_REAL] = REAL, [COL_INT] = INTEGER, [COL_WORD] = WORDS, [COL_TEXT] = TEXT };
	int c = table_find(t, n->name);

	if (c >= 0) {
		n->col = &t->col[c];
		n->bound = of_kind[n->col->kind];
		if (n->bound == TEXT && all_numbers(s, t, n->col))
			n->bound = NUMERALS;
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
			return no_column(s, a->name);
		look(s, n, a, b);
		look(s, n, b, a);
		return NULL;
	}
	for (int k = 0; k < 1 + binary; k++) {
		const struct node *x = k ? b : a, *other = k ? a : b;

		if (x->op == NAME && x->bound == LITERAL)
			return no_column(s, x->name);
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
		wrong = s->node[k].column && s->node[k].bound == LITERAL ? no_column(s, s->node[k].name) : check(s, &s->node[k]);
	if (!wrong && is_word(root) && root->bound != TEXT)
		wrong = root->bound == LITERAL ? no_column(s, root->name) :
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
	case TEXT:
	case NUMERALS: {
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

/* NaN is neither true nor false: it stands for a value that is missing or not defined. So are comparisons with it, its negation,
 * and what depends on it. */
static int is_true(double v)
{
	return v != 0 && v == v;
}

/* a and b, or a or b; b is only evaluated if a does not decide (Kleene's logic of three values). */
static double joined(const struct select *s, const struct node *n, int i, double a);

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
	if (n->op == OR || n->op == AND)
		return joined(s, n, i, a);
	if (n->op != NOT && n->op < NEG)
		b = value(s, n->b, i);
	if (isnan(a) || isnan(b))
		return NAN;
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

static double joined(const struct select *s, const struct node *n, int i, double a)
{
	const int decides = n->op == OR; /* true decides or, false decides and */

	if (!isnan(a) && is_true(a) == decides)
		return decides;
	double b = value(s, n->b, i);
	if (!isnan(b) && is_true(b) == decides)
		return decides;
	return isnan(a) || isnan(b) ? NAN : !decides;
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
