/* scene3.h: frames of a stream in 3D, kept until all are known, then drawn pixel by pixel. */
#ifndef SCREE_SCENE3_H
#define SCREE_SCENE3_H

#include "common/canvas.h"
#include "common/paint.h"
#include "view/stage.h"
#include "view/view.h"
#include "world/world.h"

struct scene3 {
	/* what is asked for */
	const char *color;       /* as in scene.h */
	struct paint *paint;     /* of all scenes of a picture */
	double view[2];          /* azimuth, elevation [rad] */
	double opening;          /* angle in which all is seen [rad]; 0: parallel rays */
	int voxels;              /* along a body's longest side; 0: bodies as they are */
	int principal;           /* draw principal axes */
	int axes;                /* draw a box with numbers */
	int forces;              /* draw contact forces, and marks in place of grains */
	double force_width;      /* thickness per force [T^2/M]; 0: a mean force as thick as 0.08 grains */
	int threads;
	const char *palette;
	double range[2];         /* of the palette, set when all frames are known */
	const char *axis_label[3];
	/* private */
	int valued;
	struct stage stage;
	const struct canvas *canvas;
	struct view camera;
	double lo[3], hi[3];     /* the box around all frames [L] */
	double grain;            /* a typical diameter [L] */
	double seen[2][2];       /* what is seen [L], lower and upper x and y about the middle of the view */
	double shift[2];         /* where that middle is on the canvas [L] */
	double force_sum;        /* over all forces [M L/T^2] */
	int64_t n_force;
	int n_model, n_frame;
	size_t cap_model, cap_frame;
	struct model *model;
	struct frame3 *frame;
};

/* Scenes side by side, the last one at the right: one scale, one light, their middles at one height. */
struct row3 { int n; struct scene3 *scene; };

/* Keep a frame. Returns NULL, or what is wrong with it, to be freed. */
char *scene3_keep(struct scene3 *s, struct canvas *c, struct world *w);
/* All frames are known: find the cameras and what the canvas sees. */
void row3_look(struct row3 *row, struct canvas *c);
/* For struct pixels, of a row3. */
void row3_fill(void *of, int k, unsigned char *rgb, int width, int height);
void row3_labels(void *of, int k, FILE *script);
void scene3_free(struct scene3 *s);

#endif
