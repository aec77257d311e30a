/* walls.h: what scree-wall does in the plane (walls2.c) and in space (walls3.c): put walls into a scene. */
#ifndef SCREE_WALLS_H
#define SCREE_WALLS_H

#include "common/tool.h"
#include "world/world.h"

/* Up to those between grains' lowest and highest corners, then those at places of their own. */
enum wall_kind {
	BOX, PLATES, BIAXIAL, TRIAXIAL, HOPPER, SILO, COLUMN, DRUM, TUBE, LINE, POLYLINE, LANDSCAPE, PLANE, ROD, PIPE, WALL_KINDS
};
#define WALL(k) (1u << (k))
enum {
	WALLS_2D = WALL(BIAXIAL) | WALL(COLUMN) | WALL(LINE) | WALL(POLYLINE),
	WALLS_3D = WALL(TRIAXIAL) | WALL(TUBE) | WALL(PLANE) | WALL(ROD) | WALL(PIPE)
};

/* What was asked for; NAN and NULL where nothing was. */
struct walls {
	enum wall_kind kind;
	const char *lo, *hi, *material, *tag, *outlet;
	double radius, speed, load, mass, damping, strip, room, press[3], rate[3], mu, opening, angle, drop, gate, run, omega, height;
	int64_t sides, baffles;
	int rough, closed;
	int n_point;             /* operands that are points, from tool_operand(1) on */
};

/* Put them in; grains in their way end the program with status 4. input is what messages call the stream. */
void walls_plane(struct world *w, const struct walls *a, const char *input);
void walls_space(struct world *w, const struct walls *a, const char *input);

/* ---- for both ---- */

/* The space between the walls: the options, else the domain, else nothing. */
void walls_region(const struct world *w, const struct walls *a, double lo[3], double hi[3]);
/* Tags of walls must be free. */
void walls_refuse_tag(const struct world *w, const char *tag);
/* n grains are in the way of walls, which is an error that names most of them. */
void walls_refuse_grains(int n, int most, const int64_t *id, const char *one, const char *many, const char *where);
const char *walls_material(const struct world *w, const struct walls *a);

#endif
