/* table.h: write and read tables (table.md, scree-table(5)).
 *
 * Programs that measure write tables; scree-plot and others read them. Names begin with tab_, because struct table has the
 * rows of a world. */
#ifndef SCREE_FORMAT_TABLE_H
#define SCREE_FORMAT_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- writing ---- */

struct tab_out;
struct units;

/* Begin a table on f. made returns the provenance of this program as in particles_create, or NULL to omit it; it may be NULL
 * itself. Nothing is written before the first row or block (or tab_finish), so columns and provenance may be added until then,
 * and made is called then. */
struct tab_out *tab_create(FILE *f, const char *(*made)(void));
/* Take over the `made` records and the names of units from text of a particle stream (particles_preamble). Call this function
 * with every preamble; made records after the first row become comments. */
void tab_preamble(struct tab_out *o, const char *text, size_t n);
/* Take over names of units. */
void tab_units(struct tab_out *o, const struct units *u);
/* Add a column. unit is "" for a pure number or a word, otherwise a product of powers such as "M*L^2/T^2". The letters L, M and T
 * stand for the units of the stream, and are replaced by their names if the stream gives them. */
void tab_column(struct tab_out *o, const char *name, const char *unit);
/* Add columns: names and units alternate, terminated by NULL. */
void tab_columns(struct tab_out *o, const char *const *name_unit);
/* Begin a block of rows for the time t [T]. A table without blocks never calls this. */
void tab_block(struct tab_out *o, double t);
/* Write the next cell; the row ends automatically after the last column. A number that is not finite is written as missing. */
void tab_real(struct tab_out *o, double x);
/* Write x[n], one number per column. */
void tab_reals(struct tab_out *o, const double *x, int n);
void tab_int(struct tab_out *o, int64_t i);
/* Blanks become '_', as does a '#' that begins a row; an empty word becomes '-'. What is no word in a table, such as ? and nan,
 * gets a '_' behind it. */
void tab_word(struct tab_out *o, const char *word);
void tab_missing(struct tab_out *o);
/* Finish the table: write the head if it is still missing, and free o. */
void tab_finish(struct tab_out *o);

/* ---- reading ---- */

/* A whole table in memory. */
struct tab {
	int n_row, n_col, n_block;
	size_t cap_row, cap_col, cap_block;
	struct tab_col {
		char *name, *unit;    /* unit is "" when the head has none */
		int n_word;           /* number of cells that are words */
		long line_word;       /* line of the first word */
		double *value;        /* [n_row], NAN if the cell is missing or a word */
		char **word;          /* [n_row], NULL if the cell is a number or missing */
	} *col;
	struct tab_block {
		int first, n;         /* rows first .. first + n - 1 */
		double t;             /* from `# block t=...`, otherwise NAN */
	} *block;                 /* a table with rows has at least one */
	char *made;               /* the provenance, lines as in a particle stream, "" without any */
	long open;                /* number of the last line if it is a row without a line feed, so that it may be cut; else 0 */
};

enum tab_status { TAB_GOOD = 0, TAB_SYSTEM = -2, TAB_BAD = -3 };

/* Read the whole file f into *t; messages call it name. On failure *t is empty, and *error gets a message that the caller frees,
 * "file:line: what, found, expected". */
enum tab_status tab_read(struct tab *t, FILE *f, const char *name, char **error);
void tab_free(struct tab *t);
/* The index of a column, or -1. */
int tab_find(const struct tab *t, const char *name);

#endif
