/* words.h: values of options that are lists. */
#ifndef SCREE_WORDS_H
#define SCREE_WORDS_H

/* Numbers separated by commas into out[max]. Returns how many, or -1 when there are more or one is not a number. */
int words_numbers(const char *text, double *out, int max);
/* n of them, 1 to 3, as the value of an option; ends the program with status 2 where they are something else. */
void words_vector(const char *option, const char *text, int n, double *out);
/* none, or some of x, y and in 3D z, in this order, as the value of an option into periodic[dim]; likewise. */
void words_axes(const char *option, const char *text, int dim, int *periodic);

/* The word for so many: one for 1, else many. */
static inline const char *words_for(long long n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

#endif
