/* records.h: definitions from the values of options, such as --law sand,sand,mu=0.5 */
#ifndef SCREE_RECORDS_H
#define SCREE_RECORDS_H

#include "world/world.h"

/* All end the program with status 2 where a value is wrong.
 *
 * --material NAME,DENSITY */
void records_material(struct world *w, const char *value);
/* --law A,B[,KIND],KEY=VALUE,...: what is not named stays. */
void records_law(struct world *w, const char *value);
/* --constrain 'TAG DOF=...' */
void records_constraint(struct world *w, const char *value);
/* --outlet 'NAME SIDE=...' */
void records_outlet(struct world *w, const char *value);
/* Whether a word can be the name of a material or a tag. */
int records_is_name(const char *s);

#endif
