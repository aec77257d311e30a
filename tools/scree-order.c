/* scree-order: how grains are arranged: correlations, nematic and bond-orientational order, displacements, local density */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "common/dims.h"
#include "common/order.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/where.h"
#include "measure/bonds.h"
#include "measure/correlation.h"
#include "measure/displacement.h"
#include "measure/nematic.h"
#include "measure/order3.h"
#include "measure/tessellation.h"
#include "measure/touch.h"
#include "number.h"
#include "table.h"

static struct {
	int gr, nematic, contacts, msd, voronoi, bodies;
	int64_t bond, bins, points;
	double reach;
	const char *neighbours, *origins;
} arg = { .bond = -1, .bins = -1, .points = -1, .reach = -1 };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What to measure: one of" },
	{ 0, "gr", OPT_FLAG, &arg.gr, NULL, "pair correlation g(r), and orientation correlation g2(r), of all frames together" },
	{ 0, "nematic", OPT_FLAG, &arg.nematic, NULL, "nematic order of long axes in each frame" },
	{ 0, "bond", OPT_INT, &arg.bond, "K", "bond-orientational order psi_K, in 3D q_K, in each frame, 1 to 100, in 3D 24" },
	{ 0, "contacts", OPT_FLAG, &arg.contacts, NULL, "how grains that touch are turned to each other, in each frame" },
	{ 0, "msd", OPT_FLAG, &arg.msd, NULL, "mean-squared displacement" },
	{ 0, "voronoi", OPT_FLAG, &arg.voronoi, NULL, "local solid fraction by Voronoi cells in each frame" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How" },
	{ 0, "bodies", OPT_FLAG, &arg.bodies, NULL,
	  "with --nematic, --bond, --voronoi: a row for each grain instead of each frame" },
	{ 0, "reach", OPT_REAL, &arg.reach, "R",
	  "with --gr: greatest distance [L], default 6 mean spacings, at most a third of the box" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "with --gr: number of bins, 1 to 1000000, default 100" },
	{ 0, "neighbours", OPT_WORD, &arg.neighbours, "WHICH",
	  "with --bond: voronoi, contacts, or a number: those nearer than this [L]; default voronoi" },
	{ 0, "points", OPT_INT, &arg.points, "N",
	  "points on the outline of each grain for its cell, 1: its centre alone; 1 to 10000, "
	  "default 64 with --voronoi, 1 with --bond" },
	{ 0, "origins", OPT_WORD, &arg.origins, "WHICH",
	  "with --msd: first, displacements since the first frame, or many, between all frames; default first" },
	OPT_RECOMPUTE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static double distance = NAN;         /* of neighbours [L] */
static int by_contacts, many_origins;
static struct tab_out *table;
static struct world *first;           /* the first frame, until it is looked at */

/* ---- options ---- */

static void only_with(const char *name, int given, int allowed, const char *with)
{
	if (given && !allowed)
		opt_fail(name, "only with %s", with);
}

static void check_options(void)
{
	int bond = arg.bond != -1, voronoi = bond && (!arg.neighbours || !strcmp(arg.neighbours, "voronoi"));
	int count = arg.gr + arg.nematic + bond + arg.contacts + arg.msd + arg.voronoi;

	if (count != 1)
		tool_fail(EXIT_USAGE, "%s of --gr, --nematic, --bond, --contacts, --msd, --voronoi, expected one",
			count ? "several" : "none");
	if (bond && (arg.bond < 1 || arg.bond > 100))
		opt_fail("bond", "%" PRId64 ", expected 1 to 100", arg.bond);
	only_with("bodies", arg.bodies, arg.nematic || bond || arg.voronoi, "--nematic, --bond or --voronoi");
	only_with("reach", arg.reach != -1, arg.gr, "--gr");
	only_with("bins", arg.bins != -1, arg.gr, "--gr");
	only_with("neighbours", arg.neighbours != NULL, bond, "--bond");
	only_with("points", arg.points != -1, arg.voronoi || voronoi, "--voronoi, or --bond by voronoi");
	only_with("origins", arg.origins != NULL, arg.msd, "--msd");
	if (arg.reach != -1 && !(arg.reach > 0))
		opt_fail("reach", "%g, expected more than 0", arg.reach);
	arg.bins = arg.bins == -1 ? 100 : arg.bins;
	if (arg.bins < 1 || arg.bins > 1000000)
		opt_fail("bins", "%" PRId64 ", expected 1 to 1000000", arg.bins);
	arg.points = arg.points == -1 ? (arg.voronoi ? 64 : 1) : arg.points;
	if (arg.points < 1 || arg.points > 10000)
		opt_fail("points", "%" PRId64 ", expected 1 to 10000", arg.points);
	by_contacts = arg.neighbours && !strcmp(arg.neighbours, "contacts");
	if (arg.neighbours && !voronoi && !by_contacts && (number_parse(arg.neighbours, &distance) || !(distance > 0)))
		opt_fail("neighbours", "%s, expected voronoi, contacts or a distance above 0", arg.neighbours);
	many_origins = arg.origins && !strcmp(arg.origins, "many");
	if (arg.origins && !many_origins && strcmp(arg.origins, "first"))
		opt_fail("origins", "%s, expected first or many", arg.origins);
}

/* ---- frames ---- */

static void at_frame(const struct world *w, const char *what)
{
	tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): %s", (long long)w->step, w->t, what);
}

