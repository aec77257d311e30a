/* run.c: how a program runs a simulator: schedule, output, signals */
#include "common/run_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/clock.h"
#include "base/count.h"
#include "base/ranks.h"
#include "base/team.h"
#include "common/check_shapes.h"
#include "common/failure.h"
#include "common/stop.h"
#include "common/threads.h"
#include "common/tool.h"
#include "common/tool_ranks.h"
#include "number.h"
#include "sim/weight.h"
#include "world/share.h"

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

/* Whether the simulator makes rows when they are needed, and can go on from packed ones. */
static int makes_rows(const struct run *r)
{
	return r->kind->derived && ranks_n() < 2;
}

/* Pack the rows that the world does not have, and contacts, if the simulator can go on from them. */
static void pack_rows(struct run *r)
{
	static const char *const none[] = { NULL };
	struct world *w = r->w;

	if (!makes_rows(r))
		return;
	rows_pack(&r->packed, &w->contact, &w->contact_rows, r->kind->derived);
	w->contact_rows = r->packed.source;
	if (!w->body_rows.make) {
		rows_pack_free(&r->packed_body);
		return;
	}
	rows_pack(&r->packed_body, &w->body, &w->body_rows, none);
	w->body_rows = r->packed_body.source;
}

/* The world has no state any more: a frame has it, or the simulator. */
static void forget_rows(struct run *r)
{
	r->w->contact_rows = r->w->body_rows = (struct row_source){ 0 };
	rows_pack_free(&r->packed);
	rows_pack_free(&r->packed_body);
}

/* Export the present state and write it. full 0 leaves out contacts and whatever else only a continuation needs. */
static void put_frame(struct run *r, double due, int full)
{
	double begun = clock_thread();

	r->kind->export(r->sim, r->w, (full ? EXPORT_FULL : EXPORT_LIGHT) | EXPORT_ROWS);
	r->w->due = due;
	write_frame(r);
	forget_rows(r);
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

/* Unpack contacts, without the columns that only a simulator finds: a run that goes on from the frame does not need them. */
static void unpack_contacts(struct run *r)
{
	struct world *w = r->w;

	rows_take(&w->contact, &w->contact_rows);
	w->contact_rows = (struct row_source){ 0 };
	for (const char *const *name = r->kind->derived; *name; name++)
		table_drop(&w->contact, *name);
}

/* A simulator has taken the packed bodies: the world has them packed again. */
static void vacate_bodies(struct run *r)
{
	struct table *t = &r->w->body;

	for (int c = 0; c < t->n_col && r->packed_body.has; c++)
		if (r->packed_body.has[c])
			table_vacate(t, t->col[c].name, t->col[c].kind);
	r->w->body_rows = r->packed_body.source;
}

/* Write the last kept state, if it is later than the last frame. A simulation that goes on from it finds derived columns. */
static void write_kept(struct run *r)
{
	struct sim_error error;

	if (r->moving && r->kept.step > r->plan.written)
		copy_frame(r->w, &r->kept);
	else if (r->moving)
		return;
	if (r->w->step <= r->plan.written)
		return;
	if (r->w->contact_rows.make) {
		r->sim = r->sim ? r->kind->renew(r->sim, r->w, &error) : NULL;
		vacate_bodies(r);
		if (r->sim)
			r->kind->export(r->sim, r->w, EXPORT_FULL | EXPORT_ROWS);
		else
			unpack_contacts(r);
	}
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
	r->kind->export(r->sim, r->w, EXPORT_FULL | (ranks_n() > 1 ? 0 : EXPORT_ROWS));
	pack_rows(r);
	r->w->due = isfinite(r->plan.due) ? r->plan.due : r->w->t;
	r->cpu.output += clock_thread() - begun;
	if (!moves && !(keeps && (ranks_n() > 1 ? weights_uneven(r->w) : r->kind->scattered(r->sim))))
		return;
	r->sim = r->kind->renew(r->sim, r->w, &error);
	vacate_bodies(r);
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
	pack_rows(r);
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

		run_check_dt(r, &is, 12);
		run_check_length(r);
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
	run_summary(r, first);
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
	return tool_holds_frame() ? w : NULL;
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

	if (!r->resumes || r->passed) /* otherwise the last frame may be written as it was read */
		pack_rows(r);
	r->sim = r->kind->make(r->w, r->options, &error);
	if (!r->sim)
		failure(&error);
	check_every(r);
	plan_make(r);
	check_steps(r);
	check_signs(r);
	run_check_kept_dt(r);
	run_check_hertz(r->w);
	if (!run_arg.dry)
		stop_catch();
	if (r->program->begin) /* before the first frame, of which the program may write more */
		r->program->begin(r->sim);
	if (!run_arg.dry && !r->passed)
		begin(r);
	table_clear(&r->w->contact);
	forget_rows(r);
	if (run_arg.dry)
		run_dry(r);
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
	run_options(&r, o);
	r.w = read_scene(&r);
	check_stream(&r);
	tool_check_masses(r.w);
	r.kept_dt = r.w->dt > 0;
	if (program->scene)
		program->scene(r.w);
	r.plan.stated = r.w->domain;
	int whole = !run_arg.forces && (!run_arg.heat || table_real(&r.w->body, "heat"));
	r.resumes = r.kind->resumes(r.w, o) && whole && !run_arg.dry;
	r.passed = r.resumes && !(run_arg.time <= 2 * r.w->dt);
	o->takes = (r.passed || !r.resumes) && !run_arg.dry && makes_rows(&r); /* else the last frame may be written as it was read */
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
