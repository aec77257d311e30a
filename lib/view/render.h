/* render.h: rendering a stage to pixels. */
#ifndef SCREE_RENDER_H
#define SCREE_RENDER_H

#include "view/light.h"
#include "view/stage.h"
#include "view/view.h"

struct render {
	int width, height;    /* [pixels] */
	int fine;             /* a pixel is the mean of fine x fine samples: 1 to 4 */
	double edge;          /* width of the dark edges of bodies [pixels] */
	int threads;
};

/* Render the stage on white into rgb[height][width][3], as seen by the view, whose scale and place are in samples. The result
 * is the same for any number of threads. */
void render(unsigned char *rgb, const struct render *r, const struct stage *s, const struct view *v, const struct light *l);

#endif
