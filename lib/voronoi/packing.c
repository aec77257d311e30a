/* packing.c: grains from Voronoi cells, each eroded and then dilated */
#include "voronoi/packing.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plane/mass.h"

/* Begin the erosion of cell i. */
static void begin(struct grain_maker *m, const struct voronoi *v, int i)
{
	int n = v->n_side[i];

	MEM_GROW(m->normal, &m->cap_normal, (size_t)n);
	voronoi_normals(v, i, m->normal);
	erosion_begin(&m->erosion, n, (const double (*)[2])v->xy + v->first[i], (const double (*)[2])m->normal);
}

enum gap_status recipe_solve(struct recipe *r, struct gap *out, const struct voronoi *v, double void_ratio)
{
	struct minkowski all = { 0 };
	struct grain_maker m = { 0 };

	for (int i = 0; i < v->n; i++) {
		begin(&m, v, i);
		minkowski_add(&all, &m.erosion);
	}
	grain_maker_free(&m);
	enum gap_status status = gap_solve(out, &all, v->box[0] * v->box[1], r->roundness, void_ratio, r->least);
	r->by_gap = 1;
	r->gap = out->gap;
	r->inradius = MEM_NEW(double, (size_t)v->n);
	for (int i = 0; i < v->n; i++)
		r->inradius[i] = all.core[i].inradius;
	minkowski_free(&all);
	return status;
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
	double erode = r->erode, dilate = r->dilate;
	struct shape *s = &g->shape;

	memset(g, 0, sizeof *g);
	if (r->by_gap) {
		double rho = r->inradius[i];
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
	double rho = erosion_finish(&m->erosion);
	g->inradius = rho - erode + dilate;
	if (s->n == 0 || (s->n < 3 && dilate == 0)) {
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
