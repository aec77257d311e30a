/* The least opening that shapes pass against closed forms: slots in the plane, round holes in space. */
#include "shape/opening.h"

#include <string.h>

#include "base/buf.h"
#include "tap.h"

static struct shape *solid(struct world *w, int64_t id, enum shape_kind kind, int n)
{
	struct shape *s = world_need_shape(w, id);

	shape_alloc(s, kind, n);
	if (s->solid) {
		s->solid->n = n;
		s->solid->ball = kind == SHAPE_CLUMP ? mem_zero((size_t)n, sizeof *s->solid->ball) : NULL;
		s->solid->vertex = kind == SHAPE_MESH ? mem_zero((size_t)n, sizeof *s->solid->vertex) : NULL;
	}
	return s;
}

static void balls(void)
{
	struct world w;

	world_init(&w, 3);
	struct shape *s = solid(&w, 1, SHAPE_CLUMP, 2);
	/* a dumbbell askew passes along its axis a hole of its larger ball */
	static const double dumbbell[2][4] = { { 0.3, -0.7, 1.1, 0.45 }, { -0.4, 0.5, -0.2, 0.31 } };
	memcpy(s->solid->ball, dumbbell, sizeof dumbbell);
	near(shape_opening(s), 0.9, 1e-4, "a dumbbell passes end on");
	/* three equal balls at the corners of a triangle with the sides 3, 4, 5: along a side the other ball decides; the
	 * projection has the least height, that on the longest side, 2.4 */
	struct shape *t = solid(&w, 2, SHAPE_CLUMP, 3);
	static const double triangle[3][4] = { { 0, 0, 0.2, 0.25 }, { 3, 0, 0.2, 0.25 }, { 0, 4, 0.2, 0.25 } };
	memcpy(t->solid->ball, triangle, sizeof triangle);
	near(shape_opening(t), 2.4 + 0.5, 1.5e-3, "three balls pass along the longest side");
	world_free(&w);
}

static void polyhedra(void)
{
	struct world w;

	world_init(&w, 3);
	struct shape *s = solid(&w, 1, SHAPE_MESH, 8);
	for (int k = 0; k < 8; k++) {
		s->solid->vertex[k][0] = (k & 1 ? 1 : -1) * 0.5;
		s->solid->vertex[k][1] = (k & 2 ? 1 : -1) * 1.2;
		s->solid->vertex[k][2] = (k & 4 ? 1 : -1) * 3.1;
	}
	near(shape_opening(s), 2.6, 1e-4, "a block of 1 x 2.4 x 6.2 passes the circle around its least face");
	world_free(&w);
}

static void others(void)
{
	struct world w;

	world_init(&w, 3);
	struct shape *s = solid(&w, 1, SHAPE_ELLIPSOID, 1);
	s->solid->a[0] = 0.7;
	s->solid->a[1] = 1.9;
	s->solid->a[2] = 1.1;
	near(shape_opening(s), 2.2, 0, "an ellipsoid: its middle diameter");
	struct shape *o = solid(&w, 2, SHAPE_OBJECT, 1);
	o->solid->a[0] = 1.9;
	o->solid->a[1] = 0.7;
	o->solid->a[2] = 1.1;
	o->solid->turn[0] = 1;
	near(shape_opening(o), 2.2, 4e-3, "the same by searching");
	struct shape *p = solid(&w, 3, SHAPE_PLANE, 1);
	ok(isnan(shape_opening(p)), "a wall passes nothing");
	world_free(&w);
	world_init(&w, 2);
	struct shape *r = solid(&w, 1, SHAPE_POLYLINE, 2);
	r->xy[0][0] = -2;
	r->xy[0][1] = -1;
	r->xy[1][0] = 2;
	r->xy[1][1] = 2;
	r->r = 0.35;
	near(shape_opening(r), 0.7, 1e-12, "a rod of the plane: its width");
	world_free(&w);
}

int main(void)
{
	balls();
	polyhedra();
	others();
	return done();
}
