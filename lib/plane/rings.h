/* rings.h: a list of outlines in the plane, as readers of drawings and tracers of pictures find them. */
#ifndef SCREE_RINGS_H
#define SCREE_RINGS_H

#include <stddef.h>

struct ring {
	int first, n;         /* its points are xy[first] to xy[first + n - 1]; the last is joined to the first */
	int open;             /* a line that was drawn open */
	long line;            /* line of the file, or 0 */
};

struct rings {
	int n, n_xy;
	size_t cap, cap_xy;
	struct ring *ring;    /* [n] */
	double (*xy)[2];      /* [n_xy] [L] */
	int holes;            /* holes that were filled, because a shape is simply connected */
};

enum { RINGS_MOST = 100000000 }; /* most points */

/* Begin a ring; the pointer is valid until the next ring begins. */
struct ring *rings_begin(struct rings *r, long line);
/* Add a point to the last ring. A point equal to the one before it is left out. Returns 0, or -1 if there are too many points. */
int rings_point(struct rings *r, double x, double y);
/* Remove last points equal to the first, unless the ring is open, and the whole ring if it has less than `least` points. Returns
 * whether it stays. */
int rings_end(struct rings *r, int least);
/* Remove those rings from number `first` on that lie inside another of these, and add their number to holes. Open rings
 * are left as they are. A ring is inside if its extent and its first point are. The time is about n log n for ordinary
 * drawings. */
void rings_fill(struct rings *r, int first);
void rings_free(struct rings *r);

#endif
