/* scree-profile: averages over the grains in bins of x, of y, or of the distance from a centre */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/where.h"
#include "measure/kinetic.h"
#include "measure/profile.h"
#include "table.h"
#include "world/images.h"

static struct {
	const char *along;
	int64_t bins;
	double from, to, across[2], centre[2];
	int stress, mean, walls;
} arg = { "y", 20, NAN, NAN, { NAN, NAN }, { NAN, NAN }, 0, 0, 0 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "The bins" },
	{ 0, "along", OPT_WORD, &arg.along, "AXIS", "x, y, or r, the distance from a centre; default y" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "how many, default 20" },
	{ 0, "from", OPT_REAL, &arg.from, "LEN", "where they begin [L], default: the domain's edge, or 0 for r" },
	{ 0, "to", OPT_REAL, &arg.to, "LEN", "where they end [L], default: the domain's edge, for r the nearest one" },
	{ 0, "across", OPT_PAIR, arg.across, "LO,HI", "x and y: only what lies between on the other axis [L], default: the domain" },
	{ 0, "centre", OPT_PAIR, arg.centre, "X,Y", "r: the centre [L], default: the middle of the domain" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is averaged" },
	OPT_WHERE,
	{ 0, "walls", OPT_FLAG, &arg.walls, NULL, "also bodies that constraints hold: walls, glued grains" },
	{ 0, "stress", OPT_FLAG, &arg.stress, NULL, "also the stress of the contacts" },
	OPT_RECOMPUTE,
	{ 0, "mean", OPT_FLAG, &arg.mean, NULL, "one table of means over all frames, with standard errors, instead of one per frame" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct profile_grid grid;

/* The columns: names for x and y, for r, and the unit. */
static const struct { const char *plane, *ring, *unit; } column[PROFILE_VALUES] = {
	[PROFILE_NUMBER] = { "number", "number", "1/L^2" }, [PROFILE_SOLID] = { "solid", "solid", "" },
	[PROFILE_V1] = { "vx", "vr", "L/T" }, [PROFILE_V2] = { "vy", "vt", "L/T" }, [PROFILE_SPIN] = { "omega", "omega", "1/T" },
	[PROFILE_T] = { "T", "T", "L^2/T^2" }, [PROFILE_T_ROT] = { "T_rot", "T_rot", "L^2/T^2" },
	[PROFILE_KINETIC11] = { "k_xx", "k_rr", "M/T^2" }, [PROFILE_KINETIC12] = { "k_xy", "k_rt", "M/T^2" },
	[PROFILE_KINETIC22] = { "k_yy", "k_tt", "M/T^2" },
	[PROFILE_CONTACT11] = { "s_xx", "s_rr", "M/T^2" }, [PROFILE_CONTACT12] = { "s_xy", "s_rt", "M/T^2" },
	[PROFILE_CONTACT21] = { "s_yx", "s_tr", "M/T^2" }, [PROFILE_CONTACT22] = { "s_yy", "s_tt", "M/T^2" },
};

static void check_options(void)
{
	int axis = !strcmp(arg.along, "x") ? PROFILE_X : !strcmp(arg.along, "y") ? PROFILE_Y : PROFILE_R;

	if (axis == PROFILE_R && strcmp(arg.along, "r"))
		opt_fail("along", "%s, expected x, y or r", arg.along);
	if (arg.bins < 1 || arg.bins > 1000000)
		opt_fail("bins", "%lld, expected 1 to 1000000", (long long)arg.bins);
	if (arg.to <= arg.from)
		opt_fail("to", "%g is not above --from %g", arg.to, arg.from);
	if (axis == PROFILE_R && arg.from < 0)
		opt_fail("from", "%g, expected a distance of 0 or more", arg.from);
	if (axis == PROFILE_R && !isnan(arg.across[0]))
		opt_fail("across", "it is for bins along x and y");
	if (axis != PROFILE_R && !isnan(arg.centre[0]))
		opt_fail("centre", "it is for bins along r");
	if (arg.across[1] <= arg.across[0])
		opt_fail("across", "%g is not above %g", arg.across[1], arg.across[0]);
	grid = (struct profile_grid){ .axis = axis, .n = (int)arg.bins, .from = arg.from, .to = arg.to,
	                              .across = { arg.across[0], arg.across[1] }, .centre = { arg.centre[0], arg.centre[1] } };
}

/* ---- a frame ---- */

static void begin_frame(struct profile *p, const struct world *w)
{
	if (!profile_begin(p, &grid, &w->domain))
		return;
	if (!w->domain.set)
		tool_fail(EXIT_USAGE, "the stream has no domain: give %s",
			grid.axis == PROFILE_R ? "--centre and --to" : "--from and --to");
	if (isnan(arg.from) && isnan(arg.to))
		tool_fail(EXIT_USAGE, "the centre lies outside the domain: give --to");
	opt_fail(isnan(arg.to) ? "from" : "to", "%g leaves nothing of the domain to t=%.9g: give both ends",
		isnan(arg.to) ? arg.from : arg.to, w->t);
}

/* The bodies that are averaged. To be freed. */
static char *choose(struct world *w)
{
	char *keep = where_select(w, NULL);

	if (!arg.walls)
		bodies_leave_held(w, keep);
	return keep;
}

_Noreturn static void far_fail(struct world *w, int row)
{
	tool_fail(EXIT_INPUT, "body %lld has more than %g images between the ends of the bins, expected a larger domain",
		(long long)world_bodies(w).id[row], IMAGES_IN_WINDOW);
}

/* Both grains of a contact have a branch from their centre to it. */
static void add_contacts(struct profile *p, struct touches *touch, struct world *w, const char *keep)
{
	touches_take(touch, w);
	struct bodies b = world_bodies(w);

	for (int k = 0; k < touch->n; k++) {
		const struct touch *c = &touch->at[k];

		for (int side = 0; side < 2; side++) {
			int i = side ? c->b : c->a;
			vec3 arm = side ? c->arm_b : c->arm_a, f = v3_scale(side ? -1 : 1, c->f);
			const double centre[2] = { b.x[i], b.y[i] }, at[2] = { b.x[i] + arm.x, b.y[i] + arm.y };

			if (keep[i] && profile_add_branch(p, centre, at, (const double[]){ f.x, f.y }))
				far_fail(w, i);
		}
	}
}

/* ---- the table ---- */

static int n_column(void)
{
	return arg.stress ? PROFILE_VALUES : PROFILE_CONTACT11;
}

static void columns_make(struct tab_out *o)
{
	char name[40];

	tab_column(o, arg.along, "L");
	for (int v = 0; v < n_column(); v++) {
		const char *word = grid.axis == PROFILE_R ? column[v].ring : column[v].plane;

		tab_column(o, word, column[v].unit);
		snprintf(name, sizeof name, "%s_error", word);
		if (arg.mean)
			tab_column(o, name, column[v].unit);
	}
}

static void print_frame(struct tab_out *o, const struct profile *p, double t)
{
	double value[PROFILE_VALUES];

	tab_block(o, t);
	for (int k = 0; k < p->grid.n; k++) {
		profile_bin_values(&p->bin[k], value);
		tab_real(o, p->grid.from + (p->grid.to - p->grid.from) * (k + 0.5) / p->grid.n);
		for (int v = 0; v < n_column(); v++)
			tab_real(o, value[v]);
	}
}

static void print_mean(struct tab_out *o, const struct profile_mean *m)
{
	double value[PROFILE_VALUES], error[PROFILE_VALUES], n = (double)m->frames;

	for (int k = 0; k < m->n_bin; k++) {
		profile_mean_values(m, k, value, error);
		tab_real(o, m->from / n + (m->to - m->from) / n * (k + 0.5) / m->n_bin);
		for (int v = 0; v < n_column(); v++) {
			tab_real(o, value[v]);
			tab_real(o, error[v]);
		}
	}
}

int main(int argc, char **argv)
{
	static struct profile profile;
	static struct profile_mean mean;
	static struct touches touch;
	static struct tab_out *table;
	static char *keep; /* all of them reachable where a failure ends the program */
	struct world *w;
	int64_t frames = 0;
	size_t n;

	tool_begin(argc, argv, "averages in bins of x, y, or the distance from a centre", "[FILE]", opts, 1);
	check_options();
	where_begin();
	table = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	columns_make(table);
	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);
		tab_preamble(table, text, n);
		keep = choose(w);
		begin_frame(&profile, w);
		int row = profile_add_bodies(&profile, w, keep);
		if (row > 0)
			far_fail(w, row - 1);
		if (row < 0)
			tool_fail_massless(world_bodies(w).id[-row - 1]);
		if (arg.stress)
			add_contacts(&profile, &touch, w, keep);
		if (arg.mean)
			profile_mean_add(&mean, &profile);
		else
			print_frame(table, &profile, w->t);
		free(keep);
		frames++;
	}
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies");
	if (arg.mean)
		print_mean(table, &mean);
	tab_finish(table);
	profile_free(&profile);
	profile_mean_free(&mean);
	touches_free(&touch);
	where_end();
	return tool_end();
}
