/* scene.h: what of a frame becomes which polygons of a picture. */
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
	int *first;              /* [n] place of the first corner */
	double (*xy)[2];         /* [n_xy] [L] */
};

struct scene {
	const char *color;       /* a column of the bodies, "speed", or NULL: a colour for every grain */
	int forces, cells;       /* draw them too */
	struct cells cell;       /* those of the frame */
	struct outline outline;
	const struct shape *outlined; /* whose outline that is, */
	double outlined_size;    /* and up to which size it is fine enough */
	double (*xy)[2];         /* points of a polygon being made */
	size_t cap_xy;
	struct paint paint;
	int valued;              /* the colours stand for numbers, so there is a bar for them */
};

/* Take the `cell` records out of text of a stream; when there are any, the earlier ones are forgotten. */
void scene_cells_read(struct scene *s, const char *text, size_t n);
/* Make room in the view for the frame: the domain along periodic axes, else the bodies' boxes. */
void scene_view(struct scene *s, struct canvas *c, struct world *w);
/* Draw the frame's bodies, cells and forces. Returns NULL, or what is wrong, to be freed. */
char *scene_draw(struct scene *s, struct canvas *c, struct world *w);
/* Walls that reach further than this many grains are lines and blocks, shorter ones glued grains. */
#define SCENE_LONG 1.5
/* The forces alone, which scene_draw calls. */
char *scene_forces(struct canvas *c, struct world *w);
void scene_free(struct scene *s);

#endif
