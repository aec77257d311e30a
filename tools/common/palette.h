/* palette.h: colours for numbers. */
#ifndef SCREE_PALETTE_H
#define SCREE_PALETTE_H

#include <stdio.h>

int palette_known(const char *name);
extern const char palette_names[]; /* for messages */
/* Whether its middle stands for 0. */
int palette_is_signed(const char *name);
/* Whether it begins and ends with the same colour, for angles. */
int palette_is_cyclic(const char *name);
/* Write `set palette` for gnuplot. */
void palette_write(FILE *script, const char *name);
/* The colour 0xRRGGBB at a fraction of the way from low to high, 0 to 1; like gnuplot, interpolate linearly between colours. */
unsigned palette_rgb(const char *name, double share);

#endif
