/* curves.h: write columns of tables as curves into a gnuplot script. */
#ifndef SCREE_CURVES_H
#define SCREE_CURVES_H

#include <stdio.h>

#include "common/formula.h"

/* A column, or a formula of columns, of all tables. */
struct curves_column {
	char *name, *unit;
	int error;              /* the place of its errors in the rows of blocks, or 0 */
};

/* Rows that are one curve for each column along y. */
struct curves_block {
	int number, file;       /* number: of the data in the script */
	const char *label;      /* of the file for the key, "" if there is one file */
	double t;               /* time, NAN without one */
	int n;
	double *value;          /* [n][width]: x, the columns along y, their errors; NAN: missing */
	double (*bin)[2];       /* [n] the ends of the bins of a histogram, or NULL */
};

struct curves {
	struct curves_column x, *y;
	int n_y, width;                /* width: 1 + n_y + number of columns of errors */
	size_t cap_y, cap_block;
	struct curves_block *block;
	int n_block, n_file, time_digits; /* time_digits: significant digits of the times of blocks */
	char **word;                   /* [n_word] words along x, or NULL */
	int n_word;
	const char *style, *log, *x_label, *y_label;
	int print;                     /* black lines with dashes and marks */
	double x_range[2], y_range[2]; /* NAN: chosen from the points */
	int no_key;
	const struct formula *fit;     /* formula to fit to the first y, or NULL */
	const char *fit_text;
	const double *fit_start;
};

/* What curves_load plots. */
struct curves_choice {
	const char *x, *y, *block, *names; /* as the options of these names; NULL: the defaults */
	int no_errors;
};

int curves_style_known(const char *style);
/* Read the tables that the operands name, or standard input, and choose columns and blocks. Sets x, y, block, word and, if it is
 * NULL, style. Ends the program with a message if something that was asked for is not there. */
void curves_load(struct curves *p, const struct curves_choice *choice);
void curves_free(struct curves *p);
/* Write data and commands. Columns of a second unit get a second axis on the right. Ends the program with status 3 if no point
 * can be drawn. */
void curves_write(const struct curves *p, FILE *f);

#endif
