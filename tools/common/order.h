/* order.h: what scree-order measures in space (order3.c). */
#ifndef SCREE_ORDER_TOOL_H
#define SCREE_ORDER_TOOL_H

#include "common/tool.h"
#include "measure/displacement.h"
#include "table.h"

/* What was asked for, of the frames from w on: one of gr, nematic, bond (the K). reach and distance of neighbours, which are
 * those that touch where it is not a number; reach < 0: by itself. */
struct order3_plan { int gr, nematic, bond, bodies, bins; double reach, distance; };
/* The places of the grains of a frame, behind its preamble. */
void order3_places(struct tab_out *table, struct world *w, struct places *p);
/* Read all frames and print their table; returns their number. */
int order3_measure(struct tab_out *table, struct world *w, const struct order3_plan *plan);

#endif
