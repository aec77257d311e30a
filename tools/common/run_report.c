/* run_report.c: what is said of a run before and after it */
#include "common/run_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/count.h"
#include "base/team.h"
#include "common/dry_run.h"
#include "common/failure.h"
#include "world/share.h"

/* Warn of an energy balance that does not close: the run is then not to be trusted. */
static void check_balance(const struct run *r, const struct sim_report *is)
{
	const double most = 0.01;
	double error = is->turnover > 0 ? is->residual / is->turnover : 0;

	if (fabs(error) > most)
		tool_warn("the error of the energy balance is %.2g of the energy turned over, more than %g; give a smaller --dt "
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
void run_summary(const struct run *r, int64_t first)
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

void run_check_dt(const struct run *r, const struct sim_report *is, double most)
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

void run_check_kept_dt(struct run *r)
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
	else if (ratio < 1 / 3.0 && springs < 0 && share_total(&r->w->contact) + r->w->contact_rows.n_row > 0)
		tool_note("the time step of the stream, %g, is only %.2g of the automatic one, %g; -d 0 takes that one, and saves time", dt,
		          ratio, is.dt_auto);
}

void run_check_hertz(const struct world *w)
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

void run_check_length(const struct run *r)
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

/* Memory of the program with few bodies: the program itself, libraries, buffers [bytes]. */
enum { PROGRAM = 3500000 };

/* The number of frames of a run of so many steps: the one that it begins with, those of the plan between, and the last. A step
 * has one at most. */
static double frames_of(const struct run *r, double steps)
{
	const struct sim_clock *clock = r->kind->clock(r->sim);

	if (steps == 0 || !(run_arg.every > 0))
		return steps == 0 ? 1 : 2;
	double last = ceil((clock_now(clock) + steps * clock->dt) / run_arg.every); /* the step of a multiple ends at it or behind it */
	while (last >= (double)r->plan.frame && clock_step_of(clock, last * run_arg.every) >= r->plan.end)
		last--;
	return 2 + fmin(steps - 1, last + 1 - (double)r->plan.frame);
}

void run_dry(struct run *r)
{
	double dt = r->kind->clock(r->sim)->dt;
	struct sim_report is = r->kind->report(r->sim);
	struct sim_error error = { 0 };
	double steps = r->plan.end < INT64_MAX ? (double)(r->plan.end - r->kind->clock(r->sim)->step) : NAN;
	double frames = frames_of(r, steps);
	double output = frames * (150.0 * is.bodies + (run_arg.light > 1 ? 0 : 160.0) * (double)is.contacts);

	run_check_dt(r, &is, 2);
	check_soft(&is);
	double per_step = measure(r, &error), memory = is.bytes + (double)PROGRAM * ranks_n();
	if (ranks_me() == 0) {
		count_yield();
		dry_run_print(&(struct dry_run){ &is, r->method, dt, steps, frames, per_step, memory, output, &r->units });
	}
	if (error.status != SIM_GOOD)
		failure(&error);
}
