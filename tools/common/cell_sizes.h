/* cell_sizes.h: the areas or volumes that an option --sizes asks for. */
#ifndef SCREE_CELL_SIZES_H
#define SCREE_CELL_SIZES_H

/* The areas (dim 2) or volumes (dim 3) of n cells or grains in any unit: size^dim. The value text of --sizes is list:FILE, with
 * the sizes in the order of the sites, or a distribution. A distribution is followed as closely as n sizes can: size k is its
 * quantile (k + 1/2) / n; sites get them in random order. Ends the program if a size is missing, not above 0, or too small beside
 * the others. The caller frees the array. */
double *cell_sizes(const char *text, int n, int dim);

#endif
