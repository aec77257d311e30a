/* records.h: definitions from values of options, such as --law sand,sand,mu=0.5 */
#ifndef SCREE_RECORDS_H
#define SCREE_RECORDS_H

#include "world/world.h"

/* All these functions end the program with status 2 if the value is wrong.
 *
 * --material NAME,DENSITY or NAME,KEY=VALUE,...: keys of a material that are not named keep their values. */
void records_material(struct world *w, const char *value);
/* Notes on laws that do not agree with the elastic constants of their materials. */
void records_note_laws(const struct world *w);
/* End the program if the scene lacks this material; the message names those that it has. */
void records_need_material(const struct world *w, const char *option, const char *name);
/* --law A,B[,KIND],KEY=VALUE,...: parameters that are not named keep their values. */
void records_law(struct world *w, const char *value);
/* Name the files of motions in the value of --constrain, table:@FILE, before anything is written. */
void records_expect_motions(const char *value);
/* --constrain 'TAG DOF=...' */
void records_constraint(struct world *w, const char *value);
/* --outlet 'NAME SIDE=...' */
void records_outlet(struct world *w, const char *value);
/* Whether a word can be the name of a material or a tag. */
int records_is_name(const char *s);

#endif
