/* number.h: convert numbers to text and back, exactly and independently of the locale. */
#ifndef SCREE_NUMBER_H
#define SCREE_NUMBER_H

#include <stdint.h>

/* Longest text of a double or int64, with room to spare; number_put may write to all of these bytes. */
#define NUMBER_MAX 40

/* Write x with the fewest digits that read back to the same double; of several candidates, the closest to x (Schubfach, Giulietti
 * 2021). There is no terminating 0. Returns the end of the text. -0 is written as -0, NAN as nan, infinities as inf and -inf; the
 * writers of streams and tables refuse these before. */
char *number_put(char *to, double x);
/* Write x[n] in tuples of `each` numbers: with commas between the numbers of a tuple, and a blank between tuples. n times
 * NUMBER_MAX bytes must be writable. Returns the end. Faster than number by number. */
char *number_put_all(char *to, const double *x, int n, int each);
/* Write an integer. Returns the end. */
char *number_put_int(char *to, int64_t x);

/* Read the double nearest to the decimal number at s (Clinger 1990; Lemire 2021). A sign and an exponent are allowed; leading
 * blanks, hexadecimal numbers, inf and nan are not. At least 8 bytes after the number must be readable, and a byte that is not
 * part of the number must follow it. Returns the end of the number, or NULL if there is no number or it is too large for a
 * double. */
const char *number_get(const char *s, double *x);
/* Read a decimal integer likewise; NULL if there is no integer or it does not fit. */
const char *number_get_int(const char *s, int64_t *x);

/* Read the whole 0-terminated string s as one finite number. Return 0, or -1 if it is no such number. */
int number_parse(const char *s, double *x);
int number_parse_int(const char *s, int64_t *x);

#endif
