/* scree-mass: area or volume, centre of mass and moments of inertia of every shape in a stream */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/team.h"
#include "common/check_shapes.h"
#include "common/load_surface.h"
#include "common/mass_table.h"
#include "common/threads.h"
#include "common/tool.h"
#include "mesh/mesh.h"
#include "plane/mass.h"
#include "plane/polygon.h"
#include "shape/solid_mass.h"
#include "shape/weigh.h"
#include "table.h"
#include "world/defaults.h"
#include "world/relocate.h"

static struct {
	struct opt_list surface;
	const char *method, *sequence, *threads;
	int64_t samples, voxels;
	double density;
	int table, keep_frame;
} arg = { .method = "exact", .samples = INT64_MIN, .voxels = INT64_MIN, .threads = "auto", .density = NAN };

static const struct opt opts[] = {
	{ 0, "surface", OPT_LIST, &arg.surface, "FILE",
	  "read the closed surface of triangles in FILE (STL, OFF or PLY; - is stdin); with a stream as operand, give its shapes "
	  "the masses of the surfaces, one FILE for each shape" },
	{ 0, "method", OPT_WORD, &arg.method, "NAME",
	  "exact or montecarlo; sectors in 2D; pebbles, voxels or triangles in 3D; default exact" },
	{ 'n', "samples", OPT_INT, &arg.samples, "N",
	  "number of points for each shape, for --method montecarlo, 16 or more, default 100000" },
	{ 0, "sequence", OPT_WORD, &arg.sequence, "NAME",
	  "source of the points for --method montecarlo in 2D: random or halton, default random" },
	{ 0, "voxels", OPT_INT, &arg.voxels, "N", "voxels along the longest side, for --method voxels, 1 to 4096, default 64" },
	{ 0, "keep-frame", OPT_FLAG, &arg.keep_frame, NULL,
	  "in 3D keep the axes of shapes; by default they become the principal axes" },
	OPT_SEED,
	{ 0, "threads", OPT_WORD, &arg.threads, "N",
	  "number of threads that work on shapes in 3D, which does not affect results; default auto: up to 8, by processors" },
	{ 0, "density", OPT_REAL, &arg.density, "D",
	  "density for the masses in the table [M/L^2, in 3D M/L^3]; default: that of the first body with the shape, or 1" },
	{ 0, "table", OPT_FLAG, &arg.table, NULL, "print a table of the shapes instead of the stream" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static enum { EXACT, MONTECARLO, SECTORS, PEBBLES, VOXELS, TRIANGLES, METHODS } method;
static int threads; /* 0 for auto until the dimension is known */

static void check_options(void)
{
	static const char *const names[] = { "exact", "montecarlo", "sectors", "pebbles", "voxels", "triangles" };
	int k = 0;

	while (k < METHODS && strcmp(arg.method, names[k]))
		k++;
	if (k == METHODS)
		opt_fail("method", "'%s', expected exact, montecarlo, sectors, pebbles, voxels or triangles", arg.method);
	method = k;
	const struct { const char *name; int given, method; } of[] = { { "samples", arg.samples != INT64_MIN, MONTECARLO },
		{ "sequence", arg.sequence != NULL, MONTECARLO }, { "voxels", arg.voxels != INT64_MIN, VOXELS } };
	if (arg.samples == INT64_MIN)
		arg.samples = 100000;
	if (arg.voxels == INT64_MIN)
		arg.voxels = 64;
	if (!arg.sequence)
		arg.sequence = "random";
	if (arg.voxels < 1 || arg.voxels > 4096)
		opt_fail("voxels", "%lld, expected 1 to 4096", (long long)arg.voxels);
	if (strcmp(arg.sequence, "random") && strcmp(arg.sequence, "halton"))
		opt_fail("sequence", "'%s', expected random or halton", arg.sequence);
	if (arg.samples < 16)
		opt_fail("samples", "%lld, expected 16 or more", (long long)arg.samples);
	threads = threads_asked(arg.threads);
	if (!isnan(arg.density) && !(arg.density > 0))
		opt_fail("density", "%g, expected more than 0", arg.density);
	if (!isnan(arg.density) && !arg.table)
		opt_fail("density", "applies only with --table; scree-set --material changes that of a stream");
	for (k = 0; k < (int)(sizeof of / sizeof *of); k++)
		if (of[k].given && of[k].method != (int)method)
			opt_fail(of[k].name, "applies only to --method %s, found %s", names[of[k].method], arg.method);
}

/* Once the stream has been read, refuse options that do not apply to its dimension, and choose the number of threads. */
static void check_dimension(const struct world *w)
{
	if (w->dim == 2 && method >= PEBBLES)
		opt_fail("method", "'%s' is for streams in 3D, expected exact, montecarlo or sectors for dim=2", arg.method);
	if (w->dim == 3 && method == SECTORS)
		opt_fail("method", "'sectors' is for streams in 2D, expected exact, pebbles, voxels, triangles or montecarlo for dim=3");
	if (w->dim == 2 && arg.surface.n)
		opt_fail("surface", "is for streams in 3D, found dim=2");
	if (w->dim == 2 && threads > 1)
		opt_fail("threads", "is for streams in 3D, found dim=2");
	if (w->dim == 2 && arg.keep_frame)
		opt_fail("keep-frame", "is for streams in 3D, found dim=2, where axes never change");
	if (w->dim == 3 && strcmp(arg.sequence, "random"))
		opt_fail("sequence", "'%s' is for streams in 2D, expected random for dim=3", arg.sequence);
	threads = threads ? threads : threads_for(INT_MAX);
}

/* The mass of a shape by --method. For a shape without area all values are 0 or NAN. If the method does not apply, the program
 * ends. */
static struct mass mass2_or_fail(const struct shape *s)
{
	struct mass m;
	enum mass_status status;
	int e = 0, f = 0;

	if (method == MONTECARLO) {
		enum mass_sequence sequence = strcmp(arg.sequence, "halton") ? MASS_RANDOM : MASS_HALTON;
		/* the points of a shape do not depend on the other shapes */
		uint64_t seed = (uint64_t)tool_seed * 1000003u + (uint64_t)s->id;

		status = mass2_by_samples(&m, s, arg.samples, sequence, seed);
	} else {
		status = method == SECTORS ? mass_by_sectors(&m, s) : mass_of_shape(&m, s);
	}
	switch (status) {
	case MASS_GOOD:
	case MASS_UNSOUND: /* in space only */
		break;
	case MASS_EMPTY: /* a wall may be a line */
		tool_note("shape %lld (%s) has no area and gets no mass", (long long)s->id, shape_kind_name[s->kind]);
		return (struct mass){ .area = 0, .perimeter = NAN, .x = NAN, .y = NAN };
	case MASS_NOT_CONVEX:
		tool_fail(EXIT_USAGE, "shape %lld (%s) is not convex; --method sectors expects a point, a segment or "
		          "a convex polygon", (long long)s->id, shape_kind_name[s->kind]);
	case MASS_CROSSING:
		polygon_crossing((const double (*)[2])s->xy, s->n, 1, &e, &f);
		tool_fail(EXIT_INPUT, "shape %lld (polygon): edges %d and %d cross, expected a polygon that does not "
		          "cross itself", (long long)s->id, e + 1, f + 1);
	case MASS_OPEN:
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): its boundary could not be closed to 1e-10 of its length",
		          (long long)s->id, shape_kind_name[s->kind]);
	}
	return m;
}

