/* scree-voronoi: packings of rounded grains, made from eroded and dilated Voronoi cells */
#include "common/tool.h"

#include "common/cells3.h"
#include "common/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/rng.h"
#include "base/team.h"
#include "common/cell_sizes.h"
#include "common/threads.h"
#include "number.h"
#include "voronoi/sites.h"
#include "voronoi/sized2.h"

static struct {
	int64_t n, lloyd;
	double jitter, erode, dilate, roundness, void_ratio, min_radius;
	const char *box, *periodic, *sites, *vanished, *walls, *sizes, *sizes_of, *threads;
	int cells;
} arg = { .n = INT64_MIN, .threads = "auto", .jitter = NAN, .erode = NAN, .dilate = NAN, .roundness = NAN,
          .void_ratio = NAN, .min_radius = 0, .periodic = "none", .sites = "random" };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Sites" },
	{ 'n', "number", OPT_INT, &arg.n, "N", "number of sites, default 100" },
	{ 0, "box", OPT_WORD, &arg.box, "W,H[,D]",
	  "size of the domain [L], default a square with the area N; with three sizes the packing is in space" },
	{ 0, "periodic", OPT_WORD, &arg.periodic, "AXES", "x, y, xy or none, in space any of x, y and z; default none" },
	{ 0, "sites", OPT_WORD, &arg.sites, "KIND",
	  "random, jitter, a lattice (hexagonal or square, in space cubic, bcc, fcc or hcp) or file:NAME with x y or x y z on each "
	  "line; default random" },
	{ 0, "jitter", OPT_REAL, &arg.jitter, "PART",
	  "with --sites jitter: how far sites stray from the middles of their parts of the box, 0 to 1 (to the edges), default 0.5" },
	{ 0, "lloyd", OPT_INT, &arg.lloyd, "K", "move each site to the centroid of its cell, K times, default 0" },
	{ 0, "sizes", OPT_WORD, &arg.sizes, "DIST",
	  "distribution of sizes, the roots of areas or cube roots of volumes: uniform:lo,hi, lognormal:median,sigma, "
	  "weibull:scale,shape, sieve:FILE, or list:FILE with the size of each grain; only their ratios count; default as the "
	  "sites make them" },
	{ 0, "sizes-of", OPT_WORD, &arg.sizes_of, "WHAT", "with --sizes: what has these sizes, grains or cells, default grains" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Grains: either roundness and void ratio, or two radii" },
	{ 0, "roundness", OPT_REAL, &arg.roundness, "Q",
	  "Wadell roundness of all grains, 0 (sharp) to 1, default 0.5" },
	{ 0, "void-ratio", OPT_REAL, &arg.void_ratio, "E",
	  "area of voids over area of grains, default 0.15; in space volumes, default 0.3" },
	{ 0, "erode", OPT_REAL, &arg.erode, "R", "erode cells by a disk of radius R [L], in space by a ball" },
	{ 0, "dilate", OPT_REAL, &arg.dilate, "R",
	  "then dilate them by a disk or ball of radius R [L]; at most, and by default, the radius of --erode" },
	{ 0, "vanished", OPT_WORD, &arg.vanished, "WAY",
	  "the grain of a cell that vanishes under --erode: disk, in space ball (the largest in the cell), or drop (none); default the "
	  "largest" },
	{ 0, "walls", OPT_WORD, &arg.walls, "WAY",
	  "in the plane: how cells end at sides of the box that are not periodic: flat, or round, so that grains can roll on walls; "
	  "default flat" },
	{ 0, "min-radius", OPT_REAL, &arg.min_radius, "R",
	  "leave out grains whose inscribed disk or ball has a radius below R [L], default 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Output" },
	{ 0, "cells", OPT_FLAG, &arg.cells, NULL, "also write the cells, as records that simulators pass on" },
	{ 0, "threads", OPT_WORD, &arg.threads, "N",
	  "number of threads, which does not affect results; default auto: up to 8, by processors and sites" },
	OPT_SEED,
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* The sites and their source. */
static struct {
	int n;
	double (*xy)[2];
	const char *file;
	int *line;
} sites;
static struct domain domain = { .set = 1 };
static int dim = 2, threads; /* threads: 0 until the number of sites is known, if the program has to choose */

/* Up to this ratio of sides, cells that are as long as the box have a width beyond rounding. */
static const double SLENDER = 1e9;

/* ---- options ---- */

static void check_site_options(void)
{
	int file = strncmp(arg.sites, "file:", 5) == 0;

	if (arg.box && (dim = words_numbers(arg.box, domain.hi, 3)) != 2 && dim != 3)
		opt_fail("box", "'%s', expected two sizes for the plane, or three for space", arg.box);
	words_axes("periodic", arg.periodic, dim, domain.periodic);
	if (arg.n == INT64_MIN && !file)
		arg.n = 100;
	if (arg.n != INT64_MIN && (arg.n < 1 || arg.n > 300000000))
		opt_fail("number", "%" PRId64 ", expected 1 to 300000000", arg.n);
	if (!arg.box) {
		if (file)
			opt_fail("box", "missing; --sites file: needs the size of the domain");
		domain.hi[0] = domain.hi[1] = sqrt((double)arg.n);
	}
	const double most = dim == 3 ? 1e15 : 1e60, least = dim == 3 ? 1e-15 : 1e-60; /* of sizes whose fifth power is a number */
	for (int k = 0; k < dim; k++)
		if (!(domain.hi[k] >= least && domain.hi[k] <= most))
			opt_fail("box", "%s, expected sizes above 0, from %g to %g", arg.box, least, most);
	for (int k = 0; k < dim; k++)
		if (domain.hi[k] > SLENDER * domain.hi[(k + 1) % dim] || domain.hi[(k + 1) % dim] > SLENDER * domain.hi[k])
			opt_fail("box", "%s, expected sizes, none more than %g times another", arg.box, SLENDER);
	if (arg.lloyd < 0)
		opt_fail("lloyd", "%" PRId64 ", expected 0 or more", arg.lloyd);
	if (!isnan(arg.jitter) && strcmp(arg.sites, "jitter") != 0)
		opt_fail("jitter", "applies only to --sites jitter");
	if (isnan(arg.jitter))
		arg.jitter = 0.5;
	if (arg.jitter < 0 || arg.jitter > 1)
		opt_fail("jitter", "%g, expected 0 to 1", arg.jitter);
}

/* Whether --sizes are those of the grains. */
static int sized_grains(void)
{
	return arg.sizes && strcmp(arg.sizes_of, "grains") == 0;
}

static void check_size_options(void)
{
	if (arg.sizes_of && !arg.sizes)
		opt_fail("sizes-of", "applies only with --sizes");
	if (!arg.sizes_of)
		arg.sizes_of = "grains";
	if (strcmp(arg.sizes_of, "grains") != 0 && strcmp(arg.sizes_of, "cells") != 0)
		opt_fail("sizes-of", "%s, expected grains or cells", arg.sizes_of);
	if (sized_grains() && arg.min_radius > 0)
		opt_fail("min-radius", "leaves out grains that --sizes asks for; use --sizes-of cells");
}

static void check_grain_options(void)
{
	const char *largest = dim == 3 ? "ball" : "disk";
	int radii = !isnan(arg.erode);

	if (radii && !(isnan(arg.roundness) && isnan(arg.void_ratio)))
		opt_fail("erode", "cannot be combined with --roundness and --void-ratio; give radii or ratios");
	if (!radii && !isnan(arg.dilate))
		opt_fail("dilate", "applies only with --erode");
	if (!radii && arg.vanished)
		opt_fail("vanished", "applies only with --erode; with a void ratio, cells that vanish always stay empty");
	if (!arg.vanished)
		arg.vanished = largest;
	if (strcmp(arg.vanished, largest) != 0 && strcmp(arg.vanished, "drop") != 0)
		opt_fail("vanished", "%s, expected %s or drop%s", arg.vanished, largest, dim == 3 ? " in space" : "");
	if (radii && !(arg.erode >= 0))
		opt_fail("erode", "%g, expected 0 or more", arg.erode);
	if (isnan(arg.dilate))
		arg.dilate = arg.erode;
	if (radii && !(arg.dilate >= 0 && arg.dilate <= arg.erode))
		opt_fail("dilate", "%g, expected 0 to %g, the radius of --erode", arg.dilate, arg.erode);
	if (isnan(arg.roundness))
		arg.roundness = 0.5;
	if (!(arg.roundness >= 0 && arg.roundness <= 1))
		opt_fail("roundness", "%g, expected 0 to 1", arg.roundness);
	if (isnan(arg.void_ratio))
		arg.void_ratio = dim == 3 ? 0.3 : 0.15;
	if (!(arg.void_ratio >= 0))
		opt_fail("void-ratio", "%g, expected 0 or more", arg.void_ratio);
	if (dim == 3 && arg.walls)
		opt_fail("walls", "applies only in the plane; in space all cells end flat at the sides of the box");
	if (arg.walls && domain.periodic[0] && domain.periodic[1])
		opt_fail("walls", "applies to sides that are not periodic, and --periodic %s leaves none", arg.periodic);
	if (!arg.walls)
		arg.walls = "flat";
	if (strcmp(arg.walls, "flat") != 0 && strcmp(arg.walls, "round") != 0)
		opt_fail("walls", "%s, expected flat or round", arg.walls);
	if (!(arg.min_radius >= 0))
		opt_fail("min-radius", "%g, expected 0 or more", arg.min_radius);
}

/* ---- sites and cells ---- */

static void load_sites(const char *path)
{
	double *value;
	int width, n = tool_load_rows(path, 2, 2, &width, &value, &sites.line);

	if (n < 1)
		tool_fail(EXIT_INPUT, "%s: found no sites, expected x y on each line", path);
	if (arg.n != INT64_MIN && arg.n != n)
		tool_fail(EXIT_USAGE, "%s: found %d sites, expected %" PRId64 ", the value of --number", path, n, arg.n);
	sites.file = path;
	sites.n = n;
	sites.xy = (double (*)[2])value;
	for (int i = 0; i < n; i++) {
		double *p = sites.xy[i];
		int64_t ix = 0, iy = 0;

		domain_wrap2(&domain, &p[0], &p[1], &ix, &iy);
		if (!(p[0] >= 0 && p[0] <= domain.hi[0] && p[1] >= 0 && p[1] <= domain.hi[1]))
			tool_fail(EXIT_INPUT, "%s:%d: site %.17g,%.17g is outside of the box, expected between 0,0 and %g,%g", path,
				sites.line[i], p[0], p[1], domain.hi[0], domain.hi[1]);
	}
}

static void make_sites(void)
{
	int hexagonal = strcmp(arg.sites, "hexagonal") == 0, n = (int)arg.n, rows, columns;
	double w = domain.hi[0], h = domain.hi[1];
	struct lattice_fit fit;
	struct rng g;

	if (strncmp(arg.sites, "file:", 5) == 0) {
		load_sites(arg.sites + 5);
		return;
	}
	rng_seed(&g, (uint64_t)tool_seed);
	if (hexagonal || strcmp(arg.sites, "square") == 0) {
		sites_lattice_size(n, w, h, hexagonal, hexagonal && domain.periodic[1], &rows, &columns);
		if (rows * columns != n)
			tool_note("the lattice that fits the box has %d rows of %d, so there are %d sites instead of %d", rows, columns,
				rows * columns, n);
		sites_lattice_fit(&fit, n, w, h, hexagonal, hexagonal && domain.periodic[1], rows, columns);
		cells_note_stretch(&fit);
		n = rows * columns;
	}
	sites.n = n;
	sites.xy = mem_new((size_t)n, sizeof *sites.xy);
	if (strcmp(arg.sites, "random") == 0)
		sites_random(sites.xy, n, w, h, &g);
	else if (strcmp(arg.sites, "jitter") == 0)
		sites_jitter(sites.xy, n, w, h, arg.jitter, &g);
	else if (hexagonal || strcmp(arg.sites, "square") == 0)
		sites_lattice(sites.xy, rows, columns, w, h, hexagonal);
	else
		opt_fail("sites", "%s, expected in the plane random, jitter, hexagonal, square or file:NAME", arg.sites);
}

static void coincide(const int pair[2])
{
	const double *a = sites.xy[pair[0]], *b = sites.xy[pair[1]];

	if (sites.file)
		tool_fail(EXIT_INPUT, "%s:%d: site %d at %.17g,%.17g coincides with site %d at %.17g,%.17g in line %d, "
			"expected %g [L] between them", sites.file, sites.line[pair[1]], pair[1] + 1, b[0], b[1], pair[0] + 1,
			a[0], a[1], sites.line[pair[0]], VORONOI_APART * fmax(domain.hi[0], domain.hi[1]));
	tool_fail(EXIT_NUMERICS, "site %d at %.17g,%.17g coincides with site %d at %.17g,%.17g", pair[1] + 1, b[0], b[1],
		pair[0] + 1, a[0], a[1]);
}

/* ---- cells with weights, for --sizes ---- */

static struct sized2 weighted;
static struct sized sized;

static void sized_begin(const struct recipe *recipe)
{
	weighted = (struct sized2){ .n = sites.n, .site = (const double (*)[2])sites.xy, .box = { domain.hi[0], domain.hi[1] },
		.periodic = { domain.periodic[0], domain.periodic[1] }, .recipe = *recipe,
		.void_ratio = isnan(arg.erode) ? arg.void_ratio : NAN, .round_walls = strcmp(arg.walls, "round") == 0,
		.threads = threads };
	sized2_begin(&weighted, &sized);
	cell_sizes_begin(&sized, arg.sizes);
}

static void sized_cells(int last)
{
	enum sized_status status = cell_sizes_solve(&sized, sized_grains(), last);

	if (status == SIZED_COINCIDENT)
		coincide(weighted.v.pair);
	/* if the void ratio cannot be attained, find_gap says so */
}

/* A step of Lloyd's algorithm: move every site to the centroid of its cell. */
static void relax(const struct voronoi *v)
{
	for (int i = 0; i < v->n; i++) {
		double c[2];
		int64_t ix = 0, iy = 0;

		voronoi_area(v, i, c);
		sites.xy[i][0] += c[0];
		sites.xy[i][1] += c[1];
		domain_wrap2(&domain, &sites.xy[i][0], &sites.xy[i][1], &ix, &iy);
	}
}

static void make_cells(struct voronoi *v, const struct recipe *recipe)
{
	if (arg.sizes)
		sized_begin(recipe);
	for (int64_t k = 0; ; k++) {
		if (arg.sizes) {
			sized_cells(k == arg.lloyd);
			*v = weighted.v;
			weighted.v = (struct voronoi){ 0 }; /* moved */
		} else if (voronoi_init(v, sites.n, (const double (*)[2])sites.xy, NULL, domain.hi, domain.periodic, threads) != VORONOI_OK)
			coincide(v->pair);
		if (k == arg.lloyd)
			break;
		relax(v);
		voronoi_free(v);
	}
	if (strcmp(arg.walls, "round") == 0 && !sized_grains())
		voronoi_round_walls(v);
}

/* ---- grains ---- */

static void find_gap(struct recipe *recipe, const struct voronoi *v)
{
	struct gap gap;
	enum gap_status status = recipe_solve(recipe, &gap, v, arg.void_ratio, threads);

	char upto[40] = " or more";

	if (!isinf(gap.high))
		snprintf(upto, sizeof upto, " to %.9g", gap.high);
	if (status == GAP_JUMP)
		tool_fail(EXIT_NUMERICS, "void ratio %.9g cannot be attained: the ratio jumps from %.9g%s where a grain is left out",
			arg.void_ratio, gap.low, upto);
	if (status != GAP_OK && isinf(gap.low))
		tool_fail(EXIT_NUMERICS, "no cell has room for a grain with an inscribed disk of radius %g; use a smaller --min-radius",
			arg.min_radius);
	if (status != GAP_OK)
		tool_fail(EXIT_NUMERICS, "void ratio %.9g cannot be attained with roundness %g, attainable range: %.9g%s",
			arg.void_ratio, arg.roundness, gap.low, upto);
}

/* Counts and sums for the note at the end. */
static struct {
	int grains, disks, vanished, small;
	double area, first, roundness, roundness2; /* sums of differences from the first grain's roundness */
} made;

/* Bodies wait for all shapes in few bytes: their positions, and the cells that they come from. [made.grains] */
static struct { double (*xy)[2]; int *cell, material; } body;

static void rows_make(const void *from, struct row_sink *rows)
{
	const struct table *t = rows->t;
	int64_t *id = table_int(t, "id"), *shape = table_int(t, "shape");
	int32_t *material = table_word(t, "material");
	double *size = table_real(t, "size"), *x = table_real(t, "x"), *y = table_real(t, "y");

	(void)from;
	for (int k = 0; k < made.grains; k++) {
		const int r = rows_next(rows);

		id[r] = shape[r] = body.cell[k] + 1;
		material[r] = body.material;
		size[r] = 1;
		x[r] = body.xy[k][0];
		y[r] = body.xy[k][1];
	}
}

/* Write the definitions that precede the shapes. */
static void begin_stream(const struct world *w)
{
	tool_create(2);
	particles_put_domain(tool_out(), w);
	particles_put_material(tool_out(), &w->material[0]);
	particles_put_law(tool_out(), &w->law[0]);
}

/* Cells that are worked on at a time, on all threads, and their texts, each of a chunk. */
enum { BATCH = 8192, CHUNK = 128 };
struct batch {
	const struct voronoi *v;
	const struct recipe *recipe;
	struct grain_maker *maker;   /* [threads] */
	struct particles_out *text[BATCH / CHUNK];
	int from;
	/* what has become of a cell: a shape in the text, and a body, if its status is GRAIN_GOOD */
	struct made { enum grain_status status; int disk; double centre[2], area, roundness; } made[BATCH];
};

static struct batch *batch_begin(const struct voronoi *v, const struct recipe *recipe)
{
	struct batch *b = MEM_ZERO(struct batch, 1);

	b->v = v;
	b->recipe = recipe;
	b->maker = grain_makers(threads);
	for (int k = 0; k < BATCH / CHUNK; k++)
		b->text[k] = particles_create_text();
	return b;
}

static void batch_end(struct batch *b)
{
	grain_makers_free(b->maker, threads);
	for (int k = 0; k < BATCH / CHUNK; k++)
		particles_finish(b->text[k]);
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
		struct grain g;

		m->status = grain_make(&g, &b->maker[thread], b->v, b->from + k, b->recipe);
		m->disk = g.disk;
		if (m->status != GRAIN_GOOD)
			continue;
		m->area = g.shape.area;
		m->roundness = g.shape.r / g.inradius;
		memcpy(m->centre, g.centre, sizeof m->centre);
		g.shape.id = b->from + k + 1;
		particles_put_shape(b->text[from / CHUNK], &g.shape);
	}
}

