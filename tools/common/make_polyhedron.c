/* make_polyhedron.c: polyhedra from points and surfaces, and their rounding */
#include "common/make_polyhedron.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "common/load_surface.h"
#include "common/tool.h"
#include "common/words.h"
#include "mesh/flat_faces.h"
#include "mesh/hull3.h"
#include "particles_polyhedron.h"
#include "shape/erode3.h"
#include "shape/solid_mass.h"

/* ---- from points and surfaces ---- */

/* Read rows x y z. Returns how many. */
static int load_points(const char *path, double (**x)[3])
{
	double *value;
	int *line, width, n = tool_load_rows(path, 3, 3, &width, &value, &line);
	const char *name = strcmp(path, "-") ? path : "stdin";

	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: found no rows, expected x y z on each line", name);
	for (int k = 0; k < 3 * n; k++)
		if (!(fabs(value[k]) <= MESH_FAR))
			tool_fail(EXIT_INPUT, "%s:%d: found the coordinate %g, expected %g at most", name, line[k / 3], value[k], MESH_FAR);
	*x = (double (*)[3])value;
	free(line);
	return n;
}

void tool_load_hull(struct shape *s, const char *path, int surface, double simplify)
{
	struct mesh m = { 0 };
	double (*x)[3], error;
	int n;

	if (surface) {
		tool_load_surface(path, &m);
		n = m.n_vertex;
		x = m.xyz;
	} else
		n = load_points(path, &x);
	shape_alloc(s, SHAPE_POLYHEDRON, 0);
	hull3_solid(s->solid, n, (const double (*)[3])x, 1e-9 * hull3_size(n, (const double (*)[3])x), simplify, &error);
	s->n = s->solid->n;
	if (simplify > 0)
		tool_note("the hull has %d corners of %d points, and no point is farther than %g from it", s->n, n, error);
	if (surface)
		mesh_free(&m);
	else
		free(x);
}

/* Refuse a solid that is no polyhedron, or is flat; advice says what to do. */
static void polyhedron_or_fail(struct solid *s, const char *name, const char *advice, int bad)
{
	struct polyhedron_fault fault;
	char text[POLYHEDRON_SAID];

	if (polyhedron_cut_and_check(s, &fault) == 0)
		return;
	if (fault.kind == POLYHEDRON_MEET) /* whose numbers of faces are not those of the file */
		tool_fail(bad, "%s: the surface crosses or touches itself at %.4g,%.4g,%.4g; %s", name, fault.at[0], fault.at[1],
		          fault.at[2], advice);
	if (fault.kind == POLYHEDRON_NO_CORNER)
		tool_fail(bad, "%s: the triangles around %.4g,%.4g,%.4g lie on one plane, but could not be joined; %s", name,
		          s->vertex[fault.v[0]][0], s->vertex[fault.v[0]][1], s->vertex[fault.v[0]][2], advice);
	polyhedron_say(text, &fault);
	tool_fail(bad, "%s: the triangles make no polyhedron, expected %s; %s", name, text, advice);
}

void tool_join_faces(struct shape *s, const char *name, double flat, int bad)
{
	const int given = flat >= 0;
	char advice[128];
	struct mesh m;

	mesh_copy(&m, &(const struct mesh){ .n_vertex = s->solid->n, .n_triangle = s->solid->n_face, .xyz = s->solid->vertex,
		.tri = s->solid->face });
	const double size = hull3_size(m.n_vertex, (const double (*)[3])m.xyz);
	if (given && !(flat < size))
		opt_fail("flat", "%g, expected less than %.4g, half the longest side of %s", flat, size, name);
	if (!given)
		flat = 1e-6 * size;
	snprintf(advice, sizeof advice, given && flat > 0 ? "use a smaller --flat than %g, or mend the surface" :
	         "mend it, or try another --flat of scree-shape than %.3g", flat);
	shape_alloc(s, SHAPE_POLYHEDRON, 0);
	double moved = flat_faces(s->solid, &m, flat);
	if (given && s->solid->n_face < 3)
		tool_fail(bad, "%s: within --flat %g all triangles lie on one plane; %s", name, flat, advice);
	polyhedron_or_fail(s->solid, name, advice, bad);
	s->n = s->solid->n;
	if (s->solid->n_face == m.n_triangle)
		tool_note("joined none of the %d triangles: none lie within %g of one plane, or the rest of the surface does not let their "
		          "corners move onto it; try another --flat of scree-shape", m.n_triangle, flat);
	else if (moved > 0)
		tool_note("joined %d triangles to %d faces; corners moved by up to %.3g, onto the planes of their faces", m.n_triangle,
		          s->solid->n_face, moved);
	else
		tool_note("joined %d triangles to %d faces", m.n_triangle, s->solid->n_face);
	mesh_free(&m);
}

