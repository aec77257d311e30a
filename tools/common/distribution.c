/* distribution.c: distributions of sizes as options give them */
#include "common/distribution.h"

#include <math.h>
#include <stdlib.h>
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

/* Check a sieve curve, whose points are in these lines of a file. */
static void check_curve(const struct sizes *d, const char *name, const int *line)
{
	for (int k = 0; k < d->n; k++) {
		const double *now = d->curve[k], *last = k ? d->curve[k - 1] : (const double[2]){ 0, 0 };

		if (now[0] <= last[0] || now[1] < last[1])
			tool_fail(EXIT_INPUT, "%s:%d: a sieve curve needs openings above 0 that increase and passing parts that do not decrease, "
			          "found %g %g", name, line[k], now[0], now[1]);
	}
	const char *wrong = sizes_check(d);
	if (wrong)
		tool_fail(EXIT_INPUT, "%s: %s", name, wrong);
	double all = d->curve[d->n - 1][1];
	if (fabs(all - 1) > 1e-6 && fabs(all - 100) > 1e-4)
		tool_warn("%s:%d: the sieve curve ends at %g, not at 1 or 100 %%; the mass between its first and its last point counts "
		          "as all", name, line[d->n - 1], all);
	if (d->curve[0][1] > 1e-6 * all)
		tool_warn("%s:%d: the sieve curve begins with %g passing, not with 0; that mass is left out, because nothing says how fine "
		          "it is", name, line[0], d->curve[0][1]);
}

void distribution_parse(struct sizes *d, const char *text, const char *others)
{
	const char *rest = text;
	double v[2];
	int width, *line;

	if (begins(text, "sieve", &rest)) {
		d->kind = SIZES_SIEVE;
		d->n = tool_load_rows(rest, 2, 2, &width, (double **)&d->curve, &line);
		check_curve(d, strcmp(rest, "-") ? rest : "stdin", line);
		free(line);
	} else {
		d->kind = begins(text, "uniform", &rest) ? SIZES_UNIFORM : begins(text, "lognormal", &rest) ? SIZES_LOGNORMAL :
			begins(text, "weibull", &rest) ? SIZES_WEIBULL : SIZES_ONE;
		if (d->kind == SIZES_ONE)
			opt_fail("sizes", "'%s' is not uniform:lo,hi, lognormal:median,sigma, weibull:scale,shape%s or sieve:FILE", text, others);
		int n = words_numbers(rest, v, 2);
		if (n != 2 && (n != 1 || d->kind == SIZES_UNIFORM))
			opt_fail("sizes", "'%s' is not two numbers separated by a comma%s", rest, d->kind == SIZES_LOGNORMAL ?
			         ", or sigma alone" : d->kind == SIZES_WEIBULL ? ", or the shape alone" : "");
		d->a = n == 2 ? v[0] : 1;
		d->b = v[n - 1];
	}
	const char *wrong = sizes_check(d);
	if (wrong)
		opt_fail("sizes", "'%s': %s", text, wrong);
}
