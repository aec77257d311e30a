/* persistence.h: for how many frames bodies keep what they have: how many values of many bodies in many frames are independent.
 *
 * The series of every body is blocked in pairs as in blocks.h, and the variances of the blocks of all bodies are pooled: with b
 * values per block, b var(block) / var(value) grows from 1 to the number of values that count as one. It is taken of the value
 * and of its square, since a velocity forgets its direction before its magnitude, and the larger counts. */
#ifndef SCREE_PERSISTENCE_H
#define SCREE_PERSISTENCE_H

#include <stdint.h>

enum { PERSISTENCE_LEVELS = 40 };

/* {0} is empty; memory is two numbers per body and factor of 2 in the number of frames. */
struct persistence {
	int n, n_bucket;               /* bodies */
	int *bucket;                   /* hash of their ids */
	struct { int64_t id, n; } *body;
	int cap;
	double shift;
	int64_t values, longest;     /* in all, of one body */
	struct {
		double n, sum[2], square[2]; /* blocks of all bodies */
		double (*half)[2];       /* [cap] of each body, the first of a pair that waits for the second */
	} level[PERSISTENCE_LEVELS];
};

/* The next value of the body with this id. */
void persistence_add(struct persistence *p, int64_t id, double x);
/* How many of the values are independent: all of a single frame. Where correlation lasts as long as the frames can show, one per
 * body: when the number that counts as one grows by more than 30 % from blocks of half the length to the longest, of which
 * a series has two; and when there are fewer than 50 of those. */
double persistence_independent(const struct persistence *p);
void persistence_free(struct persistence *p);

#endif
