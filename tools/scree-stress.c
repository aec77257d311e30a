/* scree-stress: stress, strain and void ratio of the grains in every frame, and drops of the stress */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/stress.h"
#include "common/touches.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/drops.h"
#include "measure/stress2.h"
#include "measure/stress3.h"
#include "shape/weigh.h"
#include "table.h"

static struct {
	int kinetic, wall_forces, drops, per_grain;
	double area, volume, threshold;
	const char *region, *y;
} arg = { .area = NAN, .volume = NAN, .threshold = NAN };

static double region[6]; /* x0 y0 x1 y1, in 3D x0 y0 z0 x1 y1 z1 */

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Table (default: a row for every frame)" },
	{ 0, "wall-forces", OPT_FLAG, &arg.wall_forces, NULL, "print the forces on the walls, in a block for every frame" },
	{ 0, "drops", OPT_FLAG, &arg.drops, NULL, "print a row for every drop of the stress" },
	{ 0, "per-grain", OPT_FLAG, &arg.per_grain, NULL,
		"write no table, but the stream with columns of the bodies: stress, pressure, coordination and virial area or volume" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Measurement" },
	{ 0, "kinetic", OPT_FLAG, &arg.kinetic, NULL,
		"include the kinetic stress in p, q, sin_phi, phi and I, and in the columns of --per-grain" },
	{ 0, "area", OPT_REAL, &arg.area, "A",
		"total area of grains and voids [L^2], default: that between walls or of the periods" },
	{ 0, "volume", OPT_REAL, &arg.volume, "V",
		"3D: total volume of grains and voids [L^3], default: that between walls or of the periods" },
	{ 0, "region", OPT_WORD, &arg.region, "X0,...",
		"only grains with centres in the box X0,Y0,X1,Y1 [L], divided by its area; in 3D X0,Y0,Z0,X1,Y1,Z1" },
	{ 'y', "y", OPT_WORD, &arg.y, "COLUMN", "with --drops: column whose drops are listed, default q" },
	{ 0, "threshold", OPT_REAL, &arg.threshold, "F",
		"with --drops: fraction of a peak by which the column must fall, default 0.02" },
	OPT_RECOMPUTE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct tab_out *table;
static int dim;                      /* of the stream */

/* ---- a row for every frame ---- */

enum {
	T, GRAINS, S_XX, S_XY, S_YX, S_YY, K_XX, K_XY, K_YY, P, Q, SIN_PHI, PHI, WALL_XX, WALL_XY, WALL_YY, STRAIN_XX, STRAIN_YY,
	STRAIN_VOL, GAMMA, AREA, SOLID, VOID_RATIO, INERTIAL, N_COLUMN
};

static const struct stress_column plane_column[N_COLUMN] = {
	{ "t", "T" }, { "grains", "" },
	{ "s_xx", "M/T^2" }, { "s_xy", "M/T^2" }, { "s_yx", "M/T^2" }, { "s_yy", "M/T^2" },
	{ "k_xx", "M/T^2" }, { "k_xy", "M/T^2" }, { "k_yy", "M/T^2" },
	{ "p", "M/T^2" }, { "q", "M/T^2" }, { "sin_phi", "" }, { "phi", "" },
	{ "wall_xx", "M/T^2" }, { "wall_xy", "M/T^2" }, { "wall_yy", "M/T^2" },
	{ "strain_xx", "" }, { "strain_yy", "" }, { "strain_vol", "" }, { "gamma", "" },
	{ "area", "L^2" }, { "solid", "" }, { "void_ratio", "" }, { "I", "" },
};

/* The columns for the dimension of the stream. */
static const struct stress_column *column;
static int n_column;

/* The values of a row, and the strains for drops. */
enum { ROW = (int)STRESS3_COLUMNS > (int)N_COLUMN ? (int)STRESS3_COLUMNS : (int)N_COLUMN };
struct row { double v[ROW], shear, volume; };

/* Contacts and walls of the frame; strain and drops since the first frame. */
static struct touches touches;
static struct wall_groups groups;
static struct walls2 walls;
static struct strain2 strain;
static struct drops drops;

static struct stress2 grains_sum(struct world *w, char *keep)
{
	double *area = MEM_NEW(double, (size_t)w->body.n_row), *mass = MEM_NEW(double, (size_t)w->body.n_row);

	if (arg.region)
		stress_region(w, keep, region, 2);
	bodies_mass2(w, area, mass, NULL);
	struct stress2 s = stress2_sum(&touches, w, keep, area, mass);
	free(area);
	free(mass);
	return s;
}

/* The area that the grains share. */
static double plane_room(const struct cell2 *cell)
{
	return arg.area > 0 ? arg.area : arg.region ? (region[2] - region[0]) * (region[3] - region[1]) : cell2_area(cell);
}

/* The values of a frame in 2D. Strains continue from the previous frame. */
static void plane_measure(struct world *w, char *keep, double *v)
{
	struct stress2 s = grains_sum(w, keep);
	struct cell2 cell = cell2_find(&walls, &touches, w);
	struct tensor2 on_walls = cell2_wall_stress(&cell, &walls);
	double area = plane_room(&cell);
	double by = area > 0 && s.n ? 1 / area : NAN, d = sqrt(4 / 3.14159265358979323846 * s.area / s.n);

	strain2_take(&strain, &cell, &walls, w);
	struct principal2 r = tensor2_principal(arg.kinetic ? tensor2_sum(s.contact, 1, s.kinetic) : s.contact);
	v[T] = w->t;
	v[GRAINS] = s.n;
	v[S_XX] = by * s.contact.xx;
	v[S_XY] = by * s.contact.xy;
	v[S_YX] = by * s.contact.yx;
	v[S_YY] = by * s.contact.yy;
	v[K_XX] = by * s.kinetic.xx;
	v[K_XY] = by * s.kinetic.xy;
	v[K_YY] = by * s.kinetic.yy;
	v[P] = by * 0.5 * (r.major + r.minor);
	v[Q] = by * (r.major - r.minor);
	v[SIN_PHI] = r.major + r.minor > 0 ? (r.major - r.minor) / (r.major + r.minor) : NAN;
	v[PHI] = v[SIN_PHI] <= 1 ? asin(v[SIN_PHI]) : NAN;
	v[WALL_XX] = on_walls.xx;
	v[WALL_XY] = on_walls.xy;
	v[WALL_YY] = on_walls.yy;
	v[STRAIN_XX] = strain.xx;
	v[STRAIN_YY] = strain.yy;
	v[STRAIN_VOL] = strain.xx + strain.yy;
	v[GAMMA] = strain.gamma;
	v[AREA] = area > 0 ? area : NAN;
	v[SOLID] = by * s.area;
	v[VOID_RATIO] = (area - s.area) / s.area;
	v[INERTIAL] = v[P] > 0 ? strain.rate * d * sqrt(s.mass / s.area / v[P]) : NAN;
}

static void frame_measure(struct world *w, struct row *r)
{
	const struct stress3_plan plan = { arg.kinetic, arg.volume, arg.region ? region : NULL };
	char *keep = where_select(w, NULL);

	if (dim == 3) {
		stress3_measure(&touches, w, keep, &plan, r->v, &r->shear, &r->volume);
	} else {
		walls2_find(&walls, &touches, w);
		plane_measure(w, keep, r->v);
		r->shear = hypot(r->v[STRAIN_XX] - r->v[STRAIN_YY], r->v[GAMMA]);
		r->volume = r->v[STRAIN_VOL];
	}
	free(keep);
}

/* ---- columns of the stream ---- */

static void grains_write(struct world *w)
{
	const struct stress3_plan plan = { arg.kinetic, arg.volume, arg.region ? region : NULL };
	char *chosen = where_select(w, NULL), *sharing = MEM_NEW(char, (size_t)w->body.n_row);
	double room;

	memset(sharing, 1, (size_t)w->body.n_row);
	if (dim == 3) {
		struct cell3 cell = cell3_find(&touches, w);
		room = stress3_room(w, sharing, &plan, &cell);
	} else {
		walls2_find(&walls, &touches, w);
		struct cell2 cell = cell2_find(&walls, &touches, w);
		if (arg.region)
			stress_region(w, sharing, region, 2);
		room = plane_room(&cell);
	}
	for (int i = 0; i < w->body.n_row; i++)
		chosen[i] &= sharing[i];
	stress_columns_add(&touches, w, chosen, sharing, room, arg.kinetic);
	tool_write(w);
	free(chosen);
	free(sharing);
}

/* Warn once of a cell that is smaller than the grains that share it. */
static void cell_check(const double *v)
{
	static int told;
	int solid = 0, walls = 0;

	for (int k = 0; k < n_column; k++) {
		solid = strcmp(column[k].name, "solid") ? solid : k;
		walls |= !strncmp(column[k].name, "wall_", 5) && !isnan(v[k]);
	}
	if (v[solid] > 1 && !told && isnan(arg.area) && isnan(arg.volume) && !arg.region) {
		told = 1;
		tool_warn("t=%.6g: the grains fill %.3g of their %s; %s", v[0], v[solid], dim == 2 ? "area" : "volume",
		          walls ? "unless they overlap deeply, grains lie behind those that are glued to a wall, where the cell ends, and "
		          "stresses and solid fractions mean nothing" : "they overlap deeply, and overlaps count twice");
	}
}

static void summary_row(const double *v)
{
	cell_check(v);
	for (int k = 0; k < n_column; k++)
		if (k == GRAINS)
			tab_int(table, (int64_t)v[k]);
		else
			tab_real(table, v[k]);
	tab_word(table, touches_source(&touches));
}

/* ---- walls ---- */

static void groups_print(struct world *w)
{
	wall_groups_find(&groups, &touches, w);
	for (int k = 0; k < groups.n; k++) {
		const struct wall_group *q = &groups.at[k];
		const double v[] = { q->at.x, q->at.y, q->at.z, q->all.x, q->all.y, q->all.z };

		tab_word(table, w->names.word[q->tag]);
		tab_int(table, q->n);
		for (int z = 0; z < 6; z++)
			tab_real(table, v[z]);
	}
}

static void walls_print(struct world *w)
{
	tab_block(table, w->t);
	if (dim == 3) {
		groups_print(w);
		return;
	}
	walls2_find(&walls, &touches, w);
	for (int k = 0; k < walls.n; k++) {
		const struct wall2 *q = &walls.at[k];
		const double v[] = { q->at[0], q->at[1], q->length, q->all.x, q->all.y, q->all.x / q->length,
			q->all.y / q->length };

		tab_word(table, w->names.word[q->tag]);
		tab_int(table, q->n);
		for (int z = 0; z < 7; z++)
			tab_real(table, v[z]);
	}
}

/* ---- drops ---- */

static int drops_column;

static void drop_print(const struct drop *d)
{
	double size = d->from.value - d->to.value;

	tab_real(table, d->from.t);
	tab_real(table, d->to.t);
	tab_real(table, d->from.value);
	tab_real(table, d->to.value);
	tab_real(table, size);
	tab_real(table, size / fabs(d->from.value));
	tab_real(table, d->waiting);
	tab_real(table, d->from.strain);
	tab_real(table, d->from.volume - d->to.volume);
}

static void drops_row(const struct row *r)
{
	struct drops_moment now = { r->v[T], r->v[drops_column], r->shear, r->volume };
	struct drop d;

	if (drops_take(&drops, &now, &d))
		drop_print(&d);
}

/* ---- options, columns, frames ---- */

static void check_options(void)
{
	int has_area = !isnan(arg.area), has_volume = !isnan(arg.volume);

	if (arg.wall_forces + arg.drops + arg.per_grain > 1)
		tool_fail(EXIT_USAGE, "--wall-forces and --drops print different tables, and --per-grain a stream, expected one of them");
	if (arg.area <= 0)
		opt_fail("area", "%g, expected a number above 0", arg.area);
	if (arg.volume <= 0)
		opt_fail("volume", "%g, expected a number above 0", arg.volume);
	if ((has_area || has_volume) && arg.region)
		opt_fail(has_area ? "area" : "volume", "cannot be combined with --region, expected one of them");
	if (arg.wall_forces && (has_area || has_volume || arg.region || arg.kinetic || where_text))
		opt_fail("wall-forces", "prints the forces of all grains on walls, expected no --area, --volume, --region, --kinetic, --where");
	if ((arg.y || !isnan(arg.threshold)) && !arg.drops)
		opt_fail(arg.y ? "y" : "threshold", "needs --drops");
	if (arg.threshold <= 0 || arg.threshold >= 1)
		opt_fail("threshold", "%g, expected a number above 0 and below 1", arg.threshold);
	drops.threshold = arg.threshold > 0 ? arg.threshold : 0.02;
	where_begin();
}

/* Set up columns, and check the options that depend on the dimension. */
static void dim_take(void)
{
	const double *r = region;

	column = dim == 2 ? plane_column : stress3_column;
	n_column = dim == 2 ? N_COLUMN : STRESS3_COLUMNS;
	if (arg.region && dim == 2 && (words_numbers(arg.region, region, 4) != 4 || !(r[0] < r[2] && r[1] < r[3])))
		opt_fail("region", "'%s' is not X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1", arg.region);
	if (arg.region && dim == 3 &&
	    (words_numbers(arg.region, region, 6) != 6 || !(r[0] < r[3] && r[1] < r[4] && r[2] < r[5])))
		opt_fail("region", "'%s' is not X0,Y0,Z0,X1,Y1,Z1 with X0 < X1, Y0 < Y1 and Z0 < Z1", arg.region);
	if (dim == 2 ? !isnan(arg.volume) : !isnan(arg.area))
		opt_fail(dim == 2 ? "volume" : "area", "the stream has dim=%d, expected --%s", dim, dim == 2 ? "area" : "volume");
	while (drops_column < n_column && strcmp(arg.y ? arg.y : "q", column[drops_column].name))
		drops_column++;
	if (drops_column == n_column)
		opt_fail("y", "%s is not a column, expected a column such as q, p, s_xx, wall_yy or sin_phi", arg.y);
}

static void columns_make(void)
{
	const char *u = column[drops_column].unit;
	const char *const drop[][2] = {
		{ "t", "T" }, { "t_end", "T" }, { "before", u }, { "after", u }, { "size", u }, { "relative", "" }, { "waiting", "T" },
		{ "strain", "" }, { "dilation", "" },
	};
	static const char *const wall3[][2] = {
		{ "tag", "" }, { "bodies", "" }, { "x", "L" }, { "y", "L" }, { "z", "L" }, { "fx", "M*L/T^2" }, { "fy", "M*L/T^2" },
		{ "fz", "M*L/T^2" },
	};
	static const char *const wall[][2] = {
		{ "tag", "" }, { "bodies", "" }, { "x", "L" }, { "y", "L" }, { "length", "L" }, { "fx", "M*L/T^2" }, { "fy", "M*L/T^2" },
		{ "sx", "M/T^2" }, { "sy", "M/T^2" },
	};

	const char *const (*part)[2] = arg.drops ? drop : dim == 2 ? wall : wall3;

	for (int k = 0; k < (part == wall3 ? 8 : 9) && (arg.drops || arg.wall_forces); k++)
		tab_column(table, part[k][0], part[k][1]);
	for (int k = 0; k < n_column && !arg.drops && !arg.wall_forces; k++)
		tab_column(table, column[k].name, column[k].unit);
	if (!arg.drops && !arg.wall_forces)
		tab_column(table, "source", "");
}

/* Write tables. Returns the number of frames. */
static int64_t tables_write(void)
{
	struct world *w;
	struct drop d;
	int64_t frames = 0;
	struct row row;
	size_t n;

	table = tab_create(stdout, tool_made);
	particles_drop_text(tool_in());
	for (; (w = tool_read()); frames++) {
		const char *text = particles_preamble(tool_in(), &n);

		dim = dims_same(w);
		if (!frames) {
			dim_take();
			columns_make();
		}
		tab_preamble(table, text, n);
		int known = touches_take(&touches, w);

		if (!arg.wall_forces)
			frame_measure(w, &row); /* also in frames that are left out, because strains continue */
		if (!known)
			continue;
		if (arg.wall_forces)
			walls_print(w);
		else if (arg.drops)
			drops_row(&row);
		else
			summary_row(row.v);
	}
	if (arg.drops && drops_end(&drops, &d))
		drop_print(&d);
	return frames;
}

/* Write the stream with columns of the bodies. Returns the number of frames. */
static int64_t stream_write(void)
{
	struct world *w;
	int64_t frames = 0;

	for (; (w = tool_read()); frames++) {
		dim = dims_same(w);
		if (!frames)
			dim_take();
		if (touches_take(&touches, w))
			grains_write(w);
		else
			tool_hold_preamble(); /* its definitions hold for later frames too */
	}
	return frames;
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "tabulate stress, strain, void ratio and stress drops of grains", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	if (!(arg.per_grain ? stream_write() : tables_write()))
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with contacts");
	where_end();
	touches_end();
	if (table)
		tab_finish(table);
	touches_free(&touches);
	walls2_free(&walls);
	wall_groups_free(&groups);
	return tool_end();
}
