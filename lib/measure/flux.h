/* flux.h: bodies that pass a line, or in space a plane across an axis, from one frame to the next.
 *
 * A body passes the line if the straight displacement of its centre of mass between two frames crosses the line. Let s be the
 * height of the centre above the line on its forward side. A change from s < 0 to s >= 0 counts as forth, from s >= 0 to s < 0 as
 * back. Displacements are unwrapped by image counts, so wrapping at a periodic edge passes nothing. Every periodic image of the
 * line counts.
 *
 * A body may be missing in the next frame because an outlet removed it, or it may be back at another place (its column `laps`,
 * the number of returns, has changed). For the count, such a body moves on with its velocity and gravity until the next frame. A
 * new body has passed nothing. */
#ifndef SCREE_FLUX_H
#define SCREE_FLUX_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "world/world.h"

struct flux_line {
	vec2 at;              /* a point of the line [L] */
	vec2 along, forth;    /* unit vectors along the line, and across it in the direction that counts as forth */
	double from, to;      /* its ends, measured along it from that point [L]; may be infinite along axes that are not periodic */
};
/* A plane in space at the coordinate `level` of axis 0 1 2. Forth is along that axis, or against it if way is -1. */
struct flux_plane { int axis, way; double level; };
/* The line from a to b. Forth is from its left to its right. */
struct flux_line flux_line_between(vec2 a, vec2 b);

enum { FLUX_FORTH, FLUX_BACK };
struct flux_count {
	double dt;            /* time since the previous frame [T] */
	int64_t n[2];         /* number of bodies */
	double mass[2], area[2]; /* [M], [L^2], in space the volume [L^3]; NaN if the bodies have none (bodies_mass2) */
	int64_t gone, came;   /* bodies that are in only one of the two frames, or were put back */
};

/* The bodies of the last frame. */
struct flux {
	int begun;
	int n;
	size_t cap;
	struct flux_body {
		int64_t id, image[3], laps;
		int row, chosen;
		double x[3], v[3], mass, area;
	} *body;              /* by id; z is 0 in the plane */
	struct domain domain;
	double t, gravity[3];
};

/* Count the bodies that passed since the previous frame (for the first frame: none), and store this frame. Only bodies with
 * keep[n_body] != 0 in the earlier frame pass or are gone, and only those with it in the later frame have come. f is { 0 } before
 * the first frame. Returns 0, or the id of a body with a displacement of more than about a million
 * periods of the domain (IMAGES_IN_WINDOW, world/images.h). */
int64_t flux_frame(struct flux *f, struct world *w, const char *keep, const struct flux_line *line, struct flux_count *count);
/* The same in space. Displacements may have any length, unless images of the plane are displaced along its axis by a tilt of the
 * domain. */
int64_t flux_frame3(struct flux *f, struct world *w, const char *keep, const struct flux_plane *plane, struct flux_count *count);
/* The number of chosen bodies of the last frame with s < 0. The ends of the line do not matter. */
int64_t flux_before(const struct flux *f, const struct flux_line *line);
void flux_free(struct flux *f);

/* ---- jams ---- */

/* Detects that the flow has stopped. Progress is a new maximum of the net number of bodies that have passed, forth minus back. A
 * grain that rocks on the line makes progress only once. */
struct flux_rest {
	int begun;
	int64_t net, most;
	double since;         /* end of the interval of the last progress [T] */
};
/* Add the count of an interval that ends at time t. Call it for the first frame, too. Returns the time without progress [T]. */
double flux_rest_take(struct flux_rest *s, const struct flux_count *c, double t);

#endif
