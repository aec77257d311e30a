/* reach3.c: how far objects reach, from their centre and along directions, against closed forms and against rays in all
 * directions */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "scene/stir.h"
#include "shape/form3.h"
#include "solid/implicit.h"
#include "tap.h"

static struct shape object(double a, double b, double c, int n)
{
	struct shape s = { .id = 1 };

	shape_alloc(&s, SHAPE_OBJECT, 1);
	s.solid->a[0] = a, s.solid->a[1] = b, s.solid->a[2] = c;
	s.solid->n_bump = n;
	s.solid->bump = n ? MEM_ZERO(struct bump, (size_t)n) : NULL;
	return s;
}

static void round_bump(struct bump *b, int sign, double k, double x, double r)
{
	*b = (struct bump){ .sign = sign, .k = k, .c = { x, 0, 0 }, .b = { 1 / (r * r), 1 / (r * r), 1 / (r * r) } };
}

static void known(void)
{
	struct shape s = object(1, 2, 3, 0);

	near(shape_reach(&s), 3, 1e-11, "without bumps it is an ellipsoid");
	s.solid->reach = 0;
	s.solid->at[2] = -0.5;
	near(shape_reach(&s), 3.5, 3.5e-3, "that stands off the origin along its longest axis");
	ok(shape_reach(&s) >= 3.5, "not less");
	const double turn[4] = { sqrt(0.5), sqrt(0.5), 0, 0 }, /* z to -y */ back[4] = { 1, 0, 0, 0 };
	memcpy(s.solid->turn, turn, sizeof turn);
	s.solid->at[1] = 0.5;
	s.solid->at[2] = 0;
	s.solid->reach = 0;
	near(shape_reach(&s), 3.5, 3.5e-3, "turned, and moved the other way");
	const double centre[3] = { 0, 1, 0 };
	shape_move(&s, centre, back);
	near(shape_reach(&s), 3.5, 3.5e-3, "moved to the other side: as far");
	shape_move(&s, (double[3]){ 0, 0.5, 0 }, back);
	near(shape_reach(&s), 4, 4e-3, "moved on: further");
	solid_scale(s.solid, 0.5);
	near(shape_reach(&s), 2, 2e-3, "scaled by a half: half as far");
	solid_free(s.solid);

	/* a bump of half its size out on a ball's axis: F' there is 0 at the tip, the only point so far out */
	s = object(1, 1, 1, 1);
	round_bump(s.solid->bump, 1, 1.5, 1, 0.5);
	double lo = 1, hi = 1.5;
	for (int k = 0; k < 60; k++) {
		double x = 0.5 * (lo + hi), u = 2 * (x - 1), q = 1.5 * (1 - u * u);

		*(1 - x * x + q * q * q > 0 ? &lo : &hi) = x;
	}
	near(shape_reach(&s), lo, 1.001e-3 * lo, "a bump reaches to its tip, %g, not to the end of its own ellipsoid", lo);
	ok(shape_reach(&s) >= lo, "not less");
	near(solid_support(s.solid, (double[3]){ 1, 0, 0 }), lo, 1e-9, "along its axis, exactly");
	near(solid_support(s.solid, (double[3]){ -1, 0, 0 }), 1, 1e-9, "the other way");
	s.solid->reach = 0;
	round_bump(s.solid->bump, -1, 1.5, 0, 0.5);
	s.solid->bump[0].c[2] = 0.8;
	near(shape_reach(&s), 1, 1e-3, "a dent adds nothing");
	solid_free(s.solid);

	/* dents at both ends of a long ellipsoid */
	s = object(2, 0.5, 0.5, 2);
	round_bump(&s.solid->bump[0], -1, 3, 2, 1);
	round_bump(&s.solid->bump[1], -1, 3, -2, 1);
	ok(shape_reach(&s) < 1.6, "dents at its ends make it short: %g", shape_reach(&s));
	solid_free(s.solid);
}

/* How far rays from the origin find it: n in all directions, n at every bump, and the best of them turned further to where it is
 * greatest. */
static double by_rays(const struct solid *s, int n)
{
	const struct implicit o = { { s->a[0], s->a[1], s->a[2] }, s->n_bump, s->bump };
	const double minus[3] = { -s->at[0], -s->at[1], -s->at[2] };
	double turn[3][3], p[3], lo[3], hi[3], far = 0, best = 0, where[3] = { 0 }, wide = 3.5 / sqrt(n);
	struct intervals cuts = { .n = 0 };
	int all = n * (1 + s->n_bump);
	struct rng g;

	rng_seed(&g, 3);
	quat_matrix(turn, s->turn);
	mat3_apply_back(p, (const double (*)[3])turn, minus);
	implicit_box(&o, lo, hi);
	for (int k = 0; k < 3; k++)
		far += hi[k] - lo[k] + fabs(p[k]);
	for (int ray = 0; ray < all + 1000; ray++) {
		double d[3], l = 0;

		stir3_direction(d, &g);
		if (ray >= n && ray < all) {
			const struct bump *b = &s->bump[ray / n - 1];
			double part = rng_uniform(&g), half[3];

			bump_reach(b, half);
			for (int k = 0; k < 3; k++)
				d[k] = b->c[k] + part * half[k] * d[k] - p[k];
		}
		for (int k = 0; k < 3 && ray >= all; k++)
			d[k] = where[k] + wide * d[k];
		for (int k = 0; k < 3; k++)
			l += d[k] * d[k];
		for (int k = 0; k < 3; k++)
			d[k] /= sqrt(l);
		wide *= ray >= all ? 0.99 : 1;
		implicit_cut(&o, p, d, 0, far, &cuts);
		for (int k = 0; k < cuts.n; k++)
			if (cuts.at[k][1] > best) {
				best = cuts.at[k][1];
				memcpy(where, d, sizeof where);
			}
	}
	free(cuts.at);
	return best;
}

