/* stage.h: the things before a camera: ellipsoids, triangles and lines in space. */
#ifndef SCREE_STAGE_H
#define SCREE_STAGE_H

#include <stddef.h>

enum { STAGE_CUTS = 8 };
struct stage {
	int n_ball, n_face, n_wall, n_line, n_cut;
	size_t cap_ball, cap_face, cap_wall, cap_line;
	/* Ellipsoids (x - at)^T A (x - at) <= 1, A: xx yy zz xy xz yz [L^-2]; and tubes: cylinders with flat ends, from at to
	 * at + a[0 .. 2], with the radius a[3] [L]. */
	struct stage_ball { double at[3], a[6]; unsigned rgb; int body, tube; } *ball;
	/* Triangles with their corners [L] and the normals of the surface there. closed: the triangle belongs to a closed
	 * surface, so if it faces away from a light, other triangles of the surface shadow it. Walls do not throw shadows, and
	 * they are transparent if they face away from the viewer. filled: the triangles of this body, one after another, enclose
	 * a solid, which has an inside where it is cut. inner: the triangle is within the body, and only closes the solid. */
	struct stage_face { double p[3][3]; float normal[3][3]; unsigned rgb; int body, closed, filled, inner; } *face, *wall;
	/* Lines with a width [pixels]. If dash > 0, they are dashed; dashes and gaps have this length [pixels]. */
	struct stage_line { double p[2][3]; double width, dash; unsigned rgb; } *line;
	/* Planes: of balls, faces and walls the part with n x <= d is left [L]. section: only the face of the first cut is seen. */
	struct stage_cut { double n[3], d; } cut[STAGE_CUTS];
	int section;
};

/* Begin to load a ball that will be drawn soon: balls lie in memory in the order of the stream. */
static inline void stage_fetch(const struct stage_ball *b)
{
	__builtin_prefetch(b);
	__builtin_prefetch((const char *)(b + 1) - 1);
}

/* Empty a stage, but keep its memory and its cuts. A new stage is { 0 }. */
void stage_clear(struct stage *s);
void stage_free(struct stage *s);
/* Add a sphere [L]. body is a number of the caller; edges are drawn between different bodies. Colours are 0xRRGGBB. */
void stage_add_sphere(struct stage *s, const double at[3], double r, unsigned rgb, int body);
/* Add an ellipsoid with half axes a[3] along the columns of the rotation m [L]. */
void stage_add_ellipsoid(struct stage *s, const double at[3], const double a[3], const double m[3][3], unsigned rgb,
	int body);
/* Add a tube from p to q of radius r [L]. A tube without length is left out. */
void stage_add_tube(struct stage *s, const double p[3], const double q[3], double r, unsigned rgb, int body);
/* Add a triangle with normals at its corners, or with its own normal if NULL. A triangle without area is left out. */
void stage_add_face(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body, int closed);
/* Add a triangle within the body, which with others encloses the solid that is cut. */
void stage_add_inner(struct stage *s, const double p[3][3], unsigned rgb, int body);
/* The triangles that were added since there were `first` of them enclose a solid. */
void stage_fill(struct stage *s, int first);
/* Add a triangle of a wall. Its corners go counter-clockwise as seen from the side of the bodies. */
void stage_add_wall(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body);
/* Add a line from p to q [L]; width and dash are in pixels. */
void stage_add_line(struct stage *s, const double p[3], const double q[3], double width, double dash, unsigned rgb);
/* Add the part of such a line that the cuts leave. */
void stage_add_rim(struct stage *s, const double p[3], const double q[3], double width, unsigned rgb);
/* Where only a section is seen, add the lines in which it cuts the walls. */
void stage_add_wall_section(struct stage *s, double width, unsigned rgb);
/* Extend the box lo .. hi so that it contains all balls, faces and walls [L]. */
void stage_box(const struct stage *s, double lo[3], double hi[3]);
/* The distance within which everything lies from a point, of balls the corners of the boxes around them [L]. */
double stage_reach(const struct stage *s, const double from[3]);

#endif