/* Count a grain, and keep its position. */
static void keep_grain(const struct world *w, const struct made *m, int i)
{
	int k = made.grains++;
	double q = m->roundness - (k ? made.first : 0), *xy = body.xy[k];
	int64_t ix = 0, iy = 0; /* the count of images begins with the body */

	if (k == 0) {
		made.first = q;
		q = 0;
		begin_stream(w);
	}
	made.disks += m->disk;
	made.area += m->area;
	made.roundness += q;
	made.roundness2 += q * q;
	body.cell[k] = i;
	xy[0] = sites.xy[i][0] + m->centre[0];
	xy[1] = sites.xy[i][1] + m->centre[1];
	domain_wrap2(&domain, &xy[0], &xy[1], &ix, &iy);
}

/* Write the shapes as soon as they are made; keep only their positions. */
static void put_grains(struct world *w, const struct voronoi *v, const struct recipe *recipe)
{
	struct batch *batch = batch_begin(v, recipe);

	world_bodies2(w); /* the columns */
	body.material = world_name(w, w->material[0].name);
	body.xy = mem_new((size_t)v->n, sizeof *body.xy);
	body.cell = MEM_NEW(int, (size_t)v->n);
	count_begin("grains", 0, v->n);
	for (int n; batch->from < v->n; batch->from += n) {
		n = batch_next(batch, grain_chunk);
		for (int k = 0; k < n; k++) {
			const struct made *m = &batch->made[k];

			made.small += m->status == GRAIN_SMALL;
			made.vanished += m->status == GRAIN_VANISHED || m->disk;
			if (m->status == GRAIN_GOOD)
				keep_grain(w, m, batch->from + k);
		}
		if (made.grains > 0)
			put_texts(batch, n);
	}
	count_end();
	batch_end(batch);
	if (made.grains == 0)
		tool_fail(EXIT_NUMERICS, "no grain is left: %d cells vanished, %d grains are smaller than --min-radius", made.vanished,
			made.small);
	w->body_rows = (struct row_source){ .n_row = made.grains, .make = rows_make };
}

