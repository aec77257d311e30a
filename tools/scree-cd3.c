/* scree-cd3: simulate rigid bodies in three dimensions with hard contacts */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cd3/cd3.h"
#include "common/check_shapes.h"
#include "common/run.h"
#include "table.h"

static struct {
	const char *solver, *test, *log;
	double tolerance, travel;
	int64_t sweeps, directions;
} arg = { .solver = "nsgs", .test = "maximum", .tolerance = 1e-3, .travel = 0.25, .sweeps = 500, .directions = 8 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	RUN_FOR,
	{ 'd', "dt", OPT_WORD, &run_arg.dt, "DT",
	  "time step [T]; 0: the automatic one, from the least half axis and gravity; default auto: that of the stream, or the "
	  "automatic one if it has none" },
	{ 0, "travel", OPT_REAL, &arg.travel, "X",
	  "cut steps in which a body would move by more than X times its least half axis, default 0.25; 0: never" },
	RUN_UNTIL("quiet=X or jam=X"),
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	RUN_FRAMES("fx fy fz tx ty tz"),
	{ 0, "log", OPT_SAVE, &arg.log, "FILE",
	  "write a table to FILE, with a row for each frame: contacts, residual, overlap, energy, processor time of each phase" },
	RUN_DRY,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contacts" },
	{ 0, "solver", OPT_WORD, &arg.solver, "NAME", "solver: nsgs (default), apgd, affine or affine-raw" },
	{ 0, "tolerance", OPT_REAL, &arg.tolerance, "X", "residual that nsgs and apgd must reach, default 1e-3" },
	{ 0, "sweeps", OPT_INT, &arg.sweeps, "N", "largest number of sweeps of nsgs and of iterations of apgd, default 500" },
	{ 0, "directions", OPT_INT, &arg.directions, "K", "number of friction directions in affine and affine-raw, default 8" },
	{ 0, "test", OPT_WORD, &arg.test, "NAME",
	  "test that excludes distant pairs of ellipsoids: maximum (default) or charpoly; it does not affect results" },
	RUN_SKIN,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	RUN_COMMON,
	OPT_END
};

static const char *const solver_name[] = { "nsgs", "apgd", "affine", "affine-raw" };

static struct {
	FILE *file;
	struct tab_out *table;
	int64_t rows;
	double spent[4], visits;
	int64_t taken;
} log_;

/* Open the file of --log before that of the stream is emptied. It is emptied when the run begins. */
static void log_file(void)
{
	tool_check_save("log", arg.log, run_arg.output);
	if (!run_arg.dry && !(log_.file = fopen(arg.log, "a")))
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", arg.log, strerror(errno));
}

static const char *more(struct sim_options *o)
{
	static char text[64];

	o->solver = 0;
	while (o->solver < 4 && strcmp(arg.solver, solver_name[o->solver]))
		o->solver++;
	if (o->solver == 4)
		opt_fail("solver", "'%s', expected nsgs, apgd, affine or affine-raw", arg.solver);
	if (strcmp(arg.test, "maximum") && strcmp(arg.test, "charpoly"))
		opt_fail("test", "'%s', expected maximum or charpoly", arg.test);
	if (!(arg.tolerance > 0))
		opt_fail("tolerance", "%g, expected above 0", arg.tolerance);
	if (arg.travel < 0)
		opt_fail("travel", "%g, expected 0 or more", arg.travel);
	if (arg.sweeps < 1 || arg.sweeps > 100000000)
		opt_fail("sweeps", "%" PRId64 ", expected 1 to 1e8", arg.sweeps);
	if (arg.directions < 3 || arg.directions > 1000)
		opt_fail("directions", "%" PRId64 ", expected 3 to 1000", arg.directions);
	if (arg.log)
		log_file();
	o->roots = !strcmp(arg.test, "charpoly");
	o->tolerance = arg.tolerance;
	o->travel = arg.travel;
	o->sweeps = (int)arg.sweeps;
	o->directions = (int)arg.directions;
	snprintf(text, sizeof text, "solver=%s", arg.solver);
	return text;
}

/* ---- the table of --log, the summary, warnings ---- */

