/* scene3.h: keep the frames of a stream in 3D until all are known, then draw them pixel by pixel. */
#ifndef SCREE_SCENE3_H
#define SCREE_SCENE3_H

#include "common/canvas.h"
#include "common/paint.h"
#include "common/paths.h"
#include "view/visible.h"
#include "view/stage.h"
#include "view/view.h"
#include "world/world.h"

/* Edges of Voronoi cells [L], each with the number of its cell; of a cell the id of its body and the mean of its corners [L]. */
struct cell_edges {
	int n, n_cell;
	size_t cap, cap_cell;
	struct cell_edge { double p[2][3]; int cell; } *edge;
	struct cell_middle { int64_t id; double at[3]; } *cell;
};

struct scene3 {
	/* options */
	const char *color;       /* as in scene.h */
	struct paint *paint;     /* shared by all scenes of a picture */
	double view[2];          /* azimuth, elevation [rad] */
	double turn;             /* the azimuth of each frame is larger by this than that of the frame before [rad] */
	double opening;          /* angle that the scene fills [rad]; 0: parallel rays */
	int voxels;              /* number along the longest side of a body; 0: draw surfaces */
	int principal;           /* draw principal axes */
	int axes;                /* draw a box with numbers */
	int forces;              /* draw contact forces, and marks in place of grains */
	double force_width;      /* thickness per force [T^2/M]; 0: the mean force is 0.08 grain diameters thick */
	int threads;
	const struct scale *scale;
	double range[2];         /* values at the ends of the palette in the frame being drawn */
	struct cutout cutout;
	int n_cut, section;      /* as in struct stage */
	struct stage_cut cut[STAGE_CUTS];
	struct paths *paths;     /* the motion to draw, or NULL */
	const struct cell_edges *cells; /* the cells of the frame that is kept next, or NULL */
	const char *axis_label[3];
	/* private */
	int valued;
	struct stage stage;
	const struct canvas *canvas;
	struct view camera;
	double lo[3], hi[3];     /* the box around all frames [L] */
	double grain;            /* a typical diameter [L] */
	double seen[2][2];       /* lower and upper x and y of the visible part, relative to the middle of the view [L] */
	double shift[2];         /* position of the middle of the view on the canvas [L] */
	double force_sum;        /* sum of all forces [M L/T^2] */
	int64_t n_force, n_pull; /* pairs with a force; those that attract each other */
	int n_part;             /* lines of the frame that was drawn last, for vector drawings */
	struct visible *part;
	int n_model, n_frame, n_latest;
	size_t cap_model, cap_frame, cap_latest;
	int *latest;            /* [n_latest] the last model of each shape of the world, or -1 */
	struct model *model;
	struct frame3 *frame;
};

/* Scenes side by side from left to right, with one scale, one light, and their middles at one height, in each of the panels of a
 * picture with so many columns. */
struct row3 { int n, columns; struct scene3 *scene; };

/* Read the edges of the `cell` records in text of a stream. If there are any, they replace the earlier ones. */
void scene3_cells_read(struct cell_edges *e, const char *text, size_t n);
void scene3_cells_free(struct cell_edges *e);
/* Keep a frame; shown[i] tells whether body i is drawn, and becomes 0 if the body is outside the cutout. Returns NULL, or an
 * error message that the caller frees. */
char *scene3_keep(struct scene3 *s, struct canvas *c, struct world *w, char *shown);
/* Find the box around all frames, lo and hi, and the typical diameter. */
void scene3_room(struct scene3 *s);
/* Once all frames are known, place the cameras and set the view of the canvas. */
void row3_look(struct row3 *row, struct canvas *c);
/* Then the box in the picture that a box of space covers, from part[0] to part[1] as the first frame is seen. */
void scene3_part(const struct scene3 *s, const double part[2][3], double box[2][2]);
/* The functions of struct pixels for a row3. */
void row3_fill(void *of, int k, unsigned char *rgb, int width, int height);
void row3_labels(void *of, FILE *script);
void row3_lines(void *of, FILE *script, FILE *plots);
void scene3_free(struct scene3 *s);

#endif