static struct solid_plan plan_of(const struct shape *s)
{
	static const enum solid_method methods[METHODS] = { [EXACT] = SOLID_EXACT, [MONTECARLO] = SOLID_SAMPLES,
		[PEBBLES] = SOLID_PEBBLES, [VOXELS] = SOLID_VOXELS, [TRIANGLES] = SOLID_TRIANGLES };

	return (struct solid_plan){ .method = methods[method], .voxels = (int)arg.voxels, .samples = arg.samples,
	                            .seed = (uint64_t)tool_seed * 1000003u + (uint64_t)s->id };
}

/* Whether the method applies to a shape in 3D. If not, and it should, the program ends. */
static int has_mass(const struct shape *s)
{
	const struct solid_plan plan = plan_of(s);
	const char *kind = shape_kind_name[s->kind];

	if (shape_is_wall(s)) {
		tool_note("shape %lld is a wall (%s) and has no mass", (long long)s->id, kind);
		return 0;
	}
	if (!solid_can(s, plan.method))
		tool_fail(EXIT_USAGE, "shape %lld (%s): --method %s does not apply to it", (long long)s->id, kind, arg.method);
	if (plan.method != SOLID_PEBBLES && solid_has_densities(s))
		tool_fail(EXIT_USAGE, "shape %lld (%s) has pebbles of several densities, so the density of their overlaps is unknown; use "
		          "--method pebbles, which sums over pebbles", (long long)s->id, kind);
	return 1;
}