static void log_open(void)
{
	static const struct { const char *name, *unit; } column[] = {
		{ "t", "T" }, { "step", "" }, { "contacts", "" }, { "begun", "" }, { "rows", "" }, { "visits", "" }, { "sweeps", "" },
		{ "residual", "" },
		{ "unconverged", "" }, { "overlap", "" }, { "energy", "M*L^2/T^2" }, { "change", "M*L^2/T^2" },
		{ "recover", "M*L^2/T^2" }, { "before", "s" }, { "detection", "s" }, { "resolution", "s" }, { "after", "s" },
	};

	tool_check_save("log", arg.log, run_arg.output);
	if (ftruncate(fileno(log_.file), 0) && errno != EINVAL) /* pipes and devices have no length */
		tool_fail(EXIT_SYSTEM, "cannot write %s: %s", arg.log, strerror(errno));
	log_.table = tab_create(log_.file, tool_made);
	tab_units(log_.table, tool_units());
	for (size_t k = 0; k < sizeof column / sizeof *column; k++)
		tab_column(log_.table, column[k].name, column[k].unit);
}

/* Write a row. Times and visits are means per step since the last row. */
static void log_frame(const void *sim)
{
	struct cd3_figures f = cd3_figures(sim);
	double steps = (double)(f.taken - log_.taken);

	if (!arg.log)
		return;
	if (!log_.rows++) /* the file of the stream may be there only now */
		tool_check_save("log", arg.log, run_arg.output);
	tab_real(log_.table, clock_now(cd3_clock(sim)));
	tab_int(log_.table, f.steps);
	tab_int(log_.table, f.contacts);
	tab_real(log_.table, f.begun);
	tab_int(log_.table, f.rows);
	tab_real(log_.table, steps > 0 ? (f.visits - log_.visits) / steps : NAN);
	tab_int(log_.table, f.sweeps);
	tab_real(log_.table, f.residual);
	tab_real(log_.table, f.unconverged);
	tab_real(log_.table, f.deepest);
	tab_real(log_.table, f.energy);
	tab_real(log_.table, f.energy - f.start);
	tab_real(log_.table, f.recover);
	for (int k = 0; k < 4; k++) {
		tab_real(log_.table, steps > 0 ? (f.spent[k] - log_.spent[k]) / steps : NAN);
		log_.spent[k] = f.spent[k];
	}
	log_.visits = f.visits;
	log_.taken = f.taken;
}

/* The ledger's counts when the run began. */
static double solutions_before, unconverged_before;

static const char *summary(const void *sim)
{
	static char text[256];
	struct cd3_figures f = cd3_figures(sim);
	double missed = f.unconverged - unconverged_before;

	if (missed > 0)
		tool_warn("%.0f of %.0f solutions missed the residual of %g within %" PRId64 " %s; their forces are less accurate, and bodies "
		          "may overlap more: give more --sweeps, a larger --tolerance or a smaller --dt", missed,
		          f.solutions - solutions_before, arg.tolerance, arg.sweeps, strcmp(arg.solver, "apgd") ? "sweeps" : "iterations");

	snprintf(text, sizeof text, " begun=%.0f sweeps=%d residual=%.2g unconverged=%.0f overlap=%.2g recover=%.3g", f.begun, f.sweeps,
	         f.residual, f.unconverged, f.deepest, f.recover);
	return text;
}

/* Refuse objects that are not proper bodies, before the simulator uses them. */
static void check_scene(struct world *w)
{
	tool_check_shapes(w, NULL);
}

/* Note the ledger's counts, and open the table. Warn of overlaps at the start: the simulator separates them, which moves bodies
 * and adds energy. */
static void begin(const void *sim)
{
	struct cd3_overlap o = cd3_overlap(sim);
	struct cd3_figures f = cd3_figures(sim);

	solutions_before = f.solutions;
	unconverged_before = f.unconverged;
	if (arg.log && !run_arg.dry)
		log_open();
	if (o.n > 0)
		tool_warn("at the start %d contact%s overlap%s by more than 1 %% of the thinner body's least half axis, the deepest by %.3g %% "
		          "(bodies %" PRId64 " and %" PRId64 "); the run separates them and adds energy (recover in the ledger)", o.n,
		          o.n > 1 ? "s" : "", o.n > 1 ? "" : "s", 100 * o.depth, o.i, o.j);
}

static const struct run_program program = {
	.kind = &cd3_simulator, .purpose = "simulate rigid bodies in three dimensions with hard contacts", .opts = opts, .more = more,
	.scene = check_scene, .begin = begin, .frame = log_frame, .summary = summary,
};

int main(int argc, char **argv)
{
	struct sim_options o = cd3_defaults();
	int status = run_simulator(argc, argv, &program, &o);
	if (log_.table) {
		tab_finish(log_.table);
		int failed = ferror(log_.file);
		errno = 0;
		if (fclose(log_.file) || failed)
			tool_fail(EXIT_SYSTEM, "cannot write %s: %s", arg.log, strerror(errno ? errno : EIO));
	}
	return status;
}
