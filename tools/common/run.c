/* run.c: how a program runs a simulator: schedule, output, signals, summary */
#include "common/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/buf.h"
#include "base/clock.h"
#include "base/count.h"
#include "base/ranks.h"
#include "base/team.h"
#include "common/dry_run.h"
#include "common/failure.h"
#include "common/stop.h"
#include "common/tool.h"
#include "common/tool_ranks.h"
#include "number.h"
#include "sim/weight.h"
#include "world/share.h"

struct run_arg run_arg = { .time = NAN, .every = NAN, .dt = "auto", .skin = "auto", .light = 1, .threads = "auto" };

/* The conditions of --until. */
enum sign { SIGN_QUIET, SIGN_JAM, SIGN_STRAIN, SIGN_PRESSURE, SIGN_TARGET, SIGNS };

/* Which frames are to be written, and which were. */
struct schedule {
	double due;               /* end that the run was asked for [T]; INFINITY if --until alone ends it */
	int64_t end;              /* last step; INT64_MAX if there is none */
	int64_t next, frame;      /* step of the next frame, and its number: it is due at frame times --every */
	int64_t written;          /* step of the last frame in the output */
	double reached;           /* time at which that frame was due [T] */
	int light;                /* 1: that frame has no contacts, so a run from it begins with new springs */
	struct domain stated;     /* last domain in the output */
};

/* Processor time of the run and of its output, and the time by the clock [s]; the sum of the numbers of bodies over all steps. */
struct costs { double all, output, wall, bodies; };

/* One run of a simulator. */
struct run {
	const struct run_program *program;
	const struct simulator *kind;
	const struct sim_options *options;
	const char *method;       /* the program's own options, as --dry-run prints them */
	int resumes;              /* 1: the last frame of the input is complete, and the simulation continues from it */
	int passed;               /* 1: that frame has been copied to the output */
	double sign[SIGNS];       /* values of the conditions of --until; 0: not given */
	void *sim;                /* the simulation */
	struct world *w;          /* the last state that was exported from it */
	struct world kept;        /* of several ranks: the last kept state, if another one has been exported since to deal bodies out;
	                           * its step is 0 if there is none */
	int moving;               /* that other one is in w */
	struct schedule plan;
	struct costs cpu;
	struct ranks_traffic sent; /* before the run */
	int kept_dt, named_dt;    /* 1: the stream has a time step; it is too long, and a warning has said so */
	struct units units;       /* names of units, for --dry-run */
};

/* ---- options ---- */

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

/* The number of threads for a scene: a team pays for its waiting if each thread has enough to do. Whether it pays on this machine
 * now is found during the run. */
static int threads_for(int bodies)
{
	enum { EACH = 2000, MOST = 8 };
	int n = bodies / EACH < MOST ? bodies / EACH : MOST, processors = team_processors();

	n = n < processors ? n : processors;
	return n > 1 ? n : 1;
}

/* Check the options that all simulators have, and take them over into o. */
static void options(struct run *r, struct sim_options *o)
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

/* ---- the schedule ---- */

/* x rounded to 12 significant digits, so that sums and multiples of decimal fractions come out as they are written. */
static double decimal(double x)
{
	char text[64];
	double y;

	snprintf(text, sizeof text, "%.12g", x);
	return number_parse(text, &y) ? x : y;
}

/* The next frame that is due after the present step. */
static void plan_next(struct run *r)
{
	struct schedule *plan = &r->plan;

	plan->next = INT64_MAX;
	if (run_arg.every > 0) {
		do
			plan->next = clock_step_of(r->kind->clock(r->sim), (double)++plan->frame * run_arg.every);
		while (plan->next <= r->kind->clock(r->sim)->step);
	}
}

/* Refuse frames that are much closer than steps, and frames that are too many to count. */
static void check_every(struct run *r)
{
	double dt = r->kind->clock(r->sim)->dt;

	if (!(run_arg.every > 0) || (run_arg.every > 1e-3 * dt && r->w->t / run_arg.every < 1e15))
		return;
	r->kind->free(r->sim);
	opt_fail("every", "%g, expected at least the time step, %g", run_arg.every, dt);
}

