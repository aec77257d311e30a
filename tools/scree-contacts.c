/* scree-contacts: the contacts of grains: coordination, fabric, forces and force chains */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/touches.h"
#include "common/where.h"
#include "common/words.h"
#include "measure/features.h"
#include "measure/gaps.h"
#include "measure/structure.h"
#include "table.h"

static struct {
	int angles, forces, chains, pairs, features, together;
	int64_t bins, least;
	double chain_deg;
	double gaps;
	const char *axis;
} arg = { .gaps = NAN, .bins = INT64_MIN, .least = INT64_MIN, .chain_deg = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is written, default one row per frame" },
	{ 0, "angles", OPT_FLAG, &arg.angles, NULL, "one block per frame: the directions of contacts and their forces" },
	{ 0, "forces", OPT_FLAG, &arg.forces, NULL, "one block per frame: the distribution of normal forces divided by their mean" },
	{ 0, "chains", OPT_FLAG, &arg.chains, NULL, "one block per frame: the grains of force chains" },
	{ 0, "pairs", OPT_FLAG, &arg.pairs, NULL, "one block per frame: the pairs of bodies in contact" },
	{ 0, "features", OPT_FLAG, &arg.features, NULL,
		"3D: one row per frame: in how many pairs faces, edges and vertices touch; with --pairs: one block per frame, what "
		"touches in each pair" },
	{ 0, "gaps", OPT_REAL, &arg.gaps, "LEN",
		"3D: one block per frame: the pairs of bodies whose surfaces are nearer than LEN, and their gaps [L]" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How" },
	{ 0, "bins", OPT_INT, &arg.bins, "N",
		"with --angles: number of bins in half a turn, default 36, or in 3D for cosines from 0 to 1, default 10; with --forces: "
		"number of bins from 0 to the mean force, default 10; larger forces have bins of the same width" },
	{ 0, "axis", OPT_WORD, &arg.axis, "X,Y,Z", "with --angles in 3D: axis from which angles are measured, default 0,0,1" },
	{ 0, "together", OPT_FLAG, &arg.together, NULL, "with --angles or --forces: one distribution over all frames" },
	{ 0, "least", OPT_INT, &arg.least, "K", "grains that touch fewer than K bodies are rattlers, default 2" },
	{ 0, "chain-deg", OPT_REAL, &arg.chain_deg, "A",
		"largest angle between a link of a chain and the principal directions of its grains [degrees], default 45" },
	OPT_RECOMPUTE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct tab_out *table;
static int dim;              /* of the stream */
static vec3 axis = { 0, 0, 1 };
static const char unit_force[] = "M*L/T^2", unit_moment[] = "M*L^2/T^2";

/* ---- one row per frame ---- */

static void summary_columns(void)
{
	static const char *const first[] = {
		"t", "T", "grains", "", "pairs", "", "walls", "", "contacts", "", "z", "", "rattlers", "", "z_bearing", "", NULL
	}, *const plane[] = {
		"fabric_xx", "", "fabric_xy", "", "fabric_yy", "", "anisotropy", "", "direction", "", NULL
	}, *const space[] = {
		"fabric_xx", "", "fabric_xy", "", "fabric_xz", "", "fabric_yy", "", "fabric_yz", "", "fabric_zz", "", "fabric_1", "",
		"fabric_2", "", "fabric_3", "", "anisotropy", "", "direction_x", "", "direction_y", "", "direction_z", "", NULL
	}, *const last[] = {
		"fn", unit_force, "ft", unit_force, "sliding", "", "chains", "", "in_chains", "", "source", "", NULL
	};

	tab_columns(table, first);
	tab_columns(table, dim == 2 ? plane : space);
	tab_columns(table, last);
}

static void fabric_print(const struct touches *t, const char *keep)
{
	if (dim == 2) {
		struct fabric2 f = fabric2_measure(t, keep);

		tab_reals(table, (double[]){ f.f.xx, f.f.xy, f.f.yy, f.anisotropy, f.direction, f.fn, f.ft }, 7);
		return;
	}
	struct fabric3 f = fabric3_measure(t, keep);
	const double (*m)[3] = (const double (*)[3])f.f.m, way = f.p.value[0] - f.p.value[1] > 1e-12 ? 1 : NAN;
	vec3 to = v3_scale(way, f.p.along[0]); /* not a number if the two greatest principal values are equal */

	tab_reals(table, (double[]){ m[0][0], m[0][1], m[0][2], m[1][1], m[1][2], m[2][2] }, 6);
	tab_reals(table, f.p.value, 3);
	tab_reals(table, (double[]){ f.anisotropy, to.x, to.y, to.z, f.fn, f.ft }, 6);
}

static void summary_row(const struct touches *t, struct world *w, const char *keep)
{
	static struct chains chains;
	struct coordination c = coordination_count(t, keep, (int)arg.least, NULL);

	chains_find(&chains, t, keep, arg.chain_deg * (3.14159265358979323846 / 180));
	tab_real(table, w->t);
	tab_int(table, c.grains);
	tab_int(table, c.pairs);
	tab_int(table, c.walls);
	tab_int(table, c.contacts);
	tab_real(table, c.z);
	tab_int(table, c.rattlers);
	tab_real(table, c.z_bearing);
	fabric_print(t, keep);
	tab_real(table, structure_sliding(t, w, keep));
	tab_int(table, chains.n);
	tab_real(table, c.grains ? (double)chains.grains / c.grains : NAN);
	tab_word(table, touches_source(t));
	chains_free(&chains);
}

/* ---- distributions ---- */

/* Bins from..from + n - 1, and the sums of their values. */
struct bins {
	int from, n;
	size_t cap;
	struct bin { int64_t n; double fn, ft; } *at;
	int64_t all;          /* values in all bins */
	int tangential;
} bins;

static struct bin *bin_at(int k)
{
	while (k < bins.from || k >= bins.from + bins.n) {
		int front = k < bins.from && bins.n;

		MEM_GROW(bins.at, &bins.cap, (size_t)bins.n + 1);
		bins.from = bins.n == 0 ? k : bins.from - front;
		memmove(bins.at + front, bins.at, (size_t)(front ? bins.n : 0) * sizeof *bins.at);
		bins.at[front ? 0 : bins.n++] = (struct bin){ 0 };
		bins.n += front;
	}
	return &bins.at[k - bins.from];
}

static void bins_clear(int n)
{
	bins.from = bins.n = 0;
	bins.all = 0;
	bins.tangential = 1;
	for (int k = 0; k < n; k++)
		bin_at(k);
}

static void angles_columns(void)
{
	static const char *const all[] = { "pairs", "", "density", "", "error", "", "fn", unit_force, "ft", unit_force, NULL };

	tab_column(table, dim == 2 ? "angle" : "cos", "");
	tab_columns(table, all);
}

/* The position of a pair's normal, from 0 to 1: its angle over half a turn, or in space the cosine of its angle with the axis. */
static double normal_at(const struct touch_pair *p)
{
	const double pi = 3.14159265358979323846;
	double angle;

	if (dim == 3)
		return fabs(v3_dot(p->normal, axis));
	angle = trig_atan2(p->normal.y, p->normal.x);
	return (angle < 0 ? angle + pi : angle) / pi;
}

static void angles_add(const struct touches *t, const char *keep)
{
	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];
		int b = (int)floor(normal_at(p) * (double)arg.bins);

		if (!structure_counts(t, p, keep))
			continue;
		/* the angle pi counts as 0; the cosine 1 belongs to the last bin */
		struct bin *bin = bin_at(b < (int)arg.bins ? b : dim == 2 ? 0 : (int)arg.bins - 1);
		bin->n++;
		bin->fn += p->fn;
		bin->ft += p->ft;
		bins.all++;
	}
	bins.tangential &= t->tangential;
}

