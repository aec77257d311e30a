/* pack_walls.c: walls between which bodies are put */
#include "scene/pack_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "plane/polygon.h"

int pack_walls_init(struct pack_walls *v, struct world *w, const double lo[3], const double hi[3], const int periodic[3])
{
	int n = w->body.n_row, bad = 0;

	*v = (struct pack_walls){ .dim = w->dim, .n = n };
	memcpy(v->lo, lo, sizeof v->lo);
	memcpy(v->hi, hi, sizeof v->hi);
	memcpy(v->periodic, periodic, sizeof v->periodic);
	if (w->dim == 3) {
		struct bodies3 b = world_bodies3(w);

		v->space = MEM_ZERO(struct pose3, (size_t)n);
		for (int i = 0; i < n && !bad; i++)
			bad = pose3_body(&v->space[i], &v->surfaces, w, &b, i) ? i + 1 : 0;
	} else {
		struct bodies2 b = world_bodies2(w);

		v->plane = MEM_NEW(struct place, (size_t)n);
		for (int i = 0; i < n && !bad; i++) {
			v->plane[i] = place_body(w, &b, i);
			bad = v->plane[i].shape ? 0 : i + 1;
		}
	}
	return bad;
}

void pack_walls_free(struct pack_walls *v)
{
	for (int i = 0; i < v->n && v->space; i++)
		pose3_free(&v->space[i]);
	free(v->space);
	free(v->plane);
	surfaces3_free(&v->surfaces);
}

/* Whether a point is inside a ring. */
static int in_ring(const struct place *ring, double x, double y)
{
	const struct shape *s = ring->shape;
	double dx = (x - ring->x) / ring->size, dy = (y - ring->y) / ring->size;

	return polygon_inside((const double (*)[2])s->xy, s->n, ring->c * dx + ring->s * dy, ring->c * dy - ring->s * dx);
}

/* Whether a body overlaps wall k displaced by shift, or is beyond it. */
static int hits2(const struct pack_walls *v, const struct place *a, int k, const double shift[3], double reach)
{
	const struct place *b = &v->plane[k];
	double x = b->x + shift[0], y = b->y + shift[1], far = reach + b->size * shape_reach(b->shape);
	double middle[2] = { 0.5 * (v->lo[0] + v->hi[0]), 0.5 * (v->lo[1] + v->hi[1]) };

	if (b->shape->kind == SHAPE_RING && in_ring(b, middle[0] - shift[0], middle[1] - shift[1]) &&
	    !in_ring(b, a->x - shift[0], a->y - shift[1]))
		return 1;
	if ((x - a->x) * (x - a->x) + (y - a->y) * (y - a->y) >= far * far)
		return 0;
	return place_gap(a, b, shift[0], shift[1]) < 0;
}

/* Whether a point is beyond a tube, at a height where the tube is. */
static int beyond_tube(const struct pose3 *w, const double x[3], const double shift[3])
{
	const struct solid *o = w->shape->solid;
	double d[3], along = 0, square = 0;

	if (o->side != CYLINDER_IN)
		return 0;
	for (int k = 0; k < 3; k++) {
		d[k] = x[k] - shift[k] - w->x[k];
		along += d[k] * w->m[k][2];
		square += d[k] * d[k];
	}
	return fabs(along) <= 0.5 * w->size * o->length && square - along * along > w->size * o->r * w->size * o->r;
}

static int hits3(const struct pack_walls *v, const struct pose3 *a, int k, const double shift[3], double reach, double tol)
{
	const struct pose3 *b = &v->space[k];
	double far = reach + b->reach, square = 0;

	if (b->kind == POSE3_CYLINDER && beyond_tube(b, a->x, shift))
		return 1;
	for (int z = 0; z < 3; z++) {
		double d = b->x[z] + shift[z] - a->x[z];

		square += d * d;
	}
	return !(square >= far * far) && pose3_gap(a, b, shift, -tol) < -tol;
}

int pack_walls_hit(const struct pack_walls *v, const struct place *plane, const struct pose3 *space, double reach, double tol)
{
	for (int m = 0, images = v->dim == 3 ? 27 : 9; m < images; m++) {
		const int at[3] = { m % 3 - 1, m / 3 % 3 - 1, v->dim == 3 ? m / 9 - 1 : 0 };
		double shift[3] = { 0 };
		int there = 1;

		for (int k = 0; k < v->dim; k++) {
			shift[k] = at[k] * (v->hi[k] - v->lo[k]);
			there &= !at[k] || v->periodic[k];
		}
		for (int k = 0; k < v->n && there; k++)
			if (v->dim == 3 ? hits3(v, space, k, shift, reach, tol) : hits2(v, plane, k, shift, reach))
				return 1;
	}
	return 0;
}
