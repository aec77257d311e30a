/* light.h: an overcast sky that is brightest at the upper left of the picture, and what stands in its way.
 *
 * Light comes from some hundred directions all around, closer together where the sky is brighter. For each there is a map of
 * what is in front, seen along it; a point is lit from there if it is no farther than what the map says. */
#ifndef SCREE_LIGHT_H
#define SCREE_LIGHT_H

#include <stdint.h>

#include "view/stage.h"
#include "view/view.h"

/* At most. This is a multiple of 1, 4, 9 and 16, for the samples of a pixel share them, and so is its half. */
enum { LIGHT_RAYS = 288 };

struct light {
	double centre[3], radius; /* the ball around all that throws shadows [L] */
	int n;                /* directions */
	double axis[LIGHT_RAYS][3][3]; /* to the right, up, towards the light, of each, */
	float fast[LIGHT_RAYS][9]; /* row by row for light_at */
	int side;             /* of the maps [samples] */
	uint16_t *map;        /* [n][side][side] depth from -radius to radius */
};

/* For what is on the stage and a viewer, by maps of side x side samples in so many directions, up to LIGHT_RAYS. */
void light_init(struct light *l, const struct stage *s, const struct view *v, int side, int rays, int threads);
void light_free(struct light *l);
/* How bright a surface at p with a unit normal is, by the directions first, first + step, ...: about 1 where it faces the
 * brightest part of an open sky. */
double light_at(const struct light *l, const double p[3], const double normal[3], int first, int step);

#endif
