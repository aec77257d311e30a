/* words.h: option values that are lists. */
#ifndef SCREE_WORDS_H
#define SCREE_WORDS_H

/* Read numbers separated by commas into out[max]. Returns their number, or -1 if there are more than max or if one is not a
 * number. */
int words_numbers(const char *text, double *out, int max);
/* Read n numbers, 1 to 3, from the value of an option. Ends the program with status 2 if the value is anything else. */
void words_vector(const char *option, const char *text, int n, double *out);
/* Read axes from the value of an option into periodic[dim]: none, or some of x, y and in 3D z, in this order. Ends the program
 * with status 2 if the value is anything else. */
void words_axes(const char *option, const char *text, int dim, int *periodic);

/* The word for n things: one for 1, else many. */
static inline const char *words_for(long long n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

#endif
