/* endless.h: walls that go on along a periodic axis: they have one image there, which is the same everywhere.
 *
 * A plane is so along axes that it is parallel to, a cylinder along its own where it is as long as the period. A plane that is
 * not, and a cylinder without ends that is aslant, meets its own images: there is no room for bodies, or what they touch jumps
 * where they are wrapped. A wall must stay what it is, too, since a run that is split finds it as it is then. */
#ifndef SCREE_ENDLESS_H
#define SCREE_ENDLESS_H

#include <math.h>

#include "motion/drive.h"

/* A wall's z axis, of length 1 in space; its length [L]; what its constraint says of its turning, rx ry rz. */
struct endless { int plane; double z[3], length; const struct dof *turn; };

enum endless_how { ENDLESS_IMAGES, ENDLESS_ONE, ENDLESS_MEETS, ENDLESS_TURNS };

/* Whether the component of the wall's z axis along axis k stays: it turns about k alone, or about itself. */
static inline int endless_stays(const struct endless *w, int k)
{
	int moves = 0, others = 0, own = 0;

	for (int i = 0; i < 3; i++) {
		int turns = !drive_stands(&w->turn[i]);

		moves += turns;
		others += turns && i != k;
		own = turns ? fabs(w->z[i]) > 1 - 1e-12 : own;
	}
	return others == 0 || (moves == 1 && own);
}

/* Along axis k, which has the period: several images; one; it meets its own images; or it would when it has turned. */
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