/* Refuse a run of more steps than the counter holds. */
static void check_steps(struct run *r)
{
	double dt = r->kind->clock(r->sim)->dt;

	if (run_arg.dry || run_arg.until || r->plan.end < INT64_MAX)
		return;
	r->kind->free(r->sim);
	tool_fail(EXIT_NUMERICS, "-t %g needs more than 1e18 steps of %g; give a larger --dt, or masses, sizes and stiffnesses in "
	          "consistent units", run_arg.time, dt);
}

static void plan_make(struct run *r)
{
	struct schedule *plan = &r->plan;
	const struct world *w = r->w;
	double begun = w->due > w->t - w->dt ? w->due : w->t; /* end that the previous run was asked for */

	plan->due = isnan(run_arg.time) ? INFINITY : decimal(begun + run_arg.time);
	plan->end = isnan(run_arg.time) ? INT64_MAX : clock_step_of(r->kind->clock(r->sim), plan->due);
	if (isfinite(plan->due) && begun > w->t + r->kind->clock(r->sim)->dt)
		tool_note("the previous run stopped at t=%.6g, before its end at t=%.6g; this run continues to t=%.10g%s", w->t, begun,
		          plan->due, run_arg.every > 0 ? "" : " and writes its last frame only (-e writes others)");
	plan->frame = run_arg.every > 0 ? (int64_t)fmax(0, floor(w->t / run_arg.every) - 2) : 0;
	plan_next(r);
	plan->written = r->kind->clock(r->sim)->step;
	plan->reached = begun;
}

/* ---- summary, dry run ---- */

/* Warn of an energy balance that does not close: the run is then not to be trusted. */
static void check_balance(const struct run *r, const struct sim_report *is)
{
	const double most = 0.01;
	double error = is->turnover > 0 ? is->residual / is->turnover : 0;

	if (fabs(error) > most)
		tool_warn("the error of the energy balance is %.2g of the energy that has changed its form, more than %g; give a smaller --dt "
		          "than %g", fabs(error), most, r->kind->clock(r->sim)->dt);
}

/* Of several ranks: their number; messages and bytes that one has sent in a step, on average; the contacts of the one that has
 * most of them, in the last frame, by the mean. */
static void sent_text(const struct run *r, double steps, char *text, size_t size)
{
	struct ranks_traffic sent = ranks_traffic();
	int64_t n[2] = { sent.messages - r->sent.messages, sent.bytes - r->sent.bytes };
	int64_t most = r->w->contact.n_row, all = most;
	double each = steps * ranks_n();

	*text = 0;
	if (ranks_n() < 2)
		return;
	ranks_sum(2, n);
	ranks_most(1, &most);
	ranks_sum(1, &all);
	snprintf(text, size, " ranks=%d messages=%.4g bytes=%.4g uneven=%.3g", ranks_n(), each > 0 ? (double)n[0] / each : 0,
	         each > 0 ? (double)n[1] / each : 0, all > 0 ? (double)most * ranks_n() / (double)all : 1);
}

/* The processor time that is not spent on output is divided into forces, lists and motion, in the proportions that the simulator
 * has measured. */
