/* scree-dem3: simulate balls, rigid clumps and polyhedra in three dimensions with soft contacts */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/run.h"
#include "dem3/dem3.h"

static const char *rotation = "split";
static int64_t iterations = 5;

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	RUN_TIME,
	{ 0, "rotation", OPT_WORD, &rotation, "NAME", "method for free rotation: split (default), split4 (fourth order) or leapfrog" },
	{ 0, "iterations", OPT_INT, &iterations, "N", "iterations of leapfrog in each step, default 5" },
	RUN_UNTIL("quiet=X, jam=X, strain=X, pressure=X or pressure=X% (within X % of the target)"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	RUN_OUTPUT("fx fy fz tx ty tz"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contacts" },
	RUN_CONTACTS,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	RUN_COMMON,
	OPT_END
};

static const char *more(struct sim_options *o)
{
	static const char *const name[] = { "split", "split4", "leapfrog" };
	static char text[64];
	int k = 0;

	while (k < 3 && strcmp(rotation, name[k]) != 0)
		k++;
	if (k == 3)
		opt_fail("rotation", "'%s', expected split, split4 or leapfrog", rotation);
	if (iterations < 1 || iterations > 100)
		opt_fail("iterations", "%" PRId64 ", expected 1 to 100", iterations);
	o->rotation = (enum rotation)k;
	o->iterations = (int)iterations;
	snprintf(text, sizeof text, "rotation=%s", name[k]);
	return text;
}

static const struct run_program program = {
	.kind = &dem3_simulator, .purpose = "simulate balls, rigid clumps and polyhedra in three dimensions with soft contacts",
	.opts = opts,
	.more = more,
	.mpi = 1,
};

int main(int argc, char **argv)
{
	struct sim_options o = dem3_defaults();

	return run_simulator(argc, argv, &program, &o);
}
