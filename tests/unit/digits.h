/* digits.h: the significant digits of a number's text, for the tests of numbers. */
#ifndef SCREE_TEST_DIGITS_H
#define SCREE_TEST_DIGITS_H

/* From the first digit that is not 0 to the last. */
static int digits_of(const char *s)
{
	int n = 0, zeros = 0;

	for (; *s && *s != 'e'; s++) {
		if (*s >= '1' && *s <= '9') {
			n += zeros + 1;
			zeros = 0;
		} else if (*s == '0' && n) {
			zeros++;
		}
	}
	return n;
}

#endif
