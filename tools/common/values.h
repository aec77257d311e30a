/* values.h: columns and formulas of columns, of bodies, of contacts, or of a table (--of, -x, -y). */
#ifndef SCREE_VALUES_H
#define SCREE_VALUES_H

#include "common/tool.h"
#include "table.h"
#include "world/select.h"

struct values {
	int n;
	struct value {
		char *text;             /* as asked for, blanks left out: what the column is called */
		const char *unit;       /* of one column; "" for a formula */
		struct select *formula; /* NULL: the column of that very name */
		const double *column;
	} *item;
};

/* Understand a list such as 'speed,abs(vx)/speed'; ends the program with status 2 when it cannot be. option is the one
 * to blame. */
void values_parse(struct values *v, const char *option, const char *list);
/* Look the columns up in rows t, of bodies or contacts of w or of a table. Needed anew after rows were added. Ends the program
 * with status 2 when there is no such column. */
void values_bind(struct values *v, const char *option, struct world *w, struct table *t);
/* Value k in row i; not a number where it is missing or not defined. */
double values_get(const struct values *v, int k, int i);
void values_free(struct values *v);

/* Read the table that is the operand, or on stdin. It has rows: ends the program with status 3 when not, saying what they are
 * needed to do. */
void values_load(struct tab *t, const char *what);
/* Its rows as those of bodies are held, for values_bind and where_select_rows; columns with words are text. */
void values_rows(struct table *rows, const struct tab *t);

#endif
