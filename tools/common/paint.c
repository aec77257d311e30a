/* paint.c: the colour of each body */
#include "common/paint.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/contact_columns.h"
#include "number.h"

/* Sand and stone for grains, slate for walls. */
static const unsigned grain_rgb[] = { 0xe7c793, 0xdcae6b, 0xcf9154, 0xb9754a, 0xefdcb9, 0xa9b3a6, 0xc9bfae, 0x8b9c9b };
static const unsigned word_rgb[PAINT_WORDS] = { 0xdcae6b, 0x7f9cae, 0xb4654a, 0x8fa876, 0x9a7fa8, 0xd9cf9a, 0x5f7f86, 0xc98f9b };
enum { N_GRAIN_RGB = sizeof grain_rgb / sizeof *grain_rgb };
static const unsigned none_rgb = 0xd4d4d4;
const unsigned paint_wall_rgb = 0x59606b;

/* A text column as numbers, where `?` and `-` are missing values; NULL if some fields are words. */
static double *text_numbers(const struct table *t, const struct col *col)
{
	double *number = MEM_NEW(double, (size_t)t->n_row);

	for (int i = 0; i < t->n_row; i++) {
		const char *s = t->pool + col->text[i];
		number[i] = NAN;
		if (*s && strcmp(s, "?") && strcmp(s, "-") && number_parse(s, &number[i])) {
			free(number);
			return NULL;
		}
	}
	return number;
}

/* The speeds of all bodies. */
static double *speeds(struct world *w)
{
	double *speed = MEM_NEW(double, (size_t)w->body.n_row);

	if (w->dim == 2) {
		struct bodies2 b = world_bodies2(w);

		for (int i = 0; i < b.n; i++)
			speed[i] = sqrt(b.vx[i] * b.vx[i] + b.vy[i] * b.vy[i]);
	} else {
		struct bodies3 b = world_bodies3(w);

		for (int i = 0; i < b.n; i++)
			speed[i] = sqrt(b.v[0][i] * b.v[0][i] + b.v[1][i] * b.v[1][i] + b.v[2][i] * b.v[2][i]);
	}
	return speed;
}

/* Move the numbers into the period. */
static void wrap(struct paint *p, int n)
{
	double *to = MEM_NEW(double, (size_t)n);

	for (int i = 0; i < n; i++)
		to[i] = p->number[i] - p->period * floor((p->number[i] - p->first) / p->period);
	free(p->own);
	p->number = p->own = to;
}

/* Whether the text is more than a name. */
static int is_formula(const char *text)
{
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && *text != '_')
			return 1;
	return 0;
}

/* The values of a formula for all bodies. */
static double *formula_values(struct values *v, const char *text, struct world *w)
{
	double *number = MEM_NEW(double, (size_t)w->body.n_row);

	if (!v->n)
		values_parse(v, "color", text);
	if (v->n != 1)
		opt_fail("color", "'%s' is more than one formula", text);
	world_need_columns(w);
	values_bind(v, "color", w, &w->body);
	for (int i = 0; i < w->body.n_row; i++)
		number[i] = values_get(v, 0, i);
	return number;
}

char *paint_frame(struct paint *p, const char *color, struct world *w)
{
	char *what = NULL;
	const int64_t *integer;
	int k, n = w->body.n_row;

	free(p->own);
	p->own = NULL;
	p->value = 0;
	p->number = NULL;
	p->word = NULL;
	p->text = NULL;
	if (!color)
		return NULL;
	contact_columns_add(color, w);
	k = table_find(&w->body, color);
	if (k < 0 && !strcmp(color, "speed")) {
		p->number = p->own = speeds(w);
	} else if (k < 0 && is_formula(color)) {
		p->number = p->own = formula_values(&p->formula, color, w);
	} else if (k < 0) {
		char *names = table_names(&w->body);

		if (asprintf(&what, "no column %s among the bodies, expected speed %s%s", color, names,
		             w->has_contact ? ", or of contacts force, pressure, coordination" : "") < 0)
			abort();
		free(names);
	} else if ((integer = table_int(&w->body, color))) {
		p->own = MEM_NEW(double, (size_t)n);
		for (int i = 0; i < n; i++)
			p->own[i] = (double)integer[i];
		p->number = p->own;
	} else if (w->body.col[k].kind == COL_WORD) {
		p->word = w->body.col[k].word;
	} else if (w->body.col[k].kind == COL_TEXT) {
		p->number = p->own = text_numbers(&w->body, &w->body.col[k]);
		p->text = w->body.col[k].text;
	} else {
		p->number = w->body.col[k].real;
	}
	p->value = p->number != NULL;
	if (p->value && p->period > 0)
		wrap(p, n);
	return what;
}

/* Scatter numbers, so that consecutive numbers get different colours. */
static unsigned scatter(uint64_t n)
{
	n = (n + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
	n = (n ^ n >> 27) * 0x94d049bb133111ebu;
	return (unsigned)(n >> 40);
}

/* The number of the word of body i, in the order in which words first appear; -1 if it has none. */
static int word_of(struct paint *p, const struct world *w, int i)
{
	const char *word = p->word ? w->names.word[p->word[i]] : p->text ? w->body.pool + p->text[i] : NULL;
	int k = 0;

	if (p->value || !word)
		return -1;
	while (k < p->n_seen && strcmp(p->seen[k].word, word))
		k++;
	if (k == p->n_seen) {
		MEM_GROW(p->seen, &p->cap_seen, (size_t)k + 1);
		p->seen[p->n_seen++] = (struct paint_seen){ .word = mem_string(word) };
	}
	return k;
}

const char *paint_word(const struct paint *p, int k, unsigned *rgb)
{
	*rgb = word_rgb[k % PAINT_WORDS];
	return k < p->n_seen ? p->seen[k].word : NULL;
}

void paint_draw(struct paint *p, const struct world *w, int i)
{
	int k = word_of(p, w, i);

	if (k >= 0)
		p->seen[k].drawn = 1;
}

int paint_draws(const struct paint *p, int k)
{
	return p->seen[k].drawn;
}

unsigned paint_rgb(struct paint *p, const struct world *w, int i)
{
	if (p->value)
		return none_rgb;
	int k = word_of(p, w, i);
	if (k >= 0)
		return word_rgb[k % PAINT_WORDS];
	return grain_rgb[scatter((uint64_t)table_int(&w->body, "id")[i]) % N_GRAIN_RGB];
}

int paint_is_wall(const struct world *w, int32_t tag)
{
	return tag && constraint_holds(world_constraint(w, w->names.word[tag]));
}

void paint_free(struct paint *p)
{
	for (int k = 0; k < p->n_seen; k++)
		free(p->seen[k].word);
	free(p->seen);
	free(p->own);
	values_free(&p->formula);
	*p = (struct paint){ 0 };
}
