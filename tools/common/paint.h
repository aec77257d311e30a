/* paint.h: the colour of each body, by a column or its own. */
#ifndef SCREE_PAINT_H
#define SCREE_PAINT_H

#include "world/world.h"

/* A column as colours: numbers, for the palette, or words, which get a colour each. */
struct paint {
	int value;               /* there is a number for each body, */
	const double *number;    /* [n] this; not finite where it is missing */
	double *own;             /* private, as all below */
	const int32_t *word;
	const size_t *text;
	int n_seen;              /* words met so far, in order, in all frames */
	size_t cap_seen;
	char **seen;
};

/* Begin with { 0 }. Look at a frame: color is a column of the bodies, "speed", or NULL for a colour of each body's own.
 * Returns NULL, or what is wrong, to be freed. */
char *paint_frame(struct paint *p, const char *color, struct world *w);
/* The colour 0xRRGGBB of a body that has none by a number. */
unsigned paint_rgb(struct paint *p, const struct world *w, int i);
/* Of the walls. */
extern const unsigned paint_wall_rgb;
void paint_free(struct paint *p);

/* Bodies that something other than forces moves: walls, and the grains glued to them. */
int paint_is_wall(const struct world *w, int32_t tag);

#endif
