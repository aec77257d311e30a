/* arch.h: the arch that blocks an opening.
 *
 * A chain of grains that touch each other can lead from the wall on one side of an opening to the wall on the other side. The
 * chain that blocks the opening is the arch (To, Lai and Pak, Phys. Rev. Lett. 86, 71, 2001; Garcimartin, Zuriguel, Pugnaloni and
 * Janda, Phys. Rev. E 82, 031306, 2010). When the flow has stopped, the grains below the arch have fallen out. The arch is
 * therefore the shortest chain that spans the opening: the chain with the fewest grains and, among these, the lowest chain,
 * measured by the sum of the heights of its grains above the line.
 *
 * A wall is any body that a constraint holds. A grain touches the wall on the left if the point of contact lies to the left of
 * the middle of the line, otherwise the wall on the right. */
#ifndef SCREE_ARCH_H
#define SCREE_ARCH_H

#include "measure/flux.h"
#include "measure/touch.h"

struct arch {
	int n;                /* number of grains; 0: no chain spans the opening */
	double length;        /* from wall to wall through the centres of the grains [L] */
	size_t cap;
	int *grain;           /* [n] rows of the grains, from the left wall to the right one */
};

/* Find the arch. Candidates are the grains (bodies that no constraint holds) with keep[n_body] != 0 that are not wholly beyond
 * the line: their centre is beyond it by less than the reach of the shape. The line must have ends. t holds the contacts of w;
 * the function fills its pairs. */
void arch_find(struct arch *a, struct touches *t, struct world *w, const char *keep, const struct flux_line *line);
void arch_free(struct arch *a);

#endif
