/* heap_table.h: the surface of a heap and its angles, as a table */
#ifndef SCREE_HEAP_TABLE_H
#define SCREE_HEAP_TABLE_H

#include "measure/heap.h"
#include "table.h"
#include "world/world.h"

struct heap_table {
	int angles;               /* 1: a row of angles for each frame; 0: a block of heights */
	int n;                    /* number of bins */
	double from, to, floor;   /* NAN: chosen for each frame */
	double centre[2];         /* of the axis in space; NAN: the middle of the domain */
	double limit[2];          /* the heights that are fitted lie between these [L], */
	int part[2];              /* or 1: these parts of the greatest height */
};

/* Read the values of --surface and --heights (NULL: 15% and 85%). Ends the program with status 2 if they are wrong. */
void heap_table_options(struct heap_table *h, const char *what, const char *heights);
void heap_table_columns(const struct heap_table *h, int dim, struct tab_out *o);
/* Write the rows of a frame, of the bodies with keep[n_body]. Without any its heights are 0. Returns the number of grains. */
int heap_table_frame(const struct heap_table *h, struct world *w, const char *keep, struct tab_out *o);

#endif
