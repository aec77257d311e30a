/* profile_mean.h: sums over the grains and contacts in a bin, and their means over frames with standard errors. */
#ifndef SCREE_PROFILE_MEAN_H
#define SCREE_PROFILE_MEAN_H

#include <stddef.h>
#include <stdint.h>

#include "world/world.h"

/* The most columns of bodies that a program may average besides the values of a kind. */
enum { PROFILE_OWN = 8 };

/* Sums over one bin in one or several frames, in the plane (profile.h) or in space (profile3.h). Means and sums of squares about
 * the means are stored, since plain sums of squares would lose the digits of small fluctuations. */
struct profile_bin {
	double size;                    /* area of the bin, in space its volume [L^2, L^3]; NaN if unknown */
	double number, solid, mass;     /* of the grains: number, area or volume, mass */
	double v[3], vv[6];             /* mean velocity weighted by mass [L/T]; sums of m dv dv: xx yy zz xy xz yz */
	double spin[3];                 /* mean angular velocity weighted by mass [1/T]; the plane has only the first component */
	/* plane */
	double inertia, turn, turns;    /* moment of inertia; mean angular velocity weighted by it; sum of I dw dw */
	/* space */
	double out, turning;            /* mean outward velocity, in shells; sum of L.w */
	/* sums of force times branch, the force first [M L^2/T^2]: 11 12 21 22 in the plane, xx xy xz yx ... in space */
	double branch[9];
	double outwards;                /* space: sums of the components along the outward direction */
	double own[PROFILE_OWN];        /* columns of bodies: sums of area (volume) times value */
	double own_solid[PROFILE_OWN];  /* sums of the areas (volumes) of grains with a value */
};

/* Set the columns own[PROFILE_OWN] of a whole grain, whose area or volume is set; NaN: the grain has no value. */
void profile_bin_set_own(struct profile_bin *grain, const double *own);
/* The mean of a column of bodies, weighted by area or volume; NaN if no grain of the bin has a value. */
double profile_bin_own(const struct profile_bin *b, int k);

/* Add the sums of b to a. */
void profile_bin_merge(struct profile_bin *a, const struct profile_bin *b);
/* Add a fraction of a grain to a bin. Fractions up to 1e-14 are rounding and add nothing. */
void profile_bin_add(struct profile_bin *to, struct profile_bin grain, double fraction);
/* Complete the bins from .. to along an axis 0 .. dim - 1, or along the distance from centre[dim] if axis = dim: NaN is replaced
 * from the domain. Returns 0, or -1 if values are missing and there is no domain, or if to <= from. */
int profile2_complete(double *from, double *to, double *centre, int dim, int axis, const struct domain *d);

/* A kind of bins and its values, in the plane or in space. */
enum { PROFILE_MOST = 40 };
struct profile_kind {
	size_t size;                    /* size of a bin in bytes */
	int n_value;                    /* at most PROFILE_MOST - PROFILE_OWN */
	void (*values)(const void *bin, double *value); /* NaN if a bin is empty */
};

/* Means over frames. The frames are in at most PROFILE_BLOCKS blocks of equal length. When more blocks would be needed, the
 * blocks become twice as long. */
enum { PROFILE_BLOCKS = 20 };
struct profile_mean {
	const struct profile_kind *kind;
	int n_bin, n;                   /* number of bins; number of blocks begun */
	int n_own;                      /* number of columns of bodies, set by the program */
	int64_t frames, per_block;
	double from, to;                /* sums of from and to over the frames */
	struct profile_bin *bin;       /* [PROFILE_BLOCKS][n_bin] */
};
/* Add the bins bin[n_bin] of a frame, which extend from `from` to `to`. m is zero before the first frame. All frames have the
 * same kind and number of bins. */
void profile_mean_add(struct profile_mean *m, const struct profile_kind *kind, const void *bin, int n_bin, double from,
	double to);
/* The values value[n_value + n_own] of bin k over all frames, and their standard errors error[n_value + n_own]. The errors come
 * from the jackknife: from the spread of the values when one block at a time is left out (Efron, The Jackknife, the Bootstrap
 * and Other Resampling Plans, 1982). For a mean this is the standard error from the spread of the blocks. With fewer than two
 * complete blocks errors are NaN. */
void profile_mean_values(const struct profile_mean *m, int k, double *value, double *error);
void profile_mean_free(struct profile_mean *m);

#endif
