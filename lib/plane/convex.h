/* convex.h: a convex polygon that is cut by one half-plane after the other and stores a label of the cut on each side.
 *
 * The caller chooses the origin of the coordinates, so that small polygons far from the origin of a scene lose no digits. */
#ifndef SCREE_CONVEX_H
#define SCREE_CONVEX_H

#include <stddef.h>
#include <stdint.h>

/* The caller's label of the neighbour behind a side: its number and its periodic image. */
struct side { int32_t who, image; };

struct convex {
	int n;             /* vertices, counter-clockwise; 0: empty */
	size_t cap;
	double *x, *y;     /* [n] */
	double *s;         /* [n] workspace: heights of the vertices above the cutting line */
	struct side *side; /* [n] label of the side from vertex k to vertex k + 1 */
};

void convex_free(struct convex *p);
/* Make p the rectangle [x0, x1] x [y0, y1] with the given labels of its sides. */
void convex_box(struct convex *p, double x0, double x1, double y0, double y1, struct side left, struct side right,
	struct side bottom, struct side top);
/* Make p the polygon with the vertices xy[n][2], counter-clockwise, and the labels side[n] of its sides. */
void convex_take(struct convex *p, int n, const double (*xy)[2], const struct side *side);
/* Cut off the part of p with a x + b y > c, and label the new side. Vertices up to tol above the line stay; tol has the
 * dimension of c. A vertex within tol of the line becomes an end of the new side, so that no new vertex is made next to it. Only
 * the run of vertices around the highest one is removed, so rounding cannot tear the polygon. Returns 1 if something was cut
 * off, 0 if nothing was, and -1 if nothing is left. */
int convex_cut(struct convex *p, double a, double b, double c, double tol, struct side side);
/* The square of the greatest distance of a vertex from the origin [L^2]. */
double convex_reach2(const struct convex *p);

#endif
