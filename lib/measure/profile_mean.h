/* profile_mean.h: means of sums over bins, over frames, with standard errors. */
#ifndef SCREE_PROFILE_MEAN_H
#define SCREE_PROFILE_MEAN_H

#include <stddef.h>
#include <stdint.h>

/* What is known of bins: how large one is, of zeros when it is empty; b's sums are added to a's; what sums say, not a number
 * where there is nothing. */
enum { PROFILE_MOST = 40 };
struct profile_kind {
	size_t size;
	int n_value;                    /* at most PROFILE_MOST */
	void (*merge)(void *a, const void *b);
	void (*values)(const void *bin, double *value);
};

/* Frames in blocks of equally many, at most PROFILE_BLOCKS; when there would be more, blocks become twice as long. */
enum { PROFILE_BLOCKS = 20 };
struct profile_mean {
	const struct profile_kind *kind;
	int n_bin, n;                   /* blocks begun */
	int64_t frames, per_block;
	double from, to;                /* sums over the frames */
	char *bin;                      /* [PROFILE_BLOCKS][n_bin] of the kind's size */
};
/* Add a frame's bin[n_bin] between from and to; m is zero or has frames of as many bins of the kind. */
void profile_mean_add(struct profile_mean *m, const struct profile_kind *kind, const void *bin, int n_bin, double from,
	double to);
/* The values of bin k over all frames, value[n_value], and their standard errors from the spread over what is left when any one
 * block is left out (the jackknife: Efron, The Jackknife, the Bootstrap and Other Resampling Plans, 1982; of a mean it is the
 * standard error that the spread of the blocks gives). Errors are not a number with fewer than two whole blocks. */
void profile_mean_values(const struct profile_mean *m, int k, double *value, double *error);
void profile_mean_free(struct profile_mean *m);

#endif
