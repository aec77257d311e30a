/* cells3.c: packings of rounded Voronoi cells in space */
#include "common/cells3.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/cube_root.h"
#include "base/rng.h"
#include "base/team.h"
#include "common/cell_sizes.h"
#include "common/threads.h"
#include "number.h"
#include "voronoi/sites3.h"
#include "voronoi/sized3.h"

static struct {
	int n;
	double (*x)[3];
	const char *file;
	int *line;
} sites;
static int threads;

/* ---- sites ---- */

static void load_sites(const struct cells3 *arg, const char *path)
{
	const struct domain *d = &arg->domain;
	double *value;
	int width, n = tool_load_rows(path, 3, 3, &width, &value, &sites.line);

	if (n < 1)
		tool_fail(EXIT_INPUT, "%s: found no sites, expected x y z on each line", path);
	if (arg->n != INT64_MIN && arg->n != n)
		tool_fail(EXIT_USAGE, "%s: found %d sites, expected %" PRId64 ", the value of --number", path, n, arg->n);
	sites.file = path;
	sites.n = n;
	sites.x = (double (*)[3])value;
	for (int i = 0; i < n; i++) {
		double *p = sites.x[i];
		int64_t image[3] = { 0 };
		int outside = 0;

		domain_wrap3(d, p, image);
		for (int k = 0; k < 3; k++)
			outside |= !(p[k] >= 0 && p[k] <= d->hi[k]);
		if (outside)
			tool_fail(EXIT_INPUT, "%s:%d: site %.17g,%.17g,%.17g is outside of the box, expected between 0,0,0 and %g,%g,%g",
				path, sites.line[i], p[0], p[1], p[2], d->hi[0], d->hi[1], d->hi[2]);
	}
}

void cells_note_stretch(const struct lattice_fit *f)
{
	const char axis[] = "xyz";
	char fits[80] = "";

	if (f->stretch == 1)
		return;
	if (f->near[0] && f->near[1])
		snprintf(fits, sizeof fits, "; -n %d and -n %d fit without", f->near[0], f->near[1]);
	else if (f->near[0] || f->near[1])
		snprintf(fits, sizeof fits, "; -n %d fits without", f->near[0] ? f->near[0] : f->near[1]);
	tool_note("to fit the box, the lattice is stretched by a factor of %.6g along %c compared with %c%s", f->stretch, axis[f->wide],
		axis[f->thin], fits);
}

static void make_lattice(const struct cells3 *arg, enum sites3_lattice kind)
{
	int cells[3], n = (int)arg->n;
	struct lattice_fit fit;

	sites.n = sites3_lattice_size(kind, n, arg->domain.hi, cells);
	if (sites.n != n)
		tool_note("the lattice that fits the box has %d x %d x %d unit cells, so there are %d sites instead of %d", cells[0],
			cells[1], cells[2], sites.n, n);
	sites3_lattice_fit(&fit, kind, n, arg->domain.hi, cells);
	cells_note_stretch(&fit);
	sites.x = mem_new((size_t)sites.n, sizeof *sites.x);
	sites3_lattice(sites.x, kind, cells, arg->domain.hi);
}

static void make_sites(const struct cells3 *arg)
{
	const double *box = arg->domain.hi;
	struct rng g;

	if (strncmp(arg->sites, "file:", 5) == 0) {
		load_sites(arg, arg->sites + 5);
		return;
	}
	for (int kind = 0; kind < SITES3_LATTICES; kind++)
		if (strcmp(arg->sites, sites3_lattice_name[kind]) == 0) {
			make_lattice(arg, (enum sites3_lattice)kind);
			return;
		}
	rng_seed(&g, (uint64_t)tool_seed);
	sites.n = (int)arg->n;
	sites.x = mem_new((size_t)sites.n, sizeof *sites.x);
	if (strcmp(arg->sites, "random") == 0)
		sites3_random(sites.x, sites.n, box, &g);
	else if (strcmp(arg->sites, "jitter") == 0)
		sites3_jitter(sites.x, sites.n, box, arg->jitter, &g);
	else
		opt_fail("sites", "%s, expected in space random, jitter, cubic, bcc, fcc, hcp or file:NAME", arg->sites);
}

