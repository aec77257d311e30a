/* solid_mass.c: the mass properties of shapes in 3D */
#include "shape/solid_mass.h"

#include <math.h>

#include "shape/balls.h"
#include "shape/ellipsoid.h"
#include "shape/lines.h"
#include "shape/mesh.h"

int solid_has_densities(const struct shape *s)
{
	for (int k = 0; s->solid->density && k < s->solid->n; k++)
		if (s->solid->density[k] != 1)
			return 1;
	return 0;
}

int solid_can(const struct shape *s, enum solid_method method)
{
	int balls = s->kind == SHAPE_SPHERE || s->kind == SHAPE_CLUMP;

	switch (method) {
	case SOLID_EXACT:
		return balls || s->kind == SHAPE_ELLIPSOID || s->kind == SHAPE_MESH;
	case SOLID_PEBBLES:
		return balls;
	case SOLID_VOXELS:
	case SOLID_SAMPLES:
		return balls || s->kind == SHAPE_ELLIPSOID;
	case SOLID_TRIANGLES:
		return s->kind == SHAPE_MESH;
	}
	return 0;
}

static void cut_ellipsoid(void *body, double y, double z, struct stretches *s)
{
	const double *a = body;
	double left = 1 - y * y / (a[1] * a[1]) - z * z / (a[2] * a[2]);

	if (left > 0)
		stretches_add(s, -a[0] * sqrt(left), a[0] * sqrt(left));
}

static enum mass_status of_lines(struct mass3 *m, const struct lines *l, const struct solid_plan *plan)
{
	return plan->method == SOLID_VOXELS ? mass3_by_voxels(m, l, plan->voxels) :
	       mass3_by_samples(m, l, plan->samples, plan->seed);
}

enum mass_status solid_mass(struct mass3 *m, const struct shape *s, const struct solid_plan *plan)
{
	const struct solid *o = s->solid;
	const double (*ball)[4] = (const double (*)[4])o->ball;
	enum mass_status status;

	if (s->kind == SHAPE_MESH)
		return mesh_mass(m, &(struct mesh){ .n_vertex = o->n, .n_triangle = o->n_face, .xyz = o->vertex,
			.tri = o->face });
	if (s->kind == SHAPE_ELLIPSOID) {
		struct lines l = { .cut = cut_ellipsoid, .body = (void *)(uintptr_t)o->a };

		if (plan->method == SOLID_EXACT)
			return ellipsoid_mass(m, o->a);
		for (int k = 0; k < 3; k++) {
			l.lo[k] = -o->a[k];
			l.hi[k] = o->a[k];
		}
		return of_lines(m, &l, plan);
	}
	if (plan->method == SOLID_EXACT)
		return balls_mass(m, o->n, ball);
	if (plan->method == SOLID_PEBBLES)
		return balls_mass_pebbles(m, o->n, ball, o->density);
	struct balls_lines b;
	balls_lines_init(&b, o->n, ball);
	status = of_lines(m, &b.lines, plan);
	balls_lines_free(&b);
	return status;
}