/* A normal and its opposite are one direction, so half a turn stands for a full turn. In space a bin of width d is 2 pi d of the
 * sphere on either side. */
static void angles_print(void)
{
	const double pi = 3.14159265358979323846;
	double width = (dim == 2 ? pi : 1) / (double)arg.bins;

	for (int k = 0; k < bins.n; k++) {
		const struct bin *b = &bins.at[k];
		double each = 1 / (2 * width * (dim == 2 ? 1 : 2 * pi) * (double)bins.all), n = (double)b->n;

		tab_real(table, (k + 0.5) * width);
		tab_int(table, b->n);
		tab_real(table, n * each);
		tab_real(table, sqrt(n) * each);
		tab_real(table, b->fn / n);
		tab_real(table, bins.tangential ? b->ft / n : NAN);
	}
}

static void forces_columns(void)
{
	static const char *const all[] = { "f", "", "pairs", "", "density", "", "error", "", NULL };

	tab_columns(table, all);
}

/* A force of more than MOST times the mean goes into the last bin. */
static void forces_add(const struct touches *t, const char *keep)
{
	enum { MOST = 1000 };
	double sum = 0, n = 0;

	for (int k = 0; k < t->n_pair; k++)
		if (structure_counts(t, &t->pair[k], keep)) {
			sum += fabs(t->pair[k].fn);
			n++;
		}
	for (int k = 0; k < t->n_pair && sum > 0; k++)
		if (structure_counts(t, &t->pair[k], keep)) {
			double f = fmin(fmax(t->pair[k].fn * n / sum, -MOST), MOST);

			bin_at((int)floor(f * (double)arg.bins))->n++;
			bins.all++;
		}
}

