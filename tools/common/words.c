/* words.c: option values that are lists */
#include "common/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/opt.h"
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

void words_vector(const char *option, const char *text, int n, double *out)
{
	static const char *const count[] = { "", "a number", "two numbers", "three numbers" };

	if (words_numbers(text, out, n) != n)
		opt_fail(option, "'%s' is not %s%s", text, count[n], n > 1 ? " separated by commas" : "");
}

void words_axes(const char *option, const char *text, int dim, int *periodic)
{
	const char *rest = strcmp(text, "none") == 0 ? "" : text;

	for (int k = 0; k < dim; k++) {
		periodic[k] = *rest == "xyz"[k];
		rest += periodic[k];
	}
	if (*rest || !*text)
		opt_fail(option, "'%s' is not %s", text, dim == 3 ? "x, y, z, xy, xz, yz, xyz or none" : "x, y, xy or none");
}
