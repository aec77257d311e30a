/* run_options.c: the options of simulators */
#include "common/run_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/threads.h"
#include "number.h"

struct run_arg run_arg = { .time = NAN, .every = NAN, .dt = "auto", .skin = "auto", .light = 1, .threads = "auto" };

/* The value of an option that takes a number of 0 or more, or "auto", which stands for the value otherwise. */
static double auto_or(const char *name, const char *text, double otherwise)
{
	double x;

	if (!strcmp(text, "auto"))
		return otherwise;
	if (number_parse(text, &x) || x < 0)
		opt_fail(name, "'%s', expected auto or a number of 0 or more", text);
	return x;
}

/* Parse the conditions of --until. */
static void until(struct run *r, const char *text)
{
	const char *known = r->kind->until;
	static const char *const name[] = { "quiet=", "jam=", "strain=", "pressure=" };

	for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		int k = 0, n = (int)strcspn(at, ",");

		while (k < 4 && (strncmp(at, name[k], strlen(name[k])) != 0 || !strstr(known, name[k])))
			k++;
		int head = k < 4 ? (int)strlen(name[k]) : 0, part = k == SIGN_PRESSURE && n > head && at[n - 1] == '%';
		char *value = mem_word(at + head, (size_t)(n - head - part));
		double *to = &r->sign[part ? SIGN_TARGET : k < 4 ? k : 0];

		int bad = k == 4 || *to || number_parse(value, to) || *to <= 0;
		free(value);
		if (bad)
			opt_fail("until", "'%.*s', expected %s with a number above 0, each at most once", n, at, known);
		*to *= part ? 0.01 : 1;
	}
}

void run_options(struct run *r, struct sim_options *o)
{
	o->dt = auto_or("dt", run_arg.dt, 0);
	if (strcmp(run_arg.dt, "auto") != 0 && o->dt == 0)
		o->dt = -1; /* the automatic one, whatever the stream has */
	o->skin = auto_or("skin", run_arg.skin, -1);
	o->attraction = run_arg.attraction;
	o->forces = run_arg.forces;
	o->heat = run_arg.heat;
	until(r, run_arg.until);
	if (isnan(run_arg.time) && !run_arg.until)
		opt_fail("time", "missing, expected a time to simulate; 0 only evaluates the forces");
	if (run_arg.time < 0)
		opt_fail("time", "%g, expected 0 or more", run_arg.time);
	if (run_arg.every <= 0)
		opt_fail("every", "%g, expected above 0", run_arg.every);
	if (run_arg.light < 1)
		opt_fail("light", "%" PRId64 ", expected 1 or more", run_arg.light);
	o->threads = threads_asked(run_arg.threads);
}