static void summary(const struct run *r, int64_t first)
{
	const struct simulator *kind = r->kind;
	const struct costs *cpu = &r->cpu;
	struct sim_report is = kind->report(r->sim);
	double steps = (double)(kind->clock(r->sim)->step - first), sum = is.time_forces + is.time_lists + is.time_motion;
	double part = sum > 0 ? fmax(cpu->all - cpu->output, 0) / sum : 0;
	char sent[120];

	sent_text(r, steps, sent, sizeof sent);
	tool_note("steps=%.0f time=%.9g cpu=%.3g wall=%.3g rate=%.4g energy_error=%.2g rebuilds=%" PRId64 " skin=%.4g dt=%g "
	          "bodies=%d contacts=%" PRId64 " time_forces=%.3g time_lists=%.3g time_integration=%.3g time_output=%.3g%s%s", steps,
	          clock_now(kind->clock(r->sim)), cpu->all, cpu->wall, cpu->all > 0 ? cpu->bodies / cpu->all : 0,
	          is.turnover > 0 ? is.residual / is.turnover : 0, is.rebuilds, is.skin, kind->clock(r->sim)->dt, is.bodies, is.contacts,
	          part * is.time_forces, part * is.time_lists, part * is.time_motion, cpu->output,
	          r->program->summary ? r->program->summary(r->sim) : "", sent);
	if (is.overlap_ratio > 4)
		tool_warn("an overlap reached %.3g, and the time step %g was chosen for overlaps up to %.3g: energies are less exact; use "
		          "-d 0, which looks at the overlaps that are there, or a smaller --dt",
		          is.overlap_reached, kind->clock(r->sim)->dt, is.overlap_reached / is.overlap_ratio);
	if (fabs(is.visc_power - is.visc) > 0.05 * fabs(is.visc) && fabs(is.visc) > 1e-3 * is.turnover && steps > 100)
		tool_warn("viscous dissipation is %.4g as work and %.4g as power: the time step %g is too long for the damping; "
		          "give a smaller --dt",
		          is.visc, is.visc_power, kind->clock(r->sim)->dt);
	if (steps > 0)
		check_balance(r, &is);
}

/* Memory of the program with few bodies: the program itself, libraries, buffers [bytes]. */
enum { PROGRAM = 3500000 };

/* Warn if the time step is more than most times the automatic time step, which is a 25th of the shortest half period. Verlet's
 * method is unstable from 16 times the automatic time step on. */
static void check_dt(const struct run *r, const struct sim_report *is, double most)
{
	double dt = r->kind->clock(r->sim)->dt;

	if (is->dt_auto > 0 && dt > most * is->dt_auto && !r->named_dt)
		tool_warn("the time step %g is %.3g times the automatic time step %g; give a smaller --dt", dt, dt / is->dt_auto,
		          is->dt_auto);
}

/* Whether x is no longer the sum of two keys of the ledger: -1 if the ledger has none, or 0. */
static int differs(const struct params *ledger, const char *key, const char *key2, double x)
{
	double then = params_get(ledger, key, 0) + params_get(ledger, key2, 0);

	return then == 0 ? -1 : fabs(x - then) > 1e-6 * fabs(then);
}

/* The time step that the stream keeps from an earlier run may not fit any more. If the energies of the present state are not
 * those of the stream's ledger, laws or bodies have changed since. If they are, the step was given on purpose, or chosen for
 * this scene. If that cannot be known, only a step that is far too long is named, and in a note one that is far too short. */
static void check_kept_dt(struct run *r)
{
	double dt = r->kind->clock(r->sim)->dt, ratio;

	if (r->options->dt != 0 || !r->kept_dt)
		return;
	struct sim_report is = r->kind->report(r->sim);
	if (!(is.contact_time > 0) || !(is.dt_auto > 0))
		return;
	int springs = differs(&r->w->ledger, "el_n", "el_t", is.elastic);
	int motion = differs(&r->w->ledger, "kin_lin", "kin_rot", is.kinetic);
	int changed = springs > 0 || motion > 0;
	ratio = dt / is.dt_auto;
	r->named_dt = ratio > (changed ? 1.5 : 3) && (changed || springs < 0);
	if (r->named_dt)
		tool_warn("the time step of the stream, %g, is %.3g times the automatic one, %g; -d 0 takes that one", dt, ratio, is.dt_auto);
	else if (ratio < 0.5 && changed)
		tool_warn("the time step of the stream, %g, is only %.2g of the automatic one, %g; -d 0 takes that one, and saves time", dt,
		          ratio, is.dt_auto);
	else if (ratio < 1 / 3.0 && springs < 0 && share_total(&r->w->contact) > 0)
		tool_note("the time step of the stream, %g, is only %.2g of the automatic one, %g; -d 0 takes that one, and saves time", dt,
		          ratio, is.dt_auto);
}