static void forces_print(void)
{
	for (int k = 0; k < bins.n; k++) {
		double each = (double)arg.bins / (double)bins.all, n = (double)bins.at[k].n;

		tab_real(table, (bins.from + k + 0.5) / (double)arg.bins);
		tab_int(table, bins.at[k].n);
		tab_real(table, n * each);
		tab_real(table, sqrt(n) * each);
	}
}

/* ---- grains and pairs ---- */

static void chains_columns(void)
{
	static const char *const plane[] = {
		"chain", "", "id", "", "x", "L", "y", "L", "load", unit_moment, "load_minor", unit_moment, "angle", "", NULL
	}, *const space[] = {
		"chain", "", "id", "", "x", "L", "y", "L", "z", "L", "load", unit_moment, "load_minor", unit_moment, "ux", "", "uy", "",
		"uz", "", NULL
	};

	tab_columns(table, dim == 2 ? plane : space);
}

static void chains_print(const struct touches *t, struct world *w, const char *keep)
{
	const int64_t *id = table_int(&w->body, "id");
	struct chains c = { 0 };

	chains_find(&c, t, keep, arg.chain_deg * (3.14159265358979323846 / 180));
	for (int i = 0; i < t->n_body; i++) {
		const struct load *l = &c.load[i];

		if (!c.chain[i])
			continue;
		tab_int(table, c.chain[i]);
		tab_int(table, id[i]);
		for (int k = 0; k < dim; k++)
			tab_real(table, t->x[k][i]);
		tab_reals(table, (double[]){ l->major, l->minor }, 2);
		if (dim == 2)
			tab_real(table, l->angle);
		else
			tab_reals(table, (double[]){ l->along.x, l->along.y, l->along.z }, 3);
	}
	chains_free(&c);
}

static void pairs_columns(void)
{
	static const char *const plane[] = {
		"i", "", "j", "", "ix", "", "iy", "", "contacts", "", "x", "L", "y", "L", "nx", "", "ny", "", "lx", "L", "ly", "L",
		"overlap", "L", "fn", unit_force, "ft", unit_force, "fx", unit_force, "fy", unit_force, NULL
	}, *const space[] = {
		"i", "", "j", "", "ix", "", "iy", "", "iz", "", "contacts", "", "x", "L", "y", "L", "z", "L", "nx", "", "ny", "", "nz", "",
		"lx", "L", "ly", "L", "lz", "L", "overlap", "L", "fn", unit_force, "ft", unit_force, "fx", unit_force, "fy", unit_force,
		"fz", unit_force, NULL
	};

	tab_columns(table, dim == 2 ? plane : space);
}

/* The components of a vector, in the plane or in space. */
static void vector_print(vec3 a)
{
	tab_reals(table, (double[]){ a.x, a.y, a.z }, dim);
}

static void pairs_print(const struct touches *t, struct world *w, const char *keep)
{
	const int64_t *id = table_int(&w->body, "id");

	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];

		if (!keep[p->a] && !keep[p->b])
			continue;
		tab_int(table, id[p->a]);
		tab_int(table, id[p->b]);
		tab_int(table, p->ix);
		tab_int(table, p->iy);
		if (dim == 3)
			tab_int(table, p->iz);
		tab_int(table, p->n);
		vector_print(p->at);
		vector_print(p->normal);
		vector_print(v3_sub(p->arm_a, p->arm_b));
		tab_reals(table, (double[]){ p->overlap, p->fn, t->tangential ? p->ft : NAN }, 3);
		vector_print(v3_scale(-1, p->f));
	}
}

/* ---- features ---- */

static const char *const part_name[] = { "vertex", "edge", "face" };

