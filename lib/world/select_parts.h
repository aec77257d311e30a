/* select_parts.h: the syntax tree of an expression. Only the files select*.c include this. */
#ifndef SCREE_SELECT_PARTS_H
#define SCREE_SELECT_PARTS_H

#include <stddef.h>

#include "world/select.h"

enum op {
	NUMBER, NAME, WORD, OR, AND, NOT, EQ, NE, LT, LE, GT, GE, ADD, SUB, MUL, DIV, NEG, ABS, SQRT
};
/* What a name refers to. NUMERALS: a column of text with rows, all of them numbers; it stays text, so programs pass it on to the
 * letter. */
enum bound { UNBOUND, REAL, INTEGER, WORDS, TEXT, NUMERALS, SPEED, MOVED, LITERAL };

struct node {
	enum op op;
	int a, b;             /* operands */
	double number;
	char *name;
	int column;           /* a name in backquotes, which is no word */
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

#endif
