/* order.h: the measures of scree-order, in the plane (order2.c) and in space (order3.c). */
#ifndef SCREE_ORDER_TOOL_H
#define SCREE_ORDER_TOOL_H

#include "common/tool.h"
#include "measure/displacement.h"
#include "table.h"

/* The options: one of gr, nematic, bond (K, or 0), in space faces (K, or 0) and, in the plane, contacts and voronoi.
 * If reach is not a number, the first frame determines it. points is the number of points on the outline of a grain.
 * Neighbours are the grains nearer than distance. If distance is not a number, they are the grains in contact or, in the
 * plane without by_contacts, grains with a common side. */
struct order_plan {
	int gr, nematic, bond, faces, contacts, voronoi, bodies, bins, points, by_contacts;
	double reach, distance;
};
/* End the program if the reach of --gr, by default that of the first frame, is above the most that the grains of w allow.
 * later: in a frame after the first one. */
void order_check_reach(const struct world *w, const struct order_plan *plan, double reach, double most, int later);
/* Measure all frames from w on and write their table; returns the number of frames. */
int order2_measure(struct tab_out *table, struct world *w, const struct order_plan *plan);
int order3_measure(struct tab_out *table, struct world *w, const struct order_plan *plan);
/* Pass the preamble of frame w to the table and find the grains of w. Returns w, or NULL at the end. */
struct world *order2_grains(struct tab_out *table, struct world *w, struct grains *g);
/* Pass the preamble of frame w to the table and find the positions of its grains. */
void order3_places(struct tab_out *table, struct world *w, struct places *p);

#endif
