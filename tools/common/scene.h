/* scene.h: draw a frame in 2D as polygons of a picture. */
#ifndef SCREE_SCENE_H
#define SCREE_SCENE_H

#include "common/canvas.h"
#include "common/paint.h"
#include "plane/outline.h"
#include "world/world.h"

/* Voronoi cells: `cell` records, each an id and its corners x,y. */
struct cells {
	int n, n_xy;
	size_t cap, cap_xy;
	int *first;              /* [n] index in xy of the first corner of each cell */
	double (*xy)[2];         /* [n_xy] [L] */
};

struct scene {
	const char *color;       /* a column of the bodies, "speed", or NULL: colours by id */
	int forces, cells;       /* whether to draw forces and cells */
	struct cells cell;       /* the cells of the frame */
	/* The last outline, and the last that is as fine as specks need: of which shape, and fine enough for bodies up to which size. */
	struct scene_outline { struct outline of; const struct shape *shape; double size; } outline[2];
	double (*xy)[2];         /* points of the polygon under construction */
	size_t cap_xy;
	struct paint paint;
	int valued;              /* whether the colours stand for numbers and need a colour bar */
};

/* Read the `cell` records in text of a stream. If there are any, they replace the earlier ones. */
void scene_cells_read(struct scene *s, const char *text, size_t n);
/* Extend the view to the frame: to the domain along periodic axes, to the bodies along the others. shown[i] tells whether body i
 * is drawn. */
void scene_view(struct scene *s, struct canvas *c, struct world *w, const char *shown);
/* Draw the shown bodies, the cells and all forces of a frame. Returns NULL, or an error message that the caller frees. */
char *scene_draw(struct scene *s, struct canvas *c, struct world *w, const char *shown);
/* A held body counts as a wall if its reach exceeds this many typical grain diameters, otherwise as a glued grain. */
#define SCENE_LONG 1.5
/* Draw the forces; scene_draw calls this. */
char *scene_forces(struct canvas *c, struct world *w);
void scene_free(struct scene *s);

#endif
