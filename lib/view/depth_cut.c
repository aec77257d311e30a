/* depth_cut.c: balls and triangles that are cut by planes
 *
 * With p - c = A^T y and y = y' / (1 + k y'_z), the half space n (p - c) <= d becomes (A n) y' - d k y'_z <= d: a half space
 * of the coordinates of the view. So each sample has an interval of depths that is left, and the face of a cut is at its end. */
#include <math.h>
#include <stdlib.h>

#include "base/quat.h"
#include "view/depth.h"
#include "view/depth_parts.h"

void depth_cut_begin(struct depth *d, const struct view *v, const struct stage *s)
{
	d->n_cut = s->n_cut;
	d->section = s->section;
	for (int k = 0; k < s->n_cut; k++) {
		double n[3], away = s->cut[k].d;

		mat3_apply(n, v->axis, s->cut[k].n);
		for (int i = 0; i < 3; i++)
			away -= s->cut[k].n[i] * v->centre[i];
		d->cut[k] = (struct depth_cut){ n[0], n[1], n[2] - away * v->k, away };
	}
}

/* The depths that are left where a sample sees x', y', from lo to hi, which is at the plane *which. */
static void left_between(const struct depth *d, double x, double y, double *lo, double *hi, int *which)
{
	*lo = -INFINITY;
	*hi = INFINITY;
	*which = 0;
	for (int k = 0; k < d->n_cut; k++) {
		const struct depth_cut *c = &d->cut[k];
		double room = c->d - c->x * x - c->y * y;

		if (c->z > 1e-9 && room / c->z < *hi) {
			*hi = room / c->z;
			*which = k;
		} else if (c->z < -1e-9) {
			*lo = fmax(*lo, room / c->z);
		} else if (fabs(c->z) <= 1e-9 && room < 0) {
			*hi = -INFINITY;
		}
	}
}

static void put(const struct depth *d, size_t at, double z, int id, int face)
{
	if (!((float)z > d->z[at]))
		return;
	d->z[at] = (float)z;
	if (d->id)
		d->id[at] = id;
	if (d->face)
		d->face[at] = (unsigned char)face;
}

void depth_cut_sample(const struct depth *d, const struct view *v, int i, int j, double near, double far, int id)
{
	size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;
	double lo, hi;
	int which;

	left_between(d, (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - j - 0.5) / v->scale, &lo, &hi, &which);
	if (near <= hi && near >= lo && !d->section)
		put(d, at, near, id, 0);
	else if (near > hi && far <= hi && hi >= lo && !(d->section && which))
		put(d, at, hi, id, 1 + which);
}

int depth_cut_leaves(const struct depth *d, const struct view *v, int i, int j, double z)
{
	double lo, hi;
	int which;

	left_between(d, (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - j - 0.5) / v->scale, &lo, &hi, &which);
	return !d->section && z >= lo && z <= hi;
}

/* The samples of row y in a triangle. A sample on an edge belongs to one of the two triangles there. */
static int half_open_row(const struct flat *t, double y, int width, int *from, int *to)
{
	double side[2];
	int n = 0;

	for (int c = 0; c < 3; c++) {
		int e = (c + 1) % 3, a = t->y[c] < t->y[e] ? c : e, b = a == c ? e : c; /* both triangles compute the same x */

		if ((t->y[a] <= y) == (t->y[b] <= y) || n == 2)
			continue;
		side[n++] = t->x[a] + (t->x[b] - t->x[a]) * ((y - t->y[a]) / (t->y[b] - t->y[a]));
	}
	if (n < 2)
		return 0;
	*from = (int)fmin(fmax(ceil(fmin(side[0], side[1]) - 0.5), 0), width); /* places far to the right are beyond an int */
	*to = (int)fmax(fmin(ceil(fmax(side[0], side[1]) - 0.5) - 1, width - 1), -1);
	return *from <= *to;
}

/* Each triangle between a sample's plane and the viewer is one more passage into the solid or out of it. */
void depth_cut_count(const struct depth *d, const struct view *v, const struct stage_face *f, short *count)
{
	struct flat t;
	int first, last, from, to;

	if (!flat_make(&t, v, f) || !flat_rows(&t, d, &first, &last))
		return;
	double turn = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.y[1] - t.y[0]) * (t.x[2] - t.x[0]);
	for (int j = first; j <= last; j++) {
		double y = d->from + j + 0.5;

		if (!half_open_row(&t, y, d->width, &from, &to))
			continue;
		for (int i = from; i <= to; i++) {
			double z = t.z[0] + t.zx * (i + 0.5 - t.x[0]) + t.zy * (y - t.y[0]), lo, hi;
			int which;

			left_between(d, (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - y) / v->scale, &lo, &hi, &which);
			if (z > hi)
				count[(size_t)j * (size_t)d->width + (size_t)i] += turn < 0 ? 1 : -1;
		}
	}
}

void depth_cut_fill(const struct depth *d, const struct view *v, const struct stage_face *f, int id, short *count)
{
	struct flat t;
	int first, last, from, to;

	if (!flat_make(&t, v, f) || !flat_rows(&t, d, &first, &last))
		return;
	for (int j = first; j <= last; j++) {
		double y = d->from + j + 0.5;

		if (!half_open_row(&t, y, d->width, &from, &to))
			continue;
		for (int i = from; i <= to; i++) {
			size_t at = (size_t)j * (size_t)d->width + (size_t)i;
			double lo, hi;
			int which;

			if (!count[at])
				continue;
			left_between(d, (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - y) / v->scale, &lo, &hi, &which);
			if (hi >= lo && !(d->section && which))
				put(d, at, hi, id, 1 + which);
			count[at] = 0;
		}
	}
}
