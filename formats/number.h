/* number.h: numbers as text, exact both ways and the same in every locale. */
#ifndef SCREE_NUMBER_H
#define SCREE_NUMBER_H

#include <stdint.h>

/* Longest text of a double or int64, with room to spare; number_put may scribble up to this far. */
#define NUMBER_MAX 40

/* Write x with the fewest digits that read back to the same double, the closest such digits if there are
 * several (Schubfach, Giulietti 2021). No terminating 0. Returns the end of the text.
 * -0 is written as -0; not a number as nan, infinities as inf and -inf (a writer refuses them before). */
char *number_put(char *to, double x);
/* Write an integer. Returns the end. */
char *number_put_int(char *to, int64_t x);

/* Read the double nearest to the decimal number at s (Clinger 1990; Lemire 2021), sign and exponent allowed,
 * no leading blanks, hexadecimal, inf or nan. At least 8 bytes behind the number must be readable and the number
 * must be followed by a byte that is not part of it. Returns its end, or NULL when there is no number or it
 * is too large for a double. */
const char *number_get(const char *s, double *x);
/* Read a decimal integer likewise; NULL when there is none or it does not fit. */
const char *number_get_int(const char *s, int64_t *x);

/* The whole of the 0-terminated string s as one finite number; 0, or -1 when it is not. */
int number_parse(const char *s, double *x);
int number_parse_int(const char *s, int64_t *x);

#endif