static void named(void)
{
	static const char *const name[] = { "bumps", "bean", "pear" };

	for (int k = 0; k < 3; k++) {
		int which = form3_find(name[k]);
		const struct form3_plan plan = FORM3_PLAN(&form3_known[which]);
		struct shape s = { .id = 1 };

		form3_draw(&s, which, &plan);
		double found = shape_reach(&s), rays = by_rays(s.solid, 5000);
		ok(found >= rays * (1 - 1e-12) && found <= 1.002 * rays, "%s: %.6f, by rays %.6f", name[k], found, rays);
		solid_free(s.solid);
	}
}

/* Bumps and dents of any kind about the surface of ellipsoids of any kind, off the origin and turned. */
static struct shape any_object(struct rng *g)
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	int n = 1 + (int)rng_below(g, 6);
	struct shape s = object(0.4 + rng_uniform(g), 0.4 + rng_uniform(g), 0.4 + rng_uniform(g), n);

	for (int i = 0; i < n; i++) {
		struct bump *b = &s.solid->bump[i];
		double q[4], m[3][3], u[3], steep = rng_uniform(g) < 0.1 ? 20 : 1, out = 0.7 + 0.5 * rng_uniform(g);

		b->sign = rng_uniform(g) < 0.6 ? 1 : -1;
		b->k = 0.3 + 1.5 * steep * rng_uniform(g);
		stir3_rotation(q, g);
		quat_matrix(m, q);
		stir3_direction(u, g);
		for (int k = 0; k < 3; k++) {
			double half = 0.15 + 0.6 * rng_uniform(g);

			b->c[k] = out * s.solid->a[k] * u[k];
			for (int e = 0; e < 6; e++)
				b->b[e] += m[row[e]][k] * m[column[e]][k] / (half * half);
		}
	}
	for (int k = 0; k < 3; k++)
		s.solid->at[k] = 0.1 * rng_normal(g);
	stir3_rotation(s.solid->turn, g);
	return s;
}

static void any(int n)
{
	double least = INFINITY, most = 0;
	struct rng g;

	rng_seed(&g, 1);
	for (int k = 0; k < n; k++) {
		struct shape s = any_object(&g);
		double ratio = shape_reach(&s) / by_rays(s.solid, 1000);

		least = fmin(least, ratio);
		most = fmax(most, ratio);
		solid_free(s.solid);
	}
	ok(least >= 1 - 1e-12 && most < 1.003, "%d objects: %.6f to %.6f of what rays reach", n, least, most);
}

/* Along a direction an ellipsoid reaches to sqrt(sum (a_k u_k)^2); nothing that rays from the middle find of objects is further
 * out, and the best of it is not far from there. */
static void along(int n)
{
	double least = INFINITY, most = 0, off = 0;
	struct intervals cuts = { .n = 0 };
	struct rng g;

	rng_seed(&g, 2);
	for (int k = 0; k < n; k++) {
		struct shape egg = object(1, 2, 3, 0), s = any_object(&g);
		const struct implicit o = { { s.solid->a[0], s.solid->a[1], s.solid->a[2] }, s.solid->n_bump, s.solid->bump };
		double u[3], m[3][3], best = -INFINITY;

		stir3_direction(u, &g);
		off = fmax(off, fabs(solid_support(egg.solid, u) - sqrt(u[0] * u[0] + 4 * u[1] * u[1] + 9 * u[2] * u[2])));
		quat_matrix(m, s.solid->turn);
		for (int ray = 0; ray < 20000; ray++) {
			double d[3], x[3];

			stir3_direction(d, &g);
			implicit_cut(&o, (double[3]){ 0, 0, 0 }, d, 0, 10, &cuts);
			mat3_apply(x, (const double (*)[3])m, d);
			double up = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
			for (int i = 0; i < 2 * cuts.n; i++)
				best = fmax(best, cuts.at[i / 2][i % 2] * up);
		}
		double at = s.solid->at[0] * u[0] + s.solid->at[1] * u[1] + s.solid->at[2] * u[2];
		double more = solid_support(s.solid, u) - at - best;
		least = fmin(least, more);
		most = fmax(most, more);
		solid_free(s.solid);
		solid_free(egg.solid);
	}
	free(cuts.at);
	ok(off < 1e-9, "along %d directions, ellipsoids: off by %.1e", n, off);
	ok(least >= -1e-12 && most < 0.01, "objects: %.1e to %.1e more than rays find", least, most);
}

int main(void)
{
	along(30);
	known();
	named();
	any(100);
	return done();
}
