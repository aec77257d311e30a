/* units.h: the names of a stream's units, for the heads of tables and the labels of pictures. */
#ifndef SCREE_UNITS_H
#define SCREE_UNITS_H

#include <stddef.h>

/* Names of the units of length, mass and time; NULL where the stream has given none. */
struct units { char *name[3]; };

/* Take the names from `units length=m mass=kg time=s` records in n bytes of a stream's text (particles_preamble). */
void units_read(struct units *u, const char *text, size_t n);
void units_free(struct units *u);
/* A product of powers such as "M*L^2/T^2", each letter L, M, T replaced by its unit's name where there is one. The
 * text is to be freed. */
char *units_text(const struct units *u, const char *product);
/* The unit of 1 over a quantity: "T/L" of "L/T", "1/L/M" of "L*M", "" of "". To be freed. */
char *units_inverse(const char *product);
/* A column's name and its unit as one label, "work [kg m²/s²]"; the unit's text as above, the name may be "". The
 * text is to be freed. */
char *units_label(const char *name, const char *unit);
/* The dimension of a column that the stream's specification names, as units_text takes it; "" for pure numbers, words
 * and columns that it does not name. */
const char *units_of_column(const char *name);

#endif
