/* scree-order: structure: pair correlation, nematic and bond-orientational order, displacements, local solid fraction */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/order.h"
#include "common/tool.h"
#include "common/touches.h"
#include "common/where.h"
#include "measure/displacement.h"
#include "measure/order3.h"
#include "number.h"
#include "table.h"

static struct {
	int gr, nematic, contacts, msd, voronoi, bodies;
	int64_t bond, faces, bins, points;
	double reach;
	const char *neighbours, *origins;
} arg = { .bond = INT64_MIN, .faces = INT64_MIN, .bins = INT64_MIN, .points = INT64_MIN, .reach = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What to measure (give one of these)" },
	{ 0, "gr", OPT_FLAG, &arg.gr, NULL, "pair correlation g(r) and orientation correlation g2(r), over all frames" },
	{ 0, "nematic", OPT_FLAG, &arg.nematic, NULL, "nematic order of long axes in each frame" },
	{ 0, "bond", OPT_INT, &arg.bond, "K", "bond-orientational order psi_K in each frame, K 1 to 100; in 3D q_K, K 1 to 24" },
	{ 0, "faces", OPT_INT, &arg.faces, "K",
	  "3D: order of the normals of faces in each frame, of degree K, 1 to 24; 4 is the cubatic order of cubes" },
	{ 0, "contacts", OPT_FLAG, &arg.contacts, NULL, "2D: relative orientation of grains in contact, in each frame" },
	{ 0, "msd", OPT_FLAG, &arg.msd, NULL, "mean-squared displacement against time" },
	{ 0, "voronoi", OPT_FLAG, &arg.voronoi, NULL, "2D: local solid fraction by Voronoi cells in each frame" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How" },
	{ 0, "bodies", OPT_FLAG, &arg.bodies, NULL,
	  "with --nematic, --bond, --faces, --voronoi: one row per grain, default one row per frame" },
	{ 0, "reach", OPT_REAL, &arg.reach, "R",
	  "with --gr: largest distance [L], default 6 mean spacings, at most a third of the box" },
	{ 0, "bins", OPT_INT, &arg.bins, "N", "with --gr: number of bins, 1 to 1000000, default 100" },
	{ 0, "neighbours", OPT_WORD, &arg.neighbours, "WHICH",
	  "with --bond: voronoi (only in 2D, where it is the default), contacts, or a distance of centres [L]" },
	{ 0, "points", OPT_INT, &arg.points, "N",
	  "number of points along the outline of a grain for its Voronoi cell, 1 to 10000; 1 is the centre; "
	  "default 64 with --voronoi, 1 with --bond" },
	{ 0, "origins", OPT_WORD, &arg.origins, "WHICH",
	  "with --msd: first (displacements from the first frame) or many (between many pairs of frames), default first" },
	OPT_RECOMPUTE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static double distance = NAN;         /* --neighbours R [L] */
static int by_contacts, many_origins;
static struct tab_out *table;
static struct world *first;           /* the first frame, until it is measured */

/* ---- options ---- */

static void only_with(const char *name, int given, int allowed, const char *with)
{
	if (given && !allowed)
		opt_fail(name, "is only for %s", with);
}

static void check_options(void)
{
	int bond = arg.bond != INT64_MIN, voronoi = bond && (!arg.neighbours || !strcmp(arg.neighbours, "voronoi"));
	int faces = arg.faces != INT64_MIN;
	int count = arg.gr + arg.nematic + bond + faces + arg.contacts + arg.msd + arg.voronoi;

	if (count != 1)
		tool_fail(EXIT_USAGE, "found %s of --gr, --nematic, --bond, --faces, --contacts, --msd and --voronoi, expected exactly one",
			count ? "several" : "none");
	if (bond && (arg.bond < 1 || arg.bond > 100))
		opt_fail("bond", "%" PRId64 ", expected 1 to 100", arg.bond);
	if (faces && (arg.faces < 1 || arg.faces > BOND3_MOST))
		opt_fail("faces", "%" PRId64 ", expected 1 to %d", arg.faces, BOND3_MOST);
	only_with("bodies", arg.bodies, arg.nematic || bond || faces || arg.voronoi, "--nematic, --bond, --faces or --voronoi");
	only_with("reach", !isnan(arg.reach), arg.gr, "--gr");
	only_with("bins", arg.bins != INT64_MIN, arg.gr, "--gr");
	only_with("neighbours", arg.neighbours != NULL, bond, "--bond");
	only_with("points", arg.points != INT64_MIN, arg.voronoi || voronoi, "--voronoi, or --bond by voronoi");
	only_with("origins", arg.origins != NULL, arg.msd, "--msd");
	if (arg.reach <= 0)
		opt_fail("reach", "%g, expected more than 0", arg.reach);
	arg.bins = arg.bins == INT64_MIN ? 100 : arg.bins;
	if (arg.bins < 1 || arg.bins > 1000000)
		opt_fail("bins", "%" PRId64 ", expected 1 to 1000000", arg.bins);
	arg.points = arg.points == INT64_MIN ? (arg.voronoi ? 64 : 1) : arg.points;
	if (arg.points < 1 || arg.points > 10000)
		opt_fail("points", "%" PRId64 ", expected 1 to 10000", arg.points);
	by_contacts = arg.neighbours && !strcmp(arg.neighbours, "contacts");
	if (arg.neighbours && !voronoi && !by_contacts && (number_parse(arg.neighbours, &distance) || !(distance > 0)))
		opt_fail("neighbours", "%s, expected voronoi, contacts or a distance above 0", arg.neighbours);
	many_origins = arg.origins && !strcmp(arg.origins, "many");
	if (arg.origins && !many_origins && strcmp(arg.origins, "first"))
		opt_fail("origins", "%s, expected first or many", arg.origins);
}

/* ---- displacements ---- */

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
	static const char *const head[] = { "lag", "T", "msd", "L^2", NULL };
	static const char *const tail[] = { "msd_angle", "", "alpha2", "", "samples", "", NULL };

	tab_columns(table, head);
	for (int k = 0; k < 2 * dim; k++)
		tab_column(table, axis[k / dim][k % dim], k < dim ? "L^2" : "L");
	tab_columns(table, tail);
}

/* The positions in the next frame; NULL at the end. */
static struct world *next_places(struct grains *g, struct places *p)
{
	struct world *w = first ? first : tool_read();

	first = NULL;
	if (dim == 2)
		w = order2_grains(table, w, g);
	if (w && dim == 2)
		places_take2(p, w, g);
	else if (w)
		order3_places(table, w, p);
	return w;
}

/* --origins many needs equally spaced frames, with the same spacing in all runs; 5 % allow for a time step of the simulator. */
static void check_spacing(const struct world *w, int frame, double first, double *step)
{
	if (frame == 1 && *step == 0)
		*step = w->t - first;
	if (frame >= 1 && !(fabs(w->t - first - frame * *step) <= 0.05 * *step))
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): frames are not equally spaced, expected an interval of %.9g from t=%.9g on "
			"for --origins many; pick frames with scree-pick, or use --origins first", (long long)w->step, w->t, *step, first);
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

		run = w->t < last ? 0 : run + 1; /* a new run begins if time goes back */
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

