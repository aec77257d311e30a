/* run.c: how a simulator is run: schedule, output, signals, progress, summary */
#include "common/run.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/buf.h"
#include "base/clock.h"
#include "base/share.h"
#include "common/failure.h"
#include "common/tool.h"
#include "number.h"

struct run_arg run_arg = { .time = NAN, .every = NAN, .dt = "auto", .skin = "auto", .light = 1, .threads = 1 };
struct run_extra run_extra;
static const struct simulator *kind;

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

		while (k < 4 && (strncmp(at, name[k], strlen(name[k])) != 0 || !strstr(kind->until, name[k])))
			k++;
		int head = k < 4 ? (int)strlen(name[k]) : 0, part = k == SIGN_PRESSURE && n > head && at[n - 1] == '%';
		char *value = strndup(at + head, (size_t)(n - head - part));
		double *to = &sign[part ? SIGN_TARGET : k < 4 ? k : 0];

		if (k == 4 || *to || number_parse(value, to) || *to <= 0)
			opt_fail("until", "'%.*s', expected %s once and a number above 0", n, at, kind->until);
		*to *= part ? 0.01 : 1;
		free(value);
	}
}

/* The options that all simulators have, once they are parsed. */
static void options(struct sim_options *o)
{
	o->dt = auto_or("dt", run_arg.dt, 1e-300, 0);
	o->skin = auto_or("skin", run_arg.skin, 0, -1);
	o->attraction = run_arg.attraction;
	o->forces = run_arg.forces;
	o->heat = run_arg.heat;
	until(run_arg.until);
	if (isnan(run_arg.time) && !run_arg.until)
		opt_fail("time", "missing, expected a time to simulate (0 only evaluates forces)");
	if (run_arg.time < 0)
		opt_fail("time", "%g, expected 0 or more", run_arg.time);
	if (run_arg.every <= 0)
		opt_fail("every", "%g, expected above 0", run_arg.every);
	if (run_arg.light < 1)
		opt_fail("light", "%" PRId64 ", expected 1 or more", run_arg.light);
	if (run_arg.threads < 1 || run_arg.threads > 1024)
		opt_fail("threads", "%" PRId64 ", expected 1 to 1024", run_arg.threads);
	o->threads = (int)run_arg.threads;
#ifndef _OPENMP
	if (o->threads > 1)
		tool_warn("built without OpenMP: one thread does the work of %d", o->threads);
	o->threads = 1;
	run_arg.threads = 1;
#endif
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
	double reached;           /* what that frame was due at */
	int light;                /* whether nothing can go on from it */
	struct domain stated;     /* as the output has it */
} plan;

static void plan_next(const void *sim)
{
	plan.next = INT64_MAX;
	if (run_arg.every > 0) {
		do
			plan.next = clock_step_of(kind->clock(sim), (double)++plan.frame * run_arg.every);
		while (plan.next <= kind->clock(sim)->step);
	}
}

/* Frames far closer than steps, or too many to be counted. */
static void check_every(void *sim, const struct world *w)
{
	double dt = kind->clock(sim)->dt;

	if (!(run_arg.every > 0) || (run_arg.every > 1e-3 * dt && w->t / run_arg.every < 1e15))
		return;
	kind->free(sim);
	opt_fail("every", "%g, expected the time step, %g, or more", run_arg.every, dt);
}

/* More steps than anybody can wait for, or a counter hold. */
static void check_steps(void *sim)
{
	double dt = kind->clock(sim)->dt;

	if (run_arg.dry || run_arg.until || plan.end < INT64_MAX)
		return;
	kind->free(sim);
	tool_fail(EXIT_NUMERICS, "a time of %g takes more than 1e18 steps of %g; a larger --dt, or masses, sizes and "
	          "stiffnesses that go together", run_arg.time, dt);
}

static void plan_make(const void *sim, const struct world *w)
{
	double begun = w->due > w->t - w->dt ? w->due : w->t; /* time asked for by those before */

	plan.due = isnan(run_arg.time) ? INFINITY : decimal(begun + run_arg.time);
	plan.end = isnan(run_arg.time) ? INT64_MAX : clock_step_of(kind->clock(sim), plan.due);
	if (isfinite(plan.due) && begun > w->t + kind->clock(sim)->dt)
		tool_note("the run so far has stopped at t=%.6g, short of t=%.6g: this goes on to t=%.10g", w->t, begun, plan.due);
	plan.frame = run_arg.every > 0 ? (int64_t)fmax(0, floor(w->t / run_arg.every) - 2) : 0;
	plan_next(sim);
	plan.written = kind->clock(sim)->step;
	plan.reached = begun;
}

