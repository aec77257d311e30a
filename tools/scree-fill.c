/* scree-fill: put copies of shapes into a box, without overlap */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "common/distribution.h"
#include "common/fill.h"
#include "common/threads.h"
#include "common/words.h"
#include "plane/mass.h"
#include "scene/pack_walls.h"
#include "shape/weigh.h"
#include "world/change.h"
#include "world/deform.h"
#include "world/merge.h"
#include "world/relocate.h"

static struct fill fill = { .fraction = NAN, .spacing = NAN, .speed = NAN, .temperature = NAN, .periodic = NULL };
static struct {
	int64_t n;
	const char *sizes, *mix, *threads;
	int random;
} arg = { .n = INT64_MIN, .threads = "auto" };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Number and box" },
	{ 'n', "number", OPT_INT, &arg.n, "N", "number of bodies" },
	{ 0, "box", OPT_WORD, &fill.box, "W,H[,D]",
	  "size of the box that is filled, which becomes the domain [L]; with --fraction: default a square or cube; in a scene with "
	  "walls: default the domain" },
	{ 0, "lo", OPT_WORD, &fill.corner, "X,Y[,Z]",
	  "in a scene with walls: lower corner of the box [L], default that of the domain" },
	{ 0, "periodic", OPT_WORD, &fill.periodic, "AXES",
	  "periodic axes: x, y, xy or none, in 3D any of x, y and z; default none, in a scene with walls those of the domain" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Placement (one of)" },
	{ 0, "at", OPT_LIST, &fill.at, "X,Y[,Z]", "position of a body [L]; may be repeated" },
	{ 0, "lattice", OPT_WORD, &fill.lattice, "KIND", "lattice: square or hexagonal; in 3D cubic, bcc, fcc or hcp" },
	{ 0, "random", OPT_FLAG, &arg.random, NULL, "random sequential addition (default)" },
	{ 0, "fraction", OPT_REAL, &fill.fraction, "PHI",
	  "fill this fraction of the box: bodies grow and push each other away" },
	{ 0, "spacing", OPT_REAL, &fill.spacing, "LEN",
	  "distance between lattice sites [L], default: the diameter of the largest body" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Shapes, sizes, orientations, velocities" },
	{ 0, "mix", OPT_WORD, &arg.mix, "A,B,...", "proportions of the shapes by number, default equal" },
	{ 0, "sizes", OPT_WORD, &arg.sizes, "DIST",
	  "distribution of size factors: uniform:lo,hi, lognormal:median,sigma, weibull:scale,shape or sieve:FILE, default all 1" },
	{ 0, "angle", OPT_WORD, &fill.angle, "RAD", "angle of all bodies, default: random, or 0 with --at" },
	{ 0, "quaternion", OPT_WORD, &fill.quaternion, "W,X,Y,Z",
	  "3D: orientation of all bodies, default: random, or 1,0,0,0 with --at" },
	{ 0, "speed", OPT_REAL, &fill.speed, "V", "speed, in random directions [L/T], default 0" },
	{ 0, "temperature", OPT_REAL, &fill.temperature, "E",
	  "Maxwellian velocities and spins with the mean energy E/2 per degree of freedom [M L^2/T^2]" },
	{ 0, "no-drift", OPT_FLAG, &fill.rest, NULL, "subtract the mean motion: the total momentum is 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	{ 0, "threads", OPT_WORD, &arg.threads, "N",
	  "number of threads for disks and balls that grow, which does not affect results;"
	  " default auto: up to 8, by processors and bodies" },
	OPT_SEED,
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

enum { MOST_BODIES = 100000000 };

/* The bodies of the input, which are copied. */
static struct fill_model *model;
static int n_model;
static struct sizes sizes;
static struct fill_bodies bodies;

/* ---- options ---- */

static void check_options(void)
{
	int fraction = !isnan(fill.fraction), modes = (fill.at.n > 0) + (fill.lattice != NULL) + arg.random + fraction;

	if (modes > 1)
		tool_fail(EXIT_USAGE, "give only one of --at, --lattice, --random and --fraction; see %s --help", tool_name());
	if (fraction && (fill.fraction <= 0 || fill.fraction >= 1))
		opt_fail("fraction", "%g, expected above 0 and below 1", fill.fraction);
	if (fill.spacing <= 0)
		opt_fail("spacing", "%g, expected above 0", fill.spacing);
	if (!isnan(fill.spacing) && !fill.lattice)
		opt_fail("spacing", "is the distance of the sites of a lattice, expected --lattice");
	if (fill.speed < 0)
		opt_fail("speed", "%g, expected 0 or more", fill.speed);
	if (fill.temperature < 0)
		opt_fail("temperature", "%g, expected 0 or more", fill.temperature);
	if (!isnan(fill.speed) && !isnan(fill.temperature))
		opt_fail("temperature", "cannot be combined with --speed");
	if (arg.n != INT64_MIN && (arg.n < 1 || arg.n > MOST_BODIES))
		opt_fail("number", "%lld, expected 1 to %d", (long long)arg.n, MOST_BODIES);
	if (fill.at.n && arg.n != INT64_MIN && arg.n != fill.at.n)
		opt_fail("number", "%lld, expected %d as --at gives this many positions", (long long)arg.n, fill.at.n);
	if (fraction && arg.n != INT64_MIN && fill.box)
		opt_fail("number", "follows from --box and --fraction; give only two of these three options");
	if (!fill.at.n && arg.n == INT64_MIN && !(fraction && fill.box))
		tool_fail(EXIT_USAGE, "missing number of bodies; give it with -n, see %s --help", tool_name());
	if (arg.sizes)
		distribution_parse(&sizes, arg.sizes, "");
	fill.threads = threads_asked(arg.threads);
	fill.mode = fill.at.n ? FILL_AT : fill.lattice ? FILL_LATTICE : fraction ? FILL_FRACTION : FILL_RANDOM;
}

/* Check the options that depend on the dimension, which is known when the stream has been read. */
static void check_dimension(const struct world *w)
{
	sizes.dim = w->dim;
	for (int k = 0; k < 3; k++)
		fill.edge[k] = NAN;
	if (fill.box)
		words_vector("box", fill.box, w->dim, fill.edge);
	for (int k = 0; k < 3; k++)
		if (fill.edge[k] <= 0)
			opt_fail("box", "'%s': all must be above 0", fill.box);
	if (w->dim == 2 && fill.lattice && strcmp(fill.lattice, "square") != 0 && strcmp(fill.lattice, "hexagonal") != 0)
		opt_fail("lattice", "'%s' is not square or hexagonal", fill.lattice);
	if (w->dim == 2 && fill.quaternion)
		opt_fail("quaternion", "is for streams in 3D, found dim=2");
	if (w->dim == 3 && fill.angle)
		opt_fail("angle", "is for streams in 2D, found dim=3; use --quaternion for the orientation of all bodies");
	words_axes("periodic", fill.periodic ? fill.periodic : "none", w->dim, fill.axes);
}

/* Let the domain hold the box. Along a periodic axis the box must span the period. */
static void hold_box(struct domain *d, int dim)
{
	for (int k = 0; k < dim; k++) {
		double hi = fill.lo[k] + fill.edge[k], tol = 1e-9 * (d->hi[k] - d->lo[k]);

		if (d->periodic[k] && !(fabs(fill.lo[k] - d->lo[k]) <= tol && fabs(hi - d->hi[k]) <= tol))
			opt_fail(fill.box ? "box" : "lo", "from %g to %g along %c, expected the period of the scene with walls, from %g to %g",
			         fill.lo[k], hi, "xyz"[k], d->lo[k], d->hi[k]);
		d->lo[k] = fmin(d->lo[k], fill.lo[k]);
		d->hi[k] = fmax(d->hi[k], hi);
	}
}

/* The box in a scene with walls: the domain, or a part of it. */
static void find_box(struct world *w)
{
	struct domain *d = &w->domain;

	if (fill.periodic)
		opt_fail("periodic", "the domain of the scene with walls decides, expected no --periodic; scree-set --periodic changes it");
	if (fill.mode == FILL_FRACTION)
		opt_fail("fraction", "bodies that grow do not know the walls of the scene, expected --random, --lattice or --at");
	if (domain_deforms(d) || domain_tilted(d))
		tool_fail(EXIT_INPUT, "%s: the domain deforms or is tilted, expected walls in a domain at rest", tool_domain_place());
	for (int k = 0; k < w->dim; k++) {
		fill.lo[k] = d->lo[k];
		fill.axes[k] = d->periodic[k];
	}
	if (fill.corner)
		words_vector("lo", fill.corner, w->dim, fill.lo);
	for (int k = 0; k < w->dim; k++)
		if (isnan(fill.edge[k]) && d->set) {
			fill.edge[k] = d->hi[k] - fill.lo[k];
			if (!(fill.edge[k] > 0))
				opt_fail("lo", "%g along %c, expected less than %g, the upper edge of the domain; --box sets the size of the box",
				         fill.lo[k], "xyz"[k], d->hi[k]);
		}
	if (fill.corner && fill.mode == FILL_AT && isnan(fill.edge[0]))
		opt_fail("lo", "is the corner of the box, but the scene has no domain, expected --box too");
	if (d->set && !isnan(fill.edge[0]))
		hold_box(d, w->dim);
}

/* Without walls and without a box, places are in the domain of the input if that is periodic, and anywhere if it is not. */
static void find_period(const struct world *w)
{
	const struct domain *d = &w->domain;

	if (fill.mode != FILL_AT || fill.box)
		return;
	if (fill.periodic && strcmp(fill.periodic, "none") != 0)
		opt_fail("periodic", "the period is the size of the box, expected --box too");
	if (!d->set || !(d->periodic[0] | d->periodic[1] | d->periodic[2]))
		return;
	if (domain_deforms(d) || domain_tilted(d))
		tool_fail(EXIT_INPUT, "%s: the domain deforms or is tilted, expected a periodic domain at rest", tool_domain_place());
	for (int k = 0; k < w->dim; k++) {
		fill.lo[k] = d->lo[k];
		fill.edge[k] = d->hi[k] - d->lo[k];
		fill.axes[k] = d->periodic[k];
	}
}

/* ---- the bodies of the input ---- */

/* Add the scenes of the other operands to that of the first one. */
static void join_operands(struct world *w)
{
	for (int k = 1; k < tool_operands(); k++) {
		struct world other;
		const char *what[2];

		tool_load_last(tool_operand(k), &other);
		if (other.dim != w->dim)
			tool_fail(EXIT_INPUT, "%s: found dim=%d, expected dim=%d as in %s", tool_operand(k), other.dim, w->dim,
			          tool_operand(0));
		if (world_merge(w, &other, what))
			tool_fail(EXIT_INPUT, "%s: material or law of %s and %s differs from that in %s", tool_operand(k), what[0],
			          what[1], tool_operand(0));
		if (!w->domain.set)
			w->domain = other.domain;
		world_free(&other);
	}
}

/* Whether a body is a wall, which stays where it is: a plane or cylinder, or a body that a constraint holds. */
static int is_wall(const struct world *w, const struct shape *s, int32_t tag)
{
	return (s && shape_is_wall(s)) || constraint_holds(world_constraint(w, w->names.word[tag]));
}

/* Area or volume of a shape. Ends the program if there is none. */
static double weigh(const struct shape *s)
{
	struct mass flat;
	struct mass3 solid;

	if (s->solid ? shape_weigh3(&solid, s) : shape_weigh2(&flat, s))
		tool_fail(EXIT_INPUT, "shape %lld has no %s", (long long)s->id, s->solid ? "volume" : "area");
	return s->solid ? solid.volume : flat.area;
}

/* Find the bodies to copy; keep[i] becomes 1 for the others, the walls. Returns the number of walls. */
static int find_models(struct world *w, char *keep)
{
	world_need_columns(w);
	const int64_t *id = table_int(&w->body, "id"), *shape = table_int(&w->body, "shape");
	const int32_t *material = table_word(&w->body, "material"), *tag = table_word(&w->body, "tag");
	const double *size = table_real(&w->body, "size");

	model = MEM_NEW(struct fill_model, (size_t)w->body.n_row + 1);
	for (int i = 0; i < w->body.n_row; i++) {
		const struct shape *s = world_shape(w, shape[i]);

		keep[i] = (char)is_wall(w, s, tag[i]);
		if (keep[i])
			continue;

		if (!s)
			tool_fail(EXIT_INPUT, "body %lld has no shape, expected a record 'shape %lld'", (long long)id[i],
			          (long long)shape[i]);
		model[n_model++] = (struct fill_model){ shape[i], material[i], size[i], weigh(s) };
	}
	if (n_model == 0)
		tool_fail(EXIT_INPUT, "found %s, expected at least one to copy", w->body.n_row ? "walls, but no bodies" : "no bodies");
	return w->body.n_row - n_model;
}

/* Keep only the walls of the scene, and put the new bodies between them. */
static void keep_walls(struct world *w, const char *keep, struct pack_walls *walls)
{
	double hi[3];

	find_box(w);
	world_keep_bodies(w, keep);
	world_changed(w);
	for (int k = 0; k < 3; k++)
		hi[k] = fill.lo[k] + (isnan(fill.edge[k]) ? 0 : fill.edge[k]);
	int bad = pack_walls_init(walls, w, fill.lo, hi, fill.axes);
	if (bad)
		tool_fail(EXIT_INPUT, "body row %d has no shape, expected a record 'shape' with its number", bad);
	fill.walls = walls;
}

/* The fraction of each model in the number of bodies; the sum is 1. */
static double *mix_parts(void)
{
	double *part = MEM_NEW(double, (size_t)n_model + 1), sum = 0;

	for (int k = 0; k < n_model; k++)
		part[k] = 1;
	if (arg.mix && words_numbers(arg.mix, part, n_model) != n_model)
		opt_fail("mix", "'%s' is not %d numbers, one for each body of the input", arg.mix, n_model);
	for (int k = 0; k < n_model; k++) {
		if (part[k] < 0)
			opt_fail("mix", "%g, expected 0 or more", part[k]);
		sum += part[k];
	}
	if (!(sum > 0))
		opt_fail("mix", "all proportions are 0, expected at least one above 0");
	for (int k = 0; k < n_model; k++)
		part[k] /= sum;
	return part;
}

/* Choose the model of each body, in random order. The numbers of bodies of the models are rounded so that they add up to n. */
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

static double volume(const struct fill_model *m, double size, int dim)
{
	return m->volume * size * size * (dim == 3 ? size : 1);
}

static void one_more(const struct fill_model *m, double factor, int dim)
{
	size_t before = bodies.cap;

	MEM_GROW(bodies.model, &bodies.cap, (size_t)bodies.n + 1);
	if (bodies.cap != before)
		MEM_RESIZE(bodies.size, bodies.cap);
	bodies.model[bodies.n] = *m;
	bodies.size[bodies.n] = m->size * factor;
	bodies.total += volume(m, bodies.size[bodies.n], dim);
	bodies.n++;
}

/* Choose models and sizes of n bodies; n 0: of the number of bodies that comes nearest to the fraction of the box. */
static void draw_bodies(const struct world *w, int n, struct rng *g)
{
	if (n > 0) {
		int *deal = MEM_NEW(int, (size_t)n);

		deal_models(deal, n, g);
		for (int i = 0; i < n; i++)
			one_more(&model[deal[i]], sizes_draw(&sizes, g), w->dim);
		free(deal);
		return;
	}
	static double *part; /* static: stays reachable if the program ends below */
	double target = fill.fraction * fill.edge[0] * fill.edge[1] * (w->dim == 3 ? fill.edge[2] : 1);

	part = mix_parts();
	for (;;) {
		double u = rng_uniform(g), factor;
		int k = 0;

		if (bodies.n == 100 && target / bodies.total * bodies.n > MOST_BODIES)
			opt_fail("fraction", "%g of the box takes more than %d bodies", fill.fraction, MOST_BODIES);

		while (k < n_model - 1 && u >= part[k])
			u -= part[k++];
		factor = sizes_draw(&sizes, g);
		if (bodies.total + volume(&model[k], model[k].size * factor, w->dim) / 2 > target && bodies.n > 0)
			break;
		one_more(&model[k], factor, w->dim);
	}
	free(part);
}

/* ---- the scene ---- */

/* The numbers of definitions of the first operand, which have been copied. */
struct had { int shape, material, law, constraint, outlet; };

static void write_scene(struct world *w, const struct had *had)
{
	struct particles_out *out = tool_out();

	if (w->domain.set)
		particles_put_domain(out, w);
	for (int k = had->material; k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = had->law; k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = had->shape; k < w->n_shape; k++)
		particles_put_shape(out, &w->shape[k]);
	for (int k = had->constraint; k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = had->outlet; k < w->n_outlet; k++)
		particles_put_outlet(out, w, &w->outlet[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	struct pack_walls walls = { 0 };
	struct rng g;

	tool_begin(argc, argv, "put copies of shapes into a box, without overlap", "[FILE...]", opts, -1);
	check_options();
	tool_take_solids();
	struct world *w = tool_read_last_alone();
	if (!w)
		tool_fail(EXIT_INPUT, "found no bodies to copy, expected at least one");
	struct had had = { w->n_shape, w->n_material, w->n_law, w->n_constraint, w->n_outlet };
	check_dimension(w);
	join_operands(w);
	char *keep = mem_zero((size_t)w->body.n_row, 1);
	if (find_models(w, keep))
		keep_walls(w, keep, &walls);
	else if (fill.corner)
		opt_fail("lo", "is for scenes with walls, found none; scree-move --by moves a scene");
	else
		find_period(w);
	if (isnan(fill.edge[0]) && fill.mode == FILL_RANDOM)
		tool_fail(EXIT_USAGE, "missing size of the box; give it with --box, see %s --help", tool_name());
	rng_seed(&g, (uint64_t)tool_seed);
	draw_bodies(w, fill.at.n ? fill.at.n : arg.n == INT64_MIN ? 0 : (int)arg.n, &g);
	fill.threads = fill.threads ? fill.threads : threads_for(bodies.n);
	if (w->dim == 3)
		fill_space(w, &fill, &bodies, &g);
	else
		fill_plane(w, &fill, &bodies, &g);
	write_scene(w, &had);
	pack_walls_free(&walls);
	free(keep);
	free(bodies.model);
	free(bodies.size);
	free(model);
	free((void *)sizes.curve);
	return tool_end();
}