/* Say so if the tangential stiffness of Hertz' law was left to its default: a tenth of a number that has another unit. */
static void check_hertz(const struct world *w)
{
	for (int k = 0; k < w->n_law; k++) {
		const struct law *l = &w->law[k];

		if (!strcmp(l->kind, "hertz") && !params_find(&l->par, "kt") && params_get(&l->par, "mu", 1) > 0 &&
		    params_get(&l->par, "kn", 1) > 0)
			tool_note("law %s %s: hertz has no kt; its default is a tenth of the number kn, so it depends on the unit of length; give kt, "
			          "or the kind %shertz-mindlin", l->a, l->b, w->dim == 3 ? "mindlin or " : "");
	}
}

/* The time by the clock that a step takes [s]: of up to a thousand steps, for about a second. The first step pays for lists
 * that are used for the first time. A step may fail as it would in the run: then *error says so. NAN if there are no steps. */
static double measure(struct run *r, struct sim_error *error)
{
	const struct simulator *kind = r->kind;
	double began = NAN, now = NAN;
	int n = -1;

	while (n < 1000 && kind->clock(r->sim)->step < r->plan.end && !(now - began > 1) && !(kind->leaving && kind->leaving(r->sim)) &&
	       !(ranks_n() > 1 && kind->migrates(r->sim))) {
		team_round();
		enum sim_status status = kind->step(r->sim, error);
		team_rest();
		if (status != SIM_GOOD)
			return NAN;
		now = clock_wall();
		ranks_cast(0, sizeof now, &now); /* all ranks end together */
		began = ++n == 0 ? now : began;
	}
	return n > 0 ? (now - began) / n : NAN;
}

/* Say so if a run will take very many steps, as one does that goes on to the far end of a run before it. */
static void check_length(const struct run *r)
{
	enum { MANY = 1000000000 };
	double steps = (double)(r->plan.end - r->kind->clock(r->sim)->step);

	if (r->plan.end < INT64_MAX && steps > MANY)
		tool_warn("the run to t=%.10g takes %.2g steps of %g; --dry-run says how long that is; give a smaller -t%s", r->plan.due,
		          steps, r->kind->clock(r->sim)->dt, r->plan.reached > r->w->t + r->kind->clock(r->sim)->dt ?
		          ", or let scree-set --reset forget the end of the run before" : "");
}

/* Say so if contacts as soft as these may overlap by more than a run allows. */
static void check_soft(const struct sim_report *is)
{
	if (is->overlap_share > 0.5)
		tool_warn("contacts are too soft for the scene: an overlap of %.3g %% of the sum of the radii may occur, expected below 50 %%, "
		          "where a run ends; use stiffer laws, or smaller speeds and loads", 100 * is->overlap_share);
}

/* The number of frames of a run of so many steps: the one that it begins with, those at multiples of --every, and the last. */
static double frames_of(const struct run *r, double steps)
{
	const struct sim_clock *clock = r->kind->clock(r->sim);
	double now = clock_now(clock), end = now + steps * clock->dt, rounding = 1e-6;

	if (steps == 0)
		return 1;
	return run_arg.every > 0 ? 1 + ceil(end / run_arg.every - rounding) - floor(now / run_arg.every + rounding) : 2;
}

