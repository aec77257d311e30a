/* sample.h: values of bodies, contacts or table rows: counted in bins, compared with a distribution, written as a table.
 *
 * The program sets the first fields of struct sample. It then calls sample_begin once, when the dimension is known, sample_take
 * for every row, and sample_write for every block of its output. */
#ifndef SCREE_SAMPLE_H
#define SCREE_SAMPLE_H

#include "common/values.h"
#include "measure/fit.h"
#include "measure/histogram.h"
#include "measure/persistence.h"

/* The bodies of a frame that are counted. */
struct counted_bodies {
	int walls;              /* count held bodies too */
	int no_drift;           /* remove the mean motion of the bodies */
	int energies;           /* add the columns mass, inertia, kin_x, ... */
	char *keep;             /* [bodies] whether a body is counted */
	double *translation;    /* [bodies] the fraction of its translational variance: 1 - m/M without the mean motion, else 1 */
	size_t cap_translation;
};

/* Choose them in frame w by these settings and --where. Ends the program with status 3 if a body has no mass, or if no_drift
 * finds only one body. */
void counted_bodies_choose(struct counted_bodies *b, struct world *w);
void counted_bodies_free(struct counted_bodies *b);

/* The distribution that values are compared with. */
enum model { MODEL_NONE, MODEL_MAXWELL, MODEL_NORMAL, MODEL_EXPONENTIAL };

struct sample {
	/* set by the program */
	struct values values;
	enum model model;
	double temperature;     /* of MODEL_MAXWELL; not a number: estimated */
	double independent;     /* how many values are independent; not a number: all */
	int follow;             /* find this number by following bodies from frame to frame */
	int blocks;             /* the output has one block per frame: no notes about each */
	struct histogram hist;  /* its first fields; the rest is found */
	/* found */
	int dim;
	struct fit *fit;        /* [values.n], NULL with MODEL_NONE */
	struct persistence *persistence; /* [values.n], NULL without follow */
	int64_t undefined;      /* values that are missing or not defined */
};

/* Whether the values, or --where, use masses or energies of bodies. */
int sample_uses_energies(const struct sample *s);
/* Prepare the comparison. Ends the program with status 2 if the model has no distribution for one of the values. */
void sample_begin(struct sample *s, int dim);
/* Count every value of row i. MODEL_MAXWELL weights the values by the masses in w and by bodies, which may be NULL for other
 * models. */
void sample_take(struct sample *s, const struct world *w, const struct counted_bodies *bodies, int i);
/* Whether nothing has been counted since the last block. */
int sample_is_empty(const struct sample *s);
/* How many values of column k are independent. */
double sample_independent(const struct sample *s, int k);
void sample_free(struct sample *s);

/* The columns of the histogram, or of the table of tests. Units are those of the table that was read; if it is NULL, those of the
 * columns of a stream. */
void sample_columns(const struct sample *s, int tests, const struct tab *read, struct tab_out *o);
/* Write the rows of this block and forget its values. Ends the program with status 4 if there are too many bins. */
void sample_write(struct sample *s, int tests, struct tab_out *o);
/* The number as text[32], or "?" if it is not finite. */
const char *sample_number(char text[32], const char *format, double x);

#endif
