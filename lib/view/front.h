/* front.h: drawing what is in front first, and leaving out what is behind it. */
#ifndef SCREE_FRONT_H
#define SCREE_FRONT_H

#include "view/depth.h"

/* Runs of balls and of faces of one body each, in the order of the stage. Balls of bodies that have few are put together with
 * others that are near in space. */
struct front {
	int n, *ball;         /* [n_ball] the balls of the stage in the order of the runs */
	double *at[3], *reach; /* [n_ball] in the same order: places, and distances that no point of the ball exceeds [L] */
	size_t cap;
	/* All of a run is within r of at [L]. It is left out if it is hidden, unless it is too small to look at. */
	struct front_run { int first, n, face, large; double at[3], r; } *run;
};

/* Find the runs. The stage may not change while they are used. */
void front_init(struct front *f, const struct stage *s);
void front_free(struct front *f);
/* Draw the balls, and the faces but for those of closed surfaces that look away, into a depth buffer without cuts and ids, as
 * parallel rays see them (v->k = 0). Runs of many things are drawn from front to back, and a run or a thing is left out if
 * everything is nearer in the box in which it is seen. The buffer is that of all things drawn in any order. seen[n_ball], if it
 * is not NULL, becomes 1 for balls that are drawn: the others are not seen in any sample. */
void front_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d, unsigned char *seen);

#endif
