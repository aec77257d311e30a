/* canvas.h: write polygons and lines in layers, frame by frame, into a gnuplot script whose axes have one scale. */
#ifndef SCREE_CANVAS_H
#define SCREE_CANVAS_H

#include <stdint.h>
#include <stdio.h>

/* Layers from bottom to top. The palette colours the polygons of VALUE layers by a number; polygons of RGB layers have a colour.
 * SPECKs, for bodies of one or two pixels, are polygons drawn as boxes. HOLED polygons also run along their holes and have no
 * edge; their edges are separate loops in the EDGE layer. WALL lines are walls too thin for an area. PULL lines are forces of
 * attraction. TRAIL lines and ARROWs tell how grains move. */
enum layer { LAYER_CELL, LAYER_RGB, LAYER_VALUE, LAYER_RGB_SPECK, LAYER_VALUE_SPECK, LAYER_RGB_HOLED, LAYER_VALUE_HOLED,
	LAYER_EDGE, LAYER_WALL, LAYER_FORCE, LAYER_PULL, LAYER_TRAIL, LAYER_ARROW, LAYERS };
extern const char *const canvas_layer_name[LAYERS]; /* for data blocks: $frame0_rgb */

/* What the user asks to see: a box [L], NAN where it follows from the scene; a point in the middle [L], NAN for that of the view;
 * a magnification. */
struct cutout { double lo[3], hi[3], centre[3], zoom; };
/* A straight wall with its ends and its spheroradius [L]. */
struct plate { double p[2][2], r; };
/* How numbers become colours. */
struct scale {
	const char *palette;     /* a name for which palette_known returns 1 */
	double range[2];         /* values at the ends of the palette; NAN: those of the numbers */
	int per_frame;           /* those of the numbers of each frame, not of all */
};

struct canvas {
	FILE *script;
	struct cutout cutout;
	double lo[2], hi[2];     /* the view [L]; grows with the frames */
	int fixed[2];            /* per axis: bodies of a frame with edges do not extend the view */
	int periodic[2];         /* per axis: the picture of a frame ends at the edges of its domain, which are dashed */
	double edge[2][2];       /* these edges, lower and upper [axis][side] [L], along periodic axes */
	double pixel;            /* about the size of a pixel [L] */
	double spare[2][2];      /* margins of the view for the numbers of axes in space: left and lower, right and upper [L] */
	int specks;              /* bodies of one or two pixels are drawn as boxes */
	double larger;           /* a part of the picture is magnified so many times */
	double grain;            /* a typical diameter of grains [L], for the width of their edges */
	FILE *layer[LAYERS];
	char *text[LAYERS];
	size_t size[LAYERS];
	int n_frame;
	size_t cap_frame;
	struct canvas_frame { double t; unsigned used; int64_t number; double edge[2][2], value[2]; } *frame;
	double value[2], frame_value[2]; /* range of the numbers that colour polygons, of all frames and of the frame to come */
	int n_plate;
	size_t cap_plate;
	struct plate *plate;         /* [n_plate] straight walls of all frames */
	double force_sum;            /* sum of the magnitudes given to canvas_force [M L/T^2] */
	int64_t n_force, n_pull;     /* forces; those of attraction */
	/* gets forces in place of the layers, unless NULL */
	void (*take_force)(void *taker, const double a[2], const double p[2], const double b[2], double force, int pull);
	void *taker;
};

/* Frames that come as pixels, beneath all layers. fill draws the view of frame k, from lo to hi of the canvas, into
 * rgb[height][width][3] with the upper row first; labels writes the labels of all frames. */
struct pixels {
	void (*fill)(void *of, int k, unsigned char *rgb, int width, int height);
	void (*labels)(void *of, FILE *script);
	/* for vector drawings: lines that fill left out are written as data blocks of the script; plots gets their part of the plot
	 * command, which begins with a comma, or is empty */
	void (*lines)(void *of, FILE *script, FILE *plots);
	void *of;
};