/* Give a shape in 3D whose mass was not found the volume 0, or end the program. */
static void take_status(const struct shape *s, enum mass_status status, struct mass3 *m)
{
	const char *kind = shape_kind_name[s->kind];

	switch (status) {
	case MASS_GOOD:
		return;
	case MASS_OPEN:
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): its surface could not be closed to 1e-8 of its volume", (long long)s->id,
		          kind);
	case MASS_UNSOUND:
		if (m->volume == 0)
			tool_fail(EXIT_INPUT, "shape %lld (%s) cannot be weighed by --method %s; expected a volume "
			          "beyond rounding errors, and a surface that does not cross itself", (long long)s->id, kind, arg.method);
		tool_fail(EXIT_INPUT, "shape %lld (%s): no body can have the moments of inertia that --method %s finds, %g, %g and %g; "
		          "expected a volume beyond rounding errors, and a surface that does not cross itself", (long long)s->id, kind,
		          arg.method, m->inertia[0], m->inertia[1], m->inertia[2]);
	default:
		tool_note("shape %lld (%s) has no volume by --method %s and gets no mass", (long long)s->id, kind, arg.method);
		*m = (struct mass3){ .volume = 0 };
	}
}

/* ---- surfaces ---- */

/* Whether the input consists of surfaces only, without a stream. */
static int files;

/* Find out whether there are only surfaces. An operand with the name of a surface file counts like one of --surface. */
static void find_files(void)
{
	static const char *const suffix[] = { ".stl", ".off", ".ply" };
	static const char *operand;

	files = arg.surface.n && !tool_operands();
	for (int k = 0; k < 3 && !arg.surface.n && tool_operands(); k++) {
		operand = tool_operand(0);
		size_t n = strlen(operand);

		if (n > 4 && strcasecmp(operand + n - 4, suffix[k]) == 0) {
			arg.surface = (struct opt_list){ 1, &operand };
			files = 1;
		}
	}
}

/* Read the files of --surface, one for each shape of the stream; the shapes get the masses of these surfaces. Returns the
 * surfaces, [n_shape], which the caller frees with free_weights. A file has the coordinates in which its shape was drawn; the
 * surface is moved into the body frame of the shape. */
static struct shape *read_weights(const struct world *w)
{
	if (w->n_shape != arg.surface.n)
		opt_fail("surface", "given %d times, but the stream has %d shape%s, expected one surface for each", arg.surface.n,
		         w->n_shape, w->n_shape == 1 ? "" : "s");
	struct shape *of = MEM_ZERO(struct shape, (size_t)w->n_shape);
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *s = &w->shape[k];

		if (s->kind != SHAPE_CLUMP && s->kind != SHAPE_OBJECT && s->kind != SHAPE_MESH)
			opt_fail("surface", "does not apply to shape %lld (%s), expected a clump, an object or a mesh", (long long)s->id,
			         shape_kind_name[s->kind]);
		tool_load_surface_shape(arg.surface.item[k], &of[k]);
		of[k].id = s->id;
		shape_move(&of[k], s->solid->centre, s->solid->turned);
	}
	return of;
}

static void free_weights(struct shape *of, int n)
{
	for (int k = 0; k < n; k++)
		solid_free(of[k].solid);
	free(of);
}

/* Whether a point lies outside of the box around all pebbles or vertices. */
static int is_outside(const struct solid *o, const double x[3])
{
	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		for (int i = 0; i < o->n; i++) {
			double at = o->ball ? o->ball[i][k] : o->vertex[i][k], r = o->ball ? o->ball[i][3] : 0;

			lo = fmin(lo, at - r);
			hi = fmax(hi, at + r);
		}
		if (o->n && !(lo <= x[k] && x[k] <= hi))
			return 1;
	}
	return 0;
}

/* The shapes that are weighed on several threads. */
struct weighing {
	const struct shape *shape;    /* [n] */
	const char *weighed;          /* [n] whether a shape has a mass */
	enum mass_status *status;     /* [n] */
	struct mass3 *m;              /* [n] */
	struct solid_form *form;      /* [n], or NULL if nobody asks for it */
};

static void weigh_some(void *to, int from, int end, int thread)
{
	struct weighing *g = to;

	(void)thread;
	for (int k = from; k < end; k++) {
		const struct solid_plan plan = plan_of(&g->shape[k]);

		if (g->form)
			g->form[k] = (struct solid_form){ NAN, NAN, NAN };
		if (g->weighed[k] && g->form)
			g->status[k] = solid_mass_and_form(&g->m[k], &g->form[k], &g->shape[k], &plan);
		else if (g->weighed[k])
			g->status[k] = solid_mass(&g->m[k], &g->shape[k], &plan);
	}
}