static void features_columns(void)
{
	static const char *const all[] = {
		"t", "T", "pairs", "", "face_face", "", "face_edge", "", "face_vertex", "", "edge_edge", "", "edge_vertex", "",
		"vertex_vertex", "", "area", "L^2", "fn_face_face", "", "fn_face_edge", "", "fn_face_vertex", "", "fn_edge_edge", "",
		"fn_edge_vertex", "", "fn_vertex_vertex", "", NULL
	}, *const each[] = {
		"i", "", "j", "", "ix", "", "iy", "", "iz", "", "part_i", "", "part_j", "", "vertex_face", "", "edge_edge", "", "area", "L^2",
		"overlap", "L", "fn", unit_force, NULL
	};

	if (dim == 2)
		opt_fail("features", "is for streams with dim=3");
	tab_columns(table, arg.pairs ? each : all);
}

static void features_row(const struct world *w, const struct touches *t, const struct touch_features *x, const char *keep)
{
	/* the place of two parts, the greater one first, among the columns */
	static const int place[3][3] = { { 5, -1, -1 }, { 4, 3, -1 }, { 2, 1, 0 } };
	double force[6] = { 0 }, all = 0, area = 0;
	int n[6] = { 0 }, pairs = 0;

	for (int k = 0; k < t->n_pair; k++) {
		if (!structure_counts(t, &t->pair[k], keep))
			continue;
		const int kind = place[x[k].a > x[k].b ? x[k].a : x[k].b][x[k].a > x[k].b ? x[k].b : x[k].a];

		pairs++;
		n[kind]++;
		force[kind] += t->pair[k].fn;
		all += t->pair[k].fn;
		area += x[k].area;
	}
	tab_real(table, w->t);
	tab_int(table, pairs);
	for (int k = 0; k < 6; k++)
		tab_int(table, n[k]);
	tab_real(table, n[0] ? area / n[0] : NAN);
	for (int k = 0; k < 6; k++)
		tab_real(table, all != 0 ? force[k] / all : NAN);
}

static void features_print(const struct touches *t, struct world *w, const char *keep)
{
	const int64_t *id = table_int(&w->body, "id");
	struct touch_features *x = mem_new((size_t)t->n_pair, sizeof *x);
	struct features f;

	features_begin(&f, w, t);
	for (int k = 0; k < t->n_pair; k++)
		x[k] = features_of(&f, &t->pair[k]);
	features_end(&f);
	for (int k = 0; k < t->n_pair && arg.pairs; k++) {
		const struct touch_pair *p = &t->pair[k];

		if (!(keep[p->a] || keep[p->b]))
			continue;
		const int64_t head[5] = { id[p->a], id[p->b], p->ix, p->iy, p->iz };
		for (int q = 0; q < 5; q++)
			tab_int(table, head[q]);
		tab_word(table, part_name[x[k].a]);
		tab_word(table, part_name[x[k].b]);
		tab_int(table, x[k].vertex_face);
		tab_int(table, x[k].edge_edge);
		tab_reals(table, (double[]){ x[k].area, p->overlap, p->fn }, 3);
	}
	if (!arg.pairs)
		features_row(w, t, x, keep);
	free(x);
}

/* ---- gaps ---- */

static void gaps_columns(void)
{
	static const char *const all[] = { "i", "", "j", "", "ix", "", "iy", "", "iz", "", "gap", "L", NULL };

	if (dim == 2)
		opt_fail("gaps", "is for streams with dim=3");
	tab_columns(table, all);
}

static void gaps_print(struct world *w, const char *keep)
{
	const int64_t *id = table_int(&w->body, "id"), *shape = table_int(&w->body, "shape");
	static struct gaps g;
	int bad = gaps_find(&g, w, arg.gaps);

	if (bad < 0)
		opt_fail("gaps", "%g reaches too many periodic images of a body", arg.gaps);
	if (bad)
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): body %lld: shape %lld is not defined", (long long)w->step, w->t,
			(long long)id[bad - 1], (long long)(shape ? shape[bad - 1] : 0));
	for (int k = 0; k < g.n; k++) {
		const struct gap *p = &g.at[k];

		if (!keep[p->i] && !keep[p->j])
			continue;
		tab_int(table, id[p->i]);
		tab_int(table, id[p->j]);
		for (int q = 0; q < 3; q++)
			tab_int(table, p->image[q]);
		tab_real(table, p->gap);
	}
	gaps_free(&g);
}

/* ---- frames ---- */

