/* light.h: an overcast sky that is brightest at the upper left of the picture, and what stands in its way.
 *
 * Light comes from LIGHT_RAYS directions all around, closer together where the sky is brighter. For each there is a map of
 * what is in front, seen along it; a point is lit from there if it is no farther than what the map says. */
#ifndef SCREE_LIGHT_H
#define SCREE_LIGHT_H

#include <stdint.h>

#include "view/stage.h"
#include "view/view.h"

/* A multiple of 1, 4, 9 and 16: samples of a pixel share the directions. */
enum { LIGHT_RAYS = 144 };

struct light {
	double centre[3], radius; /* the ball around all that throws shadows [L] */
	double axis[LIGHT_RAYS][3][3]; /* to the right, up, towards the light, of each map */
	int side;             /* of the maps [samples] */
	uint16_t *map;        /* [LIGHT_RAYS][side][side] depth from -radius to radius */
};

/* For what is on the stage and a viewer. */
void light_init(struct light *l, const struct stage *s, const struct view *v, int side, int threads);
void light_free(struct light *l);
/* How bright a surface at p with a unit normal is, by the directions first, first + step, ...: about 1 where it faces the
 * brightest part of an open sky. */
double light_at(const struct light *l, const double p[3], const double normal[3], int first, int step);

#endif
