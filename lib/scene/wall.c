/* wall.c: walls, and properties of grains for their makers */
#include "scene/wall.h"

#include <math.h>
#include <string.h>

#include "plane/mass.h"
#include "scene/place.h"

/* Add a body with a given shape and the origin at a point. */
static int put(struct world *w, int64_t shape, const char *material, const char *tag, const double at[2])
{
	int row = world_add_body(w, shape, material, tag);
	struct bodies2 b = world_bodies2(w);

	b.x[row] = at[0];
	b.y[row] = at[1];
	if (w->domain.set)
		domain_wrap2(&w->domain, &b.x[row], &b.y[row], &b.ix[row], &b.iy[row]);
	return row;
}

int wall_add(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag)
{
	int64_t id = world_last_shape(w) + 1;
	struct shape *s = world_need_shape(w, id);
	double c[2], middle[2];

	/* the middle of the bounding box comes first: for a straight wall it is exactly the centre */
	for (int d = 0; d < 2; d++) {
		double lo = xy[0][d], hi = xy[0][d];

		for (int k = 1; k < n; k++) {
			lo = fmin(lo, xy[k][d]);
			hi = fmax(hi, xy[k][d]);
		}
		middle[d] = 0.5 * (lo + hi);
	}
	shape_alloc(s, n == 1 ? SHAPE_POINT : closed ? SHAPE_RING : SHAPE_POLYLINE, n);
	s->r = r;
	for (int k = 0; k < n; k++) {
		s->xy[k][0] = xy[k][0] - middle[0];
		s->xy[k][1] = xy[k][1] - middle[1];
	}
	if (shape_fill_mass(s, c) || n == 2) { /* a line without thickness has no mass: its middle becomes the origin */
		for (int k = 0; k < n; k++) {
			s->xy[k][0] = xy[k][0] - middle[0];
			s->xy[k][1] = xy[k][1] - middle[1];
		}
		c[0] = c[1] = 0;
	}
	return put(w, id, material, tag, (const double[2]){ middle[0] + c[0], middle[1] + c[1] });
}

int wall_add_about(struct world *w, const double (*xy)[2], int n, int closed, double r, const char *material,
	const char *tag, const double about[2])
{
	int64_t id = world_last_shape(w) + 1;
	struct shape *s = world_need_shape(w, id);

	shape_alloc(s, closed ? SHAPE_RING : SHAPE_POLYLINE, n);
	s->r = r;
	for (int k = 0; k < n; k++)
		for (int d = 0; d < 2; d++)
			s->xy[k][d] = xy[k][d] - about[d];
	return put(w, id, material, tag, about);
}

/* Area of a shape at size 1; 0 if it has none. */
static double shape_area(const struct shape *s)
{
	struct mass m;

	return shape_weigh2(&m, s) == MASS_GOOD ? m.area : 0;
}

int grains_is(const struct world *w, const struct bodies2 *b, int i)
{
	return !constraint_holds(world_constraint(w, w->names.word[b->tag[i]]));
}

int grains_look(struct world *w, struct grain_extent *g, double (*box)[4])
{
	struct bodies2 b = world_bodies2(w);
	double area = 0, mass = 0;

	*g = (struct grain_extent){ .lo = { INFINITY, INFINITY }, .hi = { -INFINITY, -INFINITY } };
	for (int i = 0; i < b.n; i++) {
		struct place p = place_body(w, &b, i);
		const struct material *m = world_material(w, w->names.word[b.material[i]]);
		double lo[2], hi[2];

		if (!p.shape)
			return i + 1;
		place_box(&p, lo, hi);
		for (int d = 0; d < 2; d++) {
			if (box) {
				box[i][d] = lo[d];
				box[i][2 + d] = hi[d];
			}
			if (grains_is(w, &b, i)) {
				g->lo[d] = fmin(g->lo[d], lo[d]);
				g->hi[d] = fmax(g->hi[d], hi[d]);
			}
		}
		if (grains_is(w, &b, i)) {
			double a = shape_area(p.shape) * p.size * p.size;

			g->n++;
			area += a;
			mass += a * (m ? m->density : 1);
		}
	}
	if (g->n && area > 0) {
		g->size = sqrt(area / g->n);
		g->density = mass / area;
	}
	return 0;
}

double body_gap(const struct world *w, const struct bodies2 *b, int i, int j)
{
	struct place p = place_body(w, b, i), q = place_body(w, b, j);
	const struct domain *d = &w->domain;
	int px = d->set && d->periodic[0], py = d->set && d->periodic[1];
	double least = INFINITY;

	for (int m = -py; m <= py; m++)
		for (int k = -px; k <= px; k++)
			least = fmin(least, place_gap(&p, &q, k * (d->hi[0] - d->lo[0]) + m * d->tilt[0],
			                              m * (d->hi[1] - d->lo[1])));
	return least;
}

int grains_beyond(struct world *w, const double (*box)[4], int d, double lo, double hi, int64_t id[GRAINS_NAMED])
{
	struct bodies2 b = world_bodies2(w);
	double tol = 1e-9 * (hi - lo); /* grains may touch their box, to rounding */
	int n = 0;

	for (int i = 0; i < b.n; i++)
		if (grains_is(w, &b, i) && (box[i][d] < lo - tol || box[i][2 + d] > hi + tol) && n++ < GRAINS_NAMED)
			id[n - 1] = b.id[i];
	return n;
}

int grains_overlapping(struct world *w, int row, double tol, int64_t id[GRAINS_NAMED])
{
	struct bodies2 b = world_bodies2(w);
	int n = 0;

	for (int i = 0; i < b.n; i++)
		if (i != row && grains_is(w, &b, i) && body_gap(w, &b, row, i) < -tol && n++ < GRAINS_NAMED)
			id[n - 1] = b.id[i];
	return n;
}
