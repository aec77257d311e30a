/* drops.h: how often, how far and how long a signal drops: stress in a sheared packing, say. */
#ifndef SCREE_DROPS_H
#define SCREE_DROPS_H

/* A moment of the signal, with what is noted beside it. */
struct drops_moment { double t, value, strain, volume; };

/* From a peak to the lowest value before the signal rises again. */
struct drop { struct drops_moment from, to; double waiting; /* from the end of the drop before, not a number for the first */ };

/* threshold is set by the caller, all else 0 at first. */
struct drops {
	double threshold;     /* part of the peak by which the signal must fall, and rise again */
	int begun, falling, ended;
	double last;          /* when the last drop ended */
	struct drops_moment peak, low;
};

/* Take the next moment. Returns 1 when it ends a drop, which *out gets: the signal had fallen by more than threshold times the
 * peak's magnitude and has now risen by as much above the lowest value since. A value that is not a number is passed
 * over; where time goes back all begins anew. */
int drops_take(struct drops *d, const struct drops_moment *now, struct drop *out);
/* At the end: 1 when a drop has not ended yet, which *out gets as far as it is known. */
int drops_end(struct drops *d, struct drop *out);

#endif
