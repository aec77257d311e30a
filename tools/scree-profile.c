/* scree-profile: averages over the grains in bins of x, of y, or of the distance from a centre */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/heap_table.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/values.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/kinetic.h"
#include "measure/profile.h"
#include "measure/profile3.h"
#include "table.h"
#include "world/images.h"

static struct {
	const char *along, *centre, *across;
	int64_t bins;
	double from, to;
	int stress, mean, walls;
	const char *columns, *surface, *heights;
	double floor;
} arg = { .bins = 20, .from = NAN, .to = NAN, .floor = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bins" },
	{ 0, "along", OPT_WORD, &arg.along, "AXIS", "x, y, z (3D only), or r (distance from a centre), default y" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "number of bins, default 20" },
	{ 0, "from", OPT_REAL, &arg.from, "LEN", "lower end of the bins [L], default the edge of the domain, for r 0" },
	{ 0, "to", OPT_REAL, &arg.to, "LEN",
		"upper end of the bins [L], default the edge of the domain, for r the edge nearest to the centre" },
	{ 0, "across", OPT_WORD, &arg.across, "LO,HI",
		"for x, y, z: interval on the other axis [L], default the domain; in 3D LO,HI,LO,HI for the two other axes" },
	{ 0, "centre", OPT_WORD, &arg.centre, "X,Y[,Z]", "for r: the centre [L], default the middle of the domain" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is averaged" },
	OPT_WHERE,
	{ 0, "walls", OPT_FLAG, &arg.walls, NULL, "include bodies that a constraint holds: walls, glued grains" },
	{ 0, "stress", OPT_FLAG, &arg.stress, NULL, "add columns for the contact stress" },
	{ 0, "columns", OPT_WORD, &arg.columns, "LIST",
		"add means of columns of the bodies, or of formulas of them, such as pressure,abs(s_xy)/pressure; at most 8" },
	OPT_RECOMPUTE,
	{ 0, "mean", OPT_FLAG, &arg.mean, NULL, "write means over all frames with standard errors, default one block per frame" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Heaps" },
	{ 0, "surface", OPT_WORD, &arg.surface, "WHAT",
		"write the surface of a heap instead, by bins of x, in 3D of r: heights, or angles of repose" },
	{ 0, "heights", OPT_WORD, &arg.heights, "LO,HI",
		"fit the angles to the surface between these heights [L] or percentages of the greatest height, default 15%,85%" },
	{ 0, "floor", OPT_REAL, &arg.floor, "LEN", "y, in 3D z, of the floor [L], default the lowest point of the grains" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct profile2_grid grid;
static struct profile3_grid solid_grid;
static int dim;

static struct values own; /* the columns of --columns */
static struct heap_table heap; /* --surface */

/* The columns in the plane: the names for x and y, the names for r, and the unit. */
static const struct { const char *plane, *ring, *unit; } column[PROFILE_VALUES] = {
	[PROFILE_NUMBER] = { "number", "number", "1/L^2" }, [PROFILE_SOLID] = { "solid", "solid", "" },
	[PROFILE_V1] = { "vx", "vr", "L/T" }, [PROFILE_V2] = { "vy", "vt", "L/T" }, [PROFILE_SPIN] = { "omega", "omega", "1/T" },
	[PROFILE_T] = { "T", "T", "L^2/T^2" }, [PROFILE_T_ROT] = { "T_rot", "T_rot", "L^2/T^2" },
	[PROFILE_KINETIC11] = { "k_xx", "k_rr", "M/T^2" }, [PROFILE_KINETIC12] = { "k_xy", "k_rt", "M/T^2" },
	[PROFILE_KINETIC22] = { "k_yy", "k_tt", "M/T^2" },
	[PROFILE_CONTACT11] = { "s_xx", "s_rr", "M/T^2" }, [PROFILE_CONTACT12] = { "s_xy", "s_rt", "M/T^2" },
	[PROFILE_CONTACT21] = { "s_yx", "s_tr", "M/T^2" }, [PROFILE_CONTACT22] = { "s_yy", "s_tt", "M/T^2" },
};

/* The columns in space. */
#define STRESS "M/L/T^2"
static const struct { const char *name, *unit; } solid_column[PROFILE3_VALUES] = {
	[PROFILE3_NUMBER] = { "number", "1/L^3" }, [PROFILE3_SOLID] = { "solid", "" },
	[PROFILE3_VX] = { "vx", "L/T" }, { "vy", "L/T" }, { "vz", "L/T" }, [PROFILE3_VR] = { "vr", "L/T" },
	[PROFILE3_WX] = { "wx", "1/T" }, { "wy", "1/T" }, { "wz", "1/T" },
	[PROFILE3_T] = { "T", "L^2/T^2" }, [PROFILE3_T_ROT] = { "T_rot", "L^2/T^2" },
	[PROFILE3_KXX] = { "k_xx", STRESS }, { "k_yy", STRESS }, { "k_zz", STRESS }, { "k_xy", STRESS }, { "k_xz", STRESS },
	{ "k_yz", STRESS },
	[PROFILE3_SXX] = { "s_xx", STRESS }, { "s_xy", STRESS }, { "s_xz", STRESS }, { "s_yx", STRESS }, { "s_yy", STRESS },
	{ "s_yz", STRESS }, { "s_zx", STRESS }, { "s_zy", STRESS }, { "s_zz", STRESS },
	[PROFILE3_SRR] = { "s_rr", STRESS }, [PROFILE3_STT] = { "s_tt", STRESS },
};

static int is_shown(int v)
{
	int shells = solid_grid.axis == PROFILE3_SHELLS;

	if (dim == 2)
		return arg.stress || v < PROFILE_CONTACT11;
	return (arg.stress || v < PROFILE3_SXX) && (shells || (v != PROFILE3_VR && v != PROFILE3_SRR && v != PROFILE3_STT));
}

static void check_options(void)
{
	if (arg.surface && (arg.along || arg.across || arg.stress || arg.mean || arg.columns))
		opt_fail("surface", "cannot be combined with --%s", arg.along ? "along" : arg.across ? "across" : arg.stress ? "stress" :
			arg.mean ? "mean" : "columns");
	if (!arg.surface && (arg.heights || !isnan(arg.floor)))
		opt_fail(arg.heights ? "heights" : "floor", "needs --surface");
	if (arg.surface)
		heap_table_options(&heap, arg.surface, arg.heights);
	if (!arg.along)
		arg.along = "y";
	int ring = !strcmp(arg.along, "r");

	if (strlen(arg.along) != 1 || !strchr("xyzr", *arg.along))
		opt_fail("along", "%s, expected x, y, z (3D only) or r", arg.along);
	if (arg.bins < 1 || arg.bins > 1000000)
		opt_fail("bins", "%lld, expected 1 to 1000000", (long long)arg.bins);
	if (arg.to <= arg.from)
		opt_fail("to", "%g, expected more than --from %g", arg.to, arg.from);
	if (ring && arg.from < 0)
		opt_fail("from", "%g, expected a distance of 0 or more", arg.from);
	if (ring && arg.across)
		opt_fail("across", "is for bins along x, y or z, not r");
	if (!ring && !arg.surface && arg.centre)
		opt_fail("centre", "is only for bins along r");
	if (arg.columns)
		values_parse(&own, "columns", arg.columns);
	if (own.n > PROFILE_OWN)
		opt_fail("columns", "%d columns, expected at most %d", own.n, PROFILE_OWN);
}

/* Set up the bins, once the dimension is known. */
static void grid_make(void)
{
	double c[3] = { NAN, NAN, NAN }, across[4] = { NAN, NAN, NAN, NAN };
	int axis = (int)(strchr("xyzr", *arg.along) - "xyzr");

	if (dim == 2 && axis == 2)
		opt_fail("along", "z, expected x, y or r for a stream with dim=2");
	if (arg.centre && words_numbers(arg.centre, c, 3) != dim)
		opt_fail("centre", "'%s' is not %s", arg.centre, dim == 2 ? "two numbers X,Y" : "three numbers X,Y,Z");
	if (arg.across && words_numbers(arg.across, across, 4) != 2 * (dim - 1))
		opt_fail("across", "'%s' is not %s", arg.across, dim == 2 ? "two numbers LO,HI" : "four numbers LO,HI,LO,HI");
	for (int k = 0; k < 2; k++)
		if (across[2 * k + 1] <= across[2 * k])
			opt_fail("across", "%g,%g, expected the lower end first", across[2 * k], across[2 * k + 1]);
	if (dim == 3 && touches_anew)
		touches_anew_fail();
	if (arg.surface) {
		if (dim == 2 && arg.centre)
			opt_fail("centre", "is for heaps in space; those of the plane have bins of x");
		heap.n = (int)arg.bins;
		heap.from = arg.from;
		heap.to = arg.to;
		heap.floor = arg.floor;
		heap.centre[0] = c[0];
		heap.centre[1] = c[1];
	}
	grid = (struct profile2_grid){ .axis = axis == 0 ? PROFILE_X : axis == 1 ? PROFILE_Y : PROFILE_R, .n = (int)arg.bins,
	                              .from = arg.from, .to = arg.to, .across = { across[0], across[1] }, .centre = { c[0], c[1] } };
	solid_grid = (struct profile3_grid){ .axis = axis, .n = (int)arg.bins, .from = arg.from, .to = arg.to,
	                                     .centre = { c[0], c[1], c[2] }, .within = arg.across != NULL };
	for (int k = 0, z = 0; k < 3; k++)
		if (k != axis && z < 4) {
			solid_grid.across[k][0] = across[z++];
			solid_grid.across[k][1] = across[z++];
		}
}

/* ---- a frame ---- */

/* The ends of the bins are not known: say why. */
_Noreturn static void window_fail(const struct world *w)
{
	if (!w->domain.set)
		tool_fail(EXIT_USAGE, "the stream has no domain, so the bins have no ends; give %s",
			*arg.along == 'r' ? "--centre and --to" : "--from and --to");
	if (isnan(arg.from) && isnan(arg.to))
		tool_fail(EXIT_USAGE, "the centre lies outside the domain, so the bins have no end; give --to");
	opt_fail(isnan(arg.to) ? "from" : "to", "%g leaves no part of the domain for bins at t=%.9g; give both --from and --to",
		isnan(arg.to) ? arg.from : arg.to, w->t);
}

/* The bodies that are averaged; to be freed. */
static char *choose(struct world *w)
{
	char *keep = where_select(w, NULL);

	if (!arg.walls)
		bodies_leave_held(w, keep);
	return keep;
}

/* The values of --columns of all bodies, to be freed; NULL without the option. */
static double (*own_values(struct world *w))[PROFILE_OWN]
{
	double (*value)[PROFILE_OWN] = own.n ? mem_new((size_t)w->body.n_row, sizeof *value) : NULL;

	if (!own.n)
		return NULL;
	world_need_columns(w);
	values_bind(&own, "columns", w, &w->body);
	for (int i = 0; i < w->body.n_row; i++)
		for (int k = 0; k < PROFILE_OWN; k++)
			value[i][k] = k < own.n ? values_get(&own, k, i) : NAN;
	return value;
}

_Noreturn static void far_fail(struct world *w, int row)
{
	tool_fail(EXIT_INPUT, "body %lld has more than %g periodic images in the bins, expected a larger domain",
		(long long)table_int(&w->body, "id")[row], IMAGES_IN_WINDOW);
}

/* Mark the shapes of walls, which have no middle, from which a branch could begin, since their frame may lie anywhere: lines and
 * surfaces that no free body has, and surfaces without ends. Held bodies of other shapes are glued grains. bare is [n_shape]. */
static void find_bare(struct world *w, const char *held, char *bare)
{
	const int64_t *shape = table_int(&w->body, "shape");

	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *s = &w->shape[k];

		bare[k] = shape_is_wall(s) || s->kind == SHAPE_MESH || s->kind == SHAPE_POLYLINE || s->kind == SHAPE_RING;
	}
	for (int i = 0; i < w->body.n_row; i++) {
		const struct shape *s = held[i] ? NULL : world_shape(w, shape[i]);

		if (s && !shape_is_wall(s))
			bare[s - w->shape] = 0;
	}
}

/* Add the contacts of a frame to the bins: both grains of a contact have a branch, from their centre of mass to the contact. The
 * bins are plane or space; the other pointer is NULL. Returns 0 if the frame has no contact records and is left out. */
static int add_contacts(struct world *w, const char *keep, struct profile *plane, const struct profile3_grid *g,
	struct profile_bin *space)
{
	static struct touches touch; /* static, so that it can be reached if the program fails */
	static char *bare;
	static size_t cap;
	const double *x = table_real(&w->body, "x"), *y = table_real(&w->body, "y"), *z = table_real(&w->body, "z");
	const int64_t *shape = table_int(&w->body, "shape");

	if (!touches_take(&touch, w))
		return 0;
	MEM_GROW(bare, &cap, (size_t)w->n_shape);
	find_bare(w, touch.held, bare);
	for (int k = 0; k < touch.n; k++) {
		const struct touch *c = &touch.at[k];

		for (int side = 0; side < 2; side++) {
			int i = side ? c->b : c->a, bad;
			vec3 f = v3_scale(side ? -1 : 1, c->f), centre = v3(x[i], y[i], dim == 3 ? z[i] : 0);
			vec3 at = v3_add(centre, side ? c->arm_b : c->arm_a);

			const struct shape *s = touch.held[i] ? world_shape(w, shape[i]) : NULL;

			if (!keep[i] || (s && bare[s - w->shape]))
				continue;
			if (plane)
				bad = profile2_add_branch(plane, (const double[]){ centre.x, centre.y }, (const double[]){ at.x, at.y },
					(const double[]){ f.x, f.y });
			else
				bad = profile3_add_branch(space, g, &w->domain, centre, at, f);
			if (bad)
				far_fail(w, i);
		}
	}
	return 1;
}

/* The bins of a frame; n is 0 if the frame is left out. */
struct frame { const struct profile_kind *kind; const struct profile_bin *bin; int n; double from, to; };

static void check_row(struct world *w, int row)
{
	if (row > 0)
		far_fail(w, row - 1);
	if (row < 0)
		tool_fail_massless(table_int(&w->body, "id")[-row - 1]);
}

static struct frame plane_frame(struct world *w, const char *keep)
{
	static struct profile p;

	if (profile_begin(&p, &grid, &w->domain))
		window_fail(w);
	double (*value)[PROFILE_OWN] = own_values(w);
	check_row(w, profile_add_bodies(&p, w, keep, (const double (*)[PROFILE_OWN])value));
	free(value);
	if (arg.stress)
		add_contacts(w, keep, &p, NULL, NULL);
	return (struct frame){ &profile_plane, p.bin, p.grid.n, p.grid.from, p.grid.to };
}

static struct frame space_frame(struct world *w, const char *keep)
{
	static struct profile_bin *bin;
	static size_t cap;
	struct profile3_grid g = solid_grid;

	if (profile3_complete(&g, &w->domain))
		window_fail(w);
	MEM_GROW(bin, &cap, (size_t)g.n);
	double (*value)[PROFILE_OWN] = own_values(w);
	check_row(w, profile3_take(bin, &g, w, keep, (const double (*)[PROFILE_OWN])value));
	free(value);
	int known = !arg.stress || add_contacts(w, keep, NULL, &g, bin);
	return (struct frame){ &profile_space, bin, known ? g.n : 0, g.from, g.to };
}

/* ---- the table ---- */

static const char *name_of(int v)
{
	return dim == 3 ? solid_column[v].name : grid.axis == PROFILE_R ? column[v].ring : column[v].plane;
}

/* Whether the table has a column of this name without --columns. */
static int is_taken(const char *name)
{
	int taken = !strcmp(name, arg.along);

	for (int v = 0; v < (dim == 2 ? (int)PROFILE_VALUES : (int)PROFILE3_VALUES); v++)
		taken |= is_shown(v) && !strcmp(name, name_of(v));
	return taken;
}

/* A column, and with --mean one for its error. */
static void column_make(struct tab_out *o, const char *name, const char *unit)
{
	char *error = mem_new(strlen(name) + sizeof "_error", 1);

	stpcpy(stpcpy(error, name), "_error");
	tab_column(o, name, unit);
	if (arg.mean)
		tab_column(o, error, unit);
	free(error);
}

static void columns_make(struct tab_out *o)
{
	if (arg.surface) {
		heap_table_columns(&heap, dim, o);
		return;
	}
	tab_column(o, arg.along, "L");
	for (int v = 0; v < (dim == 2 ? (int)PROFILE_VALUES : (int)PROFILE3_VALUES); v++)
		if (is_shown(v))
			column_make(o, name_of(v), dim == 3 ? solid_column[v].unit : column[v].unit);
	for (int k = 0; k < own.n; k++) {
		const char *name = own.item[k].text;
		char *mean = mem_new(strlen(name) + sizeof "_mean", 1);

		stpcpy(stpcpy(mean, name), is_taken(name) ? "_mean" : "");
		column_make(o, mean, units_of_column(name, dim));
		free(mean);
	}
}

/* A row for one bin; error may be NULL. */
static void print_bin(struct tab_out *o, double middle, int n_value, const double *value, const double *error)
{
	tab_real(o, middle);
	for (int v = 0; v < n_value + own.n; v++) {
		if (v < n_value && !is_shown(v))
			continue;
		tab_real(o, value[v]);
		if (error)
			tab_real(o, error[v]);
	}
}

static void print_frame(struct tab_out *o, const struct frame *f, double t)
{
	double value[PROFILE_MOST];

	tab_block(o, t);
	for (int k = 0; k < f->n; k++) {
		f->kind->values(&f->bin[k], value);
		for (int v = 0; v < own.n; v++)
			value[f->kind->n_value + v] = profile_bin_own(&f->bin[k], v);
		print_bin(o, f->from + (f->to - f->from) * (k + 0.5) / f->n, f->kind->n_value, value, NULL);
	}
}

static void print_mean(struct tab_out *o, const struct profile_mean *m)
{
	double value[PROFILE_MOST], error[PROFILE_MOST], n = (double)m->frames;

	for (int k = 0; k < m->n_bin; k++) {
		profile_mean_values(m, k, value, error);
		print_bin(o, m->from / n + (m->to - m->from) / n * (k + 0.5) / m->n_bin, m->kind->n_value, value, error);
	}
}

int main(int argc, char **argv)
{
	static struct profile_mean mean;
	static struct tab_out *table;
	static char *keep; /* all static, so that they can be reached if the program fails */
	struct world *w;
	int64_t frames = 0, grains = 0; /* of a heap, in all frames */
	size_t n;

	tool_begin(argc, argv, "averages over grains in bins of x, y, z, or the distance from a centre", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	where_begin();
	mean.n_own = own.n;
	table = tab_create(stdout, tool_made);
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
		if (arg.surface) {
			grains += heap_table_frame(&heap, w, keep, table);
			free(keep);
			continue;
		}
		struct frame f = dim == 3 ? space_frame(w, keep) : plane_frame(w, keep);
		if (!f.n)
			/* left out */;
		else if (arg.mean)
			profile_mean_add(&mean, f.kind, f.bin, f.n, f.from, f.to);
		else
			print_frame(table, &f, w->t);
		free(keep);
	}
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies");
	where_end();
	if (arg.surface && !grains)
		tool_fail(EXIT_INPUT, "no grain in any frame, expected a heap; constraints hold walls, which --walls counts");
	touches_end();
	if (arg.mean)
		print_mean(table, &mean);
	tab_finish(table);
	profile_mean_free(&mean);
	values_free(&own);
	return tool_end();
}
