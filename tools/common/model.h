/* model.h: a shape in 3D as balls, tubes and triangles for drawing, shared by all bodies with this shape. */
#ifndef SCREE_MODEL_H
#define SCREE_MODEL_H

#include "view/stage.h"
#include "world/world.h"

struct model {
	struct shape shape;      /* a copy, because the stream may redefine the shape */
	int before;              /* the model that the shape had before, or -1 */
	int n_face;              /* triangles in the body frame [L], with normals at their corners */
	size_t cap_face;
	struct model_face { double p[3][3]; float normal[3][3]; int inner; } *face; /* inner: see struct stage */
	int n_edge;              /* edges of a polyhedron, drawn as tubes with its spheroradius; edges of a mesh with one triangle */
	double (*edge)[2][3];
	/* The last n_strip triangles stand for the last n_strip_edge edges of a polyhedron, at which its faces hardly turn, and for its
	 * smooth vertices, which have only such edges; where bodies are cut, tubes and balls do. */
	int n_strip, n_strip_edge;
	char *smooth;
	int closed, filled;      /* whether the triangles enclose the body; whether they are cut as a solid */
	double axis[3][3];       /* rows: principal axes in the body frame */
	double centre[3];        /* centre of mass in the body frame [L] */
	double reach[3];         /* reach of the body from there along the axes [L]; 0: not known */
};

/* Build a model. With voxels > 0 it consists of voxels, this many along its longest side; otherwise the triangles of a curved
 * surface are fine to its longest side. Returns NULL, or what is wrong with the shape. */
const char *model_init(struct model *m, const struct shape *s, int fine, int voxels, int principal);
/* Find out whether the triangles of a mesh are closed, so that a cut of the body has a face. */
void model_fill(struct model *m);
/* Whether the model was built from a shape equal to s. */
int model_is_of(const struct model *m, const struct shape *s);
/* Make the triangles of a rounded polyhedron that was built as faces, tubes and balls, with the normals of the surface, into *to,
 * whose shape stays that of m; free(to->face) frees them. */
void model_round(struct model *to, const struct model *m);
void model_free(struct model *m);
/* Put the model on the stage at a position, rotated by r and scaled. */
void model_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size, unsigned rgb,
	int body);
/* Whether the model is a mesh with rims, so that its triangles have a back that can be seen. */
int model_is_shell(const struct model *m);
/* Put such a mesh on the stage as a wall, which is transparent from the back, with its rims as lines of the colour rim. */
void model_shell_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	unsigned rgb, double width, unsigned rim, int body);
/* Put its principal axes on the stage as arrows: red, green and blue from the least moment to the greatest. The arrows have the
 * body numbers body to body + 2. */
void model_axes_place(const struct model *m, struct stage *s, const double at[3], const double r[3][3], double size,
	int body);
/* Put an arrow from p[0] to p[1] with a shaft of radius r on the stage. */
void model_arrow_place(struct stage *s, const double p[2][3], double r, unsigned rgb, int body);
/* Put a straight rod of radius r from p[0] to p[1] with round ends on the stage. */
void model_rod_place(struct stage *s, const double p[2][3], double r, unsigned rgb, int body);

#endif
