/* endless.h: walls that continue along a periodic axis: all their images coincide, so only one is needed.
 *
 * A plane is endless along every axis parallel to it, a cylinder along its own axis if it is at least as long as the period; then
 * its length does not matter any more, since it may begin anywhere and move along itself. A
 * plane that is not parallel to the periodic axis meets its own images, and so does an oblique cylinder without ends. Such a wall
 * is refused: it leaves no space for bodies, or the surface jumps where bodies are wrapped. A wall must also not turn from one
 * kind into another, since a run that is split would find another kind. */
#ifndef SCREE_ENDLESS_H
#define SCREE_ENDLESS_H

#include <math.h>

#include "motion/drive.h"

/* A wall: whether it is a plane; its z axis, a unit vector; its length [L]; its degrees of freedom of rotation, rx ry rz. */
struct endless { int plane; double z[3], length; const struct dof *turn; };

/* The wall has several images along an axis; has one; meets its own images; would do so, or change its kind, when it turns. */
enum endless_how { ENDLESS_IMAGES, ENDLESS_ONE, ENDLESS_MEETS, ENDLESS_TURNS };

/* Whether the component of the wall's z axis along axis k stays constant: the wall turns about k alone, or about its z axis. */
static inline int endless_stays(const struct endless *w, int k)
{
	int moves = 0, others = 0, own = 0;

	for (int i = 0; i < 3; i++) {
		int turns = !drive_is_fixed(&w->turn[i]);

		moves += turns;
		others += turns && i != k;
		own = turns ? fabs(w->z[i]) > 1 - 1e-12 : own;
	}
	return others == 0 || (moves == 1 && own);
}

/* What the wall is along axis k, which has a period [L]. */
static inline enum endless_how endless_how(const struct endless *w, int k, double period)
{
	double along = fabs(w->z[k]);
	int flat = along < 1e-9, upright = along > 1 - 1e-12, one;

	if (w->plane && !flat)
		return ENDLESS_MEETS;
	if (!w->plane && w->length == INFINITY && !flat && !upright)
		return ENDLESS_MEETS;
	one = w->plane || (upright && w->length >= period * (1 - 1e-12));
	if ((one || w->length == INFINITY) && !endless_stays(w, k))
		return ENDLESS_TURNS;
	return one ? ENDLESS_ONE : ENDLESS_IMAGES;
}

#endif