/* ---- size and rounding ---- */

/* Scale and round a copy of `drawn` into s. Returns 0 if the ball of the plan does not fit; *most is the greatest that does. */
static int make(struct shape *s, const struct solid *drawn, const struct polyhedron_plan *plan, double scale, double *most)
{
	solid_free(s->solid);
	s->solid = solid_copy(drawn);
	solid_scale(s->solid, scale);
	if (plan->r >= 0)
		s->solid->r = plan->r;
	if (plan->round > 0) {
		s->solid->r = 0;
		switch (erode3(s->solid, plan->round, most)) {
		case ERODE3_GOOD:
			break;
		case ERODE3_NOT_CONVEX:
			opt_fail("round", "applies to bodies that are convex and have a volume; --radius rounds others off outwards");
		case ERODE3_EMPTY:
			return 0;
		}
	}
	s->n = s->solid->n;
	return 1;
}

/* The volume at one scale, and how far off it may be; 0 if the ball does not fit. */
static double volume_at(struct shape *s, const struct solid *drawn, const struct polyhedron_plan *plan, double scale,
	double *error)
{
	struct mass3 m;
	double most;

	*error = 0;
	if (!make(s, drawn, plan, scale, &most) || solid_mass(&m, s, &(struct solid_plan){ .method = SOLID_EXACT }) != MASS_GOOD)
		return 0;
	*error = m.error;
	return m.volume;
}

/* Find the scale that gives the volume of the plan. The cube root of the volume is nearly a linear function of the scale. The
 * scale is bracketed, then found by the Illinois variant of false position, as closely as the volume is known: volumes that are
 * integrated jump by less than their error where the scale changes. Returns 0 if there is none. */
static int fit_volume(struct shape *s, const struct solid *drawn, const struct polyhedron_plan *plan)
{
	enum { DOUBLINGS = 60, STEPS = 100 };
	const double goal = plan->volume;
	double lo, hi = 1, at = 1, error, volume = volume_at(s, drawn, plan, 1, &error);

#define EXCESS(v) ((v) > 0 ? exponent_exp(exponent_log((v) / goal) / 3) - 1 : -1)
	double f = EXCESS(volume), f_hi = f, f_lo = f;
	for (int k = 0; k < DOUBLINGS && f_hi < 0; k++)
		f_hi = EXCESS(volume_at(s, drawn, plan, hi *= 2, &error));
	lo = hi;
	f_lo = f_hi;
	for (int k = 0; k < DOUBLINGS && f_lo > 0; k++)
		f_lo = EXCESS(volume_at(s, drawn, plan, lo /= 2, &error));
	if (f_hi < 0 || f_lo > 0)
		return 0;
	for (int k = 0, side = 0; k < STEPS && fabs(f) > fmax(4e-16, error / goal / 30) && hi - lo > 2e-16 * hi; k++) {
		at = f_hi > f_lo ? hi - f_hi * (hi - lo) / (f_hi - f_lo) : hi;
		if (!(at > lo && at < hi))
			at = 0.5 * (lo + hi);
		f = EXCESS(volume = volume_at(s, drawn, plan, at, &error));
		if (f >= 0) {
			hi = at;
			f_hi = f;
			f_lo *= side > 0 ? 0.5 : 1;
			side = 1;
		} else {
			lo = at;
			f_lo = f;
			f_hi *= side < 0 ? 0.5 : 1;
			side = -1;
		}
	}
#undef EXCESS
	return fabs(volume - goal) <= 1e-12 * goal + error;
}

void tool_finish_polyhedron(struct shape *s, const struct polyhedron_plan *plan)
{
	struct solid *drawn = solid_copy(s->solid);
	double most = 0;

	if (plan->volume > 0) {
		if (!fit_volume(s, drawn, plan))
			opt_fail("volume", "%g cannot be attained: a body with %s is larger; drop --volume or choose a smaller radius",
			         plan->volume, plan->round > 0 ? "this --round" : "this spheroradius");
	} else if (!make(s, drawn, plan, plan->scale, &most))
		opt_fail("round", "a ball of radius %g does not fit into the body; the greatest that does has the radius %.9g", plan->round,
		         most);
	solid_free(drawn);
}
