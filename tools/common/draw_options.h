/* draw_options.h: the options of scree-draw, and what they may not be together. */
#ifndef SCREE_DRAW_OPTIONS_H
#define SCREE_DRAW_OPTIONS_H

#include "common/canvas.h"
#include "common/chosen.h"
#include "common/paths.h"
#include "common/tool.h"

struct draw_options {
	const char *frame, *color, *range, *voxels, *beside, *motion, *lo, *hi, *centre, *columns, *grid, *inset, *slice, *threads;
	double opacity, turn, zoom, force_width, fps, view[2], perspective;
	int forces, cells, axes, principal;
	int64_t views;
	struct opt_list clip;
	struct paths paths;
	struct scale scale;
	/* what follows from them */
	struct chosen which;
	int panels[2];               /* columns and rows of panels */
	int n_threads;
};

/* Read and check the options, after those of the picture. */
void draw_options_check(struct draw_options *o);
/* Once the stream has been read, refuse options that do not apply to its dimension. Several streams in the plane are panels in a
 * row. */
void draw_check_dimension(struct draw_options *o, const struct world *w);
/* Leave out panels without a frame. */
void draw_fit_panels(struct draw_options *o, int n);
/* What stands beside a picture, or beside the pictures of a film. */
enum { BESIDE_BAR = 1, BESIDE_LEGEND = 2, BESIDE_TIME = 4, BESIDE_SCALE = 8, BESIDE_LETTER = 16 };
unsigned draw_beside(const struct draw_options *o, int films);

#endif
