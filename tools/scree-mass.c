/* scree-mass: area, centre of mass and moment of inertia of every shape in a stream */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "common/tool.h"
#include "shape/descriptors.h"
#include "shape/mass.h"
#include "shape/polygon.h"
#include "table.h"
#include "world/relocate.h"

static struct {
	const char *method, *sequence;
	int64_t samples;
	double density;
	int table;
} arg = { "exact", "random", 100000, -1, 0 };

static const struct opt opts[] = {
	{ 0, "method", OPT_WORD, &arg.method, "NAME", "exact, montecarlo or sectors, default exact" },
	{ 'n', "samples", OPT_INT, &arg.samples, "N",
	  "points of montecarlo for each shape, 16 or more, default 100000" },
	{ 0, "sequence", OPT_WORD, &arg.sequence, "NAME",
	  "where montecarlo has them from: random or halton, default random" },
	OPT_SEED,
	{ 0, "density", OPT_REAL, &arg.density, "D",
	  "density for the masses in the table [M/L^2], default that of a body of this shape, or 1" },
	{ 0, "table", OPT_FLAG, &arg.table, NULL, "print a table of the shapes instead of the stream" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static enum { EXACT, MONTECARLO, SECTORS } method;

static void check_options(void)
{
	static const char *const names[] = { "exact", "montecarlo", "sectors" };
	int k = 0;

	while (k < 3 && strcmp(arg.method, names[k]))
		k++;
	if (k == 3)
		opt_fail("method", "'%s', expected exact, montecarlo or sectors", arg.method);
	method = k;
	if (strcmp(arg.sequence, "random") && strcmp(arg.sequence, "halton"))
		opt_fail("sequence", "'%s', expected random or halton", arg.sequence);
	if (arg.samples < 16)
		opt_fail("samples", "%lld, expected 16 or more", (long long)arg.samples);
	if (arg.density != -1 && !(arg.density > 0))
		opt_fail("density", "%g, expected more than 0", arg.density);
}

static void check_plane(const struct world *w)
{
	if (w->dim != 2)
		tool_fail(EXIT_INPUT, "found a stream with dim=%d, expected dim=2", w->dim);
}

/* The mass of a shape by the method asked for. Of a shape without area all is 0 or not a number; where a method does not
 * apply the program ends. */
static struct mass mass_or_fail(const struct shape *s)
{
	struct mass m;
	enum mass_status status;
	int e = 0, f = 0;

	if (method == MONTECARLO) {
		enum mass_sequence sequence = strcmp(arg.sequence, "halton") ? MASS_RANDOM : MASS_HALTON;
		/* every shape has its own points, whatever other shapes there are */
		uint64_t seed = (uint64_t)tool_seed * 1000003u + (uint64_t)s->id;

		status = mass_by_samples(&m, s, arg.samples, sequence, seed);
	} else {
		status = method == SECTORS ? mass_by_sectors(&m, s) : mass_of_shape(&m, s);
	}
	switch (status) {
	case MASS_GOOD:
		break;
	case MASS_EMPTY: /* a wall may be a line */
		tool_note("shape %lld (%s) has no area, so no mass", (long long)s->id, shape_kind_name[s->kind]);
		return (struct mass){ .area = 0, .perimeter = NAN, .x = NAN, .y = NAN };
	case MASS_NOT_CONVEX:
		tool_fail(EXIT_USAGE, "shape %lld (%s) is not convex, and --method sectors wants a point, a segment or "
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

/* ---- the table ---- */

/* The density of each shape: as asked for, or that of the first body that has it, or 1. To be freed. */
static double *densities(struct world *w)
{
	struct bodies b = world_bodies(w);
	double *density = MEM_NEW(double, (size_t)w->n_shape);

	for (int k = 0; k < w->n_shape; k++)
		density[k] = arg.density > 0 ? arg.density : -1;
	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct material *m = world_material(w, w->names.word[b.material[i]]);

		if (s && m && density[s - w->shape] < 0)
			density[s - w->shape] = m->density;
	}
	for (int k = 0; k < w->n_shape; k++)
		density[k] = density[k] < 0 ? 1 : density[k];
	return density;
}

/* The body that each shape has, or -1 when it has none or several. To be freed. */
static int *only_bodies(struct world *w)
{
	struct bodies b = world_bodies(w);
	int *only = MEM_NEW(int, (size_t)w->n_shape);
	enum { NONE = -1, SEVERAL = -2 };

	for (int k = 0; k < w->n_shape; k++)
		only[k] = NONE;
	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		if (s)
			only[s - w->shape] = only[s - w->shape] == NONE ? i : SEVERAL;
	}
	for (int k = 0; k < w->n_shape; k++)
		only[k] = only[k] < 0 ? -1 : only[k];
	return only;
}

/* Where a point of the body frame of body i is in space. */
static void place(const struct bodies *b, int i, double *x, double *y)
{
	double sine, cosine, px = b->size[i] * *x, py = b->size[i] * *y;

	trig_sincos(b->angle[i], &sine, &cosine);
	*x = b->x[i] + (cosine * px - sine * py);
	*y = b->y[i] + (sine * px + cosine * py);
}

static void describe(struct tab_out *t, const struct shape *s)
{
	struct descriptors d;

	if (descriptors_of_shape(&d, s) != MASS_GOOD)
		d = (struct descriptors){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	tab_real(t, d.feret_min);
	tab_real(t, d.feret_max);
	tab_real(t, d.aspect);
	tab_real(t, d.ellipse);
	tab_real(t, d.convexity);
	tab_real(t, d.inscribed);
	tab_real(t, d.roundness);
	tab_real(t, d.circularity);
}

static void print_table(void)
{
	struct tab_out *t = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	struct world *w = tool_world();
	size_t n;

	do {
		const char *text = particles_preamble(tool_in(), &n);

		tab_preamble(t, text, n);
	} while (tool_read());
	tab_preamble(t, particles_preamble(tool_in(), &n), n);

	check_plane(w);
	double *density = densities(w);
	int *only = only_bodies(w);
	struct bodies b = world_bodies(w);

	tab_column(t, "id", "");
	tab_column(t, "kind", "");
	tab_column(t, "vertices", "");
	tab_column(t, "area", "L^2");
	tab_column(t, "perimeter", "L");
	tab_column(t, "mass", "M");
	tab_column(t, "x", "L");
	tab_column(t, "y", "L");
	tab_column(t, "inertia", "M*L^2");
	tab_column(t, "error", "L^2");
	tab_column(t, "feret_min", "L");
	tab_column(t, "feret_max", "L");
	tab_column(t, "aspect", "");
	tab_column(t, "ellipse", "");
	tab_column(t, "convexity", "");
	tab_column(t, "inscribed", "L");
	tab_column(t, "roundness", "");
	tab_column(t, "circularity", "");
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *s = &w->shape[k];
		struct mass m = mass_or_fail(s);

		if (only[k] >= 0)
			place(&b, only[k], &m.x, &m.y);
		tab_int(t, s->id);
		tab_word(t, shape_kind_name[s->kind]);
		tab_int(t, s->n);
		tab_real(t, m.area);
		tab_real(t, m.perimeter);
		tab_real(t, density[k] * m.area);
		tab_real(t, m.x);
		tab_real(t, m.y);
		tab_real(t, density[k] * m.inertia);
		tab_real(t, m.error);
		describe(t, s);
	}
	tab_finish(t);
	free(density);
	free(only);
}

/* ---- the stream ---- */

/* Put the mass record of a shape, after moving its origin to the centre of mass, centre[2], unless it is there;
 * rounding is no reason to rewrite anything. Returns whether the origin moved. */
static int set_mass(struct shape *s, double centre[2])
{
	struct mass m = mass_or_fail(s);

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

static void filter_stream(void)
{
	struct world *frame = tool_read_last(), *w = tool_world();
	double (*centre)[2] = mem_zero((size_t)w->n_shape, sizeof *centre);
	int moved = 0;

	check_plane(w);
	for (int k = 0; k < w->n_shape; k++)
		moved |= set_mass(&w->shape[k], centre[k]);
	if (frame && moved) {
		world_recentre(w, (const double (*)[2])centre);
		tool_write(w);
	} else if (frame) {
		tool_pass();
	}
	free(centre);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "area, centre of mass and moment of inertia of shapes", "[FILE]", opts, 1);
	check_options();
	if (arg.table)
		print_table();
	else
		filter_stream();
	return tool_end();
}