static void check_options(void)
{
	/* --features may stand beside --pairs */
	int kinds = arg.angles + arg.forces + arg.chains + (arg.pairs || arg.features) + !isnan(arg.gaps);

	if (kinds > 1)
		tool_fail(EXIT_USAGE, "found several of --angles, --forces, --chains, --pairs, --features and --gaps, expected at most one");
	if (!isnan(arg.gaps) && !(arg.gaps > 0))
		opt_fail("gaps", "%g, expected above 0", arg.gaps);
	if (arg.bins != INT64_MIN && !(arg.angles || arg.forces))
		opt_fail("bins", "is for --angles or --forces");
	if (arg.together && !(arg.angles || arg.forces))
		opt_fail("together", "is for --angles or --forces");
	if (arg.bins != INT64_MIN && (arg.bins < 1 || arg.bins > 10000))
		opt_fail("bins", "%lld, expected 1 to 10000", (long long)arg.bins);
	if (arg.axis) {
		double a[3];

		words_vector("axis", arg.axis, 3, a);
		axis = v3_scale(1 / v3_norm(v3_from(a)), v3_from(a));
		if (!arg.angles || !isfinite(v3_norm(axis)))
			opt_fail("axis", arg.angles ? "'%s' has no direction, expected a vector other than 0" : "%s is only for --angles", arg.axis);
	}
	if (arg.least != INT64_MIN && kinds)
		opt_fail("least", "is for the table with one row per frame");
	if (!isnan(arg.chain_deg) && kinds && !arg.chains)
		opt_fail("chain-deg", "is for --chains and for the table with one row per frame");
	if (arg.least == INT64_MIN)
		arg.least = 2;
	if (isnan(arg.chain_deg))
		arg.chain_deg = 45;
	if (arg.least < 0 || arg.least > 1000)
		opt_fail("least", "%lld, expected 0 to 1000", (long long)arg.least);
	if (!(arg.chain_deg > 0 && arg.chain_deg <= 90))
		opt_fail("chain-deg", "%g, expected more than 0, at most 90", arg.chain_deg);
	where_begin();
}

/* Write the head of the table, once the dimension is known. */
static void table_begin(void)
{
	if (arg.axis && dim == 2)
		opt_fail("axis", "is for streams with dim=3");
	if (arg.bins == INT64_MIN)
		arg.bins = arg.angles && dim == 2 ? 36 : 10;
	(arg.angles ? angles_columns : arg.forces ? forces_columns : arg.chains ? chains_columns
	 : arg.features ? features_columns : arg.pairs ? pairs_columns
	 : arg.gaps > 0 ? gaps_columns : summary_columns)();
	bins_clear(arg.angles ? (int)arg.bins : 0);
}

static void frame_print(const struct touches *t, struct world *w, const char *keep)
{
	int distribution = arg.angles || arg.forces;

	if (distribution && !arg.together)
		bins_clear(arg.angles ? (int)arg.bins : 0);
	if ((distribution || arg.chains || arg.pairs) && !arg.together)
		tab_block(table, w->t);
	if (arg.angles)
		angles_add(t, keep);
	else if (arg.forces)
		forces_add(t, keep);
	else if (arg.chains)
		chains_print(t, w, keep);
	else if (arg.features)
		features_print(t, w, keep);
	else if (arg.pairs)
		pairs_print(t, w, keep);
	else
		summary_row(t, w, keep);
	if (distribution && !arg.together)
		(arg.angles ? angles_print : forces_print)();
}

int main(int argc, char **argv)
{
	static char *keep;
	struct touches touches = { 0 };
	struct world *w;
	int64_t frames = 0;
	size_t n;

	tool_begin(argc, argv, "coordination, fabric, forces and force chains of grains", "[FILE]", opts, 1);
	tool_take_solids();
	check_options();
	table = tab_create(stdout, tool_made);
	particles_drop_text(tool_in());
	for (; (w = tool_read()); frames++) {
		const char *text = particles_preamble(tool_in(), &n);

		keep = where_select(w, NULL);
		dim = dims_same(w);
		if (!frames)
			table_begin();
		tab_preamble(table, text, n);
		if (arg.gaps > 0) {
			tab_block(table, w->t);
			gaps_print(w, keep);
		} else if (touches_take(&touches, w)) {
			touches_pairs(&touches, w);
			frame_print(&touches, w, keep);
		}
		free(keep);
	}
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies");
	where_end();
	touches_end();
	if (arg.together)
		(arg.angles ? angles_print : forces_print)();
	tab_finish(table);
	touches_free(&touches);
	free(bins.at);
	return tool_end();
}
