/* scree-fill: put copies of shapes into a box, without overlap */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "common/words.h"
#include "shape/mass.h"
#include "shape/pack.h"
#include "shape/sizes.h"
#include "shape/stir.h"
#include "world/merge.h"

static struct {
	int64_t n;
	double box[2], fraction, angle, speed, temperature, spacing;
	const char *periodic, *lattice, *sizes, *mix;
	struct opt_list at;
	int random, rest;
} arg = { .n = -1, .box = { NAN }, .fraction = NAN, .angle = NAN, .speed = NAN, .temperature = NAN, .spacing = NAN,
          .periodic = "none" };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How many and where" },
	{ 'n', "number", OPT_INT, &arg.n, "N", "number of bodies" },
	{ 0, "box", OPT_PAIR, arg.box, "W,H", "size of the domain [L]; with --fraction default a square" },
	{ 0, "periodic", OPT_WORD, &arg.periodic, "AXES", "x, y, xy or none, default none" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How they are placed (one of)" },
	{ 0, "at", OPT_LIST, &arg.at, "X,Y", "one body here; may be repeated" },
	{ 0, "lattice", OPT_WORD, &arg.lattice, "KIND", "square or hexagonal" },
	{ 0, "random", OPT_FLAG, &arg.random, NULL, "random sequential addition (default)" },
	{ 0, "fraction", OPT_REAL, &arg.fraction, "PHI", "grown until they fill this part of the box" },
	{ 0, "spacing", OPT_REAL, &arg.spacing, "LEN",
	  "distance of lattice sites [L], default the diameter of the largest body" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What they are" },
	{ 0, "mix", OPT_WORD, &arg.mix, "A,B,...", "proportions of the shapes by number, default equal" },
	{ 0, "sizes", OPT_WORD, &arg.sizes, "DIST",
	  "factors of size: uniform:lo,hi, lognormal:median,sigma or sieve:FILE, default all 1" },
	{ 0, "angle", OPT_REAL, &arg.angle, "RAD", "angle of all bodies, default random, with --at 0" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "velocity in random directions [L/T], default 0" },
	{ 0, "temperature", OPT_REAL, &arg.temperature, "E",
	  "Maxwellian velocities and spins: mean energy per degree of freedom is E/2 [M L^2/T^2]" },
	{ 0, "no-drift", OPT_FLAG, &arg.rest, NULL, "take the mean motion away: total momentum 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_SEED,
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

enum mode { AT, LATTICE, RANDOM, GROWN };

/* One of the bodies that the input shows: what the copies are made of. */
struct model { int64_t shape; int32_t material; double size, area; };
static struct model *model;
static int n_model;
static struct sizes sizes;

/* ---- options ---- */

static void parse_sizes(void)
{
	const char *colon = arg.sizes ? strchr(arg.sizes, ':') : NULL;
	size_t word = colon ? (size_t)(colon - arg.sizes) : 0;
	double v[2];
	int width;

	if (!arg.sizes)
		return;
	if (colon && strncmp(arg.sizes, "sieve", word) == 0) {
		sizes.kind = SIZES_SIEVE;
		sizes.n = tool_load_rows(colon + 1, 2, 2, &width, (double **)&sizes.curve, NULL);
	} else if (colon && (strncmp(arg.sizes, "uniform", word) == 0 || strncmp(arg.sizes, "lognormal", word) == 0)) {
		if (words_numbers(colon + 1, v, 2) != 2)
			opt_fail("sizes", "'%s' is not two numbers separated by a comma", colon + 1);
		sizes.kind = *arg.sizes == 'u' ? SIZES_UNIFORM : SIZES_LOGNORMAL;
		sizes.a = v[0];
		sizes.b = v[1];
	} else {
		opt_fail("sizes", "'%s' is not uniform:lo,hi, lognormal:median,sigma or sieve:FILE", arg.sizes);
	}
	const char *wrong = sizes_check(&sizes);
	if (wrong && sizes.kind == SIZES_SIEVE)
		tool_fail(EXIT_INPUT, "%s: %s", colon + 1, wrong);
	if (wrong)
		opt_fail("sizes", "'%s': %s", arg.sizes, wrong);
}

static enum mode check_options(struct pack *p)
{
	int grown = !isnan(arg.fraction), modes = (arg.at.n > 0) + (arg.lattice != NULL) + arg.random + grown;

	if (modes > 1)
		tool_fail(EXIT_USAGE, "give one of --at, --lattice, --random and --fraction; see %s --help", tool_name());
	words_axes("periodic", arg.periodic, 2, p->periodic);
	if (!isnan(arg.box[0]) && (arg.box[0] <= 0 || arg.box[1] <= 0))
		opt_fail("box", "%g,%g: both must be above 0", arg.box[0], arg.box[1]);
	if (grown && (arg.fraction <= 0 || arg.fraction >= 1))
		opt_fail("fraction", "%g is not between 0 and 1", arg.fraction);
	if (arg.lattice && strcmp(arg.lattice, "square") != 0 && strcmp(arg.lattice, "hexagonal") != 0)
		opt_fail("lattice", "'%s' is not square or hexagonal", arg.lattice);
	if (arg.spacing <= 0)
		opt_fail("spacing", "%g is not above 0", arg.spacing);
	if (arg.speed < 0)
		opt_fail("speed", "%g is not 0 or more", arg.speed);
	if (arg.temperature < 0)
		opt_fail("temperature", "%g is not 0 or more", arg.temperature);
	if (!isnan(arg.speed) && !isnan(arg.temperature))
		opt_fail("temperature", "contradicts --speed");
	if (arg.n != -1 && (arg.n < 1 || arg.n > 100000000))
		opt_fail("number", "%lld is not from 1 to 100000000", (long long)arg.n);
	if (arg.at.n && arg.n != -1 && arg.n != arg.at.n)
		opt_fail("number", "%lld bodies at %d places", (long long)arg.n, arg.at.n);
	if (grown && arg.n != -1 && !isnan(arg.box[0]))
		opt_fail("number", "follows from --box and --fraction: give two of the three");
	if (!arg.at.n && arg.n == -1 && !(grown && !isnan(arg.box[0])))
		tool_fail(EXIT_USAGE, "say how many with -n; see %s --help", tool_name());
	if (!arg.at.n && !arg.lattice && !grown && isnan(arg.box[0]))
		tool_fail(EXIT_USAGE, "say where with --box; see %s --help", tool_name());
	parse_sizes();
	return arg.at.n ? AT : arg.lattice ? LATTICE : grown ? GROWN : RANDOM;
}

/* ---- what is copied ---- */

/* Put the scenes of further operands behind the first. */
static void join_operands(struct world *w)
{
	for (int k = 1; k < tool_operands(); k++) {
		struct world other;
		const char *what[2];

		tool_load_last(tool_operand(k), &other);
		if (world_merge(w, &other, what))
			tool_fail(EXIT_INPUT, "%s: material or law of %s and %s is not what %s says", tool_operand(k), what[0],
			          what[1], tool_operand(0));
		world_free(&other);
	}
}

static void find_models(struct world *w)
{
	struct bodies b = world_bodies(w);

	n_model = b.n;
	if (n_model == 0)
		tool_fail(EXIT_INPUT, "the input has no bodies to copy, expected one at least");
	model = MEM_NEW(struct model, (size_t)b.n);
	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		struct mass mass;

		if (!s)
			tool_fail(EXIT_INPUT, "body %lld has no shape, expected a record 'shape %lld'", (long long)b.id[i],
			          (long long)b.shape[i]);
		if (shape_weigh(&mass, s))
			tool_fail(EXIT_INPUT, "shape %lld has no area", (long long)s->id);
		model[i] = (struct model){ b.shape[i], b.material[i], b.size[i], mass.area };
	}
}

/* The parts of the models by number, of sum 1. */
static double *mix_parts(void)
{
	double *part = MEM_NEW(double, (size_t)n_model + 1), sum = 0;

	for (int k = 0; k < n_model; k++)
		part[k] = 1;
	if (arg.mix && words_numbers(arg.mix, part, n_model) != n_model)
		opt_fail("mix", "'%s' is not %d numbers, one for each body of the input", arg.mix, n_model);
	for (int k = 0; k < n_model; k++) {
		if (part[k] < 0)
			opt_fail("mix", "%g is not 0 or more", part[k]);
		sum += part[k];
	}
	if (!(sum > 0))
		opt_fail("mix", "all parts are 0");
	for (int k = 0; k < n_model; k++)
		part[k] /= sum;
	return part;
}

/* Which model each body is: counts rounded so that they add up to n, in random order. */
static void deal_models(int *which, int n, struct rng *g)
{
	double *part = mix_parts(), owed = 0;
	int i = 0;

	for (int k = 0; k < n_model; k++) {
		owed += part[k] * n;
		while (i < n && (i < (int)floor(owed + 0.5) || k == n_model - 1))
			which[i++] = k;
	}
	for (i = n - 1; i > 0; i--) {
		int j = (int)rng_below(g, (uint64_t)i + 1), t = which[i];

		which[i] = which[j];
		which[j] = t;
	}
	free(part);
}

/* ---- the bodies ---- */

static int *which;             /* model of each body */
static double total_area;

static void one_more(const struct world *w, struct pack *p, size_t *cap, int k, double factor)
{
	size_t before = *cap;

	MEM_GROW(which, cap, (size_t)p->n + 1);
	if (*cap != before) {
		p->shape = mem_resize(p->shape, *cap, sizeof *p->shape);
		MEM_RESIZE(p->size, *cap);
	}
	which[p->n] = k;
	p->size[p->n] = model[k].size * factor;
	p->shape[p->n] = world_shape(w, model[k].shape);
	total_area += model[k].area * p->size[p->n] * p->size[p->n];
	p->n++;
}

/* Decide models and sizes: n bodies, or as many as come nearest to a fraction of the box. */
static void draw_bodies(const struct world *w, struct pack *p, int n, struct rng *g)
{
	size_t cap = 0;

	if (n > 0) {
		int *deal = MEM_NEW(int, (size_t)n);

		deal_models(deal, n, g);
		for (int i = 0; i < n; i++)
			one_more(w, p, &cap, deal[i], sizes_draw(&sizes, g));
		free(deal);
	} else {
		double *part = mix_parts(), target = arg.fraction * arg.box[0] * arg.box[1];

		for (;;) {
			double u = rng_uniform(g), factor;
			int k = 0;

			while (k < n_model - 1 && u >= part[k])
				u -= part[k++];
			factor = sizes_draw(&sizes, g);
			double area = model[k].area * model[k].size * model[k].size * factor * factor;
			if (total_area + area / 2 > target && p->n > 0)
				break;
			one_more(w, p, &cap, k, factor);
		}
		free(part);
	}
	p->x = MEM_ZERO(double, (size_t)p->n);
	p->y = MEM_ZERO(double, (size_t)p->n);
	p->angle = MEM_ZERO(double, (size_t)p->n);
}

static double largest_reach(const struct pack *p)
{
	double reach = 0;

	for (int i = 0; i < p->n; i++)
		reach = fmax(reach, p->size[i] * shape_reach(p->shape[i]));
	return reach;
}

/* ---- placing ---- */

static void place_at(struct pack *p)
{
	int bad;

	for (int i = 0; i < p->n; i++) {
		double v[2];

		if (words_numbers(arg.at.item[i], v, 2) != 2)
			opt_fail("at", "'%s' is not X,Y", arg.at.item[i]);
		p->x[i] = v[0];
		p->y[i] = v[1];
	}
	if (isnan(arg.box[0])) { /* a box about all, for the test of overlaps */
		p->lo[0] = p->lo[1] = INFINITY;
		p->hi[0] = p->hi[1] = -INFINITY;
		for (int i = 0; i < p->n; i++) {
			p->lo[0] = fmin(p->lo[0], p->x[i] - 2 * largest_reach(p));
			p->lo[1] = fmin(p->lo[1], p->y[i] - 2 * largest_reach(p));
			p->hi[0] = fmax(p->hi[0], p->x[i] + 2 * largest_reach(p));
			p->hi[1] = fmax(p->hi[1], p->y[i] + 2 * largest_reach(p));
		}
	}
	if (pack_overlaps(p, 1, &bad))
		tool_fail(EXIT_NUMERICS, "the body at %g,%g overlaps another or reaches out of the box", p->x[bad], p->y[bad]);
}

static void place_on_lattice(struct pack *p)
{
	int hexagonal = *arg.lattice == 'h', n, bad;
	double spacing = isnan(arg.spacing) ? 2.001 * largest_reach(p) : arg.spacing;

	if (isnan(arg.box[0])) {
		int nx = (int)ceil(sqrt((double)p->n)), ny = (p->n + nx - 1) / nx;

		ny += hexagonal && p->periodic[1] ? ny % 2 : 0;
		p->hi[0] = (nx + (hexagonal && !p->periodic[0] ? 0.5 : 0)) * spacing;
		p->hi[1] = !hexagonal ? ny * spacing :
		           (ny - !p->periodic[1]) * spacing * 0.8660254037844386 + (p->periodic[1] ? 0 : spacing);
	}
	n = pack_lattice(p, hexagonal, spacing);
	if (n < p->n)
		tool_fail(EXIT_NUMERICS, "%d of %d bodies fit on a lattice of spacing %g in %g x %g", n, p->n, spacing,
		          p->hi[0], p->hi[1]);
	if (pack_overlaps(p, 1, &bad))
		tool_fail(EXIT_NUMERICS, "bodies on a lattice of spacing %g overlap or reach out of the box", spacing);
}

static void place_grown(struct pack *p, struct rng *g)
{
	enum { MOST_STEPS = 40000 };
	double reached;

	if (isnan(arg.box[0]))
		p->hi[0] = p->hi[1] = sqrt(total_area / arg.fraction);
	reached = pack_grow(p, g, MOST_STEPS, NULL);
	if (reached > 0)
		tool_fail(EXIT_NUMERICS, "the %d bodies jam at a fraction of about %.3g, %g was asked for", p->n,
		          reached * reached * total_area / ((p->hi[0] - p->lo[0]) * (p->hi[1] - p->lo[1])), arg.fraction);
}

static void place_all(struct pack *p, enum mode mode, struct rng *g)
{
	enum { TRIES = 20000 };
	int n;

	if (!isnan(arg.box[0])) {
		p->hi[0] = arg.box[0];
		p->hi[1] = arg.box[1];
	}
	p->turn = isnan(arg.angle) && mode != AT;
	for (int i = 0; i < p->n; i++)
		p->angle[i] = !isnan(arg.angle) ? arg.angle : mode == LATTICE ? 6.283185307179586 * rng_uniform(g) : 0;
	if (mode == AT)
		place_at(p);
	else if (mode == LATTICE)
		place_on_lattice(p);
	else if (mode == GROWN)
		place_grown(p, g);
	else if ((n = pack_random(p, 1, TRIES, g)) < p->n)
		tool_fail(EXIT_NUMERICS, "%d of %d bodies fit in %g x %g: no place for the next in %d tries; "
		          "--fraction packs denser", n, p->n, p->hi[0], p->hi[1], TRIES);
}

/* ---- the scene ---- */

static void give_velocities(struct world *w, struct rng *g)
{
	struct bodies b = world_bodies(w);
	double *mass = MEM_NEW(double, (size_t)b.n), *inertia = MEM_NEW(double, (size_t)b.n);
	char *all = mem_new((size_t)b.n, 1);
	int bad = bodies_mass(w, NULL, mass, inertia);

	memset(all, 1, (size_t)b.n);
	if (bad)
		tool_fail(EXIT_INPUT, "the bodies have no material, expected one to give them mass");
	if (!isnan(arg.speed))
		stir_speed(&b, all, arg.speed, g);
	else
		stir_temperature(&b, all, mass, inertia, arg.temperature, g);
	if (arg.rest)
		stir_rest(&b, all, mass);
	free(mass);
	free(inertia);
	free(all);
}

/* Replace the input's bodies by those of the packing. */
static void put_bodies(struct world *w, const struct pack *p, struct rng *g)
{
	table_clear(&w->body);
	table_clear(&w->contact);
	params_free(&w->ledger);
	w->has_contact = 0;
	w->step = 0;
	w->t = w->due = 0;
	table_resize(&w->body, p->n);
	struct bodies b = world_bodies(w);
	for (int i = 0; i < p->n; i++) {
		b.id[i] = i + 1;
		b.shape[i] = model[which[i]].shape;
		b.material[i] = model[which[i]].material;
		b.size[i] = p->size[i];
		b.x[i] = p->x[i];
		b.y[i] = p->y[i];
		b.angle[i] = p->angle[i];
	}
	if (!isnan(arg.speed) || !isnan(arg.temperature))
		give_velocities(w, g);
}

static void write_scene(struct world *w, int shapes, int materials, int laws)
{
	struct particles_out *out = tool_out();

	if (tool_loaded_made())
		particles_put_line(out, tool_loaded_made());
	if (w->domain.set)
		particles_put_domain(out, w);
	for (int k = materials; k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = laws; k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = shapes; k < w->n_shape; k++)
		particles_put_shape(out, &w->shape[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	struct pack p = { 0 };
	struct rng g;

	tool_begin(argc, argv, "put copies of shapes into a box, without overlap", "[FILE...]", opts, -1);
	enum mode mode = check_options(&p);
	struct world *w = tool_read_last_alone();
	if (!w)
		tool_fail(EXIT_INPUT, "the input has no bodies to copy, expected one at least");
	int shapes = w->n_shape, materials = w->n_material, laws = w->n_law;
	join_operands(w);
	find_models(w);
	rng_seed(&g, (uint64_t)tool_seed);

	draw_bodies(w, &p, mode == AT ? arg.at.n : mode == GROWN && !isnan(arg.box[0]) ? 0 : (int)arg.n, &g);
	place_all(&p, mode, &g);
	put_bodies(w, &p, &g);
	if (mode != AT || !isnan(arg.box[0])) {
		w->domain = (struct domain){ .set = 1, .hi = { p.hi[0], p.hi[1] },
		                             .periodic = { p.periodic[0], p.periodic[1] } };
		tool_note("%d bodies fill %.4g of %g x %g", p.n, total_area / (p.hi[0] * p.hi[1]), p.hi[0], p.hi[1]);
	}
	write_scene(w, shapes, materials, laws);
	free(p.shape);
	free(p.size);
	free(p.x);
	free(p.y);
	free(p.angle);
	free(which);
	free(model);
	free((void *)sizes.curve);
	return tool_end();
}
