/* run_options.c: the options of simulators */
#include "common/run_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
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

		if (k == 4 || *to || number_parse(value, to) || *to <= 0)
			opt_fail("until", "'%.*s', expected %s with a number above 0, each at most once", n, at, known);
		*to *= part ? 0.01 : 1;
		free(value);
	}
}

/* The number of threads, or 0 for auto. */
static int threads(const char *text)
{
	double n;

	if (!strcmp(text, "auto"))
		return 0;
	if (number_parse(text, &n) || !(n >= 1 && n <= 1024 && n == floor(n)))
		opt_fail("threads", "'%s', expected auto or a whole number from 1 to 1024", text);
	return n < TEAM_MOST ? (int)n : TEAM_MOST;
}

int run_threads_for(int bodies)
{
	enum { EACH = 2000, MOST = 8 };
	int n = bodies / EACH < MOST ? bodies / EACH : MOST, processors = team_processors();

	n = n < processors ? n : processors;
	return n > 1 ? n : 1;
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
	o->threads = threads(run_arg.threads);
#ifndef _OPENMP
	if (o->threads > 1)
		tool_warn("this program was built without OpenMP; it runs on 1 thread instead of %d", o->threads);
	o->threads = 1;
#endif
}
