/* dem2_cross.c: walls that cross other walls or grains
 *
 * Contacts are pairs of a vertex and an edge that are near each other. If skeletons cross in the middle of their edges, or if one
 * contains the other, there are no contacts, and the two would overlap without a force. A run leads to such a state only if a
 * vertex passes an edge within a step, without a contact; otherwise the overlap becomes too deep first. So it is enough to check
 * the scene at the start. */
#include "dem2/dem2_state.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "scene/place.h"
#include "world/deform.h"

/* A wall and the places of its vertices. */
struct barrier {
	struct place place;
	double lo[2], hi[2], (*v)[2];
	int n, edges, filled;
};

static void barrier_make(struct barrier *q, const struct world *w, const struct bodies2 *b, int row)
{
	q->place = place_body(w, b, row);
	q->n = q->place.shape->n;
	q->edges = shape_edges(q->place.shape);
	q->filled = q->place.shape->kind == SHAPE_POLYGON;
	place_box(&q->place, q->lo, q->hi);
	q->v = mem_new((size_t)q->n, sizeof *q->v);
	for (int k = 0; k < q->n; k++)
		place_vertex(&q->place, k, q->v[k]);
}

/* Whether a circle about (x, y) may touch an edge, or may lie inside a filled wall. */
static int comes_near(const struct barrier *q, double x, double y, double reach)
{
	if (x + reach < q->lo[0] || x - reach > q->hi[0] || y + reach < q->lo[1] || y - reach > q->hi[1])
		return 0;
	for (int k = 0; k < q->edges; k++) {
		const double *a = q->v[k], *b = q->v[(k + 1) % q->n];

		if (x + reach >= fmin(a[0], b[0]) && x - reach <= fmax(a[0], b[0]) && y + reach >= fmin(a[1], b[1]) &&
		    y - reach <= fmax(a[1], b[1]))
			return 1;
	}
	return q->filled;
}

/* Whether disks lie inside a filled wall, away from its edges: there they have no contacts. */
static int disks_inside(const struct barrier *q, const struct place *p, const double h[2])
{
	struct shape hollow = *q->place.shape;
	struct place edges = q->place;

	hollow.kind = SHAPE_RING;
	edges.shape = &hollow;
	return q->filled && place_gap(&q->place, p, h[0], h[1]) < 0 && place_gap(&edges, p, h[0], h[1]) > 0;
}

/* Whether body j, in any image that reaches to wall i, crosses the wall or lies inside it. */
static int stands_across(const struct dem2 *s, const struct world *w, const struct bodies2 *b, const struct barrier *q, int i,
	int j)
{
	const struct domain *d = &s->core.domain;
	double h[2], far = s->outlines.reach[i] + s->outlines.reach[j];
	int most[2] = { 0 };

	for (int k = 1; k >= 0; k--)
		if (d->set && d->periodic[k])
			most[k] = 1 + (int)((far + (k ? 0 : most[1] * fabs(d->tilt[0]))) / (d->hi[k] - d->lo[k]));
	for (int m = -most[1]; m <= most[1]; m++)
		for (int k = -most[0]; k <= most[0]; k++) {
			domain_shift(d, k, m, h);
			if (!comes_near(q, s->core.x[0][j] + h[0], s->core.x[1][j] + h[1], s->outlines.reach[j]))
				continue;
			struct place p = place_body(w, b, s->core.row[j]);
			double touch = q->place.shape->r * q->place.size + p.shape->r * p.size;

			if (p.shape->kind == SHAPE_DISKS ? disks_inside(q, &p, h) : place_gap(&q->place, &p, h[0], h[1]) <= -touch)
				return 1;
		}
	return 0;
}

enum sim_status dem2_cross_check(const struct dem2 *s, struct world *w, struct sim_error *e)
{
	struct bodies2 b = world_bodies2(w);
	struct barrier q;

	for (int r = 0; r < s->core.n && e->status == SIM_GOOD; r++) {
		int i = s->core.by_rank[r];

		if (s->core.group_of[i] < 0 || place_body(w, &b, s->core.row[i]).shape->kind == SHAPE_DISKS)
			continue;
		barrier_make(&q, w, &b, s->core.row[i]);
		for (int k = 0; k < s->core.n && e->status == SIM_GOOD; k++) {
			int j = s->core.by_rank[k], other = s->core.group_of[j];

			if (other == s->core.group_of[i] || (other >= 0 && k < r) || (s->core.still[i] && s->core.still[j]) ||
			    s->core.forceless[s->core.material[i] * s->core.n_material + s->core.material[j]])
				continue;
			if (stands_across(s, w, &b, &q, i, j))
				*e = (struct sim_error){ .status = SIM_CROSS, .a = s->core.id[i], .b = s->core.id[j] };
		}
		free(q.v);
	}
	return e->status;
}
