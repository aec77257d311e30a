/* drops.h: frequency, size and duration of the drops of a signal, such as the stress in a sheared packing. */
#ifndef SCREE_DROPS_H
#define SCREE_DROPS_H

/* A moment of the signal, with the strain and the volume at that time. */
struct drops_moment { double t, value, strain, volume; };

/* A drop from a peak to the lowest value before the signal rises again. waiting is the time since the end of the previous drop;
 * NaN for the first drop. */
struct drop { struct drops_moment from, to; double waiting; };

/* The caller sets threshold; all other members begin as 0. */
struct drops {
	double threshold;     /* fraction of the peak by which the signal must fall, and rise again */
	int begun, falling, ended;
	double last;          /* end of the previous drop [T] */
	struct drops_moment peak, low;
};

/* Add the next moment. Returns 1 and fills *out if the moment ends a drop: the signal had fallen by more than threshold times the
 * magnitude of the peak and has now risen by the same amount above the lowest value since. A NaN value is skipped. If time goes
 * back, everything starts again. */
int drops_take(struct drops *d, const struct drops_moment *now, struct drop *out);
/* At the end of the signal: returns 1 and fills *out with the known part of a drop that has not ended. */
int drops_end(struct drops *d, struct drop *out);

#endif
