/* features2.h: the vertex-edge pair, the one contact element of the plane. */
#ifndef SCREE_FEATURES2_H
#define SCREE_FEATURES2_H

/* The vector from a vertex X = (x, y) to the closest point Y of the edge from A to B (which may be one point). The
 * distance is its norm; a contact's normal N is its direction, from the owner of the vertex to the owner of the edge. */
static inline void features_gap(double x, double y, double ax, double ay, double bx, double by, double *wx, double *wy)
{
	double ex = bx - ax, ey = by - ay, dx = ax - x, dy = ay - y, l2 = ex * ex + ey * ey;
	double t = -(dx * ex + dy * ey) / (l2 > 0 ? l2 : 1);

	t = t > 0 ? t : 0; /* an edge of no length has t = 0 */
	t = t < 1 ? t : 1;
	*wx = dx + t * ex;
	*wy = dy + t * ey;
}

#endif
