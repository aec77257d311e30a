/* formula.h: formulas of users as gnuplot functions, checked so that a formula cannot contain other commands. */
#ifndef SCREE_FORMULA_H
#define SCREE_FORMULA_H

enum { FORMULA_PARAMS = 16 };

struct formula {
	char *script;                    /* the formula for gnuplot; parameter a is called fit_a */
	int n;
	char *param[FORMULA_PARAMS];     /* names of the parameters, as the user wrote them */
};

/* Parse a formula of x: numbers, + - * / ^ ** ( ) , comparisons, ? :, pi and the usual functions. Any other name is a parameter.
 * Returns NULL, or a message, to be freed. */
char *formula_parse(struct formula *f, const char *text);
/* The index of a parameter, or -1. */
int formula_param(const struct formula *f, const char *name);
void formula_free(struct formula *f);

#endif
