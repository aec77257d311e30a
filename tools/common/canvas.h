/* canvas.h: polygons and lines in layers, frame by frame, into a gnuplot script with equal axes. */
#ifndef SCREE_CANVAS_H
#define SCREE_CANVAS_H

#include <stdint.h>
#include <stdio.h>

/* Bottom to top. VALUE layers are coloured by a number through the palette, RGB ones directly; HOLED polygons run
 * along their holes too and have no edge of their own, their EDGE loops are given apart. WALL lines are walls too thin
 * for an area. */
enum layer { LAYER_CELL, LAYER_RGB, LAYER_VALUE, LAYER_RGB_HOLED, LAYER_VALUE_HOLED, LAYER_EDGE, LAYER_WALL,
	LAYER_FORCE, LAYERS };

struct canvas {
	FILE *script;
	double lo[2], hi[2];     /* what is seen [L]; grows with the frames */
	int fixed[2];            /* per axis: it does not grow */
	int periodic[2];         /* the picture of a frame ends at its own edges, dashed */
	double edge[2][2];       /* these, lower and upper [axis][side] [L], where periodic */
	double pixel;            /* about the size of a pixel [L] */
	double grain;            /* a typical diameter of grains [L], for the edges of grains */
	FILE *layer[LAYERS];
	char *text[LAYERS];
	size_t size[LAYERS];
	int n_frame;
	size_t cap_frame;
	struct canvas_frame { double t; unsigned used; int64_t number; double edge[2][2]; } *frame;
	double value_lo, value_hi;   /* of what was coloured by a number */
	double force_sum;            /* of the magnitudes given to canvas_force [M L/T^2] */
	int64_t n_force;
};

/* Frames that come as pixels, beneath all layers: fill rgb[height][width][3], the upper row first, with what is between
 * the canvas's lo and hi of frame k, and write the labels that go with it. */
struct pixels {
	void (*fill)(void *of, int k, unsigned char *rgb, int width, int height);
	void (*labels)(void *of, int k, FILE *script);
	void *of;
};

/* How the pictures look as a whole. */
struct look {
	const char *palette;         /* a name that palette_known knows */
	double range[2];             /* of the palette; not a number: as found */
	const char *value_label;     /* at the colour bar, or NULL */
	const char *x_label, *y_label; /* axes, or NULL for none */
	const char *time_unit;       /* behind the time in titles, or NULL */
	double force_width;          /* thickness per force [T^2/M]; 0: a mean force as thick as 0.08 grains */
	const struct pixels *pixels; /* or NULL */
	double fps;                  /* frames per second of an animation */
	int timed;                   /* titles say the time */
};

void canvas_begin(struct canvas *c, FILE *script);
void canvas_free(struct canvas *c);
/* Show at least this box; before the first frame, which sets the size of a pixel. */
void canvas_view(struct canvas *c, const double lo[2], const double hi[2]);
void canvas_scale(struct canvas *c, int pixels);

/* Add a closed polygon xy[n][2] with its value or colour 0xRRGGBB. */
void canvas_polygon(struct canvas *c, enum layer layer, const double (*xy)[2], int n, double number);
/* Add a line of the thickness that a force has, through the points a, p, b. */
void canvas_force(struct canvas *c, const double a[2], const double p[2], const double b[2], double force);
/* The frame is complete: write its layers. number names it in the names of files. */
void canvas_frame(struct canvas *c, double t, int64_t number);
/* Write the commands that draw all frames. */
void canvas_draw(struct canvas *c, const struct look *look);

/* The least 1, 2 or 5 times a power of ten that is no less: how far apart numbers stand. */
double canvas_step(double least);

#endif
