/* where.h: --where EXPR for every program that selects bodies */
#ifndef SCREE_WHERE_H
#define SCREE_WHERE_H

#include "common/tool.h"

extern const char *where_text;
#define OPT_WHERE \
	{ 0, "where", OPT_WORD, &where_text, "EXPR", "only bodies with, e.g. 'tag == top or speed > 0.1', default: all" }

/* See that the expression can be understood; ends the program with status 2 when not. After tool_begin. */
void where_begin(void);
/* Which bodies of w are selected: keep[i] != 0, to be freed, all when --where was not given. Ends the program with status 2
 * when the expression does not fit the columns. *n, if not NULL, gets their number. */
char *where_select(struct world *w, int *n);
/* The same for a program that changes them, which is mostly a slip where there are none: a note says so, once. */
char *where_select_some(struct world *w);
/* The same for the rows of another table of its own, of contacts say. */
char *where_select_rows(struct world *w, struct table *t, int *n);
void where_end(void);

#endif
