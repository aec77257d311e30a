/* words.c: values of options that are lists */
#include "common/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

int words_numbers(const char *text, double *out, int max)
{
	char *copy = mem_string(text), *s = copy;
	int n = 0;

	while (s && n >= 0) {
		char *comma = strchr(s, ',');

		if (comma)
			*comma = 0;
		n = n == max || number_parse(s, &out[n]) ? -1 : n + 1;
		s = comma ? comma + 1 : NULL;
	}
	free(copy);
	return n;
}

int words_axes(const char *text, int periodic[2])
{
	static const char *const words[] = { "none", "x", "y", "xy" };

	for (int k = 0; k < 4; k++) {
		if (strcmp(text, words[k]) == 0) {
			periodic[0] = k & 1;
			periodic[1] = k >> 1;
			return 0;
		}
	}
	return -1;
}
