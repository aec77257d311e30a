/* convex.h: a convex polygon that is cut by half-planes, one after the other, and remembers who cut it.
 *
 * Coordinates are relative to a point of the plane that the cutter chooses, so that small polygons far from the
 * origin lose no digits. */
#ifndef SCREE_CONVEX_H
#define SCREE_CONVEX_H

#include <stddef.h>
#include <stdint.h>

/* What lies behind a side: a number of the cutter's, and a second one (which periodic image). */
struct side { int32_t who, image; };

struct convex {
	int n;             /* vertices, counter-clockwise; 0: empty */
	size_t cap;
	double *x, *y;     /* [n] */
	double *s;         /* [n] work space: heights above the cutting line */
	struct side *side; /* [n] what is behind the side from vertex k to vertex k + 1 */
};

void convex_free(struct convex *p);
/* Make p the rectangle [x0, x1] x [y0, y1]; its sides are left, right, bottom and top. */
void convex_box(struct convex *p, double x0, double x1, double y0, double y1, struct side left, struct side right,
	struct side bottom, struct side top);
/* Cut off what lies beyond a x + b y = c. Vertices up to tol above the line stay, and one within tol of it on
 * either side becomes the end of the new side instead of having a new vertex made next to it; tol has the
 * dimension of c. Only the run of vertices round the highest one is removed, so that rounding cannot tear the
 * polygon. Returns 1 when something was cut off, 0 when nothing was, -1 when nothing is left. */
int convex_cut(struct convex *p, double a, double b, double c, double tol, struct side side);
/* The square of the greatest distance of a vertex from the origin. */
double convex_reach2(const struct convex *p);

#endif