static void weigh_all(struct weighing *g, int n)
{
	/* the loops over voxels and points tell how far they are, which only one thread may do */
	const int alone = method == VOXELS || method == MONTECARLO;

	team_chunks(alone ? 1 : threads, n, 16, weigh_some, g);
}

/* The masses of all shapes, and their forms if form[n_shape] is not NULL; if there are both surfaces and a stream, those of the
 * surfaces. The caller frees them. */
static struct mass3 *masses(const struct world *w, struct solid_form *form)
{
	const int n = w->n_shape;
	struct shape *of = arg.surface.n && !files ? read_weights(w) : NULL;
	char *weighed = MEM_ZERO(char, (size_t)n);
	struct weighing g = { of ? of : w->shape, weighed, MEM_NEW(enum mass_status, (size_t)n), MEM_ZERO(struct mass3, (size_t)n),
		form };

	for (int k = 0; k < n; k++) {
		const struct shape *s = &w->shape[k];

		if (s->kind == SHAPE_MESH && world_shape_is_held(w, s) && (!arg.table || !tool_can_close(s)))
			tool_note("shape %lld (mesh) is a wall, because constraints hold all its bodies, and needs no mass", (long long)s->id);
		else
			weighed[k] = (char)has_mass(&g.shape[k]);
	}
	weigh_all(&g, n);
	for (int k = 0; k < n; k++) {
		if (weighed[k])
			take_status(&g.shape[k], g.status[k], &g.m[k]);
		if (of && g.m[k].volume > 0 && is_outside(w->shape[k].solid, g.m[k].com))
			tool_warn("%s: the centre of mass lies outside of shape %lld (%s); draw both in the same coordinates",
			          arg.surface.item[k], (long long)w->shape[k].id, shape_kind_name[w->shape[k].kind]);
	}
	free(weighed);
	free(g.status);
	if (of)
		free_weights(of, n);
	return g.m;
}

/* ---- the table ---- */

/* Find all masses before the first row is written: one may fail. */
static void print_solids(struct tab_out *t, struct world *w)
{
	world_need_columns(w);
	struct solid_form *form = MEM_NEW(struct solid_form, (size_t)w->n_shape);
	struct mass3 *m = masses(w, form);

	mass_table3(t, w, arg.density, m, form);
	tab_finish(t);
	free(form);
	free(m);
}

static void print_flat(struct tab_out *t, struct world *w)
{
	world_need_columns(w);
	struct mass *m = MEM_NEW(struct mass, (size_t)w->n_shape);

	for (int k = 0; k < w->n_shape; k++)
		m[k] = mass2_or_fail(&w->shape[k]);
	mass_table2(t, w, arg.density, m);
	tab_finish(t);
	free(m);
}

static void print_table(void)
{
	struct tab_out *t = tab_create(stdout, tool_made);
	struct world *w = tool_world();
	size_t n;

	particles_drop_text(tool_in());
	do {
		const char *text = particles_preamble(tool_in(), &n);

		tab_preamble(t, text, n);
	} while (tool_read());
	const char *rest = particles_preamble(tool_in(), &n);
	tab_preamble(t, rest, n);

	check_dimension(w);
	if (w->dim == 2) {
		print_flat(t, w);
		return;
	}
	tool_check_shapes(w, NULL);
	print_solids(t, w);
}

/* ---- the stream ---- */

/* Move the origin of a shape to its centre of mass and write its mass record, unless both are correct to rounding. centre[2] gets
 * the displacement. Returns whether the origin moved. */
static int set_mass(struct shape *s, double centre[2])
{
	struct mass m = mass2_or_fail(s);

	if (!(m.area > 0))
		return 0;
	int off = sqrt(m.x * m.x + m.y * m.y) > 1e-12 * shape_reach(s);

	if (!off && strcmp(s->method, arg.method) == 0 && fabs(s->area - m.area) <= 1e-12 * m.area &&
	    fabs(s->inertia - m.inertia) <= 1e-12 * m.inertia)
		return 0;
	centre[0] = off ? m.x : 0;
	centre[1] = off ? m.y : 0;
	for (int k = 0; k < s->n; k++) {
		s->xy[k][0] -= centre[0];
		s->xy[k][1] -= centre[1];
	}
	s->area = m.area;
	s->inertia = m.inertia;
	strcpy(s->method, arg.method);
	if (off)
		particles_put_shape(tool_out(), s);
	else
		particles_put_mass(tool_out(), s);
	return off;
}

