/* solid.c: shapes in three dimensions */
#include "world/solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/sym3.h"
#include "world/world.h"

/* Drop the mass record: volume < 0, centre 0, turned 1 0 0 0. */
static void forget_mass(struct solid *s)
{
	s->volume = s->surface = s->error = -1;
	memset(s->inertia, 0, sizeof s->inertia);
	memset(s->centre, 0, sizeof s->centre);
	memset(s->turned, 0, sizeof s->turned);
	s->turned[0] = 1;
	s->method[0] = 0;
}

struct solid *solid_new(void)
{
	struct solid *s = MEM_ZERO(struct solid, 1);

	s->turn[0] = 1;
	s->length = INFINITY;
	forget_mass(s);
	return s;
}

static void scale(double *v, size_t n, double f)
{
	for (size_t k = 0; v && k < n; k++)
		v[k] *= f;
}

void solid_scale(struct solid *s, double f)
{
	scale((double *)s->ball, 4 * (size_t)s->n, f);
	scale((double *)s->vertex, 3 * (size_t)s->n, f);
	scale(s->a, 3, f);
	scale(s->at, 3, f);
	for (int k = 0; k < s->n_bump; k++) {
		scale(s->bump[k].c, 3, f);
		scale(s->bump[k].b, 6, 1 / (f * f));
	}
	s->r *= f;
	s->length *= f;
	s->reach = 0;
	forget_mass(s);
}

void solid_free(struct solid *s)
{
	if (!s)
		return;
	free(s->ball);
	free(s->density);
	free(s->vertex);
	free(s->face);
	free(s->first);
	free(s->corner);
	free(s->bump);
	free(s);
}

struct solid *solid_copy(const struct solid *s)
{
	struct solid *to = MEM_NEW(struct solid, 1);

	*to = *s;
	to->ball = mem_copy(s->ball, (size_t)s->n, sizeof *s->ball);
	to->density = mem_copy(s->density, (size_t)s->n, sizeof *s->density);
	to->vertex = mem_copy(s->vertex, (size_t)s->n, sizeof *s->vertex);
	to->face = mem_copy(s->face, (size_t)s->n_face, sizeof *s->face);
	to->first = mem_copy(s->first, (size_t)s->n_face + 1, sizeof *s->first);
	to->corner = s->first ? mem_copy(s->corner, (size_t)s->first[s->n_face], sizeof *s->corner) : NULL;
	to->bump = mem_copy(s->bump, (size_t)s->n_bump, sizeof *s->bump);
	return to;
}

/* The ellipsoid (x - c)^T B (x - c) <= 1 extends by sqrt((B^-1)_kk) along axis k. */
void bump_reach(const struct bump *bump, double reach[3])
{
	double cofactor[6], det = sym3_cofactors(cofactor, bump->b);

	for (int k = 0; k < 3; k++)
		reach[k] = sqrt(cofactor[k] / det);
}

void bumps_box(const double a[3], int n, const struct bump *bump, double lo[3], double hi[3])
{
	double reach[3];

	for (int k = 0; k < 3; k++)
		lo[k] = -(hi[k] = a[k]);
	for (int i = 0; i < n; i++) {
		if (bump[i].sign < 0)
			continue;
		bump_reach(&bump[i], reach);
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], bump[i].c[k] - reach[k]);
			hi[k] = fmax(hi[k], bump[i].c[k] + reach[k]);
		}
	}
}

/* p -> R^T (p - centre) */
static void move_point(double p[3], const double centre[3], const double m[3][3])
{
	double d[3] = { p[0] - centre[0], p[1] - centre[1], p[2] - centre[2] };

	mat3_apply_back(p, m, d);
	for (int k = 0; k < 3; k++)
		p[k] += 0.0; /* -0 becomes 0 */
}

void shape_move(struct shape *shape, const double centre[3], const double turned[4])
{
	const double back[4] = { turned[0], -turned[1], -turned[2], -turned[3] };
	int turns = turned[1] != 0 || turned[2] != 0 || turned[3] != 0;
	struct solid *s = shape->solid;
	double m[3][3];

	quat_matrix(m, turned);
	const double (*r)[3] = (const double (*)[3])m;
	switch (shape->kind) {
	case SHAPE_CLUMP:
		for (int k = 0; k < s->n; k++)
			move_point(s->ball[k], centre, r);
		break;
	case SHAPE_MESH:
	case SHAPE_POLYHEDRON:
		for (int k = 0; k < s->n; k++)
			move_point(s->vertex[k], centre, r);
		break;
	case SHAPE_OBJECT:
		move_point(s->at, centre, r);
		s->reach = 0;
		if (turns)
			quat_times(s->turn, back, s->turn);
		break;
	case SHAPE_ELLIPSOID: {
		const double a[3] = { s->a[0], s->a[1], s->a[2] };

		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++)
				if (fabs(m[j][k]) > 0.5)
					s->a[k] = a[j];
		break;
	}
	default:
		break;
	}
}

const char *inertia_fault(const double t[6])
{
	double cofactor[6], unit[6], slack = 1 + 1e-9;
	int scale = 0;

	frexp(t[0], &scale); /* the determinant of great or small moments would overflow or vanish */
	const double by = ldexp(1, scale > -1000 ? -scale : 1000);
	for (int k = 0; k < 6; k++)
		unit[k] = by * t[k];
	double det = sym3_cofactors(cofactor, unit);

	/* positive definite by its leading minors */
	if (!(t[0] > 0 && t[1] > 0 && t[2] > 0 && cofactor[2] > 0 && det > 0))
		return "a positive definite tensor";
	if (t[0] > slack * (t[1] + t[2]) || t[1] > slack * (t[0] + t[2]) || t[2] > slack * (t[0] + t[1]))
		return "each moment up to the sum of the other two";
	return NULL;
}
