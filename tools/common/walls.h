/* walls.h: walls for a scene (scree-wall), in the plane (walls2.c) and in space (walls3.c). */
#ifndef SCREE_WALLS_H
#define SCREE_WALLS_H

#include "common/tool.h"
#include "world/world.h"

/* Kinds of walls: those around the space between --lo and --hi, then, from LINE on, single walls at given points. */
enum wall_kind {
	BOX, PLATES, BIAXIAL, TRIAXIAL, HOPPER, SILO, COLUMN, DRUM, TUBE, LINE, POLYLINE, LANDSCAPE, PLANE, ROD, PIPE, POLYHEDRON,
	WALL_KINDS
};
#define WALL(k) (1u << (k))
enum {
	WALLS_2D = WALL(BIAXIAL) | WALL(COLUMN) | WALL(LINE) | WALL(POLYLINE),
	WALLS_3D = WALL(TRIAXIAL) | WALL(TUBE) | WALL(PLANE) | WALL(ROD) | WALL(PIPE) | WALL(POLYHEDRON)
};

/* Values of the options; NAN and NULL: not given. */
struct walls {
	enum wall_kind kind;
	const char *lo, *hi, *material, *tag, *outlet;
	double radius, speed, load, mass, damping, strip, room, press[3], rate[3], mu, opening, angle, drop, gate, run, omega, height;
	int64_t sides, baffles;
	int rough, closed;
	int n_point;             /* number of operands that are points, from tool_operand(1) on */
};

/* Add the walls. Grains in their way end the program with status 4. input is the name of the stream in messages. */
void walls_plane(struct world *w, const struct walls *a, const char *input);
void walls_space(struct world *w, const struct walls *a, const char *input);

/* ---- for both ---- */

/* The space between the walls, from the options or else from the domain. It is an error if there is neither. */
void walls_region(const struct world *w, const struct walls *a, double lo[3], double hi[3]);
/* End the program if the scene has a constraint on this tag already. */
void walls_refuse_tag(const struct world *w, const char *tag);
/* If n grains are in the way of walls, end the program with a message that names up to most of them. */
void walls_refuse_grains(int n, int most, const int64_t *id, const char *one, const char *many, const char *where);
/* The material of the walls: that of the option, or the first one of the scene. */
const char *walls_material(const struct world *w, const struct walls *a);

#endif
