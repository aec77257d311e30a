/* select.h: expressions that select bodies by the columns of a frame, as in --where 'tag == top or speed > 0.1', and formulas of
 * columns.
 *
 * A value is a number, a name or a word. A name is a column, `speed` (of translation), or `moved` (1 if a constraint holds the
 * body's tag); any other name is a word. A 'quoted' text is always a word, and a name in `backquotes` is always a column; it may
 * have any letters, such as `P/kn`. Operators, weakest first: or ||, and &&, not !,
 * == = != < <= > >=, + -, * /, unary -, abs() sqrt(), parentheses. Words may only be compared with == and !=. True is 1, false
 * is 0; any number except 0 is true. A value that is missing or not defined is neither true nor false, and so is what depends on
 * it: comparisons with it, and their negation. */
#ifndef SCREE_SELECT_H
#define SCREE_SELECT_H

#include "world/world.h"

struct select;

/* Parse an expression. `number` must read a whole string as a number and return 0, or -1 if it is not a number (number_parse). On
 * an error the function returns NULL, *what describes the error, and *at is its position in the text. */
struct select *select_new(const char *text, int (*number)(const char *, double *), const char **what, int *at);
void select_free(struct select *s);
/* Look up the columns in the bodies of w. Call this again after columns or rows were added. Returns NULL, or an error message: a
 * name is not a column, or a word stands where a number is needed. The message is valid until the next call. */
const char *select_bind(struct select *s, struct world *w);
/* The same for the rows of another table, such as contacts; it need not belong to w. Only bodies have speed and moved. */
const char *select_bind_rows(struct select *s, const struct world *w, const struct table *t);
/* Whether body (or row) i is selected. */
int select_row(const struct select *s, int i);
/* The first word with which the expression compares a column of words, such as tag, and that occurred in no row of this column in
 * any bind, nor as a constraint or material of the world; NULL if there is none. *column gets the name of the column. */
const char *select_unknown(const struct select *s, const char **column);
/* The value of the formula in row i; NaN if it has none, as 1/0 or a text that is not a number. */
double select_value(const struct select *s, int i);

#endif
