/* words.h: values of options that are lists. */
#ifndef SCREE_WORDS_H
#define SCREE_WORDS_H

/* Numbers separated by commas into out[max]. Returns how many, or -1 when there are more or one is not a number. */
int words_numbers(const char *text, double *out, int max);
/* x, y, xy or none into periodic[2]: 0, or -1 when the word is none of them. */
int words_axes(const char *text, int periodic[2]);

#endif
