/* chosen.h: --frame: which frames of a stream a program takes. */
#ifndef SCREE_CHOSEN_H
#define SCREE_CHOSEN_H

#include <stddef.h>
#include <stdint.h>

/* The last frame, all frames, or those with the numbers number[n], ascending from 0. */
struct chosen { enum { CHOSEN_LAST, CHOSEN_ALL, CHOSEN_LIST } kind; int n; size_t cap; int64_t *number; };

/* Read last, all, or numbers separated by commas; text is NULL where the option was not given: otherwise. Ends the program with
 * status 2 if the text is anything else. */
void chosen_parse(struct chosen *c, const char *text, int otherwise);
void chosen_free(struct chosen *c);
/* Whether several frames may be taken. */
int chosen_many(const struct chosen *c);
/* Whether frame k is taken while the stream is being read; the last frame is known only afterwards. */
int chosen_has(const struct chosen *c, int64_t k);
/* End the program with status 3 if a stream of n frames lacks one that is taken. */
void chosen_check(const struct chosen *c, int64_t n);

#endif
