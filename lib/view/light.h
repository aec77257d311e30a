/* light.h: an overcast sky that is brightest at the upper left of the picture, with shadows.
 *
 * Light comes from some hundred directions all around, which are denser where the sky is brighter. For each direction there is
 * a shadow map: the depth of the nearest thing as seen from the light. A point is lit from a direction if no thing in the map
 * is nearer. */
#ifndef SCREE_LIGHT_H
#define SCREE_LIGHT_H

#include <stdint.h>

#include "view/front.h"
#include "view/stage.h"
#include "view/view.h"

/* The greatest number of directions. The samples of a pixel share the directions, so this number and its half are multiples of
 * 1, 4, 9 and 16. */
enum { LIGHT_RAYS = 288 };

struct light {
	double centre[3], radius; /* the ball around everything that throws shadows [L] */
	int n;                /* directions */
	double axis[LIGHT_RAYS][3][3]; /* of each direction: to the right, up, towards the light */
	float fast[LIGHT_RAYS][9]; /* axis in single precision, for light_at */
	int side;             /* of the shadow maps [samples] */
	struct front front;   /* the runs of the stage, for the picture too */
	uint16_t *map;        /* [n][side][side] depths from -radius (1) to radius; 0 where nothing is */
};

/* Make the shadow maps for the balls and faces of a stage, side x side samples each, in rays <= LIGHT_RAYS directions. The sky
 * turns with the view v. The stage may not change until light_free. */
void light_init(struct light *l, const struct stage *s, const struct view *v, int side, int rays, int threads);
void light_free(struct light *l);
/* The brightness of a surface at p with a unit normal, from the directions first, first + step, and so on. It is about 1 if the
 * surface faces the brightest part of an open sky. */
double light_at(const struct light *l, const double p[3], const double normal[3], int first, int step);

#endif
