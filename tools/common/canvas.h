/* canvas.h: write polygons and lines in layers, frame by frame, into a gnuplot script whose axes have one scale. */
#ifndef SCREE_CANVAS_H
#define SCREE_CANVAS_H

#include <stdint.h>
#include <stdio.h>

/* Layers from bottom to top. The palette colours the polygons of VALUE layers by a number; polygons of RGB layers have a colour.
 * HOLED polygons also run along their holes and have no edge; their edges are separate loops in the EDGE layer. WALL lines are
 * walls too thin for an area. PULL lines are forces of attraction. */
enum layer { LAYER_CELL, LAYER_RGB, LAYER_VALUE, LAYER_RGB_HOLED, LAYER_VALUE_HOLED, LAYER_EDGE, LAYER_WALL,
	LAYER_FORCE, LAYER_PULL, LAYERS };

struct canvas {
	FILE *script;
	double lo[2], hi[2];     /* the view [L]; grows with the frames */
	int fixed[2];            /* per axis: the view does not grow */
	int periodic[2];         /* per axis: the picture of a frame ends at the edges of its domain, which are dashed */
	double edge[2][2];       /* these edges, lower and upper [axis][side] [L], along periodic axes */
	double pixel;            /* about the size of a pixel [L] */
	double grain;            /* a typical diameter of grains [L], for the width of their edges */
	FILE *layer[LAYERS];
	char *text[LAYERS];
	size_t size[LAYERS];
	int n_frame;
	size_t cap_frame;
	struct canvas_frame { double t; unsigned used; int64_t number; double edge[2][2]; } *frame;
	double value_lo, value_hi;   /* range of the numbers that colour polygons */
	double force_sum;            /* sum of the magnitudes given to canvas_force [M L/T^2] */
	int64_t n_force, n_pull;     /* forces; those of attraction */
};

/* Frames that come as pixels, beneath all layers. fill draws the view of frame k, from lo to hi of the canvas, into
 * rgb[height][width][3] with the upper row first; labels writes its labels. */
struct pixels {
	void (*fill)(void *of, int k, unsigned char *rgb, int width, int height);
	void (*labels)(void *of, int k, FILE *script);
	void *of;
};

/* Colours of forces. */
extern const unsigned canvas_push_rgb, canvas_pull_rgb;

/* How the pictures look as a whole. */
struct look {
	const char *palette;         /* a name for which palette_known returns 1 */
	double range[2];             /* range of the palette; NAN: the range of the numbers */
	const char *value_label;     /* label of the colour bar, or NULL */
	const char *x_label, *y_label; /* labels of the axes, or NULL for no axes */
	const char *time_unit;       /* unit of the time in titles, or NULL */
	double force_width;          /* thickness per force [T^2/M]; 0: the mean force is 0.08 grain diameters thick */
	const struct pixels *pixels; /* or NULL */
	const struct legend *legend; /* what colours mean; not drawn beside a colour bar or as text in a terminal */
	double fps;                  /* frames per second of an animation */
	int timed;                   /* titles contain the time */
};

void canvas_begin(struct canvas *c, FILE *script);
void canvas_free(struct canvas *c);
/* Extend the view to this box. */
void canvas_view(struct canvas *c, const double lo[2], const double hi[2]);
/* Set the size of a pixel from the view, before the first frame. */
void canvas_scale(struct canvas *c, int pixels);

/* Add a closed polygon xy[n][2] with its number or its colour 0xRRGGBB. */
void canvas_polygon(struct canvas *c, enum layer layer, const double (*xy)[2], int n, double number);
/* Add a line through the points a, p, b whose thickness stands for the magnitude of the force; pull: the force attracts. */
void canvas_force(struct canvas *c, const double a[2], const double p[2], const double b[2], double force, int pull);
/* Write the layers of a frame that is complete. Its number appears in the names of files. */
void canvas_frame(struct canvas *c, double t, int64_t number);
/* Write the commands that draw all frames. */
void canvas_draw(struct canvas *c, const struct look *look);

/* The distance of numbers on an axis: the smallest value of at least `least` that is 1, 2 or 5 times a power of ten. */
double canvas_step(double least);

#endif