static void dry_run(struct run *r)
{
	double dt = r->kind->clock(r->sim)->dt;
	struct sim_report is = r->kind->report(r->sim);
	struct sim_error error = { 0 };
	double steps = r->plan.end < INT64_MAX ? (double)(r->plan.end - r->kind->clock(r->sim)->step) : NAN;
	double frames = frames_of(r, steps);
	double output = frames * (150.0 * is.bodies + (run_arg.light > 1 ? 0 : 160.0) * (double)is.contacts);

	check_dt(r, &is, 2);
	check_soft(&is);
	double per_step = measure(r, &error), memory = is.bytes + (double)PROGRAM * ranks_n();
	if (ranks_me() == 0) {
		count_yield();
		dry_run_print(&(struct dry_run){ &is, r->method, dt, steps, frames, per_step, memory, output, &r->units });
	}
	if (error.status != SIM_GOOD)
		failure(&error);
}

/* ---- the run ---- */

/* Write the state in the world as a frame, after the domain if it has changed since the last frame. */
static void write_frame(struct run *r)
{
	const struct domain *d = &r->w->domain, *last = &r->plan.stated;

	if (memcmp(d->lo, last->lo, sizeof d->lo) || memcmp(d->hi, last->hi, sizeof d->hi) ||
	    memcmp(d->tilt, last->tilt, sizeof d->tilt) || memcmp(d->rate, last->rate, sizeof d->rate) ||
	    memcmp(d->mean, last->mean, sizeof d->mean))
		particles_put_domain(tool_out(), r->w);
	r->plan.stated = *d;
	tool_write_frame(r->w);
	r->plan.reached = r->w->due;
}

/* Export the present state and write it. full 0 leaves out contacts and whatever else only a continuation needs. */
static void put_frame(struct run *r, double due, int full)
{
	double begun = clock_thread();

	r->kind->export(r->sim, r->w, full);
	r->w->due = due;
	write_frame(r);
	if (r->program->frame)
		r->program->frame(r->sim);
	r->plan.written = r->w->step;
	r->moving = 0;
	r->plan.light = !full;
	r->cpu.output += clock_thread() - begun;
}

/* Refuse conditions on what the scene does not have. */
static void check_signs(struct run *r)
{
	struct sim_signs is = r->kind->signs(r->sim);
	int space = r->kind->dim == 3;
	const char *what = NULL;

	if (r->sign[SIGN_STRAIN] && isnan(is.strain))
		what = "strain: found neither a domain that deforms nor opposite walls; use scree-set --rate or --pressure, or scree-wall";
	else if (r->sign[SIGN_PRESSURE] && isnan(is.pressure))
		what = space ? "pressure: found neither a domain that is periodic along all axes nor opposite walls with walls or "
		               "periods around them; use scree-set --periodic or scree-wall"
		             : "pressure: found neither a domain that is periodic along both axes nor opposite walls; "
		               "use scree-set --periodic or scree-wall";
	else if (r->sign[SIGN_TARGET] && !isfinite(is.off))
		what = "pressure: found neither a domain nor a wall with a pressure above 0; use scree-set --pressure or --constrain";
	else if ((r->sign[SIGN_QUIET] || r->sign[SIGN_JAM]) && isnan(is.elastic))
		what = "quiet and jam: found no gravity or no free body, whose weight is the scale; use scree-set --gravity, or -t alone";
	if (!what)
		return;
	r->kind->free(r->sim);
	tool_fail(EXIT_INPUT, "--until %s", what);
}

/* Whether all conditions of --until hold. They are checked at every 64th step only. */
static int is_over(const struct run *r)
{
	enum { SEEN_EVERY = 64 };
	const double *sign = r->sign;

	if (!run_arg.until || r->kind->clock(r->sim)->step % SEEN_EVERY)
		return 0;
	struct sim_signs is = r->kind->signs(r->sim);
	int calm = is.kinetic < sign[SIGN_QUIET] * is.elastic;
	int firm = is.kinetic < sign[SIGN_JAM] * is.elastic && is.share >= 0.5 && is.partners >= r->kind->dim + 1;
	return (!sign[SIGN_QUIET] || calm) && (!sign[SIGN_JAM] || firm) &&
	       (!sign[SIGN_STRAIN] || is.strain >= sign[SIGN_STRAIN]) &&
	       (!sign[SIGN_PRESSURE] || is.pressure >= sign[SIGN_PRESSURE]) && (!sign[SIGN_TARGET] || is.off <= sign[SIGN_TARGET]);
}

