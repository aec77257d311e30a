/* select.h: which bodies: an expression over the columns of a frame, as in --where 'tag == top or speed > 0.1'; and formulas of
 * columns.
 *
 * Values are numbers, `name` a column or one of speed (of translation), moved (1 where a constraint holds the body's tag),
 * or a word; 'quoted' always a word. Operators, loosest first: or ||, and &&, not !, == = != < <= > >=, + -, * /, unary -,
 * abs() sqrt(), parentheses. Words compare with == and != only. True is 1, false 0, and any number but 0 is true. */
#ifndef SCREE_SELECT_H
#define SCREE_SELECT_H

#include "world/world.h"

struct select;

/* Understand an expression; number reads a whole string as a number and returns 0, or -1 when it is none (number_parse). On a
 * mistake *what says which, *at is its place in the text, and NULL is returned. */
struct select *select_new(const char *text, int (*number)(const char *, double *), const char **what, int *at);
void select_free(struct select *s);
/* Look up the columns in the bodies of w; needed anew after columns or rows were added. Returns NULL, or what is wrong
 * (a name that is no column, a word where a number is needed), valid until the next call. */
const char *select_bind(struct select *s, struct world *w);
/* The same for the rows of another table, of contacts say, which need not be one of w's; speed and moved are bodies' alone. */
const char *select_bind_rows(struct select *s, const struct world *w, const struct table *t);
/* Whether body (or row) i is selected. */
int select_row(const struct select *s, int i);
/* The value of the formula there; not a number where it has none, as 1/0 or a text that is no number. */
double select_value(const struct select *s, int i);

#endif