/* The next frame and its grains; NULL at the end. */
static struct world *next(struct grains *g)
{
	struct world *w = first ? first : tool_read();
	size_t n;

	first = NULL;
	if (w)
		dims_same(w);
	const char *text = particles_preamble(tool_in(), &n);
	enum mass_status status;

	tab_preamble(table, text, n);
	if (!w)
		return NULL;
	char *keep = where_select(w, NULL);

	status = grains_take(g, w, keep);
	free(keep);
	if (status != MASS_GOOD)
		tool_fail(EXIT_INPUT, "shape %lld (%s): %s", (long long)g->bad->id, shape_kind_name[g->bad->kind],
			status == MASS_CROSSING ? "its edges cross, expected a polygon that does not cross itself" :
			"its boundary could not be closed");
	return w;
}

static void tessellate(struct tessellation *t, struct world *w, const struct grains *g)
{
	int status = tessellation_init(t, &w->domain, g, (int)arg.points);

	if (status == -1)
		tool_fail(EXIT_NUMERICS, "frame %lld (t=%.9g): points of bodies %lld and %lld coincide%s", (long long)w->step, w->t,
			(long long)g->grain[t->pair[0]].id, (long long)g->grain[t->pair[1]].id,
			arg.points > 1 ? ", try another --points" : "");
	if (status == -3)
		at_frame(w, "its tilted domain is too flat, expected a height more like its width");
	if (status == -2)
		at_frame(w, "the grains span no area, expected a periodic domain or grains that are not all in one line");
}

static double gr_reach(const struct world *w, const struct window *v)
{
	double most = pairs_reach(&w->domain), side = INFINITY;

	for (int a = 0; a < 2; a++)
		side = v->periodic[a] ? side : fmin(side, v->side[a]);
	return fmin(most, side);
}

/* ---- the tables ---- */

static void print_gr(const struct correlation *c)
{
	tab_column(table, "r", "L");
	tab_column(table, "g", "");
	tab_column(table, "error", "");
	tab_column(table, "pairs", "");
	tab_column(table, "g2", "");
	for (int k = 0; k < c->bins; k++) {
		double n = (double)c->count[k];

		tab_real(table, (k + 0.5) * c->reach / c->bins);
		tab_real(table, n / c->expected[k]);
		tab_real(table, n > 0 ? sqrt(n) / c->expected[k] : NAN);
		tab_int(table, c->count[k]);
		tab_real(table, c->oriented[k] ? c->align[k] / (double)c->oriented[k] : NAN);
	}
}

static int measure_gr(void)
{
	struct grains g = { 0 };
	struct correlation c = { 0 };
	struct window v;
	struct world *w;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		grains_choose(&g);
		if (g.n < 2) /* no pair, and none expected */
			continue;
		window_of(&v, &w->domain, g.n, (const double (*)[2])g.xy);
		if (!(window_area(&v) > 0))
			at_frame(w, "all grains are in one line, expected a periodic domain or grains that span an area");
		double most = gr_reach(w, &v);

		if (!c.bins) {
			if (arg.reach == -1)
				arg.reach = fmin(6 * sqrt(window_area(&v) / g.n), 2 * most / 3);
			correlation_init(&c, arg.reach, (int)arg.bins);
		}
		if (arg.reach > most)
			tool_fail(EXIT_USAGE, "frame %lld (t=%.9g): option --reach: %g, expected at most %.9g, half of the shortest "
				"period, or what grains span", (long long)w->step, w->t, arg.reach, most);
		correlation_add(&c, &w->domain, &g);
	}
	if (frames && !c.bins)
		tool_fail(EXIT_INPUT, "no frame has two grains, expected pairs of them");
	if (frames)
		print_gr(&c);
	correlation_free(&c);
	grains_free(&g);
	return frames;
}

