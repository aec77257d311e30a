/* scree-dem2: simulate spheropolygons in two dimensions with soft contacts */
#include <string.h>

#include "common/run.h"
#include "dem2/dem2.h"

static const char *integrator = "verlet";

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	RUN_TIME,
	{ 0, "integrator", OPT_WORD, &integrator, "NAME", "integrator: verlet (default) or gear" },
	RUN_UNTIL("quiet=X, jam=X, strain=X, pressure=X or pressure=X% (within X % of the target)"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	RUN_OUTPUT("fx fy torque"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contacts" },
	RUN_CONTACTS,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	RUN_COMMON,
	OPT_END
};

static const char *more(struct sim_options *o)
{
	if (strcmp(integrator, "verlet") && strcmp(integrator, "gear"))
		opt_fail("integrator", "'%s', expected verlet or gear", integrator);
	o->integrator = strcmp(integrator, "gear") ? DEM2_VERLET : DEM2_GEAR;
	return o->integrator == DEM2_GEAR ? "integrator=gear" : "integrator=verlet";
}

static const struct run_program program = {
	.kind = &dem2_simulator, .purpose = "simulate spheropolygons in two dimensions with soft contacts", .opts = opts, .more = more,
	.mpi = 1,
};

int main(int argc, char **argv)
{
	struct sim_options o = dem2_defaults();

	return run_simulator(argc, argv, &program, &o);
}
