/* render.h: the picture of a stage, pixel by pixel. */
#ifndef SCREE_RENDER_H
#define SCREE_RENDER_H

#include "view/light.h"
#include "view/stage.h"
#include "view/view.h"

struct render {
	int width, height;    /* pixels */
	int fine;             /* each is fine x fine samples: 1 to 4 */
	double edge;          /* width of the dark edges of bodies [pixels] */
	int threads;
};

/* Fill rgb[height][width][3] with the stage on white, as seen by the view, whose scale and place are in samples. It is the
 * same for any number of threads. */
void render(unsigned char *rgb, const struct render *r, const struct stage *s, const struct view *v, const struct light *l);

#endif
