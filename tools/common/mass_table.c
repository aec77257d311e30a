/* mass_table.c: the table of scree-mass, with a row for every shape */
#include "common/mass_table.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/trig.h"
#include "plane/descriptors.h"

/* The density of each shape: all if it is above 0, otherwise that of the first body with the shape, otherwise 1. The caller frees
 * it. */
static double *densities(const struct world *w, double all)
{
	const int64_t *shape = table_int(&w->body, "shape");
	const int32_t *material = table_word(&w->body, "material");
	double *density = MEM_NEW(double, (size_t)w->n_shape);

	for (int k = 0; k < w->n_shape; k++)
		density[k] = all > 0 ? all : -1;
	for (int i = 0; i < w->body.n_row; i++) {
		const struct shape *s = world_shape(w, shape[i]);
		const struct material *m = world_material(w, w->names.word[material[i]]);

		if (s && m && density[s - w->shape] < 0)
			density[s - w->shape] = m->density;
	}
	for (int k = 0; k < w->n_shape; k++)
		density[k] = density[k] < 0 ? 1 : density[k];
	return density;
}

/* For each shape the only body that has it, or -1 if there are none or several. The caller frees it. */
static int *only_bodies(const struct world *w)
{
	const int64_t *shape = table_int(&w->body, "shape");
	int *only = MEM_NEW(int, (size_t)w->n_shape);
	enum { NONE = -1, SEVERAL = -2 };

	for (int k = 0; k < w->n_shape; k++)
		only[k] = NONE;
	for (int i = 0; i < w->body.n_row; i++) {
		const struct shape *s = world_shape(w, shape[i]);

		if (s)
			only[s - w->shape] = only[s - w->shape] == NONE ? i : SEVERAL;
	}
	for (int k = 0; k < w->n_shape; k++)
		only[k] = only[k] < 0 ? -1 : only[k];
	return only;
}

/* Turn a point from the frame of body i into its position in space. */
static void place(const struct bodies2 *b, int i, double *x, double *y)
{
	double sine, cosine, px = b->size[i] * *x, py = b->size[i] * *y;

	trig_sincos(b->angle[i], &sine, &cosine);
	*x = b->x[i] + (cosine * px - sine * py);
	*y = b->y[i] + (sine * px + cosine * py);
}

static void describe(struct tab_out *t, const struct shape *s)
{
	struct descriptors d;

	if (descriptors_of_shape(&d, s) != MASS_GOOD)
		d = (struct descriptors){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	tab_real(t, d.feret_min);
	tab_real(t, d.feret_max);
	tab_real(t, d.aspect);
	tab_real(t, d.ellipse);
	tab_real(t, d.convexity);
	tab_real(t, d.inscribed);
	tab_real(t, d.roundness);
	tab_real(t, d.circularity);
}

static const double pi = 3.14159265358979323846;

/* The numbers in a row of a shape in 3D, from its volume on. */
enum { ROW_REALS = 32 };

/* Write the row of a shape in 3D: in space if body i is the only one with the shape, in its own frame if i < 0. */
static void solid_row(struct tab_out *t, const struct shape *s, struct mass3 m, double density, const struct bodies3 *b, int i,
	const struct solid_form *form)
{
	const double whole = 6 * m.volume;
	struct principal3 p = { .moment = { NAN, NAN, NAN } };
	double drawn[3], r[3][3];
	int good = m.volume > 0;

	quat_matrix(r, s->solid->turned);
	mat3_apply(drawn, (const double (*)[3])r, m.com);

	if (good)
		solid_principal(&p, &m, s);
	if (good && i >= 0) {
		const double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };

		quat_matrix(r, q);
		for (int k = 0; k < 3; k++) {
			m.com[k] *= b->size[i];
			mat3_apply(p.axis[k], (const double (*)[3])r, p.axis[k]);
		}
		mass3_move_tensor(&m, (const double[3]){ b->x[0][i], b->x[1][i], b->x[2][i] }, q);
	}
	double value[ROW_REALS], *at = value;

	*at++ = m.volume;
	*at++ = good ? m.surface : NAN;
	*at++ = density * m.volume;
	for (int k = 0; k < 3; k++)
		*at++ = good ? m.com[k] : NAN;
	for (int k = 0; k < 6; k++)
		*at++ = good ? density * m.inertia[k] : NAN;
	for (int k = 0; k < 3; k++)
		*at++ = density * p.moment[k];
	for (int k = 0; k < 9; k++)
		*at++ = good ? p.axis[k / 3][k % 3] : NAN;
	*at++ = good ? m.error : NAN;
	for (int k = 0; k < 3; k++)
		*at++ = good ? s->solid->centre[k] + drawn[k] : NAN;
	*at++ = good ? cbrt(pi * whole * whole) / m.surface : NAN;
	*at++ = form->inscribed;
	*at++ = form->round / form->inscribed;
	*at++ = form->curvature;
	tab_int(t, s->id);
	tab_word(t, shape_kind_name[s->kind]);
	tab_int(t, s->n);
	tab_reals(t, value, ROW_REALS);
}

void mass_table2(struct tab_out *t, struct world *w, double all, const struct mass *m)
{
	static const char *const columns[] = { "id", "", "kind", "", "vertices", "", "area", "L^2", "perimeter", "L", "mass", "M",
		"x", "L", "y", "L", "inertia", "M*L^2", "error", "L^2", "feret_min", "L", "feret_max", "L", "aspect", "", "ellipse", "",
		"convexity", "", "inscribed", "L", "roundness", "", "circularity", "", NULL };
	double *density = densities(w, all);
	int *only = only_bodies(w);
	struct bodies2 b = world_bodies2(w);

	tab_columns(t, columns);
	for (int k = 0; k < w->n_shape; k++) {
		const struct shape *s = &w->shape[k];
		double x = m[k].x, y = m[k].y;

		if (only[k] >= 0)
			place(&b, only[k], &x, &y);
		tab_int(t, s->id);
		tab_word(t, shape_kind_name[s->kind]);
		tab_int(t, s->n);
		tab_real(t, m[k].area);
		tab_real(t, m[k].perimeter);
		tab_real(t, density[k] * m[k].area);
		tab_real(t, x);
		tab_real(t, y);
		tab_real(t, density[k] * m[k].inertia);
		tab_real(t, m[k].error);
		describe(t, s);
	}
	free(density);
	free(only);
}

void mass_table3(struct tab_out *t, struct world *w, double all, const struct mass3 *m, const struct solid_form *form)
{
	static const char *const columns[] = { "id", "", "kind", "", "parts", "", "volume", "L^3", "surface", "L^2", "mass", "M",
		"x", "L", "y", "L", "z", "L", "Ixx", "M*L^2", "Iyy", "M*L^2", "Izz", "M*L^2", "Ixy", "M*L^2", "Ixz", "M*L^2",
		"Iyz", "M*L^2",
		"I1", "M*L^2", "I2", "M*L^2", "I3", "M*L^2", "e1x", "", "e1y", "", "e1z", "", "e2x", "", "e2y", "", "e2z", "",
		"e3x", "", "e3y", "", "e3z", "", "error", "L^3",
		"drawn_x", "L", "drawn_y", "L", "drawn_z", "L",
		"sphericity", "", "inscribed", "L", "roundness", "", "mean_curvature", "L", NULL };
	double *density = densities(w, all);
	int *only = only_bodies(w);
	struct bodies3 b = world_bodies3(w);

	tab_columns(t, columns);
	for (int k = 0; k < w->n_shape; k++)
		solid_row(t, &w->shape[k], m[k], density[k], &b, only[k], &form[k]);
	free(density);
	free(only);
}
