/* packing3.c: grains in space from Voronoi cells, each eroded and then dilated by balls */
#include "voronoi/packing3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/cube_root.h"
#include "base/team.h"
#include "base/vec.h"
#include "shape/solid_mass.h"
#include "solid/polyhedron.h"

static const double pi = 3.14159265358979323846;

/* Edges shorter than this fraction of the eroded cell's inradius are drawn together: rounding would spoil the faces there. */
static const double APART = 1e-12;

/* ---- all cells, on several threads ---- */

/* Cells that one thread takes at a time, and that are worked on between two counts. */
enum { CHUNK = 64, STRETCH = 16384 };

struct task {
	const struct voronoi3 *v;
	const struct recipe3 *r;
	struct erosion3 *erosion; /* [threads] */
	struct eroded3 *found;    /* [n] what is known of the volume of each cell */
	double (*grain)[2];       /* [n] volume of the grain, and its derivative with respect to the gap */
	double *volume;           /* [n] of the grain */
	double gap;
	int every, from;          /* 1, or a sample is worked on: every so many cells, one; the first of a stretch, among these */
};

/* How a cell becomes a grain. */
struct radii { double erode, dilate; int ends, gone, none; };

/* The radii for a cell of an inradius; whether erosion ends in a point, a segment or a polygon, whether it leaves nothing, and
 * whether there is no ball either. */
static struct radii radii(const struct recipe3 *r, double rho)
{
	struct radii k = { .erode = r->erode, .dilate = r->dilate };

	if (r->by_gap) {
		k.dilate = r->roundness * (rho - r->gap);
		k.erode = r->roundness * rho + (1 - r->roundness) * r->gap;
	}
	k.ends = erosion3_ends(rho, k.erode);
	k.gone = k.erode > rho * (1 + 1e-11) || (k.ends && k.dilate == 0);
	k.none = rho <= (r->by_gap ? r->gap : 0) || (k.gone && (!r->balls || r->by_gap));
	return k;
}

double recipe3_inner(const struct recipe3 *r, double rho)
{
	struct radii k = radii(r, rho);

	return k.none ? 0 : k.gone ? rho : rho - k.erode + k.dilate;
}

static void over_cells(struct task *t, int threads, team_chunk *work)
{
	const int n = (t->v->n + t->every - 1) / t->every;

	count_begin("cells", 0, n);
	for (t->from = 0; t->from < n; t->from += STRETCH) {
		count_to(t->from);
		team_chunks(threads, n - t->from < STRETCH ? n - t->from : STRETCH, CHUNK, work, t);
	}
	count_end();
}

static struct erosion3 *workspaces(int threads)
{
	return MEM_ZERO(struct erosion3, (size_t)threads);
}

static void drop_workspaces(struct erosion3 *e, int threads)
{
	for (int k = 0; k < threads; k++)
		erosion3_free(&e[k]);
	free(e);
}

/* Take cell i and find its incentre. An empty cell gets the inradius 0. */
static struct incentre3 begin(struct erosion3 *e, const struct voronoi3 *v, int i)
{
	struct incentre3 in = { .radius = 0 };

	if (voronoi3_faces(v, i) < 4)
		return in;
	erosion3_begin(e, v, i);
	memcpy(in.centre, e->centre, sizeof e->centre);
	in.radius = e->inradius;
	return in;
}

static void begin_chunk(void *to, int from, int end, int thread)
{
	struct task *t = to;

	for (int i = t->from + from; i < t->from + end; i++)
		t->r->in[i] = begin(&t->erosion[thread], t->v, i);
}

void recipe3_begin(struct recipe3 *r, const struct voronoi3 *v, int threads)
{
	struct task t = { .v = v, .r = r, .every = 1, .erosion = workspaces(threads) };

	r->in = MEM_NEW(struct incentre3, (size_t)v->n);
	over_cells(&t, threads, begin_chunk);
	drop_workspaces(t.erosion, threads);
}

/* ---- one gap for all cells ---- */

