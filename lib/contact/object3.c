/* object3.c: implicit bodies in space, and functions that all their contacts need */
#include "contact/object3_parts.h"

#include <stdint.h>
#include <string.h>

#include "base/quat.h"

void object3_place(struct object3 *o, vec3 c, const double q[4])
{
	o->c = c;
	quat_matrix(o->m, q);
}

vec3 object3_back(const struct object3 *o, vec3 x)
{
	vec3 d = v3_sub(x, o->c);
	const double p[3] = { d.x, d.y, d.z };
	double to[3];

	mat3_apply_back(to, o->m, p);
	return v3_scale(1 / o->size, v3_from(to));
}

static vec3 turned(const struct object3 *o, vec3 x)
{
	const double p[3] = { x.x, x.y, x.z };
	double to[3];

	mat3_apply(to, o->m, p);
	return v3_from(to);
}

vec3 object3_point(const struct object3 *o, vec3 x)
{
	return v3_add(o->c, v3_scale(o->size, turned(o, x)));
}

double object3_value(const struct object3 *o, vec3 x, vec3 *gradient, double second[6])
{
	vec3 p = object3_back(o, x);
	const double at[3] = { p.x, p.y, p.z };
	double g[3], h[6], f = implicit_value(&o->shape, at, g), is = 1 / o->size;

	*gradient = v3_scale(is, turned(o, v3_from(g)));
	if (!second)
		return f;
	implicit_curvature(&o->shape, at, h);
	/* R h R^T / size^2 */
	const double rows[3][3] = { { h[0], h[3], h[4] }, { h[3], h[1], h[5] }, { h[4], h[5], h[2] } };
	double rh[3][3];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			rh[i][j] = is * is * (o->m[i][0] * rows[0][j] + o->m[i][1] * rows[1][j] + o->m[i][2] * rows[2][j]);
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	for (int k = 0; k < 6; k++) {
		const double *m = o->m[column[k]], *r = rh[row[k]];

		second[k] = r[0] * m[0] + r[1] * m[1] + r[2] * m[2];
	}
	return f;
}

/* The cube root of a positive number, to about 1e-6: a third of the exponent, then two steps of Newton's method. */
static double cube_root(double x)
{
	uint64_t bits;
	double y;

	memcpy(&bits, &x, sizeof bits);
	bits = bits / 3 + 0x2A9F7893782DA1CEu;
	memcpy(&y, &bits, sizeof y);
	y = (2 * y + x / (y * y)) / 3;
	return (2 * y + x / (y * y)) / 3;
}

/* An estimate of the distance of x from the surface, in the body's own frame, and the direction away from the surface.
 *
 * -F / |grad F| is exact to first order. But above a steep bump, outside of the bump's own ellipsoid, F does not depend on the
 * bump, and just inside it F changes like a cube. There the surface is where the bump balances the ellipsoid, q^3 = f, that is,
 * where G = (x - c).B (x - c) - 1 + f^(1/3) / k is 0. G is almost linear, and G / |grad G| is taken if it is less. */
static double estimate(const struct implicit *o, const double x[3], double away[3])
{
	double f = -1, g[3], F = implicit_value(o, x, g), l = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), slope[3];

	for (int k = 0; k < 3; k++) {
		double u = x[k] / o->a[k];

		f += u * u;
		slope[k] = 2 * u / o->a[k];
		away[k] = l > 0 ? -g[k] / l : 0;
	}
	double least = l > 0 ? -F / l : -F * fmin(o->a[0], fmin(o->a[1], o->a[2])), root = -1;
	for (int i = 0; i < o->n && F < 0 && f > 0; i++) {
		const struct bump *b = &o->bump[i];
		vec3 d = v3(x[0] - b->c[0], x[1] - b->c[1], x[2] - b->c[2]), e = sym3_apply(b->b, d);
		double q = v3_dot(d, e) - 1;

		if (b->sign < 0 || q >= 2 * least * v3_norm(e))
			continue;
		root = root > 0 ? root : cube_root(f);
		double h = root / b->k, down = h / (3 * f), G = q + h;
		vec3 gg = v3(2 * e.x + down * slope[0], 2 * e.y + down * slope[1], 2 * e.z + down * slope[2]);
		double lg = v3_norm(gg);
		if (h < 1 && G > 0 && G < least * lg) {
			least = G / lg;
			v3_to(away, v3_scale(1 / lg, gg));
		}
	}
	return least;
}

double object3_estimate(const struct implicit *o, const double x[3])
{
	double away[3];

	return estimate(o, x, away);
}

double object3_outside(const struct object3 *o, vec3 x)
{
	double p[3];

	v3_to(p, object3_back(o, x));
	return o->size * object3_estimate(&o->shape, p);
}

vec3 object3_onto(const struct object3 *o, vec3 x)
{
	double p[3], away[3], reach = o->reach / o->size;

	v3_to(p, object3_back(o, x));
	for (int k = 0; k < 40; k++) {
		double step = estimate(&o->shape, p, away);

		step = fmin(fmax(step, -0.2 * reach), 0.2 * reach);
		for (int i = 0; i < 3; i++)
			p[i] -= step * away[i];
		if (fabs(step) < 1e-13 * reach)
			break;
	}
	return object3_point(o, v3_from(p));
}

int object3_solve(int n, double m[][OBJECT3_UNKNOWNS + 1])
{
	for (int k = 0; k < n; k++) {
		int best = k;

		for (int i = k + 1; i < n; i++)
			if (fabs(m[i][k]) > fabs(m[best][k]))
				best = i;
		if (!(fabs(m[best][k]) > 1e-300))
			return 0;
		for (int j = k; j <= n && best != k; j++) {
			double keep = m[k][j];

			m[k][j] = m[best][j];
			m[best][j] = keep;
		}
		for (int i = 0; i < n; i++) {
			double f = i == k ? 0 : m[i][k] / m[k][k];

			for (int j = k; j <= n && f != 0; j++)
				m[i][j] -= f * m[k][j];
		}
	}
	for (int k = 0; k < n; k++)
		m[k][n] /= m[k][k];
	return 1;
}

void object3_put_matrix(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, const double h[6], double f, double unit)
{
	const double full[3][3] = { { h[0], h[3], h[4] }, { h[3], h[1], h[5] }, { h[4], h[5], h[2] } };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			m[row + i][column + j] += f * full[i][j] + (i == j ? unit : 0);
}

void object3_put_column(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v)
{
	m[row][column] += v.x;
	m[row + 1][column] += v.y;
	m[row + 2][column] += v.z;
}

void object3_put_row(double m[][OBJECT3_UNKNOWNS + 1], int row, int column, vec3 v)
{
	m[row][column] += v.x;
	m[row][column + 1] += v.y;
	m[row][column + 2] += v.z;
}

int object3_keep(struct touch3 *t, int n, const struct touch3 *c, double size)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (v3_norm(v3_sub(t[i].a, c->a)) < 0.02 * size && v3_dot(t[i].n, c->n) > 0.996)
			return n;
	while (k < n && t[k].gap <= c->gap)
		k++;
	if (k == OBJECT3_MOST)
		return n;
	n = n < OBJECT3_MOST ? n + 1 : n;
	for (int i = n - 1; i > k; i--)
		t[i] = t[i - 1];
	t[k] = *c;
	return n;
}
