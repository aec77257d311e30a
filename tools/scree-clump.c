/* scree-clump: replace the shapes of a stream by rigid clumps of pebbles */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "clump/clump.h"
#include "common/check_shapes.h"
#include "common/tool.h"
#include "common/words.h"
#include "shape/solid_mass.h"
#include "shape/weigh.h"
#include "table.h"
#include "world/change.h"
#include "world/relocate.h"

static struct {
	const char *method, *mass;
	int64_t n, voxels;
	double coverage, volume_error, inertia_error, smallest, radius, gap;
	int apart, inflate, boundary, keep_frame, table;
} arg = { .method = "greedy", .mass = "union", .n = INT64_MIN, .voxels = INT64_MIN, .coverage = NAN, .volume_error = NAN,
          .inertia_error = NAN, .smallest = NAN, .radius = NAN, .gap = NAN };

static const struct opt opts[] = {
	{ 0, "method", OPT_WORD, &arg.method, "NAME",
	  "greedy: add the pebble that covers most; surface: pebbles at random points of the surface; grid: equal pebbles on a grid; "
	  "default greedy" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Stopping criteria: give at least one; the search stops when the first is met" },
	{ 'n', "number", OPT_INT, &arg.n, "N", "number of pebbles for each shape; on a grid the attainable number nearest to N" },
	{ 0, "coverage", OPT_REAL, &arg.coverage, "F", "fraction of the shape that pebbles cover, 0 to 1" },
	{ 0, "volume-error", OPT_REAL, &arg.volume_error, "E", "relative error of the volume, in 2D of the area" },
	{ 0, "inertia-error", OPT_REAL, &arg.inertia_error, "E",
	  "relative error of the tensor of inertia, in 2D of the moment of inertia" },
	{ 0, "smallest", OPT_REAL, &arg.smallest, "R",
	  "smallest radius of a pebble [L]; greedy and surface stop when no more pebbles are found" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Pebbles" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "R",
	  "radius of all pebbles [L]; default: each pebble as large as possible, on a grid the smallest radius without holes" },
	{ 0, "apart", OPT_FLAG, &arg.apart, NULL, "pebbles do not overlap" },
	{ 0, "inflate", OPT_FLAG, &arg.inflate, NULL,
	  "add a constant to all radii, so that the volume, in 2D the area, is that of the shape" },
	{ 0, "gap", OPT_REAL, &arg.gap, "D",
	  "with surface: points of the surface within D of a pebble get no pebble of their own [L], default as small as necessary" },
	OPT_SEED,
	{ 0, "boundary", OPT_FLAG, &arg.boundary, NULL,
	  "with grid: leave out inner pebbles, which have all their neighbours; the mass is still that of the whole clump" },
	{ 0, "voxels", OPT_INT, &arg.voxels, "N",
	  "voxels along the longest side of a shape, for the covered fraction, 8 to 2048, default 128, in 2D 512" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	{ 0, "mass", OPT_WORD, &arg.mass, "NAME",
	  "mass of a clump: union (of its pebbles) or body (of the shape it replaces); default union" },
	{ 0, "keep-frame", OPT_FLAG, &arg.keep_frame, NULL,
	  "in 3D keep the axes; by default they become the principal axes" },
	{ 0, "table", OPT_FLAG, &arg.table, NULL, "print a table that compares clumps with their shapes, instead of the stream" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct clump_plan plan;
static int of_body;           /* --mass body: clumps get the masses of the original shapes */

static void check_positive(const char *name, double value, double most)
{
	if (!isnan(value) && !(value > 0 && value <= most))
		opt_fail(name, most < INFINITY ? "%g, expected more than 0, up to %g" : "%g, expected more than 0", value, most);
}

static void check_options(void)
{
	static const char *const names[] = { "greedy", "surface", "grid" };
	int k = 0;

	while (k < 3 && strcmp(arg.method, names[k]))
		k++;
	if (k == 3)
		opt_fail("method", "'%s', expected greedy, surface or grid", arg.method);
	plan.method = (enum clump_method)k;
	of_body = !strcmp(arg.mass, "body");
	if (!of_body && strcmp(arg.mass, "union"))
		opt_fail("mass", "'%s', expected union or body", arg.mass);
	if (arg.n != INT64_MIN && (arg.n < 1 || arg.n > CLUMP_MOST))
		opt_fail("number", "%lld, expected 1 to %d", (long long)arg.n, CLUMP_MOST);
	if (arg.voxels != INT64_MIN && (arg.voxels < 8 || arg.voxels > 2048))
		opt_fail("voxels", "%lld, expected 8 to 2048", (long long)arg.voxels);
	check_positive("coverage", arg.coverage, 1);
	check_positive("volume-error", arg.volume_error, INFINITY);
	check_positive("inertia-error", arg.inertia_error, INFINITY);
	check_positive("smallest", arg.smallest, INFINITY);
	check_positive("radius", arg.radius, INFINITY);
	check_positive("gap", arg.gap, INFINITY);
	if (tool_operands() && tool_names_surface(tool_operand(0)))
		tool_fail(EXIT_INPUT, "%s is a surface of triangles, expected a stream; scree-mass --surface makes one of it",
		          tool_operand(0));
	int ends = arg.n != INT64_MIN || !isnan(arg.coverage) || !isnan(arg.volume_error) || !isnan(arg.inertia_error);
	if (!ends && (isnan(arg.smallest) || plan.method == CLUMP_GRID))
		tool_fail(EXIT_USAGE, "expected a stopping criterion: -n, --coverage, --volume-error%s", plan.method == CLUMP_GRID ?
		          " or --inertia-error" : ", --inertia-error or --smallest");
	if (arg.inflate && !isnan(arg.volume_error))
		opt_fail("inflate", "makes the volume exact; drop --inflate or --volume-error");
	if (arg.inflate && arg.apart)
		opt_fail("inflate", "makes pebbles overlap; drop --inflate or --apart");
	if (arg.boundary && plan.method != CLUMP_GRID)
		opt_fail("boundary", "applies only to --method grid, found %s", arg.method);
	if (!isnan(arg.gap) && plan.method != CLUMP_SURFACE)
		opt_fail("gap", "applies only to --method surface, found %s", arg.method);
	if (arg.table && of_body)
		opt_fail("mass", "applies to the stream; the table compares the union of the pebbles with the shape");
	if (arg.table && arg.keep_frame)
		opt_fail("keep-frame", "applies to the stream; drop --keep-frame or --table");
	if (!isnan(arg.radius) && arg.radius < arg.smallest)
		opt_fail("radius", "%g, expected at least the radius of --smallest, %g", arg.radius, arg.smallest);
}

static void lay_plan(void)
{
	plan.n = (int)fmax((double)arg.n, 0);
	plan.coverage = fmax(arg.coverage, 0);
	plan.size_error = fmax(arg.volume_error, 0);
	plan.inertia_error = fmax(arg.inertia_error, 0);
	plan.smallest = fmax(arg.smallest, 0);
	plan.radius = fmax(arg.radius, 0);
	plan.gap = fmax(arg.gap, 0);
	plan.apart = arg.apart;
	plan.inflate = arg.inflate;
	plan.boundary = arg.boundary;
	plan.voxels = (int)fmax((double)arg.voxels, 0);
	plan.seed = (uint64_t)tool_seed;
}

/* Text of the form "covers 0.97, error of volume 0.03, of inertia 0.05". */
static void describe(char *text, size_t size, const struct shape *s, const struct clump *c)
{
	snprintf(text, size, "%s %.4g, error of %s %.3g, of inertia %.3g", words_for(c->n, "covers", "cover"), c->coverage,
	         s->solid ? "volume" : "area", clump_size_error(&c->is, &c->was), clump_inertia_error(&c->is, &c->was));
}

static void radii(const struct clump *c, double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (int k = 0; k < c->n; k++) {
		*least = fmin(*least, c->ball[k][3]);
		*most = fmax(*most, c->ball[k][3]);
	}
}

/* Find a clump for a shape. Returns 0 for a shape without area or volume, which stays as it is. */
static int make_clump(const struct shape *s, struct clump *c)
{
	const char *kind = shape_kind_name[s->kind], *pebbles = s->solid ? "pebbles" : "disks", *pebble = s->solid ? "pebble" : "disk";
	long long id = (long long)s->id;
	double least, most;
	char text[128];

	if (s->solid && solid_has_densities(s))
		tool_fail(EXIT_INPUT, "shape %lld (%s) has pebbles of several densities, expected one density, because the new clump has "
		          "only one", id, kind);
	switch (clump_make(c, s, &plan)) {
	case CLUMP_GOOD:
		break;
	case CLUMP_EMPTY:
		tool_note("shape %lld (%s) has no %s and does not change", id, kind, s->solid ? "volume" : "area");
		return 0;
	case CLUMP_THIN:
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): found no grid with %lld points in the shape, because the shape fills too small a "
		          "part of its box; use another method", id, kind, (long long)arg.n);
	case CLUMP_CROSSING:
		tool_fail(EXIT_INPUT, "shape %lld (%s): found an outline that crosses itself, expected one that does not", id, kind);
	case CLUMP_UNMET:
		if (!c->n)
			tool_fail(EXIT_NUMERICS, "shape %lld (%s): found no %s that fit into the shape with these options%s", id, kind, pebbles,
			          plan.method == CLUMP_COVER && !plan.apart ? " and cover a voxel; a thin shape needs more --voxels, or "
			          "--method surface" : "");
		describe(text, sizeof text, s, c);
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): no stopping criterion is met: %d %s %s, and %s", id, kind, c->n,
		          words_for(c->n, pebble, pebbles), text, plan.method != CLUMP_GRID ? "no more were found" : plan.smallest > 0 ?
		          "no grid with pebbles as large as --smallest suffices" : "a finer grid does not suffice; give --inflate, or use "
		          "another method");
	case CLUMP_OPEN:
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): its boundary, or that of its %s, could not be closed", id, kind, pebbles);
	}
	radii(c, &least, &most);
	describe(text, sizeof text, s, c);
	tool_note("shape %lld (%s): %d %s of radius %g to %g %s", id, kind, c->n, words_for(c->n, pebble, pebbles), least, most, text);
	if (plan.method == CLUMP_GRID && arg.n > 0 && c->n != arg.n && isnan(arg.coverage) && isnan(arg.volume_error) &&
	    isnan(arg.inertia_error))
		tool_note("shape %lld (%s): no grid has %lld points in the shape; this one has %d", id, kind, (long long)arg.n, c->n);
	return 1;
}