/* A state is kept every so many steps. If a later step fails, the run falls back on the last kept state. */
enum { KEPT_EVERY = 1000 };

/* Copy what a frame has from one world to another. */
static void copy_frame(struct world *to, const struct world *from)
{
	table_copy(&to->body, &from->body);
	table_copy(&to->contact, &from->contact);
	params_copy(&to->ledger, &from->ledger);
	to->step = from->step;
	to->t = from->t;
	to->dt = from->dt;
	to->due = from->due;
	to->domain = from->domain;
	to->has_contact = from->has_contact;
}

/* Keep the state in the world, in which another one is about to be put. */
static void keep(struct run *r)
{
	if (!r->kept.step)
		world_init(&r->kept, r->w->dim);
	copy_frame(&r->kept, r->w);
}

/* Write the last kept state, if it is later than the last frame. */
static void write_kept(struct run *r)
{
	if (r->moving && r->kept.step > r->plan.written)
		copy_frame(r->w, &r->kept);
	else if (r->moving)
		return;
	if (r->w->step > r->plan.written)
		write_frame(r);
}

/* Keep the present state in the world. If neighbours are far from each other in memory, replace the simulation by a new one with
 * the same state. */
static void remember(struct run *r)
{
	struct sim_error error;

	int moves = ranks_n() > 1 && r->kind->migrates(r->sim), keeps = r->kind->clock(r->sim)->step % KEPT_EVERY == 0;

	if (!keeps && !moves)
		return;
	double begun = clock_thread();
	if (!keeps && !r->moving && r->w->step > r->plan.written)
		keep(r);
	r->moving = !keeps;
	r->kind->export(r->sim, r->w, 1);
	r->w->due = isfinite(r->plan.due) ? r->plan.due : r->w->t;
	r->cpu.output += clock_thread() - begun;
	if (!moves && !(keeps && (ranks_n() > 1 ? weights_uneven(r->w) : r->kind->scattered(r->sim))))
		return;
	r->sim = r->kind->renew(r->sim, r->w, &error);
	if (!r->sim) {
		write_kept(r);
		failure(&error);
	}
}

/* Let bodies leave through outlets. The simulation is then replaced by a new one without them. Returns whether some have left. */
static int discharge(struct run *r)
{
	struct sim_error error;

	if (!r->kind->leaving || !r->kind->leaving(r->sim))
		return 0;
	r->sim = r->kind->discharge(r->sim, r->w, &error);
	r->w->due = isfinite(r->plan.due) ? r->plan.due : r->w->t;
	if (!r->sim) {
		if (r->w->step > r->plan.written)
			write_frame(r);
		failure(&error);
	}
	r->moving = 0;
	return 1;
}

/* Write the last frame of the input, or copy it if it is complete. A time shorter than the rest of the step takes no step. The
 * frame then stores it as part of the time asked for, so that many short times add up. */
static void begin(struct run *r)
{
	int waits = run_arg.time > 0 && r->plan.end <= r->kind->clock(r->sim)->step;

	if (!r->resumes) {
		put_frame(r, waits ? r->plan.due : r->w->due, 1);
	} else if (waits) {
		r->w->due = r->plan.due;
		write_frame(r);
	} else {
		tool_pass();
	}
}

/* Whether the output ends, or will end, with a frame from which a run can continue. */
static int may_end(const struct run *r)
{
	return r->kind->clock(r->sim)->step > r->plan.written || !r->plan.light;
}