static void nematic_rows(const struct grains *g, const struct nematic *s)
{
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];
		int axis = a->u[0] != 0 || a->u[1] != 0;
		double angle = trig_atan2(a->u[1], a->u[0]), c, sn;

		if (!a->chosen)
			continue;
		trig_sincos(2 * (angle - s->director), &sn, &c);
		tab_int(table, a->id);
		tab_real(table, a->x);
		tab_real(table, a->y);
		tab_real(table, !axis ? NAN : angle > 1.5707963267948966 ? angle - 3.14159265358979323846 :
			angle <= -1.5707963267948966 ? angle + 3.14159265358979323846 : angle);
		tab_real(table, axis ? c : NAN);
	}
}

static void columns(const char *const (*column)[2], int n)
{
	for (int k = 0; k < n; k++)
		tab_column(table, column[k][0], column[k][1]);
}
#define COLUMNS(...) columns((const char *const[][2]){ __VA_ARGS__ }, \
	(int)(sizeof (const char *const[][2]){ __VA_ARGS__ } / sizeof (const char *const[2])))

static int measure_nematic(void)
{
	struct grains g = { 0 };
	struct world *w;
	int frames = 0;

	if (arg.bodies)
		COLUMNS({ "id", "" }, { "x", "L" }, { "y", "L" }, { "axis", "" }, { "along", "" });
	else
		COLUMNS({ "t", "T" }, { "grains", "" }, { "order", "" }, { "director", "" });
	for (; (w = next(&g)); frames++) {
		struct nematic s = nematic_of(&g);

		if (arg.bodies) {
			tab_block(table, w->t);
			nematic_rows(&g, &s);
			continue;
		}
		tab_real(table, w->t);
		tab_int(table, s.n);
		tab_real(table, s.order);
		tab_real(table, s.director);
	}
	grains_free(&g);
	return frames;
}

static int measure_contacts(void)
{
	struct grains g = { 0 };
	struct touches t = { 0 };
	struct world *w;
	int frames = 0;

	COLUMNS({ "t", "T" }, { "pairs", "" }, { "align", "" }, { "tips", "" });
	for (; (w = next(&g)); frames++) {
		touches_take(&t, w);
		touches_pairs(&t, w);
		struct nematic_touch s = nematic_of_touch(&g, &t, w->body.n_row);

		tab_real(table, w->t);
		tab_int(table, s.pairs);
		tab_real(table, s.align);
		tab_real(table, s.side);
	}
	touches_free(&t);
	grains_free(&g);
	return frames;
}

static void find_bonds(struct bonds *b, struct world *w, const struct grains *g, struct touches *touches)
{
	struct tessellation t;

	bonds_init(b, g->n, (int)arg.bond);
	if (by_contacts) {
		touches_take(touches, w);
		touches_pairs(touches, w);
		bonds_by_touch(b, g, touches, w->body.n_row);
	} else if (!isnan(distance)) {
		if (distance > pairs_reach(&w->domain))
			tool_fail(EXIT_USAGE, "frame %lld (t=%.9g): option --neighbours: %g, expected at most %.9g, half of the shortest "
				"period", (long long)w->step, w->t, distance, pairs_reach(&w->domain));
		bonds_by_distance(b, &w->domain, g, distance);
	} else if (g->n) {
		tessellate(&t, w, g);
		bonds_by_cells(b, &t);
		tessellation_free(&t);
	}
}

static void bond_rows(const struct grains *g, const struct bonds *b)
{
	for (int i = 0; i < g->n; i++) {
		double psi[2];
		int has = bonds_psi(b, i, psi);

		if (!g->grain[i].chosen)
			continue;
		tab_int(table, g->grain[i].id);
		tab_real(table, g->grain[i].x);
		tab_real(table, g->grain[i].y);
		tab_int(table, b->at[i].neighbours);
		tab_real(table, has ? sqrt(psi[0] * psi[0] + psi[1] * psi[1]) : NAN);
		tab_real(table, has ? trig_atan2(psi[1], psi[0]) / (double)arg.bond : NAN);
	}
}

