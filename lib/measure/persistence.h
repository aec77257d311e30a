/* persistence.h: how long properties of bodies persist, and how many values of many bodies in many frames are independent.
 *
 * The series of every body is blocked in pairs as in blocks.h. The variances of the blocks of all bodies are pooled. With b
 * values per block, b var(block) / var(value) grows from 1 to the number of values that count as one independent value. This is
 * done for the value and for its square, because a velocity forgets its direction before its magnitude. The larger of the two
 * numbers counts. */
#ifndef SCREE_PERSISTENCE_H
#define SCREE_PERSISTENCE_H

#include <stdint.h>

enum { PERSISTENCE_LEVELS = 40 };

/* {0} is empty. The memory is two numbers per body and per factor of 2 in the number of frames. */
struct persistence {
	int n, n_bucket;               /* bodies */
	int *bucket;                   /* hash of their ids */
	struct { int64_t id, n; } *body;
	int cap;
	double shift;
	int64_t values, longest;     /* number of all values, and of the values of one body (maximum) */
	struct {
		double n, sum[2], square[2]; /* blocks of all bodies */
		double (*half)[2];       /* [cap] for each body the first block of an incomplete pair */
	} level[PERSISTENCE_LEVELS];
};

/* Add the next value of the body with this id. */
void persistence_add(struct persistence *p, int64_t id, double x);
/* The number of independent values. In a single frame all values are independent. If the correlation lasts longer than the frames
 * can show, there is one per body: the number of values that count as one grows by more than 30 % from blocks of half the length
 * to the longest blocks (of which a series has two), or there are fewer than 50 of the longest blocks. */
double persistence_independent(const struct persistence *p);
void persistence_free(struct persistence *p);

#endif