/* The volumes of grains at the gap. */
static void grain_chunk(void *to, int from, int end, int thread)
{
	struct task *t = to;
	const double q = t->r->roundness, g = t->gap;
	struct erosion3 *e = &t->erosion[thread];

	for (int k = t->from + from; k < t->from + end; k++) {
		const int i = k * t->every;
		const struct incentre3 *in = &t->r->in[i];
		struct eroded3 *f = &t->found[i];
		double by_erosion, by_dilation, radius = q * in->radius + (1 - q) * g;

		t->grain[i][0] = t->grain[i][1] = 0;
		if (!gap_has_grain(in->radius, g, t->r->least))
			continue;
		double u = radius - f->radius;
		if (!(u >= 0 && u <= f->most)) {
			erosion3_again(e, t->v, i, in->centre, in->radius);
			erosion3_measure(e, radius, f);
			u = 0;
		}
		t->grain[i][0] = eroded3_volume(f, u, q * (in->radius - g), &by_erosion, &by_dilation);
		t->grain[i][1] = (1 - q) * by_erosion - q * by_dilation;
	}
}

/* The volumes of the cells themselves. */
static void whole_chunk(void *to, int from, int end, int thread)
{
	struct task *t = to;
	struct erosion3 *e = &t->erosion[thread];

	for (int k = t->from + from; k < t->from + end; k++) {
		const int i = k * t->every;
		const struct incentre3 *in = &t->r->in[i];
		struct eroded3 f = { 0 };

		if (in->radius > 0) {
			erosion3_again(e, t->v, i, in->centre, in->radius);
			erosion3_measure(e, 0, &f);
		}
		t->grain[i][0] = f.volume;
	}
}

static void volume_chunk(void *to, int from, int end, int thread)
{
	struct task *t = to;
	struct erosion3 *e = &t->erosion[thread];

	for (int i = t->from + from; i < t->from + end; i++) {
		const struct incentre3 *in = &t->r->in[i];
		struct radii k = radii(t->r, in->radius);
		struct eroded3 f;

		t->volume[i] = 0;
		if (k.none)
			continue;
		if (k.gone) {
			t->volume[i] = 4 * pi / 3 * (in->radius * in->radius * in->radius);
			continue;
		}
		erosion3_again(e, t->v, i, in->centre, in->radius);
		erosion3_measure(e, k.erode, &f);
		t->volume[i] = eroded3_volume(&f, 0, k.dilate, NULL, NULL);
	}
}

void recipe3_volumes(const struct recipe3 *r, const struct voronoi3 *v, int threads, double *volume)
{
	struct task t = { .v = v, .r = r, .every = 1, .erosion = workspaces(threads), .volume = volume };

	over_cells(&t, threads, volume_chunk);
	drop_workspaces(t.erosion, threads);
}

struct total { double volume, slope; };

static struct total grains_volume(struct task *t, int threads, double gap)
{
	double sum = 0, lost = 0, slope = 0;

	t->gap = gap;
	over_cells(t, threads, grain_chunk);
	for (int i = 0; i < t->v->n; i += t->every) { /* Kahan: the target is relative to the void, not to the grains */
		double more = t->grain[i][0] - lost, next = sum + more;

		lost = (next - sum) - more;
		sum = next;
		slope += t->grain[i][1];
	}
	return (struct total){ sum, slope };
}

/* A step of Newton's method. Far from the target it is for the cube root of the volume, which is nearly linear in the gap; then
 * it is a little shorter, since measures of cells serve for larger gaps, but not for smaller ones. Close to the target steps
 * from below stay below, since the volume is convex. */
static double step(struct total now, double target)
{
	double part = target / now.volume;

	return now.volume / now.slope * (part > 0.99 ? part - 1 : 2.9 * (cube_root(part) - 1));
}

/* A gap a little below the one that gives the void ratio, from a sample of the cells; 0 if there are few cells, or it is not
 * found. Cells are eroded anew for larger gaps only where an edge vanishes, but all are for smaller ones. So the gap is three
 * standard errors below that of the sample. */
static double first_gap(struct task *t, int threads, double e, double widest)
{
	enum { SAMPLE = 1024, EVERY = 64, STEPS = 12 };
	const double close = 1e-3, errors = 3;
	double target = 0, variance = 0, g = 0, *share;
	struct total now = { 0 };
	int steps = 0;

	if (t->v->n < 4 * SAMPLE)
		return 0;
	t->every = t->v->n / SAMPLE < EVERY ? t->v->n / SAMPLE : EVERY;
	share = MEM_NEW(double, (size_t)(t->v->n / t->every) + 1);
	over_cells(t, threads, whole_chunk);
	for (int i = 0, k = 0; i < t->v->n; i += t->every, k++)
		target += share[k] = t->grain[i][0] / (1 + e);
	for (; steps < STEPS; steps++) {
		now = grains_volume(t, threads, g);
		if (!(now.volume > 0 && now.slope < 0) || fabs(now.volume - target) <= close * target)
			break;
		g = fmin(fmax(g + step(now, target), 0), widest);
	}
	for (int i = 0, k = 0; i < t->v->n; i += t->every, k++)
		variance += (t->grain[i][0] - share[k]) * (t->grain[i][0] - share[k]);
	free(share);
	t->every = 1;
	return steps < STEPS && now.volume > 0 && now.slope < 0 ? fmax(0, g + errors * sqrt(variance) / now.slope) : 0;
}