static void bond_row(double t, const struct grains *g, const struct bonds *b)
{
	double re = 0, im = 0, local = 0, neighbours = 0;
	int n = 0;

	for (int i = 0; i < g->n; i++) {
		double psi[2];

		if (!g->grain[i].chosen || !bonds_psi(b, i, psi))
			continue;
		n++;
		re += psi[0];
		im += psi[1];
		local += sqrt(psi[0] * psi[0] + psi[1] * psi[1]);
		neighbours += b->at[i].neighbours;
	}
	tab_real(table, t);
	tab_int(table, n);
	tab_real(table, neighbours / n);
	tab_real(table, local / n);
	tab_real(table, sqrt(re * re + im * im) / n);
	tab_real(table, n ? trig_atan2(im, re) / (double)arg.bond : NAN);
}

static int measure_bond(void)
{
	struct grains g = { 0 };
	struct touches touches = { 0 };
	struct world *w;
	int frames = 0;

	if (arg.bodies)
		COLUMNS({ "id", "" }, { "x", "L" }, { "y", "L" }, { "neighbours", "" }, { "psi", "" }, { "angle", "" });
	else
		COLUMNS({ "t", "T" }, { "grains", "" }, { "neighbours", "" }, { "local", "" }, { "global", "" }, { "angle", "" });
	for (; (w = next(&g)); frames++) {
		struct bonds b;

		find_bonds(&b, w, &g, &touches);
		if (arg.bodies) {
			tab_block(table, w->t);
			bond_rows(&g, &b);
		} else {
			bond_row(w->t, &g, &b);
		}
		bonds_free(&b);
	}
	touches_free(&touches);
	grains_free(&g);
	return frames;
}

static void cell_rows(const struct grains *g, const struct tessellation *t)
{
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];

		if (!a->chosen)
			continue;
		tab_int(table, a->id);
		tab_real(table, a->x);
		tab_real(table, a->y);
		tab_real(table, a->area);
		tab_real(table, t->area[i]);
		tab_real(table, a->area / t->area[i]);
		tab_int(table, t->edge[i]);
	}
}

static void cell_row(double time, const struct grains *g, const struct tessellation *t)
{
	double grains = 0, cells = 0, sum = 0, square = 0, least = INFINITY, most = -INFINITY;
	int n = 0, inner = 0;

	for (int i = 0; i < g->n; i++) {
		double part = g->grain[i].area / t->area[i];

		if (!g->grain[i].chosen)
			continue;
		n++;
		grains += g->grain[i].area;
		cells += t->area[i];
		if (t->edge[i])
			continue;
		inner++;
		sum += part;
		square += part * part;
		least = fmin(least, part);
		most = fmax(most, part);
	}
	tab_real(table, time);
	tab_int(table, n);
	tab_real(table, cells);
	tab_real(table, grains / cells);
	tab_int(table, inner);
	tab_real(table, sum / inner);
	tab_real(table, inner ? sqrt(fmax(square / inner - sum / inner * (sum / inner), 0)) : NAN);
	tab_real(table, inner ? least : NAN);
	tab_real(table, inner ? most : NAN);
}

static int measure_voronoi(void)
{
	struct grains g = { 0 };
	struct world *w;
	int frames = 0;

	if (arg.bodies)
		COLUMNS({ "id", "" }, { "x", "L" }, { "y", "L" }, { "area", "L^2" }, { "cell", "L^2" }, { "fraction", "" },
			{ "edge", "" });
	else
		COLUMNS({ "t", "T" }, { "grains", "" }, { "cells", "L^2" }, { "fraction", "" }, { "inner", "" }, { "mean", "" },
			{ "spread", "" }, { "least", "" }, { "most", "" });
	for (; (w = next(&g)); frames++) {
		struct tessellation t = { 0 };

		if (g.n)
			tessellate(&t, w, &g);
		if (arg.bodies) {
			tab_block(table, w->t);
			cell_rows(&g, &t);
		} else {
			cell_row(w->t, &g, &t);
		}
		tessellation_free(&t);
	}
	grains_free(&g);
	return frames;
}

/* The dimension of the stream. */
static int dim;

static void msd_row(const struct spread *s)
{
	double n = (double)s->n, square = (s->xx[0] + s->xx[1] + s->xx[2]) / n;

	tab_real(table, s->lag / (double)s->frames);
	tab_real(table, square);
	for (int k = 0; k < dim; k++)
		tab_real(table, s->xx[k] / n);
	for (int k = 0; k < dim; k++)
		tab_real(table, s->x[k] / n);
	tab_real(table, s->aa / n);
	tab_real(table, dim * s->r4 / n / ((dim + 2) * square * square) - 1);
	tab_int(table, s->n);
}

