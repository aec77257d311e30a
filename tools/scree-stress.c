/* scree-stress: stress, strain and void ratio of the grains in every frame, and how stress drops */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/touches.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/drops.h"
#include "measure/stress2.h"
#include "shape/stir.h"
#include "table.h"

static struct {
	int kinetic, wall_forces, drops;
	double area, threshold;
	const char *region, *y;
} arg = { .area = -1, .threshold = -1 };

static double region[4]; /* x0 y0 x1 y1 */

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is printed; default: a row for every frame" },
	{ 0, "wall-forces", OPT_FLAG, &arg.wall_forces, NULL, "a block for every frame: forces on the walls" },
	{ 0, "drops", OPT_FLAG, &arg.drops, NULL, "a row for every drop of the stress" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How" },
	{ 0, "kinetic", OPT_FLAG, &arg.kinetic, NULL, "p, q, sin_phi, phi and I with the kinetic part of the stress" },
	{ 0, "area", OPT_REAL, &arg.area, "A", "area that the grains have [L^2], default that between walls or of the periods" },
	{ 0, "region", OPT_WORD, &arg.region, "X0,Y0,X1,Y1", "only grains with centres in this box [L], whose area counts" },
	{ 'y', "y", OPT_WORD, &arg.y, "COLUMN", "the column whose drops are meant, default q" },
	{ 0, "threshold", OPT_REAL, &arg.threshold, "F", "part of its peak by which it must fall for a drop, default 0.02" },
	OPT_RECOMPUTE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct tab_out *table;

/* ---- a row for every frame ---- */

enum {
	T, GRAINS, S_XX, S_XY, S_YX, S_YY, K_XX, K_XY, K_YY, P, Q, SIN_PHI, PHI, WALL_XX, WALL_XY, WALL_YY, STRAIN_XX, STRAIN_YY,
	STRAIN_VOL, GAMMA, AREA, SOLID, VOID_RATIO, INERTIAL, N_COLUMN
};

static const struct { const char *name, *unit; } column[N_COLUMN] = {
	{ "t", "T" }, { "grains", "" },
	{ "s_xx", "M/T^2" }, { "s_xy", "M/T^2" }, { "s_yx", "M/T^2" }, { "s_yy", "M/T^2" },
	{ "k_xx", "M/T^2" }, { "k_xy", "M/T^2" }, { "k_yy", "M/T^2" },
	{ "p", "M/T^2" }, { "q", "M/T^2" }, { "sin_phi", "" }, { "phi", "" },
	{ "wall_xx", "M/T^2" }, { "wall_xy", "M/T^2" }, { "wall_yy", "M/T^2" },
	{ "strain_xx", "" }, { "strain_yy", "" }, { "strain_vol", "" }, { "gamma", "" },
	{ "area", "L^2" }, { "solid", "" }, { "void_ratio", "" }, { "I", "" },
};

/* What lasts from frame to frame, and the frame's. */
static struct touches2 touches;
static struct walls2 walls;
static struct strain2 strain;
static struct drops drops;

/* Keep those of the chosen whose centres lie in the region. */
static void choose_region(struct world *w, char *keep)
{
	struct bodies b = world_bodies(w);

	for (int i = 0; i < b.n && arg.region; i++)
		keep[i] &= b.x[i] >= region[0] && b.x[i] < region[2] && b.y[i] >= region[1] && b.y[i] < region[3];
}

static struct stress2 grains_sum(struct world *w)
{
	char *keep = where_select(w, NULL);
	double *area = MEM_NEW(double, (size_t)w->body.n_row), *mass = MEM_NEW(double, (size_t)w->body.n_row);

	choose_region(w, keep);
	bodies_mass(w, area, mass, NULL);
	struct stress2 s = stress2_sum(&touches, w, keep, area, mass);
	free(keep);
	free(area);
	free(mass);
	return s;
}

/* The numbers of the frame. Strains go on from the last one. */
static void frame_measure(struct world *w, double *v)
{
	struct stress2 s = grains_sum(w);
	struct cell2 cell = cell2_find(&walls, &touches, w);
	struct tensor2 on_walls = cell2_wall_stress(&cell, &walls);
	double area = arg.area > 0 ? arg.area : arg.region ? (region[2] - region[0]) * (region[3] - region[1]) : cell2_area(&cell);
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

static void summary_row(const double *v)
{
	for (int k = 0; k < N_COLUMN; k++)
		if (k == GRAINS)
			tab_int(table, (int64_t)v[k]);
		else
			tab_real(table, v[k]);
	tab_word(table, touches_source(&touches));
}

/* ---- walls ---- */

static void walls_print(const struct world *w)
{
	tab_block(table, w->t);
	for (int k = 0; k < walls.n; k++) {
		const struct wall2 *q = &walls.at[k];
		const double v[] = { q->at[0], q->at[1], q->length, q->f.x, q->f.y, q->f.x / q->length, q->f.y / q->length };

		tab_word(table, w->names.word[q->tag]);
		tab_int(table, q->n);
		for (int z = 0; z < 7; z++)
			tab_real(table, v[z]);
	}
}

/* ---- drops ---- */

static int drops_column = Q;

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

static void drops_row(const double *v)
{
	double shear = hypot(v[STRAIN_XX] - v[STRAIN_YY], v[GAMMA]);
	struct drops_moment now = { v[T], v[drops_column], shear, v[STRAIN_VOL] };
	struct drop d;

	if (drops_take(&drops, &now, &d))
		drop_print(&d);
}

/* ---- options, columns, frames ---- */

static void check_options(void)
{
	if (arg.wall_forces && arg.drops)
		tool_fail(EXIT_USAGE, "--wall-forces and --drops are tables of their own, expected one of them");
	if (arg.area != -1 && !(arg.area > 0))
		opt_fail("area", "%g, expected more than 0", arg.area);
	if (arg.area != -1 && arg.region)
		opt_fail("area", "beside --region, expected one of them");
	if (arg.wall_forces && (arg.area != -1 || arg.region || arg.kinetic || where_text))
		opt_fail("wall-forces", "prints the forces of all grains on walls, without --area, --region, --kinetic, --where");
	if ((arg.y || arg.threshold != -1) && !arg.drops)
		opt_fail(arg.y ? "y" : "threshold", "is for --drops");
	if (arg.threshold != -1 && !(arg.threshold > 0 && arg.threshold < 1))
		opt_fail("threshold", "%g, expected more than 0, less than 1", arg.threshold);
	drops.threshold = arg.threshold > 0 ? arg.threshold : 0.02;
	if (arg.region && (words_numbers(arg.region, region, 4) != 4 || !(region[0] < region[2] && region[1] < region[3])))
		opt_fail("region", "'%s' is not X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1", arg.region);
	for (drops_column = arg.y ? 0 : Q; drops_column < N_COLUMN && arg.y && strcmp(arg.y, column[drops_column].name);)
		drops_column++;
	if (drops_column == N_COLUMN)
		opt_fail("y", "%s is no column, expected one such as q, p, s_xx, wall_yy or sin_phi", arg.y);
	where_begin();
}

static void columns_make(void)
{
	const char *u = column[drops_column].unit;
	const char *const drop[][2] = {
		{ "t", "T" }, { "t_end", "T" }, { "before", u }, { "after", u }, { "size", u }, { "relative", "" }, { "waiting", "T" },
		{ "strain", "" }, { "dilation", "" },
	};
	static const char *const wall[][2] = {
		{ "tag", "" }, { "bodies", "" }, { "x", "L" }, { "y", "L" }, { "length", "L" }, { "fx", "M*L/T^2" }, { "fy", "M*L/T^2" },
		{ "sx", "M/T^2" }, { "sy", "M/T^2" },
	};

	for (int k = 0; k < 9 && (arg.drops || arg.wall_forces); k++)
		tab_column(table, arg.drops ? drop[k][0] : wall[k][0], arg.drops ? drop[k][1] : wall[k][1]);
	for (int k = 0; k < N_COLUMN && !arg.drops && !arg.wall_forces; k++)
		tab_column(table, column[k].name, column[k].unit);
	if (!arg.drops && !arg.wall_forces)
		tab_column(table, "source", "");
}

int main(int argc, char **argv)
{
	struct world *w;
	struct drop d;
	int64_t frames = 0;
	double v[N_COLUMN];
	size_t n;

	tool_begin(argc, argv, "stress, strain, void ratio and stress drops of grains", "[FILE]", opts, 1);
	check_options();
	table = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	columns_make();
	particles_drop_text(tool_in());
	for (; (w = tool_read()); frames++) {
		const char *text = particles_preamble(tool_in(), &n);

		tab_preamble(table, text, n);
		touches_take(&touches, w);
		walls2_find(&walls, &touches, w);
		if (arg.wall_forces) {
			walls_print(w);
			continue;
		}
		frame_measure(w, v);
		(arg.drops ? drops_row : summary_row)(v);
	}
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with grains that touch");
	if (arg.drops && drops_end(&drops, &d))
		drop_print(&d);
	tab_finish(table);
	touches2_free(&touches);
	walls2_free(&walls);
	where_end();
	return tool_end();
}
