/* arch.h: the arch that blocks an opening.
 *
 * Grains that touch one another form a chain from the wall on one side of an opening to the wall on its other side: an arch
 * (To, Lai and Pak, Phys. Rev. Lett. 86, 71, 2001; Garcimartin, Zuriguel, Pugnaloni and Janda, Phys. Rev. E 82, 031306,
 * 2010). Where flow has stopped, what is below the arch has fallen out, and of all chains that span the opening the arch is
 * the shortest: the one of the fewest grains, and of several the lowest, by the sum of the heights of its grains over the
 * line.
 *
 * A grain touches the wall on the left or on the right as the point of contact with any body that a constraint holds lies on the
 * left or on the right of the middle of the line. */
#ifndef SCREE_ARCH_H
#define SCREE_ARCH_H

#include "measure/flux.h"
#include "measure/touch.h"

struct arch {
	int n;                /* grains, 0: no chain spans the opening */
	double length;        /* from wall to wall through the grains' centres [L] */
	size_t cap;
	int *grain;           /* [n] rows, from one wall to the other */
};

/* Find it among the grains (bodies that no constraint holds) with keep[n_body] != 0 whose centre is not further past the line
 * than the shape reaches: those that are not wholly past it. The line has ends. t has the contacts of w and gets its pairs. */
void arch_find(struct arch *a, struct touches *t, struct world *w, const char *keep, const struct flux_line *line);
void arch_free(struct arch *a);

#endif