static void coincide(const struct cells3 *arg, const int pair[2])
{
	const double *a = sites.x[pair[0]], *b = sites.x[pair[1]], *hi = arg->domain.hi;

	if (sites.file)
		tool_fail(EXIT_INPUT, "%s:%d: site %d at %.17g,%.17g,%.17g coincides with site %d at %.17g,%.17g,%.17g in line %d, "
			"expected %g [L] between them", sites.file, sites.line[pair[1]], pair[1] + 1, b[0], b[1], b[2], pair[0] + 1,
			a[0], a[1], a[2], sites.line[pair[0]], VORONOI_APART * fmax(hi[0], fmax(hi[1], hi[2])));
	tool_fail(EXIT_NUMERICS, "site %d at %.17g,%.17g,%.17g coincides with site %d at %.17g,%.17g,%.17g", pair[1] + 1, b[0],
		b[1], b[2], pair[0] + 1, a[0], a[1], a[2]);
}

/* ---- cells with weights, for --sizes ---- */

static struct sized3 weighted;
static struct sized sized;

static void sized_begin(const struct cells3 *arg, const struct recipe3 *recipe)
{
	const struct domain *d = &arg->domain;

	weighted = (struct sized3){ .n = sites.n, .site = (const double (*)[3])sites.x, .recipe = *recipe,
		.void_ratio = isnan(arg->erode) ? arg->void_ratio : NAN, .threads = threads };
	memcpy(weighted.box, d->hi, sizeof weighted.box);
	memcpy(weighted.periodic, d->periodic, sizeof weighted.periodic);
	sized3_begin(&weighted, &sized);
	cell_sizes_begin(&sized, arg->sizes);
}

static void sized_cells(const struct cells3 *arg, struct voronoi3 *v, int last)
{
	enum sized_status status = cell_sizes_solve(&sized, arg->sized_grains, last);

	if (status == SIZED_COINCIDENT)
		coincide(arg, weighted.v.pair);
	/* if the void ratio cannot be attained, find_gap says so */
	*v = weighted.v;
	weighted.v = (struct voronoi3){ 0 }; /* moved */
}

static void make_cells(const struct cells3 *arg, struct voronoi3 *v, const struct recipe3 *recipe)
{
	const struct domain *d = &arg->domain;

	if (arg->sizes)
		sized_begin(arg, recipe);
	for (int64_t k = 0; ; k++) {
		if (arg->sizes)
			sized_cells(arg, v, k == arg->lloyd);
		else if (voronoi3_init(v, sites.n, (const double (*)[3])sites.x, NULL, d->hi, d->periodic, threads) != VORONOI_OK)
			coincide(arg, v->pair);
		if (k == arg->lloyd)
			return;
		sites3_relax(sites.x, v, threads);
		voronoi3_free(v);
		for (int i = 0; i < sites.n; i++) {
			int64_t image[3] = { 0 };

			domain_wrap3(d, sites.x[i], image);
		}
	}
}

/* ---- grains ---- */

static void find_gap(const struct cells3 *arg, struct recipe3 *recipe, const struct voronoi3 *v)
{
	struct gap gap;
	enum gap_status status = recipe3_solve(recipe, &gap, v, arg->void_ratio, threads);
	char upto[40] = " or more";

	if (!isinf(gap.high))
		snprintf(upto, sizeof upto, " to %.9g", gap.high);
	if (status == GAP_JUMP)
		tool_fail(EXIT_NUMERICS, "void ratio %.9g cannot be attained: the ratio jumps from %.9g%s where a grain is left out",
			arg->void_ratio, gap.low, upto);
	if (status != GAP_OK && isinf(gap.low))
		tool_fail(EXIT_NUMERICS, "no cell has room for a grain with an inscribed ball of radius %g; use a smaller --min-radius",
			arg->min_radius);
	if (status != GAP_OK)
		tool_fail(EXIT_NUMERICS, "void ratio %.9g cannot be attained with roundness %g, attainable range: %.9g%s; "
			"sharper grains leave smaller voids", arg->void_ratio, arg->roundness, gap.low, upto);
}

/* Counts and sums for the note at the end. */
static struct {
	int grains, balls, vanished, small;
	int64_t flips;
	double volume, first, roundness, roundness2; /* sums of differences from the first grain's roundness */
	double sphericity;
} made;

/* Cells that are worked on at a time, on all threads, and their texts, each of a chunk. */
enum { BATCH = 1024, CHUNK = 16 };
struct batch {
	const struct voronoi3 *v;
	const struct recipe3 *recipe;
	struct erosion3 *erosion;     /* [threads] */
	struct cell3 *cell;           /* [threads] */
	struct particles_out *text[BATCH / CHUNK];
	int from;
	/* what has become of a cell: a shape in the text, and a body, if its status is GRAIN3_GOOD */
	struct made {
		enum grain3_status status;
		int ball, flips;
		double centre[3], turn[4], roundness, volume, sphericity;
	} made[BATCH];
};

