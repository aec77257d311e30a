/* solid_mass.c: the mass properties of shapes in 3D */
#include "shape/solid_mass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/eigen3.h"
#include "base/quat.h"
#include "mesh/mesh.h"
#include "shape/solid_lines.h"
#include "solid/balls.h"
#include "solid/ellipsoid.h"
#include "solid/implicit.h"
#include "solid/polyhedron.h"

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
	case SOLID_VOXELS:
	case SOLID_SAMPLES:
		return 1;
	case SOLID_PEBBLES:
		return balls;
	case SOLID_TRIANGLES:
		return s->kind == SHAPE_MESH;
	}
	return 0;
}

/* The mass by voxels or samples. */
static enum mass_status by_lines(struct mass3 *m, const struct shape *s, const struct solid_plan *plan)
{
	struct solid_lines l;
	enum mass_status status = solid_lines_init(&l, s);

	if (status != MASS_GOOD)
		return status;
	status = plan->method == SOLID_VOXELS ? mass3_by_voxels(m, &l.lines, plan->voxels) :
	         mass3_by_samples(m, &l.lines, plan->samples, plan->seed);
	solid_lines_free(&l);
	if (status == MASS_GOOD && (s->kind == SHAPE_ELLIPSOID || s->kind == SHAPE_OBJECT))
		mass3_move(m, l.at, l.turn);
	return status;
}

static enum mass_status object_mass(struct mass3 *m, const struct solid *o)
{
	struct implicit body = { .n = o->n_bump, .bump = o->bump };

	memcpy(body.a, o->a, sizeof body.a);
	enum mass_status status = implicit_mass(m, &body, IMPLICIT_RAYS, NULL);
	if (status == MASS_GOOD)
		mass3_move(m, o->at, o->turn);
	return status;
}

static enum mass_status polyhedron_mass_of(struct mass3 *m, const struct solid *o)
{
	struct polyhedron_fault fault;
	struct polyhedron p;
	const int bad = o->n_face <= 2 ? polyhedron_init(&p, o, &fault) : o->r == 0 ? polyhedron_of_sharp(&p, o) :
		polyhedron_of_sound(&p, o);
	enum mass_status status = bad ? MASS_EMPTY : polyhedron_mass(m, &p);

	polyhedron_free(&p);
	return status;
}

/* The mass by a method, whatever its moments of inertia. */
static enum mass_status by_method(struct mass3 *m, const struct shape *s, const struct solid_plan *plan)
{
	const struct solid *o = s->solid;
	const double (*ball)[4] = (const double (*)[4])o->ball;

	if (shape_is_wall(s))
		return MASS_EMPTY;
	if (plan->method == SOLID_VOXELS || plan->method == SOLID_SAMPLES)
		return by_lines(m, s, plan);
	if (s->kind == SHAPE_MESH) {
		const struct mesh mesh = mesh_of_solid(o);

		return mesh_mass(m, &mesh);
	}
	if (s->kind == SHAPE_POLYHEDRON)
		return polyhedron_mass_of(m, o);
	if (s->kind == SHAPE_ELLIPSOID)
		return ellipsoid_mass(m, o->a);
	if (s->kind == SHAPE_OBJECT)
		return object_mass(m, o);
	return plan->method == SOLID_EXACT ? balls_mass(m, o->n, ball) : balls_mass_pebbles(m, o->n, ball, o->density);
}

/* The status of a mass, by its moments of inertia. */
static enum mass_status checked(const struct mass3 *m, enum mass_status status)
{
	double moments[6] = { 0 }, axis[3][3];

	if (status != MASS_GOOD)
		return status;
	eigen3(moments, axis, m->inertia);
	return inertia_fault(m->inertia) || inertia_fault(moments) ? MASS_UNSOUND : MASS_GOOD;
}

enum mass_status solid_mass(struct mass3 *m, const struct shape *s, const struct solid_plan *plan)
{
	return checked(m, by_method(m, s, plan));
}

/* ---- the form ---- */

static const struct solid_form unknown = { NAN, NAN, NAN };
static const double pi = 3.14159265358979323846;

static struct solid_form polyhedron_form(const struct polyhedron *p)
{
	return p->convex ? (struct solid_form){ polyhedron_inradius(p) + p->r, p->r, polyhedron_mean_curvature(p) + 4 * pi * p->r } :
		unknown;
}

static struct solid_form form_of(const struct shape *s)
{
	struct solid_form form = unknown;
	struct polyhedron p;

	if (s->kind == SHAPE_SPHERE) {
		const double r = s->solid->ball[0][3];

		form = (struct solid_form){ r, r, 4 * pi * r };
	} else if (s->kind == SHAPE_POLYHEDRON) {
		if (polyhedron_of_sound(&p, s->solid) == 0)
			form = polyhedron_form(&p);
		polyhedron_free(&p);
	}
	return form;
}

