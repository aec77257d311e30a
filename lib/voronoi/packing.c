/* packing.c: grains from Voronoi cells, each eroded and then dilated */
#include "voronoi/packing.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "plane/mass.h"

/* Begin the erosion of cell i. */
static void begin(struct grain_maker *m, const struct voronoi *v, int i)
{
	int n = v->n_side[i];

	MEM_GROW(m->normal, &m->cap_normal, (size_t)n);
	voronoi_normals(v, i, m->normal);
	erosion_begin(&m->erosion, n, (const double (*)[2])v->xy + v->first[i], (const double (*)[2])m->normal);
}

/* Cells that one thread takes at a time, and chunks of which the intervals are found before they are put together. */
enum { CHUNK = 128, CHUNKS = 64 };
struct task { const struct voronoi *v; struct grain_maker *maker; int from; struct minkowski part[CHUNKS]; };

/* Erode the cells of a chunk to the end. */
static void erode_chunk(void *to, int from, int end, int thread)
{
	struct task *t = to;
	struct grain_maker *m = &t->maker[thread];
	struct minkowski *part = &t->part[from / CHUNK];

	part->n = 0;
	for (int i = t->from + from; i < t->from + end; i++) {
		begin(m, t->v, i);
		minkowski_add(part, &m->erosion);
	}
}

/* Erode all cells to the end. */
static void erode(struct minkowski *all, const struct voronoi *v, int threads)
{
	struct task *t = MEM_ZERO(struct task, 1);

	*all = (struct minkowski){ 0 };
	t->v = v;
	t->maker = grain_makers(threads);
	for (; t->from < v->n; t->from += CHUNK * CHUNKS) {
		const int n = v->n - t->from < CHUNK * CHUNKS ? v->n - t->from : CHUNK * CHUNKS;

		team_chunks(threads, n, CHUNK, erode_chunk, t);
		for (int k = 0; k * CHUNK < n; k++)
			minkowski_append(all, &t->part[k]);
	}
	for (int k = 0; k < CHUNKS; k++)
		minkowski_free(&t->part[k]);
	grain_makers_free(t->maker, threads);
	free(t);
}

enum gap_status recipe_solve(struct recipe *r, struct gap *out, const struct voronoi *v, double void_ratio, int threads)
{
	struct minkowski all;

	erode(&all, v, threads);
	enum gap_status status = gap_solve(out, &all, v->box[0] * v->box[1], r->roundness, void_ratio, r->least, threads);
	r->by_gap = 1;
	r->gap = out->gap;
	r->inradius = MEM_NEW(double, (size_t)v->n);
	for (int i = 0; i < v->n; i++)
		r->inradius[i] = all.cell[i].inradius;
	minkowski_free(&all);
	return status;
}

struct grain_maker *grain_makers(int threads)
{
	return MEM_ZERO(struct grain_maker, (size_t)threads);
}

void grain_makers_free(struct grain_maker *m, int threads)
{
	for (int k = 0; k < threads; k++)
		grain_maker_free(&m[k]);
	free(m);
}

void grain_maker_free(struct grain_maker *m)
{
	erosion_free(&m->erosion);
	free(m->normal);
	free(m->xy);
	memset(m, 0, sizeof *m);
}

enum grain_status grain_make(struct grain *g, struct grain_maker *m, const struct voronoi *v, int i,
	const struct recipe *r)
{
	double erode = r->erode, dilate = r->dilate, rho = 0;
	struct shape *s = &g->shape;

	memset(g, 0, sizeof *g);
	if (r->by_gap) {
		rho = r->inradius[i];
		if (rho <= r->gap)
			return GRAIN_VANISHED;
		if (!gap_has_grain(rho, r->gap, r->least))
			return GRAIN_SMALL;
		dilate = r->roundness * (rho - r->gap);
		erode = dilate + r->gap;
	}
	MEM_GROW(m->xy, &m->cap_xy, (size_t)v->n_side[i]);
	begin(m, v, i);
	s->xy = m->xy;
	s->n = erosion_go(&m->erosion, erode, m->xy);
	s->r = dilate;
	const int gone = s->n == 0 || (s->n < 3 && dilate == 0);
	if (!r->by_gap)
		rho = r->blind && !gone && r->least == 0 ? erode : erosion_finish(&m->erosion);
	g->inradius = rho - erode + dilate;
	if (gone) {
		if (!r->disks || r->by_gap)
			return GRAIN_VANISHED;
		g->disk = 1;
		g->inradius = s->r = rho;
		s->n = 1;
		for (int a = 0; a < 2; a++)
			s->xy[0][a] = 0.5 * (m->erosion.core[0][a] + m->erosion.core[1][a]);
	}
	s->kind = s->n == 1 ? SHAPE_POINT : s->n == 2 ? SHAPE_POLYLINE : SHAPE_POLYGON;
	if (g->inradius < r->least)
		return GRAIN_SMALL;
	return shape_fill_mass(s, g->centre) == MASS_GOOD ? GRAIN_GOOD : GRAIN_VANISHED;
}