/* ---- the table ---- */

static void begin_table(struct tab_out *t)
{
	static const char *const columns[][3] = {
		{ "id", "", "" }, { "pebbles", "", "" }, { "spacing", "L", "" }, { "smallest", "L", "" }, { "largest", "L", "" },
		{ "coverage", "", "" }, { "area_ratio", "", "2" }, { "volume_ratio", "", "3" }, { "perimeter_ratio", "", "2" },
		{ "surface_ratio", "", "3" }, { "shift", "L", "" }, { "inertia_ratio", "", "2" }, { "I1_ratio", "", "3" },
		{ "I2_ratio", "", "3" }, { "I3_ratio", "", "3" }, { "inertia_error", "", "" }, { "hausdorff", "L", "" },
		{ "rms", "L", "" }, { "gap", "L", "" }, { "roughness", "L", "" },
	};
	const char *dim = tool_world()->dim == 3 ? "3" : "2";

	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
		if (!*columns[k][2] || *columns[k][2] == *dim)
			tab_column(t, columns[k][0], columns[k][1]);
}

struct row { int64_t id; struct clump clump; int pebbles; struct clump_surface surface; };

static void print_row(struct tab_out *t, const struct row *r, int dim)
{
	const struct clump *c = &r->clump;
	double least, most, shift = 0;

	radii(c, &least, &most);
	for (int k = 0; k < 3; k++)
		shift += (c->is.com[k] - c->was.com[k]) * (c->is.com[k] - c->was.com[k]);
	tab_int(t, r->id);
	tab_int(t, r->pebbles);
	tab_real(t, c->spacing > 0 ? c->spacing : NAN);
	tab_real(t, least);
	tab_real(t, most);
	tab_real(t, c->coverage);
	tab_real(t, c->is.size / c->was.size);
	tab_real(t, c->is.surface / c->was.surface);
	tab_real(t, sqrt(shift));
	for (int k = 0; k < (dim == 3 ? 3 : 1); k++)
		tab_real(t, c->is.moment[k] / c->was.moment[k]);
	tab_real(t, clump_inertia_error(&c->is, &c->was));
	tab_real(t, r->surface.hausdorff);
	tab_real(t, r->surface.rms);
	tab_real(t, r->surface.gap);
	tab_real(t, r->surface.roughness);
}

