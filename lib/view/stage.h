/* stage.h: what stands before a camera: ellipsoids, triangles and lines in space. */
#ifndef SCREE_STAGE_H
#define SCREE_STAGE_H

#include <stddef.h>

struct stage {
	int n_ball, n_face, n_wall, n_line;
	size_t cap_ball, cap_face, cap_wall, cap_line;
	/* (x - at)^T A (x - at) <= 1, A: xx yy zz xy xz yz [L^-2] */
	struct stage_ball { double at[3], a[6]; unsigned rgb; int body; } *ball;
	/* Corners [L] and the normals of the surface there; closed: it is all around a body, so that what faces away from a light is in
	 * the shadow of what faces it. Walls do not throw shadows, and those that face away from the viewer
	 * are seen through. */
	struct stage_face { double p[3][3]; float normal[3][3]; unsigned rgb; int body, closed; } *face, *wall;
	/* Lines so many pixels wide, dashed where dash > 0: as long as the gaps between [pixels]. */
	struct stage_line { double p[2][3]; double width, dash; unsigned rgb; } *line;
};

/* An empty stage is { 0 }. Forget all of it, but keep the memory. */
void stage_clear(struct stage *s);
void stage_free(struct stage *s);
/* Bodies are numbers of the caller: between two of them an edge is drawn. Colours are 0xRRGGBB. */
void stage_add_sphere(struct stage *s, const double at[3], double r, unsigned rgb, int body);
/* An ellipsoid with half axes a[3] along the columns of the rotation m. */
void stage_add_ellipsoid(struct stage *s, const double at[3], const double a[3], const double m[3][3], unsigned rgb,
	int body);
/* A triangle with normals at its corners, or NULL: its own. One without area is left out. */
void stage_add_face(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body, int closed);
/* A triangle of a wall, whose bodies are to the side from which its corners go counter-clockwise. */
void stage_add_wall(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body);
void stage_add_line(struct stage *s, const double p[3], const double q[3], double width, double dash, unsigned rgb);
/* Widen the box lo .. hi so that it holds balls, faces and walls. */
void stage_box(const struct stage *s, double lo[3], double hi[3]);

#endif