static void msd_columns(void)
{
	static const char *const axis[2][3] = { { "msd_x", "msd_y", "msd_z" }, { "mean_x", "mean_y", "mean_z" } };

	COLUMNS({ "lag", "T" }, { "msd", "L^2" });
	for (int k = 0; k < 2 * dim; k++)
		tab_column(table, axis[k / dim][k % dim], k < dim ? "L^2" : "L");
	COLUMNS({ "msd_angle", "" }, { "alpha2", "" }, { "samples", "" });
}

/* The places in the next frame; NULL at the end. */
static struct world *next_places(struct grains *g, struct places *p)
{
	struct world *w = dim == 2 ? next(g) : first ? first : tool_read();

	if (w && dim == 2)
		places_take(p, w, g);
	else if (w)
		order3_places(table, w, p);
	first = NULL;
	return w;
}

/* Lags from many origins are those between equally spaced frames, up to a step of the simulator, and the same in all runs. */
static void check_spacing(const struct world *w, int frame, double first, double *step)
{
	if (frame == 1 && *step == 0)
		*step = w->t - first;
	if (frame >= 1 && !(fabs(w->t - first - frame * *step) <= 0.05 * *step))
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): expected frames at equal intervals, here of %.9g from %.9g on, as "
			"--origins many needs them; scree-pick picks some, --origins first takes any", (long long)w->step, w->t, *step, first);
}

static int measure_msd(void)
{
	struct grains g = { 0 };
	struct places origin = { 0 }, now;
	struct lags lags = { 0 };
	struct world *w;
	double start = 0, last = INFINITY, step = 0;
	int frames = 0, run = 0;

	dim = first ? first->dim : 2;
	msd_columns();
	for (; (w = next_places(&g, &now)); frames++) {
		struct spread s = { 0 };

		run = w->t < last ? 0 : run + 1; /* where time goes back another run begins */
		last = w->t;
		if (!run) {
			lags_restart(&lags);
			places_free(&origin);
			start = w->t;
		}
		if (many_origins) {
			check_spacing(w, run, start, &step);
			lags_add(&lags, &now);
		} else if (run) {
			spread_add(&s, &origin, &now);
			msd_row(&s);
			places_free(&now);
		} else {
			origin = now;
		}
	}
	for (int k = 0; k < lags.n_level; k++)
		for (int j = 1; j <= LAGS_PER_LEVEL; j++)
			if (lags.level[k].sum[j].frames)
				msd_row(&lags.level[k].sum[j]);
	places_free(&origin);
	lags_free(&lags);
	grains_free(&g);
	return frames;
}

/* The measures that there are in space, too. */
static int measure_solids(void)
{
	const struct order3_plan plan = {
		.gr = arg.gr, .nematic = arg.nematic, .bond = (int)arg.bond, .bodies = arg.bodies, .bins = (int)arg.bins, .reach = arg.reach,
		.distance = distance
	};
	struct world *w = first;

	if (arg.contacts || arg.voronoi)
		opt_fail(arg.contacts ? "contacts" : "voronoi", "is for streams in 2D, found dim=3");
	if (arg.bond > BOND3_MOST)
		opt_fail("bond", "%" PRId64 ", expected 1 to %d in 3D", arg.bond, BOND3_MOST);
	if (arg.bond != -1 && isnan(distance) && !by_contacts)
		opt_fail("neighbours", "%s, expected contacts or a distance in 3D", arg.neighbours ? arg.neighbours : "voronoi");
	first = NULL;
	return order3_measure(table, w, &plan);
}

int main(int argc, char **argv)
{
	int frames;

	tool_begin(argc, argv, "how grains are arranged, and how far they go", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	where_begin();
	table = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	particles_drop_text(tool_in());
	first = tool_read();
	if (arg.msd)
		frames = measure_msd();
	else if (first && first->dim == 3)
		frames = measure_solids();
	else if (arg.gr)
		frames = measure_gr();
	else if (arg.nematic)
		frames = measure_nematic();
	else if (arg.contacts)
		frames = measure_contacts();
	else if (arg.bond != -1)
		frames = measure_bond();
	else
		frames = measure_voronoi();
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies");
	tab_finish(table);
	where_end();
	return tool_end();
}