static struct batch *batch_begin(const struct voronoi3 *v, const struct recipe3 *recipe)
{
	struct batch *b = MEM_ZERO(struct batch, 1);

	b->v = v;
	b->recipe = recipe;
	b->erosion = MEM_ZERO(struct erosion3, (size_t)threads);
	b->cell = MEM_ZERO(struct cell3, (size_t)threads);
	for (int k = 0; k < BATCH / CHUNK; k++)
		b->text[k] = particles_create_text();
	return b;
}

static void batch_end(struct batch *b)
{
	for (int k = 0; k < threads; k++) {
		erosion3_free(&b->erosion[k]);
		cell3_free(&b->cell[k]);
	}
	for (int k = 0; k < BATCH / CHUNK; k++)
		particles_finish(b->text[k]);
	free(b->erosion);
	free(b->cell);
	free(b);
}

/* Work on the cells of the next batch. Returns their number. */
static int batch_next(struct batch *b, team_chunk *work)
{
	int n = b->v->n - b->from < BATCH ? b->v->n - b->from : BATCH;

	count_to(b->from);
	team_chunks(threads, n, CHUNK, work, b);
	return n;
}

static void put_texts(struct batch *b, int n)
{
	for (int k = 0; k * CHUNK < n; k++)
		particles_append(tool_out(), b->text[k]);
}

static void grain_chunk(void *to, int from, int end, int thread)
{
	struct batch *b = to;

	for (int k = from; k < end; k++) {
		struct made *m = &b->made[k];
		struct grain3 g;

		m->status = grain3_make(&g, &b->erosion[thread], b->v, b->from + k, b->recipe);
		m->ball = g.ball;
		if (m->status != GRAIN3_GOOD)
			continue;
		const struct solid *s = g.shape.solid;
		double r = g.shape.kind == SHAPE_SPHERE ? s->ball[0][3] : s->r;

		m->flips = g.flips;
		m->roundness = r / g.inradius;
		m->volume = s->volume;
		m->sphericity = cube_root(36 * 3.141592653589793 * s->volume * s->volume) / s->surface;
		memcpy(m->centre, g.centre, sizeof m->centre);
		memcpy(m->turn, g.turn, sizeof m->turn);
		g.shape.id = b->from + k + 1;
		particles_put_shape(b->text[from / CHUNK], &g.shape);
		grain3_free(&g);
	}
}

static void begin_stream(const struct world *w)
{
	tool_create(3);
	particles_put_domain(tool_out(), w);
	particles_put_material(tool_out(), &w->material[0]);
	particles_put_law(tool_out(), &w->law[0]);
}

/* Put the body of a grain into the table. */
static void put_body(struct world *w, const struct bodies3 *b, const struct made *m, int i)
{
	double q = m->roundness, x[3];
	int64_t image[3] = { 0 };
	int k = made.grains++;

	if (k == 0) {
		made.first = q;
		begin_stream(w);
	}
	q -= made.first;
	made.balls += m->ball;
	made.flips += m->flips;
	made.volume += m->volume;
	made.roundness += q;
	made.roundness2 += q * q;
	made.sphericity += m->sphericity;
	for (int a = 0; a < 3; a++)
		x[a] = sites.x[i][a] + m->centre[a];
	domain_wrap3(&w->domain, x, image); /* the count of images begins here */
	b->id[k] = b->shape[k] = i + 1;
	b->material[k] = world_name(w, w->material[0].name);
	b->size[k] = 1;
	for (int a = 0; a < 3; a++)
		b->x[a][k] = x[a];
	for (int a = 0; a < 4; a++)
		b->q[a][k] = m->turn[a];
}

static void put_grains(struct world *w, const struct voronoi3 *v, const struct recipe3 *recipe)
{
	struct batch *batch = batch_begin(v, recipe);

	table_resize(&w->body, v->n);
	struct bodies3 b = world_bodies3(w);
	count_begin("grains", 0, v->n);
	for (int n; batch->from < v->n; batch->from += n) {
		n = batch_next(batch, grain_chunk);
		for (int k = 0; k < n; k++) {
			const struct made *m = &batch->made[k];

			made.small += m->status == GRAIN3_SMALL;
			made.vanished += m->status == GRAIN3_VANISHED || m->ball;
			if (m->status == GRAIN3_GOOD)
				put_body(w, &b, m, batch->from + k);
		}
		if (made.grains > 0)
			put_texts(batch, n);
	}
	count_end();
	batch_end(batch);
	if (made.grains == 0)
		tool_fail(EXIT_NUMERICS, "no grain is left: %d cells vanished, %d grains are smaller than --min-radius", made.vanished,
			made.small);
	table_resize(&w->body, made.grains);
}

