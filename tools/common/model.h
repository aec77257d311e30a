/* model.h: a shape in 3D as balls and triangles to be drawn, once for all bodies that have it. */
#ifndef SCREE_MODEL_H
#define SCREE_MODEL_H

#include "view/stage.h"
#include "world/world.h"

struct model {
	struct shape shape;      /* a copy: the stream may define it anew */
	int n_face;              /* triangles in the body frame [L], with normals at their corners */
	size_t cap_face;
	struct model_face { double p[3][3]; float normal[3][3]; } *face;
	int closed;              /* they go all around the body */
	double axis[3][3];       /* principal axes, rows, in the body frame, */
	double centre[3];        /* the centre of mass, */
	double reach[3];         /* and how far along them the body goes from there [L]; 0: not known */
};

/* Build one; curved surfaces that are made of triangles have fine of them along the longest side; voxels > 0: it is made of so
 * many of them there. Returns NULL, or what is wrong with the shape. */
const char *model_init(struct model *m, const struct shape *s, int fine, int voxels, int principal);
/* Whether it is of this very shape. */
int model_is_of(const struct model *m, const struct shape *s);
void model_free(struct model *m);
/* Put it on the stage at a place, turned by r and scaled. */
void model_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size, unsigned rgb,
	int body);
/* Its principal axes as arrows: red, green and blue from the least moment to the greatest. Bodies are body to body + 2. */
void model_axes_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	int body);
/* A straight rod of radius r from p[0] to p[1] with round ends. */
void model_rod_place(struct stage *s, const double p[2][3], double r, unsigned rgb, int body);

#endif
