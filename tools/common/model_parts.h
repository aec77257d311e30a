/* model_parts.h: declarations that the files of model share. */
#ifndef SCREE_MODEL_PARTS_H
#define SCREE_MODEL_PARTS_H

#include "common/model.h"

/* Append a triangle, which the caller fills in. */
struct model_face *model_face_add(struct model *m);
/* Move a point of the body frame to where a body has it. */
void model_point(double to[3], const double p[3], const double at[3], const double r[3][3], double size);
/* Make the faces and the edges of a polyhedron. Returns NULL, or what is wrong with the shape. */
const char *model_take_polyhedron(struct model *m);
/* Put the tubes and the balls of a rounded polyhedron on the stage. */
void model_edges_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	unsigned rgb, int body);

#endif
