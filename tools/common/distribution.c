/* distribution.c: distributions of sizes as options give them */
#include "common/distribution.h"

#include <string.h>

#include "common/tool.h"
#include "common/words.h"

/* Whether the text begins with the word, which may be cut short, and a colon; then *rest is what follows. */
static int begins(const char *text, const char *word, const char **rest)
{
	const char *colon = strchr(text, ':');

	if (!colon || colon == text || strncmp(text, word, (size_t)(colon - text)) != 0)
		return 0;
	*rest = colon + 1;
	return 1;
}

void distribution_parse(struct sizes *d, const char *text)
{
	const char *rest = text;
	double v[2];
	int width;

	if (begins(text, "sieve", &rest)) {
		d->kind = SIZES_SIEVE;
		d->n = tool_load_rows(rest, 2, 2, &width, (double **)&d->curve, NULL);
	} else {
		d->kind = begins(text, "uniform", &rest) ? SIZES_UNIFORM : begins(text, "lognormal", &rest) ? SIZES_LOGNORMAL :
			begins(text, "weibull", &rest) ? SIZES_WEIBULL : SIZES_ONE;
		if (d->kind == SIZES_ONE)
			opt_fail("sizes", "'%s' is not uniform:lo,hi, lognormal:median,sigma, weibull:scale,shape or sieve:FILE", text);
		int n = words_numbers(rest, v, 2);
		if (n != 2 && (n != 1 || d->kind == SIZES_UNIFORM))
			opt_fail("sizes", "'%s' is not two numbers separated by a comma", rest);
		d->a = n == 2 ? v[0] : 1;
		d->b = v[n - 1];
	}
	const char *wrong = sizes_check(d);
	if (wrong && d->kind == SIZES_SIEVE)
		tool_fail(EXIT_INPUT, "%s: %s", rest, wrong);
	if (wrong)
		opt_fail("sizes", "'%s': %s", text, wrong);
}
