/* paths.h: how grains move, as lines: velocities, displacements since the first frame, and trails through all frames. */
#ifndef SCREE_PATHS_H
#define SCREE_PATHS_H

#include "base/ids.h"
#include "world/world.h"

struct paths {
	/* options */
	int velocity, displacement, trail;
	double scale;            /* length of an arrow per velocity [T]; 0: at first the mean arrow is a grain diameter long */
	/* private */
	int n_past;
	size_t cap_past;
	/* The frames read: ids, unwrapped positions [L], and how often outlets have put each body back. */
	struct past { int n; int64_t *id, *laps; double (*at)[3]; struct ids ids; } *past;
};
/* A line from p[0] to p[1] [L], or an arrow. */
struct path { double p[2][3]; int arrow; };

/* Keep what later frames need. Call it for every frame in order, also for those that are not drawn. */
void paths_keep(struct paths *p, struct world *w);
/* The lines of the frame that was kept last, for shown bodies that no constraint holds. All end or begin at the bodies' wrapped
 * positions, in a tilted domain in space in the slanted cell that is drawn. Returns their number; the caller frees *line. */
int paths_of(struct paths *p, struct world *w, const char *shown, struct path **line);
void paths_free(struct paths *p);

#endif