/* Give a shape its frame and its mass record; *p gets the displacement and rotation of the frame. */
static enum solid_change settle(struct shape *s, const struct mass3 *m, struct place3 *p)
{
	*p = (struct place3){ .turn = { 1 } };
	if (!(m->volume > 0))
		return SOLID_SAME;
	return solid_settle(s, m, arg.keep_frame, arg.surface.n && !files ? "surface" : arg.method, p->centre, p->turn);
}

/* Fail if a surface was mended to whose faces contacts refer. */
static void check_mended(const struct world *w, const char *mended)
{
	for (int k = 0; k < w->n_shape && w->contact.n_row; k++)
		if (mended[k])
			tool_fail(EXIT_INPUT, "shape %lld (mesh) had to be mended, but contacts of the last frame refer to its faces by "
			          "number; give a stream without contacts", (long long)w->shape[k].id);
}

/* Write the mass record of every shape, or the shape itself if it was mended or its frame moved; then write the last frame. */
static void filter_solids(struct world *w, int frame)
{
	char *mended = MEM_ZERO(char, (size_t)w->n_shape);
	int moved = 0;

	tool_check_shapes(w, mended);
	if (frame)
		check_mended(w, mended);
	struct place3 *place = MEM_ZERO(struct place3, (size_t)w->n_shape);
	double (*spins)[3] = frame ? bodies_spins_before(w) : NULL;
	struct mass3 *m = masses(w, NULL);
	for (int k = 0; k < w->n_shape; k++) {
		enum solid_change change = settle(&w->shape[k], &m[k], &place[k]);

		if (mended[k] || change == SOLID_MOVED)
			particles_put_shape(tool_out(), &w->shape[k]);
		else if (change == SOLID_RECORD)
			particles_put_mass(tool_out(), &w->shape[k]);
		moved |= change == SOLID_MOVED;
	}
	if (frame && moved)
		world_recentre3(w, place, (const double (*)[3])spins);
	if (spins)
		moved |= bodies_spins_after(w, (const double (*)[3])spins);
	if (frame && moved)
		tool_write(w);
	else if (frame)
		tool_pass();
	free(spins);
	free(place);
	free(mended);
	free(m);
}

/* Make a stream of the surfaces in the files, with each body at the place where its file has it. */
static void weigh_files(void)
{
	struct world w;

	world_init(&w, 3);
	check_dimension(&w);
	world_define_defaults(&w);
	for (int k = 0; k < arg.surface.n; k++) {
		tool_load_surface_shape(arg.surface.item[k], world_need_shape(&w, k + 1));
		world_add_body(&w, k + 1, DEFAULT_MATERIAL, "-");
	}
	if (arg.table) {
		print_solids(tab_create(stdout, tool_made), &w);
	} else {
		struct place3 *place = MEM_ZERO(struct place3, (size_t)w.n_shape);
		struct mass3 *m = masses(&w, NULL);

		for (int k = 0; k < w.n_shape; k++)
			settle(&w.shape[k], &m[k], &place[k]);
		world_recentre3(&w, place, NULL);
		tool_create(3);
		particles_put_definitions(tool_out(), &w);
		tool_write_frame(&w);
		free(place);
		free(m);
	}
	world_free(&w);
}

static void filter_stream(void)
{
	for (int k = 0; k < arg.surface.n; k++)
		tool_expect_file(arg.surface.item[k]);
	struct world *frame = tool_read_last(), *w = tool_world();

	check_dimension(w);
	if (w->dim == 3) {
		filter_solids(w, frame != NULL);
		return;
	}
	double (*centre)[2] = mem_zero((size_t)w->n_shape, sizeof *centre);
	int moved = 0;

	for (int k = 0; k < w->n_shape; k++)
		moved |= set_mass(&w->shape[k], centre[k]);
	if (frame && moved) {
		world_recentre2(w, (const double (*)[2])centre);
		tool_write(w);
	} else if (frame) {
		tool_pass();
	}
	free(centre);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "find area or volume, centre of mass and moments of inertia of shapes", "[FILE]", opts, 1);
	check_options();
	tool_take_solids();
	find_files();
	if (files)
		weigh_files();
	else if (arg.table)
		print_table();
	else
		filter_stream();
	return tool_end();
}
