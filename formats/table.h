/* table.h: writing and reading tables (table.md, scree-table(5)).
 *
 * Analyzers write tables, scree-plot and whoever else reads them. Names begin with tab_, since a struct table is the
 * rows of a world. */
#ifndef SCREE_FORMAT_TABLE_H
#define SCREE_FORMAT_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- writing ---- */

struct tab_out;

/* Begin a table on f. made is the provenance of this program as particles_create takes it, or NULL to leave it out.
 * Nothing is written before the first row or block (or tab_finish), so columns and provenance may be added until then. */
struct tab_out *tab_create(FILE *f, const char *made);
/* Take over from text of a particle stream (particles_preamble) what a table repeats: its `made` records, and the names
 * of its units. To be called with every preamble; made records that come after the first row become comments there. */
void tab_preamble(struct tab_out *o, const char *text, size_t n);
/* Add a column. unit is "" for a pure number or a word, else a product of powers such as "M*L^2/T^2", where the
 * letters L, M and T stand for the stream's units and are replaced by their names when it has given them. */
void tab_column(struct tab_out *o, const char *name, const char *unit);
/* Names and units in turn, ended by NULL. */
void tab_columns(struct tab_out *o, const char *const *name_unit);
/* Begin a block of rows that belong to the time t [T]. A table without blocks never calls it. */
void tab_block(struct tab_out *o, double t);
/* The next cell; the row ends by itself behind the last column. A number that is not finite is written as missing. */
void tab_real(struct tab_out *o, double x);
/* x[n], each a column. */
void tab_reals(struct tab_out *o, const double *x, int n);
void tab_int(struct tab_out *o, int64_t i);
void tab_word(struct tab_out *o, const char *word); /* blanks become '_', an empty word '-' */
void tab_missing(struct tab_out *o);
/* Write the head if that has not been done, everything into f, and free o. */
void tab_finish(struct tab_out *o);

/* ---- reading ---- */

/* A whole table in memory. */
struct tab {
	int n_row, n_col, n_block;
	size_t cap_row, cap_col, cap_block;
	struct tab_col {
		char *name, *unit;    /* unit is "" when the head has none */
		int n_word;           /* cells that are words */
		long line_word;       /* line of the first of them */
		double *value;        /* [n_row], not a number where a cell is missing or a word */
		char **word;          /* [n_row], NULL where the cell is a number or missing */
	} *col;
	struct tab_block {
		int first, n;         /* rows first .. first + n - 1 */
		double t;             /* of `# block t=...`, not a number without one */
	} *block;                 /* a table with rows has at least one */
	char *made;               /* the provenance, lines as in a particle stream, "" without any */
};

enum tab_status { TAB_GOOD = 0, TAB_SYSTEM = -2, TAB_BAD = -3 };

/* Read all of f, called name in messages, into *t. When it fails *error gets a message to be freed, "file:line: what,
 * found, expected", and t holds nothing. */
enum tab_status tab_read(struct tab *t, FILE *f, const char *name, char **error);
void tab_free(struct tab *t);
/* The place of a column, or -1. */
int tab_find(const struct tab *t, const char *name);

#endif
