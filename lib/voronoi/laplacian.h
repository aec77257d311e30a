/* laplacian.h: equations of the Laplacian of a graph with weighted edges, as discrete heat conduction has them:
 *     sum over j of c_ij (x_i - x_j) = b_i.
 *
 * They are solved by conjugate gradients. The preconditioner is a multigrid cycle whose coarse unknowns stand for groups of
 * neighbouring fine ones (aggregation; Braess 1995). All sums are in a fixed order. */
#ifndef SCREE_LAPLACIAN_H
#define SCREE_LAPLACIAN_H

#include <stddef.h>

enum { LAPLACIAN_LEVELS = 24 };

/* The equations on one level of the multigrid. */
struct laplacian_level {
	int n;
	size_t *first;           /* [n + 1] unknown i has the edges first[i] to first[i + 1] - 1 */
	int *to;                 /* the other end of each edge */
	double *value;           /* c_ij >= 0 */
	double *diagonal;        /* [n] sum of the values at i */
	int *group;              /* [n] the unknown of the next level that stands for this one, ascending */
	double *x, *b, *r;       /* [n] solution, right side, residual of this level */
};
struct laplacian {
	int n_level;
	struct laplacian_level level[LAPLACIAN_LEVELS];
};

/* Begin with the equations of n unknowns; the arrays first, to and value are taken over, see struct laplacian_level. Each edge
 * stands at both of its ends, and the graph is connected. group[n] joins unknowns to groups, ascending without gaps; groups with
 * near numbers are near each other. */
void laplacian_init(struct laplacian *l, int n, size_t *first, int *to, double *value, const int *group);
void laplacian_free(struct laplacian *l);
/* Solve for x[n], whose mean is 0, with the right side b[n], whose sum is 0, until the residual's norm is below tolerance times
 * that of b. Returns the number of iterations, or -1 if there are more than limit. */
int laplacian_solve(struct laplacian *l, double *x, const double *b, double tolerance, int limit);

#endif