enum gap_status recipe3_solve(struct recipe3 *r, struct gap *out, const struct voronoi3 *v, double e, int threads)
{
	struct task t = { .v = v, .r = r, .every = 1, .erosion = workspaces(threads) };
	const double box = v->box[0] * v->box[1] * v->box[2], target = box / (1 + e);
	const double tolerance = 1e-11 * (e > 1e-3 ? e / (1 + e) : 1e-3) * target;
	double widest = 0, lo = 0, hi, g;
	enum gap_status status = GAP_OK;

	t.found = MEM_NEW(struct eroded3, (size_t)v->n);
	t.grain = mem_new((size_t)v->n, sizeof *t.grain);
	for (int i = 0; i < v->n; i++) {
		widest = fmax(widest, r->in[i].radius);
		t.found[i] = (struct eroded3){ .most = -1 };
	}
	hi = widest - r->least;
	g = first_gap(&t, threads, e, widest);
	struct total now = grains_volume(&t, threads, g), at_lo, at_hi;
	if (g > 0 && now.volume < target - tolerance) /* begin to the left of the gap */
		now = grains_volume(&t, threads, g = 0);
	at_lo = now;
	at_hi = r->least > 0 && hi >= 0 ? grains_volume(&t, threads, hi) : (struct total){ 0, 0 };
	memset(out, 0, sizeof *out);
	out->low = now.volume > 0 ? fmax(box / now.volume - 1, 0) : INFINITY;
	out->high = at_hi.volume > 0 ? box / at_hi.volume - 1 : INFINITY;
	if (now.volume < target - tolerance)
		status = GAP_LOW;
	else if (at_hi.volume > target + tolerance)
		status = GAP_HIGH;
	for (out->steps = 1; status == GAP_OK && fabs(now.volume - target) > tolerance; out->steps++) {
		if (now.volume > target) {
			lo = g;
			at_lo = now;
		} else {
			hi = g;
			at_hi = now;
		}
		double next = g + (now.volume > 0 && now.slope < 0 ? step(now, target) : INFINITY);
		if (!(next > lo && next < hi) || out->steps > 40)
			next = 0.5 * (lo + hi);
		if (next <= lo || next >= hi) { /* neighbouring numbers on either side of the target */
			int jumps = 0;

			for (int i = 0; i < v->n; i++)
				jumps |= gap_drops_grain(r->in[i].radius, lo, hi, r->least);
			g = lo;
			now = at_lo;
			if (!jumps)
				break;
			out->low = box / at_lo.volume - 1;
			out->high = at_hi.volume > 0 ? box / at_hi.volume - 1 : INFINITY;
			status = GAP_JUMP;
		} else
			now = grains_volume(&t, threads, g = next);
	}
	r->by_gap = 1;
	r->gap = out->gap = g;
	out->void_ratio = box / now.volume - 1;
	drop_workspaces(t.erosion, threads);
	free(t.found);
	free(t.grain);
	return status;
}

/* ---- one grain ---- */

void grain3_free(struct grain3 *g)
{
	solid_free(g->shape.solid);
	g->shape.solid = NULL;
}

/* The middle of the cell's rest at the inradius. */
static void middle_of_rest(struct erosion3 *e, double middle[3])
{
	double all = 0, sum[3] = { 0 };

	if (e->n_rest < 3) {
		for (int k = 0; k < 3; k++)
			middle[k] = 0.5 * (e->rest[0][k] + e->rest[e->n_rest - 1][k]);
		return;
	}
	for (int j = 1; j + 1 < e->n_rest; j++) {
		vec3 o = v3_from(e->rest[0]), a = v3_sub(v3_from(e->rest[j]), o), b = v3_sub(v3_from(e->rest[j + 1]), o);
		double area = v3_norm(v3_cross(a, b));

		all += area;
		for (int k = 0; k < 3; k++)
			sum[k] += area / 3 * (e->rest[0][k] + e->rest[j][k] + e->rest[j + 1][k]);
	}
	for (int k = 0; k < 3; k++)
		middle[k] = sum[k] / all;
}

