/* units.h: the names of the units of a stream, for the heads of tables and the labels of pictures. */
#ifndef SCREE_UNITS_H
#define SCREE_UNITS_H

#include <stddef.h>

/* Names of the units of length, mass and time; NULL if the stream does not name the unit. */
struct units { char *name[3]; };

/* Read the names from `units length=m mass=kg time=s` records in n bytes of text of a stream (particles_preamble). A `scree` line
 * forgets those before it. */
void units_read(struct units *u, const char *text, size_t n);
void units_free(struct units *u);
/* A product of powers such as "M*L^2/T^2", with each letter L, M, T replaced by the name of its unit, if there is one. The caller
 * frees the text. */
char *units_text(const struct units *u, const char *product);
/* The unit of the reciprocal of a quantity: "T/L" for "L/T", "1/L/M" for "L*M", "" for "". The caller frees the text. */
char *units_inverse(const char *product);
/* A label with the name of a column and its unit, "work [kg m²/s²]". unit is a text as above; name may be "". The caller frees
 * the text. */
char *units_label(const char *name, const char *unit);
/* The dimension of a column of a stream in the plane (dim 2) or in space (dim 3), as units_text takes it; "" for pure numbers,
 * words and columns that the specification of the stream does not name. */
const char *units_of_column(const char *name, int dim);

#endif
