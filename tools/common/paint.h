/* paint.h: the colour of each body, by a column or by its id. */
#ifndef SCREE_PAINT_H
#define SCREE_PAINT_H

#include "common/values.h"
#include "world/world.h"

enum { PAINT_WORDS = 8 };  /* colours of words; with more words they repeat */
/* A column as colours: numbers, which the palette colours, or words, which get a colour each. */
struct paint {
	double period, first;    /* multiples of this period bring numbers between first and first + period; 0: none */
	int value;               /* whether there is a number for each body */
	const double *number;    /* [n] these numbers; not finite where missing */
	double *own;             /* private, like all members below */
	struct values formula;
	const int32_t *word;
	const size_t *text;
	int n_seen;              /* number of words met so far in all frames, in order */
	size_t cap_seen;
	struct paint_seen { char *word; int drawn; } *seen;
};

/* Begin with the period and first, else { 0 }. Prepare the colours of a frame: color is a column of the bodies, "speed",
 * a formula of columns, or NULL for colours by id; columns that follow from contacts are computed. Returns NULL, or an
 * error message that the caller frees. */
char *paint_frame(struct paint *p, const char *color, struct world *w);
/* The colour 0xRRGGBB of a body that has no number. */
unsigned paint_rgb(struct paint *p, const struct world *w, int i);
/* The word with number k, in the order in which words first appeared in any frame, and its colour. NULL if there are fewer. */
const char *paint_word(const struct paint *p, int k, unsigned *rgb);
/* Say that a body that has no number is in the picture; whether some body with the word k is. */
void paint_draw(struct paint *p, const struct world *w, int i);
int paint_draws(const struct paint *p, int k);
/* The colour of walls. */
extern const unsigned paint_wall_rgb;
void paint_free(struct paint *p);

/* Whether a constraint holds or moves a body: walls, and the grains glued to them. */
int paint_is_wall(const struct world *w, int32_t tag);

#endif
