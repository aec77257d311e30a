/* check_shapes.c: check that shapes of a stream in 3D can have a mass */
#include "common/check_shapes.h"

#include <stdio.h>

#include "base/quat.h"
#include "common/load_surface.h"
#include "common/tool.h"
#include "shape/weigh.h"
#include "solid/implicit.h"

enum { NAME = 512 };

/* Turn a point from the object's own frame into the body frame. */
static void to_body(const struct solid *o, double at[3])
{
	double r[3][3];

	quat_matrix(r, o->turn);
	mat3_apply(at, (const double (*)[3])r, at);
	for (int k = 0; k < 3; k++)
		at[k] += o->at[k];
}

void tool_check_object(int status, const char *name, const struct solid *o)
{
	struct implicit body = { { o->a[0], o->a[1], o->a[2] }, o->n_bump, o->bump };
	const double flat = 1e-3;
	double at[3], found;
	enum implicit_fault fault = implicit_check(&body, NULL);

	if (fault == IMPLICIT_HEIGHT)
		tool_fail(status, "%s: found k above %g, expected %g at most", name, IMPLICIT_HIGH, IMPLICIT_HIGH);
	if (fault != IMPLICIT_GOOD)
		tool_fail(status, "%s: the centre of its quadric lies outside of the body, expected dents that leave the centre inside", name);
	int pieces = o->n_bump ? implicit_pieces(&body, IMPLICIT_LINES, at) : 1, idle = implicit_idle(&body);
	if (pieces > 1) {
		to_body(o, at);
		tool_fail(status, "%s: found %d pieces, one of them at %g,%g,%g, expected bumps that are joined to the quadric",
		          name, pieces, at[0], at[1], at[2]);
	}
	if (o->n_bump && (found = implicit_flattest(&body, at)) < flat) {
		to_body(o, at);
		tool_fail(status, "%s: found a surface with an uncertain normal at %g,%g,%g: the slope of its function times its least "
		          "half axis is %.1e, expected %g at least", name, at[0], at[1], at[2], found, flat);
	}
	if (idle >= 0)
		tool_warn("%s: %s %d of %d changes nothing: %s", name, o->bump[idle].sign > 0 ? "bump" : "dent", idle + 1, o->n_bump,
		          o->bump[idle].sign > 0 ? "it lies inside the body, or too far outside for its height" :
		          "it lies outside of the body");
}

int tool_can_close(const struct shape *s)
{
	struct mesh m;
	int can = mesh_mended(&m, s->solid);

	mesh_free(&m);
	return can;
}

/* The place and the name of a shape, for messages. */
static const char *name_of(const struct shape *s, char name[NAME])
{
	snprintf(name, NAME, "%s:%lld: shape %lld (%s)", particles_name(tool_in()), (long long)s->line, (long long)s->id,
	         shape_kind_name[s->kind]);
	return name;
}

void tool_check_shapes(struct world *w, char *mended)
{
	for (int k = 0; k < w->n_shape; k++) {
		struct shape *s = &w->shape[k];
		char name[NAME];

		if (s->kind != SHAPE_MESH && !shape_is_wall(s) && !(shape_reach(s) <= MESH_FAR))
			tool_fail(EXIT_INPUT, "%s: found a shape that reaches %g from its origin, expected %g at most, so that moments are finite",
			          name_of(s, name), shape_reach(s), MESH_FAR);
		if (s->kind == SHAPE_OBJECT)
			tool_check_object(EXIT_INPUT, name_of(s, name), s->solid);
		if (s->kind != SHAPE_MESH || (world_shape_is_held(w, s) && !tool_can_close(s)))
			continue;
		struct mesh m = mesh_of_solid(s->solid);
		int other = tool_mend_surface(name_of(s, name), &m);
		mesh_to_solid(s->solid, &m);
		s->n = m.n_vertex;
		if (mended)
			mended[k] = (char)other;
	}
}

void tool_check_masses(const struct world *w)
{
	int left = 2000;

	for (int k = 0; k < w->n_shape && left > 0; k++) {
		const struct shape *s = &w->shape[k];
		double found, right;
		const char *fault = shape_mass_fault(s, &found, &right);

		left -= s->n;
		if (fault && !world_shape_is_held(w, s))
			tool_warn("%s:%lld: shape %lld (%s): its mass record does not fit: %s, found %.9g, expected %.9g; scree-mass makes a "
			          "new record", particles_name(tool_in()), (long long)s->line, (long long)s->id, shape_kind_name[s->kind], fault,
			          found, right);
	}
}
