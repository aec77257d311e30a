/* curves.h: write columns of a table as curves into a gnuplot script. */
#ifndef SCREE_CURVES_H
#define SCREE_CURVES_H

#include <stdio.h>

#include "common/formula.h"
#include "table.h"

struct curves {
	const struct tab *table;
	int x, n_y;                    /* columns */
	size_t cap_y;
	int *y;
	int block, block_end;          /* blocks plotted: block .. block_end - 1 */
	const char *style, *log, *x_label, *y_label;
	double x_range[2], y_range[2]; /* NAN: chosen by gnuplot */
	int no_key;
	const struct formula *fit;     /* formula to fit to the first y, or NULL */
	const char *fit_text;
	const double *fit_start;
};

int curves_style_known(const char *style);
void curves_add(struct curves *p, int column);
/* Write data and commands. Columns of a second unit get a second axis on the right. */
void curves_write(const struct curves *p, FILE *f);

#endif
