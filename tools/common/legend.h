/* legend.h: a key at the right of a picture: what its colours mean. */
#ifndef SCREE_LEGEND_H
#define SCREE_LEGEND_H

#include <stddef.h>
#include <stdio.h>

enum { LEGEND_ROW = 20 }; /* height of a row [pixels] */

/* Begin with { 0 }. */
struct legend {
	int n;
	size_t cap;
	struct legend_row { const char *text; long rgb; } *row; /* rgb is below 0 for a heading */
};

/* Add a row with a colour 0xRRGGBB, or a heading. The text must outlive the legend. */
void legend_add(struct legend *l, const char *text, long rgb);
void legend_free(struct legend *l);
/* The room that it needs at the right [pixels]; 0 without rows. */
double legend_width(const struct legend *l);
/* Write the commands that draw it, with its upper left corner at x, y of a picture of width x height, counted from the lower left
 * [pixels]. If the rows do not fit above the lower edge, the last one says how many are left out; texts of more than 40 letters
 * lose their middle. */
void legend_write(const struct legend *l, FILE *script, double x, double y, double width, double height);

#endif
