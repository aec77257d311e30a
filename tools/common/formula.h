/* formula.h: formulas of users as gnuplot's functions, checked so that nothing else gets through. */
#ifndef SCREE_FORMULA_H
#define SCREE_FORMULA_H

enum { FORMULA_PARAMS = 16 };

struct formula {
	char *script;                    /* the formula in gnuplot's words; parameter a is called fit_a */
	int n;
	char *param[FORMULA_PARAMS];     /* names of the parameters, as the user wrote them */
};

/* Take a formula of x apart: numbers, + - * / ^ ** ( ) , comparisons, ? :, pi, the usual functions, and parameters by
 * any other name. Returns NULL, or what is wrong, to be freed. */
char *formula_parse(struct formula *f, const char *text);
/* The place of a parameter, or -1. */
int formula_param(const struct formula *f, const char *name);
void formula_free(struct formula *f);

#endif