static void make_ball(struct solid *s, double r, const double at[3])
{
	s->n = 1;
	s->ball = mem_new(1, sizeof *s->ball);
	memcpy(s->ball[0], at, 3 * sizeof *at);
	s->ball[0][3] = r;
}

/* Make the skeleton of what is left of a cell at its inradius: two vertices, or a face and its reverse. */
static void make_rest(struct solid *s, const struct erosion3 *e, double r)
{
	int n = e->n_rest, faces = n > 2;

	s->n = n;
	s->r = r;
	s->vertex = mem_copy(e->rest, (size_t)n, sizeof *s->vertex);
	s->n_face = 2 * faces;
	s->first = MEM_ZERO(int, (size_t)s->n_face + 1);
	s->corner = MEM_NEW(int, 2 * (size_t)n);
	for (int f = 0; f < s->n_face; f++) {
		s->first[f + 1] = n * (f + 1);
		for (int k = 0; k < n; k++)
			s->corner[n * f + k] = f ? n - 1 - k : k;
	}
}

/* The mass of the grain; if cut > 0, of an eroded cell with so many vertices. A solid that has all of them, and three faces at
 * each, has no fault. */
static enum mass_status weigh(struct mass3 *m, const struct shape *s, int cut)
{
	const struct solid_plan exact = { SOLID_EXACT, 0, 0, 0 };
	const struct solid *o = s->solid;
	struct polyhedron p;
	enum mass_status status;

	if (!cut)
		return solid_mass(m, s, &exact);
	const int whole = cut == o->n && o->n_face > 3 && o->first[o->n_face] == 3 * o->n;
	const int bad = whole && o->r == 0 ? polyhedron_of_sharp(&p, o) : polyhedron_of_convex(&p, o);
	status = bad ? MASS_EMPTY : polyhedron_mass(m, &p);
	polyhedron_free(&p);
	return status == MASS_GOOD && inertia_fault(m->inertia) ? MASS_UNSOUND : status;
}

enum grain3_status grain3_make(struct grain3 *g, struct erosion3 *e, const struct voronoi3 *v, int i, const struct recipe3 *r)
{
	const struct incentre3 in = r->in ? r->in[i] : begin(e, v, i);
	const struct radii how = radii(r, in.radius);
	const double erode = how.erode, dilate = how.dilate;
	const int ends = how.ends, gone = how.gone;
	double middle[3] = { 0 };
	struct mass3 mass;
	int cut = 0;

	memset(g, 0, sizeof *g);
	if (how.none)
		return GRAIN3_VANISHED;
	g->ball = gone;
	g->inradius = gone ? in.radius : in.radius - erode + dilate;
	if (g->inradius < r->least)
		return GRAIN3_SMALL;
	if (r->in)
		erosion3_again(e, v, i, in.centre, in.radius);
	if (ends) {
		erosion3_rest(e);
		if (gone || e->n_rest == 1)
			middle_of_rest(e, middle);
	}

	struct solid *s = g->shape.solid = solid_new();
	g->shape.kind = SHAPE_POLYHEDRON;
	if (gone || (ends && e->n_rest == 1)) {
		g->shape.kind = SHAPE_SPHERE;
		make_ball(s, gone ? in.radius : dilate, middle);
	} else if (ends) {
		make_rest(s, e, dilate);
	} else if (erosion3_go(e, erode) == 0) {
		cut = e->cell.n_vertex;
		g->flips = r->flips && erode > 0 ? erosion3_flips(e) : 0;
		cell3_faces(&e->cell);
		cell3_solid(&e->cell, APART * (in.radius - erode), s, NULL);
		s->r = dilate;
	}
	g->shape.n = s->n;
	g->shape.area = -1;
	int good = s->n > 0 && weigh(&mass, &g->shape, cut) == MASS_GOOD;
	if (good)
		solid_settle(&g->shape, &mass, 0, "exact", g->centre, g->turn);
	if (!good || inertia_fault(s->inertia)) {
		grain3_free(g);
		return GRAIN3_VANISHED;
	}
	memset(s->centre, 0, sizeof s->centre); /* the grain was drawn nowhere */
	memcpy(s->turned, (double[4]){ 1, 0, 0, 0 }, sizeof s->turned);
	for (int k = 0; k < 3; k++)
		g->centre[k] += in.centre[k];
	return GRAIN3_GOOD;
}