static void print_table(void)
{
	struct tab_out *t = tab_create(stdout, tool_made);
	struct world *w = tool_world();
	struct row *row;
	int n_row = 0;
	size_t n;

	do {
		const char *text = particles_preamble(tool_in(), &n);

		tab_preamble(t, text, n);
	} while (tool_read());
	const char *rest = particles_preamble(tool_in(), &n);
	tab_preamble(t, rest, n);
	tool_check_shapes(w, NULL);
	row = mem_new((size_t)w->n_shape, sizeof *row);
	for (int k = 0; k < w->n_shape; k++) { /* make all clumps before the first row is written: one may fail */
		const struct shape *s = &w->shape[k];
		struct row *r = &row[n_row];
		struct shape pebbles;

		r->id = s->id;
		if (make_clump(s, &r->clump)) {
			clump_shape(&pebbles, &r->clump, s, arg.boundary);
			r->pebbles = pebbles.n;
			clump_shape_free(&pebbles);
			clump_shape(&pebbles, &r->clump, s, 0);
			r->surface = clump_compare(s, &pebbles);
			clump_shape_free(&pebbles);
			n_row++;
		} else {
			clump_free(&r->clump);
		}
	}
	begin_table(t);
	for (int k = 0; k < n_row; k++) {
		print_row(t, &row[k], w->dim);
		clump_free(&row[k].clump);
	}
	tab_finish(t);
	free(row);
}

