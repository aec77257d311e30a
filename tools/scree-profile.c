/* scree-profile: averages over the grains in bins of x, of y, or of the distance from a centre */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/kinetic.h"
#include "measure/profile.h"
#include "measure/profile3.h"
#include "table.h"
#include "world/images.h"

static struct {
	const char *along, *centre;
	int64_t bins;
	double from, to, across[2];
	int stress, mean, walls;
} arg = { "y", NULL, 20, NAN, NAN, { NAN, NAN }, 0, 0, 0 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "The bins" },
	{ 0, "along", OPT_WORD, &arg.along, "AXIS", "x, y, in 3D z, or r, the distance from a centre; default y" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "how many, default 20" },
	{ 0, "from", OPT_REAL, &arg.from, "LEN", "where they begin [L], default: the domain's edge, or 0 for r" },
	{ 0, "to", OPT_REAL, &arg.to, "LEN", "where they end [L], default: the domain's edge, for r the nearest one" },
	{ 0, "across", OPT_PAIR, arg.across, "LO,HI", "x and y: only what lies between on the other axis [L], default: the domain" },
	{ 0, "centre", OPT_WORD, &arg.centre, "X,Y[,Z]", "r: the centre [L], default: the middle of the domain" },
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
static struct profile3_grid solid_grid;
static int dim;

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
	int ring = !strcmp(arg.along, "r");

	if (strlen(arg.along) != 1 || !strchr("xyzr", *arg.along))
		opt_fail("along", "%s, expected x, y or r", arg.along);
	if (arg.bins < 1 || arg.bins > 1000000)
		opt_fail("bins", "%lld, expected 1 to 1000000", (long long)arg.bins);
	if (arg.to <= arg.from)
		opt_fail("to", "%g is not above --from %g", arg.to, arg.from);
	if (ring && arg.from < 0)
		opt_fail("from", "%g, expected a distance of 0 or more", arg.from);
	if (ring && !isnan(arg.across[0]))
		opt_fail("across", "it is for bins along x and y");
	if (!ring && arg.centre)
		opt_fail("centre", "it is for bins along r");
	if (arg.across[1] <= arg.across[0])
		opt_fail("across", "%g is not above %g", arg.across[1], arg.across[0]);
}

/* What depends on the dimension. */
static void grid_make(void)
{
	double c[3] = { NAN, NAN, NAN };

	if (arg.centre && words_numbers(arg.centre, c, 3) != dim)
		opt_fail("centre", "'%s' is not %s", arg.centre, dim == 2 ? "a pair of numbers such as 1,2" : "three numbers X,Y,Z");
	if (dim == 3) {
		if (arg.stress || arg.mean || touches_anew || !isnan(arg.across[0]))
			opt_fail(arg.stress ? "stress" : arg.mean ? "mean" : touches_anew ? "recompute" : "across", "is for streams with dim=2");
		solid_grid = (struct profile3_grid){ (int)(strchr("xyzr", *arg.along) - "xyzr"), (int)arg.bins, arg.from, arg.to,
		                                     { c[0], c[1], c[2] } };
		return;
	}
	if (!strcmp(arg.along, "z"))
		opt_fail("along", "z, expected x, y or r");
	grid = (struct profile_grid){ .axis = !strcmp(arg.along, "x") ? PROFILE_X : !strcmp(arg.along, "y") ? PROFILE_Y : PROFILE_R,
	                              .n = (int)arg.bins, .from = arg.from, .to = arg.to,
	                              .across = { arg.across[0], arg.across[1] }, .centre = { c[0], c[1] } };
}

/* ---- a frame ---- */

/* The window cannot be found. */
_Noreturn static void window_fail(const struct world *w)
{
	if (!w->domain.set)
		tool_fail(EXIT_USAGE, "the stream has no domain: give %s", *arg.along == 'r' ? "--centre and --to" : "--from and --to");
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
		(long long)table_int(&w->body, "id")[row], IMAGES_IN_WINDOW);
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

/* ---- space ---- */

static const struct { const char *name, *unit; } solid_column[PROFILE3_VALUES] = {
	[PROFILE3_NUMBER] = { "number", "1/L^3" }, [PROFILE3_SOLID] = { "solid", "" },
	[PROFILE3_VX] = { "vx", "L/T" }, { "vy", "L/T" }, { "vz", "L/T" }, [PROFILE3_VR] = { "vr", "L/T" },
	[PROFILE3_WX] = { "wx", "1/T" }, { "wy", "1/T" }, { "wz", "1/T" },
	[PROFILE3_T] = { "T", "L^2/T^2" }, [PROFILE3_T_ROT] = { "T_rot", "L^2/T^2" },
	[PROFILE3_KXX] = { "k_xx", "M/L/T^2" }, { "k_yy", "M/L/T^2" }, { "k_zz", "M/L/T^2" }, { "k_xy", "M/L/T^2" },
	{ "k_xz", "M/L/T^2" }, { "k_yz", "M/L/T^2" },
};

static int is_shown(int v)
{
	return v != PROFILE3_VR || solid_grid.axis == PROFILE3_SHELLS;
}

static void solids_print(struct tab_out *o, struct world *w, const char *keep)
{
	static struct profile3_bin *bin;
	static size_t cap;
	struct profile3_grid g = solid_grid;
	double value[PROFILE3_VALUES];

	if (profile3_complete(&g, &w->domain))
		window_fail(w);
	MEM_GROW(bin, &cap, (size_t)g.n);
	int row = profile3_take(bin, &g, w, keep);
	if (row > 0)
		far_fail(w, row - 1);
	if (row < 0)
		tool_fail_massless(table_int(&w->body, "id")[-row - 1]);
	tab_block(o, w->t);
	for (int k = 0; k < g.n; k++) {
		profile3_values(&bin[k], value);
		tab_real(o, g.from + (g.to - g.from) * (k + 0.5) / g.n);
		for (int v = 0; v < PROFILE3_VALUES; v++)
			if (is_shown(v))
				tab_real(o, value[v]);
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
	for (int v = 0; v < PROFILE3_VALUES && dim == 3; v++)
		if (is_shown(v))
			tab_column(o, solid_column[v].name, solid_column[v].unit);
	for (int v = 0; v < n_column() && dim == 2; v++) {
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

	tool_begin(argc, argv, "averages in bins of x, y, z, or the distance from a centre", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	where_begin();
	table = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	particles_drop_text(tool_in());
	while ((w = tool_read())) {
		const char *text = particles_preamble(tool_in(), &n);
		dim = dims_same(w);
		if (!frames++) {
			grid_make();
			columns_make(table);
		}
		tab_preamble(table, text, n);
		keep = choose(w);
		if (dim == 3) {
			solids_print(table, w, keep);
			free(keep);
			continue;
		}
		if (profile_begin(&profile, &grid, &w->domain))
			window_fail(w);
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
