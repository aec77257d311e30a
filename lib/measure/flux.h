/* flux.h: what passes a line, or in space a plane across an axis, from one frame to the next.
 *
 * A body has passed the line when the straight way of its centre of mass from frame to frame crosses it: from s < 0 to s >= 0
 * forth, from s >= 0 to s < 0 back, s being the height of the centre over the line on the side it is to be passed to. Ways are
 * unwrapped by image counts, so wrapping at a periodic edge passes nothing, and every periodic image of the line counts.
 *
 * A body that is gone in the next frame, taken out at an outlet, or put back elsewhere (its `laps` have changed), goes on as its
 * velocity and gravity say until the next frame; a line on that way is passed. A body that is new has passed nothing. */
#ifndef SCREE_FLUX_H
#define SCREE_FLUX_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "world/world.h"

struct flux_line {
	vec2 at;              /* a point of it [L] */
	vec2 along, forth;    /* unit vectors along it, and across it to where passing counts as forth */
	double from, to;      /* its ends along it, counted from that point; may be infinite along axes that are not periodic */
};
/* A plane of space at the coordinate level along axis 0 1 2; forth is along that axis, or where way is -1 against it. */
struct flux_plane { int axis, way; double level; };
/* From a to b; forth is from its left to its right. */
struct flux_line flux_line_between(vec2 a, vec2 b);

enum { FLUX_FORTH, FLUX_BACK };
struct flux_count {
	double dt;            /* time since the frame before [T] */
	int64_t n[2];         /* bodies */
	double mass[2], area[2]; /* [M], [L^2], in space the volume [L^3]; not numbers where bodies have none (bodies_mass2) */
	int64_t gone, came;   /* bodies that are there in one of the frames alone, or were put back */
};

/* What is kept of a frame. */
struct flux {
	int begun;
	int n;
	size_t cap;
	struct flux_body { int64_t id, image[3], laps; int row; double x[3], v[3], mass, area; } *body; /* by id; z is 0 in the plane */
	struct domain domain;
	double t, gravity[3];
};

/* Count what passed since the frame before (the first frame: nothing), and keep those with keep[n_body] != 0 of this one. f is
 * { 0 } before the first frame. Returns 0, or the id of a body whose way is longer than about a million periods of the domain
 * (IMAGES_IN_WINDOW, world/images.h). */
int64_t flux_frame(struct flux *f, struct world *w, const char *keep, const struct flux_line *line, struct flux_count *count);
/* The same in space; no way is too long. */
void flux_frame3(struct flux *f, struct world *w, const char *keep, const struct flux_plane *plane, struct flux_count *count);
/* Bodies of the frame just taken whose centres have yet to pass the line, ends or not: s < 0. */
int64_t flux_before(const struct flux *f, const struct flux_line *line);
void flux_free(struct flux *f);

/* ---- jams ---- */

/* Nothing goes on: the net number that has passed, forth less back, has not reached a new maximum for a time. So a grain that
 * rocks on the line passes it once. */
struct flux_still {
	int begun;
	int64_t net, most;
	double since;         /* end of the interval in which the maximum was reached [T] */
};
/* Take what passed until t; to be called with the first frame, too. Returns the time without progress. */
double flux_still_take(struct flux_still *s, const struct flux_count *c, double t);

#endif
