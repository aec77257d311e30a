/* facing3.c: the order of the faces of grains in space */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "measure/order3.h"

/* The corner c of face f of a polyhedron or mesh. */
static vec3 corner(const struct shape *s, int f, int c)
{
	const struct solid *o = s->solid;

	return v3_from(o->vertex[s->kind == SHAPE_MESH ? o->face[f][c] : o->corner[o->first[f] + c]]);
}

/* The outward normal of face f times its area [L^2]. */
static vec3 area_vector(const struct shape *s, int f)
{
	const int corners = s->kind == SHAPE_MESH ? 3 : s->solid->first[f + 1] - s->solid->first[f];
	const vec3 from = corner(s, f, 0);
	vec3 sum = v3(0, 0, 0);

	for (int c = 1; c + 1 < corners; c++)
		sum = v3_add(sum, v3_cross(v3_sub(corner(s, f, c), from), v3_sub(corner(s, f, c + 1), from)));
	return v3_scale(0.5, sum);
}

void facing3_of(struct facing3 *f, const struct shape *s, const double turn[4], int k)
{
	const double pi = 3.14159265358979323846;
	const int faces = s->kind == SHAPE_MESH || s->kind == SHAPE_POLYHEDRON ? s->solid->n_face : 0;
	double re[BOND3_MOST + 1] = { 0 }, im[BOND3_MOST + 1] = { 0 }, m[3][3], all = 0, square = 0;

	*f = (struct facing3){ 0 };
	quat_matrix(m, turn);
	for (int i = 0; i < faces; i++) {
		double along[3], normal[3], area;

		v3_to(along, area_vector(s, i));
		area = v3_norm(v3_from(along));
		if (!(area > 0))
			continue;
		mat3_apply(normal, (const double (*)[3])m, along);
		harmonics3_add(re, im, k, normal, area);
		all += area;
	}
	if (!(all > 0))
		return;
	for (int i = 0; i < 2 * k + 1; i++) {
		f->unit[i] = (i == 0 ? re[0] : sqrt(2) * (i <= k ? re[i] : im[i - k])) / all;
		square += f->unit[i] * f->unit[i];
	}
	f->q = sqrt(4 * pi / (2 * k + 1) * square);
	for (int i = 0; i < 2 * k + 1; i++)
		f->unit[i] = f->q >= FACING3_LEAST ? f->unit[i] / sqrt(square) : 0;
}

struct facing3_order facing3_order_of(const struct grains3_list *l, const struct facing3 *f, int k)
{
	struct facing3_order o = { .order = NAN, .correlation = NAN };
	double square = 0;

	for (int i = 0; i < l->n; i++) {
		if (!l->at[i].chosen || f[i].q < FACING3_LEAST)
			continue;
		for (int c = 0; c < 2 * k + 1; c++)
			o.mean[c] += f[i].unit[c];
		o.n++;
	}
	for (int c = 0; c < 2 * k + 1 && o.n; c++) {
		o.mean[c] /= o.n;
		square += o.mean[c] * o.mean[c];
	}
	if (o.n)
		o.order = sqrt(square);
	if (o.n > 1)
		o.correlation = (o.n * square - 1) / (o.n - 1);
	return o;
}

double facing3_along(const struct facing3_order *o, const struct facing3 *f, int k)
{
	double sum = 0;

	for (int c = 0; c < 2 * k + 1; c++)
		sum += o->mean[c] * f->unit[c];
	return f->q >= FACING3_LEAST && o->order > 0 ? sum / o->order : NAN;
}
