/* where.h: --where EXPR for every program that selects bodies */
#ifndef SCREE_WHERE_H
#define SCREE_WHERE_H

#include "common/tool.h"

extern const char *where_text;
#define OPT_WHERE \
	{ 0, "where", OPT_WORD, &where_text, "EXPR", \
	  "only bodies for which this is true, such as 'tag == top or speed > 0.1', default all" }

/* Parse the expression, after tool_begin. Ends the program with status 2 if it is wrong. */
void where_begin(void);
/* The selection among the bodies of w: keep[i] != 0 if body i is selected; without --where all are. To be freed. Ends the program
 * with status 2 if the expression does not fit the columns. *n, if not NULL, gets the number of selected bodies. */
char *where_select(struct world *w, int *n);
/* The same for a program that changes the selected bodies. If none is selected in some frame, which is usually a mistake,
 * where_end says so. */
char *where_select_some(struct world *w);
/* The same for the rows of another table, such as contacts. */
char *where_select_rows(struct world *w, struct table *t, int *n);
/* After the last frame, before any message about what was found. Warns of a word, such as a tag, that no body of any frame
 * has. */
void where_end(void);

#endif
