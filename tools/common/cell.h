/* cell.h: the options with which programs set the rates and the target stresses of a periodic domain, see world/deform.h. */
#ifndef SCREE_COMMON_CELL_H
#define SCREE_COMMON_CELL_H

#include "world/world.h"

/* The values of the options; NULL or NaN: not given. */
struct cell_arg {
	const char *rate, *pressure, *shear; /* XX,YY,XY or in 3D XX,YY,ZZ,XY,XZ,YZ; P or one per axis, none; XY or XY,XZ,YZ, none */
	double mass, damping, memory;        /* of the motion that target stresses drive, see struct domain */
};

/* Whether one of the options was given. */
int cell_asked(const struct cell_arg *arg);
/* Check options that need no scene. Errors end the program. */
void cell_check(const struct cell_arg *arg);
/* Set rates and targets of the world's domain. Rates that lose their target become 0. flow gets the change of the rates
 * [1/T]. Errors end the program; domain_fault is left to the caller. */
void cell_set(struct world *w, const struct cell_arg *arg, double flow[6]);

#endif