/* Write the cells as records: cell ID x,y x,y ... in the coordinates of the domain, not wrapped. */
static void cell_chunk(void *to, int from, int end, int thread)
{
	struct batch *b = to;
	const struct voronoi *v = b->v;
	char *line = NULL;
	size_t cap = 0;

	(void)thread;
	for (int i = b->from + from; i < b->from + end; i++) {
		MEM_GROW(line, &cap, ((size_t)v->n_side[i] + 1) * 2 * NUMBER_MAX);
		memcpy(line, "cell ", 5);
		char *at = number_put_int(line + 5, i + 1);
		for (int k = 0; k < v->n_side[i]; k++)
			for (int a = 0; a < 2; a++) {
				*at++ = a ? ',' : ' ';
				at = number_put(at, sites.xy[i][a] + v->xy[v->first[i] + (size_t)k][a]);
			}
		*at = 0;
		particles_put_line(b->text[from / CHUNK], line);
	}
	free(line);
}

static void put_cells(const struct voronoi *v)
{
	struct batch *batch = batch_begin(v, NULL);

	for (int n; batch->from < v->n; batch->from += n)
		put_texts(batch, n = batch_next(batch, cell_chunk));
	batch_end(batch);
}

static void report(const struct voronoi *v, const struct recipe *recipe)
{
	double n = made.grains, mean = made.roundness / n, void_area = domain.hi[0] * domain.hi[1] - made.area;
	int least = v->n_side[0], most = least;

	for (int i = 1; i < v->n; i++) {
		least = v->n_side[i] < least ? v->n_side[i] : least;
		most = v->n_side[i] > most ? v->n_side[i] : most;
	}
	tool_note("grains=%d void_ratio=%.12g roundness=%.9g roundness_sd=%.3g sides=%.6g sides_min=%d sides_max=%d "
		"vanished=%d disks=%d small=%d gap=%.12g", made.grains, void_area / made.area, made.first + mean,
		sqrt(fmax(made.roundness2 / n - mean * mean, 0)), (double)v->n_vertex / v->n, least, most, made.vanished,
		made.disks, made.small, recipe->by_gap ? recipe->gap : recipe->erode - recipe->dilate);
	if (recipe->by_gap)
		cells_warn_empty(made.vanished, v->n);
	if (arg.sizes)
		cell_sizes_note(&sized, sized_grains() ? "grains" : strcmp(arg.walls, "round") == 0 ?
			"cells, before their ends at walls are rounded," : "cells");
}

