/* values.h: columns, and formulas of columns, of bodies, contacts or tables (-x, -y). */
#ifndef SCREE_VALUES_H
#define SCREE_VALUES_H

#include "common/tool.h"
#include "table.h"
#include "world/select.h"

struct values {
	int n;
	struct value {
		char *text;             /* as given, without blanks; the name of the column */
		const char *unit;       /* the unit of a column; "" for a formula */
		struct select *formula; /* not used if column is not NULL */
		const double *column;   /* the column with this name, or NULL */
	} *item;
};

/* Parse a list such as 'speed,abs(vx)/speed'. Ends the program with status 2 if it is wrong; the message names the option. */
void values_parse(struct values *v, const char *option, const char *list);
/* Find the columns in the rows t, which are bodies or contacts of w or those of a table. Call it again after rows were added.
 * Ends the program with status 2 if a column does not exist. */
void values_bind(struct values *v, const char *option, struct world *w, struct table *t);
/* Value k in row i; not a number if it is missing or not defined. */
double values_get(const struct values *v, int k, int i);
void values_free(struct values *v);

/* Read the table that the operand names, or standard input. Ends the program with status 3 if it has no rows; what, such as
 * "average", completes the message. */
void values_load(struct tab *t, const char *what);
/* The same for the file at this path, or standard input for "-". */
void values_load_file(struct tab *t, const char *path, const char *what);
/* Copy the table to rows like those of a world, for values_bind and where_select_rows; columns with words become text. */
void values_rows(struct table *rows, const struct tab *t);

#endif