/* All measures except displacements. */
static int measure_frames(void)
{
	const struct order_plan plan = {
		.gr = arg.gr, .nematic = arg.nematic, .bond = arg.bond == INT64_MIN ? 0 : (int)arg.bond,
		.faces = arg.faces == INT64_MIN ? 0 : (int)arg.faces, .contacts = arg.contacts,
		.voronoi = arg.voronoi, .bodies = arg.bodies, .bins = (int)arg.bins, .points = (int)arg.points,
		.reach = arg.reach, .distance = distance, .by_contacts = by_contacts
	};
	struct world *w = first;

	first = NULL;
	if (arg.faces != INT64_MIN && w && w->dim == 2)
		opt_fail("faces", "is for streams in 3D, found dim=2");
	if (!w || w->dim == 2)
		return order2_measure(table, w, &plan);
	if (arg.contacts || arg.voronoi)
		opt_fail(arg.contacts ? "contacts" : "voronoi", "is for streams in 2D, found dim=3");
	if (arg.bond > BOND3_MOST)
		opt_fail("bond", "%" PRId64 ", expected 1 to %d in 3D", arg.bond, BOND3_MOST);
	if (arg.bond != INT64_MIN && isnan(distance) && !by_contacts)
		opt_fail("neighbours", "%s, expected contacts or a distance for a stream with dim=3",
		         arg.neighbours ? arg.neighbours : "is missing");
	return order3_measure(table, w, &plan);
}

int main(int argc, char **argv)
{
	int frames;

	tool_begin(argc, argv, "structure of packings and displacements of grains", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	where_begin();
	table = tab_create(stdout, tool_made);
	particles_drop_text(tool_in());
	first = tool_read();
	frames = arg.msd ? measure_msd() : measure_frames();
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies");
	tab_finish(table);
	where_end();
	return tool_end();
}