enum mass_status solid_mass_and_form(struct mass3 *m, struct solid_form *form, const struct shape *s,
	const struct solid_plan *plan)
{
	enum mass_status status = MASS_EMPTY;
	struct polyhedron p;

	if (s->kind != SHAPE_POLYHEDRON || plan->method != SOLID_EXACT || s->solid->n_face <= 2 || s->solid->r == 0) {
		*form = form_of(s);
		return solid_mass(m, s, plan);
	}
	*form = unknown;
	if (polyhedron_of_sound(&p, s->solid) == 0) {
		status = polyhedron_mass(m, &p);
		*form = polyhedron_form(&p);
	}
	polyhedron_free(&p);
	return checked(m, status);
}

/* ---- the frame ---- */

void solid_principal(struct principal3 *p, const struct mass3 *m, const struct shape *s)
{
	const struct solid *o = s->solid;
	int vertices = s->kind == SHAPE_MESH || s->kind == SHAPE_POLYHEDRON;
	int n = s->kind == SHAPE_CLUMP || vertices ? o->n : o->n_bump;
	double (*mark)[4] = mem_new((size_t)n, sizeof *mark), r[3][3];

	quat_matrix(r, o->turn);
	for (int k = 0; k < n; k++) {
		const double *from = s->kind == SHAPE_CLUMP ? o->ball[k] : vertices ? o->vertex[k] : o->bump[k].c;

		memcpy(mark[k], from, 3 * sizeof *from);
		mark[k][3] = 1;
		if (s->kind == SHAPE_CLUMP)
			mark[k][3] = from[3] * from[3] * from[3];
		if (o->n_bump) {
			mat3_apply(mark[k], (const double (*)[3])r, from);
			for (int d = 0; d < 3; d++)
				mark[k][d] += o->at[d];
			mark[k][3] = o->bump[k].sign * o->bump[k].k;
		}
	}
	mass3_principal_marked(p, m, n, (const double (*)[4])mark);
	free(mark);
}

/* Whether the values a of a record equal b to rounding. */
static int same(const double *a, const double *b, int n, double scale)
{
	for (int k = 0; k < n; k++)
		if (!(fabs(a[k] - b[k]) <= 1e-12 * scale))
			return 0;
	return 1;
}

enum solid_change solid_settle(struct shape *s, const struct mass3 *m, int keep_frame, const char *method,
	double centre[3], double turn[4])
{
	const double *com = m->com, reach = shape_reach(s);
	struct solid *o = s->solid;
	struct principal3 axes;

	solid_principal(&axes, m, s);
	const double *q = axes.turn;
	int off = sqrt(com[0] * com[0] + com[1] * com[1] + com[2] * com[2]) > 1e-12 * reach;
	int turned = !keep_frame && sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) > 1e-9;
	double inertia[6] = { axes.moment[0], axes.moment[1], axes.moment[2] }, surface = isnan(m->surface) ? -1 : m->surface;

	/* zeros that differ from 0 by rounding become 0 */
	for (int k = 0; k < 3; k++)
		centre[k] = off && fabs(com[k]) > 1e-15 * reach ? com[k] : 0;
	for (int k = 0; k < 4; k++)
		turn[k] = turned ? fabs(q[k]) > 1e-15 ? q[k] : 0 : k == 0;
	for (int k = 0; k < 6 && keep_frame; k++)
		inertia[k] = fabs(m->inertia[k]) > 1e-15 * axes.moment[2] ? m->inertia[k] : 0;
	if (!off && !turned && strcmp(o->method, method) == 0 && same(&o->volume, &m->volume, 1, m->volume) &&
	    same(o->inertia, inertia, 6, axes.moment[2]) && same(&o->surface, &surface, 1, fabs(surface)))
		return SOLID_SAME;
	if (off || turned) {
		double r[3][3], further[3];

		/* the place of the new frame in the drawing: that of the old frame, then this change */
		quat_matrix(r, o->turned);
		mat3_apply(further, (const double (*)[3])r, centre);
		for (int k = 0; k < 3; k++)
			o->centre[k] += further[k];
		quat_times(o->turned, o->turned, turn);
		shape_move(s, centre, turn);
	}
	o->volume = m->volume;
	o->surface = surface;
	o->error = m->error;
	memcpy(o->inertia, inertia, sizeof inertia);
	memset(o->method, 0, sizeof o->method);
	memcpy(o->method, method, strlen(method) < sizeof o->method ? strlen(method) : sizeof o->method - 1);
	return off || turned ? SOLID_MOVED : SOLID_RECORD;
}