/* ---- what the user sees ---- */

static void show_progress(const void *sim, int64_t first, double began)
{
	static double shown;
	double now = clock_wall(), done = (double)(kind->clock(sim)->step - first);

	if (now - shown < 0.5)
		return;
	shown = now;
	fprintf(stderr, "\r%s: t=%.6g", tool_name(), clock_now(kind->clock(sim)));
	if (plan.end < INT64_MAX)
		fprintf(stderr, " of %.6g, %.0f s left ", plan.due,
		        (now - began) * (double)(plan.end - kind->clock(sim)->step) / fmax(done, 1));
	fprintf(stderr, "\033[K");
}

/* Processor time of the run and of its output; the rest of it is shared out as the simulator spent its own. The time by the
 * clock. And the bodies of all steps together. */
static struct { double all, output, wall, bodies; } cpu;

static void summary(const void *sim, int64_t first)
{
	struct sim_report r = kind->report(sim);
	double steps = (double)(kind->clock(sim)->step - first), sum = r.time_forces + r.time_lists + r.time_motion;
	double part = sum > 0 ? fmax(cpu.all - cpu.output, 0) / sum : 0;

	tool_note("steps=%.0f time=%.9g cpu=%.3g wall=%.3g rate=%.4g energy_error=%.2g rebuilds=%" PRId64 " skin=%.4g dt=%g "
	          "bodies=%d contacts=%" PRId64 " time_forces=%.3g time_lists=%.3g time_integration=%.3g time_output=%.3g%s", steps,
	          clock_now(kind->clock(sim)), cpu.all, cpu.wall, cpu.all > 0 ? cpu.bodies / cpu.all : 0,
	          r.turnover > 0 ? r.residual / r.turnover : 0, r.rebuilds, r.skin, kind->clock(sim)->dt, r.bodies, r.contacts,
	          part * r.time_forces, part * r.time_lists, part * r.time_motion, cpu.output,
	          run_extra.summary ? run_extra.summary(sim) : "");
	if (fabs(r.visc_power - r.visc) > 0.05 * fabs(r.visc) && fabs(r.visc) > 1e-3 * r.turnover && steps > 100)
		tool_warn("viscous dissipation is %.4g as work and %.4g as power: the time step %g is too long for the damping",
		          r.visc, r.visc_power, kind->clock(sim)->dt);
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

/* Verlet's method is unstable from 16 times the automatic step on, a 25th of the shortest half period. */
static void check_dt(const void *sim, const struct sim_report *r, double most)
{
	if (r->dt_auto > 0 && kind->clock(sim)->dt > most * r->dt_auto)
		tool_warn("the time step %g is %.1f times the automatic one", kind->clock(sim)->dt, kind->clock(sim)->dt / r->dt_auto);
}

static void dry_run(const void *sim, const char *method)
{
	char text[3][32];
	struct sim_report r = kind->report(sim);
	double steps = plan.end < INT64_MAX ? (double)(plan.end - kind->clock(sim)->step) : NAN;
	double frames = run_arg.every > 0 ? floor(steps * kind->clock(sim)->dt / run_arg.every) + 1 : 1;

	printf("bodies=%d\nmoving=%d\ncontacts=%" PRId64 "\npairs=%" PRId64 "\n", r.bodies, r.moving, r.contacts, r.pairs);
	printf("dt=%g\ndt_auto=%g\n%s\nsteps=%s\nframes=%s\nskin=%.4g\n", kind->clock(sim)->dt, r.dt_auto, method,
	       known(steps, 0, text[0]), known(frames, 0, text[1]), r.skin);
	double output = frames * (150.0 * r.bodies + (run_arg.light > 1 ? 0 : 160.0) * (double)r.contacts);
	printf("memory_MB=%.1f\noutput_MB=%s\n", (r.bytes + PROGRAM) / 1e6, known(output / 1e6, 1, text[2]));
	check_dt(sim, &r, 2);
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
	plan.reached = w->due;
}

static void put_frame(void *sim, struct world *w, double due, int full)
{
	double begun = clock_thread();

	kind->export(sim, w, full);
	w->due = due;
	write_frame(w);
	if (run_extra.frame)
		run_extra.frame(sim);
	plan.written = w->step;
	plan.light = !full;
	cpu.output += clock_thread() - begun;
}

/* Strain and pressure need something that they are the strain and pressure of. */
static void check_signs(void *sim)
{
	struct sim_signs is = kind->signs(sim);
	const char *what = NULL;

	if (sign[SIGN_STRAIN] && isnan(is.strain))
		what = kind->dim == 3 ? "strain: found no walls opposite each other; scree-wall makes them"
		                      : "strain: found no domain that deforms and no walls opposite each other; scree-set --rate or "
		                        "--pressure, or scree-wall makes them";
	else if (sign[SIGN_PRESSURE] && isnan(is.pressure))
		what = kind->dim == 3 ? "pressure: found no domain that is periodic along all axes and no walls opposite each other with "
		                        "such walls, or periods, around them"
		                      : "pressure: found no domain that is periodic along both axes and no walls opposite each other";
	else if (sign[SIGN_TARGET] && !isfinite(is.off))
		what = kind->dim == 3 ? "pressure: found no wall with a pressure above 0; scree-set --constrain gives one"
		                      : "pressure: found no domain and no wall with a pressure above 0; scree-set --pressure or --constrain "
		                        "gives one";
	if (!what)
		return;
	kind->free(sim);
	tool_fail(EXIT_INPUT, "--until %s", what);
}

/* Whether all signs are there; only seen at every 64th step. */
static int is_over(const void *sim)
{
	enum { SEEN_EVERY = 64 };

	if (!run_arg.until || kind->clock(sim)->step % SEEN_EVERY)
		return 0;
	struct sim_signs is = kind->signs(sim);
	int calm = is.kinetic < sign[SIGN_QUIET] * is.elastic;
	int firm = is.kinetic < sign[SIGN_JAM] * is.elastic && is.share >= 0.5 && is.partners >= kind->dim + 1;
	return (!sign[SIGN_QUIET] || calm) && (!sign[SIGN_JAM] || firm) &&
	       (!sign[SIGN_STRAIN] || is.strain >= sign[SIGN_STRAIN]) &&
	       (!sign[SIGN_PRESSURE] || is.pressure >= sign[SIGN_PRESSURE]) && (!sign[SIGN_TARGET] || is.off <= sign[SIGN_TARGET]);
}

/* A state to fall back on when a later step fails: at most this many steps are lost. */
enum { KEPT_EVERY = 1000 };

/* Returns the simulation, which may be another one that goes on with it. */
static void *remember(void *sim, struct world *w)
{
	struct sim_error error;

	if (kind->clock(sim)->step % KEPT_EVERY)
		return sim;
	double begun = clock_thread();
	kind->export(sim, w, 1);
	w->due = isfinite(plan.due) ? plan.due : w->t;
	cpu.output += clock_thread() - begun;
	if (!kind->scattered(sim))
		return sim;
	sim = kind->renew(sim, w, &error);
	if (!sim)
		failure(&error);
	return sim;
}

/* Bodies leave through outlets. Returns the simulation, which may be another one that goes on without them. */
static void *discharge(void *sim, struct world *w)
{
	struct sim_error error;

	if (!kind->leaving || !kind->leaving(sim))
		return sim;
	sim = kind->discharge(sim, w, &error);
	if (!sim) {
		if (w->step > plan.written)
			write_frame(w);
		failure(&error);
	}
	w->due = isfinite(plan.due) ? plan.due : w->t;
	return sim;
}

/* The last frame of the input: passed on where it is complete. A time below what is left of the step takes no step and
 * is kept as the time asked for, so that many such times add up. */
static void begin(void *sim, struct world *w, int resumes)
{
	int waits = run_arg.time > 0 && plan.end <= kind->clock(sim)->step;

	if (!resumes) {
		put_frame(sim, w, waits ? plan.due : w->due, 1);
	} else if (waits) {
		w->due = plan.due;
		write_frame(w);
	} else {
		tool_pass();
	}
}

/* Whether the last frame is still to be written, or can be gone on from. */
static int may_end(void *sim)
{
	return kind->clock(sim)->step > plan.written || !plan.light;
}

/* Returns the simulation at its end. */
static void *run(void *sim, struct world *w)
{
	int64_t first = kind->clock(sim)->step;
	double began_cpu = clock_process(), began = clock_wall();
	int show = isatty(2) && !tool_quiet, over = 0;
	struct sim_error error;

	cpu.output = 0; /* what was written before the run is no part of it */
	if (first < plan.end) {
		struct sim_report r = kind->report(sim);

		check_dt(sim, &r, 12);
	}
	while (kind->clock(sim)->step < plan.end && !over && !(stopped && may_end(sim))) {
		sim = discharge(sim, w);
		if (kind->step(sim, &error)) {
			if (w->step > plan.written)
				write_frame(w);
			failure(&error);
		}
		cpu.bodies += w->body.n_row;
		over = is_over(sim);
		if (kind->clock(sim)->step == plan.next && plan.next < plan.end && !over && !stopped) {
			put_frame(sim, w, decimal((double)plan.frame * run_arg.every), plan.frame % run_arg.light == 0);
			plan_next(sim);
		}
		sim = remember(sim, w);
		if (show)
			show_progress(sim, first, began);
	}
	if (show)
		fprintf(stderr, "\r\033[K");
	if (kind->clock(sim)->step > plan.written)
		put_frame(sim, w, over || !isfinite(plan.due) ? decimal(clock_now(kind->clock(sim))) : plan.due, 1);
	cpu.all = clock_process() - began_cpu;
	cpu.wall = clock_wall() - began;
	if (run_arg.until && !over && !stopped)
		tool_warn("t=%.6g: the time is up before %s", clock_now(kind->clock(sim)), run_arg.until);
	if (stopped && kind->clock(sim)->step < plan.end && isfinite(plan.due))
		tool_note("t=%.6g: stopped by a signal; -t %.10g goes on to t=%.10g", clock_now(kind->clock(sim)),
		          decimal(plan.due - plan.reached), plan.due);
	summary(sim, first);
	return sim;
}

/* The last frame; what stands before it is passed on, unless nothing is to be written. */
static struct world *read_scene(void)
{
	struct world *w = NULL, *next;

	if (!run_arg.dry)
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

/* From a scene on; early: what it begins with is passed on. */
struct course { const struct sim_options *o; struct world *w; const char *method; int resumes, early; };

static void simulate(void *to)
{
	const struct course *c = to;
	struct sim_error error;
	void *sim = kind->make(c->w, c->o, &error);

	if (!sim)
		failure(&error);
	check_every(sim, c->w);
	plan_make(sim, c->w);
	check_steps(sim);
	check_signs(sim);
	if (run_extra.begin)
		run_extra.begin(sim);
	if (run_arg.dry) {
		dry_run(sim, c->method);
	} else {
		catch_signals();
		if (!c->early)
			begin(sim, c->w, c->resumes);
		sim = run(sim, c->w);
	}
	kind->free(sim);
}

int run_simulator(int argc, char **argv, const struct simulator *k, const char *purpose, const struct opt *opts,
	run_more *more, struct sim_options *o)
{
	const char *method;

	kind = k;
	keep_little();
	tool_begin(argc, argv, purpose, "[FILE]", opts, 1);
	if (kind->dim == 3)
		tool_take_solids();
	method = more(o);
	options(o);
	struct world *w = read_scene();
	if (!w)
		tool_fail(EXIT_INPUT, "the stream has no frame, expected one at least");
	if (particles_unknown_required(tool_in()))
		tool_fail(EXIT_INPUT, "found a record '%s', which must not be ignored, expected records that are known",
		          particles_unknown_required(tool_in()));
	if (w->dim != kind->dim)
		tool_fail(EXIT_INPUT, "the stream has dim=%d, expected dim=%d, which %s moves; scree-dem%d is for this one", w->dim,
		          kind->dim, tool_name(), w->dim);
	if (run_extra.scene)
		run_extra.scene(w);
	plan.stated = w->domain;
	int whole = !run_arg.forces && (!run_arg.heat || table_real(&w->body, "heat"));
	int resumes = kind->resumes(w, o) && whole && !run_arg.dry, early = resumes && !(run_arg.time <= 2 * w->dt);
	if (early)
		tool_pass();
	if ((early || !resumes) && !run_arg.dry)
		tool_release(); /* large scenes need the room */
	if (w->ledger.n > 0 && !w->has_contact)
		tool_note("frame %" PRId64 " (t=%.9g) was written without contacts, by --light: they and the sums of energy begin anew",
		          w->step, w->t);
	share_hold(o->threads, simulate, &(struct course){ o, w, method, resumes, early });
	int status = tool_end();
	return status || !stopped ? status : 128 + stopped;
}
