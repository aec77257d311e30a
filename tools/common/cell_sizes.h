/* cell_sizes.h: cells and grains with the areas or volumes that an option --sizes asks for. */
#ifndef SCREE_CELL_SIZES_H
#define SCREE_CELL_SIZES_H

#include "voronoi/sized.h"

/* Set what s asks for, and a guess of the weights, after sized2_begin or sized3_begin. The value text of --sizes is list:FILE,
 * with the sizes in the order of the sites, or a distribution. A size is a length, the root of an area or volume. A distribution
 * is followed as closely as n sizes can: size k is its quantile (k + 1/2) / n; sites get them in random order. Ends the program
 * if a size is missing, not above 0, or too small beside the others. */
void cell_sizes_begin(struct sized *s, const char *text);
/* Find the cells, and with of_grains those whose grains have the sizes. last: sites do not move any more, so sizes are exact.
 * Returns SIZED_OK, SIZED_COINCIDENT or SIZED_GAP; the program ends if the sizes cannot be attained. */
enum sized_status cell_sizes_solve(struct sized *s, int of_grains, int last);
/* Note the greatest error on stderr. what: grains or cells. */
void cell_sizes_note(const struct sized *s, const char *what);
void cell_sizes_free(struct sized *s);

#endif
