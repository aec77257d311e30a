/* canvas_layout.h: where the parts of a picture are. */
#ifndef SCREE_CANVAS_LAYOUT_H
#define SCREE_CANVAS_LAYOUT_H

#include "common/canvas.h"

/* The height of the scale bar and its number, and that of the text below a panel [pixels]. */
enum { LAYOUT_SCALE_BAR = 32, LAYOUT_LABEL = 24 };

/* Lengths in pixels, places from the lower left corner of the picture. */
struct layout {
	int width, height, columns, rows;
	double left, right, top, bottom;  /* the box around all panels */
	double wide, high, gap[2];        /* the size of a panel, and the gaps between panels along x and y */
	double below;                     /* from the lower edge of a panel to the middle of its text */
	double legend;                    /* the upper edge of the legend, 0 if there is none */
	double bar[2];                    /* the lower and the upper end of the colour bar */
	double text;                      /* text is larger than in a PNG by this factor */
};

/* Choose sizes, so that both axes have one scale and the margins are as wide as their text. titled: there is a line of text
 * above. each: if above 0, the view grows so that the panels begin and end between pixels of 1 / each of the layout's. */
struct layout layout_make(struct canvas *c, const struct look *look, int titled, double each);
/* Panel k, row by row from the upper left: left, bottom, right, top. */
void layout_panel(const struct layout *l, int k, double box[4]);
/* The significant digits that tell the numbers along an axis from lo to hi apart, at least those of the format %g. */
enum { LAYOUT_DIGITS = 6 };
int layout_digits(double lo, double hi);
/* The significant digits of n times, each `stride` bytes behind the one before: at least 5, and those that tell apart times that
 * follow each other and differ by more than rounding. Times that are not finite do not count. */
int layout_time_digits(int n, const double *t, size_t stride);
/* The number of characters of the longest of about five numbers with these digits on an axis from lo to hi. */
double layout_letters(double lo, double hi);
/* The corner of panel k in which an inset is drawn: not over its own part, the box lo .. hi of the picture [L], and far from it.
 * It has at most 0.4 of the sides of the panel. Returns its magnification, which may be below 1. */
double layout_inset(const struct layout *l, const struct canvas *c, int k, const double lo[2], const double hi[2], double box[4]);

#endif