static void pack_in_space(void)
{
	const struct cells3 plan = {
		.domain = domain, .n = arg.n, .lloyd = arg.lloyd, .threads = threads, .sites = arg.sites, .vanished = arg.vanished,
		.jitter = arg.jitter, .erode = arg.erode, .dilate = arg.dilate, .roundness = arg.roundness,
		.void_ratio = arg.void_ratio, .min_radius = arg.min_radius, .cells = arg.cells, .sizes = arg.sizes,
		.sized_grains = sized_grains()
	};

	cells3_pack(&plan);
}

static void pack_in_plane(void)
{
	struct recipe recipe = { 0 };
	struct voronoi v;
	struct world w;

	make_sites();
	threads = threads ? threads : threads_for(sites.n);

	recipe.erode = arg.erode;
	recipe.dilate = arg.dilate;
	recipe.disks = strcmp(arg.vanished, "disk") == 0;
	recipe.roundness = arg.roundness;
	recipe.least = arg.min_radius;
	make_cells(&v, &recipe);
	recipe.blind = tool_quiet; /* the note on roundness */
	if (isnan(arg.erode))
		find_gap(&recipe, &v);

	world_init(&w, 2);
	w.domain = domain;
	world_define_defaults(&w);
	particles_threads(tool_out(), threads);
	put_grains(&w, &v, &recipe);
	if (arg.cells)
		put_cells(&v);
	report(&v, &recipe);
	voronoi_free(&v);
	tool_write_frame(&w);
	world_free(&w);
	free(body.xy);
	free(body.cell);
	free(recipe.inradius);
	if (arg.sizes) {
		sized2_free(&weighted);
		cell_sizes_free(&sized);
	}
	free(sites.xy);
	free(sites.line);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "pack rounded grains made from Voronoi cells", "", opts, 0);
	check_site_options();
	check_grain_options();
	check_size_options();
	threads = threads_asked(arg.threads);
	if (dim == 3)
		pack_in_space();
	else
		pack_in_plane();
	return tool_end();
}
