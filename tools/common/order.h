/* order.h: what scree-order measures in frames of the plane (order2.c) and of space (order3.c). */
#ifndef SCREE_ORDER_TOOL_H
#define SCREE_ORDER_TOOL_H

#include "common/tool.h"
#include "measure/displacement.h"
#include "table.h"

/* What was asked for: one of gr, nematic, bond (the K, or 0), and in the plane contacts, voronoi. reach not a number: by itself.
 * points are those of a grain's outline. Neighbours are those nearer than distance, or if that is not a number, those that
 * touch; in the plane, unless by_contacts, those of cells. */
struct order_plan { int gr, nematic, bond, contacts, voronoi, bodies, bins, points; double reach, distance; int by_contacts; };
/* Read all frames from w on and print their table; returns their number. */
int order2_measure(struct tab_out *table, struct world *w, const struct order_plan *plan);
int order3_measure(struct tab_out *table, struct world *w, const struct order_plan *plan);
/* The grains of a frame, or NULL at the end, behind its preamble. Returns w. */
struct world *order2_grains(struct tab_out *table, struct world *w, struct grains *g);
/* The places of the grains of a frame, behind its preamble. */
void order3_places(struct tab_out *table, struct world *w, struct places *p);

#endif