/* Say with which options another run goes on to the end that was asked for, with the frames that were asked for. */
static void note_stop(const struct run *r)
{
	const struct schedule *plan = &r->plan;
	char frames[80] = "";

	if (run_arg.every > 0)
		snprintf(frames, sizeof frames, " -e %.10g", run_arg.every);
	if (run_arg.every > 0 && run_arg.light > 1)
		snprintf(frames + strlen(frames), sizeof frames - strlen(frames), " --light %" PRId64, run_arg.light);
	tool_note("t=%.6g: stopped by a signal; -t %.10g%s continues to t=%.10g", clock_now(r->kind->clock(r->sim)),
	          decimal(plan->due - plan->reached), frames, plan->due);
}

/* Ranks tell each other from time to time that they have got a signal. */
static void agree_to_stop(const struct run *r)
{
	enum { TOLD_EVERY = 8 };
	int64_t own = stop_own();

	if (ranks_n() < 2 || r->kind->clock(r->sim)->step % TOLD_EVERY)
		return;
	ranks_most(1, &own);
	stop_agree((int)own);
}

/* The sum of times over all ranks [s]. */
static double all_ranks(double time)
{
	int64_t ns = (int64_t)(1e9 * time);

	if (ranks_n() < 2)
		return time;
	ranks_sum(1, &ns);
	return 1e-9 * (double)ns;
}

static void run(struct run *r)
{
	const struct simulator *kind = r->kind;
	struct schedule *plan = &r->plan;
	int64_t first = kind->clock(r->sim)->step;
	double began_cpu = clock_process(), began = clock_wall(), bodies = (double)share_total(&r->w->body);
	int over = 0;
	struct sim_error error;

	r->cpu.output = 0; /* frames that were written before the run do not count */
	r->sent = ranks_traffic();
	if (first < plan->end) {
		struct sim_report is = kind->report(r->sim);

		check_dt(r, &is, 12);
		check_length(r);
	}
	count_begin("t", clock_now(kind->clock(r->sim)), isfinite(plan->due) ? plan->due : 0);
	while (kind->clock(r->sim)->step < plan->end && !over && !(stop_asked() && may_end(r))) {
		count_to(clock_now(kind->clock(r->sim)));
		if (discharge(r))
			bodies = (double)share_total(&r->w->body);
		team_round();
		enum sim_status status = kind->step(r->sim, &error);
		team_rest();
		if (status != SIM_GOOD) {
			write_kept(r);
			failure(&error);
		}
		r->cpu.bodies += bodies;
		agree_to_stop(r);
		over = is_over(r);
		if (kind->clock(r->sim)->step == plan->next && plan->next < plan->end && !over && !stop_asked()) {
			put_frame(r, decimal((double)plan->frame * run_arg.every), plan->frame % run_arg.light == 0);
			plan_next(r);
		}
		remember(r);
	}
	count_end();
	if (kind->clock(r->sim)->step > plan->written)
		put_frame(r, over || !isfinite(plan->due) ? decimal(clock_now(kind->clock(r->sim))) : plan->due, 1);
	r->cpu.all = all_ranks(clock_process() - began_cpu);
	r->cpu.output = all_ranks(r->cpu.output);
	r->cpu.wall = clock_wall() - began;
	if (run_arg.until && !over && !stop_asked())
		tool_warn("t=%.6g: the run has ended before %s; give a longer -t", clock_now(kind->clock(r->sim)), run_arg.until);
	if (stop_asked() && kind->clock(r->sim)->step < plan->end && isfinite(plan->due))
		note_stop(r);
	summary(r, first);
}

/* The last frame of the input. Earlier frames are copied to the output, except in a dry run. */
static struct world *read_scene(struct run *r)
{
	struct world *w = NULL, *next;

	if (!run_arg.dry)
		return tool_read_last();
	while ((next = tool_read())) {
		size_t n;
		const char *text = particles_preamble(tool_in(), &n);

		units_read(&r->units, text, n);
		w = next;
	}
	tool_complete();
	return w;
}

/* Return large blocks of memory to the system when they are freed: lists, and the arrays that they are built from, are used at
 * different times. */
static void keep_little(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 1 << 18);
#endif
}

