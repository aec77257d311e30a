/* field.c: the fields of all kinds of shapes */
#include "shape/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/field_kinds.h"

int field_of_shape(struct field *f, const struct shape *s, int points)
{
	memset(f, 0, sizeof *f);
	f->dim = s->solid ? 3 : 2;
	switch (s->kind) {
	case SHAPE_POINT:
	case SHAPE_POLYLINE:
	case SHAPE_RING:
	case SHAPE_POLYGON:
	case SHAPE_DISKS:
		field_of_plane(f, s, points);
		return 0;
	case SHAPE_SPHERE:
	case SHAPE_CLUMP:
		field_of_balls(f, s->solid->n, (const double (*)[4])s->solid->ball, points);
		return 0;
	case SHAPE_ELLIPSOID:
	case SHAPE_OBJECT:
		field_of_implicit(f, s, points);
		return 0;
	case SHAPE_MESH:
		field_of_mesh(f, s->solid, points);
		return 0;
	case SHAPE_POLYHEDRON:
		return field_of_polyhedron(f, s->solid, points);
	default:
		return -1;
	}
}

void field_free(struct field *f)
{
	if (f->kind)
		f->kind->free(f->body);
	free(f->point);
	memset(f, 0, sizeof *f);
}

void field_add_point(struct field *f, const double at[3], const double normal[3], double area)
{
	MEM_GROW(f->point, &f->cap_point, (size_t)f->n_point + 1);
	struct field_point *p = &f->point[f->n_point++];

	memcpy(p->at, at, sizeof p->at);
	memcpy(p->normal, normal, sizeof p->normal);
	p->area = area;
}

double field_distance(const struct field *f, const double x[3], double at[3])
{
	return f->kind->distance(f, x, at);
}

int field_inside(const struct field *f, const double x[3])
{
	return f->kind->inside(f, x);
}

double field_signed(const struct field *f, const double x[3], double at[3])
{
	double d = field_distance(f, x, at);

	return field_inside(f, x) ? -d : d;
}