/* ---- the stream ---- */

/* Move the origin of a clump to its centre of mass, in space turn it to its principal axes, and set its mass record. *p gets the
 * displacement and the rotation. */
static void settle(struct shape *pebbles, const struct shape *s, const struct clump *c, struct place3 *p)
{
	const struct clump_weight *w = of_body ? &c->was : &c->is;
	const char *method = of_body && s->kind == SHAPE_MESH ? "surface" : of_body || pebbles->n < c->n ? "solid" : "exact";

	if (pebbles->solid) {
		solid_settle(pebbles, &w->solid, arg.keep_frame, method, p->centre, p->turn);
		return;
	}
	memcpy(p->centre, w->com, sizeof p->centre);
	for (int k = 0; k < pebbles->n; k++)
		for (int i = 0; i < 2; i++)
			pebbles->xy[k][i] -= w->com[i];
	pebbles->area = w->size;
	pebbles->inertia = w->moment[0];
	strcpy(pebbles->method, method);
}

/* Replace a shape by its clump. */
static void replace(struct shape *s, struct shape *pebbles)
{
	free(s->xy);
	free(s->radius);
	solid_free(s->solid);
	pebbles->line = s->line;
	*s = *pebbles;
}

/* spins: the angular velocities in space, NULL if no body turns */
static void recentre(struct world *w, const struct place3 *place, const double (*spins)[3])
{
	if (w->dim == 3) {
		world_recentre3(w, place, spins);
		if (spins)
			bodies_spins_after(w, spins);
		return;
	}
	double (*centre)[2] = mem_new((size_t)w->n_shape, sizeof *centre);
	for (int k = 0; k < w->n_shape; k++) {
		centre[k][0] = place[k].centre[0];
		centre[k][1] = place[k].centre[1];
	}
	world_recentre2(w, (const double (*)[2])centre);
	free(centre);
}

static void filter_stream(void)
{
	struct world *frame = tool_read_last(), *w = tool_world();
	struct place3 *place = MEM_ZERO(struct place3, (size_t)w->n_shape);
	char *made = mem_zero((size_t)w->n_shape, 1);
	double (*spins)[3] = frame && w->dim == 3 ? bodies_spins_before(w) : NULL;
	int any = 0;

	if (w->dim == 2 && arg.keep_frame)
		opt_fail("keep-frame", "is for streams in 3D, found dim=2, where axes never change");
	tool_check_shapes(w, NULL);
	for (int k = 0; k < w->n_shape; k++) { /* make all clumps before the first is written: one may fail */
		struct shape *s = &w->shape[k], pebbles;
		struct clump c;

		place[k].turn[0] = 1;
		made[k] = (char)make_clump(s, &c);
		any |= made[k];
		if (made[k]) {
			clump_shape(&pebbles, &c, s, arg.boundary);
			settle(&pebbles, s, &c, &place[k]);
			replace(s, &pebbles);
		}
		clump_free(&c);
	}
	for (int k = 0; k < w->n_shape; k++)
		if (made[k])
			particles_put_shape(tool_out(), &w->shape[k]);
	if (frame && any) {
		recentre(w, place, (const double (*)[3])spins);
		table_clear(&w->contact); /* contacts refer to features that no longer exist */
		w->has_contact = 0;
		world_changed(w);
		tool_write(w);
	} else if (frame) {
		tool_pass();
	}
	free(spins);
	free(place);
	free(made);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "replace shapes by rigid clumps of disks or balls", "[FILE]", opts, 1);
	check_options();
	lay_plan();
	tool_take_solids();
	if (arg.table)
		print_table();
	else
		filter_stream();
	return tool_end();
}