/* Simulate from the scene r->w to the end. */
static void simulate(void *to)
{
	struct run *r = to;
	struct sim_error error;

	r->sim = r->kind->make(r->w, r->options, &error);
	if (!r->sim)
		failure(&error);
	check_every(r);
	plan_make(r);
	check_steps(r);
	check_signs(r);
	check_kept_dt(r);
	check_hertz(r->w);
	if (!run_arg.dry) {
		stop_catch();
		if (!r->passed)
			begin(r);
	}
	if (r->program->begin) /* it may write files, which must not be that of the stream: this is open now */
		r->program->begin(r->sim);
	if (run_arg.dry)
		dry_run(r);
	else
		run(r);
	r->kind->free(r->sim);
}

/* Refuse a stream that this simulator cannot run. */
static void check_stream(const struct run *r)
{
	const struct world *w = r->w;

	if (!w)
		tool_fail(EXIT_INPUT, "the stream has no frame, expected at least one");
	if (particles_unknown_required(tool_in()))
		tool_fail(EXIT_INPUT, "found an unknown record '%s' that must not be ignored",
		          particles_unknown_required(tool_in()));
	if (w->dim != r->kind->dim)
		tool_fail(EXIT_INPUT, "the stream has dim=%d, expected dim=%d; use scree-dem%d for it", w->dim, r->kind->dim, w->dim);
}

/* Refuse several processes that are not ranks of one run: each of them would simulate the whole scene. */
static void check_ranks(const struct run_program *program)
{
	int me, n = ranks_started(&me);

	if (program->mpi && ranks_n() < 2 && n > 1) {
		if (me > 0)
			exit(EXIT_USAGE); /* the first one says why */
		if (ranks_can())
			tool_fail(EXIT_USAGE, "found %d processes, none of which finds the others; use the mpirun of the library with which %s was "
			          "built (make mpi MPICC=...)", n, tool_name());
		tool_fail(EXIT_USAGE, "found %d processes, each of which would simulate the whole scene; use %s-mpi, which make mpi builds", n,
		          tool_name());
	}
}

int run_simulator(int argc, char **argv, const struct run_program *program, struct sim_options *o)
{
	struct run r = { .program = program, .kind = program->kind, .options = o };

	keep_little();
	tool_begin(argc, argv, program->purpose, "[FILE]", program->opts, 1);
	check_ranks(program);
	tool_goes_on();
	if (run_arg.output)
		tool_output(run_arg.output);
	if (r.kind->dim == 3)
		tool_take_solids();
	r.method = program->more(o);
	options(&r, o);
	r.w = read_scene(&r);
	check_stream(&r);
	r.kept_dt = r.w->dt > 0;
	if (program->scene)
		program->scene(r.w);
	r.plan.stated = r.w->domain;
	int whole = !run_arg.forces && (!run_arg.heat || table_real(&r.w->body, "heat"));
	r.resumes = r.kind->resumes(r.w, o) && whole && !run_arg.dry;
	r.passed = r.resumes && !(run_arg.time <= 2 * r.w->dt);
	if (r.passed)
		tool_pass();
	if ((r.passed || !r.resumes) && !run_arg.dry)
		tool_release(); /* a large scene needs the memory */
	if (r.w->ledger.n > 0 && !r.w->has_contact)
		tool_warn("the input ends with frame %" PRId64 " (t=%.9g), which --light left without contacts; this run begins with new "
		          "contacts and a new ledger, so it differs from a run in one piece", r.w->step, r.w->t);
	if (o->threads == 0)
		o->threads = ranks_n() > 1 ? 1 : threads_for(r.w->body.n_row);
	team_hold(o->threads, simulate, &r);
	if (r.kept.step)
		world_free(&r.kept);
	units_free(&r.units);
	int status = tool_end();
	/* a run from an input that was cut has ended well, too: another one may go on from its last frame */
	return stop_asked() && status != EXIT_SYSTEM ? 128 + stop_asked() : status;
}
