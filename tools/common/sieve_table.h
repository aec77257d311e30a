/* sieve_table.h: the sieve curve of bodies, or its percentiles, as a table */
#ifndef SCREE_SIEVE_TABLE_H
#define SCREE_SIEVE_TABLE_H

#include "common/sample.h"
#include "measure/sieve.h"

struct sieve_table {
	int percentiles;          /* 1: a row of percentiles; 0: the curve */
	int n;                    /* openings of the curve; 0: twenty in equal ratios */
	double *opening;          /* [n] ascending [L] */
	/* found */
	struct sieve sieve;
	int n_shape;
	struct passes {           /* of a shape: the line of the stream that defines it, -1 if it has not been looked at */
		int64_t line;
		double opening;       /* the least that it passes [L] */
	} *passes;                /* [n_shape] */
	int64_t left_out;         /* bodies without an outline or mass */
};

/* Read --sieve and --openings (NULL: not given). Ends the program with status 2 if they are wrong. */
void sieve_table_options(struct sieve_table *s, const char *what, const char *openings);
void sieve_table_columns(const struct sieve_table *s, struct tab_out *o);
/* Take the bodies of a frame that are counted, which have masses. */
void sieve_table_take(struct sieve_table *s, struct world *w, const struct counted_bodies *bodies);
/* Write the rows for the bodies taken so far and forget them. */
void sieve_table_write(struct sieve_table *s, struct tab_out *o);
void sieve_table_free(struct sieve_table *s);

#endif
