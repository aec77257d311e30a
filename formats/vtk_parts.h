/* vtk_parts.h: what the files of a frame for ParaView have in common (vtk.c). */
#ifndef SCREE_VTK_PARTS_H
#define SCREE_VTK_PARTS_H

#include "vtk_columns.h"

/* A data set whose cells belong to bodies. */
struct part {
	struct vtk v;
	int *row[VTK_KINDS];          /* [n_cell] row of the body of each cell */
	size_t cap[VTK_KINDS];
};

/* Append the files of this frame to the index, which begins with the first frame. A frame without a time has its number. */
void vtk_index(struct trade_text *out, const struct trade_scene *s);
/* End a cell that belongs to a body. */
void part_end(struct part *p, enum vtk_cell kind, const struct trade_body *b);
/* Whether the body is drawn as polygons: its outline or its surface. */
int part_is_drawn(const struct trade_body *b);
/* Whether the body is a wall: a plane, a cylinder, or drawn and held. held[row] says whether a constraint holds a body. */
int part_is_wall(const struct trade_body *b, const char *held);
/* Write surfaces that are new in this frame as files of their own, and the list of all. */
void vtk_instances(const struct trade_scene *s, int as_text);
/* Append planes and cylinders, cut off at the box around the bodies. */
void part_add_walls(struct part *p, const struct trade_scene *s);

#endif
