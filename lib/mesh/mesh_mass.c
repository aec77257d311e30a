/* mesh_mass.c: volume, centre of mass, inertia and area of a closed surface of triangles */
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>

#include "base/buf.h"
#include "base/exact.h"
#include "base/vec.h"

/* Sums over the triangles, each still to be multiplied by a constant, in the order of struct moments3. */
struct sums { struct exact one, first[3], second[6], third[10], surface, bound; };

/* The origin of the sums, which is the middle of the box around the surface. Returns half the longest side of the box. */
static double middle(const struct mesh *m, vec3 *o)
{
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, reach = 0;

	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], m->xyz[v][k]);
			hi[k] = fmax(hi[k], m->xyz[v][k]);
		}
	*o = v3(lo[0] / 2 + hi[0] / 2, lo[1] / 2 + hi[1] / 2, lo[2] / 2 + hi[2] / 2);
	for (int k = 0; k < 3; k++)
		reach = fmax(reach, hi[k] / 2 - lo[k] / 2);
	return reach;
}

/* Add the tetrahedron from the origin to a triangle. The sums over all triangles are those of the solid, because the parts
 * outside it cancel. The bound of the rounding is the lengths of the edges times |v1|. */
static void add(struct sums *sum, const vec3 corner[3])
{
	vec3 e = v3_sub(corner[1], corner[0]), f = v3_sub(corner[2], corner[0]);
	struct moments3 t;

	moments3_of_tetrahedron(&t, corner);
	for (int k = 0; k < 6; k++)
		exact_add(&sum->second[k], t.second[k]);
	for (int k = 0; k < 10; k++)
		exact_add(&sum->third[k], t.third[k]);
	for (int k = 0; k < 3; k++)
		exact_add(&sum->first[k], t.first[k]);
	exact_add(&sum->one, t.one);
	exact_add(&sum->surface, v3_norm(v3_cross(e, f)));
	exact_add(&sum->bound, v3_norm(corner[0]) * v3_norm(e) * v3_norm(f));
}

/* Change the unit of length. */
static void rescale(struct mass3 *w, vec3 o, double unit)
{
	double l2 = unit * unit, l3 = l2 * unit, l5 = l3 * l2;

	w->volume *= l3;
	w->surface *= l2;
	w->error *= l3;
	v3_to(w->com, v3_add(o, v3_scale(unit, v3_from(w->com))));
	for (int k = 0; k < 6; k++)
		w->inertia[k] *= l5;
	for (int k = 0; k < 10; k++)
		w->third[k] *= l5 * unit;
}

enum mass_status mesh_mass(struct mass3 *w, const struct mesh *m)
{
	struct sums *sum = MEM_ZERO(struct sums, 1);
	struct moments3 a;
	vec3 o, p[3];
	int power;
	double reach = middle(m, &o);

	/* the unit is the power of two next to the size, which causes no rounding and keeps sixth powers in range */
	frexp(reach > 1 / MESH_FAR ? reach : 1, &power);
	double unit = ldexp(1, power);
	for (int t = 0; t < m->n_triangle; t++) {
		for (int k = 0; k < 3; k++)
			p[k] = v3_scale(1 / unit, v3_sub(v3_from(m->xyz[m->tri[t][k]]), o));
		add(sum, p);
	}
	a.one = exact_take(&sum->one) / 6;
	for (int k = 0; k < 3; k++)
		a.first[k] = exact_take(&sum->first[k]) / 24;
	for (int k = 0; k < 6; k++)
		a.second[k] = exact_take(&sum->second[k]) / 120;
	for (int k = 0; k < 10; k++)
		a.third[k] = exact_take(&sum->third[k]) / 720;
	double surface = exact_take(&sum->surface) / 2, error = 8 * DBL_EPSILON / 6 * exact_take(&sum->bound);
	free(sum);
	if (!(reach > 1 / MESH_FAR) || !(a.one > error) || mass3_of_moments(w, &a, (double[3]){ 0 }) != MASS_GOOD)
		return MASS_EMPTY;
	w->surface = surface;
	w->error = error;
	rescale(w, o, unit);
	return MASS_GOOD;
}