/* Colours of forces. */
extern const unsigned canvas_push_rgb, canvas_pull_rgb;

/* How the pictures look as a whole. */
struct look {
	const struct scale *scale;
	int valued;                  /* numbers colour polygons */
	int whole;                   /* 1: the numbers are counts; those at the bar are whole */
	const char *value_label;     /* label of the colour bar, or NULL */
	const char *x_label, *y_label; /* labels of the axes, or NULL for no axes */
	const char *time_unit;       /* unit of the time in titles, or NULL */
	double force_width;          /* thickness per force [T^2/M]; 0: the mean force is 0.08 grain diameters thick */
	const struct pixels *pixels; /* or NULL */
	const struct legend *legend; /* what colours mean; not drawn as text in a terminal */
	int grid[2];                 /* columns and rows of frames in one picture; 1, 1: each frame has a picture of its own */
	int panels;                  /* the frames are panels of one picture, with text below each */
	int lettered;                /* this text has a letter */
	const double (*inset)[2];    /* the lower and upper corner of a part that is drawn magnified in a corner [L], or NULL */
	double opacity;              /* of bodies in the plane: 1, or less if one can see through them */
	double fps;                  /* frames per second of an animation */
	int timed;                   /* titles contain the time */
	int scale_bar;               /* draw a line of a round length below the picture */
	const char *length_unit;     /* unit of this length, or NULL */
};

void canvas_begin(struct canvas *c, FILE *script);
void canvas_free(struct canvas *c);
/* Extend the view to this box. */
void canvas_view(struct canvas *c, const double lo[2], const double hi[2]);
/* Extend the view to a straight wall, but only to the part that bodies are near. */
void canvas_plate(struct canvas *c, const double p[2][2], double r);
/* Whether the picture of a scene in the plane will not show what is in this box, since --lo and --hi leave it out. */
int canvas_hides(const struct canvas *c, const double lo[2], const double hi[2]);
/* Set the size of a pixel from the view as it is with the frame to come. */
void canvas_scale(struct canvas *c, double pixels);
/* After the last frame of a scene in the plane: set the view to the bodies, the walls near them, and the cutout. */
void canvas_fit(struct canvas *c);
/* A wall without end is seen if its distance to the box around the bodies is at most this part of the diagonal of the box. */
#define FIT_NEAR 0.25
/* The distance of a point to the box lo .. hi [dim], 0 inside. */
double fit_gap(const double *lo, const double *hi, const double *at, int dim);
/* Magnify a view, and move its middle to this point; NAN: its own middle. */
void cutout_apply(const struct cutout *o, const double centre[2], double lo[2], double hi[2]);

/* Extend the range of values by a number. */
void canvas_value(struct canvas *c, double value);
/* The values at the ends of the palette in frame k, the lower one first. */
void canvas_range(const struct canvas *c, const struct scale *s, int k, double range[2]);

/* Add a closed polygon xy[n][2] with its number or its colour 0xRRGGBB. */
void canvas_polygon(struct canvas *c, enum layer layer, const double (*xy)[2], int n, double number);
/* Add a line through the points a, p, b whose thickness stands for the magnitude of the force; pull: the force attracts. */
void canvas_force(struct canvas *c, const double a[2], const double p[2], const double b[2], double force, int pull);
/* Add a line of a trail, or an arrow, from p to q. */
void canvas_path(struct canvas *c, int arrow, const double p[2], const double q[2]);
/* Write the layers of a frame that is complete. Its number appears in the names of files. */
void canvas_frame(struct canvas *c, double t, int64_t number);
/* Write the commands that draw all frames. */
void canvas_draw(struct canvas *c, const struct look *look);

/* The distance of numbers on an axis: the smallest value of at least `least` that is 1, 2 or 5 times a power of ten. */
double canvas_step(double least);

#endif