/* Write the cells as records: cell ID vertices=N x,y,z ... i,j,k,... ... in the coordinates of the domain, not wrapped. */
static void cell_chunk(void *to, int from, int end, int thread)
{
	struct batch *b = to;
	struct cell3 *c = &b->cell[thread];
	char *line = NULL;
	size_t cap = 0;

	for (int i = b->from + from; i < b->from + end; i++) {
		struct solid *s = solid_new();

		voronoi3_cell(b->v, i, c);
		cell3_solid(c, 1e-11 * sqrt(cell3_reach2(c)), s, NULL);
		MEM_GROW(line, &cap, ((size_t)s->n * 3 + (size_t)(s->n_face ? s->first[s->n_face] : 0) + 4) * NUMBER_MAX);
		memcpy(line, "cell ", 5);
		char *at = number_put_int(line + 5, i + 1);
		memcpy(at, " vertices=", 10);
		at = number_put_int(at + 10, s->n);
		for (int k = 0; k < s->n; k++)
			for (int a = 0; a < 3; a++) {
				*at++ = a ? ',' : ' ';
				at = number_put(at, sites.x[i][a] + s->vertex[k][a]);
			}
		for (int f = 0; f < s->n_face; f++)
			for (int k = s->first[f]; k < s->first[f + 1]; k++) {
				*at++ = k > s->first[f] ? ',' : ' ';
				at = number_put_int(at, s->corner[k]);
			}
		*at = 0;
		particles_put_line(b->text[from / CHUNK], line);
		solid_free(s);
	}
	free(line);
}

static void put_cells(const struct voronoi3 *v)
{
	struct batch *batch = batch_begin(v, NULL);

	for (int n; batch->from < v->n; batch->from += n)
		put_texts(batch, n = batch_next(batch, cell_chunk));
	batch_end(batch);
}

static void report(const struct cells3 *arg, const struct voronoi3 *v, const struct recipe3 *recipe)
{
	const double *box = arg->domain.hi;
	double n = made.grains, mean = made.roundness / n;
	int least = voronoi3_faces(v, 0), most = least;

	for (int i = 1; i < v->n; i++) {
		int faces = voronoi3_faces(v, i);

		least = faces < least ? faces : least;
		most = faces > most ? faces : most;
	}
	tool_note("grains=%d void_ratio=%.12g roundness=%.9g roundness_sd=%.3g sphericity=%.6g faces=%.6g faces_min=%d faces_max=%d "
		"flips=%" PRId64 " vanished=%d balls=%d small=%d gap=%.12g", made.grains,
		(box[0] * box[1] * box[2] - made.volume) / made.volume, made.first + mean,
		sqrt(fmax(made.roundness2 / n - mean * mean, 0)), made.sphericity / n, (double)v->first[v->n] / v->n, least, most,
		made.flips, made.vanished, made.balls, made.small, recipe->by_gap ? recipe->gap : recipe->erode - recipe->dilate);
	if (recipe->by_gap)
		cells_warn_empty(made.vanished, v->n);
	if (arg->sizes)
		cell_sizes_note(&sized, arg->sized_grains ? "grains" : "cells");
}

void cells_warn_empty(int empty, int n)
{
	if (empty > n / 100)
		tool_warn("%d of %d cells have no grain, since they are narrower than the gap that this void ratio takes; use a smaller "
			"--void-ratio, or --lloyd for cells that are more alike", empty, n);
}

void cells3_pack(const struct cells3 *arg)
{
	struct recipe3 recipe = { .erode = arg->erode, .dilate = arg->dilate, .balls = strcmp(arg->vanished, "ball") == 0,
	                          .roundness = arg->roundness, .least = arg->min_radius, .flips = !tool_quiet };
	struct voronoi3 v;
	struct world w;

	make_sites(arg);
	threads = arg->threads ? arg->threads : threads_for(sites.n);
	make_cells(arg, &v, &recipe);
	if (isnan(arg->erode)) {
		recipe3_begin(&recipe, &v, threads);
		find_gap(arg, &recipe, &v);
	}

	world_init(&w, 3);
	w.domain = arg->domain;
	world_define_defaults(&w);
	particles_threads(tool_out(), threads);
	put_grains(&w, &v, &recipe);
	if (arg->cells)
		put_cells(&v);
	report(arg, &v, &recipe);
	voronoi3_free(&v);
	tool_write_frame(&w);
	world_free(&w);
	if (arg->sizes) {
		sized3_free(&weighted);
		cell_sizes_free(&sized);
	}
	free(recipe.in);
	free(sites.x);
	free(sites.line);
}
