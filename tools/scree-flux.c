/* scree-flux: what passes a line or a plane: numbers, mass, rates, jams, and the arches that block an opening */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/arch.h"
#include "measure/blocks.h"
#include "measure/flux.h"
#include "measure/kinetic.h"
#include "table.h"

static struct {
	double x, y, z, from, to, jam;
	const char *line;
	int mean;
} arg = { NAN, NAN, NAN, NAN, NAN, NAN, NULL, 0 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "The line, or in 3D the plane (give one of these)" },
	{ 0, "y", OPT_REAL, &arg.y, "Y", "horizontal line [L]; the positive direction is that of gravity, or up without gravity" },
	{ 0, "x", OPT_REAL, &arg.x, "X",
		"vertical line [L]; the positive direction is that of gravity, or to the right without gravity" },
	{ 0, "z", OPT_REAL, &arg.z, "Z", "3D: horizontal plane [L]; --y and --x give planes perpendicular to these axes" },
	{ 0, "line", OPT_WORD, &arg.line, "X0,Y0,X1,Y1",
		"line between two points [L]; the positive direction is from its left to its right" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "The ends of the line, in 2D" },
	{ 0, "from", OPT_REAL, &arg.from, "LEN",
		"lower end of the line of --y or --x [L]; default: the line has no end, or ends at the edge of a periodic domain" },
	{ 0, "to", OPT_REAL, &arg.to, "LEN", "upper end of the line of --y or --x [L]; default as for --from" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is measured" },
	OPT_WHERE,
	{ 0, "jam", OPT_REAL, &arg.jam, "T", "report a jam and its arch if no body passes for this time [T]" },
	OPT_RECOMPUTE,
	{ 0, "mean", OPT_FLAG, &arg.mean, NULL,
		"write one row for the whole stream, with errors of the rates, default one row per frame" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static double ends[4]; /* of --line */
static int upright;    /* --x */
static int dim;        /* of the stream */

static void check_options(void)
{
	int n = !isnan(arg.x) + !isnan(arg.y) + !isnan(arg.z) + (arg.line != NULL);

	if (n != 1)
		tool_fail(EXIT_USAGE, "found %s, expected one of --y, --x and --line, or in 3D one of --z, --y and --x; see %s --help",
			n ? "several lines" : "no line", tool_name());
	if (arg.line && (words_numbers(arg.line, ends, 4) != 4 || (ends[0] == ends[2] && ends[1] == ends[3])))
		opt_fail("line", "%s, expected two points X0,Y0,X1,Y1", arg.line);
	if (arg.line && !(isnan(arg.from) && isnan(arg.to)))
		opt_fail(isnan(arg.to) ? "from" : "to", "is only for --y and --x");
	if (arg.to <= arg.from)
		opt_fail("to", "%g, expected more than --from %g", arg.to, arg.from);
	if (arg.jam <= 0)
		opt_fail("jam", "%g, expected a time above 0", arg.jam);
	upright = !isnan(arg.x);
}

/* Checks that depend on the dimension. */
static void check_dimension(void)
{
	const struct { const char *name; int dim, given; } option[] = {
		{ "z", 3, !isnan(arg.z) }, { "line", 2, arg.line != NULL }, { "from", 2, !isnan(arg.from) }, { "to", 2, !isnan(arg.to) },
		{ "jam", 2, !isnan(arg.jam) }, { "recompute", 2, touches_anew },
	};

	for (size_t k = 0; k < sizeof option / sizeof *option; k++)
		if (option[k].given && option[k].dim != dim)
			opt_fail(option[k].name, "is for streams in %dD, found dim=%d", option[k].dim, dim);
	if (isnan(arg.from) != isnan(arg.to))
		opt_fail(isnan(arg.to) ? "to" : "from", "is missing, expected both --from and --to");
	if (!isnan(arg.jam) && !arg.line && isnan(arg.from))
		opt_fail("jam", "needs the ends of the opening, expected --from and --to");
}

static struct flux_plane plane_in(const double gravity[3])
{
	int axis = !isnan(arg.x) ? 0 : !isnan(arg.y) ? 1 : 2;

	return (struct flux_plane){ axis, gravity[axis] < 0 ? -1 : 1, axis == 0 ? arg.x : axis == 1 ? arg.y : arg.z };
}

/* The line in a domain. Without ends it is one period long along a periodic axis, else infinite. */
static struct flux_line line_in(const struct domain *d, const double gravity[2])
{
	struct flux_line l;
	int a = upright ? 1 : 0;

	if (arg.line)
		return flux_line_between(v2(ends[0], ends[1]), v2(ends[2], ends[3]));
	l = (struct flux_line){ upright ? v2(arg.x, 0) : v2(0, arg.y), upright ? v2(0, 1) : v2(1, 0),
	                        upright ? v2(1, 0) : v2(0, 1), -INFINITY, INFINITY };
	if (gravity[1 - a] < 0)
		l.forth = v2_scale(-1, l.forth);
	if (!isnan(arg.from)) {
		l.from = arg.from;
		l.to = arg.to;
	} else if (d->set && d->periodic[a]) {
		l.from = d->lo[a];
		l.to = d->hi[a];
	}
	return l;
}

/* Whether the domain has a point of the line, up to images along periodic axes. */
static int domain_has_line(const struct domain *d, const struct flux_line *l)
{
	const double at[2] = { l->at.x, l->at.y }, along[2] = { l->along.x, l->along.y };
	double from = l->from, to = l->to;

	for (int k = 0; k < 2 && d->set; k++) {
		double a = (d->lo[k] - at[k]) / along[k], b = (d->hi[k] - at[k]) / along[k];

		if (d->periodic[k])
			continue;
		if (along[k] == 0 && (at[k] < d->lo[k] || at[k] > d->hi[k]))
			return 0;
		from = along[k] == 0 ? from : fmax(from, fmin(a, b));
		to = along[k] == 0 ? to : fmin(to, fmax(a, b));
	}
	return from <= to;
}

static int domain_has_plane(const struct domain *d, const struct flux_plane *p)
{
	return !d->set || d->periodic[p->axis] || (p->level >= d->lo[p->axis] && p->level <= d->hi[p->axis]);
}

/* ---- sums over the stream ---- */

enum { NUMBER, MASS, AREA, AMOUNTS };
static const struct { const char *name, *unit, *rate, *rate_unit; } plane_amount[AMOUNTS] = {
	[NUMBER] = { "number", "", "rate", "1/T" }, [MASS] = { "mass", "M", "mass_rate", "M/T" },
	[AREA] = { "area", "L^2", "area_rate", "L^2/T" }
}, space_amount[AMOUNTS] = {
	[NUMBER] = { "number", "", "rate", "1/T" }, [MASS] = { "mass", "M", "mass_rate", "M/T" },
	[AREA] = { "volume", "L^3", "volume_rate", "L^3/T" }
}, *amount = plane_amount;

struct interval { double dt, net[AMOUNTS]; };

struct account {
	struct flux_line line;
	double sum[AMOUNTS], t0, t, flow; /* flow: the time with flow [T] */
	int64_t gone, came, frames;
	int inside;                     /* the line was inside the domain in some frame, or a body passed it */
	struct blocks series[AMOUNTS];  /* of pairs: time, amount */
	struct interval *waiting;       /* intervals without progress, until it is known whether the flow has stopped */
	size_t cap, n_waiting;
	struct flux_rest still;
	double idle;                    /* time without progress [T] */
	int flowed, stopped, jammed;    /* flowed: something has passed at all */
	int64_t jams, before;
	double jam_t;                   /* time of the first jam */
	struct touches touch;
	struct arch arch;               /* of the latest jam, with --mean of the first jam */
};

static double net(const struct flux_count *c, int what)
{
	return what == NUMBER ? (double)(c->n[FLUX_FORTH] - c->n[FLUX_BACK]) :
	       what == MASS ? c->mass[FLUX_FORTH] - c->mass[FLUX_BACK] : c->area[FLUX_FORTH] - c->area[FLUX_BACK];
}

/* Add the intervals that wait, and the last one, to the series of the rates. */
static void series_add(struct account *a, const struct interval *last)
{
	MEM_GROW(a->waiting, &a->cap, a->n_waiting + 1);
	if (last)
		a->waiting[a->n_waiting++] = *last;
	for (size_t k = 0; k < a->n_waiting; a->flow += a->waiting[k++].dt)
		for (int what = 0; what < AMOUNTS; what++)
			blocks_add_pair(&a->series[what], a->waiting[k].dt, a->waiting[k].net[what]);
	a->n_waiting = 0;
}

/* With --jam the rates are those of the time with flow, without the intervals before the first body and before a stop. */
static void series_take(struct account *a, const struct flux_count *c)
{
	struct interval now = { c->dt, { net(c, NUMBER), net(c, MASS), net(c, AREA) } };

	a->stopped = a->idle >= arg.jam;
	if (a->stopped || (!isnan(arg.jam) && !a->flowed))
		a->n_waiting = 0;
	a->flowed |= a->still.most > 0;
	if (a->stopped)
		return;
	if (c->dt > 0 && (isnan(arg.jam) || a->idle == 0))
		series_add(a, &now);
	else if (c->dt > 0 && a->flowed) {
		MEM_GROW(a->waiting, &a->cap, a->n_waiting + 1);
		a->waiting[a->n_waiting++] = now;
	}
}

/* Find out whether a jam begins or ends. There is no jam if nothing has passed yet, if nothing is left to pass, or if no arch
 * spans the opening, for example if grains lie on the floor beside it. */
static void jam_look(struct account *a, struct world *w, const char *keep, const struct flux *f)
{
	struct arch found = { .n = 0 };

	a->before = flux_before(f, &a->line);
	a->jammed = a->jammed && a->stopped && a->before > 0;
	if (a->jammed || !a->stopped || !a->flowed || a->before == 0)
		return;
	touches_take(&a->touch, w);
	arch_find(&found, &a->touch, w, keep, &a->line);
	a->jammed = found.n > 0;
	if (a->jammed && a->jams++ == 0)
		a->jam_t = a->still.since;
	if (a->jammed && (a->jams == 1 || !arg.mean)) {
		arch_free(&a->arch);
		a->arch = found;
	} else {
		arch_free(&found);
	}
}

static void account_free(struct account *a)
{
	free(a->waiting);
	touches_free(&a->touch);
	arch_free(&a->arch);
}

/* ---- the table ---- */

static void frame_columns(struct tab_out *o)
{
	static const char *const side[2] = { "forth", "back" };
	char name[40];

	tab_column(o, "t", "T");
	for (int s = 0; s < 2; s++)
		for (int k = 0; k < AMOUNTS; k++) {
			snprintf(name, sizeof name, k ? "%s_%s" : "%s", side[s], amount[k].name);
			tab_column(o, name, amount[k].unit);
		}
	for (int k = 0; k < AMOUNTS; k++)
		tab_column(o, amount[k].name, amount[k].unit);
	for (int k = 0; k < AMOUNTS; k++)
		tab_column(o, amount[k].rate, amount[k].rate_unit);
	tab_column(o, "gone", "");
	tab_column(o, "came", "");
	if (isnan(arg.jam))
		return;
	tab_column(o, "before", "");
	tab_column(o, "idle", "T");
	tab_column(o, "jam", "");
	tab_column(o, "arch", "");
	tab_column(o, "arch_length", "L");
}

static void arch_print(struct tab_out *o, const struct arch *a)
{
	tab_real(o, a ? a->n : NAN);
	tab_real(o, a ? a->length : NAN);
}

static void frame_print(struct tab_out *o, const struct account *a, const struct flux_count *c)
{
	tab_real(o, a->t);
	for (int s = 0; s < 2; s++) {
		tab_int(o, c->n[s]);
		tab_real(o, c->mass[s]);
		tab_real(o, c->area[s]);
	}
	for (int k = 0; k < AMOUNTS; k++)
		tab_real(o, a->sum[k]);
	for (int k = 0; k < AMOUNTS; k++)
		tab_real(o, c->dt > 0 ? net(c, k) / c->dt : NAN);
	tab_int(o, c->gone);
	tab_int(o, c->came);
	if (isnan(arg.jam))
		return;
	tab_int(o, a->before);
	tab_real(o, a->idle);
	tab_int(o, a->jammed);
	arch_print(o, a->jammed ? &a->arch : NULL);
}

static void mean_columns(struct tab_out *o)
{
	char name[40];

	if (dim == 2)
		tab_column(o, "width", "L");
	tab_column(o, "time", "T");
	for (int k = 0; k < AMOUNTS; k++)
		tab_column(o, amount[k].name, amount[k].unit);
	for (int k = 0; k < AMOUNTS; k++) {
		tab_column(o, amount[k].rate, amount[k].rate_unit);
		snprintf(name, sizeof name, "%s_error", amount[k].rate);
		tab_column(o, name, amount[k].rate_unit);
	}
	tab_column(o, "gone", "");
	tab_column(o, "came", "");
	if (isnan(arg.jam))
		return;
	tab_column(o, "flow_time", "T");
	tab_column(o, "jams", "");
	tab_column(o, "jam_t", "T");
	tab_column(o, "arch", "");
	tab_column(o, "arch_length", "L");
}

static void mean_print(struct tab_out *o, struct account *a)
{
	/* intervals that still wait were flow, because there was no stop after them */
	series_add(a, NULL);
	if (dim == 2)
		tab_real(o, a->line.to - a->line.from);
	tab_real(o, a->t - a->t0);
	for (int k = 0; k < AMOUNTS; k++)
		tab_real(o, a->sum[k]);
	for (int k = 0; k < AMOUNTS; k++) {
		struct estimate e = blocks_ratio(&a->series[k]);

		tab_real(o, e.mean);
		tab_real(o, e.error);
	}
	tab_int(o, a->gone);
	tab_int(o, a->came);
	if (isnan(arg.jam))
		return;
	tab_real(o, a->flow);
	tab_int(o, a->jams);
	tab_real(o, a->jams ? a->jam_t : NAN);
	arch_print(o, a->jams ? &a->arch : NULL);
}

/* The bodies that are counted: those that --where selects and no constraint holds. To be freed. */
static char *choose(struct world *w)
{
	char *keep = where_select(w, NULL);

	bodies_leave_held(w, keep);
	return keep;
}

static void account_take(struct account *a, struct world *w, const char *keep, struct flux *f, struct flux_count *c)
{
	if (!f->begun)
		a->t0 = w->t;
	else if (w->t < a->t)
		tool_fail(EXIT_INPUT, "frame %lld has t=%.9g after t=%.9g, expected frames in the order of time",
			(long long)w->step, w->t, a->t);
	const double *gravity = f->begun ? f->gravity : w->gravity;
	int64_t far = 0;
	if (dim == 3) {
		struct flux_plane plane = plane_in(gravity);

		a->inside |= domain_has_plane(&w->domain, &plane);
		far = flux_frame3(f, w, keep, &plane, c);
	} else {
		a->line = line_in(f->begun ? &f->domain : &w->domain, gravity);
		a->inside |= domain_has_line(&w->domain, &a->line);
		far = flux_frame(f, w, keep, &a->line, c);
	}
	if (far)
		tool_fail(EXIT_INPUT, "body %lld crosses more than a million periods of the domain before t=%.9g, expected a shorter time "
			"between frames", (long long)far, w->t);
	a->inside |= c->n[FLUX_FORTH] + c->n[FLUX_BACK] > 0; /* an extrapolated path may reach beyond the edge */
	a->t = w->t;
	a->gone += c->gone;
	a->came += c->came;
	a->frames++;
	for (int k = 0; k < AMOUNTS; k++)
		a->sum[k] += net(c, k);
	a->idle = flux_rest_take(&a->still, c, w->t);
	series_take(a, c);
	if (!isnan(arg.jam))
		jam_look(a, w, keep, f);
}

int main(int argc, char **argv)
{
	struct account a = { .frames = 0 };
	struct flux flux = { .begun = 0 };
	struct flux_count count;
	struct tab_out *table;
	struct world *w;
	size_t n;

	tool_begin(argc, argv, "what passes a line or a plane: numbers, mass, rates, jams", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	where_begin();
	table = tab_create(stdout, tool_made);
	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);

		dim = dims_same(w);
		if (!a.frames) {
			check_dimension();
			amount = dim == 2 ? plane_amount : space_amount;
			(arg.mean ? mean_columns : frame_columns)(table);
		}
		tab_preamble(table, text, n);
		char *keep = choose(w);
		account_take(&a, w, keep, &flux, &count);
		if (!arg.mean)
			frame_print(table, &a, &count);
		free(keep);
	}
	if (!a.frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected two or more");
	where_end();
	if (!a.inside)
		tool_warn("the %s lies outside the domain, and nothing passed; check %s", dim == 3 ? "plane" : "line",
		          arg.line ? "--line" : !isnan(arg.x) ? "--x, --from and --to" : !isnan(arg.y) ? "--y, --from and --to" : "--z");
	if (arg.mean)
		mean_print(table, &a);
	tab_finish(table);
	flux_free(&flux);
	account_free(&a);
	return tool_end();
}
