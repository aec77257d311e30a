/* scree-dem2: move spheropolygons in the plane with soft contacts */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/clock.h"
#include "base/buf.h"
#include "common/failure2.h"
#include "common/tool.h"
#include "number.h"
#include "sim/dem2.h"

static struct {
	double time, every;
	const char *dt, *skin_word, *integrator, *until;
	int64_t light, threads;
	int forces, heat, attraction, dry;
} arg = { .time = NAN, .every = 0, .dt = "auto", .skin_word = "auto", .integrator = "verlet", .light = 1, .threads = 1 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	{ 't', "time", OPT_REAL, &arg.time, "T", "simulate for T more [T]; 0 evaluates forces and completes the frame" },
	{ 'd', "dt", OPT_WORD, &arg.dt, "DT",
	  "time step [T]; default auto: the stream's, or chosen from masses and stiffness" },
	{ 0, "integrator", OPT_WORD, &arg.integrator, "NAME", "verlet (default) or gear" },
	{ 0, "until", OPT_WORD, &arg.until, "SIGN=X,...",
	  "stop when all of these hold: quiet, jam, strain or pressure with a number (pressure=X%: so near to its target)" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	{ 'e', "every", OPT_REAL, &arg.every, "DT", "write a frame at every multiple of DT [T]; default: only at the end" },
	{ 0, "light", OPT_INT, &arg.light, "K",
	  "write contacts and all else only into every K-th frame and the last, default 1" },
	{ 0, "forces", OPT_FLAG, &arg.forces, NULL, "add columns fx fy torque: contact forces on each body" },
	{ 0, "heat", OPT_FLAG, &arg.heat, NULL,
	  "keep a column heat: each body's half of what friction and viscosity take at its contacts" },
	{ 0, "dry-run", OPT_FLAG, &arg.dry, NULL, "print what would be done, and do nothing" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Contacts" },
	{ 0, "attraction", OPT_FLAG, &arg.attraction, NULL,
	  "let viscous forces attract; default: normal forces are never below 0" },
	{ 0, "skin", OPT_WORD, &arg.skin_word, "LEN",
	  "width of the neighbour list's margin [L], no effect on results; default auto" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	{ 0, "threads", OPT_INT, &arg.threads, "N", "threads to run on, no effect on results; default 1" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* ---- signals: finish the step, write a checkpoint, stop; a second one stops at once ---- */

static volatile sig_atomic_t stopped;

/* timeout(1) and batch systems send a signal to the process and to its group: two within a moment are one. */
static void on_signal(int number)
{
	static struct timespec first;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!stopped) {
		first = now;
		stopped = number;
	} else if ((double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 0.2) {
		signal(number, SIG_DFL);
		raise(number); /* delivered when this handler returns */
	}
}

static void catch_signals(void)
{
	struct sigaction a = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigaddset(&a.sa_mask, SIGINT);
	sigaddset(&a.sa_mask, SIGTERM);
	sigaction(SIGINT, &a, NULL);
	sigaction(SIGTERM, &a, NULL);
}

/* ---- options ---- */

/* A number above 0, or "auto", which gives otherwise. */
static double auto_or(const char *name, const char *text, double lowest, double otherwise)
{
	double x;

	if (!strcmp(text, "auto"))
		return otherwise;
	if (number_parse(text, &x) || x < lowest)
		opt_fail(name, "'%s', expected auto or a number %s", text, lowest > 0 ? "above 0" : "not below 0");
	return x;
}

/* What stops a run: values of the signs that were asked for, 0 for the others. */
enum sign { SIGN_QUIET, SIGN_JAM, SIGN_STRAIN, SIGN_PRESSURE, SIGN_TARGET, SIGNS };
static double sign[SIGNS];

static void until(const char *text)
{
	static const char *const name[] = { "quiet=", "jam=", "strain=", "pressure=" };

	for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		int k = 0, n = (int)strcspn(at, ",");

		while (k < 4 && strncmp(at, name[k], strlen(name[k])) != 0)
			k++;
		int head = k < 4 ? (int)strlen(name[k]) : 0, part = k == SIGN_PRESSURE && n > head && at[n - 1] == '%';
		char *value = strndup(at + head, (size_t)(n - head - part));
		double *to = &sign[part ? SIGN_TARGET : k < 4 ? k : 0];

		if (k == 4 || *to || number_parse(value, to) || *to <= 0)
			opt_fail("until", "'%.*s', expected quiet=, jam=, strain= or pressure= once and a number above 0", n, at);
		*to *= part ? 0.01 : 1;
		free(value);
	}
}

static struct dem2_options options(void)
{
	struct dem2_options o = dem2_defaults();

	o.dt = auto_or("dt", arg.dt, 1e-300, 0);
	o.skin = auto_or("skin", arg.skin_word, 0, -1);
	if (strcmp(arg.integrator, "verlet") && strcmp(arg.integrator, "gear"))
		opt_fail("integrator", "'%s', expected verlet or gear", arg.integrator);
	o.integrator = strcmp(arg.integrator, "gear") ? DEM2_VERLET : DEM2_GEAR;
	o.attraction = arg.attraction;
	o.forces = arg.forces;
	o.heat = arg.heat;
	until(arg.until);
	if (isnan(arg.time) && !arg.until)
		opt_fail("time", "missing, expected a time to simulate (0 only evaluates forces)");
	if (arg.time < 0)
		opt_fail("time", "%g, expected 0 or more", arg.time);
	if (arg.every < 0)
		opt_fail("every", "%g, expected above 0", arg.every);
	if (arg.light < 1)
		opt_fail("light", "%" PRId64 ", expected 1 or more", arg.light);
	if (arg.threads < 1 || arg.threads > 1024)
		opt_fail("threads", "%" PRId64 ", expected 1 to 1024", arg.threads);
	o.threads = (int)arg.threads;
#ifndef _OPENMP
	if (o.threads > 1)
		tool_warn("built without OpenMP: one thread does the work of %d", o.threads);
	o.threads = 1;
	arg.threads = 1;
#endif
	return o;
}

/* ---- the schedule ---- */

/* x to 12 significant digits: sums and multiples of decimal fractions come out as they are written. */
static double decimal(double x)
{
	char text[64];
	double y;

	snprintf(text, sizeof text, "%.12g", x);
	return number_parse(text, &y) ? x : y;
}

static struct {
	double due;
	int64_t end, next, frame; /* last step; step of the next frame, which is frame times --every */
	int64_t written;          /* step of the last frame in the output */
	struct domain stated;     /* as the output has it */
} plan;

static void plan_next(const struct dem2 *sim)
{
	plan.next = INT64_MAX;
	if (arg.every > 0) {
		do
			plan.next = dem2_step_of(sim, (double)++plan.frame * arg.every);
		while (plan.next <= dem2_steps(sim));
	}
}

/* Frames far closer than steps, or too many to be counted. */
static void check_every(struct dem2 *sim, const struct world *w)
{
	double dt = dem2_dt(sim);

	if (!(arg.every > 0) || (arg.every > 1e-3 * dt && w->t / arg.every < 1e15))
		return;
	dem2_free(sim);
	opt_fail("every", "%g, expected the time step, %g, or more", arg.every, dt);
}

/* More steps than anybody can wait for, or a counter hold. */
static void check_steps(struct dem2 *sim)
{
	double dt = dem2_dt(sim);

	if (arg.dry || arg.until || plan.end < INT64_MAX)
		return;
	dem2_free(sim);
	tool_fail(EXIT_NUMERICS, "a time of %g takes more than 1e18 steps of %g; a larger --dt, or masses, sizes and "
	          "stiffnesses that go together", arg.time, dt);
}

static void plan_make(const struct dem2 *sim, const struct world *w)
{
	double begun = w->due > w->t - w->dt ? w->due : w->t; /* time asked for by those before */

	plan.due = isnan(arg.time) ? INFINITY : decimal(begun + arg.time);
	plan.end = isnan(arg.time) ? INT64_MAX : dem2_step_of(sim, plan.due);
	plan.frame = arg.every > 0 ? (int64_t)fmax(0, floor(w->t / arg.every) - 2) : 0;
	plan_next(sim);
	plan.written = dem2_steps(sim);
}

/* ---- what the user sees ---- */

static void show_progress(const struct dem2 *sim, int64_t first, double began)
{
	static double shown;
	double now = clock_wall(), done = (double)(dem2_steps(sim) - first);

	if (now - shown < 0.5)
		return;
	shown = now;
	fprintf(stderr, "\r%s: t=%.6g", tool_name(), dem2_time(sim));
	if (plan.end < INT64_MAX)
		fprintf(stderr, " of %.6g, %.0f s left ", plan.due,
		        (now - began) * (double)(plan.end - dem2_steps(sim)) / fmax(done, 1));
	fprintf(stderr, "\033[K");
}

/* Processor time of the run and of its output; the rest of it is shared out as the simulator spent its own. The time by the
 * clock. And the bodies of all steps together. */
static struct { double all, output, wall, bodies; } cpu;

static void summary(const struct dem2 *sim, int64_t first)
{
	struct dem2_report r = dem2_report(sim);
	double steps = (double)(dem2_steps(sim) - first), sum = r.time_forces + r.time_lists + r.time_motion;
	double part = sum > 0 ? fmax(cpu.all - cpu.output, 0) / sum : 0;

	tool_note("steps=%.0f time=%.9g cpu=%.3g wall=%.3g rate=%.4g energy_error=%.2g rebuilds=%" PRId64 " skin=%.4g dt=%g "
	          "bodies=%d contacts=%" PRId64 " time_forces=%.3g time_lists=%.3g time_integration=%.3g time_output=%.3g", steps,
	          dem2_time(sim), cpu.all, cpu.wall, cpu.all > 0 ? cpu.bodies / cpu.all : 0,
	          r.turnover > 0 ? r.residual / r.turnover : 0, r.rebuilds, r.skin, dem2_dt(sim), r.bodies, r.contacts,
	          part * r.time_forces, part * r.time_lists, part * r.time_motion, cpu.output);
	if (fabs(r.visc_power - r.visc) > 0.05 * fabs(r.visc) && fabs(r.visc) > 1e-3 * r.turnover && steps > 100)
		tool_warn("viscous dissipation is %.4g as work and %.4g as power: the time step %g is too long for the damping",
		          r.visc, r.visc_power, dem2_dt(sim));
}

/* What of a run without an end is not known. */
static const char *known(double x, int digits, char text[32])
{
	if (isfinite(x))
		snprintf(text, 32, "%.*f", digits, x);
	else
		strcpy(text, "?");
	return text;
}

/* Bytes that the program takes with few bodies: itself, libraries, buffers. */
enum { PROGRAM = 3500000 };

static void dry_run(const struct dem2 *sim)
{
	char text[3][32];
	struct dem2_report r = dem2_report(sim);
	double steps = plan.end < INT64_MAX ? (double)(plan.end - dem2_steps(sim)) : NAN;
	double frames = arg.every > 0 ? floor(steps * dem2_dt(sim) / arg.every) + 1 : 1;

	printf("bodies=%d\nmoving=%d\ncontacts=%" PRId64 "\npairs=%" PRId64 "\n", r.bodies, r.moving, r.contacts, r.pairs);
	printf("dt=%g\ndt_auto=%g\nintegrator=%s\nsteps=%s\nframes=%s\nskin=%.4g\n", dem2_dt(sim), r.dt_auto, arg.integrator,
	       known(steps, 0, text[0]), known(frames, 0, text[1]), r.skin);
	double output = frames * (150.0 * r.bodies + (arg.light > 1 ? 0 : 160.0) * (double)r.contacts);
	printf("memory_MB=%.1f\noutput_MB=%s\n", (r.bytes + PROGRAM) / 1e6, known(output / 1e6, 1, text[2]));
	if (dem2_dt(sim) > 2 * r.dt_auto)
		tool_warn("the time step is %.1f times the automatic one", dem2_dt(sim) / r.dt_auto);
}

/* ---- the run ---- */

/* A frame, and before it the domain where that is no longer what the output says. */
static void write_frame(struct world *w)
{
	const struct domain *d = &w->domain, *last = &plan.stated;

	if (memcmp(d->lo, last->lo, sizeof d->lo) || memcmp(d->hi, last->hi, sizeof d->hi) || d->tilt != last->tilt ||
	    memcmp(d->rate, last->rate, sizeof d->rate))
		particles_put_domain(tool_out(), w);
	plan.stated = *d;
	tool_write_frame(w);
}

static void put_frame(struct dem2 *sim, struct world *w, double due, int full)
{
	double begun = clock_process();

	dem2_export(sim, w, full);
	w->due = due;
	write_frame(w);
	plan.written = w->step;
	cpu.output += clock_process() - begun;
}

/* Strain and pressure need something that they are the strain and pressure of. */
static void check_signs(struct dem2 *sim)
{
	struct dem2_signs is = dem2_signs(sim);
	const char *what = NULL;

	if (sign[SIGN_STRAIN] && isnan(is.strain))
		what = "strain: found no domain that deforms and no walls opposite each other; scree-set --rate or --pressure, or "
		       "scree-wall makes them";
	else if (sign[SIGN_PRESSURE] && isnan(is.pressure))
		what = "pressure: found no domain that is periodic along both axes and no walls opposite each other";
	else if (sign[SIGN_TARGET] && !isfinite(is.off))
		what = "pressure: found no domain and no wall with a pressure above 0; scree-set --pressure or --constrain gives one";
	if (!what)
		return;
	dem2_free(sim);
	tool_fail(EXIT_INPUT, "--until %s", what);
}

/* Whether all signs are there; only seen at every 64th step. */
static int is_over(const struct dem2 *sim)
{
	enum { SEEN_EVERY = 64 };

	if (!arg.until || dem2_steps(sim) % SEEN_EVERY)
		return 0;
	struct dem2_signs is = dem2_signs(sim);
	int calm = is.kinetic < sign[SIGN_QUIET] * is.elastic;
	int firm = is.kinetic < sign[SIGN_JAM] * is.elastic && is.share >= 0.5 && is.partners >= 3;
	return (!sign[SIGN_QUIET] || calm) && (!sign[SIGN_JAM] || firm) &&
	       (!sign[SIGN_STRAIN] || is.strain >= sign[SIGN_STRAIN]) &&
	       (!sign[SIGN_PRESSURE] || is.pressure >= sign[SIGN_PRESSURE]) && (!sign[SIGN_TARGET] || is.off <= sign[SIGN_TARGET]);
}

/* A state to fall back on when a later step fails: at most this many steps are lost. */
enum { KEPT_EVERY = 1000 };

/* Returns the simulation, which may be another one that goes on with it. */
static struct dem2 *remember(struct dem2 *sim, struct world *w)
{
	struct dem2_error error;

	if (dem2_steps(sim) % KEPT_EVERY)
		return sim;
	double begun = clock_process();
	dem2_export(sim, w, 1);
	w->due = isfinite(plan.due) ? plan.due : w->t;
	cpu.output += clock_process() - begun;
	if (!dem2_scattered(sim))
		return sim;
	sim = dem2_renew(sim, w, &error);
	if (!sim)
		failure2(&error);
	return sim;
}

/* Bodies leave through outlets. Returns the simulation, which may be another one that goes on without them. */
static struct dem2 *discharge(struct dem2 *sim, struct world *w)
{
	struct dem2_error error;

	if (!dem2_leaving(sim))
		return sim;
	sim = dem2_discharge(sim, w, &error);
	if (!sim) {
		if (w->step > plan.written)
			write_frame(w);
		failure2(&error);
	}
	w->due = isfinite(plan.due) ? plan.due : w->t;
	return sim;
}

/* The last frame of the input: passed on where it is complete. A time below what is left of the step takes no step and
 * is kept as the time asked for, so that many such times add up. */
static void begin(struct dem2 *sim, struct world *w, int resumes)
{
	int waits = arg.time > 0 && plan.end <= dem2_steps(sim);

	if (!resumes) {
		put_frame(sim, w, waits ? plan.due : w->due, 1);
	} else if (waits) {
		w->due = plan.due;
		write_frame(w);
	} else {
		tool_pass();
	}
}

/* Returns the simulation at its end. */
static struct dem2 *run(struct dem2 *sim, struct world *w)
{
	int64_t first = dem2_steps(sim);
	double began_cpu = clock_process(), began = clock_wall();
	int show = isatty(2) && !tool_quiet, over = 0;
	struct dem2_error error;

	cpu.output = 0; /* what was written before the run is no part of it */
	while (dem2_steps(sim) < plan.end && !stopped && !over) {
		sim = discharge(sim, w);
		if (dem2_step(sim, &error)) {
			if (w->step > plan.written)
				write_frame(w);
			failure2(&error);
		}
		cpu.bodies += w->body.n_row;
		over = is_over(sim);
		if (dem2_steps(sim) == plan.next && plan.next < plan.end && !over && !stopped) {
			put_frame(sim, w, decimal((double)plan.frame * arg.every), plan.frame % arg.light == 0);
			plan_next(sim);
		}
		sim = remember(sim, w);
		if (show)
			show_progress(sim, first, began);
	}
	if (show)
		fprintf(stderr, "\r\033[K");
	if (dem2_steps(sim) > plan.written)
		put_frame(sim, w, over || !isfinite(plan.due) ? decimal(dem2_time(sim)) : plan.due, 1);
	cpu.all = clock_process() - began_cpu;
	cpu.wall = clock_wall() - began;
	if (arg.until && !over && !stopped)
		tool_warn("t=%.6g: the time is up before %s", dem2_time(sim), arg.until);
	summary(sim, first);
	return sim;
}

/* The last frame; what stands before it is passed on, unless nothing is to be written. */
static struct world *read_scene(void)
{
	struct world *w = NULL, *next;

	if (!arg.dry)
		return tool_read_last();
	while ((next = tool_read()))
		w = next;
	return w;
}

/* What is let go of goes back to the system, where it is much: lists and what they are built from take turns. */
static void keep_little(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
}

/* GCC's OpenMP lets threads that wait spin for milliseconds, unless it is told otherwise before the program starts: on a busy
 * machine that made runs ten times as long. So start once more with a word to it. */
static void wait_politely(int argc, char **argv)
{
	char self[PATH_MAX]; /* argv[0] is what the caller says, and may be anything */
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	if (n < 0 || arg.threads < 2 || getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT"))
		return;
	self[n] = 0;
	setenv("GOMP_SPINCOUNT", "3000", 1);
	argv[argc] = NULL;
	execv(self, argv); /* if that cannot be, it runs as it is */
}

int main(int argc, char **argv)
{
	char **given = mem_new((size_t)argc + 1, sizeof *given); /* options are sorted to the front */
	struct dem2_error error;
	struct dem2_options o;

	keep_little();
	memcpy(given, argv, (size_t)argc * sizeof *given);
	tool_begin(argc, argv, "move spheropolygons in the plane with soft contacts", "[FILE]", opts, 1);
	o = options();
	wait_politely(argc, given);
	free(given);
	struct world *w = read_scene();
	if (!w)
		tool_fail(EXIT_INPUT, "the stream has no frame, expected one at least");
	if (particles_unknown_required(tool_in()))
		tool_fail(EXIT_INPUT, "found a record '%s', which must not be ignored, expected records that are known",
		          particles_unknown_required(tool_in()));
	plan.stated = w->domain;
	int whole = !arg.forces && (!arg.heat || table_real(&w->body, "heat"));
	int resumes = dem2_resumes(w, &o) && whole && !arg.dry, early = resumes && !(arg.time <= 2 * w->dt);
	if (early)
		tool_pass();
	if ((early || !resumes) && !arg.dry)
		tool_release(); /* large scenes need the room */
	struct dem2 *sim = dem2_new(w, &o, &error);
	if (!sim)
		failure2(&error);
	check_every(sim, w);
	plan_make(sim, w);
	check_steps(sim);
	check_signs(sim);
	if (arg.dry) {
		dry_run(sim);
		dem2_free(sim);
		return tool_end();
	}
	catch_signals();
	if (!early)
		begin(sim, w, resumes);
	sim = run(sim, w);
	dem2_free(sim);
	int status = tool_end();
	return status || !stopped ? status : 128 + stopped;
}
